"""Reports on many games: sums by hand, files and matches of the store, tables that fit a terminal."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.commands import good, json_lines, outplay_run, refused
from helpers.networks import network_for

from outplay.cli.match_report import report_match
from outplay.cli.report import report_game
from outplay.core.errors import BadRecord, StoreError
from outplay.core.limits import Limit
from outplay.core.records import Record, read
from outplay.engine.networks import own_path
from outplay.tools.match_report import GameReport, Losses, losses_by_phase, losses_by_player, phase_of, worst_moves
from outplay.tools.named_games import named_games
from outplay.tools.report import View, report

ONE = "game: tic-tac-toe\nfirst: Ada\nsecond: Grace\n\na3 b2 b3 c3 c2 a1\n"
TWO = "game: tic-tac-toe\nnumber: 7\nopening: 2\nfirst: Grace\nsecond: Ada\n\nb2 a3 c2 a2 a1 c3\n"


def scored(text: str, *scores: float | None) -> tuple[Record, dict[int, View]]:
    """A record, and estimates for the first player after each number of moves; no played move was the expected one."""
    record = read(text)
    seen = {}
    for index, score in enumerate(scores, record.opening):
        played = [move.move for move in record.moves[index : index + 1]]
        others = [move for move in record.positions()[index].moves() if move not in played]
        seen[index] = View(score, None, tuple(others[:1]), 1)
    return record, seen


def test_losses_are_summed_by_player_and_third_of_the_game() -> None:
    record, seen = scored(ONE, 0.5, 0.5, 0.5, 0.3, 0.4, 0.1, 0.1)
    ada = GameReport(1, record, report(record, seen))
    assert [phase_of(s, record) for s in ada.report.steps] == [0, 0, 1, 1, 2, 2]
    first = losses_by_phase(ada.report, record, 0)
    assert [(p.moves, p.judged) for p in first] == [(1, 1)] * 3
    assert [round(p.loss, 6) for p in first] == [0, 0.2, 0.3]
    assert [round(p.loss, 6) for p in losses_by_phase(ada.report, record, 1)] == [0, 0.1, 0]
    record, seen = scored(TWO, 0.0, -0.4, -0.4, None, 0.0)
    grace = GameReport(7, record, report(record, seen))
    assert [s.number for s in grace.report.steps] == [3, 4, 5, 6]
    by_name = {p.player: p for p in losses_by_player([ada, grace])}
    assert (by_name["Ada"].games, by_name["Ada"].all.moves, by_name["Ada"].all.judged) == (2, 5, 4)
    assert by_name["Ada"].all.per_move == pytest.approx(0.5 / 4)
    assert by_name["Ada"].sides[0].loss == pytest.approx(0.5)
    assert by_name["Grace"].all.loss == pytest.approx(0.1 + 0.4)
    assert by_name["Grace"].phases[0].loss == pytest.approx(0.4)
    (worst, step), *_ = worst_moves([ada, grace], 3)
    assert (worst.number, step.number, round(step.loss, 6)) == (7, 3, 0.4)
    assert Losses().per_move is None


def test_the_games_of_a_file_or_folder_are_found(tmp_path: Path) -> None:
    many = tmp_path / "many.txt"
    many.write_text(f"{ONE}\n---\n\n{TWO}")
    assert [(number, record.first) for number, record in named_games(str(many))] == [(1, "Ada"), (7, "Grace")]
    assert [number for number, _ in named_games(str(many), None, [7])] == [7]
    (tmp_path / "other.txt").write_text(TWO.replace("7", "9"))
    assert [number for number, _ in named_games(str(tmp_path))] == [1, 7, 9]
    with pytest.raises(BadRecord, match=r"there is no game 3 in .*many\.txt; there are 2"):
        named_games(str(many), None, [3])
    many.write_text(f"{ONE}\n---\n\n{TWO.replace('c2 a2', 'c2 z9')}")
    with pytest.raises(BadRecord, match=r"many\.txt: line 15, move 4: 'z9' is no move"):
        named_games(str(many))


def test_a_file_of_another_format_is_read(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    game = {"game": "tic-tac-toe", "moves": ["b2", "a2", "a1", "c3", "c1", "b1", "a3"], "winner": 0, "margin": 1}
    path.write_text("".join(json.dumps({**game, "number": n, "opening": ["b2"]}) + "\n" for n in (4, 5)))
    found = named_games(str(path))
    assert [(number, record.opening, len(record.moves)) for number, record in found] == [(4, 1, 7), (5, 1, 7)]


def test_what_names_no_games_is_refused(tmp_path: Path) -> None:
    database = str(tmp_path / "games.sqlite")
    good("match", "tic-tac-toe", "random", "random", "--games", "2", "--name", "some", "--db", database)
    with pytest.raises(BadRecord, match=r"there is no file other, and no run 'other'; there are some"):
        named_games("other", database)
    with pytest.raises(StoreError, match="some has no game 5; it has 2, up to number 2"):
        named_games("some", database, [5])
    refused(outplay_run("report", "other", "--db", database), "there is no file other, and no run 'other'")
    refused(outplay_run("report", "some", "--db", database, "--nodes", "0"), "the limit nodes must be more than 0")


@pytest.mark.kernel
def test_a_match_of_the_store_is_reported(tmp_path: Path) -> None:
    database = str(tmp_path / "games.sqlite")
    names = ["a-player-whose-name-is-long=random", "random"]
    good("match", "tic-tac-toe", *names, "--games", "4", "--name", "four", "--openings", "random:1", "--db", database)
    words = ("report", "four", "--db", database, "--nodes", "5000")
    done = outplay_run(*words, "--games", COLUMNS="80")
    assert done.returncode == 0, done.stderr
    text = done.stdout
    assert max(map(len, text.splitlines())) <= 80
    assert text.startswith("four: mnk:3,3,3, 4 games: what each player gave away a move\n")
    assert "Moves that the opening dictated are left out." in text
    assert "The moves that lost most:\n" in text
    *games, first, second, worst = json_lines(*words)
    assert [game["game"] for game in games] == [1, 2, 3, 4]
    assert all(game["opening"] == 1 and game["moves"][0]["move"] == 2 for game in games)
    assert first["per_move"] <= second["per_move"]
    losses = dict.fromkeys((first["player"], second["player"]), 0.0)
    for game in games:
        for move in game["moves"]:
            losses[game[move["player"]]] += move["loss"]
    for player in (first, second):
        assert player["loss"] == pytest.approx(losses[player["player"]])
        assert sum(player[phase]["moves"] for phase in ("opening", "middle", "end")) == player["moves"]
        assert player["as_first"]["moves"] + player["as_second"]["moves"] == player["moves"]
    assert worst["worst"][0]["loss"] == max(move["loss"] for game in games for move in game["moves"])
    single = good(*words, "--game", "2")
    assert single.startswith("mnk:3,3,3: random (x) against a-player-whose-name-is-long (o)")
    assert "Move 1 were dictated" not in single


@pytest.mark.kernel
def test_games_of_ones_own_rules_are_reported_the_same_by_one_worker_and_by_two(tmp_path: Path) -> None:
    good("new", "game", "mine", cwd=tmp_path)
    for number in "123":
        good("play", "mine.py:4,4", "--second", f"random:seed={number}", "--save", f"{number}.txt", cwd=tmp_path)
    many = "\n---\n\n".join((tmp_path / f"{number}.txt").read_text() for number in "123")
    (tmp_path / "many.txt").write_text(many)
    one, two = (good("report", "many.txt", "--nodes", "2000", "-w", w, "--json", cwd=tmp_path) for w in "12")
    assert one == two
    assert [json.loads(line).get("game") for line in one.splitlines()][:3] == [1, 2, 3]


def test_the_network_that_judged_is_named_and_can_be_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("OUTPLAY_DATA", str(tmp_path / "data"))
    one, two = read(ONE), read(TWO)
    network_for(one.game, minutes=5, games=1200).save(own_path(one.game))
    limit, words = Limit(nodes=50), "evaluated by a network trained for 5 minutes on 1,200 games."
    report_match("two", [(1, one), (7, two)], limit, 1, "auto", 1, False, False)
    assert f"mnk:3,3,3 is {words}" in capsys.readouterr().out.splitlines()
    report_game(one, limit, 1, "auto", False)
    assert words.capitalize() in capsys.readouterr().out.splitlines()
    report_match("two", [(1, one), (7, two)], limit, 1, "none", 1, False, False)
    report_game(one, limit, 1, "none", False)
    assert "network" not in capsys.readouterr().out
    report_game(one, limit, 1, "auto", True)
    assert all(json.loads(line)["network"]["games"] == 1200 for line in capsys.readouterr().out.splitlines())
    (tmp_path / "one.txt").write_text(ONE)
    refused(outplay_run("report", "one.txt", "--net", "a.network", cwd=tmp_path), "a.network cannot be read")


def test_ctrl_c_reports_on_the_games_that_were_analysed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object) -> Iterator[GameReport]:
        record, seen = scored(ONE, 0.5, 0.5, 0.5, 0.3, 0.4, 0.1, 0.1)
        yield GameReport(1, record, report(record, seen))
        raise KeyboardInterrupt

    monkeypatch.setattr("outplay.tools.match_report.game_reports", interrupted)
    empty = read(ONE)._replace(moves=())
    report_match("two", [(1, read(ONE)), (7, read(TWO)), (8, empty)], Limit(nodes=1), 1, "none", 1, False, False)
    shown = " ".join(capsys.readouterr().out.split())
    assert "two: mnk:3,3,3, 1 of 3 games" in shown
    assert "1 game was over before a player chose a move, so there is nothing to judge in it." in shown
    assert "1 more is missing, because the analysis was stopped." in shown
