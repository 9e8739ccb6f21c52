"""Pages outlive their server, and many of them play at once."""

import re
from pathlib import Path

from helpers.browser import Board
from helpers.web_page import Server
from playwright.sync_api import Browser, Page, expect


def test_a_game_goes_on_after_the_server_was_restarted(page: Page, tmp_path: Path) -> None:
    first = Server(cwd=tmp_path)
    board = Board(page, first.origin)
    board.play("tic-tac-toe", second="random")
    board.cell("b2")
    board.wait_for_moves(2)
    before = board.moves()
    first.end()
    expect(page.locator("#banner")).to_have_text(re.compile("connection is lost"))
    page.locator(".place.legal").first.click()
    second = Server(cwd=tmp_path, port=first.port)
    try:
        board.wait_for_moves(4)
        assert board.moves()[:2] == before
        expect(page.locator("#banner")).to_be_hidden()
        assert board.finish()
    finally:
        second.end()


def test_ten_pages_play_at_once(browser: Browser, server: Server) -> None:
    context = browser.new_context(reduced_motion="reduce")
    boards = [Board(context.new_page(), server.origin) for _ in range(10)]
    for board in boards:
        board.play("squatter:4", second="random")
    for turn in range(2):
        for board in boards:
            board.page.locator(".place.legal").nth(turn).click()
        for board in boards:
            board.wait_for_moves(2 * turn + 2)
    games = {board.page.url for board in boards}
    assert len(games) > 1
    assert [board.complaints for board in boards] == [[]] * 10
    context.close()


def test_a_page_that_finds_no_room_says_so_and_comes_in_when_there_is_some(browser: Browser) -> None:
    server = Server("--pages-per-address", "1")
    context = browser.new_context(reduced_motion="reduce")
    try:
        first, second = (Board(context.new_page(), server.origin) for _ in range(2))
        first.open()
        second.page.goto(f"{server.origin}/#/play?game=tic-tac-toe&first=you&second=friend")
        banner = second.page.locator("#banner")
        expect(banner).to_have_text("Too many pages are open at your address; close some, this one tries again.")
        first.page.close()
        second.cell("b2")
        second.wait_for_moves(1)
        expect(banner).to_be_hidden()
        assert second.complaints == []
    finally:
        context.close()
        server.end()
