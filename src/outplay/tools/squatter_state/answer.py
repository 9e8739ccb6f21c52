"""What a method says of a board."""

from collections.abc import Mapping
from typing import NamedTuple

from outplay.tools.squatter_state.reading import FREE, WHITE, Board


class Ring(NamedTuple):
    colour: str
    pieces: tuple[int, ...]
    """In the order in which they were found."""
    inside: frozenset[int]
    """The cells that it is said to enclose, whatever stands there."""


class Answer(NamedTuple):
    board: Board
    rings: tuple[Ring, ...]
    white: frozenset[int]
    """The cells marked as captured that are counted for White; `rings` may count a cell for both players."""
    black: frozenset[int]
    nobody: Mapping[int, str]
    """The other cells marked as captured, each with the reason why it counts for nobody."""

    @property
    def winner(self) -> str:
        if FREE in self.board.cells:
            return "None"
        lead = len(self.white) - len(self.black)
        return "White" if lead > 0 else "Black" if lead < 0 else "Draw"


def player(colour: str) -> str:
    return "White" if colour == WHITE else "Black"
