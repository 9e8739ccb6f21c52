"""Pictures: files of the right kind, the same for the same results, and clear words where none can be drawn."""

import builtins
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.made_results import chance_tournament, made, made_match, made_pairs

from outplay import BadRecord, BadSpec
from outplay.arena.plots import checked_plot, plot

BEGINNINGS = {"svg": b"<?xml", "png": b"\x89PNG", "pdf": b"%PDF"}


@pytest.mark.parametrize("kind", BEGINNINGS)
def test_a_picture_is_a_file_of_its_kind_and_the_same_each_time(kind: str, tmp_path: Path) -> None:
    results = made_pairs((2, 3, 8, 4, 3))
    one, two = tmp_path / f"one.{kind}", tmp_path / f"two.{kind.upper()}"
    assert plot(results, one, "a match") == one
    plot(results[::-1], two, "a match")
    assert one.read_bytes().startswith(BEGINNINGS[kind])
    assert one.read_bytes() == two.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == [one.name, two.name]


def words_of(path: Path) -> set[str]:
    """What is written in a picture: matplotlib notes each text beside its outlines."""
    text = path.read_text(encoding="utf-8")
    return {line.strip()[5:-4] for line in text.splitlines() if line.strip().startswith("<!-- ")}


def test_a_match_shows_what_it_came_to(tmp_path: Path) -> None:
    words = words_of(plot(made_pairs((2, 3, 8, 4, 3)), tmp_path / "a.svg", players=["B", "A"]))
    assert any(line.startswith("B against A: Elo -26") for line in words)
    assert {"Results of pairs", "Length of games", "games", "plies"} <= words
    assert any(line.startswith("First player: ") for line in words)


def test_forty_players_are_all_named(tmp_path: Path) -> None:
    results = chance_tournament(np.random.default_rng(3), [10 * i for i in range(40)], pairs=1)
    words = words_of(plot(results, tmp_path / "a.svg"))
    assert {str(i) for i in range(40)} <= words
    assert {"Elo with 95 % intervals", "Score over time, the best 6 in colour", "How games ended"} <= words


def test_anything_that_was_played_can_be_drawn(tmp_path: Path) -> None:
    apart = [game._replace(number=game.number + 10) for game in made_match([(1.0, 1.0)], "$C_1$", "<&>…")]
    for number, results in enumerate(
        (
            [made(1, "A", "B", 1.0)],
            [made(1, "A", "A", 0.5, plies=0)],
            made_match([(0.5, 0.5)]),
            made_match([(1.0, 0.5)], "ウサギ", "x" * 500) + apart,
        )
    ):
        assert (
            plot(results, tmp_path / f"{number}.svg", players=["nobody"] if number == 3 else []).stat().st_size > 1000
        )


def test_a_picture_that_cannot_be_drawn_is_refused_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(BadSpec, match=r"ends with \.svg, \.png or \.pdf; 'a\.jpg' does not"):
        plot(made_pairs((0, 0, 1, 0, 0)), tmp_path / "a.jpg")
    with pytest.raises(BadRecord, match="there is no folder"):
        checked_plot(tmp_path / "none" / "a.svg")
    (tmp_path / "folder.svg").mkdir()
    with pytest.raises(BadRecord, match="is a folder"):
        checked_plot(tmp_path / "folder.svg")
    with pytest.raises(BadSpec, match="no games"):
        plot([], tmp_path / "a.svg")


def test_without_matplotlib_the_command_that_installs_it_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = builtins.__import__

    def missing(name: str, *rest: Any) -> Any:
        if name.split(".")[0] == "matplotlib":
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", missing)
    with pytest.raises(BadSpec, match=r"-m pip install matplotlib"):
        checked_plot(tmp_path / "a.svg")


def test_a_full_disk_leaves_the_old_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from matplotlib.figure import Figure

    path = tmp_path / "a.svg"
    path.write_text("old")

    def full(*_: Any, **__: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Figure, "savefig", full)
    with pytest.raises(BadRecord, match=r"cannot write the picture .*a\.svg: No space left on device"):
        plot(made_pairs((0, 0, 1, 0, 0)), path)
    assert path.read_text() == "old"
    assert [other.name for other in tmp_path.iterdir()] == ["a.svg"]


def test_tables_do_not_import_matplotlib() -> None:
    import subprocess

    program = "import sys, outplay.arena.plots, outplay.arena.tables; assert 'matplotlib' not in sys.modules"
    assert subprocess.run([sys.executable, "-c", program], check=False, timeout=60).returncode == 0
