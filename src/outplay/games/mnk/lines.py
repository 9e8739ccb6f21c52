"""What lines on a board of cells do for a player, for all of the board at once: wins, threats, and what they are worth.

It is told by windows of K cells, as `windows` has them; each of four directions has its own step from cell to cell, and
its own set of cells where a window can begin.
"""

from collections.abc import Callable
from typing import NamedTuple

from outplay.games.mnk.windows import windows


class Threats(NamedTuple):
    """Empty cells, by what a mark there does for a player."""

    completing: int
    """It completes K in a row."""
    threatening: int
    """Another one then completes K in a row."""
    doubling: int
    """Two others then complete K in a row each: it leaves K - 1 with both ends open, or threatens in two directions."""


class Lines(NamedTuple):
    """Functions of a player's marks, and most of them of the cells that the other player has not taken."""

    won: Callable[[int], bool]
    """Whether there are K in a row among these marks."""
    threats: Callable[[int, int], Threats]
    """What the player can do."""
    preparing: Callable[[int, int], int]
    """The empty cells where a mark of the player lets another one leave K - 1 in a row with both ends open."""
    meeting: Callable[[int, int, int], int]
    """Of the player's doubling cells, given last: what the other one must take, there or near, to be left with one."""
    weight: Callable[[int, int], int]
    """What the player's open windows and the cells where they cross are worth together."""
    hopes: Callable[[int, int, int], bool]
    """Whether the player, who has so many more marks to make, can still come to K in a row."""


def lines(rows: int, columns: int, k: int, exact: bool, weights: tuple[int, int, int, int]) -> Lines:
    """The functions for one board. `weights` are what open windows are worth that lack one, two and three marks, and an
    empty cell where windows of two directions meet that still have room."""
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
    lacks_one, lacks_two, lacks_three, crosses = weights
    runs, no_longer, lacking, cells_of = windows(rows * columns, k, exact)

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

    def between(windows: int, empty: int, step: int) -> int:
        """The cells between two empty ones where this window and the next are both of these."""
        return cells_of((windows & windows >> step & empty & empty >> k * step) << step, step, k - 1)

    def threats_of_one(marks: int, free: int, step: int, begin: int, before: int, after: int) -> Threats:
        """In one direction."""
        low, high, _ = lacking(marks, free, step, begin, before, after)
        sharp = low ^ high
        if not sharp:  # none lacks one or two
            return Threats(sharp, sharp, sharp)
        two = high & (full ^ low)
        straight = between(two, free ^ marks, step)
        return Threats(cells_of(low & (full ^ high), step, k), cells_of(two, step, k), straight)

    def together(all_so_far: Threats, more: Threats) -> Threats:
        return Threats(
            all_so_far.completing | more.completing,
            all_so_far.threatening | more.threatening,
            all_so_far.doubling | more.doubling | all_so_far.threatening & more.threatening,
        )

    def threats(marks: int, free: int) -> Threats:
        none = marks & 0
        found = Threats(none, none, none)
        if flat:
            found = together(found, threats_of_one(marks, free, along, begin_along, not_first, roomy_right))
        if upright:
            found = together(found, threats_of_one(marks, free, down, begin_down, full, full))
        if slanted:
            found = together(found, threats_of_one(marks, free, right, begin_right, not_first, roomy_right))
            found = together(found, threats_of_one(marks, free, left, begin_left, not_last, roomy_left))
        empty = free ^ marks
        return Threats(found.completing & empty, found.threatening & empty, found.doubling & empty)

    def preparing_one(marks: int, free: int, step: int, begin: int, before: int, after: int) -> int:
        """In one direction."""
        low, high, _ = lacking(marks, free, step, begin, before, after)
        three = low & high
        return between(three, free ^ marks, step) if three else three

    def preparing(marks: int, free: int) -> int:
        found = marks & 0
        if flat:
            found |= preparing_one(marks, free, along, begin_along, not_first, roomy_right)
        if upright:
            found |= preparing_one(marks, free, down, begin_down, full, full)
        if slanted:
            found |= preparing_one(marks, free, right, begin_right, not_first, roomy_right)
            found |= preparing_one(marks, free, left, begin_left, not_last, roomy_left)
        return found & (free ^ marks)

    def meeting(marks: int, free: int, doubles: int) -> int:
        met_all, met_first = full, 0 & marks
        while doubles:
            cell = doubles & -doubles
            doubles ^= cell
            meets = cell | threats(marks | cell, free).completing
            met_all &= meets
            if not met_first:
                met_first = meets
        return met_all if met_all else met_first

    def worth(marks: int, free: int, step: int, begin: int, before: int, after: int) -> tuple[int, int]:
        """What the open windows of one direction are worth, and the cells where a mark makes more of them: completes
        all but one, or all but two, or all but three, with room on both sides where it is not the first."""
        low, high, four = lacking(marks, free, step, begin, before, after)
        one, two, three = low & (full ^ high), high & (full ^ low), low & high
        value = lacks_one * one.bit_count() + lacks_two * two.bit_count() + lacks_three * three.bit_count()
        empty = free ^ marks
        roomy = (three & three >> step | four & four >> step) & empty & empty >> k * step
        cells = cells_of(roomy << step, step, k - 1)
        return value, cells | cells_of(two, step, k) if two else cells

    def weight(marks: int, free: int) -> int:
        value = 0
        promising = marks & 0
        crossing = marks & 0
        if flat:
            value, promising = worth(marks, free, along, begin_along, not_first, roomy_right)
        if upright:
            more, cells = worth(marks, free, down, begin_down, full, full)
            value += more
            crossing = promising & cells
            promising |= cells
        if slanted:
            more, cells = worth(marks, free, right, begin_right, not_first, roomy_right)
            value += more
            crossing |= promising & cells
            promising |= cells
            more, cells = worth(marks, free, left, begin_left, not_last, roomy_left)
            value += more
            crossing |= promising & cells
        return value + crosses * (crossing & (free ^ marks)).bit_count()

    def reached(marks: int, free: int, more: int, step: int, begin: int, before: int, after: int) -> int:
        """The open windows in one direction that lack no more than so many marks, if those are few."""
        if more > 3:
            return no_longer(runs(free, step) & begin, marks, step, before, after)
        low, high, _ = lacking(marks, free, step, begin, before, after)
        if more == 3:
            return low | high
        if more == 2:
            return (low | high) & (full ^ (low & high))
        return low & (full ^ high) if more else low & 0

    def hopes(marks: int, free: int, more: int) -> bool:
        if flat and reached(marks, free, more, along, begin_along, not_first, roomy_right):
            return True
        if upright and reached(marks, free, more, down, begin_down, full, full):
            return True
        if slanted:
            if reached(marks, free, more, right, begin_right, not_first, roomy_right):
                return True
            if reached(marks, free, more, left, begin_left, not_last, roomy_left):
                return True
        return False

    return Lines(won, threats, preparing, meeting, weight, hopes)
