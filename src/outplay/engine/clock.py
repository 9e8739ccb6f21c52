"""Time: a search is stopped when its seconds are over, and tells between iterations how far it is."""

import queue
import time
from collections.abc import Callable, Iterator

from outplay.engine.analysis import Findings

Outbox = queue.SimpleQueue[Findings | BaseException | None]
"""What a search puts out: its findings after each iteration; None when it is done; or what went wrong."""


class Clock:
    """Counts from the moment it is made."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.began = time.perf_counter()

    def elapsed(self) -> float:
        return time.perf_counter() - self.began

    def left(self) -> float:
        return self.seconds - self.elapsed()


def watch(
    outbox: Outbox,
    clock: Clock,
    stop: Callable[[], None],
    refreshed: Callable[[Findings], Findings | None],
    every: float | None,
) -> Iterator[Findings]:
    """Passes on what a search puts out, until it is done; calls `stop` when the time is over.

    Every so many seconds without news the last findings are passed on again as `refreshed` returns them, with the
    nodes and seconds of now, unless it returns None.
    """
    last = None
    while True:
        left = clock.left()
        if left <= 0:
            stop()
        try:
            news = outbox.get(timeout=min(every or 1.0, max(left, 0.001)))
        except queue.Empty:
            if last and every and (again := refreshed(last)):
                yield again
            continue
        if isinstance(news, BaseException):
            raise news
        if news is None:
            return
        last = news
        yield last
