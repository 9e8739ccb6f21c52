"""What several commands share: the position they work on, colour, JSON lines, and a word while something takes long."""

import json
import os
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any

import typer

from outplay.core.errors import BadSpec, IllegalMove
from outplay.core.game import Game, Outcome, Position, by_the_rules
from outplay.core.registry import game as find_game
from outplay.tools.conformance import random_paths

GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game, as in kalah:6,4 or my_game.py:9,7.")]
Moves = Annotated[str | None, typer.Option("--moves", metavar="TEXT", help="Moves from the start, blanks between.")]
PositionText = Annotated[str | None, typer.Option("--position", metavar="TEXT", help="A position as `show` writes it.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON lines.")]
Database = Annotated[
    str | None,
    typer.Option("--db", metavar="URL|FILE", help="The database of games, if not the usual one in your data folder."),
]
Seed = Annotated[int, typer.Option("--seed", min=0, help="For the random numbers: the same seed, the same games.")]

COLOURS = {
    "first": "1;36",
    "second": "1;33",
    "first-faint": "2;36",
    "second-faint": "2;33",
    "empty": "2",
    "label": "2",
    "last": "7",
}


def paint(text: str, role: str) -> str:
    """The text in the colour of its role, where standard output shows colour."""
    if not sys.stdout.isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return text
    return f"\x1b[{COLOURS[role]}m{text}\x1b[0m"


def position_of(game: Game, moves: str | None, text: str | None) -> tuple[Position, int | None]:
    """The position that the options describe, and the last move if one was given."""
    start, played = moves_of(game, moves, text)
    position = start
    for move in played:
        position = position.play(move)
    return position, played[-1] if played else None


def moves_of(game: Game, moves: str | None, text: str | None) -> tuple[Position, list[int]]:
    """The position that the options begin with, and the moves from there."""
    if moves is not None and text is not None:
        raise BadSpec("give --moves or --position, not both")
    start = position = game.start() if text is None else game.position(text)
    played = []
    for number, word in enumerate((moves or "").split(), 1):
        try:
            played.append(game.move(word, position))
        except IllegalMove as error:
            raise IllegalMove(f"move {number}: {error}") from None
        position = position.play(played[-1])
    return start, played


def opened(spec: str, moves: str | None, text: str | None) -> Position:
    """The position for a command that runs compiled rules. A user's own are tried as plain Python first, where
    mistakes are found and named that machine code would answer with wrong numbers."""
    game = find_game(spec)
    position = position_of(game, moves, text)[0]
    try_rules(game)
    return position


def try_rules(game: Game) -> None:
    if "outplay.games" not in game.play.__module__:
        random_paths(game, 3, seed=0, seconds=0.5)


def print_json(**fields: Any) -> None:
    print(json.dumps(fields, ensure_ascii=False), flush=True)


def outcome_json(outcome: Outcome | None) -> dict[str, Any] | None:
    return outcome._asdict() if outcome else None


def outcome_words(game: Game, outcome: Outcome) -> str:
    """How a game ended, for people."""
    reason = "" if outcome.reason == by_the_rules(None) else f": {outcome.reason}"
    if outcome.winner is None:
        return f"A draw{reason}."
    by = f" by {outcome.margin}" if outcome.margin > 1 else ""
    return f"{start_of_sentence(player_name(game, outcome.winner))} wins{by}{reason}."


def player_name(game: Game, player: int) -> str:
    name = game.players[player]
    return f"the {name} player" if name in ("first", "second") else name


def start_of_sentence(text: str) -> str:
    """With a capital, unless it is a symbol like x."""
    return text if len(text) == 1 else text[:1].upper() + text[1:]


def some_of(names: list[str], most: int = 30) -> str:
    """The names, or the first of them and how many there are."""
    return " ".join(names) if len(names) <= most else f"{' '.join(names[:most])} … ({len(names)} in all)"


@contextmanager
def compiling(game: str) -> Iterator[None]:
    """Says on standard error that a game is being compiled, for as long as the block lasts."""
    from rich.console import Console

    console = Console(stderr=True)
    if console.is_terminal:
        with console.status(f"Compiling {game} …"):
            yield
    else:
        print(f"compiling {game} …", file=sys.stderr, flush=True)
        yield


@contextmanager
def status(text: str) -> Iterator[Callable[[str], None]]:
    """A line at the bottom of the terminal that changes, while the block lasts; nothing where there is no terminal."""
    from rich.console import Console

    console = Console(stderr=True)
    if not (console.is_terminal and sys.stdout.isatty()):
        yield lambda text: None
        return
    with console.status(text) as line:
        yield line.update


@contextmanager
def progress(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar on standard error while the block lasts; yields a function that moves it on."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.advance(task, done)


def wrapped(line: str) -> str:
    """The line, broken between words where the terminal is narrower, the rest a little to the right."""
    return textwrap.fill(line, terminal_width(), subsequent_indent="  ", break_long_words=False)


def terminal_width() -> int:
    return max(80, shutil.get_terminal_size((80, 24)).columns)
