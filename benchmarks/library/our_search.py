"""The searches of this project that are measured."""

from collections.abc import Callable

import numpy as np

import outplay
from benchmarks.library.measure import Run, timed
from outplay.engine.kernels import Plain, room
from outplay.search.plain import INFINITY, NODES


def sign(value: int) -> int:
    """What a finished game of Kalah is worth: ±1000 by its winner, 0 for a draw."""
    if value > 0:
        return 1000
    return -1000 if value < 0 else 0


class Ours:
    """Plain alpha-beta from the start of a game to a depth, with the values that fix the node counts."""

    def __init__(self, spec: str, depth: int) -> None:
        self.game = outplay.game(spec)
        self.depth = depth
        settled = self.game.heuristics.settled_margin
        self.plain = Plain(self.game, "alpha-beta", horizon=settled, end=sign) if settled else Plain(self.game)
        self.counts, self.scratch = np.zeros(3, np.int64), room(self.game, depth + 1)

    def kernel(self) -> Run:
        """The best of three calls of the compiled search, straight from the root."""
        return min((timed(lambda: self.nodes(self.plain.kernel)) for _ in range(3)), key=lambda run: run.seconds)

    def call(self) -> Run:
        """`Plain.search` as a user calls it: with the best move and Ctrl-C heard."""
        position = self.game.start()
        return timed(lambda: self.plain.search(position, self.depth).nodes)

    def interpreted(self) -> Run:
        """The same source as the kernel, run by Python."""
        return timed(lambda: self.nodes(self.plain.kernel.function))

    def nodes(self, search: Callable[..., int]) -> int:
        """Searches once, compiled or interpreted, and says how many nodes that took."""
        self.counts[:] = 0
        search(self.game.initial, self.depth, -INFINITY, INFINITY, self.counts, self.scratch)
        return int(self.counts[NODES]) + 1
