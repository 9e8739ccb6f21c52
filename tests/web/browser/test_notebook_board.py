"""The board of a notebook in the browser: clicks reach the real board in this process, which answers with its state."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from helpers.browser import MATCHES, PATIENCE
from helpers.notebook_page import show
from playwright.sync_api import Browser, Locator, Page, expect

import outplay
from outplay.bridges.notebook import NotebookBoard

pytest.importorskip("anywidget", reason="the board in a notebook needs anywidget; install the extra notebook")

Open = Callable[..., tuple[Page, list[NotebookBoard]]]


@pytest.fixture
def open_boards(browser: Browser, tmp_path: Path) -> Iterator[Open]:
    """Opens boards on one page, as a notebook does; at the end the page must not have complained."""
    pages, boards, complaints = list[Page](), list[NotebookBoard](), list[list[str]]()

    def opened(
        *specs: str, opponent: str | None = "random", body: str = "", dark: bool = False
    ) -> tuple[Page, list[NotebookBoard]]:
        page = browser.new_page(
            viewport={"width": 1000, "height": 900}, color_scheme="dark" if dark else "light", reduced_motion="reduce"
        )
        page.set_default_timeout(PATIENCE)
        new = [outplay.board(spec, opponent) for spec in specs]
        complaints.append(show(page, new, tmp_path, body))
        pages.append(page)
        boards.extend(new)
        return page, new

    yield opened
    for page in pages:
        page.close()
    for board in boards:
        board.close()
    assert complaints
    assert not any(complaints)


def output(page: Page, number: int = 0) -> Locator:
    return page.locator(".output").nth(number)


def listed(page: Page, number: int = 0) -> Locator:
    """The moves of the game, as the panel lists them."""
    return output(page, number).locator(".moves")


def test_grids_pits_hexagons_edges_and_buttons_are_played_by_clicks(open_boards: Open, tmp_path: Path) -> None:
    (tmp_path / "matches.py").write_text(MATCHES)
    specs = ["tic-tac-toe", "kalah:4,3", "hex:4", "dots-and-boxes:2,2", str(tmp_path / "matches.py"), "breakthrough:5"]
    page, boards = open_boards(*specs)
    for number, board in enumerate(boards):
        for _ in range(2 if specs[number].startswith("breakthrough") else 1):  # a piece, and where it goes
            output(page, number).locator(".place.legal, .others button:enabled").first.click()
        expect(listed(page, number)).to_contain_text("2. ")
        assert listed(page, number).inner_text().split()[1::2] == names(board)


def names(board: NotebookBoard) -> list[str]:
    return [row["move"] for row in board.record().to_rows()]


def test_boards_of_one_page_do_not_disturb_each_other(open_boards: Open) -> None:
    page, (first, second) = open_boards("tic-tac-toe", "tic-tac-toe")
    output(page, 1).locator(".place.legal").first.click()
    expect(listed(page, 1)).to_contain_text("2. ")
    assert first.moves == []
    assert len(second.moves) == 2
    assert listed(page, 0).inner_text() == ""
    ids = page.evaluate(
        "[...document.querySelectorAll('.outplay-notebook')].flatMap((host) =>"
        " [...host.shadowRoot.querySelectorAll('[id]')].map((one) => one.id))"
    )
    assert len(ids) == len(set(ids)) > 18


def test_undo_and_a_new_game_are_drawn(open_boards: Open) -> None:
    page, (board,) = open_boards("tic-tac-toe")
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_be_disabled()
    page.locator(".place.legal").nth(4).click()
    expect(page.locator(".piece")).to_have_count(2)
    expect(page.locator(".status")).to_have_text("Your move (x)")
    undo.click()
    expect(page.locator(".piece")).to_have_count(0)
    page.locator(".place.legal").nth(4).click()
    expect(page.locator(".piece")).to_have_count(2)
    page.get_by_role("button", name="New game").click()
    expect(page.locator(".piece")).to_have_count(0)
    assert board.moves == []


def test_a_game_comes_to_its_end(open_boards: Open) -> None:
    page, (board,) = open_boards("tic-tac-toe", opponent=None)
    expect(page.locator(".status")).to_have_text("x to move")
    for cell in ("a1", "a2", "b1", "b2", "c1"):
        page.locator(f'[role=gridcell][aria-label^="{cell}:"]').click()
    expect(page.locator(".status")).to_have_text("X won: 3 in a row")
    expect(page.locator(".win-line").first).to_be_attached()
    expect(page.locator(".place.legal")).to_have_count(0)
    assert board.position.outcome() == (0, 1, "3 in a row")


@pytest.mark.kernel
def test_the_analysis_colours_moves_and_a_hint_marks_one(open_boards: Open) -> None:
    page, (board,) = open_boards("tic-tac-toe", opponent=None)
    for move in ("a1", "b3", "a2"):
        board.play(move)
    page.locator(".place.legal").first.wait_for()
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".hint")).to_contain_text("Hint: a3.")
    expect(page.locator(".tint.best")).to_have_count(1)
    page.get_by_text("Analysis").click()
    expect(page.locator(".tint")).to_have_count(6)
    expect(page.locator(".variations li").first).to_contain_text("a3")
    expect(page.locator(".figures, .faint").filter(has_text="nodes in")).to_be_visible()


def test_the_board_is_played_with_keys_and_keeps_them_from_the_notebook(open_boards: Open) -> None:
    page, (board,) = open_boards("tic-tac-toe")
    page.evaluate("document.body.addEventListener('keydown', (event) => (window.heard = event.key))")
    page.locator("svg.board").focus()
    expect(page.locator(".place.cursor")).to_have_count(1)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(page.locator(".piece")).to_have_count(2)
    assert names(board)[0] == "a2"
    assert page.evaluate("window.heard") is None
    assert page.locator(".place.cursor").evaluate("(cell) => getComputedStyle(cell).stroke") != "none"


def test_a_drag_moves_a_piece(open_boards: Open) -> None:
    page, (board,) = open_boards("breakthrough:5")
    page.locator(".place.begins").first.hover()
    page.mouse.down()
    x, y = middle(page.locator(".place.begins").first)
    page.mouse.move(x + 10, y)
    target = page.locator(".place.legal:not(.begins)").first
    page.mouse.move(*middle(target), steps=4)
    page.mouse.up()
    expect(listed(page)).to_contain_text("2. ")
    assert len(board.moves) == 2


def middle(place: Locator) -> tuple[float, float]:
    box = place.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


LIGHT, DARK = "rgb(247, 244, 238)", "rgb(23, 22, 20)"
GROUNDS = """(names) => names.map(([root, name, value]) => {
  const element = root === "html" ? document.documentElement : document.body;
  const before = element.getAttribute(name);
  if (name) element.setAttribute(name, value);
  const card = document.querySelector(".outplay-notebook").shadowRoot.querySelector(".room");
  const shown = document.querySelector(".outplay");
  const board = document.querySelector(".outplay .ground");
  const found = [card, shown].map((one) => getComputedStyle(one).backgroundColor);
  found.push(getComputedStyle(board).fill);
  if (name) element.removeAttribute(name);
  return found;
})"""
PAGES = [
    ("html", "", "", None),
    ("body", "data-jp-theme-light", "true", False),
    ("body", "data-jp-theme-light", "false", True),
    ("body", "class", "vscode-light", False),
    ("body", "class", "vscode-dark", True),
    ("html", "theme", "light", False),
    ("html", "theme", "dark", True),
    ("html", "data-theme", "dark", True),
]


@pytest.mark.parametrize("dark", [False, True])
def test_boards_and_outputs_are_light_or_dark_as_the_notebook_is(open_boards: Open, dark: bool) -> None:
    page, (board,) = open_boards("tic-tac-toe", dark=dark)
    page.evaluate("(html) => document.body.insertAdjacentHTML('beforeend', html)", record_html(board))
    found = page.evaluate(GROUNDS, [list(one[:3]) for one in PAGES])
    for (_, name, value, says), (room, card, ground) in zip(PAGES, found, strict=True):
        expected = dark if says is None else says
        assert room == (DARK if expected else LIGHT), (name, value)
        assert (card, ground) == ((DARK, DARK) if expected else ("rgb(255, 255, 255)",) * 2), (name, value)


def record_html(board: NotebookBoard) -> str:
    return board.record()._repr_html_()


def test_outputs_keep_their_look_and_leave_the_notebooks_own_alone(open_boards: Open) -> None:
    """JupyterLab has rules for tables, which must not reach into an output; its own tables must stay as they are."""
    page, (board,) = open_boards("tic-tac-toe")
    theirs = (
        "<style>.jp td, .jp th {text-align: right; padding: 30px} .jp tbody tr:nth-child(odd) {background: red}</style>"
        "<div class='jp'><table id='own'><tbody><tr><td>x</td></tr></tbody></table>"
    )
    board.play(4)
    look = "(cell) => [cell.textAlign, cell.paddingLeft, cell.borderBottomWidth]"
    page.evaluate("(html) => document.body.insertAdjacentHTML('beforeend', html)", theirs + "</div>")
    read = f"(selector) => ({look})(getComputedStyle(document.querySelector(selector)))"
    before = page.evaluate(read, "#own td")
    page.evaluate("(html) => document.querySelector('.jp').insertAdjacentHTML('beforeend', html)", record_html(board))
    assert page.evaluate(read, "#own td") == before == ["right", "30px", "0px"]
    assert page.evaluate(read, ".outplay td.words") == ["left", "9px", "1px"]
    row = "getComputedStyle(document.querySelector('.outplay tbody tr')).backgroundColor"
    assert page.evaluate(row) == "rgba(0, 0, 0, 0)"


def test_a_branch_of_a_tree_opens_with_a_click(open_boards: Open) -> None:
    from outplay.tools.trace import trace

    page, _ = open_boards("tic-tac-toe")
    made = trace(outplay.game("tic-tac-toe").start().play(4), depth=3)
    page.evaluate("(html) => document.body.insertAdjacentHTML('beforeend', html)", made._repr_html_())
    closed = page.locator(".tree details:not([open])").first
    leaf = closed.locator(".leaf").first
    expect(leaf).to_be_hidden()
    closed.locator("summary").first.click()
    expect(page.locator(".tree details[open]")).to_have_count(4)
