"""The processes that search, and who may use them.

As many processes as processors, each with several searches in threads of its own. A move that somebody waits for
begins at once; analyses have a number of seats, and when all are taken the one that has had its seat longest gives way
to whoever has waited longest. What is not compiled yet is compiled in a further process, while all others go on. When
nobody wants anything, the games that people are likely to play first are compiled ahead of them.
"""

import asyncio
import contextlib
import itertools
import json
import os
import sys
import time
from collections.abc import AsyncGenerator, Callable, Coroutine, Iterable
from typing import Any

from outplay.core.errors import OutplayError
from outplay.core.machine import processors
from outplay.core.specs import name_of

Json = dict[str, Any]

SEATS = 12
"""Analyses that a process runs at once; each has a table of its own."""
MOVE_SEATS = 24
"""Moves that a process chooses at once. Beyond, they wait for their turn."""
LEAST_SECONDS = 8.0
"""An analysis keeps its seat for so long, even if others wait."""
COMPILE_SECONDS = 300.0
IDLE_SECONDS = 5.0
"""When nobody has wanted anything for so long, games are compiled ahead."""
STOP_SECONDS = 5.0
"""A process whose search does not end so long after it was told to is ended itself."""
MOST_LINE = 16 << 20
NICE = 3
"""How much the searching processes stand back behind the server and everything else."""

LOST = "the search was interrupted; ask again"


class PoolError(OutplayError):
    """A search that could not be made, in words."""

    def __init__(self, text: str, file: str | None = None) -> None:
        super().__init__(text)
        self.file = file


class Job:
    """A search that somebody has asked for. What it finds comes through `news`; an exception or None is the last."""

    def __init__(self, number: int, fields: Json) -> None:
        self.number, self.fields = number, fields
        self.news: asyncio.Queue[Json | PoolError | None] = asyncio.Queue()
        self.began = 0.0
        self.process: Process | None = None
        self.tried = 0
        self.yielded = False
        """Whether it gave way to others before its time."""
        self.forgotten = False
        """Whether nobody listens any longer."""

    @property
    def urgent(self) -> bool:
        return bool(self.fields["do"] == "choose")

    def finish(self, message: Json) -> None:
        error = message.get("error")
        self.news.put_nowait(PoolError(error, message.get("file")) if error else None)


class Process:
    """A worker, seen from the server. `finished` is told the last word on a job, `lost` which jobs died with it."""

    def __init__(self, finished: "Callable[[Job, Json], None]", lost: "Callable[[Process, list[Job]], None]") -> None:
        self.finished, self.lost = finished, lost
        self.jobs: dict[int, Job] = {}
        self.games: set[str] = set()
        self.child: asyncio.subprocess.Process | None = None
        self.reading: asyncio.Task[None] | None = None

    async def start(self) -> None:
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), "OMP_NUM_THREADS": "1"}
        options: Json = {"creationflags": 0x200} if sys.platform == "win32" else {"start_new_session": True}
        self.child = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "outplay.web.worker",
            str(NICE),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=MOST_LINE,
            env=environment,
            **options,
        )
        self.reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        assert self.child
        assert self.child.stdout
        try:
            while line := await self.child.stdout.readline():
                self._hear(json.loads(line))
        except (ValueError, OSError):  # a line that is too long, or none of JSON
            self.kill()
        jobs, self.jobs = list(self.jobs.values()), {}
        await self.child.wait()
        self.lost(self, jobs)

    def _hear(self, message: Json) -> None:
        job = self.jobs.get(message["job"])
        if job is None:
            return
        if "answer" in message:
            job.news.put_nowait(message["answer"])
            return
        del self.jobs[job.number]
        self.finished(job, message)

    def begin(self, job: Job) -> None:
        job.process, job.began = self, time.monotonic()
        job.tried += 1
        self.jobs[job.number] = job
        self.games.add(job.fields["game"])
        self.say({"job": job.number, **job.fields})

    def stop(self, job: Job) -> None:
        self.say({"stop": job.number})
        asyncio.get_running_loop().call_later(STOP_SECONDS, self._kill_if_busy, job)

    def _kill_if_busy(self, job: Job) -> None:
        if job.number in self.jobs:
            self.kill()

    def say(self, message: Json) -> None:
        if self.child and self.child.stdin and not self.child.stdin.is_closing():
            self.child.stdin.write(json.dumps(message).encode() + b"\n")

    def kill(self) -> None:
        if self.child:
            with contextlib.suppress(ProcessLookupError):
                self.child.kill()

    async def end(self) -> None:
        """Ends the process, kindly if it can."""
        if self.child is None:
            return
        if self.child.stdin:
            self.child.stdin.close()
        try:
            async with asyncio.timeout(1.0):
                await self.child.wait()
        except TimeoutError:
            self.kill()
            await self.child.wait()
        if self.reading:
            await asyncio.wait([self.reading])

    @property
    def urgent(self) -> int:
        return sum(job.urgent for job in self.jobs.values())

    @property
    def patient(self) -> int:
        return len(self.jobs) - self.urgent


class Pool:
    """All searching processes. Used from one event loop."""

    def __init__(self, size: int | None = None) -> None:
        self.size = size or processors()
        self.processes: list[Process] = []
        self.waiting: list[Job] = []
        self.compiling: dict[tuple[str, str], list[Job]] = {}
        self.compiles = asyncio.Semaphore(max(1, self.size - 1))
        self.numbers = itertools.count(1)
        self.tasks: set[asyncio.Task[Any]] = set()
        self.closed = False
        self.ticking: asyncio.Task[None] | None = None
        self.wanted = time.monotonic()
        """When somebody last wanted something."""
        self.ahead: tuple[tuple[str, str], asyncio.Task[None]] | None = None
        """What is compiled ahead, and the task that does it."""

    async def start(self) -> None:
        self.processes = [Process(self.finished, self.lost) for _ in range(self.size)]
        for process in self.processes:
            await process.start()
        self.wanted = (
            time.monotonic() - IDLE_SECONDS / 2
        )  # nobody has come yet, and whoever does will look around first
        self.ticking = asyncio.create_task(self._tick())

    async def close(self) -> None:
        self.closed = True
        for task in [*self.tasks, *([self.ticking] if self.ticking else [])]:
            task.cancel()
        if self.tasks:
            await asyncio.wait(self.tasks)
        await asyncio.gather(*(process.end() for process in self.processes))

    async def run(self, fields: Json) -> AsyncGenerator[Json, None]:
        """What a search finds, piece by piece. The search ends when nobody listens any longer."""
        job = Job(next(self.numbers), fields)
        self._give_way(fields["game"])
        self.waiting.append(job)
        self.fill()
        try:
            while (news := await job.news.get()) is not None:
                if isinstance(news, PoolError):
                    raise news
                yield news
            if job.yielded:
                yield {"note": "others are waiting; switch it on again to go on"}
        finally:
            self._forget(job)

    def _forget(self, job: Job) -> None:
        job.forgotten = True
        self.wanted = time.monotonic()
        if job in self.waiting:
            self.waiting.remove(job)
        for jobs in self.compiling.values():
            if job in jobs:
                jobs.remove(job)
        if job.process and job.number in job.process.jobs:
            job.process.stop(job)

    def fill(self) -> None:
        """Gives the free seats to those who wait, moves before analyses."""
        if self.closed:
            return
        for job in sorted(self.waiting, key=lambda job: not job.urgent):
            process = self._seat(job)
            if process:
                self.waiting.remove(job)
                process.begin(job)

    def _seat(self, job: Job) -> Process | None:
        """The process with the most room; of those that are alike, one that knows the game."""
        free = [p for p in self.processes if (p.urgent < MOVE_SEATS if job.urgent else p.patient < SEATS)]
        return min(free, key=lambda p: (len(p.jobs), job.fields["game"] not in p.games), default=None)

    async def _tick(self) -> None:
        """Where somebody waits for a seat, the analysis that has had one longest gives way."""
        while True:
            await asyncio.sleep(0.5)
            if any(not job.urgent for job in self.waiting):
                running = [job for p in self.processes for job in p.jobs.values() if job.fields["do"] == "analyse"]
                oldest = min(running, key=lambda job: job.began, default=None)
                if oldest and not oldest.yielded and time.monotonic() - oldest.began > LEAST_SECONDS:
                    assert oldest.process
                    oldest.yielded = True
                    oldest.process.stop(oldest)

    def finished(self, job: Job, message: Json) -> None:
        if message.get("compile") and not job.forgotten:
            self._compile_for(job)
        else:
            job.finish(message)
        self.fill()

    def lost(self, process: Process, jobs: list[Job]) -> None:
        """A process is gone: another takes its place, and its searches are begun again, once, if somebody listens."""
        if self.closed or process not in self.processes:
            return
        self.processes.remove(process)
        for job in jobs:
            if job.forgotten:
                continue
            if job.tried < 2 and not job.fields.get("compile_here"):
                self.waiting.append(job)
            else:
                job.news.put_nowait(PoolError(LOST))
        self._background(self._replace())

    async def _replace(self) -> None:
        process = Process(self.finished, self.lost)
        while True:
            try:
                await process.start()
                break
            except OSError:  # no memory, or too many processes: perhaps later
                await asyncio.sleep(1.0)
        self.processes.append(process)
        self.fill()

    def _compile_for(self, job: Job) -> None:
        """Has a game compiled that a search needs, and begins the search when that is done."""
        what = job.fields["game"], name_of(job.fields.get("player", "engine"))
        job.fields["compile_here"] = True  # the next time, should the cache on disk not keep it
        job.news.put_nowait({"compiling": True})
        if what in self.compiling:
            self.compiling[what].append(job)
        else:
            self.compiling[what] = [job]
            self._background(self._compile(what, job.fields))

    async def _compile(self, what: tuple[str, str], fields: Json) -> None:
        async with self.compiles:
            error = await compiled({"do": "compile", "game": what[0], "player": fields.get("player", "engine")})
        for job in self.compiling.pop(what):
            if error:
                job.news.put_nowait(error)
            else:
                self.waiting.append(job)
        self.fill()

    def compile_ahead(self, games: Iterable[str]) -> None:
        """Has games compiled that are not yet, one after the other, while nobody wants anything."""
        self._background(self._compile_ahead(games))

    async def _compile_ahead(self, games: Iterable[str]) -> None:
        for game in games:
            what, done = (game, "engine"), False
            while not done:
                await self._until_idle()
                if await self._is_compiled(game):
                    break
                if self.compiling:  # somebody has come meanwhile
                    continue
                self.compiling[what] = []
                self.ahead = what, self._background(self._compile(what, {}))
                done = not (await asyncio.wait([self.ahead[1]]))[0].pop().cancelled()
                self.ahead = None

    async def _until_idle(self) -> None:
        while (
            time.monotonic() - self.wanted < IDLE_SECONDS
            or self.waiting
            or self.compiling
            or not self.processes
            or any(process.jobs for process in self.processes)
        ):
            await asyncio.sleep(0.5)

    async def _is_compiled(self, game: str) -> bool:
        """Whether a game is in the cache already; yes as well for one that nobody can compile."""
        job = Job(next(self.numbers), {"do": "compiled", "game": game})
        min(self.processes, key=lambda process: len(process.jobs)).begin(job)
        answer = await job.news.get()
        return not isinstance(answer, dict) or bool(answer["compiled"])

    def _give_way(self, game: str) -> None:
        """Somebody wants something: what is compiled ahead can wait, unless it is for this very game."""
        self.wanted = time.monotonic()
        if self.ahead and self.ahead[0][0] != game and not self.compiling.get(self.ahead[0]):
            what, task = self.ahead
            self.compiling.pop(what, None)
            task.cancel()

    def _background(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task


async def compiled(fields: Json) -> PoolError | None:
    """Compiles a game in a process that does nothing else. None if that went well."""
    job = Job(1, fields)
    process = Process(Job.finish, lambda process, jobs: job.finish({"error": LOST}))
    try:
        await process.start()
        process.begin(job)
        async with asyncio.timeout(COMPILE_SECONDS):
            while (news := await job.news.get()) is not None:
                if isinstance(news, PoolError):
                    return news
        return None
    except TimeoutError:
        return PoolError("this game takes too long to compile; choose a smaller board")
    except OSError:
        return PoolError("no further process can be started now; ask again later")
    finally:
        process.kill()
        await process.end()
