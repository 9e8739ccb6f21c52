"""The file formats for export and import of games, one module each.

Each has `write(scheduled, played)`, which returns a text, and `read(source)`, which yields games. An error in a file
raises a BadRecord that names the line. A valid game that cannot be stored, for example an unfinished one, is LeftOut.
"""

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from functools import cache
from typing import NamedTuple

from outplay.arena.games import Conditions, PlayedGame, ScheduledGame
from outplay.core.errors import BadRecord, IllegalMove, OutplayError
from outplay.core.game import Game, Position
from outplay.core.registry import game as find_game
from outplay.core.results import Ending, GameResult, MoveRecord

UNFINISHED = "the game is not finished"


class Source(NamedTuple):
    """A file that was read: its name, its text, and when it was last changed, in ISO 8601."""

    name: str
    text: str
    changed: str


class LeftOut(NamedTuple):
    """A game that is not imported: its file and line, and the reason."""

    where: str
    why: str


Found = tuple[ScheduledGame, PlayedGame] | LeftOut


class Format(NamedTuple):
    """A file format: its name, the suffixes of its files, and the functions that write and read it."""

    name: str
    suffixes: tuple[str, ...]
    write: Callable[[ScheduledGame, PlayedGame], str]
    read: Callable[[Source], Iterator[Found]]
    between: str | None = ""
    """The text between two games in a file; None if a file holds one game only."""


rules = cache(find_game)
"""The game that a spec names; cached, since one file may hold thousands of games."""


def replayed(game: Game, names: Iterable[str], where: str) -> tuple[Position, list[int]]:
    """The position after the moves with these names, and the moves; raises BadRecord at the first illegal one."""
    position, moves = game.start(), list[int]()
    for number, name in enumerate(names, 1):
        try:
            moves.append(game.move(name, position))
        except IllegalMove as error:
            raise BadRecord(f"{where}, move {number}: {error}") from None
        position = position.play(moves[-1])
    return position, moves


def named(game: Game, moves: Iterable[MoveRecord[int]]) -> tuple[MoveRecord[str], ...]:
    """The moves of a game with their names instead of their numbers."""
    position, records = game.start(), list[MoveRecord[str]]()
    for played in moves:
        records.append(MoveRecord(position.name(played.move), *played[1:]))
        position = position.play(played.move)
    return tuple(records)


def imported(number: int, game: Game, first: str, second: str) -> ScheduledGame:
    """A scheduled game for a game of a file, with defaults for all that the file does not contain."""
    return ScheduledGame(number, 1, str(game), first or "first", second or "second", "", "", (), 0, Conditions())


def ended(position: Position, winner: int | None, ending: Ending, detail: str, where: str) -> GameResult:
    """The result that a file gives for a game whose last position is `position`; raises BadRecord if the rules
    contradict it."""
    outcome = position.outcome()
    if outcome is None:
        if ending == Ending.RULES:
            raise BadRecord(f"{where}: the moves do not end the game, and the file says that the rules did")
        return GameResult(winner, 0, ending, detail)
    if winner != outcome.winner:
        says, right = (("first wins", "second wins", "draw")[2 if w is None else w] for w in (winner, outcome.winner))
        raise BadRecord(f"{where}: the result is `{says}`, but the moves end in `{right}`")
    return GameResult.by_rules(outcome._replace(reason=detail or outcome.reason))


def known_game(spec: str, where: str) -> Game:
    try:
        return rules(spec)
    except OutplayError as error:
        raise BadRecord(f"{where}: {error}") from None


def when(text: str, otherwise: str) -> str:
    """The date in ISO 8601, in UTC if it has no time zone; `otherwise` if the text is no date."""
    try:
        date = datetime.fromisoformat(text)
    except ValueError:
        return otherwise
    return (date if date.tzinfo else date.replace(tzinfo=UTC)).isoformat(timespec="seconds")
