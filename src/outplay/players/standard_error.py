"""What programs write to their standard error, and the files it is kept in."""

import re
import warnings
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

from outplay.core.records import one_line

MOST_KEPT = 1 << 20
"""Bytes that are kept of one game."""
MOST_IN_A_FILE = 16 << 20
"""A larger file makes room for a new one."""
MOST_SHOWN = 200
"""Characters of a line that are shown to people."""


class Errors:
    """Where a program's standard error goes: its last line is kept, and the first of it are written to a file."""

    def __init__(self, file: IO[bytes] | None = None) -> None:
        self.file = file
        self.room = MOST_KEPT if file else 0
        self.tail = b""

    def take(self, data: bytes) -> None:
        self.tail = (self.tail + data)[-4 * MOST_SHOWN :]
        if self.file and self.room > 0:
            self.room -= len(data)
            kept = data if self.room >= 0 else data[: self.room] + b"\n(there was more, which is not kept)\n"
            try:
                self.file.write(kept)
            except (OSError, ValueError):  # a full disk must not end a game
                self.room = 0

    @property
    def last_line(self) -> str:
        lines = [shown(line.decode("utf-8", "replace")) for line in self.tail.split(b"\n")]
        return next((line for line in reversed(lines) if line), "")

    def close(self) -> None:
        if self.file:
            self.file.close()


def shown(text: str) -> str:
    """What a program wrote, as one line that can be printed."""
    line = one_line(text)
    return line if len(line) <= MOST_SHOWN else f"{line[:MOST_SHOWN]}…"


def opened_log(folder: str, name: str, header: str) -> Errors:
    """The file of a player's standard error, open at its end with a line that begins a new game."""
    path = Path(folder) / (re.sub(r"[^\w.+=,-]+", "_", name)[:100] + ".log")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and path.stat().st_size > MOST_IN_A_FILE:
            path.replace(path.with_suffix(".old.log"))
        file = path.open("ab", buffering=0)
        errors = Errors(file)
        file.write(f"=== {datetime.now(UTC).isoformat(timespec='seconds')} {one_line(header)}\n".encode())
    except OSError as error:
        warnings.warn(f"{path} cannot be written: {error.strerror}; what {name} says there is not kept", stacklevel=2)
        return Errors()
    return errors
