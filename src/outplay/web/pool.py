"""The worker processes and the scheduling of searches among them.

There are as many processes as processors; each runs several searches in threads. A move that a page waits for starts
before analyses. The number of analyses is limited; when the limit is reached, the analysis that has run longest is
stopped for the one that has waited longest. A game that is not compiled yet is compiled in an additional process, while
the others go on. When there are no requests, the games that are played most are compiled in advance.
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

MOST_ANALYSES = 12
"""The largest number of analyses at once in a process; each has its own transposition table."""
MOST_CHOICES = 24
"""The largest number of moves that are chosen at once in a process; more have to wait."""
LEAST_SECONDS = 8.0
"""The time after which an analysis may be stopped for one that waits."""
COMPILE_SECONDS = 300.0
IDLE_SECONDS = 5.0
"""The time without requests after which games are compiled in advance."""
STOP_SECONDS = 5.0
"""A process is killed if a search in it does not end this long after it was stopped."""
MOST_LINE = 16 << 20
"""The largest length in bytes of a line from a worker."""
NICE = 3
"""The niceness of the workers, so that the server answers while they search."""

LOST = "the search was interrupted; ask again"


class PoolError(OutplayError):
    """A search that failed; the message is shown on the page."""

    def __init__(self, text: str, file: str | None = None) -> None:
        super().__init__(text)
        self.file = file


class Job:
    """A requested search. Its results come through the queue `results`; the last item is an exception or None."""

    def __init__(self, number: int, fields: Json) -> None:
        self.number, self.fields = number, fields
        self.results: asyncio.Queue[Json | PoolError | None] = asyncio.Queue()
        self.began = 0.0
        self.process: Process | None = None
        self.tried = 0
        self.preempted = False
        """Whether it was stopped for another search."""
        self.abandoned = False
        """Whether the request was cancelled, so that nobody reads the results."""

    @property
    def urgent(self) -> bool:
        """Whether a page waits for a move, and not for an analysis."""
        return bool(self.fields["do"] == "choose")

    def finish(self, message: Json) -> None:
        """Ends the results, with an error if the message of the worker has one."""
        error = message.get("error")
        self.results.put_nowait(PoolError(error, message.get("file")) if error else None)


class Process:
    """A worker process. `finished` is called with the last message of a job, `lost` with the jobs of a dead process."""

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
                self._receive(json.loads(line))
        except (ValueError, OSError):  # a line that is too long or not JSON
            self.kill()
        jobs, self.jobs = list(self.jobs.values()), {}
        await self.child.wait()
        self.lost(self, jobs)

    def _receive(self, message: Json) -> None:
        job = self.jobs.get(message["job"])
        if job is None:
            return
        if "answer" in message:
            job.results.put_nowait(message["answer"])
            return
        del self.jobs[job.number]
        self.finished(job, message)

    def begin(self, job: Job) -> None:
        job.process, job.began = self, time.monotonic()
        job.tried += 1
        self.jobs[job.number] = job
        self.games.add(job.fields["game"])
        self._send({"job": job.number, **job.fields})

    def stop(self, job: Job) -> None:
        self._send({"stop": job.number})
        asyncio.get_running_loop().call_later(STOP_SECONDS, self._kill_if_running, job)

    def _kill_if_running(self, job: Job) -> None:
        if job.number in self.jobs:
            self.kill()

    def _send(self, message: Json) -> None:
        if self.child and self.child.stdin and not self.child.stdin.is_closing():
            self.child.stdin.write(json.dumps(message).encode() + b"\n")

    def kill(self) -> None:
        if self.child:
            with contextlib.suppress(ProcessLookupError):
                self.child.kill()

    async def end(self) -> None:
        """Ends the process by closing its standard input; kills it after one second."""
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
        """The number of its jobs that choose a move."""
        return sum(job.urgent for job in self.jobs.values())


class Pool:
    """All worker processes. It is used from one event loop."""

    def __init__(self, size: int | None = None) -> None:
        self.size = size or processors()
        self.processes: list[Process] = []
        self.waiting: list[Job] = []
        self.compiling: dict[tuple[str, str], list[Job]] = {}
        """The games and players that are being compiled, with the jobs that wait for them."""
        self.compiles = asyncio.Semaphore(max(1, self.size - 1))
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

    async def run(self, fields: Json) -> AsyncGenerator[Json, None]:
        """The results of a search as they arrive. The search is stopped when the generator is closed."""
        job = Job(next(self.numbers), fields)
        self._cancel_advance(fields["game"])
        self.waiting.append(job)
        self._start_waiting()
        try:
            while (result := await job.results.get()) is not None:
                if isinstance(result, PoolError):
                    raise result
                yield result
            if job.preempted:
                yield {"note": "stopped because others are waiting; switch the analysis on again to continue"}
        finally:
            self._abandon(job)

    def _abandon(self, job: Job) -> None:
        job.abandoned = True
        self.last_request = time.monotonic()
        if job in self.waiting:
            self.waiting.remove(job)
        for jobs in self.compiling.values():
            if job in jobs:
                jobs.remove(job)
        if job.process and job.number in job.process.jobs:
            job.process.stop(job)

    def _start_waiting(self) -> None:
        """Starts the waiting jobs for which a process is free, moves before analyses."""
        if self.closed:
            return
        for job in sorted(self.waiting, key=lambda job: not job.urgent):
            process = self._free_process(job)
            if process:
                self.waiting.remove(job)
                process.begin(job)

    def _free_process(self, job: Job) -> Process | None:
        """The process with the fewest jobs; of several, one that has searched the game before."""
        if job.urgent:
            free = [p for p in self.processes if p.urgent < MOST_CHOICES]
        else:
            free = [p for p in self.processes if len(p.jobs) - p.urgent < MOST_ANALYSES]
        return min(free, key=lambda p: (len(p.jobs), job.fields["game"] not in p.games), default=None)

    async def _preempt(self) -> None:
        """While an analysis waits, stops the one that has run longest."""
        while True:
            await asyncio.sleep(0.5)
            if any(not job.urgent for job in self.waiting):
                running = [job for p in self.processes for job in p.jobs.values() if job.fields["do"] == "analyse"]
                oldest = min(running, key=lambda job: job.began, default=None)
                if oldest and not oldest.preempted and time.monotonic() - oldest.began > LEAST_SECONDS:
                    assert oldest.process
                    oldest.preempted = True
                    oldest.process.stop(oldest)

    def finished(self, job: Job, message: Json) -> None:
        if message.get("compile") and not job.abandoned:
            self._compile_for(job)
        else:
            job.finish(message)
        self._start_waiting()

    def lost(self, process: Process, jobs: list[Job]) -> None:
        """Replaces a process that died. Its searches are started once more, unless they were abandoned."""
        if self.closed or process not in self.processes:
            return
        self.processes.remove(process)
        for job in jobs:
            if job.abandoned:
                continue
            if job.tried < 2 and not job.fields.get("compile_here"):
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
        job.results.put_nowait({"compiling": True})
        if what in self.compiling:
            self.compiling[what].append(job)
        else:
            self.compiling[what] = [job]
            self._background(self._compile(what, job.fields))

    async def _compile(self, what: tuple[str, str], fields: Json) -> None:
        async with self.compiles:
            error = await compile_game({"do": "compile", "game": what[0], "player": fields.get("player", "engine")})
        for job in self.compiling.pop(what):
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
                self.in_advance = what, self._background(self._compile(what, {}))
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
        job = Job(next(self.numbers), {"do": "compiled", "game": game})
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


async def compile_game(fields: Json) -> PoolError | None:
    """Compiles a game in a process of its own; returns the error, or None."""
    job = Job(1, fields)
    process = Process(Job.finish, lambda process, jobs: job.finish({"error": LOST}))
    try:
        await process.start()
        process.begin(job)
        async with asyncio.timeout(COMPILE_SECONDS):
            while (result := await job.results.get()) is not None:
                if isinstance(result, PoolError):
                    return result
        return None
    except TimeoutError:
        return PoolError("this game takes too long to compile; choose a smaller board")
    except OSError:
        return PoolError("no further process can be started now; ask again later")
    finally:
        process.kill()
        await process.end()
