"""The machine: processors, memory, garbage collection, child processes, and the user's folders."""

import gc
import os
import signal
import stat
import sys
from contextlib import suppress
from pathlib import Path

from outplay.core.errors import StoreError


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


PROCESSES = Path("/proc")
"""The folder in which Linux tells about processes. macOS has the program ps instead, and Windows neither."""


def parents_of_all() -> dict[int, int]:
    """All running processes of the system, each with its parent; none on Windows."""
    if not PROCESSES.is_dir():
        return parents_by_ps()
    parents = {}
    for folder in PROCESSES.glob("[0-9]*"):
        with suppress(OSError):
            state, parent = (
                (folder / "stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()[:2]
            )
            if state not in "ZX":
                parents[int(folder.name)] = int(parent)
    return parents


def parents_by_ps() -> dict[int, int]:
    """The same, as the program ps tells it."""
    import subprocess

    command = ["ps", "-A", "-o", "pid=,ppid=,stat="]
    try:
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as ps:  # noqa: S603
            rows = [line.split() for line in ps.communicate()[0].splitlines()]
    except OSError:
        return {}
    found = {int(process): int(parent) for process, parent, state, *_ in rows if state[0] not in "ZX"}
    found.pop(ps.pid, None)
    return found


def descendants(process: int) -> list[int]:
    """The ids of all running processes that descend from a process. Empty on Windows."""
    parents = parents_of_all()
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


def stop_signals() -> list[signal.Signals]:
    """The signals that ask a program to end: SIGINT, SIGTERM, and SIGHUP unless it is ignored, as under nohup."""
    kinds = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
    hang_up = getattr(signal, "SIGHUP", None)
    return [kind for kind in kinds if kind != hang_up or signal.getsignal(kind) is not signal.SIG_IGN]


def user_folder(chosen: str, mac: str, variable: str, usual: str) -> Path | None:
    """The folder for this program's files, which may not exist yet; None if the user has no home folder.

    It is the value of the environment variable `chosen` if that is set. Otherwise it is `outplay` in a folder that
    depends on the system: LOCALAPPDATA on Windows, Library/`mac` on macOS, elsewhere the value of the environment
    variable `variable`, or `usual` in the home folder.
    """
    if value := os.environ.get(chosen):
        return Path(value)
    if sys.platform == "win32":
        variable, usual = "LOCALAPPDATA", "AppData/Local"
    elif sys.platform == "darwin":
        variable, usual = "", f"Library/{mac}"
    if base := os.environ.get(variable):
        return Path(base) / "outplay"
    try:
        return Path.home() / usual / "outplay"
    except RuntimeError:  # neither HOME nor an entry for the user, as with `docker run --user`
        return None


def data_folder() -> Path:
    """The folder of records, databases and tokens: OUTPLAY_DATA, or `outplay` in the user's data folder."""
    folder = user_folder("OUTPLAY_DATA", "Application Support", "XDG_DATA_HOME", ".local/share")
    if folder is None:
        raise StoreError(
            "this user has no home folder to keep games in; give --db FILE, or set OUTPLAY_DATA to a folder"
        )
    return folder


def cache_folder() -> Path:
    """The folder of what can be made again: OUTPLAY_CACHE, or `outplay` in the user's cache folder.

    Where there is no home folder, or nothing can be written there, it is a folder for temporary files that belongs to
    this user alone: what is read from it is run, so nobody else may write to it.
    """
    usual = user_folder("OUTPLAY_CACHE", "Caches", "XDG_CACHE_HOME", ".cache")
    if usual and (os.environ.get("OUTPLAY_CACHE") or can_be_made(usual)):
        return usual
    import tempfile

    user = os.getuid() if hasattr(os, "getuid") else "user"
    private = Path(tempfile.gettempdir()) / f"outplay-cache-{user}"
    with suppress(OSError):
        private.mkdir(mode=0o700, exist_ok=True)
        if is_private(private):
            return private
    return usual or private


def can_be_made(folder: Path) -> bool:
    """Whether files can be written to a folder, which may not exist yet."""
    existing = next((each for each in (folder, *folder.absolute().parents) if each.exists()), folder)
    return existing.is_dir() and os.access(existing, os.W_OK | os.X_OK)


def is_private(folder: Path) -> bool:
    """Whether a folder belongs to this user and nobody else may write to it."""
    found = os.lstat(folder)
    if not hasattr(os, "getuid"):
        return stat.S_ISDIR(found.st_mode)
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & 0o022


def install_command(package: str) -> str:
    """The command that installs a package for the Python that runs this program, from a checkout or not. Environments
    that uv has made have no pip, and those that `uvx` keeps for a program belong to its cache."""
    import shlex
    from importlib.util import find_spec

    if "archive-v0" in Path(sys.prefix).parts:
        return f"uvx --with {shlex.quote(package)} outplay (with --from, as now, if you gave it)"
    python = Path(sys.executable)
    with suppress(ValueError):
        python = python.relative_to(Path.cwd())
    if find_spec("pip") is None:
        return f"uv pip install --python {shlex.quote(str(python))} {shlex.quote(package)}"
    return f"{shlex.quote(str(python))} -m pip install {shlex.quote(package)}"
