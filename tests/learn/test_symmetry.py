"""Symmetries that are found by trying: those that games are known to have, and no others."""

import random
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import pytest

import outplay
from outplay import RuleError
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


def swapping(spec: str, *pairs: Any) -> outplay.Game:
    game = outplay.game(spec)
    told = replace(game.heuristics, features=None, feature_bits=(), swapped_fields=pairs)
    return replace(game, heuristics=told)


@pytest.mark.parametrize("spec", ["hex:4", "breakthrough:5"])
def test_fields_that_a_game_names_are_the_ones_that_are_found_by_trying(spec: str) -> None:
    """In Hex the board is transposed as well, in Breakthrough it is turned."""
    found, names = find_symmetries(outplay.game(spec)), list(outplay.game(spec).widths)
    named = find_symmetries(swapping(spec, tuple(names[:2])))
    assert found.turning is not None
    assert named.turning is not None
    assert (named.turning == found.turning).all()
    assert len(named.keeping) == len(found.keeping)


class Sides(NamedTuple):
    a: int
    b: int
    c: int
    d: int
    e: int
    f: int
    turn: int


def race(unfair: bool = False) -> outplay.Game:
    """Whoever is to move takes 1 from one of three own piles; the opponent's first pile also loses 1 with the second
    move. Three pairs of fields belong to the players, more than are found by trying."""

    def moves(state: Sides) -> int:
        own = (state.b, state.d, state.f) if state.turn else (state.a, state.c, state.e)
        return sum(1 << i for i in range(3) if own[i])

    def play(state: Sides, move: int) -> Sides:
        own, other = ([state.a, state.c, state.e], [state.b, state.d, state.f])[:: -1 if state.turn else 1]
        own[move] -= 1
        if move == 1 and other[0]:
            other[0] -= 1
        first, second = (other, own) if state.turn else (own, other)
        return Sides(first[0], second[0], first[1], second[1], first[2], second[2], 1 - state.turn)

    def outcome(state: Sides) -> int:
        own = state.b + state.d + state.f if state.turn else state.a + state.c + state.e
        return (1 if state.turn or not unfair else -1) if not own else outplay.GOING_ON

    widths = dict.fromkeys("abcdef", 3) | {"turn": 1}
    return outplay.Game("race", Sides(3, 3, 2, 2, 4, 4, 0), widths, moves, play, outcome, lambda state: state.turn)


PAIRS = (("a", "b"), ("c", "d"), ("e", "f"))


def named(game: outplay.Game, *pairs: Any) -> outplay.Game:
    return replace(game, heuristics=outplay.Heuristics(swapped_fields=pairs))


def test_more_pairs_than_are_tried_can_be_named() -> None:
    assert find_symmetries(race()).turning is None
    turning = find_symmetries(named(race(), *PAIRS)).turning
    assert turning is not None
    places = [0, 3, 6, 9, 12, 15]  # of the fields a to f among the inputs
    assert [int(turning[place]) for place in places] == [3, 0, 9, 6, 15, 12]


@pytest.mark.parametrize(
    ("game", "pairs", "message"),
    [
        (race(unfair=True), PAIRS, "from the other side the position '.*' plays differently"),
        (race(), PAIRS[:2], "swapped_fields a and b, c and d: from the other side"),
        (race(), (("a", "c"),), "plays differently, and no turned board plays alike"),
        (outplay.game("tic-tac-toe"), (("mine", "theirs"),), "need a field of the state that is the side to move"),
    ],
)
def test_fields_that_are_named_wrongly_are_told_in_one_line(game: outplay.Game, pairs: Any, message: str) -> None:
    with pytest.raises(RuleError, match=message) as error:
        find_symmetries(named(game, *pairs))
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("pairs", "message"),
    [
        ((("a", "z"),), "'z' of swapped_fields is no field of the state; the fields are a, b, c, d, e, f, turn"),
        ((("a", "b"), ("b", "c")), "in one pair of swapped_fields only"),
        ((("a", "turn"),), "the swapped fields a and turn must have the same number of bits"),
        (("a", "b"), "must be pairs of fields"),
        ((("a", "b", "c"),), "must be pairs of fields"),
    ],
)
def test_pairs_that_cannot_be_are_refused_when_the_game_is_made(pairs: Any, message: str) -> None:
    with pytest.raises(RuleError, match=message):
        named(race(), *pairs)


def test_features_take_the_place_of_swapped_fields() -> None:
    told = outplay.Heuristics(features=lambda state: state.a, feature_bits=3, swapped_fields=PAIRS)
    with pytest.raises(RuleError, match="swapped_fields and features do not go together"):
        replace(race(), heuristics=told)


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


class Kings(NamedTuple):
    white: int  # the number of a cell, in a field as wide as the board
    black: int
    burnt: int
    turn: int


def test_numbers_of_cells_are_not_moved_like_sets_of_cells() -> None:
    """Rules that shift by such a number would make integers of gigabytes of it."""
    asked = set[int]()

    def moves(state: Kings) -> int:
        here, other = (state.black, state.white) if state.turn else (state.white, state.black)
        asked.update((here, other))
        return (
            ((1 << 25) - 1) & (0b11111 << max(0, here - 2)) & ~(state.burnt | 1 << min(here, 64) | 1 << min(other, 64))
        )

    def play(state: Kings, move: int) -> Kings:
        if state.turn:
            return Kings(state.white, move, state.burnt | 1 << state.black, 0)
        return Kings(move, state.black, state.burnt | 1 << state.white, 1)

    def outcome(state: Kings) -> int:
        return outplay.GOING_ON if moves(state) else -1

    def to_move(state: Kings) -> int:
        return state.turn

    game = outplay.Game("kings", Kings(24, 0, 0, 0), 25, moves, play, outcome, to_move)
    found = find_symmetries(game)
    assert max(asked) < 25
    assert found.keeping == []
