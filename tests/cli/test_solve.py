"""solve and verify: methods, certificates, checkpoints, and what they say."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from helpers.commands import good, json_lines, outplay_run, refused

import outplay
from outplay.cli.solve import claims_words, other_kind
from outplay.engine.endgame import Header, header_copy
from outplay.solve.checkpoint import Checkpoint, held
from outplay.solve.journal import Journal
from outplay.solve.solver import Solver
from outplay.solve.verify import Claim


@pytest.mark.kernel
@pytest.mark.parametrize(
    ("words", "proven"),
    [
        (("tic-tac-toe",), "with best play it is a draw"),
        (("kalah:3,2",), "with best play the first player wins by 4"),
        (("tic-tac-toe", "--goal", "win", "--moves", "b2 b3"), "x can win"),
        (("mnk:5,4,4", "--method", "pairing"), "with best play it is a draw"),
        (("tic-tac-toe", "--method", "proof-number"), "with best play it is a draw"),
    ],
)
def test_what_is_solved_is_verified(words: tuple[str, ...], proven: str, tmp_path: Path) -> None:
    path = tmp_path / "a.proof"
    shown = good("solve", *words, "--proof", str(path))
    assert re.search(r"Proven.*(draw|wins)", shown)
    assert re.search(r"^Certificate: .*a\.proof, [\d,]+ entries, [\d,]+ bytes\.$", shown, re.MULTILINE)
    checked = " ".join(good("verify", str(path)).split())
    assert proven in checked
    assert re.search(r"[\d,]+ positions were checked in .*, [\d,]+ entries\.", checked)
    (found,) = json_lines("verify", str(path))
    assert found["proven"]
    assert found["game"] == str(outplay.game(words[0]))


@pytest.mark.kernel
def test_json_tells_every_move_that_keeps_the_value() -> None:
    *_, last = json_lines("solve", "tic-tac-toe", "--moves", "a1")
    assert last["moves"] == ["b2"]
    assert (last["exact"], last["outcome"]["winner"], last["method"]) == (True, None, "pairing")
    *_, last = json_lines("solve", "kalah:3,2", "--all-moves")
    assert last["values"] == {"1": last["values"]["1"], "2": last["values"]["2"], "3": last["values"]["3"]}
    best = max(last["values"].values())
    assert last["moves"] == [move for move, value in last["values"].items() if value == best]
    assert last["outcome"]["margin"] == best == 4
    assert last["nodes"] > 0
    assert last["seconds"] > 0


@pytest.mark.kernel
def test_solve_in_python_tells_the_same(tmp_path: Path) -> None:
    game = outplay.game("tic-tac-toe")
    position = game.start().play(0)
    found = outplay.solve(position, memory_mb=1, proof=tmp_path / "a.proof", all_moves=True)
    assert found.outcome == outplay.Outcome(None, 0, "proven")
    assert found.moves == (4,)
    assert set(found.values.values()) == {0, -1}
    assert found.entries == outplay.verify(tmp_path / "a.proof").entries
    unfinished = outplay.solve(outplay.game("gomoku").start(), memory_mb=1, limit=outplay.Limit(time=0.2))
    assert (unfinished.outcome, unfinished.exact) == (None, False)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("solve tic-tac-toe --method magic", "there is no method 'magic'"),
        ("solve kalah:4,4 --method pairing", "the method pairing is for K in a row"),
        ("solve tic-tac-toe --method pairing --all-moves", "go with the method alpha-beta only"),
        ("solve tic-tac-toe --proof /no/such/folder/file", "there is no folder /no/such/folder"),
        ("verify no-such-file", "No such file"),
        ("verify .", "Is a directory"),
        ("verify README.md", "should begin with outplay certificate"),
    ],
)
def test_bad_input_gets_one_line(words: str, message: str) -> None:
    refused(outplay_run(*words.split()), message)


@pytest.mark.rules
def test_verify_says_what_another_file_of_outplay_is(tmp_path: Path) -> None:
    game, path = outplay.game("kalah:2,2"), tmp_path / "file"
    outplay.Solution(game).save(path)
    assert other_kind(path).startswith("a solution, which holds the value of every position and proves none of them;")
    refused(outplay_run("verify", str(path)), "is a solution, which holds the value of every position")
    path.unlink()
    Checkpoint(path, {"game": "kalah:4,4"}).save(np.zeros(8, np.int64))
    assert other_kind(path).startswith("a checkpoint or a table of sizes")
    with Journal(path.with_name("sizes"), {"what": "values by size"}):
        assert other_kind(path.with_name("sizes")).startswith("a checkpoint or a table of sizes")
    path.write_bytes(header_copy(Header("kalah:4,4", "rules", ()))[1])
    assert other_kind(path).startswith("an endgame table; `outplay endgame GAME --check --file FILE` checks it")
    path.write_text("outplay certificate 1\n")
    assert other_kind(path) == other_kind(tmp_path) == other_kind(tmp_path / "none") == ""


def test_claims_are_told_in_words() -> None:
    game = outplay.game("kalah:4,4")
    assert claims_words(game, (Claim(0, 2), Claim(1, -2))) == "with best play the first player wins by 2"
    assert claims_words(game, (Claim(1, -2),)) == "the second player can lose by no more than 2"
    assert claims_words(game, (Claim(0, 0), Claim(1, -3))) == (
        "the first player can draw at least and the second player can lose by no more than 3"
    )
    assert claims_words(game, (Claim(0, 3),)) == "the first player can win by 3 or more"


def test_a_checkpoint_is_only_taken_for_what_it_belongs_to(tmp_path: Path) -> None:
    table = np.arange(1000, dtype=np.int64)
    path = tmp_path / "table"
    checkpoint = Checkpoint(path, {"game": "kalah:4,4", "memory": 1})
    assert not checkpoint.load(np.zeros(1000, np.int64))
    checkpoint.save(table)
    loaded = np.zeros(1000, np.int64)
    assert checkpoint.load(loaded)
    assert (loaded == table).all()
    with pytest.raises(outplay.BadProof, match=r"its game is 'kalah:4,4', not 'kalah:5,4'"):
        Checkpoint(path, {"game": "kalah:5,4", "memory": 1}).load(loaded)
    with pytest.raises(outplay.BadProof, match="its memory is 1, not 2; give another file, or the same arguments"):
        Checkpoint(path, {"game": "kalah:4,4", "memory": 2}).load(loaded)
    whole = path.read_bytes()
    path.write_bytes(whole.replace(b'"version": 1', b'"version": 0', 1))
    with pytest.raises(outplay.BadProof, match="the checkpoint of another solve: its version is 0, not 1"):
        checkpoint.load(loaded)
    path.write_bytes(whole)
    with pytest.raises(outplay.BadProof, match="is damaged"):
        checkpoint.load(np.zeros(999, np.int64))
    data = bytearray(path.read_bytes())
    data[5000] ^= 1
    path.write_bytes(data)
    with pytest.raises(outplay.BadProof, match="is damaged"):
        checkpoint.load(loaded)
    path.write_text("something else\n")
    with pytest.raises(outplay.BadProof, match="damaged or no checkpoint"):
        checkpoint.load(loaded)


def test_two_solvers_do_not_share_a_checkpoint(tmp_path: Path) -> None:
    path = tmp_path / "table"
    with held(path):
        done = outplay_run("solve", "tic-tac-toe", "--checkpoint", str(path))
    refused(done, "another solver is using the checkpoint")


@pytest.mark.kernel
@pytest.mark.parametrize(("spec", "method"), [("kalah:4,4", "alpha-beta"), ("tic-tac-toe", "proof-number")])
def test_a_solve_goes_on_from_its_checkpoint(spec: str, method: str, tmp_path: Path) -> None:
    position, path = outplay.game(spec).start(), tmp_path / "table"
    first = Solver(position, "win", method, 16, 1, path)
    first.run()
    assert first.checkpoint
    table = first.engine.search_threads.table if first.engine else first.numbers.table if first.numbers else None
    assert table is not None
    first.checkpoint.save(table)
    second = Solver(position, "win", method, 16, 1, path)
    second.run()
    assert second.outcome == first.outcome
    assert second.nodes < first.nodes / 2


@pytest.mark.kernel
def test_a_killed_solve_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "table"
    program = (
        "import sys\nfrom pathlib import Path\nimport outplay.solve.checkpoint as c\n"
        "c.Checkpoint.__init__.__defaults__ = (0.1,)\n"
        "from outplay.cli import main\n"
        f"sys.argv = ['outplay', 'solve', 'squatter:4', '--method', 'alpha-beta', '--checkpoint', "
        f"{str(path)!r}, '--memory', '16']\nmain()\n"
    )
    child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    end = time.monotonic() + 120
    while not path.exists() and child.poll() is None and time.monotonic() < end:
        time.sleep(0.02)
    os.kill(child.pid, signal.SIGKILL) if child.poll() is None else None
    child.wait()
    if not path.exists():
        pytest.skip("the solve ended before the first checkpoint")
    done = outplay_run(
        "solve", "squatter:4", "--method", "alpha-beta", "--checkpoint", str(path), "--memory", "16", "--json"
    )
    assert json.loads(done.stdout.splitlines()[-1])["exact"], done.stderr
    assert [*tmp_path.glob("*.lock")] == []


@pytest.mark.rules
def test_the_lock_file_of_a_killed_solve_is_used_again_and_removed(tmp_path: Path) -> None:
    path, lock = tmp_path / "table", tmp_path / "table.lock"
    lock.touch()
    with held(path):
        assert lock.exists()
        with pytest.raises(outplay.BadProof, match="another solver is using"), held(path):
            pass
    assert not lock.exists()
