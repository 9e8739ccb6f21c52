"""What a search of the engine answers, and the scale of its values.

An answer is one integer: value << 9 | plies << 1 | complete.

value      in thousandths of the game's margin, for the side to move; or WIN, 0 and -WIN where only winning counts
plies      of a complete answer: after how many plies at most the winner has made it certain; LONG for many
complete   1 if every line it rests on was played to its end: it is proven, whatever the depth was and whatever was
           reduced on the way
"""

UNIT = 1000
"""A margin of 1 as a value."""
MOST_MARGIN = 100_000
"""Larger margins count as this."""
WIN = UNIT * MOST_MARGIN
"""A won game as a value, when only winning counts."""
INFINITY = 1 << 27
"""Above every value. Fits the table."""
LONG = 255

VALUE_AT, PLIES_AT = 9, 1


def packed(value: int, plies: int, complete: int) -> int:
    return value << VALUE_AT | min(plies, LONG) << PLIES_AT | complete


def value_of(answer: int) -> int:
    return answer >> VALUE_AT


def plies_of(answer: int) -> int:
    return answer >> PLIES_AT & LONG


def is_complete(answer: int) -> int:
    return answer & 1
