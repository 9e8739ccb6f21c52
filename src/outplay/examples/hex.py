"""Hex: join your two edges of the board with an unbroken chain.

The board is a rhombus of hexagons. The players take turns to put a stone on any empty cell; stones never move and are
never captured. The first player (x) wins by joining the top edge with the bottom edge, the second (o) by joining left
with right, with a chain of own stones that touch each other. One of the two always succeeds, so there are no draws.
With the option pie, the second player may answer the first move with swap: the stone becomes the second player's and
is reflected in the long diagonal, which makes the first move's advantage small.
"""

from typing import NamedTuple

from outplay import GOING_ON, Game, HexGrid


class State(NamedTuple):
    first: int  # one bit for each cell, row by row from the top left
    second: int
    turn: int  # 0 the first player moves, 1 the second


def game(size: int = 11, rule: str = "") -> Game:
    if not 2 <= size <= 19 or rule not in ("", "pie"):
        raise ValueError("hex is played on boards of 2 to 19 rows, as in hex:11 or hex:11,pie")
    pie, count = rule == "pie", size * size
    full = (1 << count) - 1
    top = (1 << size) - 1
    left = sum(1 << row * size for row in range(size))
    bottom, right = top << count - size, left << size - 1
    not_left, not_right = full ^ left, full ^ right
    swap = count

    def joined(stones: int, begin: int, end: int) -> bool:
        """Whether the stones join one edge with another."""
        reached, before = stones & begin, 0
        while reached != before:
            before = reached
            beside = (reached & not_right) << 1 | (reached & not_left) >> 1
            below = reached << size | (reached & not_left) << size - 1
            above = reached >> size | (reached & not_right) >> size - 1
            reached |= (beside | below | above) & stones
        return reached & end != 0

    def moves(state: State) -> int:
        free = full ^ (state.first | state.second)
        return free | 1 << swap if pie and state.turn and state.second == 0 else free

    def play(state: State, move: int) -> State:
        if move == swap:
            for cell in range(count):
                if state.first >> cell & 1:
                    return State(0, 1 << cell % size * size + cell // size, 0)
        if state.turn:
            return State(state.first, state.second | 1 << move, 0)
        return State(state.first | 1 << move, state.second, 1)

    def outcome(state: State) -> int:  # only the player who has just moved can have won
        won = joined(state.first, top, bottom) if state.turn else joined(state.second, left, right)
        return -1 if won else GOING_ON

    def to_move(state: State) -> int:
        return state.turn

    def reason(state: State) -> str:
        return "top and bottom are joined" if state.turn else "left and right are joined"

    def cells(state: State) -> str:
        return "".join(".xo"[(state.first >> i & 1) + 2 * (state.second >> i & 1)] for i in range(count))

    def from_cells(cells: str, turn: int) -> State:
        first, second = (sum(1 << i for i, symbol in enumerate(cells) if symbol == wanted) for wanted in "xo")
        if first.bit_count() - second.bit_count() - turn not in ((0, -1) if pie else (0,)):
            raise ValueError("x moves first, so x to move has as many stones as o, and o to move one less")
        return State(first, second, turn)

    board = HexGrid(size, size, cells, from_cells, to_move=to_move, others=("swap",) if pie else ())
    bits = {"first": count + size, "second": count + size, "turn": 1}  # a shifted row lies below the board
    return Game("hex", State(0, 0, 0), bits, moves, play, outcome, to_move, alternates=True, actions=count + pie,
                reason=reason, players=("x", "o"), board=board, example="f6 d7 e7 d8 f5 g4 f8 e9 d9")  # fmt: skip
