"""Games, positions, analyses and results survive copying and pickling, in this process and in another one."""

import copy
import gc
import os
import pickle
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from helpers.commands import good

import outplay
from outplay.core.errors import BadPosition, BadSpec, PlayerFailure, RuleError
from outplay.core.records import Record
from outplay.core.results import Ending, GameResult, MoveRecord
from outplay.players.explanation import Explanation
from outplay.players.player import Choice

SPECS = ["kalah:6,4", "squatter:5", "tic-tac-toe", "connect-four", "othello:6", "mnk:30,30,5"]


def again(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


@pytest.fixture
def own_file(tmp_path: Path) -> Path:
    """A game of the user's own."""
    good("new", "game", "own", cwd=tmp_path)
    return tmp_path / "own.py"


@pytest.mark.parametrize("spec", SPECS)
def test_positions_of_named_games_are_copied_and_pickled(spec: str) -> None:
    position = outplay.game(spec).start()
    for _ in range(3):
        assert copy.copy(position) is position
        assert copy.deepcopy(position) == position
        restored = again(position)
        assert (restored, restored.text, restored.moves()) == (position, position.text, position.moves())
        assert type(restored.state) is type(position.state)
        position = position.play(position.moves()[-1])


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_every_protocol_of_pickle_will_do(protocol: int) -> None:
    position = outplay.game("kalah:4,3").start()
    assert pickle.loads(pickle.dumps(position, protocol)) == position
    assert pickle.loads(pickle.dumps(position.game, protocol)) is position.game


def test_a_game_of_a_file_keeps_its_size_and_its_engine(own_file: Path) -> None:
    game = outplay.game(f"{own_file}:5,6")
    position = game.start().play(3)
    assert copy.deepcopy([position, game]) == [position, game]
    assert again(position) == position
    assert again(position).game is game, "else an engine of this game would not take the position"


LOADER = """
import pickle, sys
position = pickle.load(sys.stdin.buffer)
print(position.text, position.game, sep="|", end="|")
"""


def load_in_another_process(data: bytes, cwd: Path, *path: Path) -> "subprocess.CompletedProcess[str]":
    folders = os.pathsep.join([*map(str, path), *sys.path])
    done = subprocess.run(
        [sys.executable, "-c", LOADER],
        input=data,
        capture_output=True,
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": folders},
        timeout=60,
    )
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def test_a_position_of_a_file_is_loaded_in_another_process(
    own_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "elsewhere").mkdir()
    position = outplay.game("own.py").start().play(3)
    data = pickle.dumps(position)
    here = load_in_another_process(data, tmp_path)
    assert here.stdout.split("|")[:2] == [position.text, "own.py"], here.stderr
    there = load_in_another_process(data, tmp_path / "elsewhere")
    assert there.stdout.split("|")[:2] == [position.text, str(own_file)], there.stderr
    own_file.rename(tmp_path / "elsewhere" / "own.py")  # the pickle came from another machine
    moved = load_in_another_process(data, tmp_path / "elsewhere")
    assert moved.stdout.split("|")[:2] == [position.text, "own.py"], moved.stderr


BY_HAND = """
from typing import NamedTuple
from outplay import GOING_ON, Game

class State(NamedTuple):
    left: int
    turn: int

def moves(state): return 3 if state.left > 1 else 1
def play(state, move): return State(state.left - move - 1, 1 - state.turn)
def outcome(state): return -1 if state.left == 0 else GOING_ON
def to_move(state): return state.turn

def make(left): return Game("take", State(left, 0), 8, moves, play, outcome, to_move)

nine = make(9)
"""


def test_a_game_made_by_hand_is_found_in_its_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "take_module.py").write_text(BY_HAND)
    monkeypatch.syspath_prepend(tmp_path)
    module = __import__("take_module")
    position = module.nine.start().play(1)
    assert again(position) == position
    assert again(position).game is module.nine
    done = load_in_another_process(pickle.dumps(position), tmp_path, tmp_path)
    assert done.stdout == f"{position.text}|take|", done.stderr
    monkeypatch.delattr(module, "nine")
    assert copy.deepcopy(position) == position, "a copy needs no name"
    with pytest.raises(pickle.PicklingError, match="the game take cannot be pickled: no module has it under a name"):
        pickle.dumps(position)


def test_a_changed_game_is_not_taken_for_the_one_it_was_made_from(own_file: Path) -> None:
    for spec in ("kalah:6,4", str(own_file)):
        changed = replace(outplay.game(spec), heuristics=outplay.Heuristics())
        with pytest.raises(pickle.PicklingError, match="cannot be pickled"):
            pickle.dumps(changed)


def pickled_and_forgotten(file: Path) -> bytes:
    """The pickle of a position whose game is no longer in use: one that is would be taken for the position."""
    data = pickle.dumps(outplay.game(str(file)).start())
    gc.collect()
    return data


def test_a_position_of_rules_that_have_changed_is_refused_in_words(own_file: Path) -> None:
    data = pickled_and_forgotten(own_file)
    text = own_file.read_text().replace("    theirs: int", "    more: int\n    theirs: int")
    own_file.write_text(text.replace("State(0, 0)", "State(0, 0, 0)"))
    with pytest.raises(BadPosition, match=r"has 2 fields, and a state of .* has 3: the rules have changed"):
        pickle.loads(data)


def test_a_pickle_of_a_game_that_is_not_there_is_refused_in_words(own_file: Path, monkeypatch: Any) -> None:
    data = pickled_and_forgotten(own_file)
    own_file.unlink()
    with pytest.raises(BadSpec, match="there is no file"):
        pickle.loads(data)
    module = type(sys)("take_elsewhere")
    monkeypatch.setitem(sys.modules, "take_elsewhere", module)
    exec(BY_HAND, vars(module))
    data = pickle.dumps(vars(module)["nine"])
    del module.nine
    with pytest.raises(BadSpec, match="asks for the game 'nine' of the module take_elsewhere"):
        pickle.loads(data)


@pytest.mark.kernel
def test_analyses_and_results_are_copied_and_pickled() -> None:
    game = outplay.game("tic-tac-toe")
    position = game.start()
    analysis = outplay.Engine(game, 1).analyse(position, outplay.Limit(nodes=500), lines=2)
    result = GameResult(0, 1, Ending.RULES, "three in a row")
    record = Record(position, (MoveRecord(4, 0.5, 1.0, 3, 99),), result)
    for thing in (analysis, analysis.lines[0], result, record, outplay.Limit(time=1.0), {position: analysis}):
        assert copy.deepcopy(thing) == thing
        assert again(thing) == thing
    choice = Choice(4, 1.0, 3, 99, analysis, lambda: Explanation(4, "so", {}, ()))
    assert again(choice) == copy.deepcopy(choice) == choice._replace(explain=None)


def test_errors_reach_the_process_that_waits_for_them() -> None:
    failure = again(PlayerFailure(Ending.CRASH, "it stopped", "bot.py"))
    assert (str(failure), failure.ending, failure.detail) == ("bot.py: crash: it stopped", Ending.CRASH, "it stopped")
    wrong = again(RuleError("no", "game.py", 3))
    assert (str(wrong), wrong.file, wrong.line) == ("game.py:3: no", "game.py", 3)


def test_a_game_is_shown_in_a_line() -> None:
    assert repr(outplay.game("kalah:6,4")) == "<Game kalah:6,4>"
    assert repr([outplay.game("connect-four").start()]).startswith("[<Position of connect-four: ")


def test_all_public_names_are_listed() -> None:
    assert set(outplay.__all__) <= set(dir(outplay))
    assert {"Engine", "Analysis", "__version__"} <= set(dir(outplay))
    for name in outplay.__all__:
        assert getattr(outplay, name) is not None
