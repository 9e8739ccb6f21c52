"""What a match shows while it runs, and after games that were lost by errors."""

import io
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from helpers.commands import good
from helpers.made_results import made_match
from rich.console import Console

from outplay.arena.tournament import Progress
from outplay.cli.arena import ProgressDisplay


@pytest.mark.parametrize("width", [60, 80, 120])
def test_the_bar_of_a_match_shows_all_of_its_counter(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    playing = SimpleNamespace(schedule=SimpleNamespace(planned=200), results={}, names=["A", "B"], trial=None)
    results = made_match([(1.0, 0.5)] * 50)
    display = ProgressDisplay(cast(Any, playing), json=False)
    display.update(Progress(200, results, 100, 4000.0, 0))
    console = Console(file=io.StringIO(), width=width)
    console.print(display.bar.get_renderable())
    line = cast(io.StringIO, console.file).getvalue().splitlines()[0]
    assert "100/200" in line
    assert len(line) <= width
    if width >= 80:
        assert "about 1:06:40 left  +50 =50 -0, Elo +190" in line


def test_after_losses_by_errors_the_command_that_tells_why_is_named(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text("class Bot:\n    def choose(self, position):\n        return None\n")
    options = ("--games", "2", "--openings", "none", "--name", "bad", "--db", str(tmp_path / "games.sqlite"))
    printed = good("match", "tic-tac-toe", "bad.py", "random", *options, cwd=tmp_path)
    assert "bad: 2 × illegal move" in printed
    assert "`outplay results bad --games` says what went wrong" in " ".join(printed.split())
