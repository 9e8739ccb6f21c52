"""The rules in plain words, and the position that shows them at work."""

from pathlib import Path

import pytest

import outplay
from outplay import Outcome, RuleError
from outplay.core.game import PICTURE_MOVES
from outplay.core.registry import GAMES, from_file, paragraphs

pytestmark = pytest.mark.rules

SMALL = (
    "squatter:3",
    "squatter:5",
    "kalah:1,1",
    "kalah:3,2",
    "connect-four:4,4",
    "othello:4",
    "mnk:1,9,3",
    "mnk:2,2,5",
)

MINE = '''"""Nothing: the player who
moves wins. There is no more
to it.

- one move
- and no other
"""
from outplay import GOING_ON, Game
from typing import NamedTuple

class State(NamedTuple):
    ply: int

game = Game(
    "nothing", State(0), 4, lambda state: 1, lambda state, move: State(state.ply + 1),
    lambda state: -1 if state.ply else GOING_ON, lambda state: state.ply & 1%s,
)
'''


def after_the_example(spec: str) -> outplay.Position:
    position = outplay.game(spec).start()
    for move in position.game.example_moves():
        position = position.play(move)
    return position


@pytest.mark.parametrize("name", GAMES)
def test_every_game_tells_its_rules_and_has_a_legal_example(name: str) -> None:
    game = outplay.game(name)
    assert len(game.about.split()) >= 30
    assert "bit" not in game.about.split(), "the text is for players, not for those who read the code"
    position = game.start()
    for word, move in zip(game.example.split(), game.example_moves(), strict=True):
        assert game.move(word, position) == move
        position = position.play(move)


@pytest.mark.parametrize("spec", SMALL)
def test_small_boards_have_a_picture_too(spec: str) -> None:
    game = outplay.game(spec)
    assert len(game.example_moves()) <= PICTURE_MOVES or after_the_example(spec).text
    assert game.example_moves() == outplay.game(spec).example_moves()


def test_the_examples_show_what_the_rules_speak_of() -> None:
    assert after_the_example("squatter:7").draw().endswith("captured: White 2, Black 1")
    assert after_the_example("squatter:3").draw().endswith("captured: White 1, Black 0")
    assert after_the_example("kalah:6,4").text.startswith("0,5,1,6,0,6:9 ")
    for spec, reason in (("connect-four", "four in a row"), ("gomoku", "5 in a row"), ("mnk:8,7,6", "6 in a row")):
        assert after_the_example(spec).outcome() == Outcome(0, 1, reason)


def test_a_file_tells_the_rules_by_its_docstring(tmp_path: Path) -> None:
    path = tmp_path / "nothing.py"
    path.write_text(MINE % "")
    game = from_file(path, "")
    assert game.about == "Nothing: the player who moves wins. There is no more to it.\n\n- one move\n- and no other"
    assert game.example_moves() == ()  # the only move ends the game
    path.write_text(MINE % ', about="Just move.", example="0"')
    game = from_file(path, "")
    assert (game.about, game.example_moves()) == ("Just move.", (0,))
    path.write_text(MINE % ', about="Just move.", example="7"')
    assert from_file(path, "").example_moves() == ()


def test_a_file_without_a_docstring_has_the_text_of_the_rules_that_it_uses(tmp_path: Path) -> None:
    path = tmp_path / "four.py"
    path.write_text("from outplay.games.mnk import mnk\ngame = mnk(4, 4, 4)\n")
    assert from_file(path, "").about == outplay.game("gomoku").about
    path.write_text('"""Four."""\nfrom outplay.games.mnk import mnk\ngame = mnk(4, 4, 4)\n')
    assert from_file(path, "").about == "Four."


def test_a_text_that_is_no_text_is_refused(tmp_path: Path) -> None:
    for argument in ("about=3", "example=[1]"):
        path = tmp_path / "wrong.py"
        path.write_text(MINE % f", {argument}")
        with pytest.raises(RuleError, match=f"{argument[:5]}.* must be a text, not"):
            from_file(path, "")


def test_paragraphs_keep_lists_and_indented_lines() -> None:
    assert paragraphs("a\nb  \nc\n\n    x\n    y\n\n* d\n* e\n  f\n-5 is\na number") == (
        "a b c\n\n    x\n    y\n\n* d\n* e\n  f -5 is a number"
    )
    assert paragraphs("") == ""
