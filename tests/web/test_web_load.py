"""Many pages at once: searches are scheduled fairly, stopped when they are cancelled, and survive a dead process."""

import asyncio
import contextlib
import os
import signal
import socket
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from helpers.awaiting import SOON, awaited
from helpers.web_page import Page, Server

import outplay
from outplay.engine.engine import Engine
from outplay.examples import connect_four
from outplay.web import pool
from outplay.web.process import PoolError

"""Seconds to wait for something that should happen at once, on a machine that may have other work."""


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    server = Server()
    with server.page() as page:
        assert "error" not in page.ask(do="prepare", game="kalah:6,4")
    yield server
    server.end()


def holds_soon(fact: Callable[[], bool]) -> bool:
    end = time.monotonic() + SOON
    while time.monotonic() < end:
        if fact():
            return True
        time.sleep(0.05)
    return False


def ticks(pid: int) -> int:
    """The processor time that a process has used, in hundredths of a second."""
    words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(words[11]) + int(words[12])


def idle(server: Server) -> bool:
    """Whether the workers use almost no processor time for a while."""
    before = sum(map(ticks, server.workers()))
    time.sleep(0.5)
    return sum(map(ticks, server.workers())) - before <= 5


def analysing(page: Page, game: str = "kalah:6,4") -> int:
    number = page.say(do="analyse", game=game)
    while "analysis" not in (answer := page.hear()):
        assert "error" not in answer
    return number


def test_ten_people_analyse_and_an_eleventh_plays(server: Server) -> None:
    with ExitStack() as stack:
        pages = [stack.enter_context(server.page()) for _ in range(10)]
        numbers = [analysing(page) for page in pages]
        with server.page() as player:
            moves: list[str] = []
            for _ in range(3):
                seen = player.ask(do="view", game="kalah:6,4", moves=moves)["view"]
                moves.append(seen["legal"][0]["move"])
                answer = player.ask(do="choose", game="kalah:6,4", moves=moves, player="engine:level=2")
                moves.append(answer["move"])
        for page, number in zip(pages, numbers, strict=True):
            depths = [page.hear()["analysis"]["depth"] for _ in range(2)]
            assert depths == sorted(depths)
            page.say(do="stop", target=number)
    assert holds_soon(lambda: idle(server))


def test_ten_analyses_are_shared_out_fairly(server: Server) -> None:
    nodes = {}

    def analyse(number: int) -> None:
        with server.page() as page:
            analysing(page)
            end = time.monotonic() + 4
            while time.monotonic() < end:
                nodes[number] = page.hear()["analysis"]["nodes"]

    threads = [threading.Thread(target=analyse, args=(number,)) for number in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(SOON)
    assert len(nodes) == 10
    assert max(nodes.values()) < 20 * min(nodes.values())


def test_a_closed_page_stops_its_searches(server: Server) -> None:
    with server.page() as page:
        for _ in range(3):
            analysing(page)
        assert not idle(server)
    assert holds_soon(lambda: idle(server))


def test_a_lost_page_stops_its_searches(server: Server) -> None:
    with server.connect() as connection:
        analysing(Page(connection))
        connection.socket.shutdown(socket.SHUT_RDWR)
    assert holds_soon(lambda: idle(server))


def test_a_worker_that_dies_is_replaced_and_its_searches_go_on(server: Server) -> None:
    with server.page() as page:
        number = analysing(page)
        before = set(server.workers())
        for pid in before:
            os.kill(pid, signal.SIGKILL)
        assert holds_soon(lambda: len(set(server.workers()) - before) == len(before))
        assert page.hear()["id"] == number
        assert "analysis" in page.hear()
        page.say(do="stop", target=number)


def test_compiling_a_new_game_keeps_nobody_waiting(server: Server) -> None:
    with server.page() as page, server.page() as other:
        number = page.say(do="choose", game="kalah:5,3", player="engine:level=1")
        while "move" not in (answer := page.hear()):
            assert answer == {"id": number, "compiling": True}
            assert other.ask(do="view", game="kalah:6,4")["view"]
            assert other.ask(do="choose", game="kalah:6,4", player="engine:level=1")["move"]


def test_a_game_goes_on_after_a_restart(server: Server) -> None:
    first = Server()
    with first.page() as page:
        before = page.ask(do="view", game="kalah:2,2", moves=["1"])["view"]
    port = first.port
    workers = first.workers()
    assert first.end()[0] == 0
    assert all(not Path(f"/proc/{pid}").exists() for pid in workers)
    second = Server(port=port)
    try:
        with second.page() as page:
            assert page.ask(do="view", game="kalah:2,2", moves=["1"])["view"] == before
    finally:
        second.end()


def test_no_process_is_left_behind_when_the_server_is_killed() -> None:
    server = Server()
    with server.page() as page:
        page.ask(do="choose", game="tic-tac-toe", player="random")
    workers = server.workers()
    assert workers
    server.process.kill()
    server.process.communicate(timeout=30)
    assert holds_soon(lambda: all(not Path(f"/proc/{pid}").exists() for pid in workers))


def test_ctrl_c_ends_it_quietly_while_people_analyse() -> None:
    server = Server()
    with server.page() as page:
        analysing(page)
        workers = server.workers()
        assert server.end() == (0, "Ctrl-C ends it.\n")
    assert holds_soon(lambda: all(not Path(f"/proc/{pid}").exists() for pid in workers))


def fields_of(spec: str, **more: object) -> dict[str, object]:
    """The fields of a request as the pool takes them."""
    return {"game": spec, "state": list(outplay.game(spec).initial), **more}


def test_at_the_limit_of_analyses_the_longest_one_is_stopped_for_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "MOST_ANALYSES", 1)
    monkeypatch.setattr(pool, "LEAST_SECONDS", 0.2)

    async def two() -> tuple[list[dict[str, object]], dict[str, object]]:
        own = pool.Pool(1)
        await own.start()
        fields = fields_of("kalah:6,4", do="analyse", lines=1, seconds=60.0)
        try:
            async with (
                contextlib.aclosing(own.run(dict(fields))) as first,
                contextlib.aclosing(own.run(dict(fields))) as second,
            ):
                begun = await anext(first)
                while "analysis" not in begun:
                    begun = await anext(first)
                waiting = asyncio.create_task(anext(second))
                return [answer async for answer in first], await waiting
        finally:
            await own.close()

    first, second = awaited(two())
    assert first[-1] == {"note": "stopped because others are waiting; switch the analysis on again to continue"}
    assert "analysis" in second


def test_a_player_that_nobody_waits_for_any_longer_is_stopped_in_the_middle_of_its_search() -> None:
    async def abandoned() -> bool:
        own = pool.Pool(1)
        await own.start()
        try:
            quick, endless = (
                fields_of("kalah:6,4", do="choose", player=f"alpha-beta:depth={depth}", time=None) for depth in (1, 40)
            )
            assert "move" in [answer async for answer in own.run(quick)][-1]
            (process,) = own.processes
            async with contextlib.aclosing(own.run(endless)) as answers:
                with pytest.raises(TimeoutError):
                    await asyncio.wait_for(anext(answers), 1.0)
            while process.jobs:
                await asyncio.sleep(0.05)
            return own.processes == [process]
        finally:
            await own.close()

    assert awaited(abandoned())


def test_a_search_that_nobody_waits_for_is_not_begun_again_when_its_process_dies() -> None:
    async def left() -> int:
        own = pool.Pool(1)
        await own.start()
        try:
            (process,) = own.processes
            async with contextlib.aclosing(own.run(fields_of("kalah:6,4", do="analyse", lines=1))) as answers:
                with pytest.raises(TimeoutError):
                    await asyncio.wait_for(anext(answers), 0.05)  # the process has hardly started
            process.kill()
            while process in own.processes or not own.processes:
                await asyncio.sleep(0.05)
            return len(own.waiting) + sum(len(other.jobs) for other in own.processes)
        finally:
            await own.close()

    assert awaited(left()) == 0


@pytest.mark.parametrize("deaths", [2, 3])
def test_a_search_is_begun_three_times_when_its_processes_die(deaths: int) -> None:
    Engine(outplay.game("kalah:6,4"), 1)  # compiled now, so that the workers find it in the cache

    async def killed() -> dict[str, object]:
        own = pool.Pool(1)
        await own.start()
        try:
            fields = fields_of("kalah:6,4", do="analyse", lines=1, seconds=60.0)
            async with contextlib.aclosing(own.run(fields)) as answers:
                answer = asyncio.create_task(anext(answers))
                for _ in range(deaths):
                    while not (own.processes and own.processes[0].jobs):
                        await asyncio.sleep(0.001)
                    (process,) = own.processes
                    process.kill()
                    while process in own.processes:
                        await asyncio.sleep(0.001)
                return await answer
        finally:
            await own.close()

    if deaths < pool.MOST_TRIES:
        assert "analysis" in awaited(killed())
    else:
        with pytest.raises(PoolError, match="interrupted"):
            awaited(killed())


class Compiling:
    """Replaces the process that compiles: waits until `goes_on` is set, and records the games."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.given_up: list[str] = []
        self.goes_on = asyncio.Event()

    async def __call__(self, fields: dict[str, Any]) -> None:
        self.begun.append(fields["game"])
        try:
            await self.goes_on.wait()
        except asyncio.CancelledError:
            self.given_up.append(fields["game"])
            raise

    async def has_begun(self, count: int) -> None:
        while len(self.begun) < count:
            await asyncio.sleep(0.05)


@contextlib.asynccontextmanager
async def compiling_ahead(monkeypatch: pytest.MonkeyPatch, *games: str) -> AsyncIterator[tuple[pool.Pool, Compiling]]:
    """A pool of one process that compiles these games in advance."""
    compiling = Compiling()
    monkeypatch.setattr(pool, "compile_game", compiling)
    monkeypatch.setattr(pool, "IDLE_SECONDS", 0.3)
    own = pool.Pool(1)
    await own.start()
    try:
        own.compile_in_advance(games)
        yield own, compiling
    finally:
        await own.close()


def test_games_are_compiled_ahead_one_at_a_time(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("OUTPLAY_CACHE", str(tmp_path))

    async def story() -> list[str]:
        async with compiling_ahead(monkeypatch, "tic-tac-toe", "kalah:2,2") as (_, compiling):
            await compiling.has_begun(1)
            await asyncio.sleep(1.0)
            assert compiling.begun == ["tic-tac-toe"]
            compiling.goes_on.set()
            await compiling.has_begun(2)
            return compiling.begun

    assert awaited(story()) == ["tic-tac-toe", "kalah:2,2"]


def test_compiling_ahead_is_given_up_for_a_person_and_begun_again_later(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("OUTPLAY_CACHE", str(tmp_path))

    async def story() -> None:
        async with compiling_ahead(monkeypatch, "tic-tac-toe") as (own, compiling):
            await compiling.has_begun(1)
            fields = fields_of("kalah:2,2", do="choose", player="random", time=None)
            assert "move" in [answer async for answer in own.run(fields)][-1]
            assert compiling.given_up == ["tic-tac-toe"]
            await compiling.has_begun(2)
            assert compiling.begun == ["tic-tac-toe", "tic-tac-toe"]

    awaited(story())


def test_a_person_who_wants_what_is_compiled_ahead_waits_for_that(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("OUTPLAY_CACHE", str(tmp_path))

    async def story() -> list[str]:
        async with compiling_ahead(monkeypatch, "tic-tac-toe") as (own, compiling):
            await compiling.has_begun(1)
            async with contextlib.aclosing(own.run(fields_of("tic-tac-toe", do="prepare", player="engine"))) as answers:
                assert await anext(answers) == {"compiling": True}
                other = fields_of("kalah:2,2", do="choose", player="random", time=None)
                assert "move" in [answer async for answer in own.run(other)][-1]
            return compiling.begun + compiling.given_up

    assert awaited(story()) == ["tic-tac-toe"]


@pytest.mark.kernel
def test_nothing_is_compiled_ahead_that_is_in_the_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    Engine(outplay.game("tic-tac-toe"), 1)

    async def story() -> list[str]:
        async with compiling_ahead(monkeypatch, "tic-tac-toe", "kalah:no-such-game") as (own, compiling):
            while any(not task.done() for task in own.tasks):
                await asyncio.sleep(0.05)
            return compiling.begun

    assert awaited(story()) == []


@pytest.mark.kernel
def test_an_idle_server_fills_an_empty_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("OUTPLAY_CACHE", str(tmp_path / "cache"))
    (tmp_path / "own.py").write_text(Path(connect_four.__file__).read_text(encoding="utf-8"), encoding="utf-8")
    server = Server("own.py:4,4", cwd=tmp_path)
    try:
        assert holds_soon(lambda: (tmp_path / "cache").is_dir() and any((tmp_path / "cache").iterdir()))
    finally:
        assert server.end() == (0, "Ctrl-C ends it.\n")
