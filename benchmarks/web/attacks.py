"""The server under attack: how soon honest pages are answered while somebody takes all he can get.

    python -m benchmarks.web.attacks [section …]      # quiet, half-open, sockets, moves, compiles, replays, …
    python -m benchmarks.web.attacks --same moves     # the attack comes from the address of the honest pages

Four honest pages click, as in `benchmarks.web.page`, one more asks the engine for moves, and pages are opened anew. The
attack runs in a process with a low priority, because a real one does not run on the server's machine. It comes from
another address than the honest pages; with `--same` from theirs, as in a school whose pupils share one address.
`half-open` is measured with a limit of 256 open files.
"""

import argparse
import contextlib
import http.client
import os
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

HONEST, CLICKS, MOVES, VISITS = 4, 100, 5, 5
CLICK, MOVE, VISIT, LOG = 0.100, 2.0, 1.0, 20_000
"""The marks: seconds of 95 % of the clicks, of a move of engine:level=3 and of a new page, and bytes of the log."""
FILES = 256
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
    command = ["nice", sys.executable, "-m", "benchmarks.web.attackers", name, str(server.port), address]
    attackers = subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        time.sleep(BEFORE)
        yield
    finally:
        assert attackers.stdin
        attackers.stdin.close()
        attackers.wait(30)


def visit(server: Server) -> float:
    """The seconds that a new page needs for its first file and its first answer."""
    began = time.perf_counter()
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sections", nargs="*", metavar="section", help="which attacks (all)")
    parser.add_argument("--same", action="store_true", help="attack from the address of the honest pages")
    options = parser.parse_args()
    address = "127.0.0.1" if options.same else "127.0.0.2"
    measure(options.sections, {name: partial(measured, name, address) for name in ATTACKS}, parser.error)


if __name__ == "__main__":
    main()
