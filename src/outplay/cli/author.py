"""The commands new and check: templates for a game, a bot or a tournament, and tests of a game's rules."""

import keyword
import sys
from importlib import resources
from pathlib import Path
from typing import Annotated

import typer

from outplay.cli.common import GameName, Json, Seed, print_json
from outplay.core.errors import BadSpec
from outplay.core.registry import game as find_game

new_app = typer.Typer(no_args_is_help=True, help="Write a working template of a game, a bot or a tournament.")


def register(app: typer.Typer) -> None:
    app.add_typer(new_app, name="new")
    new_app.command(
        "game", epilog=("outplay new game my_game  # write my_game.py\n\noutplay play my_game.py  # play it")
    )(new_game)
    new_app.command(
        "bot",
        epilog=(
            "outplay new bot my_bot  # write my_bot.py\n\noutplay play kalah:6,4 --second my_bot.py  # play against it"
        ),
    )(new_bot)
    new_app.command(
        "tournament",
        epilog=("outplay new tournament league  # write league.toml\n\noutplay tournament league.toml  # play it"),
    )(new_tournament)
    app.command(
        epilog=(
            "outplay check my_game.py  # 30 random games, as Python and as machine code\n\n"
            "outplay check my_game.py:9,7 --games 100  # more games on a larger board"
        )
    )(check)


def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The game's name; NAME.py is written in this folder.")],
) -> None:
    """Write a small game with comments as a template for your own."""
    path = write_template("game", name)
    print(f"{path} is written. Try it:")
    print(f"  outplay play {path}")
    print(f"  outplay check {path}")
    print(f"  outplay train {path}   # the engine learns it by playing itself")


def new_bot(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The bot's name; NAME.py is written in this folder.")],
) -> None:
    """Write a small bot that plays every game, with comments, as a template for your own."""
    path = write_template("bot", name)
    print(f"{path} is written. Try it:")
    print(f"  outplay play kalah:6,4 --second {path}")
    print(f"  outplay match kalah:6,4 {path} random")


def new_tournament(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="The tournament's name; NAME.toml is written in this folder.")
    ],
) -> None:
    """Write the file of a small tournament with comments as a template for your own."""
    path = write_template("tournament", name, ".toml")
    print(f"{path} is written. Run it:")
    print(f"  outplay tournament {path}")


def write_template(what: str, name: str, suffix: str = ".py") -> Path:
    """Writes the template of a game, bot or tournament to a new file and returns its path; an existing file is kept."""
    path = Path(name if name.endswith(suffix) else f"{name}{suffix}")
    stem = path.stem.replace("-", "_")
    if not stem.isidentifier() or keyword.iskeyword(stem):
        raise BadSpec(f"{name!r} is no good name for a {what}; take letters, digits and _, as in my_{what}")
    template = resources.files("outplay.cli").joinpath(f"new_{what}{suffix}.txt").read_text(encoding="utf-8")
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(template.replace(f"{what.upper()}_NAME", stem.replace("_", "-")))
    except FileExistsError:
        raise BadSpec(f"{path} exists already; choose another name, or remove it first") from None
    return path


def check(
    game: GameName,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="Number of random games.")] = 30,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Check a game's rules on random games: as plain Python, as machine code, and that both agree."""
    from outplay.tools.conformance import check as run_checks

    checked = find_game(game)
    mistakes = 0
    for finding in run_checks(checked, games, seed):
        mistakes += finding.mistake is not None
        if json:
            print_json(check=finding.check, ok=finding.mistake is None, mistake=finding.mistake)
        else:
            print(f"{'ok   ' if finding.mistake is None else 'WRONG'} {finding.check}", flush=True)
            if finding.mistake:
                print(f"      {finding.mistake}")
    if mistakes:
        print(f"{mistakes} of the checks failed", file=sys.stderr)
        raise typer.Exit(1)
    if not json:
        print(f"{checked} passes all checks.")
