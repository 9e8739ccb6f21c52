"""export and import: games out of the store into files, and back."""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from outplay.cli.common import Database, Json, print_json
from outplay.core.errors import BadRecord, StoreError

if TYPE_CHECKING:
    from outplay.arena.formats import Format, LeftOut
    from outplay.arena.store import Run
MOST_SHOWN = 5


def register(app: typer.Typer) -> None:
    app.command(
        "export",
        epilog="outplay export friday games.jsonl\n\noutplay export friday games.sgf --game 7 --game 8\n\n"
        "outplay export friday games/ --format psq\n\noutplay export friday - --format text",
    )(export_games)
    app.command(
        "import",
        epilog="outplay import games.jsonl\n\noutplay import games/*.psq --name gomocup-2015\n\noutplay import games/",
    )(import_games)


def export_games(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The match or tournament.")],
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A new file; a folder, as in games/, for a file a game; - to print.")
    ],
    format: Annotated[
        str | None, typer.Option("--format", metavar="jsonl|text|sgf|psq", help="If FILE does not say it by its end.")
    ] = None,
    db: Database = None,
    game: Annotated[
        list[int] | None, typer.Option("--game", "-g", min=1, metavar="NUMBER", help="Only this game; may be repeated.")
    ] = None,
    json: Json = False,
) -> None:
    """Write the games of a match or tournament to a file, or to a folder with a file for each.

    JSON lines hold everything; the text record is for reading; SGF and PSQ are for gomoku and mnk. A file that exists
    is never overwritten."""
    from outplay.arena.exchange import pieces, write_file, write_folder
    from outplay.arena.store import Store, slug

    form = form_of(file, format)
    store = Store(db, make=False)
    try:
        run = store.run(name)
        numbers = wanted(run, game)
        games = run.games(numbers)
        if file == "-":
            show(pieces(games, form))
        elif is_folder(file):
            write_folder(Path(file), games, form, slug(name))
        else:
            write_file(Path(file), games, form)
    finally:
        store.close()
    if file == "-":
        return
    if json:
        print_json(run=name, games=len(numbers), format=form.name, file=file)
    else:
        print(f"{counted(len(numbers))} of {name} written to {file}", file=sys.stderr)


def show(parts: Iterable[str]) -> None:
    try:
        for part in parts:
            sys.stdout.write(part)
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise BadRecord(f"standard output cannot be written: {error.strerror}") from None


def is_folder(file: str) -> bool:
    return file.endswith(("/", "\\")) or Path(file).is_dir()


def form_of(file: str, format: str | None) -> "Format":
    from outplay.arena.exchange import FORMATS, format_named, format_of

    if format is not None:
        return format_named(format)
    if file == "-":
        return FORMATS["jsonl"]
    found = FORMATS["text"] if is_folder(file) else format_of(Path(file))
    if found is None:
        ends = ", ".join(f"{form.suffixes[0]} ({name})" for name, form in FORMATS.items())
        raise BadRecord(f"{file} does not end like a file of games: {ends}; or say the format with --format")
    return found


def wanted(run: "Run", chosen: list[int] | None) -> set[int]:
    """The numbers of the games to write, all of them there."""
    there = run.numbers()
    if not there:
        raise StoreError(f"{run.name} has no games yet")
    missing = sorted(set(chosen or ()) - there)
    if missing:
        raise StoreError(f"{run.name} has no game {missing[0]}; it has {len(there)}, up to number {max(there)}")
    return set(chosen) if chosen else there


def import_games(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE…", help="Files of games: .jsonl, .txt, .sgf, .psq; or folders.")
    ],
    name: Annotated[
        str | None, typer.Option("--name", metavar="NAME", help="What to call them; the first file's name if not said.")
    ] = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Bring games from files into the store, where they have results like a tournament's.

    Every move is checked by the rules; a file that is wrong is refused with its line, and then nothing is kept.
    Games that are not finished are left out."""
    from outplay.arena.exchange import bring
    from outplay.arena.store import Store

    brought = bring(files)
    show_left_out(brought.left_out)
    if not brought.games:
        raise BadRecord("there is no finished game in these files; nothing is kept")
    kinds = sorted({scheduled.game for scheduled, _ in brought.games})
    settings = {"game": kinds[0] if len(kinds) == 1 else "", "files": [str(file) for file in files]}
    store = Store(db)
    try:
        chosen = name or store.free_name(files[0].stem or files[0].name)
        store.keep(chosen, "import", settings, brought.players, brought.games)
    finally:
        store.close()
    if json:
        print_json(run=chosen, games=len(brought.games), left_out=len(brought.left_out), players=list(brought.players))
    else:
        print(f"{counted(len(brought.games))} kept as {chosen}")


def show_left_out(left_out: "list[LeftOut]") -> None:
    for where, why in left_out[:MOST_SHOWN]:
        print(f"left out: {where}: {why}", file=sys.stderr)
    if len(left_out) > MOST_SHOWN:
        print(f"left out: {len(left_out) - MOST_SHOWN} more", file=sys.stderr)


def counted(games: int) -> str:
    return "1 game" if games == 1 else f"{games} games"
