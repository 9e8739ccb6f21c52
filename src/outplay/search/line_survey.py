"""The lines of K in a row, as `line_draws` sees them: the array that it works on, and what a position's lines say.

Cells, and lines, are bits of one machine integer: MOST_CELLS of each at most. A line is open if the defender has no
mark in it.
"""

from outplay.core.arrays import Ints
from outplay.core.bits import lowest_bit

MOST_CELLS = 62
MOST_PLIES = 130
"""A line of play has each cell once, and a pass before each of the defender's moves."""
IMAGES = 8

NODES = 0  # positions visited
STOP = 1  # not 0 to end the search, from outside or at the limit
NODE_LIMIT = 2
BUCKETS = 3  # buckets of the table
COUNTER = 4  # 1 if the defender's own lines count
FULL = 5  # all cells
ALL_LINES = 6  # all lines
IMAGE_COUNT = 7  # symmetries, the identity included
MOVE = 8  # the defender's move that holds the root; PASS if any does, because of the pairs or the potential
ZONE = 9  # the zone of the root
PAIR_COUNT = 10  # how many pairs hold the root after the move; -1 if none are needed, -2 for the potential
PAIR_BUDGET = 11  # how many nodes the search for pairs may still take
ONES = 12  # survey: cells that complete a line of the attacker
DOUBLES = 13  # cells that make a double threat
DEFENCES = 14  # cells of which the defender must take one because of these
POTENTIAL = 15  # the weight of all open lines, in units of 2^-UNIT_BITS
HEAVIEST = 16  # the largest weight of a cell
COVER = 17  # the cells of the open lines
ENTRIES = 18  # entries of the table that are in use
ROOT_PROOF, ROOT_DISPROOF = 19, 20  # the numbers of the root so far, for those who wait
DOUBLE_ZONE = 21  # survey: the cells that make a double threat, and their partners
HEADER = 24

LINES = HEADER  # the cells of each line
THROUGH = LINES + MOST_CELLS  # the lines through each cell
IMAGE = THROUGH + MOST_CELLS  # the image of each cell under each symmetry
INVERSE = IMAGE + IMAGES * MOST_CELLS
RANDOM = INVERSE + IMAGES * MOST_CELLS  # random numbers for each cell: the attacker's, the defender's, free; and one
WEIGHTS = RANDOM + 3 * MOST_CELLS + 1  # survey: the weight of each cell
PARTNERS = WEIGHTS + MOST_CELLS  # survey: the cells that share a line which lacks two with each cell
PAIRS = PARTNERS + MOST_CELLS  # the pairs that were found, as first << 6 | second
ROWS = PAIRS + MOST_CELLS  # for each ply the moves, and the numbers and zones of the positions after them
ROW = MOST_CELLS + 2
WORK_WORDS = ROWS + 4 * ROW * (MOST_PLIES + 2)

UNIT_BITS = 20


def open_lines(marks: int, work: Ints) -> int:
    """The lines without any of these marks."""
    closed = 0
    while marks:
        closed |= int(work[THROUGH + lowest_bit(marks)])
        marks &= marks - 1
    return int(work[ALL_LINES]) & (int(work[ALL_LINES]) ^ closed)


def cover_of(lines: int, work: Ints) -> int:
    """The cells of some lines."""
    cells = 0
    while lines:
        cells |= int(work[LINES + lowest_bit(lines)])
        lines &= lines - 1
    return cells


def without(cells: int, others: int) -> int:
    return cells ^ (cells & others)


def missing_one(lines: int, marks: int, work: Ints) -> int:
    """The cells that complete one of these open lines."""
    cells = 0
    while lines:
        lacks = without(int(work[LINES + lowest_bit(lines)]), marks)
        lines &= lines - 1
        if lacks & (lacks - 1) == 0:
            cells |= lacks
    return cells


def missing_two(lines: int, marks: int, work: Ints) -> int:
    """The cells of those open lines that lack two."""
    cells = 0
    while lines:
        lacks = without(int(work[LINES + lowest_bit(lines)]), marks)
        lines &= lines - 1
        if lacks.bit_count() == 2:
            cells |= lacks
    return cells


def guarded_zone(zone: int, number: int, lines: int, marks: int, work: Ints) -> int:
    """The zone with so many cells that each of these open lines lacks: where a threat decides before the lines are
    blocked, marks outside the zone must not complete one of them, or leave it one move from that."""
    while lines:
        lacks = without(int(work[LINES + lowest_bit(lines)]), marks)
        lines &= lines - 1
        inside = (lacks & zone).bit_count()
        lacks = without(lacks, zone)
        while lacks and inside < number:
            zone |= lacks & -lacks
            lacks &= lacks - 1
            inside += 1
    return zone


def survey(attacker: int, lines: int, work: Ints) -> None:
    """Writes what the attacker's open lines say: slots ONES to COVER, and the weight of each cell."""
    for cell in range(MOST_CELLS):
        work[WEIGHTS + cell] = 0
        work[PARTNERS + cell] = 0
    ones, twos, cover, total = 0, 0, 0, 0
    while lines:
        lacks = without(int(work[LINES + lowest_bit(lines)]), attacker)
        lines &= lines - 1
        cover |= lacks
        number = lacks.bit_count()
        if number == 1:
            ones |= lacks
        elif number == 2:
            twos |= lacks
            first, second = lowest_bit(lacks), lowest_bit(lacks & (lacks - 1))
            work[PARTNERS + first] |= 1 << second
            work[PARTNERS + second] |= 1 << first
        weight = 1 << UNIT_BITS - number
        total += weight
        while lacks:
            work[WEIGHTS + lowest_bit(lacks)] += weight
            lacks &= lacks - 1
    doubles, defences, heaviest, zone = 0, int(work[FULL]), 0, 0
    cells = cover
    while cells:
        cell = lowest_bit(cells)
        cells &= cells - 1
        heaviest = max(heaviest, int(work[WEIGHTS + cell]))
        partners = int(work[PARTNERS + cell]) if twos >> cell & 1 else 0
        if partners & (partners - 1):
            doubles |= 1 << cell
            zone |= 1 << cell | partners
            defences &= 1 << cell | (partners if partners.bit_count() == 2 else 0)
    work[ONES], work[DOUBLES], work[DEFENCES], work[COVER] = ones, doubles, defences, cover
    work[POTENTIAL], work[HEAVIEST], work[DOUBLE_ZONE] = total, heaviest, zone
