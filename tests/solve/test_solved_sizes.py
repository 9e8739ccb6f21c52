"""Tables of sizes: each value is minimax's, what is done is kept, and the same command goes on."""

import json
import os
import re
import signal
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from helpers.commands import good, json_lines, outplay_run, refused

import outplay
from outplay.cli.sizes import table_lines
from outplay.core.bits import GOING_ON
from outplay.core.game import Outcome
from outplay.solve import sizes as solving
from outplay.solve.journal import Journal
from outplay.solve.sizes import Effort, Entry, Progress, journal_of, sizes_of, solved_sizes
from outplay.solve.verify import legal_moves

EFFORT = Effort(time=60.0, memory_mb=1)


def minimax(spec: str) -> int:
    """The margin for the first player, from the rules alone."""
    game = outplay.game(spec)

    @cache
    def value(state: Any) -> int:
        margin, mover = game.outcome(state), game.to_move(state)
        if margin != GOING_ON:
            return -margin if mover else margin
        values = [value(game.play(state, move)) for move in legal_moves(game, state)]
        return min(values) if mover else max(values)

    return value(game.initial)


def entries(text: str, path: Path, effort: Effort = EFFORT) -> list[Entry]:
    sizes = sizes_of(text)
    with journal_of(sizes, path) as journal:
        return list(solved_sizes(sizes, journal, effort))


@pytest.mark.rules
def test_every_value_is_minimax_and_is_solved_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = entries("kalah:1-2,1-2", tmp_path / "file")
    assert [entry.sizes for entry in found] == [(1, 1), (1, 2), (2, 1), (2, 2)]
    for entry in found:
        assert entry.outcome
        assert entry.outcome.margin_for(0) == minimax(entry.game)
    monkeypatch.setattr(solving, "Solver", None)
    again = entries("kalah:1-2,1-2", tmp_path / "file")
    assert [entry._replace(kept=False, seconds=0.0) for entry in again] == [
        entry._replace(seconds=0.0) for entry in found
    ]
    assert all(entry.kept for entry in again)
    with pytest.raises(TypeError):
        entries("kalah:1-2,1-2,empty-capture", tmp_path / "file")


@pytest.mark.rules
def test_what_was_tried_in_vain_is_tried_again_with_more(tmp_path: Path) -> None:
    path, little = tmp_path / "file", EFFORT._replace(time=0.001)
    (entry,) = entries("mnk:5,5,4", path, little)
    assert (entry.outcome, entry.kept) == (None, False)
    assert entries("mnk:5,5,4", path, little)[0].kept
    assert not entries("mnk:5,5,4", path, little._replace(time=0.002))[0].kept
    assert not entries("mnk:5,5,4", path, little._replace(method="proof-number"))[0].kept
    assert entries("mnk:5,5,4", path, little)[0].kept


@pytest.mark.rules
def test_progress_tells_what_is_done_and_the_most_that_can_be_left(tmp_path: Path) -> None:
    sizes, told = sizes_of("kalah:1,1-2"), list[Progress]()
    with journal_of(sizes, tmp_path / "file") as journal:
        list(solved_sizes(sizes, journal, EFFORT, told.append))
    assert {now.game for now in told} == {"kalah:1,1", "kalah:1,2"}
    assert [(now.done, now.total, now.most_seconds) for now in told if not now.text] == [(0, 2, 120.0), (1, 2, 60.0)]
    assert any("nodes" in now.text and 100 < now.most_seconds < 120 for now in told)


KILLED = """
import os, signal, sys
from outplay.cli import main
from outplay.solve import sizes
solve, done = sizes.solved_size, []

def killed(*arguments):
    done.append(1)
    if len(done) == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return solve(*arguments)

sizes.solved_size = killed
sys.argv = ["outplay", "solve", "--table", "kalah:1-2,1-2", "--out", sys.argv[1]]
main()
"""


@pytest.mark.rules
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no SIGKILL")
def test_a_killed_table_goes_on_and_leaves_no_lock_behind(tmp_path: Path) -> None:
    path = tmp_path / "file"
    done = subprocess.run([sys.executable, "-c", KILLED, str(path)], capture_output=True, timeout=60)
    assert done.returncode == -signal.SIGKILL
    with path.open("ab") as file:
        file.write(b'{"game": "kalah:2,1", "outc')
    *lines, last = json_lines("solve", "--table", "kalah:1-2,1-2", "--out", str(path))
    assert [line["kept"] for line in lines] == [True, True, False, False]
    assert last == {"table": "kalah:1-2,1-2", "entries": 4, "solved": 4, "file": str(path)}
    assert [line["sizes"] for line in lines[:2]] == [{"houses": 1, "seeds": 1}, {"houses": 1, "seeds": 2}]
    assert [*tmp_path.iterdir()] == [path]
    assert len(path.read_text().splitlines()) == 5
    for line in path.read_text().splitlines():
        json.loads(line)


@pytest.mark.rules
def test_the_printed_table_has_a_row_for_each_size_and_says_what_its_signs_mean(tmp_path: Path) -> None:
    shown = good("solve", "--table", "kalah:1-2,1-3", "--out", str(tmp_path / "file"))
    assert "\nhouses  seeds\n          1    2    3\n     1    =   -2   +6\n     2   +2   -2   -2\n" in shown
    assert "+N  The first player wins by N.\n-N  The second player wins by N.\n=   A draw.\n" in shown
    assert "kalah:1,3             the first player wins by 6 " in shown


def test_unknown_values_and_sizes_without_a_game_are_marked() -> None:
    sizes = sizes_of("mnk:3,3,1-3")
    found = [Entry((3, 3, 1), "mnk:3,3,1", Outcome(0, 1, "proven")), Entry((3, 3, 2), "", None, fault="too small")]
    lines = table_lines(sizes, found, EFFORT)
    assert [line.split()[-1] for line in lines if line[:4] == "   3"] == ["+1", ".", "?"]
    assert [line for line in lines if line.startswith("k ")] == ["k 1", "k 2", "k 3"]
    assert {"+1  x wins.", "?   Not solved in 60 s.", ".   There is no such game."} <= {*lines}
    one = table_lines(sizes_of("squatter:3-4"), [Entry((3,), "squatter:3", Outcome(None, 0, "proven"))], EFFORT)
    assert "   3    =" in one
    assert "   4    ?" in one


@pytest.mark.rules
def test_sizes_that_a_users_file_refuses_are_passed_over(tmp_path: Path) -> None:
    (tmp_path / "row.py").write_text(
        "from outplay.games.mnk import mnk\n\ndef game(size=3):\n"
        "    if size == 2:\n        raise ValueError('two is no size')\n    return mnk(1, size, 2)\n"
    )
    found = sorted(entries(f"{tmp_path}/row.py:1-3", tmp_path / "file"))
    assert [entry.fault for entry in found] == ["", "two is no size", ""]
    assert [entry.outcome is None for entry in found] == [False, True, False]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("tic-tac-toe", "tic-tac-toe has no sizes"),
        ("kalah:4-2", "the houses of kalah cannot go from 4 to 2"),
        ("kalah:1-20", "the houses of kalah must be 1 to 12, not 20"),
        ("kalah:1-x", "'1-x' is no range of the houses of kalah; write 3 or 1-4"),
        ("othello:5-6", "the size of othello must be 4, 6 … 16, not 5"),
        ("mnk:1-70,1-70,1-9", "are 44,100 games; give ranges of at most 10,000"),
        ("kalha", "did you mean kalah?"),
    ],
)
def test_ranges_that_are_none_are_refused(text: str, message: str) -> None:
    with pytest.raises(outplay.BadSpec, match=re.escape(message)):
        sizes_of(text)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--lines 3", "of the other options it takes --time"),
        ("--method pairing", "the method pairing is for K in a row"),
        ("--time -1", "the limit time must be more than 0"),
    ],
)
def test_bad_input_gets_one_line(words: str, message: str, tmp_path: Path) -> None:
    refused(outplay_run("solve", "--table", "kalah", *words.split(), "--out", str(tmp_path / "file")), message)


def test_ranges_are_read_as_they_are_written() -> None:
    assert str(sizes_of("kalah")) == "kalah:1-6,1-4"
    assert str(sizes_of("kalah:2,1-12,empty-capture,pie")) == "kalah:2,1-12,empty-capture,pie"
    assert [each[0] for each in sizes_of("othello:4-8").all] == [4, 6, 8]
    assert sizes_of("kalah:1-2,3").spec((2, 3)) == "kalah:2,3"


def test_a_file_of_something_else_or_one_that_is_used_is_refused(tmp_path: Path) -> None:
    path, identity = tmp_path / "file", {"what": "numbers"}
    with Journal(path, identity) as journal:
        journal.add({"one": 1})
        with pytest.raises(outplay.BadProof, match="another process is writing"), Journal(path, identity):
            pass
    other = Journal(path, {"what": "letters"})
    with pytest.raises(outplay.BadProof, match="its what is 'numbers', not 'letters'"), other:
        pass
    path.write_bytes(path.read_bytes().replace(b'{"one"', b'["one"'))
    with pytest.raises(outplay.BadProof, match="damaged in line 2"), Journal(path, identity):
        pass
    path.write_text("my letters\n")
    with pytest.raises(outplay.BadProof, match="is another kind of file"), Journal(path, identity):
        pass
    assert path.read_text() == "my letters\n"
    path.write_bytes(Journal.line({"version": 1, "what": "numbers"})[:7])  # killed while it was made
    with Journal(path, identity) as journal:
        assert journal.records == [] or journal.records == [journal.identity]
    assert not os.path.exists(f"{path}.lock")
