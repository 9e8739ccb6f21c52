"""Games played several at a time, each whole, in worker processes of their own.

A worker that dies loses its own game only, and that game is played again. Workers leave no process behind, however
they or we come to an end.
"""

import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from types import ModuleType
from typing import NamedTuple, Protocol

from outplay.arena.court import Court
from outplay.arena.fixture import Fixture, Played
from outplay.errors import BadLimit, OutplayError
from outplay.machine import end_children

TRIES = 3
"""A game that has ended its worker so often is not played again."""

END_SECONDS = 5.0
"""How long a worker may take to end the programs of its game and itself, before it is killed."""


class Lost(NamedTuple):
    """A game that could not be played through no fault of the players, and why, in a sentence."""

    reason: str


Finished = tuple[Fixture, Played | Lost]


class Workers(Protocol):
    """Where games are played several at a time."""

    @property
    def size(self) -> int:
        """How many games at a time; it may change."""
        ...

    def submit(self, fixture: Fixture) -> None:
        """Begins a game. No more than `size` may be unfinished."""
        ...

    def finished(self, timeout: float) -> list[Finished]:
        """Games that are over, each once; waits at most so many seconds for one, and returns none if none is."""
        ...

    def close(self, kill: bool = False) -> None:
        """Waits for the games that are being played, or ends them now. Leaves no process behind; twice is fine. What
        was over before is still given by `finished`."""
        ...


def outcome_of(court: Court, fixture: Fixture) -> Played | Lost:
    """Plays a game; what keeps it from being played is said in words."""
    try:
        return court.play(fixture)
    except OutplayError as error:
        return Lost(str(error))
    except Exception as error:
        words = " ".join(str(error).split())
        return Lost(f"the game broke off: {type(error).__name__}: {words}".rstrip(": "))


class Worker:
    """A process that plays one game after another, as we see it from here."""

    def __init__(self) -> None:
        context = get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=work, args=(theirs,), name="outplay-worker", daemon=True)
        try:
            with started_alone():
                self.process.start()
        except OSError as error:
            raise BadLimit(f"no worker process can be started: {error.strerror}; try with fewer workers") from None
        theirs.close()
        self.fixture: Fixture | None = None
        self.tries = 0

    def give(self, fixture: Fixture, tries: int) -> None:
        self.fixture, self.tries = fixture, tries
        with suppress(OSError):  # it has died: `take` will say so
            self.pipe.send(fixture)

    def take(self) -> Played | Lost | None:
        """How its game went, None if the worker died of it."""
        try:
            went: Played | Lost = self.pipe.recv()
        except (EOFError, OSError):
            return None
        return went

    def end(self, kill: bool) -> None:
        """Ends an idle worker, or kills one in the middle of a game and the programs that play it."""
        if kill:
            self.process.terminate()
        self.pipe.close()
        self.process.join(END_SECONDS)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self.process.close()

    def death(self) -> str:
        """How it died, in words."""
        self.process.join(END_SECONDS)
        code = self.process.exitcode
        return signal.strsignal(-code) or f"signal {-code}" if code and code < 0 else f"exit code {code}"


class LocalWorkers:
    """Worker processes on this machine. They are started when they are first needed."""

    def __init__(self, size: int) -> None:
        if size < 1:
            raise BadLimit(f"there must be 1 worker or more, not {size}")
        self.size = size
        self.idle: list[Worker] = []
        self.busy: list[Worker] = []
        self.done: list[Finished] = []

    def submit(self, fixture: Fixture) -> None:
        assert len(self.busy) < self.size, "a game too many"
        self.begin(fixture, 1)

    def begin(self, fixture: Fixture, tries: int) -> None:
        worker = self.idle.pop() if self.idle else Worker()
        self.busy.append(worker)
        worker.give(fixture, tries)

    def finished(self, timeout: float) -> list[Finished]:
        if not self.done:
            self.look(timeout)
        done, self.done = self.done, []
        return done

    def look(self, timeout: float | None) -> None:
        """Waits for a worker that has something to say, and hears all that have."""
        ready = wait([worker.pipe for worker in self.busy], timeout) if self.busy else []
        for worker in [worker for worker in self.busy if worker.pipe in ready]:
            self.collect(worker)

    def collect(self, worker: Worker) -> None:
        """Takes a game that is over from its worker; if the worker is dead, the game is played again by another."""
        fixture, went = worker.fixture, worker.take()
        assert fixture
        self.busy.remove(worker)
        if went is not None:
            self.idle.append(worker)
            self.done.append((fixture, went))
            return
        death = worker.death()
        worker.end(kill=True)
        if worker.tries < TRIES:
            self.begin(fixture, worker.tries + 1)
        else:
            self.done.append((fixture, Lost(f"its worker process died {TRIES} times, the last time of: {death}")))

    def close(self, kill: bool = False) -> None:
        while self.busy and not kill:
            self.look(None)
        ending, self.busy, self.idle = [*self.busy, *self.idle], [], []
        if kill:
            for worker in ending:
                worker.process.terminate()
        for worker in ending:
            worker.end(kill)


@contextmanager
def started_alone() -> Iterator[None]:
    """What a process inherits that is started in this block: no Ctrl-C, which is ours to hear, and no main module. A
    worker needs nothing from it, and a script that does not guard its main part would be run again."""
    main, sys.modules["__main__"] = sys.modules["__main__"], ModuleType("__main__")
    held = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, held)
        sys.modules["__main__"] = main


def work(pipe: Connection) -> None:
    """A worker's life: fixtures in, games out, until nobody sends any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
    os.dup2(sys.stderr.fileno(), 1)  # what rules print must not mix with what we print
    end_with_parent()
    with suppress(ImportError):
        from outplay.players.program import become_subreaper  # type: ignore[import-not-found, unused-ignore]

        become_subreaper()
    court = Court()
    with suppress(EOFError, OSError):
        while True:
            pipe.send(outcome_of(court, pipe.recv()))


def end_with_parent() -> None:
    """Ends this process and all that it started as soon as its parent dies or it is told to by SIGTERM, whatever its
    main thread is doing."""
    parent, main, parked = parent_process(), threading.main_thread().ident, threading.Event()
    assert parent
    assert main
    told, teller = socket.socketpair()
    teller.setblocking(False)

    def park(*_: object) -> None:
        """Keeps the main thread from starting a program while the others are ended."""
        parked.set()
        while True:
            time.sleep(END_SECONDS)

    def watch(*sockets: socket.socket) -> None:
        wait([parent.sentinel, sockets[0]])
        signal.pthread_kill(main, signal.SIGTERM)
        parked.wait(1.0)  # the main thread may be in a compiled search, which starts nothing
        end_children()
        os._exit(1)

    signal.set_wakeup_fd(teller.fileno(), warn_on_full_buffer=False)
    signal.signal(signal.SIGTERM, park)
    threading.Thread(target=watch, args=(told, teller), daemon=True).start()
