"""Proofs without a search that the attacker gets no line: pairs of free cells, and the potential of the lines."""

from outplay.core.arrays import Ints
from outplay.core.bits import lowest_bit
from outplay.search.line_survey import (
    COVER,
    HEAVIEST,
    LINES,
    MOST_CELLS,
    PAIR_BUDGET,
    PAIR_COUNT,
    PAIRS,
    POTENTIAL,
    THROUGH,
    UNIT_BITS,
    without,
)

PAIR_NODES, EAGER_PAIR_NODES, PAIR_TRIES = 60, 20, 3


def pair_up(lines: int, free: int, depth: int, work: Ints) -> int:
    """The cells of disjoint pairs of free cells, one in each of the lines; -1 if none are found.

    Takes the line with the fewest free cells and tries its best pairs: those that serve many lines and harm few.
    """
    if lines == 0:
        work[PAIR_COUNT] = depth
        return 0
    work[PAIR_BUDGET] -= 1
    if work[PAIR_BUDGET] < 0:
        return -1
    fewest, cells = MOST_CELLS + 1, 0
    rest = lines
    while rest:
        left = int(work[LINES + lowest_bit(rest)]) & free
        rest &= rest - 1
        if left.bit_count() < fewest:
            fewest, cells = left.bit_count(), left
    if fewest < 2:
        return -1
    last = 1 << 60
    for _ in range(PAIR_TRIES):
        best = -1
        firsts = cells
        while firsts:
            first = lowest_bit(firsts)
            firsts &= firsts - 1
            through = int(work[THROUGH + first]) & lines
            seconds = firsts
            while seconds:
                second = lowest_bit(seconds)
                seconds &= seconds - 1
                other = int(work[THROUGH + second]) & lines
                score = 512 + 8 * (through & other).bit_count() - (through ^ other).bit_count()
                choice = score << 12 | first << 6 | second
                if best < choice < last:
                    best = choice
        if best < 0:
            return -1
        last = best
        first, second = best >> 6 & 63, best & 63
        pair = 1 << first | 1 << second
        served = int(work[THROUGH + first]) & int(work[THROUGH + second])
        found = pair_up(without(lines, served), without(free, pair), depth + 1, work)
        if found >= 0:
            work[PAIRS + depth] = best & 4095
            return found | pair
    return -1


def static_zone(free: int, lines: int, work: Ints) -> int:
    """The zone of a position with the attacker to move that pairs or the potential hold; -1 if they do not.

    `survey` was called for it.
    """
    work[PAIR_BUDGET] = PAIR_NODES
    zone = pair_up(lines, free, 0, work)
    if zone < 0 and work[POTENTIAL] + work[HEAVIEST] < 1 << UNIT_BITS:
        work[PAIR_COUNT] = -2
        zone = int(work[COVER])
    return zone
