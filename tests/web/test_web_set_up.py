"""Positions that are set up on the board, for games that cannot read a position from a board."""

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import outplay
from outplay.cli.author import write_template
from outplay.core.boards import Grid
from outplay.web.set_up import editable, growth, position_of

NIM = """
from typing import NamedTuple

from outplay import GOING_ON, Game


class State(NamedTuple):
    left: int
    turn: int


def moves(state):
    return (1 << min(3, 60 // state.left)) - 1


def play(state, move):
    return State(max(0, state.left - move - 1), 1 - state.turn)


def outcome(state):
    return -1 if state.left == 0 else GOING_ON


def to_move(state):
    return state.turn


game = Game("nim", State(9, 0), {"left": 6, "turn": 2}, moves, play, outcome, to_move)
"""


def picture(position: outplay.Position) -> str:
    grid = position.game.board
    assert isinstance(grid, Grid)
    cells = grid.cells(position.state)
    return "/".join(cells[i : i + grid.columns] for i in range(0, len(cells), grid.columns))


def random_game(game: outplay.Game, seed: int) -> Iterator[outplay.Position]:
    choose, position = random.Random(seed), game.start()
    yield position
    while moves := position.moves():
        position = position.play(choose.choice(moves))
        yield position


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(["connect-four", "connect-four:4,5", "connect-four:9,7"]), st.integers(0, 2**32))
def test_every_position_of_a_game_is_found_from_its_picture(spec: str, seed: int) -> None:
    game = outplay.game(spec)
    for position in random_game(game, seed):
        assert position_of(game, picture(position)) == position


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 2**32))
def test_a_game_of_cells_is_found_too(seed: int) -> None:
    own = outplay.game("mnk:5,6,4")
    grid = own.board
    assert isinstance(grid, Grid)
    mute = replace(own, board=Grid(5, 6, grid.symbols_of))
    for position in random_game(mute, seed):
        assert position_of(mute, picture(position)) == position


@pytest.mark.parametrize(
    ("board", "complaint"),
    [
        ("....../....../....../....../..x...", "a position has 6 rows of 7 cells"),
        (
            "......./......./......./......./..x..../.......",
            "pieces fall down, and there is nothing under the one on c2",
        ),
        ("......./......./......./......./......./xx.....", "x moves first, so there are as many x as o, or one more"),
        ("......./......./......./......./......./.o.....", "x moves first, so there are as many x as o, or one more"),
        ("......./......./......./......./......./.q.....", "'q' is no cell; the symbols are . x o"),
        ("......./......./......./......./oooo.../xxxx...", "no game was found that leads to this board"),
        ("......./......./......./......./x....../o......", "no game was found that leads to this board"),
    ],
)
def test_a_board_that_cannot_be_is_refused_with_the_reason(board: str, complaint: str) -> None:
    with pytest.raises(outplay.BadPosition, match=complaint):
        position_of(outplay.game("connect-four"), board)


def test_a_game_that_begins_with_our_template_is_set_up_on_its_board(tmp_path: Path) -> None:
    game = outplay.game(str(write_template("game", str(tmp_path / "mine"))))
    assert editable(game)
    position = list(random_game(game, 5))[4]
    assert position_of(game, picture(position)) == position


def test_what_the_game_itself_writes_is_read_as_before() -> None:
    position = list(random_game(outplay.game("connect-four"), 3))[7]
    assert position.text.startswith("mine=")
    assert position_of(position.game, position.text) == position


def test_boards_whose_pieces_change_are_set_up_by_the_game_or_as_text() -> None:
    othello = outplay.game("othello:4")
    grid = othello.board
    assert isinstance(grid, Grid)
    assert editable(othello)
    mute = replace(othello, board=Grid(4, 4, grid.symbols_of, others=("pass",)))
    assert growth(mute) is None
    assert not editable(mute)
    text = mute.start().text
    assert position_of(mute, text).text == text


@pytest.mark.parametrize("text", ["left=9 turn=3", "left=64 turn=0", "left=x turn=0", "left=9", ""])
def test_what_the_rules_cannot_take_is_said_to_who_set_it_up_and_not_to_the_author(text: str, tmp_path: Path) -> None:
    file = tmp_path / "nim.py"
    file.write_text(NIM)
    game = outplay.game(str(file))
    with pytest.raises(outplay.BadPosition) as caught:
        position_of(game, text)
    said = str(caught.value)
    assert "nim.py" not in said
    assert "Game" not in said
    assert "\n" not in said


@pytest.mark.parametrize(
    ("spec", "text"),
    [
        ("breakthrough:5", "B..../...../...../...../W...W second"),
        ("hex:3", "x../.o./... first"),
        ("hex:3,pie", "x../o../... second"),
        ("domineering:3,3", "V../V../.HH"),
        ("oware", "4,4,4,4,4,4:0 4,4,4,4,4,4:0 second 12"),
    ],
)
def test_the_examples_that_are_read_from_a_board_can_be_set_up(spec: str, text: str) -> None:
    game = outplay.game(spec)
    assert editable(game)
    assert position_of(game, text).text == text


def test_edges_are_set_up_as_text() -> None:
    game = outplay.game("dots-and-boxes:2,2")
    assert not editable(game)
    assert position_of(game, "edges=1 first=0 second=0 turn=1").moves() == tuple(range(1, 12))


def test_a_grid_of_moving_pieces_that_cannot_be_read_back_is_set_up_as_text() -> None:
    game = outplay.game("breakthrough:5")
    grid = game.board
    assert isinstance(grid, Grid)
    mute = replace(game, board=Grid(5, 5, grid.symbols_of, symbols=".WB", targets=grid.targets_of))
    assert not editable(mute)
