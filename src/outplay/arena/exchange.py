"""Games out of the store into files, and from files into it. A file is written whole or not at all, and never over
another; an import is kept whole or not at all."""

import os
import shutil
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from outplay.arena.formats import Format, LeftOut, Source, jsonl, psq, sgf, text
from outplay.arena.games import PlayedGame, ScheduledGame
from outplay.core.errors import BadRecord

FORMATS = {
    "jsonl": Format("jsonl", (".jsonl", ".ndjson", ".json"), jsonl.write, jsonl.read),
    "text": Format("text", (".txt", ".record"), text.write, text.read, "\n---\n\n"),
    "sgf": Format("sgf", (".sgf",), sgf.write, sgf.read),
    "psq": Format("psq", (".psq",), psq.write, psq.read, None),
}

Games = Iterable[tuple[ScheduledGame, PlayedGame]]


class Brought(NamedTuple):
    """What files hold: games that can be kept, and games that cannot."""

    games: list[tuple[ScheduledGame, PlayedGame]]
    left_out: list[LeftOut]

    @property
    def players(self) -> dict[str, str]:
        """The players in the order in which they come, with the texts that they are made from."""
        found: dict[str, str] = {}
        for scheduled, _ in self.games:
            found.setdefault(scheduled.first, scheduled.first_spec)
            found.setdefault(scheduled.second, scheduled.second_spec)
        return found


def format_named(name: str) -> Format:
    if name not in FORMATS:
        raise BadRecord(f"there is no format {name!r}; there are {', '.join(FORMATS)}")
    return FORMATS[name]


def format_of(path: Path) -> Format | None:
    """The format that a file's name says."""
    return next((form for form in FORMATS.values() if path.suffix.casefold() in form.suffixes), None)


def pieces(games: Games, form: Format) -> Iterator[str]:
    """The text of a file with these games, in parts."""
    for index, (scheduled, played) in enumerate(games):
        if index and form.between is None:
            raise BadRecord(
                f"a file of {form.name} holds one game; give a folder, as in games/, or one game with --game NUMBER"
            )
        yield (form.between or "") * bool(index) + form.write(scheduled, played)


def write_file(path: Path, games: Games, form: Format) -> None:
    """A new file with these games."""
    check_free(path)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        try:
            fill(beside, pieces(games, form))
            put_in_place(beside, path)
        finally:
            beside.unlink(missing_ok=True)
    except OSError as error:
        raise cannot(path, error) from None


def write_folder(path: Path, games: Games, form: Format, stem: str) -> int:
    """A new folder with a file for each of these games; how many there are."""
    if path.exists() and (not path.is_dir() or any(path.iterdir())):
        raise BadRecord(f"{path} is there already and not an empty folder; choose another name")
    path = path.absolute()
    beside, count = path.with_name(f".{path.name}.{os.getpid()}"), 0
    try:
        try:
            beside.mkdir()
            for scheduled, played in games:
                fill(beside / f"{stem}-{scheduled.number:05}{form.suffixes[0]}", [form.write(scheduled, played)])
                count += 1
            if path.is_dir():
                path.rmdir()
            beside.rename(path)
        finally:
            shutil.rmtree(beside, ignore_errors=True)
    except OSError as error:
        raise cannot(path, error) from None
    return count


def check_free(path: Path) -> None:
    if path.exists() or path.is_symlink():
        raise BadRecord(f"{path} exists already; choose another name, or remove it first")
    if not path.parent.is_dir():
        raise BadRecord(f"there is no folder {path.parent}; make it first, or write elsewhere")


def fill(path: Path, parts: Iterable[str]) -> None:
    with path.open("x", encoding="utf-8", errors="replace", newline="\n") as file:
        file.writelines(parts)
        file.flush()
        os.fsync(file.fileno())


def put_in_place(beside: Path, path: Path) -> None:
    """Gives a finished file its name, unless another has got it meanwhile."""
    try:
        os.link(beside, path)
    except FileExistsError:
        check_free(path)
        raise
    except OSError:  # a file system without links
        check_free(path)
        beside.rename(path)


def cannot(path: Path, error: OSError) -> BadRecord:
    return BadRecord(f"{path} cannot be written: {error.strerror}; nothing was written, write elsewhere")


def bring(paths: Sequence[Path]) -> Brought:
    """The games of these files, and of the files in these folders. They keep their numbers if no two have the same, and
    are counted anew otherwise."""
    brought = Brought([], [])
    for path in paths:
        for file in files_of(path):
            for found in read_file(file):
                if isinstance(found, LeftOut):
                    brought.left_out.append(found)
                else:
                    brought.games.append(found)
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
    """The text of a file. Files of gomoku programs come in the letters of many countries; only names and remarks are
    at stake there, so any reading that does not fail is better than none."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        form = format_of(path)
        if form is None or form.name not in ("sgf", "psq"):
            number = data.count(b"\n", 0, error.start) + 1
            raise BadRecord(f"{path}: line {number}: this is not UTF-8 text") from None
    return data.decode(sgf.charset_of(data), "replace")


def format_in(content: str) -> Format:
    """The format that a text seems to have."""
    begin = content.lstrip()
    if begin.startswith("{"):
        return FORMATS["jsonl"]
    if begin.startswith("("):
        return FORMATS["sgf"]
    return FORMATS["psq" if begin.startswith("Piskvorky") else "text"]
