"""A worker process and the jobs that it runs; see worker.py for the lines that are exchanged with it."""

import asyncio
import contextlib
import json
import os
import sys
import time
from collections.abc import Callable
from typing import Any

from outplay.core.errors import OutplayError
from outplay.players.specs import parse
from outplay.web.limits import Client, nobody

Json = dict[str, Any]

COMPILE_SECONDS = 300.0
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


QUICK_SECONDS, QUICK_DEPTH, QUICK_NODES = 5.0, 6, 1_000_000
"""A move within these limits does not take long."""
OTHERS_WAIT = "stopped because others are waiting; ask for less depth or time"


class Job:
    """A requested search. Its results come through the queue `results`; the last item is an exception or None."""

    def __init__(self, number: int, fields: Json, client: Client) -> None:
        self.number, self.fields, self.client = number, fields, client
        self.results: asyncio.Queue[Json | PoolError | None] = asyncio.Queue()
        self.long = may_take_long(fields)
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

    @property
    def kind(self) -> str:
        """The kind of work that is shared out among clients."""
        return "move" if self.urgent else "analysis"

    def count(self, begins: bool) -> None:
        """Notes in the accounts of its client that it begins or ends."""
        note = self.client.begin if begins else self.client.end
        note(self.kind)
        if self.long:
            note("long move")

    def finish(self, message: Json) -> None:
        """Ends the results, with an error if the message of the worker has one."""
        error = message.get("error")
        if error and self.preempted:
            error = OTHERS_WAIT
        self.results.put_nowait(PoolError(error, message.get("file")) if error else None)


def may_take_long(fields: Json) -> bool:
    """Whether a move may take many seconds, as far as its limits tell."""
    if fields["do"] != "choose":
        return False
    options = parse(fields["player"]).options
    times = [seconds for seconds in (fields.get("time"), options.get("time")) if seconds is not None]
    if times:
        return bool(min(times) > QUICK_SECONDS)
    if "level" in options:
        return False
    return bool(options.get("depth", 0) > QUICK_DEPTH or options.get("nodes", 0) > QUICK_NODES)


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
        for job in jobs:
            job.count(begins=False)
        self.lost(self, jobs)  # before anything is awaited: a job that is begun here now would never be answered
        await self.child.wait()

    def _receive(self, message: Json) -> None:
        job = self.jobs.get(message["job"])
        if job is None:
            return
        if "answer" in message:
            job.results.put_nowait(message["answer"])
            return
        del self.jobs[job.number]
        job.count(begins=False)
        self.finished(job, message)

    def begin(self, job: Job) -> None:
        job.process, job.began = self, time.monotonic()
        job.tried += 1
        job.count(begins=True)
        self.jobs[job.number] = job
        self.games.add(job.fields["game"])
        self._send({"job": job.number, **job.fields})

    def stop(self, job: Job, best: bool = False) -> None:
        """Makes a job end soon. If `best`, a search that can be stopped still answers with its best result so far."""
        self._send({"stop": job.number, "best": best})
        if not best:
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
        return self.count("choose")

    def count(self, what: str) -> int:
        """The number of its jobs of some kind."""
        return sum(job.fields["do"] == what for job in self.jobs.values())


async def compile_game(fields: Json) -> PoolError | None:
    """Compiles a game in a process of its own; returns the error, or None."""
    job = Job(1, fields, nobody())
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
