"""A game that is to be played, and how one went: plain numbers and texts, which can go to another process, another
machine or a database."""

import math
import re
from typing import NamedTuple

from outplay.core.errors import BadLimit
from outplay.core.results import ERRORS, Ending

GUARD_SECONDS = 10.0
"""A move may take so long where nothing else is said: long enough for any player, short enough for the others."""


class Conditions(NamedTuple):
    """What holds for all games of a match or tournament."""

    time: float | None = None
    """Seconds a move."""
    clock: float | None = None
    """Seconds for all moves of a player in a game."""
    increment: float = 0.0
    """Seconds that are added to the clock after each move."""
    margin: float = 0.05
    """Seconds by which a move may be late: what pipes and a busy machine may cost."""
    most_moves: int = 10_000
    """A longer game is a draw."""
    adjudicate: int = 0
    """The positions that the referee's engine visits after each move to prove the end; 0 for no adjudication."""
    memory: int = 2048
    """MB that a program may use."""
    cpu: int = 0
    """Seconds of processor time that a program may use in a game; 0 for what the clock allows on all processors."""
    log: str = ""
    """The folder for what programs write to their standard error; nothing for none."""


class ScheduledGame(NamedTuple):
    """A game that is to be played."""

    number: int
    """Its place in its tournament, from 1. Games 2k-1 and 2k have the same opening with the colours exchanged."""
    round: int
    game: str
    first: str
    second: str
    """The names of the players."""
    first_spec: str
    second_spec: str
    """How they are made."""
    opening: tuple[str, ...]
    """The names of the moves that are played for both."""
    seed: int
    conditions: Conditions


class PlayedGame(NamedTuple):
    """How a game went. `moves` begins with the opening; the other two are as long, with None for what is not known."""

    winner: int | None
    """0 for the first player, 1 for the second, None for a draw."""
    margin: int
    ending: Ending
    detail: str
    """The end in a sentence, for people."""
    moves: tuple[str, ...]
    seconds: tuple[float | None, ...]
    scores: tuple[float | None, ...]
    """What the player that moved thought the position was worth to it."""
    began: str
    """When, as in 2026-11-16T20:15:00+00:00."""

    @property
    def erred(self) -> int | None:
        """The player that lost by a mistake that the rules do not know: 0, 1, or None."""
        return 1 - self.winner if self.ending in ERRORS and self.winner is not None else None


class Result(NamedTuple):
    """What tables and ratings need of a game that was played."""

    number: int
    round: int
    first: str
    second: str
    """The names of the players."""
    winner: int | None
    margin: int
    ending: Ending
    plies: int
    began: str
    seconds: float
    """How long all its moves took."""
    detail: str = ""
    """The end in a sentence, for people."""

    @property
    def points(self) -> float:
        """1, 1/2 or 0 for the first player."""
        return 0.5 if self.winner is None else 1.0 - self.winner


def result_of(fixture: ScheduledGame, played: PlayedGame) -> Result:
    return Result(
        number=fixture.number,
        round=fixture.round,
        first=fixture.first,
        second=fixture.second,
        winner=played.winner,
        margin=played.margin,
        ending=played.ending,
        plies=len(played.moves),
        began=played.began,
        seconds=sum(seconds or 0.0 for seconds in played.seconds),
        detail=played.detail,
    )


CLOCK = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,9})?)(?:\+([0-9]{1,9}(?:\.[0-9]{1,9})?))?", re.ASCII)


def clock_of(text: str) -> tuple[float, float]:
    """A clock as people write it: seconds for the game, and seconds added for each move.

    >>> clock_of("60+0.5"), clock_of("300")
    ((60.0, 0.5), (300.0, 0.0))
    """
    found = CLOCK.fullmatch(text.strip())
    if not found or not float(found[1]):
        raise BadLimit(f"{text!r} is no clock; write seconds for the game and for each move, as in 60+0.5 or 300")
    return float(found[1]), float(found[2] or 0)


def checked(conditions: Conditions) -> Conditions:
    """The conditions, if they make sense."""
    for name in ("time", "clock"):
        value = getattr(conditions, name)
        if value is not None and not 0 < value < math.inf:
            raise BadLimit(f"{name} must be more than 0 seconds, not {value:g}")
    for name in ("increment", "margin"):
        if not 0 <= getattr(conditions, name) < math.inf:
            raise BadLimit(f"{name} must be 0 seconds or more, not {getattr(conditions, name):g}")
    if conditions.increment and conditions.clock is None:
        raise BadLimit("an increment belongs to a clock, as in 60+0.5")
    for name, least in (("most_moves", 1), ("adjudicate", 0), ("memory", 1), ("cpu", 0)):
        if getattr(conditions, name) < least:
            raise BadLimit(f"{name.replace('_', ' ')} must be {least} or more, not {getattr(conditions, name)}")
    return conditions
