"""The server of the page: what it describes, what it answers, and what it refuses."""

import contextlib
import http.client
import json
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers.web_page import Server
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed, ConnectionClosedError, InvalidStatus

import outplay
from outplay.core import records
from outplay.core.boards.clicks import trusted
from outplay.core.errors import BadSpec, IllegalMove, OutplayError
from outplay.core.results import Ending, GameResult, MoveRecord
from outplay.tools.conformance import random_paths
from outplay.tools.mcts_trace import mcts_trace
from outplay.web import messages
from outplay.web.app import CROWDED_ADDRESS, FULL
from outplay.web.catalogue import PICTURES, Catalogue, checked_player
from outplay.web.game_line import GameLine, GameLines
from outplay.web.limits import PAGES_EACH
from outplay.web.view import view

TAKE = '''"""Take one to three of the matches; who takes the last one wins."""

from typing import NamedTuple

from outplay import GOING_ON, Game


class State(NamedTuple):
    left: int
    turn: int


def game(matches: int = 10) -> Game:
    if not 1 <= matches <= 60:
        raise ValueError("there are 1 to 60 matches")

    def moves(state: State) -> int:
        return (1 << min(3, state.left)) - 1

    def play(state: State, move: int) -> State:
        return State(state.left - move - 1, 1 - state.turn)

    def outcome(state: State) -> int:
        return GOING_ON if state.left else -1

    def to_move(state: State) -> int:
        return state.turn

    return Game("take", State(matches, 0), {"left": 6, "turn": 1}, moves, play, outcome, to_move, alternates=True)
'''


@pytest.fixture(scope="module")
def lines() -> GameLines:
    return GameLines(Catalogue())


def at(lines: GameLines, spec: str, moves: str = "", start: str | None = None) -> GameLine:
    return lines.read(spec, start, moves.split())


@pytest.fixture(scope="module")
def take(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("secret-folder") / "take.py"
    path.write_text(TAKE)
    return path


@pytest.fixture(scope="module")
def server(take: Path) -> Iterator[Server]:
    server = Server(str(take), "--db", str(take.with_name("games.db")))
    yield server
    code, said = server.end()
    assert (code, said.strip()) == (0, "Ctrl-C ends it.")


# Views


@pytest.mark.parametrize("spec", [offer.sample for offer in Catalogue().offers.values()])
def test_the_view_of_every_board_names_its_moves_and_is_json(lines: GameLines, spec: str) -> None:
    game = lines.catalogue.find(spec)[2]
    for path in random_paths(game, 3, seed=1, seconds=5):
        names: list[str] = []
        for position, move in zip(path.positions, path.moves, strict=False):
            seen = view(lines.read(spec, None, names))
            assert [one["move"] for one in seen["legal"]] == [position.name(m) for m in position.moves()]
            assert seen["position"] == position.text
            assert seen["moves"] == names
            assert len(seen["movers"]) == len(names)
            json.dumps(seen, allow_nan=False)
            names.append(position.name(move))


def test_the_cells_of_a_move_are_all_cells_of_its_column_where_stones_fall(lines: GameLines) -> None:
    legal = view(at(lines, "connect-four"))["legal"]
    assert legal[3] == {"move": "d", "targets": [[3, 10, 17, 24, 31, 38]]}


def test_a_pass_is_played_by_no_cell(lines: GameLines) -> None:
    games = random_paths(outplay.game("othello:4"), 50, seed=1, seconds=5)
    stuck = next(position for path in games for position in path.positions if position.moves() == (16,))
    seen = view(at(lines, "othello:4", start=stuck.text))
    assert seen["legal"] == [{"move": "pass", "targets": [], "label": "pass"}]


def test_a_winning_row_is_marked_and_nothing_else(lines: GameLines) -> None:
    assert view(at(lines, "tic-tac-toe", "a1 a2 b1 b2 c1"))["highlights"]["winning"] == [6, 7, 8]
    assert view(at(lines, "connect-four", "a b a b a b a"))["highlights"]["winning"] == [14, 21, 28, 35]
    assert view(at(lines, "tic-tac-toe", "a1 a2 b1 b2"))["highlights"]["winning"] == []
    exact = view(at(lines, "mnk:1,7,3,exact", start="xx.xooo"))
    assert exact["highlights"]["winning"] == [4, 5, 6]


def test_what_a_move_changed_besides_its_own_cell_is_marked_as_captured(lines: GameLines) -> None:
    seen = view(at(lines, "squatter:5", "c4 a1 b3 a2 d3 a4 c2"))
    assert seen["highlights"] == {"last": [17], "captured": [12], "winning": [], "path": []}
    assert view(at(lines, "othello", "d3"))["highlights"]["captured"] == [27]


def test_the_last_stone_of_a_column_game_is_marked_where_it_lies(lines: GameLines) -> None:
    assert view(at(lines, "connect-four", "d d"))["highlights"]["last"] == [31]


STEPS = '''"""Pieces go one cell down, to the left or to the right; a move is cell * 2 + direction."""

from typing import NamedTuple

from outplay import GOING_ON, Game, Grid


class State(NamedTuple):
    pieces: int
    turn: int


def moves(state: State) -> int:
    found = 0
    for cell in range(12):
        if state.pieces >> cell & 1 and not state.pieces >> cell + 4 & 1:
            found |= (cell % 4 > 0) << cell * 2 | (cell % 4 < 3) << cell * 2 + 1
    return found


def play(state: State, move: int) -> State:
    cell = move // 2
    return State(state.pieces & ~(1 << cell) | 1 << cell + (3, 5)[move % 2], 1 - state.turn)


def outcome(state: State) -> int:
    return GOING_ON if moves(state) else -1


def to_move(state: State) -> int:
    return state.turn


class Named(Grid):
    def name(self, state: State, move: int) -> str:
        return f"{self.cell_name(move // 2)}{'<>'[move % 2]}"

    def read_move(self, state: State, text: str, moves: object) -> int | None:
        return next((move for move in range(24) if self.name(state, move) == text), None)


def cells(state: State) -> str:
    return "".join("x" if state.pieces >> cell & 1 else "." for cell in range(16))


bits = {"pieces": 24, "turn": 1}
game = Game("steps", State(0b0110, 0), bits, moves, play, outcome, to_move, board=Named(4, 4, cells))
'''
"""A game whose author left it at a grid's usual moves, although its moves are no cells."""


def test_no_click_is_offered_where_the_moves_of_a_grid_turn_out_to_be_no_cells(tmp_path: Path) -> None:
    (tmp_path / "steps.py").write_text(STEPS)
    lines = GameLines(Catalogue([str(tmp_path / "steps.py")]))
    legal = view(lines.read("steps", None, []))["legal"]
    assert legal == [{"move": name, "targets": [], "label": name} for name in ("b4<", "b4>", "c4<", "c4>")]
    assert view(lines.read("steps", None, ["b4<"]))["highlights"]["last"] == [1, 4]


def test_a_move_from_cell_to_cell_is_two_clicks_and_the_page_is_told_its_path(lines: GameLines) -> None:
    seen = view(at(lines, "breakthrough:5", "a2-b3"))
    assert {"move": "a4-a3", "targets": [[5], [10]]} in seen["legal"]
    assert seen["highlights"] == {"last": [15, 11], "captured": [], "winning": [], "path": [15, 11]}
    assert not any("label" in legal for legal in seen["legal"])


def test_a_hex_board_an_edge_board_and_a_swap_are_told_to_the_page(lines: GameLines) -> None:
    seen = view(at(lines, "hex:3,pie", "b2"))
    assert seen["family"] == seen["board"]["family"] == "hex"
    assert seen["board"]["goals"]["left"] == "second"
    assert seen["legal"][-1] == {"move": "swap", "targets": [], "label": "swap"}
    assert seen["editable"]
    seen = view(at(lines, "dots-and-boxes:1,1", "a1-b1 a2-b2 a1-a2 b1-b2"))
    assert seen["highlights"] == {"last": [3], "captured": ["box:0"], "winning": [], "path": []}
    assert (seen["board"]["edges"], seen["board"]["boxes"]) == ("++++", "o")
    assert not seen["editable"]


PROMOTION = '''"""A pawn walks to the end and becomes a queen or a knight."""

from typing import NamedTuple

from outplay import GOING_ON, Game, Grid


class State(NamedTuple):
    row: int
    kind: int
    turn: int


def moves(state: State) -> int:
    return 0b11 if state.row == 1 else 0b1


def play(state: State, move: int) -> State:
    return State(state.row - 1, 1 + move if state.row == 1 else 0, 1 - state.turn)


def outcome(state: State) -> int:
    return 0 if state.kind else GOING_ON


def targets(state: State, move: int) -> tuple[int | str, ...]:
    return (state.row, state.row - 1, "QN"[move]) if state.row == 1 else (state.row, state.row - 1)


def cells(state: State) -> str:
    return "".join("PQN"[state.kind] if row == state.row else "." for row in range(3))


board = Grid(3, 1, cells, symbols=".Pp", roles={"Q": "first", "N": "first"}, targets=targets)
game = Game("pawn", State(2, 0, 0), 4, moves, play, outcome, lambda state: state.turn, board=board)
'''


def test_moves_that_the_same_clicks_make_have_labels(tmp_path: Path) -> None:
    (tmp_path / "pawn.py").write_text(PROMOTION)
    lines = GameLines(Catalogue([str(tmp_path / "pawn.py")]))
    assert view(lines.read("pawn", None, []))["legal"] == [{"move": "a1-a2", "targets": [[2], [1]]}]
    assert view(lines.read("pawn", None, ["a1-a2"]))["legal"] == [
        {"move": "a2-a3-Q", "targets": [[1], [0]], "label": "Q"},
        {"move": "a2-a3-N", "targets": [[1], [0]], "label": "N"},
    ]
    seen = view(lines.read("pawn", None, ["a1-a2", "a2-a3-N"]))
    assert seen["highlights"]["path"] == [1, 0]
    assert seen["outcome"]


@pytest.mark.parametrize("spec", [offer.sample for offer in Catalogue().offers.values()])
def test_the_clicks_of_the_built_in_games_are_trusted(spec: str) -> None:
    assert trusted(outplay.game(spec))


def test_a_game_of_a_file_is_drawn_as_text_with_a_button_for_each_move(take: Path) -> None:
    catalogue = Catalogue([str(take)])
    seen = view(GameLines(catalogue).read("take:3", None, ["1"]))
    assert seen["family"] == "plain"
    assert seen["board"] == {"family": "plain", "text": "left=1 turn=1"}
    assert seen["legal"] == [{"move": "0", "targets": [], "label": "0"}]
    shown = catalogue.offers["take"].as_json()
    assert [option["key"] for option in shown["options"]] == ["matches"]
    assert shown["about"] == "Take one to three of the matches; who takes the last one wins."


# What may be asked for


@pytest.mark.parametrize(
    "spec",
    ["../take", "take.py", "/etc/passwd", "os", "kalah:6,4;x", "kalah:/etc", "mnk:9999,3,3", "a" * 300, "", "kalah:²"],
)
def test_no_text_of_a_page_names_a_file_or_a_module(spec: str) -> None:
    with pytest.raises(BadSpec):
        Catalogue().find(spec)


@pytest.mark.parametrize(
    "spec",
    [
        "./program",
        "cmd:ls",
        "engine:threads=2",
        "engine:table=4000",
        "engine:time=9999",
        "engine:level=0",
        "engine:time=0",
        "alpha-beta:depth=30",
        "mcts:table=4000",
        "mcts:time=9999",
        "kalah-ranks",
    ],
)
def test_players_that_would_cost_too_much_or_name_a_program_are_refused(spec: str) -> None:
    with pytest.raises(OutplayError):
        checked_player(spec, outplay.game("tic-tac-toe"))


def test_the_picture_of_a_users_game_shows_a_game_that_goes_on(take: Path) -> None:
    offer = Catalogue([str(take)]).offers["take"]
    line = GameLines(Catalogue([str(take)])).read(offer.sample, None, offer.moves.split())
    assert line.moves
    assert not line.position.outcome()


def test_the_options_of_every_game_make_a_text_that_names_it() -> None:
    catalogue = Catalogue()
    for offer in catalogue.offers.values():
        text = str(offer.listing.parse(""))
        numbers = [option.default for option in offer.listing.options if option.kind == "int"]
        assert text == offer.name + ":" * bool(numbers) + ",".join(map(str, numbers))
        assert catalogue.find(text)[2].name == catalogue.find(offer.sample)[2].name


def copies(tmp_path: Path, *names: str) -> list[str]:
    """The game of matches in files of these names."""
    for name in names:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(TAKE.replace('"take"', f'"{Path(name).stem}"'))
    return [str(tmp_path / name) for name in names]


def test_games_of_files_are_shown_first_in_the_order_given_and_each_once(tmp_path: Path) -> None:
    one, two, three = copies(tmp_path, "zebra.py", "ape.py", "newt.py")
    offers = Catalogue([two, one, two, f"{Path(one).parent}/./zebra.py", three]).offers
    assert list(offers)[:4] == ["ape", "zebra", "newt", "squatter"]


def test_one_file_with_two_sizes_is_two_games_with_a_title_each(tmp_path: Path) -> None:
    (file,) = copies(tmp_path, "zebra.py")
    offers = list(Catalogue([f"{file}:5", f"{file}:7"]).offers.values())
    assert [(offer.name, offer.title, offer.sample) for offer in offers[:2]] == [
        ("zebra", "Zebra", "zebra:5"),
        ("zebra-2", "Zebra (7)", "zebra-2:7"),
    ]


def test_two_files_of_one_name_are_told_apart_in_records_too(tmp_path: Path) -> None:
    catalogue = Catalogue(copies(tmp_path, "here/take.py", "there/take.py"))
    assert [offer.title for offer in catalogue.offers.values()][:2] == ["Take", "Take (take-2)"]
    assert [catalogue.file_name(name) for name in ("take", "take-2", "kalah")] == ["take.py", "take-2.py", "kalah"]
    for name in ("take", "take-2"):
        assert catalogue.known(f"{catalogue.file_name(name)}:5") == f"{name}:5"
    assert catalogue.known(str(tmp_path / "there" / "take.py")) == "take-2"


def test_a_file_that_is_called_like_a_game_of_ours_hides_none(tmp_path: Path) -> None:
    offers = Catalogue(copies(tmp_path, "kalah.py")).offers
    assert next(iter(offers)) == "kalah-2"
    assert (offers["kalah-2"].title, offers["kalah"].title) == ("Kalah (kalah-2)", "Kalah")


def test_one_click_on_each_card_is_a_game_that_can_be_compiled_ahead(take: Path) -> None:
    games = list(Catalogue([str(take)]).usual_games())
    assert games[:3] == [f"{take}:10", "squatter:7", "kalah:6,4"]
    assert {outplay.game(game).name for game in games} == {
        *("take", "squatter", "kalah", "connect-four", "mnk", "othello"),
        *("breakthrough", "hex", "dots-and-boxes", "domineering", "oware", "ataxx"),
    }


@pytest.mark.rules
@pytest.mark.parametrize("name", PICTURES)
def test_the_picture_of_a_game_is_a_position_in_which_it_goes_on(name: str) -> None:
    spec, moves = PICTURES[name]
    position = outplay.game(spec).start()
    for word in moves.split():
        position = position.play(position.game.move(word, position))
    assert not position.outcome()


def test_a_move_that_is_wrong_is_named_with_its_number(lines: GameLines) -> None:
    with pytest.raises(IllegalMove, match="move 2: 'b2' is not legal here"):
        at(lines, "tic-tac-toe", "b2 b2")


def test_a_game_line_that_was_read_before_is_read_alike(lines: GameLines) -> None:
    whole = at(GameLines(lines.catalogue), "kalah:6,4", "3 6 1")
    step_by_step = [at(lines, "kalah:6,4", moves) for moves in ("3", "3 6", "3 6 1")][-1]
    assert step_by_step.positions == whole.positions


# Messages


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "this is no JSON"),
        ("[" * 30_000, "this is no JSON"),
        ('{"id": NaN, "do": "games"}', "this is no JSON"),
        ('{"id": 1e5' + "0" * 5000 + ', "do": "games"}', "this is no JSON|id"),
        ("[1]", "a message is an object"),
        ('{"id": 1}', "does not say what to do"),
        ('{"id": 1, "do": "fly"}', "there is no such message"),
        ('{"id": 0, "do": "games"}', "games: id: input should be greater than"),
        ('{"id": true, "do": "games"}', "games: id: input should be a valid integer"),
        ('{"id": 1, "do": "games", "x": 1}', "games: x: extra inputs are not permitted"),
        ('{"id": 1, "do": "view"}', "view: game: field required"),
        ('{"id": 1, "do": "view", "game": 7}', "view: game: input should be a valid string"),
        ('{"id": 1, "do": "analyse", "game": "kalah", "lines": 65}', "analyse: lines: input should be less than"),
        ('{"id": 1, "do": "choose", "game": "kalah", "player": "random", "time": 1e9}', "choose: time: "),
        (b"\x00\xff", "a message is a text"),
    ],
)
def test_a_message_that_is_wrong_gets_one_line_that_says_so(text: Any, complaint: str) -> None:
    with pytest.raises(messages.BadMessage, match=complaint) as caught:
        messages.read(text)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


# The server


def test_every_question_that_needs_no_search_is_answered(server: Server) -> None:
    with server.page() as page:
        assert page.ask(do="ping") == {"id": 1, "done": True}
        found = page.ask(do="games")
        assert {game["name"] for game in found["games"]} >= {"take", "squatter", "kalah", "mnk", "gomoku", "othello"}
        assert {player["name"] for player in found["players"]} >= {"engine", "random", "cadrega"}
        (engine,) = (player for player in found["players"] if player["name"] == "engine")
        assert [seat["spec"] for seat in engine["seats"]] == [f"engine:level={level}" for level in range(1, 11)]
        assert found["opponent"] in [seat["spec"] for seat in engine["seats"]]
        assert not {"table", "threads"} & {option["key"] for option in engine["options"]}
        seen = page.ask(do="view", game="kalah:6,4", moves=["3", "6"])["view"]
        assert (seen["to_move"], seen["last"], seen["movers"]) == (1, "6", [0, 0])
        text = page.ask(do="record", game="tic-tac-toe", moves=["b2", "a1"], first="you", second="engine")["text"]
        assert records.read(text).first == "you"
        back = page.ask(do="load", text=text)
        assert (back["game"], back["moves"], back["second"]) == ("tic-tac-toe", ["b2", "a1"], "engine")


def test_a_record_of_a_file_names_it_without_its_folder_and_comes_back(server: Server, take: Path) -> None:
    with server.page() as page:
        text = page.ask(do="record", game="take:5", moves=["1"], outcome={"winner": 1, "reason": "first resigned"})[
            "text"
        ]
        assert "game: take.py:5\n" in text
        assert "secret-folder" not in text
        back = page.ask(do="load", text=text)
        assert (back["game"], back["moves"]) == ("take:5", ["1"])
        assert back["outcome"] == {"winner": 1, "margin": 0, "reason": "first resigned", "ending": "resignation"}


def test_a_game_that_was_resigned_in_the_terminal_is_a_resigned_game_in_the_page_and_in_its_report(
    server: Server,
) -> None:
    terminal = records.Record(
        outplay.game("tic-tac-toe").start(),
        (MoveRecord(4, 1.5), MoveRecord(0, 0.25, -0.5, 3, 42)),
        GameResult(1, 0, Ending.RESIGNATION, "x resigned"),
        "human",
        "engine:level=4",
    )
    with server.page() as page:
        back = page.ask(do="load", text=records.write(terminal))
        assert back["outcome"] == {"winner": 1, "margin": 0, "reason": "x resigned", "ending": "resignation"}
        place = {"game": back["game"], "moves": back["moves"]}
        text = page.ask(do="record", **place, outcome=back["outcome"])["text"]
        assert records.read(text).result == terminal.result
        late = {"winner": 0, "margin": 0, "reason": "o was late", "ending": "timeout"}
        text = page.ask(do="record", **place, outcome=late)["text"]
        assert records.read(text).result == GameResult(0, 0, Ending.TIMEOUT, "o was late")
        wrong = page.ask(do="record", **place, outcome={**late, "ending": "rules"})
        assert "record: outcome.ending" in wrong["error"]


def test_a_record_never_has_a_file_opened(server: Server, tmp_path: Path) -> None:
    (tmp_path / "evil.py").write_text(f"open({str(tmp_path / 'was-run')!r}, 'w')")
    with server.page() as page:
        answer = page.ask(do="load", text=f"game: {tmp_path / 'evil.py'}\n\n1. first 0\n")
        assert answer["error"] == "line 1: evil.py is not offered here; start with: outplay serve evil.py"
    assert not (tmp_path / "was-run").exists()


def test_players_that_cannot_play_a_game_are_refused_with_the_reason(server: Server) -> None:
    players = ["engine:level=3", "random", "kalah-ranks", "deep-blue"]
    with server.page() as page:
        small = page.ask(do="seats", game="tic-tac-toe", players=players)["refused"]
        large = page.ask(do="seats", game="mnk:70,70,10", players=players)["refused"]
        assert "no game" in page.ask(do="seats", game="chess", players=players)["error"]
    assert small.keys() == {"kalah-ranks", "deep-blue"}
    assert small["deep-blue"].startswith("there is no player 'deep-blue' here; there are engine,")
    assert large["engine:level=3"].startswith("mnk:70,70,10 is too large to be searched here")
    assert "random" not in large


def test_players_choose_moves_in_every_kind_of_game(server: Server) -> None:
    with server.page() as page:
        for game in ("take", "kalah:2,2", "tic-tac-toe"):
            legal = {one["move"] for one in page.ask(do="view", game=game)["view"]["legal"]}
            answer = page.ask(do="choose", game=game, player="random")
            assert answer["move"] in legal
            assert answer["because"]


@pytest.mark.kernel
def test_the_tree_search_plays_and_says_why(server: Server) -> None:
    with server.page() as page:
        line = {"game": "tic-tac-toe", "moves": ["a1", "b2", "a3"]}
        answer = page.ask(do="choose", **line, player="mcts:playouts=2000,seed=1")
        assert answer["move"] == "a2"
        assert answer["because"].endswith(".")


@pytest.mark.kernel
def test_the_engine_plays_analyses_and_reports(server: Server) -> None:
    with server.page() as page:
        assert "error" not in page.ask(do="prepare", game="tic-tac-toe")
        answer = page.ask(do="choose", game="tic-tac-toe", moves=["a1", "b2", "a3"], player="engine", time=1)
        assert (answer["move"], answer["outcome"]["winner"]) == ("a2", None)
        last = page.answers(do="analyse", game="tic-tac-toe", moves=["a1", "b1", "b2"], lines=3)[-2]["analysis"]
        assert last["exact"]
        assert (last["score"], last["score_first"]) == (-1.0, 1.0)
        assert len(last["lines"]) == 3
        *found, end = page.answers(do="report", game="tic-tac-toe", moves=["b2", "a2", "a1", "c3", "c1", "b1", "a3"])
        assert sorted(one["step"]["ply"] for one in found if "step" in one) == list(range(8))
        (turn,) = end["turning"]
        assert (turn["ply"], turn["move"], turn["turned"], turn["proven"]) == (2, "a2", True, True)


@pytest.mark.kernel
def test_a_hint_and_a_clock(server: Server) -> None:
    with server.page() as page:
        hint = page.ask(do="hint", game="tic-tac-toe", moves=["a1", "b2", "a3"])
        assert hint["move"] == "a2"
        assert hint["because"].startswith("Nothing does better than a draw; that is proven. Every other move loses, ")
        assert len(hint["considered"]) == 2
        assert (
            "the game is over" in page.ask(do="hint", game="tic-tac-toe", moves=["a1", "a2", "b1", "b2", "c1"])["error"]
        )
        line = {"game": "kalah:6,4", "player": "engine"}
        quick = page.ask(do="choose", **line, clock=2.0)
        assert quick["seconds"] < 1  # a small share of what is left, and half a second without a clock
        late = page.ask(do="choose", **line, clock=0.0)
        assert "choose: clock" in late["error"]
        lines = page.answers(do="analyse", game="connect-four:4,4", lines=64)[-2]["analysis"]["lines"]
        assert len(lines) == 4
        assert all(line["known"] and line["outcome"]["winner"] is None for line in lines)


def test_rules_and_sgf_are_sent(server: Server, take: Path) -> None:
    with server.page() as page:
        rules = page.ask(do="rules", game="squatter:7")
        assert rules["title"] == "Squatter"
        assert len(rules["about"]) > 200
        assert rules["view"]["moves"]
        assert page.ask(do="rules", game="take:5")["about"]
        assert "there is no game" in page.ask(do="rules", game="chess")["error"]
        back = page.ask(do="load", text="\n(;FF[4]GM[4]SZ[15]PB[Ada]PW[Bob]RE[W+T];B[hh];W[ih](;B[ii])(;B[aa]))")
        assert (back["game"], back["moves"], back["first"]) == ("gomoku:15", ["h8", "i8", "i7"], "Ada")
        assert (back["outcome"]["winner"], back["outcome"]["ending"]) == (1, "timeout")
        assert page.ask(do="load", text="(;GM[4]SZ[7:6];B[aa])")["game"] == "mnk:6,7,5"
        for text, wrong in (
            ("(;GM[1];B[aa])", "GM[1] is another game"),
            ("(;GM[4];B[aa];W[aa])", "'a15' is not legal here"),
            ("(;GM[4]AB[aa];W[bb])", "it begins from a position of its own, which cannot be read here"),
            ("(;GM[4];B[aa]", "the game does not end"),
        ):
            assert wrong in page.ask(do="load", text=text)["error"]


@pytest.mark.kernel
def test_a_report_leaves_out_the_opening_and_judges_a_resignation(server: Server) -> None:
    with server.page() as page:
        ended = {"winner": 1, "ending": "resignation", "reason": "x resigned"}
        words = {"do": "report", "game": "tic-tac-toe", "moves": ["b2", "a2", "a1"], "outcome": ended}
        *found, end = page.answers(**words, opening=2)
        assert sorted(one["step"]["ply"] for one in found if "step" in one) == [2, 3]
        assert [step["ply"] for step in end["steps"]] == [2, 3]
        assert end["turning"] == []
        resigned = end["resignation"]
        assert (resigned["player"], resigned["score"], resigned["lost"]) == (0, 1.0, False)
        assert end["given_away"][0] == {"opening": 0.0, "middle": None, "end": None}
        assert "all moves" in page.ask(**words, opening=3)["error"]
        assert "error" in page.ask(**words, opening=-1)


@pytest.mark.kernel
def test_a_game_of_a_file_is_analysed_and_its_tree_shown(server: Server) -> None:
    with server.page() as page:
        last = page.answers(do="analyse", game="take:5")[-2]["analysis"]
        assert (last["move"], last["score"], last["exact"]) == ("0", 1.0, True)
        tree = page.answers(do="tree", game="take:5", depth=3, search="minimax")
        assert tree[0]["tree"]["nodes"] == sum(len(one["nodes"]["parent"]) for one in tree if "nodes" in one)


@pytest.mark.kernel
def test_the_tree_of_the_tree_search_is_the_same_for_every_page(server: Server) -> None:
    asked = {"do": "tree", "search": "mcts", "game": "tic-tac-toe", "moves": ["b2", "a1"], "playouts": 300}
    made = mcts_trace(outplay.game("tic-tac-toe").position(".../.x./o.."), 300)
    for _ in range(2):
        with server.page() as page:
            *others, head, nodes, end = page.answers(**asked)
            assert others in ([], [{"id": end["id"], "compiling": True}])
            assert (head["tree"]["search"], head["tree"]["mcts"]["playouts"]) == ("mcts", 300)
            assert nodes["nodes"]["visits"] == made.visits
            assert len(page.answers(**asked, most_nodes=20)[-2]["nodes"]["visits"]) <= 20


@pytest.mark.kernel
def test_a_tree_of_the_tree_search_can_be_stopped_and_asked_for_again(server: Server) -> None:
    asked = {"do": "tree", "search": "mcts", "game": "tic-tac-toe", "playouts": 20_000}
    with server.page() as page:
        whole = page.answers(**asked)[-2]["nodes"]["visits"]
        number = page.say(**asked)
        stop = page.say(do="stop", target=number)
        heard = [page.hear()]
        while {one["id"] for one in heard if one.get("done")} != {number, stop}:
            heard.append(page.hear())
        assert any(one.get("stopped") for one in heard)
        assert page.answers(**asked)[-2]["nodes"]["visits"] == whole


@pytest.mark.kernel
def test_the_tree_search_of_a_game_of_a_file_has_its_tree(server: Server) -> None:
    with server.page() as page:
        answers = page.answers(do="tree", search="mcts", game="take:9", playouts=2_000)
        head = next(one["tree"] for one in answers if "tree" in one)
        assert head["mcts"]["proven"] in ("win", "loss")
        assert head["mcts"]["network"] == ""


@pytest.mark.parametrize("playouts", [0, -5, 20_001, 1.5, "many", None, True])
def test_playouts_that_make_no_sense_are_refused_in_one_line(server: Server, playouts: Any) -> None:
    with server.page() as page:
        error = page.ask(do="tree", search="mcts", game="tic-tac-toe", playouts=playouts)["error"]
        assert error.startswith("tree: playouts: input should be ")
        assert "\n" not in error


def test_the_tree_search_has_no_tree_of_a_board_that_is_too_large(server: Server) -> None:
    with server.page() as page:
        error = page.ask(do="tree", search="mcts", game="mnk:40,40,5")["error"]
        assert error == "mnk:40,40,5 is too large to be searched here; boards of up to 420 cells are"


def test_what_goes_wrong_in_a_game_is_one_line_without_folders(server: Server) -> None:
    with server.page() as page:
        for fields in (
            {"do": "view", "game": "take:99"},
            {"do": "view", "game": "take:1,2"},
            {"do": "view", "game": "take", "moves": ["9"]},
            {"do": "view", "game": "take", "start": "left=99 turn=0"},
            {"do": "choose", "game": "take", "player": "cadrega"},
            {"do": "analyse", "game": "mnk:40,40,5"},
            {"do": "choose", "game": "tic-tac-toe", "moves": ["a1", "a2", "b1", "b2", "c1"], "player": "random"},
        ):
            error = page.ask(**fields)["error"]
            assert "\n" not in error
            assert "secret-folder" not in error
            assert "Traceback" not in error


def test_no_more_than_four_searches_at_once_and_all_can_be_stopped(server: Server) -> None:
    with server.page() as page:
        numbers = [page.say(do="tree", game="othello:16", depth=60, search="minimax") for _ in range(5)]
        refused = page.hear()
        assert (refused["id"], refused["error"]) == (numbers[4], "no more than 4 searches at once")
        for number in numbers[:4]:
            page.say(do="stop", target=number)
            assert page.hear() == {"id": number, "stopped": True, "done": True}
            assert page.hear()["done"]
        assert page.ask(do="ping")["done"]


def test_messages_that_come_too_fast_wait_and_are_all_answered(server: Server) -> None:
    with server.page() as page:
        began = time.monotonic()
        for _ in range(120):
            page.say(do="ping")
        assert [page.hear()["id"] for _ in range(120)] == list(range(1, 121))
        assert time.monotonic() - began > 0.9


def fetch(server: Server, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    found = answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
    connection.close()
    return found


def test_the_page_comes_with_a_strict_policy_and_can_be_asked_for_again_cheaply(server: Server) -> None:
    status, headers, body = fetch(server, "/")
    assert status == 200
    assert b"<!doctype html>" in body.lower()
    assert headers["content-security-policy"].startswith("default-src 'none'; script-src 'self'; style-src 'self'")
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cache-control"] == "no-cache"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    status, again, body = fetch(
        server, "/static/main.js", **{"If-None-Match": fetch(server, "/static/main.js")[1]["etag"]}
    )
    assert (status, body) == (304, b"")
    assert again["content-security-policy"]


def test_all_modules_of_the_first_page_are_asked_for_at_once() -> None:
    from outplay.web.app import STATIC

    needed, waiting = set(), [STATIC / "main.js", STATIC / "start.js"]
    while waiting:
        module = waiting.pop().resolve()
        if module not in needed:
            needed.add(module)
            named = re.findall(r'^import\b[^;]*?from "(\.[^"]+)"', module.read_text(encoding="utf-8"), re.MULTILINE)
            waiting += [module.parent / name for name in named]
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    asked = set(re.findall(r'(?:modulepreload" href|script type="module" src)="/static/([^"]+)"', page))
    assert asked == {str(module.relative_to(STATIC.resolve())) for module in needed}


@pytest.mark.parametrize("path", ["/static/../app.py", "/static/%2e%2e/app.py", "/static/..%2fapp.py", "/docs", "/x"])
def test_nothing_but_the_page_can_be_fetched(server: Server, path: str) -> None:
    status, _, body = fetch(server, path)
    assert (status, body) == (404, b"There is no such page. The games are at /\n")


def test_there_is_an_end_to_the_pages_that_are_let_in_and_room_again_when_they_close(server: Server) -> None:
    with contextlib.ExitStack() as pages:
        for _ in range(PAGES_EACH):
            pages.enter_context(server.connect()).send('{"id": 1, "do": "ping"}')
        with server.connect() as refused, pytest.raises(ConnectionClosedError) as closed:
            refused.recv(30)
        assert closed.value.rcvd
        assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (FULL, CROWDED_ADDRESS)
    with server.page() as page:
        assert page.ask(do="ping")["done"]


def test_a_host_that_is_not_this_machine_is_refused(server: Server) -> None:
    assert fetch(server, "/", Host="evil.example")[0] == 421
    assert fetch(server, "/", Host="[")[0] in (400, 421)


def test_only_names_that_nobody_can_give_away_are_this_machine() -> None:
    from outplay.web.app import is_loopback

    assert all(map(is_loopback, ["localhost", "127.0.0.1", "127.8.9.1", "::1"]))
    assert not any(map(is_loopback, ["127.0.0.1.evil.example", "0.0.0.0", "localhost.evil.example", "", "10.0.0.1"]))


@pytest.mark.parametrize("origin", ["http://evil.example", "null", None, "http://localhost:1", "https://127.0.0.1"])
def test_connections_from_other_pages_are_refused(server: Server, origin: str | None) -> None:
    with pytest.raises(InvalidStatus), server.connect(origin=origin):
        pass


def test_a_network_needs_the_token() -> None:
    server = Server("--host", "0.0.0.0")
    try:
        assert len(server.token) >= 20
        assert fetch(server, "/")[0] == 401
        assert fetch(server, "/?token=wrong")[0] == 401
        assert fetch(server, "/?token=%ff%00")[0] == 401
        assert fetch(server, "/static/main.js")[0] == 401
        assert fetch(server, f"/static/main.js?token={server.token}")[0] == 401
        status, headers, _ = fetch(server, f"/?token={server.token}")
        assert (status, headers["location"]) == (303, "/")
        cookie = headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "samesite=lax" in cookie.casefold()
        kept = cookie.partition(";")[0]
        status, headers, _ = fetch(server, f"/?token={server.token}", Cookie=kept)
        assert (status, headers["location"]) == (303, "/")
        assert fetch(server, "/", Cookie=f"a[b]={{}}; {kept}; other=1")[0] == 200
        local = f"http://127.0.0.1:{server.port}"
        server.address = local
        with pytest.raises(InvalidStatus), server.connect(origin=local):
            pass
        with pytest.raises(InvalidStatus), server.connect(origin="http://x", additional_headers={"Cookie": kept}):
            pass
        with server.connect(origin=local, additional_headers={"Cookie": kept}) as connection:
            connection.send('{"id": 1, "do": "ping"}')
            assert json.loads(connection.recv(30)) == {"id": 1, "done": True}
            connection.send('{"id": 2, "do": "games"}')
            assert json.loads(connection.recv(30))["guarded"] is True
        status, headers, _ = fetch(server, "/", Cookie=kept, Host=f"games.lan:{server.port}")
        assert status == 200
        assert "cross-origin-opener-policy" not in headers  # browsers ignore it there, and complain
        assert headers["referrer-policy"] == "no-referrer"
    finally:
        code, said = server.end()
    assert code == 0
    assert server.token not in said


def test_the_token_stays_the_same_and_is_readable_by_its_user_alone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from outplay.web.server import stored_token

    monkeypatch.setenv("OUTPLAY_DATA", str(tmp_path / "data"))
    token = stored_token()
    assert stored_token() == token
    (file,) = (tmp_path / "data").iterdir()
    assert file.stat().st_mode & 0o777 == 0o600
    file.write_text("short")
    assert stored_token() not in (token, "short")
    monkeypatch.setenv("OUTPLAY_DATA", str(file / "no-folder"))
    assert len(stored_token()) >= 20


def test_tokens_are_compared_in_constant_time(monkeypatch: pytest.MonkeyPatch) -> None:
    from outplay.web import app

    compared = []

    def compare(one: bytes, other: bytes) -> bool:
        compared.append((one, other))
        return one == other

    monkeypatch.setattr("secrets.compare_digest", compare)
    assert app.is_token("right", "right")
    assert not app.is_token("\udcff", "right")
    assert len(compared) == 2


def test_a_port_that_is_taken_is_an_error_if_it_was_asked_for(server: Server) -> None:
    words = [sys.executable, "-m", "outplay", "serve", "--no-open", "--port", str(server.port)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert done.stderr.startswith(f"outplay: cannot listen on 127.0.0.1, port {server.port}: ")
    assert done.stderr.count("\n") == 1


def test_without_a_port_too_an_address_of_another_machine_is_called_that() -> None:
    from outplay.web.server import listen

    with pytest.raises(BadSpec, match=r"this machine has no address 192\.0\.2\.1; write --host 127\.0\.0\.1"):
        listen("192.0.2.1", None)


def test_without_a_port_the_next_free_one_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    from outplay.web import server as module

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        monkeypatch.setattr(module, "PORT", taken.getsockname()[1])
        with module.listen("127.0.0.1", None) as found:
            assert module.PORT < found.getsockname()[1] < module.PORT + module.TRIED


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["nothing.py"], "there is no file nothing.py"),
        (["kalah"], "kalah is no game file"),
        (["--host", "no.such.host.invalid"], "there is no address 'no.such.host.invalid' here"),
        (["--host", "192.0.2.1"], "this machine has no address 192.0.2.1; write --host 127.0.0.1 for this machine"),
        (["--db", "missing/games.db"], "there is no folder missing; make it first"),
        (["--db", "nothing://x"], "nothing is no kind of database that is known here"),
        (["wrong.py"], "wrong.py:1: this is not Python: "),
        (["late.py"], "late.py:21: play failed here: ZeroDivisionError: "),
    ],
)
def test_what_cannot_be_served_is_one_line(words: list[str], complaint: str, tmp_path: Path) -> None:
    (tmp_path / "wrong.py").write_text("def game(:\n")
    (tmp_path / "late.py").write_text(TAKE.replace("1 - state.turn)", "1 // (state.turn * 0))"))
    command = [sys.executable, "-m", "outplay", "serve", "--no-open", "--port", "0", *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"outplay: {complaint}")
    assert done.stderr.count("\n") == 1


def test_the_server_itself_never_imports_numba() -> None:
    program = (
        "import sys, outplay.web.app, outplay.web.server, outplay.web.tournaments\nassert 'numba' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)


# Whatever is thrown at it

ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=40),
    st.sampled_from(
        [
            *("kalah:6,4", "tic-tac-toe", "take", "connect-four", "../x", "engine:level=3", "random", "\ud800", "\x00"),
            *("mnk:70,70,5", "/".join(["xo.xoxo"] * 6), "left=3 turn=0", "left=-1 turn=9", "mine=1e9 taken=0"),
        ]
    ),
)
WORDS = ["games", "view", "choose", "record", "load", "stop", "ping", "runs", "run", "run-game", "tree", "prepare"]
FIELDS = [
    "id",
    "do",
    "game",
    "start",
    "moves",
    "player",
    "time",
    "lines",
    "text",
    "name",
    "number",
    "target",
    "depth",
    "search",
    "playouts",
    "x",
]
VALUES = st.recursive(
    ODD,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
OBJECTS = st.builds(
    lambda base, more: base | more,
    st.fixed_dictionaries({"id": st.integers(1, 9), "do": st.sampled_from(WORDS)}),
    st.dictionaries(st.sampled_from(FIELDS), VALUES, max_size=5),
)
RAW = st.one_of(
    OBJECTS.map(json.dumps),
    st.text(max_size=200).filter(lambda text: text.isprintable()),
    st.binary(max_size=200),
    st.sampled_from(
        ["[" * 50_000, '{"id":1,"do":"view","game":"kalah","moves":[' + '"1",' * 5000 + '"1"]}', "9" * 60_000]
    ),
)


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(RAW, min_size=1, max_size=4))
def test_whatever_is_thrown_at_it_is_answered_in_one_line_and_nothing_leaks(server: Server, thrown: list[Any]) -> None:
    with server.connect() as connection:
        for message in thrown:
            connection.send(message)
        connection.send('{"id": 4242, "do": "ping"}')
        while True:
            text = connection.recv(60)
            answer = json.loads(text)
            if "error" in answer:
                for secret in (
                    "\n",
                    "Traceback",
                    "secret-folder",
                    os.path.dirname(outplay.__file__),
                    "mistake in outplay",
                ):
                    assert secret not in answer["error"]
                assert len(answer["error"]) < 2000
            if answer["id"] == 4242:
                break
    assert server.process.poll() is None


@pytest.mark.parametrize(
    "bytes_sent",
    [b"\x00" * 100, b"GET / HTTP/1.1\r\n\r\n", b"\x16\x03\x01" * 50, b"GET /" + b"a" * 100_000],
    ids=["zeros", "no host", "tls", "long"],
)
def test_bytes_that_are_no_http_do_not_fell_it(server: Server, bytes_sent: bytes) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        connection.sendall(bytes_sent)
        connection.shutdown(socket.SHUT_WR)
        said = connection.recv(65536)
        assert b"Traceback" not in said
    with server.page() as page:
        assert page.ask(do="ping")["done"]


def test_a_message_that_is_too_long_ends_its_connection_alone(server: Server) -> None:
    with server.page() as other:
        with server.connect() as connection:
            connection.send("x" * 200_000)
            with pytest.raises(ConnectionClosed):
                connection.recv(30)
        assert other.ask(do="ping")["done"]


def test_a_thousand_pages_that_come_and_go_leave_nothing_behind(server: Server) -> None:
    def held() -> tuple[int, int]:
        status = Path(f"/proc/{server.process.pid}/status").read_text()
        memory = int(status.partition("VmRSS:")[2].split()[0])
        return len(os.listdir(f"/proc/{server.process.pid}/fd")), memory

    def come_and_go(count: int) -> None:
        for number in range(count):
            with server.connect() as connection:
                connection.send('{"id": 1, "do": "view", "game": "kalah:6,4"}')
                connection.send('{"id": 2, "do": "choose", "game": "take", "player": "random"}')
                if number % 2:
                    connection.recv(30)
                else:
                    connection.socket.shutdown(socket.SHUT_RDWR)

    come_and_go(100)
    time.sleep(0.5)
    before = held()
    come_and_go(900)
    time.sleep(0.5)
    handles, memory = held()
    assert handles <= before[0] + 5
    assert memory <= before[1] + 20_000  # kilobytes


# Tournaments


def test_what_the_arena_has_stored_is_told_without_folders(tmp_path: Path) -> None:
    from outplay.arena import store
    from outplay.arena.games import Conditions, PlayedGame, ScheduledGame

    names = {"alpha": "random", "beta": "/secret-folder/program"}
    played = [
        (
            ScheduledGame(number, 1, game, "alpha", "beta", "random", names["beta"], ("b2",), 1, Conditions()),
            PlayedGame(
                GameResult(0, 1, Ending.RULES, "'/secret-folder/program' lost"),
                (MoveRecord("b2"), MoveRecord("a1", 0.1, 0.5)),
                "2026",
            ),
        )
        for number, game in enumerate(["tic-tac-toe"] * 7 + ["/secret-folder/mine.py:5"], 1)
    ]
    database = str(tmp_path / "games.db")
    settings_of_it = {"game": "/secret-folder/mine.py", "format": "round-robin"}
    store.Store(database).keep("league", "tournament", settings_of_it, names, played)
    server = Server("--db", database)
    try:
        with server.page() as page:
            (info,) = page.ask(do="runs")["runs"]
            assert (info["name"], info["games"]) == ("league", 8)
            run = page.ask(do="run", name="league")["run"]
            assert [row["player"] for row in run["standings"]] == ["alpha", "beta"]
            assert [game["number"] for game in run["games"]] == list(range(8, 0, -1))
            page.say(do="watch", name="league")
            assert page.hear()["run"] == run
            one = page.ask(do="run-game", name="league", number=3)
            assert (one["game"], one["moves"], one["scores"]) == ("tic-tac-toe", ["b2", "a1"], [None, 0.5])
            other = page.ask(do="run-game", name="league", number=8)
            assert (other["game"], other["called"], other["detail"]) == (None, "mine.py:5", "'program' lost")
            assert "secret" not in json.dumps([info, run, one, other])
            assert page.ask(do="run-game", name="league", number=99)["error"] == "there is no game 99 in 'league'"
            assert page.ask(do="run", name="liga")["error"] == "there is no tournament 'liga'"
    finally:
        server.end()
