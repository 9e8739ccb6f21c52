"""The compile cache: a folder with one file for each entry, named by a digest of everything that was compiled in.

An entry is a checksum and a pickle. It is written to a temporary file and renamed, so that several processes may
write at once and a killed one leaves no partial entry. An entry that cannot be read is compiled again; one that cannot
be written is not cached. Both give a warning.
"""

import hashlib
import os
import pickle
import tempfile
import warnings
from pathlib import Path
from typing import Any

from outplay.core.machine import cache_folder

CHECKSUM = hashlib.sha256().digest_size
SUFFIX = ".machine-code"


class CacheWarning(UserWarning):
    """The compile cache could not be used: everything works, but starts slower."""


def folder() -> Path:
    """The folder of the cache."""
    return cache_folder()


def entries() -> list[Path]:
    """The files of all entries, and temporary files of processes that were killed."""
    return sorted(p for p in folder().glob(f"*{SUFFIX}*") if p.is_file())


def load(name: str) -> Any | None:
    """The entry of that name; None if there is none or it is damaged."""
    path = folder() / (name + SUFFIX)
    try:
        data = path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        warn(f"cannot read the compile cache ({error.strerror}: {path})")
        return None
    payload = data[CHECKSUM:]
    if hashlib.sha256(payload).digest() != data[:CHECKSUM]:
        warn(f"a damaged entry of the compile cache is compiled again: {path}")
        return None
    return pickle.loads(payload)


def save(name: str, payload: bytes) -> None:
    path = folder() / (name + SUFFIX)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, partial = tempfile.mkstemp(prefix=path.name + ".", dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(hashlib.sha256(payload).digest() + payload)
            os.replace(partial, path)
        except BaseException:
            os.unlink(partial)
            raise
    except OSError as error:
        warn(f"compiled code cannot be kept ({error.strerror}: {path.parent}); set OUTPLAY_CACHE to another folder")


def clear() -> int:
    """Removes all entries; returns how many there were."""
    removed = 0
    for path in entries():
        path.unlink(missing_ok=True)
        removed += 1
    return removed


def warn(message: str) -> None:
    warnings.warn(message, CacheWarning, stacklevel=2)
