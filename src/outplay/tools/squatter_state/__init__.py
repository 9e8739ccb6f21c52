"""Who has won a board of Squatter that is only known by its picture, and how many cells each player has captured.

`flood` is the truth; `rings` and `scan` are two older ways to count, kept to be compared with it.
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
    """Who owns the captured cells of a board.

    >>> answer = analyse(read("3\\n+ W +\\nW - W\\n+ W +"))
    >>> answer.winner, len(answer.white), len(answer.black)
    ('None', 1, 0)
    """
    return METHODS[method](board)
