"""The commands export and import: games from the store to files, and from files to the store."""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from outplay.cli.common import Database, Json, print_json
from outplay.core.errors import BadRecord, StoreError

if TYPE_CHECKING:
    from outplay.arena.exchange import Games
    from outplay.arena.formats import Format, LeftOut
    from outplay.arena.store import Run

TABLES = ("csv", "html")
"""The formats that are read by people and other programs, and not by `import`."""
MOST_SHOWN = 5
"""The number of games that are named as left out; of the others only the number is printed."""


def register(app: typer.Typer) -> None:
    app.command(
        "export",
        epilog=(
            "outplay export friday games.jsonl  # all games, with everything that is known of them\n\n"
            "outplay export friday friday.html --force  # standings and games as a page, written over the old one\n\n"
            "outplay export friday games.csv  # a row for each game, for a spreadsheet\n\n"
            "outplay export friday standings.csv --standings  # a row for each player\n\n"
            "outplay export friday games.sgf --game 7 --game 8  # two games for a program that reads SGF\n\n"
            "outplay export friday games/ --format psq  # one file for each game\n\n"
            "outplay export friday - --format text  # print them to read"
        ),
    )(export_games)
    app.command(
        "import",
        epilog=(
            "outplay import games.jsonl  # the games of one file\n\n"
            "outplay import games/*.psq --name gomocup-2015  # many files as one collection, with a name\n\n"
            "outplay import games/  # all files of a folder"
        ),
    )(import_games)


def export_games(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The match or tournament.")],
    file: Annotated[
        str,
        typer.Argument(metavar="FILE", help="A new file; a folder, as in games/, for one file per game; - to print."),
    ],
    format: Annotated[
        str | None,
        typer.Option(
            "--format", metavar="FORMAT", help="jsonl, text, sgf, psq, csv or html; by default by the suffix of FILE."
        ),
    ] = None,
    standings: Annotated[
        bool, typer.Option("--standings", help="The standings instead of the games, as a .csv file.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace files that are there.")] = False,
    db: Database = None,
    game: Annotated[
        list[int] | None, typer.Option("--game", "-g", min=1, metavar="NUMBER", help="Only this game; may be repeated.")
    ] = None,
    json: Json = False,
) -> None:
    """Write the games of a match or tournament to a file, or to a folder with one file per game.

    JSON lines hold everything; text records are for reading; SGF and PSQ are for gomoku and mnk.
    CSV is for spreadsheets; HTML is a page of standings and games that needs nothing else.
    An existing file is replaced only with --force. No file names folders of this machine."""
    from outplay.arena.exchange import public_games, write_file, write_folder
    from outplay.arena.store import Store, slug

    form = "csv" if standings and format is None else choose_format(file, format)
    if standings and form != "csv":
        raise BadRecord("--standings is for a .csv file; a .html page has the standings anyway")
    store = Store(db, make=False)
    try:
        run = store.run(name)
        numbers = game_numbers(run, game)
        games = public_games(run.games(numbers))
        if is_folder(file):
            write_folder(Path(file), games, format_of_games(form), slug(name), force)
        elif file == "-":
            print_parts(parts_of(run, games, form, standings))
        else:
            write_file(Path(file), parts_of(run, games, form, standings), force)
    finally:
        store.close()
    if file == "-":
        return
    if json:
        print_json(run=name, games=len(numbers), format=form, file=file)
    else:
        what = "The standings" if standings else count_games(len(numbers))
        print(f"{what} of {name} written to {file}", file=sys.stderr)


def parts_of(run: "Run", games: "Games", form: str, standings: bool) -> Iterable[str]:
    """The text of a file with these games, or with the standings."""
    from outplay.arena.exchange import pieces
    from outplay.arena.results_page import page
    from outplay.arena.spreadsheet import games_csv, standings_csv
    from outplay.arena.summary import summarised

    if standings:
        return standings_csv(summarised(run).standings)
    if form == "csv":
        return games_csv(games)
    if form == "html":
        return page(run, summarised(run), games)
    return pieces(games, format_of_games(form))


def format_of_games(form: str) -> "Format":
    from outplay.arena.exchange import FORMATS

    if form in TABLES:
        raise BadRecord(f"{form} is one file for all games; give its name, as in games.{form}")
    return FORMATS[form]


def print_parts(parts: Iterable[str]) -> None:
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


def choose_format(file: str, format: str | None) -> str:
    """The format that was named or that the file's suffix implies: JSON lines to print, text for a folder."""
    from outplay.arena.exchange import FORMATS, format_of

    if format is not None:
        if format not in (*FORMATS, *TABLES):
            raise BadRecord(f"there is no format {format!r}; there are {', '.join([*FORMATS, *TABLES])}")
        return format
    if file == "-":
        return "jsonl"
    if is_folder(file):
        return "text"
    suffix = {".csv": "csv", ".html": "html", ".htm": "html"}.get(Path(file).suffix.casefold())
    form = format_of(Path(file))
    if form is None and suffix is None:
        suffixes = ", ".join([form.suffixes[0] for form in FORMATS.values()] + [f".{name}" for name in TABLES])
        raise BadRecord(f"{file} has no suffix of a file of games: {suffixes}; or give the format with --format")
    return form.name if form else suffix or ""


def game_numbers(run: "Run", chosen: list[int] | None) -> set[int]:
    """The numbers of the games to write, all by default; StoreError if one does not exist."""
    existing = run.numbers()
    if not existing:
        raise StoreError(f"{run.name} has no games yet")
    missing = sorted(set(chosen or ()) - existing)
    if missing:
        raise StoreError(f"{run.name} has no game {missing[0]}; it has {len(existing)}, up to number {max(existing)}")
    return set(chosen) if chosen else existing


def import_games(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE…", help="Files of games: .jsonl, .txt, .sgf, .psq; or folders.")
    ],
    name: Annotated[
        str | None, typer.Option("--name", metavar="NAME", help="Their name in the store; by default the first file's.")
    ] = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Read games from files into the store, where they have results like a tournament's.

    Every move is checked by the rules; after an error, which names its line, nothing is stored.
    Unfinished games are left out."""
    from outplay.arena.exchange import bring
    from outplay.arena.store import Store

    imported = bring(files)
    print_left_out(imported.left_out)
    if not imported.games:
        raise BadRecord("there is no finished game in these files; nothing is kept")
    specs = sorted({scheduled.game for scheduled, _ in imported.games})
    settings = {"game": specs[0] if len(specs) == 1 else "", "files": [str(file) for file in files]}
    store = Store(db)
    try:
        chosen = name or store.free_name(files[0].stem or files[0].name)
        store.keep(chosen, "import", settings, imported.players, imported.games)
    finally:
        store.close()
    if json:
        print_json(
            run=chosen, games=len(imported.games), left_out=len(imported.left_out), players=list(imported.players)
        )
    else:
        print(f"{count_games(len(imported.games))} kept as {chosen}")


def print_left_out(left_out: "list[LeftOut]") -> None:
    for where, why in left_out[:MOST_SHOWN]:
        print(f"left out: {where}: {why}", file=sys.stderr)
    if len(left_out) > MOST_SHOWN:
        print(f"left out: {len(left_out) - MOST_SHOWN} more", file=sys.stderr)


def count_games(games: int) -> str:
    return "1 game" if games == 1 else f"{games} games"
