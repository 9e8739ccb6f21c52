"""Games as a tournament of two would have them, without anybody playing."""

from outplay.arena.games import Conditions, PlayedGame, ScheduledGame
from outplay.core.results import Ending


def fixture(number: int = 1) -> ScheduledGame:
    conditions = Conditions(clock=60.0, increment=0.5, log="logs")
    return ScheduledGame(
        number, (number + 1) // 2, "kalah:6,4", "Ada", "Bob", "engine:level=3", "random", ("3",), 7, conditions
    )


def played(moves: int = 3) -> PlayedGame:
    return PlayedGame(
        0,
        6,
        Ending.RULES,
        "more seeds",
        tuple(map(str, range(moves))),
        (None, *[0.25] * (moves - 1)),
        (None, *[-1.5] * (moves - 1)),
        "2026-11-16T20:15:00+00:00",
    )
