"""Values, and the result of a search as one integer.

A value is an integer for the side to move: thousandths of the game's margin; or WIN, 0 and -WIN where only winning
counts. A result packs a value with what is known about it:

    bits  9-   value, with its sign
    bits  1-8  plies: of a proven result, after how many plies at most the winner has made it certain; MANY_PLIES
               stands for that many and more. 0 in results that are not proven by a line of play
    bit   0    proven: 1 if the value, or bound, holds whatever the depth of the search was; see `pvs`
"""

UNIT = 1000
"""A margin of 1 as a value."""
MAX_MARGIN = 100_000
"""Larger margins count as this one."""
WIN = UNIT * MAX_MARGIN
"""A won game as a value, when only winning counts."""
INFINITY = 1 << 27
"""Larger than every value; it fits an entry of the transposition table."""
MANY_PLIES = 255

NO_RESULT = 1 << 60
"""Returned by a step of the search that did not settle the node; no packed result is as large."""

VALUE_AT, PLIES_AT = 9, 1


def pack_result(value: int, plies: int, proven: int) -> int:
    assert abs(value) <= INFINITY
    assert plies >= 0
    assert proven in (0, 1)
    return value << VALUE_AT | min(plies, MANY_PLIES) << PLIES_AT | proven


def value_of(result: int) -> int:
    return result >> VALUE_AT


def plies_of(result: int) -> int:
    return result >> PLIES_AT & MANY_PLIES


def is_proven(result: int) -> int:
    return result & 1


def seen_from_parent(result: int, turned: bool) -> int:
    """A child's result as one of its parent's: one ply longer, and with the other sign if the turn passed."""
    value = value_of(result)
    return pack_result(-value if turned else value, plies_of(result) + 1, is_proven(result))
