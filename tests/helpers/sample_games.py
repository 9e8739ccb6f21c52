"""Games as a tournament of two would have them, without anybody playing."""

from collections.abc import Sequence

from outplay.arena.games import Conditions, PlayedGame, ScheduledGame
from outplay.core.results import Ending, GameResult, MoveRecord

BEGAN = "2026-11-16T20:15:00+00:00"


def scheduled(number: int = 1) -> ScheduledGame:
    conditions = Conditions(clock=60.0, increment=0.5, log="logs")
    return ScheduledGame(
        number, (number + 1) // 2, "kalah:6,4", "Ada", "Bob", "engine:level=3", "random", ("3",), 7, conditions
    )


def played(moves: int = 3) -> PlayedGame:
    names = tuple(map(str, range(moves)))
    return PlayedGame(
        GameResult(0, 6, Ending.RULES, "more seeds"),
        (MoveRecord(names[0]), *(MoveRecord(name, 0.25, -1.5, 7, 1234) for name in names[1:])),
        BEGAN,
    )


def with_moves(
    result: GameResult,
    names: Sequence[str],
    seconds: Sequence[float | None] = (),
    scores: Sequence[float | None] = (),
    began: str = BEGAN,
) -> PlayedGame:
    """A game with these moves; what is not given beside them is not known."""
    known = [list(values) or [None] * len(names) for values in (seconds, scores)]
    return PlayedGame(result, tuple(MoveRecord(*row) for row in zip(names, *known, strict=True)), began)
