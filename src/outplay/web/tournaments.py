"""Matches and tournaments of the arena's store, as data for tables, plots and replays.

Paths are removed from all texts: the specs of players and games may name files of this machine.
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
from outplay.core.paths import without_folders
from outplay.web.catalogue import Catalogue

if TYPE_CHECKING:
    from outplay.arena.games import Result
    from outplay.arena.store import Run, RunInfo, Store

Json = dict[str, Any]

PAGE = 100
"""The number of games in one answer."""
CACHED_RUNS = 16
"""The number of runs whose tables are cached until they change."""
FRESH_SECONDS = 0.5
"""The time for which the list of runs is cached, however many pages watch it."""
PAUSE_SECONDS = 30.0
"""A gap of this length between two games means that the run was paused."""
LEAST_SECONDS = 3.0
"""The shortest time from which a pace is computed: the start of a game is stored in whole seconds."""


class Tournaments:
    """Reads the arena's store, which is opened on first use. It may be used by several threads."""

    def __init__(self, catalogue: Catalogue, where: str | None = None) -> None:
        self.catalogue, self.where = catalogue, where
        self.opened: Store | None = None
        self.listed: list[RunInfo] = []
        self.list_read = -math.inf
        """When `listed` was read."""
        self.tables: OrderedDict[str, tuple[object, Json]] = OrderedDict()
        """For each cached run its line of the list and its tables, the oldest first."""
        self.lock = threading.Lock()

    @property
    def store(self) -> "Store":
        from outplay.arena.store import Store

        with self.lock:
            if self.opened is None:
                self.opened = Store(self.where)
            return self.opened

    def infos(self, at_least: str = "") -> "list[RunInfo]":
        """The list of runs, the newest last. It is read again if it is old or does not have the run `at_least`."""
        store = self.store
        with self.lock:
            known = not at_least or any(info.name == at_least for info in self.listed)
            if not known or time.monotonic() - self.list_read > FRESH_SECONDS:
                self.listed = store.runs()
                self.list_read = time.monotonic()
            return self.listed

    def runs(self) -> list[Json]:
        """All matches and tournaments, the newest first. `planned` is the number of games if it is running."""
        runs = []
        for info in reversed(self.infos()):
            fields = info._asdict()
            del fields["active"]  # changes every second while a run is active, and the page does not use it
            runs.append(fields | {"planned": planned(self.store.run(info.name)) if info.state == "running" else None})
        return runs

    def run(self, name: str, page: int = 0) -> Json:
        """The tables of a run, and a page of its games, the newest first."""
        now = next((info for info in self.infos(at_least=name) if info.name == name), None)
        if now is None:
            raise BadSpec(f"there is no tournament {name[:100]!r}")
        changed = now._replace(active="")
        with self.lock:
            before, tables = self.tables.get(name, (None, {}))
        if before != changed:
            tables = tables_of(self.store.run(name))
            with self.lock:
                self.tables[name] = changed, tables
                self.tables.move_to_end(name)
                while len(self.tables) > CACHED_RUNS:
                    self.tables.popitem(last=False)
        games = tables["games"]
        pages = -(-len(games) // PAGE)
        page = max(0, min(page, pages - 1))
        shown = [public(game_row(result)) for result in games[page * PAGE : (page + 1) * PAGE]]
        return tables | {"state": now.state, "games": shown, "page": page, "pages": pages, "total": len(games)}

    def game(self, name: str, number: int) -> Json:
        """One game for replay; `game` is None if this server does not offer its game."""
        found = next(iter(self.store.run(name).games([number])), None)
        if found is None:
            raise BadSpec(f"there is no game {number} in {name[:100]!r}")
        scheduled, played = found
        try:
            offered: str | None = self.catalogue.known(scheduled.game)
        except OutplayError:
            offered = None
        fields: Json = public(
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
        return fields


def tables_of(run: "Run") -> Json:
    """The tables of a run, and its games, the newest first."""
    from outplay.arena.summary import summarised
    from outplay.arena.tables import note_lines

    summary, games = summarised(run), planned(run)
    tables = {
        **summary.as_dict(),
        "name": run.name,
        "kind": run.kind,
        "created": run.created,
        "called": str(run.settings.get("game", "")),
        "players": summary.players,
        "swiss": summary.swiss,
        "notes": note_lines(summary) if summary.results else summary.unequal,
        "planned": games,
        "pace": None if games is None else pace(summary.results),
    }
    return {**public(tables), "games": summary.results[::-1]}


def game_row(result: "Result") -> Json:
    """A row of the list of games."""
    return result._asdict() | {"ending": result.ending.value}


def planned(run: "Run") -> int | None:
    """The number of games of a run if it is not ended early; None for imported games."""
    if "extents" not in run.settings:
        return None
    return scheduled_games(json.dumps(run.settings), tuple(run.players))


@lru_cache(CACHED_RUNS)
def scheduled_games(settings: str, players: tuple[str, ...]) -> int:
    from outplay.arena.settings import settings_of
    from outplay.arena.tournament import Schedule

    return Schedule(settings_of(json.loads(settings)), list(players)).planned


def pace(results: "Sequence[Result]") -> float | None:
    """The mean time in seconds from the end of a game to the end of the next, since the last pause; None if unknown."""
    first, last, number = 0.0, 0.0, 0
    for began, seconds in sorted((datetime.fromisoformat(one.began).timestamp(), one.seconds) for one in results):
        if began - last > PAUSE_SECONDS:
            first, last, number = began, began, 0
        last, number = max(last, began + seconds), number + 1
    return (last - first) / number if last - first >= LEAST_SECONDS else None


def public(value: Any) -> Any:
    """The value with folders removed from its texts, and None for numbers that JSON cannot express."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {public(str(key)): public(one) for key, one in value.items()}
    if isinstance(value, str):
        return without_folders(value)
    return [public(one) for one in value] if isinstance(value, list | tuple) else value
