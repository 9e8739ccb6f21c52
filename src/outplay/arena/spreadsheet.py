"""Results as CSV, for spreadsheets and statistics programs: a line for each game, or for each player."""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from outplay.arena.games import PlayedGame, ScheduledGame
from outplay.arena.standings import Standing
from outplay.players.specs import public_spec

GAME_HEADS = (
    "number", "round", "game", "first", "second", "winner", "points_first", "points_second", "margin", "ending",
    "detail", "plies", "seconds", "began", "opening", "moves",
)  # fmt: skip
STANDING_HEADS = (
    "rank", "player", "games", "points", "wins", "draws", "losses", "first_wins", "second_wins", "won_by", "lost_by",
    "errors", "byes", "sonneborn_berger", "buchholz", "elo", "elo_low", "elo_high",
)  # fmt: skip
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""A spreadsheet would compute a text that begins with one of these."""


def games_csv(games: Iterable[tuple[ScheduledGame, PlayedGame]]) -> Iterator[str]:
    """The lines of a file with a line for each game; `winner` is a player's name, or empty for a draw."""
    yield line(GAME_HEADS)
    for scheduled, played in games:
        result = played.result
        points = 0.5 if result.winner is None else 1.0 - result.winner
        winner = "" if result.winner is None else (scheduled.first, scheduled.second)[result.winner]
        yield line(
            [
                scheduled.number, scheduled.round, public_spec(scheduled.game), scheduled.first, scheduled.second,
                winner, points, 1 - points, result.margin, result.ending.value, result.detail, len(played.moves),
                round(played.seconds, 6), played.began, " ".join(scheduled.opening), " ".join(played.names),
            ]
        )  # fmt: skip


def standings_csv(rows: Sequence[Standing]) -> Iterator[str]:
    """The lines of a file with a line for each player; `errors` is the number of games it lost by errors."""
    yield line(STANDING_HEADS)
    for row in rows:
        values = row._asdict() | {"errors": sum(row.errors.values())}
        yield line([values[head] for head in STANDING_HEADS])


def line(values: Iterable[Any]) -> str:
    """A line of CSV, with a quote before texts that a spreadsheet would take for formulas; None is empty.

    >>> line(["a", "=1+1", -3, None, "x, y"])
    'a,\\'=1+1,-3,,"x, y"\\n'
    """
    text = io.StringIO()
    safe = [f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value for value in values]
    csv.writer(text, lineterminator="\n").writerow(
        [f"{value:g}" if isinstance(value, float) else value for value in safe]
    )
    return text.getvalue()
