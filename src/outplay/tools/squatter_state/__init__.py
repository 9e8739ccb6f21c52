"""Winner and captured cells of a Squatter board of which only the cells are known, not the moves.

`flood` is correct for every board. `rings` and `scan` are the two methods of founding document 001, kept for
comparison; they are wrong for some boards.
"""

from collections.abc import Callable

from outplay.tools.squatter_state.answer import Answer, Ring, player
from outplay.tools.squatter_state.flood import flood
from outplay.tools.squatter_state.reading import Board, decoded, read
from outplay.tools.squatter_state.rings import rings
from outplay.tools.squatter_state.scan import scan

__all__ = ["METHODS", "Answer", "Board", "Ring", "analyse", "decoded", "player", "read"]

METHODS: dict[str, Callable[[Board], Answer]] = {"flood": flood, "rings": rings, "scan": scan}


def analyse(board: Board, method: str = "flood") -> Answer:
    """The owners of the captured cells of a board, by one of METHODS.

    >>> answer = analyse(read("3\\n+ W +\\nW - W\\n+ W +"))
    >>> answer.winner, len(answer.white), len(answer.black)
    ('None', 1, 0)
    """
    return METHODS[method](board)
