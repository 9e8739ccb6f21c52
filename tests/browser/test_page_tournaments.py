"""What the arena has stored is looked at in the browser, down to every move."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from web_page import Server

from browser.conftest import Board


@pytest.fixture(scope="module")
def arena(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose store holds a tournament of three players."""
    folder: Path = tmp_path_factory.mktemp("arena")
    words = ["tournament", "squatter:4", "random", "random:seed=1", "first-random", "--games", "2", "--name", "spring"]
    command = [sys.executable, "-m", "outplay", *words, "--db", "games.db", "--workers", "1"]
    subprocess.run(command, check=True, cwd=folder, capture_output=True)
    started = Server("--db", "games.db", cwd=folder)
    yield started
    started.end()


@pytest.fixture
def board(page: Page, arena: Server) -> Iterator[Board]:
    made = Board(page, arena.origin)
    yield made
    assert made.complaints == []


def test_a_tournament_is_found_with_its_tables_and_its_plot(board: Board) -> None:
    page = board.open("#/tournaments")
    page.get_by_role("link", name="spring").click()
    standings = page.get_by_role("region", name="Standings")
    expect(standings.locator("tbody tr")).to_have_count(3)
    assert sum(int(text) for text in standings.locator("tbody td:nth-child(4)").all_inner_texts()) == 12
    expect(page.get_by_role("img", name="Elo ratings").locator(".point")).to_have_count(3)
    expect(page.get_by_role("region", name="Who scored what").locator("tbody tr")).to_have_count(3)
    expect(page.get_by_role("region", name="Games", exact=True).locator("tbody tr")).to_have_count(6)


def test_every_game_is_replayed_move_by_move(board: Board) -> None:
    page = board.open("#/tournaments/spring/4")
    page.locator(".moves .move").first.wait_for()
    moves = board.moves()
    expect(page.locator(".piece")).to_have_count(len(moves))
    page.get_by_role("button", name="To the start").click()
    expect(page.locator(".piece")).to_have_count(0)
    page.get_by_role("button", name="One move on").click()
    expect(page.get_by_role("gridcell", name=f"{moves[0]}: White, last move")).to_have_count(1)
    page.get_by_role("button", name="play on from here").click()
    expect(page).to_have_url(f"{board.origin}/#/play?game=squatter:4&moves={moves[0]}&first=you&second=friend")


def test_axe_finds_nothing_serious_in_tournaments(board: Board) -> None:
    found = {}
    for address, awaited in (("", "td a"), ("/spring", ".elo"), ("/spring/1", ".moves .move")):
        page = board.open(f"#/tournaments{address}")
        page.locator(awaited).first.wait_for()
        serious = [v for v in Axe().run(page).response["violations"] if v["impact"] in ("serious", "critical")]
        found[address] = [(v["id"], v["nodes"][0]["html"]) for v in serious]
    assert not any(found.values()), found
