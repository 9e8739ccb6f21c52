"""What a game knows of its values settles positions below the root, and leaves every proof right.

The game here is a heap from which the players take one, two or three stones; what is taken is the margin, and who takes
a single stone moves again. Bounds come from a table of its values that is made too wide in most places.
"""

from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import pytest

import outplay
from outplay import GOING_ON, Engine, Game, Heuristics, ValueBounds
from outplay.compiler.kernel import Kernel
from outplay.core.arrays import Ints
from outplay.search.hooks import hooks_of
from outplay.search.pvs import root_search
from outplay.search.thread_state import BUCKETS, MAX_PLY, NODE_LIMIT, NODES, SELECTIVE, thread_words
from outplay.search.transposition import table_words
from outplay.search.values import UNIT, WIN, is_proven, value_of

MOST = 24
"""Stones of the largest heap."""


class State(NamedTuple):
    left: int
    first: int  # stones that the first player has taken
    second: int
    turn: int


def rests() -> tuple[int, ...]:
    """What the side to move gains of each heap over the other player."""
    gains = [0]
    for left in range(1, MOST + 1):
        best = -left
        for taken in range(1, min(3, left) + 1):
            rest = gains[left - taken]
            best = max(best, taken + (rest if taken == 1 else -rest))
        gains.append(best)
    return tuple(gains)


REST = rests()
LOWER = tuple(rest - (0, 2, 0, 4, 9)[left % 5] for left, rest in enumerate(REST))
UPPER = tuple(rest + (0, 0, 2, 5, 9, 1, 0)[left % 7] for left, rest in enumerate(REST))
"""Some values are known exactly, of some a lower bound, of some an upper one, and of some hardly anything."""


def heap(told: bool = True, settled: bool = True, wrong_root: int = 0) -> Game:
    """The game; with its bounds, and with what is settled apart from what is not. A heap of `wrong_root` stones is said
    to be worth nothing."""

    def moves(state: State) -> int:
        return (2 << min(3, state.left)) - 2

    def play(state: State, move: int) -> State:
        turn = state.turn if move == 1 else 1 - state.turn
        if state.turn:
            return State(state.left - move, state.first, state.second + move, turn)
        return State(state.left - move, state.first + move, state.second, turn)

    def outcome(state: State) -> int:
        return GOING_ON if state.left else margin(state)

    def margin(state: State) -> int:
        more = state.first - state.second
        return -more if state.turn else more

    def to_move(state: State) -> int:
        return state.turn

    def key_state(state: State) -> State:
        return State(state.left, 0, 0, 0)

    def value_bounds(state: State) -> ValueBounds:
        if state.left == wrong_root:
            return ValueBounds(0, 0)
        return ValueBounds(LOWER[state.left], UPPER[state.left])

    def bounds_of_all(state: State) -> ValueBounds:
        return ValueBounds(margin(state) + LOWER[state.left], margin(state) + UPPER[state.left])

    bounds = (value_bounds if settled else bounds_of_all) if told else None
    apart = (margin, key_state) if settled else (None, None)
    heuristics = Heuristics(settled_margin=apart[0], key_state=apart[1], max_gain=2 * MOST, value_bounds=bounds)
    return Game("heap", State(MOST, 0, 0, 0), 6, moves, play, outcome, to_move, heuristics=heuristics)


class Searcher:
    def __init__(self, game: Game, goal: str = "margin", buckets: int = 1 << 8, selective: int = 0) -> None:
        hooks = hooks_of(game, goal)
        self.kernel = Kernel(game, partial(root_search, hooks=hooks))
        self.table: Ints = np.zeros(table_words(buckets), np.int64)
        self.thread: Ints = np.zeros(thread_words(hooks.max_moves), np.int64)
        self.scratch: Ints = np.zeros(MAX_PLY + 1, np.int64)
        self.thread[[NODE_LIMIT, BUCKETS, SELECTIVE]] = 1 << 60, buckets, selective

    def __call__(self, state: Any, alpha: int, beta: int) -> tuple[int, bool]:
        result = self.kernel(state, MAX_PLY - 1, alpha, beta, self.thread, self.table, self.scratch)
        return value_of(result), bool(is_proven(result))


def check_windows(search: Searcher, heaps: range) -> None:
    """Asks for the value of some heaps with stones taken before, in windows round it."""
    for left in heaps:
        for first, second, turn in ((0, 0, 0), (5, 2, 0), (1, 9, 1)):
            taken = second - first if turn else first - second
            value = UNIT * (REST[left] + taken)
            for alpha, beta in ((value - 1, value + 1), (value - 1, value), (value, value + 1), (-WIN, WIN)):
                found, proven = search(State(left, first, second, turn), alpha, beta)
                assert proven
                assert found == value if alpha < value < beta else (found <= alpha) == (value <= alpha)


@pytest.mark.rules
@pytest.mark.parametrize("settled", [True, False])
def test_bounds_leave_the_value_of_every_window_right(settled: bool) -> None:
    """Run by Python, so that the kernel's assertions are checked too."""
    check_windows(Searcher(heap(settled=settled)), range(1, 10))


@pytest.mark.kernel
@pytest.mark.parametrize("settled", [True, False])
@pytest.mark.parametrize("selective", [0, 1])
@pytest.mark.parametrize("buckets", [0, 1, 1 << 8])
def test_bounds_leave_the_value_of_every_window_right_compiled(settled: bool, selective: int, buckets: int) -> None:
    check_windows(Searcher(heap(settled=settled), "margin", buckets, selective), range(1, MOST + 1))


@pytest.mark.kernel
def test_bounds_of_margins_tell_who_wins() -> None:
    search = Searcher(heap(settled=False), "win")
    for left in range(1, MOST + 1):
        for first in range(6):
            margin = REST[left] + first
            value = WIN if margin > 0 else -WIN if margin < 0 else 0
            assert search(State(left, first, 0, 0), value - 1, value + 1) == (value, True)


@pytest.mark.kernel
def test_bounds_save_nodes() -> None:
    searches = [Searcher(heap(told), buckets=0) for told in (False, True)]
    for search in searches:
        assert search(State(MOST, 0, 0, 0), -WIN, WIN) == (UNIT * REST[MOST], True)
    assert 2 * searches[1].thread[NODES] < searches[0].thread[NODES]


@pytest.mark.kernel
def test_the_root_is_searched_whatever_is_known_of_it() -> None:
    """Its best moves may be excluded, so a bound on all of them says nothing of the others."""
    game = heap(wrong_root=MOST)
    *_, last = Engine(game, 1, net="none").solve(game.start(), lines=3)
    after = [REST[MOST - taken] for taken in (1, 2, 3)]
    assert {line.move: line.score for line in last.lines} == {1: 1 + after[0], 2: 2 - after[1], 3: 3 - after[2]}
    assert all(line.exact for line in last.lines)


@pytest.mark.kernel
@pytest.mark.parametrize(("spec", "value"), [("mnk:3,4,3", 1), ("mnk:4,4,4", 0)])
def test_games_with_threats_can_have_bounds(spec: str, value: int) -> None:
    """There the threat-space search stands in the place where other games ask about all children."""
    game = outplay.game(spec)
    told: Any = game.heuristics
    max_gain, max_loss = told.max_gain, told.max_loss
    assert told.threats

    def value_bounds(state: Any) -> ValueBounds:
        return ValueBounds(-max_loss(state), max_gain(state))

    bounded = replace(game, heuristics=replace(told, max_gain=1, max_loss=None, value_bounds=value_bounds))
    nodes = []
    for one in (bounded, replace(bounded, heuristics=replace(told, max_gain=1, max_loss=None))):
        *_, last = Engine(one, 1, net="none").solve(one.start())
        assert (last.score, last.exact) == (value, True)
        nodes.append(last.nodes)
    assert nodes[0] <= nodes[1]


@pytest.mark.kernel
def test_bounds_that_the_search_cannot_set_apart_are_not_used() -> None:
    """With a settled margin and no key state, a value is not what is settled and a rest."""
    game = heap()
    both = replace(game, heuristics=replace(game.heuristics, key_state=None))
    assert hooks_of(both, "margin").value_bounds is None
    assert hooks_of(game, "win").value_bounds is None
    assert hooks_of(game, "margin").value_bounds is not None


@pytest.mark.kernel
def test_a_game_that_knows_its_values_is_not_searched_for_moves_that_win_at_once() -> None:
    game = outplay.game("tic-tac-toe")

    def value_bounds(state: Any) -> ValueBounds:
        return ValueBounds(-1, 1)

    for told, asked in ((None, True), (value_bounds, False)):
        bare = replace(game, heuristics=Heuristics(max_gain=1, value_bounds=told))
        assert hooks_of(bare, "margin").wins_in_one is asked
        *_, last = Engine(bare, 1, net="none").solve(game.start())
        assert (last.score, last.exact) == (0, True)
