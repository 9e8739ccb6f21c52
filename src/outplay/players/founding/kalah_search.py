"""The Kalah player's searches as kernels: minimax to a depth, and the same with pruning.

They visit the same nodes as the searches of `kalah_tree`, without keeping them. The game must not be over in `state`,
and values are for the side to move there. `most` is the number of nodes after which the search stops.
"""

from collections.abc import Callable
from typing import Any

from outplay.core.arrays import Ints
from outplay.core.bits import GOING_ON
from outplay.core.rules import Rules
from outplay.players.founding.kalah_utility import Estimate, final
from outplay.search.plain import INFINITY, NODES, POLL, STOP

HORIZON, FINALS, CUTS = 2, 3, 4
"""Further indices in the `counts` array: leaves in which the game is not over, leaves in which it is, and cut-offs."""
COUNTS = 5


def leaves(rules: Rules, estimate: Estimate) -> Callable[..., int]:
    turned = rules.turned

    def leaf(state: Any, move: int, child: Any, outcome: int, counts: Ints) -> int:
        """The value of the leaf `child` for the side that made the move to it; `outcome` is that of the child."""
        if outcome == GOING_ON:
            counts[HORIZON] += 1
            return estimate(state, move, child)
        counts[FINALS] += 1
        return final(-outcome if turned(state, child) else outcome)

    return leaf


def depth_limited(rules: Rules, estimate: Estimate) -> Callable[..., int]:
    """Minimax `depth` plies deep, depth > 0."""
    begin, more, pick, rest = rules.begin, rules.more, rules.pick, rules.rest
    play, outcome, turned = rules.play, rules.outcome, rules.turned
    leaf = leaves(rules, estimate)

    def search(state: Any, depth: int, most: int, counts: Ints, scratch: Ints) -> int:
        best = -INFINITY
        cursor = begin(state, scratch, depth)
        while more(cursor):
            move = pick(cursor, scratch, depth)
            cursor = rest(cursor)
            child = play(state, move)
            counts[NODES] += 1
            value = outcome(child)
            if value == GOING_ON and depth > 1:
                value = search(child, depth - 1, most, counts, scratch)
                value = -value if turned(state, child) else value
            else:
                value = leaf(state, move, child, value, counts)
            best = max(best, value)
            if depth >= POLL and (counts[STOP] or counts[NODES] > most):
                break
        return best

    return search


def pruned(rules: Rules, estimate: Estimate) -> Callable[..., int]:
    """The same with alpha-beta pruning: the value if it is between `alpha` and `beta`, else the nearer of the two.

    A move causes a cut-off if its value is greater than beta; a value equal to beta does not.
    """
    begin, more, pick, rest = rules.begin, rules.more, rules.pick, rules.rest
    play, outcome, turned = rules.play, rules.outcome, rules.turned
    leaf = leaves(rules, estimate)

    def search(state: Any, depth: int, alpha: int, beta: int, most: int, counts: Ints, scratch: Ints) -> int:
        cursor = begin(state, scratch, depth)
        while more(cursor):
            move = pick(cursor, scratch, depth)
            cursor = rest(cursor)
            child = play(state, move)
            counts[NODES] += 1
            value = outcome(child)
            if value == GOING_ON and depth > 1:
                if turned(state, child):
                    value = -search(child, depth - 1, -beta, -alpha, most, counts, scratch)
                else:
                    value = search(child, depth - 1, alpha, beta, most, counts, scratch)
            else:
                value = leaf(state, move, child, value, counts)
            alpha = max(alpha, value)
            if alpha > beta:
                if more(cursor):
                    counts[CUTS] += 1
                return beta
            if depth >= POLL and (counts[STOP] or counts[NODES] > most):
                break
        return alpha

    return search
