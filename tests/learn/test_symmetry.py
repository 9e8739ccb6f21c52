"""Symmetries that are found by trying: those that games are known to have, and no others."""

import random
from dataclasses import replace

import numpy as np
import pytest

import outplay
from outplay.learn.symmetry import cell_maps, find_symmetries, grid_maps, moved, sample_positions

pytestmark = pytest.mark.rules

KNOWN = {
    "othello:6": (7, True),
    "hex:4": (1, True),
    "connect-four": (1, False),
    "breakthrough:5": (1, True),
    "kalah:4,3": (0, True),
    "squatter:5": (7, True),
    "tic-tac-toe": (7, False),
}
"""The symmetries that leave the side to move, and whether there is one that changes it."""


@pytest.mark.parametrize("spec", KNOWN)
def test_the_symmetries_of_known_games_are_found(spec: str) -> None:
    game = outplay.game(spec)
    found = find_symmetries(game)
    assert (len(found.keeping), found.turning is not None) == KNOWN[spec]
    maps = [*found.keeping, *([] if found.turning is None else [found.turning])]
    inputs = sum(game.input_widths)
    assert all(sorted(one) == list(range(inputs)) for one in maps), "every map is a permutation of the inputs"
    assert len({tuple(one) for one in found.keeping}) == len(found.keeping)


def test_the_fields_of_kalah_have_a_symmetry_that_changes_the_side_to_move() -> None:
    game = outplay.game("kalah:4,3")
    found = find_symmetries(replace(game, heuristics=replace(game.heuristics, features=None, feature_bits=())))
    assert (found.keeping, found.turning is not None) == ([], True)


def test_the_same_seed_gives_the_same_symmetries() -> None:
    first, second = (find_symmetries(outplay.game("othello:6"), seed=4) for _ in range(2))
    assert all((a == b).all() for a, b in zip(first.keeping, second.keeping, strict=True))


def test_cells_are_moved_and_higher_bits_stay() -> None:
    assert moved(0b1_0011, (3, 2, 1, 0)) == 0b1_1100
    value, cells = random.Random(1).getrandbits(40), tuple(np.random.default_rng(1).permutation(36))
    images = moved(value, cells)
    assert images >> 36 == value >> 36
    assert [images >> i & 1 for i in range(36)] == [value >> cell & 1 for cell in cells]


def test_a_square_has_seven_maps_and_a_rectangle_three() -> None:
    assert len(set(grid_maps(4, 4))) == 7
    assert len(set(grid_maps(4, 3))) == 3


def test_no_maps_of_cells_are_tried_on_very_large_boards() -> None:
    assert list(cell_maps(70 * 70)) == [()]


def test_the_sample_has_positions_in_which_the_game_goes_on() -> None:
    game = outplay.game("tic-tac-toe")
    states = sample_positions(game, random.Random(0))
    assert len(states) >= 40
    assert not any(outplay.Position(game, state).outcome() for state in states)
