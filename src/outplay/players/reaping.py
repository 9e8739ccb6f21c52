"""Ends and reaps the processes of a program that are left if its launcher was killed.

Every process of a program has a mark in its environment, by which it is identified on Linux.
"""

import os
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from outplay.core.machine import descendants

MARK = "OUTPLAY_PLAYER"
"""The environment variable that marks the processes of a program; its value is unique for each program."""

PR_SET_CHILD_SUBREAPER = 36
PF_KTHREAD = 0x00200000
"""The flag of kernel threads, which have no environment."""
UNCLEAR_SECONDS = 0.5
"""How long to look again for marks while there are processes without any environment; some never have one."""


def become_subreaper() -> bool:
    """Makes this process the parent of all orphans among its descendants, so that it can wait for them. Only for a
    process that does nothing but play games. Returns whether that worked, which it does only on Linux."""
    if sys.platform != "linux":
        return False
    import ctypes

    return bool(ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0)


class Marked(NamedTuple):
    """The ids of running processes."""

    found: list[int]
    """Those that have the mark or belong to the session, without this process."""
    unclear: list[int]
    """Those without any environment: one that is just starting another program has none for a moment."""


def marked(mark: str, session: int | None = None) -> Marked:
    """The processes that have the mark or belong to the session."""
    wanted = f"{MARK}={mark}".encode()
    processes = Marked([], [])
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has ended meanwhile, or belongs to another user
            environment = (folder / "environ").read_bytes()
            fields = (folder / "stat").read_bytes().rpartition(b")")[2].split()
            if fields[0] == b"Z" or int(folder.name) == os.getpid():
                continue
            if wanted in environment.split(b"\0") or int(fields[3]) == session:
                processes.found.append(int(folder.name))
            elif not environment and not int(fields[6]) & PF_KTHREAD:
                processes.unclear.append(int(folder.name))
    return processes


def end_marked(mark: str, session: int | None = None, seconds: float = 5.0) -> None:
    """Kills the processes of a program, for at most `seconds`, and reaps those that are children of this process."""
    began = time.monotonic()
    dead: set[int] = set()
    while time.monotonic() < began + seconds:
        alive, unclear = marked(mark, session)
        if not alive and (not unclear or time.monotonic() > began + UNCLEAR_SECONDS):
            break
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
    if not hasattr(os, "WNOHANG"):  # on Windows nobody has to wait for a process that has ended
        return
    for _ in range(MOST_REAPED):
        try:
            process, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if process == 0:
            for orphan in descendants(os.getpid()):
                kill(orphan)
            time.sleep(0.001)
