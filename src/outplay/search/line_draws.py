"""Can one side still get K in a row? Depth-first proof-number search for draws on small boards.

The attacker wants a line, the defender wants to prevent it. A position is *held* if the defender can, and *lost* if
not. Proof and disproof numbers count for the defender: 0 and INFINITE are held, INFINITE and 0 lost.

What makes such proofs short:

- Pairs. If each line without a mark of the defender contains a pair of free cells, and no cell belongs to two pairs,
  the defender answers one cell of a pair with the other, and holds. So also if the potential of P. Erdős and J. L.
  Selfridge stays below 1.
- Zones. A proof that a position is held comes with its zone: the cells where the defender plays or pairs in it. An
  additional mark of the attacker outside the zone does not disturb the proof. So where the attacker is to move, it is
  first proven that the position is held if the attacker passes; then only moves within that zone are left, and each
  reply that is proven leaves only those that lie in its zone as well.
- Double threats. Two lines that lack two cells each and share one of them win for the attacker, so the defender has few
  moves before.
- What cannot be part of a line any more is left out of the key of the table, and symmetric positions share a key.

A zone has at least one cell that each open line lacks, and two where the attacker is to move, so marks outside it
cannot complete a line. Pairs and blocks see to that by themselves; where threats of the defender decide, cells are
added.

If slot COUNTER is 1, the defender's own lines count: the one who completes a line first wins, and a threat must be
answered. Else the defender only blocks; a position that is held so is held in any case.

`line_survey` has the array that all of this works on, `line_pairs` the pairs and the potential, `line_table` the table.
"""

from collections.abc import Callable
from typing import Any

from outplay.core.arrays import Ints
from outplay.core.bits import lowest_bit
from outplay.core.rules import Rules
from outplay.search.line_pairs import (
    EAGER_PAIR_NODES,
    pair_up,
    static_zone,
)
from outplay.search.line_survey import (
    COUNTER,
    COVER,
    DEFENCES,
    DOUBLE_ZONE,
    DOUBLES,
    FULL,
    HEAVIEST,
    MOVE,
    NODE_LIMIT,
    NODES,
    ONES,
    PAIR_BUDGET,
    PAIR_COUNT,
    PARTNERS,
    POTENTIAL,
    ROOT_DISPROOF,
    ROOT_PROOF,
    ROW,
    ROWS,
    STOP,
    THROUGH,
    WEIGHTS,
    ZONE,
    cover_of,
    guarded_zone,
    missing_one,
    missing_two,
    open_lines,
    survey,
    without,
)
from outplay.search.line_table import (
    find,
    keep,
    key_of,
    zone_of,
)

INFINITE = 1 << 28
MOST_PROOF = INFINITE - 1
"""The largest number of a position that is not decided."""
PASS = -1
STEEPNESS = 25
"""How much more a reply must promise that takes less weight from the attacker's lines: large, so that the search stays
with the best reply for long. With 1, 7-7-5 takes more than 50 times the nodes."""


def fill(attacker: int, defender: int, turn: int, moves: int, ply: int, work: Ints, table: Ints) -> int:
    """Writes the row of a ply: these moves with the numbers and zones of the positions after them. Returns how many.

    `survey` was called for the position. A position that the table does not know gets numbers by the weights; after a
    move of the defender it is also looked at whether pairs hold it.
    """
    row = ROWS + 4 * ROW * ply
    free, lines = without(int(work[FULL]), attacker | defender), open_lines(defender, work)
    count = 0
    total, heaviest = int(work[POTENTIAL]), int(work[HEAVIEST])
    scale = max(1, (total + heaviest) >> 6)
    while moves:
        move = lowest_bit(moves)
        moves &= moves - 1
        weight = int(work[WEIGHTS + move])
        mine, theirs = (attacker, defender | 1 << move) if turn else (attacker | 1 << move, defender)
        key = key_of(mine, theirs, 1 - turn, work)
        at = find(key, work, table)
        if at >= 0:
            proof, disproof = int(table[at + 1]) >> 32, int(table[at + 1]) & 0xFFFFFFFF
            zone = zone_of(key, at, work, table)
        else:
            zone = -1
            if turn:
                work[PAIR_BUDGET] = EAGER_PAIR_NODES
                zone = pair_up(without(lines, int(work[THROUGH + move])), without(free, 1 << move), 0, work)
                proof, disproof = 1 + STEEPNESS * (total - weight) // scale, 1
            else:
                proof, disproof = 1 + (total + weight) // scale // 8, 1 + (heaviest - weight) // scale
            if zone >= 0:
                proof, disproof = 0, INFINITE
            else:
                zone = 0
        work[row + count] = move
        work[row + ROW + count] = proof
        work[row + 2 * ROW + count] = disproof
        work[row + 3 * ROW + count] = zone
        count += 1
        if turn and proof == 0:
            break
    return count


HELD, LOST = -2, -3
"""What `attacker_moves` and `defender_moves` return of a position that is decided; else they return a set of moves."""


def attacker_moves(attacker: int, defender: int, fresh: bool, work: Ints) -> int:
    """The moves of the attacker as a set, or HELD with the zone in its slot, or LOST."""
    lines = open_lines(defender, work)
    work[PAIR_COUNT] = -1
    work[ZONE] = 0
    if lines == 0:
        return HELD
    survey(attacker, lines, work)
    if work[ONES]:
        work[ZONE] = work[ONES] & -work[ONES]
        return LOST
    free = without(int(work[FULL]), attacker | defender)
    if work[COUNTER]:
        threats = missing_one(open_lines(attacker, work), defender, work)
        if threats:
            work[ZONE] = guarded_zone(threats & -threats, 2, lines, attacker, work)
            return threats & -threats
    if work[DOUBLES]:
        cell = lowest_bit(int(work[DOUBLES]))
        partners = int(work[PARTNERS + cell])
        others = partners & (partners - 1)
        work[ZONE] = 1 << cell | (partners ^ others) | (others & -others)
        return LOST
    if fresh:
        zone = static_zone(free, lines, work)
        if zone >= 0:
            work[ZONE] = zone
            return HELD
    return int(work[COVER]) if work[COUNTER] == 0 else free


def defender_moves(attacker: int, defender: int, fresh: bool, work: Ints) -> int:
    """The moves of the defender that may hold, as a set, or HELD with the zone in its slot, or LOST."""
    lines = open_lines(defender, work)
    work[PAIR_COUNT] = -1
    work[ZONE] = 0
    work[MOVE] = PASS
    if lines == 0:
        return HELD
    own = 0
    if work[COUNTER]:
        own = open_lines(attacker, work)
        wins = missing_one(own, defender, work)
        if wins:
            work[MOVE] = lowest_bit(wins)
            work[ZONE] = guarded_zone(wins & -wins, 1, lines, attacker, work)
            return HELD
    survey(attacker, lines, work)
    ones = int(work[ONES])
    if ones & (ones - 1):
        others = ones & (ones - 1)
        work[ZONE] = (ones ^ others) | (others & -others)
        return LOST
    if ones:
        return ones
    if fresh:
        free = without(int(work[FULL]), attacker | defender)
        zone = static_zone(free, lines, work)
        if zone >= 0:
            work[ZONE] = zone
            return HELD
    moves = int(work[COVER])
    if work[COUNTER]:
        moves |= without(cover_of(own, work), attacker | defender)
    if work[DOUBLES]:
        moves &= int(work[DEFENCES]) | (missing_two(own, defender, work) if work[COUNTER] else 0)
        work[ZONE] = work[DOUBLE_ZONE]
    return moves if moves else LOST


def draw_search(rules: Rules) -> Callable[..., int]:
    """Makes the search; it takes nothing from the rules, and a state of any game."""

    def root(state: Any, attacker: int, defender: int, turn: int, work: Ints, table: Ints) -> int:
        """1 if the position is held, 0 if it is lost, 2 if the search was stopped. `turn` is 0 if the attacker is to
        move, 1 if the defender is; with 2 the attacker is, and there is no search: 1 if pairs or the potential hold."""
        if turn == 2:
            return 1 if attacker_moves(attacker, defender, True, work) == HELD else 2
        proof = turn_search(attacker, defender, turn, INFINITE, INFINITE, 0, work, table)
        work[ZONE] = work[ROWS + 3 * ROW + ROW - 1]
        if proof == 0:
            return 1
        return 0 if proof == INFINITE else 2

    return root


def turn_search(
    attacker: int, defender: int, turn: int, most_proof: int, most_disproof: int, ply: int, work: Ints, table: Ints
) -> int:
    """Searches a position until its numbers reach one of the limits. Returns the proof number; row `ply` holds the
    disproof number in the second of the two places behind it, and the zone in the third."""
    row = ROWS + 4 * ROW * ply
    began = int(work[NODES])
    work[NODES] += 1
    if work[NODES] >= work[NODE_LIMIT]:
        work[STOP] = 1
    key = key_of(attacker, defender, turn, work)
    fresh = ply == 0 or find(key, work, table) < 0
    if turn == 0:
        moves = attacker_moves(attacker, defender, fresh, work)
    else:
        moves = defender_moves(attacker, defender, fresh, work)
    if moves in (HELD, LOST):
        proof = 0 if moves == HELD else INFINITE
        zone = int(work[ZONE])
        keep(key, proof, INFINITE - proof, zone, 1, work, table)
        work[row + 2 * ROW + ROW - 1] = INFINITE - proof
        work[row + 3 * ROW + ROW - 1] = zone
        return proof
    forced = moves & (moves - 1) == 0
    work[row + ROW - 1] = int(work[ZONE]) | (moves if forced else 0)
    base = 0
    if turn == 0 and not forced:
        base = known_pass(attacker, defender, ply, work, table)
        if base < 0:
            base = turn_search(attacker, defender, 1, most_proof, most_disproof, ply + 1, work, table)
            work[row + 2 * ROW + ROW - 1] = work[row + 4 * ROW + 2 * ROW + ROW - 1]
            work[row + 3 * ROW + ROW - 1] = work[row + 4 * ROW + 3 * ROW + ROW - 1]
    if turn == 0 and not forced and base != 0:
        proof, disproof = base, int(work[row + 2 * ROW + ROW - 1])
        zone = int(work[row + 3 * ROW + ROW - 1])
    else:
        if turn == 0 and not forced:
            moves &= int(work[row + 3 * ROW + ROW - 1])
            survey(attacker, open_lines(defender, work), work)
        count = fill(attacker, defender, turn, moves, ply, work, table)
        while True:
            proof, disproof, zone, index, next_proof, next_disproof = select(
                turn, forced, count, most_proof, most_disproof, ply, work
            )
            if index < 0 or work[STOP]:
                break
            move = 1 << int(work[row + index])
            if turn == 0:
                found = turn_search(attacker | move, defender, 1, next_proof, next_disproof, ply + 1, work, table)
            else:
                found = turn_search(attacker, defender | move, 0, next_proof, next_disproof, ply + 1, work, table)
            work[row + ROW + index] = found
            work[row + 2 * ROW + index] = work[row + 4 * ROW + 2 * ROW + ROW - 1]
            work[row + 3 * ROW + index] = work[row + 4 * ROW + 3 * ROW + ROW - 1]
            if ply == 0:
                work[ROOT_PROOF], work[ROOT_DISPROOF] = proof, disproof
    if not work[STOP] or proof == 0 or disproof == 0:
        keep(key, proof, disproof, zone, int(work[NODES]) - began, work, table)
    work[row + 2 * ROW + ROW - 1] = disproof
    work[row + 3 * ROW + ROW - 1] = zone
    return proof


def known_pass(attacker: int, defender: int, ply: int, work: Ints, table: Ints) -> int:
    """The proof number of the position with the defender to move, if the table has decided it; else -1. What it has
    is left behind the row of the ply."""
    row = ROWS + 4 * ROW * ply
    key = key_of(attacker, defender, 1, work)
    at = find(key, work, table)
    if at < 0:
        return -1
    proof, disproof = int(table[at + 1]) >> 32, int(table[at + 1]) & 0xFFFFFFFF
    if proof != 0 and disproof != 0:
        return -1
    work[row + 2 * ROW + ROW - 1] = disproof
    work[row + 3 * ROW + ROW - 1] = zone_of(key, at, work, table)
    return proof


def select(
    turn: int, forced: bool, count: int, most_proof: int, most_disproof: int, ply: int, work: Ints
) -> tuple[int, int, int, int, int, int]:
    """The numbers and the zone of a position from those of its children, and which child is searched next to which
    limits; index -1 if the position has reached a limit."""
    if turn:
        return select_defence(count, most_proof, most_disproof, ply, work)
    return select_attack(forced, count, most_proof, most_disproof, ply, work)


def select_defence(
    count: int, most_proof: int, most_disproof: int, ply: int, work: Ints
) -> tuple[int, int, int, int, int, int]:
    """The defender needs one child that is held: proof number the least, disproof number the largest and one for each
    other child (a sum would count positions twice that come up in several ways).

    If the defender only blocks, a reply that is lost leaves only those that lie in the zone of the attacker's win."""
    row = ROWS + 4 * ROW * ply
    zone = int(work[row + ROW - 1])
    left = int(work[FULL])
    if work[COUNTER] == 0:
        for i in range(count):
            move = 1 << int(work[row + i])
            if work[row + ROW + i] == INFINITE and left & move:
                left = without(left & int(work[row + 3 * ROW + i]), move)
                zone |= int(work[row + 3 * ROW + i])
    index, least, second, largest, others = -1, INFINITE, INFINITE, 0, 0
    for i in range(count):
        proof = int(work[row + ROW + i])
        if proof == INFINITE or not (left >> int(work[row + i]) & 1 or proof == 0):
            continue
        others += 1
        largest = max(largest, int(work[row + 2 * ROW + i]))
        if proof < least:
            index, least, second = i, proof, least
        else:
            second = min(second, proof)
    if index < 0:
        return INFINITE, 0, zone, -1, 0, 0
    if least == 0:
        work[MOVE] = work[row + index]
        return 0, INFINITE, int(work[row + 3 * ROW + index]) | 1 << int(work[row + index]), -1, 0, 0
    extra = others - 1
    disproof = min(MOST_PROOF, largest + extra)
    if least >= most_proof or disproof >= most_disproof:
        return least, disproof, 0, -1, 0, 0
    next_proof = min(most_proof, second + 1 + second // 4)
    next_disproof = min(INFINITE, most_disproof - extra)
    return least, disproof, 0, index, next_proof, next_disproof


def select_attack(
    forced: bool, count: int, most_proof: int, most_disproof: int, ply: int, work: Ints
) -> tuple[int, int, int, int, int, int]:
    """The defender needs all children that lie in the zones of the pass and of those that are held."""
    row = ROWS + 4 * ROW * ply
    zone = 0
    left = 0
    for i in range(count):
        left |= 1 << int(work[row + i])
    if forced:
        zone = int(work[row + ROW - 1])
    else:
        zone = int(work[row + 3 * ROW + ROW - 1])
        left &= zone
    for i in range(count):
        move = 1 << int(work[row + i])
        if work[row + ROW + i] == 0 and left & move:
            left &= int(work[row + 3 * ROW + i])
            left = without(left, move)
            zone |= int(work[row + 3 * ROW + i])
    index, least, second, largest, others = -1, INFINITE, INFINITE, 0, 0
    for i in range(count):
        if left >> int(work[row + i]) & 1 and work[row + ROW + i] != 0:
            disproof = int(work[row + 2 * ROW + i])
            others += 1
            largest = max(largest, int(work[row + ROW + i]))
            if disproof < least:
                index, least, second = i, disproof, least
            else:
                second = min(second, disproof)
    if index < 0:
        return 0, INFINITE, zone, -1, 0, 0
    if least == 0:
        return INFINITE, 0, int(work[row + 3 * ROW + index]) | 1 << int(work[row + index]), -1, 0, 0
    extra = others - 1
    proof = min(MOST_PROOF, largest + extra)
    if proof >= most_proof or least >= most_disproof:
        return proof, least, 0, -1, 0, 0
    next_proof = min(INFINITE, most_proof - extra)
    next_disproof = min(most_disproof, second + 1 + second // 4)
    return proof, least, 0, index, next_proof, next_disproof
