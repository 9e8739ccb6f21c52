"""The horizon: which nodes get their static evaluation, and which are searched deeper.

In games without threats the children of a node at depth 1 are evaluated. In games with threats an evaluation says
little where replies are forced: a node at depth 0 is entered, a single forced reply is played, and only then the
position is evaluated (see `quiescence`). Where a game names its tactical moves, this is done only after those; after a
quiet move nothing is forced, and the child is evaluated at once.
"""

from collections.abc import Callable
from typing import Any

from outplay.core.arrays import Ints
from outplay.core.bits import GOING_ON
from outplay.core.hashing import state_hash
from outplay.core.memory import prefetch
from outplay.core.rules import Rules
from outplay.search.bounds import known_value
from outplay.search.endgame import endgame_probe
from outplay.search.hooks import Hooks
from outplay.search.quiescence import quiescence
from outplay.search.thread_state import BUCKETS, MAX_PLY, ROOT_DEPTH, SELECTIVE
from outplay.search.transposition import bucket_of
from outplay.search.values import NO_RESULT, pack_result

EXTENDED_PLIES = 3
"""Several forced replies extend the depth while 2 * ply < EXTENDED_PLIES * (the depth of the root)."""


def least_depth(hooks: Hooks) -> int:
    """The smallest depth with which a node is entered."""
    return 1 if hooks.forced_replies is None else 0


def child_depth(hooks: Hooks) -> Callable[[int, int], int]:
    """Makes the function that returns the depth of a child: one ply less than its parent's, less a reduction."""
    min_depth = least_depth(hooks)

    def next_depth(depth: int, reduction: int) -> int:
        return max(min_depth, depth - 1 - reduction)

    return next_depth


def forced_reply_extension(hooks: Hooks) -> Callable[[int, int, int, Ints], int]:
    """Makes the function that returns the depth of a node, one ply more after a threat, and 0 at the horizon.

    A single forced reply always extends the depth; several do in a selective search, near the root. They do not in
    games with grades, where the same nodes are better spent on depth.
    """

    def unchanged(depth: int, forced: int, ply: int, thread: Ints) -> int:
        return depth

    def extended_if_single(depth: int, forced: int, ply: int, thread: Ints) -> int:
        if ply == 0:
            return depth
        if ply >= MAX_PLY - 1:
            return 0
        return depth + 1 if forced != 0 and forced & (forced - 1) == 0 else depth

    def extended(depth: int, forced: int, ply: int, thread: Ints) -> int:
        if ply == 0:
            return depth
        single = forced != 0 and forced & (forced - 1) == 0
        if ply >= MAX_PLY - 1 or (depth == 0 and not single):
            return 0
        if single or (forced and thread[SELECTIVE] and 2 * ply < EXTENDED_PLIES * thread[ROOT_DEPTH]):
            return depth + 1
        return depth

    if hooks.forced_replies is None:
        return unchanged
    return extended_if_single if hooks.grades else extended


def forced_replies_in(hooks: Hooks) -> Callable[[Any, Ints, Ints], int]:
    """Makes the function that returns the forced replies of a node. While it computes them, the processor fetches the
    node's entries of the transposition table, which are wanted next."""
    forced_replies, key_state = hooks.forced_replies, hooks.key_state

    def none(state: Any, thread: Ints, table: Ints) -> int:
        return 0

    if forced_replies is None:
        return none

    def forced(state: Any, thread: Ints, table: Ints) -> int:
        prefetch(table, bucket_of(state_hash(key_state(state)), int(thread[BUCKETS])))
        return forced_replies(state)

    return forced


def leaf_evaluation(rules: Rules, hooks: Hooks) -> Callable[..., int]:
    """Makes the function that returns a child's result if it is not searched, else NO_RESULT.

    The value of a finished game or of an endgame table and what the game knows of a value are proven, a static
    evaluation is not. The other arguments are of the parent, and whether the move to the child is tactical and passes
    the turn.
    """
    outcome, end, quiet_result, is_leaf = rules.outcome, hooks.end, quiescence(rules, hooks), leaf_condition(hooks)
    probe, known = endgame_probe(hooks), known_value(hooks)

    def leaf_result(
        child: Any,
        depth: int,
        alpha: int,
        beta: int,
        forced: int,
        is_tactical: int,
        turns: bool,
        ply: int,
        thread: Ints,
        table: Ints,
    ) -> int:
        margin = outcome(child)
        if margin != GOING_ON:
            return pack_result(end(margin), 0, 1)
        result = probe(child, thread)
        if result != NO_RESULT:
            return result
        result = known(child, -beta, -alpha) if turns else known(child, alpha, beta)
        if result != NO_RESULT:
            return result
        if is_leaf(depth, forced, is_tactical, ply):
            return quiet_result(child, -beta, -alpha, ply + 1, thread, table)
        return NO_RESULT

    return leaf_result


def leaf_condition(hooks: Hooks) -> Callable[[int, int, int, int], bool]:
    """Makes the test of whether the child after a move is evaluated instead of searched."""

    def at_last_ply(depth: int, forced: int, is_tactical: int, ply: int) -> bool:
        return depth == 1 or ply >= MAX_PLY - 1

    def after_quiet_move(depth: int, forced: int, is_tactical: int, ply: int) -> bool:
        return depth == 1 and not forced and not is_tactical

    def never(depth: int, forced: int, is_tactical: int, ply: int) -> bool:
        return False

    if hooks.forced_replies is None:
        return at_last_ply
    return never if hooks.tactical_moves is None else after_quiet_move
