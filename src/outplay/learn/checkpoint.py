"""The file by which a training goes on after it was interrupted; it lies beside the network's."""

import io
import json
import struct
import zipfile
import zlib
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from outplay.core.errors import BadNetwork
from outplay.core.network import write_whole

VERSION = 1
DAMAGE = (
    *(OSError, EOFError, ValueError, LookupError, TypeError, AttributeError, RuntimeError),
    *(zipfile.BadZipFile, zlib.error, struct.error),
)
"""What reading a damaged archive may raise."""


class Checkpoint(NamedTuple):
    rules: str
    """The digest of the rules."""
    hidden: int
    scale: float
    """The margin that the value 1 stands for."""
    seconds: float
    generations: list[Any]
    """Rows of `Generation`."""
    vector: NDArray[np.float32]
    """The weights of the best network; empty if none was kept."""


def checkpoint_path(path: Path) -> Path:
    return path.with_name(path.name + ".training")


def save_checkpoint(path: Path, checkpoint: Checkpoint) -> None:
    told = json.dumps({"version": VERSION, **checkpoint._replace(vector=None)._asdict()})  # type: ignore[arg-type]
    file = io.BytesIO()
    np.savez(file, told=np.frombuffer(told.encode(), np.uint8), vector=checkpoint.vector)
    write_whole(checkpoint_path(path), file.getvalue())


def load_checkpoint(path: Path) -> Checkpoint | None:
    """The checkpoint beside a network's file; None if there is none. BadNetwork if it cannot be used."""
    where = checkpoint_path(path)
    if not where.exists():
        return None
    try:
        with np.load(io.BytesIO(where.read_bytes()), allow_pickle=False) as arrays:
            told = json.loads(arrays["told"].tobytes())
            vector = arrays["vector"].astype(np.float32)
        version = told.pop("version")
        if version == VERSION:
            return sound(Checkpoint(**{**told, "vector": vector}))
    except DAMAGE:
        raise damaged(path) from None
    raise BadNetwork(f"{where} has version {version!r}, and {VERSION} is known here; start anew with --fresh")


def sound(checkpoint: Checkpoint) -> Checkpoint:
    """The checkpoint, if its parts are what they should be; ValueError or TypeError if not."""
    rows = checkpoint.generations
    numbers = [checkpoint.hidden, checkpoint.scale, checkpoint.seconds, *(row[1] for row in rows)]
    good = all(len(row) == len(rows[0]) and len(row[4]) == 3 for row in rows) and checkpoint.vector.ndim == 1
    if not (good and rows and all(number >= 0 for number in numbers) and np.isfinite(checkpoint.vector).all()):
        raise ValueError
    return checkpoint


def damaged(path: Path) -> BadNetwork:
    where = checkpoint_path(path)
    return BadNetwork(f"{where} is damaged, so the training cannot go on; start anew with --fresh")
