"""Boards of every size: those that need much room, those that no engine searches, and those for small screens."""

import re

import pytest
from helpers.browser import Board
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

LEAST_TARGET = 32
PHONE = ViewportSize(width=360, height=740)
INSIDE = """([inner, outer]) => {
  const [a, b] = [document.querySelector(inner), document.querySelector(outer)].map((e) => e.getBoundingClientRect());
  return a.left >= b.left && a.right <= b.right && a.top >= b.top && a.bottom <= b.bottom;
}"""


def phone(browser: Browser, board: Board) -> Board:
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
    return Board(context.new_page(), board.origin)


def in_view(page: Page, inner: str, outer: str = ".large") -> None:
    page.wait_for_function(INSIDE, arg=[inner, outer])


@pytest.mark.parametrize("houses", [6, 8, 12])
def test_every_house_can_be_hit_on_a_phone(browser: Browser, board: Board, houses: int) -> None:
    small = phone(browser, board)
    page = small.play(f"kalah:{houses},1")
    expect(page.locator(".pits.upright")).to_have_count(int(houses > 7))
    boxes = [place.bounding_box() for place in page.locator(".place").all()]
    assert len(boxes) == 2 * houses
    assert all(box and min(box["width"], box["height"]) >= LEAST_TARGET for box in boxes)
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    page.locator(f'.place[data-pit="0:{houses - 2}"]').tap()
    small.wait_for_moves(1)
    assert small.moves() == [str(houses - 1)]
    page.context.close()


def test_a_board_that_stands_upright_is_walked_as_it_stands(browser: Browser, board: Board) -> None:
    small = phone(browser, board)
    page = small.play("kalah:12,1")
    page.locator(".upright").wait_for()
    cursor = page.locator(".place.cursor")
    page.keyboard.press("Home")
    house = int((cursor.get_attribute("data-pit") or "").removeprefix("0:"))
    page.keyboard.press("ArrowDown")
    expect(cursor).to_have_attribute("data-pit", f"0:{house + 1}")
    page.keyboard.press("ArrowRight")
    expect(cursor).to_have_attribute("data-pit", f"1:{12 - 1 - (house + 1)}")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    small.wait_for_moves(1)
    assert small.moves() == [str(house + 2)]
    page.context.close()


def test_a_phone_that_is_turned_lays_the_board_down(browser: Browser, board: Board) -> None:
    small = phone(browser, board)
    page = small.play("kalah:10,2", "1")
    page.locator(".upright").wait_for()
    page.set_viewport_size({"width": 740, "height": 360})
    page.locator(".pits:not(.upright)").wait_for()
    assert page.locator(".seed").count() == 40
    page.context.close()


def test_a_large_board_is_scrolled_and_the_last_move_stays_in_view(board: Board) -> None:
    page = board.play("mnk:70,70,10", "a1")
    in_view(page, ".over .last")
    page.get_by_role("button", name="To the start").click()
    page.get_by_role("button", name="To the end").click()
    in_view(page, ".over .last")
    place = page.locator('[aria-label^="ar66:"]')
    place.dispatch_event("click")
    board.wait_for_moves(2)
    in_view(page, ".over .last")
    assert page.evaluate("document.documentElement.scrollWidth") == 1280
    page.keyboard.press("b")
    for _ in range(12):
        page.keyboard.press("ArrowRight")
    in_view(page, ".place.cursor")


def test_a_large_board_is_seen_as_a_whole(board: Board) -> None:
    page = board.play("mnk:70,70,10", "a1 br70")
    assert not page.evaluate(INSIDE, [".board .wood", ".large"])
    page.get_by_role("button", name="The whole board").click()
    in_view(page, ".board .wood")
    page.get_by_role("button", name="Larger").click()
    in_view(page, ".over .last")


@pytest.mark.parametrize("game", ["mnk:40,3,3", "mnk:3,40,3", "connect-four:20,4", "gomoku:19"])
def test_boards_of_any_shape_leave_room_for_the_page(board: Board, game: str) -> None:
    page = board.play(game)
    box = page.locator(".board-frame").first.bounding_box()
    assert box
    assert box["height"] <= 600
    assert page.evaluate("document.documentElement.scrollWidth") == 1280


def chosen(field: Locator) -> str:
    found = field.evaluate("select => select.selectedOptions[0].textContent")
    assert isinstance(found, str)
    return found


def test_a_size_that_no_engine_searches_is_offered_with_a_friend(board: Board) -> None:
    page = board.open()
    page.get_by_role("button", name="Options of K in a row").click()
    second = page.get_by_label("Plays second")
    assert chosen(second).startswith("Engine")
    page.get_by_label("Rows").fill("70")
    page.get_by_label("Columns").fill("70")
    why = page.locator("dialog .why")
    expect(why).to_contain_text("The engine is not offered: mnk:70,70,4 is too large to be searched here")
    assert chosen(second) == "A friend, on this screen"
    assert second.locator("option:enabled").all_inner_texts() == ["You", "A friend, on this screen", "Random"]
    page.get_by_label("Columns").fill("6")
    expect(why).to_have_text("")
    assert chosen(second).startswith("Engine")
    page.get_by_label("Columns").fill("7")
    page.get_by_label("Columns").fill("70")
    expect(why).to_contain_text("too large")
    page.get_by_role("button", name="Start").click()
    expect(page).to_have_url(re.compile("game=mnk:70,70,4&first=you&second=friend$"))


def test_a_link_to_an_engine_on_a_board_too_large_for_it_is_played_with_a_friend(board: Board) -> None:
    page = board.play("mnk:70,70,10", second="engine:level%3D3")
    expect(page.locator(".notice")).to_contain_text("mnk:70,70,10 is too large to be searched here")
    expect(page.locator(".notice")).to_contain_text("Your friend plays instead.")
    assert page.locator(".seat .who").all_inner_texts() == ["You", "Your friend"]


def test_options_are_read_in_full(board: Board, browser: Browser) -> None:
    arrow = 43
    cut = """arrow => [...document.querySelectorAll("dialog option")].filter((option) => {
      const select = option.closest("select");
      const pen = document.createElement("canvas").getContext("2d");
      pen.font = getComputedStyle(select).font;
      return pen.measureText(option.textContent).width + arrow > select.getBoundingClientRect().width;
    }).map((option) => option.textContent)"""
    for seen in (board, phone(browser, board)):
        page = seen.open()
        for game in ("Kalah", "Squatter"):
            page.get_by_role("button", name=f"Options of {game}").click()
            assert page.evaluate(cut, arrow) == []
            page.get_by_role("button", name="Close").click()
    page.context.close()


def test_square_boards_have_a_size_and_others_rows(board: Board) -> None:
    page = board.open()
    for game, label in (("Squatter", "Size"), ("Gomoku", "Size"), ("Othello", "Size"), ("Connect Four", "Rows")):
        page.get_by_role("button", name=f"Options of {game}").click()
        expect(page.get_by_role("dialog").get_by_label(label)).to_be_visible()
        page.get_by_role("button", name="Close").click()


def test_a_users_game_is_shown_after_some_moves(board: Board) -> None:
    page = board.open()
    drawing = page.locator(".card").filter(has_text="Matches").locator(".drawing")
    assert re.fullmatch(r"left=[1-6] turn=[01]", drawing.inner_text())
