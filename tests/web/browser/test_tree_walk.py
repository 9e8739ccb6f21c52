"""The page that shows how a search thinks: the tree it shows is the tree that was searched."""

import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from helpers.browser import MATCHES, Board
from playwright.sync_api import Browser, Locator, Page, expect

import outplay
from outplay.tools.mcts_trace import mcts_trace
from outplay.tools.trace import CUT, TABLE, Trace, trace


def tree(board: Board, game: str, depth: int, **more: str) -> Page:
    others = "".join(f"&{key}={value}" for key, value in more.items())
    page = board.open(f"#/tree?game={game}&depth={depth}{others}")
    page.locator(".tree-rows .tree-row").first.wait_for()
    return page


def row(page: Page, node: int) -> Locator:
    return page.locator(f'.tree-row[data-node="{node}"]')


def selected(page: Page) -> int:
    """The node that the tree names as its active row."""
    name = page.get_by_role("treegrid").get_attribute("aria-activedescendant")
    number = page.locator(f"#{name}").get_attribute("data-node")
    assert number is not None
    return int(number)


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def shown(made: Trace, node: int) -> str:
    """A node's value as the page writes it, for whole margins."""
    value = made.value[node]
    assert value is not None
    sign = "+" if value > 0 else "−" if value < 0 else ""
    return ("", "≥ ", "≤ ")[made.kind[node]] + f"{sign}{abs(value) // 1000}"


def test_every_row_says_what_the_search_did_there(board: Board) -> None:
    made = trace(outplay.game("kalah:3,2").start(), "alpha-beta", False, 4)
    page = tree(board, "kalah:3,2", 4)
    page.get_by_role("button", name="Open all").click()
    for node in range(min(10, len(made))):
        text = row(page, node).locator(".tree-name").inner_text()
        assert text == ("root" if node == 0 else made.path(node)[-1])
        assert row(page, node).locator(".tree-chip").inner_text() == shown(made, node)
        assert row(page, node).get_attribute("aria-level") == str(made.ply[node] + 1)
        bounds = row(page, node).locator(".tree-bounds").inner_text()
        window = made.window[node]
        assert ("−∞" in bounds, "+∞" in bounds) == (window.alpha_from < 0, window.beta_from < 0)


def test_a_cut_off_says_which_move_refutes_by_how_much_and_what_it_saved(board: Board) -> None:
    made = trace(outplay.game("kalah:3,2").start(), "alpha-beta", False, 4)
    node = made.end.index(CUT)
    page = tree(board, "kalah:3,2", 4)
    page.get_by_role("button", name="Open all").click()
    text = row(page, node).locator(".tree-why").inner_text()
    move, saved = made.path(made.best[node])[-1], f"{made.skipped[node]} skipped"
    pattern = rf"{move} refutes: \S+ (≥ beta|≤ alpha) \S+; {saved}"
    assert re.fullmatch(pattern, text)
    row(page, node).click()
    window = made.window[node]
    source = window.beta_from if made.mover[node] == made.mover[0] else window.alpha_from
    page.locator(".tree-words").get_by_role("button", name=" ".join(made.path(source)), exact=True).last.click()
    assert selected(page) == source, "the words lead to the node that set the bound"


def test_a_table_hit_leads_to_the_node_it_came_from(board: Board) -> None:
    made = trace(outplay.game("tic-tac-toe").start(), "minimax", True, 4)
    node = made.end.index(TABLE)
    page = tree(board, "tic-tac-toe", 4, search="minimax", table="1")
    page.get_by_role("button", name="Open all").click()
    page.get_by_role("treegrid").evaluate("(e, top) => { e.scrollTop = top }", 34 * (node - 3))
    row(page, node).locator(".tree-jump").click()
    assert selected(page) == made.source[node]
    expect(page.locator(".tree-path")).to_have_text(" ".join(made.path(made.source[node])))


def test_the_tree_is_walked_with_the_keyboard_alone(board: Board) -> None:
    made = trace(outplay.game("tic-tac-toe").start(), "alpha-beta", False, 3)
    page = tree(board, "tic-tac-toe", 3)
    page.get_by_role("button", name="Close all").click()
    page.get_by_role("treegrid").focus()
    assert selected(page) == 0
    press(page, "ArrowRight")
    assert selected(page) == 1
    assert row(page, 1).get_attribute("aria-expanded") == "false"
    press(page, "ArrowRight")
    assert row(page, 1).get_attribute("aria-expanded") == "true"
    press(page, "ArrowRight", "ArrowDown")
    second = made.children(1)[1]
    assert selected(page) == second
    expect(page.locator(".tree-path")).to_have_text(" ".join(made.path(second)))
    names = made.path(second)
    for name, mark in zip(names, "xo", strict=True):
        expect(page.get_by_role("gridcell", name=re.compile(f"^{name}: {mark}"))).to_have_count(1)
    press(page, "ArrowLeft")
    assert selected(page) == 1
    press(page, "Home", "ArrowLeft")
    assert row(page, 0).get_attribute("aria-expanded") == "false"
    assert page.locator(".tree-rows .tree-row").count() == 1


def test_arrow_keys_walk_at_once_and_the_form_keeps_its_focus(board: Board) -> None:
    made = trace(outplay.game("tic-tac-toe").start(), depth=2)
    page = tree(board, "tic-tac-toe", 3)
    press(page, "ArrowDown")
    assert selected(page) == 1
    page.get_by_role("button", name="One ply less").click()
    expect(page.locator(".tree-facts")).to_contain_text(str(len(made)))
    expect(page.get_by_role("button", name="One ply less")).to_be_focused()
    press(page, "ArrowDown", "ArrowDown")
    second = made.children(0)[1]
    assert selected(page) == second
    expect(page.get_by_role("treegrid")).to_be_focused()
    page.get_by_label("Minimax").focus()
    press(page, "ArrowRight")
    expect(page.get_by_label("Alpha-beta")).to_be_focused()
    assert selected(page) == second, "an arrow in the form is the form's"


@pytest.mark.parametrize(
    ("game", "name", "other"),
    [
        ("tic-tac-toe", "X (you)", "O"),
        ("gomoku:9", "Black (you)", "White"),
        ("connect-four", "Red (you)", "Yellow"),
        ("kalah:3,2", "the first player (you)", "the second player"),
        ("squatter:4", "White (you)", "Black"),
    ],
)
def test_players_have_the_names_of_the_board_and_the_seats(board: Board, game: str, name: str, other: str) -> None:
    page = tree(board, game, 2, first="you", second="engine:level=3")
    expect(page.locator(".tree-facts")).to_contain_text(f"for {name}")
    expect(page.locator(".tree-legend")).to_contain_text(f"All values count for {name}, who is to move at the root")
    expect(page.locator(".tree-legend")).to_contain_text(f"▼ {other} the smallest")
    short = name.removesuffix(" (you)")
    expect(page.locator(".tree-words")).to_contain_text(f"{short[0].upper()}{short[1:]} is to move")


@pytest.mark.parametrize("width", [360, 760, 1280])
@pytest.mark.parametrize(("game", "depth"), [("tic-tac-toe", 5), ("kalah:6,4", 4), ("squatter:5", 2)])
def test_no_cell_of_the_tree_is_cut_off(board: Board, game: str, depth: int, width: int) -> None:
    board.page.set_viewport_size({"width": width, "height": 800})
    page = tree(board, game, depth, table="1")
    page.get_by_role("button", name="Open all").click()
    grid = page.get_by_role("treegrid")
    for part in (0, 0.3, 0.6, 1):
        grid.evaluate("(e, part) => { e.scrollTop = part * e.scrollHeight }", part)
        page.wait_for_timeout(100)
        cut = page.locator(".tree-cell").evaluate_all(
            "all => all.filter((e) => e.offsetParent && e.scrollWidth > e.clientWidth).map((e) => e.textContent)"
        )
        assert cut == []


def test_a_move_on_the_board_goes_to_its_node(board: Board) -> None:
    made = trace(outplay.game("tic-tac-toe").start(), "alpha-beta", False, 2)
    page = tree(board, "tic-tac-toe", 2)
    child = made.children(0)[4]
    page.locator(".place.legal").first.wait_for()
    board.cell(made.path(child)[-1])
    expect(page.locator(".tree-path")).to_have_text(made.path(child)[-1])
    assert selected(page) == child


def test_step_by_step_is_the_order_of_the_search(board: Board) -> None:
    made = trace(outplay.game("kalah:3,2").start(), "alpha-beta", False, 3)
    page = tree(board, "kalah:3,2", 3)
    here = page.locator(".tree-row.here")
    events = {made.entered(n): ("Comes to", n) for n in range(len(made))}
    events |= {made.left(n): ("Leaves", n) for n in range(len(made))}
    for number in range(12):
        press(page, "n")
        word, node = events[number]
        assert here.get_attribute("data-node") == str(node)
        name = made.path(node)[-1] if node else "the root"
        expect(page.locator(".tree-told")).to_contain_text(f"{word} {name}")
        lit = {int(found.get_attribute("data-node") or -1) for found in page.locator(".tree-row.lit").all()}
        path = {node}
        while node:
            node = made.parent[node]
            path.add(node)
        assert lit == path
    press(page, "b")
    assert here.get_attribute("data-node") == str(events[10][1])
    page.get_by_label("Step of the search").fill(str(2 * len(made)))
    assert here.get_attribute("data-node") == "0"
    expect(page.locator(".tree-told")).to_contain_text("Leaves the root")
    press(page, "a")
    assert page.locator(".tree-row.lit").count() == 0


def test_a_search_plays_by_itself_and_can_be_paused(board: Board) -> None:
    page = tree(board, "tic-tac-toe", 4)
    page.get_by_label("Speed").select_option("fast")
    page.get_by_role("button", name="Play step by step").click()
    page.wait_for_function("() => Number(document.querySelector('.tree-steps input').value) > 4")
    page.get_by_role("button", name="Pause").click()
    before = page.get_by_label("Step of the search").input_value()
    page.wait_for_timeout(300)
    assert page.get_by_label("Step of the search").input_value() == before


@pytest.mark.parametrize("game", ["kalah:6,4", "kalah:3,2", "kalah:12,4"])
@pytest.mark.parametrize("width", [360, 800, 1280])
def test_a_mancala_board_is_seen_whole_beside_its_words(board: Board, game: str, width: int) -> None:
    board.page.set_viewport_size({"width": width, "height": 740})
    page = tree(board, game, 2)
    panel = page.locator(".tree-detail").bounding_box()
    assert panel
    for pit in page.locator(".tree-board .pit").all():
        box = pit.bounding_box()
        assert box
        assert panel["x"] < box["x"]
        assert box["x"] + box["width"] < panel["x"] + panel["width"]
        assert panel["y"] < box["y"]
        assert box["y"] + box["height"] < panel["y"] + panel["height"]
    expect(page.locator(".tree-path")).to_be_in_viewport(ratio=1)


def uncovered(place: Locator) -> bool:
    """Whether a place is what one would touch at its middle."""
    found: bool = place.evaluate(
        "e => { const b = e.getBoundingClientRect();"
        " return e.contains(document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2)); }"
    )
    return found


@pytest.mark.parametrize(("game", "depth"), [("tic-tac-toe", 5), ("kalah:6,4", 4)])
@pytest.mark.parametrize(("width", "height"), [(360, 740), (360, 600), (1280, 800)])
def test_the_buttons_and_the_row_of_a_step_are_seen_together(
    board: Board, game: str, depth: int, width: int, height: int
) -> None:
    board.page.set_viewport_size({"width": width, "height": height})
    page = tree(board, game, depth)
    next_step = page.get_by_role("button", name="One step (N)")
    for _ in range(40):
        next_step.evaluate("e => e.click()")
        assert uncovered(page.locator(".tree-row.here"))
        assert uncovered(next_step)


def test_choosing_another_search_shows_its_tree_and_what_it_saves(board: Board) -> None:
    start = outplay.game("tic-tac-toe").start()
    page = tree(board, "tic-tac-toe", 4)
    pruned, both = (trace(start, "alpha-beta", table, 4) for table in (False, True))
    assert pruned.minimax
    bars = page.locator(".tree-bars li")
    expect(bars).to_have_count(2)
    expect(bars.nth(0)).to_contain_text(f"{pruned.minimax:,}")
    expect(bars.nth(1)).to_contain_text(f"{len(pruned):,} · {100 * (1 - len(pruned) / pruned.minimax):.1f} % saved")
    page.get_by_label("with a table").check()
    expect(bars).to_have_count(3)
    expect(bars.nth(2)).to_contain_text(f"{len(both):,}")
    expect(page).to_have_url(re.compile("table=1&depth=4|depth=4&.*table=1"))
    page.get_by_role("button", name="One ply less").click()
    expect(bars.first).to_contain_text("586")
    page.reload()
    expect(page.get_by_label("Depth", exact=True)).to_have_value("3")
    expect(page.get_by_label("with a table")).to_be_checked()


def test_tens_of_thousands_of_nodes_are_a_few_rows(board: Board) -> None:
    page = tree(board, "tic-tac-toe", 9)
    grid = page.get_by_role("treegrid")
    page.get_by_role("button", name="Open all").click()
    assert grid.get_attribute("aria-rowcount") == str(18_297 + 1)
    grid.focus()
    press(page, "End")
    assert selected(page) == 18_296
    assert page.locator(".tree-row").count() < 60
    grid.evaluate("e => { e.scrollTop = e.scrollHeight / 2 }")
    page.wait_for_function("() => document.querySelector('.tree-rows .tree-row').dataset.node > 8000")
    assert page.locator(".tree-row").count() < 60
    expect(page.locator(".tree-rows .tree-row").nth(8)).to_be_in_viewport()


def test_a_tree_that_is_too_large_says_so_and_offers_what_fits(board: Board) -> None:
    page = tree(board, "connect-four", 6, search="minimax")
    expect(page.locator(".tree-summary")).to_contain_text("not finished. It has more than 60,000 nodes")
    page.get_by_role("button", name="Depth 5 fits").click()
    expect(page.locator(".tree-facts")).to_contain_text("19,608")


def test_a_users_own_game_without_a_drawing_has_its_tree(board: Board, tmp_path: Path) -> None:
    path = tmp_path / "matches.py"
    path.write_text(MATCHES)
    made = trace(outplay.game(str(path)).start(), "alpha-beta", False, 5)
    page = tree(board, "matches", 5)
    expect(page.locator(".tree-facts")).to_contain_text(f"{len(made):,}")
    page.get_by_role("treegrid").focus()
    press(page, "ArrowDown")
    expect(page.locator(".tree-board pre")).to_contain_text("left=6")
    for width in (360, 800):
        page.set_viewport_size({"width": width, "height": 740})
        drawn, words = page.locator(".tree-board pre").bounding_box(), page.locator(".tree-words").bounding_box()
        assert drawn
        assert words
        assert drawn["x"] + drawn["width"] <= words["x"], "the board stands beside the words"


def test_equal_moves_and_values_that_stand_for_an_estimate_are_called_that(board: Board) -> None:
    page = tree(board, "matches", 1)
    expect(row(page, 0).locator(".tree-why")).to_have_text("first of 3 equal moves: 0")
    expect(page.locator(".tree-words")).to_contain_text("0 came first; all 3 moves are equal.")
    expect(row(page, 1).locator(".tree-why")).to_have_text("horizon: no estimate, 0 for it")
    row(page, 1).click()
    expect(page.locator(".tree-words")).to_contain_text("this game gives no estimate: 0 stands for it")
    tree(board, "kalah:3,2", 1)
    expect(row(page, 1).locator(".tree-why")).to_have_text("horizon: estimated")


def test_the_network_judges_the_horizon_and_can_be_switched_off(board: Board) -> None:
    page = tree(board, "connect-four", 1)
    expect(page.get_by_label("with the network")).to_be_checked()
    expect(page.locator(".tree-horizon span")).to_have_text(
        re.compile("At the horizon stands what a network trained .* says")
    )
    expect(row(page, 1).locator(".tree-why")).to_have_text("horizon: judged by the network")
    row(page, 1).click()
    expect(page.locator(".tree-words")).to_contain_text("is what the network says")
    page.get_by_label("with the network").uncheck()
    expect(page.locator(".tree-horizon span")).to_have_text("At the horizon stands 0, for want of an evaluation.")
    expect(page).to_have_url(re.compile("net=none"))
    page.reload()
    expect(page.get_by_label("with the network")).not_to_be_checked()
    board.open("#/tree?game=tic-tac-toe&search=mcts&playouts=20&net=mine")
    expect(page.locator(".notice").last).to_contain_text("Not known here: net=mine.")
    expect(page.get_by_label("with the network")).not_to_be_checked()


def test_moves_that_may_be_as_good_are_not_called_worse(board: Board) -> None:
    made = trace(outplay.game("tic-tac-toe").start(), "alpha-beta", False, 9)
    assert {made.value[child] for child in made.children(0)} == {0}, "all first moves lead to a draw"
    first = made.path(made.best[0])[0]
    page = tree(board, "tic-tac-toe", 9)
    expect(row(page, 0).locator(".tree-why")).to_have_text(f"first of 9, none better: {first}")
    expect(page.locator(".tree-words")).to_contain_text(f"{first} came first of 9 moves, and none is better")
    expect(page.locator(".tree-words")).to_contain_text("8 others may be as good")


def test_what_an_address_says_in_vain_is_named_in_one_line(board: Board) -> None:
    page = board.open("#/tree?game=tic-tac-toe&search=foo&depth=-1&table=yes")
    said = "Not known here: search=foo, depth=-1. This is alpha-beta with a table to depth 4."
    expect(page.locator(".notice")).to_have_text(said)
    expect(page.get_by_label("with a table")).to_be_checked()
    expect(page.get_by_label("Depth", exact=True)).to_have_value("4")


def test_a_search_that_takes_long_says_so_in_one_line(board: Board) -> None:
    page = board.open("#/tree?game=gomoku&depth=3&search=minimax")
    waiting = page.locator(".tree-summary p")
    expect(waiting).to_have_text("Searching")
    assert waiting.evaluate("e => e.clientHeight") < 40


def test_one_comes_from_a_game_and_goes_back_to_it(board: Board) -> None:
    page = board.play("tic-tac-toe", "b2 a1")
    page.get_by_role("button", name="How it thinks").click()
    page.locator(".tree-rows .tree-row").first.wait_for()
    page.get_by_role("link", name="Back to Tic-tac-toe").click()
    board.wait_for_moves(2)
    assert board.moves() == ["b2", "a1"]


def test_a_finished_game_has_nothing_to_search(board: Board) -> None:
    page = board.open("#/tree?game=tic-tac-toe&moves=a1+a2+b1+b2+c1")
    expect(page.locator(".tree-summary")).to_contain_text("The game is over in this position")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_in_the_tree_and_a_phone_is_wide_enough(
    browser: Browser, board: Board, scheme: str
) -> None:
    context = browser.new_context(color_scheme="dark" if scheme == "dark" else "light", reduced_motion="reduce")
    for width in (360, 1280):
        seen = Board(context.new_page(), board.origin)
        page = tree(seen, "tic-tac-toe", 4, table="1")
        page.set_viewport_size({"width": width, "height": 740})
        page.locator(".end-cut").first.click()
        assert page.evaluate("document.documentElement.scrollWidth") == width
        for _ in range(2):
            violations = Axe().run(page).response["violations"]
            serious = [(v["id"], v["nodes"][0]["html"]) for v in violations if v["impact"] in ("serious", "critical")]
            assert serious == []
            press(page, "n", "n", "n")
        assert seen.complaints == []
    context.close()


def mcts_tree(board: Board, game: str, playouts: int, moves: str = "") -> Page:
    line = f"&moves={moves.replace(' ', '+')}" if moves else ""
    page = board.open(f"#/tree?game={game}&search=mcts&playouts={playouts}{line}")
    page.locator(".tree-rows .tree-row").first.wait_for()
    return page


def test_the_tree_of_the_tree_search_has_its_visits_values_and_proofs(board: Board) -> None:
    game = outplay.game("tic-tac-toe")
    made = mcts_trace(game.position("o../.x./x.."), 400)
    page = mcts_tree(board, "tic-tac-toe", 400, "b2 a3 a1")
    page.get_by_role("button", name="Close all").click()
    expect(page.locator(".tree-facts")).to_contain_text(f"{made.playouts:,}")
    expect(page.locator(".tree-horizon")).to_contain_text("Leaves are valued by random games.")
    for node in [0, *made.children(0)]:
        assert row(page, node).locator(".tree-count").inner_text() == f"{made.visits[node]:,}"
        value = round((made.value[node] or 0) / 1000, 2)
        text = f"{value:+g}".replace("-", "−") if value else "0"
        assert row(page, node).locator(".tree-chip").inner_text() == text
        share = 100 * made.visits[node] / made.visits[0]
        assert row(page, node).locator(".tree-share").inner_text() == (f"{share:.0f} %" if node else "")
    lost = next(node for node in made.children(0) if made.proven(node) == "loss")
    expect(row(page, lost).locator(".tree-why")).to_contain_text("proven: X wins; best: ")
    row(page, lost).click()
    expect(page.locator(".tree-words")).to_contain_text("Proven: X wins.")
    expect(page.locator(".tree-path")).to_have_text(made.path(lost)[0])


def test_what_does_not_fit_the_tree_search_is_not_shown(board: Board) -> None:
    page = mcts_tree(board, "kalah:3,2", 200)
    for gone in (page.get_by_role("group", name="Step by step"), page.get_by_label("with a table")):
        expect(gone).to_be_hidden()
    expect(page.get_by_label("Depth", exact=True)).to_be_hidden()
    expect(page.get_by_role("columnheader", name="Visits")).to_be_visible()
    expect(page.get_by_role("columnheader", name="Window")).to_have_count(0)
    for words in (page.locator(".tree-words"), page.locator(".tree-legend"), page.locator(".tree-summary")):
        expect(words).not_to_contain_text(re.compile("window|cut-off|table", re.IGNORECASE))
    press(page, "n")
    assert page.locator(".tree-row.lit").count() == 0, "there are no steps"
    page.get_by_label("Alpha-beta").check()
    expect(page.get_by_role("columnheader", name="Window")).to_be_visible()
    expect(page.get_by_role("group", name="Step by step")).to_be_visible()
    expect(page.get_by_label("Playouts", exact=True)).to_be_hidden()


def test_playouts_are_chosen_and_kept_in_the_address(board: Board) -> None:
    page = tree(board, "tic-tac-toe", 3)
    page.get_by_label("MCTS").check()
    expect(page.locator(".tree-facts")).to_contain_text("1,000")
    page.get_by_role("button", name="Twice as many playouts").click()
    expect(page.locator(".tree-facts")).to_contain_text("2,000")
    expect(page).to_have_url(re.compile("playouts=2000"))
    expect(page).not_to_have_url(re.compile("depth="))
    page.reload()
    expect(page.get_by_label("Playouts", exact=True)).to_have_value("2000")
    page.get_by_label("Playouts", exact=True).fill("99999")
    page.get_by_label("Playouts", exact=True).press("Enter")
    expect(page.locator(".tree-facts")).to_contain_text("20,000")
    board.open("#/tree?game=tic-tac-toe&search=mcts&playouts=0")
    said = "Not known here: playouts=0. This is Monte Carlo tree search with 1,000 playouts."
    expect(page.locator(".notice").last).to_have_text(said)


@pytest.mark.parametrize("width", [360, 760, 1280])
@pytest.mark.parametrize("game", ["tic-tac-toe", "gomoku"])
def test_no_cell_of_the_tree_searchs_tree_is_cut_off(board: Board, game: str, width: int) -> None:
    board.page.set_viewport_size({"width": width, "height": 800})
    page = mcts_tree(board, game, 20_000)
    page.get_by_role("button", name="Open all").click()
    for part in (0, 0.01, 0.5, 1):
        page.get_by_role("treegrid").evaluate("(e, part) => { e.scrollTop = part * e.scrollHeight }", part)
        page.wait_for_timeout(100)
        cut = page.locator(".tree-cell").evaluate_all(
            "all => all.filter((e) => e.offsetParent && e.scrollWidth > e.clientWidth).map((e) => e.textContent)"
        )
        assert cut == []
    assert page.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_in_the_tree_of_the_tree_search(browser: Browser, board: Board, scheme: str) -> None:
    context = browser.new_context(color_scheme="dark" if scheme == "dark" else "light", reduced_motion="reduce")
    for width in (360, 1280):
        seen = Board(context.new_page(), board.origin)
        page = mcts_tree(seen, "tic-tac-toe", 500, "a1 b2 a2 a3")
        page.set_viewport_size({"width": width, "height": 740})
        violations = Axe().run(page).response["violations"]
        serious = [(v["id"], v["nodes"][0]["html"]) for v in violations if v["impact"] in ("serious", "critical")]
        assert serious == []
        assert seen.complaints == []
    context.close()
