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
