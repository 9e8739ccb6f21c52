"""The text record that `outplay play` writes. Several records in one file are separated by lines of three hyphens."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from outplay.arena.formats import UNFINISHED, Found, LeftOut, Source, imported, named, replayed, rules, when
from outplay.arena.games import PlayedGame, ScheduledGame
from outplay.core.errors import BadRecord
from outplay.core.records import Record
from outplay.core.records import read as read_record
from outplay.core.records import write as write_record
from outplay.core.results import MoveRecord
from outplay.core.specs import SECONDS, written
from outplay.players.specs import public_spec

BETWEEN = re.compile(r"^[ \t]*-{3,}[ \t]*\r?$", re.MULTILINE)


def write(scheduled: ScheduledGame, played: PlayedGame) -> str:
    return write_record(record_of(scheduled, played))


def record_of(scheduled: ScheduledGame, played: PlayedGame) -> Record:
    """The record of a stored game."""
    game = rules(scheduled.game)
    game = replace(game, spec=public_spec(game.spec))
    _, moves = replayed(game, played.names, f"game {scheduled.number}")
    others = {
        "number": str(scheduled.number),
        "round": str(scheduled.round),
        "seed": str(scheduled.seed),
        "opening": str(len(scheduled.opening)),
        "first spec": scheduled.first_spec,
        "second spec": scheduled.second_spec,
        "waited": written(played.waited) if played.waited else "",
    }
    return Record(
        start=game.start(),
        moves=tuple(MoveRecord(move, *known[1:]) for move, known in zip(moves, played.moves, strict=True)),
        result=played.result,
        first=scheduled.first,
        second=scheduled.second,
        date=played.began,
        others=tuple(others.items()),
    )


def read(source: Source) -> Iterator[Found]:
    begin = 0
    for number, end in enumerate([*BETWEEN.finditer(source.text), None], 1):
        text = source.text[begin : end.start() if end else len(source.text)]
        if text.strip():
            try:
                yield game_of(text, source, number)
            except BadRecord:
                raise located(text, source, number, source.text.count("\n", 0, begin)) from None
        begin = end.end() if end else begin


def located(text: str, source: Source, number: int, lines: int) -> BadRecord:
    """The error in a record, with line numbers of the whole file; `lines` is the number of lines before the record."""
    try:
        game_of("\n" * lines + text, source, number)
    except BadRecord as error:
        return BadRecord(f"{source.name}: {error}")
    raise AssertionError("empty lines before a record change nothing")


def game_of(text: str, source: Source, number: int) -> Found:
    record = read_record(text, Path(source.name).parent)
    where = f"{source.name}: game {number}"
    if record.result is None:
        return LeftOut(where, UNFINISHED)
    if record.start != record.game.start():
        return LeftOut(where, "it begins from a position of its own")
    others = dict(record.others)
    began = when(record.date, source.changed)
    played = PlayedGame(record.result, named(record.game, record.moves), began, seconds_of(others))
    scheduled = imported(whole(others, "number", number), record.game, record.first, record.second)
    scheduled = scheduled._replace(
        round=whole(others, "round", 1),
        seed=whole(others, "seed", 0),
        opening=played.names[: whole(others, "opening", 0)],
        first_spec=others.get("first spec", ""),
        second_spec=others.get("second spec", ""),
    )
    return scheduled, played


def seconds_of(headers: dict[str, str]) -> float:
    """The seconds that a player was waited for in vain."""
    text = headers.get("waited", "0")
    if not re.fullmatch(SECONDS, text):
        raise BadRecord(f"waited must be a number of seconds, not {text!r}")
    return float(text)


def whole(headers: dict[str, str], name: str, usual: int) -> int:
    text = headers.get(name, str(usual))
    if not re.fullmatch("[0-9]{1,40}", text, re.ASCII):
        raise BadRecord(f"{name} must be a whole number, not {text!r}")
    return int(text)
