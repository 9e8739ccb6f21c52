"""The store: every match, tournament and import as a run with a name, and every game of it as soon as it ends.

A game is on the disk when `Run.add` returns, and is stored once: its key is its run and its number. One process at a
time may run a run; any number of processes may read it meanwhile.
"""

import difflib
import json
import math
import os
import re
import socket
import time
import uuid
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple, Self

from sqlalchemy import Connection, Row, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from outplay.arena.database import Database
from outplay.arena.games import Conditions, PlayedGame, Result, ScheduledGame
from outplay.arena.schema import games, players, runs
from outplay.core.errors import StoreError
from outplay.core.results import Ending, GameResult, MoveRecord

STALE_SECONDS = 60.0
"""Seconds without a `beat` after which a process has lost its claim on a run."""

PAGE = 200
"""Games that one query reads or writes."""

NAME = re.compile(r"\w[\w .,:+=-]{0,99}")
"""The names that a run may have."""

NEW, RUNNING, INTERRUPTED = "new", "running", "interrupted"
"""The states that the store itself sets; all others are set by `release`."""


class RunInfo(NamedTuple):
    """A run in the list of runs."""

    name: str
    kind: str
    created: str
    state: str
    players: int
    games: int
    active: str
    """The time of the last change, in ISO 8601."""


class Store:
    """All runs of one database. `where` is a URL or a path; None is the default file in the user's data folder. A
    missing file is created; with make=False it is a StoreError."""

    def __init__(self, where: str | None = None, *, make: bool = True) -> None:
        if not make and where is not None and "://" not in where and not Path(where).expanduser().exists():
            raise StoreError(f"there is no file {where}; give the one that games were kept in")
        self.database = Database(where)

    @property
    def place(self) -> str:
        """The name of the database in messages, without its password."""
        return self.database.place

    def create(self, name: str, kind: str, settings: dict[str, Any], players: Mapping[str, str]) -> "Run":
        """A new run, a match or a tournament. `players` maps names to specs."""
        return self.keep(name, kind, settings, players, ())

    def keep(
        self,
        name: str,
        kind: str,
        settings: dict[str, Any],
        players: Mapping[str, str],
        played: Sequence[tuple[ScheduledGame, PlayedGame]],
    ) -> "Run":
        """A new run with games that are already played, in one transaction: all of them are stored, or none."""
        if not NAME.fullmatch(name):
            raise StoreError(
                f"{name!r} is no good name; begin with a letter or a digit, as in {slug(name) or 'friday'}"
            )
        values = {
            "name": name,
            "kind": kind,
            "created": now(),
            "state": "finished" if played else NEW,
            "beat": time.time(),
            "settings": written(settings),
        }
        try:
            with self.database.write() as connection:
                made = connection.execute(insert(runs).values(values))
                key = int(made.inserted_primary_key[0]) if made.inserted_primary_key else 0
                add_players(connection, key, players, 0)
                for start in range(0, len(played), PAGE):
                    page = [row_of(key, *game) for game in played[start : start + PAGE]]
                    connection.execute(insert(games), page)
        except IntegrityError:
            self.refuse_taken(name)
            raise StoreError(f"the games of {name!r} do not have a number each") from None
        return self.run(name)

    def refuse_taken(self, name: str) -> None:
        with self.database.read() as connection:
            taken = connection.execute(select(runs.c.id).where(runs.c.name == name)).first()
        if taken:
            raise StoreError(f"there is a run {name!r} already; give another --name, or go on with it: --resume {name}")

    def free_name(self, stem: str) -> str:
        """An unused name for a run, made from a text: kalah-6-4, or kalah-6-4-2 if that is taken."""
        stem = slug(stem) or "run"
        with self.database.read() as connection:
            taken = set(connection.execute(select(runs.c.name).where(runs.c.name.startswith(stem))).scalars())
        number = 1
        while (name := stem if number == 1 else f"{stem}-{number}") in taken:
            number += 1
        return name

    def runs(self) -> list[RunInfo]:
        """All runs, the newest last."""
        player_counts = select(players.c.run, func.count().label("number")).group_by(players.c.run).subquery()
        game_counts = select(games.c.run, func.count().label("number")).group_by(games.c.run).subquery()
        query = (
            select(runs, player_counts.c.number.label("players"), game_counts.c.number.label("games"))
            .outerjoin(player_counts, player_counts.c.run == runs.c.id)
            .outerjoin(game_counts, game_counts.c.run == runs.c.id)
            .order_by(runs.c.id)
        )
        with self.database.read() as connection:
            return [
                RunInfo(
                    row.name, row.kind, row.created, state_of(row), row.players or 0, row.games or 0, stamp(row.beat)
                )
                for row in connection.execute(query)
            ]

    def run(self, name: str) -> "Run":
        with self.database.read() as connection:
            row = connection.execute(select(runs).where(runs.c.name == name)).first()
            if row is None:
                names = list(connection.execute(select(runs.c.name).order_by(runs.c.id)).scalars())
                close = difflib.get_close_matches(name, names, 1)
                others = f" and {len(names) - 5} more" if len(names) > 5 else ""
                some = f"there are {', '.join(names[-5:])}{others}" if names else "there are none yet"
                raise StoreError(f"there is no run {name!r}; {f'did you mean {close[0]}?' if close else some}")
            return Run(self.database, row, players_of(connection, row.id))

    def delete(self, name: str) -> None:
        """Deletes a run and its games; raises StoreError if a process runs it now."""
        key = self.run(name).key
        with self.database.write() as connection:
            row = connection.execute(select(runs).where(runs.c.id == key)).first()
            if row and is_held(row):
                raise StoreError(f"{name} is being run by {holder(row)}; end that first")
            for table, column in ((games, games.c.run), (players, players.c.run), (runs, runs.c.id)):
                connection.execute(delete(table).where(column == key))

    def close(self) -> None:
        self.database.engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Run:
    """A match, a tournament or an import, with its games. `players` maps names to specs, in their order."""

    def __init__(self, database: Database, row: Row[Any], players: dict[str, str]) -> None:
        self.database, self.key, self.token = database, row.id, ""
        self.name: str = row.name
        self.kind: str = row.kind
        self.created: str = row.created
        self.settings: dict[str, Any] = json.loads(row.settings)
        self.players = players

    @property
    def state(self) -> str:
        """The state now: new, running, interrupted, or the one that `release` was given."""
        with self.database.read(self.name) as connection:
            return state_of(self.row(connection))

    def row(self, connection: Connection) -> Row[Any]:
        row = connection.execute(select(runs).where(runs.c.id == self.key)).first()
        if row is None:
            raise gone(self.name)
        return row

    def extend(self, settings: dict[str, Any], players: Mapping[str, str]) -> None:
        """Replaces the settings, for example to add rounds, and adds players after those that it has. Raises StoreError
        if a player has another spec already."""
        with self.database.write(self.name) as connection:
            changed = update(runs).where(runs.c.id == self.key).values(settings=written(settings))
            if not connection.execute(changed).rowcount:  # written first, to lock out another `extend`
                raise gone(self.name)
            present = players_of(connection, self.key)
            for name, spec in players.items():
                if present.get(name, spec) != spec:
                    raise StoreError(
                        f"{name} is {present[name]} in {self.name} already; give the player {spec} another name"
                    )
            new = {name: spec for name, spec in players.items() if name not in present}
            add_players(connection, self.key, new, len(present))
        self.players, self.settings = present | new, json.loads(written(settings))

    def claim(self) -> None:
        """Makes this the process that runs the run; raises StoreError if another one does. The claim of a process that
        has ended, or has not called `beat` for STALE_SECONDS, is void."""
        with self.database.write(self.name) as connection:
            row = self.row(connection)
            if is_held(row) and row.token != self.token:
                raise StoreError(
                    f"{self.name} is being run by {holder(row)}; wait for it, or pause it with: "
                    f"outplay pause {self.name}"
                )
            values = {
                "host": socket.gethostname(),
                "pid": os.getpid(),
                "token": uuid.uuid4().hex,
                "beat": time.time(),
                "state": RUNNING,
                "pause": 0,
            }
            taken = connection.execute(
                update(runs).where(runs.c.id == self.key, runs.c.token == row.token).values(values)
            )
            if taken.rowcount != 1:
                raise StoreError(f"{self.name} was taken by another process at this moment")
        self.token = str(values["token"])

    def beat(self) -> bool:
        """Renews the claim of this process; to be called about once a second. Returns whether a pause was asked for."""
        with self.database.write(self.name) as connection:
            mine = (runs.c.id == self.key) & (runs.c.token == self.token)
            if connection.execute(update(runs).where(mine).values(beat=time.time())).rowcount != 1:
                raise StoreError(f"{self.name} is no longer run by this process: {holder(self.row(connection))} has it")
            return bool(connection.execute(select(runs.c.pause).where(mine)).scalar())

    def ask_pause(self) -> None:
        """Asks the process that runs it, on this or another machine, to stop after the games that it plays now."""
        with self.database.write(self.name) as connection:
            row = self.row(connection)
            if not is_held(row):
                next_step = "it is finished" if row.state == "finished" else f"go on with --resume {self.name}"
                raise StoreError(f"{self.name} is not being run now; {next_step}")
            connection.execute(update(runs).where(runs.c.id == self.key).values(pause=1))

    def release(self, state: str) -> None:
        """Ends the claim of this process and sets the state: paused, finished, or why it was stopped."""
        with self.database.write(self.name) as connection:
            mine = (runs.c.id == self.key) & (runs.c.token == self.token)
            values = {"state": state, "host": "", "pid": 0, "token": "", "pause": 0, "beat": time.time()}
            connection.execute(update(runs).where(mine).values(values))
        self.token = ""

    def add(self, scheduled: ScheduledGame, played: PlayedGame) -> bool:
        """Stores a game, which is on the disk when this returns. False if a game of that number was stored before."""
        try:
            with self.database.write(self.name) as connection:
                connection.execute(insert(games), row_of(self.key, scheduled, played))
        except IntegrityError as error:
            with self.database.read(self.name) as connection:
                self.row(connection)
            if scheduled.number not in self.numbers():
                raise StoreError(f"game {scheduled.number} of {self.name} cannot be kept: {error.orig}") from None
            return False
        return True

    def numbers(self) -> set[int]:
        """The numbers of the stored games."""
        with self.database.read(self.name) as connection:
            return set(connection.execute(select(games.c.number).where(games.c.run == self.key)).scalars())

    def openings(self) -> dict[int, tuple[str, ...]]:
        """The openings of the stored games, by the numbers of the games."""
        query = select(games.c.number, games.c.opening).where(games.c.run == self.key)
        with self.database.read(self.name) as connection:
            return {number: tuple(json.loads(opening)) for number, opening in connection.execute(query)}

    def results(self, after: int = 0) -> list[Result]:
        """The results of the stored games with numbers above `after`, in the order of their numbers."""
        columns = (games.c[name] for name in Result._fields)
        query = select(*columns).where(games.c.run == self.key, games.c.number > after).order_by(games.c.number)
        with self.database.read(self.name) as connection:
            results = (Result(*row) for row in connection.execute(query))
            return [result._replace(ending=Ending(result.ending)) for result in results]

    def games(self, numbers: Collection[int] | None = None) -> Iterator[tuple[ScheduledGame, PlayedGame]]:
        """The stored games with these numbers, or all of them, in the order of their numbers. Read in pages."""
        wanted = None if numbers is None else sorted(set(numbers))
        last = 0
        while wanted is None or wanted:
            query = select(games).where(games.c.run == self.key).order_by(games.c.number)
            if wanted is None:
                query = query.where(games.c.number > last).limit(PAGE)
            else:
                query, wanted = query.where(games.c.number.in_(wanted[:PAGE])), wanted[PAGE:]
            with self.database.read(self.name) as connection:
                page = connection.execute(query).all()
            yield from map(game_of, page)
            if wanted is None and len(page) < PAGE:
                return
            last = page[-1].number if page else last


def row_of(key: int, scheduled: ScheduledGame, played: PlayedGame) -> dict[str, Any]:
    result, moves = played.result, played.moves
    return {
        "run": key,
        "number": scheduled.number,
        "round": scheduled.round,
        "game": scheduled.game,
        "first": scheduled.first,
        "second": scheduled.second,
        "winner": result.winner,
        "margin": result.margin,
        "ending": result.ending.value,
        "plies": len(moves),
        "began": played.began,
        "seconds": played.seconds,
        "seed": str(scheduled.seed),
        "first_spec": scheduled.first_spec,
        "second_spec": scheduled.second_spec,
        "conditions": written(scheduled.conditions._asdict()),
        "opening": written(scheduled.opening),
        "detail": result.detail,
        "moves": written(played.names),
        "times": written([move.seconds for move in moves]),
        "scores": written([finite(move.score) for move in moves]),
        "depths": written([move.depth for move in moves]),
        "nodes": written([move.nodes for move in moves]),
    }


def finite(score: float | None) -> float | None:
    """The score, or None if it is no finite number, which JSON cannot hold."""
    return score if score is not None and math.isfinite(score) else None


def game_of(row: Row[Any]) -> tuple[ScheduledGame, PlayedGame]:
    conditions = {k: v for k, v in json.loads(row.conditions).items() if k in Conditions._fields}
    scheduled = ScheduledGame(
        number=row.number,
        round=row.round,
        game=row.game,
        first=row.first,
        second=row.second,
        first_spec=row.first_spec,
        second_spec=row.second_spec,
        opening=tuple(json.loads(row.opening)),
        seed=int(row.seed),
        conditions=Conditions(**conditions),
    )
    names = json.loads(row.moves)
    known = [json.loads(text) or [None] * len(names) for text in (row.times, row.scores, row.depths, row.nodes)]
    records = tuple(MoveRecord(*values) for values in zip(names, *known, strict=True))
    result = GameResult(row.winner, row.margin, Ending(row.ending), row.detail)
    waited = row.seconds - sum(record.seconds or 0.0 for record in records)
    return scheduled, PlayedGame(result, records, row.began, max(0.0, round(waited, 6)))


def written(value: Any) -> str:
    return json.dumps(value, ensure_ascii=True, allow_nan=False, separators=(",", ":"))


def add_players(connection: Connection, key: int, named: Mapping[str, str], first: int) -> None:
    rows = [{"run": key, "name": n, "place": p, "spec": s} for p, (n, s) in enumerate(named.items(), first)]
    if rows:
        connection.execute(insert(players), rows)


def players_of(connection: Connection, key: int) -> dict[str, str]:
    query = select(players.c.name, players.c.spec).where(players.c.run == key).order_by(players.c.place)
    return {row.name: row.spec for row in connection.execute(query)}


def is_held(row: Row[Any]) -> bool:
    """Whether a process runs this run now. Of a process on another machine only its last `beat` is known."""
    if row.state != RUNNING or time.time() - row.beat > STALE_SECONDS:
        return False
    return row.host != socket.gethostname() or is_alive(row.pid)


def is_alive(pid: int) -> bool:
    if os.name == "nt":  # where os.kill would end the process
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def state_of(row: Row[Any]) -> str:
    return INTERRUPTED if row.state == RUNNING and not is_held(row) else str(row.state)


def gone(name: str) -> StoreError:
    return StoreError(f"the run {name!r} was deleted")


def holder(row: Row[Any]) -> str:
    return f"process {row.pid} on {row.host}" if row.pid else "nobody"


def slug(text: str) -> str:
    """The text as a name that is easy to type: kalah:6,4 becomes kalah-6-4."""
    return re.sub(r"[^\w.]+", "-", text).strip("-.")[:80]


def now() -> str:
    return stamp(time.time())


def stamp(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")
