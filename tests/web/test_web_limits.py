"""What one client may take: connections, pages, searches, compiles, replays; and whose turn it is."""

import asyncio
import contextlib
import errno
import logging
import os
import pty
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Generator
from contextlib import AsyncExitStack
from typing import Any

import pytest
import uvicorn
from helpers.awaiting import SOON, awaited
from helpers.web_page import Server
from websockets.exceptions import ConnectionClosed, InvalidStatus

import outplay
from outplay.web import app, listener, pool, process, turns
from outplay.web.limits import (
    LEAST_SOCKETS,
    MOST_ACCOUNTS,
    Accounts,
    Allowance,
    Client,
    Limits,
    network,
)
from outplay.web.log import LOGGER, LONGEST, BoundedHandler

HERE, THERE = "127.0.0.1", "127.0.0.2"
"""Two addresses of this machine, which are two clients."""


# Numbers and accounts


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
    ],
)
def test_an_address_is_counted_as_the_network_that_one_client_has(host: str, counted: str) -> None:
    assert network(host) == counted


@pytest.mark.parametrize("files", [64, 256, 1024, 8192])
def test_whatever_the_limit_of_files_is_no_address_takes_everything(files: int) -> None:
    for limits in (Limits().fitted(files), Limits.for_pages(500).fitted(files)):
        assert limits.pages_each < limits.pages <= limits.sockets
        assert limits.sockets_each < limits.sockets <= max(LEAST_SOCKETS, files - 64)


def test_forty_browsers_fit_into_one_address() -> None:
    for limits in (Limits(), Limits().fitted(256)):
        assert limits.pages_each >= 40
    modules = len(list(app.STATIC.rglob("*")))
    assert Limits().sockets_each >= 40 * 7  # a browser loads a page over six connections, and opens one more
    assert Limits().requests[1] >= 40 * (modules * 0.7 + 7 + app.PAGE_COST)


def test_an_allowance_says_how_long_to_wait_and_recovers_from_any_debt() -> None:
    allowance = Allowance(rate=100, burst=5)
    assert [allowance.take() for _ in range(5)] == [0] * 5
    assert 0 < allowance.take(10) <= 0.1
    for _ in range(10_000):
        allowance.take(100)
    assert allowance.take() <= 10


def test_who_uses_least_is_next_then_who_waited_longest() -> None:
    accounts = Accounts()
    first, second = accounts.client(HERE), accounts.client(HERE)
    other = accounts.client(THERE)
    first.begin("move")
    assert min((second, other), key=lambda client: client.order("move")) is other
    other.begin("move")
    assert min((first, second, other), key=lambda client: client.order("move")) is second
    for client in (first, other):
        client.end("move")
    assert min((first, other), key=lambda client: client.order("move")) is first
    assert first.order("analysis") == (0, 0, 0, 0)


def test_accounts_that_use_nothing_are_forgotten() -> None:
    accounts = Accounts()
    busy = accounts.of("10.0.0.1")
    busy.pages = 1
    for number in range(MOST_ACCOUNTS + 5):
        accounts.of(f"10.1.{number // 256}.{number % 256}")
    assert len(accounts.kept) < 20
    assert accounts.of("10.0.0.1") is busy


# Connections


async def answer(scope: Any, receive: Any, send: Any) -> None:
    """An application that answers every request; `/slow` never, `/large` with more than a socket takes at once."""
    if scope["type"] != "http":
        return
    if scope["path"] == "/slow":
        await asyncio.sleep(SOON)
    body = b"x" * (64 << 20 if scope["path"] == "/large" else 2)
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % len(body))]})
    await send({"type": "http.response.body", "body": body})


@contextlib.asynccontextmanager
async def serving(limits: Limits) -> AsyncIterator[tuple[int, listener.Listener]]:
    listening = socket.create_server((HERE, 0))
    config = uvicorn.Config(answer, http="h11", log_config=None, lifespan="off", timeout_graceful_shutdown=0)
    server = listener.Server(config, listening, Accounts(limits))
    task = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    try:
        yield listening.getsockname()[1], server.listener
    finally:
        server.should_exit = True
        await task


@contextlib.asynccontextmanager
async def opened(
    port: int, sent: bytes = b"", address: str = HERE
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    reader, writer = await asyncio.open_connection(HERE, port, local_addr=(address, 0))
    try:
        writer.write(sent)
        yield reader, writer
    finally:
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()


GET = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"


async def fetched(port: int, address: str = HERE) -> bytes:
    async with opened(port, GET, address) as (reader, _):
        return await reader.read(1000)


@pytest.mark.parametrize(
    ("sent", "told"),
    [(b"", b""), (b"GET / HTTP/1.1\r\nHost: x\r\nX-Long: ", b"HTTP/1.1 408 "), (GET, b"HTTP/1.1 200 ")],
    ids=["nothing", "half a head", "an answered request"],
)
def test_a_connection_on_which_no_request_comes_is_ended_in_time(sent: bytes, told: bytes) -> None:
    async def dripping() -> tuple[bytes, float]:
        async with serving(Limits(request_seconds=0.4)) as (port, _), opened(port, sent) as (reader, writer):
            began, reading = time.monotonic(), asyncio.create_task(reader.read())
            if sent:  # a byte now and then does not help
                await asyncio.sleep(0.1)
                while not reading.done():
                    writer.write(b"G")
                    await asyncio.wait([reading], timeout=0.1)
            return await reading, time.monotonic() - began

    try:
        found, seconds = awaited(dripping())
    except ConnectionResetError:  # what was sent last arrived after the end
        return
    assert found.startswith(told)
    assert 0.3 < seconds < 10


def test_an_answer_that_is_not_taken_ends_its_connection() -> None:
    async def unread() -> int:
        limits = Limits(request_seconds=0.4, answer_seconds=0.4, close_seconds=0.2)
        large = GET.replace(b"/", b"/large", 1)
        async with serving(limits) as (port, listening), opened(port, large) as (_, writer):
            writer.transport.pause_reading()  # type: ignore[attr-defined]
            while not listening.open:
                await asyncio.sleep(0.02)
            while listening.open:
                await asyncio.sleep(0.02)
            return len(listening.open)

    assert awaited(unread()) == 0


def test_a_new_connection_takes_the_place_of_one_that_waits_longest_for_a_request() -> None:
    async def crowd() -> tuple[list[bytes], bytes, int]:
        async with serving(Limits(sockets=30, sockets_each=20)) as (port, listening), AsyncExitStack() as stack:
            half = [await stack.enter_async_context(opened(port, b"GET /", THERE)) for _ in range(60)]
            found = [await fetched(port, address) for address in (HERE, THERE, HERE, THERE)]
            first = await half[0][0].read()  # the oldest was ended, long before its time
            return found, first, len(listening.open)

    found, first, held = awaited(crowd())
    assert [one[:13] for one in found] == [b"HTTP/1.1 200 "] * 4
    assert first == b""
    assert held <= 22


def test_without_room_a_connection_is_refused_in_one_line_and_other_addresses_are_let_in() -> None:
    async def crowd() -> tuple[bytes, bytes, bytes]:
        async with serving(Limits(sockets=30, sockets_each=5)) as (port, listening):
            async with AsyncExitStack() as stack:
                for _ in range(5):
                    await stack.enter_async_context(opened(port, GET.replace(b"/", b"/slow", 1), THERE))
                while sum(one.phase is listener.Phase.ANSWER for one in listening.open) < 5:
                    await asyncio.sleep(0.02)
                    listening.sweep()
                async with opened(port, b"", THERE) as (reader, _):
                    refused = await reader.read()
                other = await fetched(port)
            while listening.open:
                await asyncio.sleep(0.02)
                listening.sweep()
            return refused, other, await fetched(port, THERE)

    refused, other, again = awaited(crowd())
    assert refused.startswith(b"HTTP/1.1 503 ")
    assert refused.endswith(b"\r\n\r\nThere are too many connections; try again in a few seconds.\n")
    assert other.startswith(b"HTTP/1.1 200 ")
    assert again.startswith(b"HTTP/1.1 200 ")


def test_when_the_system_lets_nobody_in_the_server_waits_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listener, "RETRY_SECONDS", 0.01)
    failed: list[float] = []
    said: list[str] = []
    monkeypatch.setattr(LOGGER, "error", lambda text, *more: said.append(text % more))

    async def full() -> bytes:
        loop = asyncio.get_running_loop()
        accept = loop.sock_accept

        async def fails(listening: socket.socket) -> Any:
            if len(failed) < 10:
                failed.append(time.monotonic())
                raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))
            return await accept(listening)

        monkeypatch.setattr(loop, "sock_accept", fails)
        async with serving(Limits()) as (port, _):
            return await fetched(port)

    assert awaited(full()).startswith(b"HTTP/1.1 200 ")
    assert failed[-1] - failed[0] >= 9 * 0.01
    assert said == ["no further connection can be accepted now: Too many open files"] * 10


def test_four_hundred_half_open_connections_and_few_files_do_not_stop_the_server() -> None:
    server = Server(files=160)
    try:
        with server.page() as page, contextlib.ExitStack() as stack:
            for _ in range(400):
                half = stack.enter_context(socket.create_connection((HERE, server.port), timeout=10))
                with contextlib.suppress(OSError):  # it may have been ended already
                    half.send(b"GET / HTTP/1.1\r\nHost: ")
            assert page.ask(do="view", game="tic-tac-toe")["view"]
            with server.page() as other:
                assert other.ask(do="choose", game="tic-tac-toe", player="random")["move"]
                began = time.monotonic()
                other.socket.socket.sendall(b"\x89\x80\x00\x00\x00\x00" * 4000)  # pings, which no limit counts
                assert page.ask(do="ping")["done"]
                assert other.ask(do="ping")["done"]
                assert time.monotonic() - began > 0.05  # they were read at a pace
    finally:
        code, said = server.end()
    assert (code, said) == (0, "Ctrl-C ends it.\n")


def test_many_messages_in_the_log_are_few_lines(capsys: pytest.CaptureFixture[str]) -> None:
    handler = BoundedHandler(lines=3, seconds=1000)
    logger = logging.Logger("a test")
    logger.addHandler(handler)
    for _ in range(1000):
        logger.error("x" * 10_000)
    said = capsys.readouterr().err
    assert said.count("\n") == 3
    assert len(said) < 4 * LONGEST
    handler.allowance.left = 1
    logger.error("again")
    assert capsys.readouterr().err == "outplay: again (997 earlier messages were left out)\n"


# Pages


def refusal_of(server: Server, **options: Any) -> tuple[int, str] | None:
    """The close code and the reason if the server refuses a page."""
    with server.connect(**options) as connection, contextlib.suppress(ConnectionClosed):
        connection.send('{"id": 1, "do": "ping"}')
        connection.recv(30)
        return None
    return connection.protocol.close_code or 0, connection.protocol.close_reason or ""


def test_an_address_with_many_pages_is_refused_with_the_reason_and_others_are_not() -> None:
    server = Server("--pages-per-address", "2")
    try:
        with server.page() as page, server.page():
            assert refusal_of(server) == (app.FULL, app.CROWDED_ADDRESS)
            assert page.ask(do="ping")["done"]
            assert refusal_of(server, source_address=(THERE, 0)) is None
            assert refusal_of(server, additional_headers={"X-Forwarded-For": "192.0.2.1"})
        assert refusal_of(server) is None
    finally:
        server.end()


def test_behind_a_proxy_clients_are_told_apart_by_what_it_reports_and_need_the_token() -> None:
    server = Server("--pages-per-address", "1", "--proxy", HERE)
    try:
        with pytest.raises(InvalidStatus), server.page():
            pass
        cookie = {"Cookie": f"{app.COOKIE}={server.token}"}
        one, two = (cookie | {"X-Forwarded-For": address} for address in ("192.0.2.1", "192.0.2.2"))
        with server.connect(additional_headers=one) as connection:
            connection.send('{"id": 1, "do": "ping"}')
            assert connection.recv(30)
            assert refusal_of(server, additional_headers=two) is None
            assert refusal_of(server, additional_headers=one) == (app.FULL, app.CROWDED_ADDRESS)
    finally:
        server.end()


class FakeSocket:
    def __init__(self) -> None:
        self.closed: list[tuple[int, str]] = []

    async def close(self, code: int, reason: str) -> None:
        self.closed.append((code, reason))


def test_a_silent_page_makes_room_for_a_new_one_first_at_the_address_with_most() -> None:
    async def crowd() -> None:
        accounts = Accounts(Limits(pages=4, pages_each=3, silent_seconds=10))
        pages = app.Pages(accounts.limits)

        def page(host: str, silent: float) -> app.Page:
            made = app.Page(FakeSocket(), accounts.of(host))  # type: ignore[arg-type]
            made.heard -= silent
            made.spoke = True
            return made

        lone, many = page(HERE, 1000), [page(THERE, silent) for silent in (20, 90, 0)]
        assert [pages.admit(one) for one in (lone, *many)] == [""] * 4
        assert pages.admit(page(HERE, 0)) == ""  # in all there are too many
        assert pages.admit(page(THERE, 0)) == ""
        await asyncio.sleep(0.01)
        told: list[Any] = [one.socket for one in (lone, *many)]
        assert [one.closed for one in told] == [[(app.FULL, app.MADE_ROOM)], [], [(app.FULL, app.MADE_ROOM)], []]
        assert pages.admit(page(THERE, 0)) == ""
        assert pages.admit(page(THERE, 0)) == app.CROWDED_ADDRESS
        assert pages.admit(page("192.0.2.1", 0)) == app.CROWDED
        next(iter(pages.open)).spoke = False
        next(iter(pages.open)).heard -= 4
        assert pages.admit(page("192.0.2.1", 0)) == ""

    awaited(crowd())


def test_too_many_requests_wait_and_then_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "LONGEST_WAIT", 1.0)
    accounts = Accounts(Limits(requests=(100.0, 1.0)))
    sent: list[Any] = []

    async def flood() -> None:
        guard = app.Guard(None, "", accounts)

        async def told(message: Any) -> None:
            sent.append(message)

        async def ok(scope: Any, receive: Any, send: Any) -> None:
            await send({"type": "http.response.start", "status": 200, "headers": []})

        guard.app = ok
        scope = {"type": "http", "client": (HERE, 1), "headers": [(b"host", b"localhost")], "scheme": "http"}
        scope |= {"path": "/", "query_string": b"", "method": "GET"}
        began = time.monotonic()
        for _ in range(20):
            await guard(dict(scope), None, told)  # type: ignore[arg-type]
        assert time.monotonic() - began > 0.15
        accounts.of(HERE).requests.take(300)
        await guard(dict(scope), None, told)  # type: ignore[arg-type]

    awaited(flood())
    starts = [message for message in sent if message["type"] == "http.response.start"]
    assert [start["status"] for start in starts] == [200] * 20 + [429]
    assert sent[-1]["body"] == app.TOO_MANY.encode()


# Short work


def test_a_click_does_not_wait_for_long_replays_of_its_own_address_or_of_another() -> None:
    async def flood() -> list[int]:
        accounts, shared = Accounts(), turns.Turns()
        slices = 0

        def long_work() -> Generator[None, None, None]:
            nonlocal slices
            for _ in range(60):
                time.sleep(0.005)
                slices += 1
                yield

        attack = [asyncio.create_task(shared.run(accounts.client(THERE), long_work)) for _ in range(100)]
        while not all(work.long for work in shared.waiting) or len(shared.waiting) < 90:
            await asyncio.sleep(0.01)
        waited = []
        for host in (HERE, THERE):
            before = slices
            assert await shared.run(accounts.client(host), lambda: "answer") == "answer"
            waited.append(slices - before)
        for task in attack:
            task.cancel()
        await asyncio.wait(attack)
        assert await shared.run(accounts.client(THERE), lambda: "answer") == "answer"
        while shared.free < turns.THREADS:
            await asyncio.sleep(0.01)
        assert not shared.waiting
        assert not accounts.of(THERE).running.total()
        return waited

    assert max(awaited(flood())) <= 30  # of 6,000 that were asked for


def test_what_is_asked_of_a_thread_is_answered_or_raised_and_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "WAITING_OF_PAGE", 1)

    def counts() -> Generator[None, None, int]:
        yield
        return 7

    def fails() -> None:
        raise ValueError("no")

    async def asked() -> None:
        accounts, shared = Accounts(), turns.Turns(pages_each=2)
        client = accounts.client(HERE)
        assert await shared.run(client, counts) == 7
        with pytest.raises(ValueError, match="no"):
            await shared.run(client, fails)
        tasks = [asyncio.create_task(shared.run(client, time.sleep, 0.2)) for _ in range(turns.EACH + 2)]
        await asyncio.sleep(0.05)
        with pytest.raises(turns.Busy, match="too many requests of your address"):
            await shared.run(client, counts)
        assert await shared.run(accounts.client(THERE), counts) == 7
        await asyncio.gather(*tasks)

    awaited(asked())


# Searches and compiles


class FakeProcess(process.Process):
    """A process that begins jobs and notes what it is told; the test ends them."""

    async def start(self) -> None:
        self.sent: list[dict[str, Any]] = []

    def _send(self, message: dict[str, Any]) -> None:
        self.sent.append(message)

    async def end(self) -> None:
        pass


@contextlib.asynccontextmanager
async def faked(monkeypatch: pytest.MonkeyPatch, size: int = 1) -> AsyncIterator[pool.Pool]:
    monkeypatch.setattr(pool, "Process", FakeProcess)
    own = pool.Pool(size)
    await own.start()
    try:
        yield own
    finally:
        await own.close()


def choosing(player: str = "engine:level=3", seconds: float | None = None) -> dict[str, Any]:
    return {"do": "choose", "game": "kalah:6,4", "state": [], "player": player, "time": seconds}


class Asked:
    """A search that a client has asked for."""

    def __init__(self, own: pool.Pool, client: Client, fields: dict[str, Any]) -> None:
        self.answers: list[dict[str, Any]] = []
        self.error = ""
        self.task = asyncio.create_task(self._run(own, client, fields))

    async def _run(self, own: pool.Pool, client: Client, fields: dict[str, Any]) -> None:
        try:
            async with contextlib.aclosing(own.run(fields, client)) as answers:
                async for one in answers:
                    self.answers.append(one)
        except process.PoolError as error:
            self.error = str(error)

    async def leave(self) -> None:
        self.task.cancel()
        await asyncio.wait([self.task])


def running(own: pool.Pool) -> list[process.Job]:
    return [job for one in own.processes for job in one.jobs.values()]


async def settled() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


def test_one_client_cannot_take_all_seats_and_a_page_has_two(monkeypatch: pytest.MonkeyPatch) -> None:
    async def attack() -> None:
        accounts = Accounts()
        async with faked(monkeypatch) as own:
            page = accounts.client(THERE)
            for _ in range(5):
                Asked(own, page, choosing("engine", 60.0))
            await settled()
            assert len(running(own)) == pool.CHOICES_OF_PAGE
            for _ in range(30):
                Asked(own, accounts.client(THERE), choosing("engine", 60.0))
            await settled()
            assert len(running(own)) == pool.LONG_CHOICES_EACH
            for _ in range(30):
                Asked(own, accounts.client(THERE), choosing())
            await settled()
            assert len(running(own)) == pool.CHOICES_EACH < pool.MOST_CHOICES
            honest = accounts.client(HERE)
            Asked(own, honest, choosing())
            await settled()
            assert running(own)[-1].client is honest

    awaited(attack())


def test_of_those_who_wait_at_one_address_quick_moves_are_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "CHOICES_EACH", 1)

    async def attack() -> None:
        accounts = Accounts()
        async with faked(monkeypatch) as own:
            for _ in range(10):
                Asked(own, accounts.client(HERE), choosing("engine", 60.0))
                Asked(own, accounts.client(HERE), choosing("alpha-beta:depth=12"))
            await settled()
            honest = accounts.client(HERE)
            Asked(own, honest, choosing())
            await settled()
            (job,) = running(own)
            own.processes[0]._receive({"job": job.number, "done": True})
            await settled()
            assert [job.client for job in running(own)] == [honest]

    awaited(attack())


@pytest.mark.parametrize(
    ("fields", "long"),
    [
        (choosing(), False),
        (choosing("engine"), False),
        (choosing("engine", 60.0), True),
        (choosing("engine:time=60", 1.0), False),
        (choosing("engine:depth=99"), True),
        (choosing("alpha-beta:depth=4"), False),
        (choosing("random"), False),
        ({"do": "analyse", "game": "kalah:6,4"}, False),
    ],
)
def test_limits_tell_whether_a_move_may_take_long(fields: dict[str, Any], long: bool) -> None:
    assert process.may_take_long(fields) is long


def test_at_the_limit_the_longest_move_is_asked_for_its_best_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "CHOICES_EACH", 2)
    monkeypatch.setattr(pool, "LEAST_CHOICE_SECONDS", 0.1)

    async def attack() -> None:
        accounts = Accounts()
        async with faked(monkeypatch) as own:
            first, second = (Asked(own, accounts.client(HERE), choosing("engine", 60.0)) for _ in range(2))
            await settled()
            oldest, later = running(own)
            third = Asked(own, accounts.client(HERE), choosing())
            await settled()
            (worker,) = own.processes
            assert isinstance(worker, FakeProcess)
            assert [message for message in worker.sent if "stop" in message] == []
            await asyncio.sleep(0.7)
            assert {"stop": oldest.number, "best": True} in worker.sent
            worker._receive({"job": oldest.number, "answer": {"move": "1"}})
            worker._receive({"job": oldest.number, "done": True})
            await settled()
            assert first.answers == [{"move": "1"}]
            assert [job.number for job in running(own)] == [later.number, later.number + 1]
            assert second.answers == third.answers == []

    awaited(attack())


@pytest.mark.kernel
def test_an_engine_that_is_stopped_for_others_answers_with_its_best_move(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "CHOICES_EACH", 1)
    monkeypatch.setattr(pool, "LEAST_CHOICE_SECONDS", 0.3)

    async def two() -> float:
        accounts, own = Accounts(), pool.Pool(1)
        state = list(outplay.game("kalah:6,4").initial)
        await own.start()
        try:
            quick = Asked(own, accounts.client(HERE), choosing() | {"state": state})
            await quick.task
            began = time.monotonic()
            first = Asked(own, accounts.client(HERE), choosing("engine", 50.0) | {"state": state})
            await asyncio.sleep(0.5)
            second = Asked(own, accounts.client(HERE), choosing() | {"state": state})
            await asyncio.gather(first.task, second.task)
            assert all("move" in one.answers[-1] for one in (first, second))
            return time.monotonic() - began
        finally:
            await own.close()

    assert awaited(two()) < 25


class Compiling:
    """Stands in for the process that compiles."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.ended: list[str] = []
        self.goes_on: dict[str, asyncio.Event] = {}

    async def __call__(self, fields: dict[str, Any]) -> None:
        game = fields["game"]
        self.begun.append(game)
        try:
            await self.goes_on.setdefault(game, asyncio.Event()).wait()
        except asyncio.CancelledError:
            self.ended.append(game)
            raise


@contextlib.asynccontextmanager
async def compiling(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[Compiling, Any]]:
    """A pool in which every game has to be compiled, and a function that has a client ask for one."""
    fake = Compiling()
    monkeypatch.setattr(pool, "compile_game", fake)
    async with faked(monkeypatch) as own:

        async def ask(client: Client, game: str) -> Asked:
            asked = Asked(own, client, {"do": "prepare", "game": game, "state": [], "player": "engine"})
            await settled()
            for job in running(own):
                if not job.fields.get("compile_here"):
                    own.processes[0]._receive({"job": job.number, "compile": True})
            await settled()
            return asked

        yield fake, ask


def test_a_tree_is_searched_when_its_game_is_compiled_or_its_process_died(monkeypatch: pytest.MonkeyPatch) -> None:
    """It holds the place of its page already, and must not wait for itself."""

    async def tree() -> None:
        fields = {"do": "tree", "game": "kalah:6,4", "state": [], "player": "mcts"}
        fake, client = Compiling(), Accounts().client(HERE)
        monkeypatch.setattr(pool, "compile_game", fake)
        async with faked(monkeypatch) as own:
            asked = Asked(own, client, fields)
            await settled()
            (job,) = running(own)
            own.processes[0]._receive({"job": job.number, "compile": True})
            await settled()
            assert asked.answers == [{"compiling": True}]
            assert running(own) == []
            fake.goes_on["kalah:6,4"].set()
            await settled()
            assert running(own) == [job]
            own.processes[0]._receive({"job": job.number, "done": True})
            await settled()
            assert client.session.running["tree"] == 0

    awaited(tree())


def test_what_was_to_be_compiled_for_somebody_who_left_is_not_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    async def leave() -> None:
        accounts = Accounts()
        async with compiling(monkeypatch) as (fake, ask):
            gone, stays = accounts.client(THERE), accounts.client(THERE)
            asked = [await ask(gone, f"kalah:{size},3") for size in (3, 4, 5)]
            assert fake.begun == ["kalah:3,3"]
            await ask(stays, "kalah:6,3")
            for one in asked[1:]:
                await one.leave()
            fake.goes_on["kalah:3,3"].set()
            await settled()
            assert fake.begun == ["kalah:3,3", "kalah:6,3"]
            assert not fake.ended

    awaited(leave())


def test_what_is_being_compiled_for_nobody_ends_when_others_wait_and_goes_on_until_then(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def leave() -> None:
        accounts = Accounts()
        async with compiling(monkeypatch) as (fake, ask):
            first = await ask(accounts.client(THERE), "kalah:1,3")
            second = await ask(accounts.client("192.0.2.1"), "kalah:2,3")
            assert fake.begun == ["kalah:1,3", "kalah:2,3"]  # one address has one place less than there are
            await first.leave()
            await settled()
            assert fake.ended == []
            third = await ask(accounts.client(HERE), "kalah:6,3")
            await settled()
            assert fake.ended == ["kalah:1,3"]
            assert fake.begun[2:] == ["kalah:6,3"]
            for one in (second, third):
                await one.leave()

    awaited(leave())


def test_compiles_are_limited_for_a_page_and_an_address_and_shared_by_those_who_want_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def many() -> None:
        accounts = Accounts()
        async with compiling(monkeypatch) as (fake, ask):
            page = accounts.client(THERE)
            mine = [await ask(page, f"kalah:{size},1") for size in range(1, pool.COMPILES_OF_PAGE + 2)]
            assert [one.error for one in mine] == [""] * pool.COMPILES_OF_PAGE + [pool.TOO_MANY_OF_PAGE]
            others = [await ask(accounts.client(THERE), f"kalah:{size},2") for size in range(1, pool.COMPILES_EACH)]
            assert others[-1].error == pool.TOO_MANY_EACH
            same = [await ask(accounts.client(THERE), "kalah:1,1") for _ in range(40)]
            assert {one.error for one in same} == {""}
            honest = await ask(accounts.client(HERE), "kalah:9,9")
            assert honest.answers == [{"compiling": True}]
            assert fake.begun == ["kalah:1,1", "kalah:9,9"]

    awaited(many())


# The token


def test_the_token_is_written_to_no_file_or_pipe() -> None:
    server = Server("--host", "0.0.0.0")
    token = server.token
    _, said = server.end()
    assert token not in server.line + said
    assert re.search(r"The page needs http://\S+/\?token=…, with the token that is in \S+web-token", said)


def test_the_token_is_shown_in_a_terminal() -> None:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "outplay", "serve", "--no-open", "--port", "0", "--host", "0.0.0.0"]
    started = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs)
    os.close(theirs)
    said = b""
    while b"Ctrl-C" not in said:
        said += os.read(ours, 1000)
    started.send_signal(signal.SIGINT)
    redirected, _ = started.communicate(timeout=30)
    os.close(ours)
    assert re.search(rb"With its token the address is http://\S+/\?token=[\w-]{20,}", said)
    assert b"token" not in redirected


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--proxy", "nginx"], "'nginx' is no address"),
        (["--pages-per-address", "0"], "must be at least 1, not 0"),
    ],
)
def test_limits_that_make_no_sense_are_usage_errors(words: list[str], complaint: str) -> None:
    command = [sys.executable, "-m", "outplay", "serve", "--no-open", "--port", "0", *words]
    found = subprocess.run(command, capture_output=True, text=True, timeout=60, env=os.environ | {"COLUMNS": "200"})
    assert found.returncode == 2
    assert complaint in found.stderr
    assert "Traceback" not in found.stderr
