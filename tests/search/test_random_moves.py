"""Random moves: the one after n others is found at once, and is the one that n steps lead to."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import outplay
from outplay.core.bits import GOING_ON, lowest_bit, nth_bit
from outplay.engine.kernels import RandomGames
from outplay.search.playout import below, seeded

SPECS = ["connect-four", "kalah:6,4", "othello", "breakthrough:6", "hex:7", "gomoku:9", "mnk:20,20,5"]
"""Moves as a mask in a word, in a wide integer, and in a buffer."""


def walked(bits: int, n: int) -> int:
    for _ in range(n):
        bits &= bits - 1
    return lowest_bit(bits)


@pytest.mark.rules
@given(bits=st.integers(1, (1 << 300) - 1), data=st.data())
def test_nth_bit_is_the_bit_that_clearing_n_lower_ones_leads_to(bits: int, data: st.DataObject) -> None:
    n = data.draw(st.integers(0, bits.bit_count() - 1))
    assert nth_bit(bits, n) == walked(bits, n)


@pytest.mark.rules
@pytest.mark.parametrize("spec", SPECS)
def test_nth_is_the_move_that_n_steps_lead_to(spec: str) -> None:
    game = outplay.game(spec)
    rules, state = game.rules, game.start().play(game.start().moves()[0]).state
    scratch = np.zeros(2 * max(1, rules.row), np.int64)
    cursor = first = rules.begin(state, scratch, 1)
    for n in range(rules.how_many(state, scratch, 1)):
        assert rules.nth(first, n, scratch, 1) == rules.pick(cursor, scratch, 1)
        assert rules.nth(cursor, 0, scratch, 1) == rules.pick(cursor, scratch, 1)
        cursor = rules.rest(cursor)
    assert not rules.more(cursor)


def walked_game(game: outplay.Game, generator: "np.ndarray[tuple[int], np.dtype[np.int64]]") -> tuple[int, int, int]:
    """The first player's margin, the plies and the sum of the numbers of moves of a random game, move by move."""
    rules, state, plies, total = game.rules, game.initial, 0, 0
    scratch = np.zeros(max(1, rules.row), np.int64)
    while rules.outcome(state) == GOING_ON:
        legal = rules.how_many(state, scratch, 0)
        cursor = rules.begin(state, scratch, 0)
        for _ in range(below(generator, legal)):
            cursor = rules.rest(cursor)
        state = rules.play(state, rules.pick(cursor, scratch, 0))
        plies, total = plies + 1, total + legal
    margin = rules.outcome(state)
    return -margin if rules.to_move(state) else margin, plies, total


@pytest.mark.kernel
@pytest.mark.parametrize("spec", SPECS)
def test_random_games_are_those_of_walking_from_move_to_move(spec: str) -> None:
    game = outplay.game(spec)
    generator = np.array(seeded(5), np.int64)
    games = [walked_game(game, generator) for _ in range(5)]
    played = RandomGames(game.start(), 5).play(5)
    assert list(zip(played.margins, played.plies, played.choices, strict=True)) == games
