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
        self.saved, self.took = time.monotonic(), 0.0

    def load(self, table: Ints) -> bool:
        """Fills the table with what was saved; False if there is no file. BadProof if it is of something else, or is
        damaged; the table may then hold some of it."""
        try:
            with open(self.path, "rb") as file:
                self._check(file.readline(10_000))
                found = 0
                for first in range(0, len(table), CHUNK):  # so that no second table is needed
                    words = np.frombuffer(file.read(8 * len(table[first : first + CHUNK])), np.int64)
                    table[first : first + CHUNK] = words
                    found = zlib.crc32(words.data, found)
                sound = file.read() == np.array([found], np.int64).tobytes()
        except FileNotFoundError:
            return False
        except (UnicodeDecodeError, ValueError, KeyError):
            raise BadProof(f"{self.path} is damaged or no checkpoint; remove it to start anew") from None
        if not sound:
            raise BadProof(f"{self.path} is damaged; remove it to start anew")
        return True

    def _check(self, line: bytes) -> None:
        """BadProof if a header does not belong to what is solved here."""
        header = json.loads(line)
        for name, value in self.identity.items():
            if header[name] != value:
                told = f"{self.path} is the checkpoint of another solve: its {name} is {header[name]!r}, not {value!r}"
                raise BadProof(f"{told}; give another file, or the same arguments")

    def save_if_due(self, table: Ints) -> None:
        """Saves the table if it is time to: large ones take long, so that no more than a tenth of the time is spent."""
        if time.monotonic() - self.saved >= max(self.seconds, 10 * self.took):
            self.save(table)

    def save(self, table: Ints) -> None:
        """Writes the table; the file of before stays whole until this one is."""
        part, began, found = self.path.with_name(self.path.name + ".part"), time.monotonic(), 0
        try:
            with open(part, "wb") as file:
                file.write(json.dumps(self.identity).encode() + b"\n")
                for first in range(0, len(table), CHUNK):
                    words = np.array(table[first : first + CHUNK])  # as it is now: a search may go on writing
                    found = zlib.crc32(words.data, found)
                    file.write(words.data)
                file.write(np.array([found], np.int64).tobytes())
                file.flush()
                os.fsync(file.fileno())
            os.replace(part, self.path)
        except BaseException:
            with suppress(OSError):
                part.unlink()
            raise
        self.saved = time.monotonic()
        self.took = self.saved - began


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
