"""What the engine thinks is shown while one plays, and afterwards it is shown where the game turned."""

import re
from pathlib import Path

import pytest
from helpers.browser import Board
from helpers.web_page import Server
from playwright.sync_api import Browser, Locator, Page, expect

import outplay
from outplay.solve.solution import keep


def test_analysis_is_switched_on_and_off(board: Board) -> None:
    page = board.play("tic-tac-toe", "b2 a2")
    page.set_default_timeout(120_000)
    page.get_by_role("switch", name="Analysis").check()
    expect(page.locator(".score")).to_have_text("Proven: x wins, within 5 moves", timeout=120_000)
    expect(page.locator(".figures")).to_contain_text("a second")
    expect(page.locator(".tint")).to_have_count(7)
    page.get_by_role("switch", name="Analysis").uncheck()
    expect(page.locator(".tint")).to_have_count(0)
    expect(page.locator(".score")).to_be_hidden()


def test_a_solved_game_has_the_value_of_every_move_on_the_board(
    page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OUTPLAY_ENDGAME", str(tmp_path))
    solution = outplay.Solution(outplay.game("tic-tac-toe"))
    assert keep(solution)
    server = Server()
    board = Board(page, server.origin)
    try:
        for moves in ("b2", "b2 a2", "b2 a2 a1 c3 c1 a3"):
            board.play("tic-tac-toe", moves)
            page.get_by_role("switch", name="Analysis").check()
            position = solution.root
            for word in moves.split():
                position = position.play(position.game.move(word, position))
            values = {position.name(move): value for move, value in solution.moves(position).items()}
            wanted = sorted(f"{name} {value.word[0].upper()}{value.plies}" for name, value in values.items())
            expect(page.locator(".values button")).to_have_count(len(values))
            shown = [" ".join(text.split()) for text in page.locator(".values button").all_inner_texts()]
            assert sorted(shown) == wanted
            expect(page.locator(".tint")).to_have_count(len(values))
            texts = [text.strip() for text in page.locator(".board .tint-text").all_text_contents()]
            assert sorted(texts) == sorted(word.split()[1] for word in wanted)
            plies = solution[position].plies
            expect(page.locator(".figures")).to_have_text(
                f"over after {plies} {'move' if plies == 1 else 'moves'}, without a search"
            )
            expect(page.locator(".analysis")).to_contain_text("from the solution of all 5,478 positions")
            page.get_by_role("switch", name="Analysis").uncheck()
        assert board.complaints == []
    finally:
        server.end()


def line_move(page: Page, index: int) -> Locator:
    """A move of the best line, when the analysis has come to its end."""
    page.keyboard.press("a")
    move = page.locator(".lines li").first.locator(".move").nth(index)
    move.wait_for(timeout=120_000)
    expect(page.locator(".score")).to_contain_text("Proven", timeout=120_000)
    return move


def test_a_line_is_previewed_and_its_first_move_played(board: Board) -> None:
    page = board.play("tic-tac-toe", "b2 a2")
    move = line_move(page, 2)
    move.hover()
    expect(page.locator(".previewed .piece")).to_have_count(5)
    page.locator("h1").hover()
    expect(page.locator(".piece")).to_have_count(2)
    page.locator(".lines .move").first.click()
    board.wait_for_moves(3)
    expect(page.get_by_role("grid")).to_be_focused()


def test_a_look_along_a_line_leaves_the_game_as_it_was_until_one_plays_on(board: Board) -> None:
    page = board.play("tic-tac-toe", "b2 a2 a1 c3 c1", at="2")
    move = line_move(page, 2)
    address = page.url
    move.click()
    expect(page.locator(".variation .looks")).to_have_text(re.compile("^After 3. .., a variation$"))
    expect(page.get_by_role("button", name="Back to the game")).to_be_focused()
    page.locator("h1").hover()
    expect(page.locator(".previewed .piece")).to_have_count(5)
    assert (page.url, board.moves()) == (address, ["b2", "a2", "a1", "c3", "c1"])
    page.go_back()
    expect(page.locator(".variation")).to_be_hidden()
    expect(page.locator(".board:not(.previewed) .piece")).to_have_count(2)
    for key in ("u", "Enter"):  # the button Back to the game has the focus
        page.locator(".lines li").first.locator(".move").nth(2).click()
        expect(page.get_by_role("button", name="Back to the game")).to_be_focused()
        page.keyboard.press(key)
        expect(page.locator(".variation")).to_be_hidden()
        assert (page.url, board.moves()) == (address, ["b2", "a2", "a1", "c3", "c1"])
    page.locator(".lines li").first.locator(".move").nth(1).click()
    page.get_by_role("button", name="Play on from here").click()
    board.wait_for_moves(4)
    expect(page.locator(".variation")).to_be_hidden()
    page.go_back()
    board.wait_for_moves(5)
    assert page.url == address


def test_the_other_players_move_is_not_played_for_it(board: Board) -> None:
    page = board.play("tic-tac-toe", "b2 a2 a1 c3", second="random", at="1")
    line_move(page, 0).click()
    expect(page.locator(".variation .looks")).to_contain_text("a variation")
    assert len(board.moves()) == 4


def test_after_a_game_it_is_shown_where_it_turned(board: Board) -> None:
    page = board.play("tic-tac-toe", "b2 a2 a1 b1 c3")
    page.get_by_role("button", name="Look at the game").click()
    turned = page.locator(".turns .turned")
    turned.wait_for(timeout=120_000)
    assert "o turned a draw into a loss" in turned.inner_text()
    assert "The decisive move" in turned.inner_text()
    sides = turned.locator(".move span").evaluate_all("moves => moves.map((move) => move.className)")
    assert sides[:2] == ["by-second", "by-first"][: len(sides)]
    assert sides
    assert page.locator(".graph-line").get_attribute("d")
    turned.get_by_role("button", name="1. a2").click()
    expect(page.locator(".status")).to_contain_text("After 1. a2")
    expect(page.locator(".graph-frame figcaption")).to_contain_text("After 1. a2")
    expect(page.locator(".moves .mistake")).to_have_text(["a2"])
    turned.locator(".move:has(span)").click()
    expect(page.locator(".variation .looks")).to_contain_text("a variation")
    assert board.moves() == ["b2", "a2", "a1", "b1", "c3"]


def test_ones_own_moves_come_first_in_the_review_and_it_is_brought_into_view(browser: Browser, board: Board) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 740}, reduced_motion="reduce")
    page = Board(context.new_page(), board.origin).play(
        "tic-tac-toe", "a1 a2 c3 b1 a3 b2 b3", first="random", second="you"
    )
    page.get_by_role("button", name="Why did I lose?").click()
    expect(page.get_by_role("heading", name="How it went")).to_be_focused()
    expect(page.get_by_role("heading", name="How it went")).to_be_in_viewport()
    expect(page.locator(".turns h3").first).to_have_text("Your moves", timeout=120_000)
    context.close()


def test_names_beside_the_graph_are_not_on_it(board: Board) -> None:
    page = board.play("tic-tac-toe", "b2 a2 a1 b1 c3")
    page.get_by_role("button", name="Look at the game").click()
    page.locator(".turns .turned").wait_for(timeout=120_000)
    first, second, top, bottom = page.locator(".graph").evaluate(
        """(graph) => {
             const names = [...graph.querySelectorAll(".graph-name")];
             const [first, second] = names.map((name) => name.getBoundingClientRect());
             const ground = graph.querySelector(".graph-ground").getBoundingClientRect();
             return [first.bottom, second.top, ground.top, ground.bottom];
           }"""
    )
    assert first <= top + 1
    assert second >= bottom - 1


def test_in_lines_of_moves_a_dot_shows_where_the_side_changes(board: Board) -> None:
    page = board.play("kalah:6,4")
    page.keyboard.press("a")
    page.wait_for_function(
        """() => {
             const count = (selector) => document.querySelectorAll(selector).length;
             const dots = count(".lines .by-first, .lines .by-second");
             return count(".lines .by-second") && count(".lines .move") > dots;
           }""",
        timeout=120_000,
    )
    expect(page.locator(".lines .move").first).to_have_class(re.compile("by-first"))


def test_the_review_blames_no_move_where_nothing_is_known(board: Board) -> None:
    page = board.play("connect-four:8,6", "a d b d a d g d")  # there is a network for 7,6
    page.get_by_role("button", name="Look at the game").click()
    since = page.locator(".report .since")
    expect(since).to_contain_text("How the game stood before could not be told.", timeout=120_000)
    expect(page.locator(".report .mistake")).to_have_count(0)
    expect(page.locator(".moves .mistake")).to_have_count(0)
    expect(page.locator(".report [role=status]")).to_contain_text("could not be judged")
    assert "even" not in page.locator(".report").inner_text()


def test_the_review_names_a_needless_resignation_and_what_was_given_away(board: Board) -> None:
    page = board.play("kalah:4,3", "1 4 2 1 3 2 4 1", second="engine", resigned="first")
    page.get_by_role("button", name="Why did I lose?").click()
    resigned = page.locator(".report .resigned")
    expect(resigned).to_contain_text("You resigned needlessly: the game was won; that is proven.", timeout=120_000)
    resigned.locator("button").click()
    expect(page.locator(".variation .looks")).to_contain_text("a variation")
    table = page.get_by_role("table", name="Given away a move")
    expect(table.get_by_role("columnheader")).to_have_text(["opening", "middle", "end"])
    expect(table.get_by_role("rowheader")).to_have_text(["You", "The engine"])
    expect(page.get_by_text("The move that lost most")).to_have_count(1)


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
