"""Principal variation search: alpha-beta with null windows, a transposition table, pruning and reductions.

    search(state, depth, alpha, beta, thread, table, scratch) -> a packed result (see `values`)

`root_search` makes it for one game. It calls `pvs`, which searches one node and calls itself for the nodes below.

Contract
--------
Assumed: the game is not over in `state`; 1 <= depth < MAX_PLY; -INFINITY <= alpha < beta <= INFINITY; the arrays
`thread` (see `thread_state`), `table` (see `transposition`) and `scratch` (see `core.rules`) are as long as those files
say. Interpreted code asserts the first three; compiled code does not.

Let v be the value of this search for the side to move. The search is fail-soft. It returns
- v, if alpha < v < beta;
- an upper bound of v that is at most alpha, if v <= alpha;
- a lower bound of v that is at least beta, if v >= beta;
- a result without meaning, if slot STOP is set when it returns: from outside, or by the search at its node limit. No
  unfinished node was stored then. Slots BEST_MOVE and BEST_RESULT hold the best root move that was searched to its end
  and is better than alpha, if there is one.

A result is *proven* if its value or bound is also correct for the complete game tree, searched by minimax. A result
that is not proven depends on more than the position and its key:

- the depth. Entries of the table record it;
- the window: outside it only a bound is known, and some pruning happens only in null windows;
- killers, history and the table's moves: they set the order of the moves, and late moves are reduced or pruned;
- the game's candidates, evaluation and futility margin, and slot SELECTIVE, which switches pruning and reductions on;
- the ply and the depth of the root: several forced replies extend the depth only near the root, no node is deeper than
  MAX_PLY, and canonical hashes are used only in the first SYMMETRIC_PLIES plies;
- whether a null move was made on the way: there is no second one below it;
- the contents of the table, which earlier searches and other threads have written. The timing of other threads also
  decides which moves are deferred;
- the excluded root moves.

None of these can make a proven result wrong:

- A proven result comes from finished games, from bounds that hold for every line of play or, below the root, for best
  play, and from proven entries of the table. Static evaluation, reverse futility pruning and null-move pruning return
  results that are not proven.
- A node is proven if one move reaches beta with a proven result, or if every move has a proven result. If late-move
  pruning or the candidates left a move out, the node is not proven.
- A reduced depth can only prevent a proof: a proven result holds at every depth.
- Move order, ply, window, threads and the age of entries decide which lines are searched, not the values at their ends.
- The positions below a null move are positions of the game, so what is proven about them is right. The null move is no
  legal move; its own result is never proven.
- If root moves are excluded, the result holds for the remaining moves. It is not stored.

Two things can make a proven result wrong. The rules and the hooks that make claims (settled margin, key state, gains
and losses, value bounds, forced replies, threats, symmetries) are not verified here; `outplay check` tests them. And
keys have 64 bits: two positions with the same key share an entry. The `plies` of a proven result are an upper bound
that depends on the order of the search.
"""

from collections.abc import Callable
from typing import Any

from outplay.core.arrays import Ints
from outplay.core.bits import GOING_ON
from outplay.core.rules import Rules
from outplay.search.abdada import enter_move, is_shared, leave_move
from outplay.search.best import conclude, cut_off, no_move, with_move
from outplay.search.bounds import bounds_test, value_bounds
from outplay.search.enhanced_cutoffs import shortcut
from outplay.search.hooks import Hooks, same_state
from outplay.search.horizon import child_depth, forced_replies_in, forced_reply_extension, leaf_evaluation
from outplay.search.move_picker import deferral, move_filler, next_picker, rest_filler
from outplay.search.plain import nothing
from outplay.search.pruning import (
    NULL_MOVE_REDUCTION,
    internal_iterative_reduction,
    late_move_pruning,
    late_move_reduction,
    null_move_pruning,
    reverse_futility_pruning,
    static_evaluation,
)
from outplay.search.quiescence import quiescence
from outplay.search.thread_state import MAX_PLY, NODES, NULL_MOVE, ROOT_DEPTH, STOP, must_stop
from outplay.search.transposition import table_lookup
from outplay.search.values import INFINITY, NO_RESULT, is_proven, pack_result, seen_from_parent, value_of

STOPPED = 0
"""A result without meaning: the search was stopped."""


def root_search(rules: Rules, hooks: Hooks) -> Callable[..., int]:
    """Makes the search of a root position, which leaves the best move and its result in the thread state."""
    pvs = node_search(rules, hooks)

    def search(state: Any, depth: int, alpha: int, beta: int, thread: Ints, table: Ints, scratch: Ints) -> int:
        assert 1 <= depth < MAX_PLY
        thread[ROOT_DEPTH] = depth
        return pvs(state, depth, alpha, beta, 0, thread, table, scratch)

    return search


def node_search(rules: Rules, hooks: Hooks) -> Callable[..., int]:
    """Makes the search of one node."""
    play, outcome, turned, quiet_result = rules.play, rules.outcome, rules.turned, quiescence(rules, hooks)
    forced_replies, tactical_moves = forced_replies_in(hooks), hooks.tactical_moves or nothing
    extended, next_depth, leaf_result = forced_reply_extension(hooks), child_depth(hooks), leaf_evaluation(rules, hooks)
    bounds_of, settled_result, look_up = value_bounds(hooks), bounds_test(rules, hooks), table_lookup(hooks)
    static_value, is_futile = static_evaluation(rules, hooks), reverse_futility_pruning(hooks)
    shortcut_of, reduced = shortcut(rules, hooks), internal_iterative_reduction(hooks)
    null_move, tries_null_move = hooks.null_move or same_state, null_move_pruning(hooks)
    fill, fill_rest, move_limit = move_filler(rules, hooks), rest_filler(hooks), late_move_pruning(hooks)
    next_move, defer, plies_less = next_picker(hooks), deferral(hooks), late_move_reduction(hooks)

    def pvs(state: Any, depth: int, alpha: int, beta: int, ply: int, thread: Ints, table: Ints, scratch: Ints) -> int:
        """Searches a node by the contract at the top of this file."""
        assert is_searchable(outcome(state), depth, alpha, beta, ply)
        # 1. Limits.
        if must_stop(thread):
            return STOPPED
        # 2. Forced replies extend the depth; at depth 0 the node is evaluated.
        forced = forced_replies(state, thread, table)
        depth = extended(depth, forced, ply, thread)
        if depth == 0:
            return quiet_result(state, alpha, beta, ply, thread, table)
        # 3. Bounds: the settled margin, and what can still be gained or lost.
        bounds = bounds_of(state)
        result = settled_result(state, bounds, alpha, beta, ply, thread, scratch)
        if result != NO_RESULT:
            return result
        beta = min(beta, bounds.upper)
        # 4. Transposition table.
        found = look_up(state, depth, alpha, beta, bounds.settled, ply, thread, table)
        if found.result != NO_RESULT:
            return found.result
        # 5. Static evaluation and reverse futility pruning.
        estimate = static_value(state, forced, depth, ply, thread)
        if is_futile(estimate, depth, alpha, beta):
            return pack_result(beta, 0, 0)
        # 6. Threat-space search, or in games without threats enhanced transposition cut-offs.
        result = shortcut_of(found, state, depth, beta, bounds.settled, ply, thread, table, scratch)
        if result != NO_RESULT:
            return result
        # 7. Null-move pruning.
        if tries_null_move(estimate, depth, beta, bounds.upper, thread):
            thread[NULL_MOVE] = 1
            null_depth = next_depth(depth, NULL_MOVE_REDUCTION)
            result = pvs(null_move(state), null_depth, -beta, 1 - beta, ply + 1, thread, table, scratch)
            thread[NULL_MOVE] = 0
            if thread[STOP] or -value_of(result) >= beta:
                return pack_result(beta, 0, 0)
        # 8. Internal iterative reduction.
        depth = reduced(depth, found.entry.bound, forced, ply, thread)
        # 9. The moves, best first, until one reaches beta.
        tactical, shared = tactical_moves(state), is_shared(depth, ply, thread)
        count, left_out = fill(state, forced, tactical, found.entry.move, ply, thread, scratch)
        limit = move_limit(estimate, depth, alpha, beta)
        done, best, floor = 0, no_move(), alpha
        while done < count:
            move = next_move(done, count, ply, thread)
            is_tactical = 1 if tactical >> move & 1 else 0
            if done >= limit and best.value > bounds.lower and not is_tactical:  # late-move pruning
                left_out = 1
                break
            if shared and defer(found.key, move, done, ply, thread, table):  # ABDADA: another thread searches it,
                continue  # so `defer` has moved it behind the others
            if must_stop(thread):
                return STOPPED
            child = play(state, move)
            thread[NODES] += 1
            turns = turned(state, child)
            result = leaf_result(child, depth, alpha, beta, forced, is_tactical, turns, ply, thread, table)
            if result == NO_RESULT:
                enter_move(shared, found.key, move, table)
                reduction = plies_less(depth, done, forced, turns, is_tactical, thread)
                top = beta if done == 0 else alpha + 1  # a null window for all moves but the first
                while True:  # at most twice: the second time with full depth and window, if the first was not enough
                    low, high = (-top, -alpha) if turns else (alpha, top)
                    result = pvs(child, next_depth(depth, reduction), low, high, ply + 1, thread, table, scratch)
                    if thread[STOP] or needs_no_research(result, turns, alpha, beta, top, reduction):
                        break
                    reduction, top = 0, beta
                leave_move(shared, found.key, move, table)
                if thread[STOP]:
                    return STOPPED
            result = seen_from_parent(result, turns)
            best = with_move(best, move, result, floor, bounds.lower, ply, thread)
            alpha = max(alpha, best.value)
            if alpha >= beta:
                return cut_off(found, move, result, depth, bounds.settled, ply, thread, table)
            done += 1
            count, left_out = fill_rest(state, done, count, left_out, best.value <= bounds.lower, ply, thread)
        # 10. The result of all moves, which is stored.
        return conclude(found, best, floor, left_out, depth, bounds.settled, ply, thread, table)

    return pvs


def is_searchable(outcome: int, depth: int, alpha: int, beta: int, ply: int) -> bool:
    """Whether the arguments of `pvs` are valid: the game is not over, and the numbers are within their ranges."""
    return outcome == GOING_ON and depth >= 0 and 0 <= ply < MAX_PLY and -INFINITY <= alpha < beta <= INFINITY


def needs_no_research(result: int, turned: bool, alpha: int, beta: int, top: int, reduction: int) -> bool:
    """Whether a move need not be searched again with full depth and full window.

    It need not if its value is alpha or less, if its depth and window were full already, or if it reaches beta and
    either its depth was full or its result is proven.
    """
    value = -value_of(result) if turned else value_of(result)
    full = reduction == 0
    return value <= alpha or (full and top == beta) or (value >= beta and (full or is_proven(result) != 0))
