"""Programs that start Ray, each in a process of its own."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from helpers.paths import TESTS

PROGRAM = """
import json, sys, time
sys.path[:0] = {paths!r}
from helpers.dealing import all_of, countdown, scheduled
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
