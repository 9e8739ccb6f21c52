"""K in a row: the players take turns to put a mark of their own, x or o, into any free cell; x begins. Marks are never
moved. The first to have K of them in an unbroken line wins: horizontal, vertical or diagonal. A full board without such
a line is a draw.

Tic-tac-toe is the game with three in a row on 3 rows and 3 columns, gomoku the one with five in a row on 15 and 15.

A line of more than K marks wins too. With the option exact it does not: exactly K are wanted.
"""

from collections.abc import Callable
from typing import NamedTuple

from outplay.core.bits import GOING_ON
from outplay.core.boards import Grid
from outplay.core.game import Game


class State(NamedTuple):
    """A position as the side to move sees it: its own marks and the other's, one bit a cell, in the order of the cells:

     0  1  2  3  4
     5  6  7  8  9         the bits of a board with 3 rows and 5 columns
    10 11 12 13 14
    """

    mine: int
    theirs: int


def diagonal_line(rows: int, columns: int, k: int) -> tuple[int, ...]:
    """The cells of a game that x wins with K marks on a diagonal in the middle, o marking the cells to the right of
    them; none if the line does not fit."""
    if k > min(rows, columns):
        return ()
    top, left = (rows - k) // 2, (columns - k) // 2
    line = [(top + k - 1 - i) * columns + left + i for i in range(k)]
    return tuple(cell for mark in line for cell in (mark, mark + 1))[:-1]


def mnk_rules(rows: int, columns: int, k: int, exact: bool, won: Callable[[int], bool], look: str | None) -> Game:
    """The rules on one board; `won(marks)` says whether there are K in a row among the marks, `look` how its grid is
    drawn."""
    full = (1 << rows * columns) - 1

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

    board = Grid(rows, columns, cells, from_cells, in_a_row=k, exact_row=exact, look=look)
    return Game(
        name="mnk",
        initial=State(0, 0),
        bits=rows * columns,
        moves=moves,
        play=play,
        outcome=outcome,
        to_move=to_move,
        alternates=True,
        actions=rows * columns,
        reason=reason,
        players=("x", "o"),
        board=board,
        example=" ".join(map(board.cell_name, diagonal_line(rows, columns, k))),
    )
