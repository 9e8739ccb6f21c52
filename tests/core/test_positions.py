"""The public surface: games by name, positions that never change, moves and outcomes as texts and numbers."""

import contextlib
import random
import re
import types
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import outplay
import outplay.core.errors
from outplay.core.registry import GAMES

pytestmark = pytest.mark.rules

SPECS = [*GAMES, "kalah:3,2,pie", "kalah:12,12,empty-capture,half", "mnk:20,30,6,exact", "squatter:12", "othello:6"]


def random_position(spec: str, seed: int, part: float) -> outplay.Position:
    """A position of a random game: after that share of 80 plies, or at its end."""
    choose = random.Random(seed)
    position = outplay.game(spec).start()
    for _ in range(int(80 * part)):
        if not position.moves():
            break
        position = position.play(choose.choice(position.moves()))
    return position


def finished(spec: str, seed: int) -> outplay.Position:
    return random_position(spec, seed, 1000.0)


seeds = st.integers(0, 2**32)
parts = st.floats(0, 1)
any_spec = st.sampled_from(SPECS)


@settings(deadline=None, max_examples=150)
@given(spec=any_spec, seed=seeds, part=parts)
def test_a_text_is_read_back_as_the_same_position(spec: str, seed: int, part: float) -> None:
    position = random_position(spec, seed, part)
    again = position.game.position(position.text)
    assert again == position
    assert hash(again) == hash(position)
    assert again.moves() == position.moves()
    assert again.outcome() == position.outcome()
    assert "\n" not in position.text


@settings(deadline=None, max_examples=100)
@given(spec=any_spec, seed=seeds, part=parts)
def test_a_moves_name_is_read_back_as_the_same_move(spec: str, seed: int, part: float) -> None:
    position = random_position(spec, seed, part)
    names = [position.name(move) for move in position.moves()]
    assert [position.game.move(name, position) for name in names] == list(position.moves())
    assert [position.game.move(f"  {name.upper()} ", position) for name in names] == list(position.moves())
    assert len(set(names)) == len(names)


@settings(deadline=None, max_examples=80)
@given(spec=any_spec, seed=seeds, part=parts)
def test_playing_leaves_the_position_as_it_was(spec: str, seed: int, part: float) -> None:
    position = random_position(spec, seed, part)
    before = (position.text, position.state, position.moves(), hash(position), str(position))
    for move in position.moves()[:3]:
        assert position.play(move) != position
    assert (position.text, position.state, position.moves(), hash(position), str(position)) == before


@pytest.mark.parametrize("spec", SPECS)
def test_moves_are_a_tuple_without_doubles_and_empty_when_the_game_is_over(spec: str) -> None:
    position = outplay.game(spec).start()
    choose = random.Random(7)
    while position.outcome() is None:
        moves = position.moves()
        assert isinstance(moves, tuple)
        assert moves
        assert len(set(moves)) == len(moves)
        assert moves == position.moves()
        position = position.play(choose.choice(moves))
    assert position.moves() == ()


@pytest.mark.parametrize("spec", SPECS)
def test_an_outcome_names_a_winner_a_margin_that_is_never_negative_and_a_reason(spec: str) -> None:
    assert outplay.game(spec).start().outcome() is None
    for seed in range(4):
        outcome = finished(spec, seed).outcome()
        assert isinstance(outcome, outplay.Outcome)
        assert outcome.winner in (0, 1, None)
        assert (outcome.margin > 0) == (outcome.winner is not None)
        assert outcome.margin >= 0
        assert outcome.reason


@pytest.mark.parametrize("spec", SPECS)
def test_nothing_can_be_played_once_the_game_is_over(spec: str) -> None:
    position = finished(spec, 1)
    with pytest.raises(outplay.IllegalMove, match="the game is over"):
        position.play(0)
    with pytest.raises(outplay.IllegalMove, match="the game is over"):
        position.game.move(outplay.game(spec).start().name(0), position)


def test_a_position_cannot_be_changed() -> None:
    position = outplay.game("kalah:6,4").start()
    for name in ("state", "game", "to_move", "text", "anything"):
        with pytest.raises(AttributeError):
            setattr(position, name, position.state)
    for name in ("state", "game"):
        with pytest.raises(AttributeError):
            delattr(position, name)
    with pytest.raises(AttributeError):
        position.state.mine = 0
    assert position == outplay.game("kalah:6,4").start()


def test_equal_positions_are_one_key_however_they_came_about() -> None:
    game = outplay.game("tic-tac-toe")
    one = game.start().play(0).play(1).play(2)
    other = game.start().play(2).play(1).play(0)
    assert one == other
    assert hash(one) == hash(other)
    assert len({one, other, game.position(one.text)}) == 1
    assert one != game.start()
    assert one != one.text
    assert one != one.state


def test_positions_of_different_games_differ_though_their_states_are_alike() -> None:
    starts = [outplay.game(spec).start() for spec in ("mnk:3,3,3", "mnk:3,3,2", "mnk:3,3,3,exact", "squatter:3")]
    assert len(set(starts)) == 4
    assert starts[0].state == starts[1].state


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("kalah", "kalah:6,4"),
        ("kalah:6,4", "kalah:6,4,standard"),
        ("kalah:6,4,half,pie", "kalah:6,4,pie,half"),
        ("squatter", "Squatter:7"),
        ("othello", "othello:8"),
        ("connect-four", "connect-four:7,6"),
        ("connect-four:7,6", "connect-four: 7, 6"),
    ],
)
def test_one_game_under_two_spellings_has_equal_positions(one: str, other: str) -> None:
    assert outplay.game(one).start() == outplay.game(other).start()
    assert hash(outplay.game(one).start()) == hash(outplay.game(other).start())


def test_the_drawing_is_for_people_and_the_text_is_one_line() -> None:
    position = outplay.game("tic-tac-toe").start().play(4)
    assert position.text == ".../.x./..."
    assert str(position).splitlines()[2].split() == ["2", ".", "x", ".", "2"]
    assert repr(position) == "<Position of mnk:3,3,3: .../.x./...>"


def test_the_first_player_is_0_and_the_second_1() -> None:
    for spec in SPECS:
        assert outplay.game(spec).start().to_move == 0
    assert outplay.game("tic-tac-toe").start().play(0).to_move == 1
    assert outplay.game("kalah:6,4").start().play(2).to_move == 0


def message(call: Any, *arguments: Any) -> str:
    with pytest.raises(outplay.OutplayError) as caught:
        call(*arguments)
    text = str(caught.value)
    assert "\n" not in text
    return text


def test_an_illegal_move_is_named_with_the_moves_that_are_legal() -> None:
    game = outplay.game("tic-tac-toe")
    position = game.start().play(4)
    legal = "legal moves: a3 b3 c3 a2 c2 a1 b1 c1"
    assert message(game.move, "b2", position) == f"'b2' is not legal here; {legal}"
    assert message(game.move, "zebra", position) == f"'zebra' is no move of this game; {legal}"
    assert message(position.play, 4) == f"'b2' is not legal here; {legal}"
    assert message(position.play, "a1") == "play takes the number of a move: play(game.move('a1', position))"
    assert message(position.play, 99).endswith(legal)
    assert message(position.play, -1).endswith(legal)


def test_what_is_no_text_is_answered_with_what_is_wanted() -> None:
    game = outplay.game("tic-tac-toe")
    assert message(game.move, 4, game.start()) == "move takes the name of a move, as in game.move('a3', position)"
    assert message(game.position, None) == "a position is read from a text, such as '.../.../...', not from None"
    wanted = "a game is named by a text, such as 'kalah:6,4' or 'my_game.py', not by 7"
    assert message(outplay.game, 7) == wanted


def test_many_legal_moves_are_not_all_named() -> None:
    game = outplay.game("gomoku")
    assert message(game.move, "h99", game.start()).endswith("l15 … (225 in all)")


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("text", ["", " ", "?", "0", "99999", "-1", "a" * 500, "é", "1,", "\n"])
def test_any_text_that_names_no_move_is_an_illegal_move(spec: str, text: str) -> None:
    position = outplay.game(spec).start()
    with pytest.raises(outplay.IllegalMove):
        position.game.move(text, position)


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("text", ["", "?", "mine=", "mine=1", "/", "a=b c=d", "9" * 5000, "\x00"])
def test_any_text_that_describes_no_position_is_a_bad_position(spec: str, text: str) -> None:
    with pytest.raises(outplay.BadPosition):
        outplay.game(spec).position(text)


@settings(deadline=None, max_examples=200)
@given(spec=any_spec, text=st.text(alphabet="+WBwb12xo./,:0 first=minethasdpu", max_size=60))
def test_reading_a_text_never_fails_in_another_way(spec: str, text: str) -> None:
    game = outplay.game(spec)
    with contextlib.suppress(outplay.BadPosition):
        assert game.position(text).text
    with contextlib.suppress(outplay.IllegalMove):
        assert game.move(text, game.start()) in game.start().moves()


@pytest.mark.parametrize(
    ("spec", "meant"),
    [
        ("kala", "kalah"),
        ("sqatter", "squatter"),
        ("gomoko", "gomoku"),
        ("tictactoe", "tic-tac-toe"),
        ("Otello", "othello"),
    ],
)
def test_a_misspelt_name_gets_the_close_one_suggested(spec: str, meant: str) -> None:
    assert message(outplay.game, spec) == f"there is no game {spec!r}; did you mean {meant}?"


def test_a_name_like_no_other_gets_the_list() -> None:
    assert all(name in message(outplay.game, "chess") for name in GAMES)


@pytest.mark.parametrize(
    "spec",
    [
        "",
        ":",
        "nothing:7",
        "squatter:7,7",
        "squatter:x",
        "squatter:-",
        "squatter:--7",
        "squatter:²",
        "squatter:٧",
        "squatter:" + "9" * 5000,
        "kalah:6,4,",
        "kalah:,",
        "mnk:3,3,3,3",
        "tic-tac-toe:3",
        "gomoku:15,15",
        "othello:8,8",
        "no_such_file.py",
        "no/such/file.py:7",
    ],
)
def test_specs_that_name_no_game_are_refused_in_one_line(spec: str) -> None:
    with pytest.raises(outplay.BadSpec) as caught:
        outplay.game(spec)
    assert "\n" not in str(caught.value)


def test_case_and_blanks_around_a_spec_do_not_matter() -> None:
    assert str(outplay.game("  KALAH:6,4 ")) == str(outplay.game("kalah:6,4")) == "kalah:6,4"


@pytest.mark.parametrize("spec", SPECS)
def test_a_games_own_spec_names_it_again(spec: str) -> None:
    game = outplay.game(spec)
    assert outplay.game(str(game)).start() == game.start()


def test_a_file_of_a_game_with_no_size_takes_none(tmp_path: Path) -> None:
    path = tmp_path / "nim.py"
    path.write_text(
        "from typing import NamedTuple\n"
        "from outplay import GOING_ON, Game\n"
        "class State(NamedTuple):\n"
        "    heap: int\n"
        "    turn: int\n"
        "def moves(state, out):\n"
        "    for taken in range(min(3, state.heap)):\n"
        "        out[taken] = taken + 1\n"
        "    return min(3, state.heap)\n"
        "def play(state, move):\n"
        "    return State(state.heap - move, 1 - state.turn)\n"
        "def outcome(state):\n"
        "    return GOING_ON if state.heap else -1\n"
        "def to_move(state):\n"
        "    return state.turn\n"
        "game = Game(name='nim', initial=State(10, 0), bits=4, choices=3, moves=moves, play=play, outcome=outcome,\n"
        "            to_move=to_move)\n"
    )
    game = outplay.game(str(path))
    position = game.start()
    assert position.moves() == (1, 2, 3)
    assert position.text == "heap=10 turn=0"
    assert game.position("heap=2 turn=1").moves() == (1, 2)
    assert game.position("heap=2 turn=1").play(2).outcome() == outplay.Outcome(1, 1, "by the rules")
    assert message(game.position, "heap=16 turn=0").startswith("this position cannot be")
    with pytest.raises(outplay.BadSpec):
        outplay.game(f"{path}:9")


def test_all_names_exactly_what_is_exported() -> None:
    exported = {
        name
        for name, value in vars(outplay).items()
        if not name.startswith("_") and not isinstance(value, types.ModuleType)
    }
    late = {  # imported when they are first asked for
        "Analysis": "outplay.engine.analysis",
        "Engine": "outplay.engine.engine",
        "Solution": "outplay.solve.solution",
        "batch": "outplay.learn.batch",
        "board": "outplay.bridges.notebook",
        "solve": "outplay.solve",
        "tournament": "outplay.arena.create",
        "train": "outplay.learn.train",
        "verify": "outplay.solve.verify",
    }
    assert set(outplay.__all__) == exported | set(late)
    assert {name: getattr(outplay, name).__module__ for name in late} == late
    assert len(set(outplay.__all__)) == len(outplay.__all__)


def test_the_exceptions_are_the_family_that_their_module_draws() -> None:
    lines = (outplay.core.errors.__doc__ or "").splitlines()
    tree = [match for line in lines if (match := re.match(r"([ │├└─]{4,})([A-Z]\w+)(  |$)", line))]
    drawn = [(len(match[1]), match[2]) for match in tree]
    parents: dict[str, str] = {}
    above: list[tuple[int, str]] = []
    for depth, name in drawn:
        while above and above[-1][0] >= depth:
            above.pop()
        parents[name] = above[-1][1] if above else "Exception"
        above.append((depth, name))
    real = {
        name: value.__bases__[0].__name__
        for name, value in vars(outplay.core.errors).items()
        if isinstance(value, type) and issubclass(value, Exception)
    }
    assert parents == real
    assert parents["OutplayError"] == "Exception"
    assert set(real) <= set(outplay.__all__)
