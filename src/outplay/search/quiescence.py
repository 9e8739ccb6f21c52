"""Quiescence: what is still looked at before a position at the horizon gets its static evaluation.

In games that name the moves which leave a single reply (in gomoku, the fours), the side to move may win by a chain of
them. Each such move leaves one line only, so chains are cheap to follow, and a win that is found is proven.
"""

from collections.abc import Callable
from typing import Any

from outplay.core.arrays import Ints
from outplay.core.bits import GOING_ON, lowest_bit
from outplay.core.hashing import state_hash
from outplay.core.rules import Rules
from outplay.search.bounds import value_bounds
from outplay.search.hooks import Hooks
from outplay.search.network import evaluation
from outplay.search.thread_state import MAX_PLY, NODES, SELECTIVE
from outplay.search.transposition import LOWER, store
from outplay.search.values import NO_RESULT, pack_result, plies_of, value_of

QUIESCENCE_NODES, QUIESCENCE_MARGIN = 12, 150
"""A chain is looked for with so many nodes, where the evaluation is below beta and no farther than this below alpha."""


def quiescence(rules: Rules, hooks: Hooks) -> Callable[[Any, int, int, int, Ints, Ints], int]:
    """Makes the function that returns the result of a position at the horizon, for a window of its side to move."""
    evaluate, single_reply_threats = evaluation(rules, hooks), hooks.single_reply_threats

    def evaluated(state: Any, alpha: int, beta: int, ply: int, thread: Ints, table: Ints) -> int:
        return pack_result(evaluate(state, thread), 0, 0)

    if single_reply_threats is None or hooks.forced_replies is None:
        return evaluated
    chain, bounds_of = chain_search(rules, hooks), value_bounds(hooks)

    def quiet_result(state: Any, alpha: int, beta: int, ply: int, thread: Ints, table: Ints) -> int:
        value = evaluate(state, thread)
        if value < beta and value + QUIESCENCE_MARGIN > alpha and thread[SELECTIVE] and single_reply_threats(state):
            result = chain(state, thread[NODES] + QUIESCENCE_NODES, ply, thread, table)
            # A smaller win than the best there can be is only a lower bound, which says something from beta on.
            if result != NO_RESULT and value_of(result) >= min(beta, bounds_of(state).upper):
                return result
        return pack_result(value, 0, 0)

    return quiet_result


def chain_search(rules: Rules, hooks: Hooks) -> Callable[[Any, int, int, Ints, Ints], int]:
    """Makes the search for a win by threats with a single reply each."""
    play, outcome, end = rules.play, rules.outcome, hooks.end
    forced_replies, single_reply_threats = hooks.forced_replies, hooks.single_reply_threats
    assert forced_replies
    assert single_reply_threats

    def search(state: Any, node_limit: int, ply: int, thread: Ints, table: Ints) -> int:
        """A proven result above 0 for the side to move, or NO_RESULT if none was found with so many nodes.

        The moves of a win are stored in the table, where variations are read.
        """
        assert outcome(state) == GOING_ON
        forced = forced_replies(state)
        tries = single_reply_threats(state)
        if forced:
            tries &= forced
        while tries and ply < MAX_PLY - 2 and thread[NODES] < node_limit:
            move = lowest_bit(tries)
            tries &= tries - 1
            child = play(state, move)
            thread[NODES] += 1
            margin = outcome(child)
            if margin != GOING_ON:
                if -end(margin) > 0:
                    store(state_hash(state), move, LOWER, 1, 1, -end(margin), thread, table)
                    return pack_result(-end(margin), 1, 1)
                continue
            replies = forced_replies(child)
            if replies == 0 or replies & (replies - 1) != 0:
                continue
            after = play(child, lowest_bit(replies))
            thread[NODES] += 1
            if outcome(after) != GOING_ON:
                continue
            result = search(after, node_limit, ply + 2, thread, table)
            if result != NO_RESULT:
                value, plies = value_of(result), plies_of(result) + 2
                store(state_hash(state), move, LOWER, 1, plies, value, thread, table)
                return pack_result(value, plies, 1)
        return NO_RESULT

    return search
