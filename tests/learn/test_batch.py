"""Games that are stepped together are the games that positions play one by one."""

import copy
import pickle
import random
from typing import Any

import numpy as np
import pytest
from helpers.every_game import SMALL

import outplay
from outplay.core.errors import BadLimit, BadSpec, IllegalMove, RuleError
from outplay.core.game import Game, Position
from outplay.learn.batch import LEAST_SHARE, Batch, Step

pytestmark = pytest.mark.kernel

WIDE = ["mnk:9,9,4", "kalah:12,12", "hex:9,pie"]
"""States of several words, and seeds that need two bytes."""


class Twin:
    """The slow twin: a position for each game."""

    def __init__(self, env: Batch) -> None:
        self.env = env
        self.positions = [env.game.start()] * env.n
        self.plies = [0] * env.n
        self.over = [False] * env.n

    def step(self, actions: list[int]) -> Step:
        env, n = self.env, self.env.n
        rewards, terminated, truncated = np.zeros((n, 2), np.float32), np.zeros(n, np.bool_), np.zeros(n, np.bool_)
        for i, action in enumerate(actions):
            if self.over[i]:
                continue
            self.positions[i] = self.positions[i].play(action)
            self.plies[i] += 1
            if outcome := self.positions[i].outcome():
                terminated[i] = True
                both = outcome.margin_for(0), outcome.margin_for(1)
                rewards[i] = np.sign(both) if env.goal == "win" else both
            elif self.plies[i] == env.most_plies:
                truncated[i] = True
            if terminated[i] or truncated[i]:
                self.over[i] = not env.auto_reset
                if env.auto_reset:
                    self.positions[i], self.plies[i] = env.game.start(), 0
        return self.told(rewards, terminated, truncated)

    def told(self, rewards: Any, terminated: Any, truncated: Any) -> Step:
        env = self.env
        legal = np.zeros((env.n, env.game.action_count), np.bool_)
        for i, position in enumerate(self.positions):
            if not self.over[i]:
                legal[i, list(position.moves())] = True
        shown = np.stack([env.layout.observe(position) for position in self.positions])
        sides = np.array([position.to_move for position in self.positions])
        return Step(shown, rewards, terminated, truncated, sides, legal)


def compare(env: Batch, steps: int, seed: int = 0) -> int:
    """Plays random moves in a batch and its twin; returns how many games ended."""
    twin, rng, ended = Twin(env), random.Random(seed), 0
    now = env.reset()
    over = np.zeros(env.n, np.bool_)
    for _ in range(steps):
        actions = [int(rng.choice(np.flatnonzero(row))) if row.any() else 0 for row in now.legal]
        now, expected = env.step(np.array(actions)), twin.step(actions)
        stays = over & (not env.auto_reset)
        for name in Step._fields:
            ours, theirs = getattr(now, name), getattr(expected, name)
            wanted = np.where(stays, ours, theirs) if name in ("terminated", "truncated") else theirs
            assert np.array_equal(ours, wanted), name
            assert ours.dtype == theirs.dtype
        assert (now.terminated | now.truncated)[stays].all(), "a game that stays is still over"
        over |= now.terminated | now.truncated
        ended += int((expected.terminated | expected.truncated).sum())
        for i in (0, env.n - 1):
            assert env.position(i) == twin.positions[i]
    return ended


@pytest.mark.parametrize("spec", SMALL)
def test_every_game_is_stepped_as_its_positions_are(spec: str) -> None:
    assert compare(outplay.batch(spec, 6), 30) > 0


@pytest.mark.parametrize("spec", WIDE)
def test_states_of_several_words_are_stepped_as_positions_are(spec: str) -> None:
    compare(outplay.batch(spec, 3, goal="margin"), 12)


@pytest.mark.parametrize("auto_reset", [True, False])
@pytest.mark.parametrize("goal", ["win", "margin"])
def test_games_that_end_begin_anew_or_stay(auto_reset: bool, goal: str) -> None:
    env = outplay.batch("kalah:2,2", 8, auto_reset=auto_reset, goal=goal)
    assert (compare(env, 40) > 8) is auto_reset
    if not auto_reset:
        done = env.step(env.sample())
        assert done.terminated.all()
        assert not done.legal.any()
        assert not done.rewards.any()
        assert env.reset().legal.any(axis=1).all()


@pytest.mark.parametrize("auto_reset", [True, False])
def test_games_of_too_many_plies_are_truncated(auto_reset: bool) -> None:
    env = outplay.batch("tic-tac-toe", 5, most_plies=6, auto_reset=auto_reset)
    assert compare(env, 14) >= 5
    env.reset()
    for move in (0, 1, 2, 4, 3):
        step = env.step([move] * 5)
    assert not step.truncated.any()
    step = env.step([5] * 5)
    assert step.truncated.all()
    assert not step.terminated.any()
    assert not step.rewards.any()
    assert step.legal.sum() == (45 if auto_reset else 0)


@pytest.mark.parametrize("spec", ["kalah:2,2", "mnk:3,3,3", "ataxx:4"])
def test_interpreted_kernels_do_what_compiled_ones_do(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = outplay.batch(spec, 4)
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    plain = outplay.batch(spec, 4)
    assert_same_games(compiled, plain, 12)


def test_two_threads_do_what_one_does() -> None:
    n = 2 * LEAST_SHARE + 1
    one, two = (outplay.batch("mnk:3,3,3", n, threads=threads) for threads in (1, 2))
    assert (one.threads, two.threads) == (1, 2)
    assert_same_games(one, two, 12)
    two.close()
    assert_same_games(one, two, 2)


def arrays(step: Step) -> tuple[Any, ...]:
    """The arrays of a step, of which mypy does not always find a common type."""
    return tuple(step)


def assert_same_games(one: Batch, other: Batch, steps: int) -> None:
    """Both play their own random moves from the same seed."""
    firsts = arrays(one.reset(7)), arrays(other.reset(7))
    assert all(np.array_equal(a, b) for a, b in zip(*firsts, strict=True))
    for _ in range(steps):
        actions = one.sample()
        assert (actions == other.sample()).all()
        for ours, theirs in zip(arrays(one.step(actions)), arrays(other.step(actions)), strict=True):
            assert np.array_equal(ours, theirs)


def test_seeds_reproduce_and_differ() -> None:
    env = outplay.batch("gomoku:6", 64)

    def played(seed: int) -> list[list[int]]:
        env.reset(seed)
        rows = []
        for _ in range(5):
            rows.append(env.sample().tolist())
            env.step(np.array(rows[-1]))
        return rows

    first = played(1)
    assert first == played(1) != played(2)
    assert len(set(first[0])) > 20, "the games of a batch differ"


def test_arrays_belong_to_who_called() -> None:
    env = outplay.batch("mnk:3,3,3", 2)
    first = env.reset()
    kept = first.observation.copy()
    first.legal[:] = True
    second = env.step([4, 4])
    assert (first.observation == kept).all()
    second.legal[:] = True
    with pytest.raises(IllegalMove, match="the action 4 is not legal in game 0; legal there: 0, 1, 2, 3, 5, 6, 7, 8"):
        env.step([4, 4])


def test_arrays_are_exchanged_with_dlpack() -> None:
    for array in outplay.batch("mnk:3,3,3", 3).step([0, 1, 2]):
        shared = np.from_dlpack(array)
        assert (shared == array).all()
        assert array.flags.c_contiguous or array.ndim == 1


@pytest.mark.parametrize("game", [None, 7])
def test_what_is_no_game_is_refused(game: Any) -> None:
    with pytest.raises(BadSpec, match="a game is named by a text"):
        outplay.batch(game, 2)


def test_an_illegal_action_names_the_first_game_and_plays_nothing() -> None:
    env = outplay.batch("connect-four:4,4", 4)
    before = [env.position(i) for i in range(4)]
    for wrong in (4, -1, 1 << 40):
        with pytest.raises(IllegalMove, match=rf"the action {wrong} is not legal in game 2; legal there: 0, 1, 2, 3$"):
            env.step(np.array([0, 1, wrong, wrong]))
    assert [env.position(i) for i in range(4)] == before


@pytest.mark.parametrize("actions", [[0], [[0, 0]], [0.5, 0.5], "ab", 3])
def test_actions_of_a_wrong_shape_are_refused(actions: Any) -> None:
    env = outplay.batch("mnk:3,3,3", 2)
    with pytest.raises(BadLimit, match=r"step takes one whole number for each game, an array of shape \(2,\), not"):
        env.step(actions)


@pytest.mark.parametrize(
    ("n", "how", "error", "message"),
    [
        (0, {}, BadLimit, "a batch has 1 to 16,777,216 games, not 0"),
        (1.5, {}, BadLimit, "games, not 1.5"),
        (1, {"goal": "fame"}, BadSpec, "the goal is win or margin, not 'fame'"),
        (1, {"most_plies": 0}, BadLimit, "most_plies must be 1 or more, not 0"),
        (1, {"threads": 0}, BadLimit, "threads must be 1 or more, not 0"),
    ],
)
def test_wrong_settings_are_answered_in_one_line(n: Any, how: Any, error: Any, message: str) -> None:
    with pytest.raises(error, match=message):
        outplay.batch("mnk:3,3,3", n, **how)
    with pytest.raises(BadLimit, match="the seed must be 0 or more, not -1"):
        outplay.batch("mnk:3,3,3", 1).reset(-1)
    with pytest.raises(BadLimit, match="there is no game 1; they are 0 to 0"):
        outplay.batch("mnk:3,3,3", 1).position(1)


def test_a_batch_is_copied_and_pickled_in_the_middle_of_its_games() -> None:
    env = outplay.batch("kalah:2,2", 5)
    env.reset(3)
    env.step(env.sample())
    for again in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        expected = copy.deepcopy(env)
        assert_next_are_same(again, expected)


def assert_next_are_same(one: Batch, other: Batch) -> None:
    for _ in range(6):
        actions = one.sample()
        assert (actions == other.sample()).all()
        assert all(
            np.array_equal(a, b) for a, b in zip(arrays(one.step(actions)), arrays(other.step(actions)), strict=True)
        )


def wrong_game(stuck: bool) -> Game:
    """A game whose second position has no move and is not over, or whose moves are more than its actions."""
    good = outplay.game("mnk:3,3,3")
    every = good.moves

    def moves(state: Any) -> int:
        return 0 if state.theirs else every(state)

    rules = {name: getattr(good, name) for name in ("initial", "bits", "play", "outcome", "to_move")}
    return Game("wrong", moves=moves if stuck else good.moves, **rules, actions=9 if stuck else 5)


def test_rules_without_a_move_are_blamed_with_the_game() -> None:
    env = outplay.batch(wrong_game(stuck=True), 3)
    with pytest.raises(RuleError, match="game 0 came to a position without a legal move that is not over"):
        env.step([0, 0, 0])


def test_a_move_beyond_the_actions_is_blamed() -> None:
    with pytest.raises(RuleError, match="game 0 has a legal move above 4: give Game more actions"):
        outplay.batch(wrong_game(stuck=False), 3)


def test_a_position_is_what_the_game_shows() -> None:
    env = outplay.batch("mnk:3,3,3", 1)
    env.step([4])
    assert isinstance(env.position(0), Position)
    assert env.position(0) == outplay.game("mnk:3,3,3").start().play(4)
    assert repr(env) == "<1 games of mnk:3,3,3>"
