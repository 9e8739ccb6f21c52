"""The evaluation and the move ordering of the Squatter player of 2015.

The evaluation is the sum of four terms, each for the side to move less the same for the opponent. Only live pieces,
that is pieces that are not captured, count for layer and clump:

    layer     the distance of each piece from the middle, in rings; only early in the game
    capture   100 for each captured cell
    clump     10 for each piece with exactly two own neighbours among the eight cells around it
    corner    -9001 for each piece in a corner

A finished game is not evaluated: its value is that of a win or loss, plus that of the margin.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

State = Any

CAPTURE, CLUMP, CORNER = 100, 10, -9001
WON = 1_000_000
"""The value of a won game, to which CAPTURE is added for each cell of the margin."""

EARLY, OF = 2, 3
"""The game is early while more than EARLY / OF of the cells are free."""


class Estimate(NamedTuple):
    """The functions for one size of board; all values are for the side to move of the state."""

    layer: Callable[[State], int]
    capture: Callable[[State], int]
    clump: Callable[[State], int]
    corner: Callable[[State], int]
    evaluate: Callable[[State], int]
    """The sum of the four terms."""
    end: Callable[[int], int]
    """The value of a finished game with this margin."""
    beside: Callable[[State], int]
    """The mask of all cells with a piece and of their neighbours."""
    foremost: Callable[[int, int], int]
    """foremost(left, near): of the moves `left`, the mask of those to search next: first those in `near`, then the
    others, and corners last."""
    linked: Callable[[int], int]
    """Of the mask of one side's live pieces, those that the clump term counts."""


def estimate(size: int, moves: Callable[[State], int], settled_margin: Callable[[State], int]) -> Estimate:
    cells = size * size
    full = (1 << cells) - 1
    not_first = sum(1 << i for i in range(cells) if i % size)
    not_last = not_first >> 1
    corners = 1 | 1 << size - 1 | 1 << size * (size - 1) | 1 << cells - 1
    others = full ^ corners
    rings = tuple(from_ring(size, ring) for ring in range(1, (size + 1) // 2))

    def layers(live: int) -> int:
        count = 0
        for ring in rings:
            count += (live & ring).bit_count()
        return count

    def linked(live: int) -> int:
        """The pieces with exactly two neighbours among them, counted for all pieces at once by shifted masks."""
        left, right = (live & not_last) << 1, (live & not_first) >> 1
        one, two = left | right, left & right
        row = live | one
        above, below = row << size, row >> size
        # A cell has 0 to 3 neighbours in the row above, and as many in the row below: at least 1, 2 (pair), 3 (triple).
        pair = (one & live) | two
        triple = two & live
        pair_above, pair_below = pair << size, pair >> size
        triple_above, triple_below = triple << size, triple >> size
        at_least_three = triple_above | triple_below
        at_least_three |= (pair_above & (below | one)) | (pair_below & (above | one)) | (two & (above | below))
        at_least_three |= above & below & one
        at_least_two = pair_above | pair_below | two | (above & below) | (above & one) | (below & one)
        at_least_two &= live
        return at_least_two ^ (at_least_two & at_least_three)

    def layer(state: State) -> int:
        if OF * moves(state).bit_count() <= EARLY * cells:
            return 0
        return layers(state.mine ^ (state.mine & state.lost)) - layers(state.theirs ^ (state.theirs & state.held))

    def capture(state: State) -> int:
        return CAPTURE * settled_margin(state)

    def clump(state: State) -> int:
        mine, theirs = state.mine ^ (state.mine & state.lost), state.theirs ^ (state.theirs & state.held)
        return CLUMP * (linked(mine).bit_count() - linked(theirs).bit_count())

    def corner(state: State) -> int:
        mine: int = (state.mine & corners).bit_count()
        theirs: int = (state.theirs & corners).bit_count()
        return CORNER * (mine - theirs)

    def evaluate(state: State) -> int:
        return layer(state) + capture(state) + clump(state) + corner(state)

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

    return Estimate(layer, capture, clump, corner, evaluate, end, beside, foremost, linked)


def from_ring(size: int, ring: int) -> int:
    """The mask of the cells that are at least `ring` rings away from the middle.

    >>> f"{from_ring(3, 1):09b}"
    '111101111'
    """
    places = (divmod(cell, size) for cell in range(size * size))
    away = (max(abs(2 * row - size + 1), abs(2 * column - size + 1)) // 2 for row, column in places)
    return sum(1 << cell for cell, rings in enumerate(away) if rings >= ring)
