"""Kaggle's agents without Kaggle: what they are told and return, and the files that are written."""

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from helpers.commands import good, outplay_run, refused

import outplay
from outplay.bridges.kaggle import ENVIRONMENTS, Struct, act, agent_text, write_agent
from outplay.core.limits import Limit
from outplay.core.results import Ending
from outplay.players import player
from outplay.players.specs import absolute_spec, program_of

GAMES = [("connectx", "connect-four"), ("connectx", "connect-four:5,4"), ("mancala", "kalah:6,4")]

FIRST_FREE = """
def helper(board, columns):
    return [column for column in range(columns) if board[column] == 0]


def agent(observation, configuration):
    print("thinking")
    assert observation.mark == observation["mark"] == observation.step % 2 + 1
    return helper(observation.board, configuration.columns)[0]


def later():
    raise AssertionError("Kaggle takes the last function; a function agent comes first")
"""

FIRST_HOUSE = """
import json


def act(observation):
    seen = json.loads(observation.observationString)
    assert [seen["board"][house] > 0 for house in observation.legalActions]
    return {"submission": observation.legalActions[0]}
"""


@pytest.mark.parametrize(("name", "spec"), GAMES)
def test_what_agents_are_told_is_the_position(name: str, spec: str) -> None:
    environment, generator = ENVIRONMENTS[name], random.Random(spec)
    for _ in range(20):
        position, ply = outplay.game(spec).start(), 0
        configuration = environment.configuration(position.game, Limit())
        assert configuration
        while not position.outcome():
            told = environment.observation(position, ply)
            json.dumps(told)
            assert environment.position(told, environment.game(configuration)) == position
            for move in position.moves():
                assert environment.move(position, environment.action(position, move)) == move
            position, ply = position.play(generator.choice(position.moves())), ply + 1


def test_a_board_of_connectx_is_row_by_row_from_the_top() -> None:
    position = outplay.game("connect-four:5,4").start()
    for word in ("c", "c", "a"):
        position = position.play(position.game.move(word, position))
    told = ENVIRONMENTS["connectx"].observation(position, 3)
    assert told["mark"] == 2
    assert told["board"] == [0] * 10 + [0, 0, 2, 0, 0] + [1, 0, 1, 0, 0]


def test_a_board_of_mancala_is_a_ring() -> None:
    position = outplay.game("kalah:6,4").start().play(2).play(0)
    told = ENVIRONMENTS["mancala"].observation(position, 2)
    assert json.loads(told["observationString"])["board"] == [0, 0, 5, 1, 6, 6, 5, 1, 4, 4, 4, 4, 4, 4]
    assert (told["playerId"], told["legalActions"]) == (1, [8, 9, 10, 11, 12, 13])


def test_a_board_of_mancala_after_the_first_sowing() -> None:
    """The third house of the first player ends in its store, and it moves again."""
    position = outplay.game("kalah:6,4").start().play(2)
    told = ENVIRONMENTS["mancala"].observation(position, 1)
    assert json.loads(told["observationString"])["board"] == [0, 4, 4, 0, 5, 5, 5, 1, 4, 4, 4, 4, 4, 4]
    assert (told["playerId"], told["legalActions"]) == (0, [1, 2, 4, 5, 6])


def agent_of(text: str) -> Any:
    """The last thing in a file that can be called, as Kaggle takes it."""
    names: dict[str, Any] = {}
    exec(compile(text, "main.py", "exec"), names)
    return [value for value in names.values() if callable(value)][-1]


@pytest.mark.parametrize(("name", "spec"), GAMES)
def test_a_written_agent_plays_as_the_player_does(name: str, spec: str) -> None:
    game, environment = outplay.game(spec), ENVIRONMENTS[name]
    configuration = environment.configuration(game, Limit())
    agent, own, position = agent_of(agent_text(name, "random:seed=4")), player("random:seed=4", game), game.start()
    act_player = []
    while not position.outcome():
        told = Struct(environment.observation(position, 0))
        move = own.choose(position).move
        act_player.append(agent(told, Struct(configuration or {})) == environment.action(position, move))
        position = position.play(move)
    assert all(act_player)


@pytest.mark.parametrize(("name", "spec"), GAMES)
def test_without_outplay_an_agent_says_so_and_plays_legal_moves(
    name: str, spec: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    environment, agent = ENVIRONMENTS[name], agent_of(agent_text(name, "engine"))
    position = outplay.game(spec).start()
    configuration = environment.configuration(position.game, Limit())
    monkeypatch.setitem(sys.modules, "outplay.bridges.kaggle", None)
    while not position.outcome():
        action = agent(environment.observation(position, 0), configuration)
        position = position.play(environment.move(position, action))
    assert "a simple rule chooses the move" in capsys.readouterr().err


def test_connectx_with_another_number_in_a_row_is_refused() -> None:
    told = {"columns": 7, "rows": 6, "inarow": 5}
    with pytest.raises(outplay.BadSpec, match="4 in a row, not 5"):
        act("connectx", "random", {"board": [0] * 42, "mark": 1}, told)


def test_what_cannot_be_written_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "main.py"
    write_agent("connectx", "random", path)
    for name, spec, message in (
        ("connectx", "random", "exists already"),
        ("chess", "random", "there are connectx and mancala"),
        ("connectx", "nobody", "there is no player 'nobody'"),
        ("mancala", "cadrega", "cadrega plays mnk only"),
        ("mancala", "my_bot.py", "is a program of this machine"),
    ):
        with pytest.raises(outplay.BadSpec, match=message):
            write_agent(name, spec, path)
    with pytest.raises(outplay.BadSpec, match="cannot be written"):
        write_agent("connectx", "random", tmp_path / "none" / "main.py")


def test_an_agent_plays_here(tmp_path: Path) -> None:
    for spec, source in (("connect-four:5,4", FIRST_FREE), ("kalah:6,4", FIRST_HOUSE)):
        path = tmp_path / "an agent.py"
        path.write_text(source)
        game = outplay.game(spec)
        position, other = game.start(), player(f"kaggle:{path}", game)
        other.new_game(position, 0)
        for _ in range(6):
            move = other.choose(position).move
            assert move == position.moves()[0]
            position = position.play(move)
        other.close()


@pytest.mark.parametrize(
    ("source", "ending", "message"),
    [
        ("def agent(o, c): return 7", Ending.ILLEGAL, "7"),
        ("def agent(o, c): return None", Ending.ILLEGAL, "it must return a column"),
        ("def agent(o, c): return o.bored", Ending.CRASH, "there is no 'bored' here"),
        ("def agent(o, c): raise SystemExit", Ending.CRASH, "SystemExit"),
    ],
)
def test_an_agent_that_fails_loses_by_a_named_ending(tmp_path: Path, source: str, ending: Ending, message: str) -> None:
    path = tmp_path / "bad.py"
    path.write_text(source)
    position = outplay.game("connect-four").start()
    bad = player(f"kaggle:{path}", position.game)
    bad.new_game(position, 0)
    with pytest.raises(outplay.PlayerFailure, match=message) as failure:
        bad.choose(position)
    assert failure.value.ending is ending
    bad.close()


@pytest.mark.parametrize(
    ("game", "source", "message"),
    [
        ("othello", "def agent(o, c): return 0", "connect-four (ConnectX) and kalah:6,4 (Mancala), not othello"),
        ("kalah:6,4,empty-capture", "def agent(o, c): return 0", "not kalah:6,4,empty-capture"),
        ("connect-four", "x = 1", "has no agent; write `def agent(observation, configuration)`"),
        ("connect-four", "def agent(:", "this is not Python"),
        ("connect-four", None, "there is no file"),
    ],
)
def test_a_file_that_is_no_agent_of_the_game_is_refused(
    tmp_path: Path, game: str, source: str | None, message: str
) -> None:
    path = tmp_path / "bad.py"
    if source is not None:
        path.write_text(source)
    with pytest.raises(outplay.BadSpec) as error:
        player(f"kaggle:{path}", outplay.game(game))
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_the_text_of_an_agent_is_read_and_written_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "an agent.py").write_text(FIRST_FREE)
    monkeypatch.chdir(tmp_path)
    found = program_of("kaggle:an agent.py")
    assert found
    assert (found.words, found.spec) == (("an agent.py",), "kaggle:an agent.py")
    assert absolute_spec("kaggle:an agent.py") == f"kaggle:{tmp_path / 'an agent.py'}"


def test_the_command_writes_an_agent_that_plays_in_a_match(tmp_path: Path) -> None:
    said = good("kaggle", "connectx", "--player", "random:seed=1", cwd=tmp_path)
    assert "outplay match connect-four kaggle:main.py random" in said
    words = ["match", "connect-four:4,4", "kaggle:main.py", "random:seed=2", "--games", "2", "--openings", "random:2"]
    assert "Games ended by rules: 2" in good(*words, "--db", "games.db", cwd=tmp_path)
    refused(outplay_run("kaggle", "connectx", cwd=tmp_path), "main.py exists already")
    subprocess.run([sys.executable, "-m", "py_compile", "main.py"], cwd=tmp_path, check=True)
