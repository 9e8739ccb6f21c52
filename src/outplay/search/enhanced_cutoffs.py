"""Enhanced transposition cut-offs: before any move of a node is searched, all are looked up.

If what is known of one child, from the rules, an endgame table or the transposition table, reaches beta, nothing below
the node is searched. It takes a look at every child, which pays in the full-width search of a proof alone.
"""

from collections.abc import Callable
from typing import Any

from outplay.core.arrays import Ints
from outplay.core.bits import GOING_ON
from outplay.core.hashing import state_hash
from outplay.core.memory import prefetch
from outplay.core.rules import Rules
from outplay.search.best import cut_off
from outplay.search.bounds import known_value
from outplay.search.endgame import endgame_probe
from outplay.search.hooks import Hooks
from outplay.search.thread_state import BUCKETS, MOVE_LISTS, SELECTIVE
from outplay.search.threat_search import threat_search
from outplay.search.transposition import EXACT, LOWER, UPPER, Lookup, bucket_of, probe
from outplay.search.values import NO_RESULT, pack_result, seen_from_parent, value_of

UNKNOWN = 1 << 60
"""Stands for a child that is settled without the transposition table."""


def shortcut(rules: Rules, hooks: Hooks) -> Callable[..., int]:
    """Makes the function that settles a node without a search of its moves, or returns NO_RESULT.

    Its results are proven and at least beta. In games with threats it is the threat-space search.
    """
    forced_win, looked_up = threat_search(rules, hooks), enhanced_cutoff(rules, hooks)

    def threats(
        found: Lookup,
        state: Any,
        depth: int,
        beta: int,
        settled: int,
        ply: int,
        thread: Ints,
        table: Ints,
        scratch: Ints,
    ) -> int:
        return forced_win(state, depth, beta, ply, thread, table)

    return looked_up if hooks.threats is None else threats


def enhanced_cutoff(rules: Rules, hooks: Hooks) -> Callable[..., int]:
    """Makes the function that looks up all moves of a node, below the root of a proof.

    First it asks the rules, the endgame table and the game's value bounds about all children, and tells the processor
    to fetch their entries of the transposition table, which it reads only then: so it waits for the memory once and not
    for every child. The keys, settled margins and turns of the children stand in the row for the moves of the ply
    meanwhile.
    """
    begin, more, pick, rest = rules.begin, rules.more, rules.pick, rules.rest
    play, turned, known = rules.play, rules.turned, known_child(rules, hooks)
    key_state, settled_margin, max_moves = hooks.key_state, hooks.settled_margin, hooks.max_moves

    def looked_up(
        found: Lookup,
        state: Any,
        depth: int,
        beta: int,
        settled: int,
        ply: int,
        thread: Ints,
        table: Ints,
        scratch: Ints,
    ) -> int:
        if ply == 0 or thread[SELECTIVE]:
            return NO_RESULT
        at = MOVE_LISTS + 2 * max_moves * ply
        count = 0
        first = begin(state, scratch, ply)
        cursor = first
        while more(cursor):
            move = pick(cursor, scratch, ply)
            child = play(state, move)
            cursor = rest(cursor)
            turns = turned(state, child)
            result = known(child, -beta, 1 - beta, thread) if turns else known(child, beta - 1, beta, thread)
            thread[at + max_moves + count] = UNKNOWN
            if result == NO_RESULT:
                key = state_hash(key_state(child))
                prefetch(table, bucket_of(key, int(thread[BUCKETS])))
                thread[at + count] = key
                thread[at + max_moves + count] = settled_margin(child) << 1 | (1 if turns else 0)
            else:
                result = seen_from_parent(result, turns)
                if value_of(result) >= beta:
                    return cut_off(found, move, result, depth, settled, ply, thread, table)
            count += 1
        cursor = first
        count = 0
        while more(cursor):
            told = int(thread[at + max_moves + count])
            if told != UNKNOWN:
                entry = probe(int(thread[at + count]), thread, table)
                wanted = UPPER if told & 1 else LOWER
                if entry.proven and (entry.bound == wanted or entry.bound == EXACT):
                    result = pack_result(entry.value + (told >> 1), entry.depth, 1)
                    result = seen_from_parent(result, told & 1 != 0)
                    if value_of(result) >= beta:
                        move = pick(cursor, scratch, ply)
                        return cut_off(found, move, result, depth, settled, ply, thread, table)
            cursor = rest(cursor)
            count += 1
        return NO_RESULT

    return looked_up


def known_child(rules: Rules, hooks: Hooks) -> Callable[[Any, int, int, Ints], int]:
    """Makes the function that returns the result of a child that needs no search in a window, or NO_RESULT."""
    outcome, end, endgame, bounds = rules.outcome, hooks.end, endgame_probe(hooks), known_value(hooks)

    def known(child: Any, alpha: int, beta: int, thread: Ints) -> int:
        margin = outcome(child)
        if margin != GOING_ON:
            return pack_result(end(margin), 0, 1)
        result = endgame(child, thread)
        return bounds(child, alpha, beta) if result == NO_RESULT else result

    return known
