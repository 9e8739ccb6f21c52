"""What a kernel may name: one game's rules in a shape that is the same for all games.

A game offers its moves in the cheapest form it has, and a kernel walks them with a *cursor*, an integer:

    cursor = rules.begin(state, scratch, depth)
    while rules.more(cursor):
        move = rules.pick(cursor, scratch, depth)
        cursor = rules.rest(cursor)

    form      the game gives                     the cursor is
    mask      moves(state) -> int                the moves not yet walked, one bit each
    buffer    moves(state, out) -> int           index << 32 | count; the moves stand in row `depth` of scratch
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from outplay.core.bits import lowest_bit

State = Any
"""A NamedTuple of integers; each game has its own."""


class Cursor(NamedTuple):
    """A walk through the legal moves of a state."""

    begin: Callable[[State, Any, int], int]
    more: Callable[[int], bool]
    pick: Callable[[int, Any, int], int]
    rest: Callable[[int], int]
    how_many: Callable[[State, Any, int], int]


class Rules(NamedTuple):
    begin: Callable[[State, Any, int], int]
    more: Callable[[int], bool]
    pick: Callable[[int, Any, int], int]
    rest: Callable[[int], int]
    how_many: Callable[[State, Any, int], int]
    """How many legal moves there are."""
    play: Callable[[State, int], State]
    outcome: Callable[[State], int]
    """The margin for the side to move, or GOING_ON."""
    turned: Callable[[State, State], bool]
    """Whether the turn passed from the side to move in the first state to the other in the second."""
    to_move: Callable[[State], int]
    row: int
    """How many integers of scratch a ply needs."""


def row_of(scratch: Any, first: int, length: int) -> Any:
    """A part of an array, as a view."""
    return scratch[first : first + length]


def mask_cursor(moves: Callable[[State], int]) -> Cursor:
    def begin(state: State, scratch: Any, depth: int) -> int:
        return moves(state)

    def more(cursor: int) -> bool:
        return cursor != 0

    def pick(cursor: int, scratch: Any, depth: int) -> int:
        return lowest_bit(cursor)

    def rest(cursor: int) -> int:
        return cursor & (cursor - 1)

    def how_many(state: State, scratch: Any, depth: int) -> int:
        return moves(state).bit_count()

    return Cursor(begin, more, pick, rest, how_many)


def buffer_cursor(moves: Callable[[State, Any], int], row: int) -> Cursor:
    def begin(state: State, scratch: Any, depth: int) -> int:
        return moves(state, row_of(scratch, depth * row, row))

    def more(cursor: int) -> bool:
        return cursor >> 32 < cursor & 0xFFFFFFFF

    def pick(cursor: int, scratch: Any, depth: int) -> int:
        return int(scratch[depth * row + (cursor >> 32)])

    def rest(cursor: int) -> int:
        return cursor + 0x100000000

    return Cursor(begin, more, pick, rest, begin)


def always_turned(state: State, child: State) -> bool:
    return True


def turn_test(to_move: Callable[[State], int]) -> Callable[[State, State], bool]:
    def turned(state: State, child: State) -> bool:
        return to_move(state) != to_move(child)

    return turned
