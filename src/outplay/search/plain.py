"""The searches of the founding documents: minimax, minimax to a depth, and the same with alpha-beta pruning.

Neither table nor reordering: moves are taken in the game's own order, so an open window visits a fixed number of
nodes, and an equal count is the proof that two programs do the same work. A child is tested for its end before the
search goes down into it.

A kernel is a factory: given a game's rules it returns a plain Python function. Run that as it is, or hand the factory
to `outplay.compiler.kernel.Kernel` for the same function as machine code. All of them assume that the game is not
over in `state`, and return its value for the side to move there.
"""

from collections.abc import Callable
from typing import Any

from outplay.core.arrays import Ints
from outplay.core.bits import GOING_ON
from outplay.core.rules import Rules, State

INFINITY = 1 << 40
"""Above every value a search can return."""

NODES, STOP, DEEPEST = 0, 1, 2
"""Places in the `counts` array: positions visited so far; any value but 0 ends the search; plies gone down."""

MOST_PLIES = 500
"""No search goes deeper: each ply takes a frame of the machine's stack."""

POLL = 4
"""STOP is read at nodes with at least this many plies below them, where reading it costs nothing."""

Search = Callable[..., int]


def nothing(state: State) -> int:
    """At the horizon: nothing is known."""
    return 0


def margin(value: int) -> int:
    """At the end: the margin."""
    return value


def minimax(rules: Rules, end: Callable[[int], int] = margin) -> Search:
    """Plain minimax, to the end of every line."""
    begin, more, pick, rest = rules.begin, rules.more, rules.pick, rules.rest
    play, outcome, turned = rules.play, rules.outcome, rules.turned

    def search(state: Any, ply: int, counts: Ints, scratch: Ints) -> int:
        if ply > counts[DEEPEST]:
            counts[DEEPEST] = ply
        if ply >= MOST_PLIES:
            counts[STOP] = 1
        best = -INFINITY
        cursor = begin(state, scratch, ply)
        while more(cursor) and not counts[STOP]:
            child = play(state, pick(cursor, scratch, ply))
            cursor = rest(cursor)
            counts[NODES] += 1
            value = outcome(child)
            value = search(child, ply + 1, counts, scratch) if value == GOING_ON else end(value)
            best = max(best, -value if turned(state, child) else value)
        return best

    return search


def depth_limited(
    rules: Rules, horizon: Callable[[State], int] = nothing, end: Callable[[int], int] = margin
) -> Search:
    """Minimax `depth` plies deep, depth > 0; `horizon(state)` stands for what lies below."""
    begin, more, pick, rest = rules.begin, rules.more, rules.pick, rules.rest
    play, outcome, turned = rules.play, rules.outcome, rules.turned

    def search(state: Any, depth: int, counts: Ints, scratch: Ints) -> int:
        best = -INFINITY
        cursor = begin(state, scratch, depth)
        while more(cursor):
            child = play(state, pick(cursor, scratch, depth))
            cursor = rest(cursor)
            counts[NODES] += 1
            value = outcome(child)
            if value != GOING_ON:
                value = end(value)
            elif depth == 1:
                value = horizon(child)
            else:
                value = search(child, depth - 1, counts, scratch)
            best = max(best, -value if turned(state, child) else value)
            if depth >= POLL and counts[STOP]:
                break
        return best

    return search


def alpha_beta(rules: Rules, horizon: Callable[[State], int] = nothing, end: Callable[[int], int] = margin) -> Search:
    """The same with alpha-beta pruning.

    If the true value lies between alpha and beta it is returned; if it is alpha or less, an upper bound of it that is
    alpha or less; if it is beta or more, a lower bound that is beta or more.
    """
    begin, more, pick, rest = rules.begin, rules.more, rules.pick, rules.rest
    play, outcome, turned = rules.play, rules.outcome, rules.turned

    def search(state: Any, depth: int, alpha: int, beta: int, counts: Ints, scratch: Ints) -> int:
        best = -INFINITY
        cursor = begin(state, scratch, depth)
        while more(cursor):
            child = play(state, pick(cursor, scratch, depth))
            cursor = rest(cursor)
            counts[NODES] += 1
            value = outcome(child)
            if value != GOING_ON:
                value = end(value)
            elif depth == 1:
                value = horizon(child)
            elif turned(state, child):
                value = search(child, depth - 1, -beta, -alpha, counts, scratch)
            else:
                value = search(child, depth - 1, alpha, beta, counts, scratch)
            best = max(best, -value if turned(state, child) else value)
            alpha = max(alpha, best)
            if alpha >= beta:
                break
            if depth >= POLL and counts[STOP]:
                break
        return best

    return search
