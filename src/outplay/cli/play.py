"""play: a game at the terminal."""

import sys
from contextlib import suppress
from pathlib import Path
from random import randrange
from typing import Annotated

import typer

from outplay.cli import completion
from outplay.cli.common import Moves, PositionText, moves_of, outcome_words
from outplay.cli.terminal_game import TerminalGame, say
from outplay.core.errors import BadLimit, BadSpec
from outplay.core.game import Game
from outplay.core.records import Record, check_writable, load
from outplay.core.registry import game as find_game
from outplay.core.results import Ending, MoveRecord
from outplay.core.specs import name_of

DEFAULT_GAME = "kalah:6,4"
DEFAULT_LEVEL = 4

OptionalGame = Annotated[
    str | None,
    typer.Argument(
        metavar="GAME",
        help=f"A game, as in my_game.py:9,7; {DEFAULT_GAME} if none is given.",
        autocompletion=completion.games,
    ),
]
First = Annotated[
    str | None,
    typer.Option(
        "--first",
        help="Who plays first: human (as usual), or one of `outplay players`.",
        autocompletion=completion.seats,
    ),
]
Second = Annotated[
    str | None, typer.Option("--second", help="Who plays second: usually engine.", autocompletion=completion.seats)
]
Strength = Annotated[
    int | None,
    typer.Option(
        "--level", "-l", help=f"How well the engine plays: 1 to 10, full strength; {DEFAULT_LEVEL} against you."
    ),
]
Time = Annotated[
    float | None, typer.Option("--time", "-t", metavar="SECONDS", help="Seconds that the engine may take for a move.")
]
Load = Annotated[Path | None, typer.Option("--load", metavar="FILE", help="Go on with the game of a record.")]
Save = Annotated[
    Path | None,
    typer.Option("--save", metavar="FILE", help="Write the record there at the end, however the game ends."),
]

Explain = Annotated[bool, typer.Option("--explain", help="Say with every move of a player what it considered and why.")]

Dice = Annotated[
    int | None,
    typer.Option("--seed", min=0, help="Seed of the random numbers; without it, a new one in a game with a person."),
]


def register(app: typer.Typer) -> None:
    app.command(
        epilog=(
            "outplay play  # Kalah against the engine\n\n"
            "outplay play connect-four --level 7 --save game.txt"
            "  # another game, a stronger engine, and a record of the game\n\n"
            "outplay play --load game.txt  # go on with that game\n\n"
            "outplay play gomoku --second human  # two people at one keyboard"
        )
    )(play)


def play(
    game: OptionalGame = None,
    first: First = None,
    second: Second = None,
    level: Strength = None,
    time: Time = None,
    moves: Moves = None,
    position: PositionText = None,
    load: Load = None,
    save: Save = None,
    explain: Explain = False,
    seed: Dice = None,
) -> None:
    """Play a game: against the computer, against each other, or let two players play.

    Without a terminal, the moves of a player that is named `human` are read from standard input, and a wrong one ends
    the game. If nobody is named so, one demonstration game is played to its end."""
    if load is None:
        record = begun(find_game(game or DEFAULT_GAME), moves, position)
    elif game or moves is not None or position is not None:
        raise BadSpec("--load brings its own game; give it without GAME, --moves and --position")
    else:
        record = loaded(load)
    if save is not None and save != load:
        check_writable(save)
    named = [first or who_played(record.first), second or who_played(record.second)]
    specs = [named[0] or "human", named[1] or "engine"]
    at_terminal = sys.stdin is not None and sys.stdin.isatty()
    people = "human" in (specs if at_terminal else named)
    specs = with_level(specs, level, time, people)
    if "human" in specs and not people:
        say("There is no terminal to ask for moves: a demonstration game. --first human reads moves from a pipe.")
        specs = ["random" if spec == "human" else spec for spec in specs]
    check_players(specs, record.game)
    if people and at_terminal:
        edit_lines()
    if people and sys.stdin is None:
        raise BadSpec("standard input is closed, so there is nobody to type the moves of human")
    if seed is None:
        seed = randrange(1 << 32) if people else 0
    TerminalGame(record, specs, seed, save, load, explain, piped=people and not at_terminal).play()


def check_players(specs: list[str], game: Game) -> None:
    """Raises an error if a player cannot play the game, before anything is compiled for the other one."""
    from outplay.players.specs import parse_for

    for spec in specs:
        if spec != "human":
            parse_for(spec, game)


def edit_lines() -> None:
    """Lets what is typed be edited with the arrow keys, where the system can do that."""
    with suppress(ImportError):
        import readline  # noqa: F401


def begun(game: Game, moves: str | None, text: str | None) -> Record:
    """The record of a game with the moves that were given, if any."""
    start, played = moves_of(game, moves, text)
    return Record(start, tuple(map(MoveRecord, played)))


def loaded(path: Path) -> Record:
    """A record to go on with. One that the rules did not end, as by resigning, can be played on."""
    record = load(path)
    if record.result and record.result.ending is not Ending.RULES:
        say(f"The record says: {outcome_words(record.game, record.result.outcome)} The game goes on from there.")
    return record


def who_played(name: str) -> str | None:
    """A player of a record, if it is one that can play on."""
    from outplay.players.listing import NAMED

    return name if name_of(name) in ("human", *NAMED) else None


def with_level(specs: list[str], level: int | None, time: float | None, against_a_person: bool) -> list[str]:
    """The players, with the level and the time for the engine. Against a person it has a level one can beat."""
    from outplay.players.engine import FULL_STRENGTH

    if level is not None and not 1 <= level <= FULL_STRENGTH:
        raise BadLimit(f"--level must be 1 to {FULL_STRENGTH}, not {level}")
    if time is not None and not 0 < time < 1e6:
        raise BadLimit(f"--time must be more than 0 seconds, not {time:g}")
    engines = [spec for spec in specs if name_of(spec) == "engine"]
    if (level or time) and not engines:
        raise BadSpec("--level and --time are for the engine, and it does not play here; give --second engine")
    if against_a_person and level is None:
        level = DEFAULT_LEVEL
    return [engine_spec(spec, level, time) if spec in engines else spec for spec in specs]


def engine_spec(spec: str, level: int | None, time: float | None) -> str:
    """The engine's text with level and time, where it does not say them itself."""
    from outplay.players.specs import parse

    return str(parse(spec).filled(level=level, time=time))
