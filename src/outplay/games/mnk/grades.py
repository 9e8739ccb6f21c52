"""How much a mark in each cell does for its player's lines and against the opponent's, as a number from 0 to 15.

The numbers are sums over both players and all directions. What each counts was fitted to 5,506 searches of quiet
positions, by how likely a move of its kind is the best one.
"""

from collections.abc import Callable
from typing import NamedTuple

from outplay.core.heuristics import Grades


class Way(NamedTuple):
    """A direction of a board."""

    fits: bool
    """Whether a row of K fits on the board in it."""
    step: int
    """From a cell to the next one."""
    begin: int
    """The cells where a window can begin."""
    before: int
    """The cells that are a step past another one."""
    after: int
    """The cells where a window can begin with a cell behind its last one."""


def grading(
    k: int,
    full: int,
    lacking: Callable[[int, int, int, int, int, int], tuple[int, int, int]],
    cells_of: Callable[[int, int, int], int],
    between: Callable[[int, int, int], int],
    ways: tuple[Way, Way, Way, Way],
) -> Callable[[int, int, int, int], Grades]:
    """Makes the function that grades all cells; see `windows` and `lines` for the functions that it is given."""
    (flat, along, begin_along, before_along, after_along), (upright, down, begin_down, before_down, after_down) = ways[
        :2
    ]
    (slanted, right, begin_right, before_right, after_right), (_, left, begin_left, before_left, after_left) = ways[2:]

    def shapes_in(marks: int, free: int, step: int, begin: int, before: int, after: int) -> tuple[int, int, int]:
        """The cells of one direction where a mark would make a threat, an open three, or the next best; each cell
        stands in one set at most, and cells that are taken may stand in some."""
        low, high, four = lacking(marks, free, step, begin, before, after)
        empty = free ^ marks
        two, three = high & (full ^ low), low & high
        fours = cells_of(two, step, k)
        threes = between(three, empty, step) & (full ^ fours)
        twos = (cells_of(three, step, k) | between(four, empty, step)) & (full ^ (fours | threes))
        return fours, threes, twos

    def plus(grades: Grades, ones: int, twos: int, fours: int) -> Grades:
        """Adds numbers to grades; a sum above 15 becomes 15."""
        carry = grades.ones & ones
        first = grades.ones ^ ones
        more = grades.twos & twos | grades.twos & carry | twos & carry
        second = grades.twos ^ twos ^ carry
        most = grades.fours & fours | grades.fours & more | fours & more
        third = grades.fours ^ fours ^ more
        over = grades.eights & most
        return Grades(first | over, second | over, third | over, grades.eights | most)

    def graded(
        grades: Grades,
        mine: int,
        my_free: int,
        theirs: int,
        their_free: int,
        step: int,
        begin: int,
        before: int,
        after: int,
    ) -> Grades:
        """Adds what a mark does in one direction."""
        fours, threes, twos = shapes_in(mine, my_free, step, begin, before, after)
        grades = plus(grades, fours | threes, twos, fours | threes)
        fours, threes, twos = shapes_in(theirs, their_free, step, begin, before, after)
        return plus(grades, threes | twos, threes, fours)

    def grades(mine: int, my_free: int, theirs: int, their_free: int) -> Grades:
        none = mine & 0
        found = Grades(none, none, none, none)
        if flat:
            found = graded(found, mine, my_free, theirs, their_free, along, begin_along, before_along, after_along)
        if upright:
            found = graded(found, mine, my_free, theirs, their_free, down, begin_down, before_down, after_down)
        if slanted:
            found = graded(found, mine, my_free, theirs, their_free, right, begin_right, before_right, after_right)
            found = graded(found, mine, my_free, theirs, their_free, left, begin_left, before_left, after_left)
        return found

    return grades
