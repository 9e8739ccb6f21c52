"""The data of tournaments for the page: progress, pace, and changes."""

import asyncio
import json
from collections.abc import AsyncGenerator
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from helpers.awaiting import awaited
from helpers.made_results import made

from outplay.arena.games import Conditions, PlayedGame, Result, ScheduledGame
from outplay.arena.schedule import Extent
from outplay.arena.settings import Settings
from outplay.arena.store import Run, Store
from outplay.core.results import Ending, GameResult, MoveRecord
from outplay.web import session, tournaments
from outplay.web.catalogue import Catalogue
from outplay.web.tournaments import PAGE, Tournaments, pace

NAMES = {"ada": "random", "bob": "random:seed=1", "eve": "first-random"}
SETTINGS = Settings("tic-tac-toe", games=2, extents=(Extent(3, 2),))


def at(number: int, second: float, seconds: float = 1.0) -> Result:
    began = datetime.fromtimestamp(second, UTC).isoformat(timespec="seconds")
    return made(number, "ada", "bob", 1.0)._replace(began=began, seconds=seconds)


def game(number: int, detail: str = "3 in a row") -> tuple[ScheduledGame, PlayedGame]:
    scheduled = ScheduledGame(
        number, 1, "tic-tac-toe", "ada", "bob", "random", "random:seed=1", ("b2",), 1, Conditions()
    )
    began = datetime.now(UTC).isoformat(timespec="seconds")
    return scheduled, PlayedGame(
        GameResult(0, 1, Ending.RULES, detail), (MoveRecord("b2"), MoveRecord("a1", 0.1, 0.5)), began
    )


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(str(tmp_path / "games.db"))


@pytest.fixture
def told(store: Store, monkeypatch: pytest.MonkeyPatch) -> Tournaments:
    monkeypatch.setattr(tournaments, "FRESH_SECONDS", 0)
    return Tournaments(Catalogue([]), store.place)


def cup(store: Store) -> Run:
    return store.create("cup", "tournament", SETTINGS.as_dict(), NAMES)


def test_the_pace_counts_the_games_since_the_last_pause() -> None:
    before = [at(number, 100.0 * number, 90) for number in range(1, 5)]
    after = [at(number, 5000 + 10.0 * number, 10) for number in range(5, 9)]
    assert pace(before) == pytest.approx(390 / 4)
    assert pace(before + after) == pytest.approx(10)
    assert pace([*after, *before]) == pytest.approx(10)


def test_games_that_are_played_two_at_a_time_go_twice_as_fast() -> None:
    assert pace([at(number, number // 2 * 60.0, 60) for number in range(2, 22)]) == pytest.approx(30)


def test_a_pace_is_not_told_before_it_is_known() -> None:
    assert pace([]) is None
    assert pace([at(1, 50, 0.5), at(2, 51, 0.5)]) is None


def test_a_run_says_how_many_games_it_will_have(store: Store, told: Tournaments) -> None:
    run = cup(store)
    run.claim()
    run.add(*game(1))
    found = told.run("cup")
    assert (found["total"], found["planned"], found["state"]) == (1, 12, "running")
    (line,) = told.runs()
    assert (line["games"], line["planned"], line["state"]) == (1, 12, "running")
    run.release("finished")
    assert told.runs()[0]["planned"] is None


def test_games_that_were_played_elsewhere_were_never_planned(store: Store, told: Tournaments) -> None:
    store.keep("old", "import", {}, NAMES, [game(1)])
    assert (told.run("old")["planned"], told.run("old")["pace"]) == (None, None)


def test_a_page_of_games_says_why_each_ended(store: Store, told: Tournaments) -> None:
    store.keep("long", "import", {}, NAMES, [game(number) for number in range(1, PAGE + 3)])
    first, last = told.run("long"), told.run("long", 1)
    assert [one["number"] for one in last["games"]] == [2, 1]
    assert (first["pages"], len(first["games"]), last["page"]) == (2, PAGE, 1)
    assert {one["detail"] for one in first["games"]} == {"3 in a row"}
    assert told.run("long", 99) == last, "beyond the last page is the last page"
    json.dumps(first, allow_nan=False)


def test_a_sign_of_life_is_no_change(store: Store, told: Tournaments) -> None:
    run = cup(store)
    run.claim()
    before = told.runs(), told.run("cup")
    run.beat()
    assert (told.runs(), told.run("cup")) == before


def test_many_who_watch_read_the_list_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    told = Tournaments(Catalogue([]), store.place)
    monkeypatch.setattr(tournaments, "FRESH_SECONDS", 1000)
    cup(store)
    assert len(told.runs()) == 1
    monkeypatch.delattr(Store, "runs")
    for _ in range(10):
        assert len(told.runs()) == 1


def test_a_new_run_is_found_at_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    told = Tournaments(Catalogue([]), store.place)
    monkeypatch.setattr(tournaments, "FRESH_SECONDS", 1000)
    assert told.runs() == []
    cup(store)
    assert told.run("cup")["name"] == "cup"


def test_what_is_watched_is_told_again_when_it_has_changed(
    store: Store, told: Tournaments, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "WATCH_SECONDS", 0.01)
    monkeypatch.setattr(session, "LAZY_SECONDS", 0.01)

    async def in_thread(work: Any, *arguments: Any) -> Any:
        return work(*arguments)

    async def watch() -> None:
        service: Any = SimpleNamespace(tournaments=told, in_thread=in_thread)
        everything: AsyncGenerator[dict[str, Any], None] = session.watched(service, None)
        assert await anext(everything) == {"runs": []}
        run = cup(store)
        assert [line["state"] for line in (await anext(everything))["runs"]] == ["new"]
        one = session.watched(service, "cup")
        assert (await anext(one))["run"]["state"] == "new"
        run.claim()
        assert (await anext(one))["run"]["state"] == "running"
        run.add(*game(1))
        assert (await anext(one))["run"]["total"] == 1
        assert (await anext(everything))["runs"][0]["games"] == 1
        run.release("paused")
        assert (await anext(one))["run"]["state"] == "paused"
        run.claim()
        assert (await anext(one))["run"]["state"] == "running", "a run that is resumed is live again"
        waiting = asyncio.ensure_future(anext(one))
        await asyncio.sleep(0.1)
        assert not waiting.done(), "nothing is told while nothing has changed"
        waiting.cancel()

    awaited(watch())
