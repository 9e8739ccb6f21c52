"""What the arena has stored, as data for tables, plots and replays.

Only names and numbers go out, and no folders: the texts that players and games were made from name files of this
machine.
"""

import math
import threading
from collections import OrderedDict
from typing import TYPE_CHECKING, Any

from outplay.errors import BadSpec, OutplayError
from outplay.web.catalogue import Catalogue, without_folders

if TYPE_CHECKING:
    from outplay.arena.store import Run, Store

Json = dict[str, Any]

PAGE = 500
"""Games in one answer."""
KEPT = 16
"""How many tables are remembered until something changes in them."""


class Tournaments:
    """Reads the arena's store, which is opened when it is first asked for. It may be used by several threads."""

    def __init__(self, catalogue: Catalogue, where: str | None = None) -> None:
        self.catalogue, self.where = catalogue, where
        self.opened: Store | None = None
        self.kept: OrderedDict[str, tuple[object, Json]] = OrderedDict()
        self.lock = threading.Lock()

    @property
    def store(self) -> "Store":
        from outplay.arena.store import Store

        with self.lock:
            if self.opened is None:
                self.opened = Store(self.where)
            return self.opened

    def runs(self) -> list[Json]:
        """All matches and tournaments, the newest first."""
        return [dict(info._asdict()) for info in reversed(self.store.runs())]

    def run(self, name: str, page: int = 0) -> Json:
        """The tables of one, and a page of its games, the newest first."""
        now = next((info for info in self.store.runs() if info.name == name), None)
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
        shown = games[page * PAGE : (page + 1) * PAGE]
        return tables | {"state": now.state, "games": shown, "pages": -(-len(games) // PAGE), "total": len(games)}

    def game(self, name: str, number: int) -> Json:
        """One game, ready to be replayed: `game` is None if this server does not offer its game."""
        found = next(iter(self.store.run(name).games([number])), None)
        if found is None:
            raise BadSpec(f"there is no game {number} in {name[:100]!r}")
        fixture, played = found
        try:
            offered: str | None = self.catalogue.known(fixture.game)
        except OutplayError:
            offered = None
        told: Json = public(
            {
                "game": offered,
                "called": fixture.game,
                "number": number,
                "round": fixture.round,
                "first": fixture.first,
                "second": fixture.second,
                "opening": len(fixture.opening),
                "moves": list(played.moves),
                "seconds": list(played.seconds),
                "scores": list(played.scores),
                "winner": played.winner,
                "margin": played.margin,
                "ending": played.ending.value,
                "detail": played.detail,
                "began": played.began,
            }
        )
        return told


def tables_of(run: "Run") -> Json:
    """Everything that the games of a run say."""
    from outplay.arena.summary import summarised

    found = summarised(run)
    tables = {
        **found.as_dict(),
        "name": run.name,
        "kind": run.kind,
        "created": run.created,
        "called": str(run.settings.get("game", "")),
        "players": found.players,
        "games": [
            {
                "number": result.number,
                "round": result.round,
                "first": result.first,
                "second": result.second,
                "winner": result.winner,
                "margin": result.margin,
                "ending": result.ending.value,
                "plies": result.plies,
                "seconds": result.seconds,
                "began": result.began,
            }
            for result in reversed(found.results)
        ],
    }
    cleaned: Json = public(tables)
    return cleaned


def public(value: Any) -> Any:
    """The same without folders in its texts, and with None for numbers that JSON has no word for."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {public(str(key)): public(one) for key, one in value.items()}
    if isinstance(value, str):
        return without_folders(value)
    return [public(one) for one in value] if isinstance(value, list | tuple) else value
