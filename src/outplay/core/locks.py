"""A lock that processes take on a file: who comes second is refused, and the end of a process frees it."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

HELD = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)
"""What the system answers if another process holds the lock; other answers mean that it knows no locks there."""


class Taken(Exception):
    """Another process holds the lock."""


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Holds the lock that a file stands for within the block; the file is made, and removed where that is possible.

    Raises Taken if another process, or another block of this one, holds it, and OSError if the file cannot be made.
    """
    handle = opened(path)
    try:
        yield
    finally:
        with suppress(OSError):
            path.unlink()  # while it is locked: who opened it before finds another file, or none, and tries again
        os.close(handle)


def opened(path: Path) -> int:
    """The file, open and locked."""
    while True:
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            lock(handle)
            if is_same(handle, path):
                return handle
        except OSError as error:
            os.close(handle)
            if error.errno in HELD:
                raise Taken from None
            raise
        os.close(handle)


def lock(handle: int) -> None:
    """Locks an open file; OSError with an errno of HELD if it is locked already. A system that knows no locks is used
    without."""
    try:
        import fcntl
    except ImportError:
        with suppress(ImportError):
            import msvcrt  # Windows

            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined, unused-ignore]
        return
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in HELD:
            raise


def is_same(handle: int, path: Path) -> bool:
    """Whether a path still names the file that is open: another process may have removed it before it was locked."""
    try:
        return os.path.samestat(os.fstat(handle), os.stat(path))
    except FileNotFoundError:
        return False
