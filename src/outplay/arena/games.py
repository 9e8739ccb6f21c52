"""A scheduled game and a played game: plain numbers and texts, which can be sent to another process or machine and
written to a database."""

import math
import re
from typing import NamedTuple

from outplay.core.errors import BadLimit
from outplay.core.results import Ending, GameResult, MoveRecord

GUARD_SECONDS = 10.0
"""Seconds that a move may take where no time was agreed."""


class Conditions(NamedTuple):
    """What is the same for all games of a match or tournament."""

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
    """A game that was played."""

    result: GameResult
    moves: tuple[MoveRecord[str], ...]
    """All moves by their names, the opening first; a move of the opening has nothing beside it."""
    began: str
    """When, as in 2026-11-16T20:15:00+00:00."""

    @property
    def names(self) -> tuple[str, ...]:
        """The moves alone."""
        return tuple(played.move for played in self.moves)

    @property
    def seconds(self) -> float:
        """How long all moves took together."""
        return sum(played.seconds or 0.0 for played in self.moves)


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


def result_of(scheduled: ScheduledGame, played: PlayedGame) -> Result:
    return Result(
        number=scheduled.number,
        round=scheduled.round,
        first=scheduled.first,
        second=scheduled.second,
        winner=played.result.winner,
        margin=played.result.margin,
        ending=played.result.ending,
        plies=len(played.moves),
        began=played.began,
        seconds=played.seconds,
        detail=played.result.detail,
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
