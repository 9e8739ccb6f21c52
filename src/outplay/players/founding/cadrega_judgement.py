"""How CadregaBot judges a cell by what stands in line with it, without looking ahead.

The board is an array with a wall around it, so that no line runs off its edge. A board of 2 rows and 3 columns:

    #  #  #  #            0  1  2  3
    #  a  b  c            4  5  6  7        one column of walls is enough: what is right of c
    #  d  e  f            8  9 10 11        is the wall left of d
    #  #  #  #  #        12 13 14 15 16

A free cell is 0, the players' marks are 1 and 2, and a wall is 3, both at once: `board[cell] & other` is 0 where a
player has a mark or still can have one.
"""

from outplay.core.arrays import Ints

FREE, WALL = 0, 3

DOWN, RIGHT = (0, 1, 1, 1), (1, 0, 1, -1)
"""The four directions."""

WINS = 1 << 40
"""Added to what a cell is worth for each direction in which it completes K in a row; no other worth comes near."""
COUNTED = WINS - 1
"""The bits of a worth without that."""


def step_in(direction: int, stride: int) -> int:
    """From a cell to the next one in a direction."""
    return DOWN[direction] * stride + RIGHT[direction]


def wins_along(board: Ints, cell: int, step: int, player: int, k: int) -> bool:
    """Whether a mark on a free cell makes K or more in a row, up and down one line."""
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
    """Whether a mark on a free cell wins at once, in any of the four directions."""
    found = False
    for direction in range(4):
        found = found or wins_along(board, cell, step_in(direction, stride), player, k)
    return found


def stretch(board: Ints, cell: int, step: int, player: int, k: int) -> int:
    """How many cells one way from a cell are the player's or free, K - 1 at most."""
    other = 3 - player
    length = 0
    at = cell + step
    while length < k - 1 and board[at] & other == 0:
        length += 1
        at += step
    return length


def counted_along(board: Ints, cell: int, step: int, player: int, k: int) -> int:
    """The rows of K along one line that a cell can still be part of, and the player's marks in each of them.

    A mark i cells from the end of the stretch lies in i of those rows that reach the cell, or in all of them.
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
    """The same in all four directions."""
    value = 0
    for direction in range(4):
        value += counted_along(board, cell, step_in(direction, stride), player, k)
    return value


def judged_along(board: Ints, cell: int, step: int, player: int, k: int) -> int:
    """`counted_along` and, in the same pass, `wins_along`: the count, and WINS more if it wins.

    The marks beside the cell without a gap are those that the walks towards it counted last.
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
    """What `simple_evaluate` says, and WINS or more on top of it if a mark on the free cell wins at once."""
    value = 0
    for direction in range(4):
        value += judged_along(board, cell, step_in(direction, stride), player, k)
    return value
