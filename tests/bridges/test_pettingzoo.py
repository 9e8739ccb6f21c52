"""Our games pass PettingZoo's own tests, and are the same games there."""

import copy
import importlib
import pickle
import random
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.every_game import SMALL

import outplay
from outplay.core.errors import BadLimit, BadSpec, IllegalMove

zoo_tests = pytest.importorskip("pettingzoo.test")
package: Any = outplay
bridge = package.bridges.pettingzoo

HARMLESS = {
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
    "Observation numpy array is all zeros.",
}
"""What `api_test` says of every dictionary of its own games that it does not know by name, and of empty boards."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "spec" in metafunc.fixturenames:
        metafunc.parametrize("spec", SMALL)


def test_every_game_passes_the_api_test(spec: str, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        zoo_tests.api_test(bridge.env(spec), num_cycles=60)
    assert capsys.readouterr().out.endswith("Passed API test\n")
    assert {str(one.message) for one in found} <= HARMLESS


def test_every_game_passes_the_seed_test(spec: str) -> None:
    zoo_tests.seed_test(lambda: bridge.env(spec), num_cycles=40)


def played(env: Any, seed: int) -> Iterator[tuple[str, int | None]]:
    """Plays a random game; yields each agent and its action before it is made."""
    rng = random.Random(seed)
    env.reset(seed=seed)
    for agent in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        legal = [int(move) for move in np.flatnonzero(observation["action_mask"])]
        action = None if terminated or truncated else rng.choice(legal)
        yield agent, action
        env.step(action)


def test_a_game_is_the_same_there(spec: str) -> None:
    """Agents, masks and rewards are those of the positions; copies and pickles in the middle go on alike."""
    env = bridge.env(spec, goal="margin")
    position, total = outplay.game(spec).start(), {"player_0": 0.0, "player_1": 0.0}
    copies: list[Any] = []
    for ply, (agent, action) in enumerate(played(env, 1)):
        if action is None:
            total[agent] += env.last()[1]
            continue
        assert agent == f"player_{position.to_move}"
        assert tuple(np.flatnonzero(env.observe(agent)["action_mask"])) == position.moves()
        other = next(one for one in env.agents if one != agent)
        assert not env.observe(other)["action_mask"].any()
        if ply == 2:
            copies = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
        for one in copies:
            one.last()
            one.step(action)
        position = position.play(action)
    outcome = position.outcome()
    assert outcome
    assert total == {"player_0": outcome.margin_for(0), "player_1": outcome.margin_for(1)}
    for one in copies:
        assert one.unwrapped.position == position
        assert [one.unwrapped._cumulative_rewards[agent] for agent in one.agents] == list(total.values())


def test_an_agent_that_moves_again_is_selected_again() -> None:
    env = bridge.env("kalah:6,4")
    env.reset()
    env.step(2)
    assert env.agent_selection == "player_0"


def test_an_illegal_action_ends_the_game_as_in_other_environments() -> None:
    env = bridge.env("tic-tac-toe")
    env.reset()
    env.step(4)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it says that the move was illegal
        env.step(4)
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.rewards == {"player_0": 0, "player_1": -1.0}
    with pytest.raises(AssertionError, match="action is not in action space"):
        env.reset() or env.step(9)
    raw = bridge.raw_env("tic-tac-toe")
    raw.step(4)
    with pytest.raises(IllegalMove, match="'b2' is not legal here; legal moves: a3"):
        raw.step(4)


def test_a_game_of_too_many_plies_is_truncated() -> None:
    env = bridge.env("tic-tac-toe", most_plies=3)
    env.reset()
    for move in (0, 1, 2):
        env.step(move)
    assert env.truncations == {"player_0": True, "player_1": True}
    assert not any(env.terminations.values())


def test_pictures_pass_the_render_test(capsys: pytest.CaptureFixture[str]) -> None:
    zoo_tests.render_test(lambda render_mode: bridge.env("tic-tac-toe", render_mode=render_mode))
    assert "a b c" in capsys.readouterr().out


def test_a_game_is_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    texts = {}
    for mode in ("ansi", "svg", "human"):
        env = bridge.env("tic-tac-toe", render_mode=mode)
        env.reset()
        env.step(4)
        texts[mode] = env.render()
    assert "2 . x . 2" in texts["ansi"]
    assert texts["svg"].startswith("<svg")
    assert texts["human"] is None
    assert capsys.readouterr().out.count("2 . x . 2") == 2, "after the step and by render()"
    quiet = bridge.env("tic-tac-toe")
    quiet.reset()
    with pytest.warns(UserWarning, match=r"render_mode='ansi'"):
        assert quiet.render() is None


@pytest.mark.parametrize(
    ("how", "error", "message"),
    [
        ({"goal": "fame"}, BadSpec, "the goal is win or margin, not 'fame'"),
        ({"most_plies": 0}, BadLimit, "most_plies must be 1 or more, not 0"),
        ({"render_mode": "3d"}, BadSpec, "the render mode is ansi, svg, human or None, not '3d'"),
    ],
)
def test_wrong_settings_are_answered_in_one_line(how: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        bridge.env("tic-tac-toe", **how)


def test_a_player_is_a_policy_for_environments_and_for_observations() -> None:
    """X has two in a row and o to stop them: both ways of asking find it."""
    env, policy = bridge.env("tic-tac-toe"), bridge.policy("tic-tac-toe", "alpha-beta:depth=4")
    env.reset()
    for move in (0, 4, 1):
        env.step(move)
    observation = env.last()[0]
    assert [policy(env), policy(observation), policy(observation["observation"])] == [2, 2, 2]
    env.step(2)
    env.step(6)
    env.step(3)
    env.step(5)
    env.step(policy(env))
    env.step(8 if env.last()[0]["action_mask"][8] else int(env.last()[0]["action_mask"].argmax()))
    while env.agents:
        env.last()
        env.step(policy(env))


def test_a_policy_plays_whole_games_from_what_it_is_shown() -> None:
    """Where the observation does not tell who is to move, it plays as the first player would."""
    env, policy = bridge.env("kalah:2,2"), bridge.policy("kalah:2,2", "random:seed=3")
    for _ in range(3):
        env.reset()
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            action = None if terminated or truncated else policy(observation)
            assert action is None or observation["action_mask"][action]
            env.step(action)
    policy.close()


def test_a_policy_with_a_seed_plays_the_same_again() -> None:
    def moves() -> list[int]:
        env, policy = bridge.env("gomoku:6"), bridge.policy("gomoku:6", "random", seed=5)
        env.reset()
        for _ in range(6):
            env.step(policy(env))
        return list(env.unwrapped.moves)

    assert moves() == moves()


def test_a_policy_refuses_what_it_cannot_play() -> None:
    policy, env = bridge.policy("mnk:3,3,3", "random"), bridge.env("hex:3")
    env.reset()
    with pytest.raises(BadSpec, match="this policy plays mnk:3,3,3, and the environment is one of hex:3"):
        policy(env)
    with pytest.raises(BadSpec, match=r"an observation of shape \(3, 3, 2\)"):
        policy(env.last()[0])
    with pytest.raises(BadSpec, match="no player"):
        bridge.policy("tic-tac-toe", "nobody")


def test_a_missing_library_is_named_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "outplay.bridges.pettingzoo")
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    with pytest.raises(BadSpec, match=r"needs PettingZoo, which is not installed: .* pip install pettingzoo .*\[pet"):
        importlib.import_module("outplay.bridges.pettingzoo")
    with pytest.raises(AttributeError, match="no attribute 'atari'"):
        _ = package.bridges.atari


def test_a_game_of_a_file_is_an_environment(tmp_path: Path) -> None:
    source = (Path(outplay.__file__).parent / "examples" / "othello.py").read_text(encoding="utf-8")
    (tmp_path / "own.py").write_text(source, encoding="utf-8")
    env = bridge.env(f"{tmp_path / 'own.py'}:4")
    env.reset()
    again = pickle.loads(pickle.dumps(env))
    assert again.last()[0]["action_mask"].sum() == 4
