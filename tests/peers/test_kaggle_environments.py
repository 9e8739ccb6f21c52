"""The bridge to Kaggle, held against Kaggle's own environments: rules ply by ply, and agents of both in both places."""

import json
import random
import warnings
from pathlib import Path
from typing import Any

import pytest
from helpers.commands import good

import outplay
from outplay import Position
from outplay.bridges.kaggle import ENVIRONMENTS, Environment, agent_text
from outplay.core.limits import Limit
from outplay.players import player

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # the package imports all its environments, and most of what they need is missing
    import kaggle_environments

NAMES = {"connectx": "connectx", "mancala": "open_spiel_mancala"}
"""What Kaggle calls the environments."""

NEGAMAX = "from kaggle_environments.envs.connectx.connectx import negamax_agent as agent\n"


def made(name: str, **configuration: Any) -> Any:
    return kaggle_environments.make(NAMES[name], configuration=configuration)


def winner(env: Any) -> int | None:
    rewards = [state.reward for state in env.state]
    assert [state.status for state in env.state] == ["DONE", "DONE"]
    return None if rewards[0] == rewards[1] else int(rewards[1] > rewards[0])


def active(env: Any) -> int:
    return [state.status for state in env.state].index("ACTIVE")


def told_to(env: Any, player: int) -> Any:
    """What the environment tells a player: parts of it are kept with the first player only."""
    return {**env.state[0].observation, **env.state[player].observation}


def compare(environment: Environment, position: Position, env: Any) -> None:
    """Holds a position of ours against the state of Kaggle's environment."""
    told = told_to(env, active(env))
    assert environment.position(told, position.game) == position
    assert active(env) == position.to_move
    own = environment.observation(position, told["step"])
    if "observationString" in told:
        seen, ours = json.loads(told["observationString"]), json.loads(own.pop("observationString"))
        assert ours == {key: seen[key] for key in ours} | {"move_number": ours["move_number"]}
        assert seen.keys() - ours.keys() == {"last_action", "last_action_player"}
    assert own == {key: told[key] for key in own}


@pytest.mark.parametrize(
    ("name", "spec", "configuration", "games"),
    [
        ("connectx", "connect-four", {}, 10),
        ("connectx", "connect-four:5,4", {"columns": 5, "rows": 4}, 10),
        ("connectx", "connect-four:4,7", {"columns": 4, "rows": 7}, 10),
        ("mancala", "kalah:6,4", {"includeLegalActions": True}, 20),
    ],
)
def test_the_rules_are_equal_ply_by_ply(name: str, spec: str, configuration: dict[str, Any], games: int) -> None:
    environment, generator, winners = ENVIRONMENTS[name], random.Random(spec), set()
    for _ in range(games):
        env, position = made(name, **configuration), outplay.game(spec).start()
        env.reset()
        if name == "mancala":
            env.step([{"submission": -1}, {"submission": -1}])  # the first step deals
        while not env.done:
            compare(environment, position, env)
            move = generator.choice(position.moves())
            actions: list[Any] = [None, None]
            actions[position.to_move] = environment.action(position, move)
            env.step(actions)
            position = position.play(move)
        outcome = position.outcome()
        assert outcome
        assert outcome.winner == winner(env)
        winners.add(outcome.winner)
    assert winners >= {0, 1}


def test_mancala_is_not_kalah_with_empty_captures() -> None:
    """The comparison is fine enough to tell the two capture rules apart."""
    with pytest.raises(AssertionError):
        test_the_rules_are_equal_ply_by_ply("mancala", "kalah:6,4,empty-capture", {"includeLegalActions": True}, 100)


@pytest.mark.parametrize(("name", "others"), [("connectx", ["random", "negamax"]), ("mancala", ["random"])])
def test_a_written_agent_plays_there(name: str, others: list[str], tmp_path: Path) -> None:
    path = tmp_path / "main.py"
    path.write_text(agent_text(name, "alpha-beta:depth=4,seed=1"))
    for other in others:
        wins = []
        for side in (0, 1):
            env = made(name, **({"actTimeout": 60} if name == "connectx" else {}))
            agents = [other, other]
            agents[side] = str(path)
            env.run(agents)
            wins.append(winner(env) == side)
        assert all(wins) or other == "negamax"


def test_their_agent_plays_in_our_arena(tmp_path: Path) -> None:
    (tmp_path / "negamax.py").write_text(NEGAMAX)
    words = ["match", "connect-four:4,4", "kaggle:negamax.py", "random:seed=2", "--games", "2"]
    assert "Games ended by rules: 2" in good(*words, "--openings", "none", "--db", "games.db", cwd=tmp_path)


def test_their_agent_sees_a_win_here(tmp_path: Path) -> None:
    (tmp_path / "negamax.py").write_text(NEGAMAX)
    game = outplay.game("connect-four")
    position = game.start()
    for word in ("a", "b", "a", "b", "a", "c"):
        position = position.play(game.move(word, position))
    other = player(f"kaggle:{tmp_path / 'negamax.py'}", game)
    assert position.name(other.choose(position, Limit(time=5.0)).move) == "a"
    other.close()
