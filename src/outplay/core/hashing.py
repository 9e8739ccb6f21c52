"""64 bits for a state, the same as machine code and as plain Python.

Each 64-bit word of each field is multiplied by a number of its own of 128 bits; the upper half of the sum is the hash.
With random numbers any two states then differ as two random hashes would, however few bits they differ in and wherever
those stand. Words that are 0 add nothing, so it does not matter how many words an integer is given.
"""

from typing import Any

WORD_MASK = (1 << 64) - 1
WORDS = 80
"""As many words as a field may have: a board of 70 x 70 has 77."""

GOLDEN = 0x9E3779B97F4A7C15


def scrambled(number: int) -> int:
    """A number of the splitmix generator, 64 bits."""
    z = GOLDEN * (number + 1) & WORD_MASK
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & WORD_MASK
    z = (z ^ z >> 27) * 0x94D049BB133111EB & WORD_MASK
    return z ^ z >> 31


def multiplier(field: int, word: int) -> int:
    """An odd number of 128 bits for a word of a field."""
    number = 2 * (field * WORDS + word)
    return scrambled(number) << 64 | scrambled(number + 1) | 1


def state_hash(state: Any) -> int:
    """A number from -2**63 to 2**63 - 1."""
    total = 0
    for field, value in enumerate(state):
        word = 0
        while value:
            total += (value & WORD_MASK) * multiplier(field, word)
            value >>= 64
            word += 1
    key = total >> 64 & WORD_MASK
    return key - (1 << 64) if key >> 63 else key
