"""Intervals of shares, for the results of matches."""

import math

NORMAL_95 = 1.959964
"""The 97.5 % point of the normal distribution."""


def wilson(points: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share. With draws as half points it is a little too wide, never too narrow.

    >>> [round(x, 3) for x in wilson(8, 10)]
    [0.49, 0.943]
    """
    share, z = points / games, NORMAL_95 * NORMAL_95 / games
    middle = (share + z / 2) / (1 + z)
    half = NORMAL_95 / (1 + z) * math.sqrt(share * (1 - share) / games + z / (4 * games))
    return max(0.0, middle - half), min(1.0, middle + half)
