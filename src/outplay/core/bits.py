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
