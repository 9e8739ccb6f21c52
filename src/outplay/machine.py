"""What the machine has, and what it should not do in the middle of a search."""

import gc
import os


def settle() -> None:
    """Sets aside what compiling left behind: the garbage collector would walk through it in the middle of a search.

    That takes up to 200 ms. What was set aside before and is no longer used is collected now.
    """
    gc.unfreeze()
    gc.collect()
    gc.freeze()


def processors() -> int:
    """How many processors this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        return os.cpu_count() or 1


def memory_mb() -> int:
    """How much memory the machine has."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") >> 20
    except (AttributeError, ValueError, OSError):
        return 4096
