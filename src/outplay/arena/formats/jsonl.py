"""JSON lines: one game in each line, with all its data. A game that is written and read again is unchanged, but for the
folder of a file of rules, which is looked for in the working folder and beside the file of games."""

import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from outplay.arena.formats import Found, Source, ended, known_game, named, replayed
from outplay.arena.games import Conditions, PlayedGame, ScheduledGame
from outplay.core.errors import BadRecord
from outplay.core.records import located
from outplay.core.results import Ending, MoveRecord
from outplay.players.specs import public_spec


class Field(NamedTuple):
    """A field of a line: the name of its type in messages, the Python types it may have, and its default."""

    kind: str
    types: tuple[type, ...]
    usual: Any = None


TEXT, COUNT, LIST = Field("a text", (str,), ""), Field("a whole number", (int,), 0), Field("a list", (list,), [])
WINNER = Field("0, 1 or null", (int, type(None)))
FIELDS = {
    "number": COUNT._replace(usual=1),
    "round": COUNT._replace(usual=1),
    "game": TEXT._replace(usual=None),
    "first": TEXT._replace(usual="first"),
    "second": TEXT._replace(usual="second"),
    "first_spec": TEXT,
    "second_spec": TEXT,
    "opening": LIST,
    "seed": COUNT,
    "conditions": Field("an object", (dict,), {}),
    "winner": WINNER,
    "margin": COUNT,
    "ending": TEXT._replace(usual="rules"),
    "detail": TEXT,
    "moves": LIST,
    "seconds": LIST,
    "scores": LIST,
    "depths": LIST,
    "nodes": LIST,
    "began": TEXT,
    "waited": Field("a number of seconds", (int, float), 0.0),
}


COLUMNS = ("moves", "seconds", "scores", "depths", "nodes")
"""The names of the fields of MoveRecord in this format, each a list with one value for each move."""


def write(scheduled: ScheduledGame, played: PlayedGame) -> str:
    fields = {**scheduled._asdict(), "conditions": scheduled.conditions._asdict(), **played.result._asdict()}
    columns = zip(*played.moves, strict=True) if played.moves else ((),) * len(COLUMNS)
    fields |= dict(zip(COLUMNS, columns, strict=True))
    fields |= {"game": public_spec(scheduled.game), "began": played.began, "waited": played.waited}
    return json.dumps(fields, ensure_ascii=False, allow_nan=False) + "\n"


def read(source: Source) -> Iterator[Found]:
    for number, line in enumerate(source.text.split("\n"), 1):
        if line.strip():
            yield game_of(line, f"{source.name}: line {number}", source)


def game_of(line: str, where: str, source: Source) -> Found:
    fields = fields_of(line, where)
    game = known_game(located(fields["game"], Path(source.name).parent), where)
    position, moves = replayed(game, texts_of(fields["moves"], "moves", where), where)
    _, opening = replayed(game, texts_of(fields["opening"], "opening", where), f"{where}, opening")
    if moves[: len(opening)] != opening:
        raise BadRecord(f"{where}: the moves do not begin with the opening")
    end = ended(position, fields["winner"], ending_of(fields["ending"], where), fields["detail"], where)
    if position.outcome() and fields["margin"] != end.margin:
        raise BadRecord(f"{where}: the margin is {fields['margin']}, but the moves end with one of {end.margin}")
    names = [played.move for played in named(game, map(MoveRecord, moves))]
    scheduled = ScheduledGame(
        **{name: fields[name] for name in ScheduledGame._fields if name not in ("game", "opening", "conditions")},
        game=str(game),
        opening=tuple(names[: len(opening)]),
        conditions=conditions_of(fields["conditions"], where),
    )
    columns = [numbers_of(fields[name], len(names), name, where) for name in COLUMNS[1:]]
    records = tuple(MoveRecord(*row) for row in zip(names, *columns, strict=True))
    result = end._replace(margin=fields["margin"], detail=fields["detail"])
    return scheduled, PlayedGame(result, records, fields["began"] or source.changed, float(fields["waited"]))


def fields_of(line: str, where: str) -> dict[str, Any]:
    """The fields of a line with defaults for missing ones; raises BadRecord if one has a wrong type."""
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BadRecord(f"{where}: this is no JSON: {getattr(error, 'msg', None) or error}") from None
    if not isinstance(fields, dict) or "game" not in fields:
        raise BadRecord(f'{where}: this is no game; a line is like {{"game": "kalah:6,4", "moves": ["3"], …}}')
    for name, field in FIELDS.items():
        value = fields.setdefault(name, field.usual)
        if not isinstance(value, field.types) or isinstance(value, bool):
            raise BadRecord(f"{where}: {name} is not {field.kind}")
    if not 0 <= fields["waited"] < math.inf:
        raise BadRecord(f"{where}: waited is not a number of seconds")
    if fields["winner"] not in (0, 1, None):
        raise BadRecord(f"{where}: winner is not {WINNER.kind}")
    return fields


def ending_of(text: str, where: str) -> Ending:
    try:
        return Ending(text)
    except ValueError:
        raise BadRecord(f"{where}: {text!r} is no ending; there are {', '.join(Ending)}") from None


def texts_of(values: list[Any], name: str, where: str) -> list[str]:
    if not all(isinstance(value, str) for value in values):
        raise BadRecord(f"{where}: {name} is not a list of texts")
    return values


def numbers_of(values: list[Any], length: int, name: str, where: str) -> list[Any]:
    """A list of numbers or nulls, one for each move, in which depths and nodes are whole numbers; an empty list stands
    for nulls only. Raises BadRecord for any other list."""
    if not values:
        return [None] * length
    kinds = int if name in ("depths", "nodes") else (int, float)
    right = all(v is None or (isinstance(v, kinds) and not isinstance(v, bool) and math.isfinite(v)) for v in values)
    if not right or len(values) != length:
        whole = "whole " * (kinds is int)
        raise BadRecord(f"{where}: {name} is not a list of {whole}numbers or nulls, one for each of the {length} moves")
    return values


def conditions_of(fields: dict[str, Any], where: str) -> Conditions:
    unknown = sorted(set(fields) - set(Conditions._fields))
    if unknown:
        raise BadRecord(f"{where}: there is no condition {unknown[0]!r}; there are {', '.join(Conditions._fields)}")
    usual = Conditions()._asdict()
    for name, value in fields.items():
        types = (
            (str,)
            if isinstance(usual[name], str)
            else (int, float, type(None))
            if usual[name] is None
            else (int, float)
        )
        if not isinstance(value, types) or isinstance(value, bool):
            raise BadRecord(f"{where}: the condition {name} cannot be {value!r}")
    return Conditions(**fields)
