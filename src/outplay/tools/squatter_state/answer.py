"""The result of a method for a board."""

from collections.abc import Mapping
from typing import NamedTuple

from outplay.tools.squatter_state.reading import FREE, WHITE, Board


class Ring(NamedTuple):
    """A loop of pieces of one colour."""

    colour: str
    pieces: tuple[int, ...]
    """Their cells, in the order in which the method finds them."""
    inside: frozenset[int]
    """The cells that it encloses by this method, whatever their content."""


class Answer(NamedTuple):
    """The owners of the captured cells of a board, and the loops that decide them."""

    board: Board
    rings: tuple[Ring, ...]
    white: frozenset[int]
    """The captured cells that count for White. `rings` may count a cell for both players."""
    black: frozenset[int]
    nobody: Mapping[int, str]
    """The captured cells that count for neither player, each with the reason."""

    @property
    def winner(self) -> str:
        """ "White", "Black", "Draw", or "None" while there are free cells."""
        if FREE in self.board.cells:
            return "None"
        lead = len(self.white) - len(self.black)
        return "White" if lead > 0 else "Black" if lead < 0 else "Draw"


def player(colour: str) -> str:
    return "White" if colour == WHITE else "Black"
