"""The formats in which games leave the store and come in, one file each: from a game to a text and back.

Each has `write(scheduled, played)` and `read(source)`. What is wrong in a file is a BadRecord that names the line. A
game that is right and yet cannot be kept, because it was not finished, is LeftOut.
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
    """A file that was read: its name, its text, and when it was last changed."""

    name: str
    text: str
    changed: str


class LeftOut(NamedTuple):
    """A game that is not kept: its file and line, and why."""

    where: str
    why: str


Found = tuple[ScheduledGame, PlayedGame] | LeftOut


class Format(NamedTuple):
    """How games are written and read in one format."""

    name: str
    suffixes: tuple[str, ...]
    write: Callable[[ScheduledGame, PlayedGame], str]
    read: Callable[[Source], Iterator[Found]]
    between: str | None = ""
    """What stands between two games in a file; None if a file holds one game only."""


rules = cache(find_game)
"""The game that a text names. One file may hold thousands of games of a kind."""


def replayed(game: Game, names: Iterable[str], where: str) -> tuple[Position, list[int]]:
    """The position after these moves, and the moves; BadRecord for the first that is not legal."""
    position, moves = game.start(), list[int]()
    for number, name in enumerate(names, 1):
        try:
            moves.append(game.move(name, position))
        except IllegalMove as error:
            raise BadRecord(f"{where}, move {number}: {error}") from None
        position = position.play(moves[-1])
    return position, moves


def named(game: Game, moves: Iterable[MoveRecord[int]]) -> tuple[MoveRecord[str], ...]:
    """The moves of a game with the names that the board gives them."""
    position, found = game.start(), list[MoveRecord[str]]()
    for played in moves:
        found.append(MoveRecord(position.name(played.move), *played[1:]))
        position = position.play(played.move)
    return tuple(found)


def came_in(number: int, game: Game, first: str, second: str) -> ScheduledGame:
    """The game as it would have been scheduled, where nothing else is known of it."""
    return ScheduledGame(number, 1, str(game), first or "first", second or "second", "", "", (), 0, Conditions())


def ended(position: Position, winner: int | None, ending: Ending, detail: str, where: str) -> GameResult:
    """The result of a game as a file gives it, which the rules must not contradict."""
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
    """A date as games have it; the other one where this is none."""
    try:
        date = datetime.fromisoformat(text)
    except ValueError:
        return otherwise
    return (date if date.tzinfo else date.replace(tzinfo=UTC)).isoformat(timespec="seconds")
