"""Lines on a board of cells: which windows of K cells lack how many marks, for all of the board at once.

A window is K cells in a row, named by its first cell, counting to the right and down. Sets of windows are therefore
sets of cells, and what holds for every window is found by looking at the board shifted by one step, two steps …
A window is open to a player if the other has no mark in it, and if no further mark of the player would make its row
too long where exactly K are wanted. How many marks an open window lacks is counted in two bits, one set of windows
each, and a third set for all that lack four or more.
"""

from collections.abc import Callable
from typing import NamedTuple

Lacking = Callable[[int, int], int]
"""From the marks of a player, and the cells that the other has not taken, to cells or to a number."""


class Lines(NamedTuple):
    won: Callable[[int], bool]
    """Whether there are K in a row among these marks."""
    completing: Lacking
    """The empty cells that complete K in a row."""
    threatening: Lacking
    """The empty cells after which another one completes K in a row, if there is none yet that does."""
    weight: Lacking
    """How much the player's open windows are worth together."""


def lines(rows: int, columns: int, k: int, exact: bool, weights: tuple[int, int, int]) -> Lines:
    """The functions for one board. `weights` are what open windows are worth that lack one, two and three marks."""
    full = (1 << rows * columns) - 1

    def in_columns(first: int, last: int) -> int:
        """The cells of the columns from first to last, both included."""
        return sum(1 << cell for cell in range(rows * columns) if first <= cell % columns <= last)

    def in_direction(step: int, right: int, down: int) -> Lines:
        """The functions for lines of one direction, in which columns grow by `right` with every step."""
        if right < 0:
            starts, before, after = in_columns(k - 1, columns - 1), in_columns(0, columns - 2), in_columns(k, columns - 1)
        elif right > 0:
            starts, before, after = in_columns(0, columns - k), in_columns(1, columns - 1), in_columns(0, columns - k - 1)
        else:
            starts, before, after = full, full, full
        if down:
            starts &= (1 << (rows - k + 1) * columns) - 1

        def all_of(cells: int) -> int:
            """The windows of which all cells are among these."""
            length = 1
            while length < k:
                more = min(length, k - length)
                cells &= cells >> more * step
                length += more
            return cells & starts

        def not_longer(windows: int, marks: int) -> int:
            """Those windows that no mark lengthens: none a step before, none after the last cell."""
            if not exact:
                return windows
            return windows & (full ^ (marks << step & before)) & (full ^ (marks >> k * step & after))

        def won(marks: int) -> bool:
            return not_longer(all_of(marks), marks) != 0

        def lacking(marks: int, free: int, number: int) -> int:
            """The open windows that lack so many marks, 1 to 3."""
            ones = marks & 0
            twos = marks & 0
            more = marks & 0
            for i in range(k):
                missing = full ^ (marks >> i * step)
                carry = ones & missing
                ones ^= missing
                more |= twos & carry
                twos ^= carry
            opened = not_longer(all_of(free), marks) & (full ^ more)
            if number == 1:
                return opened & ones & (full ^ twos)
            if number == 2:
                return opened & twos & (full ^ ones)
            return opened & twos & ones

        def cells_of(windows: int) -> int:
            """All cells of these windows."""
            length = 1
            while length < k:
                more = min(length, k - length)
                windows |= windows << more * step
                length += more
            return windows

        def completing(marks: int, free: int) -> int:
            return cells_of(lacking(marks, free, 1)) & (free ^ marks)

        def threatening(marks: int, free: int) -> int:
            return cells_of(lacking(marks, free, 2)) & (free ^ marks)

        one, two, three = weights

        def weight(marks: int, free: int) -> int:
            return (
                one * lacking(marks, free, 1).bit_count()
                + two * lacking(marks, free, 2).bit_count()
                + three * lacking(marks, free, 3).bit_count()
            )

        return Lines(won, completing, threatening, weight)

    def nowhere(marks: int, free: int) -> int:
        return marks & 0

    def never(marks: int) -> bool:
        return False

    def no_weight(marks: int, free: int) -> int:
        return 0

    found = Lines(never, nowhere, nowhere, no_weight)
    for step, right, down in ((1, 1, 0), (columns, 0, 1), (columns + 1, 1, 1), (columns - 1, -1, 1)):
        if (k <= columns or not right) and (k <= rows or not down):
            found = joined(found, in_direction(step, right, down))
    return found


def joined(some: Lines, others: Lines) -> Lines:
    """The functions for the lines of both."""
    won_some, won_others = some.won, others.won
    completing_some, completing_others = some.completing, others.completing
    threatening_some, threatening_others = some.threatening, others.threatening
    weight_some, weight_others = some.weight, others.weight

    def won(marks: int) -> bool:
        return won_some(marks) or won_others(marks)

    def completing(marks: int, free: int) -> int:
        return completing_some(marks, free) | completing_others(marks, free)

    def threatening(marks: int, free: int) -> int:
        return threatening_some(marks, free) | threatening_others(marks, free)

    def weight(marks: int, free: int) -> int:
        return weight_some(marks, free) + weight_others(marks, free)

    return Lines(won, completing, threatening, weight)
