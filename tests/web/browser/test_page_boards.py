"""Boards of every kind in the browser: moves of several clicks, drags, touch, hexagons, edges and hands."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from helpers.browser import Board
from playwright.sync_api import Browser, CDPSession, Page, ViewportSize, expect

SMALL = ["breakthrough:5", "hex:3", "dots-and-boxes:2,2", "domineering:3,3", "oware:3,1"]
PHONE = ViewportSize(width=360, height=740)
LANDSCAPE = ViewportSize(width=740, height=360)
LEAST_CELL = 30


@pytest.fixture
def phone(browser: Browser, board: Board) -> Iterator[Board]:
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
    made = Board(context.new_page(), board.origin)
    yield made
    assert made.complaints == []
    context.close()


def place(page: Page, name: str) -> Any:
    return page.locator(f'[role=gridcell][aria-label^="{name}:"]')


def chosen(page: Page) -> list[str]:
    """The names of the targets that are chosen."""
    labels = [one.get_attribute("aria-label") or "" for one in page.locator(".place.chosen").all()]
    return [label.partition(":")[0] for label in labels]


def offered(page: Page) -> list[str]:
    """The names of the targets that can be clicked next."""
    labels = [one.get_attribute("aria-label") or "" for one in page.locator(".place.legal").all()]
    return [label.partition(":")[0] for label in labels]


def middle(page: Page, name: str) -> tuple[float, float]:
    box = place(page, name).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, start: str, end: str) -> None:
    page.mouse.move(*middle(page, start))
    page.mouse.down()
    page.mouse.move(*middle(page, end), steps=4)
    page.mouse.up()


# Whole games


@pytest.mark.parametrize("game", [*SMALL, "ataxx:4"])
def test_a_game_is_played_to_its_end_by_mouse(board: Board, game: str) -> None:
    page = board.play(game)
    assert re.match("You won|Your friend won|A draw", board.finish())
    assert f"moves={'+'.join(board.moves())}" in page.url.replace("%20", "+")


@pytest.mark.parametrize("game", SMALL)
def test_a_game_is_played_to_its_end_by_keys(board: Board, game: str) -> None:
    page = board.play(game)
    assert re.match("You won|Your friend won|A draw", board.finish_by_keys())
    assert f"moves={'+'.join(board.moves())}" in page.url.replace("%20", "+")


# Moves of several clicks


def test_a_piece_is_chosen_and_then_where_it_goes(board: Board) -> None:
    page = board.play("breakthrough:5")
    assert offered(page) == ["a2", "b2", "c2", "d2", "e2"]
    board.cell("b2")
    assert (chosen(page), offered(page)) == (["b2"], ["a3", "b3", "c3"])
    expect(page.locator(".may.way-on")).to_have_count(3)
    expect(page.locator("#spoken")).to_have_text("b2 chosen; on to a3, b3, c3.")
    board.cell("c3")
    board.wait_for_moves(1)
    assert board.moves() == ["b2-c3"]
    assert chosen(page) == []


def test_the_last_move_is_drawn_from_where_to_where(board: Board) -> None:
    page = board.play("breakthrough:5", "b2-c3")
    expect(page.locator(".travelled")).to_have_count(2)
    expect(page.locator(".way-head")).to_have_count(1)
    expect(page.locator(".over .last")).to_have_count(0)
    page.get_by_role("button", name="To the start").click()
    expect(page.locator(".travelled")).to_have_count(0)


def test_another_piece_is_chosen_instead_or_none(board: Board) -> None:
    page = board.play("breakthrough:5")
    board.cell("b2")
    board.cell("d2")
    assert chosen(page) == ["d2"]
    board.cell("d2")
    assert chosen(page) == []
    board.cell("b2")
    page.keyboard.press("Escape")
    assert chosen(page) == []
    expect(page.locator("#spoken")).to_have_text("Nothing is chosen.")
    assert board.moves() == []


def test_a_click_on_a_cell_without_a_move_does_nothing(board: Board) -> None:
    page = board.play("breakthrough:5")
    for name in ("c3", "a5", "a1"):
        board.cell(name)
        assert chosen(page) == []
    board.cell("b2")
    board.cell("e3")
    assert chosen(page) == []
    assert (board.moves(), offered(page)) == ([], ["a2", "b2", "c2", "d2", "e2"])


def test_what_is_chosen_stays_so_while_the_position_does(board: Board) -> None:
    page = board.play("breakthrough:5", "b2-c3 b4-c3")
    board.cell("d2")
    page.get_by_role("button", name="Copy link").hover()
    assert chosen(page) == ["d2"]
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Redo").click()
    expect(page.locator(".place.chosen")).to_have_count(0)


def test_pieces_that_can_be_captured_have_a_ring(board: Board) -> None:
    page = board.play("breakthrough:5", "b2-c3")
    board.cell("b4")
    expect(page.locator(".may-take")).to_have_count(1)
    expect(page.locator(".may.way-on")).to_have_count(2)
    board.cell("c3")
    board.wait_for_moves(2)
    assert board.moves() == ["b2-c3", "b4-c3"]
    expect(page.locator(".piece.first")).to_have_count(9)


def test_either_cell_of_a_domino_is_clicked_first(board: Board) -> None:
    page = board.play("domineering:3,3")
    board.cell("b2")
    assert offered(page) == ["b3", "b1"]
    board.cell("b3")
    board.wait_for_moves(1)
    assert board.moves() == ["b3-b2"]
    expect(page.locator(".over .last")).to_have_count(2)
    expect(page.locator(".way")).to_have_count(0)


def test_who_plays_second_sees_the_own_pieces_below(board: Board) -> None:
    page = board.play("breakthrough:5", "b2-c3", first="friend", second="friend")
    assert middle(page, "a5")[1] < middle(page, "a1")[1]
    page = board.play("breakthrough:5", "b2-c3", first="random", second="you")
    expect(page.locator(".status")).to_have_text("Your move")
    (left, low), (right, high) = middle(page, "e5"), middle(page, "a1")
    assert left < right
    assert low > high
    place(page, "c3").hover()
    cursor = page.locator(".place.cursor")
    expect(cursor).to_have_attribute("aria-label", re.compile("^c3:"))
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert chosen(page) == ["c4"]
    page.keyboard.press("Escape")
    drag(page, "a4", "a3")
    board.wait_for_moves(3)
    assert board.moves()[1] == "a4-a3"


# Drags and fingers


def test_a_piece_is_dragged_to_its_target(board: Board) -> None:
    page = board.play("breakthrough:5")
    drag(page, "b2", "c3")
    board.wait_for_moves(1)
    assert board.moves() == ["b2-c3"]
    expect(page.locator(".carried")).to_have_count(0)


def test_a_drag_that_ends_elsewhere_plays_nothing(board: Board) -> None:
    page = board.play("breakthrough:5")
    for end in ("b5", "e3", "d2"):
        drag(page, "b2", end)
        assert (chosen(page), board.moves()) == ([], [])
    page.mouse.move(*middle(page, "b2"))
    page.mouse.down()
    page.mouse.move(4, 4, steps=3)
    page.mouse.up()
    expect(page.locator(".carried")).to_have_count(0)
    board.cell("b2")
    assert chosen(page) == ["b2"]


def test_a_piece_travels_unless_it_was_dragged_or_motion_is_unwanted(browser: Browser, board: Board) -> None:
    travels = """() => new Promise((resolve) => {
      new MutationObserver((_, observer) => {
        if (!document.querySelector(".over .way")) return;
        observer.disconnect();
        resolve(document.querySelector(".stones").lastElementChild.getAnimations().length);
      }).observe(document.querySelector(".over"), { childList: true });
    })"""
    context = browser.new_context(reduced_motion="no-preference")
    moving = Board(context.new_page(), board.origin)
    page = moving.play("breakthrough:5")
    for count, (start, end, by_drag) in enumerate([("b2", "b3", False), ("b4", "a3", True), ("b3", "b4", False)], 1):
        page.evaluate(f"() => {{ window.travels = ({travels})(); }}")
        if by_drag:
            drag(page, start, end)
        else:
            moving.cell(start)
            moving.cell(end)
        moving.wait_for_moves(count)
        assert page.evaluate("window.travels") == int(not by_drag)
    context.close()


def test_a_piece_is_moved_with_a_finger(phone: Board) -> None:
    page = phone.play("breakthrough:5")
    place(page, "b2").tap()
    assert chosen(page) == ["b2"]
    place(page, "b3").tap()
    phone.wait_for_moves(1)
    session = page.context.new_cdp_session(page)
    finger(session, page, "b4", "a3")
    phone.wait_for_moves(2)
    assert phone.moves() == ["b2-b3", "b4-a3"]
    assert page.evaluate("window.scrollY") == 0


def finger(session: CDPSession, page: Page, start: str, end: str) -> None:
    (x1, y1), (x2, y2) = middle(page, start), middle(page, end)
    points = [(x1 + (x2 - x1) * part / 5, y1 + (y2 - y1) * part / 5) for part in range(6)]
    for kind, point in zip(["touchStart", *["touchMove"] * 5], points, strict=True):
        touches = [{"x": point[0], "y": point[1]}]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


# Hands and promotion: a user's own game


def test_a_piece_in_hand_is_put_on_the_board(board: Board) -> None:
    page = board.play("skirmish", "b2-b3 b4-b3")
    expect(page.locator(".hands .piece")).to_have_count(2)
    place(page, "White, P in hand").click()
    assert chosen(page) == ["White, P in hand"]
    assert len(offered(page)) == 10
    board.cell("b2")
    board.wait_for_moves(3)
    assert board.moves()[-1] == "P-b2"
    expect(page.locator(".hands .piece")).to_have_count(1)
    drag(page, "Black, P in hand", "a1")
    board.wait_for_moves(4)
    assert board.moves()[-1] == "P-a1"


def test_a_piece_in_hand_is_reached_by_keys(board: Board) -> None:
    page = board.play("skirmish", "b2-b3 b4-b3")
    cursor = page.locator(".place.cursor")
    for _ in range(4):
        page.keyboard.press("ArrowDown")
        if (cursor.get_attribute("aria-label") or "").startswith("White, P"):
            break
    expect(cursor).to_have_attribute("aria-label", "White, P in hand: 1, can be chosen")
    page.keyboard.press("Enter")
    assert chosen(page) == ["White, P in hand"]
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    board.wait_for_moves(3)
    assert board.moves()[-1].startswith("P-")


def test_the_others_hand_cannot_be_used(board: Board) -> None:
    page = board.play("skirmish", "b2-b3 b4-b3")
    place(page, "Black, P in hand").click()
    assert chosen(page) == []
    place(page, "White, P in hand").click()
    place(page, "Black, P in hand").click()
    assert chosen(page) == []
    assert board.moves() == ["b2-b3", "b4-b3"]


def test_moves_that_clicks_do_not_tell_apart_are_buttons(board: Board) -> None:
    page = board.play("skirmish", "b2-b3 b4-a4")
    board.cell("b3")
    board.cell("b4")
    buttons = page.locator(".others button")
    expect(buttons).to_have_text(["pawn", "king"])
    expect(buttons.first).to_be_focused()
    assert sorted(chosen(page)) == ["b3", "b4"]
    page.keyboard.press("Escape")
    expect(buttons).to_have_count(0)
    expect(page.locator(".board")).to_be_focused()
    drag(page, "b3", "b4")
    page.get_by_role("button", name="king").click()
    board.wait_for_moves(3)
    assert board.moves()[-1] == "b3-b4-king"


# Hexagons and edges


def test_hexagons_have_coloured_goals_and_show_the_chain_that_won(board: Board) -> None:
    page = board.play("hex:3", "b1 a1 b2 a2")
    expect(page.locator(".goal.first")).to_have_count(2)
    expect(page.locator(".goal.second")).to_have_count(2)
    board.cell("b3")
    expect(page.locator(".result")).to_contain_text("You won")
    expect(page.locator(".win")).to_have_count(3)
    expect(page.locator(".win-line.core")).to_have_count(1)


def test_a_position_of_hexagons_is_set_up_by_clicks(board: Board) -> None:
    page = board.open("#/edit?game=hex:3")
    for brush, cells in ((0, "b1 b2"), (1, "a1")):
        page.locator(".brush").nth(brush).click()
        for cell in cells.split():
            place(page, cell).click()
    expect(page.locator(".piece")).to_have_count(3)
    page.get_by_role("button", name="The other side to move").click()
    expect(page.locator(".wrong")).to_have_text("")
    page.get_by_role("button", name="Play from here").click()
    page.locator(".status").wait_for()
    expect(page.locator(".piece")).to_have_count(3)


def test_a_box_belongs_to_whoever_closes_it(board: Board) -> None:
    page = board.play("dots-and-boxes:2,2", "a1-b1 a1-a2 b1-b2")
    board.cell("a2-b2")
    board.wait_for_moves(4)
    expect(page.locator(".box.second")).to_have_count(1)
    expect(page.locator(".edge-last")).to_have_count(1)
    expect(place(page, "a2-b2")).to_have_attribute("aria-label", "a2-b2: drawn, last move")
    expect(page.get_by_role("grid")).to_have_attribute("aria-label", re.compile("second to move", re.IGNORECASE))


# Boards made of their descriptions alone: steps and values that need no engine

MAKE = """async ({ cells, legal, hints }) => {
  const { makeBoard } = await import("/static/boards/board.js");
  const [rows, columns] = [1, cells.length];
  const labels = [..."abcdefgh"].slice(0, columns);
  const board = {
    family: "grid", rows, columns, cells, symbols: ".xo",
    roles: { ".": "empty", x: "first", o: "second", ...(cells.includes("#") ? { "#": "neutral" } : {}) }, shown: {},
    row_labels: ["1"], column_labels: labels, by_column: false, with_turn: true, caption: "", look: "cells",
  };
  const view = {
    game: "made", rules: "made", title: "Made", family: "grid", palette: "warm", editable: false, start: null,
    position: "", to_move: 0, players: ["x", "o"], moves: [], movers: [], legal, outcome: null, last: null, board,
    highlights: { last: [], captured: [], winning: [], path: [] }, animation: null,
  };
  window.made = [];
  const drawing = makeBoard(view, { onMove: (move) => window.made.push(move) });
  document.querySelector("main").replaceChildren(drawing.element);
  drawing.show(view, { playable: true, hints });
}"""


def made(board: Board, cells: str, *legal: tuple[str, list[list[int]]], hints: dict[str, str] | None = None) -> Page:
    page = board.open()
    moves = [{"move": name, "targets": targets} for name, targets in legal]
    values = [
        {"move": move, "kind": kind, "strength": 1, "best": not index, "text": ""}
        for index, (move, kind) in enumerate((hints or {}).items())
    ]
    page.evaluate(MAKE, {"cells": cells, "legal": moves, "hints": values})
    return page


CHAIN = [("a1-c1", [[0], [2]]), ("a1-c1-e1", [[0], [2], [4]]), ("a1-c1-e1-g1", [[0], [2], [4], [6]])]


def test_a_move_goes_on_from_cell_to_cell_or_ends_on_the_way(board: Board) -> None:
    page = made(board, "x......", *CHAIN)
    board.cell("a1")
    board.cell("c1")
    expect(page.locator(".others button")).to_have_text(["a1-c1"])
    board.cell("e1")
    expect(page.locator(".others button")).to_have_text(["a1-c1-e1"])
    board.cell("g1")
    assert page.evaluate("window.made") == ["a1-c1-e1-g1"]
    for name in ("a1", "c1", "c1"):
        board.cell(name)
    assert page.evaluate("window.made.at(-1)") == "a1-c1"
    board.cell("a1")
    board.cell("c1")
    page.get_by_role("button", name="a1-c1").click()
    assert page.evaluate("window.made.length") == 3


def test_a_drag_to_the_last_cell_passes_over_the_others(board: Board) -> None:
    page = made(board, "x......", *CHAIN)
    drag(page, "a1", "g1")
    assert page.evaluate("window.made") == ["a1-c1-e1-g1"]
    drag(page, "a1", "e1")
    assert page.evaluate("window.made.at(-1)") == "a1-c1-e1"


def test_two_ways_to_the_cell_of_a_drag_are_offered(board: Board) -> None:
    page = made(board, "x......", ("a1-c1-e1", [[0], [2], [4]]), ("a1-d1-e1", [[0], [3], [4]]))
    drag(page, "a1", "e1")
    expect(page.locator(".others button")).to_have_text(["a1-c1-e1", "a1-d1-e1"])
    page.locator(".others button").last.click()
    assert page.evaluate("window.made") == ["a1-d1-e1"]


def test_values_are_shown_on_pieces_and_then_on_their_targets(board: Board) -> None:
    legal = [("a1-b1", [[0], [1]]), ("a1-c1", [[0], [2]]), ("e1-d1", [[4], [3]])]
    page = made(board, "x...x..", *legal, hints={"a1-c1": "win", "e1-d1": "bad", "a1-b1": "loss"})
    tints = page.locator(".tints .tint")
    expect(tints).to_have_count(2)
    expect(tints.first).to_have_class("tint tint-win best")
    expect(tints.last).to_have_class("tint tint-bad")
    board.cell("a1")
    expect(tints).to_have_count(2)
    expect(page.locator(".tint-win")).to_have_count(1)
    expect(page.locator(".tint-loss")).to_have_count(1)
    board.cell("e1")
    expect(tints).to_have_count(1)
    expect(tints).to_have_class("tint tint-bad")


def test_a_piece_with_a_move_of_unknown_value_does_not_look_bad(board: Board) -> None:
    legal = [("a1-b1", [[0], [1]]), ("a1-c1", [[0], [2]]), ("e1-d1", [[4], [3]]), ("e1-f1", [[4], [5]])]
    page = made(board, "x...x..", *legal, hints={"e1-d1": "win", "a1-b1": "loss"})
    tints = page.locator(".tints .tint")
    expect(tints).to_have_class(["tint tint-win best"])
    board.cell("a1")
    expect(tints).to_have_class(["tint tint-loss"])


def test_pieces_of_nobody_are_told_and_drawn(board: Board) -> None:
    page = made(board, "x.#", ("a1-b1", [[0], [1]]))
    expect(place(page, "c1")).to_have_attribute("aria-label", "c1: nobody’s #")
    expect(page.locator(".piece.neutral")).to_have_count(1)
    expect(place(page, "b1")).to_have_attribute("aria-label", "b1: empty")


def test_a_house_with_two_moves_asks_which(board: Board) -> None:
    page = board.play("oware:3,1")
    view = page.evaluate(
        """async () => {
          const { makeBoard } = await import("/static/boards/board.js");
          const board = { family: "pits", houses: 2, sides: [0, 1].map(() => ({ houses: [1, 1], store: 0 })), words: [],
            tally: [0, 0], to_move: 0 };
          const legal = ["left", "right"].map((label) => ({ move: `1-${label}`, targets: [["0:0"]], label }));
          const view = { title: "Made", family: "pits", palette: "warm", to_move: 0, players: ["x", "o"], moves: [],
            legal, outcome: null, board, highlights: { last: [], captured: [], winning: [], path: [] } };
          window.made = [];
          const drawing = makeBoard(view, { onMove: (move) => window.made.push(move) });
          document.querySelector("main").replaceChildren(drawing.element);
          drawing.show(view, { playable: true });
        }"""
    )
    assert view is None
    page.locator('.place[data-pit="0:0"]').click()
    assert page.evaluate("window.made") == []
    page.get_by_role("button", name="right").click()
    assert page.evaluate("window.made") == ["1-right"]


# Phones


@pytest.mark.parametrize("game", ["gomoku", "hex:11", "mnk:19,19,5", "breakthrough", "dots-and-boxes:5,5"])
def test_cells_are_large_enough_for_a_finger(phone: Board, game: str) -> None:
    page = phone.play(game)
    box = page.locator(".place").first.bounding_box()
    assert box
    assert max(box["width"], box["height"]) >= LEAST_CELL
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def test_a_tap_on_a_board_shown_as_a_whole_enlarges_it_and_plays_nothing(phone: Board) -> None:
    page = phone.play("gomoku")
    page.get_by_role("button", name="The whole board").tap()
    box = page.locator(".board").bounding_box()
    assert box
    assert box["width"] <= PHONE["width"]
    place(page, "c3").tap()
    expect(page.get_by_role("button", name="The whole board")).to_be_visible()
    assert phone.moves() == []
    place(page, "c3").tap()
    phone.wait_for_moves(1)
    assert phone.moves() == ["c3"]


@pytest.mark.parametrize("game", ["gomoku", "hex:11", "breakthrough", "skirmish", "dots-and-boxes:5,5", "oware"])
def test_a_phone_on_its_side_shows_board_and_buttons_at_once(phone: Board, game: str) -> None:
    page = phone.page
    page.set_viewport_size(LANDSCAPE)
    phone.play(game)
    for part in (".board-frame", ".controls"):
        box = page.locator(f"{part}:visible").first.bounding_box()
        assert box
        assert box["y"] + box["height"] <= LANDSCAPE["height"], part
    assert page.evaluate("document.documentElement.scrollWidth") == LANDSCAPE["width"]
