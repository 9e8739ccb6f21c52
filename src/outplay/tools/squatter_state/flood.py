"""The truth: what a flood from outside does not reach is enclosed.

Live pieces of one colour are walls, everything else is wet ground, and water runs in four directions, so that walls
hold which touch only at corners. Each area that the water outside does not reach is one region of that colour.

A captured cell in a region of one colour belongs to that colour. A cell may lie in regions of both colours where loops
are nested, which happens in no game but can be written down: then it belongs to the inner loop, the one whose region,
with all that stands in it, is part of the other's. Loops of the two colours can also be drawn across each other, where
two diagonals cross. Neither is then the inner one, and the cell is nobody's.
"""

from collections.abc import Iterator

from outplay.tools.squatter_state.answer import Answer, Ring
from outplay.tools.squatter_state.reading import BLACK, CAPTURED, WHITE, Board

NO_LOOP = "no loop encloses it"
CROSSING = "loops of both colours enclose it and neither is the inner one"


def flood(board: Board) -> Answer:
    """Every cell is looked at twice for each colour, and once more for each loop that lies in another's."""
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
                    filled[area] = with_its_holes(board.size, area)
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
    """The regions of a colour, from the top left on."""
    size, cells = board
    seen = bytearray(symbol == colour for symbol in cells)
    found = []
    for start in range(size * size):
        if seen[start]:
            continue
        seen[start] = True
        region = [start]
        wet = False
        for cell in region:  # it grows on the way
            near = list(beside(size, cell))
            wet |= len(near) < 4
            for other in near:
                if not seen[other]:
                    seen[other] = True
                    region.append(other)
        if not wet:
            found.append(frozenset(region))
    return found


def beside(size: int, cell: int) -> Iterator[int]:
    """The up to four neighbours; a cell at the edge has fewer."""
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
    """The pieces of a colour beside its region."""
    near = {other for cell in region for other in beside(board.size, cell)}
    return tuple(sorted(cell for cell in near if board.cells[cell] == colour))


def with_its_holes(size: int, region: frozenset[int]) -> frozenset[int]:
    """The region and all that it surrounds. Outside it one may also walk across corners, from the board's edge, which
    no region touches."""
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
