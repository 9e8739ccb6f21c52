"""Flood fill: cells that are not connected to the edge of the board are enclosed. Correct for every board.

For each colour, the pieces of that colour are walls and all other cells are open. Open cells are connected in four
directions, so walls that touch only at corners are closed. Each connected area that does not reach the edge of the
board is a region of that colour.

A captured cell in a region of one colour belongs to that colour. A cell may lie in regions of both colours if loops are
nested, which no game produces but a text can describe. It then belongs to the inner loop: the one whose region,
including everything it surrounds, is a part of the other's. If loops of both colours cross, where two diagonals
intersect, neither is the inner one and the cell belongs to nobody.
"""

from collections.abc import Iterator

from outplay.tools.squatter_state.answer import Answer, Ring
from outplay.tools.squatter_state.reading import BLACK, CAPTURED, WHITE, Board

NO_LOOP = "no loop encloses it"
CROSSING = "loops of both colours enclose it and neither is the inner one"


def flood(board: Board) -> Answer:
    """The owners of captured cells. Takes time proportional to the cells, plus the nested loops times the cells."""
    regions = {colour: enclosed(board, colour) for colour in (WHITE, BLACK)}
    around = {colour: {cell: region for region in regions[colour] for cell in region} for colour in regions}
    filled: dict[frozenset[int], frozenset[int]] = {}
    owners: dict[str, set[int]] = {WHITE: set(), BLACK: set()}
    nobody = {}
    for cell in sorted(board.where(CAPTURED)):
        claims = [colour for colour in around if cell in around[colour]]
        if len(claims) == 2:
            areas = [around[colour][cell] for colour in claims]
            for area in areas:
                if area not in filled:
                    filled[area] = filled_region(board.size, area)
            white, black = (filled[area] for area in areas)
            claims = [WHITE] if white < black else [BLACK] if black < white else claims
        if len(claims) == 1:
            owners[claims[0]].add(cell)
        else:
            nobody[cell] = CROSSING if claims else NO_LOOP
    rings = [
        Ring(colour, walls(board, colour, region), region)
        for colour in regions
        for region in regions[colour]
        if region & owners[colour]
    ]
    return Answer(board, tuple(rings), frozenset(owners[WHITE]), frozenset(owners[BLACK]), nobody)


def enclosed(board: Board, colour: str) -> list[frozenset[int]]:
    """The regions of a colour, in the order of their first cells."""
    size, cells = board
    seen = bytearray(symbol == colour for symbol in cells)
    regions = []
    for start in range(size * size):
        if seen[start]:
            continue
        seen[start] = True
        region = [start]
        at_edge = False
        for cell in region:  # which grows during the loop
            near = list(neighbours(size, cell))
            at_edge |= len(near) < 4
            for other in near:
                if not seen[other]:
                    seen[other] = True
                    region.append(other)
        if not at_edge:
            regions.append(frozenset(region))
    return regions


def neighbours(size: int, cell: int) -> Iterator[int]:
    """The cells above, left, right and below: four, or fewer at the edge."""
    row, column = divmod(cell, size)
    if row > 0:
        yield cell - size
    if column > 0:
        yield cell - 1
    if column < size - 1:
        yield cell + 1
    if row < size - 1:
        yield cell + size


def walls(board: Board, colour: str, region: frozenset[int]) -> tuple[int, ...]:
    """The pieces of a colour that are adjacent to its region."""
    near = {other for cell in region for other in neighbours(board.size, cell)}
    return tuple(sorted(cell for cell in near if board.cells[cell] == colour))


def filled_region(size: int, region: frozenset[int]) -> frozenset[int]:
    """The region and everything it surrounds: all cells that are not connected to the corner of the board.

    Cells outside are connected in eight directions. No region contains a cell at the edge.
    """
    outside = {0}
    waiting = [0]
    while waiting:
        row, column = divmod(waiting.pop(), size)
        for near_row in range(max(row - 1, 0), min(row + 2, size)):
            for near_column in range(max(column - 1, 0), min(column + 2, size)):
                cell = near_row * size + near_column
                if cell not in region and cell not in outside:
                    outside.add(cell)
                    waiting.append(cell)
    return frozenset(range(size * size)) - outside
