"""Pruning and reductions: when a node is not searched, or less deep.

Nothing here proves anything: the result of a node that is pruned, or whose moves are partly left out, is not proven.
So all of it is off in the full-width search of a proof (slot SELECTIVE is 0), and pruning by the static evaluation also
wherever the search may reach the end of the game.

All are made by factories for a game's hooks. Where a game lacks what the technique needs, the factory returns a
function that never prunes, and the compiler drops the code behind it. Where moves have grades, the good ones stand in
front: then fewer moves are searched, and late ones less deep.
"""

from collections.abc import Callable
from math import log
from typing import Any

from outplay.core.arrays import Ints
from outplay.core.rules import Rules
from outplay.search.hooks import Hooks
from outplay.search.network import evaluation
from outplay.search.thread_state import NULL_MOVE, SELECTIVE
from outplay.search.transposition import NO_BOUND
from outplay.search.values import INFINITY

NULL_MOVE_DEPTH, NULL_MOVE_REDUCTION = 3, 3
"""Null-move pruning is tried at this depth and above; its search is so many plies less deep than that of a move."""
REVERSE_FUTILITY_DEPTH = 4
"""Reverse futility pruning is tried up to this depth."""
LATE_MOVE_DEPTH, LATE_MOVE_COUNT = 3, 4
"""Up to this depth, only LATE_MOVE_COUNT * (1 + depth²) moves are searched besides tactical ones."""
GRADED_DEPTH, GRADED_COUNT = 8, 5
"""In games with grades: up to this depth, only GRADED_COUNT + depth * (depth + 1) / 2 moves are searched."""
LOGARITHMS = (0, *(round(32 * log(n)) for n in range(1, 64)))
"""32 times the natural logarithm of n, for the first n."""
GRADED_REDUCTION = 1228
"""In games with grades a move is reduced by LOGARITHMS[depth] * LOGARITHMS[done] / GRADED_REDUCTION plies."""
ITERATIVE_REDUCTION_DEPTH = 4
"""Internal iterative reduction is applied at this depth and above."""


NO_ESTIMATE = -INFINITY
"""Stands for the static evaluation of a node that must not be pruned; it is below every beta."""


def static_evaluation(rules: Rules, hooks: Hooks) -> Callable[[Any, int, int, int, Ints], int]:
    """Makes the function that returns the static evaluation to prune a node by, or NO_ESTIMATE.

    A node must not be pruned at the root, in a proof, where a reply is forced, and where as many plies are to be
    searched as there are moves: there the search may reach the end of the game, and a proof.
    """
    moves, evaluate = hooks.moves, evaluation(rules, hooks)
    first_depth = 1 if hooks.futility_margin else NULL_MOVE_DEPTH  # below it nothing asks for the evaluation

    def no_estimate(state: Any, forced: int, depth: int, ply: int, thread: Ints) -> int:
        return NO_ESTIMATE

    if hooks.null_move is None or moves is None:
        return no_estimate

    def static_value(state: Any, forced: int, depth: int, ply: int, thread: Ints) -> int:
        if ply == 0 or forced or thread[SELECTIVE] == 0 or depth < first_depth or depth >= moves(state).bit_count():
            return NO_ESTIMATE
        return evaluate(state, thread)

    return static_value


def reverse_futility_pruning(hooks: Hooks) -> Callable[[int, int, int, int], bool]:
    """Makes the test of whether the evaluation is so far above beta that quiet moves cannot bring it below."""
    margin = hooks.futility_margin

    def never(estimate: int, depth: int, alpha: int, beta: int) -> bool:
        return False

    def is_futile(estimate: int, depth: int, alpha: int, beta: int) -> bool:
        return beta - alpha == 1 and depth <= REVERSE_FUTILITY_DEPTH and estimate - margin * depth >= beta

    return is_futile if margin else never


def null_move_pruning(hooks: Hooks) -> Callable[[int, int, int, int, Ints], bool]:
    """Makes the test of whether to search a null move: the evaluation is beta or more, and none was made before.

    Not if beta is the upper bound of the value: that takes a real win.
    """

    def never(estimate: int, depth: int, beta: int, upper: int, thread: Ints) -> bool:
        return False

    def tries_null_move(estimate: int, depth: int, beta: int, upper: int, thread: Ints) -> bool:
        return depth >= NULL_MOVE_DEPTH and beta < upper and not thread[NULL_MOVE] and estimate >= beta

    return never if hooks.null_move is None else tries_null_move


def internal_iterative_reduction(hooks: Hooks) -> Callable[[int, int, int, int, Ints], int]:
    """Makes the function that returns a node's depth, one ply less if the table knows nothing of it.

    That search leaves an entry with a move, and the next iteration searches it in full. It pays in games with threats.
    """

    def unchanged(depth: int, bound: int, forced: int, ply: int, thread: Ints) -> int:
        return depth

    def reduced(depth: int, bound: int, forced: int, ply: int, thread: Ints) -> int:
        if thread[SELECTIVE] and ply > 0 and depth >= ITERATIVE_REDUCTION_DEPTH and bound == NO_BOUND and not forced:
            return depth - 1
        return depth

    return unchanged if hooks.threats is None else reduced


def late_move_pruning(hooks: Hooks) -> Callable[[int, int, int, int], int]:
    """Makes the function that returns after how many moves those that are not tactical are left out."""
    max_moves = hooks.max_moves

    def all_moves(estimate: int, depth: int, alpha: int, beta: int) -> int:
        return max_moves

    def move_limit(estimate: int, depth: int, alpha: int, beta: int) -> int:
        if estimate != NO_ESTIMATE and beta - alpha == 1 and depth <= LATE_MOVE_DEPTH:
            return LATE_MOVE_COUNT * (1 + depth * depth)
        return max_moves

    def graded_limit(estimate: int, depth: int, alpha: int, beta: int) -> int:
        if estimate != NO_ESTIMATE and beta - alpha == 1 and depth <= GRADED_DEPTH:
            return GRADED_COUNT + depth * (depth + 1) // 2
        return max_moves

    if not hooks.futility_margin:
        return all_moves
    return graded_limit if hooks.grades else move_limit


def late_move_reduction(hooks: Hooks) -> Callable[[int, int, int, bool, int, Ints], int]:
    """Makes the function that returns how many plies less deep a move is searched because `done` came before it.

    In games with grades forced replies are not reduced: there are few, and any of them may be the only defence.
    """

    def reduction(depth: int, done: int, forced: int, turns: bool, is_tactical: int, thread: Ints) -> int:
        if not (thread[SELECTIVE] and depth >= 3 and done >= 3 and turns):
            return 0
        if is_tactical:
            return 0 if done < 8 else 1
        if done < 6:
            return 1
        return 2 if done < 14 or depth < 5 else 3

    def graded_reduction(depth: int, done: int, forced: int, turns: bool, is_tactical: int, thread: Ints) -> int:
        if forced or not (thread[SELECTIVE] and depth >= 3 and done >= 2 and turns):
            return 0
        plies = LOGARITHMS[min(depth, 63)] * LOGARITHMS[min(done, 63)] // GRADED_REDUCTION
        return max(0, plies - is_tactical)

    return graded_reduction if hooks.grades else reduction
