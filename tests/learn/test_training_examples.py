"""Positions as a network sees them in training."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import pytest

import outplay
from outplay import GOING_ON, Game, Heuristics, RuleError
from outplay.core.network import NetworkShape
from outplay.learn.examples import Examples, check_inputs, examples_of, input_bits, joined, last_of, view_of
from outplay.learn.symmetry import Symmetries, find_symmetries
from outplay.learn.training import new_weights, size_of
from outplay.search.self_play import INPUTS, RESULT, SCORE, SETTLED, TURN, UNFINISHED
from outplay.search.values import UNIT

pytestmark = pytest.mark.rules


def rows_of(*positions: tuple[int, int, int, int, list[int]]) -> "np.ndarray[tuple[int, int], np.dtype[np.int64]]":
    """Rows of self-play: turn, score, result, settled margin, words of inputs."""
    rows = np.zeros((len(positions), INPUTS + len(positions[0][4])), np.int64)
    for row, (turn, score, result, settled, words) in zip(rows, positions, strict=True):
        row[[TURN, SCORE, RESULT, SETTLED]] = turn, score, result, settled
        row[INPUTS:] = words
    return rows


def active(examples: Examples) -> list[list[int]]:
    return [list(examples.active[a:b]) for a, b in zip(examples.starts[:-1], examples.starts[1:], strict=True)]


def some(*lists: list[int]) -> Examples:
    count = np.array([len(one) for one in lists])
    starts = np.concatenate((np.zeros(1, np.int64), np.cumsum(count)))
    numbers = np.arange(len(lists))
    floats = numbers.astype(np.float32)
    whole = numbers.astype(np.int32)
    return Examples(np.array([x for one in lists for x in one], np.int32), starts, whole, whole, floats, floats)


def test_wide_integers_are_taken_apart_bit_by_bit() -> None:
    low, high = -(1 << 63) | 1, 0b10
    bits = input_bits(rows_of((0, 0, 0, 0, [low, high, 5])), (70, 3))
    assert list(np.nonzero(bits[0])[0]) == [0, 63, 65, 70, 72]


def test_the_second_player_is_shown_as_the_first_where_the_game_allows_it() -> None:
    game = outplay.game("hex:4")
    view = view_of(game, find_symmetries(game))
    shape = NetworkShape(game.input_widths, 16, 1, 1)
    assert view.sides == 1
    start = game.start().play(5)
    state = start.state
    rows = rows_of((1, 3 * UNIT, 1, 0, list(state)), (0, 3 * UNIT, -1, 0, list(state)))
    found = examples_of(rows, view, shape)
    assert (found.side == 0).all()
    assert view.turning is not None
    second, first = active(found)
    bits = np.zeros(view.inputs, int)
    bits[first] = 1
    assert sorted(second) == sorted(set(np.nonzero(bits[view.turning])[0]) - set(view.hidden_inputs))
    assert not set(second + first) & set(view.hidden_inputs)


def test_unfinished_games_are_left_out_and_settled_margins_subtracted() -> None:
    game = outplay.game("connect-four")
    view = view_of(game, find_symmetries(game))
    words = [0] * sum(-(-width // 64) for width in game.input_widths)
    rows = rows_of((0, 0, UNFINISHED, 0, words), (1, 3 * UNIT, 5, 2, words))
    found = examples_of(rows, view, NetworkShape(game.input_widths, 16, 1, 1))
    assert (list(found.margin), list(found.score), list(found.side)) == ([3.0], [1.0], [1])
    empty = examples_of(rows[:1], view, NetworkShape(game.input_widths, 16, 1, 1))
    assert (len(empty.side), list(empty.starts)) == (0, [0])


def test_sets_of_examples_are_joined_in_order() -> None:
    both = joined([some([1, 2], [3]), some([4], [5, 6, 7])])
    assert active(both) == [[1, 2], [3], [4], [5, 6, 7]]
    assert list(both.margin) == [0, 1, 0, 1]


@pytest.mark.parametrize(
    ("most", "kept"),
    [(7, [[1, 2], [3], [4], [5, 6, 7]]), (6, [[3], [4], [5, 6, 7]]), (5, [[3], [4], [5, 6, 7]]), (3, [[5, 6, 7]])],
)
def test_the_first_examples_are_left_out_if_there_are_too_many(most: int, kept: list[list[int]]) -> None:
    assert active(joined([some([1, 2], [3]), some([4], [5, 6, 7])], most)) == kept


def test_the_last_examples_have_no_more_than_so_many_inputs() -> None:
    assert active(last_of(some([1, 2], [3], [4]), 2)) == [[3], [4]]
    assert active(last_of(some([1, 2], [3], [4]), 0)) == []
    assert active(last_of(some([1, 2], [3], [4]), 99)) == [[1, 2], [3], [4]]


class Huge(NamedTuple):
    mine: int
    theirs: int
    turn: int


def huge() -> Game:
    """A board of 70 by 70 cells, on which stones are placed."""

    def moves(state: Huge) -> int:
        return ~(state.mine | state.theirs) & (1 << 4900) - 1

    def play(state: Huge, move: int) -> Huge:
        return Huge(state.theirs, state.mine | 1 << move, 1 - state.turn)

    def outcome(state: Huge) -> int:
        return GOING_ON if (state.mine | state.theirs).bit_count() < 20 else 0

    def to_move(state: Huge) -> int:
        return state.turn

    widths = {"mine": 4900, "theirs": 4900, "turn": 1}
    return Game("huge", Huge(0, 0, 0), widths, moves, play, outcome, to_move)


def test_a_board_of_70_by_70_cells_fits_into_memory() -> None:
    game = huge()
    view = view_of(game, Symmetries([], None, 2))  # to look for symmetries takes seconds on such a board
    shape = NetworkShape(game.input_widths, 32, 1, 1)
    assert 2 * shape.rows * shape.hidden < 2 << 20
    assert size_of(view, shape) == len(new_weights(view, shape, np.random.default_rng(0)).vector)
    words = sum(-(-width // 64) for width in game.input_widths)
    rows = np.zeros((20_000, INPUTS + words), np.int64)
    rows[:, INPUTS] = 0b111
    examples = examples_of(rows, view, shape)
    assert len(examples.active) == 60_000
    assert len(joined([examples, examples], 90_000).active) == 90_000


def shown(features: Any, bits: Any) -> Game:
    game = outplay.game("tic-tac-toe")
    return replace(game, heuristics=Heuristics(features=features, feature_bits=bits))


def test_features_must_fit_their_bits() -> None:
    def mine(state: Any) -> int:
        return int(state[0])

    def both(state: Any) -> tuple[int, int]:
        return state[0], state[1]

    def negative(state: Any) -> int:
        return -1

    def positions() -> Iterator[Any]:
        yield outplay.game("tic-tac-toe").start().play(8).play(7).state

    check_inputs(shown(mine, 9), positions())
    check_inputs(shown(both, (9, 9)), positions())
    for features, bits, message in (
        (mine, 5, "masks of 5 bits"),
        (both, (9,), "must return 1 masks"),
        (both, 18, "masks of 18 bits"),
        (mine, (9, 9), "must return 2 masks"),
        (negative, 9, "masks of 9 bits"),
    ):
        with pytest.raises(RuleError, match=message):
            check_inputs(shown(features, bits), positions())


@pytest.mark.parametrize("bits", [(), 0, -3, (9, 0), "9", 9.0])
def test_the_number_of_feature_bits_is_checked_when_the_game_is_made(bits: Any) -> None:
    def mine(state: Any) -> int:
        return int(state[0])

    with pytest.raises(RuleError, match="feature_bits must be how many bits"):
        shown(mine, bits)
    with pytest.raises(RuleError, match="feature_bits belongs to features"):
        shown(None, 9)
