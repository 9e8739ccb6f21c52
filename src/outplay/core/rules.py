"""The interface between kernels and a game's rules; it is the same for all games.

A game lists its moves in one of two forms, whichever is cheaper for it. A kernel iterates over them with a *cursor*, an
integer that needs no memory of its own:

    cursor = rules.begin(state, scratch, depth)
    while rules.more(cursor):
        move = rules.pick(cursor, scratch, depth)
        cursor = rules.rest(cursor)

`nth(cursor, n, …)` is what `pick` returns after n times `rest`, without the n steps.

    form      signature of the game's moves      the cursor
    mask      moves(state) -> int                the moves that are left, one bit each
    buffer    moves(state, out) -> int           index << 32 | count; the moves are in row `depth` of scratch
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from outplay.core.bits import lowest_bit, nth_bit

State = Any
"""A NamedTuple of integers; each game has its own."""


class Cursor(NamedTuple):
    """An iteration over the legal moves of a state: first cursor, end test, move at a cursor, next cursor, number,
    move n places after a cursor."""

    begin: Callable[[State, Any, int], int]
    more: Callable[[int], bool]
    pick: Callable[[int, Any, int], int]
    rest: Callable[[int], int]
    how_many: Callable[[State, Any, int], int]
    nth: Callable[[int, int, Any, int], int]


class Rules(NamedTuple):
    """The rules that a kernel is compiled with. All functions are pure; moves given to `play` must be legal."""

    begin: Callable[[State, Any, int], int]
    more: Callable[[int], bool]
    pick: Callable[[int, Any, int], int]
    rest: Callable[[int], int]
    how_many: Callable[[State, Any, int], int]
    """The number of legal moves."""
    nth: Callable[[int, int, Any, int], int]
    """The move n places after a cursor; there must be so many."""
    play: Callable[[State, int], State]
    outcome: Callable[[State], int]
    """The final margin for the side to move, or GOING_ON."""
    turned: Callable[[State, State], bool]
    """Whether the side to move differs between a state and the state after a move."""
    to_move: Callable[[State], int]
    row: int
    """The number of integers of `scratch` that each ply needs."""


def row_of(scratch: Any, first: int, length: int) -> Any:
    """The view `scratch[first : first + length]`; a function so that the compiler can replace it for pointers."""
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

    def nth(cursor: int, n: int, scratch: Any, depth: int) -> int:
        return nth_bit(cursor, n)

    return Cursor(begin, more, pick, rest, how_many, nth)


def buffer_cursor(moves: Callable[[State, Any], int], row: int) -> Cursor:
    def begin(state: State, scratch: Any, depth: int) -> int:
        return moves(state, row_of(scratch, depth * row, row))

    def more(cursor: int) -> bool:
        return cursor >> 32 < cursor & 0xFFFFFFFF

    def pick(cursor: int, scratch: Any, depth: int) -> int:
        return int(scratch[depth * row + (cursor >> 32)])

    def rest(cursor: int) -> int:
        return cursor + 0x100000000

    def nth(cursor: int, n: int, scratch: Any, depth: int) -> int:
        return int(scratch[depth * row + (cursor >> 32) + n])

    return Cursor(begin, more, pick, rest, begin, nth)


def always_turned(state: State, child: State) -> bool:
    return True


def turn_test(to_move: Callable[[State], int]) -> Callable[[State, State], bool]:
    def turned(state: State, child: State) -> bool:
        return to_move(state) != to_move(child)

    return turned
