"""A program in a process of its own: what is written to it, what it says, and how it is ended with all that it started.

Nothing here blocks for longer than it was told to. A thread reads what the program writes into a short queue, so that a
program that floods us has to wait; another takes its standard error away. On Windows the program is started as it is,
without limits and without the launcher.
"""

import errno
import os
import queue
import signal
import socket
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, NamedTuple

from outplay.core.errors import ArenaError, PlayerFailure
from outplay.core.results import Ending
from outplay.players.reaping import MARK, end_marked
from outplay.players.standard_error import Errors

LAUNCHER = str(Path(__file__).with_name("launcher.py"))

CHUNK = 1 << 16
MOST_IN_A_LINE = 1 << 16
MOST_WITHOUT_AN_ANSWER = 1 << 20
"""Bytes that a program may write before it gives a move."""

KIND_SECONDS = 0.2
"""How long a program may take to go by itself when the game is over."""
DEATH_SECONDS = 2.0
"""How long one waits to hear why a program says no more; the launcher may have others to end first."""
LAST_SECONDS = 10.0
"""How long the launcher may take to end everything; it needs some tenths of a second."""
CLOSE_SECONDS = 2.0
"""How long pipes are waited for that somebody still holds open; nobody does where the launcher reaps everyone."""
UNREAD_SECONDS = 0.002
"""How soon a program that does not read is tried again."""


class Limits(NamedTuple):
    """What each process of a program may use: MB of memory, seconds of processor time; 0 for as much as it likes."""

    memory: int = 0
    cpu: int = 0


NO_LIMITS = Limits()


class Child:
    """A program that runs. `end` must be called, whatever happens."""

    def __init__(self, command: Sequence[str], limits: Limits = NO_LIMITS, errors: Errors | None = None) -> None:
        self.mark = uuid.uuid4().hex
        self.errors = errors or Errors()
        self.control: socket.socket | None = None
        self.reports: list[str] = []
        try:
            self.process = self.launched(command, limits)
        except OSError as error:
            raise shortage(error) or error from None
        assert self.process.stdin
        assert self.process.stdout
        assert self.process.stderr
        self.to = self.process.stdin.fileno()
        os.set_blocking(self.to, False)
        self.unsent = bytearray()
        self.unread = bytearray()
        self.heard = 0
        self.ended = False
        self.chunks: queue.Queue[bytes] = queue.Queue(4)
        self.threads = [
            threading.Thread(target=listen, args=(self.process.stdout, self.chunks.put), daemon=True),
            threading.Thread(target=listen, args=(self.process.stderr, self.errors.take), daemon=True),
        ]
        try:
            for thread in self.threads:
                thread.start()
        except BaseException as error:
            self.end()
            raise (isinstance(error, RuntimeError) and shortage(error)) or error from None

    def launched(self, command: Sequence[str], limits: Limits) -> "subprocess.Popen[bytes]":
        if os.name != "posix":
            return self.started([*command])
        self.control, theirs = socket.socketpair()
        with theirs:
            line = theirs.fileno()
            numbers = map(str, (line, *limits))
            try:
                return self.started([sys.executable, "-I", "-S", LAUNCHER, *numbers, *command], line)
            except BaseException:
                self.control.close()
                raise

    def started(self, command: list[str], *kept: int) -> "subprocess.Popen[bytes]":
        return subprocess.Popen(  # noqa: S603
            command,
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, MARK: self.mark},
            pass_fds=kept,
            start_new_session=True,
        )

    def send(self, lines: Sequence[str]) -> None:
        """Writes lines as far as the program reads them; `line` goes on with the rest."""
        self.heard = 0
        self.unsent += "".join(f"{line}\n" for line in lines).encode("utf-8", "replace")
        self.flush()

    def flush(self) -> None:
        try:
            while self.unsent:
                del self.unsent[: os.write(self.to, self.unsent[:CHUNK])]
        except BlockingIOError:
            return
        except OSError:  # it does not read any more; its output says what that means
            self.unsent.clear()

    def line(self, deadline: float) -> str | None:
        """The next line, or None if there is none by then. PlayerFailure for FLOOD, and for CRASH if none
        can come."""
        while True:
            end = self.unread.find(b"\n")
            if 0 <= end <= MOST_IN_A_LINE:
                text = self.unread[:end].decode("utf-8", "replace").rstrip("\r")
                del self.unread[: end + 1]
                return text
            if len(self.unread) > MOST_IN_A_LINE:
                raise PlayerFailure(Ending.FLOOD, f"it wrote a line of more than {MOST_IN_A_LINE >> 10} KiB")
            if self.heard > MOST_WITHOUT_AN_ANSWER:
                raise PlayerFailure(
                    Ending.FLOOD, f"it wrote more than {MOST_WITHOUT_AN_ANSWER >> 20} MiB and gave no move"
                )
            self.flush()
            left = deadline - time.monotonic()
            try:
                chunk = self.chunks.get(timeout=max(0.0, min(left, UNREAD_SECONDS) if self.unsent else left))
            except queue.Empty:
                if time.monotonic() >= deadline:
                    return None
                continue
            if not chunk:
                self.chunks.put(chunk)
                raise PlayerFailure(Ending.CRASH, self.death())
            self.heard += len(chunk)
            self.unread += chunk

    def death(self) -> str:
        """Why there is no more output, in words, with the last line of standard error."""
        self.listen_to_launcher(DEATH_SECONDS)
        if self.reports[1:] == ["shortage"]:
            raise ArenaError(NO_ROOM)
        self.threads[1].join(KIND_SECONDS)
        last = self.errors.last_line
        return exit_words(self.exit_code()) + (f"; its last words: {last}" if last else "")

    def exit_code(self) -> int | None:
        """The program's exit code, or a signal as a negative number; None if it still runs or that is not known."""
        if self.control is None:
            return self.process.poll()
        return int(self.reports[1]) if len(self.reports) > 1 and self.reports[1] != "ended" else None

    def listen_to_launcher(self, seconds: float) -> bool:
        """Waits for the launcher to say that nothing is left; False if it has not by then."""
        if self.control is None:
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(seconds)
            return self.process.returncode is not None
        deadline = time.monotonic() + seconds
        while len(self.reports) < 2:
            self.control.settimeout(max(0.001, deadline - time.monotonic()))
            try:
                said = self.control.recv(64)
            except OSError:
                return False
            if not said:  # somebody has killed it
                return True
            self.reports += said.decode().split()
        return True

    def end(self, lines: Sequence[str] = (), seconds: float = KIND_SECONDS) -> None:
        """Says goodbye, gives it a moment to go, and ends the program and everything that it started."""
        if self.ended:
            return
        self.ended = True
        try:
            self.unsent.clear()
            self.send(lines)
            assert self.process.stdin
            self.process.stdin.close()
            self.listen_to_launcher(seconds)
        finally:
            self.finish()

    def finish(self) -> None:
        if self.control is None:
            self.process.kill()
        else:
            with suppress(OSError):
                self.control.shutdown(socket.SHUT_WR)
            if not self.listen_to_launcher(LAST_SECONDS):
                self.process.kill()
            self.control.close()
        self.process.wait()
        if self.control is not None and len(self.reports) < 2:
            end_marked(self.mark, int(self.reports[0]) if self.reports else None)
        self.close()

    def close(self) -> None:
        """Waits for the threads, which end with the pipes they read, and closes the pipes."""
        deadline = time.monotonic() + CLOSE_SECONDS
        for thread in self.threads:
            while thread.is_alive() and time.monotonic() < deadline:
                with suppress(queue.Empty):
                    self.chunks.get_nowait()
                thread.join(0.001)
        for thread, pipe in zip(self.threads, (self.process.stdout, self.process.stderr), strict=True):
            if pipe and not thread.is_alive():
                pipe.close()
        self.errors.close()


NO_ROOM = "this machine has no room for another process now; end some, then go on"
SHORTAGES = (errno.EAGAIN, errno.ENOMEM, errno.EMFILE, errno.ENFILE)


def shortage(error: OSError | RuntimeError) -> ArenaError | None:
    """What to raise if a program could not be started because the machine has no room for it: no fault of its own."""
    short = error.errno in SHORTAGES if isinstance(error, OSError) else "new thread" in str(error)
    return ArenaError(NO_ROOM) if short else None


def listen(pipe: IO[bytes], take: Callable[[bytes], None]) -> None:
    """Hands on what a pipe brings, and at its end nothing, once."""
    data = b"something"
    while data:
        try:
            data = os.read(pipe.fileno(), CHUNK)
        except (OSError, ValueError):
            data = b""
        take(data)


def exit_words(code: int | None) -> str:
    """
    >>> exit_words(3), exit_words(-11), exit_words(None)
    ('it exited with code 3', 'it was ended by signal 11 (Segmentation fault)', 'it closed its output')
    """
    if code is None:
        return "it closed its output"
    if code >= 0:
        return f"it exited with code {code}"
    return f"it was ended by signal {-code} ({signal.strsignal(-code) or 'unknown'})"
