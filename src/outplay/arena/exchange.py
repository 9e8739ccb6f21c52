"""Export of stored games to files, and import from files. A file is written completely or not at all, and replaces
another one only if that was asked for; an import is read completely or not at all. No absolute path is exported."""

import os
import shutil
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from outplay.arena.formats import Format, LeftOut, Source, jsonl, psq, sgf, text
from outplay.arena.games import PlayedGame, ScheduledGame
from outplay.core.errors import BadRecord
from outplay.core.paths import without_folders
from outplay.players.specs import public_spec

FORMATS = {
    "jsonl": Format("jsonl", (".jsonl", ".ndjson", ".json"), jsonl.write, jsonl.read),
    "text": Format("text", (".txt", ".record"), text.write, text.read, "\n---\n\n"),
    "sgf": Format("sgf", (".sgf",), sgf.write, sgf.read),
    "psq": Format("psq", (".psq",), psq.write, psq.read, None),
}

Games = Iterable[tuple[ScheduledGame, PlayedGame]]


class Brought(NamedTuple):
    """The games read from files: those that can be stored, and those that cannot."""

    games: list[tuple[ScheduledGame, PlayedGame]]
    left_out: list[LeftOut]

    @property
    def players(self) -> dict[str, str]:
        """The names of the players with their specs, in the order in which they first occur."""
        specs: dict[str, str] = {}
        for scheduled, _ in self.games:
            specs.setdefault(scheduled.first, scheduled.first_spec)
            specs.setdefault(scheduled.second, scheduled.second_spec)
        return specs


def format_of(path: Path) -> Format | None:
    """The format that the suffix of a file's name stands for; None for an unknown suffix."""
    return next((form for form in FORMATS.values() if path.suffix.casefold() in form.suffixes), None)


def pieces(games: Games, form: Format) -> Iterator[str]:
    """The text of a file with these games, one piece for each game."""
    for index, (scheduled, played) in enumerate(games):
        if index and form.between is None:
            raise BadRecord(
                f"a file of {form.name} holds one game; give a folder, as in games/, or one game with --game NUMBER"
            )
        yield (form.between or "") * bool(index) + form.write(scheduled, played)


def public_games(games: Games) -> Iterator[tuple[ScheduledGame, PlayedGame]]:
    """The games without the folders of this machine, which the specs of players, details and logs name."""
    for scheduled, played in games:
        result = played.result._replace(detail=without_folders(played.result.detail))
        yield (
            scheduled._replace(
                first_spec=public_spec(scheduled.first_spec),
                second_spec=public_spec(scheduled.second_spec),
                conditions=scheduled.conditions._replace(log=""),
            ),
            played._replace(result=result),
        )


def write_file(path: Path, parts: Iterable[str], force: bool = False) -> None:
    """Writes a file of these parts: to a temporary file beside it first, which then gets the name. An existing file is
    replaced only by `force`."""
    check_free(path, force)
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        try:
            fill(temporary, parts)
            if force:
                temporary.replace(path)
            else:
                put_in_place(temporary, path)
        finally:
            temporary.unlink(missing_ok=True)
    except OSError as error:
        raise cannot(path, error) from None


def write_folder(path: Path, games: Games, form: Format, stem: str, force: bool = False) -> int:
    """Writes a new folder with a file for each of these games; returns the number of games. With `force` they are
    written into a folder that is there, one by one, and replace the files of the same names."""
    if force and path.is_dir():
        count = 0
        for scheduled, played in games:
            write_file(path / file_name(scheduled, form, stem), [form.write(scheduled, played)], force)
            count += 1
        return count
    if path.exists() and (not path.is_dir() or any(path.iterdir())):
        raise BadRecord(f"{path} is there already and not an empty folder; choose another name, or give --force")
    path = path.absolute()
    temporary, count = path.with_name(f".{path.name}.{os.getpid()}"), 0
    try:
        try:
            temporary.mkdir()
            for scheduled, played in games:
                fill(temporary / file_name(scheduled, form, stem), [form.write(scheduled, played)])
                count += 1
            if path.is_dir():
                path.rmdir()
            temporary.rename(path)
        finally:
            shutil.rmtree(temporary, ignore_errors=True)
    except OSError as error:
        raise cannot(path, error) from None
    return count


def file_name(scheduled: ScheduledGame, form: Format, stem: str) -> str:
    return f"{stem}-{scheduled.number:05}{form.suffixes[0]}"


def check_free(path: Path, force: bool = False) -> None:
    if path.is_dir():
        raise BadRecord(f"{path} is a folder; name a file")
    if not force and (path.exists() or path.is_symlink()):
        raise BadRecord(f"{path} exists already; choose another name, or replace it with --force")
    if not path.parent.is_dir():
        raise BadRecord(f"there is no folder {path.parent}; make it first, or write elsewhere")


def fill(path: Path, parts: Iterable[str]) -> None:
    with path.open("x", encoding="utf-8", errors="replace", newline="\n") as file:
        file.writelines(parts)
        file.flush()
        os.fsync(file.fileno())


def put_in_place(temporary: Path, path: Path) -> None:
    """Gives a finished file its name; raises BadRecord if another file has got that name meanwhile."""
    try:
        os.link(temporary, path)
    except FileExistsError:
        check_free(path)
        raise
    except OSError:  # a file system without links
        check_free(path)
        temporary.rename(path)


def cannot(path: Path, error: OSError) -> BadRecord:
    return BadRecord(f"{path} cannot be written: {error.strerror}; nothing was written, write elsewhere")


def bring(paths: Sequence[Path]) -> Brought:
    """The games of these files, and of the files in these folders. They keep their numbers if these are all different
    and in range, and are numbered from 1 otherwise."""
    brought = Brought([], [])
    for path in paths:
        for file in files_of(path):
            for item in read_file(file):
                if isinstance(item, LeftOut):
                    brought.left_out.append(item)
                else:
                    brought.games.append(item)
    numbers = {scheduled.number for scheduled, _ in brought.games}
    if len(numbers) < len(brought.games) or not all(0 < number < 2**31 for number in numbers):
        games = [(game._replace(number=i), played) for i, (game, played) in enumerate(brought.games, 1)]
        return brought._replace(games=games)
    return brought._replace(games=sorted(brought.games, key=lambda game: game[0].number))


def files_of(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    files = sorted(file for file in path.iterdir() if file.is_file() and format_of(file))
    if not files:
        suffixes = " ".join(form.suffixes[0] for form in FORMATS.values())
        raise BadRecord(f"there is no file of games in {path}; their names end in {suffixes}")
    return files


def read_file(path: Path) -> Iterator[tuple[ScheduledGame, PlayedGame] | LeftOut]:
    if path.suffix.casefold() in (".csv", ".html", ".htm"):
        raise BadRecord(f"{path} holds tables for people, not games; export to a .jsonl file to import them elsewhere")
    try:
        data = path.read_bytes()
        changed = datetime.fromtimestamp(path.stat().st_mtime, UTC).isoformat(timespec="seconds")
    except FileNotFoundError:
        raise BadRecord(f"there is no file {path}") from None
    except OSError as error:
        raise BadRecord(f"{path} cannot be read: {error.strerror}") from None
    source = Source(str(path), decoded(data, path), changed)
    form = format_of(path) or format_in(source.text)
    return form.read(source)


def decoded(data: bytes, path: Path) -> str:
    """The text of a file, in UTF-8. SGF and PSQ files come in many encodings, which only matter for names and comments;
    so they are decoded in any case, if need be with wrong letters. Raises BadRecord for other formats."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        form = format_of(path)
        if form is None or form.name not in ("sgf", "psq"):
            number = data.count(b"\n", 0, error.start) + 1
            raise BadRecord(f"{path}: line {number}: this is not UTF-8 text") from None
    return data.decode(sgf.charset_of(data), "replace")


def format_in(content: str) -> Format:
    """The format of a text, guessed from how it begins."""
    beginning = content.lstrip()
    if beginning.startswith("{"):
        return FORMATS["jsonl"]
    if beginning.startswith("("):
        return FORMATS["sgf"]
    return FORMATS["psq" if beginning.startswith("Piskvorky") else "text"]
