"""What Squatter's positions and moves look worth, and how much can still be gained; sets of cells as in `squatter`."""

from collections.abc import Callable
from typing import Any

THREE, TWO, CORNER = 750, 250, -250
"""What `evaluate` gives the side to move: for each cell with three or two of its four neighbours walled and the others
free, and for each piece in a corner, where it can wall nothing. In thousandths of a cell; fitted to games, and few
different values, since what is equal is cut off sooner."""
THEIR_THREE, THEIR_TWO = 500, 250
"""The same for the other side, which has to wait for its turn."""
TURN = 125
"""What it is worth to be the one to move: with it the scores of even and odd depths are alike."""

State = Any
Value = Callable[[State], int]


def estimates(
    size: int, moves: Value, banked: Value, enclosed: Callable[[int], int]
) -> tuple[Value, Callable[[State, int], int], Value, Value, Value]:
    """The functions `evaluate`, `order`, `urgent`, `left` and `risk` of a board of this size."""
    full = (1 << size * size) - 1
    not_first = sum(1 << i for i in range(size * size) if i % size)
    not_last = not_first >> 1
    inner = not_first & not_last & full >> size & full << size
    edge = full ^ inner
    corners = 1 | 1 << size - 1 | 1 << size * (size - 1) | 1 << size * size - 1

    def nearly(live: int, free: int, held: int) -> tuple[int, int]:
        """The cells with three and with two of their neighbours walled by one side, the others free."""
        can = live | free
        inside = inner ^ (inner & (live | held))
        inside &= can << 1 & can >> 1 & can << size & can >> size
        left, right, up, down = live << 1, live >> 1, live << size, live >> size
        one, other = left ^ right, up ^ down
        both, others = left & right, up & down
        threes = inside & (both & other | others & one)
        twos = inside & (one & other | (both ^ others) & (full ^ full & (one | other)))
        return threes, twos

    def promises(live: int, free: int, held: int, three: int, two: int) -> int:
        """What one side's pieces promise: small loops nearly closed, less what stands in corners."""
        threes, twos = nearly(live, free, held)
        return three * threes.bit_count() + two * twos.bit_count() + CORNER * (live & corners).bit_count()

    def evaluate(state: State) -> int:
        free = moves(state)
        mine = promises(state.mine ^ (state.mine & state.lost), free, state.held, THREE, TWO)
        theirs = promises(state.theirs ^ (state.theirs & state.held), free, state.lost, THEIR_THREE, THEIR_TWO)
        return 1000 * banked(state) + mine - theirs + TURN

    def urgent(state: State) -> int:
        """The moves that close a small loop of either side, or leave one to be closed."""
        free = moves(state)
        threes, twos = nearly(state.mine ^ (state.mine & state.lost), free, state.held)
        their_threes, their_twos = nearly(state.theirs ^ (state.theirs & state.held), free, state.lost)
        inside = threes | twos | their_threes | their_twos
        return free & (inside << 1 | inside >> 1 | inside << size | inside >> size)

    def rings(walls: int) -> int:
        """The cells, walls or not, whose four neighbours are walls."""
        return inner & walls << 1 & walls >> 1 & walls << size & walls >> size

    def order(state: State, move: int) -> int:
        """What closes a small loop first, then what keeps the other side from it; corners last."""
        cell = 1 << move
        mine, theirs = rings(state.mine | cell), rings(state.theirs | cell)
        new = (mine ^ (mine & (state.mine | state.held))).bit_count()
        stopped = (theirs ^ (theirs & (state.theirs | state.lost))).bit_count()
        return int(1 + 4 * new + 2 * stopped) - int(cell & corners != 0)

    def within_reach(pieces: int, free: int) -> int:
        """The cells that these pieces and all free cells together would enclose, whatever stands there."""
        walls = pieces | free
        outside = full ^ walls ^ enclosed(walls)
        near = outside | (outside & not_last) << 1 | (outside & not_first) >> 1 | outside << size | outside >> size
        return full ^ (full & (near | edge))

    def gained(pieces: int, free: int, own: int, others: int) -> int:
        """What a side may take of cells within its reach that it has not, and take back of the other's."""
        reach = within_reach(pieces, free)
        return (reach ^ (reach & (pieces | own))).bit_count() + (reach & others).bit_count()

    def left(state: State) -> int:
        return gained(state.mine, moves(state), state.held, state.lost)

    def risk(state: State) -> int:
        return gained(state.theirs, moves(state), state.lost, state.held)

    return evaluate, order, urgent, left, risk
