"""Shared by the commands: options, positions from the command line, colour, JSON lines, progress displays."""

import json
import os
import shutil
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any

import typer

from outplay.cli import completion
from outplay.cli.streams import writes_unicode
from outplay.core.errors import BadSpec, IllegalMove
from outplay.core.figures import amount, duration
from outplay.core.game import Game, Outcome, Position
from outplay.core.registry import game as find_game
from outplay.core.words import outcome_words as outcome_words
from outplay.core.words import player_name as player_name
from outplay.core.words import some_of as some_of
from outplay.core.words import start_of_sentence as start_of_sentence

GameName = Annotated[
    str,
    typer.Argument(metavar="GAME", help="A game, as in kalah:6,4 or my_game.py:9,7.", autocompletion=completion.games),
]
Moves = Annotated[
    str | None, typer.Option("--moves", metavar="TEXT", help="Moves from the start, separated by blanks.")
]
PositionText = Annotated[str | None, typer.Option("--position", metavar="TEXT", help="A position as `show` writes it.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON lines.")]
Database = Annotated[
    str | None,
    typer.Option("--db", metavar="URL|FILE", help="The database of games; by default a file in your data folder."),
]
Net = Annotated[
    str,
    typer.Option(
        "--net",
        metavar="auto|none|FILE",
        help="The network that evaluates: one that was trained for this game, none, or a file.",
    ),
]
Seed = Annotated[
    int, typer.Option("--seed", min=0, help="Seed of the random numbers; the same seed gives the same games.")
]

REPORT_SECONDS = 30.0
"""The time between two lines of progress where there is no terminal."""

NARROWEST = 30
"""Text is not wrapped to fewer columns."""

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
    """The text in the colour of its role; unchanged if standard output is not a terminal with colour."""
    if not sys.stdout.isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return text
    return f"\x1b[{COLOURS[role]}m{text}\x1b[0m"


def position_of(game: Game, moves: str | None, text: str | None) -> tuple[Position, int | None]:
    """The position after --moves or of --position, and the last move if there is one."""
    start, played = moves_of(game, moves, text)
    position = start
    for move in played:
        position = position.play(move)
    return position, played[-1] if played else None


def moves_of(game: Game, moves: str | None, text: str | None) -> tuple[Position, list[int]]:
    """The position before --moves, and the moves. IllegalMove names the number of a wrong move."""
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


def open_position(spec: str, moves: str | None, text: str | None) -> Position:
    """The position for a command that runs compiled rules.

    A user's own rules are first run as plain Python: it reports mistakes for which machine code would give wrong
    numbers.
    """
    game = find_game(spec)
    position = position_of(game, moves, text)[0]
    try_rules(game)
    return position


def try_rules(game: Game) -> None:
    """Plays a few random games as plain Python if the game is not built in; RuleError if the rules fail."""
    if "outplay.games" not in game.play.__module__:
        from outplay.tools.conformance import random_paths

        random_paths(game, 3, seed=0, seconds=0.5)


def print_json(**fields: Any) -> None:
    print(json.dumps(fields, ensure_ascii=not writes_unicode()), flush=True)


def outcome_json(outcome: Outcome | None) -> dict[str, Any] | None:
    return outcome._asdict() if outcome else None


@contextmanager
def compiling(game: str) -> Iterator[None]:
    """Shows on standard error that a game is being compiled while the block runs."""
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
    """Shows a status line while the block runs; yields the function that replaces it.

    Without a terminal the replacements are printed on standard error, one every REPORT_SECONDS.
    """
    from rich.console import Console

    console = Console(stderr=True)
    if not (console.is_terminal and sys.stdout.isatty()):
        yield seldom_printed()
        return
    with console.status(text) as line:
        yield line.update


def seldom_printed() -> Callable[[str], None]:
    """A function that prints a text on standard error, if REPORT_SECONDS have passed since it was made or printed."""
    reported = time.monotonic()

    def update(text: str) -> None:
        nonlocal reported
        if time.monotonic() - reported >= REPORT_SECONDS:
            reported = time.monotonic()
            print(text, file=sys.stderr, flush=True)

    return update


@contextmanager
def progress(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """Shows a progress bar on standard error while the block runs; yields the function that advances it.

    Without a terminal, lines are printed there instead, one every REPORT_SECONDS.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    if not console.is_terminal:
        yield lines_of_progress(what, total)
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.advance(task, done)


def lines_of_progress(what: str, total: int) -> Callable[[int], None]:
    """A function that is told how much more is done, and prints a line about it from time to time."""
    update, began, done = seldom_printed(), time.monotonic(), 0

    def advance(more: int) -> None:
        nonlocal done
        done += more
        left = (time.monotonic() - began) / max(1, done) * (total - done)
        update(f"{what}: {amount(done)} of {amount(total)}, about {duration(left)} left")

    return advance


def wrap(line: str, indent: int = 2) -> str:
    """The line, wrapped to the width of the terminal; lines after the first are indented. Words are never broken."""
    width = max(NARROWEST, indent + 20, shutil.get_terminal_size((80, 24)).columns)
    return textwrap.fill(line, width, subsequent_indent=" " * indent, break_long_words=False, break_on_hyphens=False)


def terminal_width() -> int:
    """The width of the terminal in columns, at least 80."""
    return max(80, shutil.get_terminal_size((80, 24)).columns)
