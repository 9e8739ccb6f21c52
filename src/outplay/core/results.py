"""What a played game leaves: a `GameResult` and one `MoveRecord` for each move.

Everything that plays games produces these: referee, terminal, statistics and protocol clients. The web page keeps its
games in the address and sends the same fields as JSON.
"""

from enum import StrEnum
from typing import Generic, NamedTuple, TypeVar

from outplay.core.game import Outcome

Move = TypeVar("Move", int, str)


class Ending(StrEnum):
    """Why a game is over. The values are written to records and to the store."""

    RULES = "rules"
    """The rules of the game ended it."""
    TIMEOUT = "timeout"
    """A player answered after its time was up."""
    SILENCE = "silence"
    """A player did not answer, and was not waited for any longer."""
    ILLEGAL = "illegal move"
    """A player gave a move that is not legal, or that cannot be read."""
    CRASH = "crash"
    """A player's program stopped or could not be started, or its code raised an error."""
    FLOOD = "flood"
    """A player's program wrote far too much without giving a move."""
    RESIGNATION = "resignation"
    """A player resigned."""
    MOVE_LIMIT = "move limit"
    """The game reached the largest number of moves that is allowed; it is a draw."""
    ADJUDICATION = "adjudication"
    """The result was given before the end: an engine proved it, or somebody decided it."""


ERRORS = frozenset((Ending.TIMEOUT, Ending.SILENCE, Ending.ILLEGAL, Ending.CRASH, Ending.FLOOD))
"""The endings in which a player failed; it loses."""


class GameResult(NamedTuple):
    """How a game between two players ended."""

    winner: int | None
    """0 for the first player, 1 for the second, None for a draw."""
    margin: int
    """By how much the winner won, in the units of the game, 0 or more; 0 where the rules did not end the game."""
    ending: Ending
    detail: str = ""
    """Why the game is over, in a sentence for people."""

    @classmethod
    def by_rules(cls, outcome: Outcome) -> "GameResult":
        """The result of a game that its rules ended."""
        return cls(outcome.winner, outcome.margin, Ending.RULES, outcome.reason)

    @property
    def outcome(self) -> Outcome:
        """Winner, margin and reason alone."""
        return Outcome(self.winner, self.margin, self.detail)

    @property
    def erred(self) -> int | None:
        """The player that lost because it failed: 0, 1, or None."""
        return 1 - self.winner if self.ending in ERRORS and self.winner is not None else None


class MoveRecord(NamedTuple, Generic[Move]):
    """One move of a played game and what is known of how it was chosen; None for what is not known.

    `MoveRecord[int]` holds the move's number, as games and positions take it. `MoveRecord[str]` holds its name, for
    files and databases that are read without running the rules.
    """

    move: Move
    seconds: float | None = None
    """How long the player took, by the clock of whoever asked for the move."""
    score: float | None = None
    """What the player thought the position was worth to itself, in units of the margin."""
    depth: int | None = None
    """Plies that the player searched."""
    nodes: int | None = None
    """Positions that the player visited."""
