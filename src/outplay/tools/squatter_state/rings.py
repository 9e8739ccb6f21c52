"""The tracer of loops: walk along the pieces of one colour as far outside as possible until the walk closes, then find
the cells inside level by level.

The walk looks at its eight neighbours by the angle from the piece it came from, and takes the one that is farthest
clockwise. From the top left of a loop this leads down its left side and round it with the outside to the right:

    S  9  8  7          S begins the walk, as if it came from above
    1  .  .  6          1, 2 … are the other pieces in the order of the walk
    2  3  4  5

A piece that leads nowhere is taken off the walk again, and is not stepped on a second time. Every piece that is in no
loop yet begins a walk.

The pieces of a loop in one row are a level. From the top down, a cell between the first and the last piece of its level
is inside if the cell above it is inside or a piece of the loop. From the bottom up the same holds with the cell below.
A cell is kept if both scans mark it. Nothing inside is missed, since what is above and below an inner cell is inner or
the loop; but a bay of the outside can be taken for inside where the loop bends over and under it.
"""

from collections import defaultdict

from outplay.tools.squatter_state.answer import Answer, Ring
from outplay.tools.squatter_state.reading import BLACK, CAPTURED, WHITE, Board

CLOCKWISE = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
"""Steps (rows, columns) from up, round by the right."""
ABOVE = 0
FEWEST = 4
"""Pieces that can enclose a cell."""

NO_RING = "the tracer finds no loop around it"


def rings(board: Board) -> Answer:
    found: list[Ring] = []
    in_rings: set[int] = set()
    for start, symbol in enumerate(board.cells):
        if symbol in (WHITE, BLACK) and start not in in_rings:
            pieces = trace(board, start)
            if pieces:
                in_rings.update(pieces)
                inside = levels(board.size, pieces, from_top=True) & levels(board.size, pieces, from_top=False)
                found.append(Ring(symbol, pieces, inside))
    captured = board.where(CAPTURED)
    white, black = (
        captured & frozenset().union(*(ring.inside for ring in found if ring.colour == colour))
        for colour in (WHITE, BLACK)
    )
    nobody = dict.fromkeys(sorted(captured - white - black), NO_RING)
    return Answer(board, tuple(found), white, black, nobody)


def trace(board: Board, start: int) -> tuple[int, ...]:
    """The loop that a walk from the start finds, in the order of the walk; empty if it finds none."""
    size, cells = board
    walk, came_from = [start], [ABOVE]
    stepped_on = {start}
    while walk:
        row, column = divmod(walk[-1], size)
        for angle in range(7, -1, -1):
            direction = (came_from[-1] + angle) % 8
            down, right = CLOCKWISE[direction]
            if not (0 <= row + down < size and 0 <= column + right < size):
                continue
            cell = (row + down) * size + column + right
            if cell == start and len(walk) >= FEWEST:
                return tuple(walk)
            if cells[cell] == cells[start] and cell not in stepped_on:
                walk.append(cell)
                came_from.append((direction + 4) % 8)
                stepped_on.add(cell)
                break
        else:
            walk.pop()
            came_from.pop()
    return ()


def levels(size: int, pieces: tuple[int, ...], from_top: bool) -> frozenset[int]:
    """The cells that one scan of a loop's levels marks as inside."""
    columns = defaultdict(set)
    for piece in pieces:
        columns[piece // size].add(piece % size)
    ceiling: set[int] = set()
    inside: set[int] = set()
    for row in sorted(columns, reverse=not from_top):
        level = columns[row]
        under = {column for column in range(min(level), max(level)) if column in ceiling} - level
        inside.update(row * size + column for column in under)
        ceiling = level | under
    return frozenset(inside)
