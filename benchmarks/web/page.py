"""The page and its server: the first load, and under load: how soon a click is answered while ten people play and
analyse, how soon they are forgotten, and what is left of them; and how smoothly a large tree scrolls in Chromium.

    python -m benchmarks.web.page [start] [page] [load] [ten] [comings] [tree]

Everything goes through the real server on loopback, and the figures are what a page would see.
"""

import argparse
import shutil
import statistics
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from helpers.web_page import Page, Server

from benchmarks.library.report import Mark, Table, measure, share

PEOPLE, CLICKS = 10, 200
GAME, OTHERS = "kalah:6,4", ("kalah:6,4", "tic-tac-toe", "connect-four", "gomoku", "squatter:7")
CLICK, FORGOTTEN, STARTED, INTERACTIVE = 0.050, 1.0, 1.5, 1.0
"""The marks, in seconds."""
FIRST_LOAD = 200_000
"""Bytes."""
PLAYING = 10.0
"""Seconds for which ten people play and analyse."""
VISITS, COMINGS = 5, 3000
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
TREE, FRAMES = "game=kalah:6,4&depth=8", 400
"""The tree that is scrolled, and over how many frames."""
WHEEL, SMOOTH, SWEPT = 400, 0.020, 0.034
"""Pixels that a fast wheel scrolls in a frame; the seconds that 95 % of the frames may take so, and when the tree is
swept from end to end, with nothing but new rows in each frame. A screen shows 60 frames a second."""
SCROLL = """([frames, by]) => new Promise((done) => {
  const list = document.querySelector("[role=treegrid]");
  const far = by || (list.scrollHeight - list.clientHeight) / frames;
  const times = [];
  list.scrollTop = 0;
  function step(now) {
    times.push(now);
    list.scrollTop += far;
    if (times.length <= frames) requestAnimationFrame(step);
    else done(times.slice(1).map((time, index) => (time - times[index]) / 1000));
  }
  requestAnimationFrame(step);
})"""


def clicks(page: Page, count: int) -> list[float]:
    """The seconds that each of some clicks took: a move is sent, the new position comes back."""
    moves: list[str] = []
    taken = []
    for _ in range(count):
        began = time.perf_counter()
        seen = page.ask(do="view", game=GAME, moves=moves)["view"]
        taken.append(time.perf_counter() - began)
        moves = [] if seen["outcome"] else [*moves, seen["legal"][len(moves) % len(seen["legal"])]["move"]]
        time.sleep(0.03)
    return taken


def analysing(page: Page, game: str) -> int:
    number = page.say(do="analyse", game=game, lines=3)
    while "analysis" not in page.hear():
        pass
    return number


def processor_seconds(server: Server) -> float:
    words = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in server.workers()]
    return sum(int(word[11]) + int(word[12]) for word in words) / 100


def started() -> list[Mark]:
    taken = []
    for _ in range(3):
        began = time.perf_counter()
        server = Server()
        with server.page() as page:
            page.ask(do="games")
        taken.append(time.perf_counter() - began)
        server.end()
    figure = min(taken)
    return [Mark("start", "first answer to a page", f"{figure:.2f} s", f"{STARTED} s", figure <= STARTED)]


def answered(page: Page, number: int) -> dict[str, Any]:
    """The answer to one question, among those to others."""
    while (answer := page.hear())["id"] != number:
        pass
    return answer


def playing(server: Server, game: str) -> list[float]:
    """Somebody who plays with the analysis on: the seconds that each click took."""
    taken: list[float] = []
    moves: list[str] = []
    end = time.monotonic() + PLAYING
    with server.page() as page:
        while time.monotonic() < end:
            analysis = page.say(do="analyse", game=game, moves=moves, lines=3)
            time.sleep(0.4)
            began = time.perf_counter()
            view = page.say(do="view", game=game, moves=moves)
            seen = answered(page, view)["view"]
            taken.append(time.perf_counter() - began)
            answered(page, page.say(do="stop", target=analysis))
            moves = [] if seen["outcome"] else [*moves, seen["legal"][len(moves) % len(seen["legal"])]["move"]]
    return taken


def ten() -> list[Mark]:
    """Ten people at once, each with a game and its analysis."""
    server = Server()
    try:
        with server.page() as page:
            for game in OTHERS:
                page.ask(do="prepare", game=game)
        with ThreadPoolExecutor(PEOPLE) as threads:
            games = [OTHERS[number % len(OTHERS)] for number in range(PEOPLE)]
            taken = [one for clicks in threads.map(lambda game: playing(server, game), games) for one in clicks]
    finally:
        server.end()
    show(Table(("clicks", 34), ("median", 10), ("95 %", 10), ("worst", 10)), f"{PEOPLE} play and analyse", taken)
    median = statistics.median(taken)
    wanted = f"{1000 * CLICK:.0f} ms"
    return [Mark("ten", "click to stone, ten play and analyse", f"{1000 * median:.1f} ms", wanted, median <= CLICK)]


def comings() -> list[Mark]:
    """Pages that come and go: what the server holds afterwards, in handles and memory."""
    server = Server()
    try:
        come_and_go(server, COMINGS // 10)
        handles, memory = held(server)
        come_and_go(server, COMINGS)
        later = held(server)
    finally:
        server.end()
    more, grown = later[0] - handles, (later[1] - memory) / 1024
    return [
        Mark("comings", f"handles more after {COMINGS} pages", str(more), "5", more <= 5),
        Mark("comings", f"memory more after {COMINGS} pages", f"{grown:.1f} MB", "20 MB", grown <= 20),
    ]


def come_and_go(server: Server, count: int) -> None:
    for _ in range(count):
        with server.page() as page:
            page.ask(do="view", game=GAME)
            page.say(do="choose", game=GAME, player="random")
    time.sleep(0.5)


def held(server: Server) -> tuple[int, int]:
    """The server's open files, and its memory in kilobytes."""
    folder = Path(f"/proc/{server.process.pid}")
    memory = (folder / "status").read_text().partition("VmRSS:")[2].split()[0]
    return len(list((folder / "fd").iterdir())), int(memory)


def chromium() -> str:
    """The system's browser."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    return found or sys.exit("there is no Chromium on the PATH; install it: apt install chromium")


def first_load() -> list[Mark]:
    """The first visit of a browser: how much comes, and how soon the page can be used and a board be played on."""
    found = chromium()
    from playwright.sync_api import sync_playwright

    sizes: dict[str, int] = {}
    cards, boards = [], []
    server = Server()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        for _ in range(VISITS):
            page = browser.new_page()
            page.on("response", lambda answer: sizes.__setitem__(answer.url, int(answer.headers["content-length"])))
            page.goto(server.address, wait_until="commit")
            cards.append(page.wait_for_function(USABLE, arg="a.card, .card a").json_value() / 1000)
            page.close()
            page = browser.new_page()
            page.goto(f"{server.address}#/play?game=squatter:7&first=you&second=friend", wait_until="commit")
            boards.append(page.wait_for_function(USABLE, arg=".place.legal").json_value() / 1000)
            page.close()
        browser.close()
    server.end()
    total, start, play = sum(sizes.values()), statistics.median(cards), statistics.median(boards)
    return [
        Mark("page", "first load", f"{total / 1000:.0f} KB", f"{FIRST_LOAD // 1000} KB", total < FIRST_LOAD),
        Mark("page", "first page can be used after", f"{start:.2f} s", f"{INTERACTIVE} s", start <= INTERACTIVE),
        Mark("page", "a board can be played on after", f"{play:.2f} s", f"{INTERACTIVE} s", play <= INTERACTIVE),
    ]


USABLE = "(what) => document.querySelector(what) && performance.now()"
"""The milliseconds since the visit began, as soon as something is there."""


def load() -> list[Mark]:
    server = Server()
    table = Table(("clicks", 34), ("median", 10), ("95 %", 10), ("worst", 10))
    try:
        with server.page() as own, ExitStack() as stack:
            for game in OTHERS:
                own.ask(do="prepare", game=game)
            show(table, "nobody else", clicks(own, CLICKS))
            pages = [stack.enter_context(server.page()) for _ in range(PEOPLE)]
            for number, page in enumerate(pages):
                analysing(page, OTHERS[number % len(OTHERS)])
            busy = clicks(own, CLICKS)
            show(table, f"{PEOPLE} people analysing", busy)
            began = time.perf_counter()
            for _ in range(5):
                own.ask(do="choose", game=GAME, player="engine:level=3")
            moves = (time.perf_counter() - began) / 5
            stack.close()
            forgotten = until_idle(server)
    finally:
        server.end()
    median = statistics.median(busy)
    wanted = f"{1000 * CLICK:.0f} ms"
    return [
        Mark("load", f"click to stone, {PEOPLE} analysing", f"{1000 * median:.1f} ms", wanted, median <= CLICK),
        Mark("load", "a move of engine:level=3 meanwhile", f"{1000 * moves:.0f} ms", "1000 ms", moves <= 1.0),
        Mark("load", "closed pages' searches end", f"{forgotten:.2f} s", f"{FORGOTTEN} s", forgotten <= FORGOTTEN),
    ]


def tree() -> list[Mark]:
    """Scrolls through a tree of tens of thousands of nodes in Chromium."""
    from playwright.sync_api import sync_playwright

    server = Server()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
            page = browser.new_page(viewport={"width": 1280, "height": 800})
            page.goto(f"{server.origin}/#/tree?{TREE}")
            page.locator(".tree-rows .tree-row").first.wait_for()
            page.get_by_role("button", name="Open all").click()
            nodes = int(page.get_by_role("treegrid").get_attribute("aria-rowcount") or 0) - 1
            wheel, swept = (page.evaluate(SCROLL, [FRAMES, by]) for by in (WHEEL, 0))
            browser.close()
    finally:
        server.end()
    table = Table((f"frames, {nodes:,} nodes", 34), ("median", 10), ("95 %", 10), ("worst", 10))
    marks = []
    for what, taken, wanted in (("a fast wheel", wheel, SMOOTH), ("from end to end", swept, SWEPT)):
        show(table, what, taken)
        slow = share(taken, 0.95)
        marks.append(
            Mark("tree", f"95 % of frames, {what}", f"{1000 * slow:.1f} ms", f"{1000 * wanted:.0f} ms", slow <= wanted)
        )
    return marks


def show(table: Table, what: str, taken: list[float]) -> None:
    ordered = sorted(taken)
    figures = (statistics.median(ordered), ordered[int(0.95 * len(ordered))], ordered[-1])
    table.row(what, *(f"{1000 * figure:.1f} ms" for figure in figures))


def until_idle(server: Server) -> float:
    """The seconds until the workers use no processor time any longer."""
    began = last = time.perf_counter()
    used = processor_seconds(server)
    while time.perf_counter() - last < 0.5:
        time.sleep(0.02)
        now = processor_seconds(server)
        if now > used:
            used, last = now, time.perf_counter()
    return last - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sections", nargs="*", metavar="section", help="what to measure (everything)")
    sections = {"start": started, "page": first_load, "load": load, "ten": ten, "comings": comings, "tree": tree}
    measure(parser.parse_args().sections, sections, parser.error)


if __name__ == "__main__":
    main()
