"""What the arena has stored is looked at in the browser, live, down to every move."""

import itertools
import re
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from helpers.browser import Board
from helpers.sample_games import with_moves
from helpers.web_page import Server
from playwright.sync_api import Browser, Page, expect

from outplay.arena.games import Conditions, PlayedGame, ScheduledGame
from outplay.arena.schedule import Extent
from outplay.arena.settings import Settings
from outplay.arena.store import Run, Store
from outplay.core.results import Ending, GameResult

NAMES = {"ada": "random", "bob": "random:seed=1", "eve": "first-random"}
WIN = ("b2", "a1", "a2", "b1", "c2")


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A store that holds a tournament of three players."""
    folder: Path = tmp_path_factory.mktemp("arena")
    words = ["tournament", "squatter:4", "random", "random:seed=1", "first-random", "--games", "2", "--name", "spring"]
    words += ["--openings", "random:2"]
    command = [sys.executable, "-m", "outplay", *words, "--db", "games.db", "--workers", "1"]
    subprocess.run(command, check=True, cwd=folder, capture_output=True)
    return str(folder / "games.db")


@pytest.fixture(scope="module")
def arena(database: str) -> Iterator[Server]:
    started = Server("--db", database)
    yield started
    started.end()


@pytest.fixture
def board(page: Page, arena: Server) -> Iterator[Board]:
    made = Board(page, arena.origin)
    yield made
    assert made.complaints == []


def played(
    number: int,
    winner: int | None = 0,
    ending: Ending = Ending.RULES,
    detail: str = "3 in a row",
    first: str = "ada",
    second: str = "bob",
) -> tuple[ScheduledGame, PlayedGame]:
    scheduled = ScheduledGame(number, 1, "tic-tac-toe", first, second, "random", "random", WIN[:1], 1, Conditions())
    began = datetime.now(UTC).isoformat(timespec="seconds")
    seconds, scores = (None, 0.1, 0.1, 0.1, 0.1), (None, -0.25, 0.5, -1.0, 1.0)
    return scheduled, with_moves(GameResult(winner, 1, ending, detail), WIN, seconds, scores, began)


def running(database: str, name: str) -> Run:
    """A tournament of twelve games that this process runs."""
    settings = Settings("tic-tac-toe", games=2, extents=(Extent(3, 2),))
    run = Store(database).create(name, "tournament", settings.as_dict(), NAMES)
    run.claim()
    return run


def test_a_tournament_is_found_with_its_tables_and_its_plot(board: Board) -> None:
    page = board.open("#/tournaments")
    page.get_by_role("link", name="spring").click()
    standings = page.get_by_role("region", name="Standings")
    expect(standings.locator("tbody tr")).to_have_count(3)
    heads = ["Player", "Games", "Points", "Won", "as 1st", "as 2nd", "Drawn", "Lost", "SB", "Elo"]
    expect(standings.locator("thead th")).to_have_text(heads)
    assert sum(int(text) for text in standings.locator("tbody td:nth-child(3)").all_inner_texts()) == 12
    expect(page.get_by_role("img", name="Elo ratings").locator(".point")).to_have_count(3)
    expect(page.get_by_role("region", name="Who scored what").locator("tbody tr")).to_have_count(3)
    games = page.get_by_role("region", name="Games", exact=True).locator("tbody tr")
    expect(games).to_have_count(6)
    for row in games.all():
        expect(row.locator("td").last).to_have_text("No free cell is left")


def test_the_list_shows_new_runs_and_games_by_itself(board: Board, database: str) -> None:
    page = board.open("#/tournaments")
    page.get_by_role("link", name="spring").focus()
    run = running(database, "live list")
    row = page.get_by_role("row", name="live list")
    expect(row).to_contain_text("0 of 12", timeout=5000)
    run.add(*played(1))
    expect(row).to_contain_text("1 of 12", timeout=5000)
    expect(row.locator(".live")).to_have_text("running")
    expect(page.get_by_role("link", name="spring")).to_be_focused()
    run.release("finished")
    expect(row).to_contain_text("finished", timeout=5000)


def test_a_running_tournament_says_how_far_it_is(board: Board, database: str) -> None:
    run = running(database, "live one")
    page = board.open("#/tournaments/live%20one")
    expect(page.locator(".far")).to_have_text("0 of 12 games")
    standings = page.get_by_role("region", name="Standings")
    expect(standings).to_contain_text("No games yet. The players: ada, bob, eve.")
    expect(standings.locator("td")).to_have_count(0)
    for number in range(1, 4):
        scheduled, game = played(number)
        began = f"2026-01-01T10:{number:02}:00+00:00"
        run.add(scheduled, with_moves(game.result, WIN, (None, 60, 0, 0, 0), began=began))
    expect(page.locator(".far")).to_have_text("3 of 12 games · about 9 minutes left", timeout=5000)
    assert page.locator(".far progress").evaluate("e => e.position") == 0.25
    expect(page.get_by_role("region", name="Games", exact=True).locator("tbody tr")).to_have_count(3)
    page.get_by_role("link", name="Game 2").focus()
    for number in range(4, 13):
        run.add(*played(number))
    run.release("finished")
    expect(page.locator(".far")).to_be_hidden(timeout=5000)
    expect(page.get_by_role("link", name="Game 2", exact=True)).to_be_focused()


@pytest.mark.parametrize("width", [360, 1280])
def test_the_plot_fills_its_card_and_nothing_of_it_is_cut_off(board: Board, width: int) -> None:
    board.page.set_viewport_size({"width": width, "height": 740})
    page = board.open("#/tournaments/spring")
    page.locator(".elo .point").first.wait_for()
    card = page.get_by_role("region", name="Elo").bounding_box()
    axis = page.locator(".elo-axis").bounding_box()
    assert card
    assert axis
    assert axis["x"] + axis["width"] > card["x"] + card["width"] - 20
    for part in page.locator(".elo :is(.point, .error, text)").all():
        box = part.bounding_box()
        assert box
        assert box["x"] >= card["x"]
        assert box["x"] + box["width"] <= card["x"] + card["width"]
    assert page.locator(".elo text").first.evaluate("e => e.getBoundingClientRect().height") > 12
    assert page.evaluate("document.documentElement.scrollWidth") == width


def test_a_table_says_why_each_game_is_over_and_counts_in_english(board: Board, database: str) -> None:
    late = played(2, 1, Ending.TIMEOUT, "a move took 0.300 s and 0.100 s were allowed")
    scheduled, won = played(1)
    games = [
        (scheduled, won._replace(result=won.result._replace(margin=12))),
        late,
        played(3, None, detail="the board is full"),
    ]
    Store(database).keep("ends", "import", {}, {"ada": "random", "bob": "random"}, games)
    page = board.open("#/tournaments/ends")
    ends = page.get_by_role("region", name="Games", exact=True).locator("tbody td:last-child")
    expect(ends).to_have_text(["The board is full", re.compile("^Timeout: a move took"), "3 in a row"])
    standings = page.get_by_role("region", name="Standings")
    expect(standings.locator("thead th")).to_have_text(
        ["Player", "Games", "Points", "Won", "as 1st", "as 2nd", "Drawn", "Lost", "Margin", "Errors", "Elo"]
    )
    cells = ["1", "ada", "3", "1½", "1", "1", "0", "1", "1", "+11", "1"]
    row = standings.locator("tbody tr", has_text="ada").locator("td")
    assert row.all_inner_texts()[:11] == cells
    expect(standings).to_contain_text("Lost by errors: 1 by ada, 0 by bob")
    figures = page.get_by_role("region", name="All games")
    expect(figures).to_contain_text("3 games: the first player won 1, the second 1, and 1 was drawn.")


def test_many_games_of_many_players_are_a_page_of_rows_and_a_table_to_scroll(board: Board, database: str) -> None:
    names = [f"player-{number:02}" for number in range(40)]
    pairs = [(first, second) for first in names for second in names if first != second]
    games = [played(number, number % 2, first=a, second=b) for number, (a, b) in enumerate(pairs, 1)]
    Store(database).keep("crowd", "import", {}, dict.fromkeys(names, "random"), games)
    page = board.open("#/tournaments/crowd")
    rows = page.get_by_role("region", name="Games", exact=True).locator("tbody tr")
    expect(rows).to_have_count(100)
    page.get_by_role("button", name="Older").click()
    expect(rows.first).to_contain_text("Game 1460")
    page.reload()
    expect(rows.first).to_contain_text("Game 1460")
    page.get_by_role("button", name="Oldest").click()
    expect(rows).to_have_count(60)
    expect(page.get_by_role("button", name="Older")).to_be_disabled()
    cross = page.get_by_role("group", name="Who scored what")
    name = cross.locator("tbody th").first
    name.scroll_into_view_if_needed()
    cross.evaluate("e => { e.scrollLeft = e.scrollWidth }")
    expect(name).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth") == 1280


def test_long_names_are_told_apart_on_a_phone(board: Board, database: str) -> None:
    names = [f"engine:level=10,seconds=0.5,threads={number}" for number in (1, 2, 3)]
    games = [played(number, first=a, second=b) for number, (a, b) in enumerate(itertools.permutations(names, 2), 1)]
    Store(database).keep("long names", "import", {}, dict.fromkeys(names, "random"), games)
    board.page.set_viewport_size({"width": 360, "height": 740})
    page = board.open("#/tournaments/long%20names")
    page.locator("table.games").wait_for()
    shown = page.locator(":is(span, strong)[title^='engine:']")
    assert shown.count() == 3 + 3 + 3 + 2 * len(games), "standings, plot, cross table, games"
    assert shown.evaluate_all("all => all.filter((e) => e.scrollWidth > e.clientWidth).length") == 0
    beside = "all => all.filter((e) => e.getBoundingClientRect().right > e.closest('th').getBoundingClientRect().right)"
    assert page.locator(".cross th[scope=row] *").evaluate_all(f"{beside}.length") == 0
    board.open("#/tournaments/long%20names/1")
    page.locator(".moves .move").first.wait_for()
    for place in (page.locator("h1"), page.locator(".seat .who").first, page.locator(".result h2")):
        assert place.evaluate("e => e.scrollWidth <= e.clientWidth")
        expect(place).to_contain_text("threads=")
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_every_game_is_replayed_move_by_move(board: Board) -> None:
    page = board.open("#/tournaments/spring/4")
    page.locator(".moves .move").first.wait_for()
    moves = board.moves()
    expect(page.locator(".piece")).to_have_count(len(moves))
    expect(page.locator(".result p")).to_have_text("No free cell is left.")
    expect(page.locator(".playing")).not_to_contain_text("undefined")
    page.get_by_role("button", name="To the start").click()
    expect(page.locator(".piece")).to_have_count(0)
    page.get_by_role("button", name="One move on").click()
    expect(page.get_by_role("gridcell", name=f"{moves[0]}: White, last move")).to_have_count(1)
    page.get_by_role("button", name="play on from here").click()
    expect(page).to_have_url(f"{board.origin}/#/play?game=squatter:4&moves={moves[0]}&first=you&second=friend")


def test_a_replay_names_its_players_and_tells_what_they_thought(board: Board, database: str) -> None:
    games = [played(1), played(2, 1, Ending.CRASH, "its program has ended")]
    Store(database).keep("thoughts", "import", {}, {"ada": "random", "bob": "random"}, games)
    page = board.open("#/tournaments/thoughts/1")
    expect(page.locator(".result h2")).to_have_text("ada won")
    expect(page.locator(".result p")).to_have_text("3 in a row.")
    expect(page.locator(".seat.below")).to_contain_text("ada")
    expect(page.locator(".seat.below .won")).to_have_text("won")
    expect(page.get_by_role("img", name="above the middle ada is ahead, below it bob")).to_be_visible()
    page.keyboard.press("Home")
    expect(page.locator(".figures")).to_have_text("The start")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".figures")).to_have_text("Move 1, ada: b2 · opening")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".figures")).to_have_text("Move 2, bob: a1 · 100 ms · thought it worth −0.25")
    expect(page.locator("figcaption")).to_have_text("After 2 moves: ada +0.25")
    board.open("#/tournaments/thoughts/2")
    expect(page.locator(".result p")).to_have_text("ada lost by crash: its program has ended.")


def test_a_stored_game_has_a_review_without_its_opening(board: Board, database: str) -> None:
    games = [played(1), played(2, 1, Ending.RESIGNATION, "it resigned")]
    games[1] = games[1][0], games[1][1]._replace(moves=games[1][1].moves[:3])
    Store(database).keep("reviewed", "import", {}, {"ada": "random", "bob": "random"}, games)
    page = board.open("#/tournaments/reviewed/1")
    page.get_by_role("button", name="Look at the game").click()
    turned = page.locator(".turns .turned")
    expect(turned).to_contain_text("bob turned a draw into a loss", timeout=120_000)
    expect(page.locator(".moves .mistake")).to_have_text(["b1"])
    line = turned.locator(".move:has(span)")
    line.hover()
    expect(page.locator(".previewed")).to_have_count(1)
    page.locator("h1").hover()
    expect(page.locator(".previewed")).to_have_count(0)
    page.get_by_role("button", name="To the start").click()
    expect(page.locator(".report figcaption")).to_have_text("At the start")  # the opening is not analysed
    board.open("#/tournaments/reviewed/2")
    page.get_by_role("button", name="Look at the game").click()
    expect(page.locator(".report .resigned")).to_contain_text("ada resigned needlessly", timeout=120_000)


@pytest.mark.parametrize(("width", "scheme"), [(360, "dark"), (1280, "light")])
def test_axe_finds_nothing_serious_in_tournaments(browser: Browser, arena: Server, width: int, scheme: str) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": 740},
        color_scheme="dark" if scheme == "dark" else "light",
        reduced_motion="reduce",
    )
    board = Board(context.new_page(), arena.origin)
    found = {}
    for address, awaited in (("", "td a"), ("/spring", ".elo"), ("/spring/1", ".moves .move")):
        page = board.open(f"#/tournaments{address}")
        page.locator(awaited).first.wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") == width
        serious = [v for v in Axe().run(page).response["violations"] if v["impact"] in ("serious", "critical")]
        found[address] = [(v["id"], v["nodes"][0]["html"]) for v in serious]
    assert not any(found.values()), found
    assert board.complaints == []
    context.close()
