"""The named reasons for which a game between players is over."""

from enum import StrEnum


class Ending(StrEnum):
    RULES = "rules"
    """The game's own rules ended it."""
    TIMEOUT = "timeout"
    """A player answered after its time was up."""
    SILENCE = "silence"
    """A player did not answer at all, and was not waited for any longer."""
    ILLEGAL = "illegal move"
    """A player gave a move that is not legal, or that cannot be read."""
    CRASH = "crash"
    """A player's program stopped, could not be started, or its code raised an error."""
    FLOOD = "flood"
    """A player's program wrote far too much without giving a move."""
    RESIGNATION = "resignation"
    """A player gave up."""
    MOVE_LIMIT = "move limit"
    """The game was longer than it may be; it counts as a draw."""
    ADJUDICATION = "adjudication"
    """The referee's engine proved how the game ends."""


ERRORS = frozenset((Ending.TIMEOUT, Ending.SILENCE, Ending.ILLEGAL, Ending.CRASH, Ending.FLOOD))
"""The endings in which a player erred: it loses."""


class Failure(Exception):
    """A player did not give a move: why, as a named reason, and in a sentence for people. Raised by a seat; the referee
    turns it into the end of the game."""

    def __init__(self, ending: Ending, detail: str) -> None:
        super().__init__(detail)
        self.ending = ending
        self.detail = detail
