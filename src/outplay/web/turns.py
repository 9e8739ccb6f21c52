"""Short work in a few threads, with fair turns: replaying a game for a click, reading the database.

Work that takes longer than a slice and can be interrupted, a generator, goes back to the waiting line after each slice.
So a click never waits for the long replays of others, whoever asked for how many of them.
"""

import asyncio
import time
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from outplay.web.limits import Client

KIND = "replay"
THREADS = 4
SLICE = 0.01
"""Seconds that a generator runs before others have their turn."""


class Work:
    """A function to call for a client. If it returns a generator, its result is what that returns in the end."""

    def __init__(self, client: Client, function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        self.client, self.function, self.arguments = client, function, arguments
        self.generator: Generator[None, None, Any] | None = None
        self.result: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

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

    def __init__(self, threads: int = THREADS) -> None:
        self.threads = ThreadPoolExecutor(threads, "turns")
        self.free, self.most_each = threads, max(1, threads // 2)
        self.waiting: list[Work] = []
        self.tasks: set[asyncio.Task[None]] = set()

    async def run(self, client: Client, function: Callable[..., Any], *arguments: Any) -> Any:
        """The result of a function that is called in a thread when it is the client's turn."""
        work = Work(client, function, arguments)
        self.waiting.append(work)
        self._start()
        return await work.result

    def _start(self) -> None:
        """Starts work for which there is a thread: no address takes more than half of them."""
        self.waiting = [work for work in self.waiting if not work.result.done()]  # some were cancelled
        while self.free:
            able = [work for work in self.waiting if work.client.address.running[KIND] < self.most_each]
            if not able:
                return
            work = min(able, key=lambda work: work.client.order(KIND))
            self.waiting.remove(work)
            self.free -= 1
            work.client.begin(KIND)
            task = asyncio.get_running_loop().create_task(self._run(work))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

    async def _run(self, work: Work) -> None:
        try:
            done, result = await asyncio.get_running_loop().run_in_executor(self.threads, work.run)
            if not done:
                self.waiting.append(work)
            elif not work.result.done():
                work.result.set_result(result)
        except Exception as error:
            if not work.result.done():
                work.result.set_exception(error)
        finally:
            self.free += 1
            work.client.end(KIND)
            self._start()
