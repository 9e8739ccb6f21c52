"""Lines on a board of cells: which windows of K cells lack how many marks, for all of the board at once.

A window is K cells in a row, named by its first cell, counting to the right and down. Sets of windows are therefore
sets of cells, and what holds for every window is found by looking at the board shifted by one step, two steps …
A window that runs on to the next row is no window, so each direction has its own set of cells where one can begin.

A window is open to a player if the other has no mark in it, and if no further mark of the player makes its row too
long where exactly K are wanted. How many marks the open windows lack is counted in two bits: one set of windows for
each bit, without those that lack four or more.
"""

from collections.abc import Callable
from typing import NamedTuple

Cells = Callable[[int, int], int]
"""From the marks of a player, and the cells that the other has not taken, to a set of cells."""


class Lines(NamedTuple):
    won: Callable[[int], bool]
    """Whether there are K in a row among these marks."""
    completing: Cells
    """The empty cells that complete K in a row."""
    threatening: Cells
    """The empty cells after which another one completes K in a row, if there is none yet that does."""
    doubling: Cells
    """One of the empty cells after which two others complete K in a row, if there is none yet that does."""
    weight: Callable[[int, int], int]
    """What the player's open windows are worth together."""


def lines(rows: int, columns: int, k: int, exact: bool, weights: tuple[int, int, int]) -> Lines:
    """The functions for one board. `weights` are what open windows are worth that lack one, two and three marks."""
    full = (1 << rows * columns) - 1
    flat, upright, slanted = k <= columns, k <= rows, k <= rows and k <= columns

    def inside(first: int, last: int, height: int) -> int:
        """The cells of the columns from first to last, both included, in the topmost rows."""
        return sum(1 << cell for cell in range(height * columns) if first <= cell % columns <= last)

    along, down, right, left = 1, columns, columns + 1, columns - 1
    tall = max(0, rows - k + 1)
    begin_along, begin_down = inside(0, columns - k, rows), inside(0, columns - 1, tall)
    begin_right, begin_left = inside(0, columns - k, tall), inside(k - 1, columns - 1, tall)
    not_first, not_last = inside(1, columns - 1, rows), inside(0, columns - 2, rows)
    roomy_right, roomy_left = inside(0, columns - k - 1, rows), inside(k, columns - 1, rows)
    lacks_one, lacks_two, lacks_three = weights

    def runs(cells: int, step: int) -> int:
        """The cells from which k of these stand a step apart."""
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

    def won(marks: int) -> bool:
        if upright and no_longer(runs(marks, down) & begin_down, marks, down, full, full):
            return True
        if flat and no_longer(runs(marks, along) & begin_along, marks, along, not_first, roomy_right):
            return True
        if slanted:
            if no_longer(runs(marks, right) & begin_right, marks, right, not_first, roomy_right):
                return True
            if no_longer(runs(marks, left) & begin_left, marks, left, not_last, roomy_left):
                return True
        return False

    def lacking(marks: int, free: int, step: int, begin: int, before: int, after: int) -> tuple[int, int]:
        """The open windows by the marks they lack, 0 to 3: those with the lower bit set, those with the higher."""
        low = marks & 0
        high = marks & 0
        more = marks & 0
        for i in range(k):
            lacks = full ^ (marks >> i * step)
            carry = low & lacks
            low ^= lacks
            more |= high & carry
            high ^= carry
        windows = no_longer(runs(free, step) & begin, marks, step, before, after) & (full ^ more)
        return low & windows, high & windows

    def cells_of(windows: int, step: int) -> int:
        length = 1
        while length < k:
            more = min(length, k - length)
            windows |= windows << more * step
            length += more
        return windows

    def lacking_one(marks: int, free: int, step: int, begin: int, before: int, after: int) -> int:
        low, high = lacking(marks, free, step, begin, before, after)
        return cells_of(low & (full ^ high), step)

    def lacking_two(marks: int, free: int, step: int, begin: int, before: int, after: int) -> int:
        low, high = lacking(marks, free, step, begin, before, after)
        return cells_of(high & (full ^ low), step)

    def worth(marks: int, free: int, step: int, begin: int, before: int, after: int) -> int:
        low, high = lacking(marks, free, step, begin, before, after)
        one, two, three = low & (full ^ high), high & (full ^ low), low & high
        return lacks_one * one.bit_count() + lacks_two * two.bit_count() + lacks_three * three.bit_count()

    def in_all_directions(cells_of_one: Callable[..., int]) -> Cells:
        """The empty cells that a function of one direction finds in any."""

        def found(marks: int, free: int) -> int:
            cells = marks & 0
            if flat:
                cells |= cells_of_one(marks, free, along, begin_along, not_first, roomy_right)
            if upright:
                cells |= cells_of_one(marks, free, down, begin_down, full, full)
            if slanted:
                cells |= cells_of_one(marks, free, right, begin_right, not_first, roomy_right)
                cells |= cells_of_one(marks, free, left, begin_left, not_last, roomy_left)
            return cells & (free ^ marks)

        return found

    completing, threatening = in_all_directions(lacking_one), in_all_directions(lacking_two)

    def doubling(marks: int, free: int) -> int:
        cells = threatening(marks, free)
        while cells:
            cell = cells & -cells
            if completing(marks | cell, free).bit_count() > 1:
                return cell
            cells ^= cell
        return cells

    def weight(marks: int, free: int) -> int:
        total = 0
        if flat:
            total += worth(marks, free, along, begin_along, not_first, roomy_right)
        if upright:
            total += worth(marks, free, down, begin_down, full, full)
        if slanted:
            total += worth(marks, free, right, begin_right, not_first, roomy_right)
            total += worth(marks, free, left, begin_left, not_last, roomy_left)
        return total

    return Lines(won, completing, threatening, doubling, weight)
