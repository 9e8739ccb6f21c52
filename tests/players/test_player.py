"""The player contract: every player, in this process or another one, keeps to it."""

import shlex
import sys
import threading
import time
from pathlib import Path

import pytest
from helpers.paths import TESTS

import outplay
from outplay.core.limits import NO_LIMIT, Limit
from outplay.core.results import Ending, GameResult
from outplay.players import player
from outplay.players.engine import EnginePlayer
from outplay.players.founding.cadrega import Cadrega
from outplay.players.mcts import MctsPlayer
from outplay.players.player import Choice, Player

pytestmark = pytest.mark.kernel

GOOD = f"text:{shlex.quote(sys.executable)} -S {shlex.quote(str(TESTS / 'helpers' / 'bots' / 'bad.py'))} good"

SPECS = {
    "engine:nodes=300": "kalah:4,3",
    "engine:level=2": "kalah:4,3",
    "engine:level=2,seed=9": "kalah:4,3",
    "mcts:playouts=300": "kalah:4,3",
    "mcts:playouts=300,seed=9": "kalah:4,3",
    "random": "kalah:4,3",
    "random:seed=9": "kalah:4,3",
    "alpha-beta:depth=3": "kalah:4,3",
    "kalah-ranks:depth=3": "kalah:4,3",
    "squatter-2015:depth=2": "squatter:5",
    "first-random": "squatter:5",
    "cadrega:nodes=300": "mnk:5,5,4",
    "cadrega:depth=2": "mnk:5,5,4",
    GOOD: "tic-tac-toe",
}


def chosen(chooser: Player, spec: str, seed: int | None) -> list[int]:
    """The moves of a game of one player against the last legal move."""
    position = outplay.game(spec).start()
    chooser.new_game(position, 0, seed)
    moves = list[int]()
    while not position.outcome() and len(moves) < 12:
        mine = position.to_move == 0
        moves.append(chooser.choose(position, NO_LIMIT, moves).move if mine else position.moves()[-1])
        position = position.play(moves[-1])
    chooser.close(GameResult(None, 0, Ending.MOVE_LIMIT))
    return moves


@pytest.mark.parametrize("spec", SPECS)
def test_a_choice_is_legal_and_explained_and_needs_no_game(spec: str) -> None:
    position = outplay.game(SPECS[spec]).start()
    chooser = player(spec, position.game, seed=1)
    for _ in range(2):
        choice = chooser.choose(position)
        assert isinstance(choice, Choice)
        assert choice.move in position.moves()
        assert choice.explanation.move == choice.move
        assert choice.explanation.because.endswith(".")
        assert (choice.analysis is None) == (not spec.startswith("engine"))
        if "depth" in choice.explanation.figures and choice.nodes is not None:
            assert (choice.depth, choice.nodes) == tuple(choice.explanation.figures[key] for key in ("depth", "nodes"))
        position = position.play(choice.move)
    chooser.close()


@pytest.mark.parametrize("spec", SPECS)
def test_a_new_game_with_the_same_seed_has_the_same_moves_whatever_was_played_before(spec: str) -> None:
    game = SPECS[spec]
    fresh = chosen(player(spec, outplay.game(game)), game, 5)
    used = player(spec, outplay.game(game))
    others = [chosen(used, game, seed) for seed in (6, 7, 8)]
    assert chosen(used, game, 5) == fresh
    if "seed=" in spec:
        assert others == [fresh] * 3


@pytest.mark.parametrize("spec", SPECS)
def test_closing_twice_and_choosing_again_is_no_mistake(spec: str) -> None:
    position = outplay.game(SPECS[spec]).start()
    chooser = player(spec, position.game)
    chooser.close()
    chooser.new_game(position, 0, 1)
    chooser.choose(position)
    for _ in range(2):
        chooser.close(GameResult(0, 0, Ending.RESIGNATION, "in the test"))
    assert chooser.choose(position).move in position.moves()
    chooser.close()


@pytest.mark.parametrize("make", [EnginePlayer, MctsPlayer, Cadrega])
def test_a_player_that_is_stopped_answers_soon_with_a_legal_move(
    make: type[EnginePlayer] | type[MctsPlayer] | type[Cadrega],
) -> None:
    position = outplay.game("mnk:9,9,5").start()
    chooser = make(position.game, time=120)
    chooser.stop()  # nothing is under way, and the next choice is not affected
    found: list[Choice] = []
    thread = threading.Thread(target=lambda: found.append(chooser.choose(position)))
    thread.start()
    time.sleep(0.3)
    assert not found
    while thread.is_alive():
        assert chooser.stop()
        thread.join(0.05)
    assert found[0].move in position.moves()


def test_a_player_that_cannot_be_stopped_says_so() -> None:
    for spec, game in SPECS.items():
        if not spec.startswith(("engine", "mcts", "cadrega")):
            assert player(spec, outplay.game(game)).stop() is False


def test_the_engine_reports_each_answer_before_the_end() -> None:
    position = outplay.game("kalah:6,4").start()
    reported: list[Choice] = []
    choice = EnginePlayer(position.game, depth=6).choose(position, report=reported.append)
    assert [found.depth for found in reported if found.depth] == sorted(found.depth or 0 for found in reported)
    assert reported[-1].move == choice.move
    assert (choice.depth, choice.score) == (6, reported[-1].score)


def test_a_program_is_told_the_moves_of_its_game_and_a_bare_position_without_one(tmp_path: Path) -> None:
    """A program that plays the first legal move and writes down every line that it is told."""
    log = tmp_path / "told.txt"
    program = tmp_path / "program.py"
    program.write_text(
        "import sys\n"
        f"log = open({str(log)!r}, 'a')\n"
        "for line in sys.stdin:\n"
        "    log.write(line); log.flush()\n"
        "    word, _, rest = line.strip().partition(' ')\n"
        "    if word == 'game': print('ready', flush=True)\n"
        "    if word == 'legal': first = rest.split()[0]\n"
        "    if word == 'go': print('move', first, flush=True)\n"
        "    if word == 'quit': break\n"
    )
    start = outplay.game("tic-tac-toe").start()
    chooser = player(f"text:{shlex.quote(sys.executable)} -S {shlex.quote(str(program))}", start.game)
    chooser.new_game(start, 1, None)
    assert chooser.choose(start.play(4), Limit(time=5), [4]).move == 0
    chooser.close(GameResult(1, 0, Ending.TIMEOUT, "x was late"))
    chooser.choose(start.play(4))
    chooser.close()
    told = log.read_text().splitlines()
    assert told[:3] == ["game mnk:3,3,3 second", "position .../.x./...", "moves b2"]
    assert told[5:8] == ["go", "over win timeout: x was late", "quit"]
    assert told[8:12] == ["game mnk:3,3,3 second", "start .../.x./...", "position .../.x./...", "moves"]
    assert told[-2:] == ["go", "quit"]
