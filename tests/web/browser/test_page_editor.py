"""Positions are set up in the browser, on the board or as text, checked, and left again."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from helpers.browser import Board
from helpers.web_page import Server
from playwright.sync_api import Browser, expect


def test_connect_four_is_set_up_on_the_board_and_floating_stones_are_refused(board: Board) -> None:
    page = board.open("#/edit?game=connect-four")
    page.locator('[aria-label^="d1:"]').hover()
    expect(page.locator(".beside")).to_have_count(0)
    expect(page.get_by_role("gridcell", name="d1: empty; click for Red", exact=True)).to_have_count(1)
    board.cell("d1")
    expect(page.locator(".status")).to_have_text("Yellow to move")
    page.get_by_role("button", name="Yellow", exact=True).click()
    board.cell("e3")
    expect(page.get_by_role("alert")).to_have_text("Pieces fall down, and there is nothing under the one on e3")
    expect(page.get_by_role("button", name="Play from here")).to_be_disabled()
    board.cell("e3")
    board.cell("d2")
    expect(page.locator(".status")).to_have_text("Red to move")
    board.cell("e1")
    expect(page.get_by_role("alert")).to_have_text("Red moves first, so there are as many Red as Yellow, or one more")
    board.cell("e1")
    expect(page.get_by_role("alert")).to_be_empty()
    page.get_by_role("button", name="Play from here").click()
    expect(page.locator(".piece")).to_have_count(2)
    expect(page.locator(".status")).to_have_text("Your move")
    page.get_by_role("button", name="Edit position").click()
    expect(page.get_by_role("gridcell", name="d2: Yellow; click for Red", exact=True)).to_have_count(1)


def test_othello_is_set_up_on_the_board_with_either_side_to_move(board: Board) -> None:
    page = board.open("#/edit?game=othello:4")
    expect(page.locator(".status")).to_have_text("Black to move")
    page.get_by_role("button", name="The other side to move").click()
    expect(page.locator(".status")).to_have_text("White to move")
    expect(page.locator("textarea")).to_have_value("..../.ox./.xo./.... second")
    page.get_by_role("button", name="Empty", exact=True).click()
    board.cell("b2")
    expect(page.get_by_role("alert")).to_contain_text("the four cells in the middle are never empty")
    page.get_by_role("button", name="The start").click()
    expect(page.get_by_role("alert")).to_be_empty()
    expect(page.locator(".status")).to_have_text("Black to move")


def test_complaints_name_things_as_the_buttons_do(board: Board) -> None:
    page = board.open("#/edit?game=squatter:5")
    for cell in ("c4", "b3", "d3", "c2"):
        board.cell(cell)
    page.get_by_role("button", name="Black", exact=True).click()
    for cell in ("a1", "a2", "e1"):
        board.cell(cell)
    expect(page.get_by_role("alert")).to_contain_text(
        "“Black, captured” and “Captured by White” must stand in all cells"
    )
    page.get_by_role("button", name="Captured by White").click()
    board.cell("c3")
    expect(page.locator(".status")).to_have_text("Black to move")


def test_a_game_without_a_board_is_set_up_as_text(board: Board) -> None:
    page = board.open("#/edit?game=matches")
    expect(page.get_by_role("button", name="Clear the board")).to_have_count(0)
    page.locator("textarea").fill("left=99 turn=0")
    expect(page.get_by_role("alert")).to_have_text("This position cannot be: left is at most 63")
    page.locator("textarea").fill("left=2 turn=1")
    expect(page.locator(".status")).to_have_text("Second to move")
    expect(page.locator(".drawing")).to_have_text("left=2 turn=1")
    page.get_by_role("button", name="Analyse").click()
    expect(page.locator(".drawing")).to_have_text("left=2 turn=1")


def test_back_leads_to_the_game_as_it_was(board: Board) -> None:
    page = board.play("tic-tac-toe", "b2 a1 c3")
    page.get_by_role("button", name="One move back").click()
    expect(page.locator(".status")).to_contain_text("1 later move can be redone")
    left = page.url
    page.get_by_role("button", name="Edit position").click()
    expect(page.get_by_role("gridcell", name="c3: empty; click for x", exact=True)).to_have_count(1)
    board.cell("c3")
    page.reload()
    expect(page.get_by_role("gridcell", name="c3: x; click to empty it", exact=True)).to_have_count(1)
    page.get_by_role("button", name="Back", exact=True).click()
    expect(page.locator(".status")).to_contain_text("1 later move can be redone")
    assert board.moves() == ["b2", "a1", "c3"]
    assert page.url == left


def test_what_a_click_does_is_told_with_the_seeds_too(board: Board) -> None:
    page = board.open("#/edit?game=kalah:3,2")
    expect(page.get_by_role("gridcell", name="First, house 1: 2 seeds; click to add a seed", exact=True)).to_have_count(
        1
    )
    page.get_by_role("button", name="Take a seed").click()
    expect(page.get_by_role("gridcell", name="First, house 1: 2 seeds; click to take a seed")).to_have_count(1)


def test_a_link_opens_with_the_token_and_what_to_know_is_told_where_it_is_copied(browser: Browser) -> None:
    server = Server("--host", "0.0.0.0")
    context = browser.new_context()
    try:
        board = Board(context.new_page(), server.origin)
        page = board.open(f"?token={server.token}#/play?game=tic-tac-toe&moves=b2&first=you&second=friend")
        board.wait_for_moves(1)
        assert page.url == f"{server.origin}/#/play?game=tic-tac-toe&moves=b2&first=you&second=friend"
        page.get_by_role("button", name="Copy link").click()
        expect(page.get_by_text("open the server’s address with its token first")).to_be_visible()
        expect(page.get_by_label("The link")).to_have_value(re.compile(r"^[^?]*/#/play"))
        assert server.token not in page.content()
        assert board.complaints == []
        page.get_by_role("button", name="Close").click()
        server.end()
        expect(page.locator("#banner")).to_be_visible()
        server = Server("--host", "0.0.0.0", port=server.port)
        expect(page.locator("#banner")).to_be_hidden()
        board.cell("a1")
        board.wait_for_moves(2)
    finally:
        context.close()
        server.end()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_in_the_editor(browser: Browser, board: Board, scheme: str) -> None:
    context = browser.new_context(color_scheme="dark" if scheme == "dark" else "light", reduced_motion="reduce")
    seen = Board(context.new_page(), board.origin)
    for address in (
        "game=connect-four&start=......./......./......./......./...x.../.......",
        "game=othello",
        "game=matches",
    ):
        page = seen.open(f"#/edit?{address}")
        expect(page.locator(".status")).not_to_be_empty()
        violations = Axe().run(page).response["violations"]
        serious = [(v["id"], v["nodes"][0]["html"]) for v in violations if v["impact"] in ("serious", "critical")]
        assert serious == []
    context.close()
    assert seen.complaints == []


def test_the_editor_is_used_on_a_phone(browser: Browser, board: Board) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    phone = Board(context.new_page(), board.origin)
    page = phone.open("#/edit?game=connect-four")
    page.get_by_role("gridcell", name="d1: empty").tap()
    expect(page.locator(".status")).to_have_text("Yellow to move")
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    context.close()
