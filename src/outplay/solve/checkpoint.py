"""The file by which a long solve goes on after it was ended, even by `kill -9`: the table of what was found out."""

import json
import os
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import numpy as np

from outplay.core.arrays import Ints
from outplay.core.errors import BadProof
from outplay.core.locks import Taken, locked
from outplay.core.paths import check_place

VERSION = 1
SAVE_SECONDS = 60.0
CHUNK = 1 << 24


class Checkpoint:
    """A table on disk, with what it belongs to. `identity` are the game, its rules, the position and the method."""

    def __init__(self, path: Path, identity: dict[str, Any], seconds: float = SAVE_SECONDS) -> None:
        self.path, self.identity, self.seconds = path, {"version": VERSION, **identity}, seconds
        self.saved = time.monotonic()

    def load(self, table: Ints) -> bool:
        """Fills the table with what was saved; False if there is no file. BadProof if it is of something else."""
        try:
            with open(self.path, "rb") as file:
                self._check(file.readline(10_000))
                words = np.frombuffer(file.read(), np.int64)
        except FileNotFoundError:
            return False
        except (UnicodeDecodeError, ValueError, KeyError):
            raise BadProof(f"{self.path} is damaged or no checkpoint; remove it to start anew") from None
        if len(words) != len(table) + 1 or checksum(words[:-1]) != words[-1]:
            raise BadProof(f"{self.path} is damaged; remove it to start anew")
        table[:] = words[:-1]
        return True

    def _check(self, line: bytes) -> None:
        """BadProof if a header does not belong to what is solved here."""
        header = json.loads(line)
        for name, value in self.identity.items():
            if header[name] != value:
                told = f"{self.path} is the checkpoint of another solve: its {name} is {header[name]!r}, not {value!r}"
                raise BadProof(f"{told}; give another file, or the same arguments")

    def save_if_due(self, table: Ints) -> None:
        if time.monotonic() - self.saved >= self.seconds:
            self.save(table)

    def save(self, table: Ints) -> None:
        """Writes the table; the file of before stays whole until this one is."""
        part = self.path.with_name(self.path.name + ".part")
        try:
            with open(part, "wb") as file:
                file.write(json.dumps(self.identity).encode() + b"\n")
                words = np.array(table)  # as it is now: a search may go on writing
                file.write(words.data)
                file.write(np.array([checksum(words)], np.int64).tobytes())
                file.flush()
                os.fsync(file.fileno())
            os.replace(part, self.path)
        except BaseException:
            with suppress(OSError):
                part.unlink()
            raise
        self.saved = time.monotonic()


def checksum(words: Ints) -> int:
    found = 0
    for first in range(0, len(words), CHUNK):
        found = zlib.crc32(np.ascontiguousarray(words[first : first + CHUNK]).data, found)
    return found


@contextmanager
def held(path: Path | None) -> Iterator[None]:
    """Holds a checkpoint's lock within the block, so that no second solver uses the same file."""
    if path is None:
        yield
        return
    check_place(path, BadProof)
    try:
        with locked(path.with_name(path.name + ".lock")):
            yield
    except Taken:
        raise BadProof(f"another solver is using the checkpoint {path}") from None
