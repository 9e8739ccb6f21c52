"""Monte Carlo tree search: compiled as interpreted, statistics that add up, and bounds that hold for minimax."""

import math
from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import outplay
from outplay.compiler.kernel import Kernel
from outplay.core.arrays import Ints
from outplay.core.hashing import state_hash
from outplay.core.rules import Rules
from outplay.engine.kernels import Plain, room
from outplay.engine.mcts import bound_of
from outplay.search.mcts import GOALS, Simulate, inverse_root, margin_first, mcts, root_of_log, win_first
from outplay.search.playout import seeded
from outplay.search.tree import (
    BOUND,
    BUDGET,
    CLOSED,
    CONTROL_WORDS,
    EXPAND_AT,
    EXPLORATION,
    FIELDS,
    FINE,
    MOST_PLIES,
    NOWHERE,
    PLAYOUTS,
    ROOT,
    SIZE,
    STOP,
    USED,
    finder,
    new_root,
    rerooter,
    tree_of,
)
from outplay.search.values import INFINITY, UNIT

SAME = ["connect-four", "kalah:4,3", "dots-and-boxes", "breakthrough:5", "hex:9", "squatter:4"]
"""Moves as a mask and in a buffer, extra turns, a state of more than one word, margins."""
SMALL = [
    ("mnk:3,3,3", "", "margin"),
    ("mnk:4,4,3", "", "win"),
    ("kalah:3,2", "", "win"),
    ("kalah:3,2", "", "margin"),
    ("squatter:3", "b2", "margin"),
    ("dots-and-boxes:2,2", "a1-a2 a1-b1 c2-c3", "win"),
    ("dots-and-boxes:2,2", "a1-a2 a1-b1 c2-c3", "margin"),
    ("connect-four:4,4", "a b b c", "margin"),
]
"""Games, moves from the start and goals of which a tree without transpositions holds a whole proof."""


class Search:
    """The kernels on one game with a tree of their own, compiled or interpreted."""

    def __init__(self, spec: str, goal: str = "win", size: int = 40_000, compiled: bool = True, seed: int = 1) -> None:
        self.game = outplay.game(spec)
        factory = partial(mcts, goal=GOALS[goal])
        self.run: Any = Kernel(self.game, factory) if compiled else factory(self.game.rules)
        self.nodes: Ints = np.zeros(FIELDS * size, np.int64)
        self.tree = tree_of(self.nodes, size)
        self.control: Ints = np.zeros(CONTROL_WORDS, np.int64)
        self.control[[SIZE, USED, EXPLORATION, EXPAND_AT]] = size, 1, 700, 3
        self.control[[MOST_PLIES, BOUND]] = 1000, bound_of(self.game)
        self.generator: Ints = np.array(seeded(seed), np.int64)
        new_root(self.tree, int(self.control[BOUND]))

    def __call__(self, state: Any, playouts: int) -> int:
        return int(self.run(state, playouts, self.control, self.generator, room(self.game, 0), self.nodes))

    def children(self, node: int = ROOT) -> range:
        first = int(self.tree.first_child[node])
        return range(first, first + int(self.tree.child_count[node]))

    def below(self, node: int = ROOT) -> list[int]:
        """A node and all nodes below it."""
        found = [node]
        for known in found:
            found += self.children(known)
        return found


@pytest.mark.kernel
@pytest.mark.parametrize("spec", SAME)
def test_the_tree_is_the_same_compiled_and_interpreted(spec: str) -> None:
    compiled, interpreted = Search(spec), Search(spec, compiled=False)
    for search in (compiled, interpreted):
        assert search(search.game.initial, 300) == search.control[PLAYOUTS] == 300
    assert np.array_equal(compiled.nodes, interpreted.nodes)
    assert np.array_equal(compiled.control, interpreted.control)
    assert np.array_equal(compiled.generator, interpreted.generator)


@pytest.mark.rules
@pytest.mark.parametrize("spec", ["kalah:4,3", "tic-tac-toe", "breakthrough:5"])
def test_visits_and_values_of_children_add_up_to_those_of_their_parent(spec: str) -> None:
    search = Search(spec)
    search(search.game.initial, 150)
    tree = search.tree
    for node in search.below():
        visits, utility = int(tree.visits[node]), int(tree.utility[node])
        assert visits >= sum(int(tree.visits[child]) for child in search.children(node))
        assert -UNIT * visits <= utility <= UNIT * visits
        assert tree.low[node] <= tree.high[node]
        if visits and tree.mean[node] != CLOSED:
            assert tree.mean[node] == (utility << FINE) // visits
            assert tree.spread[node] == inverse_root(visits)
    assert tree.visits[ROOT] == 150


@pytest.mark.kernel
@pytest.mark.parametrize(("spec", "opening", "goal"), SMALL)
def test_bounds_hold_for_minimax_and_close_on_it(spec: str, opening: str, goal: str) -> None:
    search = Search(spec, goal, size=700_000)
    game, tree, worth, truth = search.game, search.tree, GOALS[goal].worth, Plain(search.game, "alpha-beta")
    position = game.start()
    for word in opening.split():
        position = position.play(game.move(word, position))
    expected = truth.search(position, 60).value * UNIT
    for _ in range(6):  # also while nothing is decided yet
        search(position.state, 50)
        assert tree.low[ROOT] <= expected <= tree.high[ROOT]
    search(position.state, 1_000_000)
    assert worth(int(tree.low[ROOT])) == worth(int(tree.high[ROOT])) == worth(expected)
    for child in search.children():
        after = position.play(int(tree.move[child]))
        if after.outcome() is None:
            value = truth.search(after, 60).value * UNIT
            assert tree.low[child] <= (value if after.to_move == position.to_move else -value) <= tree.high[child]


@pytest.mark.kernel
@settings(max_examples=25)
@given(st.lists(st.integers(0, 30), max_size=6), st.integers(1, 2_000), st.integers(0, 99))
def test_what_is_proven_after_any_moves_and_playouts_is_true(choices: list[int], playouts: int, seed: int) -> None:
    search = Search("kalah:3,2", "margin", seed=seed)
    position = search.game.start()
    for choice in choices:
        following = position.play(position.moves()[choice % len(position.moves())])
        position = position if following.outcome() else following
    search(position.state, playouts)
    expected = Plain(search.game, "minimax").search(position).value * UNIT
    assert search.tree.low[ROOT] <= expected <= search.tree.high[ROOT]


@pytest.mark.kernel
def test_a_full_tree_grows_no_more_and_playouts_go_on() -> None:
    search = Search("connect-four", size=300)
    assert search(search.game.initial, 5_000) == 5_000
    assert 290 < search.control[USED] <= 300
    assert search.tree.visits[ROOT] == 5_000


@pytest.mark.rules
def test_a_search_that_is_told_to_stop_makes_no_playout() -> None:
    search = Search("tic-tac-toe")
    search.control[STOP] = 1
    assert search(search.game.initial, 100) == 0


@pytest.mark.rules
def test_random_games_that_are_too_long_count_as_draws() -> None:
    search = Search("connect-four")
    search.control[MOST_PLIES] = 2
    search(search.game.initial, 20)
    assert search.tree.visits[ROOT] == 20
    assert search.tree.margin[ROOT] == search.tree.utility[ROOT] == 0


def always_three(rules: Rules) -> Simulate:
    def simulate(state: Any, control: Ints, generator: Ints, scratch: Ints) -> int:
        return 3 * UNIT

    return simulate


@pytest.mark.rules
def test_another_function_can_value_the_leaves() -> None:
    search = Search("kalah:4,3", compiled=False)
    search.run = mcts(search.game.rules, GOALS["margin"], always_three)
    search(search.game.initial, 1)
    assert search.tree.margin[ROOT] == 3 * UNIT
    assert search.tree.utility[ROOT] == margin_first(3 * UNIT)


@pytest.mark.kernel
@pytest.mark.parametrize("spec", ["kalah:4,3", "connect-four"])
def test_a_new_root_keeps_all_that_is_below_it(spec: str) -> None:
    search = Search(spec)
    game, tree, control = search.game, search.tree, search.control
    search(game.initial, 3_000)
    find, reroot = Kernel(game, finder), Kernel(game, rerooter)
    child = max(search.children(), key=lambda node: int(tree.visits[node]))
    node = max(search.children(child), key=lambda node: int(tree.visits[node]))
    position = game.start().play(int(tree.move[child]))
    mover, position = position.to_move, position.play(int(tree.move[node]))
    control[BUDGET] = 10_000
    found = find(game.initial, state_hash(position.state), 2, control, search.nodes)
    assert divmod(found, 2) == (node, position.to_move != mover)
    kept = search.below(node)
    fields = [tree.move, tree.visits, tree.margin, tree.low, tree.child_count]
    before = [[int(field[i]) for field in fields] for i in kept]
    parents = np.zeros(len(tree.move), np.int64)
    assert reroot(position.state, *divmod(found, 2), control, parents, search.nodes) == len(kept) == control[USED]
    after = [[int(field[i]) for field in fields] for i in search.below()]
    assert after[1:] == before[1:]
    assert not parents.any()
    assert after[0][2] == (-before[0][2] if found % 2 else before[0][2])
    search(position.state, 500)
    assert tree.visits[ROOT] == before[0][1] + 500


@pytest.mark.kernel
def test_a_position_that_is_not_in_the_tree_is_not_found() -> None:
    search = Search("connect-four")
    search(search.game.initial, 2_000)
    find = Kernel(search.game, finder)
    search.control[BUDGET] = 100
    key = state_hash(search.game.start().play(3).state)
    assert find(search.game.initial, key, 2, search.control, search.nodes) == NOWHERE
    assert search.control[BUDGET] >= 0


@pytest.mark.rules
@given(st.integers(1, 1 << 40))
def test_roots_and_logarithms_in_integers_are_near_the_true_ones(n: int) -> None:
    assert inverse_root(n) == pytest.approx((UNIT << FINE) / math.sqrt(n), rel=0.003, abs=2)
    assert root_of_log(n + 1) == pytest.approx(1024 * math.sqrt(math.log(n + 1)), rel=0.1, abs=150)


@pytest.mark.rules
@given(st.integers(-INFINITY, INFINITY), st.integers(-INFINITY, INFINITY))
def test_a_larger_value_never_has_a_smaller_utility(one: int, other: int) -> None:
    for utility in (win_first, margin_first):
        assert -UNIT <= utility(one) <= UNIT
        if one <= other:
            assert utility(one) <= utility(other) + 1
