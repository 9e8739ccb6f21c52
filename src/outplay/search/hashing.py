"""64 bits for a state, the same as machine code and as plain Python.

Each 64-bit word of each field is mixed with a number of its own, the results are joined by exclusive or, and the whole
is mixed once more. Words that are 0 add nothing, so it does not matter how many words an integer is given.
"""

from typing import Any

WORD_MASK = (1 << 64) - 1
WORDS = 80
"""As many words as a field may have: a board of 70 x 70 has 77."""

GOLDEN, FINAL = 0x9E3779B97F4A7C15, 0xD6E8FEB86659FD93


def multiplier(field: int, word: int) -> int:
    """An odd number for a word of a field: a step of the splitmix generator."""
    z = GOLDEN * (field * WORDS + word + 1) & WORD_MASK
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & WORD_MASK
    z = (z ^ z >> 27) * 0x94D049BB133111EB & WORD_MASK
    return (z ^ z >> 31) | 1


def state_hash(state: Any) -> int:
    """A number from -2**63 to 2**63 - 1."""
    joined = 0
    for field, value in enumerate(state):
        word = 0
        while value:
            part = value & WORD_MASK
            part = (part ^ part >> 32) * multiplier(field, word) & WORD_MASK
            joined ^= part ^ part >> 29
            value >>= 64
            word += 1
    joined = joined * FINAL & WORD_MASK
    joined ^= joined >> 32
    return joined - (1 << 64) if joined >> 63 else joined
