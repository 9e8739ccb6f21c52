"""Reports: proven mistakes are those that an exhaustive search finds, and sentences name the decisive move."""

import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers.commands import good, outplay_run, refused

import outplay
from outplay import Engine, Limit
from outplay.cli import report as reporting
from outplay.core.records import Record, read
from outplay.engine.kernels import Plain
from outplay.tools.report import Report, View, decisive, report, views

pytestmark = pytest.mark.kernel

GAMES = {
    "tic-tac-toe": "a3 b2 b3 c3 c2 a1",
    "kalah:4,3": "1 4 2 1 3 2 4 1",
    "connect-four:4,4": "a a a a b b b b c c d",
    "othello:4": "",
}


ENOUGH = Limit(nodes=200_000)


def reported(record: Record, limit: Limit = ENOUGH) -> Report:
    return report(record, dict(views(record, Engine(record.game, 16), limit)))


def some_game(spec: str, moves: str) -> Record:
    """The moves as far as they are legal, then the first legal ones."""
    game = outplay.game(spec)
    place, names = game.start(), list[str]()
    for word in moves.split() + 100 * [""]:
        if place.outcome():
            break
        legal = [place.name(move) for move in place.moves()]
        names.append(word if word in legal else legal[0])
        place = place.play(game.move(names[-1], place))
    return read(f"game: {spec}\n\n{' '.join(names)}")


@pytest.mark.parametrize("spec", GAMES)
def test_proven_scores_and_losses_are_those_of_exhaustive_search(spec: str) -> None:
    record = some_game(spec, GAMES[spec])
    plain = Plain(record.game, "alpha-beta")

    def truth(position: outplay.Position, player: int) -> int:
        outcome = position.outcome()
        if outcome:
            return outcome.margin if outcome.winner == player else -outcome.margin
        value = plain.search(position, 60).value
        return value if position.to_move == player else -value

    places = record.positions()[-12:]
    found = reported(record)
    assert len(found.steps) == len(record.moves)
    assert [s.move for s in found.steps] == [played.move for played in record.moves]
    checked = 0
    for step in found.steps:
        assert step.loss >= 0
        if step.position not in places:
            continue
        after = truth(step.position.play(step.move), step.player)
        if step.outcome:
            assert step.score == after
        if step.proven:
            assert step.best_score == truth(step.position, step.player)
            assert truth(step.position.play(step.line[0]), step.player) == step.best_score
            checked += 1
            assert (step.loss > 0) == (after < step.best_score)
    assert checked >= 5


def test_the_move_that_lost_is_found_and_named() -> None:
    record = some_game("tic-tac-toe", GAMES["tic-tac-toe"])
    found = reported(record)
    assert found.turn is not None
    assert (found.turn.number, found.turn.result_lost) == (5, True)
    assert found.mistakes == (found.turn,)
    words = [reporting.turn_sentence(record, found), *reporting.mistake_sentences(found)]
    assert words[0] == "The game turned at move 5 (x, c2): before it x draws, after it loses (proven)."
    assert words[1].startswith("Move 5 (x, c2) gave the draw away: a1 draws")
    assert "Better: x a1, o" in words[1]


def test_a_win_that_was_let_go_is_named() -> None:
    record = read("game: tic-tac-toe\nstart: xx./oo./...\n\nc1 c2")
    found = reported(record)
    assert found.turn
    words = reporting.mistake_sentences(found)
    assert words[0].startswith("Move 1 (x, c1) let the win go: c3 wins")
    assert reporting.turn_sentence(record, found).startswith("The game turned at move 1 (x, c1): before it x wins")


def test_a_clear_mistake_counts_for_more_than_the_small_one_that_went_before() -> None:
    record = some_game("tic-tac-toe", GAMES["tic-tac-toe"])
    small, other, large, worse = reported(record).steps[:4]
    small, other, large, worse = (
        step._replace(best_score=best, score=score, best_outcome=None, outcome=None)
        for step, best, score in ((small, 0.1, 0.0), (other, 0.9, 0.0), (large, 0.5, 0.0), (worse, 1.0, 0.0))
    )
    assert decisive(small, (other, large, worse)) == large
    assert decisive(small, (other, worse)) == small
    assert decisive(large, (large, worse)) == large
    assert decisive(None, (large,)) is None


def test_a_game_that_turned_by_no_clear_mistake_is_said_to_have_turned_slowly() -> None:
    record = some_game("tic-tac-toe", GAMES["tic-tac-toe"])
    found = reported(record)._replace(mistakes=())
    assert reporting.turn_sentence(record, found).startswith("The game turned little by little, for good at move 5")


def test_a_game_that_never_turned_says_so() -> None:
    record = read("game: tic-tac-toe\nstart: xx./oo./...\n\nc3")
    found = reported(record)
    assert (found.turn, found.mistakes) == (None, ())
    assert reporting.turn_sentence(record, found) == "x was ahead from move 1 on."
    assert reporting.mistake_sentences(found) == ["No move was a clear mistake."]


def test_giving_up_a_won_game_is_seen() -> None:
    record = read("game: tic-tac-toe\nstart: xx./oo./...\nresult: second wins\nreason: x resigned\n\nc1 a1")
    assert "the game ended for another reason" in reporting.turn_sentence(record, reported(record))


def test_a_needless_resignation_is_named() -> None:
    won = read("game: tic-tac-toe\nstart: xx./oo./...\nresult: second wins\nending: resignation\n\nc1 a1")
    found = reported(won)
    assert found.resignation
    assert (found.resignation.player, found.resignation.score, found.resignation.lost) == (0, 1.0, False)
    (words,) = reporting.resignation_sentences(found)
    assert words == "x resigned needlessly: the game was won for it (proven). Better: x c3"
    drawn = read("game: tic-tac-toe\nresult: second wins\nending: resignation\n\nb2 a1")
    assert "the game was drawn for it (proven)" in reporting.resignation_sentences(reported(drawn))[0]
    lost = read("game: tic-tac-toe\nstart: xo./.../...\nresult: first wins\nending: resignation\n\na1")
    assert reporting.resignation_sentences(reported(lost)) == ["o resigned a lost game (proven)."]


def test_a_resignation_in_a_game_that_is_not_proven_says_so() -> None:
    record = read("game: tic-tac-toe\nresult: second wins\nending: resignation\n\nb2 a1")
    before = {0: View(0.0, None, (4,), 1), 1: View(0.0, None, (0,), 1)}
    for score, words in (
        (0.4, "x resigned needlessly at +0.40; that the game was lost is not proven."),
        (-0.4, "x resigned at -0.40; that the game was lost is not proven."),
        (None, "x resigned, and it is not known whether the game was lost."),
    ):
        found = report(record, {**before, 2: View(score, None, (2, 8), 1)})
        assert reporting.resignation_sentences(found) == [f"{words} Better: x c3, o c1"]


def test_no_move_is_blamed_where_nothing_is_known() -> None:
    """A search without evaluation sees the loss late: that is no reason to blame the move at which it sees it."""
    record = read("game: connect-four:8,6\n\na d b d a d g d")  # there is a network for 7,6
    found = reported(record, Limit(nodes=2000))
    assert found.mistakes == ()
    assert (found.turn, found.worst) == (None, None)
    assert [s.score for s in found.steps[:6]] == [None] * 6
    assert [s.judged for s in found.steps] == [False] * 7 + [True]
    words = reporting.sentences(record, found)
    assert words[0] == (
        "After move 7 (first, g) the first player loses (proven); how the game stood before is not known: "
        "d may have been better."
    )
    assert words[-1].startswith("7 moves are not judged")
    table = reporting.move_table(record.game, found)
    assert table.count("unknown") == 6
    assert "even" not in " ".join([table, *words])


def test_moves_that_the_opening_dictated_are_not_judged(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text("game: tic-tac-toe\nopening: 5\n\na3 b2 b3 c3 c2 a1\n")
    lines = [json.loads(line) for line in good("report", str(path), "--json").splitlines()]
    assert [line["move"] for line in lines] == [6]
    text = good("report", str(path))
    assert "Moves 1 to 5 were dictated and are not judged." in text
    assert "turned at" not in text
    named = path.with_name("named.txt")
    named.write_text("game: tic-tac-toe\nopening: the corner\n\na3 b2\n")  # a header of the user's own
    assert read(named.read_text()).opening == 0
    path.write_text("game: tic-tac-toe\nopening: 2\n\na3 b2\n")
    refused(outplay_run("report", str(path)), "all moves of this record are its opening")


def test_sentences_agree_with_the_table_where_the_loser_was_ahead() -> None:
    """First ahead at the start, behind at the end, and given the game by the other's resignation."""
    record = read("game: kalah:4,3\nresult: first wins\nending: resignation\n\n1 4 1")
    views = {i: View(score, None, (9,), 1) for i, score in enumerate((2.0, -3.0, -3.0, -4.0))}
    found = report(record, views)
    assert found.turn is None
    words = reporting.turn_sentence(record, found)
    assert words == "On the board the first player was not ahead; the game ended for another reason: resignation."
    ahead = report(record, {i: View(score, None, (9,), 1) for i, score in enumerate((2.0, 2.0, 2.0, 1.0))})
    assert reporting.turn_sentence(record, ahead) == "The first player was ahead from move 1 on."


def test_the_move_that_lost_most_is_named_and_better_lines_say_who_moves() -> None:
    record = some_game("kalah:4,3", GAMES["kalah:4,3"])
    found = reported(record)
    assert found.worst
    assert found.worst.loss == max(s.loss for s in found.steps)
    words = reporting.sentences(record, found)
    (most,) = [line for line in words if line.startswith("The move that lost most")]
    assert f"move {found.worst.number} (" in most
    assert f"{found.worst.loss:.2f}, proven" in most
    position = record.start
    line = tuple(position.game.move(name, position) for name in ("2", "4"))
    assert reporting.line_words(position, line) == "first 2 4"
    after = position.play(line[0]).play(line[1])
    assert (
        reporting.line_words(position, (*line, after.moves()[0])) == f"first 2 4, second {after.name(after.moves()[0])}"
    )


def test_the_legend_explains_every_mark(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text("game: tic-tac-toe\n\na3 b2 b3 c3 c2 a1\n")
    text = good("report", str(path))
    legend = " ".join(text[text.index("Scores are") : text.index("\n\n", text.index("Scores are"))].split())
    assert {"= is proven", "? lost much", "?? lost a result"} <= set(re.split(r"[;,.] ", legend))


def test_extra_turns_keep_their_sign() -> None:
    record = read("game: kalah:4,3\n\n2 4 3")
    steps = reported(record).steps
    assert [s.player for s in steps] == [0, 0, 1]
    assert all(s.proven for s in steps)
    assert steps[0].best_score == 6  # published
    assert steps[0].score == steps[1].best_score
    assert steps[2].best_score is not None
    assert steps[1].score == -steps[2].best_score


def test_estimates_are_told_apart_from_proofs() -> None:
    game = outplay.game("tic-tac-toe")
    record = read("game: tic-tac-toe\n\nb2 a1")
    win = outplay.Outcome(0, 1, "proven")
    seen = {0: View(0.9, None, (0,), 1), 1: View(0.1, None, (3,), 1), 2: View(1.0, win, (3,), 1)}
    found = report(record, seen)
    assert [(s.loss, s.proven, s.result_lost) for s in found.steps] == [(0.8, False, False), (0.9, False, False)]
    assert found.mistakes == found.steps
    assert reporting.mistake_sentence(found.steps[0]) == "Move 1 (x, b2) gave away 0.80, estimated. Better: x a3"
    assert found.steps[0].position == game.start()


def test_a_report_with_nodes_is_the_same_every_time(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text("game: kalah:6,4\nfirst: Ada\n\n3 6 2 5 1 4")
    words = ("report", str(path), "--nodes", "20000")
    assert good(*words) == good(*words)
    lines = [json.loads(line) for line in good(*words, "--json").splitlines()]
    assert [line["move"] for line in lines] == [1, 2, 3, 4, 5, 6]
    assert [line["played"] for line in lines] == ["3", "6", "2", "5", "1", "4"]
    assert {"player", "best", "line", "best_score", "score", "loss", "mistake", "turn", "proven"} <= set(lines[0])


def test_the_report_has_a_heading_a_table_and_a_graph(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text("game: tic-tac-toe\nfirst: Ada\nsecond: Grace\ndate: 1843-07-10\n\na3 b2 b3 c3 c2 a1\n")
    text = good("report", str(path))
    assert text.startswith("mnk:3,3,3: Ada (x) against Grace (o), 1843-07-10\no wins: 3 in a row.\n")
    assert "   5  x       c2      a1      =   -1.00    1.00 ??             |##########" in text
    assert "The game turned at move 5" in text


def test_a_game_of_ones_own_is_reported_on(tmp_path: Path) -> None:
    good("new", "game", "mine", cwd=tmp_path)
    good("play", "mine.py:4,4", "--second", "random", "--save", "game.txt", cwd=tmp_path)
    assert "Better" in good("report", "game.txt", "--time", "0.05", cwd=tmp_path)


def test_ctrl_c_reports_what_was_analysed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.txt"
    path.write_text("game: tic-tac-toe\n\na3 b2 b3 c3 c2 a1\n")

    def interrupted(*arguments: Any) -> Iterator[tuple[int, View]]:
        for number, seen in enumerate(views(*arguments)):
            if number == 3:
                raise KeyboardInterrupt
            yield seen

    monkeypatch.setattr("outplay.tools.report.views", interrupted)
    reporting.report(str(path))
    shown = capsys.readouterr().out
    assert "Stopped: moves 5 to 6 were analysed." in shown
    assert "The game turned at move 5" in shown


def test_ctrl_c_is_heard_while_it_thinks(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text("game: gomoku\n\nh8 i9 h9 i8 h10 i10 h11\n")
    process = subprocess.Popen(
        [sys.executable, "-m", "outplay", "report", str(path), "--time", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    good("report", str(path), "--nodes", "1000")  # compiled by now, and loaded there too
    time.sleep(6)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert "Traceback" not in err
    assert (process.returncode, "were analysed" in out) in ((0, True), (130, False))
