"""A 64-bit hash of a state, the same in compiled code and in plain Python.

Each 64-bit word of each field is multiplied by its own random 128-bit number; bits 64 to 127 of the sum are the hash.
Two different states then collide about as often as two random numbers, whichever bits they differ in. Words that are 0
add nothing, so the hash does not depend on the width of an integer.
"""

from typing import Any

WORD_MASK = (1 << 64) - 1
WORDS = 80
"""The largest number of words of a field: a board of 70 x 70 has 77."""

GOLDEN = 0x9E3779B97F4A7C15


def splitmix(number: int) -> int:
    """Number `number` of the splitmix64 sequence."""
    z = GOLDEN * (number + 1) & WORD_MASK
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & WORD_MASK
    z = (z ^ z >> 27) * 0x94D049BB133111EB & WORD_MASK
    return z ^ z >> 31


def multiplier(field: int, word: int) -> int:
    """The odd 128-bit multiplier of a word of a field."""
    number = 2 * (field * WORDS + word)
    return splitmix(number) << 64 | splitmix(number + 1) | 1


def state_hash(state: Any) -> int:
    """The hash of a state as a signed 64-bit integer."""
    total = 0
    for field, value in enumerate(state):
        word = 0
        while value:
            total += (value & WORD_MASK) * multiplier(field, word)
            value >>= 64
            word += 1
    key = total >> 64 & WORD_MASK
    return key - (1 << 64) if key >> 63 else key
