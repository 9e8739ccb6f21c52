"""What analyse and solve print: how far a proof is, several lines, figures that people can read."""

import json
import re
import time
from pathlib import Path

import pytest
from helpers.commands import good, json_lines

import outplay
from outplay import compiler
from outplay.cli import app, common
from outplay.cli.search import figures, proven_words, question, unfinished_words
from outplay.engine.analysis import Analysis, Line, Proof, ProofWindow
from outplay.search.thread_state import ROOT_COUNT, ROOT_DONE, ROOT_MOVE
from outplay.search.values import INFINITY, UNIT

BAD = {
    "analyse tic-tac-toe --lines 0": "the lines must be 1 to 64, not 0",
    "analyse tic-tac-toe --lines 65": "the lines must be 1 to 64, not 65",
    "analyse tic-tac-toe --depth 0": "the limit depth must be more than 0",
    "analyse tic-tac-toe --nodes 0": "the limit nodes must be more than 0",
    "analyse tic-tac-toe --time -1": "the limit time must be more than 0",
    "analyse tic-tac-toe --threads 0": "the threads must be 1 or more, not 0",
    "analyse tic-tac-toe --table 0": "the table must have 1 to",
    "analyse tic-tac-toe --position xxx/oo./...": "the game is over in this position",
    "analyse tic-tac-toe --player kalah-ranks": "kalah-ranks plays kalah only",
    "analyse tic-tac-toe --player engine --lines 2": "the engine's limits do not go with --player",
    "solve tic-tac-toe --goal draw": "there is no goal 'draw'",
    "solve tic-tac-toe --lines 0": "the lines must be 1 to 64, not 0",
    "solve tic-tac-toe --time 0": "the limit time must be more than 0",
    "solve tic-tac-toe --position xxx/oo./...": "the game is over in this position",
    "report game.txt --time 0": "the limit time must be more than 0",
    "report game.txt --table 0": "the table must have 1 to",
    "perft tic-tac-toe --depth 501": "the depth must be 1 to 500, not 501",
    "stats tic-tac-toe --second nobody": "there is no player 'nobody'",
    "stats tic-tac-toe --first engine --second kalah-ranks": "kalah-ranks plays kalah only",
    "stats tic-tac-toe --first engine:table=99999999": "the table of engine must be 1 to",
    "play tic-tac-toe --first engine --second engine:table=99999999": "the table of engine must be 1 to",
    "speak gomocup --player kalah-ranks": "kalah-ranks plays kalah only",
    "match tic-tac-toe engine nobody": "there is no player 'nobody'",
    "tournament tic-tac-toe engine random kalah-ranks": "kalah-ranks plays kalah only",
}


@pytest.mark.parametrize("line", BAD)
def test_arguments_are_checked_before_anything_is_compiled(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def announced(game: str) -> None:
        raise AssertionError(f"{game} is compiled")

    (tmp_path / "game.txt").write_text("game: tic-tac-toe\n\nb2 a1\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OUTPLAY_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(compiler, "announce", announced)
    with pytest.raises(outplay.OutplayError) as refused:
        app(line.split(), prog_name="outplay", standalone_mode=False)
    assert BAD[line] in str(refused.value)
    assert not (tmp_path / "cache").exists()


@pytest.mark.kernel
def test_a_proof_has_no_depth_and_small_numbers_are_legible() -> None:
    shown = good("solve", "tic-tac-toe")
    assert "depth 199" not in shown
    assert "e-0" not in shown
    assert "0.000" not in shown
    assert re.search(r"^depth   5 +[\d.]+ m?s +\d+ nodes", shown, re.MULTILINE)
    assert re.search(r"^proof +[\d.]+ m?s +\d+ nodes +[\d.,]+( [kM])?/s +=\+0\.00  \w\d", shown, re.MULTILINE)
    assert shown.endswith("Proven: a draw.\n")


@pytest.mark.kernel
@pytest.mark.parametrize(("spec", "position"), [("tic-tac-toe", "x../.o./..."), ("kalah:3,2", None)])
def test_the_best_moves_are_proven_one_after_the_other(spec: str, position: str | None) -> None:
    words = ("solve", spec, "--lines", "9", *(("--position", position) if position else ()))
    *_, last = json_lines(*words)
    game = outplay.game(spec)
    place = game.position(position) if position else game.start()
    values = {}
    for move in place.moves():
        after = place.play(move)
        if outcome := after.outcome():
            values[place.name(move)] = outcome.margin_for(place.to_move)
            continue
        *_, found = outplay.Engine(game, 1).solve(after)
        assert found.outcome
        values[place.name(move)] = found.outcome.margin_for(place.to_move)
    assert {line["move"]: line["score"] for line in last["lines"]} == values
    assert all(line["exact"] for line in last["lines"])
    assert [line["score"] for line in last["lines"]] == sorted(values.values(), reverse=True)


@pytest.mark.kernel
def test_a_proof_tells_what_it_has_found_out_so_far() -> None:
    position = outplay.game("kalah:5,4").start()
    found = list(outplay.Engine(position.game, 64).solve(position, outplay.Limit(time=2.0)))
    *_, best = outplay.Engine(position.game, 64).solve(position)
    assert best.outcome
    value = best.outcome.margin_for(0)
    proofs = [analysis.proof for analysis in found if analysis.proof]
    assert proofs, "a proof that takes a second says how far it is"
    for proof in proofs:
        assert proof.at_least is None or proof.at_least <= value
        assert proof.at_most is None or proof.at_most >= value
        assert proof.move is None or (proof.move in position.moves() and 0 <= proof.done < proof.moves <= 5)
    if found[-1].exact:
        assert found[-1].proof is None


@pytest.mark.kernel
def test_a_proof_that_was_stopped_says_so() -> None:
    shown = " ".join(good("solve", "gomoku", "--time", "1").split())
    assert re.search(r"The proof was not finished in [\d.]+ m?s and [\d.,]+( [kM])? nodes\.", shown)
    assert re.search(r"The last question was: does x .*\? \d+ of \d+ moves tried", shown)
    *_, last = (json.loads(line) for line in good("solve", "gomoku", "--time", "1", "--json").splitlines())
    assert set(last["proof"]) == {"at_least", "at_most", "tested", "move", "done", "moves", "seconds_left"}
    assert re.fullmatch(r"[a-o]\d+", last["proof"]["move"])


def analysis(proof: Proof | None, exact: int = 0, lines: int = 1) -> Analysis:
    each = [Line(4, (4,), 0.0, number < exact, None, None, True) for number in range(lines)]
    return Analysis(4, (4,), 0.0, 5, 640_000_000, 105.0, False, None, None, 0.35, tuple(each), True, proof)


def test_the_question_of_a_proof_is_in_words() -> None:
    position = outplay.game("tic-tac-toe").start()

    def asked(tested: int) -> str:
        return question(position, analysis(Proof(None, None, tested, 4, 2, 9)))

    assert asked(3) == "does x win by 3 or more? 2 of 9 moves tried, now b2"
    assert asked(1) == "does x win? 2 of 9 moves tried, now b2"
    assert asked(0) == "does x draw or win? 2 of 9 moves tried, now b2"
    assert asked(-2) == "does x lose by no more than 2? 2 of 9 moves tried, now b2"
    slow = analysis(Proof(None, None, 1, 4, 2, 9, 130.0))
    assert question(position, slow).endswith("2 of 9 moves tried, now b2, about 2:10 min for the others at this rate")
    second = analysis(Proof(None, None, 1, None, 0, 9), exact=1, lines=3)
    assert question(position, second) == "line 2 of 3, does x win? 0 of 9 moves tried"
    assert figures(position, second).endswith("; 1:45 min, 640.0 M nodes, 6.1 M/s, table 35% full; Ctrl-C stops it")


@pytest.mark.kernel
def test_the_time_left_of_a_proof_follows_from_the_moves_that_were_tried() -> None:
    engine = outplay.Engine(outplay.game("tic-tac-toe"), 1, net="none")
    window = ProofWindow(-INFINITY, INFINITY, UNIT, time.monotonic() - 10.0)

    def left(done: int) -> float | None:
        engine.search_threads.states[0][[ROOT_MOVE, ROOT_DONE, ROOT_COUNT]] = 4, done, 9
        return engine.reader._proof(window).seconds_left

    assert left(0) is None
    assert left(2) == pytest.approx(10 / 2.5 * 6.5, rel=0.1)
    assert left(8) == pytest.approx(10 / 8.5 * 0.5, rel=0.1)


def test_without_a_terminal_progress_is_told_in_lines(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with common.progress("kalah:6,4, 16 layers", 17_000_000) as advance:
        advance(1_000_000)
        assert capsys.readouterr() == ("", "")
        monkeypatch.setattr(common, "REPORT_SECONDS", 0.0)
        advance(3_000_000)
    told = capsys.readouterr()
    assert told.out == ""
    assert re.fullmatch(r"kalah:6,4, 16 layers: 4.0 M of 17.0 M, about [\d.]+ m?s left\n", told.err)


@pytest.mark.parametrize(
    ("low", "high", "words"),
    [
        (None, None, ""),
        (3, None, "x wins by 3 or more"),
        (1, 5, "x wins and does not win by more than 5"),
        (0, None, "x draws at least"),
        (-4, 0, "x loses by no more than 4 and does not win"),
        (None, -1, "x loses"),
        (None, -3, "x loses by 3 or more"),
    ],
)
def test_the_bounds_of_a_proof_are_in_words(low: int | None, high: int | None, words: str) -> None:
    position = outplay.game("tic-tac-toe").start()
    found = analysis(Proof(low, high, 1, 4, 2, 9))
    assert proven_words(position, found) == words
    assert proven_words(position, analysis(None)) == proven_words(position, None) == ""
    assert (f"It is proven that {words}." in unfinished_words(position, found)) == bool(words)


def test_progress_without_a_terminal_is_a_line_now_and_then(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = 1000.0  # sums of whole seconds are exact
    monkeypatch.setattr("outplay.cli.common.time.monotonic", lambda: now)
    with common.status("…") as update:
        for number in range(100):
            now += 1.0
            update(f"step {number}")
    assert capsys.readouterr().err == "step 29\nstep 59\nstep 89\n"
