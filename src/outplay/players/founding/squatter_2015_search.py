"""The search of the Squatter player of 2015: minimax with alpha-beta pruning and a transposition table.

The founding document has one branch for the maximising player and one for the minimising player. Here every value is
for the side to move (negamax), so that one branch serves both.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from outplay.core.arrays import Ints
from outplay.core.bits import GOING_ON, lowest_bit
from outplay.core.rules import Rules
from outplay.players.founding.squatter_2015_estimate import Estimate
from outplay.players.founding.squatter_2015_table import EXACT, KIND_MASK, LOWER, UPPER, VALUE_AT, hashing, probe, store
from outplay.search.plain import INFINITY, NODES, STOP

HITS, KILLERS = 2, 3
"""Indices in `counts` besides NODES and STOP: the number of table hits; and from KILLERS on, for each depth, the killer
plus 1, that is the move that last caused a cut-off there. It is searched first."""

POLL = 2
"""The least depth of the nodes that read STOP."""


def fresh_counts(cells: int) -> Ints:
    return np.zeros(KILLERS + cells + 1, np.int64)


def minimax_2015(rules: Rules, cells: int, moves: Callable[[Any], int], judge: Estimate) -> Callable[..., int]:
    play, outcome = rules.play, rules.outcome
    evaluate, end, beside, foremost = judge.evaluate, judge.end, judge.beside, judge.foremost
    masks = (0, *(1 << cell for cell in range(cells)))
    hash_after = hashing(cells)

    def search(
        state: Any,
        side: int,
        key: int,
        depth: int,
        alpha: int,
        beta: int,
        buckets: int,
        chooser: int,
        counts: Ints,
        numbers: Ints,
        table: Ints,
    ) -> int:
        """The value of a state in which the game is not over, searched `depth` plies deep, depth > 0, for the player
        `side`, who is to move; `chooser` is the player to move at the root. All entries of the table must come from
        searches for the same chooser, or from keys that tell them apart.

        If the value lies between alpha and beta it is returned; if not, a bound on the same side of the window. If
        counts[STOP] is set the result must not be used, and it is not stored in the table.
        """
        data = probe(key, depth, buckets, table)
        kind = data & KIND_MASK
        known = data >> VALUE_AT
        if kind == EXACT or (kind == LOWER and known >= beta) or (kind == UPPER and known <= alpha):
            counts[HITS] += 1
            return known
        floor = alpha
        best = -INFINITY
        best_move = 0
        near = beside(state)
        left = moves(state)
        chosen = left & masks[counts[KILLERS + depth]]
        while left != 0:
            if chosen == 0:
                chosen = foremost(left, near)
            move = lowest_bit(chosen)
            left ^= chosen ^ (chosen & (chosen - 1))
            chosen ^= chosen
            child = play(state, move)
            counts[NODES] += 1
            value = outcome(child)
            if value != GOING_ON:
                value = end(value)
            elif depth == 1:
                value = evaluate(child, side ^ chooser)
            else:
                after = hash_after(key, state, child, move, side, numbers)
                value = search(
                    child, 1 - side, after, depth - 1, -beta, -alpha, buckets, chooser, counts, numbers, table
                )
            if depth >= POLL and counts[STOP]:
                return 0
            if -value > best:
                best = -value
                best_move = move
            alpha = max(alpha, best)
            if beta <= alpha:
                counts[KILLERS + depth] = move + 1
                break
        kind = LOWER if best >= beta else EXACT if best > floor else UPPER
        store(key, depth, kind, best_move, best, buckets, table)
        return best

    return search
