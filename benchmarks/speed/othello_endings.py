"""Othello with few empty cells: how long the exact margin takes.

    python -m benchmarks.speed.othello_endings [--empty 18] [--positions 10]

The positions come from random games, so they are as wild as endings get. Each is solved with an empty table, in
processor time, one thread.
"""

import argparse
import random
import statistics
import time
from collections.abc import Iterator

import outplay
from outplay.core.game import Position
from outplay.solve.solver import Solver

MEMORY_MB = 64


def endings(empty: int) -> Iterator[Position]:
    """Positions with so many empty cells in which the game goes on and there is more than one move."""
    game, rng = outplay.game("othello"), random.Random(18)
    while True:
        position = game.start()
        while (moves := position.moves()) and position.text.count(".") > empty:
            position = position.play(rng.choice(moves))
        if len(moves) > 1:
            yield position


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--empty", type=int, default=18, help="empty cells")
    parser.add_argument("--positions", type=int, default=10)
    given = parser.parse_args()
    times = []
    for number, position in zip(range(given.positions), endings(given.empty), strict=False):
        solver = Solver(position, "margin", "alpha-beta", MEMORY_MB, 1, None)
        solver.engine = solver.new_engine(1)
        began = time.process_time()
        solver.run()
        times.append(time.process_time() - began)
        print(f"{number + 1:>3}  {times[-1]:7.2f} s  {solver.nodes:>12,} nodes  {solver.outcome}", flush=True)
    print(f"median {statistics.median(times):.2f} s, worst {max(times):.2f} s of processor time")


if __name__ == "__main__":
    main()
