"""Plain searches: minimax, minimax to a depth, and the same with alpha-beta pruning.

They have no table and keep the game's own order of moves, so a search with an open window visits a fixed number of
nodes: two programs that visit as many do the same work. Whether the game is over is asked of a child before it is
searched.

A kernel is a factory: given a game's rules it returns a plain Python function. Run that as it is, or hand the factory
to `outplay.compiler.kernel.Kernel` for the same function as machine code. All of them assume that the game goes on in
`state`, and return its value for the side to move.
"""

from collections.abc import Callable
from typing import Any

from outplay.core.arrays import Ints
from outplay.core.bits import GOING_ON
from outplay.core.rules import Rules, State

INFINITY = 1 << 40
"""Larger than every value that a search can return."""

NODES, STOP, DEEPEST = 0, 1, 2
"""Slots of the `counts` array: positions visited so far; not 0 to end the search; the deepest ply that was reached."""

MOST_PLIES = 500
"""No search goes deeper: each ply takes a frame of the stack."""

POLL = 4
"""STOP is read in nodes of at least this depth, where the time it takes does not count."""

Search = Callable[..., int]


def nothing(state: State) -> int:
    """The default evaluation: every position is worth 0."""
    return 0


def margin(value: int) -> int:
    """The default value of a finished game: its margin."""
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
    """Minimax `depth` plies deep, depth > 0; `horizon(state)` evaluates the positions at that depth."""
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
