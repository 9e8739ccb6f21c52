"""What is not the same for all players of a match or tournament: the time, and what engines may use of the machine.

A result between unequal players is a result, and is read as one only if the difference stands beside it.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from outplay.arena.games import Conditions, time_words
from outplay.core.errors import OutplayError
from outplay.players.listing import NAMED
from outplay.players.specs import parse

USUAL = {"threads": 1, "table": 64}
"""What an engine has of the machine if its spec does not say: threads, and MB of its transposition table."""


def unequal_lines(settings: Mapping[str, Any], players: Mapping[str, str]) -> list[str]:
    """A sentence for each thing that differs: who has what, and what the others have. `settings` are those of a run,
    `players` maps names to specs."""
    conditions = Conditions(**settings.get("conditions", {}))
    own = {name: conditions._replace(first_time=time) for name, time in settings.get("times", {}).items()}
    lines = [("time", {name: time_words(own.get(name, conditions).of(0)) for name in players}, "")]
    used = {name: machine_of(spec) for name, spec in players.items()}
    for key, what, unit in (("threads", "threads", ""), ("table", "transposition table", " MB")):
        known = {name: had[key] for name, had in used.items() if had is not None and had[key] is not None}
        programs = "" if None not in used.values() else "; of programs that is not known"
        if any(value != USUAL[key] for value in known.values()):
            lines.append((what, {name: f"{value}{unit}" for name, value in known.items()}, programs))
    return [
        f"Not the same for all: {what}: {words(has)}{note}"
        for what, has, note in lines
        if note or len({*has.values()}) > 1
    ]


def words(has: Mapping[str, str]) -> str:
    """Who has what; where several have the same, they come last.

    >>> words({"a": "1", "b": "2"}), words({"a": "1", "b": "2", "c": "1"})
    ('a 1; b 2', 'b 2; the others 1')
    """
    [(usual, number)] = Counter(has.values()).most_common(1)
    if number == 1:
        return "; ".join(f"{name} {value}" for name, value in has.items())
    return "; ".join([f"{name} {value}" for name, value in has.items() if value != usual] + [f"the others {usual}"])


def machine_of(spec: str) -> dict[str, int | None] | None:
    """The threads and the MB of transposition table of a player, None for a table that it does not have; None for a
    program, of which that is not known."""
    try:
        parsed = parse(spec)
    except OutplayError:
        return None
    if parsed.name not in NAMED:
        return None
    if parsed.listing.option("threads") is None:
        return {"threads": 1, "table": None}
    return {key: parsed.options.get(key, usual) for key, usual in USUAL.items()}
