"""Helpers for rules that work on the bits of integers.

Everything else is ordinary Python and means the same in compiled rules: `& | ^ << >> + -`, comparisons,
`x.bit_count()` and `x.bit_length()`.
"""

GOING_ON = 1 << 20
"""What a game's `outcome` returns while the game is not over. Margins are smaller."""


def lowest_bit(bits: int) -> int:
    """The index of the lowest set bit of a positive integer.

    >>> lowest_bit(0b101000)
    3
    """
    return (bits & -bits).bit_length() - 1


def nth_bit(bits: int, n: int) -> int:
    """The index of the set bit that has n set bits below it; a positive integer has more than n.

    >>> nth_bit(0b101100, 0), nth_bit(0b101100, 2)
    (2, 5)
    """
    first, size = 0, 1
    while size < bits.bit_length():
        size *= 2
    while size > 1:
        size //= 2
        count = (bits & (1 << size) - 1).bit_count()
        if n >= count:
            n -= count
            bits >>= size
            first += size
    return first
