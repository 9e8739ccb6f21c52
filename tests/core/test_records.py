"""Records of games: any game can be written and read back, and errors name their line."""

import errno
import os
import random
import re
import runpy
from pathlib import Path

import pytest
from helpers.paths import DOCS
from hypothesis import given, settings
from hypothesis import strategies as st

import outplay
from outplay import BadRecord
from outplay.core.records import MOST_BYTES, Record, check_writable, load, one_line, read, save, write
from outplay.core.registry import GAMES
from outplay.core.results import Ending, GameResult, MoveRecord

pytestmark = pytest.mark.rules

SPECS = [*GAMES, "kalah:3,2,pie", "kalah:2,1", "mnk:20,30,6,exact", "squatter:5", "othello:4"]

texts = st.text().map(one_line)
numbers = st.none() | st.floats(allow_nan=False, allow_infinity=False)
seconds = st.none() | st.floats(0, 1e9)
depths, nodes = st.none() | st.integers(0, 10**6), st.none() | st.integers(0, 10**18 - 1)
keys = st.sampled_from(["event", "round", "opening", "opening book", "site-2"])


@st.composite
def records(draw: st.DrawFn) -> Record:
    """A random game, finished or not, with random headers and comments."""
    place = outplay.game(draw(st.sampled_from(SPECS))).start()
    choose = random.Random(draw(st.integers(0, 2**32)))
    for _ in range(draw(st.integers(0, 5))):
        place = place.play(choose.choice(place.moves())) if place.moves() else place
    start, moves, comments = place, list[MoveRecord[int]](), {0: draw(texts)}
    for _ in range(draw(st.integers(0, 40))):
        if place.outcome():
            break
        move = choose.choice(place.moves())
        moves.append(MoveRecord(move, draw(seconds), draw(numbers), draw(depths), draw(nodes)))
        comments[len(moves)] = draw(texts)
        place = place.play(move)
    outcome = place.outcome()
    result = GameResult.by_rules(outcome) if outcome else None
    if outcome is None and draw(st.booleans()):
        winner = draw(st.sampled_from([0, 1, None]))
        margin = 0 if winner is None else draw(st.integers(0, 99))
        ending = draw(st.sampled_from([ending for ending in Ending if ending is not Ending.RULES]))
        result = GameResult(winner, margin, ending, draw(texts))
    others = draw(st.dictionaries(keys, texts.filter(bool)))
    first, second, date = (draw(texts) for _ in range(3))
    comments = {number: text for number, text in comments.items() if text}
    return Record(start, tuple(moves), result, first, second, date, comments, tuple(others.items()))


@given(records())
@settings(max_examples=200)
def test_what_is_written_is_read_back(record: Record) -> None:
    assert read(write(record)) == record


@given(records(), st.data())
def test_a_damaged_record_is_read_or_refused_in_one_line(record: Record, data: st.DataObject) -> None:
    text = write(record)
    at = data.draw(st.integers(0, len(text)))
    damaged = text[:at] + data.draw(st.text(max_size=5)) + text[at + data.draw(st.integers(0, 5)) :]
    message = "fine"
    try:
        read(damaged)
    except outplay.OutplayError as error:
        message = str(error)
    assert message
    assert "\n" not in message


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    with pytest.raises(BadRecord):
        read(text)
    with pytest.raises(BadRecord):
        read(f"game: tic-tac-toe\n\n1. first {text.replace(';', '')}d9")


def test_a_record_reads_as_the_documents_say() -> None:
    text, short, _ = re.findall(
        r"```\n(game:.*?)```", (DOCS / "reference" / "game-records.md").read_text(encoding="utf-8"), re.DOTALL
    )
    record = read(text)
    assert (record.first, record.second, record.date) == ("Ada", "engine:level=4", "2026-11-16")
    assert record.result == GameResult(1, 0, Ending.RESIGNATION, "first resigned")
    assert record.others == (("event", "kitchen championship"),)
    assert record.moves == (
        MoveRecord(1, 3.5),
        MoveRecord(3, 1.25),
        MoveRecord(2, 0.02, 1.5, 3, 1042),
        MoveRecord(0),
    )
    assert record.comments == {
        0: "played after dinner",
        2: "the turn passes only now",
        4: "a comment may have lines of its own",
    }
    assert [place.to_move for place in record.positions()] == [0, 0, 1, 0, 0]
    assert read(write(record)) == record
    again = read(short)
    assert [played.move for played in again.moves] == [played.move for played in record.moves]
    assert again.result is None


def test_the_program_in_the_documents_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (DOCS / "reference" / "game-records.md").read_text(encoding="utf-8")
    (source,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    monkeypatch.chdir(tmp_path)
    Path("program.py").write_text(source)
    runpy.run_path("program.py")
    assert Path("game.txt").is_file()


def test_a_text_looks_as_expected() -> None:
    game = outplay.game("tic-tac-toe")
    moves = (MoveRecord(0, 0.25, 0.5), MoveRecord(3), MoveRecord(1, depth=2), MoveRecord(4, 0.5, -1.0, 12, 48210))
    result = GameResult(0, 1, Ending.RULES, "3 in a row")
    record = Record(game.start(), (*moves, MoveRecord(2)), result, "me", "you", "2026-11-16", {2: "oh"})
    assert write(record) == (
        "game: mnk:3,3,3\nfirst: me\nsecond: you\ndate: 2026-11-16\nresult: first wins\nending: rules\n"
        "reason: 3 in a row\n\n"
        "  1. first   a3  [+0.5, 0.25 s]\n  2. second  a2  ; oh\n  3. first   b3  [depth 2]\n"
        "  4. second  b2  [-1.0, 0.5 s, depth 12, 48210 nodes]\n  5. first   c3\n"
    )


OLD = "game: tic-tac-toe\nresult: second wins\nreason: {}\n\na1 b1"


@pytest.mark.parametrize(
    ("reason", "ending"),
    [
        ("first resigned", Ending.RESIGNATION),
        ("x gave up", Ending.RESIGNATION),
        ("first lost on time", Ending.TIMEOUT),
        ("first had to go", Ending.ADJUDICATION),
    ],
)
def test_an_old_record_without_an_ending_has_the_one_that_its_reason_means(reason: str, ending: Ending) -> None:
    record = read(OLD.format(reason))
    assert record.result == GameResult(1, 0, ending, reason)
    assert f"ending: {ending}\n" in write(record)
    assert read(write(record)) == record


def test_an_ending_needs_no_reason() -> None:
    record = read("game: tic-tac-toe\nresult: first wins\nending: Illegal move\n\na1")
    assert record.result == GameResult(0, 0, Ending.ILLEGAL, "")
    assert read("game: tic-tac-toe\nending: rules\n\na1 b1 a2 b2 a3").result == GameResult(
        0, 1, Ending.RULES, "3 in a row"
    )


def test_a_text_from_another_system_is_read() -> None:
    record = read("game: tic-tac-toe\r\nresult: draw\r\nReason: agreed\r\n\r\nb2 a1 \r\n C3\r\n\r\n")
    assert [record.start.game.start().name(played.move) for played in record.moves] == ["b2", "a1", "c3"]
    assert record.result == GameResult(None, 0, Ending.ADJUDICATION, "agreed")


def test_a_result_that_is_not_said_is_found_by_playing() -> None:
    assert read("game: tic-tac-toe\n\na1 b1 a2 b2 a3").result == GameResult(0, 1, Ending.RULES, "3 in a row")
    assert read("game: tic-tac-toe\n\na1 b1").result is None


def test_a_game_may_begin_elsewhere() -> None:
    record = read("game: tic-tac-toe\nstart: xx./oo./...\nresult: first wins\n\nfirst c3\n")
    assert record.start.text == "xx./oo./..."
    assert record.result == GameResult(0, 1, Ending.RULES, "3 in a row")


OWN_GAME = """
from typing import NamedTuple
from outplay import GOING_ON, Board, Game

class State(NamedTuple):
    left: int
    turn: int

class Names(Board):
    def name(self, state, move):
        return NAME

def game(stones: int = 5) -> Game:
    def moves(state):
        return (2 << min(3, state.left)) - 2
    def play(state, move):
        return State(state.left - move, 1 - state.turn)
    def outcome(state):
        return GOING_ON if state.left else -1
    def to_move(state):
        return state.turn
    return Game("take", State(stones, 0), 16, moves, play, outcome, to_move, board=Names())
"""


def test_a_game_of_ones_own_is_found_from_here_and_beside_the_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "take.py").write_text(OWN_GAME.replace("NAME", 'f"take {move} of {state.left}"'))
    monkeypatch.chdir(tmp_path / "games")
    start = outplay.game("take.py:7").start()
    record = Record(start, tuple(map(MoveRecord, (3, 1, 3))), GameResult(0, 1, Ending.RULES, "by the rules"))
    save(record, Path("game.txt"))
    assert "3. first   take 3 of 3" in Path("game.txt").read_text()
    assert load(Path("game.txt")) == record
    monkeypatch.chdir(tmp_path)
    assert load(Path("games/game.txt")).moves == record.moves
    assert str(load(Path("games/game.txt")).game) == "games/take.py:7"


@pytest.mark.parametrize("name", ["f'{move};'", "f'[{move}]'", "'x'", "f'{move}' + 300 * 'x'"])
def test_a_name_that_a_record_cannot_hold_is_refused(name: str, tmp_path: Path) -> None:
    path = tmp_path / "take.py"
    path.write_text(OWN_GAME.replace("NAME", name))
    with pytest.raises(BadRecord, match="cannot be written in a record"):
        write(Record(outplay.game(str(path)).start(), (MoveRecord(2),)))


BAD = {
    "": "the file is empty; a record begins with a line like `game: kalah:6,4`",
    "\n\n  \n": "the file is empty",
    "hello": "line 1: 'hello' is no line of a record",
    "\n%PDF-1.4 and so on": "line 2: '%PDF-1.4 and so on' is no line of a record",
    "first: me": "does not name its game",
    "game: chess": "line 1: there is no game 'chess'",
    "game: kalah:0,0": "line 1: the houses of kalah must be 1 to 12, not 0",
    "game: no.py": "line 1: there is no file no.py",
    "game: tic-tac-toe\nb2": "line 2: 'b2' is no line of a record; it begins with lines like",
    "game:": "line 1: game is empty",
    "game: tic-tac-toe\ngame: gomoku": "line 2: game is said a second time; the first is on line 1",
    "game: tic-tac-toe\nresults: draw": "line 2: a record has no 'results'; did you mean result?",
    "game: tic-tac-toe\nstart: nowhere": "line 2: a position has 3 rows of 3 cells",
    "game: tic-tac-toe\n\nb2\nb2": "line 4, move 2: 'b2' is not legal here; legal moves: a3 b3",
    "game: tic-tac-toe\n\n1. first b2\n2. second z9": "line 4, move 2: 'z9' is no move of this game",
    "game: tic-tac-toe\n\n1. first b2\n2. first a1": "line 4, move 2: the second player is to move, not the first",
    "game: tic-tac-toe\n\na1 a1": "line 3, move 2: 'a1' is not legal here",
    "game: tic-tac-toe\n\n1.": "line 3, move 1: there is no move on this line",
    "game: tic-tac-toe\n\na1 b1 a2 b2 a3\nc3": "line 4, move 6: 'c3' cannot be played: the game is over",
    "game: tic-tac-toe\n\na1 [good]": "line 3: '[good]' is no note",
    "game: tic-tac-toe\n\na1 [+1e999]": "line 3: '[+1e999]' is no note",
    "game: tic-tac-toe\n\na1 [0.5]": "line 3: '[0.5]' is no note; write [+1.25, 0.31 s]",
    "game: tic-tac-toe\n\na1 [depth -1]": "line 3: '[depth -1]' is no note",
    "game: tic-tac-toe\n\na1 [12 nodes, depth 2]": "line 3: '[12 nodes, depth 2]' is no note",
    "game: tic-tac-toe\nresult: first wins\nending: boredom\n\na1": "line 3: 'boredom' is no ending; there are rules,",
    "game: tic-tac-toe\nresult: first wins\nending: rules\n\na1": "`rules`, but the moves do not end the game",
    "game: tic-tac-toe\nresult: first wins\nending: crash\n\na1 b1 a2 b2 a3": "`crash`, but the moves end the game",
    "game: tic-tac-toe\nending: crash\n\na1": "line 2: a game that ended has a result",
    "game: tic-tac-toe\nresult: unfinished\nending: crash\n\na1": "line 3: an unfinished game has no ending",
    "game: tic-tac-toe\nresult: 1-0": "line 2: '1-0' is no result; write `first wins`",
    "game: tic-tac-toe\nresult: first wins\n\na1": "line 2: the moves do not end the game; give a reason",
    "game: tic-tac-toe\nresult: draw\n\na1": "line 2: the moves do not end the game; give a reason",
    "game: tic-tac-toe\nresult: unfinished\nreason: tea": "line 3: an unfinished game has no reason",
    "game: tic-tac-toe\nresult: second wins\n\na1 b1 a2 b2 a3": "'second wins', but the moves end in `first wins`",
    "game: tic-tac-toe\nresult: unfinished\n\na1 b1 a2 b2 a3": "'unfinished', but the moves end in `first wins`",
    "game: kalah:1,1\nresult: first wins by 2\n\n1": "but the moves end in `draw`",
    "game: tic-tac-toe\n\n" + 5000 * "x": "line 3, move 1: 'xxxx",
}


@pytest.mark.parametrize("text", BAD)
def test_what_is_wrong_is_said_with_its_line(text: str) -> None:
    with pytest.raises(BadRecord) as caught:
        read(text)
    assert BAD[text] in str(caught.value)
    assert len(str(caught.value)) < 300
    assert "\n" not in str(caught.value)


def test_a_file_that_is_no_record_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    cases = {
        b"game: tic-tac-toe\n\nb2 ; caf\xe9": "game.txt: line 3: this is not UTF-8 text",
        b"game: tic-tac-toe\n\0": "game.txt is not a text file",
        b"": "game.txt: the file is empty",
        b"x" * (MOST_BYTES + 1): "game.txt is too large for a record: more than 4 MB",
        b"game: tic-tac-toe\n\nb2 b2": "game.txt: line 3, move 2: 'b2' is not legal here",
    }
    for data, message in cases.items():
        file.write_bytes(data)
        with pytest.raises(BadRecord, match=re.escape(message)):
            load(file)
    with pytest.raises(BadRecord, match="is a folder; give the file of a record"):
        load(tmp_path)
    with pytest.raises(BadRecord, match="there is no file"):
        load(tmp_path / "nothing.txt")
    with pytest.raises(BadRecord, match="cannot be read: Not a directory"):
        load(file / "below")
    file.write_bytes(b"\xef\xbb\xbfgame: tic-tac-toe\n\nb2")
    assert len(load(file).moves) == 1


def a_record() -> Record:
    return read("game: tic-tac-toe\n\nb2 a1")


def test_a_file_is_never_overwritten_unless_that_is_wanted(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    save(a_record(), path)
    before = path.read_bytes()
    with pytest.raises(BadRecord, match="exists already; choose another name, or remove it first"):
        save(read("game: gomoku"), path)
    assert path.read_bytes() == before
    save(read("game: gomoku"), path, replace=True)
    assert load(path) == read("game: gomoku")
    assert [p.name for p in tmp_path.iterdir()] == ["game.txt"]


def test_where_a_file_cannot_be_is_said_before_a_game(tmp_path: Path) -> None:
    check_writable(tmp_path / "game.txt")
    with pytest.raises(BadRecord, match="is a folder; give the name of a file"):
        check_writable(tmp_path)
    with pytest.raises(BadRecord, match="there is no folder"):
        check_writable(tmp_path / "nowhere" / "game.txt")


@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_a_full_disk_is_one_line_and_what_was_there_stays(
    call: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.txt"
    save(a_record(), path)
    before = path.read_bytes()

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, call, full)
    with pytest.raises(BadRecord, match=r"game\.txt cannot be written: No space left on device; save elsewhere"):
        save(read("game: gomoku"), path, replace=True)
    assert path.read_bytes() == before
    assert [p.name for p in tmp_path.iterdir()] == ["game.txt"]
