"""The program's side of a protocol over pipes: a manager's lines in, the replies out."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Protocol

from outplay.core.game import Game
from outplay.protocols.dialect import Think

MARGIN, MARGIN_SHARE = 0.05, 0.01
"""Seconds, and the share of the time for a move, that are reserved for delays by pipes and by load on the machine."""

FASTEST = 0.01
"""Seconds for a move that is to be as fast as possible."""


class Host(Protocol):
    """What a speaker needs of the side that runs it: a player, and what the manager does while that thinks."""

    def prepare(self, game: Game, table: int | None = None) -> Think:
        """Compiles a game, allocates a table of so many MB, or of the usual size, and returns what chooses moves."""
        ...

    def until_stopped(self) -> None:
        """Waits until the manager interrupts the search for the current line."""
        ...

    def tell(self, text: str) -> None:
        """Sends a line before the reply."""
        ...


class Speaker(ABC):
    """`hear` receives the manager's lines one by one and yields the replies to each. Moves are searched while the
    replies are iterated over. `over` is True after the manager has ended the conversation."""

    over = False

    @abstractmethod
    def hear(self, line: str) -> Iterator[str]:
        """The replies to a line. Never raises for anything that a line contains."""

    @abstractmethod
    def interrupts(self, line: str) -> bool:
        """Whether a line ends the search for an earlier one. Called from another thread, when the line arrives."""

    def aside(self, line: str) -> str:
        """The reply to a line that arrives during a search and need not wait for its end; empty for all other lines.
        Called from another thread."""
        return ""


def less_margin(seconds: float) -> float:
    """The time less the margin; at least half of the time.

    >>> less_margin(0.02), round(less_margin(10), 2)
    (0.01, 9.85)
    """
    return max(seconds / 2, seconds * (1 - MARGIN_SHARE) - MARGIN)


def printable(text: str, longest: int = 60) -> str:
    """The text as one short line without control characters."""
    shown = "".join(c if c.isprintable() else "?" for c in text[: longest + 1])
    return shown if len(shown) <= longest else f"{shown[:longest]}…"


def complaint(error: Exception) -> str:
    """An error as one line; what it quotes from the manager may be long."""
    return printable(str(error), 250)
