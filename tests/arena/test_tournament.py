"""Matches and tournaments from the command line to the store: nothing is lost, nothing is played twice."""

import json
import os
import random
import signal
import subprocess
import sys
import time
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from outplay import compiler
from outplay.arena.games import Conditions, PlayedGame, ScheduledGame
from outplay.arena.schedule import Extent
from outplay.arena.settings import Settings
from outplay.arena.store import Store
from outplay.arena.tournament import Progress, Tournament
from outplay.arena.workers import Lost
from outplay.cli import app, main
from outplay.core.errors import ArenaError, StoreError
from outplay.core.results import Ending, GameResult, MoveRecord

PLAYED = PlayedGame(GameResult(0, 1, Ending.RULES, "made up"), (MoveRecord("a1", 0.1),), "2026-11-16T20:15:00+00:00")


def outplay(folder: Path, *words: str, **options: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(*words),
        capture_output=True,
        text=True,
        timeout=120,
        cwd=folder,
        env=environment(folder),
        **options,
    )


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "outplay", *words]


def environment(folder: Path) -> dict[str, str]:
    return {**os.environ, "OUTPLAY_DATA": str(folder / "data")}


def started(folder: Path, *words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        command(*words), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=folder, env=environment(folder)
    )


def store(folder: Path) -> Store:
    (folder / "data").mkdir(parents=True, exist_ok=True)
    return Store(str(folder / "data" / "games.db"))


def games(folder: Path, name: str) -> list[tuple[ScheduledGame, PlayedGame]]:
    with store(folder) as kept:
        return list(kept.run(name).games())


def wait_for_games(folder: Path, name: str, number: int) -> None:
    for _ in range(600):
        try:
            with store(folder) as kept:
                if len(kept.run(name).numbers()) >= number:
                    return
        except StoreError:
            pass
        time.sleep(0.05)
    raise AssertionError(f"there were never {number} games")


def same_games(one: list[tuple[ScheduledGame, PlayedGame]], other: list[tuple[ScheduledGame, PlayedGame]]) -> bool:
    """Whether the games are the same but for the times that they took."""

    def told(games: list[tuple[ScheduledGame, PlayedGame]]) -> list[Any]:
        return [
            (scheduled, played.result, [move._replace(seconds=None) for move in played.moves])
            for scheduled, played in games
        ]

    return told(one) == told(other)


def won_by(winner: int | None) -> PlayedGame:
    return PLAYED._replace(result=PLAYED.result._replace(winner=winner))


class Instant:
    """Workers that make games up, in an order of their own."""

    def __init__(self, size: int = 3, seed: int = 0, lose: int = 0) -> None:
        self.size, self.lose, self.dice = size, lose, random.Random(seed)
        self.running: list[ScheduledGame] = []
        self.given: list[ScheduledGame] = []
        self.closed: list[bool] = []

    def submit(self, scheduled: ScheduledGame) -> None:
        assert len(self.running) < self.size
        self.running.append(scheduled)
        self.given.append(scheduled)

    def finished(self, timeout: float) -> list[tuple[ScheduledGame, PlayedGame | Lost]]:
        scheduled = self.running.pop(self.dice.randrange(len(self.running)))
        if scheduled.number == self.lose:
            return [(scheduled, Lost("the rules are wrong"))]
        winner = random.Random(scheduled.seed).choice([0, 1, None])
        return [(scheduled, won_by(winner))]

    def close(self, kill: bool = False) -> None:
        self.closed.append(kill)


def made(folder: Path, settings: Settings, players: Sequence[str]) -> Store:
    kept = store(folder)
    kept.create("run", "tournament", settings.as_dict(), dict.fromkeys(players, "random"))
    return kept


def quiet(progress: Progress) -> None:
    pass


@pytest.mark.parametrize("format", ["round-robin", "gauntlet", "swiss"])
def test_stopped_at_any_game_and_resumed_it_has_the_same_games_as_if_it_never_stopped(
    format: str, tmp_path: Path
) -> None:
    settings = Settings("kalah:4,3", format, 2, (Extent(5, 3),), openings="random:2")
    whole = made(tmp_path / "whole", settings, "abcde")
    workers = Instant()
    assert Tournament(whole.run("run"), workers).play(quiet) == "finished"
    expected = {scheduled.number: scheduled for scheduled in workers.given}
    parts = made(tmp_path / "parts", settings, "abcde")
    given: list[ScheduledGame] = []
    for seed in range(100):
        workers = Instant(seed=seed)
        playing = Tournament(parts.run("run"), workers)

        def stop(progress: Progress, playing: Tournament = playing) -> None:
            playing.stop_asked += 1

        playing.play(stop)
        kept = parts.run("run").numbers()
        given += [scheduled for scheduled in workers.given if scheduled.number in kept]
        if len(kept) == len(expected):
            break
    numbers = [scheduled.number for scheduled in given]
    assert len(numbers) == len(set(numbers))
    assert {scheduled.number: scheduled for scheduled in given} == expected
    assert parts.run("run").results() == whole.run("run").results()
    for kept_store in (whole, parts):
        kept_store.close()


def test_a_game_that_cannot_be_played_ends_the_run_with_its_reason_and_keeps_the_rest(tmp_path: Path) -> None:
    kept = made(tmp_path, Settings("kalah:4,3", extents=(Extent(4, 1),), openings="none"), "abcd")
    workers = Instant(lose=5)
    with pytest.raises(ArenaError, match=r"game 5, .* the rules are wrong"):
        Tournament(kept.run("run"), workers).play(quiet)
    assert workers.closed == [True]
    assert 5 not in kept.run("run").numbers()
    assert len(kept.run("run").numbers()) >= 2
    assert kept.run("run").state == "stopped"
    assert Tournament(kept.run("run"), Instant()).play(quiet) == "finished"
    assert kept.run("run").numbers() == set(range(1, 13))
    kept.close()


def test_a_run_can_be_extended_by_rounds_and_players_and_keeps_its_games(tmp_path: Path) -> None:
    settings = Settings("kalah:4,3", extents=(Extent(3, 1),), openings="random:1")
    kept = made(tmp_path, settings, "abc")
    Tournament(kept.run("run"), Instant()).play(quiet)
    before = kept.run("run").results()
    run = kept.run("run")
    run.extend(settings._replace(extents=(Extent(3, 1), Extent(4, 2))).as_dict(), {"d": "random"})
    workers = Instant()
    assert Tournament(kept.run("run"), workers).play(quiet) == "finished"
    assert kept.run("run").results()[: len(before)] == before
    assert len(kept.run("run").results()) == 2 * 2 * 6
    assert not {scheduled.number for scheduled in workers.given} & {result.number for result in before}
    kept.close()


def test_a_test_that_is_decided_ends_the_match(tmp_path: Path) -> None:
    settings = Settings("kalah:4,3", games=1000, extents=(Extent(2, 1),), openings="none", sprt="0,200")
    kept = store(tmp_path)
    kept.create("run", "match", settings.as_dict(), {"strong": "random", "weak": "random"})

    class Won(Instant):
        def finished(self, timeout: float) -> list[tuple[ScheduledGame, PlayedGame | Lost]]:
            scheduled = self.running.pop()
            return [(scheduled, won_by(0 if scheduled.first == "strong" else 1))]

    assert Tournament(kept.run("run"), Won()).play(quiet) == "decided"
    assert 4 <= len(kept.run("run").results()) < 200
    kept.close()


def test_a_run_that_is_being_played_is_not_played_by_a_second_process(tmp_path: Path) -> None:
    kept = made(tmp_path, Settings("kalah:4,3", extents=(Extent(2, 1),), openings="none"), "ab")
    kept.run("run").claim()
    with pytest.raises(StoreError, match="is being run by"):
        Tournament(kept.run("run"), Instant()).play(quiet)
    kept.close()


def test_a_killed_match_resumes_with_the_same_games_none_lost_and_none_twice(tmp_path: Path) -> None:
    words = (
        "match",
        "kalah:4,3",
        "random",
        "random",
        "--games",
        "400",
        "--openings",
        "random:2",
        "--name",
        "m",
        "-w",
        "2",
    )
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    whole.mkdir()
    parts.mkdir()
    assert outplay(whole, *words).returncode == 0
    running = started(parts, *words)
    acknowledged = set[int]()
    for number in (1, 60, 150):
        wait_for_games(parts, "m", number)
        running.kill()
        running.communicate()
        with store(parts) as kept:
            now = kept.run("m").numbers()
        assert acknowledged <= now
        acknowledged = now
        running = started(parts, "match", "--resume", "m")
    output, errors = running.communicate(timeout=120)
    assert running.returncode == 0, errors
    assert "400 games, finished" in output
    assert same_games(games(parts, "m"), games(whole, "m"))


def test_the_first_ctrl_c_waits_for_the_running_games_and_says_how_to_go_on(tmp_path: Path) -> None:
    bot = tmp_path / "slow.py"
    bot.write_text(
        "import time\n"
        "class Bot:\n"
        "    def __init__(self, game): pass\n"
        "    def choose(self, position):\n"
        "        time.sleep(0.2)\n"
        "        return position.moves()[0]\n"
    )
    running = started(tmp_path, "match", "tic-tac-toe", "slow.py", "random", "--name", "m", "-w", "1", "-n", "10")
    wait_for_games(tmp_path, "m", 1)
    running.send_signal(signal.SIGINT)
    output, errors = running.communicate(timeout=60)
    assert running.returncode == 0
    assert "of 10 games are kept; go on with: outplay match --resume m" in errors
    assert "Traceback" not in errors
    assert "paused" in output
    with store(tmp_path) as kept:
        assert kept.run("m").state == "paused"
        assert 1 <= len(kept.run("m").numbers()) < 10


def test_a_second_ctrl_c_ends_it_at_once(tmp_path: Path) -> None:
    bot = tmp_path / "asleep.py"
    bot.write_text(
        "import time\n"
        "class Bot:\n"
        "    def __init__(self, game): pass\n"
        "    def choose(self, position):\n"
        "        time.sleep(600)\n"
    )
    running = started(
        tmp_path, "match", "tic-tac-toe", "asleep.py", "random", "--name", "m", "-w", "1", "--time", "500",
        "--openings", "none",
    )  # fmt: skip
    for _ in range(600):
        time.sleep(0.05)
        with store(tmp_path) as kept:
            if [info for info in kept.runs() if info.state == "running"]:
                break
    time.sleep(0.5)
    for _ in range(2):
        running.send_signal(signal.SIGINT)
        time.sleep(0.6)
    _, errors = running.communicate(timeout=30)
    assert running.returncode == 130
    assert "0 of 100 games are kept" in errors
    assert "Traceback" not in errors


def test_another_terminal_can_look_and_ask_it_to_pause(tmp_path: Path) -> None:
    words = (
        "tournament",
        "kalah:6,4",
        "random",
        "random",
        "random",
        "-n",
        "2000",
        "--openings",
        "random:3",
        "--name",
        "t",
    )
    running = started(tmp_path, *words)
    wait_for_games(tmp_path, "t", 5)
    looked = outplay(tmp_path, "results", "t", "--json")
    told = json.loads(looked.stdout)
    assert told["state"] == "running"
    assert told["figures"]["games"] >= 5
    again = outplay(tmp_path, "tournament", "--resume", "t")
    assert again.returncode == 2
    assert "is being run by" in again.stderr
    paused = outplay(tmp_path, "pause", "t")
    assert paused.returncode == 0, paused.stderr
    assert "outplay tournament --resume t" in paused.stdout
    running.communicate(timeout=60)
    assert running.returncode == 0
    with store(tmp_path) as kept:
        assert kept.run("t").state == "paused"
    assert "not being run" in outplay(tmp_path, "pause", "t").stderr


@pytest.mark.kernel
def test_the_same_seed_gives_the_same_games_with_one_worker_or_two(tmp_path: Path) -> None:
    words = ("match", "kalah:4,3", "engine:nodes=300", "alpha-beta:depth=3", "--games", "12", "--seed", "5")
    for name, more in {"a": ("-w", "1"), "b": ("-w", "1"), "c": ("-w", "2"), "d": ("-w", "1", "--seed", "6")}.items():
        done = outplay(tmp_path, *words, *more, "--name", name)
        assert done.returncode == 0, done.stderr
    assert same_games(games(tmp_path, "a"), games(tmp_path, "b"))
    assert same_games(games(tmp_path, "a"), games(tmp_path, "c"))
    assert not same_games(games(tmp_path, "a"), games(tmp_path, "d"))


def test_a_tournament_of_bots_from_a_file_shows_who_erred(tmp_path: Path) -> None:
    (tmp_path / "bots").mkdir()
    for name, choose in {
        "first": "return position.moves()[0]",
        "broken": "return position.moves()[0] if len(position.moves()) > 7 else 1 / 0",
        "cheat": "return 99",
    }.items():
        (tmp_path / "bots" / f"{name}.py").write_text(
            f"class Bot:\n    def __init__(self, game): pass\n    def choose(self, position):\n        {choose}\n"
        )
    (tmp_path / "cup.toml").write_text('game = "tic-tac-toe"\nopenings = "none"\nbots = "bots/*.py"\n')
    done = outplay(tmp_path, "tournament", "cup.toml", "--json")
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(lines) == 7
    assert {line["number"] for line in lines[:-1]} == set(range(1, 7))
    table = {row["player"]: row for row in lines[-1]["standings"]}
    assert table["first"]["points"] == 4
    assert table["broken"]["errors"] == {"crash": 2}
    assert table["cheat"]["errors"] == {"illegal move": 4}
    shown = outplay(tmp_path, "results", "cup")
    assert "cheat: 4 × illegal move" in shown.stdout
    listed = outplay(tmp_path, "results", "cup", "--games")
    assert listed.stdout.count("  illegal move\n") == 4
    assert listed.stdout.count("cheat: illegal move: choose returned 99, which is no legal move") == 4


def test_a_full_disk_says_so_and_nothing_is_lost(tmp_path: Path) -> None:
    import resource

    words = (
        "match",
        "kalah:6,4",
        "random",
        "random",
        "--games",
        "600",
        "--openings",
        "random:2",
        "--name",
        "m",
        "-w",
        "1",
    )

    def little_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000))
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)

    done = outplay(tmp_path, *words, preexec_fn=little_room)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert "--resume m" in done.stderr
    before = games(tmp_path, "m")
    assert 0 < len(before) < 600
    done = outplay(tmp_path, "match", "--resume", "m")
    assert done.returncode == 0, done.stderr
    after = games(tmp_path, "m")
    assert [scheduled.number for scheduled, _ in after] == list(range(1, 601))
    assert {scheduled.number: played for scheduled, played in before}.items() <= {f.number: p for f, p in after}.items()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["match"], "name a game and two players"),
        (["match", "kalah"], "name a game and two players"),
        (["match", "kalah", "random", "randon"], "did you mean random"),
        (["match", "kalah", "random", "cadrega"], "cadrega plays mnk only"),
        (["match", "kalah", "random", "nobody.py"], "there is no file"),
        (["match", "kalah", "random", "random", "--games", "3"], "take 4"),
        (["match", "kalah", "random", "random", "--time", "0"], "more than 0"),
        (["match", "kalah", "random", "random", "--clock", "soon"], "is no clock"),
        (["match", "kalah", "random@soon", "random"], "is no time"),
        (["match", "kalah", "a@2=random", "random"], "not after its name: a=random@2"),
        (["match", "kalah", "random", "random", "--openings", "book.txt"], "there are no openings"),
        (["match", "kalah", "random", "random", "--sprt", "5,0"], "as in 0,5"),
        (["match", "kalah", "random", "random", "--plot", "x.gif"], ".svg, .png or .pdf"),
        (["match", "kalah", "random", "random", "--scoring", "fifa"], "plain, mnk-course"),
        (["match", "kalah", "random", "random", "--db", "nothing://x"], "nothing"),
        (["match", "kalah", "random", "human"], "human"),
        (["match", "--resume", "nothing"], "there is no run 'nothing'"),
        (["match", "kalah", "random", "random", "--resume", "x"], "the game and the players are known"),
        (["tournament"], "name a file or a game and players"),
        (["tournament", "kalah"], "needs two players"),
        (["tournament", "league.toml"], "there is no file league.toml"),
        (["tournament", "kalah", "random", "random", "-f", "knockout"], "round-robin, gauntlet, swiss"),
        (["tournament", "kalah", "a=random", "a=random"], "two players are called 'a'"),
        (["results", "nothing"], "there is no run 'nothing'"),
        (["pause", "nothing"], "there is no run 'nothing'"),
    ],
)
def test_what_is_wrong_is_said_in_one_line_before_a_game_is_played(
    words: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["outplay", *words])
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    monkeypatch.setattr(warnings, "showwarning", warnings.showwarning)
    monkeypatch.setattr(compiler, "announce", compiler.announce)
    monkeypatch.setenv("OUTPLAY_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as ended:
        main()
    output, errors = capsys.readouterr()
    assert ended.value.code == 2
    assert said in errors
    assert errors.count("\n") == 1
    assert output == ""


def test_conditions_are_told_and_kept(tmp_path: Path) -> None:
    done = outplay(
        tmp_path, "match", "tic-tac-toe", "random", "random", "-n", "2", "--name", "m", "--clock", "60+0.5",
        "--time", "2", "--most-moves", "3", "--memory", "100", "--cpu", "7", "--openings", "none", "--margin", "0.2",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    (scheduled, played), _ = games(tmp_path, "m")
    wanted = Conditions(time=2.0, clock=60.0, increment=0.5, margin=0.2, most_moves=3, memory=100, cpu=7)
    assert scheduled.conditions == wanted
    assert played.result.ending is Ending.MOVE_LIMIT


def test_nothing_played_yet_says_how_to_begin(tmp_path: Path) -> None:
    done = outplay(tmp_path, "results")
    assert done.returncode == 0
    assert "To begin: outplay match" in done.stdout


def test_broken_bots_are_named_in_one_go_and_can_be_left_out(tmp_path: Path) -> None:
    (tmp_path / "bots").mkdir()
    good = (
        "class Bot:\n    def __init__(self, game): pass\n    def choose(self, position): return position.moves()[0]\n"
    )
    for name, text in {"a": good, "b": good, "c": "class Bot(\n", "d": "import nothing_like_that\n"}.items():
        (tmp_path / "bots" / f"{name}.py").write_text(text)
    bots = [f"bots/{name}.py" for name in "abcd"]
    words = ("tournament", "tic-tac-toe", *bots, "--openings", "none", "--name", "cup", "--time", "5")
    done = outplay(tmp_path, *words)
    assert done.returncode == 2
    head, *lines = done.stderr.splitlines()
    assert head.startswith("outplay: 2 of 4 players cannot play; repair them, or leave them out with --skip-broken:")
    assert [line.split()[0] for line in lines] == ["c:", "d:"]
    done = outplay(tmp_path, *words, "--skip-broken")
    assert done.returncode == 0, done.stderr
    assert [line.split()[2] for line in done.stderr.splitlines() if line.startswith("left out:")] == ["c:", "d:"]
    assert {name for scheduled, _ in games(tmp_path, "cup") for name in scheduled[3:5]} == {"a", "b"}
    done = outplay(tmp_path, "tournament", "tic-tac-toe", *bots[1:], "--skip-broken")
    assert done.returncode == 2
    assert "a game needs two players, and there is 1" in done.stderr
    late = outplay(tmp_path, "tournament", "--resume", "cup", "late=bots/a.py@7.5", "bots/c.py", "--skip-broken")
    assert late.returncode == 0, late.stderr
    assert "Not the same for all: time: late 7.5 s a move; the others 5 s a move" in late.stdout
    own = {(scheduled.first, scheduled.conditions.first_time) for scheduled, _ in games(tmp_path, "cup")}
    assert own == {("a", ""), ("b", ""), ("late", "7.5")}
    again = outplay(tmp_path, "tournament", "--resume", "cup", "bots/a.py", "bots/b.py")
    assert again.returncode == 0, again.stderr
    assert "a takes part already; to add it once more give it another name" in again.stderr
    assert {name for scheduled, _ in games(tmp_path, "cup") for name in scheduled[3:5]} == {"a", "b", "late"}


def test_games_lost_by_errors_are_told_apart_and_can_be_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("OUTPLAY_DATA", str(tmp_path / "data"))
    silent = PLAYED._replace(result=GameResult(0, 0, Ending.SILENCE, "no move"), waited=9.9)
    scheduled = [
        ScheduledGame(n, 1, "tic-tac-toe", *names, "", "", (), 0, Conditions())
        for n, names in ((1, ("a", "b")), (2, ("b", "a")), (3, ("a", "b")))
    ]
    with store(tmp_path) as kept:
        kept.keep("m", "match", {}, {"a": "", "b": ""}, list(zip(scheduled, (silent, PLAYED, silent), strict=True)))
        kept.keep("n", "match", {}, {"a": "", "b": ""}, [(scheduled[0], silent)])
        assert [played.waited for _, played in kept.run("m").games()] == [9.9, 0.0, 9.9]
        assert [result.seconds for result in kept.run("m").results()] == [10.0, 0.1, 10.0]

    def shown(*words: str) -> str:
        app(["results", *words], standalone_mode=False)
        return capsys.readouterr().out

    text = shown("m")
    assert "Lost by errors: 0 by a, 2 by b" in text
    assert "Without them 0 of 1: Elo" in text
    assert "stronger with" not in shown("n")
    assert "nothing is known about who is stronger" in shown("n")
    text = shown("m", "--without-errors")
    assert "a against b: 0 of 1 (0.0 %)" in text
    assert "lost by errors and are left out here: 2." in text
    assert shown("m", "--games", "--without-errors").count("\n") == 2
    told = json.loads(shown("m", "--json"))
    assert (told["match"]["errors"], told["board"]["games"], told["left_out"]) == ([0, 2], 1, 0)
    assert "No games yet." in shown("n", "--without-errors")


def test_openings_are_found_before_the_first_game_and_the_progress_is_told(tmp_path: Path) -> None:
    settings = Settings("tic-tac-toe", games=6, extents=(Extent(2, 1),), openings="balanced:2")
    run = store(tmp_path).create("m", "match", settings.as_dict(), {"a": "random", "b": "random"})
    heard: list[tuple[int, int] | None] = []
    playing = Tournament(run, Instant())
    assert playing.play(lambda progress: heard.append(progress.openings)) == "finished"
    assert heard[:4] == [(0, 3), (1, 3), (2, 3), None]
    assert len(set(playing.openings.made.values())) == 3
    run.extend(settings._replace(games=10).as_dict(), {})
    resumed = Tournament(run, Instant())
    resumed.stop_asked = 1
    assert resumed.play(lambda progress: None) == "paused"
    assert len(resumed.openings.made) == 3
