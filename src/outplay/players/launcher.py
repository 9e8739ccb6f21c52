"""Runs a program under limits, and ends all processes that it starts.

    python -I -S launcher.py CONTROL MEMORY CPU COMMAND …

CONTROL is the file descriptor of one end of a pair of sockets, MEMORY is in MB and CPU in seconds, 0 for no limit.
child.py runs this file as a separate process, which can set limits before the program begins (in a process with threads
that is not safe) and can wait for all processes that the program leaves behind. On Linux it is the subreaper of all its
descendants: a process that has left its session and whose parents have ended becomes its child. So when it has no
children left, none of the program's processes runs.

It runs until the program has ended, or until the other end of CONTROL is closed, which also happens if the arena is
killed. Then it ends the processes that still run, first by SIGTERM, then by SIGKILL, and writes the program's exit code
to CONTROL.
"""

import os
import resource
import select
import signal
import sys
import time
from contextlib import suppress

TERM_SECONDS = 0.2
"""Seconds that processes have to end after SIGTERM."""
MOST_REAPED = 1000
"""Children that are reaped in one call, since a program may start processes faster than they can be reaped."""
KILL_SECONDS = 5.0
"""Seconds to wait for killed processes; those that the system cannot end are left to it."""

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36


def prctl(option: int, value: int) -> None:
    """Calls prctl on Linux; does nothing on other systems."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def restrict(which: int, most: int, more: int = 0) -> None:
    """Sets the soft limit of a resource to `most` and the hard limit to `most + more`, but not above the hard limit of
    this process."""
    hard = resource.getrlimit(which)[1]
    wanted = most + more
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    with suppress(ValueError, OSError):  # macOS does not support all limits
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
    """The process groups of the descendants of this process, by /proc. Signals are sent to whole groups, because a
    program that forks and exits repeatedly could escape a signal to single processes."""
    children: dict[int, list[int]] = {}
    group: dict[int, int] = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            with suppress(OSError), open(f"/proc/{name}/stat", "rb") as file:
                fields = file.read().rpartition(b")")[2].split()
                children.setdefault(int(fields[1]), []).append(int(name))
                group[int(name)] = int(fields[2])
    descendants = children.get(os.getpid(), [])
    for process in descendants:  # the list grows during the loop
        descendants += children.get(process, [])
    return {group[process] for process in descendants} - {os.getpgrp()}


class Keeper:
    """Waits for the program and for all processes that it leaves behind."""

    def __init__(self, control: int, program: int, wakeup: int) -> None:
        self.control, self.program, self.wakeup = control, program, wakeup
        self.status: int | None = None

    def childless(self) -> bool:
        """Reaps the children that have ended; returns whether none is left."""
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
        """Waits until a child ends, one of the other files can be read, or `seconds` have passed; returns whether one
        of the other files can be read."""
        ready = select.select([self.wakeup, *others], [], [], seconds)[0]
        if self.wakeup in ready:
            os.read(self.wakeup, 4096)
        return any(other in ready for other in others)

    def watch(self) -> None:
        """Waits until the program has ended, or until the arena closes the control socket."""
        while not self.childless() and self.status is None:
            if self.wait(None, self.control):
                return

    def signal_all(self, number: int) -> None:
        """Sends a signal to the program's own group first, and then to the groups of all other descendants, which takes
        longer, since all processes of the system are read."""
        self.signal_group(self.program, number)
        if sys.platform == "linux":
            # Read twice: while thousands of processes start and end, an id may be reused during one reading, and a
            # process that is no descendant may be taken for one.
            for group in groups() & groups():
                self.signal_group(group, number)

    @staticmethod
    def signal_group(group: int, number: int) -> None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(group, number)

    def clear(self) -> None:
        """Ends all descendants, first by SIGTERM, then by SIGKILL."""
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
    except OSError:  # the system cannot start another process, which is not the program's fault
        os.write(control, b"0\nshortage\n")
        os._exit(71)
    null_device = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):  # only the program keeps its pipes open, so that the arena sees when it closes them
        os.dup2(null_device, stream)
    keeper = Keeper(control, program, reading)
    with suppress(OSError):  # the arena has ended
        os.write(control, b"%d\n" % program)
    keeper.watch()
    keeper.clear()
    with suppress(OSError):
        os.write(control, b"ended\n" if keeper.status is None else b"%d\n" % os.waitstatus_to_exitcode(keeper.status))
    os._exit(0)


if __name__ == "__main__":
    main()
