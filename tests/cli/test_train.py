"""What `outplay train` prints, keeps and refuses, and where other commands tell that a network is used."""

import json
import os
import re
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import typer
from helpers.commands import at_a_terminal, outplay_run, refused

from outplay.cli import app
from outplay.cli.train import Shown, generation_words, print_training, progress_words
from outplay.core.errors import OutplayError
from outplay.core.locks import locked
from outplay.core.network import NetworkShape, no_network
from outplay.core.registry import game as find_game
from outplay.engine.networks import own_path
from outplay.learn.files import lock_path
from outplay.learn.match import Score
from outplay.learn.train import Generation, Measured, Progress, Training

QUICK = ("--generations", "1", "--games", "512", "--nodes", "5", "--hidden", "16", "--no-measure")
"""Of Hex 3×3 with so few nodes a network is certainly better than none, whatever the random numbers."""
ONE = Generation(0, 64, 283, 0.6437, Score(56, 148, 52), True, 5.4, 1.7)


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("OUTPLAY_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


def run(*words: str) -> "subprocess.CompletedProcess[str]":
    return outplay_run("train", *words)


def now(**changes: Any) -> Progress:
    return Progress("play", 1, 1200, 0.5, 40.0, 60.0, 300.0, 0.2, 0, ONE)._replace(**changes)


@pytest.mark.kernel
def test_a_training_prints_its_generations_and_the_next_step(tmp_path: Path) -> None:
    done = run("hex:3", *QUICK, "--plot", str(tmp_path / "a.svg"))
    assert done.returncode == 0, done.stderr
    line, *rest = done.stdout.splitlines()
    assert line.startswith("generation 1: 512 games, loss 0.")
    assert " against no evaluation; " in line
    path = own_path(find_game("hex:3"))
    assert rest == [
        f"The network is in {path}",
        "Play against it: outplay play hex:3",
        f"{tmp_path / 'a.svg'} is written.",
    ]
    assert "<svg" in (tmp_path / "a.svg").read_text()
    told_by_the_other_commands()
    goes_on_as_json(path)


def told_by_the_other_commands() -> None:
    words = "a network trained briefly on 512 games"
    analysed = outplay_run("analyse", "hex:3", "--depth", "1")
    assert analysed.stdout.startswith(f"evaluated by {words}\n")
    plain = outplay_run("analyse", "hex:3", "--depth", "1", "--net", "none")
    assert "network" not in plain.stdout
    found = json.loads(outplay_run("analyse", "hex:3", "--depth", "1", "--json").stdout.splitlines()[-1])
    assert found["network"]["games"] == 512
    assert found["network"]["file"] == str(own_path(find_game("hex:3")))
    played = outplay_run("play", "hex:3", "--first", "engine:depth=1", "--second", "engine:net=none,depth=1")
    assert f"Engine evaluates positions by {words}." in played.stdout
    assert f"The engine evaluates it by {words}, in" in " ".join(outplay_run("games", "hex:3").stdout.split())
    assert json.loads(outplay_run("games", "hex:3", "--json").stdout)["network"]["games"] == 512
    assert "outplay train hex:4" in outplay_run("games", "hex:4").stdout


def goes_on_as_json(path: Path) -> None:
    done = run("hex:3", *QUICK, "--json")
    first, last = (json.loads(line) for line in done.stdout.splitlines())
    assert first["event"], last["event"] == ("generation", "end")
    assert first["generation"] == 2
    assert first["low"] < first["share"] < first["high"]
    assert (last["file"], last["resumed"], last["games"], last["interrupted"]) == (str(path), 1, 1024, False)
    assert "Going on with the training of hex:3 after 1 generation and 512 games; --fresh" in done.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--minutes 0", "the minutes must be more than 0"),
        ("--minutes nan", "the minutes must be more than 0"),
        ("--minutes much", "should be a valid number"),
        ("--generations 0", "generations must be 1 to"),
        ("--games -1", "games must be 1 to"),
        ("--nodes 0", "nodes must be 1 to"),
        ("--hidden 17", "a multiple of 16 units"),
        ("--seed -1", "seed must be 0 to"),
        ("--workers 0", "workers must be 1 to"),
        ("--plot a.gif", "a picture's name ends with"),
        ("--plot none/a.svg", "there is no folder none"),
        ("--out .", "is a folder"),
        ("--out thesis.txt", "thesis.txt is no network, so it is not overwritten"),
        ("--out thesis.txt/a", "cannot be written"),
    ],
)
def test_bad_input_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, message: str) -> None:
    monkeypatch.chdir(tmp_path)
    Path("thesis.txt").write_text("years of work")
    with pytest.raises((OutplayError, typer.BadParameter), match=re.escape(message)) as error:
        app(["train", "tic-tac-toe", *words.split()], standalone_mode=False)
    assert "\n" not in str(error.value)
    assert Path("thesis.txt").read_text() == "years of work"


def test_a_game_that_is_not_there_is_one_line() -> None:
    refused(run("chess"), "there is no game 'chess'")


def test_a_training_that_runs_already_is_one_line() -> None:
    path = own_path(find_game("tic-tac-toe"))
    path.parent.mkdir(parents=True)
    with locked(lock_path(path)):
        refused(run("tic-tac-toe", *QUICK), "another training is writing")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_to_is_one_line(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    refused(run("tic-tac-toe", *QUICK, "--out", str(tmp_path / "a.network")), "cannot be written: Permission denied")


def test_a_plot_without_matplotlib_says_what_to_install() -> None:
    program = (
        "import sys; sys.modules['matplotlib'] = None; sys.argv = ['outplay', 'train', 'hex:4', '--plot', 'a.svg']\n"
        "from outplay.cli import main; main()"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    refused(done, "pictures need matplotlib, which is not installed")


@pytest.mark.kernel
def test_ctrl_c_keeps_the_best_so_far() -> None:
    command = [sys.executable, "-m", "outplay", "train", "hex:4", "--games", "64", "--nodes", "30", "--hidden", "16"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    with process:
        assert process.stdout
        assert process.stderr
        first = process.stdout.readline()
        assert first.startswith("generation 1: 64 games"), process.stderr.read()
        process.send_signal(signal.SIGINT)
        rest, complaints = process.stdout.read(), process.stderr.read()
    assert process.returncode == 130
    assert "Stopped. `outplay train hex:4` goes on from here.\n" in rest
    assert "Traceback" not in complaints
    assert not list(own_path(find_game("hex:4")).parent.glob("*.lock"))


@pytest.mark.kernel
def test_at_a_terminal_a_bar_tells_what_is_happening() -> None:
    code, screen = at_a_terminal("train", "hex:3", *QUICK, typed="", COLUMNS="120")
    assert code == 0
    assert "generation 1: playing itself" in screen
    assert "━" in screen
    assert "generation 1: 512 games, loss" in screen


def test_what_is_happening_is_told_with_the_time_left() -> None:
    assert progress_words(now()) == "generation 2: playing itself, 1,200 games, loss 0.500, +40 Elo, 4:00 min left"
    assert progress_words(now(stage="compile", loss=None)) == "generation 2: compiling"
    counted = now(total=float("inf"), share=0.5, seconds=20.0)
    assert progress_words(counted).endswith("20 s left")
    assert "left" not in progress_words(now(seconds=300.0))
    assert progress_words(now(stage="end")).startswith("generation 1: generation done")
    assert "left" not in progress_words(now(stage="measure", share=0.5))


def test_each_generation_is_printed_once(capsys: pytest.CaptureFixture[str]) -> None:
    shown = Shown(find_game("tic-tac-toe"), json=False)
    for report in (now(last=None), now(), now(), now(last=ONE._replace(number=1, kept=False)), now()):
        shown.report(report)
    lines = capsys.readouterr().out.splitlines()
    assert lines == [generation_words(ONE), generation_words(ONE._replace(number=1, kept=False))]
    assert "not kept: +56 =148 -52, 51% (45% to 57%) against the former" in lines[1]


def test_the_end_says_plainly_what_a_network_is_worth(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = find_game("tic-tac-toe")
    none = Training(game, None, tmp_path / "a.network", (ONE._replace(kept=False),))
    print_training(none)
    assert capsys.readouterr().out.startswith(
        "Nothing better than no evaluation was found in 1 generation, so no network is kept. The last one was ahead, "
        "which may be chance: +56 =148 -52, 51% (45% to 57%). Train longer"
    )
    print_training(replace(none, generations=(ONE._replace(score=Score(0, 256, 0), kept=False),)))
    assert "All 256 games of the last match were drawn: a search may find by itself" in capsys.readouterr().out
    network = no_network(NetworkShape((9, 9), 16, 1, 1))
    measured = (
        Measured("no evaluation", Score(39, 0, 1), 0.02),
        Measured("the game's own evaluation", Score(2, 0, 38), 0.02),
    )
    print_training(Training(game, network, tmp_path / "a.network", (ONE,), measured, True))
    text = capsys.readouterr().out
    assert "Against no evaluation, 0.02 s a move: +39 =0 -1, 98% (87% to 100%), +636 Elo.\n" in text
    assert f"`outplay train mnk:3,3,3 --out {tmp_path / 'a.network'}` goes on from here" in text
    assert f"outplay play mnk:3,3,3 --second engine:net={tmp_path / 'a.network'}" in text
    assert "It is weaker than the game's own evaluation" in text
    print_training(Training(game, network, own_path(game), (ONE,), (Measured("no evaluation", Score(4, 33, 3), 0.02),)))
    assert "At equal time it is not certain that it is better than no evaluation." in capsys.readouterr().out
