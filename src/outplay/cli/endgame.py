"""The command endgame: tables of solved endgames, made, checked and removed."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from outplay.cli.common import GameName, Json, print_json, progress, try_rules
from outplay.core.errors import BadLimit, BadSpec
from outplay.core.figures import amount, duration
from outplay.core.game import Game
from outplay.core.registry import game as find_game

if TYPE_CHECKING:
    from outplay.solve.tables import Plan

Layers = Annotated[
    int | None,
    typer.Option("--layers", metavar="N", help="Make a table of the lowest N layers; in Kalah, of fewer than N seeds."),
]
Threads = Annotated[int, typer.Option("--threads", help="Number of threads.")]
File = Annotated[str | None, typer.Option("--file", metavar="FILE", help="The file, if it is not the usual one.")]
Check = Annotated[bool, typer.Option("--check", help="Compare all of the table with its checksums.")]
Delete = Annotated[bool, typer.Option("--delete", help="Remove the table.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Tell size and time, and make nothing.")]

SHOWN_LAYERS = 40
"""Of so many layers the sizes are listed."""


def register(app: typer.Typer) -> None:
    app.command(
        epilog=(
            "outplay endgame kalah:6,4  # the table that there is, and the sizes of others\n\n"
            "outplay endgame kalah:6,4 --layers 16 --threads 2  # all positions with at most 15 seeds in houses\n\n"
            "outplay endgame kalah:6,4 --layers 24 --dry-run  # how large it will be, and how long it takes\n\n"
            "outplay endgame kalah:6,4 --check  # whether the file is sound"
        )
    )(endgame)


def endgame(
    game: GameName,
    layers: Layers = None,
    threads: Threads = 1,
    file: File = None,
    check: Check = False,
    delete: Delete = False,
    dry_run: DryRun = False,
    json: Json = False,
) -> None:
    """Make the endgame table of a game: the value of every position with few pieces left, which the engine then knows.

    For games that number their positions, such as Kalah. What is computed is kept if the command is
    ended; given again, it goes on from there."""
    from outplay.engine.endgame import table_path

    if (layers is not None) + check + delete > 1 or (dry_run and layers is None):
        raise BadSpec("give one of --layers, --check and --delete; --dry-run goes with --layers")
    if threads < 1:
        raise BadLimit(f"the threads must be 1 or more, not {threads}")
    made = find_game(game)
    path = Path(file).expanduser() if file else table_path(made)
    if delete:
        remove(path)
    elif check:
        check_file(made, path, json)
    elif layers is None:
        show(made, path, json)
    else:
        make(made, path, layers, threads, dry_run, json)


def remove(path: Path) -> None:
    if not path.is_file():
        raise BadSpec(f"there is no table {path}")
    path.unlink()
    print(f"{path} is removed.")


def check_file(game: Game, path: Path, json: bool) -> None:
    from outplay.solve.tables import check_table

    layers = check_table(path, game)
    if json:
        print_json(game=str(game), file=str(path), layers=layers, sound=True)
    else:
        print(f"{path}: {layers_words(layers)}, all sound.")


def make(game: Game, path: Path, layers: int, threads: int, dry_run: bool, json: bool) -> None:
    """Makes a table with a progress bar, after telling its size and about how long it takes."""
    from outplay.engine.endgame import numbering_of, read_header
    from outplay.search.endgame import starts
    from outplay.solve.tables import Builder, build_table, plan_table

    plan = plan_table(game, layers, path)
    missing = plan.positions - plan.finished
    if missing > 0:
        try_rules(game)
        builder = Builder(game)
        seconds = builder.seconds(missing, threads)
        if not json:
            print(estimate(plan, seconds))
        if not dry_run:
            with progress(f"{game}, {layers_words(layers)}", plan.positions) as advance:
                shown = [0]

                def update(done: int, total: int) -> None:
                    advance(done - shown[0])
                    shown[0] = done

                build_table(plan, threads, update)
    held = layers if missing > 0 else len(read_header(path, game).checksums)
    told: dict[str, Any] = {"game": str(game), "file": str(path), "layers": held}
    told |= {"bytes": starts(numbering_of(game).sizes)[held]}
    if json:
        print_json(
            **told, made=missing > 0 and not dry_run, estimated_seconds=round(seconds, 1) if missing > 0 else 0.0
        )
    elif missing <= 0 or not dry_run:
        print(f"{path} holds {layers_words(held)}{' already' if missing <= 0 else ''}.")


def layers_words(number: int) -> str:
    return f"{number} layer{'s' * (number != 1)}"


def estimate(plan: "Plan", seconds: float) -> str:
    """A sentence about the size of a table and the time to make what is missing."""
    from outplay.solve.tables import size_words

    left = plan.positions - plan.finished
    begun = f", {amount(left)} of them to be computed" if plan.finished else ""
    return (
        f"{layers_words(plan.layers)} of {plan.game}: {amount(plan.positions)} positions{begun}, "
        f"{size_words(plan.positions)} of disk and memory, about {duration(seconds)}."
    )


def show(game: Game, path: Path, json: bool) -> None:
    """Tells of the table that there is, and lists how large others would be."""
    from outplay.engine.endgame import numbering_of, read_header
    from outplay.search.endgame import starts
    from outplay.solve.tables import size_words

    first = starts(numbering_of(game).sizes)
    finished = len(read_header(path, game).checksums) if os.path.exists(path) else 0
    if json:
        print_json(game=str(game), file=str(path), layers=finished, sizes=numbering_of(game).sizes)
        return
    if finished:
        print(f"{path} holds {layers_words(finished)}, {size_words(first[finished])}.")
    else:
        print(f"There is no table of {game} yet; `outplay endgame {game} --layers N` makes one.")
    print("\nlayers  positions  size")
    for layers in range(1, min(len(first), SHOWN_LAYERS + 1)):
        if first[layers]:
            print(f"{layers:6}  {amount(first[layers]):>9}  {size_words(first[layers])}")
