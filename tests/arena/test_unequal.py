"""What is not the same for all players is said beside the results."""

from typing import Any

import pytest

from outplay.arena.games import Conditions
from outplay.arena.unequal import unequal_lines


def settings(times: dict[str, str], **conditions: Any) -> dict[str, Any]:
    return {"times": times, "conditions": Conditions(**conditions)._asdict()}


@pytest.mark.parametrize(
    ("times", "players", "said"),
    [
        ({}, {"a": "random", "b": "engine:nodes=9"}, []),
        ({"b": "0.5"}, {"a": "random", "b": "random"}, []),
        ({"b": "1.5"}, {"a": "random", "b": "random"}, ["time: a 0.5 s a move; b 1.5 s a move"]),
        (
            {"b": "60+1"},
            {"a": "random", "b": "random", "c": "random"},
            ["time: b 60 s a game + 1 s a move; the others 0.5 s a move"],
        ),
        ({}, {"a": "engine:threads=2", "b": "engine"}, ["threads: a 2; b 1"]),
        ({}, {"a": "engine:threads=2", "b": "alpha-beta"}, ["threads: a 2; b 1"]),
        ({}, {"a": "engine:threads=2", "b": "engine:threads=2"}, []),
        ({}, {"a": "engine:threads=2", "b": "text:./bot"}, ["threads: a 2; of programs that is not known"]),
        ({}, {"a": "engine", "b": "text:./bot"}, []),
        ({}, {"a": "engine:table=512", "b": "engine"}, ["transposition table: a 512 MB; b 64 MB"]),
        ({}, {"a": "nobody any more", "b": ""}, []),
    ],
)
def test_time_threads_and_table_that_differ_are_named(
    times: dict[str, str], players: dict[str, str], said: list[str]
) -> None:
    lines = unequal_lines(settings(times, time=0.5), players)
    assert lines == [f"Not the same for all: {words}" for words in said]


def test_imported_games_have_no_conditions() -> None:
    assert unequal_lines({"game": "kalah"}, {"a": "", "b": ""}) == []
