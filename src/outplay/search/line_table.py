"""The table of `line_draws`. Symmetric positions share an entry; what cannot be part of a line is in no key."""

from outplay.core.arrays import Ints
from outplay.core.bits import lowest_bit
from outplay.search.line_survey import (
    BUCKETS,
    COUNTER,
    ENTRIES,
    FULL,
    IMAGE,
    IMAGE_COUNT,
    IMAGES,
    INVERSE,
    MOST_CELLS,
    RANDOM,
    cover_of,
    open_lines,
    without,
)

ENTRY_WORDS, BUCKET_ENTRIES = 4, 4
BUCKET_WORDS = ENTRY_WORDS * BUCKET_ENTRIES
"""An entry: key; proof number << 32 | disproof number; zone; nodes."""


def key_of(attacker: int, defender: int, turn: int, work: Ints) -> int:
    """The key that positions share which are the same but for a symmetry and for cells that are in no open line.

    It is a multiple of IMAGES, plus the number of the symmetry that turns the position to the one of the key.
    """
    mine = cover_of(open_lines(defender, work), work)
    theirs = cover_of(open_lines(attacker, work), work) if work[COUNTER] else 0
    free = without(int(work[FULL]), attacker | defender) & (mine | theirs)
    best, number = 0, 0
    for image in range(int(work[IMAGE_COUNT])):
        at = IMAGE + image * MOST_CELLS
        key = int(work[RANDOM + 3 * MOST_CELLS]) if turn else 0
        cells = attacker & mine
        while cells:
            key ^= int(work[RANDOM + int(work[at + lowest_bit(cells)])])
            cells &= cells - 1
        cells = defender & theirs
        while cells:
            key ^= int(work[RANDOM + MOST_CELLS + int(work[at + lowest_bit(cells)])])
            cells &= cells - 1
        cells = free
        while cells:
            key ^= int(work[RANDOM + 2 * MOST_CELLS + int(work[at + lowest_bit(cells)])])
            cells &= cells - 1
        if image == 0 or key < best:
            best, number = key, image
    return (best ^ (best & (IMAGES - 1))) | number


def turned_cells(cells: int, at: int, work: Ints) -> int:
    """The images of some cells; `at` is where the table of images begins."""
    found = 0
    while cells:
        found |= 1 << int(work[at + lowest_bit(cells)])
        cells &= cells - 1
    return found


def find(key: int, work: Ints, table: Ints) -> int:
    """Where the entry of a key stands in the table; -1 if there is none."""
    bucket = (key >> 3) % int(work[BUCKETS]) * BUCKET_WORDS
    name = key | (IMAGES - 1)
    for i in range(BUCKET_ENTRIES):
        at = bucket + i * ENTRY_WORDS
        if table[at] == name:
            return at
    return -1


def keep(key: int, proof: int, disproof: int, zone: int, nodes: int, work: Ints, table: Ints) -> None:
    """Writes an entry: over the one of the same key, into an empty place, or over the one that took the least work."""
    at = find(key, work, table)
    if at < 0:
        bucket = (key >> 3) % int(work[BUCKETS]) * BUCKET_WORDS
        at = bucket
        for i in range(BUCKET_ENTRIES):
            other = bucket + i * ENTRY_WORDS
            if table[other] == 0:
                at = other
                work[ENTRIES] += 1
                break
            if table[other + 3] < table[at + 3]:
                at = other
        table[at + 3] = 0
    table[at] = key | (IMAGES - 1)
    table[at + 1] = proof << 32 | disproof
    table[at + 2] = turned_cells(zone, IMAGE + (key & (IMAGES - 1)) * MOST_CELLS, work)
    table[at + 3] += nodes


def zone_of(key: int, at: int, work: Ints, table: Ints) -> int:
    """The zone of an entry, turned back."""
    return turned_cells(int(table[at + 2]), INVERSE + (key & (IMAGES - 1)) * MOST_CELLS, work)
