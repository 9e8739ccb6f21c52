"""CadregaBot's static evaluation of a cell by the marks on its four lines, without search.

The board is an array with walls around it, so that every line ends at a wall. A board of 2 rows and 3 columns:

    #  #  #  #            0  1  2  3
    #  a  b  c            4  5  6  7        one column of walls is enough: the cell to the right of c
    #  d  e  f            8  9 10 11        is the wall to the left of d
    #  #  #  #  #        12 13 14 15 16

A free cell is 0, the players' marks are 1 and 2, and a wall is 3, the bits of both players. So with `other` as the
opponent's mark, `board[cell] & other` is 0 where the player has a mark or can still set one.
"""

from outplay.core.arrays import Ints

FREE, WALL = 0, 3

DOWN, RIGHT = (0, 1, 1, 1), (1, 0, 1, -1)
"""Rows down and columns right of one step in each of the four directions."""

WINS = 1 << 40
"""Added to the worth of a cell for each direction in which it completes K in a row; counts are always smaller."""
COUNTED = WINS - 1
"""The mask of the bits of a worth that hold the counts."""


def step_in(direction: int, stride: int) -> int:
    """The difference of the indices of a cell and the next one in a direction."""
    return DOWN[direction] * stride + RIGHT[direction]


def wins_along(board: Ints, cell: int, step: int, player: int, k: int) -> bool:
    """Whether a mark of the player on a free cell makes K or more in a row on one line."""
    count = 1
    at = cell - step
    while count < k and board[at] == player:
        count += 1
        at -= step
    at = cell + step
    while count < k and board[at] == player:
        count += 1
        at += step
    return count >= k


def is_winning(board: Ints, cell: int, player: int, k: int, stride: int) -> bool:
    """Whether a mark of the player on a free cell makes K or more in a row in any of the four directions."""
    found = False
    for direction in range(4):
        found = found or wins_along(board, cell, step_in(direction, stride), player, k)
    return found


def stretch(board: Ints, cell: int, step: int, player: int, k: int) -> int:
    """The number of consecutive cells from a cell in the direction of `step` that are the player's or free, at most
    K - 1. The cell itself does not count."""
    other = 3 - player
    length = 0
    at = cell + step
    while length < k - 1 and board[at] & other == 0:
        length += 1
        at += step
    return length


def counted_along(board: Ints, cell: int, step: int, player: int, k: int) -> int:
    """The number of rows of K on one line through the cell that the player can still complete, plus the number of the
    player's marks in each of these rows.

    Counted from 1 at the far end of its stretch, the i-th mark lies in min(i, rows) of the rows that contain the cell.
    """
    before = stretch(board, cell, -step, player, k)
    after = stretch(board, cell, step, player, k)
    rows = before + after + 2 - k
    if rows < 1:
        return 0
    value = rows
    for i in range(before):
        if board[cell - (before - i) * step] == player:
            value += min(i + 1, rows)
    for i in range(after):
        if board[cell + (after - i) * step] == player:
            value += min(i + 1, rows)
    return value


def simple_evaluate(board: Ints, cell: int, player: int, k: int, stride: int) -> int:
    """The sum of `counted_along` over the four directions."""
    value = 0
    for direction in range(4):
        value += counted_along(board, cell, step_in(direction, stride), player, k)
    return value


def judged_along(board: Ints, cell: int, step: int, player: int, k: int) -> int:
    """`counted_along`, plus WINS if `wins_along`, computed in one pass.

    Each loop runs towards the cell, so `joined` ends as the number of marks that adjoin the cell without a gap.
    """
    before = stretch(board, cell, -step, player, k)
    after = stretch(board, cell, step, player, k)
    rows = before + after + 2 - k
    if rows < 1:
        return 0
    value = rows
    count = 1
    joined = 0
    for i in range(before):
        joined += 1
        if board[cell - (before - i) * step] == player:
            value += min(i + 1, rows)
        else:
            joined = 0
    count += joined
    joined = 0
    for i in range(after):
        joined += 1
        if board[cell + (after - i) * step] == player:
            value += min(i + 1, rows)
        else:
            joined = 0
    count += joined
    return value + WINS if count >= k else value


def evaluate(board: Ints, cell: int, player: int, k: int, stride: int) -> int:
    """`simple_evaluate`, plus WINS for each direction in which a mark on the free cell wins at once."""
    value = 0
    for direction in range(4):
        value += judged_along(board, cell, step_in(direction, stride), player, k)
    return value
