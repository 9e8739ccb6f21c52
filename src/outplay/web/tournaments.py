"""What the arena has stored, as data for tables, plots and replays.

Only names and numbers go out, and no folders: the texts that players and games were made from name files of this
machine.
"""

import json
import math
import threading
import time
from collections import OrderedDict
from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from outplay.core.errors import BadSpec, OutplayError
from outplay.web.catalogue import Catalogue, without_folders

if TYPE_CHECKING:
    from outplay.arena.games import Result
    from outplay.arena.store import Run, RunInfo, Store

Json = dict[str, Any]

PAGE = 100
"""Games in one answer."""
KEPT = 16
"""How many tables are remembered until something changes in them."""
FRESH_SECONDS = 0.5
"""The list of runs is read once in so long, however many pages watch it."""
PAUSE_SECONDS = 30.0
"""A run in which nothing was played for so long was paused."""
LEAST_SECONDS = 3.0
"""A pace is not told before a run was looked at for so long: games tell the second in which they began."""


class Tournaments:
    """Reads the arena's store, which is opened when it is first asked for. It may be used by several threads."""

    def __init__(self, catalogue: Catalogue, where: str | None = None) -> None:
        self.catalogue, self.where = catalogue, where
        self.opened: Store | None = None
        self.listed: list[RunInfo] = []
        self.looked = -math.inf
        self.kept: OrderedDict[str, tuple[object, Json]] = OrderedDict()
        self.lock = threading.Lock()

    @property
    def store(self) -> "Store":
        from outplay.arena.store import Store

        with self.lock:
            if self.opened is None:
                self.opened = Store(self.where)
            return self.opened

    def lines(self) -> "list[RunInfo]":
        """The lines of the list of runs, the newest last."""
        store = self.store
        with self.lock:
            if time.monotonic() - self.looked > FRESH_SECONDS:
                self.listed = store.runs()
                self.looked = time.monotonic()
            return self.listed

    def runs(self) -> list[Json]:
        """All matches and tournaments, the newest first; of those that run, how many games they will have."""
        found = []
        for info in reversed(self.lines()):
            told = info._asdict()
            del told["active"]  # changes every second while a run lives, and nobody looks at it
            found.append(told | {"planned": planned(self.store.run(info.name)) if info.state == "running" else None})
        return found

    def run(self, name: str, page: int = 0) -> Json:
        """The tables of one, and a page of its games, the newest first."""
        now = next((info for info in self.lines() if info.name == name), None)
        if now is None:
            raise BadSpec(f"there is no tournament {name[:100]!r}")
        changed = now._replace(active="")
        with self.lock:
            before, tables = self.kept.get(name, (None, {}))
        if before != changed:
            tables = tables_of(self.store.run(name))
            with self.lock:
                self.kept[name] = changed, tables
                self.kept.move_to_end(name)
                while len(self.kept) > KEPT:
                    self.kept.popitem(last=False)
        games = tables["games"]
        pages = -(-len(games) // PAGE)
        page = max(0, min(page, pages - 1))
        shown = [public(told(result)) for result in games[page * PAGE : (page + 1) * PAGE]]
        return tables | {"state": now.state, "games": shown, "page": page, "pages": pages, "total": len(games)}

    def game(self, name: str, number: int) -> Json:
        """One game, ready to be replayed: `game` is None if this server does not offer its game."""
        found = next(iter(self.store.run(name).games([number])), None)
        if found is None:
            raise BadSpec(f"there is no game {number} in {name[:100]!r}")
        scheduled, played = found
        try:
            offered: str | None = self.catalogue.known(scheduled.game)
        except OutplayError:
            offered = None
        told: Json = public(
            {
                "game": offered,
                "called": scheduled.game,
                "number": number,
                "round": scheduled.round,
                "first": scheduled.first,
                "second": scheduled.second,
                "opening": len(scheduled.opening),
                "moves": list(played.names),
                "seconds": [move.seconds for move in played.moves],
                "scores": [move.score for move in played.moves],
                "winner": played.result.winner,
                "margin": played.result.margin,
                "ending": played.result.ending.value,
                "detail": played.result.detail,
                "began": played.began,
            }
        )
        return told


def tables_of(run: "Run") -> Json:
    """Everything that the games of a run say, and the games themselves, the newest first."""
    from outplay.arena.summary import summarised

    found, games = summarised(run), planned(run)
    tables = {
        **found.as_dict(),
        "name": run.name,
        "kind": run.kind,
        "created": run.created,
        "called": str(run.settings.get("game", "")),
        "players": found.players,
        "planned": games,
        "pace": None if games is None else pace(found.results),
    }
    return {**public(tables), "games": found.results[::-1]}


def told(result: "Result") -> Json:
    """A game as a row of the list of games."""
    return result._asdict() | {"ending": result.ending.value}


def planned(run: "Run") -> int | None:
    """How many games a run will have, if nothing ends it early; None if its games were played elsewhere."""
    if "extents" not in run.settings:
        return None
    return scheduled(json.dumps(run.settings), tuple(run.players))


@lru_cache(KEPT)
def scheduled(settings: str, players: tuple[str, ...]) -> int:
    from outplay.arena.settings import settings_of
    from outplay.arena.tournament import Schedule

    return Schedule(settings_of(json.loads(settings)), list(players)).planned


def pace(results: "Sequence[Result]") -> float | None:
    """The seconds from the end of one game to that of the next, since the last pause; None if that is not known yet."""
    first, last, number = 0.0, 0.0, 0
    for began, seconds in sorted((datetime.fromisoformat(one.began).timestamp(), one.seconds) for one in results):
        if began - last > PAUSE_SECONDS:
            first, last, number = began, began, 0
        last, number = max(last, began + seconds), number + 1
    return (last - first) / number if last - first >= LEAST_SECONDS else None


def public(value: Any) -> Any:
    """The same without folders in its texts, and with None for numbers that JSON has no word for."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {public(str(key)): public(one) for key, one in value.items()}
    if isinstance(value, str):
        return without_folders(value)
    return [public(one) for one in value] if isinstance(value, list | tuple) else value
