"""The plain searches and random games: compiled as interpreted, and known counts and values."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import outplay
from outplay.core.bits import GOING_ON
from outplay.core.game import Position
from outplay.engine.kernels import METHODS, Plain, RandomGames, perft
from outplay.search.plain import INFINITY, nothing
from outplay.search.playout import below, playouts, seeded
from outplay.tools.bench import BENCHES, Bench

SMALL = ["mnk:3,3,3", "kalah:2,2", "kalah:3,1,empty-capture", "kalah:2,2,pie", "squatter:3", "connect-four:4,4"]
ALL = [*SMALL, "kalah:6,4", "squatter:8", "gomoku", "othello", "mnk:9,9,5,exact", "connect-four:12,9"]


def value_by_hand(position: Position, depth: int, horizon: Callable[[Any], int]) -> int:
    """Minimax as one would write it down, for the side to move."""
    outcome = position.outcome()
    if outcome:
        sign = 0 if outcome.winner is None else 1 if outcome.winner == position.to_move else -1
        return sign * outcome.margin
    if depth == 0:
        return horizon(position.state)
    values = []
    for move in position.moves():
        child = position.play(move)
        value = value_by_hand(child, depth - 1, horizon)
        values.append(value if child.to_move == position.to_move else -value)
    return max(values)


@pytest.mark.kernel
@pytest.mark.parametrize("spec", ALL)
def test_all_three_searches_agree_with_minimax_written_by_hand(spec: str) -> None:
    game = outplay.game(spec)
    position = game.start()
    horizon = game.heuristics.settled_margin or nothing
    depth = 2 if len(position.moves()) > 30 else 4
    expected = value_by_hand(position, depth, horizon)
    for method in ("depth-limited", "alpha-beta"):
        found = Plain(game, method, horizon=game.heuristics.settled_margin or nothing).search(position, depth)
        assert found.value == expected
        child = position.play(found.move)
        value = value_by_hand(child, depth - 1, horizon)
        assert (value if child.to_move == position.to_move else -value) == expected


@pytest.mark.kernel
@pytest.mark.parametrize("spec", SMALL[:5])
def test_minimax_to_the_end_and_the_others_at_full_depth_find_the_same_move_and_value(spec: str) -> None:
    game = outplay.game(spec)
    found = {method: Plain(game, method).search(game.start(), 60) for method in METHODS}
    assert len({(f.move, f.value) for f in found.values()}) == 1
    assert found["minimax"].nodes == found["depth-limited"].nodes >= found["alpha-beta"].nodes


@pytest.mark.kernel
@pytest.mark.parametrize("name", BENCHES)
def test_the_benchmarks_take_the_known_number_of_nodes(name: str) -> None:
    bench = Bench(name)
    assert bench.run(1)[0] == BENCHES[name].nodes
    found = bench.search.search(bench.game.start(), bench.setting.depth)
    assert found.nodes == BENCHES[name].nodes


@pytest.mark.kernel
@pytest.mark.parametrize("spec", ALL)
def test_random_games_are_the_same_compiled_and_interpreted(spec: str) -> None:
    game = outplay.game(spec)
    compiled = RandomGames(game.start(), seed=11).play(20)
    arrays = [np.array(seeded(11)), *(np.zeros(20, np.int64) for _ in range(3)), np.zeros(3, np.int64)]
    played = playouts(game.rules)(game.initial, 20, 10_000, *arrays, np.zeros(1000, np.int64))
    assert played == 20
    for left, right in zip((compiled.margins, compiled.plies, compiled.choices), arrays[1:4], strict=True):
        assert np.array_equal(left, right)


@pytest.mark.kernel
def test_random_games_depend_on_the_seed_alone() -> None:
    start = outplay.game("kalah:6,4").start()
    first = RandomGames(start, seed=5).play(50)
    assert np.array_equal(first.plies, RandomGames(start, seed=5).play(50).plies)
    assert not np.array_equal(first.plies, RandomGames(start, seed=6).play(50).plies)


@pytest.mark.kernel
def test_games_that_do_not_end_in_time_are_left_out() -> None:
    played = RandomGames(outplay.game("gomoku").start(), most_plies=20).play(30)
    assert played.unfinished == 30 - len(played.margins) > 0
    assert GOING_ON not in played.margins


@pytest.mark.rules
def test_the_random_numbers_are_even_and_in_range() -> None:
    generator = np.array(seeded(1))
    drawn = [below(generator, 6) for _ in range(60_000)]
    assert set(drawn) == set(range(6))
    counts = np.bincount(drawn)
    assert ((counts - 10_000) ** 2 / 10_000).sum() < 20.5  # chi squared, 5 degrees of freedom, 99.9 %


@pytest.mark.kernel
def test_the_value_of_a_window_is_a_bound() -> None:
    game = outplay.game("kalah:3,2")
    search = Plain(game, "alpha-beta")
    counts, scratch = np.zeros(3, np.int64), np.zeros(100, np.int64)
    true = search.kernel(game.initial, 30, -INFINITY, INFINITY, counts, scratch)
    for alpha in range(true - 3, true + 3):
        value = search.kernel(game.initial, 30, alpha, alpha + 1, counts, scratch)
        assert value <= alpha if true <= alpha else value >= alpha + 1
        assert true <= value if true <= alpha else true >= value


@pytest.mark.kernel
def test_limits_that_make_no_sense_are_refused() -> None:
    game = outplay.game("tic-tac-toe")
    over = game.position("xxx/oo./...")
    for depth in (0, -1, 501):
        with pytest.raises(outplay.BadLimit, match="depth must be 1 to 500"):
            Plain(game).search(game.start(), depth)
    with pytest.raises(outplay.BadLimit, match="the game is over"):
        Plain(game).search(over, 3)
    with pytest.raises(outplay.BadLimit, match="the game is over"):
        RandomGames(over)
    with pytest.raises(outplay.BadLimit, match="no search 'mini'"):
        Plain(game, "mini")
    with pytest.raises(outplay.BadLimit, match="longer than 500 plies"):
        Plain(outplay.game("mnk:30,30,31"), "minimax").search(outplay.game("mnk:30,30,31").start())
    assert perft(over, 3) == 0
    assert perft(over, 0) == 1
