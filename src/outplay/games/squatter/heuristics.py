"""What the search of Squatter is told beside its rules. Sets of cells are as in `rules`."""

from collections.abc import Callable

from outplay.core.heuristics import Heuristics
from outplay.core.symmetry import Cells, cell_symmetries
from outplay.games.squatter.rules import State

THREE, TWO, CORNER = 750, 250, -250
"""Evaluation terms of the side to move: a cell with three or two of its four neighbours walled and the others free, and
a piece in a corner, where it can wall nothing. In thousandths of a cell; fitted to games, with few different values,
since equal evaluations cause more cut-offs."""
OPPONENT_THREE, OPPONENT_TWO = 500, 250
"""The same terms of the opponent, which has to wait for its turn."""
TEMPO = 125
"""The value of the turn itself: with it the scores of even and odd depths are alike."""


def squatter_heuristics(size: int, moves: Callable[[State], int], enclosed: Callable[[int], int]) -> Heuristics:
    """The heuristics for one board; `moves` and `enclosed` are those of its rules."""
    full = (1 << size * size) - 1
    not_first = sum(1 << i for i in range(size * size) if i % size)
    not_last = not_first >> 1
    inner = not_first & not_last & full >> size & full << size
    edge = full ^ inner
    corners = 1 | 1 << size - 1 | 1 << size * (size - 1) | 1 << size * size - 1

    def nearly_closed(live: int, free: int, held: int) -> tuple[int, int]:
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

    def side_value(live: int, free: int, held: int, three: int, two: int) -> int:
        """The evaluation terms of one side: small loops nearly closed, less pieces in corners."""
        threes, twos = nearly_closed(live, free, held)
        return three * threes.bit_count() + two * twos.bit_count() + CORNER * (live & corners).bit_count()

    def evaluate(state: State) -> int:
        free = moves(state)
        mine = side_value(state.mine ^ (state.mine & state.lost), free, state.held, THREE, TWO)
        theirs = side_value(state.theirs ^ (state.theirs & state.held), free, state.lost, OPPONENT_THREE, OPPONENT_TWO)
        return 1000 * settled_margin(state) + mine - theirs + TEMPO

    def tactical_moves(state: State) -> int:
        """The moves that close a small loop of either side, or leave one to be closed."""
        free = moves(state)
        threes, twos = nearly_closed(state.mine ^ (state.mine & state.lost), free, state.held)
        their_threes, their_twos = nearly_closed(state.theirs ^ (state.theirs & state.held), free, state.lost)
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

    def max_gain(state: State) -> int:
        return gained(state.mine, moves(state), state.held, state.lost)

    def max_loss(state: State) -> int:
        return gained(state.theirs, moves(state), state.lost, state.held)

    def settled_margin(state: State) -> int:
        """The captured cells. They can be lost again, which `max_loss` counts."""
        return state.held.bit_count() - state.lost.bit_count()

    def key_state(state: State) -> State:
        """All of it: what can still be gained depends on the captured cells too."""
        return state

    def null_move(state: State) -> State:
        return State(state.theirs, state.mine, state.lost, state.held)

    def image(cells: Cells) -> Callable[[State], State]:
        def state(state: State) -> State:
            return State(cells(state.mine), cells(state.theirs), cells(state.held), cells(state.lost))

        return state

    def features(state: State) -> tuple[int, int, int, int, int, int, int, int]:
        """What a network is shown: the pieces and captured cells of both sides, and the small loops nearly closed."""
        free = moves(state)
        threes, twos = nearly_closed(state.mine ^ (state.mine & state.lost), free, state.held)
        their_threes, their_twos = nearly_closed(state.theirs ^ (state.theirs & state.held), free, state.lost)
        return (state.mine, state.theirs, state.held, state.lost, threes, twos, their_threes, their_twos)

    return Heuristics(
        features=features,
        feature_bits=(size * size,) * 8,
        evaluate=evaluate,
        order=order,
        settled_margin=settled_margin,
        key_state=key_state,
        max_gain=max_gain,
        max_loss=max_loss,
        tactical_moves=tactical_moves,
        null_move=null_move,
        symmetries=cell_symmetries(size, size, image),
    )
