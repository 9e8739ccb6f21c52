"""A program in a process of its own: writing to it, reading from it, and ending it with all processes that it started.

Nothing here blocks longer than the given time. One thread reads the program's output into a short queue, so that a
program that writes too much is blocked; another reads its standard error. On Windows the program is started directly,
without limits and without the launcher, and what it started is ended as far as its parents are known.
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
import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, NamedTuple

from outplay.core.errors import ArenaError, PlayerFailure
from outplay.core.results import Ending
from outplay.players.reaping import MARK, end_marked
from outplay.players.standard_error import Errors

POSIX = os.name == "posix"
"""Whether the launcher works here, and a pipe can be written to without waiting for its reader."""
LAUNCHER = str(Path(__file__).with_name("launcher.py"))

CHUNK = 1 << 16
MOST_IN_A_LINE = 1 << 16
MOST_WITHOUT_AN_ANSWER = 1 << 20
"""Bytes that a program may write before it gives a move."""

EXIT_SECONDS = 0.2
"""Seconds that a program has to exit by itself when the game is over."""
DEATH_SECONDS = 2.0
"""Seconds to wait for the reason why a program has ended; the launcher may have to end its other processes first."""
LAST_SECONDS = 10.0
"""Seconds that the launcher has to end all processes; it usually needs some tenths of a second."""
CLOSE_SECONDS = 2.0
"""Seconds to wait for pipes that a process still holds open; that cannot happen if the launcher has reaped them all."""
UNREAD_SECONDS = 0.002
"""Seconds between two attempts to write to a program that does not read."""
SIGNAL_SECONDS = 0.2
"""The longest single wait for a program. Python handles Ctrl-C between two waits: a signal that arrives when a wait is
about to begin does not interrupt it."""


class Limits(NamedTuple):
    """What each process of a program may use: MB of memory, seconds of processor time; 0 for no limit."""

    memory: int = 0
    cpu: int = 0


NO_LIMITS = Limits()


class Child:
    """A running program. `end` must be called in any case, or processes are left behind."""

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
        if POSIX:
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
        if not POSIX:
            if limits != NO_LIMITS:
                warnings.warn("on this system programs play without limits of memory and processor time", stacklevel=2)
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
        """Writes as much of the lines as the pipe takes without blocking; `line` writes the rest."""
        self.heard = 0
        self.unsent += "".join(f"{line}\n" for line in lines).encode("utf-8", "replace")
        self.flush()

    def flush(self) -> None:
        try:
            while self.unsent:
                del self.unsent[: os.write(self.to, self.unsent[:CHUNK])]
        except BlockingIOError:
            return
        except OSError:  # it has closed its input; `line` finds out whether it has ended
            self.unsent.clear()

    def line(self, deadline: float) -> str | None:
        """The next line of the program, or None if there is none before the deadline, a time of `time.monotonic`.
        Raises PlayerFailure with FLOOD if it writes too much, and with CRASH if its output has ended."""
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
                chunk = self.chunks.get(timeout=max(0.0, min(left, UNREAD_SECONDS if self.unsent else SIGNAL_SECONDS)))
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
        """Why the output has ended, in words, with the last line of standard error. Raises ArenaError if the program
        could not be started for lack of resources."""
        self.listen_to_launcher(DEATH_SECONDS)
        if self.reports[1:] == ["shortage"]:
            raise ArenaError(NO_ROOM)
        self.threads[1].join(EXIT_SECONDS)
        last = self.errors.last_line
        return exit_words(self.exit_code()) + (f"; its last words: {last}" if last else "")

    def exit_code(self) -> int | None:
        """The program's exit code, or a signal as a negative number; None if it still runs or the code is unknown."""
        if self.control is None:
            return self.process.poll()
        return int(self.reports[1]) if len(self.reports) > 1 and self.reports[1] != "ended" else None

    def listen_to_launcher(self, seconds: float) -> bool:
        """Waits until the launcher reports that all processes have ended; False if it has not after `seconds`."""
        if self.control is None:
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(seconds)
            return self.process.returncode is not None
        deadline = time.monotonic() + seconds
        while len(self.reports) < 2:
            self.control.settimeout(max(0.001, deadline - time.monotonic()))
            try:
                data = self.control.recv(64)
            except OSError:
                return False
            if not data:  # the launcher itself was killed
                return True
            self.reports += data.decode().split()
        return True

    def end(self, lines: Sequence[str] = (), seconds: float = EXIT_SECONDS) -> None:
        """Sends the last lines, waits at most `seconds` for the program to exit, and ends it and all processes that it
        started."""
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
            end_tree(self.process)
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
        """Waits for the reading threads, which end when their pipes do, and closes the pipes."""
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


def end_tree(process: "subprocess.Popen[bytes]") -> None:
    """Ends a process on Windows, and those that descend from it."""
    if process.poll() is None:
        with suppress(OSError):
            command = ["taskkill", "/F", "/T", "/PID", str(process.pid)]
            subprocess.run(command, capture_output=True, check=False, timeout=LAST_SECONDS)  # noqa: S603
        process.kill()


NO_ROOM = "this machine has no room for another process now; end some, then go on"
SHORTAGES = (errno.EAGAIN, errno.ENOMEM, errno.EMFILE, errno.ENFILE)


def shortage(error: OSError | RuntimeError) -> ArenaError | None:
    """The error to raise if a program could not be started for lack of processes, memory or files, which is not the
    program's fault; None for any other error."""
    short = error.errno in SHORTAGES if isinstance(error, OSError) else "new thread" in str(error)
    return ArenaError(NO_ROOM) if short else None


def listen(pipe: IO[bytes], take: Callable[[bytes], None]) -> None:
    """Passes all data of a pipe to `take`, and at its end empty bytes, once."""
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
