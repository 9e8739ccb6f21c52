"""Every size of a game, solved: the game's value by its sizes.

    sizes = sizes_of("kalah:1-4,1-6,empty-capture")     # ranges in place of the game's sizes
    with journal_of(sizes) as journal:
        for entry in solved_sizes(sizes, journal, Effort(time=10.0)): ...

What is solved is in the journal at once, so the same call goes on where one before was ended.
"""

import itertools
import math
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from outplay.core.errors import BadSpec, OutplayError, StoreError
from outplay.core.game import Game, Outcome
from outplay.core.limits import Limit, checked
from outplay.core.machine import data_folder
from outplay.core.registry import GAMES, file_listing, is_file_name, split_path
from outplay.core.registry import game as find_game
from outplay.core.specs import Listing, Option, joined, name_of, options_of_text, split, unknown
from outplay.solve.journal import Journal
from outplay.solve.solver import Report, Solver
from outplay.solve.verify import digest_of_rules

SECONDS = 10.0
"""How long each size may take if nothing is said."""
MOST_ENTRIES = 10_000
"""More games than that are a mistake in the ranges."""
RANGE = re.compile(r"([0-9]{1,6})(?:-([0-9]{1,6}))?")


class Sizes(NamedTuple):
    """Games that differ in their sizes."""

    name: str
    """What stands before the colon."""
    names: tuple[str, ...]
    """What the sizes are called."""
    ranges: tuple[range, ...]
    words: tuple[str, ...]
    """Options that all of the games have, as they are written."""

    def __str__(self) -> str:
        ranges = [str(r[0]) if len(r) == 1 else f"{r[0]}-{r[-1]}" for r in self.ranges]
        return joined(self.name, ",".join([*ranges, *self.words]))

    def spec(self, sizes: tuple[int, ...]) -> str:
        return joined(self.name, ",".join([*map(str, sizes), *self.words]))

    @property
    def all(self) -> list[tuple[int, ...]]:
        """All sizes, the smallest first."""
        return sorted(itertools.product(*self.ranges), key=lambda sizes: (math.prod(sizes), sizes))


class Effort(NamedTuple):
    """What each of the games may take, and how it is solved; see `outplay.solve.solver.solve`."""

    time: float = SECONDS
    goal: str = "margin"
    method: str = "auto"
    memory_mb: int = 256
    threads: int = 1
    endgame: str = "auto"


class Entry(NamedTuple):
    """What is known of one size."""

    sizes: tuple[int, ...]
    game: str
    outcome: Outcome | None
    """None if it was not solved in the time, or if there is no such game."""
    nodes: int = 0
    seconds: float = 0.0
    method: str = ""
    kept: bool = False
    """Whether it was solved, or tried, by an earlier run."""
    fault: str = ""
    """Why there is no game of these sizes."""


def sizes_of(text: str) -> Sizes:
    """The games that a text with ranges names; a size that is left out goes from the lowest to the usual one."""
    name, listing = listing_of(text)
    rest = options_of_text(text, listing.usage) if not is_file_name(text) else split_path(text.strip())[2]
    parts = [part.strip() for part in rest.split(",")] if rest else []
    options = list(itertools.takewhile(lambda option: option.kind == "int", listing.ordered))
    if not options:
        raise BadSpec(f"{name} has no sizes, so there is no table of them; `outplay solve {name}` solves it")
    ranges = [
        range_of(name, option, part)
        for option, part in itertools.zip_longest(options, parts[: len(options)], fillvalue=None)
        if option
    ]
    names = tuple(option.key for option in options)
    sizes = Sizes(name, names, tuple(ranges), tuple(parts[len(options) :]))
    if math.prod(map(len, ranges)) > MOST_ENTRIES:
        raise BadSpec(f"{sizes} are {math.prod(map(len, ranges)):,} games; give ranges of at most {MOST_ENTRIES:,}")
    return sizes


def listing_of(text: str) -> tuple[str, Listing]:
    """The name that a text begins with, and which options the games of this name have."""
    if is_file_name(text):
        path = split_path(text.strip())[0]
        return str(path), file_listing(path)[0]
    name = name_of(text)
    if name not in GAMES:
        raise unknown("game", split(text)[0], GAMES, "my_game.py")
    return name, GAMES[name]


def range_of(name: str, option: Option, part: str | None) -> range:
    """The values of a size that a part of a text names; without one, from the lowest to the usual."""
    lowest = int(option.low) if option.low is not None else 1
    if part is None:
        return range(lowest, max(lowest, option.default or lowest) + 1, option.step)
    found = RANGE.fullmatch(part)
    if not found:
        raise BadSpec(f"{part!r} is no range of the {option.key} of {name}; write 3 or 1-4")
    low, high = int(found[1]), int(found[2] or found[1])
    if low > high:
        raise BadSpec(f"the {option.key} of {name} cannot go from {low} to {high}; the smaller number comes first")
    for value in (low, high):
        if not option.allows(value) and (value == low or option.step == 1 or value > (option.high or value)):
            raise BadSpec(f"the {option.key} of {name} must be {option.range}, not {value}")
    return range(low, high + 1, option.step)


def journal_of(sizes: Sizes, path: Path | None = None) -> Journal:
    """The journal in a file; by default one of the user's data folder that all ranges of a game share."""
    if path is None:
        try:
            path = data_folder() / "solved" / f"{Path(sizes.name).stem}.jsonl"
        except StoreError:
            raise BadSpec("this user has no home folder to keep the table in; give --out FILE") from None
        path.parent.mkdir(parents=True, exist_ok=True)
    return Journal(path, {"what": "values by size"})


class Progress(NamedTuple):
    """How far a table is."""

    game: str
    """What is being solved."""
    text: str
    """How far that is, in words; empty when it begins."""
    done: int
    total: int
    most_seconds: float
    """The rest takes no longer, beside compiling."""


class Missing(NamedTuple):
    """A game that is still to be solved."""

    sizes: tuple[int, ...]
    game: Game
    rules: str
    """The digest of its rules."""


def solved_sizes(
    sizes: Sizes, journal: Journal, effort: Effort, report: Callable[[Progress], None] = lambda progress: None
) -> Iterator[Entry]:
    """Every size: those that are known first, then the others, the smallest first; each is in the journal at once."""
    checked(Limit(effort.time))
    known, missing = look_up(sizes, journal, effort)
    yield from known
    for done, each in enumerate(missing):
        solver_began = list[float]()

        def told(text: str, each: Missing = each, done: int = done, began: list[float] = solver_began) -> None:
            began += [time.monotonic()] * (text != "" and not began)
            spent = min(effort.time, time.monotonic() - began[0]) if began else 0.0
            rest = (len(missing) - done) * effort.time - spent
            report(Progress(str(each.game), text, len(known) + done, len(known) + len(missing), rest))

        told("")
        entry = solved_size(each.sizes, each.game, effort, told)
        journal.add(record_of(entry, each.rules, effort))
        yield entry


def look_up(sizes: Sizes, journal: Journal, effort: Effort) -> tuple[list[Entry], list[Missing]]:
    """The entries that need no search, and what is still to be solved."""
    known, missing = list[Entry](), list[Missing]()
    for each in sizes.all:
        game = made(sizes.spec(each))
        if isinstance(game, str):
            known.append(Entry(each, sizes.spec(each), None, fault=game))
            continue
        rules = digest_of_rules(game)
        entry = kept_entry(journal, each, game, rules, effort)
        if entry:
            known.append(entry)
        else:
            missing.append(Missing(each, game, rules))
    return known, missing


def made(spec: str) -> Game | str:
    """The game of a text, or why there is none."""
    try:
        return find_game(spec)
    except OutplayError as error:
        return str(error)


def solved_size(sizes: tuple[int, ...], game: Game, effort: Effort, report: Report = lambda text: None) -> Entry:
    """Solves one game within the time."""
    root = game.start()
    if over := root.outcome():
        return Entry(sizes, str(game), over)
    solver = Solver(root, effort.goal, effort.method, effort.memory_mb, effort.threads, None, effort.endgame)
    solver.run(Limit(effort.time), report)
    return Entry(sizes, str(game), solver.outcome, solver.nodes, solver.seconds, solver.used_method())


def record_of(entry: Entry, rules: str, effort: Effort) -> dict[str, Any]:
    """An entry as the journal keeps it."""
    outcome = entry.outcome and [entry.outcome.winner, entry.outcome.margin]
    told = {"game": entry.game, "rules": rules, "outcome": outcome, "nodes": entry.nodes}
    return told | {"seconds": round(entry.seconds, 3), "solved_by": entry.method, **effort._asdict()}


def kept_entry(journal: Journal, sizes: tuple[int, ...], game: Game, rules: str, effort: Effort) -> Entry | None:
    """What the journal has of a game. What was tried in vain counts only if no less was tried than now."""
    for record in reversed(journal.records):
        if (record.get("game"), record.get("rules"), record.get("goal")) != (str(game), rules, effort.goal):
            continue
        if record["outcome"] is None:
            same = all(record[name] == getattr(effort, name) for name in ("method", "endgame"))
            less = any(record[name] < getattr(effort, name) for name in ("time", "memory_mb", "threads"))
            if less or not same:
                continue
        found = record["outcome"]
        outcome = Outcome(found[0], found[1], "proven") if found else None
        return Entry(sizes, str(game), outcome, record["nodes"], record["seconds"], record["solved_by"], True)
    return None
