"""(M, N, K) games: M rows, N columns, K in a row. Tic-tac-toe is 3-3-3, gomoku 15-15-5.

A state is seen from the side to move: its own marks and the other's, one bit a cell, in the order of the cells:

    0  1  2  3  4
    5  6  7  8  9         the bits of a board with 3 rows and 5 columns
   10 11 12 13 14
"""

from collections.abc import Callable
from typing import NamedTuple

from outplay.core.bits import GOING_ON
from outplay.core.boards import Grid
from outplay.core.game import Game
from outplay.core.symmetry import Cells, cell_symmetries
from outplay.games.mnk.lines import lines
from outplay.games.neighbourhoods import around, middle, spreading

MOST = 70

MOST_TABLE = 400
"""Larger boards have no tables of what surrounds each cell."""

LACKS_ONE, LACKS_TWO, LACKS_THREE, CROSSING = 26, 48, 19, 9
"""What a line that is still open is worth by the marks it lacks, and an empty cell where two such lines cross. Fitted
to games, in hundredths of the logarithm of the odds: there is not more to a line that lacks one, since that is met."""
TO_MOVE, TURN = 9, 50
"""What the lines of the side to move count, in eighths, and what the turn itself is worth: with it the scores of even
and odd depths are alike."""
MOST_ESTIMATE, HALF = 900, 180
"""No estimate is more than the first; an advantage of the second is worth half of that."""
SWING = 60
"""By how much a quiet move changes the estimate."""
NEAR, OWN, OTHERS = 2, 4, 3
"""How far from every mark a cell is left out, and what marks in line with a cell count for trying it early."""
ALL_TRIED = 49
"""On boards of no more cells than this none is left out, so that every search can end with a proof, and it is asked who
can still win, which a search of a larger board does not live to see."""


class State(NamedTuple):
    mine: int
    theirs: int


def mnk(rows: int = 3, columns: int = 3, k: int = 3, *options: str, look: str | None = None) -> Game:
    """K in a row on a board of rows and columns; with `exact` a longer row does not win. `look` is that of its Grid."""
    if not (1 <= rows <= MOST and 1 <= columns <= MOST and k >= 1):
        raise ValueError(f"mnk has 1 to {MOST} rows and columns and k of at least 1, not {rows},{columns},{k}")
    for option in options:
        if option != "exact":
            raise ValueError(f"mnk has no option {option!r}; it has exact")
    exact = "exact" in options
    spec = f"mnk:{rows},{columns},{k}" + ",exact" * exact
    k = min(k, max(rows, columns) + 1)  # more than fit on the board is as good as one more
    full = (1 << rows * columns) - 1

    weights = (LACKS_ONE, LACKS_TWO, LACKS_THREE, CROSSING)
    won, threats, preparing, meeting, weight, hopes = lines(rows, columns, k, exact, weights)
    small = rows * columns <= MOST_TABLE
    star = around(rows, columns, k - 1) if small else (0,)
    tiny = rows * columns <= ALL_TRIED
    nearby = spreading(rows, columns, NEAR)
    central = middle(rows, columns)

    def moves(state: State) -> int:
        return full ^ (state.mine | state.theirs)

    def play(state: State, move: int) -> State:
        return State(state.theirs, state.mine | 1 << move)

    def passed(state: State) -> State:
        return State(state.theirs, state.mine)

    def outcome(state: State) -> int:
        if won(state.theirs):
            return -1
        return 0 if state.mine | state.theirs == full else GOING_ON

    def to_move(state: State) -> int:
        return (state.mine | state.theirs).bit_count() & 1

    def forced(state: State) -> int:
        """A move that wins at once; or else one that keeps the other from it; or else one that makes two threats.

        Two threats win: the other, who cannot win at once, can meet only one. So if the other has two, one move is as
        good as any, and if the other can make two, that has to be met before, or kept waiting by threats.
        """
        mine = threats(state.mine, full ^ state.theirs)
        if mine.completing:
            return mine.completing & -mine.completing
        theirs = threats(state.theirs, full ^ state.mine)
        if theirs.completing:
            return theirs.completing & -theirs.completing
        if mine.doubling:
            return mine.doubling & -mine.doubling
        if theirs.doubling:
            return meeting(state.theirs, full ^ state.mine, theirs.doubling) | mine.threatening
        return theirs.doubling

    def forcing(state: State) -> int:
        """The moves that win at once; if there are none, those that threaten to, or to make two threats."""
        mine = threats(state.mine, full ^ state.theirs)
        return mine.completing if mine.completing else mine.threatening | preparing(state.mine, full ^ state.theirs)

    def urgent(state: State) -> int:
        """The moves by which one side or the other would threaten something."""
        mine, theirs = full ^ state.theirs, full ^ state.mine  # what each can still take
        sharp = threats(state.mine, mine).threatening | threats(state.theirs, theirs).threatening
        return sharp | preparing(state.mine, mine) | preparing(state.theirs, theirs)

    def left(state: State) -> int:
        free = full ^ (state.mine | state.theirs)
        return int(hopes(state.mine, full ^ state.theirs, (free.bit_count() + 1) // 2))

    def risk(state: State) -> int:
        free = full ^ (state.mine | state.theirs)
        return int(hopes(state.theirs, full ^ state.mine, free.bit_count() // 2))

    def evaluate(state: State) -> int:
        mine = weight(state.mine, full ^ state.theirs)
        theirs = weight(state.theirs, full ^ state.mine)
        ahead = mine * TO_MOVE // 8 - theirs + TURN
        return MOST_ESTIMATE * ahead // (abs(ahead) + HALF)

    def order(state: State, move: int) -> int:
        """By the marks in line with a cell, one's own above all; on an empty board the middle first."""
        if not state.mine | state.theirs:
            return central[move]
        if not small:
            return 0
        return OWN * (state.mine & star[move]).bit_count() + OTHERS * (state.theirs & star[move]).bit_count()

    def likely(state: State) -> int:
        """The cells near some mark."""
        taken = state.mine | state.theirs
        return nearby(taken) & (full ^ taken) if taken else full

    def reason(state: State) -> str:
        return f"{k} in a row" if won(state.theirs) else "the board is full"

    def cells(state: State) -> str:
        first, second = (state.mine, state.theirs)[:: -1 if to_move(state) else 1]
        return "".join("x" if first >> i & 1 else "o" if second >> i & 1 else "." for i in range(rows * columns))

    def from_cells(cells: str) -> State:
        first, second = (sum(1 << i for i, c in enumerate(cells) if c == symbol) for symbol in "xo")
        turn = first.bit_count() - second.bit_count()
        if turn not in (0, 1):
            raise ValueError("x moves first, so there are as many x as o, or one more")
        state = State(second, first) if turn else State(first, second)
        if won(state.mine):
            raise ValueError(f"{'o' if turn else 'x'} has {k} in a row, and {'x' if turn else 'o'} moved after that")
        return state

    def turned(turn: Cells) -> Callable[[State], State]:
        def state(state: State) -> State:
            return State(turn(state.mine), turn(state.theirs))

        return state

    return Game(
        name="mnk",
        spec=spec,
        initial=State(0, 0),
        bits=rows * columns,
        moves=moves,
        play=play,
        outcome=outcome,
        to_move=to_move,
        alternates=True,
        evaluate=evaluate,
        passed=passed,
        order=order,
        likely=None if tiny else likely,
        forced=forced,
        forcing=forcing,
        urgent=urgent,
        swing=SWING,
        reason=reason,
        left=left if tiny else 1,
        risk=risk if tiny else None,
        players=("x", "o"),
        symmetries=cell_symmetries(rows, columns, turned),
        board=Grid(rows, columns, cells, from_cells, in_a_row=k, exact_row=exact, look=look),
    )


def tic_tac_toe() -> Game:
    """Three in a row on a board of three by three."""
    return mnk(3, 3, 3)


def gomoku(size: int = 15, *options: str) -> Game:
    """Five in a row on a square board; with `exact` six do not win."""
    return mnk(size, size, 5, *options, look="lines")
