"""The transposition table: what was found out about positions, in one block of memory that threads share.

A position is known by its key, 64 bits of hash. An entry is two words of 64 bits:

    word 0    key ^ word 1
    word 1    bits  0-19  move + 1, or 0 for no move
              bits 20-21  bound: LOWER 1, UPPER 2, EXACT 3; never 0, so that word 1 is 0 only in an empty entry
              bit  22     proven: the value does not depend on the depth
              bits 23-30  depth that was searched; of a proven entry the plies in which the winner makes it certain
              bits 31-34  age: the number of the search that wrote it, modulo 16
              bits 35-63  value, with its sign

Four entries are a bucket, one cache line; bits 32-62 of the key choose it. Since word 0 depends on word 1, an entry of
which two threads wrote one word each matches no position: no locks are needed. A new entry replaces the one of the same
position, or else the least useful one of the bucket: those of older searches first, then the least deep.

The words before the buckets belong to `abdada`.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from outplay.core.arrays import Ints
from outplay.core.hashing import state_hash
from outplay.search.abdada import BUSY_WORDS
from outplay.search.hooks import Hooks
from outplay.search.thread_state import AGE, BUCKETS, EXCLUDED, SYMMETRIC_ROOT
from outplay.search.values import NO_RESULT, pack_result

ENTRY_WORDS, BUCKET_ENTRIES = 2, 4
BUCKET_WORDS = ENTRY_WORDS * BUCKET_ENTRIES

NO_BOUND, LOWER, UPPER, EXACT = 0, 1, 2, 3

MOVE_BITS, DEPTH_BITS, AGE_BITS = 20, 8, 4
BOUND_AT = MOVE_BITS
PROVEN_AT = BOUND_AT + 2
DEPTH_AT = PROVEN_AT + 1
AGE_AT = DEPTH_AT + DEPTH_BITS
VALUE_AT = AGE_AT + AGE_BITS
MOVE_MASK, MAX_DEPTH, AGE_MASK = (1 << MOVE_BITS) - 1, (1 << DEPTH_BITS) - 1, (1 << AGE_BITS) - 1

SYMMETRIC_PLIES = 8
"""Canonical hashes are used down to this ply, below a symmetric root: elsewhere they cost more than they save."""
CANONICAL_SALT = 0x1B03738712FAD5C9
"""Keeps entries of canonical hashes apart from those of the positions themselves: they hold no move."""


class Entry(NamedTuple):
    """What the table knows of a position."""

    move: int
    """The best move that was found, -1 for none."""
    bound: int
    """What `value` is: LOWER, UPPER or EXACT; NO_BOUND if the table knows nothing."""
    proven: int
    """1 if the value does not depend on the depth."""
    depth: int
    """The depth that was searched; of a proven entry the plies in which the winner makes it certain."""
    value: int
    """The value for the side to move, less the value of the settled margin."""


class Lookup(NamedTuple):
    """What a node gets from the table."""

    result: int
    """A packed result that settles the node, or NO_RESULT."""
    key: int
    """The key of the position."""
    canonical: int
    """The key that symmetric positions share, where canonical hashes are used; else the same as `key`."""
    entry: Entry
    """The entry of `key`."""


def table_words(buckets: int) -> int:
    """The length of the shared array for so many buckets."""
    return BUSY_WORDS + max(1, buckets) * BUCKET_WORDS


def bucket_of(key: int, buckets: int) -> int:
    """Where the bucket of a position begins."""
    return BUSY_WORDS + ((key >> 32 & 0x7FFFFFFF) * buckets >> 31) * BUCKET_WORDS


def unpack(data: int) -> Entry:
    """Word 1 of an entry; 0 gives an entry without bound and move."""
    move = (data & MOVE_MASK) - 1
    bound = data >> BOUND_AT & EXACT
    return Entry(move, bound, data >> PROVEN_AT & 1, data >> DEPTH_AT & MAX_DEPTH, data >> VALUE_AT)


def probe(key: int, thread: Ints, table: Ints) -> Entry:
    """The entry of a position."""
    bucket = bucket_of(key, int(thread[BUCKETS]))
    found = 0
    for i in range(BUCKET_ENTRIES):
        data = int(table[bucket + ENTRY_WORDS * i + 1])
        if int(table[bucket + ENTRY_WORDS * i]) ^ data == key:
            found = data
            break
    return unpack(found)


def store(key: int, move: int, bound: int, proven: int, depth: int, value: int, thread: Ints, table: Ints) -> None:
    """Writes the entry of a position, if the table has buckets. A move that does not fit is not kept."""
    assert LOWER <= bound <= EXACT
    assert proven in (0, 1)
    assert depth >= 0
    assert abs(value) < 1 << 63 - VALUE_AT
    if thread[BUCKETS] == 0:
        return
    bucket = bucket_of(key, int(thread[BUCKETS]))
    chosen = bucket
    least = 1 << 30
    for i in range(BUCKET_ENTRIES):
        at = bucket + ENTRY_WORDS * i
        data = int(table[at + 1])
        if data == 0 or int(table[at]) ^ data == key:
            chosen = at
            break
        use = data >> DEPTH_AT & MAX_DEPTH
        if data >> AGE_AT & AGE_MASK != thread[AGE]:
            use -= 512
        if use < least:
            least = use
            chosen = at
    data = (
        value << VALUE_AT
        | int(thread[AGE]) << AGE_AT
        | min(depth, MAX_DEPTH) << DEPTH_AT
        | proven << PROVEN_AT
        | bound << BOUND_AT
        | (move + 1 if move < MOVE_MASK else 0)
    )
    table[chosen] = key ^ data
    table[chosen + 1] = data


def usable(entry: Entry, depth: int, alpha: int, beta: int, settled: int) -> int:
    """The packed result that an entry gives for a depth and a window, or NO_RESULT."""
    if entry.bound == NO_BOUND or not (entry.proven or entry.depth >= depth):
        return NO_RESULT
    value = entry.value + settled
    if entry.bound == EXACT or (entry.bound == LOWER and value >= beta) or (entry.bound == UPPER and value <= alpha):
        return pack_result(value, entry.depth, entry.proven)
    return NO_RESULT


def canonical_keys(hooks: Hooks) -> Callable[[Any, int, int, Ints], int]:
    """Makes the function that gives the key which symmetric positions share, or `key` where none is used."""
    canonical_hash = hooks.canonical_hash

    def no_canonical_key(named: Any, key: int, ply: int, thread: Ints) -> int:
        return key

    if canonical_hash is None:
        return no_canonical_key

    def canonical_key(named: Any, key: int, ply: int, thread: Ints) -> int:
        if thread[SYMMETRIC_ROOT] and ply < SYMMETRIC_PLIES:
            return canonical_hash(named) ^ CANONICAL_SALT
        return key

    return canonical_key


def table_lookup(hooks: Hooks) -> Callable[..., Lookup]:
    """Makes the function that asks the table about a node. The root is always searched: its move is wanted."""
    key_state, canonical_key = hooks.key_state, canonical_keys(hooks)

    def look_up(
        state: Any, depth: int, alpha: int, beta: int, settled: int, ply: int, thread: Ints, table: Ints
    ) -> Lookup:
        named = key_state(state)
        key = state_hash(named)
        canonical = key
        entry = probe(key, thread, table)
        result = NO_RESULT
        if ply > 0:
            result = usable(entry, depth, alpha, beta, settled)
            if result == NO_RESULT:
                canonical = canonical_key(named, key, ply, thread)
                if canonical != key:
                    result = usable(probe(canonical, thread, table), depth, alpha, beta, settled)
        return Lookup(result, key, canonical, entry)

    return look_up


def remember(
    found: Lookup, move: int, bound: int, proven: int, depth: int, value: int, ply: int, thread: Ints, table: Ints
) -> None:
    """Stores what was found about a node, unless it is a root with excluded moves."""
    if ply > 0 or thread[EXCLUDED] == 0:
        store(found.key, move, bound, proven, depth, value, thread, table)
        if found.canonical != found.key:
            store(found.canonical, -1, bound, proven, depth, value, thread, table)
