"""Games are begun and finished in the browser, by mouse and by keyboard, and nothing of them is lost."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from helpers.browser import Board
from helpers.web_page import Server
from playwright.sync_api import Browser, Page, expect


def test_one_click_on_a_card_begins_a_game_against_the_engine(board: Board) -> None:
    page = board.open()
    expect(page.get_by_role("heading", level=2)).to_have_count(15)
    page.get_by_role("link", name="Squatter").click()
    expect(page).to_have_url(re.compile(r"#/play\?game=squatter:7&first=you&second=engine:level%3D3$"))
    expect(page.locator(".status")).to_have_text("Your move")


def test_what_was_chosen_is_played_and_remembered(board: Board) -> None:
    page = board.open()
    page.get_by_role("button", name="Options of Kalah").click()
    page.get_by_label("Houses").fill("3")
    page.get_by_label("Seeds in each").fill("2")
    page.get_by_label("Second player may swap sides").check()
    page.get_by_label("Plays second").select_option("random")
    page.get_by_role("button", name="Start").click()
    expect(page).to_have_url(re.compile(r"game=kalah:3,2,pie&first=you&second=random$"))
    page.go_back()
    page.get_by_role("link", name="Kalah").click()
    expect(page).to_have_url(re.compile(r"game=kalah:3,2,pie&first=you&second=random$"))


def test_options_in_a_game_begin_with_that_game(board: Board) -> None:
    page = board.play("kalah:3,2,empty-capture,pie", second="engine:level=7", time="2")
    page.get_by_role("button", name="Options").click()
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page).to_have_url(re.compile(r"game=kalah:3,2,empty-capture,pie&first=you&second=engine:level%3D7&time=2$"))
    expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize("game", ["tic-tac-toe", "kalah:2,2", "squatter:4", "matches"])
def test_a_game_against_a_player_is_played_to_its_end(board: Board, game: str) -> None:
    page = board.play(game, second="random")
    verdict = board.finish()
    assert re.match("You won|Random won|A draw", verdict)
    assert page.locator(".result p").inner_text() != "."
    assert f"moves={'+'.join(board.moves())}" in page.url.replace("%20", "+")


def test_a_row_that_wins_is_shown_with_its_reason(board: Board) -> None:
    page = board.play("tic-tac-toe", "a1 a2 b1 b2")
    board.cell("c1")
    expect(page.locator(".result")).to_contain_text("You won")
    expect(page.locator(".result")).to_contain_text("3 in a row.")
    expect(page.locator(".win")).to_have_count(3)
    expect(page.locator(".win-line.core")).to_have_count(1)
    expect(page.locator(".piece.outside")).to_have_count(2)
    expect(page.locator("#spoken")).to_have_text("You played c1. You won: 3 in a row.")


def test_stones_fall_in_the_column_that_was_clicked(board: Board) -> None:
    page = board.play("connect-four")
    board.cell("d6")
    board.wait_for_moves(1)
    expect(page.get_by_role("gridcell", name="d1: Red, last move")).to_have_count(1)


def test_the_last_move_is_marked_when_the_stone_has_fallen(browser: Browser, board: Board) -> None:
    context = browser.new_context(reduced_motion="no-preference")
    moving = Board(context.new_page(), board.origin)
    page = moving.play("connect-four")
    page.evaluate(
        """() => new MutationObserver((_, observer) => {
             const over = document.querySelector(".over");
             if (!over.querySelector(".last")) return;
             observer.disconnect();
             window.falling = getComputedStyle(over).opacity;
           }).observe(document.querySelector(".board"), { childList: true, subtree: true })"""
    )
    moving.cell("d6")
    moving.wait_for_moves(1)
    assert page.evaluate("window.falling") == "0"
    expect(page.locator(".over")).to_have_css("opacity", "1")
    context.close()


def test_captured_cells_are_shaded_and_captured_pieces_faint(board: Board) -> None:
    page = board.play("squatter:5", "b3 c3 c4 e1 d3 e5 c2")
    expect(page.locator(".shade.first")).to_have_count(1)
    expect(page.locator(".piece.second.faint")).to_have_count(1)
    expect(page.locator(".caption")).to_have_text("captured: White 1, Black 0")


def test_a_users_players_are_called_by_their_marks(page: Page, tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "outplay", "new", "game", "mine.py"], check=True, cwd=tmp_path)
    server = Server("mine.py", cwd=tmp_path)
    try:
        Board(page, server.origin).play("mine")
        assert page.locator(".seat .token").all_inner_texts() == ["x", "o"]
        expect(page.get_by_role("grid", name="x to move")).to_be_visible()
    finally:
        server.end()


def test_a_users_players_have_the_signs_of_their_pieces(page: Page, tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "outplay", "new", "game", "mine.py"], check=True, cwd=tmp_path)
    path = tmp_path / "mine.py"
    path.write_text(path.read_text().replace("bits=cells_count,", 'bits=cells_count, players=("Ada", "Bob"),'))
    server = Server("mine.py", cwd=tmp_path)
    try:
        Board(page, server.origin).play("mine")
        assert page.locator(".seat .token").all_inner_texts() == ["x", "o"]
        assert page.locator(".seat .colour").all_inner_texts() == ["Ada", "Bob"]
    finally:
        server.end()


def test_nobody_is_to_move_when_othello_is_over(board: Board) -> None:
    page = board.play("othello:4", "c4 b4 a4 d2 d1 d4 d3 pass a1")
    expect(page.locator(".caption")).to_have_text(re.compile(r"^Black \d+, White \d+$"))


def test_a_pass_is_a_button(board: Board) -> None:
    page = board.play("kalah:3,2,pie", "1")
    page.get_by_role("button", name="take their side").click()
    board.wait_for_moves(2)
    assert board.moves() == ["1", "P"]


def test_seeds_are_sown_one_by_one(browser: Browser, board: Board) -> None:
    context = browser.new_context(reduced_motion="no-preference")
    moving = Board(context.new_page(), board.origin)
    page = moving.play("kalah:4,3")
    page.locator('.place[data-pit="0:1"]').click()
    page.locator(".sowing").wait_for()
    page.locator(".pits:not(.sowing)").wait_for()
    assert page.locator(".count").all_text_contents() == ["3", "0", "4", "4", "1", "3", "3", "3", "3", "0"]
    assert page.locator(".seed").count() == 24
    context.close()
    assert moving.complaints == []


def test_tic_tac_toe_is_played_with_the_keyboard_alone(board: Board) -> None:
    page = board.open()
    page.get_by_role("link", name="Tic-tac-toe").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.get_by_label("Plays second").select_option("friend")
    page.get_by_role("button", name="Start").press("Enter")
    page.locator(".status").wait_for()
    for number, keys in enumerate(["", "ArrowUp", "ArrowLeft", "ArrowDown", "ArrowDown ArrowRight ArrowRight"], 1):
        for key in keys.split():
            page.keyboard.press(key)
        page.keyboard.press("Enter")
        board.wait_for_moves(number)
    assert board.moves() == ["b2", "b3", "a3", "a2", "c1"]
    expect(page.locator(".result")).to_contain_text("You won")


def test_houses_are_played_by_their_numbers(board: Board) -> None:
    page = board.play("kalah:3,2")
    page.keyboard.press("1")
    board.wait_for_moves(1)
    expect(page.locator("#spoken")).to_have_text("You played 1.")
    page.keyboard.press("3")
    board.wait_for_moves(2)
    assert board.moves() == ["1", "3"]
    expect(page.locator("#spoken")).to_have_text("Your friend played 3.")


def test_a_columns_digit_drops_a_stone_there_and_a_letter_is_the_pages(board: Board) -> None:
    page = board.play("connect-four")
    page.keyboard.press("1")
    board.wait_for_moves(1)
    page.keyboard.press("7")
    board.wait_for_moves(2)
    page.keyboard.press("8")
    expect(page.get_by_role("grid")).to_be_focused()
    page.keyboard.press("a")
    expect(page.get_by_role("switch", name="Analysis")).to_be_checked()
    page.keyboard.press("A")
    expect(page.get_by_role("switch", name="Analysis")).not_to_be_checked()
    assert board.moves() == ["a", "g"]


def test_the_cursor_is_shown_to_those_who_use_keys(board: Board) -> None:
    page = board.play("tic-tac-toe")
    cursor = page.locator(".place.cursor")
    expect(cursor).to_have_css("stroke", "none")
    page.keyboard.press("ArrowLeft")
    expect(cursor).not_to_have_css("stroke", "none")
    board.cell("c3")
    board.wait_for_moves(1)
    expect(cursor).to_have_css("stroke", "none")
    page.keyboard.press("ArrowDown")
    expect(cursor).to_have_attribute("aria-label", re.compile("^c2:"))
    expect(cursor).not_to_have_css("stroke", "none")


def test_moves_are_taken_back_and_made_again(board: Board) -> None:
    page = board.play("tic-tac-toe", "b2 a1 c3")
    page.keyboard.press("u")
    expect(page.locator(".status")).to_contain_text("Your move")
    expect(page.locator(".status")).to_contain_text("1 later move can be redone.")
    assert "at=2" in page.url
    page.keyboard.press("r")
    expect(page.locator(".status")).to_have_text("Your friend’s move")
    page.get_by_role("button", name="One move back").click()
    page.get_by_role("button", name="To the start").click()
    expect(page.locator(".piece")).to_have_count(0)
    board.cell("a3")
    board.wait_for_moves(1)
    assert board.moves() == ["a3"]


def test_moves_that_others_replace_come_back_with_back(board: Board) -> None:
    page = board.play("tic-tac-toe", "b2 a1 c3 a3", at="2")
    board.cell("a2")
    board.wait_for_moves(3)
    page.go_back()
    board.wait_for_moves(4)
    assert board.moves() == ["b2", "a1", "c3", "a3"]
    expect(page.locator(".piece")).to_have_count(2)


def test_undo_against_a_player_goes_back_to_your_own_move(board: Board) -> None:
    page = board.play("tic-tac-toe", second="random")
    board.cell("b2")
    board.wait_for_moves(2)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".status")).to_contain_text("Your move")
    expect(page.locator(".status")).to_contain_text("2 later moves can be redone.")
    board.cell("a1")
    expect(page.locator(".moves .move").first).to_have_text("a1")
    board.wait_for_moves(2)


def test_sides_are_swapped_and_the_other_one_moves(board: Board) -> None:
    page = board.play("tic-tac-toe", second="random")
    page.keyboard.press("s")
    board.wait_for_moves(1)
    expect(page.locator(".status")).to_have_text("Your move")
    assert "first=random&second=you" in page.url


def test_sides_are_swapped_in_a_new_game_once_one_is_over(board: Board) -> None:
    page = board.play("tic-tac-toe", "a1 a2 b1 b2 c1", second="random")
    expect(page.locator(".result h2")).to_have_text("You won")
    expect(page.get_by_role("button", name="Swap sides")).to_be_hidden()
    page.get_by_role("button", name="Play again, sides swapped").click()
    board.wait_for_moves(1)
    assert "first=random&second=you" in page.url
    page.go_back()
    expect(page.locator(".result h2")).to_have_text("You won")
    page.keyboard.press("s")
    board.wait_for_moves(1)


def test_who_resigns_has_lost_and_can_think_better_of_it(board: Board) -> None:
    page = board.play("tic-tac-toe", "b2 a1", second="random")
    page.get_by_role("button", name="Resign").click()
    dialog = page.get_by_role("dialog", name="Resign this game?")
    expect(dialog.get_by_role("button", name="Play on")).to_be_focused()
    dialog.get_by_role("button", name="Play on").click()
    expect(page.locator(".result")).to_be_hidden()
    page.get_by_role("button", name="Resign").click()
    dialog.get_by_role("button", name="Resign").click()
    expect(page.locator(".result h2")).to_have_text("Random won")
    expect(page.locator(".result p")).to_have_text("You resigned.")
    expect(page.locator(".result h2")).to_be_focused()
    assert "resigned=first" in page.url
    page.keyboard.press("u")
    expect(page.locator(".result")).to_be_hidden()
    expect(page.get_by_role("grid")).to_be_focused()


def test_a_new_game_begins_at_the_start_and_back_returns(board: Board) -> None:
    page = board.play("tic-tac-toe", "b2 a1")
    page.keyboard.press("n")
    expect(page.locator(".piece")).to_have_count(0)
    page.go_back()
    expect(page.locator(".piece")).to_have_count(2)


def test_a_link_shares_the_position(board: Board, browser: Browser) -> None:
    page = board.play("squatter:5")
    board.cell("c3")
    board.cell("b2")
    board.wait_for_moves(2)
    context = browser.new_context()
    other = context.new_page()
    other.goto(page.url)
    expect(other.get_by_role("gridcell", name="c3: White")).to_have_count(1)
    expect(other.get_by_role("gridcell", name="b2: Black, last move")).to_have_count(1)
    context.close()


def test_the_link_is_copied(board: Board) -> None:
    board.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = board.play("tic-tac-toe", "b2")
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator(".notice")).to_have_text("The link is copied.")
    assert page.evaluate("navigator.clipboard.readText()") == page.url


def test_a_saved_game_is_loaded_again(board: Board, tmp_path: Path) -> None:
    page = board.play("kalah:3,2", "1 3 2")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save").click()
    path = tmp_path / "game.txt"
    saved.value.save_as(path)
    assert path.read_text().startswith("game: kalah:3,2\n")
    board.open()
    page.get_by_role("button", name="Load a saved game").click()
    page.get_by_label("A file").set_input_files(path)
    expect(page.get_by_label("The record of a game")).not_to_have_value("")
    page.get_by_role("button", name="Load", exact=True).click()
    board.wait_for_moves(3)
    assert board.moves() == ["1", "3", "2"]


def test_a_wrong_record_is_refused_in_one_line(board: Board) -> None:
    page = board.open()
    page.get_by_role("button", name="Load a saved game").click()
    page.get_by_label("The record of a game").fill("game: tic-tac-toe\n\n 1. first z9\n")
    page.get_by_role("button", name="Load", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("line 3, move 1")


def test_a_wrong_address_is_said_and_leads_home(board: Board) -> None:
    page = board.open("#/play?game=tic-tac-toe&moves=b2+b2")
    expect(page.get_by_role("heading", name="That did not work")).to_be_visible()
    page.get_by_role("link", name="To the games").click()
    expect(page.get_by_role("link", name="Squatter")).to_be_visible()


@pytest.mark.parametrize(
    ("first", "second", "said", "seats"),
    [
        (
            "you",
            "deep-blue",
            "Deep-blue cannot play: there is no player 'deep-blue' here; there are",
            "you engine:level%3D3",
        ),
        ("kalah-ranks", "you", "kalah-ranks plays kalah only. Engine, level 3 plays", "engine:level%3D3 you"),
        ("you", "engine:level=11", "the level of engine must be 1 to 10, not 11", "you engine:level%3D3"),
        ("x", "random", "there is no player 'x' here", "you random"),
        ("nobody", "friend", "there is no player 'nobody' here", "engine:level%3D3 friend"),
    ],
)
def test_a_player_who_is_not_known_is_said_and_replaced(
    board: Board, first: str, second: str, said: str, seats: str
) -> None:
    board.page.clock.install()
    page = board.play("tic-tac-toe", first=first, second=second)
    expect(page.locator(".notice")).to_contain_text(said)
    notice, grid = page.locator(".notice").bounding_box(), page.get_by_role("grid").bounding_box()
    assert notice is not None
    assert grid is not None
    assert notice["y"] + notice["height"] <= grid["y"]
    page.clock.fast_forward(60_000)
    expect(page.locator(".notice")).to_be_visible()
    assert "first={}&second={}".format(*seats.split()) in page.url
    page.get_by_role("button", name="I see").click()
    expect(page.locator(".notice")).to_have_count(0)


def test_a_position_is_set_up_checked_and_played(board: Board) -> None:
    page = board.open("#/edit?game=tic-tac-toe")
    page.get_by_role("button", name="o", exact=True).click()
    board.cell("a1")
    expect(page.get_by_role("alert")).to_contain_text("x moves first")
    expect(page.get_by_role("button", name="Play from here")).to_be_disabled()
    page.get_by_role("button", name="x", exact=True).click()
    board.cell("b2")
    expect(page.locator(".status")).to_have_text("x to move")
    page.get_by_role("button", name="Play as the second player").click()
    expect(page).to_have_url(re.compile(r"start=\.\.\./\.x\./o\.\."))


def test_seeds_are_set_up_and_counted(board: Board) -> None:
    page = board.open("#/edit?game=kalah:3,2")
    page.locator('.place[data-pit="0:0"]').click()
    expect(page.get_by_role("alert")).to_contain_text("there are 13 seeds, and 12 in this game")
    page.get_by_role("button", name="Take a seed").click()
    page.locator('.place[data-pit="1:0"]').click()
    page.get_by_role("button", name="The other side to move").click()
    expect(page.locator(".status")).to_have_text("Second to move")
    expect(page.locator("textarea")).to_have_value("3,2,2:0 1,2,2:0 second")


def test_two_players_play_by_themselves_until_they_are_paused(board: Board) -> None:
    page = board.play("squatter:4", first="random", second="random")
    board.page.wait_for_function("() => document.querySelectorAll('.moves .move').length > 1")
    page.get_by_role("button", name="Pause").click()
    expect(page.locator(".status")).to_have_text("Paused")
    page.get_by_role("button", name="Go on").click()
    expect(page.locator(".result")).to_be_visible()


def test_the_theme_is_switched_and_remembered(board: Board) -> None:
    def colour() -> Any:
        return page.evaluate("getComputedStyle(document.body).backgroundColor")

    page = board.open()
    light = colour()
    page.get_by_role("button", name="Light or dark").click()
    dark = colour()
    assert light != dark
    page.reload()
    page.locator(".card").first.wait_for()
    assert colour() == dark
