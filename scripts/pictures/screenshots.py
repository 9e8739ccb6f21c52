"""Takes docs/pictures/web-*.png from the real page: `python -m scripts.pictures.screenshots`

It needs Chromium on the PATH. A server and a small tournament are started for it and are gone afterwards.
"""

import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from scripts.pictures.paths import PICTURES

OUTPLAY = [sys.executable, "-m", "outplay"]
DESKTOP, PHONE = (1200, 760), (360, 740)
PATIENCE = 90_000
"""Milliseconds: a game may have to be compiled first."""

SQUATTER = "game=squatter:7&moves=d4+c4+d5+c5+e6+d6+f5+b4+e4+b5+g4+c6+f3+e3&first=you&second=friend"
KALAH = "game=kalah:6,4&moves=3+6+3+1+2&first=you&second=friend"
GOMOKU = "game=gomoku:9&moves=e5+f6+f5+g5+e4+e6+d6+g3+d4+c4+d5+d7+d3+d2+f3+b5+c3+h2+e3+h1+b3&first=you&second=friend"


def settled(page: Page) -> None:
    page.wait_for_timeout(700)


def analysed(page: Page) -> None:
    page.get_by_role("switch", name="Analysis").check()
    page.locator(".lines li").nth(2).wait_for()
    page.wait_for_timeout(4000)


def sowing(page: Page) -> None:
    page.locator(".place.legal").first.click()
    page.locator(".sowing").wait_for()
    page.wait_for_timeout(250)


def reviewed(page: Page) -> None:
    page.locator(".result .actions button").nth(1).click()
    page.locator(".turns li").first.wait_for()
    settled(page)


def searched(page: Page) -> None:
    page.get_by_role("row").nth(5).wait_for()
    settled(page)


def rated(page: Page) -> None:
    page.locator(".elo").wait_for()
    settled(page)


SHOTS: list[tuple[str, str, tuple[int, int], str, Callable[[Page], None]]] = [
    ("start", "#/", DESKTOP, "light", settled),
    ("analysis", f"#/play?{SQUATTER}", DESKTOP, "light", analysed),
    ("sowing", f"#/play?{KALAH}", PHONE, "light", sowing),
    ("review", f"#/play?{GOMOKU}", DESKTOP, "dark", reviewed),
    ("phone", "#/", PHONE, "dark", settled),
    ("tree", "#/tree?game=tic-tac-toe&moves=b2+a1", DESKTOP, "light", searched),
    ("tournament", "#/tournaments/spring", DESKTOP, "light", rated),
]


def take(browser: Browser, origin: str) -> None:
    for name, address, (width, height), scheme, prepare in SHOTS:
        page = browser.new_page(
            viewport={"width": width, "height": height}, color_scheme="dark" if scheme == "dark" else "light"
        )
        page.set_default_timeout(PATIENCE)
        page.goto(f"{origin}{address}")
        page.locator("main .page > *").first.wait_for()
        prepare(page)
        page.mouse.move(0, 0)
        page.evaluate("() => document.activeElement.blur()")
        page.screenshot(path=PICTURES / f"web-{name}.png")
        page.close()
        print(f"docs/pictures/web-{name}.png")


def main() -> None:
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if not found:
        sys.exit("there is no Chromium on the PATH; install it: apt install chromium")
    with tempfile.TemporaryDirectory() as folder:
        games = str(Path(folder) / "games.db")
        players = ["engine:level=2", "engine:level=5", "kalah-ranks:depth=2", "random"]
        subprocess.run(
            [*OUTPLAY, "tournament", "kalah:4,3", *players, "--games", "10", "--name", "spring", "--db", games],
            check=True,
            stdout=subprocess.DEVNULL,
        )
        server = subprocess.Popen(
            [*OUTPLAY, "serve", "--no-open", "--port", "0", "--db", games], stdout=subprocess.PIPE, text=True
        )
        assert server.stdout
        try:
            origin = server.stdout.readline().split()[-1]
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
                take(browser, origin)
                browser.close()
        finally:
            server.send_signal(signal.SIGINT)
            server.wait()


if __name__ == "__main__":
    main()
