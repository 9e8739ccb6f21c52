"""The manager's side of a protocol: the lines that are sent to a program, and the meaning of its lines."""

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from outplay.core.game import Position
from outplay.core.limits import Limit
from outplay.core.results import GameResult


class Answer(NamedTuple):
    """A move, which is not yet checked, and its score."""

    move: int
    score: float | None = None
    """The player's score of the position for itself, in units of the margin; None if it gives none."""


Choose = Callable[[Position, Limit], Answer]
"""Chooses a move for the program's side of a protocol; raises an OutplayError if it cannot."""


class Thought(NamedTuple):
    """What a player would play now, while it is still thinking; None for what it does not know."""

    move: int
    score: float | None
    depth: int | None
    nodes: int | None
    line: tuple[int, ...]
    """The expected moves, of which the first is `move`."""
    exact: bool
    """Whether the score is proven."""
    seconds: float
    """Since it began to think."""


Think = Callable[[Position, Limit, Callable[[Thought], None]], Answer]
"""Chooses a move as `Choose` does, and tells what it thinks meanwhile."""

TURN_SECONDS = 5.0
"""Seconds for a move that a program is told if no time control is set and its protocol must name a time."""


class Dialect(Protocol):
    """The manager's side for one program and one game. Lines have no line break. An error after which the program
    cannot go on raises PlayerFailure."""

    def begin(self, start: Position, side: int, limit: Limit, memory: int = 0) -> list[str]:
        """The lines that announce a game to the program, which plays as the first player (0) or the second (1). It may
        use `memory` MB; 0 for no limit."""
        ...

    def is_ready(self, line: str) -> bool:
        """Whether this line means that the program is ready to play; False for all other lines."""
        ...

    def ask(self, start: Position, moves: Sequence[int], position: Position, limit: Limit) -> list[str]:
        """The lines that ask for a move in `position`, which is reached from `start` by `moves`."""
        ...

    def answer(self, line: str, position: Position) -> Answer | None:
        """The move that a line contains, None for a line without a move. Raises PlayerFailure with ILLEGAL for a move
        that cannot be read, and with RESIGNATION if the program resigns."""
        ...

    def end(self, result: GameResult | None) -> list[str]:
        """The lines that tell the program the result of its game, if there is one, and to end."""
        ...
