"""Our games pass Gymnasium's own check, and the agent plays the game it was promised against the chosen opponent."""

import copy
import importlib
import pickle
import random
import warnings
from typing import Any

import numpy as np
import pytest
from helpers.every_game import SMALL

import outplay
from outplay.core.errors import BadSpec
from outplay.players.player import Choice, Player

gymnasium = pytest.importorskip("gymnasium")
importlib.import_module("outplay.bridges.gymnasium")  # makes the name known


def made(**how: Any) -> Any:
    return gymnasium.make("outplay/Game-v0", **{"game": "mnk:3,3,3", **how})


@pytest.mark.parametrize("spec", SMALL)
def test_every_game_passes_the_check(spec: str) -> None:
    from gymnasium.utils.env_checker import check_env

    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        check_env(made(game=spec, side="random", render_mode="ansi").unwrapped)
    assert not [str(one.message) for one in found]


def episode(env: Any, seed: int | None, moves: int = 400) -> list[tuple[Any, ...]]:
    """A random episode: what was seen, in values that can be compared."""
    rng = random.Random(1)
    observation, info = env.reset(seed=seed)
    seen: list[tuple[Any, ...]] = [(observation.tobytes(), info["side"])]
    for _ in range(moves):
        action = int(rng.choice(np.flatnonzero(info["action_mask"])))
        observation, reward, terminated, truncated, info = env.step(action)
        seen.append((observation.tobytes(), info["side"], reward, terminated, truncated))
        if terminated or truncated:
            break
    return seen


@pytest.mark.parametrize("side", ["first", "second", "random", "alternate"])
def test_seeds_reproduce_sides_and_the_opponents_moves(side: str) -> None:
    env = made(game="gomoku:5", side=side)
    runs = [[episode(env, seed if number == 0 else None) for number in range(6)] for seed in (3, 3, 4)]
    assert runs[0] == runs[1]
    assert runs[0] != runs[2]
    sides = [game[0][1] for game in runs[0]]
    expected = {"first": {0}, "second": {1}}.get(side, {0, 1})
    assert set(sides) == expected
    if side == "alternate":
        assert sides == [sides[0], 1 - sides[0]] * 3


class Recorder(Player):
    """Plays the first legal move and keeps what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, tuple[int, ...]]] = []
        self.sides: list[int] = []

    def choose(self, position: Any, limit: Any = None, moves: Any = (), report: Any = None) -> Choice:
        self.asked.append((position.text, tuple(moves)))
        return Choice(position.moves()[0])

    def new_game(self, position: Any, side: int, seed: int | None = None) -> None:
        self.sides.append(side)


def test_the_opponent_is_asked_for_its_own_moves_only() -> None:
    """In Kalah a player may move twice."""
    opponent = Recorder()
    env = made(game="kalah:6,4", opponent=opponent, side="second")
    _, info = env.reset()
    assert opponent.sides == [0]
    position = outplay.game("kalah:6,4").start()
    line: list[int] = []
    for text, moves in opponent.asked:
        assert (text, moves) == (position.text, tuple(line))
        line.append(position.moves()[0])
        position = position.play(line[-1])
    assert position.to_move == info["side"] == 1
    assert env.unwrapped.position == position
    assert tuple(np.flatnonzero(info["action_mask"])) == position.moves()


def test_rewards_are_those_of_the_agent() -> None:
    """The first player wins with the first three cells unless it is stopped; the opponent takes the first free cell."""
    env = made(opponent=Recorder())
    env.reset()
    assert [env.step(move)[1:3] for move in (3, 4, 5)] == [(0.0, False), (0.0, False), (1.0, True)]
    env = made(opponent=Recorder(), side="second")
    env.reset()
    assert [env.step(move)[1:3] for move in (8, 7)] == [(0.0, False), (-1.0, True)]
    env = made(game="kalah:2,2", goal="margin", opponent="alpha-beta:depth=2")
    for seed in range(3):
        last = episode(env, seed)[-1]
        assert last[2] == env.unwrapped.position.outcome().margin_for(0)


def test_an_illegal_action_loses_the_game() -> None:
    env = made(opponent=Recorder())
    env.reset()
    env.step(4)
    _, reward, terminated, truncated, info = env.step(4)
    assert (reward, terminated, truncated, info["illegal"]) == (-1.0, True, False, True)
    assert not info["action_mask"].any()
    with pytest.raises(BadSpec, match=r"the game is over; call reset\(\)"):
        env.step(5)
    env.reset()
    assert not env.step(4)[4]["illegal"]


def test_a_game_of_too_many_plies_is_truncated() -> None:
    env = made(opponent=Recorder(), most_plies=4)
    env.reset()
    assert [env.step(move)[2:4] for move in (8, 4)] == [(False, False), (False, True)]


@pytest.mark.parametrize("side", ["first", "alternate"])
def test_an_environment_is_copied_and_pickled_in_the_middle_of_a_game(side: str) -> None:
    """All go on with the same moves, and with the same games after this one."""
    env = made(opponent="random", side=side).unwrapped
    env.reset(seed=6)
    assert env.side == 0, "the opponent has drawn no random number of this game yet"
    envs = [env, copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    ends = [rest(one) for one in envs]
    assert ends[0] == ends[1] == ends[2]
    games = [[episode(one, None) for _ in range(3)] for one in envs]
    assert games[0] == games[1] == games[2]


def rest(env: Any) -> str:
    """The last position when the agent takes the first free cells."""
    action, over = 0, False
    while not over:
        _, _, over, _, info = env.step(action)
        action = int(info["action_mask"].argmax())
    return str(env.position.text)


def test_a_game_can_be_over_before_the_agent_has_moved() -> None:
    """Then it is begun again, and if it always is, that is said."""
    env = made(game="kalah:2,2", side="second")
    assert all(env.reset(seed=seed)[1]["action_mask"].any() for seed in range(40))
    with pytest.raises(BadSpec, match="mnk:1,1,1 is over before the second player moves; take side='first'"):
        made(game="mnk:1,1,1", side="second").reset()


def test_it_is_made_by_a_name_that_imports_the_bridge() -> None:
    env = gymnasium.make("outplay.bridges.gymnasium:outplay/Game-v0", game="mnk:3,3,3", render_mode="svg")
    env.reset()
    env.step(4)
    assert env.render().startswith("<svg")
    env.close()


def test_a_wrong_side_is_answered_in_one_line() -> None:
    with pytest.raises(BadSpec, match="the side is first, second, random, alternate, not 'left'"):
        made(side="left")
