"""Reaps child processes that are left if even the launcher of a program was killed.

Every process of a program carries a mark in its environment, by which it can be found on Linux.
"""

import os
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path

from outplay.core.machine import descendants

MARK = "OUTPLAY_PLAYER"
"""The environment variable that marks the processes of a program, with a value of its own for each."""

PR_SET_CHILD_SUBREAPER = 36


def become_subreaper() -> bool:
    """Makes this process the parent of every orphan below it, so that it can wait for them. For a process that does
    nothing but play games; False where there is no such thing."""
    if sys.platform != "linux":
        return False
    import ctypes

    return bool(ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0)


def marked(mark: str, session: int | None = None) -> list[int]:
    """The processes that carry a mark, and those of a session."""
    wanted = f"{MARK}={mark}".encode()
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has ended meanwhile, or is not ours to look at
            words = (folder / "environ").read_bytes().split(b"\0")
            fields = (folder / "stat").read_bytes().rpartition(b")")[2].split()
            if (wanted in words or int(fields[3]) == session) and fields[0] != b"Z":
                found.append(int(folder.name))
    return [process for process in found if process != os.getpid()]


def end_marked(mark: str, session: int | None = None, seconds: float = 5.0) -> None:
    """Kills the processes of a program, and reaps those that are children of this one."""
    deadline = time.monotonic() + seconds
    dead: set[int] = set()
    while (alive := marked(mark, session)) and time.monotonic() < deadline:
        for process in alive:
            kill(process)
        dead.update(alive)
        time.sleep(0.01)
    for process in dead:
        with suppress(ChildProcessError):
            os.waitpid(process, os.WNOHANG)


def kill(process: int) -> None:
    """Kills a process with all of its group, unless that is ours: one that forks and ends, over and over, would get
    away from a signal to itself alone."""
    with suppress(ProcessLookupError, PermissionError):
        group = os.getpgid(process)
        if group != os.getpgrp():
            os.killpg(group, signal.SIGKILL)
        os.kill(process, signal.SIGKILL)


MOST_REAPED = 100_000
"""Orphans that are reaped before it is given up: more than a machine has processes."""


def reap_children() -> None:
    """Ends and reaps all children of this process. For a process that does nothing but play games, between two of them,
    when all that it has started itself is over: a child that is there then was left by a program."""
    for _ in range(MOST_REAPED):
        try:
            process, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if process == 0:
            for orphan in descendants(os.getpid()):
                kill(orphan)
            time.sleep(0.001)
