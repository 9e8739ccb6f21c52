"""Short work in a few threads, with fair turns: replaying a game for a click, reading the database.

Work that takes longer than a slice and can be interrupted, a generator, is put back after each slice, behind the work
that has not had one. So a click does not wait for the long replays of others, whoever asked for how many of them.
"""

import asyncio
import sys
import time
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from outplay.core.errors import OutplayError
from outplay.web.limits import PAGES_EACH, Client

KIND, LONG = "replay", "long replay"
THREADS, EACH, LONG_EACH = 4, 3, 1
"""The threads; how many of them one address may use; and for work that has had its first slice."""
SLICE = 0.01
"""Seconds that a generator runs before others have their turn."""
WAITING_OF_PAGE = 10
"""Pieces of work that may wait for an address, times the pages that it may have."""
SWITCH_SECONDS = 0.001
"""Seconds after which a thread lets another one run: with Python's 0.005 the answers to clicks would wait for several
threads in turn."""


class Busy(OutplayError):
    """Work that is refused because there is too much of it."""


class Work:
    """A function to call for a client. If it returns a generator, its result is what that returns in the end."""

    def __init__(self, client: Client, function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        self.client, self.function, self.arguments = client, function, arguments
        self.generator: Generator[None, None, Any] | None = None
        self.long = False
        """Whether it has had a slice and is not done."""
        self.result: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    @property
    def kinds(self) -> tuple[str, ...]:
        return (KIND, LONG) if self.long else (KIND,)

    @property
    def allowed(self) -> bool:
        """Whether its address uses fewer threads than it may."""
        running = self.client.address.running
        return running[KIND] < EACH and not (self.long and running[LONG] >= LONG_EACH)

    @property
    def order(self) -> tuple[int, ...]:
        """The work with the least value is next."""
        in_use, last, own_in_use, own_last = self.client.order(KIND)
        return in_use, last, self.long, own_in_use, own_last

    def run(self) -> tuple[bool, Any]:
        """Runs for a slice, in a thread; returns whether it is done, and the result."""
        if self.generator is None:
            found = self.function(*self.arguments)
            if not isinstance(found, Generator):
                return True, found
            self.generator = found
        end = time.monotonic() + SLICE
        try:
            while True:
                next(self.generator)
                if time.monotonic() >= end:
                    return False, None
        except StopIteration as last:
            return True, last.value


class Turns:
    """The threads and those who wait for them. It is used from one event loop."""

    def __init__(self, pages_each: int = PAGES_EACH) -> None:
        self.most_waiting = WAITING_OF_PAGE * pages_each
        sys.setswitchinterval(SWITCH_SECONDS)
        self.threads = ThreadPoolExecutor(THREADS, "turns")
        self.free = THREADS
        self.waiting: list[Work] = []
        self.tasks: set[asyncio.Task[None]] = set()

    async def run(self, client: Client, function: Callable[..., Any], *arguments: Any) -> Any:
        """The result of a function that is called in a thread when it is the client's turn."""
        if sum(work.client.address is client.address for work in self.waiting) >= self.most_waiting:
            raise Busy("too many requests of your address are waiting; try again in a few seconds")
        work = Work(client, function, arguments)
        self.waiting.append(work)
        self._start()
        return await work.result

    def _start(self) -> None:
        """Starts the work for which there is a thread."""
        self.waiting = [work for work in self.waiting if not work.result.done()]  # some were cancelled
        while self.free:
            able = [work for work in self.waiting if work.allowed]
            if not able:
                return
            work = min(able, key=lambda work: work.order)
            self.waiting.remove(work)
            self.free -= 1
            for kind in work.kinds:
                work.client.begin(kind)
            task = asyncio.get_running_loop().create_task(self._run(work))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

    async def _run(self, work: Work) -> None:
        try:
            done, result = await asyncio.get_running_loop().run_in_executor(self.threads, work.run)
            if done and not work.result.done():
                work.result.set_result(result)
        except Exception as error:
            if not work.result.done():
                work.result.set_exception(error)
        finally:
            self.free += 1
            for kind in work.kinds:
                work.client.end(kind)
            if not work.result.done():
                work.long = True
                self.waiting.append(work)
            self._start()
