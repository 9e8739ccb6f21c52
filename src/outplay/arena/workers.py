"""Games played several at a time, each whole, in worker processes of their own.

A worker that dies loses its own game only, and that game is played again.
"""

from multiprocessing.connection import wait
from typing import Protocol

from outplay.arena.game_runner import Lost
from outplay.arena.games import PlayedGame, ScheduledGame
from outplay.arena.worker import Worker
from outplay.core.errors import BadLimit

__all__ = ["TRIES", "Finished", "LocalWorkers", "Lost", "Workers"]

TRIES = 3
"""A game that has ended its worker so often is not played again."""

Finished = tuple[ScheduledGame, PlayedGame | Lost]


class Workers(Protocol):
    """Where games are played several at a time."""

    @property
    def size(self) -> int:
        """How many games at a time; it may change."""
        ...

    def submit(self, scheduled: ScheduledGame) -> None:
        """Begins a game. No more than `size` may be unfinished."""
        ...

    def finished(self, timeout: float) -> list[Finished]:
        """Games that are over, each once; waits at most so many seconds for one, and returns none if none is."""
        ...

    def close(self, kill: bool = False) -> None:
        """Waits for the games that are being played, or ends them now. Leaves no process behind; twice is fine. What
        was over before is still given by `finished`."""
        ...


class LocalWorkers:
    """Worker processes on this machine. They are started when they are first needed."""

    def __init__(self, size: int) -> None:
        if size < 1:
            raise BadLimit(f"there must be 1 worker or more, not {size}")
        self.size = size
        self.idle: list[Worker] = []
        self.busy: list[Worker] = []
        self.done: list[Finished] = []

    def submit(self, scheduled: ScheduledGame) -> None:
        assert len(self.busy) < self.size, "a game too many"
        self.begin(scheduled, 1)

    def begin(self, scheduled: ScheduledGame, tries: int) -> None:
        worker = self.idle.pop() if self.idle else Worker()
        self.busy.append(worker)
        worker.give(scheduled, tries)

    def finished(self, timeout: float) -> list[Finished]:
        if not self.done:
            self.look(timeout)
        done, self.done = self.done, []
        return done

    def look(self, timeout: float | None) -> None:
        """Waits until a worker has sent something or died, and takes the games of all that have."""
        ready = wait([worker.pipe for worker in self.busy], timeout) if self.busy else []
        for worker in [worker for worker in self.busy if worker.pipe in ready]:
            self.collect(worker)

    def collect(self, worker: Worker) -> None:
        """Takes a game that is over from its worker; if the worker is dead, the game is played again by another."""
        scheduled, played = worker.scheduled, worker.take()
        assert scheduled
        self.busy.remove(worker)
        if played is not None:
            self.idle.append(worker)
            self.done.append((scheduled, played))
            return
        death = worker.death()
        worker.end(kill=True)
        if worker.tries < TRIES:
            self.begin(scheduled, worker.tries + 1)
        else:
            self.done.append((scheduled, Lost(f"its worker process died {TRIES} times, the last time of: {death}")))

    def close(self, kill: bool = False) -> None:
        while self.busy and not kill:
            self.look(None)
        ending, self.busy, self.idle = [*self.busy, *self.idle], [], []
        if kill:
            for worker in ending:
                worker.process.terminate()
        for worker in ending:
            worker.end(kill)
