"""CadregaBot compiled against the same code as plain Python: `python -m benchmarks.speed.cadrega`

Both have one second a move on the same positions of 6-6-4. Each runs in a process of its own, one after the other, the
plain one with NUMBA_DISABLE_JIT=1. The mark: compiled it visits at least 100 times the nodes.

It is measured twice. Left to itself the compiled one chooses a depth that it is done with long before its time is up.
With a depth that neither can finish, both search until the clock stops them.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from typing import NamedTuple

import outplay
from benchmarks.library.paths import ROOT
from benchmarks.library.report import Mark, Table, show
from outplay.players import player

SPEC = "mnk:6,6,4"
PLAYERS = {"at its own depth": "cadrega:time=1", "until the clock stops it": "cadrega:time=1,depth=20"}
LINES = (
    "",
    "c3 d4",
    "b2 e5",
    "a1 c3 f6 d4",
    "c4 d3 d4 c3",
    "c3 d4 c5 c4",
    "d3 c4 e5 b2 c2 e3",
    "b1 c6",
    "b1 c6 f5 e4",
    "b1 c6 f5 e4 f3 f4",
    "b1 c6 f5 e4 f3 f4 c4 e3",
)
"""Moves from the start: quiet beginnings, some that are soon won, and the first turns of a game that was drawn. The
figure differs much between them, so none is left out for what it shows. Later in a game both see to the end, and the
clock plays no part."""
WANTED = 100


class Turn(NamedTuple):
    nodes: int
    depth: int
    seconds: float
    """From the question to the answer."""


def turns(name: str) -> list[Turn]:
    """In the child: one choice in each position."""
    game = outplay.game(SPEC)
    chooser = player(name, game)
    found = []
    for line in LINES:
        position = game.start()
        for word in line.split():
            position = position.play(game.move(word, position))
        began = time.perf_counter()
        choice = chooser.choose(position)
        seconds = time.perf_counter() - began
        figures = choice.explanation.figures
        found.append(Turn(int(figures["nodes"]), int(figures["depth"]), seconds))
    return found


def child(name: str, interpreted: bool) -> list[Turn]:
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1" if interpreted else "0"}
    command = [sys.executable, "-m", "benchmarks.speed.cadrega", name]
    printed = subprocess.run(command, check=True, stdout=subprocess.PIPE, env=environment, cwd=ROOT).stdout
    return [Turn(*turn) for turn in json.loads(printed)]


def compared(what: str, name: str) -> list[Mark]:
    compiled, plain = child(name, interpreted=False), child(name, interpreted=True)
    print(f"\n{name} on {SPEC}, {what}: one move compiled, the same as plain Python, and how many times the nodes")
    names = ("nodes", "depth", "s", "nodes/s")
    table = Table(("after", 24), *[(n, 9) for n in (*names, *names)], ("times", 7))
    for line, fast, slow in zip(LINES, compiled, plain, strict=True):
        cells = [[f"{t.nodes:,}", t.depth, f"{t.seconds:.2f}", f"{t.nodes / t.seconds:,.0f}"] for t in (fast, slow)]
        table.row(line or "the start", *cells[0], *cells[1], f"{fast.nodes / slow.nodes:.0f}")
    times = sum(t.nodes for t in compiled) / sum(t.nodes for t in plain)
    late = max(t.seconds for t in (*compiled, *plain))
    return [
        Mark("cadrega", f"nodes {what}", f"{times:.0f} times", f"{WANTED} times", times >= WANTED),
        Mark("cadrega", f"longest move {what}", f"{late:.2f} s", "under 1 s", late < 1),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("player", nargs="?", help="only print this player's turns, as JSON")
    if name := parser.parse_args().player:
        print(json.dumps(turns(name)))
    else:
        show([mark for what, name in PLAYERS.items() for mark in compared(what, name)])


if __name__ == "__main__":
    main()
