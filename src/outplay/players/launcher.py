"""Runs a program under limits, and ends everything that it starts.

    python -I -S launcher.py CONTROL MEMORY CPU COMMAND …

CONTROL is one end of a pair of sockets, MEMORY is in MB and CPU in seconds, 0 for no limit. This file is run on its own
by child.py: a process of its own can set limits before the program begins, where a thread of the arena could not
safely, and can wait for whatever the program leaves behind. On Linux it is the reaper of all its descendants: a process
that has left its session and lost its parents still becomes its child, so when it has no children left, nothing is.

It stays until the program has ended, or until the other end of CONTROL is closed, as it is when the arena is killed.
Then it ends what still runs, first kindly, and writes to CONTROL how the program ended.
"""

import os
import resource
import select
import signal
import sys
import time
from contextlib import suppress

TERM_SECONDS = 0.2
"""How long a process has after it was asked to end."""
MOST_REAPED = 1000
"""Children that are reaped at a time: there are programs whose processes end faster than they can be reaped."""
KILL_SECONDS = 5.0
"""How long dead processes are waited for; one that the system cannot end is left to it."""

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36


def prctl(option: int, value: int) -> None:
    """Linux's control of a process; nothing elsewhere."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def restrict(which: int, most: int, more: int = 0) -> None:
    """Sets a limit, as far as the limits of this process allow."""
    hard = resource.getrlimit(which)[1]
    wanted = most + more
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    with suppress(ValueError, OSError):  # macOS does not take all of them
        resource.setrlimit(which, (min(most, wanted), wanted))


def start(command: list[str], memory: int, cpu: int) -> int:
    """Forks and runs the command in a session of its own; returns its process id."""
    launcher = os.getpid()
    program = os.fork()
    if program:
        return program
    try:
        os.setsid()
        for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGCHLD", "SIGPIPE", "SIGXFSZ"):
            signal.signal(getattr(signal, name), signal.SIG_DFL)
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != launcher:
            os._exit(127)
        restrict(resource.RLIMIT_CORE, 0)
        if cpu:
            restrict(resource.RLIMIT_CPU, cpu, 2)
        if memory:  # not the address space on Linux: Java and others reserve far more than they use
            restrict(resource.RLIMIT_DATA if sys.platform == "linux" else resource.RLIMIT_AS, memory << 20)
        os.execvp(command[0], command)  # noqa: S606
    except BaseException as error:
        reason = getattr(error, "strerror", None) or type(error).__name__
        os.write(2, f"{command[0]} cannot be started: {reason}\n".encode())
    finally:
        os._exit(127)


def groups() -> set[int]:
    """The groups of the processes below this one, as /proc shows them. A signal reaches a whole group at once, so that
    a process that forks and ends, over and over, does not get away."""
    children: dict[int, list[int]] = {}
    group: dict[int, int] = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            with suppress(OSError), open(f"/proc/{name}/stat", "rb") as file:
                fields = file.read().rpartition(b")")[2].split()
                children.setdefault(int(fields[1]), []).append(int(name))
                group[int(name)] = int(fields[2])
    found = children.get(os.getpid(), [])
    for process in found:  # grows while it is gone through
        found += children.get(process, [])
    return {group[process] for process in found} - {os.getpgrp()}


class Keeper:
    """Waits for the program and for all that it leaves behind."""

    def __init__(self, control: int, program: int, wakeup: int) -> None:
        self.control, self.program, self.wakeup = control, program, wakeup
        self.status: int | None = None

    def childless(self) -> bool:
        """Reaps the children that have ended; whether none is left."""
        for _ in range(MOST_REAPED):
            try:
                process, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return True
            if process == 0:
                return False
            if process == self.program:
                self.status = status
        return False

    def wait(self, seconds: float | None, *others: int) -> bool:
        """Waits until a child ends, and returns whether one of the other files can be read."""
        ready = select.select([self.wakeup, *others], [], [], seconds)[0]
        if self.wakeup in ready:
            os.read(self.wakeup, 4096)
        return any(other in ready for other in others)

    def watch(self) -> None:
        """Until the program has ended, or the arena wants it to."""
        while not self.childless() and self.status is None:
            if self.wait(None, self.control):
                return

    def signal_all(self, number: int) -> None:
        """To the program's own group first, at once; then to all others, which takes a look at every process."""
        self.signal_group(self.program, number)
        if sys.platform == "linux":
            # Two looks: where processes come and go by thousands their numbers are used again in the middle of one, and
            # a stranger may seem to be one of ours.
            for group in groups() & groups():
                self.signal_group(group, number)

    @staticmethod
    def signal_group(group: int, number: int) -> None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(group, number)

    def clear(self) -> None:
        """Ends what is left."""
        now = time.monotonic()
        if not self.childless():
            self.signal_all(signal.SIGTERM)
        while not self.childless() and time.monotonic() < now + TERM_SECONDS:
            self.wait(now + TERM_SECONDS - time.monotonic())
        while not self.childless() and time.monotonic() < now + KILL_SECONDS:
            self.signal_all(signal.SIGKILL)
            self.wait(0.02)


def main() -> None:
    control, memory, cpu = map(int, sys.argv[1:4])
    os.set_inheritable(control, False)
    for name in ("SIGTERM", "SIGINT", "SIGHUP"):
        signal.signal(getattr(signal, name), signal.SIG_IGN)  # it must outlive the program
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda number, frame: None)
    prctl(PR_SET_CHILD_SUBREAPER, 1)
    try:
        program = start(sys.argv[4:], memory, cpu)
    except OSError:  # the machine has no room for a process: nothing that the program could help
        os.write(control, b"0\nshortage\n")
        os._exit(71)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):  # the program's alone now, so that their end is seen
        os.dup2(nothing, stream)
    keeper = Keeper(control, program, reading)
    with suppress(OSError):  # of writing: the arena has gone
        os.write(control, b"%d\n" % program)
    keeper.watch()
    keeper.clear()
    with suppress(OSError):
        os.write(control, b"ended\n" if keeper.status is None else b"%d\n" % os.waitstatus_to_exitcode(keeper.status))
    os._exit(0)


if __name__ == "__main__":
    main()
