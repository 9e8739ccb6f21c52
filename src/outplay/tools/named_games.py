"""The games that a text names: a file or folder of games, or a match or tournament of the store."""

import re
from collections.abc import Collection, Iterator
from pathlib import Path

from outplay.arena.exchange import FORMATS, bring, files_of, format_in, format_of
from outplay.arena.formats import rules
from outplay.arena.formats.text import BETWEEN, record_of
from outplay.arena.store import Store
from outplay.core.errors import BadRecord, StoreError
from outplay.core.records import Record, read, text_of

MOST_BYTES = 1 << 30
"""A longer file is refused: a million games are less."""

NUMBER = re.compile("[1-9][0-9]{0,8}", re.ASCII)

Numbered = tuple[int, Record]
"""A game with its number in its file or tournament."""


def named_games(text: str, database: str | None = None, chosen: Collection[int] = ()) -> list[Numbered]:
    """The games of a file, a folder, or a match or tournament of the store, in their order; all of them, or those with
    the chosen numbers. BadRecord or StoreError if there are none."""
    path = Path(text).expanduser()
    if not path.exists():
        return stored_games(text, database, chosen)
    found = [game for file in files_of(path) for game in games_in(file)]
    if len({number for number, _ in found}) < len(found):
        found = [(number, record) for number, (_, record) in enumerate(found, 1)]
    missing = sorted(set(chosen) - {number for number, _ in found})
    if missing:
        raise BadRecord(f"there is no game {missing[0]} in {text}; there are {len(found)}")
    return sorted((game for game in found if not chosen or game[0] in chosen), key=lambda game: game[0])


def stored_games(name: str, database: str | None, chosen: Collection[int]) -> list[Numbered]:
    with Store(database, make=False) as store:
        try:
            run = store.run(name)
        except StoreError as error:
            raise BadRecord(f"there is no file {name}, and {str(error).removeprefix('there is ')}") from None
        existing = run.numbers()
        if not existing:
            raise StoreError(f"{name} has no games yet")
        missing = sorted(set(chosen) - existing)
        if missing:
            raise StoreError(f"{name} has no game {missing[0]}; it has {len(existing)}, up to number {max(existing)}")
        return [(scheduled.number, record_of(scheduled, played)) for scheduled, played in run.games(chosen or None)]


def games_in(path: Path) -> list[Numbered]:
    """The games of a file. Text records may be unfinished and may begin anywhere; other formats hold whole games."""
    form = format_of(path) or format_in(text_of(path, MOST_BYTES))
    if form is FORMATS["text"]:
        return list(records_in(path))
    brought = bring([path])
    if not brought.games:
        why = brought.left_out[0].why if brought.left_out else "it is empty"
        raise BadRecord(f"there is no game in {path} to report on: {why}")
    return [(scheduled.number, record_of(scheduled, played)) for scheduled, played in brought.games]


def records_in(path: Path) -> Iterator[Numbered]:
    """The records of a text file, which lines of three hyphens separate. Messages name the line in the whole file."""
    text = text_of(path, MOST_BYTES)
    ends = [0, *(end.end() for end in BETWEEN.finditer(text))]
    starts = [*(end.start() for end in BETWEEN.finditer(text)), len(text)]
    parts = [(begin, text[begin:end]) for begin, end in zip(ends, starts, strict=True)]
    for number, (begin, part) in enumerate([part for part in parts if part[1].strip()] or parts[:1], 1):
        try:
            record = read("\n" * text.count("\n", 0, begin) + part, path.parent, rules)
        except BadRecord as error:
            raise BadRecord(f"{path}: {error}") from None
        told = dict(record.others).get("number", "")
        yield int(told) if NUMBER.fullmatch(told) else number, record
