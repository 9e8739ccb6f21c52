"""A scheduled game and a played game: plain numbers and texts, which can be sent to another process or machine and
written to a database."""

import math
import re
from typing import NamedTuple

from outplay.core.errors import BadLimit
from outplay.core.results import ERRORS, Ending, GameResult, MoveRecord

GUARD_SECONDS = 10.0
"""Seconds that a move may take if no time control is set."""


class Conditions(NamedTuple):
    """The time control, limits and logging that hold for all games of a match or tournament."""

    time: float | None = None
    """Seconds that a player has for each move; None if there is no limit for each move."""
    clock: float | None = None
    """Seconds that a player has for all its moves of a game; None without a clock."""
    increment: float = 0.0
    """Seconds that are added to the clock after each move."""
    margin: float = 0.05
    """Seconds by which a move may exceed its time, for delays by pipes and by other load on the machine."""
    start_margin: float = 2.0
    """Seconds by which the first move of a program in a game may exceed its time in addition, since a program may load
    or compile what it needs only when it is first asked."""
    most_moves: int = 10_000
    """Plies after which a game that is not over is a draw."""
    adjudicate: int = 0
    """Nodes that the referee's engine visits after each move to prove the outcome; 0 for no adjudication."""
    memory: int = 2048
    """Megabytes of memory that a program may use."""
    cpu: int = 0
    """Seconds of processor time that a program may use in a game; 0 for the time control times the processors."""
    log: str = ""
    """The folder in which the standard error of programs is saved; empty to discard it."""
    first_time: str = ""
    second_time: str = ""
    """The time control of one player alone, as `own_time` reads it; empty where it has that of all."""

    def of(self, side: int) -> "Conditions":
        """The conditions with the time control that holds for one side."""
        own = self.second_time if side else self.first_time
        if not own:
            return self
        time, clock, increment = own_time(own)
        return self._replace(time=time, clock=clock, increment=increment)


class ScheduledGame(NamedTuple):
    """A game that is to be played."""

    number: int
    """Its number in its tournament, from 1. Games 2k-1 and 2k have the same opening with the colours exchanged."""
    round: int
    game: str
    first: str
    second: str
    """The names of the players."""
    first_spec: str
    second_spec: str
    """The specs of the players."""
    opening: tuple[str, ...]
    """The names of the moves that are played for both players before the game begins."""
    seed: int
    conditions: Conditions


class PlayedGame(NamedTuple):
    """A game that was played."""

    result: GameResult
    moves: tuple[MoveRecord[str], ...]
    """All moves by their names, those of the opening first. A move of the opening has no seconds, score or depth."""
    began: str
    """When the game began, in ISO 8601, as in 2026-11-16T20:15:00+00:00."""
    waited: float = 0.0
    """Seconds that a player was waited for who then lost by an error, so that no move has them."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all moves."""
        return tuple(played.move for played in self.moves)

    @property
    def seconds(self) -> float:
        """Seconds that all moves took together, and the wait for one that never came."""
        return sum(played.seconds or 0.0 for played in self.moves) + self.waited


class Result(NamedTuple):
    """The data of a played game that standings and ratings need."""

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
    """Seconds that all moves took together, and the wait for one that never came."""
    detail: str = ""
    """The ending as a sentence for people."""

    @property
    def points(self) -> float:
        """The points of the first player: 1, 1/2 or 0."""
        return 0.5 if self.winner is None else 1.0 - self.winner

    @property
    def erred(self) -> str | None:
        """The player that lost because it failed (late, silent, an illegal move, a crash); None if none did."""
        if self.ending not in ERRORS or self.winner is None:
            return None
        return self.first if self.winner == 1 else self.second


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
    """Seconds for the game and seconds added after each move, parsed from text; raises BadLimit for any other text.

    >>> clock_of("60+0.5"), clock_of("300")
    ((60.0, 0.5), (300.0, 0.0))
    """
    match = CLOCK.fullmatch(text.strip())
    if not match or not float(match[1]):
        raise BadLimit(f"{text!r} is no clock; write seconds for the game and for each move, as in 60+0.5 or 300")
    return float(match[1]), float(match[2] or 0)


def own_time(text: str) -> tuple[float | None, float | None, float]:
    """The time, clock and increment that a player's own time control gives: seconds for each move, or a clock.

    >>> own_time("1.5"), own_time("60+0.5"), own_time("300+0")
    ((1.5, None, 0.0), (None, 60.0, 0.5), (None, 300.0, 0.0))
    """
    match = CLOCK.fullmatch(text)
    if not match or not float(match[1]):
        raise BadLimit(
            f"{text!r} is no time; write seconds for each move, as in 1.5, or a clock with its increment, as in 60+0.5"
        )
    return (float(match[1]), None, 0.0) if match[2] is None else (None, float(match[1]), float(match[2]))


def time_words(conditions: Conditions) -> str:
    """The time control of all players, for people.

    >>> time_words(Conditions(time=0.5)), time_words(Conditions(clock=60, increment=0.5)), time_words(Conditions())
    ('0.5 s a move', '60 s a game + 0.5 s a move', 'at most 10 s a move')
    """
    words = []
    if conditions.clock is not None:
        words.append(
            f"{conditions.clock:g} s a game" + f" + {conditions.increment:g} s a move" * (conditions.increment > 0)
        )
    if conditions.time is not None:
        words.append(f"{'at most ' * bool(words)}{conditions.time:g} s a move")
    return ", ".join(words) or f"at most {GUARD_SECONDS:g} s a move"


def checked(conditions: Conditions) -> Conditions:
    """Returns the conditions unchanged; raises BadLimit if a value is out of range or values contradict each other."""
    for name in ("time", "clock"):
        value = getattr(conditions, name)
        if value is not None and not 0 < value < math.inf:
            raise BadLimit(f"{name} must be more than 0 seconds, not {value:g}")
    for name in ("increment", "margin", "start_margin"):
        if not 0 <= getattr(conditions, name) < math.inf:
            raise BadLimit(f"{name.replace('_', ' ')} must be 0 seconds or more, not {getattr(conditions, name):g}")
    if conditions.increment and conditions.clock is None:
        raise BadLimit("an increment belongs to a clock, as in 60+0.5")
    for name, least in (("most_moves", 1), ("adjudicate", 0), ("memory", 1), ("cpu", 0)):
        if getattr(conditions, name) < least:
            raise BadLimit(f"{name.replace('_', ' ')} must be {least} or more, not {getattr(conditions, name)}")
    return conditions
