"""The standard error of programs, and the files in which it is saved."""

import re
import warnings
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, NamedTuple

from outplay.core.records import one_line

MOST_KEPT = 1 << 20
"""Bytes that are saved of one game."""
MOST_IN_A_FILE = 16 << 20
"""Bytes above which a file is renamed to .old.log before a new game."""
MOST_SHOWN = 200
"""Characters of a line that messages contain."""


class LoggedGame(NamedTuple):
    """The game of an arena that a log tells about."""

    number: int
    opponent: str


class Errors:
    """Receives a program's standard error: keeps its last line, and writes its first MOST_KEPT bytes to a file, if one
    is given. Every line in the file begins with `prefix`: games that are played at the same time share a file."""

    def __init__(self, file: IO[bytes] | None = None, prefix: bytes = b"") -> None:
        self.file, self.prefix = file, prefix
        self.in_line = False
        """Whether the last byte that was written to the file did not end a line."""
        self.room = MOST_KEPT if file else 0
        self.tail = b""

    def take(self, data: bytes) -> None:
        self.tail = (self.tail + data)[-4 * MOST_SHOWN :]
        if data and self.file and self.room > 0:
            kept = self.prefixed(data)
            self.room -= len(kept)
            kept = kept if self.room >= 0 else kept[: self.room] + b"\n(there was more, which is not kept)\n"
            try:
                self.file.write(kept)
            except (OSError, ValueError):  # a full disk must not end a game
                self.room = 0

    def prefixed(self, data: bytes) -> bytes:
        """The data with the prefix at the beginning of each line."""
        text = (b"" if self.in_line else self.prefix) + data[:-1].replace(b"\n", b"\n" + self.prefix) + data[-1:]
        self.in_line = not data.endswith(b"\n")
        return text

    @property
    def last_line(self) -> str:
        lines = [shown(line.decode("utf-8", "replace")) for line in self.tail.split(b"\n")]
        return next((line for line in reversed(lines) if line), "")

    def close(self) -> None:
        if self.file:
            if self.in_line and self.room > 0:
                with suppress(OSError, ValueError):
                    self.file.write(b"\n")
            self.file.close()
            self.in_line = False


def shown(text: str) -> str:
    """The text as one short line that can be printed."""
    line = one_line(text)
    return line if len(line) <= MOST_SHOWN else f"{line[:MOST_SHOWN]}…"


def opened_log(folder: str, name: str, header: str, game: LoggedGame | None = None) -> Errors:
    """The file for a player's standard error, opened for appending, with a header line for a new game. The lines of a
    game of an arena begin with its number. If the file cannot be written, a warning is given and the output is not
    saved."""
    path = Path(folder) / (re.sub(r"[^\w.+=,-]+", "_", name)[:100] + ".log")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and path.stat().st_size > MOST_IN_A_FILE:
            path.replace(path.with_suffix(".old.log"))
        file = path.open("ab", buffering=0)
        errors = Errors(file, f"{game.number}: ".encode() if game else b"")
        header = f"game {game.number} against {game.opponent}, {header}" if game else header
        file.write(f"=== {datetime.now(UTC).isoformat(timespec='seconds')} {one_line(header)}\n".encode())
    except OSError as error:
        warnings.warn(f"{path} cannot be written: {error.strerror}; what {name} says there is not kept", stacklevel=2)
        return Errors()
    return errors
