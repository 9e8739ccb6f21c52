"""What the engine thinks is shown while one plays, and afterwards it is shown where the game turned."""

import pytest
from playwright.sync_api import expect

from browser.conftest import Board


def test_analysis_is_switched_on_and_off(board: Board) -> None:
    page = board.play("tic-tac-toe", "b2 a2")
    page.set_default_timeout(120_000)
    page.get_by_role("switch", name="Analysis").check()
    expect(page.locator(".score")).to_have_text("Proven: x wins, within 5 moves", timeout=120_000)
    expect(page.locator(".figures")).to_contain_text("a second")
    assert page.locator(".tint").count() == 3
    page.get_by_role("switch", name="Analysis").uncheck()
    expect(page.locator(".tint")).to_have_count(0)
    expect(page.locator(".score")).to_be_hidden()


def test_a_line_is_previewed_and_played(board: Board) -> None:
    page = board.play("tic-tac-toe", "b2 a2")
    page.keyboard.press("a")
    move = page.locator(".lines li").first.locator(".move").nth(2)
    move.wait_for(timeout=120_000)
    expect(page.locator(".score")).to_contain_text("Proven", timeout=120_000)
    move.hover()
    expect(page.locator(".previewed .piece")).to_have_count(5)
    page.locator("h1").hover()
    expect(page.locator(".piece")).to_have_count(2)
    move.click()
    board.wait_for_moves(5)


def test_after_a_game_it_is_shown_where_it_turned(board: Board) -> None:
    page = board.play("tic-tac-toe", "b2 a2 a1 b1 c3")
    page.get_by_role("button", name="Look at the game").click()
    turned = page.locator(".turns .turned")
    turned.wait_for(timeout=120_000)
    assert "o turned a draw into a loss" in turned.inner_text()
    assert page.locator(".graph-line").get_attribute("d")
    turned.get_by_role("button", name="1. a2").click()
    expect(page.locator(".status")).to_contain_text("After 1. a2")
    expect(page.locator(".graph-frame figcaption")).to_contain_text("After 1. a2")
    expect(page.locator(".moves .mistake")).to_have_text(["a2"])


def test_the_review_calls_the_players_by_the_names_of_their_seats(board: Board) -> None:
    page = board.play("kalah:1,1", "1")
    assert page.locator(".seat .who").all_inner_texts() == ["You", "Your friend"]
    page.get_by_role("button", name="Look at the game").click()
    expect(page.locator(".graph-name")).to_have_text(["You", "Your friend"])


@pytest.mark.parametrize(
    ("moves", "first", "label"),
    [
        ("a1 a2 b1 b2 c1", "100.0%", "Score: The game is over: x won"),
        ("a1 a2 b1 b2 a3 c1 b3 c2", "0.0%", "Score: The game is over: o won"),
        ("a1 b1 c1 b2 a2 c2 b3 a3 c3", "50.0%", "Score: The game is over: a draw"),
    ],
)
def test_the_score_bar_of_a_game_that_is_over_shows_its_result(
    board: Board, moves: str, first: str, label: str
) -> None:
    page = board.play("tic-tac-toe", moves)
    page.get_by_role("switch", name="Analysis").check()
    expect(page.locator(".bar")).to_have_attribute("aria-label", label)
    assert page.locator(".bar").evaluate("bar => bar.style.getPropertyValue('--first')") == first


def test_a_game_that_was_resigned_has_its_result_in_the_score_bar(board: Board) -> None:
    page = board.play("tic-tac-toe", "b2 a1", resigned="first")
    page.get_by_role("switch", name="Analysis").check()
    expect(page.locator(".score")).to_have_text("The game is over: o won")
