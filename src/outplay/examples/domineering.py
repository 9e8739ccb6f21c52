"""Domineering: place the last domino.

The players take turns to put a domino on two empty cells that touch each other. The first player, Vertical, puts one
cell above the other; the second, Horizontal, puts two cells side by side. Dominoes stay where they are. Whoever cannot
place a domino loses, so there are no draws. A move is written as its two cells: a3-a2 or a1-b1.
"""

from typing import NamedTuple

from outplay import GOING_ON, Game, Grid


class State(NamedTuple):
    vertical: int  # the cells under the first player's dominoes, row by row from the top left
    horizontal: int  # the cells under the second player's
    turn: int  # 0 Vertical moves, 1 Horizontal


def game(rows: int = 8, columns: int = 8) -> Game:
    if not (2 <= rows <= 16 and 2 <= columns <= 16):
        raise ValueError("domineering is played on boards of 2 to 16 rows and 2 to 16 columns")
    count = rows * columns
    full = (1 << count) - 1
    not_last = full ^ sum(1 << row * columns + columns - 1 for row in range(rows))

    def moves(state: State) -> int:
        """The upper or left cell of each domino that can be placed."""
        free = full ^ (state.vertical | state.horizontal)
        return free & free >> 1 & not_last if state.turn else free & free >> columns

    def play(state: State, move: int) -> State:
        if state.turn:
            return State(state.vertical, state.horizontal | 3 << move, 0)
        return State(state.vertical | 1 << move | 1 << move + columns, state.horizontal, 1)

    def outcome(state: State) -> int:
        return GOING_ON if moves(state) else -1

    def to_move(state: State) -> int:
        return state.turn

    def reason(state: State) -> str:
        return f"{players[state.turn]} cannot place a domino"

    def targets(state: State, move: int) -> tuple[tuple[int, int], tuple[int, int]]:
        """Both cells, of which either may be clicked first."""
        other = move + (1 if state.turn else columns)
        return (move, other), (other, move)

    def cells(state: State) -> str:
        return "".join(".VH"[(state.vertical >> i & 1) + 2 * (state.horizontal >> i & 1)] for i in range(count))

    def from_cells(cells: str) -> State:
        placed = [0, 0]
        for cell, symbol in enumerate(cells):
            side = "VH".find(symbol)
            if side >= 0 and not placed[side] >> cell & 1:  # the upper or left half of a domino
                other = cell + (1 if side else columns)
                if other >= count or cells[other] != symbol or (side and other % columns == 0):
                    raise ValueError(f"{symbol} stands on cells that no dominoes cover")
                placed[side] |= 1 << cell | 1 << other
        turn = (placed[0].bit_count() - placed[1].bit_count()) // 2
        if turn not in (0, 1):
            raise ValueError("Vertical moves first, so there are as many dominoes of both, or one more of Vertical's")
        return State(placed[0], placed[1], turn)

    players = ("Vertical", "Horizontal")
    board = Grid(rows, columns, cells, from_cells, symbols=".VH", targets=targets, look="cells")
    bits = {"vertical": count + columns, "horizontal": count + columns, "turn": 1}
    return Game("domineering", State(0, 0, 0), bits, moves, play, outcome, to_move, alternates=True, actions=count,
                reason=reason, players=players, board=board, example="c6-c5 e6-f6 f4-f3 c3-d3 g7-g6 b8-c8")  # fmt: skip
