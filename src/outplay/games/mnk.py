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
from outplay.games.lines import lines
from outplay.symmetry import Cells, cell_symmetries

MOST = 70

LACKS_ONE, LACKS_TWO, LACKS_THREE = 64, 16, 4
"""What a line that is still open is worth by the marks it lacks."""
TO_MOVE = 9
"""What the lines of the side to move count, in eighths."""
MOST_ESTIMATE, HALF = 950, 200
"""No estimate is more than the first; an advantage of the second is worth half of that."""


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

    won, completing, threatening, weight = lines(rows, columns, k, exact, (LACKS_ONE, LACKS_TWO, LACKS_THREE))
    near, star = around(rows, columns, 2, rays=False), around(rows, columns, max(1, k - 1), rays=True)
    middle = tuple(
        -abs(2 * (cell // columns) - rows + 1) - abs(2 * (cell % columns) - columns + 1) for cell in range(rows * columns)
    )

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

    def forced(state: State) -> int:
        """The moves that win at once; if there are none, those that keep the other from doing so."""
        wins = completing(state.mine, full ^ state.theirs)
        if wins:
            return wins
        return completing(state.theirs, full ^ state.mine)

    def forcing(state: State) -> int:
        """The moves that win at once; if there are none, those that threaten to."""
        wins = completing(state.mine, full ^ state.theirs)
        if wins:
            return wins
        return threatening(state.mine, full ^ state.theirs)

    def evaluate(state: State) -> int:
        mine = weight(state.mine, full ^ state.theirs)
        theirs = weight(state.theirs, full ^ state.mine)
        ahead = mine * TO_MOVE // 8 - theirs
        return MOST_ESTIMATE * ahead // (abs(ahead) + HALF)

    def order(state: State, move: int) -> int:
        taken = state.mine | state.theirs
        if not taken:
            return 200 + middle[move]
        if not taken & near[move]:
            return -1
        return 4 * (state.mine & star[move]).bit_count() + 3 * (state.theirs & star[move]).bit_count()

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
        order=order,
        forced=forced,
        forcing=forcing,
        reason=reason,
        left=1,
        players=("x", "o"),
        symmetries=cell_symmetries(rows, columns, turned),
        board=Grid(rows, columns, cells, from_cells),
    )


def around(rows: int, columns: int, reach: int, rays: bool) -> tuple[int, ...]:
    """For each cell the cells at most so far away, or those of them on a line with it; without the cell itself."""
    found = []
    for row in range(rows):
        for column in range(columns):
            cells = 0
            for down in range(-min(row, reach), min(rows - 1 - row, reach) + 1):
                for right in range(-min(column, reach), min(columns - 1 - column, reach) + 1):
                    if (down or right) and not (rays and down and right and abs(down) != abs(right)):
                        cells |= 1 << (row + down) * columns + column + right
            found.append(cells)
    return tuple(found)


def tic_tac_toe() -> Game:
    """Three in a row on a board of three by three."""
    return mnk(3, 3, 3)


def gomoku(size: int = 15, *options: str) -> Game:
    """Five in a row on a square board; with `exact` six do not win."""
    return mnk(size, size, 5, *options)
