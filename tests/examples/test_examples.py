"""The games that come as examples of a user's own file: what holds for all, and Connect Four and Othello."""

import ast
import inspect
import random
import shutil
from pathlib import Path

import pytest
from helpers.naive.connect_four import ConnectFour
from helpers.naive.oracle import cells_of, walk
from helpers.naive.othello import Othello
from helpers.replay import Replay, interpreted
from hypothesis import given, settings
from hypothesis import strategies as st

import outplay
import outplay.examples
from outplay.engine.kernels import perft

seeds = st.integers(0, 2**32)

FOLDER = Path(inspect.getfile(outplay.examples)).parent
FILES = {path.name: path for path in sorted(FOLDER.glob("*.py")) if path.stem != "__init__"}
SPECS = {name: name.removesuffix(".py").replace("_", "-") for name in FILES}

OTHELLO_PERFT = [4, 12, 56, 244, 1396, 8200, 55092]
CONNECT_FOUR_PERFT = [7, 49, 343, 2401, 16807, 117649, 823536]


@pytest.mark.rules
@settings(deadline=None, max_examples=80)
@given(columns=st.integers(4, 9), rows=st.integers(4, 9), seed=seeds)
def test_connect_four_follows_the_oracle_at_every_ply(columns: int, rows: int, seed: int) -> None:
    position = outplay.game(f"connect-four:{columns},{rows}").start()
    walk(position, ConnectFour.start(columns, rows), seed, cells_of)


@pytest.mark.rules
@pytest.mark.parametrize(("columns", "rows"), [(20, 20), (4, 20), (20, 4)])
def test_large_connect_four_follows_the_oracle(columns: int, rows: int) -> None:
    position = outplay.game(f"connect-four:{columns},{rows}").start()
    for seed in range(3):
        walk(position, ConnectFour.start(columns, rows), seed, cells_of)


@pytest.mark.rules
@settings(deadline=None, max_examples=60)
@given(seed=seeds)
def test_full_columns_of_connect_four_follow_the_oracle(seed: int) -> None:
    """Columns filled in pairs of rows make few fours, so that many of these games run to a full board."""
    choose = random.Random(seed)
    game = outplay.game("connect-four:5,4")
    position, oracle = game.start(), ConnectFour.start(5, 4)
    for _ in range(10):
        if not oracle.moves():
            break
        column = choose.choice(oracle.moves())
        for _ in range(2):
            if column in oracle.moves():
                position, oracle = position.play(column), oracle.play(column)
    walk(position, oracle, seed, cells_of)


@pytest.mark.rules
def test_a_line_in_each_direction_wins_connect_four() -> None:
    game = outplay.game("connect-four")
    for columns in ("a a b b c c d", "a b a b a b a", "a b b c c d c d d g d", "g f f e e d e d d a d"):
        position = game.start()
        for column in columns.split():
            assert position.outcome() is None
            position = position.play(game.move(column, position))
        assert position.outcome() == outplay.Outcome(winner=0, margin=1, reason="four in a row")
        assert position.moves() == ()


@pytest.mark.rules
@settings(deadline=None, max_examples=60)
@given(size=st.sampled_from([4, 6, 8, 10]), seed=seeds)
def test_othello_follows_the_oracle_at_every_ply(size: int, seed: int) -> None:
    walk(outplay.game(f"othello:{size}").start(), Othello.start(size), seed, cells_of)


@pytest.mark.rules
def test_othello_passes_and_the_oracle_passes_with_it() -> None:
    """Among a hundred random games on a small board there are passes of both players, in the middle of the game."""
    passes = set()
    for seed in range(100):
        position, oracle, choose = outplay.game("othello:4").start(), Othello.start(4), random.Random(seed)
        while oracle.moves():
            move = choose.choice(oracle.moves())
            if move == 16:
                assert position.moves() == (16,)
                assert position.name(16) == "pass"
                assert position.game.move("pass", position) == 16
                assert cells_of(position) == cells_of(position.play(16))
                assert position.play(16).to_move == 1 - position.to_move
                passes.add(position.to_move)
            position, oracle = position.play(move), oracle.play(move)
            assert position.moves() == tuple(oracle.moves())
    assert passes == {0, 1}


@pytest.mark.rules
def test_passing_is_illegal_while_a_disc_can_be_placed() -> None:
    game = outplay.game("othello")
    with pytest.raises(outplay.IllegalMove):
        game.move("pass", game.start())
    assert [game.start().name(move) for move in game.start().moves()] == ["d3", "c4", "f5", "e6"]


@pytest.mark.kernel
@pytest.mark.parametrize(("depth", "count"), list(enumerate(OTHELLO_PERFT, 1)))
def test_move_counts_of_othello_are_the_known_ones(depth: int, count: int) -> None:
    assert perft(outplay.game("othello").start(), depth) == count


@pytest.mark.kernel
@pytest.mark.parametrize(("depth", "count"), list(enumerate(CONNECT_FOUR_PERFT, 1)))
def test_move_counts_of_connect_four_are_the_known_ones(depth: int, count: int) -> None:
    assert perft(outplay.game("connect-four").start(), depth) == count


@pytest.mark.kernel
@pytest.mark.parametrize(
    ("spec", "choices"),
    [("connect-four", 7), ("connect-four:8,7", 8), ("connect-four:20,20", 20), ("othello:4", 17), ("othello", 65)],
)
def test_compiled_rules_say_the_same_as_interpreted_ones(spec: str, choices: int) -> None:
    game = outplay.game(spec)
    replay = Replay(game, choices)
    for seed in range(10):
        choose, position, moves = random.Random(seed), game.start(), []
        while position.moves():
            moves.append(choose.choice(position.moves()))
            position = position.play(moves[-1])
        assert replay(moves) == interpreted(game, moves)


@pytest.mark.rules
@pytest.mark.parametrize("wrong", ["connect-four:3,6", "connect-four:7,21", "othello:5", "othello:2", "othello:18"])
def test_sizes_they_do_not_have_are_refused(wrong: str) -> None:
    with pytest.raises(outplay.BadSpec):
        outplay.game(wrong)


@pytest.mark.rules
def test_connect_four_fits_into_60_lines() -> None:
    assert len(FILES["connect_four.py"].read_text().splitlines()) <= 60


@pytest.mark.rules
@pytest.mark.parametrize("name", ["breakthrough", "hex", "dots_and_boxes", "domineering", "oware", "ataxx"])
def test_an_example_of_a_board_has_no_heuristics_and_at_most_80_lines(name: str) -> None:
    text = FILES[f"{name}.py"].read_text()
    assert len(text.splitlines()) <= 80
    assert "Heuristics" not in text
    assert len((ast.get_docstring(ast.parse(text)) or "").splitlines()) > 4, "the rules are told in a paragraph"


@pytest.mark.rules
@pytest.mark.parametrize("name", FILES)
def test_examples_use_public_names_of_outplay_only(name: str) -> None:
    imported = set()
    for node in ast.walk(ast.parse(FILES[name].read_text())):
        if isinstance(node, ast.Import):
            assert not any(alias.name.startswith("outplay.") for alias in node.names)
        if isinstance(node, ast.ImportFrom):
            assert node.module in ("outplay", "typing")
            imported |= {alias.name for alias in node.names if node.module == "outplay"}
    assert imported
    assert imported <= set(outplay.__all__)


@pytest.mark.rules
@pytest.mark.parametrize("name", FILES)
def test_an_example_plays_from_a_users_own_folder_as_from_ours(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    shutil.copy(FILES[name], path)
    own, built_in = outplay.game(str(path)).start(), outplay.game(SPECS[name]).start()
    assert str(own.game) == str(path)
    assert own.text == built_in.text
    assert str(own) == str(built_in)
    choose = random.Random(5)
    while built_in.moves():
        assert own.moves() == built_in.moves()
        move = choose.choice(own.moves())
        own, built_in = own.play(move), built_in.play(move)
        assert own.state == built_in.state
    assert own.outcome() == built_in.outcome()


@pytest.mark.rules
def test_the_sizes_of_an_example_can_be_given_with_the_file(tmp_path: Path) -> None:
    path = tmp_path / "connect_four.py"
    shutil.copy(FILES["connect_four.py"], path)
    assert outplay.game(f"{path}:9,5").start().moves() == tuple(range(9))
    with pytest.raises(outplay.BadSpec):
        outplay.game(f"{path}:3,3")


@pytest.mark.kernel
def test_a_users_copy_compiles(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    shutil.copy(FILES["othello.py"], path)
    assert perft(outplay.game(f"{path}:6").start(), 5) == perft(outplay.game("othello:6").start(), 5)


@pytest.mark.rules
def test_a_position_of_othello_is_its_board_and_who_is_to_move() -> None:
    game = outplay.game("othello:4")
    assert game.start().text == "..../.ox./.xo./.... first"
    after = game.start().play(game.start().moves()[0])
    assert after.text == ".x../.xx./.xo./.... second"
    assert game.position(".x../.xx./.xo./.... second") == after
    assert game.position(".x../.xx./.xo./.... first").to_move == 0


@pytest.mark.rules
@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("..../.ox./.xo./....", "who is to move, first or second"),
        ("..../.ox./.xo./.... third", "who is to move, first or second"),
        ("..../..x./.xo./.... first", "the four cells in the middle are never empty"),
        ("x..../.ox./.xo./.... first", "4 rows of 4 cells"),
    ],
)
def test_a_board_of_othello_that_cannot_be_is_refused_with_the_reason(text: str, complaint: str) -> None:
    with pytest.raises(outplay.BadPosition, match=complaint):
        outplay.game("othello:4").position(text)


@pytest.mark.rules
def test_no_disc_of_othello_stands_alone() -> None:
    with pytest.raises(outplay.BadPosition, match="none stands alone"):
        outplay.game("othello:6").position("x...../....../..ox../..xo../....../...... first")
