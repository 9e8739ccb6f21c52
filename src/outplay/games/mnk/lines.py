"""Rows, threats and open lines on a board of cells, computed for all of the board at once.

Everything is told by windows of K cells in a row (see `windows`). Each of the four directions has its own step from
cell to cell and its own set of cells where a window can begin.
"""

from collections.abc import Callable
from typing import NamedTuple

from outplay.core.heuristics import Grades
from outplay.games.mnk.grades import Way, grading
from outplay.games.mnk.windows import LineThreats, windows

LACKS_ONE, LACKS_TWO, LACKS_THREE, CROSSING = 26, 48, 19, 9
"""Evaluation of a window that is still open, by the marks it lacks, and of an empty cell where two such windows cross.
Fitted to games, in hundredths of the logarithm of the odds. A window that lacks one mark is not worth more, since the
opponent answers it."""


class Lines(NamedTuple):
    """Functions of a player's marks and, all but `won`, of the cells that the opponent has not taken (`free`)."""

    won: Callable[[int], bool]
    """won(marks): whether there are K in a row among these marks."""
    threats: Callable[[int, int], LineThreats]
    """threats(marks, free): the empty cells where the player wins or makes a threat."""
    opening: Callable[[int, int], int]
    """opening(marks, free): the empty cells where a mark of the player threatens a double threat in one line: the next
    mark would leave K - 1 in a row with both ends open (in gomoku, a cell that makes an open three)."""
    defences: Callable[[int, int, int], int]
    """defences(marks, free, double_threats): the cells of which the opponent must take one to be left with no more than
    one of the player's double threats."""
    grades: Callable[[int, int, int, int], Grades]
    """grades(mine, my_free, theirs, their_free): how much a mark in each cell does for its player's lines and against
    the opponent's."""
    value: Callable[[int, int], int]
    """value(marks, free): the evaluation of the player's open windows and of the cells where they cross."""
    can_win: Callable[[int, int, int], bool]
    """can_win(marks, free, more): whether the player can still complete K in a row with so many more marks."""


def lines(rows: int, columns: int, k: int, exact: bool) -> Lines:
    """The functions for one board; with `exact` a row of more than K does not win."""
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

    def threats_in(marks: int, free: int, step: int, begin: int, before: int, after: int) -> LineThreats:
        """In one direction."""
        low, high, _ = lacking(marks, free, step, begin, before, after)
        sharp = low ^ high
        if not sharp:  # none lacks one or two
            return LineThreats(sharp, sharp, sharp)
        two = high & (full ^ low)
        straight = between(two, free ^ marks, step)
        return LineThreats(cells_of(low & (full ^ high), step, k), cells_of(two, step, k), straight)

    def together(all_so_far: LineThreats, more: LineThreats) -> LineThreats:
        return LineThreats(
            all_so_far.wins | more.wins,
            all_so_far.threats | more.threats,
            all_so_far.double_threats | more.double_threats | all_so_far.threats & more.threats,
        )

    def threats(marks: int, free: int) -> LineThreats:
        none = marks & 0
        found = LineThreats(none, none, none)
        if flat:
            found = together(found, threats_in(marks, free, along, begin_along, not_first, roomy_right))
        if upright:
            found = together(found, threats_in(marks, free, down, begin_down, full, full))
        if slanted:
            found = together(found, threats_in(marks, free, right, begin_right, not_first, roomy_right))
            found = together(found, threats_in(marks, free, left, begin_left, not_last, roomy_left))
        empty = free ^ marks
        return LineThreats(found.wins & empty, found.threats & empty, found.double_threats & empty)

    def opening_in(marks: int, free: int, step: int, begin: int, before: int, after: int) -> int:
        """In one direction."""
        low, high, _ = lacking(marks, free, step, begin, before, after)
        three = low & high
        return between(three, free ^ marks, step) if three else three

    def opening(marks: int, free: int) -> int:
        found = marks & 0
        if flat:
            found |= opening_in(marks, free, along, begin_along, not_first, roomy_right)
        if upright:
            found |= opening_in(marks, free, down, begin_down, full, full)
        if slanted:
            found |= opening_in(marks, free, right, begin_right, not_first, roomy_right)
            found |= opening_in(marks, free, left, begin_left, not_last, roomy_left)
        return found & (free ^ marks)

    def defences(marks: int, free: int, doubles: int) -> int:
        met_all, met_first = full, 0 & marks
        while doubles:
            cell = doubles & -doubles
            doubles ^= cell
            meets = cell | threats(marks | cell, free).wins
            met_all &= meets
            if not met_first:
                met_first = meets
        return met_all if met_all else met_first

    ways = (
        Way(flat, along, begin_along, not_first, roomy_right),
        Way(upright, down, begin_down, full, full),
        Way(slanted, right, begin_right, not_first, roomy_right),
        Way(slanted, left, begin_left, not_last, roomy_left),
    )
    grades = grading(k, full, lacking, cells_of, between, ways)

    def value_in(marks: int, free: int, step: int, begin: int, before: int, after: int) -> tuple[int, int]:
        """The evaluation of the open windows of one direction, and the empty cells where a mark would leave a window
        that lacks one, two or three marks (the last two with room on both sides)."""
        low, high, four = lacking(marks, free, step, begin, before, after)
        one, two, three = low & (full ^ high), high & (full ^ low), low & high
        value = LACKS_ONE * one.bit_count() + LACKS_TWO * two.bit_count() + LACKS_THREE * three.bit_count()
        empty = free ^ marks
        roomy = (three & three >> step | four & four >> step) & empty & empty >> k * step
        cells = cells_of(roomy << step, step, k - 1)
        return value, cells | cells_of(two, step, k) if two else cells

    def line_value(marks: int, free: int) -> int:
        value = 0
        growing = marks & 0
        crossing = marks & 0
        if flat:
            value, growing = value_in(marks, free, along, begin_along, not_first, roomy_right)
        if upright:
            more, cells = value_in(marks, free, down, begin_down, full, full)
            value += more
            crossing = growing & cells
            growing |= cells
        if slanted:
            more, cells = value_in(marks, free, right, begin_right, not_first, roomy_right)
            value += more
            crossing |= growing & cells
            growing |= cells
            more, cells = value_in(marks, free, left, begin_left, not_last, roomy_left)
            value += more
            crossing |= growing & cells
        return value + CROSSING * (crossing & (free ^ marks)).bit_count()

    def reachable_in(marks: int, free: int, more: int, step: int, begin: int, before: int, after: int) -> int:
        """The open windows in one direction that lack no more than so many marks, if those are few."""
        if more > 3:
            return no_longer(runs(free, step) & begin, marks, step, before, after)
        low, high, _ = lacking(marks, free, step, begin, before, after)
        if more == 3:
            return low | high
        if more == 2:
            return (low | high) & (full ^ (low & high))
        return low & (full ^ high) if more else low & 0

    def can_win(marks: int, free: int, more: int) -> bool:
        if flat and reachable_in(marks, free, more, along, begin_along, not_first, roomy_right):
            return True
        if upright and reachable_in(marks, free, more, down, begin_down, full, full):
            return True
        if slanted:
            if reachable_in(marks, free, more, right, begin_right, not_first, roomy_right):
                return True
            if reachable_in(marks, free, more, left, begin_left, not_last, roomy_left):
                return True
        return False

    return Lines(won, threats, opening, defences, grades, line_value, can_win)
