"""The server under attack: how soon honest pages are answered while somebody takes all he can get.

    python -m benchmarks.web.attacks [section …]      # quiet, half-open, sockets, moves, compiles, replays, …
    python -m benchmarks.web.attacks --same moves     # the attack comes from the address of the honest pages

Four honest pages click, as in `benchmarks.web.page`, one more asks the engine for moves, and pages are opened anew. The
attack runs in a process with a low priority, because a real one does not run on the server's machine. It comes from
another address than the honest pages; with `--same` from theirs, as in a school whose pupils share one address.
`half-open` is measured with a limit of 256 open files. `school` is no attack: forty browsers behind one address load
the page at once and play.
"""

import argparse
import contextlib
import http.client
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from helpers.web_page import Server

from benchmarks.library.report import Mark, Table, measure, share
from benchmarks.web.page import GAME, clicks, show
from outplay.core.machine import processors
from outplay.web.app import STATIC

HONEST, CLICKS, MOVES, VISITS = 4, 100, 5, 5
CLICK, MOVE, VISIT, LOG = 0.100, 2.0, 1.0, 20_000
"""The marks: seconds of 95 % of the clicks, of a move of engine:level=3 and of a new page, and bytes of the log."""
FILES = 256
HERE, OTHER = "127.0.0.1", "127.0.0.2"
OTHER_PAGES, SAME_PAGES = 250, 60
"""Pages that an attack tries to open; at the address of the honest ones it leaves room for those."""
PUPILS, LESSON = 40, 15.0
"""Browsers behind one address, and the seconds for which they play."""
BEFORE = 3.0
"""Seconds for which an attack runs before something is measured."""
AFTER = 3.0
"""Seconds after the end of an attack until its compiles are counted; one may go on that nobody waits for."""
ATTACKS = ("quiet", "half-open", "sockets", "moves", "compiles", "replays", "trees", "messages", "frames")


@contextlib.contextmanager
def attacked(server: Server, name: str, address: str) -> Iterator[None]:
    """Runs an attack within the block."""
    if name == "quiet":
        yield
        return
    pages = OTHER_PAGES if address != HERE else SAME_PAGES
    command = ["nice", sys.executable, "-m", "benchmarks.web.attackers", name, str(server.port), address, str(pages)]
    attackers = subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        time.sleep(BEFORE)
        yield
    finally:
        assert attackers.stdin
        attackers.stdin.close()
        attackers.kill()
        attackers.wait(30)


def visit(server: Server) -> float:
    """The seconds that a new page needs for its first file and its first answer."""
    began = time.perf_counter()
    connection = http.client.HTTPConnection(HERE, server.port, timeout=30)
    connection.request("GET", "/")
    assert connection.getresponse().read()
    connection.close()
    with server.page() as page:
        page.ask(do="ping")
    return time.perf_counter() - began


def move(server: Server) -> float:
    with server.page() as page:
        began = time.perf_counter()
        answer = page.ask(do="choose", game=GAME, player="engine:level=3")
        assert "move" in answer, answer
        return time.perf_counter() - began


def repeated(count: int, work: Callable[[], float]) -> list[float]:
    """The seconds of some pieces of work; infinite for those that failed."""
    taken = []
    for _ in range(count):
        try:
            taken.append(work())
        except Exception as error:
            print(f"an honest client failed: {error!r}"[:200], file=sys.stderr)
            taken.append(float("inf"))
        time.sleep(0.5)
    return taken


@contextlib.contextmanager
def started(name: str) -> Iterator[Server]:
    """The server for an attack: for half-open connections with few files, for compiles with an empty cache."""
    kept = dict(os.environ)
    with tempfile.TemporaryDirectory() as folder:
        if name == "compiles":
            os.environ["OUTPLAY_CACHE"] = folder
        server = Server(files=FILES if name == "half-open" else None)
        os.environ.clear()
        os.environ.update(kept)
        yield server


def measured(name: str, address: str) -> list[Mark]:
    """What honest clients see during an attack."""
    with started(name) as server:
        try:
            with contextlib.ExitStack() as stack, ThreadPoolExecutor(HONEST + 2) as threads:
                pages = [stack.enter_context(server.page()) for _ in range(HONEST)]
                assert "error" not in pages[0].ask(do="prepare", game=GAME)
                stack.enter_context(attacked(server, name, address))
                moves = threads.submit(repeated, MOVES, partial(move, server))
                visits = threads.submit(repeated, VISITS, partial(visit, server))
                taken = [one for found in threads.map(lambda page: clicks(page, CLICKS), pages) for one in found]
                moved, visited = max(moves.result()), max(visits.result())
            time.sleep(AFTER)
            left = len(server.workers()) - processors()
        finally:
            _, said = server.end()
    show(Table((f"{name}, from {address}", 34), ("median", 10), ("95 %", 10), ("worst", 10)), "clicks", taken)
    click = share(taken, 0.95)
    return [
        Mark(name, "95 % of the clicks", f"{1000 * click:.1f} ms", f"{1000 * CLICK:.0f} ms", click <= CLICK),
        Mark(name, "slowest move of engine:level=3", f"{moved:.2f} s", f"{MOVE} s", moved <= MOVE),
        Mark(name, "slowest new page", f"{visited:.2f} s", f"{VISIT} s", visited <= VISIT),
        Mark(name, "standard error", f"{len(said)} bytes", f"{LOG} bytes", len(said) <= LOG),
        Mark(name, f"processes that compile {AFTER:.0f} s after it", str(left), "1", left <= 1),
    ]


def pupil(server: Server) -> tuple[list[float], list[float]]:
    """Somebody who loads the page with all its files and plays: the seconds of clicks and of moves."""
    connection = http.client.HTTPConnection(HERE, server.port, timeout=60)
    for path in ("/", *(f"/static/{file.relative_to(STATIC)}" for file in STATIC.rglob("*.js"))):
        connection.request("GET", path)
        response = connection.getresponse()
        assert response.status == 200, response.status
        response.read()
    connection.close()
    clicked, moved = [], []
    moves: list[str] = []
    with server.page() as page:
        end = time.monotonic() + LESSON
        while time.monotonic() < end:
            time.sleep(random.uniform(0.5, 1.5))
            began = time.perf_counter()
            seen = page.ask(do="view", game=GAME, moves=moves)["view"]
            clicked.append(time.perf_counter() - began)
            if seen["outcome"]:
                moves = []
                continue
            began = time.perf_counter()
            answer = page.ask(do="choose", game=GAME, moves=moves, player="engine:level=3")
            assert "move" in answer, answer
            moves.append(answer["move"])
            moved.append(time.perf_counter() - began)
    return clicked, moved


def school() -> list[Mark]:
    """Forty honest browsers behind one address."""
    server = Server()
    try:
        with server.page() as page:
            page.ask(do="prepare", game=GAME)
        with ThreadPoolExecutor(PUPILS) as threads:
            found = list(threads.map(pupil, [server] * PUPILS))
    finally:
        server.end()
    clicked, moved = ([one for pair in found for one in pair[which]] for which in (0, 1))
    table = Table((f"{PUPILS} browsers, one address", 34), ("median", 10), ("95 %", 10), ("worst", 10))
    show(table, "clicks", clicked)
    show(table, "moves of engine:level=3", moved)
    click, move = share(clicked, 0.95), share(moved, 0.95)
    return [
        Mark("school", "95 % of the clicks", f"{1000 * click:.1f} ms", f"{1000 * CLICK:.0f} ms", click <= CLICK),
        Mark("school", "95 % of the moves", f"{move:.2f} s", f"{MOVE} s", move <= MOVE),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sections", nargs="*", metavar="section", help="which attacks (all)")
    parser.add_argument("--same", action="store_true", help="attack from the address of the honest pages")
    options = parser.parse_args()
    address = HERE if options.same else OTHER
    sections = {name: partial(measured, name, address) for name in ATTACKS} | {"school": school}
    measure(options.sections, sections, parser.error)


if __name__ == "__main__":
    main()
