"""Perft: the number of move sequences of a length, which tests a move generator against known counts."""

from collections.abc import Callable
from typing import Any

from outplay.core.arrays import Ints
from outplay.core.bits import GOING_ON
from outplay.core.rules import Rules
from outplay.search.plain import POLL, STOP


def perft(rules: Rules) -> Callable[..., int]:
    """Sequences of exactly `depth` moves from a state, depth > 0; games that end sooner are not counted."""
    begin, more, pick, rest, how_many = rules.begin, rules.more, rules.pick, rules.rest, rules.how_many
    play, outcome = rules.play, rules.outcome

    def paths(state: Any, depth: int, counts: Ints, scratch: Ints) -> int:
        if outcome(state) != GOING_ON:
            return 0
        if depth == 1:
            return how_many(state, scratch, depth)
        total = 0
        cursor = begin(state, scratch, depth)
        while more(cursor):
            total += paths(play(state, pick(cursor, scratch, depth)), depth - 1, counts, scratch)
            cursor = rest(cursor)
            if depth >= POLL and counts[STOP]:
                break
        return total

    return paths
