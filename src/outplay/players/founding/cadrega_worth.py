"""What every free cell is worth to both players, kept up to date as marks come and go.

A mark changes the worth of the free cells in line with it, K - 1 at most each way, and of those only in the direction
of that line. To judge them anew is the same as to judge the whole board, and much less work.

`worth` is one array. With a board of `size` words:

    0 … size                  what each cell is worth to player 1, as `evaluate` says
    size … 2·size             to player 2
    2·size … 10·size          the same by direction: four times for player 1, four times for player 2
    10·size …                 for each ply what its mark has changed, to take it back
"""

from outplay.core.arrays import Ints
from outplay.players.founding.cadrega_judgement import FREE, WALL, evaluate, judged_along, step_in


def worth_words(size: int, k: int, plies: int) -> int:
    return 10 * size + plies * changes(k)


def changes(k: int) -> int:
    """How many numbers a mark can change: for two players, eight ways, K - 1 cells each."""
    return 16 * (k - 1)


def along_at(size: int, player: int, direction: int, cell: int) -> int:
    """Where the worth of a cell in one direction stands."""
    return (4 * player - 2 + direction) * size + cell


def judge(board: Ints, worth: Ints, cell: int, size: int, k: int, stride: int) -> None:
    """Judges a free cell in all directions for both players."""
    for player in range(1, 3):
        worth[(player - 1) * size + cell] = evaluate(board, cell, player, k, stride)
        for direction in range(4):
            along = judged_along(board, cell, step_in(direction, stride), player, k)
            worth[along_at(size, player, direction, cell)] = along


def put(board: Ints, worth: Ints, cell: int, player: int, ply: int, size: int, k: int, stride: int) -> None:
    """Puts a mark on a free cell and judges anew what is in line with it. FREE takes back the mark of that ply, which
    has to be the last one, and what was judged before it comes back."""
    board[cell] = player
    before = 10 * size + ply * changes(k)
    for way in range(8):
        direction = way >> 1
        step = step_in(direction, stride)
        walk = step if way & 1 else -step
        at = cell + walk
        steps = 1
        while steps < k and board[at] != WALL:
            if board[at] == FREE:
                for who in range(1, 3):
                    place = along_at(size, who, direction, at)
                    along = worth[before] if player == FREE else judged_along(board, at, step, who, k)
                    worth[before] = worth[place]
                    worth[(who - 1) * size + at] += along - worth[place]
                    worth[place] = along
                    before += 1
            at += walk
            steps += 1
