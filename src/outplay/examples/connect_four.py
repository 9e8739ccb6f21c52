"""Connect Four: the players take turns to drop a stone into a column of an upright board, where it falls to the lowest
free cell. The first to have four stones in an unbroken line wins: horizontal, vertical or diagonal. A full board is a
draw.
"""

from typing import NamedTuple

from outplay import GOING_ON, Game, Grid, Heuristics


class State(NamedTuple):
    mine: int  # stones of the side to move, one bit a cell, column by column: 0 is at the bottom of the first one
    taken: int  # stones of both. The bit above each column stays 0, so that no line continues in the next column


def game(columns: int = 7, rows: int = 6) -> Game:
    if not (4 <= columns <= 20 and 4 <= rows <= 20):
        raise ValueError("connect-four has 4 to 20 columns and 4 to 20 rows")
    height = rows + 1
    full = sum(((1 << rows) - 1) << column * height for column in range(columns))

    def won(stones: int) -> bool:
        for step in (1, height - 1, height, height + 1):
            pairs = stones & stones >> step
            if pairs & pairs >> 2 * step:
                return True
        return False

    def moves(state: State) -> int:
        mask = 0
        for column in range(columns):
            mask |= (1 ^ state.taken >> (column * height + rows - 1) & 1) << column
        return mask

    def play(state: State, move: int) -> State:
        return State(state.mine ^ state.taken, state.taken | state.taken + (1 << move * height))

    def outcome(state: State) -> int:
        return -1 if won(state.mine ^ state.taken) else 0 if state.taken == full else GOING_ON

    def order(state: State, move: int) -> int:  # the middle first
        return columns - abs(columns - 1 - 2 * move)

    def to_move(state: State) -> int:
        return state.taken.bit_count() & 1

    def reason(state: State) -> str:
        return "four in a row" if won(state.mine ^ state.taken) else "the board is full"

    def cells(state: State) -> str:
        first = state.mine ^ (state.taken if to_move(state) else 0)
        bits = [column * height + row for row in reversed(range(rows)) for column in range(columns)]
        return "".join("." if not state.taken >> b & 1 else "x" if first >> b & 1 else "o" for b in bits)

    return Game(
        "connect-four", State(0, 0), columns * height, moves, play, outcome, to_move, alternates=True,
        actions=columns, reason=reason, board=Grid(rows, columns, cells, moves="columns", in_a_row=4),
        heuristics=Heuristics(order=order, max_gain=1),
        example="e c d d b e c c d e e",
    )  # fmt: skip
