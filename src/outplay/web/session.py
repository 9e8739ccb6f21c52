"""One connection of a page: it answers questions, and ends all their tasks when the connection is closed."""

import asyncio
import contextlib
import json
import os
import threading
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Iterator
from typing import Any

from outplay import __version__
from outplay.arena.formats import cells, sgf
from outplay.core import records
from outplay.core.errors import BadLimit, BadRecord, BadSpec, OutplayError
from outplay.core.game import Game
from outplay.core.results import GameResult, MoveRecord
from outplay.core.specs import joined
from outplay.web import messages
from outplay.web.catalogue import (
    EXAMPLE,
    OFFERED_PLAYERS,
    OPPONENT,
    Catalogue,
    able_player,
    picture,
    player_json,
    searchable,
)
from outplay.web.game_line import GameLine, GameLines
from outplay.web.limits import Accounts, Client
from outplay.web.log import LOGGER
from outplay.web.pool import Pool
from outplay.web.tournaments import Tournaments
from outplay.web.turns import Turns
from outplay.web.view import view

Json = dict[str, Any]
Send = Callable[[str], Awaitable[None]]

LONGEST_ERROR = 1000
MOST_SEARCHES = 4
"""Searches and watched tournaments that a connection may have at the same time."""
MOST_WORDS = 6 * messages.MOST_MOVES
"""Words that the moves of a record may have before it is parsed; a record with more has more than MOST_MOVES moves."""
REPORT_SECONDS = 20.0
"""The greatest number of seconds of a report, approximately."""
ADVISER, HINT_SECONDS, HINT_LINES = "engine", 1.0, 2
"""Who gives hints, in how many seconds, and of how many moves, so that the best other one can be compared."""
SOLVER = "engine:net=none"
"""Whose code a proof needs."""
POSITION_SECONDS = 0.3
"""The greatest number of seconds of a report for each position."""
WATCH_SECONDS, LAZY_SECONDS = 1.0, 4.0
"""Seconds between two readings of a watched tournament, and the most that they become if reading takes long."""


class Service:
    """The state that all connections share."""

    def __init__(
        self,
        catalogue: Catalogue,
        pool: Pool,
        tournaments: Tournaments,
        accounts: Accounts | None = None,
        *,
        guarded: bool = False,
    ) -> None:
        self.catalogue, self.pool, self.tournaments = catalogue, pool, tournaments
        self.accounts = accounts or Accounts()
        self.guarded = guarded
        """Whether connections need a token."""
        self.lines = GameLines(catalogue)
        self.turns = Turns(self.accounts.limits.pages_each)
        self.greeting: Json | None = None
        self.greeting_lock = threading.Lock()
        self.connections: set[asyncio.Task[Any]] = set()
        """The tasks that answer the pages."""

    @contextlib.contextmanager
    def connected(self) -> Iterator[None]:
        """Within the block the current task answers a page; it is cancelled when the server ends."""
        task = asyncio.current_task()
        assert task
        self.connections.add(task)
        try:
            yield
        finally:
            self.connections.discard(task)

    def close(self) -> None:
        """Ends all answers."""
        for task in self.connections:
            task.cancel()

    def games(self) -> Json:
        """The data of the first page; computed once."""
        with self.greeting_lock:
            if self.greeting is None:
                self.greeting = self._greeting()
            return self.greeting

    def _greeting(self) -> Json:
        return {
            "games": [self._game(name) for name in self.catalogue.offers],
            "players": [player_json(listing) for listing in OFFERED_PLAYERS.values()],
            "opponent": OPPONENT,
            "example": EXAMPLE,
            "version": __version__,
            "guarded": self.guarded,
        }

    def _game(self, name: str) -> Json:
        offer = self.catalogue.offers[name]
        line = self.lines.read(offer.sample, None, offer.moves.split())
        drawn = {"rules": line.game.name, "family": line.game.board.family, "sample": view(line)}
        return offer.as_json() | drawn


class Session:
    """Answers the questions of one connection."""

    def __init__(self, service: Service, send: Send, client: Client) -> None:
        self.service, self._send, self.client = service, send, client
        self.tournaments = service.tournaments
        self.tasks: dict[int, asyncio.Task[None]] = {}

    async def hear(self, text: str | bytes | None) -> None:
        """Handles a message. Short questions are answered before this returns, searches in tasks of their own."""
        await asyncio.sleep(self.client.delay(len(text or "")))
        try:
            question = messages.read(text)
        except messages.BadMessage as error:
            await self.send(error.number, error=str(error), done=True)
            return
        if isinstance(question, messages.Stop):
            if task := self.tasks.get(question.target):
                task.cancel()
                await asyncio.wait([task])
                await self.send(question.target, stopped=True, done=True)
            await self.send(question.id, done=True)
        elif question.id in self.tasks:
            await self.send(question.id, error="a question of this number is being answered already", done=True)
        elif isinstance(question, STREAMED):
            if len(self.tasks) >= MOST_SEARCHES:
                await self.send(question.id, error=f"no more than {MOST_SEARCHES} searches at once", done=True)
                return
            task = asyncio.create_task(self._guarded(question))
            self.tasks[question.id] = task
            task.add_done_callback(lambda _: self.tasks.pop(question.id, None))
        else:
            await self._guarded(question)

    async def in_thread(self, work: Callable[..., Any], *arguments: Any) -> Any:
        """Runs a function that may take long in a thread, when it is this client's turn."""
        return await self.service.turns.run(self.client, work, *arguments)

    async def close(self) -> None:
        tasks = list(self.tasks.values())
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)

    async def send(self, number: int, /, **fields: Any) -> None:
        await self._send(json.dumps({"id": number, **fields}, separators=(",", ":")))

    async def _guarded(self, question: Any) -> None:
        """Answers a question; an error is sent to the page as one line."""
        try:
            await self._answer(question)
        except asyncio.CancelledError:
            raise
        except OutplayError as error:
            await self.send(question.id, error=self.service.catalogue.public(error)[:LONGEST_ERROR], done=True)
        except RecursionError:
            await self.send(question.id, error="the rules call themselves without end", done=True)
        except Exception as error:
            await self.send(question.id, error=f"a mistake in outplay itself: {type(error).__name__}", done=True)
            if os.environ.get("OUTPLAY_DEBUG"):
                raise
            LOGGER.error("a mistake in outplay itself: %r (OUTPLAY_DEBUG=1 shows where)", error)

    async def _answer(self, question: Any) -> None:
        service, number = self.service, question.id
        match question:
            case messages.Ping():
                await self.send(number, done=True)
            case messages.Games():
                await self.send(number, **await self.in_thread(service.games), done=True)
            case messages.View():
                await self.send(number, view=await self.in_thread(self._view, question), done=True)
            case messages.Rules():
                await self.send(number, **await self.in_thread(self._rules, question.game), done=True)
            case messages.Seats():
                await self.send(number, refused=await self.in_thread(self._refused, question), done=True)
            case messages.Record():
                await self.send(number, text=await self.in_thread(self._record, question), done=True)
            case messages.Load():
                await self.send(number, **await self.in_thread(self._load, question.text), done=True)
            case messages.Runs():
                await self.send(number, runs=await self.in_thread(service.tournaments.runs), done=True)
            case messages.Run():
                found = await self.in_thread(service.tournaments.run, question.name, question.page)
                await self.send(number, run=found, done=True)
            case messages.RunGame():
                found = await self.in_thread(service.tournaments.game, question.name, question.number)
                await self.send(number, **found, done=True)
            case messages.Watch():
                await self._watch(question)
            case _:
                await self._search(question)

    def _line(self, question: messages.LineMessage) -> Generator[None, None, GameLine]:
        return self.service.lines.reading(question.game, question.start, question.moves)

    def _view(self, question: messages.View) -> Generator[None, None, Json]:
        return view((yield from self._line(question)))

    def _rules(self, spec: str) -> Json:
        """The rules of a game in words, with a position that shows them at work."""
        offer, _, game = self.service.catalogue.find(spec)
        pictured = self.service.lines.read(spec, None, picture(game).split())
        return {"title": offer.title, "about": game.about or offer.listing.about, "view": view(pictured)}

    def _refused(self, question: messages.Seats) -> dict[str, str]:
        """The players that cannot play a game, each with one line that says why."""
        catalogue, found = self.service.catalogue, {}
        _, _, game = catalogue.find(question.game)
        for spec in question.players:
            try:
                able_player(spec, game, question.game)
            except OutplayError as error:
                found[spec] = catalogue.public(error)
        return found

    def _record(self, question: messages.Record) -> Generator[None, None, str]:
        line = yield from self._line(question)
        by_rules, ended = line.position.outcome(), question.outcome
        kept = records.Record(
            start=line.positions[0],
            moves=tuple(map(MoveRecord, line.moves)),
            result=GameResult.by_rules(by_rules) if by_rules else ended.result if ended else None,
            first=question.first,
            second=question.second,
            date=question.date,
        )
        named = f"game: {joined(self.service.catalogue.file_name(line.offer.name), line.rest)}"
        return records.write(kept).replace(f"game: {line.game}", named, 1)

    def _load(self, text: str) -> Json:
        spec, found = self._loaded_sgf(text) if sgf.BEGIN.match(text.strip()) else self._loaded_record(text)
        if len(found.moves) > messages.MOST_MOVES:
            raise BadRecord(f"a game has at most {messages.MOST_MOVES} moves here, and this one {len(found.moves)}")
        return {
            "game": spec,
            "start": None if found.start == found.game.start() else found.start.text,
            "moves": found.start.names([played.move for played in found.moves]),
            "scores": [played.score for played in found.moves],
            "first": found.first,
            "second": found.second,
            "date": found.date,
            "outcome": found.result and {**found.result.outcome._asdict(), "ending": found.result.ending.value},
        }

    def _loaded_record(self, text: str) -> tuple[str, records.Record]:
        """The game of a record, and its spec on this server."""
        catalogue = self.service.catalogue
        spec, moves = "", sum(len(line.partition(";")[0].split()) for _, line in records.taken_apart(text).moves)
        if moves > MOST_WORDS:
            raise BadRecord(f"a game has at most {messages.MOST_MOVES} moves here")

        def find(named: str) -> Game:
            nonlocal spec
            spec = catalogue.known(named)
            return catalogue.find(spec)[2]

        found = records.read(text, find=find)
        return spec, found

    def _loaded_sgf(self, text: str) -> tuple[str, records.Record]:
        """The first game of a text in SGF, and its spec on this server."""
        found = sgf.read_record(text)
        for spec in filter(None, (cells.gomoku_spec(found.game), str(found.game))):
            with contextlib.suppress(BadSpec):
                self.service.catalogue.find(spec)
                return spec, found
        raise BadRecord(f"{found.game} is too large for this page")

    async def _search(self, question: Any) -> None:
        line: GameLine = await self.in_thread(self._line, question)
        fields = self._job(question, line)
        async with contextlib.aclosing(self.service.pool.run(fields, self.client)) as answers:
            async for answer in answers:
                if "move" in answer or "turning" in answer:
                    await self.send(question.id, **answer, done=True)
                    return
                await self.send(question.id, **answer)
        await self.send(question.id, done=True)

    def _job(self, question: Any, line: GameLine) -> Json:
        """The job for a worker that answers the question."""
        if not isinstance(question, (messages.Report, messages.Prepare)) and line.position.outcome():
            raise BadLimit("the game is over in this position")
        fields: Json = {"do": question.do, "game": line.offer.spec(line.rest), "state": list(line.position.state)}
        match question:
            case messages.Choose():
                fields |= {"player": able_player(question.player, line.game, line.spec)}
                fields |= question.model_dump(include={"time", "clock", "increment"})
            case messages.Hint():
                fields |= {"do": "choose", "player": able_player(ADVISER, line.game, line.spec), "time": HINT_SECONDS}
                fields["lines"] = HINT_LINES
            case messages.Prepare():
                fields["player"] = able_player(question.player, line.game, line.spec)
            case messages.Analyse():
                searchable(line.game, line.spec)
                fields |= {"lines": question.lines, "seconds": question.seconds}
            case messages.Solve():
                searchable(line.game, line.spec)
                fields |= {"player": SOLVER, "seconds": question.seconds}
            case messages.Report():
                searchable(line.game, line.spec)
                seconds = min(POSITION_SECONDS, REPORT_SECONDS / max(1, len(line.moves)))
                outcome = question.outcome and question.outcome.model_dump()
                fields |= {"state": list(line.positions[0].state), "moves": list(line.moves)}
                fields |= {"seconds": seconds, "outcome": outcome, "opening": question.opening}
            case messages.Tree():
                fields |= question.model_dump(include={"search", "table", "depth", "playouts", "net", "most_nodes"})
                if question.search == "mcts":  # this one is compiled, as the player of that name
                    fields["player"] = able_player("mcts", line.game, line.spec)
        return fields

    async def _watch(self, question: messages.Watch) -> None:
        async for found in watched(self, question.name):
            await self.send(question.id, **found)


async def watched(session: Session, name: str | None) -> AsyncGenerator[Json, None]:
    """A tournament, or the list of all if `name` is None, yielded again after each change. It is read less often if
    reading takes long."""
    seen = None
    while True:
        began = time.monotonic()
        if name is None:
            found = {"runs": await session.in_thread(session.tournaments.runs)}
        else:
            found = {"run": await session.in_thread(session.tournaments.run, name)}
        pause = max(WATCH_SECONDS, min(LAZY_SECONDS, 4 * (time.monotonic() - began)))
        if found != seen:
            yield found
        seen = found
        await asyncio.sleep(pause)


STREAMED = (
    messages.Prepare,
    messages.Choose,
    messages.Hint,
    messages.Analyse,
    messages.Solve,
    messages.Report,
    messages.Tree,
    messages.Watch,
)
