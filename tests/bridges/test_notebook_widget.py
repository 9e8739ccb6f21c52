"""The board in a notebook: the real widget, and what it does with the messages that clicks send."""

import json
import re
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from helpers.browser import MATCHES

import outplay
from outplay.bridges.bundle import bundle
from outplay.bridges.notebook import HERE, STATIC, NotebookBoard, inner_sheet, outer_sheet
from outplay.core.errors import PlayerFailure
from outplay.core.limits import NO_LIMIT, Limit
from outplay.core.registry import GAMES
from outplay.core.results import Ending
from outplay.players.player import Choice, Player, Report

pytest.importorskip("anywidget", reason="the board in a notebook needs anywidget; install the extra notebook")

Make = Callable[..., NotebookBoard]


@pytest.fixture
def make() -> Iterator[Make]:
    """Makes boards, and closes them at the end."""
    made = list[NotebookBoard]()

    def new(*words: Any, **options: Any) -> NotebookBoard:
        made.append(outplay.board(*words, **options))
        return made[-1].wait()

    yield new
    for board in made:
        board.close()


def state(board: NotebookBoard) -> dict[str, Any]:
    """What the widget was sent last, as it arrives in the browser."""
    found: dict[str, Any] = json.loads(json.dumps(board.wait().widget.state))
    return found


def click(board: NotebookBoard, move: str) -> dict[str, Any]:
    board.hear({"do": "move", "move": move})
    return state(board)


def test_a_board_says_what_it_is_where_only_text_is_shown() -> None:
    assert repr(outplay.board("tic-tac-toe", "random")) == "<a board of mnk:3,3,3 after 0 moves>"


def test_a_click_plays_and_the_opponent_answers(make: Make) -> None:
    board = make("tic-tac-toe", "random")
    before = state(board)
    assert before["playable"]
    assert not before["undo"]
    assert [legal["targets"] for legal in before["view"]["legal"]][:2] == [[[0]], [[1]]]
    after = click(board, "b2")
    assert after["view"]["moves"][0] == "b2"
    assert len(board.moves) == 2
    assert after["playable"]
    assert not after["thinking"]
    assert board.position.text == after["view"]["position"]


def test_the_whole_game_is_a_record(make: Make) -> None:
    board = make("tic-tac-toe", "random", side=1)
    assert len(board.moves) == 1, "the opponent is the first player"
    while not board.position.outcome():
        click(board, board.position.name(board.position.moves()[0]))
    over = state(board)
    assert not over["playable"]
    assert over["view"]["outcome"]["winner"] == board.position.outcome().winner  # type: ignore[union-attr]
    record = board.record()
    assert (record.first, record.second) == ("random", "you")
    assert record.positions()[-1] == board.position
    assert record.result is not None
    board.hear({"do": "hint"})
    assert state(board)["hint"] == ""


def test_undo_takes_back_the_answer_too_and_a_new_game_begins_at_the_start(make: Make) -> None:
    board = make(outplay.game("tic-tac-toe").start().play(4), "random")
    assert board.side == 1
    click(board, "a1")
    assert len(board.moves) == 2
    board.hear({"do": "undo"})
    assert board.moves == []
    board.hear({"do": "undo"})
    assert state(board)["message"] == "There is no move to take back"
    click(board, "a1")
    board.hear({"do": "new"})
    assert board.moves == []
    assert board.position == outplay.game("tic-tac-toe").start().play(4)
    assert state(board)["message"] == ""


def test_undo_of_the_first_players_only_move_lets_it_move_again(make: Make) -> None:
    board = make("tic-tac-toe", "random", side=1)
    board.hear({"do": "undo"})
    assert len(board.wait().moves) == 1, "there is nothing of yours to take back, so the opponent moves again"


def test_both_sides_can_be_played_by_hand_and_from_the_notebook(make: Make) -> None:
    board = make("tic-tac-toe", opponent=None)
    click(board, "b2")
    click(board, "a1")
    board.play("c3")
    board.play(0)
    assert board.moves == [4, 6, 2, 0]
    board.undo()
    assert board.moves == [4, 6, 2]
    with pytest.raises(outplay.IllegalMove):
        board.play("b2")
    assert state(board)["opponent"] is None


@pytest.mark.kernel
def test_hints_and_analysis_come_from_the_engine(make: Make) -> None:
    board = make("tic-tac-toe", opponent=None)
    for move in ("a1", "b3", "a2"):
        click(board, move)
    board.hear({"do": "hint"})
    found = state(board)
    assert found["hinted"] == "a3"
    assert found["hint"].startswith("Hint: a3.")
    board.hear({"do": "analyse"})
    found = state(board)
    assert found["analysing"]
    assert found["hint"] == ""
    assert found["rows"][0]["move"] == "a3"
    assert len(found["rows"]) == 6
    assert all(row["exact"] for row in found["rows"])
    assert "nodes in" in found["figures"]
    following = click(board, "a3")
    assert len(following["rows"]) == 5, "the analysis follows the game"
    board.hear({"do": "analyse"})
    assert state(board)["rows"] == []


@pytest.mark.parametrize(
    "content",
    [None, "move", [], {}, {"do": "dance"}, {"do": ["undo"]}, {"do": "move", "move": {"a": 1}}, {"move": "b2"}],
)
def test_messages_that_mean_nothing_change_nothing(make: Make, content: Any) -> None:
    board = make("tic-tac-toe", opponent=None)
    board.hear(content)
    assert board.moves == []


def test_a_move_that_cannot_be_made_is_told_below_the_board(make: Make) -> None:
    board = make("tic-tac-toe", opponent=None)
    assert click(board, "z9")["message"].startswith("'z9' is no move of this game; legal moves: a3 b3")
    assert click(board, "b2")["message"] == ""


class Slow(Player):
    """Chooses the first move, or fails, when it is allowed to."""

    def __init__(self, failing: str) -> None:
        self.go, self.begun, self.failing, self.stops = threading.Event(), threading.Event(), failing, 0

    def choose(
        self,
        position: outplay.Position,
        limit: Limit = NO_LIMIT,
        moves: Sequence[int] = (),
        report: Report | None = None,
    ) -> Choice:
        self.begun.set()
        assert self.go.wait(30)
        if self.failing == "player":
            raise PlayerFailure(Ending.CRASH, "it has crashed")
        if self.failing:
            raise TypeError("it has crashed")
        return Choice(position.moves()[0])

    def stop(self) -> bool:
        self.stops += 1
        return True


def slow(make: Make, monkeypatch: pytest.MonkeyPatch, failing: str = "") -> tuple[NotebookBoard, Slow]:
    player = Slow(failing)
    monkeypatch.setattr("outplay.players.player", lambda spec, game: player)
    board = make("tic-tac-toe", "random")
    board.hear({"do": "move", "move": "b2"})
    assert player.begun.wait(30)
    return board, player


def test_an_answer_that_comes_too_late_is_not_played(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    board, player = slow(make, monkeypatch)
    assert board.widget.state["thinking"]
    assert not board.widget.state["playable"]
    board.hear({"do": "move", "move": "a1"})
    assert board.moves == [4], "it is not your turn"
    board.hear({"do": "undo"})
    assert player.stops
    player.go.set()
    assert state(board)["view"]["moves"] == []


@pytest.mark.parametrize("failing", ["player", "rules"])
def test_what_fails_is_told_below_the_board(make: Make, monkeypatch: pytest.MonkeyPatch, failing: str) -> None:
    board, player = slow(make, monkeypatch, failing)
    player.go.set()
    found = state(board)
    assert "crashed" in found["message"]
    assert not found["thinking"]
    board.hear({"do": "undo"})
    assert state(board)["playable"]


@pytest.mark.parametrize(
    "spec", ["kalah:3,2", "hex:3", "dots-and-boxes:2,2", "breakthrough:5", "othello:4", "oware:3,1"]
)
def test_every_kind_of_board_is_described_and_played(make: Make, spec: str) -> None:
    board = make(spec, opponent=None)
    found = state(board)["view"]
    assert found["family"] == outplay.game(spec).board.family
    assert found["board"]["family"] == found["family"]
    following = click(board, found["legal"][0]["move"])["view"]
    assert following["last"] == found["legal"][0]["move"]
    assert following["highlights"]["last"] or following["highlights"]["captured"] or following["animation"]


def test_a_game_without_a_board_has_buttons(make: Make, tmp_path: Path) -> None:
    path = tmp_path / "matches.py"
    path.write_text(MATCHES)
    view = state(make(str(path), opponent=None))["view"]
    assert view["family"] == "plain"
    assert [legal["label"] for legal in view["legal"]] == ["0", "1", "2"]


def test_a_notebook_that_is_only_read_shows_the_position(make: Make) -> None:
    board = make("tic-tac-toe", opponent=None)
    board.play("b2")
    data, _ = board._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in data
    assert data["text/plain"] == str(board.position)
    assert data["text/html"] == outplay.game("tic-tac-toe").start().play(4)._repr_html_()


@pytest.mark.parametrize(
    ("words", "options", "complaint"),
    [
        ((3,), {}, "board wants a game or a position, as outplay.game('kalah:6,4') makes one, not 3"),
        (("kala",), {}, "did you mean kalah"),
        (("tic-tac-toe", "nobody"), {}, "there is no player 'nobody'"),
        (("tic-tac-toe", "engine:level=11"), {}, "level"),
        (("tic-tac-toe", "squatter-2015"), {}, "squatter-2015 plays squatter only"),
        (("tic-tac-toe", None), {"side": 2}, "the side is 0 for the first player or 1 for the second, not 2"),
        (("tic-tac-toe", None), {"time": -1}, "the limit time must be more than 0, not -1"),
    ],
)
def test_what_no_board_can_be_made_of_is_refused_in_one_line(
    words: tuple[Any, ...], options: dict[str, Any], complaint: str
) -> None:
    with pytest.raises(outplay.OutplayError, match=re.escape(complaint)) as caught:
        outplay.board(*words, **options)
    assert "\n" not in str(caught.value)


def test_without_anywidget_a_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "anywidget", None)
    with pytest.raises(outplay.BadSpec, match=r"outplay\[notebook\].*pip install anywidget") as caught:
        outplay.board("tic-tac-toe")
    assert "\n" not in str(caught.value)


def test_the_script_is_one_module_without_imports_that_names_no_game() -> None:
    text = bundle(HERE / "notebook.js")
    assert re.findall(r"^(?:import|export)\b.*", text, re.MULTILINE) == ["export default { render };"]
    assert re.findall(r"\bimport\(", text) == []
    families = {path.stem for path in (STATIC / "boards").glob("*.js")}
    names = "|".join(name.replace("-", "[- ]?") for name in GAMES if name not in families)
    assert re.findall(rf"\b(?:{names})\b", text, re.IGNORECASE) == []
    for family in ("edges", "grid", "hex", "pits", "plain"):
        assert f"const {{ {family} }} = module" in text


def test_the_sheets_hold_no_rule_for_the_notebook_around_the_board() -> None:
    inner, outer = inner_sheet(), outer_sheet()
    assert ":root" not in inner
    assert "html" not in re.sub(r"/\*.*?\*/", "", inner, flags=re.DOTALL)
    assert "--second-dark" in inner
    assert ':host([data-input="keys"]) .board' in inner
    assert all(".outplay-notebook" in rule for rule in outer.split("}") if rule)


def test_a_bundle_gives_every_file_a_scope_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "one.js").write_text("const SIZE = 1;\nexport function one() {\n  return SIZE;\n}\n")
    (tmp_path / "two.js").write_text(
        'import { one as first } from "./one.js";\n\n/** A comment. */\n'
        "const SIZE = 2;\nexport const two = () => first() + SIZE;\n"
    )
    (tmp_path / "main.js").write_text(
        'import { one } from "./one.js";\nimport { two } from "./two.js";\nexport default { one, two };\n'
    )
    text = bundle(tmp_path / "main.js")
    assert text.count("const SIZE = 1;") == 1, "a file that is imported twice is there once"
    assert "const { one: first } = module0;" in text
    assert "A comment" not in text
    (tmp_path / "one.js").write_text('import { two } from "./two.js";\nexport const one = two;\n')
    with pytest.raises(ValueError, match="imports itself"):
        bundle(tmp_path / "main.js")
    (tmp_path / "one.js").write_text('export * from "./three.js";\n')
    with pytest.raises(ValueError, match="a form that a bundle does not know"):
        bundle(tmp_path / "main.js")
