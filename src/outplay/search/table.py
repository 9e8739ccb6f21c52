"""The transposition table: what was found out about positions, in one block of memory.

A position is known by 64 bits of hash, and an entry is two words of 64 bits:

    word 0    hash ^ word 1
    word 1    bits  0-23  the move + 1, 0 for none
              bits 24-25  kind: 1 the value is a lower bound, 2 an upper bound, 3 exact
              bit  26     complete: every line below was played to its end, so the value does not depend on depth
              bits 27-34  depth
              bits 35-40  age
              bits 41-63  value, offset so that it is never negative

Four entries are a bucket, one cache line; the hash's low bits choose it. Since word 0 depends on word 1, an entry that
two threads wrote half of each matches no position: no locks are needed. A new entry replaces the one of the same
position, or else the least useful of the bucket: old ones first, then the least deep.
"""

ENTRY_WORDS, BUCKET_ENTRIES = 2, 4
BUCKET_WORDS = ENTRY_WORDS * BUCKET_ENTRIES

LOWER, UPPER, EXACT = 1, 2, 3

MOVE_BITS, DEPTH_BITS, AGE_BITS, VALUE_BITS = 24, 8, 6, 23
KIND_AT = MOVE_BITS
COMPLETE_AT = KIND_AT + 2
DEPTH_AT = COMPLETE_AT + 1
AGE_AT = DEPTH_AT + DEPTH_BITS
VALUE_AT = AGE_AT + AGE_BITS
MOVE_MASK, DEPTH_MASK, AGE_MASK = (1 << MOVE_BITS) - 1, (1 << DEPTH_BITS) - 1, (1 << AGE_BITS) - 1
VALUE_MASK, OFFSET = (1 << VALUE_BITS) - 1, 1 << VALUE_BITS - 1
"""Values lie within OFFSET of 0."""
