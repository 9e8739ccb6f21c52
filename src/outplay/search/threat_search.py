"""Threat-space search: wins by force, in which one side plays only threats and the other only forced replies.

All forced replies are searched, so a win that is found is proven. One that is not found is not refuted: there may be a
win with quiet moves, or the search may have given up.
"""

from collections.abc import Callable
from typing import Any

from outplay.core.arrays import Ints
from outplay.core.bits import GOING_ON, lowest_bit
from outplay.core.hashing import state_hash
from outplay.core.rules import Rules
from outplay.search.hooks import Hooks
from outplay.search.thread_state import (
    EXCLUDED,
    MAX_PLY,
    NODE_LIMIT,
    NODES,
    SELECTIVE,
    STOP,
    THREAT_MOVE,
    THREAT_NODE_LIMIT,
    report_best,
)
from outplay.search.transposition import LOWER, MAX_DEPTH, NO_BOUND, UPPER, probe, store
from outplay.search.values import INFINITY, NO_RESULT, is_proven, pack_result, plies_of, value_of

NO_WIN, NOT_YET, GIVEN_UP = 0, 2, 4
"""Results that are not proven: there is no win by force; there is none with so few threats; the nodes ran out."""
MAX_THREATS = 24
"""A win by force has at most so many threats before its last move."""

NODE_BUDGET, ROOT_NODE_BUDGET, GRADED_ROOT_BUDGET = 4, 300, 60
"""Nodes that a threat-space search may take, times the square of the depth: below the root, at the root, and at the
root in games with grades, which are searched to larger depths with the same nodes."""

SALT = 0x2545F4914F6CDD1D
"""Keeps entries of positions without a win by force apart from those of the positions themselves."""


def threat_search(rules: Rules, hooks: Hooks) -> Callable[..., int]:
    """Makes the function that looks for a win by force: in each node of a proof, and otherwise at the root alone.

    It returns a proven result of beta or more, or NO_RESULT. At the root the first move is left in the thread state.
    """

    def no_search(state: Any, depth: int, beta: int, ply: int, thread: Ints, table: Ints) -> int:
        return NO_RESULT

    if hooks.threats is None or hooks.forced_replies is None:
        return no_search
    shortest_win = shortest_win_search(rules, hooks)
    root_budget = GRADED_ROOT_BUDGET if hooks.grades else ROOT_NODE_BUDGET

    def forced_win(state: Any, depth: int, beta: int, ply: int, thread: Ints, table: Ints) -> int:
        if (ply > 0 and thread[SELECTIVE]) or (ply == 0 and thread[EXCLUDED]):
            return NO_RESULT
        budget = (NODE_BUDGET if ply else root_budget) * depth * depth
        thread[THREAT_NODE_LIMIT] = min(thread[NODES] + budget, thread[NODE_LIMIT])
        result = shortest_win(state, ply, thread, table)
        if not is_proven(result) or value_of(result) < beta:
            return NO_RESULT
        if ply == 0:
            report_best(thread[THREAT_MOVE], result, thread)
        return result

    return forced_win


def shortest_win_search(rules: Rules, hooks: Hooks) -> Callable[[Any, int, Ints, Ints], int]:
    """Makes the search for a win with as few threats as possible: first with none before the last move, then more."""
    search = threat_sequence_search(rules, hooks)

    def shortest_win(state: Any, ply: int, thread: Ints, table: Ints) -> int:
        result = NOT_YET
        threats = 0
        while result == NOT_YET and threats < MAX_THREATS:
            result = search(state, threats, 1, ply, thread, table)
            threats += 1
        return result

    return shortest_win


def threat_sequence_search(rules: Rules, hooks: Hooks) -> Callable[..., int]:
    """Makes the search of all sequences of threats and forced replies."""
    play, outcome, end = rules.play, rules.outcome, hooks.end
    threat_moves, forced_replies = hooks.threats, hooks.forced_replies
    assert threat_moves
    assert forced_replies

    def refuted(key: int, threats: int, thread: Ints, table: Ints) -> int:
        """NO_WIN or NOT_YET if the table knows that so many threats do not win, else NO_RESULT."""
        entry = probe(key ^ SALT, thread, table)
        if entry.bound == NO_BOUND or entry.depth < threats:
            return NO_RESULT
        return NO_WIN if entry.depth == MAX_DEPTH else NOT_YET

    def search(state: Any, threats: int, attacking: int, ply: int, thread: Ints, table: Ints) -> int:
        """A proven result with a value above 0 for the attacker, or NO_WIN, NOT_YET or GIVEN_UP.

        `attacking` is 1 if the attacker is to move, who may make `threats` threats before the last move, and 0 if the
        defender is: then every forced reply must lose.
        """
        assert threats >= 0
        assert outcome(state) == GOING_ON
        key = state_hash(state)
        if attacking:
            result = refuted(key, threats, thread, table)
            if result != NO_RESULT:
                return result
            entry = probe(key, thread, table)
            if entry.proven and entry.bound & LOWER and entry.value > 0 and entry.move >= 0:
                thread[THREAT_MOVE] = entry.move
                return pack_result(entry.value, entry.depth, 1)
            if thread[NODES] >= thread[THREAT_NODE_LIMIT] or thread[STOP] or ply >= MAX_PLY - 2:
                return GIVEN_UP
        tries = forced_replies(state)
        if attacking:
            forced = tries
            tries = threat_moves(state)
            if forced:
                tries &= forced
        elif not tries:
            return NO_WIN  # the move before was no threat
        worst = INFINITY
        longest = 0
        found = NO_WIN
        while tries:
            if thread[NODES] >= thread[NODE_LIMIT]:
                return GIVEN_UP
            move = lowest_bit(tries)
            tries &= tries - 1
            child = play(state, move)
            thread[NODES] += 1
            value = outcome(child)
            plies = 1
            if value != GOING_ON:
                value = -end(value) if attacking else end(value)
            elif attacking and threats == 0:
                found = max(found, NOT_YET)
                continue
            else:
                result = search(child, threats - attacking, 1 - attacking, ply + 1, thread, table)
                value = value_of(result)
                plies = 1 + plies_of(result)
                if not is_proven(result):
                    value = 0
                    found = max(found, result)
            if attacking and value > 0:
                store(key, move, LOWER, 1, plies, value, thread, table)
                thread[THREAT_MOVE] = move
                return pack_result(value, plies, 1)
            if not attacking and value <= 0:
                return found
            worst = min(worst, value)
            longest = max(longest, plies)
        if not attacking:
            return pack_result(worst, longest, 1)
        if found != GIVEN_UP:
            store(key ^ SALT, -1, UPPER, 0, threats if found == NOT_YET else MAX_DEPTH, 0, thread, table)
        return found

    return search
