"""Bits of an integer: what Python has no short word for.

Everything else a rule needs is ordinary Python and means the same compiled: `& | ^ << >> + -`, comparisons,
`x.bit_count()` and `x.bit_length()`.
"""

GOING_ON = 1 << 20
"""What a game's `outcome` returns while the game is not over. No margin can be that large."""


def lowest_bit(bits: int) -> int:
    """The index of the lowest set bit of a positive integer.

    >>> lowest_bit(0b101000)
    3
    """
    return (bits & -bits).bit_length() - 1
