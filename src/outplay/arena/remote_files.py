"""Remote files: a scheduled game together with the files that it names, for a machine that does not have them.

The files of a user's game and of a bot are sent along. A program of another kind is not: it may be built for one
machine only, and may need other files; it has to be in the same place everywhere.
"""

import hashlib
import os
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from outplay.arena.games import ScheduledGame
from outplay.compiler.store import folder
from outplay.core.registry import split_path

FIELDS = ("game", "first_spec", "second_spec")


class RemoteGame(NamedTuple):
    scheduled: ScheduledGame
    files: tuple[tuple[str, str, bytes], ...]
    """For each field of the game that names a file: the field, the file's name without its folder, what is in it."""


def with_files(scheduled: ScheduledGame) -> RemoteGame:
    """A game with the files that it names, ready to be sent."""
    files = []
    for field in FIELDS:
        path = split_path(getattr(scheduled, field).strip())[0].expanduser()
        if path.suffix == ".py" and path.is_file():
            files.append((field, path.name, path.read_bytes()))
    return RemoteGame(scheduled, tuple(files))


def with_local_files(remote: RemoteGame) -> ScheduledGame:
    """The game as it can be played on this machine: its files are written to the folder of compiled code, and it names
    them there. A file that was sent before is not written again."""
    scheduled = remote.scheduled
    for field, name, content in remote.files:
        path = folder().absolute() / "files" / hashlib.sha256(content).hexdigest()[:32] / name
        if not path.exists():
            write(path, content)
        _, colon, rest = split_path(getattr(scheduled, field).strip())
        changes: dict[str, Any] = {field: f"{path}{colon}{rest}"}
        scheduled = scheduled._replace(**changes)
    return scheduled


def write(path: Path, content: bytes) -> None:
    """Writes a file, whole or not at all, also where another process is writing it too."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, partial = tempfile.mkstemp(dir=path.parent)
    with os.fdopen(handle, "wb") as file:
        file.write(content)
    os.replace(partial, path)
