"""Tournaments that are played from Python: what cannot be played is refused before the first game, and results come
back."""

import re
from pathlib import Path
from typing import Any

import pytest

import outplay
from outplay.arena.store import Store
from outplay.tools.named_games import named_games


def test_a_match_is_played_and_kept(tmp_path: Path) -> None:
    database, seen = str(tmp_path / "games.db"), list[int]()
    results = outplay.tournament(
        "tic-tac-toe",
        ["random", "ann=random:seed=1"],
        games=4,
        openings="random:2",
        sprt="0,400",
        workers=1,
        name="pair",
        db=database,
        watch=lambda progress: seen.append(len(progress.results)),
    )
    assert results.name == "pair"
    assert [row["player"] for row in results.to_rows()] == [row.player for row in results.standings]
    assert {row["player"] for row in results.to_rows()} == {"random", "ann"}
    assert len(results.game_rows()) == sum(row.games for row in results.standings) // 2 == 4
    assert results.sprt is not None
    assert max(seen) == 4
    assert str(results).splitlines()[0].split()[:3] == ["#", "player", "games"]
    assert len(named_games("pair", database)) == 4
    with Store(database) as store:
        assert [run.name for run in store.runs()] == ["pair"]


@pytest.mark.parametrize(
    ("words", "options", "complaint"),
    [
        (("tic-tac-toe", ["random", "random"]), {"gams": 3}, "tournament has no option gams; it has format, games"),
        (("tic-tac-toe", ["random", "nobody"]), {}, "there is no player 'nobody'"),
        (("tic-tac-toe", ["random"]), {}, "a game needs two players, and there is 1"),
        (("tic-tac-toe", "random"), {}, "tournament wants a list of players, as in ['random', 'engine:level=3']"),
        (("tic-tac-toe", ["random", "random"]), {"games": 3}, "must be an even number"),
        (("kala", ["random", "random"]), {}, "did you mean kalah"),
        (("tic-tac-toe", ["random", "random"]), {"format": "league"}, "there is no format 'league'"),
    ],
)
def test_what_cannot_be_played_is_refused_before_the_first_game(
    words: tuple[Any, ...], options: dict[str, Any], complaint: str, tmp_path: Path
) -> None:
    database = str(tmp_path / "games.db")
    with pytest.raises(outplay.OutplayError, match=re.escape(complaint)):
        outplay.tournament(*words, db=database, workers=1, **options)
    with Store(database) as store:
        assert store.runs() == []
