"""The estimates of the games: the same from every side, compiled or not, and more for what is better."""

import random
from typing import Any

import pytest
from helpers.naive.squatter import COLOURS, Squatter
from hypothesis import given, settings
from hypothesis import strategies as st

import outplay
from outplay.compiler.kernel import Kernel
from outplay.core.game import Position
from outplay.tools.conformance import random_paths

SPECS = ["kalah:6,4", "kalah:12,12,pie", "squatter:3", "squatter:7", "squatter:19"]


def positions(game: outplay.Game, games: int = 10) -> list[Position]:
    """What comes up in random games and goes on."""
    return [p for path in random_paths(game, games, seed=3) for p in path.positions if not p.outcome()]


def value(game: outplay.Game, text: str) -> int:
    assert game.heuristics.evaluate is not None
    return game.heuristics.evaluate(game.position(text).state)


@pytest.mark.kernel
@pytest.mark.parametrize("spec", SPECS)
def test_estimates_are_the_same_compiled_and_interpreted(spec: str) -> None:
    game = outplay.game(spec)
    evaluate, order, left = game.heuristics.evaluate, game.heuristics.order, game.heuristics.max_gain
    assert evaluate
    assert order
    assert callable(left)

    def factory(rules: Any) -> Any:
        def asked(state: Any, move: int, which: int) -> int:
            if which == 0:
                return evaluate(state)
            return order(state, move) if which == 1 else left(state)

        return asked

    kernel = Kernel(game, factory)
    for position in positions(game, 3):
        for move in position.moves()[:5]:
            expected = [evaluate(position.state), order(position.state, move), left(position.state)]
            assert [kernel(position.state, move, which) for which in range(3)] == expected


@pytest.mark.rules
@pytest.mark.parametrize("spec", ["squatter:5", "squatter:7"])
def test_symmetric_positions_are_estimated_alike(spec: str) -> None:
    game = outplay.game(spec)
    assert game.heuristics.evaluate
    assert game.heuristics.order
    assert callable(game.heuristics.max_gain)
    for position in positions(game)[::7]:
        for symmetry in game.heuristics.symmetries:
            state, twin = position.state, symmetry.state(position.state)
            assert game.heuristics.evaluate(twin) == game.heuristics.evaluate(state)
            assert game.heuristics.max_gain(twin) == game.heuristics.max_gain(state)
            for move in position.moves():
                assert game.heuristics.order(twin, symmetry.move(move)) == game.heuristics.order(state, move)


@pytest.mark.rules
@pytest.mark.parametrize(
    "spec", ["kalah:6,4", "kalah:3,5", "squatter:4", "squatter:6", "squatter:7", "mnk:3,3,3", "mnk:4,5,3", "mnk:7,7,5"]
)
def test_neither_side_gains_more_than_was_left_for_it(spec: str) -> None:
    game = outplay.game(spec)
    assert callable(game.heuristics.max_gain)
    for path in random_paths(game, 200, seed=5):
        outcome = path.positions[-1].outcome()
        assert outcome
        for position in path.positions[:-1]:
            final = outcome.margin if outcome.winner == position.to_move else -outcome.margin
            gained = final - (game.heuristics.settled_margin(position.state) if game.heuristics.settled_margin else 0)
            assert gained <= game.heuristics.max_gain(position.state)
            assert -gained <= (game.heuristics.max_loss or game.heuristics.max_gain)(position.state)


@pytest.mark.rules
@pytest.mark.parametrize(("m", "n"), [(6, 4), (3, 5)])
def test_kalahs_estimate_is_the_stores_and_a_gain_that_depends_on_the_houses_alone(m: int, n: int) -> None:
    game = outplay.game(f"kalah:{m},{n}")
    assert game.heuristics.evaluate
    assert game.heuristics.settled_margin
    assert callable(game.heuristics.max_gain)
    store = m * (2 * m * n).bit_length()
    for position in positions(game, 30):
        state = position.state
        gain = game.heuristics.evaluate(state) - 1000 * game.heuristics.settled_margin(state)
        assert abs(gain) <= 1000 * game.heuristics.max_gain(state)
        stored = state.mine >> store
        other = state._replace(mine=state.mine - (stored << store), theirs=state.theirs + (stored << store))
        assert game.heuristics.evaluate(other) - 1000 * game.heuristics.settled_margin(other) == gain


@pytest.mark.rules
def test_the_turn_is_worth_something() -> None:
    """The same board counts for both sides together at least nothing, since the one to move may use what it has."""
    for spec in ("kalah:6,4", "squatter:7"):
        game = outplay.game(spec)
        assert game.heuristics.evaluate
        for position in positions(game, 5):
            state = position.state
            if spec == "squatter:7":
                turned = state._replace(mine=state.theirs, theirs=state.mine, held=state.lost, lost=state.held)
            else:
                turned = state._replace(mine=state.theirs, theirs=state.mine)
            assert game.heuristics.evaluate(state) + game.heuristics.evaluate(turned) >= 0


@pytest.mark.rules
@pytest.mark.parametrize(
    ("better", "worse"),
    [
        # another turn at hand
        ("0,0,0,0,2,0:15 0,8,8,0,0,0:15 first", "0,0,0,2,0,0:15 0,8,8,0,0,0:15 first"),
        # eight seeds to capture
        ("2,0,0,0,0,0:15 0,8,0,8,0,0:15 first", "2,0,0,0,0,0:15 0,8,8,0,0,0:15 first"),
        # no seeds for the other side to capture
        ("0,8,8,0,0,0:15 2,0,0,0,0,0:15 first", "0,8,0,8,0,0:15 2,0,0,0,0,0:15 first"),
        # more houses to play from
        ("7,7,7,0,0,0:6 0,8,8,0,0,0:5 first", "0,0,21,0,0,0:6 0,8,8,0,0,0:5 first"),
        # a seed that goes round captures, and not where it has filled the house on its way
        ("0,0,13,0,0,0:10 0,8,0,8,0,0:9 first", "0,0,14,0,0,0:10 0,8,0,7,0,0:9 first"),
    ],
)
def test_kalah_prefers(better: str, worse: str) -> None:
    game = outplay.game("kalah:6,4")
    assert value(game, better) > value(game, worse)


EMPTY = "+++++/+++++/+++++/+++++/+++++"


@pytest.mark.rules
def test_squatter_sees_a_loop_that_lacks_one_piece() -> None:
    game = outplay.game("squatter:5")
    lacks_one = "++W++/+W+W+/+++++/+++++/B+B+B"  # White to move: c3 captures c4
    scattered = "++W++/+W+++/+++W+/+++++/B+B+B"
    blocked = "++W++/+W+W+/++B++/+++++/B+++B"
    assert value(game, lacks_one) > value(game, scattered) > value(game, blocked) - 1000
    assert value(game, lacks_one) > value(game, blocked)
    position = game.position(lacks_one)
    order = game.heuristics.order
    assert order
    best = max(position.moves(), key=lambda move: order(position.state, move))
    assert position.name(best) == "c3"


@pytest.mark.rules
def test_squatter_fears_the_other_sides_loop_less_than_it_likes_its_own() -> None:
    game = outplay.game("squatter:5")
    own, others = "++W++/+W+W+/+++++/+++++/+BBB+", "+WWW+/+++++/+++++/+B+B+/++B++"
    assert value(game, own) > 0 > value(game, others)
    assert value(game, own) > -value(game, others)


@pytest.mark.rules
def test_squatter_keeps_out_of_corners() -> None:
    game = outplay.game("squatter:5")
    corner, centre = "W++++", "+++++/+++++/++W++"
    values = [value(game, text + EMPTY[len(text) :]) for text in (corner, centre)]  # for Black, whose turn it is
    assert values[0] > values[1]


def nearly_closed(board: Squatter, colour: str, lacking: int) -> list[set[tuple[int, int]]]:
    """For each inner cell whose neighbours one side has walled but for so many, all of them free: those it lacks."""
    free = {divmod(move, board.size) for move in board.moves()}
    live = {cell for cell in board.pieces if board.is_live(cell) and board.pieces[cell] == colour}
    found = []
    for row, column in board.cells():
        around = {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}
        inside = 0 < row < board.size - 1 and 0 < column < board.size - 1
        lacks = around - live
        mine = (row, column) in live or board.captors.get((row, column)) == colour
        if inside and not mine and lacks <= free and len(lacks) == lacking:
            found.append(lacks)
    return found


@pytest.mark.rules
@settings(deadline=None, max_examples=100)
@given(size=st.integers(3, 7), seed=st.integers(0, 2**32))
def test_urgent_at_squatter_is_what_closes_a_small_loop_or_leaves_one_to_be_closed(size: int, seed: int) -> None:
    choose = random.Random(seed)
    position, board = outplay.game(f"squatter:{size}").start(), Squatter(size)
    urgent = position.game.heuristics.tactical_moves
    assert urgent
    for _ in range(choose.randrange(size * size)):
        if position.outcome():
            return
        move = choose.choice(position.moves())
        position, board = position.play(move), board.play(move)
        cells = [cells for colour in COLOURS for lacking in (1, 2) for cells in nearly_closed(board, colour, lacking)]
        expected = {row * size + column for row, column in set().union(*cells)}
        assert {move for move in range(size * size) if urgent(position.state) >> move & 1} == expected
