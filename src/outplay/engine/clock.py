"""Time: a search is stopped when its seconds are over, and tells between iterations how far it is."""

import queue
import time
from collections.abc import Callable, Iterator

from outplay.engine.analysis import Findings

WIND_DOWN = 0.002
"""Seconds after the end of the time in which the search may still tell what it found itself."""

Outbox = queue.SimpleQueue[Findings | BaseException | None]
"""What a search puts out: its findings after each iteration; None when it is done; or what went wrong."""


LATENESS_DECAY = 0.8
"""How much of the lateness of earlier searches is expected of the next one."""
MOST_EARLY = 0.1, 0.25
"""A search ends early by at most so many seconds, and at most by this share of its time."""


class Clock:
    """Counts from the moment it is made.

    `expected_lateness` is how many seconds after the end of its time a search is expected to answer: on a busy machine
    threads wait for a processor. The time ends so much earlier.
    """

    def __init__(self, seconds: float, expected_lateness: float = 0.0) -> None:
        most_seconds, most_share = MOST_EARLY
        expected = min(expected_lateness, most_seconds)
        self.seconds = seconds - min(expected, most_share * seconds)
        self.lateness = LATENESS_DECAY * expected
        """What to expect of the next search."""
        self.began = time.perf_counter()

    def elapsed(self) -> float:
        return time.perf_counter() - self.began

    def left(self) -> float:
        return self.seconds - self.elapsed()

    def waited(self, left: float) -> None:
        """Notes how late a wait ended that began with so many seconds left."""
        if left > 0:
            self.lateness = max(self.lateness, -self.left())


def watch(
    outbox: Outbox,
    clock: Clock,
    stop: Callable[[], None],
    refreshed: Callable[[Findings], Findings | None],
    unfinished: Callable[[Findings | None], Findings | None],
    every: float | None,
) -> Iterator[Findings]:
    """Passes on what a search puts out, until it is done; calls `stop` when the time is over.

    Every so many seconds without news the last findings are passed on again as `refreshed` returns them, with the
    nodes and seconds of now, unless it returns None.

    On a busy machine the search's thread may wait for a processor when the time is over, and cannot see that it was
    stopped. After WIND_DOWN seconds its end is not waited for: what `unfinished` returns is passed on, unless it is
    None, and the search ends when it next runs.
    """
    last = None
    while True:
        left = clock.left()
        if left <= 0:
            stop()
        try:
            news = outbox.get(timeout=WIND_DOWN if left <= 0 else min(every or 1.0, left))
        except queue.Empty:
            clock.waited(left)
            if left <= 0:
                if found := unfinished(last):
                    yield found
                return
            if last and every and (again := refreshed(last)):
                yield again
            continue
        if isinstance(news, BaseException):
            raise news
        if news is None:
            return
        last = news
        yield last
