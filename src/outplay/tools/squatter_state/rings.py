"""Loop tracing: follows the pieces of one colour along the outside until the path closes, then marks the cells inside
level by level.

From each piece the path considers the eight neighbours by their angle to the piece before, and takes the one that is
farthest clockwise. From the top left of a loop it goes down the left side and around, with the outside on its right:

    S  9  8  7          S is the first piece, entered as if from above
    1  .  .  6          1, 2 … are the other pieces in the order of the path
    2  3  4  5

A piece without a way on is removed from the path and not visited again. Every piece that is in no loop yet starts a
path.

The pieces of a loop in one row are a level. From the top down, a cell between the first and the last piece of its level
is inside if the cell above it is inside or a piece of the loop; from the bottom up, if the cell below it is. The cells
that both scans mark are inside. No inner cell is missed, since the cells above and below it are inner cells or pieces
of the loop. But an outer cell is marked, wrongly, if the loop bends both over and under it.

In the program behind the document a mark is passed on only by captured cells and by pieces of the loop's colour. That
misses inner cells behind other cells, so it decides here only about a cell that loops of both colours claim: it counts
for the colour whose marks reach it in this way, from the top or from the bottom. In a position of a game there is one
such colour and it is the captor: every live piece next to a captured cell is one of its captor's.
"""

from collections import defaultdict

from outplay.tools.squatter_state.answer import Answer, Ring
from outplay.tools.squatter_state.reading import BLACK, CAPTURED, SYMBOLS, WHITE, Board

CLOCKWISE = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
"""Steps (rows, columns) in the eight directions, clockwise from up."""
ABOVE = 0
FEWEST = 4
"""The smallest number of pieces that can enclose a cell."""

NO_RING = "the tracer finds no loop around it"


def rings(board: Board) -> Answer:
    loops: list[Ring] = []
    in_rings: set[int] = set()
    inside: dict[str, set[int]] = {WHITE: set(), BLACK: set()}
    reached: dict[str, set[int]] = {WHITE: set(), BLACK: set()}
    for start, symbol in enumerate(board.cells):
        if symbol in (WHITE, BLACK) and start not in in_rings:
            pieces = trace(board, start)
            if pieces:
                in_rings.update(pieces)
                down, up = (levels(board, pieces, from_top) for from_top in (True, False))
                loops.append(Ring(symbol, pieces, down & up))
                inside[symbol] |= down & up
                for from_top in (True, False):
                    reached[symbol] |= levels(board, pieces, from_top, CAPTURED + symbol)
    captured = board.where(CAPTURED)
    twice = inside[WHITE] & inside[BLACK]
    white = captured & inside[WHITE] - (twice & reached[BLACK] - reached[WHITE])
    black = captured & inside[BLACK] - (twice & reached[WHITE] - reached[BLACK])
    nobody = dict.fromkeys(sorted(captured - white - black), NO_RING)
    return Answer(board, tuple(loops), white, black, nobody)


def trace(board: Board, start: int) -> tuple[int, ...]:
    """The loop that a path from the start closes, in the order of the path; empty if there is none."""
    size, cells = board
    path, came_from = [start], [ABOVE]
    visited = {start}
    while path:
        row, column = divmod(path[-1], size)
        for angle in range(7, -1, -1):
            direction = (came_from[-1] + angle) % 8
            down, right = CLOCKWISE[direction]
            if not (0 <= row + down < size and 0 <= column + right < size):
                continue
            cell = (row + down) * size + column + right
            if cell == start and len(path) >= FEWEST:
                return tuple(path)
            if cells[cell] == cells[start] and cell not in visited:
                path.append(cell)
                came_from.append((direction + 4) % 8)
                visited.add(cell)
                break
        else:
            path.pop()
            came_from.pop()
    return ()


def levels(board: Board, pieces: tuple[int, ...], from_top: bool, passing: str = SYMBOLS) -> frozenset[int]:
    """The cells that the scan from the top or from the bottom marks as inside; only cells with a symbol of `passing`
    are marked and pass the mark on."""
    size = board.size
    columns = defaultdict(set)
    for piece in pieces:
        columns[piece // size].add(piece % size)
    ceiling: set[int] = set()
    inside: set[int] = set()
    for row in sorted(columns, reverse=not from_top):
        level = columns[row]
        under = {column for column in range(min(level), max(level)) if column in ceiling} - level
        under = {column for column in under if board.cells[row * size + column] in passing}
        inside.update(row * size + column for column in under)
        ceiling = level | under
    return frozenset(inside)
