"""The worker processes and the scheduling of searches among them.

There are as many processes as processors; each runs several searches in threads. A move that a page waits for starts
before analyses. Who waits is served in the order of `Client.order`, and an address never takes all seats. When all that
it may have are taken, the search that has run longest is stopped for the one that has waited longest: an analysis ends,
a player answers with the best move it has found. A game that is not compiled yet is compiled in an additional process,
while the others go on; what nobody waits for any longer makes room for others. When there are no requests, the games
that are played most are compiled in advance.
"""

import asyncio
import itertools
import time
from collections.abc import AsyncGenerator, Coroutine, Iterable
from typing import Any

from outplay.core.machine import processors
from outplay.core.specs import name_of
from outplay.web.limits import Client, nobody
from outplay.web.process import LOST, Job, Json, PoolError, Process, compile_game

MOST_ANALYSES = 12
"""The largest number of analyses at once in a process; each has its own transposition table."""
MOST_TREES = 2
"""The largest number of search trees at once in a process: they are made in Python, which one thread runs at a time."""
TREES_EACH = 8
"""Search trees of an address that are being made or sent. They are large, and a slow page takes long to receive one; a
page has one at a time."""
MOST_CHOICES = 24
"""The largest number of moves that are chosen at once in a process; more have to wait."""
CHOICES_EACH, LONG_CHOICES_EACH = 8, 4
"""Of these, the number for one address, in each process, and of those that may take long."""
CHOICES_OF_PAGE = 2
"""Moves that are chosen at once for a page; it needs one at a time."""
LEAST_SECONDS = 8.0
"""The time after which an analysis may be stopped for one that waits."""
LEAST_CHOICE_SECONDS, LEAST_QUICK_SECONDS = 2.0, 15.0
"""The time after which a player may be stopped for one that waits: one that may take long, and one that should not."""
COMPILES_OF_PAGE, COMPILES_EACH = 3, 12
"""Games and players that are compiled, or wait for that, for a page and for an address."""
MOST_TRIES = 3
"""How often a search is begun whose process dies. Processes may die at the same time, and a search that was moved from
one to another is lost twice then; one that makes its process die must not end them all."""
IDLE_SECONDS = 5.0
"""The time without requests after which games are compiled in advance."""

TOO_MANY_OF_PAGE = f"this page has {COMPILES_OF_PAGE} games compiled already; try again when they are ready"
TOO_MANY_EACH = f"{COMPILES_EACH} games are being compiled for your address already; try again in a minute"


class Pool:
    """All worker processes. It is used from one event loop."""

    def __init__(self, size: int | None = None) -> None:
        self.size = size or processors()
        self.processes: list[Process] = []
        self.waiting: list[Job] = []
        self.compiling: dict[tuple[str, str], list[Job]] = {}
        """The games and players that are to be compiled, with the jobs that wait for them."""
        self.compiles: dict[tuple[str, str], asyncio.Task[None]] = {}
        """Those of them that are being compiled now."""
        self.most_compiles = max(2, self.size - 1)
        self.numbers = itertools.count(1)
        self.tasks: set[asyncio.Task[Any]] = set()
        self.closed = False
        self.preempting: asyncio.Task[None] | None = None
        self.last_request = time.monotonic()
        """The time of the last request, or of the end of one."""
        self.in_advance: tuple[tuple[str, str], asyncio.Task[None]] | None = None
        """Game and player that are compiled in advance, and the task that does it."""

    async def start(self) -> None:
        self.processes = [Process(self.finished, self.lost) for _ in range(self.size)]
        for process in self.processes:
            await process.start()
        # Compiling in advance starts sooner here: the first visitor does not need a search at once.
        self.last_request = time.monotonic() - IDLE_SECONDS / 2
        self.preempting = asyncio.create_task(self._preempt())

    async def close(self) -> None:
        self.closed = True
        for task in [*self.tasks, *([self.preempting] if self.preempting else [])]:
            task.cancel()
        if self.tasks:
            await asyncio.wait(self.tasks)
        await asyncio.gather(*(process.end() for process in self.processes))

    async def run(self, fields: Json, client: Client | None = None) -> AsyncGenerator[Json, None]:
        """The results of a search for a client as they arrive. It is stopped when the generator is closed."""
        job = Job(next(self.numbers), fields, client or nobody())
        self._cancel_advance(fields["game"])
        self.waiting.append(job)
        self._start_waiting()
        self._stop_for_waiting("move")
        try:
            while (result := await job.results.get()) is not None:
                if isinstance(result, PoolError):
                    raise result
                yield result
            if job.preempted and not job.urgent:
                yield {"note": "stopped because others are waiting; switch the analysis on again to continue"}
        finally:
            self._abandon(job)

    def _abandon(self, job: Job) -> None:
        job.abandoned = True
        self.last_request = time.monotonic()
        if job.fields["do"] == "tree" and job.tried:
            job.client.end("tree")
            self._start_waiting()
        if job in self.waiting:
            self.waiting.remove(job)
        for what, jobs in list(self.compiling.items()):
            if job in jobs:
                jobs.remove(job)
                if not jobs and what not in self.compiles:
                    del self.compiling[what]
        self._start_compiles()
        if job.process and job.number in job.process.jobs:
            job.process.stop(job)

    def _start_waiting(self) -> None:
        """Starts the waiting jobs for which a process is free, moves before analyses."""
        while not self.closed:
            free = {what: self._free_processes(what) for what in {job.fields["do"] for job in self.waiting}}
            able = [job for job in self.waiting if free[job.fields["do"]] and self._allowed(job)]
            if not able:
                return
            job = min(able, key=turn)
            self.waiting.remove(job)
            # The process with the fewest jobs; of several, one that has searched the game before.
            game = job.fields["game"]
            ranks = [(len(p.jobs), game not in p.games, number) for number, p in enumerate(free[job.fields["do"]])]
            free[job.fields["do"]][min(ranks)[2]].begin(job)
            if job.fields["do"] == "tree" and job.tried == 1:
                job.client.begin("tree")

    def _allowed(self, job: Job) -> bool:
        """Whether the client of a job has not taken all that one page and one address may have."""
        address, session = job.client
        counted = job.tried > 0  # a tree that is begun again, after its game was compiled or its process died
        taken = address.running["tree"] >= TREES_EACH or session.running["tree"]
        if job.fields["do"] == "tree" and taken and not counted:
            return False
        if job.long and address.running["long move"] >= LONG_CHOICES_EACH * self.size:
            return False
        if job.urgent:
            return address.running["move"] < CHOICES_EACH * self.size and session.running["move"] < CHOICES_OF_PAGE
        return address.running["analysis"] < max(1, MOST_ANALYSES * self.size * 3 // 4)

    def _free_processes(self, what: str) -> list[Process]:
        """The processes that can begin a job of some kind."""
        if what == "choose":
            return [process for process in self.processes if process.urgent < MOST_CHOICES]
        free = [process for process in self.processes if len(process.jobs) - process.urgent < MOST_ANALYSES]
        if what == "tree":
            return [process for process in free if process.count("tree") < MOST_TREES]
        return free

    async def _preempt(self) -> None:
        while True:
            await asyncio.sleep(0.5)
            self._stop_for_waiting("move")
            self._stop_for_waiting("analysis")

    def _stop_for_waiting(self, kind: str) -> None:
        """Stops the search that has run longest for the first that waits, of the address with the most searches. The
        one that waits must not have as many itself, and an address that has taken all its seats gives up its own."""
        waiting = [job for job in self.waiting if job.kind == kind and job.client.session.running[kind] == 0]
        if not waiting:
            return
        first = min(waiting, key=turn).client
        now = time.monotonic()
        running = [
            job
            for process in self.processes
            for job in process.jobs.values()
            if job.kind == kind
            and job.fields["do"] in ("choose", "analyse", "solve")
            and not (job.preempted or job.abandoned)
            and now - job.began > least_seconds(job)
            and (job.client.address is first.address or self._leads(job.client, first, kind))
        ]
        longest = min(running, key=lambda job: (-job.client.address.running[kind], job.began), default=None)
        if longest:
            assert longest.process
            longest.preempted = True
            longest.process.stop(longest, best=longest.urgent)

    def _leads(self, client: Client, other: Client, kind: str) -> bool:
        return client.address.running[kind] > other.address.running[kind]

    def finished(self, job: Job, message: Json) -> None:
        if message.get("compile") and not job.abandoned:
            self._compile_for(job)
        else:
            job.finish(message)
        self._start_waiting()

    def lost(self, process: Process, jobs: list[Job]) -> None:
        """Replaces a process that died. Its searches are started again, unless they were abandoned."""
        if self.closed or process not in self.processes:
            return
        self.processes.remove(process)
        for job in jobs:
            if job.abandoned:
                continue
            if job.tried < MOST_TRIES and not job.fields.get("compile_here"):
                self.waiting.append(job)
            else:
                job.results.put_nowait(PoolError(LOST))
        self._background(self._replace())

    async def _replace(self) -> None:
        process = Process(self.finished, self.lost)
        while True:
            try:
                await process.start()
                break
            except OSError:  # no memory or too many processes: try again
                await asyncio.sleep(1.0)
        self.processes.append(process)
        self._start_waiting()

    def _compile_for(self, job: Job) -> None:
        """Has a game compiled that a search needs, and begins the search when that is done."""
        what = job.fields["game"], name_of(job.fields.get("player", "engine"))
        job.fields["compile_here"] = True  # the next time, should the cache on disk not keep it
        if what not in self.compiling:
            asked = [[other.client for other in jobs] for jobs in self.compiling.values()]
            if sum(any(one.session is job.client.session for one in clients) for clients in asked) >= COMPILES_OF_PAGE:
                return job.results.put_nowait(PoolError(TOO_MANY_OF_PAGE))
            if sum(any(one.address is job.client.address for one in clients) for clients in asked) >= COMPILES_EACH:
                return job.results.put_nowait(PoolError(TOO_MANY_EACH))
        job.results.put_nowait({"compiling": True})
        self.compiling.setdefault(what, []).append(job)
        self._start_compiles()
        return None

    def _start_compiles(self) -> None:
        """Begins to compile what waits for it. One address has at most all places but one."""
        while not self.closed:
            waiting = {what: jobs for what, jobs in self.compiling.items() if jobs and what not in self.compiles}
            if len(self.compiles) >= self.most_compiles:
                if waiting:
                    self._end_unwanted_compile()
                return
            able = [
                (what, job)
                for what, jobs in waiting.items()
                for job in jobs
                if job.client.address.running["compile"] < self.most_compiles - 1
            ]
            if not able:
                return
            what, job = min(able, key=lambda pair: (*pair[1].client.order("compile"), pair[1].number))
            self._begin_compile(what, job.fields.get("player", "engine"), job.client)

    def _end_unwanted_compile(self) -> None:
        """Ends compiling something that nobody waits for any longer."""
        unwanted = next((task for what, task in self.compiles.items() if not self.compiling.get(what)), None)
        if unwanted:
            unwanted.cancel()

    def _begin_compile(self, what: tuple[str, str], player: str, client: Client) -> asyncio.Task[None]:
        client.begin("compile")
        self.compiles[what] = self._background(self._compile(what, player, client))
        return self.compiles[what]

    async def _compile(self, what: tuple[str, str], player: str, client: Client) -> None:
        ended = False
        try:
            error = await compile_game({"do": "compile", "game": what[0], "player": player})
            ended = True
        finally:
            client.end("compile")
            del self.compiles[what]
            jobs = self.compiling.pop(what, [])
            if jobs and not ended:  # it was cancelled, and somebody has asked for it meanwhile
                self.compiling[what] = jobs
            self._start_compiles()
        for job in jobs:
            if error:
                job.results.put_nowait(error)
            else:
                self.waiting.append(job)
        self._start_waiting()

    def compile_in_advance(self, games: Iterable[str]) -> None:
        """Compiles the games that are not in the cache, one after the other, while there are no requests."""
        self._background(self._compile_in_advance(games))

    async def _compile_in_advance(self, games: Iterable[str]) -> None:
        for game in games:
            what, done = (game, "engine"), False
            while not done:
                await self._until_idle()
                if await self._is_compiled(game):
                    break
                if self.compiling:  # a request came meanwhile
                    continue
                self.compiling[what] = []
                self.in_advance = what, self._begin_compile(what, "engine", nobody())
                done = not (await asyncio.wait([self.in_advance[1]]))[0].pop().cancelled()
                self.in_advance = None

    async def _until_idle(self) -> None:
        while (
            time.monotonic() - self.last_request < IDLE_SECONDS
            or self.waiting
            or self.compiling
            or not self.processes
            or any(process.jobs for process in self.processes)
        ):
            await asyncio.sleep(0.5)

    async def _is_compiled(self, game: str) -> bool:
        """Whether a game is in the cache; True also for a game that cannot be compiled."""
        job = Job(next(self.numbers), {"do": "compiled", "game": game}, nobody())
        min(self.processes, key=lambda process: len(process.jobs)).begin(job)
        answer = await job.results.get()
        return not isinstance(answer, dict) or bool(answer["compiled"])

    def _cancel_advance(self, game: str) -> None:
        """Cancels compiling in advance for a request, unless the request or a waiting one needs the same game."""
        self.last_request = time.monotonic()
        if self.in_advance and self.in_advance[0][0] != game and not self.compiling.get(self.in_advance[0]):
            what, task = self.in_advance
            self.compiling.pop(what, None)
            task.cancel()

    def _background(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task


def least_seconds(job: Job) -> float:
    """The seconds that a search has before it may be stopped for another one."""
    if not job.urgent:
        return LEAST_SECONDS
    return LEAST_CHOICE_SECONDS if job.long else LEAST_QUICK_SECONDS


def turn(job: Job) -> tuple[int, ...]:
    """The waiting job with the least value starts first: moves before analyses, then as `Client.order` has it; among
    the pages of an address those that want a quick move first."""
    in_use, last, own_in_use, own_last = job.client.order(job.kind)
    return not job.urgent, in_use, last, job.long, own_in_use, own_last, job.number
