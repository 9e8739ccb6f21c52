"""One step of a game: everything the rules say of a state, and the state after a move. For comparing the rules as
machine code with the same rules as plain Python."""

from collections.abc import Callable
from typing import Any

from outplay.core.arrays import Ints
from outplay.core.bits import GOING_ON
from outplay.core.rules import Rules

OUTCOME, TO_MOVE, COUNT, MOVES = 0, 1, 2, 3
"""Slots of the `answers` array; the legal moves stand from MOVES on."""


def step(rules: Rules) -> Callable[..., Any]:
    begin, more, pick, rest = rules.begin, rules.more, rules.pick, rules.rest
    play, outcome, to_move = rules.play, rules.outcome, rules.to_move

    def one(state: Any, move: int, answers: Ints, scratch: Ints) -> Any:
        """The state after a legal move, or the same where the game is over; `answers` gets what the rules say of it."""
        answers[OUTCOME] = outcome(state)
        answers[TO_MOVE] = to_move(state)
        if answers[OUTCOME] != GOING_ON:
            return state
        count = 0
        cursor = begin(state, scratch, 0)
        while more(cursor):
            answers[MOVES + count] = pick(cursor, scratch, 0)
            count += 1
            cursor = rest(cursor)
        answers[COUNT] = count
        return play(state, move)

    return one
