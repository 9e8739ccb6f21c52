"""The page is for everyone: screen readers, small screens, slow lines."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from helpers.browser import Board
from playwright.sync_api import Browser, Request

PAGES = {
    "start": "#/",
    "grid": "#/play?game=tic-tac-toe&moves=b2+a1&first=you&second=friend",
    "columns": "#/play?game=connect-four&moves=d+d+e&first=you&second=friend",
    "felt": "#/play?game=othello&moves=d3&first=you&second=friend",
    "territory": "#/play?game=squatter:5&moves=b3+c3+c4+e1+d3+e5+c2&first=you&second=friend",
    "lines": "#/play?game=gomoku:9&moves=e5+d4&first=you&second=friend",
    "large": "#/play?game=mnk:30,30,5&moves=a1&first=you&second=friend",
    "pits": "#/play?game=kalah:6,4&moves=3&first=you&second=friend",
    "plain": "#/play?game=matches&moves=1&first=you&second=friend",
    "over": "#/play?game=tic-tac-toe&moves=a1+a2+b1+b2+c1&first=you&second=friend",
    "editor": "#/edit?game=kalah:3,2",
    "hexagons": "#/play?game=hex:5,pie&moves=b2&first=you&second=friend",
    "edges": "#/play?game=dots-and-boxes&moves=a1-b1+a1-a2+b1-b2+a2-b2&first=you&second=friend",
    "hands": "#/play?game=skirmish&moves=b2-b3+b4-b3&first=you&second=friend",
}
LARGEST_LOAD = 150_000
"""Bytes that the server sends, compressed."""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(browser: Browser, board: Board, scheme: str) -> None:
    context = browser.new_context(color_scheme="dark" if scheme == "dark" else "light", reduced_motion="reduce")
    found = {}
    seen = Board(context.new_page(), board.origin)
    for name, address in PAGES.items():
        page = seen.open(address)
        if name == "start":
            page.locator(".card").first.wait_for()
        else:
            page.locator(".aside").wait_for()
        violations = Axe().run(page).response["violations"]
        serious = [v for v in violations if v["impact"] in ("serious", "critical")]
        found[name] = [(v["id"], v["nodes"][0]["html"]) for v in serious]
    page.get_by_role("button", name="Help and keys").click()
    serious = [v for v in Axe().run(page).response["violations"] if v["impact"] in ("serious", "critical")]
    found["help"] = [(v["id"], v["nodes"][0]["html"]) for v in serious]
    context.close()
    assert found == {name: [] for name in (*PAGES, "help")}
    assert seen.complaints == []


def test_nothing_is_wider_than_a_phone(browser: Browser, board: Board) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    phone = Board(context.new_page(), board.origin)
    widths = {}
    for name, address in PAGES.items():
        page = phone.open(address)
        page.locator(".card, .aside").first.wait_for()
        widths[name] = page.evaluate("document.documentElement.scrollWidth")
    context.close()
    assert widths == dict.fromkeys(PAGES, 360)


def test_a_game_is_played_by_touch(browser: Browser, board: Board) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    phone = Board(context.new_page(), board.origin)
    page = phone.play("kalah:6,4")
    page.locator('.place[data-pit="0:2"]').tap()
    phone.wait_for_moves(1)
    assert phone.moves() == ["3"]
    context.close()


def test_the_first_load_is_light_and_comes_from_the_server_alone(board: Board) -> None:
    requests: list[Request] = []
    board.page.on("requestfinished", lambda request: requests.append(request))
    page = board.open()
    page.get_by_role("link", name="Tic-tac-toe").wait_for()
    page.goto(f"{board.origin}/{PAGES['grid']}")
    page.locator(".place").first.wait_for()
    assert all(request.url.startswith(board.origin) for request in requests)
    assert sum(request.sizes()["responseBodySize"] for request in requests) < LARGEST_LOAD


def test_the_board_tells_a_screen_reader_what_is_where(board: Board) -> None:
    page = board.play("tic-tac-toe", "b2")
    assert page.get_by_role("grid").get_attribute("aria-label") == "The board of Tic-tac-toe, o to move"
    assert page.get_by_role("gridcell", name="b2: x, last move").count() == 1
    assert page.get_by_role("gridcell", name="a1: empty, can be played").count() == 1
    page = board.play("kalah:3,2", "1")
    assert page.get_by_role("gridcell", name="Second, house 1: 2 seeds, can be played").count() == 1
