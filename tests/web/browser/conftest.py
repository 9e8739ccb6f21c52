"""A real browser and a real server: the system's Chromium, and `outplay serve` as a user starts it."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers.browser import MATCHES, Board, chromium
from helpers.paths import TESTS
from helpers.web_page import Server
from playwright.sync_api import Page


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return browser_type_launch_args | {"executable_path": chromium(), "args": ["--no-sandbox"]}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return browser_context_args | {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"}


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("games")
    (folder / "matches.py").write_text(MATCHES, encoding="utf-8")
    shutil.copy(TESTS / "helpers" / "skirmish.py", folder)
    started = Server("matches.py", "skirmish.py", cwd=folder)
    yield started
    started.end()


@pytest.fixture(scope="session")
def base_url(server: Server) -> str:
    """Stands in for the plugin's own fixture, which this version of pytest warns about."""
    return server.origin


@pytest.fixture
def board(page: Page, server: Server) -> Iterator[Board]:
    """A page at the server. Whatever it complains about in its console fails the test."""
    made = Board(page, server.origin)
    yield made
    assert made.complaints == []
