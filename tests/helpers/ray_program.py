"""Programs that start Ray, each in a process of its own."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from helpers.paths import TESTS

PROGRAM = """
import json, sys, time
sys.path[:0] = {paths!r}
from helpers.dealing import all_of, countdown, scheduled
from helpers.ray_program import Killer
{body}
"""


def short_folder() -> Iterator[Path]:
    """A folder with a short name: Ray makes sockets in it, whose paths have at most 107 characters."""
    path = Path(tempfile.mkdtemp(prefix="op-", dir="/tmp"))
    yield path
    shutil.rmtree(path, ignore_errors=True)


def started(folder: Path, body: str, mark: str) -> subprocess.Popen[str]:
    """A program of its own: Ray is started in it with its own folder, and its warnings stay there."""
    paths = [str(TESTS), *filter(None, sys.path)]
    environment = {key: value for key, value in os.environ.items() if not key.startswith("RAY_")}
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM.format(paths=paths, body=body), str(folder)],
        env=environment | {"HOME": str(folder), "RAY_TMPDIR": str(folder), "OUTPLAY_TEST_MARK": mark},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


class Killer(threading.Thread):
    """Kills the first process, of those started from here, whose title begins so; `killed` then holds it."""

    def __init__(self, title: str) -> None:
        super().__init__(daemon=True)
        self.title, self.killed = title.encode(), list[int]()

    def run(self) -> None:
        while not self.killed:
            for process in started_from_here():
                with suppress(OSError):  # it has ended meanwhile
                    if Path(f"/proc/{process}/cmdline").read_bytes().startswith(self.title):
                        os.kill(process, signal.SIGKILL)
                        self.killed.append(process)
                        break


def started_from_here() -> list[int]:
    """The processes that this one has started, and those that they have."""
    parents = {}
    for path in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parents[int(path.name)] = int((path / "stat").read_text().rpartition(")")[2].split()[1])
    found = []
    for process in parents:
        older = parents[process]
        while older in parents and older != os.getpid():
            older = parents[older]
        if older == os.getpid():
            found.append(process)
    return found
