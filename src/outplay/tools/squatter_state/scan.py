"""The plain scan: read the board like a text, and give every captured cell to the colour of the next piece.

It looks for no loops. It is right wherever a loop holds only captured cells and pieces of its own colour, as all loops
of a game do: going right from a captured cell, the first piece is either one of those or the loop itself.
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
