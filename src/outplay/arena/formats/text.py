"""The text record that `outplay play` writes; several in one file have a line of three hyphens between them."""

import math
import re
from collections.abc import Iterator
from pathlib import Path

from outplay.arena.formats import UNFINISHED, Found, LeftOut, Source, came_in, named, replayed, rules, when
from outplay.arena.games import PlayedGame, ScheduledGame
from outplay.core.errors import BadRecord
from outplay.core.game import Outcome
from outplay.core.records import Record, Turn
from outplay.core.records import read as read_record
from outplay.core.records import write as write_record
from outplay.core.results import Ending

BETWEEN = re.compile(r"^[ \t]*-{3,}[ \t]*\r?$", re.MULTILINE)


def write(fixture: ScheduledGame, played: PlayedGame) -> str:
    game = rules(fixture.game)
    _, moves = replayed(game, played.moves, f"game {fixture.number}")
    turns = (
        Turn(move, score, seconds if seconds is None or math.isfinite(seconds) else None)
        for move, score, seconds in zip(moves, played.scores, played.seconds, strict=True)
    )
    others = {
        "ending": played.ending.value,
        "number": str(fixture.number),
        "round": str(fixture.round),
        "seed": str(fixture.seed),
        "opening": str(len(fixture.opening)),
        "first spec": fixture.first_spec,
        "second spec": fixture.second_spec,
    }
    record = Record(
        start=game.start(),
        turns=tuple(turns),
        outcome=Outcome(played.winner, played.margin, played.detail or played.ending.value),
        first=fixture.first,
        second=fixture.second,
        date=played.began,
        others=tuple(others.items()),
    )
    return write_record(record)


def read(source: Source) -> Iterator[Found]:
    begin = 0
    for number, end in enumerate([*BETWEEN.finditer(source.text), None], 1):
        text = source.text[begin : end.start() if end else len(source.text)]
        if text.strip():
            try:
                yield game_of(text, source, number)
            except BadRecord:
                raise counted(text, source, number, source.text.count("\n", 0, begin)) from None
        begin = end.end() if end else begin


def counted(text: str, source: Source, number: int, lines: int) -> BadRecord:
    """What is wrong with a game, said with the lines of the whole file."""
    try:
        game_of("\n" * lines + text, source, number)
    except BadRecord as error:
        return BadRecord(f"{source.name}: {error}")
    raise AssertionError("empty lines before a record change nothing")


def game_of(text: str, source: Source, number: int) -> Found:
    record = read_record(text, Path(source.name).parent)
    where = f"{source.name}: game {number}"
    if record.outcome is None:
        return LeftOut(where, UNFINISHED)
    if record.start != record.game.start():
        return LeftOut(where, "it begins from a position of its own")
    others = dict(record.others)
    names = named(record.game, (turn.move for turn in record.turns))
    fixture = came_in(whole(others, "number", number), record.game, record.first, record.second)
    fixture = fixture._replace(
        round=whole(others, "round", 1),
        seed=whole(others, "seed", 0),
        opening=names[: whole(others, "opening", 0)],
        first_spec=others.get("first spec", ""),
        second_spec=others.get("second spec", ""),
    )
    played = PlayedGame(
        winner=record.outcome.winner,
        margin=record.outcome.margin,
        ending=ending_of(record, others.get("ending", "")),
        detail=record.outcome.reason,
        moves=names,
        seconds=tuple(turn.seconds for turn in record.turns),
        scores=tuple(turn.score for turn in record.turns),
        began=when(record.date, source.changed),
    )
    return fixture, played


def whole(headers: dict[str, str], name: str, usual: int) -> int:
    text = headers.get(name, str(usual))
    if not re.fullmatch("[0-9]{1,40}", text, re.ASCII):
        raise BadRecord(f"{name} must be a whole number, not {text!r}")
    return int(text)


def ending_of(record: Record, said: str) -> Ending:
    """The ending that a record names; or the rules; or what its words for people suggest."""
    outcome = record.outcome
    assert outcome
    if record.positions()[-1].outcome():
        return Ending.RULES
    words = outcome.reason.casefold()
    if said in set(Ending) - {Ending.RULES}:
        return Ending(said)
    if "resign" in words or "gave up" in words:
        return Ending.RESIGNATION
    if "time" in words:
        return Ending.TIMEOUT
    return Ending.ADJUDICATION
