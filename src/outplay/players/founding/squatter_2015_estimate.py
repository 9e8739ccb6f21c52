"""The evaluation and the move ordering of the Squatter player of 2015.

The evaluation is the sum of four terms with the weights of the founding documents, counted as the program of 2015 does.
Only live pieces, that is pieces that are not captured, count for layer and clump:

    layer     5 for each step of a piece from the middle, by rows or by columns, whichever is less; early in the game
    capture   100 for each captured cell, and -400 for each cell that the opponent has captured
    clump     10 for each of the eight directions around a piece, looked at in turn, until a third neighbour of its own
              side is met; -10 for that direction and for each after it
    corner    -9001 if a corner is occupied, once

Layer and clump are those of one side less the same of the other. Capture and corner are counted for the player who
chooses the move at the root, the chooser: its losses weigh four times its gains, and only its own corners count. A
finished game is not evaluated: its value is that of a win or loss, plus that of the margin.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

State = Any

LAYER, CAPTURE, CLUMP, CORNER = 5, 100, 10, -9001
LOSS = 4
"""How many captured cells outweigh one that the opponent has captured."""
WON = 1_000_000
"""The value of a won game, to which CAPTURE is added for each cell of the margin."""

EARLY, OF = 4, 5
"""The game is early while more than EARLY / OF of the cells are free."""


class Estimate(NamedTuple):
    """The functions for one size of board. All values are for the side to move of the state; `own` is 1 if that side is
    the chooser and 0 if the opponent is."""

    layer: Callable[[State, int], int]
    capture: Callable[[State, int], int]
    clump: Callable[[State, int], int]
    corner: Callable[[State, int], int]
    evaluate: Callable[[State, int], int]
    """The sum of the four terms."""
    end: Callable[[int], int]
    """The value of a finished game with this margin."""
    beside: Callable[[State], int]
    """The mask of all cells with a piece and of their neighbours."""
    foremost: Callable[[int, int], int]
    """foremost(left, near): of the moves `left`, the mask of those to search next: first those in `near`, then the
    others, and corners last."""


def spreading(size: int) -> Callable[[int], int]:
    """The function from the mask of one side's live pieces to what the clump term counts for them."""
    cells = size * size
    full = (1 << cells) - 1
    not_first = sum(1 << i for i in range(cells) if i % size)
    not_last = not_first >> 1

    def spread(live: int) -> int:
        """For all pieces together: the directions without a clump less those with one. A direction clumps if it or one
        before it has the third neighbour; `third` is the mask of the pieces for which that is so."""
        first = second = third = live ^ live
        clumped = 0
        for direction in range(8):
            near = neighbours(live, direction) & live
            third |= second & near
            second |= first & near
            first |= near
            clumped += third.bit_count()
        return 8 * live.bit_count() - 2 * clumped

    def neighbours(live: int, direction: int) -> int:
        """The cells that have a piece next to them in the direction: up, right, down, left, then the diagonals from the
        upper left clockwise."""
        if direction == 0:
            return live << size & full
        if direction == 1:
            return (live & not_first) >> 1
        if direction == 2:
            return live >> size
        if direction == 3:
            return (live & not_last) << 1
        if direction == 4:
            return (live & not_last) << size + 1 & full
        if direction == 5:
            return (live & not_first) << size - 1 & full
        if direction == 6:
            return (live & not_first) >> size + 1
        return (live & not_last) >> size - 1

    return spread


def estimate(size: int, moves: Callable[[State], int]) -> Estimate:
    cells = size * size
    full = (1 << cells) - 1
    not_first = sum(1 << i for i in range(cells) if i % size)
    not_last = not_first >> 1
    corners = 1 | 1 << size - 1 | 1 << size * (size - 1) | 1 << cells - 1
    others = full ^ corners
    rings = tuple(from_ring(size, ring) for ring in range(1, size // 2 + 1))
    spread = spreading(size)

    def layers(live: int) -> int:
        count = 0
        for ring in rings:
            count += (live & ring).bit_count()
        return count

    def layer(state: State, own: int) -> int:
        if OF * moves(state).bit_count() <= EARLY * cells:
            return 0
        mine, theirs = state.mine ^ (state.mine & state.lost), state.theirs ^ (state.theirs & state.held)
        return LAYER * (layers(mine) - layers(theirs))

    def capture(state: State, own: int) -> int:
        won: int = state.held.bit_count()
        lost: int = state.lost.bit_count()
        return CAPTURE * (won - LOSS * lost if own else LOSS * won - lost)

    def clump(state: State, own: int) -> int:
        mine, theirs = state.mine ^ (state.mine & state.lost), state.theirs ^ (state.theirs & state.held)
        return CLUMP * (spread(mine) - spread(theirs))

    def corner(state: State, own: int) -> int:
        if own:
            return CORNER if state.mine & corners else 0
        return -CORNER if state.theirs & corners else 0

    def evaluate(state: State, own: int) -> int:
        return layer(state, own) + capture(state, own) + clump(state, own) + corner(state, own)

    def end(margin: int) -> int:
        if margin == 0:
            return 0
        return CAPTURE * margin + (WON if margin > 0 else -WON)

    def beside(state: State) -> int:
        pieces: int = state.mine | state.theirs
        row = pieces | (pieces & not_last) << 1 | (pieces & not_first) >> 1
        return row | row << size | row >> size

    def foremost(left: int, near: int) -> int:
        chosen = left & near & others
        if chosen != 0:
            return chosen
        chosen = left & others
        if chosen != 0:
            return chosen
        return left

    return Estimate(layer, capture, clump, corner, evaluate, end, beside, foremost)


def from_ring(size: int, ring: int) -> int:
    """The mask of the cells that are at least `ring` steps away from the middle, both by rows and by columns. On a
    board with an even number of rows the middle is the upper left one of the four cells there.

    >>> f"{from_ring(3, 1):09b}"
    '101000101'
    """
    middle = (size - 1) // 2
    places = (divmod(cell, size) for cell in range(size * size))
    away = (min(abs(row - middle), abs(column - middle)) for row, column in places)
    return sum(1 << cell for cell, rings in enumerate(away) if rings >= ring)
