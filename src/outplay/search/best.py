"""What the moves of a node have shown so far, and what follows from all of them."""

from typing import NamedTuple

from outplay.core.arrays import Ints
from outplay.search.move_picker import record_cutoff
from outplay.search.thread_state import report_best
from outplay.search.transposition import EXACT, LOWER, UPPER, Lookup, remember
from outplay.search.values import INFINITY, is_proven, pack_result, plies_of, value_of


class Best(NamedTuple):
    """The best of the moves that were searched."""

    value: int
    """-INFINITY before the first move."""
    move: int
    """-1 before the first move."""
    plies: int
    """Of the best move."""
    longest: int
    """The most plies of any move."""
    proven: int
    """1 if the results of all moves are proven."""


def best_of(value: int, move: int, plies: int, longest: int, proven: int) -> Best:
    """A Best. Compiled code needs the call: constants would give its fields other types than variables do."""
    return Best(value, move, plies, longest, proven)


def no_move() -> Best:
    return best_of(-INFINITY, -1, 0, 0, 1)


def with_move(best: Best, move: int, result: int, floor: int, lower: int, ply: int, thread: Ints) -> Best:
    """The best after one more move, whose result counts for the side to move in the node.

    A root move that is better than the others and than `floor` is reported to the engine. Of root moves that lose as
    much as can be lost, `lower`, the one that takes longest is best; other equal values may be mere bounds.
    """
    value, plies, proven = value_of(result), plies_of(result), is_proven(result)
    longest, all_proven = max(best.longest, plies), best.proven & proven
    lasts = ply == 0 and value == best.value and value <= lower and value < 0 and proven and plies > best.plies
    if not (value > best.value or lasts):
        return best_of(best.value, best.move, best.plies, longest, all_proven)
    if ply == 0 and value > floor:
        report_best(move, result, thread)
    return best_of(value, move, plies, longest, all_proven)


def cut_off(
    found: Lookup, move: int, result: int, depth: int, settled: int, ply: int, thread: Ints, table: Ints
) -> int:
    """The result of a node in which a move reached beta: a lower bound, which is stored."""
    value, proven = value_of(result), is_proven(result)
    record_cutoff(move, depth, ply, thread)
    remember(found, move, LOWER, proven, plies_of(result) if proven else depth, value - settled, ply, thread, table)
    return result


def conclude(
    found: Lookup,
    best: Best,
    floor: int,
    left_out: int,
    depth: int,
    settled: int,
    ply: int,
    thread: Ints,
    table: Ints,
) -> int:
    """The result of a node after its last move: exact if it is above the `floor` alpha, else an upper bound; stored.

    It is proven if the results of all moves are and no move was left out. Of an upper bound no move is better than
    another, so the table's move is kept.
    """
    bound = EXACT if best.value > floor else UPPER
    proven = 0 if left_out else best.proven
    plies = best.plies if best.value > 0 and bound == EXACT else best.longest
    move = found.entry.move if bound == UPPER and found.entry.move >= 0 else best.move
    remember(found, move, bound, proven, plies if proven else depth, best.value - settled, ply, thread, table)
    return pack_result(best.value, plies, proven)
