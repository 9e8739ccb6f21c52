"""The bridge to OpenSpiel: our games pass its tests, its games pass ours, and its bots play both."""

import copy
import doctest
import pickle
import random
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pyspiel
import pytest
from helpers.commands import good, json_lines, outplay_run, refused
from helpers.pages import blocks
from helpers.paths import DOCS
from open_spiel.python.algorithms.minimax import alpha_beta_search
from open_spiel.python.observation import make_observation

import outplay
from outplay import Engine, Game, Limit, Position
from outplay.bridges.openspiel import game, register
from outplay.bridges.openspiel.library import library, mismatch, playable_kind
from outplay.bridges.openspiel.theirs import ForeignRules, TextBoard
from outplay.core.records import load, read, save, write
from outplay.core.registry import GAMES
from outplay.core.results import GameResult, MoveRecord
from outplay.core.specs import name_of
from outplay.engine.kernels import Plain, perft
from outplay.engine.mcts import TreeSearch
from outplay.players import player
from outplay.tools.conformance import check

OURS = [
    *("squatter:4", "kalah:3,2", "kalah:3,2,pie", "kalah:6,4,empty-capture", "connect-four:4,4", "gomoku:6"),
    *("othello:4", "breakthrough:5", "hex:3", "hex:3,pie", "dots-and-boxes:2,2", "domineering:4,4", "oware:3,2"),
    *("ataxx:4", "tic-tac-toe", "mnk:4,4,3,exact"),
]
"""Each of our games, in small sizes."""

SMALL = {
    "amazons": "amazons(board_size=6)",
    "antichess": "antichess",
    "breakthrough": "breakthrough(rows=6,columns=5)",
    "checkers": "checkers",
    "chess": "chess",
    "clobber": "clobber(rows=3,columns=4)",
    "connect_four": "connect_four(rows=4,columns=5)",
    "crazyhouse": "crazyhouse",
    "dots_and_boxes": "dots_and_boxes(utility_margin=true)",
    "gomoku": "gomoku(size=6)",
    "go": "go(board_size=4,max_game_length=60)",
    "havannah": "havannah(board_size=3)",
    "hex": "hex(board_size=4)",
    "mancala": "mancala",
    "mnk": "mnk(m=4,n=3,k=3)",
    "nim": "nim(pile_sizes=1;3;4)",
    "othello": "othello",
    "oware": "oware",
    "pentago": "pentago",
    "tic_tac_toe": "tic_tac_toe",
    "twixt": "twixt(board_size=5)",
    "ultimate_tic_tac_toe": "ultimate_tic_tac_toe",
    "y": "y(board_size=5)",
}
"""OpenSpiel's games, small where they can be."""

LONG = {"chinese_checkers", "cursor_go", "hive", "lines_of_action", "nine_mens_morris", "quoridor", "shogi", "xiangqi"}
"""The others of its games that can be played here: the random games of the tests would take long."""

MATE = "f3 e5 g4"
"""White has opened its king to Qh4#."""


def their_rules(found: Game) -> ForeignRules:
    assert isinstance(found.board, TextBoard)
    return found.board.rules


def test_the_list_has_every_game_of_ours() -> None:
    assert {name_of(spec) for spec in OURS} == set(GAMES)


@pytest.mark.parametrize("spec", OURS)
def test_a_game_of_ours_passes_openspiels_simulation(spec: str) -> None:
    """Legal actions, masks, tensors, returns within the bounds, undoing by history, and serialisation at every ply."""
    theirs = pyspiel.load_game(register(spec, longest=200))
    pyspiel.random_sim_test(theirs, num_sims=2, serialize=True, verbose=False)
    assert (theirs.min_utility(), theirs.max_utility(), theirs.utility_sum()) == (-1, 1, 0)
    assert theirs.max_game_length() == 200


def compare(position: Position, state: Any) -> None:
    """Holds one of our positions against OpenSpiel's state of the same game."""
    outcome = position.outcome()
    assert state.is_terminal() == (outcome is not None)
    assert sorted(position.moves()) == state.legal_actions()
    assert state.observation_string(0) == state.observation_string(1) == position.text
    bits = iter(state.observation_tensor(0))
    read = [sum(int(next(bits)) << place for place in range(width)) for width in position.game.widths.values()]
    assert read == list(position.state)
    if outcome is None:
        assert state.current_player() == position.to_move
        assert all(state.action_to_string(move) == position.name(move) for move in position.moves())
    else:
        assert state.returns() == {0: [1, -1], 1: [-1, 1], None: [0, 0]}[outcome.winner]


@pytest.mark.parametrize("spec", OURS)
def test_a_registered_game_is_ours_ply_by_ply(spec: str) -> None:
    generator = random.Random(spec)
    position, theirs = outplay.game(spec).start(), pyspiel.load_game(register(spec, longest=200))
    state = theirs.new_initial_state()
    compare(position, state)
    while not state.is_terminal():
        move = generator.choice(state.legal_actions())
        position = position.play(move)
        state.apply_action(move)
        compare(position, state)
    again, ended = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(theirs, state))
    assert str(again) == str(theirs)
    assert str(ended) == str(state)
    assert ended.history() == state.history()


@pytest.mark.parametrize("spec", ["kalah:3,2,pie", "breakthrough:5", "ataxx:4", "tic-tac-toe"])
def test_a_game_of_ours_comes_back_through_openspiel_as_it_was(spec: str) -> None:
    generator, ours = random.Random(spec), outplay.game(spec).start()
    theirs = game(register(spec, longest=200)).start()
    while not ours.outcome():
        assert sorted(ours.moves()) == list(theirs.moves())
        assert theirs.to_move == ours.to_move
        assert [ours.name(move) for move in theirs.moves()] == [theirs.name(move) for move in theirs.moves()]
        move = generator.choice(theirs.moves())
        ours, theirs = ours.play(move), theirs.play(move)
    first, second = ours.outcome(), theirs.outcome()
    assert first
    assert second
    assert first.winner == second.winner


def test_a_state_is_copied_without_its_copy_changing_it() -> None:
    state = pyspiel.load_game(register("tic-tac-toe")).new_initial_state()
    for other in (state.clone(), copy.deepcopy(state)):
        before = str(state)
        other.apply_action(4)
        assert str(state) == before != str(other)
        assert state.child(4).history() == [4]


PICKLED = """
import pickle, sys
state = pickle.loads(sys.stdin.buffer.read())
print(state.get_game(), state.history(), state.legal_actions())
"""


@pytest.mark.parametrize("own", [False, True])
def test_a_state_is_pickled_for_a_process_that_has_registered_nothing(own: bool, tmp_path: Path) -> None:
    good("new", "game", "mine", cwd=tmp_path)
    theirs = pyspiel.load_game(register(outplay.game(str(tmp_path / "mine.py")) if own else "tic-tac-toe", longest=50))
    state = theirs.new_initial_state().child(4).child(0)
    again = pickle.loads(pickle.dumps(state))
    assert (str(again), again.history(), str(again.get_game())) == (str(state), [4, 0], str(theirs))
    assert str(pickle.loads(pickle.dumps(theirs))) == str(theirs)
    assert pickle.loads(pickle.dumps(theirs)).max_game_length() == 50
    done = subprocess.run([sys.executable, "-c", PICKLED], input=pickle.dumps(state), capture_output=True, timeout=60)
    assert done.stdout.decode().split(maxsplit=1)[1] == f"{state.history()} {state.legal_actions()}\n", done.stderr


def test_a_game_that_is_too_long_is_a_draw_there() -> None:
    state = pyspiel.load_game(register("oware", longest=3)).new_initial_state()
    for _ in range(3):
        assert not state.is_terminal()
        state.apply_action(state.legal_actions()[0])
    assert state.is_terminal()
    assert state.returns() == [0, 0]
    for longest in (0, "x"):
        with pytest.raises(outplay.BadLimit, match="must have 1 ply or more"):
            register("oware", longest=longest)  # type: ignore[arg-type]
    with pytest.raises(outplay.BadSpec, match="a game is named by a text"):
        register(None)  # type: ignore[arg-type]


def test_one_name_is_one_game() -> None:
    first = register("mnk:3,4,3")
    assert register(outplay.game("mnk:3,4,3")) == first == "outplay_mnk_3_4_3"
    assert register("mnk:3,4,3", longest=12) == "outplay_mnk_3_4_3_2"
    assert register("mnk:3,4,3") == first


def test_moves_that_are_numbered_past_the_end_are_named() -> None:
    state = pyspiel.load_game(register("tic-tac-toe", moves=5)).new_initial_state()
    with pytest.raises(Exception, match="register the game with moves=9 or more"):
        state.legal_actions()
    with pytest.raises(outplay.BadLimit):
        register("tic-tac-toe", moves=0)


def test_there_are_as_many_actions_as_moves_of_a_board() -> None:
    sizes = {"connect-four": 7, "kalah:6,4": 7, "othello": 65, "tic-tac-toe": 9, "hex:5": 25}
    assert {s: pyspiel.load_game(register(s)).num_distinct_actions() for s in sizes} == sizes


def test_learners_get_the_observation_and_the_history() -> None:
    theirs = pyspiel.load_game(register("connect-four:4,4"))
    state = theirs.new_initial_state().child(2)
    observation = make_observation(theirs)
    observation.set_from(state, 0)
    assert list(observation.tensor) == state.observation_tensor(0)
    assert {name: len(part) for name, part in observation.dict.items()} == {"mine": 20, "taken": 20}
    assert state.information_state_string(0) == "2"


# Their games here


def test_every_game_that_can_be_played_here_is_named() -> None:
    """Other programs register games too: Kaggle's have names that end in proxy."""
    kinds = {kind.short_name for kind in library().registered_games() if playable_kind(kind)}
    own = {name for name in kinds if not name.startswith(("outplay_", "python_")) and not name.endswith("_proxy")}
    assert own == set(SMALL) | LONG


@pytest.mark.parametrize("name", SMALL.values())
def test_a_game_of_theirs_is_theirs_ply_by_ply(name: str) -> None:
    """In chess their player 1 moves first, who is the first player here."""
    generator, theirs = random.Random(name), pyspiel.load_game(name)
    state, position = theirs.new_initial_state(), game(name).start()
    first = state.current_player()
    for _ in range(200):
        assert (position.outcome() is not None) == state.is_terminal()
        assert position.moves() == tuple(state.legal_actions())
        assert position.draw().split() == str(state).split() or "\x1b" in str(state)
        if state.is_terminal():
            break
        assert position.to_move == state.current_player() ^ first
        move = generator.choice(state.legal_actions())
        position = position.play(move)
        state.apply_action(move)
    outcome = position.outcome()
    if outcome:
        assert outcome.margin_for(0) == state.returns()[first]
    again = position.game.position(position.text)
    assert again == position
    assert hash(again) == hash(position)
    assert again.draw() == position.draw()
    assert pickle.loads(pickle.dumps(position)).moves() == position.moves()


@pytest.mark.parametrize("name", ["tic_tac_toe", "nim(pile_sizes=1;3;4)", "hex(board_size=3)", "mancala", "clobber"])
def test_a_game_of_theirs_holds_together(name: str) -> None:
    assert [finding for finding in check(game(name), games=3) if finding.mistake] == []


def test_the_text_of_a_game_is_the_same_for_all_ways_to_write_it() -> None:
    one, other = game(" breakthrough(rows=6,columns=5)"), outplay.game("OpenSpiel: breakthrough(columns=5,rows=6)")
    assert str(one) == str(other) == "openspiel:breakthrough(columns=5,rows=6)"
    assert one.start() == other.start()
    assert str(game("chess()")) == "openspiel:chess"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("backgammon", "it has chance in it"),
        ("phantom_ttt", "its players do not see everything"),
        ("matrix_rps", "its players move at the same time"),
        ("goofspiel", "its players move at the same time"),
        ("cliff_walking", "it has 1 players"),
        ("chinese_checkers(players=3)", "it has 3 players"),
        ("quoridor(players=4)", "it has 4 players"),
        ("brekthrough", "did you mean breakthrough?"),
        ("zzz", "of its games these can be played here: amazons,"),
        ("breakthrough(rws=3)", "Unknown parameter 'rws'"),
        ("breakthrough(rows=x)", "Wrong type for parameter rows"),
        ("breakthrough(", "Missing closing bracket"),
    ],
)
def test_other_games_are_refused_in_one_line(name: str, reason: str, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(outplay.BadSpec) as refusal:
        outplay.game(f"openspiel:{name}")
    assert reason in str(refusal.value)
    assert "\n" not in str(refusal.value)
    assert capfd.readouterr() == ("", "")


def test_games_in_which_both_may_win_are_refused() -> None:
    kinds = [k for k in library().registered_games() if k.utility != pyspiel.GameType.Utility.ZERO_SUM]
    assert kinds
    assert all(mismatch(kind) for kind in kinds)


def test_positions_are_written_as_moves_and_read_back() -> None:
    start = game("tic_tac_toe").start()
    assert start.text == "start"
    position = start.game.position("x(1,1) O(0,0)")
    assert position.text == "x(1,1) o(0,0)"
    assert str(position) == "o..\n.x.\n..."
    for text, wrong in (("x(1,1) x(0,0)", "move 2 'x(0,0)'"), ("", "as start"), ("9", "move 1 '9'")):
        with pytest.raises(outplay.BadPosition, match="the moves that led to it") as error:
            start.game.position(text)
        assert wrong in str(error.value)


def test_names_have_no_blanks_and_capital_letters_count_where_they_must() -> None:
    nim = game("nim(pile_sizes=1;3)").start()
    assert nim.name(nim.moves()[0]) == "pile:1,_take:1"
    assert nim.game.move("pile:1, take:1;", nim) == nim.moves()[0]
    chess = game("chess")
    position = chess.position("e4 c5 b3 c4")
    names = [position.name(move) for move in position.moves()]
    assert {"bxc4", "Bxc4"} <= set(names)
    assert {position.name(chess.move(name, position)) for name in ("bxc4", "Bxc4")} == {"bxc4", "Bxc4"}
    with pytest.raises(outplay.IllegalMove):
        chess.move("BXC4", position)


def test_records_of_their_games_are_saved_and_loaded(tmp_path: Path) -> None:
    from outplay.core.records import Record

    start = game("chess").start()
    position, moves = start, list[MoveRecord[int]]()
    for word in [*MATE.split(), "Qh4#"]:
        moves.append(MoveRecord(start.game.move(word, position), 0.5))
        position = position.play(moves[-1].move)
    outcome = position.outcome()
    assert outcome
    record = Record(start, tuple(moves), GameResult.by_rules(outcome))
    save(record, tmp_path / "game.txt")
    loaded = load(tmp_path / "game.txt")
    assert loaded.positions()[-1].text == f"{MATE} Qh4#"
    assert write(read(write(record))) == write(record)
    assert read(write(loaded._replace(start=loaded.positions()[2], moves=loaded.moves[2:]))).start.text == "f3 e5"


# What is written of it


@pytest.mark.parametrize("number", [0, 1])
def test_a_program_of_the_guide_prints_what_stands_below_it(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    code = [block.code for block in blocks(DOCS / "guide" / "openspiel.md") if block.needs == "pyspiel"][number]
    exec(code, {"__name__": "page"})
    assert capsys.readouterr().out.splitlines() == re.findall(r"^# (.+)$", code, re.MULTILINE)


def test_the_guide_says_how_many_games_can_be_played() -> None:
    text = (DOCS / "guide" / "openspiel.md").read_text(encoding="utf-8")
    assert f"these are {len(SMALL) + len(LONG)}," in " ".join(text.split())


@pytest.mark.parametrize("function", [game, register])
def test_the_examples_in_docstrings_are_true(function: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """They are skipped where OpenSpiel is missing."""
    text = (function.__doc__ or "").replace("# doctest: +SKIP", "")
    made = doctest.DocTestParser().get_doctest(text, {function.__name__: function}, function.__name__, None, 0)
    assert made.examples
    assert doctest.DocTestRunner().run(made).failed == 0, capsys.readouterr().out


# Searches


def test_a_tree_search_finds_in_their_game_what_it_finds_in_ours() -> None:
    """The same moves in the same order and the same random numbers: the trees are equal, node by node."""
    ours, theirs = outplay.game("tic-tac-toe"), game("tic_tac_toe")
    found = [TreeSearch(one, 1, seed=3).analyse(one.start(), Limit(nodes=300)) for one in (ours, theirs)]
    first, second = ([(m.move, m.visits, m.value) for m in analysis.moves] for analysis in found)
    assert first == second
    assert (found[0].nodes, found[0].depth) == (found[1].nodes, found[1].depth)


@pytest.mark.parametrize(("name", "depth"), [("tic_tac_toe", 4), ("breakthrough(rows=6,columns=5)", 3), ("mancala", 4)])
def test_alpha_beta_finds_in_their_game_what_their_search_finds(name: str, depth: int) -> None:
    theirs, ours = pyspiel.load_game(name), game(name)
    value, move = alpha_beta_search(theirs, value_function=lambda _: 0, maximum_depth=depth)
    found = Plain(ours).search(ours.start(), depth)
    assert (found.value, found.move) == (value, move)


def test_perft_of_chess_is_the_published_one() -> None:
    assert [perft(game("chess").start(), depth) for depth in (1, 2)] == [20, 400]


@pytest.mark.parametrize(
    "spec",
    [
        *("mcts:playouts=400,seed=1", "alpha-beta:depth=2"),
        *("openspiel-mcts:simulations=400,seed=1", "openspiel-minimax:depth=2"),
    ],
)
def test_players_mate_in_one(spec: str) -> None:
    """As Black, which is OpenSpiel's player 0 and the second player here."""
    position = game("chess").position(MATE)
    assert position.to_move == 1
    choice = player(spec, position.game).choose(position)
    assert position.name(choice.move) == "Qh4#"
    assert choice.explanation.because


@pytest.mark.parametrize("spec", ["openspiel-mcts:simulations=200,seed=1", "openspiel-minimax:depth=2"])
def test_their_bots_see_a_win_in_our_game(spec: str) -> None:
    ours = outplay.game("connect-four:4,4")
    position = ours.start()
    for word in ("a", "b", "a", "b", "a", "c"):
        position = position.play(ours.move(word, position))
    choice = player(spec, ours).choose(position)
    assert position.name(choice.move) == "a"
    assert choice.score == 1


@pytest.mark.parametrize("spec", ["tic-tac-toe", "openspiel:tic_tac_toe"])
@pytest.mark.parametrize("name", ["openspiel-mcts:simulations=30", "openspiel-minimax", "openspiel-random"])
def test_their_bots_play_alike_with_the_same_seed(spec: str, name: str) -> None:
    played = []
    for _ in range(2):
        position = outplay.game(spec).start()
        bot = player(name, position.game)
        bot.new_game(position, 0, seed=5)
        while not position.outcome():
            position = position.play(bot.choose(position).move)
        played.append(position.text)
    assert played[0] == played[1]


def test_their_random_bot_plays_every_move() -> None:
    position = outplay.game("kalah:3,2").start()
    bot = player("openspiel-random:seed=1", position.game)
    assert {bot.choose(position).move for _ in range(40)} == {0, 1, 2}


# On the command line


def test_what_must_compile_says_what_works_instead() -> None:
    with pytest.raises(outplay.BadSpec, match="the engine needs rules that can be compiled"):
        Engine(game("tic_tac_toe"), 1)
    for make in (import_module("outplay.bridges.pettingzoo").env, lambda name: outplay.batch(name, 4)):
        with pytest.raises(outplay.BadSpec, match="an environment for learners needs rules that can be compiled"):
            make("openspiel:chess")
    works = "mcts, alpha-beta and random play it: outplay analyse 'openspiel:tic_tac_toe' --player mcts"
    for words in (["analyse"], ["solve"], ["train", "--minutes", "1"]):
        done = outplay_run(words[0], "openspiel:tic_tac_toe", *words[1:])
        refused(done, works)


def test_their_games_are_shown_analysed_and_played_in_matches(tmp_path: Path) -> None:
    spec = "openspiel:breakthrough(rows=5,columns=5)"
    (shown,) = json_lines("show", spec, "--moves", "a5a4 b1b2")
    assert shown["game"] == "openspiel:breakthrough(columns=5,rows=5)"
    assert shown["position"] == "a5a4 b1b2"
    assert shown["to_move"] == 0
    assert "a4a3" in shown["moves"]
    assert "a5" in good("analyse", spec, "--player", "mcts:playouts=50,seed=1")
    words = ["match", spec, "openspiel-random:seed=1", "random:seed=2", "--games", "2", "--openings", "random:2"]
    done = outplay_run(*words, "--db", str(tmp_path / "games.db"), cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Games ended by rules: 2" in done.stdout
