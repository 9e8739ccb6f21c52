"""A file to which results are added one by one, each as a line of JSON: nothing that is in it is lost by `kill -9`.

    with Journal(path, {"what": "values by size"}) as journal:
        journal.records                 # those of earlier runs
        journal.add({"game": "kalah:3,3", …})

The first line says what the file is. A last line that was not written to its end is dropped when the file is opened.
"""

import json
import os
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Self

from outplay.core.errors import BadProof
from outplay.core.locks import Taken, locked
from outplay.core.paths import check_place

VERSION = 1


class Journal:
    """The file at a path, which is made if it is not there. `identity` is its first line; BadProof if a file has
    another one, or if another process has it open."""

    def __init__(self, path: Path, identity: dict[str, Any]) -> None:
        check_place(path, BadProof)
        self.path, self.identity = path, {"version": VERSION, **identity}
        self.records: list[dict[str, Any]] = []
        self.held = ExitStack()
        self.handle = -1

    def __enter__(self) -> Self:
        try:
            self.held.enter_context(locked(self.path.with_name(self.path.name + ".lock")))
        except Taken:
            raise BadProof(f"another process is writing to {self.path}; wait for it, or give another file") from None
        try:
            self.handle = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
            self.held.callback(os.close, self.handle)
            self.read()
        except BaseException:
            self.held.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.held.close()

    def read(self) -> None:
        """Reads the records, and drops a last line that is not whole."""
        data = self.path.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        lines = whole.splitlines()
        self.check(lines[0] if lines else data)
        if len(whole) < len(data):
            os.truncate(self.handle, len(whole))
        if not lines:
            self.add(self.identity)
        self.records = [self.parsed(number, line) for number, line in enumerate(lines[1:], 2)]

    def check(self, first: bytes) -> None:
        """BadProof if the first line is neither this journal's nor the beginning of it."""
        if self.line(self.identity).startswith(first):
            return
        try:
            told = json.loads(first)
            name = next(name for name, value in self.identity.items() if told[name] != value)
        except (ValueError, KeyError, TypeError, StopIteration):
            raise BadProof(f"{self.path} is another kind of file; give another one") from None
        words = f"its {name} is {told[name]!r}, not {self.identity[name]!r}"
        raise BadProof(f"{self.path} is of something else: {words}; give another file")

    def parsed(self, number: int, line: bytes) -> dict[str, Any]:
        try:
            record = json.loads(line)
        except ValueError:
            record = None
        if not isinstance(record, dict):
            raise BadProof(f"{self.path} is damaged in line {number}; remove that line, or give another file")
        return record

    @staticmethod
    def line(record: dict[str, Any]) -> bytes:
        return json.dumps(record).encode() + b"\n"

    def add(self, record: dict[str, Any]) -> None:
        """Writes a record to the disk."""
        try:
            data = self.line(record)
            if os.write(self.handle, data) < len(data):
                raise OSError(0, "the disk is full")
            os.fsync(self.handle)
        except OSError as error:
            raise BadProof(f"{self.path} cannot be written: {error.strerror or error}") from None
        self.records.append(record)
