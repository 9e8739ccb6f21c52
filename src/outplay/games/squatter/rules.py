"""Squatter: White and Black take turns to put a piece of their own on a free cell; White begins, and pieces are never
moved. Enclose cells in loops of your own pieces: when no free cell is left, the player with more captured cells wins.

A loop is a closed chain of your pieces in which each touches the next, at a side or at a corner. The edge of the board
is never part of one. When your move closes a loop, you capture the cells inside that are free or hold the other
player's pieces. Your own pieces inside count nothing. A captured cell can no longer be played, and a captured piece is
dead: it is part of no loop.

A later loop around captured cells wins them back. Cells that the other player had captured inside it become yours, and
your own captured pieces there come back to life.

Drawn as text, a captured piece is a small letter and a captured cell without a piece a dash.
"""

from collections.abc import Callable
from typing import NamedTuple

from outplay.core.bits import GOING_ON
from outplay.core.boards import Grid
from outplay.core.game import Game


class State(NamedTuple):
    """A position as the side to move sees it. One bit a cell, row by row from the top left:

         0  1  2  3  4  5  6
         7  8  9 10 11 12 13        the bits of a 7x7 board, up to 48
        14 …

        mine    pieces of the side to move, captured ones too      held    cells that the side to move has captured
        theirs  the other player's pieces                          lost    cells that the other player has captured

    A piece is live while it is not in the other player's captured cells; a captured cell can hold only the loser's
    piece, or none. After a move the player's live pieces are walls, and what cannot be reached from outside the board,
    through everything else and in four directions, is enclosed.
    """

    mine: int
    theirs: int
    held: int
    lost: int


def enclosure(size: int) -> Callable[[int], int]:
    """The function from a set of walls to the cells that they enclose."""
    full = (1 << size * size) - 1
    not_first = sum(1 << i for i in range(size * size) if i % size)
    not_last = not_first >> 1
    edge = full ^ (not_first & not_last & full >> size & full << size)

    def enclosed(walls: int) -> int:
        """The cells that are not walls and that a flood fill from outside the board does not reach."""
        dry = full ^ walls
        flood = edge & dry
        before = 0
        while flood != before:
            before = flood
            flood |= (flood & not_last) << 1 & dry
            flood |= (flood & not_first) >> 1 & dry
            flood |= flood << size & dry
            flood |= flood >> size & dry
        return dry ^ flood

    return enclosed


def squatter_rules(size: int, enclosed: Callable[[int], int]) -> Game:
    """The rules on one board; `enclosed` is its `enclosure`."""
    full = (1 << size * size) - 1
    not_first = sum(1 << i for i in range(size * size) if i % size)
    not_last = not_first >> 1

    def touching(move: int) -> int:
        """The cell and its up to eight neighbours."""
        cell = 1 << move
        row = cell | (cell & not_last) << 1 | (cell & not_first) >> 1
        return (row | row << size | row >> size) & full

    def moves(state: State) -> int:
        return full ^ (state.mine | state.theirs | state.held | state.lost)

    def play(state: State, move: int) -> State:
        mine, held, lost = state.mine | 1 << move, state.held, state.lost
        live = mine ^ (mine & lost)
        # Only a loop through the new piece can be new, and a loop needs two neighbours of it. (That the other
        # player's last move can have left nothing else to take follows from the rules; the tests compare.)
        if (live & touching(move)).bit_count() > 2:
            taken = enclosed(live)
            held |= taken ^ (taken & mine)
            lost ^= lost & taken
        return State(state.theirs, mine, lost, held)

    def to_move(state: State) -> int:
        return (state.mine.bit_count() + state.theirs.bit_count()) & 1

    def difference(state: State) -> int:
        """The cells that the side to move has captured less those that the opponent has."""
        return state.held.bit_count() - state.lost.bit_count()

    def outcome(state: State) -> int:
        return GOING_ON if moves(state) else difference(state)

    def reason(state: State) -> str:
        return "no free cell is left"

    def white_first(state: State) -> tuple[int, int, int, int]:
        mine, theirs, held, lost = state
        return (theirs, mine, lost, held) if to_move(state) else (mine, theirs, held, lost)

    def cells(state: State) -> str:
        white, black, by_white, by_black = white_first(state)

        def symbol(i: int) -> str:
            captor = (by_white >> i & 1 and 1) or (by_black >> i & 1 and 2)
            if white >> i & 1:
                return "w" if captor else "W"
            if black >> i & 1:
                return "b" if captor else "B"
            return str(captor) if captor else "+"

        return "".join(symbol(i) for i in range(size * size))

    def from_cells(cells: str) -> State:
        def where(symbols: str) -> int:
            return sum(1 << i for i, c in enumerate(cells) if c in symbols)

        white, black, by_white, by_black = where("Ww"), where("Bb"), where("b1"), where("w2")
        turn = white.bit_count() - black.bit_count()
        if turn not in (0, 1):
            raise ValueError("White moves first, so there are as many white pieces as black ones, or one more")
        for name, marks, pieces in (("White", "b1", "W"), ("Black", "w2", "B")):
            if enclosed(where(pieces)) != where(marks):
                raise ValueError(
                    f"{' and '.join(marks)} must stand in all cells that loops of {name} enclose, and only there"
                )
        return State(black, white, by_black, by_white) if turn else State(white, black, by_white, by_black)

    def caption(state: State) -> str:
        _, _, by_white, by_black = white_first(state)
        return f"captured: White {by_white.bit_count()}, Black {by_black.bit_count()}"

    return Game(
        name="squatter",
        spec=f"squatter:{size}",
        initial=State(0, 0, 0, 0),
        bits=size * size,
        moves=moves,
        play=play,
        outcome=outcome,
        to_move=to_move,
        alternates=True,
        actions=size * size,
        reason=reason,
        players=("White", "Black"),
        example="c6 d5 d6 e3 e5 d2 b5 f2 c4 e1 d4" if size > 5 else "b3 b2 a2 a3 c2 c3 b1",  # loops around cells
        board=Grid(
            size,
            size,
            cells,
            from_cells,
            symbols="+WBwb12",
            roles={"w": "first-faint", "b": "second-faint", "1": "first-faint", "2": "second-faint"},
            shown={"1": "-", "2": "-"},
            caption=caption,
        ),
    )
