"""The transposition table of the Squatter player of 2015, with a Zobrist hash of the board as its key.

Every cell has four random numbers: for a white piece, a black piece, a capture by White and a capture by Black. The
hash of a board is the exclusive or of the numbers of all pieces and captures; it is updated for the cells that a move
changes.

A bucket holds one entry of two words, and a position belongs to bucket `hash mod buckets`:

    word 0    the hash
    word 1    bits  0-1   kind: 1 the value is a lower bound, 2 an upper bound, 3 exact; 0 in an empty bucket
              bits  2-11  depth of the search, in plies
              bits 12-21  the best move
              bits 22-    value for the side to move, with its sign
"""

import random
from collections.abc import Callable
from typing import Any

import numpy as np

from outplay.core.arrays import Ints
from outplay.core.bits import lowest_bit

HASH_BITS = 62
SEED = 2015
WHITE_HOLDS = 2
"""The random numbers are in four rows with one number for each cell: white pieces, black pieces, held by White, held by
Black. WHITE_HOLDS is the third row."""

LOWER, UPPER, EXACT = 1, 2, 3
ENTRY_WORDS = 2
DEPTH_AT, MOVE_AT, VALUE_AT = 2, 12, 22
KIND_MASK, FIELD_MASK = 3, 1023


def zobrist_numbers(cells: int) -> Ints:
    generator = random.Random(SEED)
    return np.array([generator.getrandbits(HASH_BITS) for _ in range(4 * cells)], np.int64)


def empty_table(buckets: int) -> Ints:
    return np.zeros(ENTRY_WORDS * buckets, np.int64)


def whole_hash(state: Any, side: int, cells: int, numbers: Ints) -> int:
    """The hash of a board, computed from all its cells; `side` is 0 if White is to move."""
    key = 0
    for row, mask in (
        (side, state.mine),
        (1 - side, state.theirs),
        (WHITE_HOLDS + side, state.held),
        (WHITE_HOLDS + 1 - side, state.lost),
    ):
        for cell in range(cells):
            if mask >> cell & 1:
                key ^= int(numbers[row * cells + cell])
    return key


def hashing(cells: int) -> Callable[..., int]:
    """The function that computes the hash of a child from that of its parent."""

    def toggled(key: int, changed: int, row: int, numbers: Ints) -> int:
        while changed != 0:
            key ^= int(numbers[row * cells + lowest_bit(changed)])
            changed &= changed - 1
        return key

    def hash_after(key: int, state: Any, child: Any, move: int, side: int, numbers: Ints) -> int:
        """The hash of `child`; `key` is that of `state`, and `side` made the move between them."""
        key ^= int(numbers[side * cells + move])
        key = toggled(key, state.held ^ child.lost, WHITE_HOLDS + side, numbers)
        return toggled(key, state.lost ^ child.held, WHITE_HOLDS + 1 - side, numbers)

    return hash_after


def probe(key: int, depth: int, buckets: int, table: Ints) -> int:
    """Word 1 of the position's entry if it was searched at least `depth` plies deep, otherwise 0."""
    at = ENTRY_WORDS * (key % buckets)
    data = int(table[at + 1])
    if table[at] == key and data >> DEPTH_AT & FIELD_MASK >= depth:
        return data
    return 0


def store(key: int, depth: int, kind: int, move: int, value: int, buckets: int, table: Ints) -> None:
    """Stores an entry in its bucket, unless the bucket holds a deeper entry, or one of another position as deep."""
    at = ENTRY_WORDS * (key % buckets)
    there = int(table[at + 1])
    least = (there >> DEPTH_AT & FIELD_MASK) + (0 if table[at] == key else 1)
    if there == 0 or depth >= least:
        table[at] = key
        table[at + 1] = value << VALUE_AT | move << MOVE_AT | depth << DEPTH_AT | kind
