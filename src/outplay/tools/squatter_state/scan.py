"""Plain scan: goes through the board row by row and gives each captured cell to the colour of the next piece.

It does not look for loops. It is correct if every loop contains only captured cells and pieces of its own colour, as
in every board that a game produces: to the right of a captured cell, the first piece is one of those or the loop.
"""

from outplay.tools.squatter_state.answer import Answer
from outplay.tools.squatter_state.reading import BLACK, CAPTURED, WHITE, Board

NO_PIECE = "no piece follows it"


def scan(board: Board) -> Answer:
    owners: dict[str, set[int]] = {WHITE: set(), BLACK: set()}
    waiting: list[int] = []
    for cell, symbol in enumerate(board.cells):
        if symbol == CAPTURED:
            waiting.append(cell)
        elif symbol in owners:
            owners[symbol].update(waiting)
            waiting.clear()
    return Answer(board, (), frozenset(owners[WHITE]), frozenset(owners[BLACK]), dict.fromkeys(waiting, NO_PIECE))
