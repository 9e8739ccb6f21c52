"""The system's Chromium, and a page with a game that tests can click on."""

import os
import shutil
import subprocess
from collections.abc import Callable

import pytest
from playwright.sync_api import ConsoleMessage, Page, expect

PACKAGES = ("chromium-headless-shell", "chromium")
"""Debian's packages, best first: without a window it takes a quarter less of the processor."""
NAMES = (*PACKAGES, "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")

MATCHES = '''"""Take one to three matches; who takes the last one wins."""

from typing import NamedTuple

from outplay import GOING_ON, Game


class State(NamedTuple):
    left: int
    turn: int


def game(matches: int = 7) -> Game:
    def moves(state: State) -> int:
        return (1 << min(3, state.left)) - 1

    def play(state: State, move: int) -> State:
        return State(state.left - move - 1, 1 - state.turn)

    def outcome(state: State) -> int:
        return GOING_ON if state.left else -1

    def to_move(state: State) -> int:
        return state.turn

    return Game("matches", State(matches, 0), {"left": 6, "turn": 1}, moves, play, outcome, to_move)
'''
"""A user's game without a board of its own."""


PATIENCE = 30_000
"""The timeout in milliseconds, for a machine that may have other work."""

expect.set_options(timeout=PATIENCE)


def chromium() -> str:
    """The browser's path; it is installed where that can be done, and the tests are skipped where it cannot."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None and hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        found = next(filter(None, map(installed, PACKAGES)), None)
    if found is None:
        pytest.skip("there is no Chromium here; install it (apt install chromium) to test the page in a browser")
    return found


def installed(package: str) -> str | None:
    """The path of a program after its package was installed; None if that did not work."""
    subprocess.run(["apt-get", "install", "-y", "-q", package], capture_output=True, timeout=600)
    return shutil.which(package)


NEXT = ".place.legal, .others button:enabled"
"""What can be clicked to make a move, or to go on with one."""

PROGRESS = """() => [".moves .move", ".place.chosen"].map((part) => document.querySelectorAll(part).length)"""
"""How many moves were made, and how many targets are chosen for the next one."""

DISTANCE = """id => {
  const rows = [...document.querySelectorAll(".hits [role=row]")].map((row) => [...row.children]);
  const used = rows.filter((row) => row.length);
  const at = (place) => {
    const row = used.findIndex((targets) => targets.includes(place));
    return [row, used[row].indexOf(place)];
  };
  const [from, to] = [at(document.querySelector(".place.cursor")), at(document.getElementById(id))];
  return [to[0] - from[0], to[1] - from[1]];
}"""
"""How many rows and columns a target is away from the cursor."""


class Board:
    """A page with a game on it."""

    def __init__(self, page: Page, origin: str) -> None:
        self.page, self.origin = page, origin
        self.complaints: list[str] = []
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self.hear)

    def hear(self, said: ConsoleMessage) -> None:
        if said.type == "error":
            self.complaints.append(said.text)

    def open(self, address: str = "#/") -> Page:
        self.page.goto(f"{self.origin}/{address}")
        self.page.locator("main .page > *").first.wait_for()
        return self.page

    def play(self, game: str, moves: str = "", first: str = "you", second: str = "friend", **more: str) -> Page:
        others = "".join(f"&{key}={value}" for key, value in more.items())
        page = self.open(f"#/play?game={game}&moves={moves.replace(' ', '+')}&first={first}&second={second}{others}")
        page.locator(".status:visible, .result:visible").first.wait_for()
        return page

    def cell(self, name: str) -> None:
        """Clicks a cell by its name, as a screen reader would say it."""
        self.page.locator(f'[role=gridcell][aria-label^="{name}:"]').click()

    def moves(self) -> list[str]:
        """The moves as the list shows them."""
        return [text.strip() for text in self.page.locator(".moves .move").all_inner_texts()]

    def wait_for_moves(self, count: int) -> None:
        self.page.wait_for_function("n => document.querySelectorAll('.moves .move').length === n", arg=count)

    def finish(self, most: int = 60) -> str:
        """Plays legal moves until the game is over; returns the text of the result."""
        return self.play_on(lambda: self.page.locator(NEXT).first.click(), most)

    def finish_by_keys(self, most: int = 60) -> str:
        """The same with the keys of the board alone: the arrows, and Enter."""
        return self.play_on(self.press_next, most)

    def play_on(self, step: Callable[[], None], most: int) -> str:
        """Takes one step after the other, of which several may make a move, until the game is over."""
        for _ in range(most):
            self.page.locator(f"{NEXT}, .result:not([hidden])").first.wait_for()
            if self.page.locator(".result").is_visible():
                break
            before = self.page.evaluate(PROGRESS)
            step()
            self.page.wait_for_function(
                f"([moves, chosen]) => (([now, more]) => now !== moves || more > chosen)(({PROGRESS})())", arg=before
            )  # a choice that is gone is not enough: the server has yet to say what the move leads to
        return self.page.locator(".result h2").inner_text()

    def press_next(self) -> None:
        """Walks to a target that can be clicked, up or down first, and presses Enter there."""
        target = self.page.locator(".place.legal").first.get_attribute("id")
        for away, keys in enumerate((("ArrowUp", "ArrowDown"), ("ArrowLeft", "ArrowRight"))):
            steps = self.page.evaluate(DISTANCE, target)[away]
            for _ in range(abs(steps)):
                self.page.keyboard.press(keys[steps > 0])
        self.page.keyboard.press("Enter")
