"""Players enter a match: their names, their own times, and all that cannot play named at once."""

from pathlib import Path

import pytest

import outplay
from outplay.arena.entrants import Entrants, entered, named_players, split_time
from outplay.core.errors import BadSpec

GAME = outplay.game("tic-tac-toe")
BOT = "class Bot:\n    def __init__(self, game): pass\n    def choose(self, position): return position.moves()[0]\n"


@pytest.mark.parametrize(
    ("text", "spec", "time"),
    [
        ("engine:level=3", "engine:level=3", ""),
        ("engine:level=3@1.5", "engine:level=3", "1.5"),
        ("random@60+0.5", "random", "60+0.5"),
        ("bots/anna.py@2", "bots/anna.py", "2"),
        ("bots/anna.py:Bot @2", "bots/anna.py:Bot", "2"),
        ("v@2/anna.py", "v@2/anna.py", ""),
        ("anna@2.py:Bot", "anna@2.py:Bot", ""),
        ("anna@2.py@3", "anna@2.py", "3"),
        ("text:./bot --fast @1.5", "text:./bot --fast", "1.5"),
        ("text:./bot me@8080", "text:./bot me@8080", ""),
        ("text:./bot 'me @8080'", "text:./bot 'me @8080'", ""),
        ("text:./bot me@home", "text:./bot me@home", ""),
        ("text:sh@1.5", "text:sh", "1.5"),
        ("gomocup:wine ./x.exe @300+0", "gomocup:wine ./x.exe", "300+0"),
    ],
)
def test_the_time_of_a_player_stands_at_the_end_of_its_text(text: str, spec: str, time: str) -> None:
    assert split_time(text) == (spec, time)


@pytest.mark.parametrize("text", ["engine@", "engine@x", "engine@0", "random@1,5", "bot.py@60+", "text:./bot @1.5.2"])
def test_a_time_that_is_none_is_refused_with_what_to_write(text: str) -> None:
    with pytest.raises(BadSpec, match=r"is no time; write seconds for each move, as in 1\.5, or a clock"):
        split_time(text)


def test_a_file_whose_name_ends_like_a_time_is_that_file(tmp_path: Path) -> None:
    for name in ("bot", "bot@2"):
        (tmp_path / name).touch()
    assert split_time(f"text:{tmp_path}/bot@3") == (f"text:{tmp_path}/bot", "3")
    assert split_time(f"text:{tmp_path}/bot@2") == (f"text:{tmp_path}/bot@2", "")


def test_a_player_without_a_name_is_called_by_its_time_too() -> None:
    assert named_players(["bots/a.py@1", "bots/a.py@2", "random@1"]) == {
        "a@1": "bots/a.py@1",
        "a@2": "bots/a.py@2",
        "random@1": "random@1",
    }
    assert named_players(["me@uni=random"]) == {"me@uni": "random"}
    with pytest.raises(BadSpec, match=r"not after its name: fast=random@1\.5"):
        named_players(["fast@1.5=random"])


def test_all_players_that_cannot_play_are_found_at_once(tmp_path: Path) -> None:
    (tmp_path / "good.py").write_text(BOT)
    (tmp_path / "syntax.py").write_text("class Bot(\n")
    (tmp_path / "empty.py").write_text("x = 1\n")
    specs = {
        "good": f"{tmp_path}/good.py@1.5",
        "syntax": f"{tmp_path}/syntax.py",
        "gone": f"{tmp_path}/gone.py",
        "empty": f"{tmp_path}/empty.py",
        "unknown": "nobody",
        "kalah-ranks": "kalah-ranks",
        "random": "random",
    }
    tried: list[str] = []
    entrants = entered(specs, GAME, tried.append)
    assert sorted(tried) == sorted(specs)
    assert entrants.players == {"good": f"{tmp_path}/good.py", "random": "random"}
    assert entrants.times == {"good": "1.5"}
    assert list(entrants.broken) == ["syntax", "gone", "empty", "unknown", "kalah-ranks"]
    assert entrants.broken["kalah-ranks"] == "kalah-ranks plays kalah only, not mnk:3,3,3"
    lines = str(entrants.refused(skippable=True)).splitlines()
    assert lines[0] == "5 of 7 players cannot play; repair them, or leave them out with --skip-broken:"
    assert [line.split()[0] for line in lines[1:]] == ["syntax:", "gone:", "empty:", "unknown:", "kalah-ranks"]
    one = Entrants({"a": "random"}, {}, {"b": "b: there is no file b.py"})
    assert str(one.refused(skippable=False)) == "b: there is no file b.py"
