"""Games go out to files and come back: the same games in every format that holds them, and a line for what is wrong."""

import csv
import json
import os
import random
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from helpers.paths import DATA, DOCS
from helpers.sample_games import BEGAN, with_moves
from hypothesis import given, settings
from hypothesis import strategies as st

import outplay
from outplay.arena.exchange import FORMATS, Brought, bring, pieces, write_file, write_folder
from outplay.arena.formats import LeftOut, Source
from outplay.arena.games import Conditions, PlayedGame, ScheduledGame
from outplay.arena.store import Store
from outplay.cli import app
from outplay.core.errors import BadRecord, OutplayError
from outplay.core.records import load, one_line
from outplay.core.registry import GAMES
from outplay.core.results import Ending, GameResult, MoveRecord

ROWS = ["gomoku", "gomoku:9,exact", "mnk:7,12,5", "mnk:3,3,3", "mnk:4,40,4"]
FIVES = [spec for spec in ROWS if outplay.game(spec).spec.split(",")[2] == "5"]

words = st.text(st.characters(exclude_categories=["Cs"])).map(one_line).filter(bool)
seconds = st.none() | st.integers(1, 10**8).map(lambda ms: ms / 1000)
scores = st.none() | st.floats(allow_nan=False, allow_infinity=False)
counts = st.none() | st.integers(0, 10**9 - 1)


@st.composite
def played_games(draw: st.DrawFn, specs: list[str], number: int | None = None) -> tuple[ScheduledGame, PlayedGame]:
    """A random game, ended by the rules or before, and anything said about it."""
    game = outplay.game(draw(st.sampled_from(specs)))
    choose = random.Random(draw(st.integers(0, 2**32)))
    position, moves = game.start(), list[str]()
    most = draw(st.sampled_from([0, 1, 5, 30, 10**6]))
    while not position.outcome() and len(moves) < most:
        move = choose.choice(position.moves())
        moves.append(position.name(move))
        position = position.play(move)
    outcome = position.outcome()
    if outcome:
        result = GameResult.by_rules(outcome)
    else:
        ending = draw(st.sampled_from([e for e in Ending if e != Ending.RULES]))
        winner = None if ending == Ending.MOVE_LIMIT else draw(st.sampled_from([0, 1]))
        result = GameResult(winner, 0, ending, draw(words))
    noted = [MoveRecord(name, draw(seconds), draw(scores), draw(counts), draw(counts)) for name in moves[:9]]
    records = (*noted, *map(MoveRecord, moves[9:]))
    opening = tuple(moves[: draw(st.integers(0, 3))])
    names, specs_of = (draw(words), draw(words)), (draw(words), draw(words))
    first = number or draw(st.integers(1, 10**6))
    scheduled = ScheduledGame(
        first, draw(st.integers(1, 99)), str(game), *names, *specs_of, opening, 5, Conditions(time=0.5)
    )
    return scheduled, PlayedGame(result, records, BEGAN)


def collections(specs: list[str]) -> st.SearchStrategy[list[tuple[ScheduledGame, PlayedGame]]]:
    return st.lists(played_games(specs), min_size=1, max_size=4, unique_by=lambda game: game[0].number)


def text_of(games: list[tuple[ScheduledGame, PlayedGame]], form: str) -> str:
    return "".join(pieces(games, FORMATS[form]))


def read(text: str, form: str) -> list[Any]:
    return list(FORMATS[form].read(Source(f"games.{form}", text, "2000-01-01T00:00:00+00:00")))


@given(collections(list(GAMES)))
@settings(max_examples=40)
def test_json_lines_bring_every_game_back_exactly(games: list[tuple[ScheduledGame, PlayedGame]]) -> None:
    assert read(text_of(games, "jsonl"), "jsonl") == games


@given(collections(list(GAMES)))
@settings(max_examples=40)
def test_text_records_bring_back_all_but_the_conditions(games: list[tuple[ScheduledGame, PlayedGame]]) -> None:
    expected = [(scheduled._replace(conditions=Conditions()), played) for scheduled, played in games]
    assert read(text_of(games, "text"), "text") == expected


@given(collections(ROWS))
@settings(max_examples=40)
def test_sgf_brings_back_moves_notes_result_and_names(games: list[tuple[ScheduledGame, PlayedGame]]) -> None:
    found = read(text_of(games, "sgf"), "sgf")
    for (scheduled, played), (again, result) in zip(games, found, strict=True):
        assert (again.first, again.second, again.round) == (scheduled.first, scheduled.second, scheduled.round)
        assert result == played._replace(began="2026-11-16T00:00:00+00:00")
        assert again.game == scheduled.game or len(played.moves) < 12  # a short game may be of either rule


@given(played_games(FIVES))
@settings(max_examples=40)
def test_psq_brings_back_moves_times_result_and_names(game: tuple[ScheduledGame, PlayedGame]) -> None:
    scheduled, played = game
    ((again, result),) = read(text_of([game], "psq"), "psq")
    assert result.moves == tuple(MoveRecord(move.move, move.seconds) for move in played.moves)
    assert result.result[:3] == played.result[:3]
    assert {again.first.strip("'"), again.second.strip("'")} == {
        scheduled.first.strip("'"),
        scheduled.second.strip("'"),
    }


@given(st.sampled_from(list(FORMATS)), played_games(["gomoku:9"]), st.data())
def test_a_damaged_file_is_read_or_refused_in_one_line(
    form: str, game: tuple[ScheduledGame, PlayedGame], data: st.DataObject
) -> None:
    text = text_of([game], form)
    place, length = data.draw(st.integers(0, len(text))), data.draw(st.integers(0, 20))
    added = data.draw(st.text(st.sampled_from("()[];\\BW,{}:\"' \n-0159ahzé"), max_size=8))
    message = ""
    try:
        read(text[:place] + added + text[place + length :], form)
    except BadRecord as error:
        message = str(error)
    assert "\n" not in message


def test_a_real_file_of_piskvork_is_a_game_that_the_second_player_won() -> None:
    """From the test data of https://github.com/Gomocup/GomocupOnline, where it is called 1x0-16(2).psq."""
    ((scheduled, played),) = bring([DATA / "pisq7-renjusolver.psq"]).games
    assert (scheduled.game, scheduled.first, scheduled.second) == ("mnk:20,20,5", "pisq7.exe", "renjusolver.ZIP")
    assert (played.result.winner, played.result.ending, len(played.moves)) == (1, Ending.RULES, 16)
    # column 10 and row 10 of 20 from the top; then column 11 and row 12
    assert played.moves[:2] == (MoveRecord("j11", 0.456), MoveRecord("k9", 4.5))


def test_psq_says_who_began_and_who_failed() -> None:
    def told(head: str, *tail: str) -> Any:
        (found,) = read("\n".join([head, "8,8,0", "9,8,20", *tail, ""]), "psq")
        return found

    scheduled, played = told("Piskvorky 15x15, 11:11, 1", "ONE.zip", "TWO.zip", "15")
    assert (scheduled.first, scheduled.second) == ("TWO.zip", "ONE.zip")
    assert (played.result.winner, played.result.ending) == (1, Ending.TIMEOUT)  # black was to move and was late
    scheduled, played = told("Piskvorky 15x15, 11:11, 0", "ONE.zip", "TWO.zip", "-1", "2,Freestyle15_1")
    assert (played.result.winner, played.result.ending) == (1, Ending.CRASH)
    scheduled, played = told("Piskvorky 15x15, 11:11, 0", "ONE.zip", "TWO.zip", "-1", "0,Freestyle15_1")
    assert (played.result.winner, played.result.ending) == (None, Ending.ADJUDICATION)
    assert told("Piskvorky 15x15, 0:0, 0", "-1") == LeftOut("games.psq", "the game is not finished")
    assert told("Piskvorky 15x15 , 0 - 0") == LeftOut("games.psq", "the game is not finished")


def test_an_sgf_file_is_read_by_its_main_lines_whatever_else_is_in_it() -> None:
    source = Source("a", (DATA / "gomoku.sgf").read_text().replace("W[]TE[1]", ""), "now")
    found: list[Any] = list(FORMATS["sgf"].read(source))
    (club, first), (old, second), unfinished, set_up, (_, draw), (_, five) = found
    assert (club.first, club.second, club.round) == ("Ada [the first]", "Bob \\ Co", 3)
    assert first.names == ("h8", "i7", "g9", "j6", "f10", "f9")
    assert first.result == GameResult(0, 0, Ending.RESIGNATION, "RE[B+Resign]")
    assert first.moves[:2] == (MoveRecord("h8", 1.5, 0.25), MoveRecord("i7"))
    assert first.began == "2018-04-15T00:00:00+00:00"
    assert (old.game, old.first, second.names) == ("mnk:7,9,5", "Old", ("e3", "a6", "i7"))
    assert (second.result.winner, second.result.ending) == (1, Ending.TIMEOUT)
    assert unfinished == LeftOut("a: line 15", "the game is not finished")
    assert set_up == LeftOut("a: line 16", "it begins from a position of its own")
    assert (draw.result.winner, draw.result.ending) == (None, Ending.ADJUDICATION)
    assert five.result == GameResult(0, 1, Ending.RULES, "5 in a row")


def test_a_pass_is_refused_with_its_line() -> None:
    with pytest.raises(BadRecord, match=r"gomoku.sgf: line 13: \[\] is no cell"):
        bring([DATA / "gomoku.sgf"])


SIX = ["aa", "ab", "ba", "bb", "ca", "cb", "ea", "db", "fa", "fb", "da", "gb", "aj", "aj"]


def test_a_game_that_goes_on_after_six_in_a_row_is_of_the_exact_rule() -> None:
    moves = "".join(f";{'BW'[i % 2]}[{cell}]" for i, cell in enumerate(SIX[:-1]))
    ((scheduled, _),) = read(f"(;GM[4]SZ[10]RE[B+R]{moves})", "sgf")
    assert scheduled.game == "mnk:10,10,5,exact"
    six = "".join(f";{'BW'[i % 2]}[{cell}]" for i, cell in enumerate(SIX[:11]))
    ((scheduled, played),) = read(f"(;GM[4]SZ[10]RE[B+]{six})", "sgf")
    assert (scheduled.game, played.result.ending) == ("mnk:10,10,5", Ending.RULES)


@pytest.mark.parametrize(
    ("form", "text", "message"),
    [
        ("sgf", "(;GM[1]SZ[19];B[aa])", r"line 1: GM\[1\] is another game"),
        ("sgf", "(;GM[4]SZ[15]\n;B[hh]\n;W[hh])", "line 3, move 2: 'h8' is not legal here"),
        ("sgf", "(;GM[4]SZ[15];B[hh]\n;B[hi])", "line 2, move 2: it is white's turn"),
        ("sgf", "(;GM[4]SZ[9];B[jj])", "line 1, move 1: column 10 and row 10 are not on a board of 9 columns"),
        ("sgf", "(;GM[4]SZ[many];B[jj])", r"line 1: SZ\[many\] is no size"),
        ("sgf", "(;GM[4]SZ[15];B[h\nh])", r"line 1: \[h h\] is no cell"),
        ("sgf", "(;GM[4]SZ[15]\n;B[hh]C[never closed", "line 2: '.never clo' is no part of a game, or its bracket"),
        ("sgf", "(;GM[4]SZ[15]\n;B[hh]\n", "line 3: the game does not end"),
        ("sgf", "nothing here", "there is no game in this file"),
        ("sgf", "(;GM[4]SZ[3]\nRE[W+]RU[mnk:3,3,3];B[aa];W[ba];B[ab];W[bb];B[ac])", "line 2: the result is `second"),
        ("psq", "Gomoku 15x15\n8,8,0\n", "line 1: a PSQ file begins with a line like"),
        ("psq", "Piskvorky 15x15, 1:1, 0\n8,8,0\n\n8,8,0\n", "line 4, move 2: 'h8' is not legal here"),
        ("psq", "Piskvorky 15x15, 1:1, 0\n16,8,0\n", "line 2, move 1: column 16 and row 8 are not on a board"),
        ("jsonl", "\n{'game'}\n", "line 2: this is no JSON"),
        ("jsonl", "[1]", "line 1: this is no game; a line is like"),
        ("jsonl", '{"game": "chess"}', "line 1: there is no game 'chess'"),
        ("jsonl", '{"game": "kalah", "moves": ["3", "9"]}', "line 1, move 2: '9' is no move of this game"),
        ("jsonl", '{"game": "kalah", "moves": [3]}', "line 1: moves is not a list of texts"),
        ("jsonl", '{"game": "kalah", "seed": "x"}', "line 1: seed is not a whole number"),
        ("jsonl", '{"game": "kalah", "ending": "boredom"}', "line 1: 'boredom' is no ending; there are rules, timeout"),
        ("jsonl", '{"game": "kalah", "moves": ["3"]}', "line 1: the moves do not end the game, and the file says"),
        ("jsonl", '{"game": "kalah", "winner": 2, "ending": "crash"}', "line 1: winner is not 0, 1 or null"),
        ("jsonl", '{"game": "kalah", "seconds": [1], "ending": "crash"}', "line 1: seconds is not a list of numbers"),
        ("jsonl", '{"game": "kalah", "opening": ["3"], "ending": "crash"}', "line 1: the moves do not begin with"),
        ("jsonl", '{"game": "kalah", "conditions": {"x": 1}, "ending": "crash"}', "line 1: there is no condition 'x'"),
        ("text", "game: kalah\nresult: draw\nreason: x\n\n1\n---\ngame: kalah\n\n1\n99\n", "line 10, move 2: '99'"),
        ("text", "game: kalah\nnumber: many\nresult: draw\nreason: x\n\n1\n", "number must be a whole number"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(form: str, text: str, message: str) -> None:
    with pytest.raises(BadRecord, match=message) as caught:
        read(text, form)
    assert str(caught.value).startswith(f"games.{form}: ")


@pytest.mark.parametrize("form", ["sgf", "psq"])
def test_other_games_have_no_sgf_and_no_psq(form: str) -> None:
    scheduled = ScheduledGame(1, 1, "kalah:6,4", "a", "b", "", "", (), 0, Conditions())
    played = PlayedGame(GameResult(None, 0, Ending.MOVE_LIMIT), (), "")
    with pytest.raises(BadRecord, match=r"is for gomoku and mnk, not for kalah:6,4; take --format jsonl or text"):
        text_of([(scheduled, played)], form)
    with pytest.raises(BadRecord, match="boards up to 52x52, not 60x60"):
        text_of([(scheduled._replace(game="mnk:60,60,5"), played)], "sgf")
    with pytest.raises(BadRecord, match="PSQ is for five in a row"):
        text_of([(scheduled._replace(game="mnk:3,3,3"), played)], "psq")


def game_of(number: int = 1) -> tuple[ScheduledGame, PlayedGame]:
    names = ("h8", "i8", "h9", "i9", "h10", "i10", "h11", "i11", "h12")
    scheduled = ScheduledGame(number, 1, "mnk:15,15,5", "Ada", "Bob", "engine", "random", (), 0, Conditions())
    return scheduled, with_moves(GameResult(0, 1, Ending.RULES, "5 in a row"), names, seconds=(0.1,) * 9)


def test_the_centre_of_gomoku_is_hh_and_8_8() -> None:
    assert ";B[hh]C[0.1 s];W[ih]" in text_of([game_of()], "sgf")
    assert text_of([game_of()], "psq").splitlines()[1:3] == ["8,8,100", "9,8,100"]


def test_files_are_new_and_whole_or_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    games, form = [game_of(1), game_of(2)], FORMATS["jsonl"]
    path = tmp_path / "games.jsonl"
    write_file(path, pieces(games, form))
    assert bring([path]) == Brought(games, [])
    with pytest.raises(BadRecord, match="exists already; choose another name"):
        write_file(path, pieces(games[:1], form))
    with pytest.raises(BadRecord, match="there is no folder"):
        write_file(tmp_path / "none" / "games.jsonl", pieces(games, form))
    with pytest.raises(BadRecord, match=r"a file of psq holds one game; give a folder, as in games/"):
        write_file(tmp_path / "games.psq", pieces(games, FORMATS["psq"]))
    with pytest.raises(BadRecord, match="is there already and not an empty folder"):
        write_folder(tmp_path, games, form, "x")

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    writers: list[Callable[[], object]] = [
        lambda: write_file(tmp_path / "second.jsonl", pieces(games, form)),
        lambda: write_folder(tmp_path / "folder", games, form, "x"),
    ]
    for writer in writers:
        with pytest.raises(BadRecord, match="No space left on device; nothing was written"):
            writer()
    assert [file.name for file in tmp_path.iterdir()] == ["games.jsonl"]
    assert bring([path]).games == games


@pytest.mark.parametrize("form", FORMATS)
def test_a_folder_has_a_file_for_each_game_and_is_read_as_a_whole(tmp_path: Path, form: str) -> None:
    games = [game_of(3), game_of(12)]
    assert write_folder(tmp_path / "games", games, FORMATS[form], "friday") == 2
    files = sorted(file.stem for file in (tmp_path / "games").iterdir())
    assert files == ["friday-00003", "friday-00012"]
    found = bring([tmp_path / "games"])
    assert [played.moves for _, played in found.games] == [game_of()[1].moves] * 2
    numbers = [scheduled.number for scheduled, _ in found.games]
    assert numbers == ([3, 12] if form in ("jsonl", "text") else [1, 2])


def test_a_single_text_record_is_one_that_play_and_report_read(tmp_path: Path) -> None:
    write_file(tmp_path / "game.txt", pieces([game_of()], FORMATS["text"]))
    record = load(tmp_path / "game.txt")
    assert (record.first, record.second, len(record.moves)) == ("Ada", "Bob", 9)


def test_several_records_in_one_file_are_read_as_the_documents_say() -> None:
    page = (DOCS / "reference" / "game-records.md").read_text(encoding="utf-8")
    (block,) = [block for block in re.findall(r"```\n(game:.*?)```", page, re.DOTALL) if "\n---\n" in block]
    (one, draw), (two, lost) = read(block, "text")
    assert (one.number, two.number, draw.names, lost.names) == (1, 2, ("b2",), ("a1",))
    assert draw.result == GameResult(None, 0, Ending.ADJUDICATION, "the players agreed")
    assert (lost.result.winner, lost.result.ending) == (1, Ending.RESIGNATION)


def test_files_without_a_known_name_are_read_by_their_looks_and_old_letters_are_read(tmp_path: Path) -> None:
    for form in FORMATS:
        write_file(tmp_path / f"games-of-{form}", pieces([game_of()], FORMATS[form]))
        assert len(bring([tmp_path / f"games-of-{form}"]).games) == 1
    path = tmp_path / "old.sgf"
    path.write_bytes("(;GM[4]CA[gb2312]PB[五子棋]RE[B+R];B[hh])".encode("gb2312"))
    assert bring([path]).games[0][0].first == "五子棋"
    path.write_bytes(b"(;GM[4]CA[hex]PB[Ren\xe9]RE[B+R];B[hh])")
    assert bring([path]).games[0][0].first == "René"
    (tmp_path / "bad.jsonl").write_bytes(b"{}\n\xff")
    with pytest.raises(BadRecord, match=r"bad.jsonl: line 2: this is not UTF-8 text"):
        bring([tmp_path / "bad.jsonl"])
    with pytest.raises(BadRecord, match="there is no file"):
        bring([tmp_path / "none.sgf"])
    (tmp_path / "empty").mkdir()
    with pytest.raises(BadRecord, match=r"there is no file of games in .*; their names end in .jsonl .txt .sgf .psq"):
        bring([tmp_path / "empty"])


def command(*words: str) -> None:
    """Runs a command in this process; what it refuses is raised."""
    app(list(words), standalone_mode=False)


def refused(message: str, *words: str) -> None:
    with pytest.raises(OutplayError) as caught:
        command(*words)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in, with a store of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OUTPLAY_DATA", str(tmp_path / "data"))
    return tmp_path


def test_games_are_imported_listed_and_exported_by_command(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = "pisq7-renjusolver"
    command("import", str(DATA / f"{name}.psq"), "--json")
    assert json.loads(capsys.readouterr().out) == {
        "run": name,
        "games": 1,
        "left_out": 0,
        "players": ["pisq7.exe", "renjusolver.ZIP"],
    }
    kept = Store()
    (info,) = kept.runs()
    assert (info.kind, info.state, info.games, info.players) == ("import", "finished", 1, 2)
    kept.close()
    command("export", name, "a.sgf")
    assert capsys.readouterr() == ("", f"1 game of {name} written to a.sgf\n")
    command("export", name, "-", "--format", "sgf")
    assert capsys.readouterr() == ((here / "a.sgf").read_text(), "")
    refused("a.sgf exists already; choose another name", "export", name, "a.sgf")
    command("import", "a.sgf")
    command("import", "a.sgf")
    assert capsys.readouterr().out == "1 game kept as a\n1 game kept as a-2\n"
    refused("there is a run 'a' already", "import", "a.sgf", "--name", "a")
    command("export", "a-2", "games/", "--format", "psq", "--json")
    assert json.loads(capsys.readouterr().out)["format"] == "psq"
    assert [file.name for file in (here / "games").iterdir()] == ["a-2-00001.psq"]
    command("export", "a-2", "-", "--game", "1")
    assert [json.loads(line)["winner"] for line in capsys.readouterr().out.splitlines()] == [1]


def test_commands_refuse_in_one_line_and_keep_nothing(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "good.sgf").write_text("(;GM[4]RE[B+R];B[hh])")
    (here / "bad.sgf").write_text("(;GM[4]RE[B+R];B[hh];W[hh])")
    (here / "open.sgf").write_text("(;GM[4];B[hh])")
    refused("bad.sgf: line 1, move 2: 'h8' is not legal here", "import", "good.sgf", "bad.sgf")
    refused("there is no finished game in these files; nothing is kept", "import", "open.sgf")
    assert capsys.readouterr().err == "left out: open.sgf: line 1: the game is not finished\n"
    refused("there is no run 'friday'; there are none yet", "export", "friday", "-")
    command("import", "good.sgf", "open.sgf", "--name", "x")
    for message, *words in (
        ("games.doc has no suffix of a file of games", "games.doc"),
        ("there is no format 'pgn'; there are jsonl, text, sgf, psq", "-", "--format", "pgn"),
        ("x has no game 7; it has 1, up to number 1", "-", "--game", "7"),
        ("there is no file nowhere", "-", "--db", "nowhere/games.db"),
    ):
        refused(message, "export", "x", *words)
    with open("/dev/full", "w") as full:
        words = ["export", "x", "-"]
        done = subprocess.run([sys.executable, "-m", "outplay", *words], stdout=full, stderr=subprocess.PIPE, text=True)
    assert (done.returncode, done.stderr) == (
        2,
        "outplay: standard output cannot be written: No space left on device\n",
    )


def test_help_for_these_commands_needs_no_database() -> None:
    program = (
        "import sys; sys.argv = ['outplay', *sys.argv[1:]]\n"
        "from outplay.cli import main\n"
        "try: main()\n"
        "finally: assert not {'sqlalchemy', 'numba'} & set(sys.modules)\n"
    )
    for words in (["export", "--help"], ["import", "--help"], ["games"], ["players"]):
        done = subprocess.run([sys.executable, "-c", program, *words], capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stderr


FOUR = "from outplay.examples.connect_four import game\n"


def test_no_export_names_a_folder_of_this_machine_and_games_come_back(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = here / "my games"
    folder.mkdir()
    (folder / "four.py").write_text(FOUR)
    spec = f"{folder}/four.py:4,4"
    scheduled = ScheduledGame(
        1, 1, spec, "Ada", "Bob", f"{folder}/ada.py:Bot", f"text:/usr/bin/python3 '{folder}/bob.py' --fast", (), 0,
        Conditions(time=0.5, log=str(folder), second_time="1.5"),
    )  # fmt: skip
    detail = f'File "{folder}/bob.py", line 3: no move, see {here}/log.txt'
    played = PlayedGame(GameResult(0, 0, Ending.CRASH, detail), (MoveRecord("a", 0.1),), BEGAN, 1.25)
    players = {"Ada": scheduled.first_spec, "Bob": scheduled.second_spec}
    kept = Store()
    kept.keep("friday", "match", {"game": spec, "openings": f"{folder}/book.txt"}, players, [(scheduled, played)])
    kept.close()
    for file in ("a.jsonl", "a.txt", "a.csv", "a.html"):
        command("export", "friday", file)
        text = (here / file).read_text()
        assert str(here) not in text
        assert "my games" not in text
        assert "four.py:4,4" in text
        assert "bob.py" in text
    assert "/usr/bin" not in (here / "a.jsonl").read_text()
    with pytest.raises(BadRecord):
        bring([here / "a.jsonl"])
    for file in ("a.jsonl", "a.txt"):
        (folder / file).write_text((here / file).read_text())
        ((back, game),) = bring([folder / file]).games
        assert back.second_spec == "text:python3 bob.py --fast"
        assert game == played._replace(result=played.result._replace(detail=game.result.detail))
        assert game.result.detail == 'File "bob.py", line 3: no move, see log.txt'
    assert bring([folder / "a.jsonl"]).games[0][0].conditions.second_time == "1.5"
    capsys.readouterr()


def test_an_export_replaces_files_only_by_force(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "good.sgf").write_text("(;GM[4]RE[B+R];B[hh])")
    command("import", "good.sgf", "--name", "x")
    (here / "x.csv").write_text("mine")
    (here / "games").mkdir()
    (here / "games" / "mine.txt").write_text("mine")
    refused("x.csv exists already; choose another name, or replace it with --force", "export", "x", "x.csv")
    refused("is there already and not an empty folder", "export", "x", "games/")
    command("export", "x", "x.csv", "--force")
    assert (here / "x.csv").read_text().startswith("number,round,game,first,second,winner,")
    for _ in range(2):
        command("export", "x", "games/", "--force")
    assert sorted(file.name for file in (here / "games").iterdir()) == ["mine.txt", "x-00001.txt"]
    refused("csv is one file for all games", "export", "x", "games", "--format", "csv", "--force")
    refused("--standings is for a .csv file", "export", "x", "x.html", "--standings", "--format", "html")
    refused("x.csv holds tables for people, not games", "import", "x.csv")
    capsys.readouterr()


def test_tables_for_spreadsheets_have_a_line_for_each_game_and_player(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scheduled, played = game_of(1)
    draw = played._replace(result=GameResult(None, 0, Ending.MOVE_LIMIT, ""), moves=played.moves[:2])
    kept = Store()
    games = [(scheduled, played), (scheduled._replace(number=2, first="=Bob", second="Ada"), draw)]
    kept.keep("x", "match", {}, {"Ada": "engine", "=Bob": "random", "Bob": "random"}, games)
    kept.close()
    command("export", "x", "-", "--format", "csv")
    won, drawn = csv.DictReader(capsys.readouterr().out.splitlines())
    assert (won["winner"], won["points_first"], won["plies"], won["ending"]) == ("Ada", "1", "9", "rules")
    assert won["moves"].split()[:2] == ["h8", "i8"]
    assert float(won["seconds"]) == pytest.approx(0.9)
    assert (drawn["first"], drawn["winner"], drawn["points_second"]) == ("'=Bob", "", "0.5")
    command("export", "x", "s.csv", "--standings")
    first, *others = csv.DictReader((here / "s.csv").read_text().splitlines())
    assert (first["player"], first["points"], first["wins"]) == ("Ada", "1.5", "1")
    assert len(others) == 2


def test_the_page_of_results_needs_nothing_else_and_escapes_what_players_are_called(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scheduled, played = game_of(1)
    name = "<script>alert(1)</script>"
    lost = played._replace(result=GameResult(0, 0, Ending.SILENCE, "it gave <b>no</b> move"))
    games = [(scheduled._replace(number=n, second=name), p) for n, p in ((1, played), (2, lost))]
    kept = Store()
    kept.keep("x", "match", {"game": "mnk:15,15,5"}, {"Ada": "engine", name: "random"}, games)
    kept.close()
    command("export", "x", "x.html")
    text = (here / "x.html").read_text()
    assert "<script" not in text
    assert "<b>no" not in text
    assert not re.findall(r"\b(?:src|href)\s*=|\burl\(|@import", text)
    assert "http" not in text.replace("http-equiv", "")
    assert text.count("<tr>") == (1 + 2) + (1 + 2)  # the heads and rows of standings and games
    assert "<p>Lost by errors: 0 by Ada, 1 by &lt;script&gt;" in text
    assert "color-scheme: light dark" in text
    capsys.readouterr()
