"""The manager's side of a protocol: which lines a program is sent, and what its lines mean."""

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from outplay.core.game import Position
from outplay.core.limits import Limit
from outplay.core.results import GameResult


class Answer(NamedTuple):
    """A move, not yet checked, and what the player thinks of it."""

    move: int
    score: float | None = None
    """What the position is worth to the player that moves, in units of the margin."""


Choose = Callable[[Position, Limit], Answer]
"""Chooses a move for the program's side of a protocol; an OutplayError says why it cannot."""


class Dialect(Protocol):
    """One program and one game. Lines have no line break. What makes it impossible to go on is a PlayerFailure."""

    def begin(self, start: Position, side: int, limit: Limit) -> list[str]:
        """The lines that tell the program which game it plays, as the first player (0) or the second (1)."""
        ...

    def is_ready(self, line: str) -> bool:
        """Whether this line says that the program is ready to play; False for a line that says nothing of it."""
        ...

    def ask(self, start: Position, moves: Sequence[int], position: Position, limit: Limit) -> list[str]:
        """The lines that ask for a move in a position, to which these moves have led from the start."""
        ...

    def answer(self, line: str, position: Position) -> Answer | None:
        """The move that a line gives, None for a line that gives none. A move that cannot be read is a
        PlayerFailure for ILLEGAL; resigning is one for RESIGNATION."""
        ...

    def end(self, result: GameResult | None) -> list[str]:
        """The lines that tell the program to end, and the result of its game if it has one."""
        ...
