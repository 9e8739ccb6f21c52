"""Ends and reaps the processes of a program that are left if its launcher was killed.

Every process of a program has a mark in its environment, by which it is identified on Linux.
"""

import os
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path

from outplay.core.machine import descendants

MARK = "OUTPLAY_PLAYER"
"""The environment variable that marks the processes of a program; its value is unique for each program."""

PR_SET_CHILD_SUBREAPER = 36


def become_subreaper() -> bool:
    """Makes this process the parent of all orphans among its descendants, so that it can wait for them. Only for a
    process that does nothing but play games. Returns whether that worked, which it does only on Linux."""
    if sys.platform != "linux":
        return False
    import ctypes

    return bool(ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0)


def marked(mark: str, session: int | None = None) -> list[int]:
    """The ids of the running processes that have the mark or belong to the session, without this process."""
    wanted = f"{MARK}={mark}".encode()
    processes = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has ended meanwhile, or belongs to another user
            words = (folder / "environ").read_bytes().split(b"\0")
            fields = (folder / "stat").read_bytes().rpartition(b")")[2].split()
            if (wanted in words or int(fields[3]) == session) and fields[0] != b"Z":
                processes.append(int(folder.name))
    return [process for process in processes if process != os.getpid()]


def end_marked(mark: str, session: int | None = None, seconds: float = 5.0) -> None:
    """Kills the processes of a program, for at most `seconds`, and reaps those that are children of this process."""
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
    """Kills a process and its whole process group, unless that is the group of this process. The group, because a
    program that forks and exits repeatedly could escape a signal to single processes."""
    with suppress(ProcessLookupError, PermissionError):
        group = os.getpgid(process)
        if group != os.getpgrp():
            os.killpg(group, signal.SIGKILL)
        os.kill(process, signal.SIGKILL)


MOST_REAPED = 100_000
"""The greatest number of attempts to reap a child, above the number of processes of a machine."""


def reap_children() -> None:
    """Kills and reaps all children of this process. Only for a process that does nothing but play games, between two
    games, when all programs that it started have ended: then every child was left behind by a program."""
    for _ in range(MOST_REAPED):
        try:
            process, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if process == 0:
            for orphan in descendants(os.getpid()):
                kill(orphan)
            time.sleep(0.001)
