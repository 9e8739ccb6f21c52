"""Breakthrough: bring a piece to the other side of the board.

Each player begins with two full rows of pieces, White at the bottom, and White moves first. A piece moves one cell
forward, straight or diagonally. Diagonally it may capture a piece of the opponent, which leaves the board; straight it
may only go to an empty cell. Whoever brings a piece to the last row, or captures all pieces of the opponent, wins.
There are no draws. A move is written as the cells it goes from and to: a2-b3.
"""

from typing import NamedTuple

from outplay import GOING_ON, Game, Grid, lowest_bit


class State(NamedTuple):
    white: int  # one bit for each cell, row by row from the top left
    black: int
    turn: int  # 0 White moves, 1 Black


def game(size: int = 8) -> Game:
    if not 5 <= size <= 12:
        raise ValueError("breakthrough is played on boards of 5 to 12 rows")
    cells_count = size * size
    row = (1 << size) - 1
    top, bottom = row, row << cells_count - size

    def moves(state: State, out: list[int]) -> int:
        """A move is the cell it begins on times the number of cells, plus the cell it ends on."""
        mine = state.black if state.turn else state.white
        theirs = state.white if state.turn else state.black
        forward = size if state.turn else -size
        count = 0
        pieces = mine
        while pieces:
            start = lowest_bit(pieces)
            pieces &= pieces - 1
            for side in range(-1, 2):
                target = start + forward + side
                if 0 <= start % size + side < size and not (mine | (theirs if side == 0 else 0)) >> target & 1:
                    out[count] = start * cells_count + target
                    count += 1
        return count

    def play(state: State, move: int) -> State:
        start, target = 1 << move // cells_count, 1 << move % cells_count
        if state.turn:
            return State(state.white & ~target, state.black ^ start ^ target, 0)
        return State(state.white ^ start ^ target, state.black & ~target, 1)

    def outcome(state: State) -> int:  # the player who is not to move has just moved
        if state.turn:
            return -1 if state.white & top or state.black == 0 else GOING_ON
        return -1 if state.black & bottom or state.white == 0 else GOING_ON

    def to_move(state: State) -> int:
        return state.turn

    def reason(state: State) -> str:
        return "a piece has reached the last row" if state.white and state.black else "all pieces are captured"

    def cells(state: State) -> str:
        return "".join(".WB"[(state.white >> i & 1) + 2 * (state.black >> i & 1)] for i in range(cells_count))

    def from_cells(cells: str, turn: int) -> State:
        white, black = (sum(1 << i for i, symbol in enumerate(cells) if symbol == wanted) for wanted in "WB")
        if max(white.bit_count(), black.bit_count()) > 2 * size:
            raise ValueError(f"each player has at most {2 * size} pieces")
        if (turn == 0 and (white & top or not black)) or (turn == 1 and (black & bottom or not white)):
            raise ValueError("the side to move has won already")
        return State(white, black, turn)

    board = Grid(size, size, cells, from_cells, to_move=to_move, symbols=".WB", look="cells",
                 targets=lambda state, move: divmod(move, cells_count))  # fmt: skip
    start = State(bottom | bottom >> size, top | top << size, 0)
    return Game("breakthrough", start, {"white": cells_count, "black": cells_count, "turn": 1}, moves, play, outcome,
                to_move, choices=6 * size, actions=cells_count**2, alternates=True, reason=reason,
                players=("White", "Black"), board=board, example="d2-d3 e7-e6 d3-d4 e6-e5 d4-e5")  # fmt: skip
