"""Bounds: a node whose value cannot reach the window, or is the best there can be, is settled without a search.

The value of a position lies between the settled margin less what the other side can still gain, and the settled margin
plus what the side to move can still gain. What mate-distance pruning is to chess, this is to games with a margin. These
bounds hold for every line of play. A game may know more of the value with best play: `known_value`.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from outplay.core.arrays import Ints
from outplay.core.bits import GOING_ON
from outplay.core.rules import Rules
from outplay.search.hooks import Hooks
from outplay.search.thread_state import is_excluded, report_best
from outplay.search.values import NO_RESULT, pack_result


class Bounds(NamedTuple):
    """Values between which the value of a position lies."""

    settled: int
    """The settled margin."""
    lower: int
    upper: int


def value_bounds(hooks: Hooks) -> Callable[[Any], Bounds]:
    """Makes the function that returns the bounds of a position."""
    settled_margin, max_gain, max_loss = hooks.settled_margin, hooks.max_gain, hooks.max_loss

    def bounds_of(state: Any) -> Bounds:
        settled = settled_margin(state)
        return Bounds(settled, settled - max_loss(state), settled + max_gain(state))

    return bounds_of


def known_value(hooks: Hooks) -> Callable[[Any, int, int], int]:
    """Makes the function that returns a proven result if what the game knows of the value settles it, else NO_RESULT.

    It is asked about the children of a node, for a window of their side to move, and so never about the root: there a
    move is wanted, and the best ones may be excluded.
    """
    value_bounds, settled_margin = hooks.value_bounds, hooks.settled_margin

    def nothing_known(state: Any, alpha: int, beta: int) -> int:
        return NO_RESULT

    if value_bounds is None:
        return nothing_known

    def known(state: Any, alpha: int, beta: int) -> int:
        lower, upper = value_bounds(state)
        assert lower <= upper
        settled = settled_margin(state)
        if settled + upper <= alpha or lower == upper:
            return pack_result(settled + upper, 0, 1)
        if settled + lower >= beta:
            return pack_result(settled + lower, 0, 1)
        return NO_RESULT

    return known


def bounds_test(rules: Rules, hooks: Hooks) -> Callable[[Any, Bounds, int, int, int, Ints, Ints], int]:
    """Makes the function that returns a proven result if the bounds settle a node, else NO_RESULT.

    They do if they lie outside the window, or if some move ends the game with the upper bound.
    """
    wins_in_one = immediate_win(rules, hooks)

    def settled_result(state: Any, bounds: Bounds, alpha: int, beta: int, ply: int, thread: Ints, scratch: Ints) -> int:
        assert bounds.lower <= bounds.upper
        if bounds.upper <= alpha:
            return pack_result(bounds.upper, 0, 1)
        if bounds.lower >= beta:
            return pack_result(bounds.lower, 0, 1)
        if wins_in_one(state, bounds.upper, ply, thread, scratch):
            return pack_result(bounds.upper, 1, 1)
        return NO_RESULT

    return settled_result


def immediate_win(rules: Rules, hooks: Hooks) -> Callable[[Any, int, int, Ints, Ints], bool]:
    """Makes the test of whether some move ends the game with value `upper`; at the root the move is reported.

    In games with threats the threat-space search and the forced replies do the same with less work.
    """
    begin, more, pick, rest = rules.begin, rules.more, rules.pick, rules.rest
    play, outcome, turned, end = rules.play, rules.outcome, rules.turned, hooks.end

    def not_asked(state: Any, upper: int, ply: int, thread: Ints, scratch: Ints) -> bool:
        return False

    def wins_in_one(state: Any, upper: int, ply: int, thread: Ints, scratch: Ints) -> bool:
        cursor = begin(state, scratch, ply)
        while more(cursor):
            move = pick(cursor, scratch, ply)
            cursor = rest(cursor)
            child = play(state, move)
            value = outcome(child)
            if value != GOING_ON:
                value = -end(value) if turned(state, child) else end(value)
                if value >= upper and not (ply == 0 and is_excluded(move, thread)):
                    if ply == 0:
                        report_best(move, pack_result(upper, 1, 1), thread)
                    return True
        return False

    return wins_in_one if hooks.wins_in_one else not_asked
