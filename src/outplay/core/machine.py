"""What the machine has, what it should not do in the middle of a search, and the processes that were started on it."""

import gc
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path


class SetAside:
    """How many objects the garbage collector no longer looks at: at the last full collection, and since then."""

    total = 0
    since = 0


def settle() -> None:
    """Sets aside what compiling left behind: the garbage collector would walk through it in the middle of a search,
    which takes up to 200 ms.

    Only what is new is collected first. All of it is, as Python itself would do, when a quarter has been added since
    the last time: a process that has compiled much would else take a second for every engine.
    """
    gc.collect()
    SetAside.since += len(gc.get_objects())
    if SetAside.since > SetAside.total // 4:
        gc.unfreeze()
        gc.collect()
        SetAside.total, SetAside.since = len(gc.get_objects()), 0
    gc.freeze()


def processors() -> int:
    """How many processors this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        return os.cpu_count() or 1


def memory_mb() -> int:
    """How much memory the machine has."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") >> 20
    except (AttributeError, ValueError, OSError):
        return 4096


def descendants(process: int) -> list[int]:
    """The processes that a process has started, and those that they have started, without those that are dead. Where
    the system does not list its processes (in /proc), none."""
    parents = dict[int, int]()
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            state, parent = (folder / "stat").read_text(errors="replace").rpartition(")")[2].split()[:2]
            if state not in "ZX":
                parents[int(folder.name)] = int(parent)
    found, new = set[int](), {process}
    while new:
        new = {child for child, parent in parents.items() if parent in new} - found
        found |= new
    return sorted(found)


def end_children() -> None:
    """Kills all that this process has started, and all that they have started."""
    for _ in range(100):  # a program that is being killed may still start another
        living = descendants(os.getpid())
        if not living:
            return
        for child in living:
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)


def user_folder(chosen: str, mac: str, variable: str, usual: str) -> Path:
    """A folder of ours in this user's home: the one that an environment variable has chosen, or the usual one of the
    system. `mac` is its name in a Mac's Library; elsewhere another variable says where, or it is `usual`."""
    if found := os.environ.get(chosen):
        return Path(found)
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / mac
    else:
        base = Path(os.environ.get(variable) or Path.home() / usual)
    return base / "outplay"


def data_folder() -> Path:
    """Where what a user makes is kept: OUTPLAY_DATA, or a folder of the user's data folder."""
    return user_folder("OUTPLAY_DATA", "Application Support", "XDG_DATA_HOME", ".local/share")
