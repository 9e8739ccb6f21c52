"""The machine: processors, memory, garbage collection, child processes, and the user's folders."""

import gc
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path


class SetAside:
    """How many objects are excluded from garbage collection: at the last full collection, and since then."""

    total = 0
    since = 0


def settle() -> None:
    """Collects garbage now and excludes all objects that remain from later collections.

    Compiling leaves so many objects that a collection in the middle of a search would take up to 200 ms. Objects that
    were excluded before are collected again only when a quarter has been added since: in a process that has compiled
    much, a full collection for every engine would take a second each.
    """
    gc.collect()
    SetAside.since += len(gc.get_objects())
    if SetAside.since > SetAside.total // 4:
        gc.unfreeze()
        gc.collect()
        SetAside.total, SetAside.since = len(gc.get_objects()), 0
    gc.freeze()


def processors() -> int:
    """The number of processors that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not available on every system
        return os.cpu_count() or 1


def memory_mb() -> int:
    """The memory of the machine in MB; 4096 where the system does not tell."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") >> 20
    except (AttributeError, ValueError, OSError):
        return 4096


def descendants(process: int) -> list[int]:
    """The ids of all running processes that descend from a process. Empty on systems without /proc."""
    parents = dict[int, int]()
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            state, parent = (folder / "stat").read_text(errors="replace").rpartition(")")[2].split()[:2]
            if state not in "ZX":
                parents[int(folder.name)] = int(parent)
    descending, generation = set[int](), {process}
    while generation:
        generation = {child for child, parent in parents.items() if parent in generation} - descending
        descending |= generation
    return sorted(descending)


def end_children() -> None:
    """Kills all processes that descend from this one."""
    for _ in range(100):  # a process may start another one before it is killed
        living = descendants(os.getpid())
        if not living:
            return
        for child in living:
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)


def user_folder(chosen: str, mac: str, variable: str, usual: str) -> Path:
    """The folder for this program's files, which may not exist yet.

    It is the value of the environment variable `chosen` if that is set. Otherwise it is `outplay` in a folder that
    depends on the system: LOCALAPPDATA on Windows, Library/`mac` on macOS, elsewhere the value of the environment
    variable `variable`, or `usual` in the home folder.
    """
    if value := os.environ.get(chosen):
        return Path(value)
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / mac
    else:
        base = Path(os.environ.get(variable) or Path.home() / usual)
    return base / "outplay"


def data_folder() -> Path:
    """The folder of records, databases and tokens: OUTPLAY_DATA, or `outplay` in the user's data folder."""
    return user_folder("OUTPLAY_DATA", "Application Support", "XDG_DATA_HOME", ".local/share")
