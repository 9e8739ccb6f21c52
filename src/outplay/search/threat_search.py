"""Wins by force: one side plays only moves that leave the other nothing but forced replies.

Of such an attack every line is looked at, so a win that is found is proven. What is not found is not refuted: there may
be quiet ways to win, or the search may have been given up.
"""

from collections.abc import Callable
from typing import Any

from outplay.core.arrays import Ints
from outplay.core.bits import GOING_ON, lowest_bit
from outplay.core.hashing import state_hash
from outplay.core.rules import Rules
from outplay.search.hooks import Hooks
from outplay.search.thread_state import ATTACK_LIMIT, ATTACK_MOVE, MOST_PLIES, NODE_LIMIT, NODES, STOP
from outplay.search.transposition import (
    COMPLETE_AT,
    DEPTH_AT,
    DEPTH_MASK,
    KIND_AT,
    LOWER,
    MOVE_MASK,
    UPPER,
    VALUE_AT,
    probe,
    store,
)
from outplay.search.values import INFINITY, is_complete, packed, plies_of, value_of

NO_WIN, NOT_YET, GIVEN_UP = 0, 2, 4
"""Answers that are not complete: there is no win by force; there is none in so few moves; it cost too much."""
MOST_MOVES = 24
"""An attack has no more forcing moves."""

SALT = 0x2545F4914F6CDD1D
"""Keeps what is known of attacks apart from what is known of positions."""


def no_attack(state: Any, ply: int, work: Ints, table: Ints) -> int:
    return NO_WIN


def attack(rules: Rules, hooks: Hooks) -> Callable[..., int]:
    play, outcome = rules.play, rules.outcome
    forced, forcing, end = hooks.forced, hooks.forcing, hooks.end

    def attacks(state: Any, moves: int, attacking: int, ply: int, work: Ints, table: Ints) -> int:
        """A packed answer with a proven value above 0 for the attacker, or one of the answers above.

        `attacking` is 1 if the attacker is to move, who may make so many more forcing moves before the last one, and
        0 if the defender is: then every forced reply must lose.
        """
        key = state_hash(state)
        if attacking:
            data = probe(key ^ SALT, work, table)
            if data != 0 and data >> DEPTH_AT & DEPTH_MASK >= moves:
                return NO_WIN if data >> DEPTH_AT & DEPTH_MASK == DEPTH_MASK else NOT_YET
            data = probe(key, work, table)
            if data >> COMPLETE_AT & 1 and data >> KIND_AT & LOWER and data >> VALUE_AT > 0 and data & MOVE_MASK:
                work[ATTACK_MOVE] = (data & MOVE_MASK) - 1
                return packed(data >> VALUE_AT, data >> DEPTH_AT & DEPTH_MASK, 1)
            if work[NODES] >= work[ATTACK_LIMIT] or work[STOP] or ply >= MOST_PLIES - 2:
                return GIVEN_UP
        tries = forced(state)
        if attacking:
            only = tries
            tries = forcing(state)
            if only:
                tries &= only
        elif not tries:
            return NO_WIN  # the move before was not forcing
        worst = INFINITY
        longest = 0
        found = NO_WIN
        while tries:
            if work[NODES] >= work[NODE_LIMIT]:
                return GIVEN_UP
            move = lowest_bit(tries)
            tries &= tries - 1
            child = play(state, move)
            work[NODES] += 1
            value = outcome(child)
            plies = 1
            if value != GOING_ON:
                value = -end(value) if attacking else end(value)
            elif attacking and moves == 0:
                found = max(found, NOT_YET)
                continue
            else:
                answer = attacks(child, moves - attacking, 1 - attacking, ply + 1, work, table)
                value = value_of(answer)
                plies = 1 + plies_of(answer)
                if not is_complete(answer):
                    value = 0
                    found = max(found, answer)
            if attacking and value > 0:
                store(key, value, 1, LOWER, plies, move, work, table)
                work[ATTACK_MOVE] = move
                return packed(value, plies, 1)
            if not attacking and value <= 0:
                return found
            worst = min(worst, value)
            longest = max(longest, plies)
        if not attacking:
            return packed(worst, longest, 1)
        if found != GIVEN_UP:
            store(key ^ SALT, 0, 0, UPPER, moves if found == NOT_YET else DEPTH_MASK, -1, work, table)
        return found

    def shortest(state: Any, ply: int, work: Ints, table: Ints) -> int:
        """For the side to move, first with few moves, then with more."""
        answer = NOT_YET
        moves = 0
        while answer == NOT_YET and moves < MOST_MOVES:
            answer = attacks(state, moves, 1, ply, work, table)
            moves += 1
        return answer

    return shortest
