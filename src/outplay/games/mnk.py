"""(M, N, K) games: M rows, N columns, K in a row. Tic-tac-toe is 3-3-3, gomoku 15-15-5.

A state is seen from the side to move: its own marks and the other's, one bit a cell, in the order of the cells:

    0  1  2  3  4
    5  6  7  8  9         the bits of a board with 3 rows and 5 columns
   10 11 12 13 14

A line that runs on to the next row is no line. So each direction has its own set of cells where K in a row can begin,
counting to the right and down.
"""

from collections.abc import Callable
from typing import NamedTuple

from outplay.bits import GOING_ON
from outplay.boards import Grid
from outplay.game import Game
from outplay.symmetry import Cells, cell_symmetries

MOST = 70


class State(NamedTuple):
    mine: int
    theirs: int


def mnk(rows: int = 3, columns: int = 3, k: int = 3, *options: str) -> Game:
    """K in a row on a board of rows and columns; with `exact` a longer row does not win."""
    if not (1 <= rows <= MOST and 1 <= columns <= MOST and k >= 1):
        raise ValueError(f"mnk has 1 to {MOST} rows and columns and k of at least 1, not {rows},{columns},{k}")
    for option in options:
        if option != "exact":
            raise ValueError(f"mnk has no option {option!r}; it has exact")
    exact = "exact" in options
    spec = f"mnk:{rows},{columns},{k}" + ",exact" * exact
    k = min(k, max(rows, columns) + 1)  # more than fit on the board is as good as one more
    full = (1 << rows * columns) - 1

    def in_columns(first: int, last: int) -> int:
        """The cells of the columns from first to last, both included."""
        return sum(1 << cell for cell in range(rows * columns) if first <= cell % columns <= last)

    along, down, right, left = 1, columns, columns + 1, columns - 1
    starts_right, starts_left = in_columns(0, columns - k), in_columns(k - 1, columns - 1)
    not_first, not_last = in_columns(1, columns - 1), in_columns(0, columns - 2)
    roomy_right, roomy_left = in_columns(0, columns - k - 1), in_columns(k, columns - 1)

    def runs(stones: int, step: int) -> int:
        """The cells from which k stones stand a step apart."""
        length = 1
        while length < k:
            more = min(length, k - length)
            stones &= stones >> more * step
            length += more
        return stones

    def no_longer(begins: int, stones: int, step: int, before: int, after: int) -> int:
        """Those runs that no stone lengthens: none a step before a cell of `before`, none k steps past `after`."""
        if not exact:
            return begins
        return begins & (full ^ (stones << step & before)) & (full ^ (stones >> k * step & after))

    def won(stones: int) -> bool:
        if k <= rows and no_longer(runs(stones, down), stones, down, full, full):
            return True
        if k <= columns and no_longer(runs(stones, along) & starts_right, stones, along, not_first, roomy_right):
            return True
        if k <= rows and k <= columns:
            if no_longer(runs(stones, right) & starts_right, stones, right, not_first, roomy_right):
                return True
            if no_longer(runs(stones, left) & starts_left, stones, left, not_last, roomy_left):
                return True
        return False

    def moves(state: State) -> int:
        return full ^ (state.mine | state.theirs)

    def play(state: State, move: int) -> State:
        return State(state.theirs, state.mine | 1 << move)

    def outcome(state: State) -> int:
        if won(state.theirs):
            return -1
        return 0 if state.mine | state.theirs == full else GOING_ON

    def to_move(state: State) -> int:
        return (state.mine | state.theirs).bit_count() & 1

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
        reason=reason,
        left=1,
        players=("x", "o"),
        symmetries=cell_symmetries(rows, columns, turned),
        board=Grid(rows, columns, cells, from_cells),
    )


def tic_tac_toe() -> Game:
    """Three in a row on a board of three by three."""
    return mnk(3, 3, 3)


def gomoku(size: int = 15, *options: str) -> Game:
    """Five in a row on a square board; with `exact` six do not win."""
    return mnk(size, size, 5, *options)
