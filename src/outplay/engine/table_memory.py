"""The memory of the transposition table, which the system hands out when it is first touched.

To touch 4 GB takes seconds, so an engine with a large table would be slow to make. The first part is touched at once
and is all that a short search uses; the rest is touched by a thread of low priority, while searches are running.
"""

import os
import threading
import time
import weakref
from contextlib import suppress

import numpy as np

from outplay.core.arrays import Ints
from outplay.search.abdada import BUSY_WORDS
from outplay.search.transposition import BUCKET_WORDS, table_words

FIRST_WORDS = (64 << 20) // 8
"""What is touched before an engine is ready: 64 MB."""
STEP_WORDS = (16 << 20) // 8
"""What is touched in one step."""
PAGE_WORDS = 4096 // 8
"""The smallest piece of memory that a system hands out."""
PATIENCE = 4
"""A search uses the whole table if it has this many times the seconds that touching the rest is expected to take."""
LOWEST_PRIORITY = 19


class TableMemory:
    """An array of zeros. `words` is all of it; the part in front of `touched` words is there already."""

    def __init__(self, table_mb: int) -> None:
        self.buckets = max(1, ((table_mb << 20) // 8 - BUSY_WORDS) // BUCKET_WORDS)
        self.words = zeros(table_words(self.buckets))
        self.touched = min(FIRST_WORDS, len(self.words))
        self.in_use = 0
        """The number of buckets that the last search used."""
        self.written = 0
        """The number of words in front that searches may have written to."""
        began = time.perf_counter()
        touch(self.words[: self.touched])
        self.seconds_a_word = (time.perf_counter() - began) / self.touched
        if self.touched < len(self.words):
            threading.Thread(target=touch_rest, args=(weakref.ref(self),), daemon=True).start()

    def buckets_for(self, seconds: float) -> int:
        """The number of buckets in front that a search of so many seconds uses: those that are touched already, if
        it is too short to wait for more.

        A search finds nothing that was stored with another number of buckets, so the number grows seldom: when it
        doubles, or all is touched.
        """
        rest = len(self.words) - self.touched
        if seconds >= PATIENCE * rest * self.seconds_a_word:
            chosen = self.buckets
        else:
            chosen = (self.touched - BUSY_WORDS) // BUCKET_WORDS
        if chosen == self.buckets or chosen >= 2 * self.in_use:
            self.in_use = chosen
            self.written = max(self.written, table_words(chosen))
        return self.in_use

    def clear(self) -> None:
        """Makes all of it zero again."""
        self.words[: self.written] = 0
        self.written = table_words(self.in_use) if self.in_use else 0


def zeros(number: int) -> Ints:
    """So many words from the beginning of a cache line on, which a bucket then fills."""
    words = np.zeros(number + BUCKET_WORDS, np.int64)
    first = -(words.ctypes.data // 8) % BUCKET_WORDS
    return words[first : first + number]


def touch(words: Ints) -> None:
    """Writes to every page without changing what it holds.

    If a search writes to the same word at this moment, what it wrote may be lost. The entry then matches no position,
    as if another thread had written it: see `outplay.search.transposition`.
    """
    words[::PAGE_WORDS] |= 0


def touch_rest(reference: "weakref.ref[TableMemory]") -> None:
    """Touches what is not touched yet, step by step, as long as the memory is needed."""
    with suppress(AttributeError, OSError):  # not every system has priorities for threads
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), LOWEST_PRIORITY)
    while (memory := reference()) and memory.touched < len(memory.words):
        step = memory.words[memory.touched : memory.touched + STEP_WORDS]
        touch(step)
        memory.touched += len(step)
        del memory, step
