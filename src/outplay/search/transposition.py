"""The transposition table: what was found out about positions, in one block of memory that threads share.

A position is known by 64 bits of hash, and an entry is two words of 64 bits:

    word 0    hash ^ word 1
    word 1    bits  0-19  the move + 1, 0 for none
              bits 20-21  kind: 1 the value is a lower bound, 2 an upper bound, 3 exact
              bit  22     complete: every line below was played to its end, so the value does not depend on depth
              bits 23-30  depth; of a complete entry the plies in which the winner makes it certain
              bits 31-34  age
              bits 35-63  value, with its sign

Four entries are a bucket, one cache line; the hash's high bits choose it. Since word 0 depends on word 1, an entry that
two threads wrote half of each matches no position: no locks are needed. A new entry replaces the one of the same
position, or else the least useful of the bucket: old ones first, then the least deep.

Before the buckets stands a small board on which threads write the moves that they are searching, BUSY_WORDS long. It
is only advice: that two threads may overwrite each other's words does no harm.
"""

from outplay.core.arrays import Ints
from outplay.search.thread_state import AGE, BUCKETS

ENTRY_WORDS, BUCKET_ENTRIES = 2, 4
BUCKET_WORDS = ENTRY_WORDS * BUCKET_ENTRIES

LOWER, UPPER, EXACT = 1, 2, 3

MOVE_BITS, DEPTH_BITS, AGE_BITS = 20, 8, 4
KIND_AT = MOVE_BITS
COMPLETE_AT = KIND_AT + 2
DEPTH_AT = COMPLETE_AT + 1
AGE_AT = DEPTH_AT + DEPTH_BITS
VALUE_AT = AGE_AT + AGE_BITS
MOVE_MASK, DEPTH_MASK, AGE_MASK = (1 << MOVE_BITS) - 1, (1 << DEPTH_BITS) - 1, (1 << AGE_BITS) - 1

BUSY_WAYS = 4
BUSY_MASK = 4092
BUSY_WORDS = BUSY_MASK + BUSY_WAYS


def table_words(buckets: int) -> int:
    return BUSY_WORDS + max(1, buckets) * BUCKET_WORDS


def bucket_of(key: int, buckets: int) -> int:
    """Where the bucket of a position begins."""
    return BUSY_WORDS + ((key >> 32 & 0x7FFFFFFF) * buckets >> 31) * BUCKET_WORDS


def probe(key: int, work: Ints, table: Ints) -> int:
    """Word 1 of the entry of a position, 0 if there is none."""
    bucket = bucket_of(key, int(work[BUCKETS]))
    for i in range(BUCKET_ENTRIES):
        data = int(table[bucket + ENTRY_WORDS * i + 1])
        if int(table[bucket + ENTRY_WORDS * i]) ^ data == key and data != 0:
            return data
    return 0


def store(key: int, value: int, complete: int, kind: int, depth: int, move: int, work: Ints, table: Ints) -> None:
    """Keeps what was found, if there are buckets; `depth` is the number of plies if it is complete."""
    if work[BUCKETS] == 0:
        return
    bucket = bucket_of(key, int(work[BUCKETS]))
    chosen = bucket
    least = 1 << 30
    for i in range(BUCKET_ENTRIES):
        at = bucket + ENTRY_WORDS * i
        data = int(table[at + 1])
        if data == 0 or int(table[at]) ^ data == key:
            chosen = at
            break
        use = data >> DEPTH_AT & DEPTH_MASK
        if data >> AGE_AT & AGE_MASK != work[AGE]:
            use -= 512
        if use < least:
            least = use
            chosen = at
    data = (
        value << VALUE_AT
        | int(work[AGE]) << AGE_AT
        | min(depth, DEPTH_MASK) << DEPTH_AT
        | complete << COMPLETE_AT
        | kind << KIND_AT
        | (move + 1 if move < MOVE_MASK else 0)
    )
    table[chosen] = key ^ data
    table[chosen + 1] = data


def is_busy(key: int, move: int, table: Ints) -> bool:
    """Whether some thread is searching a move of a position."""
    name = key ^ (move + 1)
    first = name & BUSY_MASK
    found = False
    for i in range(BUSY_WAYS):
        found = found or table[first + i] == name
    return found


def set_busy(key: int, move: int, table: Ints) -> None:
    name = key ^ (move + 1)
    first = name & BUSY_MASK
    chosen = first
    for i in range(BUSY_WAYS):
        if table[first + i] == 0:
            chosen = first + i
    table[chosen] = name


def clear_busy(key: int, move: int, table: Ints) -> None:
    name = key ^ (move + 1)
    first = name & BUSY_MASK
    for i in range(BUSY_WAYS):
        if table[first + i] == name:
            table[first + i] = 0
