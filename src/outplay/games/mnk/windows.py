"""Windows of K cells in a row on a board, all at once: which are open, and how many marks they lack.

A window is named by its first cell, counting to the right and down. Sets of windows are therefore sets of cells, and
what holds for every window is found by looking at the board shifted by one step, two steps … A window that runs on to
the next row is no window, so each direction has its own set of cells where one can begin.

A window is open to a player if the other has no mark in it, and if no further mark of the player makes its row too
long where exactly K are wanted. How many marks the open windows lack is counted in two bits: one set of windows for
each bit, without those that lack four or more. Those that lack four, and have some, are a set of their own.
"""

from collections.abc import Callable
from typing import NamedTuple

PARALLEL = range(127, 511)
"""On boards of so many cells a set of cells is a vector in machine code (see `compiler.wide`). There it is quicker to
make all shifts of one set than to make fewer, of which each has to wait for the one before."""


class LineThreats(NamedTuple):
    """Empty cells, as sets of bits, by what a mark there does for a player."""

    wins: int
    """It completes K in a row."""
    threats: int
    """It makes a threat: another mark would then complete K in a row."""
    double_threats: int
    """It makes a double threat: two other cells would then complete K in a row each, because K - 1 stand in a row with
    both ends open, or because it threatens in two directions."""


class Windows(NamedTuple):
    """Functions of sets of cells and of the step from one cell to the next."""

    runs: Callable[[int, int], int]
    """The windows that lie in these cells."""
    no_longer: Callable[[int, int, int, int, int], int]
    """Those of some windows whose row no mark makes too long."""
    lacking: Callable[[int, int, int, int, int, int], tuple[int, int, int]]
    """The open windows by the marks they lack."""
    cells_of: Callable[[int, int, int], int]
    """The cells of windows that have so many."""


def windows(cells: int, k: int, exact: bool) -> Windows:
    """The functions for a board of so many cells. With `exact` a row of more than k is none."""
    full = (1 << cells) - 1
    parallel = cells in PARALLEL

    def runs(cells: int, step: int) -> int:
        """The cells from which k of these stand a step apart."""
        if parallel:
            found = cells
            for i in range(1, k):
                found &= cells >> i * step
            return found
        length = 1
        while length < k:
            more = min(length, k - length)
            cells &= cells >> more * step
            length += more
        return cells

    def no_longer(windows: int, marks: int, step: int, before: int, after: int) -> int:
        """Those windows that no mark lengthens: none a step before a cell of `before`, none k steps past `after`."""
        if not exact:
            return windows
        return windows & (full ^ (marks << step & before)) & (full ^ (marks >> k * step & after))

    def lacking(marks: int, free: int, step: int, begin: int, before: int, after: int) -> tuple[int, int, int]:
        """The open windows by the marks they lack, 0 to 3: those with the lower bit set, those with the higher. And
        those that lack four."""
        lacks = full ^ marks
        low = marks & 0
        high = marks & 0
        four = marks & 0
        more = marks & 0
        for i in range(k // 2):  # two cells at a time
            one = lacks >> 2 * i * step
            other = lacks >> (2 * i + 1) * step
            odd = one ^ other
            carry = one & other | odd & low
            low ^= odd
            more |= four & high & carry
            four ^= high & carry
            high ^= carry
        if k % 2:
            last = lacks >> (k - 1) * step
            carry = low & last
            low ^= last
            more |= four & high & carry
            four ^= high & carry
            high ^= carry
        windows = no_longer(runs(free, step) & begin, marks, step, before, after)
        few = windows & (full ^ (four | more))
        four &= windows & (full ^ (low | high | more))
        return low & few, high & few, four if k > 4 else marks & 0

    def cells_of(windows: int, step: int, size: int) -> int:
        if parallel:
            found = windows
            for i in range(1, size):
                found |= windows << i * step
            return found
        length = 1
        while length < size:
            more = min(length, size - length)
            windows |= windows << more * step
            length += more
        return windows

    return Windows(runs, no_longer, lacking, cells_of)
