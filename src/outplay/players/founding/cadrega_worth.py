"""The worth of every free cell for both players, updated incrementally when a mark is set or removed.

A mark changes the worth only of the free cells that lie on a line with it, at most K - 1 cells away, and only the part
of their worth for the direction of that line. So only these parts are computed again after a move; the result is the
same as if the whole board were evaluated.

`worth` is one array of integers. For a board of `size` words:

    0 … size                  the worth of each cell for player 1, as `evaluate` returns it
    size … 2·size             the worth of each cell for player 2
    2·size … 10·size          the parts of the worth by direction: four blocks for player 1, then four for player 2
    10·size …                 an undo stack: for each ply the parts that its mark has replaced
"""

from outplay.core.arrays import Ints
from outplay.players.founding.cadrega_judgement import FREE, WALL, evaluate, judged_along, step_in


def worth_words(size: int, k: int, plies: int) -> int:
    """The length of the array `worth` for a search of at most `plies` plies."""
    return 10 * size + plies * changes(k)


def changes(k: int) -> int:
    """The greatest number of parts that a mark can change: 2 players times 8 rays of K - 1 cells."""
    return 16 * (k - 1)


def along_at(size: int, player: int, direction: int, cell: int) -> int:
    """The index in `worth` of the part of a cell's worth for one player and one direction."""
    return (4 * player - 2 + direction) * size + cell


def judge(board: Ints, worth: Ints, cell: int, size: int, k: int, stride: int) -> None:
    """Computes the worth of a free cell for both players, as a whole and by direction."""
    for player in range(1, 3):
        worth[(player - 1) * size + cell] = evaluate(board, cell, player, k, stride)
        for direction in range(4):
            along = judged_along(board, cell, step_in(direction, stride), player, k)
            worth[along_at(size, player, direction, cell)] = along


def put(board: Ints, worth: Ints, cell: int, player: int, ply: int, size: int, k: int, stride: int) -> None:
    """Sets a mark of `player` on a free cell and updates the worth of the free cells on its lines.

    With player = FREE it removes the mark that was set at this ply, which must be the last one set, and restores the
    parts from the undo stack.
    """
    board[cell] = player
    saved = 10 * size + ply * changes(k)
    for ray in range(8):
        direction = ray >> 1
        step = step_in(direction, stride)
        outward = step if ray & 1 else -step
        at = cell + outward
        steps = 1
        while steps < k and board[at] != WALL:
            if board[at] == FREE:
                for who in range(1, 3):
                    index = along_at(size, who, direction, at)
                    along = worth[saved] if player == FREE else judged_along(board, at, step, who, k)
                    worth[saved] = worth[index]
                    worth[(who - 1) * size + at] += along - worth[index]
                    worth[index] = along
                    saved += 1
            at += outward
            steps += 1
