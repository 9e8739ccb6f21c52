"""Settings: a tournament's file is read word by word, names are found for players, and mistakes are said in a line."""

from pathlib import Path

import pytest

from outplay.arena.entrants import named_players
from outplay.arena.games import Conditions
from outplay.arena.schedule import Extent
from outplay.arena.settings import (
    Settings,
    checked_settings,
    conditions_of,
    read_file,
    settings_of,
)
from outplay.core.errors import BadLimit, BadSpec, OutplayError

TWO = ["a", "b"]
SETTINGS = Settings("kalah", extents=(Extent(2, 1),))


def test_settings_go_through_json_and_come_back() -> None:
    import json

    settings = Settings(
        "kalah:6,4", "swiss", 4, (Extent(3, 2), Extent(4, 5)), {"late": 3}, "random:2", 9, "0,5", "mnk-course",
        Conditions(time=0.5, clock=60.0, increment=0.5, log="logs"),
    )  # fmt: skip
    assert settings_of(json.loads(json.dumps(settings.as_dict()))) == settings


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (SETTINGS._replace(format="robin"), "round-robin, gauntlet, swiss"),
        (SETTINGS._replace(scoring="chess"), "plain, mnk-course"),
        (SETTINGS._replace(games=7), "take 8"),
        (SETTINGS._replace(games=0), "take 2"),
        (SETTINGS._replace(extents=(Extent(2, 0),)), "rounds must be 1 or more"),
        (SETTINGS._replace(seed=-1), "seed must be 0 or more"),
        (SETTINGS._replace(games=10**9), "more than 10,000,000 games"),
        (SETTINGS._replace(conditions=Conditions(time=-1.0)), "time must be more than 0"),
    ],
)
def test_settings_that_make_no_sense_are_refused(wrong: Settings, said: str) -> None:
    with pytest.raises(OutplayError, match=said):
        checked_settings(wrong, TWO)


def test_a_tournament_needs_two_players_and_an_sprt_exactly_two() -> None:
    with pytest.raises(BadSpec, match="needs two players"):
        checked_settings(SETTINGS, ["a"])
    with pytest.raises(BadSpec, match="compares two players"):
        checked_settings(SETTINGS._replace(sprt="0,5"), ["a", "b", "c"])


def test_players_are_called_by_their_text_or_their_file_and_twins_get_a_number() -> None:
    assert named_players(["random", "random", "x/my_bot.py", "y/my_bot.py:Other"]) == {
        "random": "random",
        "random #2": "random",
        "my_bot": "x/my_bot.py",
        "my_bot #2": "y/my_bot.py:Other",
    }
    assert named_players(["random"], ["random"]) == {"random #2": "random"}
    assert named_players(["text:python3 a=b.py"]) == {"a=b": "text:python3 a=b.py"}
    assert list(named_players(["a\nb\x1b[31m=random"])) == ["a b [31m"]


def test_two_players_cannot_be_given_the_same_name() -> None:
    with pytest.raises(BadSpec, match="two players are called 'anna'"):
        named_players(["anna=random", "anna=engine"])
    with pytest.raises(BadSpec, match="names no player"):
        named_players(["anna= "])


def test_a_file_names_its_players_and_its_bots_beside_it(tmp_path: Path) -> None:
    (tmp_path / "bots").mkdir()
    for name in ("zoe.py", "anna.py"):
        (tmp_path / "bots" / name).write_text("")
    (tmp_path / "rules.py").write_text("")
    path = tmp_path / "league.toml"
    path.write_text(
        'game = "rules.py:9"\nrounds = 2\ntime = 1\nclock = "60+1"\nbots = "bots/*.py"\n'
        '[players]\n"a = b" = "random"\nengine = "engine:level=3"\n'
    )
    told, players = read_file(path)
    assert told == {"game": f"{tmp_path / 'rules.py'}:9", "rounds": 2, "time": 1, "clock": "60+1"}
    assert players[:2] == ["a   b=random", "engine=engine:level=3"]
    assert [Path(player).name for player in players[2:]] == ["anna.py", "zoe.py"]
    assert conditions_of(told) == Conditions(time=1, clock=60.0, increment=1.0)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("game = ", "Invalid value"),
        ("gmae = 'kalah'", "did you mean game"),
        ("rounds = 'two'", "rounds cannot be 'two'"),
        ("rounds = true", "rounds cannot be True"),
        ("players = 3", "players cannot be 3"),
        ("[players]\nanna = 3", "the player 'anna' must be a text"),
        ("bots = 'nowhere/*.py'", "no file is like 'nowhere/"),
        ("bots = ['']", "no file is like ''"),
    ],
)
def test_a_wrong_file_is_refused_with_what_is_wrong(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "league.toml"
    path.write_text(text)
    with pytest.raises(BadSpec, match=said):
        read_file(path)


def test_a_file_that_is_not_there_or_not_text_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadSpec, match="there is no file"):
        read_file(tmp_path / "none.toml")
    with pytest.raises(BadSpec, match="cannot be read"):
        read_file(tmp_path)
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadSpec, match="not UTF-8"):
        read_file(tmp_path / "binary.toml")


def test_conditions_are_the_usual_ones_where_nothing_was_told() -> None:
    assert conditions_of({"memory": 200, "time": None}) == Conditions(memory=200)
    with pytest.raises(BadLimit):
        conditions_of({"clock": "soon"})
