"""CadregaBot compiled against the same code as plain Python: python benchmarks/founding_cadrega.py

Both have one second a move on the same positions of 6-6-4. Each runs in a process of its own, one after the other, the
plain one with NUMBA_DISABLE_JIT=1. The mark: compiled it visits at least 100 times the nodes.
"""

import json
import os
import subprocess
import sys
import time
from typing import NamedTuple

from report import Mark, Table, show

import outplay
from outplay.players import player

SPEC = "mnk:6,6,4"
PLAYER = "cadrega:time=1"
LINES = ("", "c3 d4", "c4 d3 d4 c3", "c3 d4 c5 c4", "d3 c4 e5 b2 c2 e3")
"""Moves from the start. No side can win at once after any of them, nor has to block."""
WANTED = 100


class Turn(NamedTuple):
    nodes: int
    depth: int
    seconds: float
    """From the question to the answer."""


def turns() -> list[Turn]:
    """In the child: one choice in each position."""
    game = outplay.game(SPEC)
    chooser = player(PLAYER, game)
    found = []
    for line in LINES:
        position = game.start()
        for word in line.split():
            position = position.play(game.move(word, position))
        began = time.perf_counter()
        chooser.choose(position)
        seconds = time.perf_counter() - began
        figures = chooser.explain().figures
        found.append(Turn(int(figures["nodes"]), int(figures["depth"]), seconds))
    return found


def child(interpreted: bool) -> list[Turn]:
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1" if interpreted else "0"}
    command = [sys.executable, __file__, "--child"]
    printed = subprocess.run(command, check=True, stdout=subprocess.PIPE, env=environment).stdout
    return [Turn(*turn) for turn in json.loads(printed)]


def main() -> None:
    compiled, plain = child(interpreted=False), child(interpreted=True)
    print(f"{PLAYER} on {SPEC}; nodes, depth and seconds of one move, compiled and as plain Python")
    table = Table(
        ("after", 18),
        *[(name, 9) for name in ("nodes", "depth", "s", "nodes/s", "plain", "depth", "s", "nodes/s", "times")],
    )
    for line, fast, slow in zip(LINES, compiled, plain, strict=True):
        cells = [[f"{t.nodes:,}", t.depth, f"{t.seconds:.2f}", f"{t.nodes / t.seconds:,.0f}"] for t in (fast, slow)]
        table.row(line or "the start", *cells[0], *cells[1], f"{fast.nodes / slow.nodes:.0f}")
    times = sum(t.nodes for t in compiled) / sum(t.nodes for t in plain)
    late = max(t.seconds for t in (*compiled, *plain))
    show(
        [
            Mark(
                "cadrega", "nodes visited, compiled to plain", f"{times:.0f} times", f"{WANTED} times", times >= WANTED
            ),
            Mark("cadrega", "the longest move", f"{late:.2f} s", "under 1 s", late < 1),
        ]
    )


if __name__ == "__main__":
    if "--child" in sys.argv:
        print(json.dumps(turns()))
    else:
        main()
