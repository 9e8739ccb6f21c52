"""new and check: writing a game of one's own."""

import keyword
import sys
from importlib import resources
from pathlib import Path
from typing import Annotated

import typer

from outplay.cli.common import GameName, Json, Seed, print_json
from outplay.errors import BadSpec
from outplay.registry import game as find_game

new_app = typer.Typer(no_args_is_help=True, help="Write a working template to begin from.")


def register(app: typer.Typer) -> None:
    app.add_typer(new_app, name="new")
    new_app.command("game", epilog="outplay new game my_game\n\noutplay play my_game.py")(new_game)
    app.command(epilog="outplay check my_game.py\n\noutplay check my_game.py:9,7 --games 100")(check)


def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The game's name; NAME.py is written in this folder.")],
) -> None:
    """Write a small game with comments, to be changed into your own."""
    path = Path(name if name.endswith(".py") else f"{name}.py")
    stem = path.stem.replace("-", "_")
    if not stem.isidentifier() or keyword.iskeyword(stem):
        raise BadSpec(f"{name!r} is no good name for a game; take letters, digits and _, as in my_game")
    template = resources.files("outplay.cli").joinpath("new_game.py.txt").read_text(encoding="utf-8")
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(template.replace("GAME_NAME", stem.replace("_", "-")))
    except FileExistsError:
        raise BadSpec(f"{path} exists already; choose another name, or remove it first") from None
    print(f"{path} is written. Try it:")
    print(f"  outplay play {path}")
    print(f"  outplay check {path}")


def check(
    game: GameName,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="How many random games to check on.")] = 30,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Check that a game's rules hold together: as plain Python, as machine code, and both alike."""
    from outplay.conformance import check as run_checks

    found = find_game(game)
    mistakes = 0
    for finding in run_checks(found, games, seed):
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
        print(f"{found} holds together.")
