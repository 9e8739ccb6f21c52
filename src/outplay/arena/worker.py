"""A worker process, which plays one game after another: `Worker` here, and `work` in the process itself.

It leaves no process behind, however it or its parent ends.
"""

import os
import signal
import socket
import sys
import threading
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.connection import Connection, wait
from types import ModuleType

from outplay.arena.game_runner import GameRunner, Lost
from outplay.arena.games import PlayedGame, ScheduledGame
from outplay.core.errors import BadLimit
from outplay.core.machine import end_children
from outplay.engine.networks import UnusedNetwork
from outplay.players.reaping import become_subreaper, reap_children

BLOCKS_SIGNALS = hasattr(signal, "pthread_sigmask")
"""Whether a process can hold signals back. On Windows it cannot; there a worker that is told to end ends at once, and
Ctrl-C reaches it until it has begun to ignore it."""
END_SECONDS = 15.0
"""How long a worker may take to end the programs of its game and itself, before it is killed."""


class Worker:
    """A worker process, seen from the process that started it."""

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
        self.scheduled: ScheduledGame | None = None
        self.tries = 0

    def give(self, scheduled: ScheduledGame, tries: int) -> None:
        self.scheduled, self.tries = scheduled, tries
        with suppress(OSError):  # it has died: `take` will say so
            self.pipe.send(scheduled)

    def take(self) -> PlayedGame | Lost | None:
        """Its game, played or lost; None if the worker process died."""
        try:
            played: PlayedGame | Lost = self.pipe.recv()
        except (EOFError, OSError):
            return None
        return played

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


@contextmanager
def started_alone() -> Iterator[None]:
    """What a process inherits that is started in this block: no Ctrl-C, which is ours to hear, and no main module. A
    worker needs nothing from it, and a script that does not guard its main part would be run again."""
    main, sys.modules["__main__"] = sys.modules["__main__"], ModuleType("__main__")
    try:
        with no_ctrl_c():
            yield
    finally:
        sys.modules["__main__"] = main


@contextmanager
def no_ctrl_c() -> Iterator[None]:
    """Holds Ctrl-C back within the block, also for processes that are started there."""
    if not BLOCKS_SIGNALS:
        yield
        return
    resource_tracker.ensure_running()  # starting it, as the first worker would, lets SIGINT through again
    held = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, held)


def work(pipe: Connection) -> None:
    """What a worker process runs; one that cannot begin says so in a line."""
    try:
        live(pipe)
    except Exception as error:
        print(f"outplay: a worker broke off: {type(error).__name__}: {error}", file=sys.stderr)
        os._exit(1)


def live(pipe: Connection) -> None:
    """Takes scheduled games from the pipe and sends played games back, until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if BLOCKS_SIGNALS:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
    os.dup2(sys.stderr.fileno(), 1)  # what rules print must not mix with what we print
    warnings.simplefilter("ignore", UnusedNetwork)  # the process that checked the players has told
    end_with_parent()
    become_subreaper()
    runner = GameRunner()
    with suppress(EOFError, OSError):
        while True:
            played = runner.try_play(pipe.recv())
            reap_children()
            pipe.send(played)


def end_with_parent() -> None:
    """Ends this process and all that it started as soon as its parent dies or it is told to by SIGTERM, whatever its
    main thread is doing."""
    parent, main, parked = parent_process(), threading.main_thread().ident, threading.Event()
    assert parent
    assert main

    def park(*_: object) -> None:
        """Keeps the main thread from starting a program while the others are ended."""
        parked.set()
        while True:
            time.sleep(END_SECONDS)

    def watch(*sockets: socket.socket) -> None:
        wait([parent.sentinel, *sockets[:1]])
        if BLOCKS_SIGNALS:
            signal.pthread_kill(main, signal.SIGTERM)
            parked.wait(1.0)  # the main thread may be in a compiled search, which starts nothing
        end_children()
        os._exit(1)

    if not BLOCKS_SIGNALS:
        threading.Thread(target=watch, daemon=True).start()
        return
    told, teller = socket.socketpair()
    teller.setblocking(False)
    signal.set_wakeup_fd(teller.fileno(), warn_on_full_buffer=False)
    signal.signal(signal.SIGTERM, park)
    threading.Thread(target=watch, args=(told, teller), daemon=True).start()
