"""Small games whose moves are not cells, on boards that do or do not say where they are made."""

from collections.abc import Callable
from typing import Any, NamedTuple

import outplay
from outplay import GOING_ON, Game, Grid

SIZE = 4
CELLS = SIZE * SIZE


class Walk(NamedTuple):
    """Each player has pieces that go one cell forward, straight or diagonally, to free cells."""

    white: int
    black: int
    turn: int


def destination(state: Walk, move: int) -> int:
    return move // 3 + (SIZE if state.turn else -SIZE) + move % 3 - 1


def walks(state: Walk) -> int:
    """A mask of moves, each a cell times 3 plus a direction."""
    found = 0
    for cell in range(CELLS):
        for direction in range(3):
            mine = state.black if state.turn else state.white
            target = cell + (SIZE if state.turn else -SIZE) + direction - 1
            if (
                mine >> cell & 1
                and 0 <= target < CELLS
                and 0 <= cell % SIZE + direction - 1 < SIZE
                and not (state.white | state.black) >> target & 1
            ):
                found |= 1 << cell * 3 + direction
    return found


def listed(state: Walk, out: Any) -> int:
    """The same moves, each as a cell times the number of cells, plus its destination."""
    mask, count = walks(state), 0
    for move in range(3 * CELLS):
        if mask >> move & 1:
            out[count] = move // 3 * CELLS + move // 3 + (SIZE if state.turn else -SIZE) + move % 3 - 1
            count += 1
    return count


def moved(state: Walk, start: int, target: int) -> Walk:
    if state.turn:
        return Walk(state.white, state.black ^ (1 << start) ^ (1 << target), 0)
    return Walk(state.white ^ (1 << start) ^ (1 << target), state.black, 1)


def play_walk(state: Walk, move: int) -> Walk:
    return moved(state, move // 3, move // 3 + (SIZE if state.turn else -SIZE) + move % 3 - 1)


def play_listed(state: Walk, move: int) -> Walk:
    return moved(state, move // CELLS, move % CELLS)


def stuck(state: Walk) -> int:
    return GOING_ON if walks(state) else -1


def turn(state: Any) -> int:
    return int(state.turn)


def cells(state: Walk) -> str:
    return "".join(".wb"[(state.white >> i & 1) + 2 * (state.black >> i & 1)] for i in range(CELLS))


START = Walk(0b1111 << 12, 0b1111, 0)


def walking(board: outplay.Board | None = None) -> Game:
    """With the mask of moves; by default on a plain Grid, as somebody might leave it."""
    bits = {"white": 48, "black": 48, "turn": 1}
    return Game("walk", START, bits, walks, play_walk, stuck, turn, board=board or plain())


def listed_walking(board: outplay.Board | None = None) -> Game:
    """With the list of moves, whose numbers go far past the cells."""
    bits = {"white": 48, "black": 48, "turn": 1}
    return Game("walk", START, bits, listed, play_listed, stuck, turn, choices=16, board=board or plain())


def plain(targets: Callable[[Any, int], Any] | None = None) -> Grid:
    return Grid(SIZE, SIZE, cells, symbols=".wb", targets=targets)


def walk_targets(state: Walk, move: int) -> tuple[int, int]:
    return move // 3, destination(state, move)
