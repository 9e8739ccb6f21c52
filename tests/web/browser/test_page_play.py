"""Playing with help: the values of moves, reasons, hints, rules, clocks, lines that are kept, and small screens."""

import re

import pytest
from helpers.browser import Board
from playwright.sync_api import Browser, Page, ViewportSize, expect

SOON = 120_000
"""Milliseconds for a first search, which may have to compile."""


def phone(browser: Browser, board: Board, width: int, height: int) -> Board:
    size = ViewportSize(width=width, height=height)
    context = browser.new_context(viewport=size, has_touch=True, is_mobile=True, reduced_motion="reduce")
    return Board(context.new_page(), board.origin)


def analysed(page: Page, score: str) -> None:
    page.get_by_role("switch", name="Analysis").check()
    expect(page.locator(".score")).to_contain_text(score, timeout=SOON)


def test_every_move_has_a_colour_and_says_how_far_away_a_proven_end_is(board: Board) -> None:
    page = board.play("tic-tac-toe", "b2 a2")
    analysed(page, "Proven")
    expect(page.locator(".tint-win")).to_have_count(12)  # on the board and in the list
    expect(page.locator(".tint.tint-draw")).to_have_count(1)
    assert sorted(page.locator("svg .tint-text").all_text_contents()) == ["D", *["W5"] * 6]
    assert page.locator(".values button").count() == 7
    page.get_by_role("button", name="c2: draws").hover()
    expect(page.locator(".previewed .piece")).to_have_count(3)


def test_a_lost_move_is_red_in_the_list_and_on_buttons(board: Board) -> None:
    page = board.play("matches", "")
    analysed(page, "Proven")
    winning = page.locator(".others button.tint-win")
    expect(winning).to_have_count(1)
    expect(winning).to_contain_text("W")
    expect(page.locator(".others button.tint-loss")).to_have_count(2)
    expect(page.locator(".values button").first).to_have_class(re.compile("tint-win"))


def test_nothing_is_called_even_where_nothing_is_known(board: Board) -> None:
    page = board.play("connect-four:8,6", "d d")  # no network comes with outplay for this size
    analysed(page, "Unknown: nobody was found to win within")
    expect(page.locator(".bar")).to_have_class(re.compile("unknown"))
    expect(page.locator(".tint")).to_have_count(0)
    expect(page.locator(".values button")).to_have_count(8)
    expect(page.locator(".values .tinted")).to_have_count(0)
    assert set(page.locator(".lines .value").all_inner_texts()) == {"?"}


def test_on_wide_boards_the_best_moves_have_values_and_the_others_none(board: Board) -> None:
    page = board.play("gomoku", "h8 i9")
    page.get_by_role("switch", name="Analysis").check()
    expect(page.locator(".values button")).to_have_count(16, timeout=SOON)
    expect(page.locator(".values")).to_contain_text("and 207 moves without a value")
    expect(page.locator(".tint")).to_have_count(16)


def test_a_player_says_why_it_moved(board: Board) -> None:
    page = board.play("tic-tac-toe", "a1 b2", second="engine")
    board.cell("a3")
    board.wait_for_moves(4)
    reason = page.locator(".reason:not(.hint)")
    expect(reason).to_contain_text("The engine played a2.")
    expect(reason).to_contain_text("Nothing does better than a draw; that is proven.")
    reason.get_by_text("What it looked at").click()
    expect(reason.locator(".figures")).to_contain_text("depth")
    page.get_by_role("button", name="One move back").click()
    expect(reason).to_be_hidden()


def test_a_hint_says_what_to_play_and_why_and_is_played(board: Board) -> None:
    page = board.play("tic-tac-toe", "a1 b2 a3")
    page.get_by_role("button", name="Hint").click()
    hint = page.locator(".hint")
    expect(hint).to_contain_text("Hint: a2.", timeout=SOON)
    expect(hint).to_contain_text(re.compile(r"Every other move loses, .. to a2\."))
    expect(page.locator(".tint")).to_have_count(1)
    hint.get_by_role("button", name="Play a2").click()
    board.wait_for_moves(4)
    expect(hint).to_be_hidden()
    page.keyboard.press("h")
    expect(hint).to_contain_text("Hint:", timeout=SOON)
    page.keyboard.press("u")
    expect(hint).to_be_hidden()


@pytest.mark.parametrize(("game", "words"), [("kalah:6,4", "seeds"), ("matches", "Take one to three matches")])
def test_the_rules_are_told_with_a_picture(board: Board, game: str, words: str) -> None:
    page = board.play(game)
    page.get_by_role("button", name="Rules").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("heading")).to_contain_text("is played")
    expect(dialog.locator(".rules-text")).to_contain_text(words)
    expect(dialog.locator(".rules-picture :is(svg, pre)").first).to_be_visible()


def test_a_clock_for_both_runs_for_the_side_to_move_and_is_kept_in_the_address(board: Board) -> None:
    page = board.play("tic-tac-toe", second="engine:level%3D1", clock="300,5", flag="1")
    clocks = page.locator(".clock")
    expect(clocks).to_have_text(["5:00", "5:00"])
    expect(page.locator(".clock.running")).to_have_count(0)  # until the first move
    board.cell("b2")
    board.wait_for_moves(2)
    expect(page.locator(".seat.first .clock")).to_have_class(re.compile("running"))
    expect(page.locator(".seat.first .clock")).to_have_text("4:58")
    expect(page.locator(".seat.second .clock")).to_have_text("5:05")
    board.cell(next(name for name in ("a1", "c3", "a3") if name not in board.moves()))
    page.wait_for_function("() => /left=30[0-9.]+,/.test(location.hash)")
    page.get_by_role("button", name="One move back").click()
    expect(page.locator(".clock.running")).to_have_count(0)


def test_who_runs_out_of_time_has_lost_if_that_was_wanted(board: Board) -> None:
    page = board.play("tic-tac-toe", "b2", clock="1,0", flag="1")
    expect(page.locator(".result h2")).to_have_text("You won")
    expect(page.locator(".result p")).to_have_text("Your friend ran out of time.")
    assert "timeout=second" in page.url
    page.keyboard.press("u")
    expect(page.locator(".result")).to_be_hidden()
    expect(page.locator(".clock")).to_have_count(0)
    page = board.play("tic-tac-toe", "b2", clock="each:1")
    expect(page.locator(".seat.second .clock")).to_have_text("−0:01")
    expect(page.locator(".result")).to_be_hidden()


def test_clocks_are_set_in_the_options_and_remembered(board: Board) -> None:
    page = board.open()
    page.get_by_role("button", name="Options of Tic-tac-toe").click()
    expect(page.get_by_label("Minutes for each player")).to_be_hidden()
    page.get_by_label("Clocks").select_option("For the whole game")
    page.get_by_label("Minutes for each player").fill("3")
    page.get_by_label("Seconds added a move").fill("2")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page).to_have_url(re.compile("clock=180,2&flag=1"))
    expect(page.locator(".clock")).to_have_text(["3:00", "3:00"])
    page.get_by_role("button", name="Options").click()
    expect(page.get_by_label("Minutes for each player")).to_have_value("3")
    page.get_by_label("Clocks").select_option("For each move")
    page.get_by_label("Who runs out of time loses").uncheck()
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page).to_have_url(re.compile("clock=each:30$"))


def test_a_line_that_was_left_is_kept_and_one_click_leads_back(board: Board) -> None:
    page = board.play("tic-tac-toe", "b2 a1 c3 a3", at="2")
    expect(page.locator(".kept-lines")).to_be_hidden()
    board.cell("a2")
    board.wait_for_moves(3)
    kept = page.locator(".kept-line")
    expect(kept).to_have_text(["after 1. a1: c3 a3"])
    page.reload()
    kept.click()
    board.wait_for_moves(4)
    assert board.moves() == ["b2", "a1", "c3", "a3"]
    expect(kept).to_have_text(["after 1. a1: a2"])
    kept.click()
    board.wait_for_moves(3)
    board.cell("c1")
    board.wait_for_moves(4)
    expect(kept).to_have_text(["after 1. a1: c3 a3"])


def test_sgf_is_loaded_where_the_game_fits(board: Board) -> None:
    page = board.open()
    page.get_by_role("button", name="Load a saved game").click()
    text = page.get_by_label("The record of a game")
    text.fill("(;GM[1]SZ[19];B[pd])")
    page.get_by_role("button", name="Load", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("GM[1] is another game")
    text.fill("(;FF[4]GM[4]SZ[15]PB[Ada]PW[Bob];B[hh];W[ih](;B[ii])(;B[aa]))")
    page.get_by_role("button", name="Load", exact=True).click()
    board.wait_for_moves(3)
    assert board.moves() == ["h8", "i8", "i7"]
    assert page.locator("h1").inner_text() == "Gomoku"


def bottom(page: Page, selector: str) -> float:
    box = page.locator(selector).first.bounding_box()
    assert box
    return box["y"] + box["height"]


@pytest.mark.parametrize(("width", "height"), [(740, 360), (844, 390)])
@pytest.mark.parametrize("game", ["connect-four", "kalah:6,4", "othello"])
def test_a_phone_on_its_side_shows_the_board_whole_and_the_panels_beside_it(
    browser: Browser, board: Board, game: str, width: int, height: int
) -> None:
    page = phone(browser, board, width, height).play(game)
    assert bottom(page, ".board") <= height
    seats = [seat.bounding_box() for seat in page.locator(".seat").all()]
    assert all(seat and seat["y"] + seat["height"] <= height for seat in seats)
    panel, drawn = page.locator(".aside").bounding_box(), page.locator(".board").bounding_box()
    assert panel
    assert drawn
    assert panel["x"] >= drawn["x"] + drawn["width"]
    assert page.evaluate("document.documentElement.scrollWidth") == width
    page.context.close()


def test_gomoku_on_a_narrow_phone_leaves_room_for_what_one_does(browser: Browser, board: Board) -> None:
    page = phone(browser, board, 360, 740).play("gomoku", "h8")
    cell = page.locator('[aria-label^="h9:"]').bounding_box()
    assert cell
    assert cell["width"] > 30
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    for place in (page.locator(".seat.below"), page.locator(".status"), page.get_by_role("button", name="Undo")):
        expect(place).to_be_in_viewport()
    page.context.close()


@pytest.mark.parametrize(("game", "width", "height", "rows"), [
    ("tic-tac-toe", 360, 740, 5), ("kalah:6,4", 360, 740, 4), ("tic-tac-toe", 740, 360, 1),
])  # fmt: skip
def test_the_tree_has_room_on_a_phone(
    browser: Browser, board: Board, game: str, width: int, height: int, rows: int
) -> None:
    page = phone(browser, board, width, height).open(f"#/tree?game={game}&depth=2")
    page.locator(".tree-rows .tree-row").nth(3).wait_for()
    seen = page.locator(".tree-rows .tree-row").evaluate_all(
        """(all) => all.filter((row) => {
             const { left, top, bottom } = row.getBoundingClientRect();
             return row.contains(document.elementFromPoint(left + 40, top + 6))
               && row.contains(document.elementFromPoint(left + 40, bottom - 6));
           }).length"""
    )
    assert seen >= rows
    assert page.evaluate("document.documentElement.scrollWidth") == width
    page.context.close()
