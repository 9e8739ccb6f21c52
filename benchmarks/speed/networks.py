"""Positions a second of the engine with a network, beside the same engine without evaluation, and its compile time.

    python -m benchmarks.speed.networks
    python -m benchmarks.speed.networks hex:7 --hidden 32

The network's numbers are random: how many nodes a second are searched depends on its size, hardly on what it says. Both
engines search the same positions in turn, and the best of some runs counts, in processor time, since other programs on
the machine would decide the ratio otherwise. So are compile times: those of processes that begin with an empty cache,
each taken a few times in turn.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time

import numpy as np

import outplay
from benchmarks.library.measure import Run, Runner, alternate, judged
from benchmarks.library.positions import after, drawn, quiet
from benchmarks.library.report import Table
from outplay import Engine, Game, Limit
from outplay.core.network import Network, NetworkShape
from outplay.engine.networks import rules_digest
from outplay.learn.self_play import rules_only
from outplay.learn.train import BUCKETS, HIDDEN

GAMES = ("othello", "connect-four")
RATE_MARK, COMPILE_MARK = 0.6, 1.5
"""The rate wanted, as a share of that without evaluation, and the seconds of compiling that a network may add."""

COMPILED = """
import sys, time, outplay
from benchmarks.speed.networks import random_network, rules_only
from outplay import Engine
game = rules_only(outplay.game(sys.argv[1]))
net = random_network(game, int(sys.argv[2])) if sys.argv[2] != "0" else "none"
began = time.process_time()
Engine(game, net=net)
print(time.process_time() - began)
"""


def random_network(game: Game, hidden: int) -> Network:
    shape = NetworkShape(game.input_widths, hidden, BUCKETS, 1)
    rows = np.random.default_rng(1).integers(-60, 61, (shape.rows, hidden)).astype(np.int16)
    return Network(shape, rows, 1000, 0, 10, {"rules": rules_digest(game)})


def rates(game: Game, hidden: int, nodes: int, turns: int) -> list[Run]:
    """The best runs without evaluation and with a network."""
    start = next(iter(drawn(game, 1, after(8), quiet)))

    def runner(net: str | Network) -> Runner:
        engine = Engine(game, net=net)

        def run() -> Run:
            engine.clear()
            began = time.process_time()
            searched = engine.analyse(start, Limit(nodes=nodes)).nodes
            return Run(searched, time.process_time() - began)

        return run

    return alternate([runner("none"), runner(random_network(game, hidden))], turns)


def compile_seconds(spec: str, hidden: int) -> float:
    with tempfile.TemporaryDirectory() as cache:
        command = [sys.executable, "-c", COMPILED, spec, str(hidden)]
        environment = os.environ | {"OUTPLAY_CACHE": cache}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        return float(done.stdout)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=GAMES, help=f"what is measured ({', '.join(GAMES)})")
    parser.add_argument("--hidden", type=int, default=HIDDEN, help="units of the hidden layer (%(default)s)")
    parser.add_argument("--nodes", type=int, default=1_000_000, help="nodes of a search (%(default)s)")
    parser.add_argument("--turns", type=int, default=5, help="runs of each (%(default)s)")
    chosen = parser.parse_args()
    table = Table(
        ("game", 16), ("none/s", 12), ("net/s", 12), ("ratio", 6), ("", 5), ("compile", 9), ("net", 6), ("", 5)
    )
    for spec in chosen.games:
        game = rules_only(outplay.game(spec))
        none, net = rates(game, chosen.hidden, chosen.nodes, chosen.turns)
        seconds = [(compile_seconds(spec, 0), compile_seconds(spec, chosen.hidden)) for _ in range(3)]
        bare, own = (min(times) for times in zip(*seconds, strict=True))
        ratio = net.rate / none.rate
        verdict = judged(COMPILE_MARK, own - bare)
        row = (f"{none.rate:,.0f}", f"{net.rate:,.0f}", f"{ratio:.2f}", judged(ratio, RATE_MARK))
        table.row(spec, *row, f"{bare:.1f} s", f"{own:.1f} s", verdict)


if __name__ == "__main__":
    main()
