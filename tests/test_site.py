"""The documentation site: it is built without a warning, it is whole, and it needs nothing from elsewhere."""

import json
import re
import runpy
from collections.abc import Callable
from pathlib import Path

import pytest
from helpers.pages import navigation
from helpers.paths import DOCS, ROOT

import outplay

pytest.importorskip("zensical", reason="zensical is not installed: the documentation site was not built")

FETCHED = re.compile(
    r'<(?:script|img|iframe|source|video|link rel="(?!canonical|prev|next))[^>]*?(?:src|href)="((?:https?:)?//[^"]*)"'
)
"""What a page loads by itself from another server."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, as `make docs` builds it."""
    build: Callable[[Path], Path] = runpy.run_path(str(ROOT / "scripts" / "build_site.py"))["build"]
    return build(tmp_path_factory.mktemp("site").resolve())


def test_every_page_is_built_and_found_by_search(site: Path) -> None:
    found = json.loads((site / "search.json").read_text(encoding="utf-8"))
    indexed = {entry["location"].partition("#")[0] for entry in found["items"]}
    for name in navigation():
        page = name.removesuffix(".md") + ".html"
        assert (site / page).exists()
        assert page in indexed or name == "index.md"
    assert {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")} == set(navigation())


def test_the_reference_shows_every_public_name_with_its_example(site: Path) -> None:
    text = "".join(page.read_text(encoding="utf-8") for page in (site / "reference" / "python").glob("*.html"))
    for name in {*outplay.__all__} - {"solve"}:
        assert re.search(rf'id="outplay\.{name}"', text), name
    assert 'id="outplay.solve.solver.solve"' in text
    assert "&gt;&gt;&gt; " in text
    assert "<p>&gt;&gt;&gt;" not in text, "an example is shown as text"


def test_the_commands_are_those_of_the_program(site: Path) -> None:
    text = (site / "reference" / "commands.html").read_text(encoding="utf-8")
    for command in ("play", "solve", "new-bot", "speak-text"):
        assert f'<h2 id="{command}"' in text
    assert "<code>-l, --level N</code>" in text


def test_no_page_loads_anything_from_elsewhere(site: Path) -> None:
    pages = list(site.rglob("*.html"))
    assert len(pages) >= 40
    for page in pages:
        assert not FETCHED.findall(page.read_text(encoding="utf-8")), page
    for sheet in site.rglob("*.css"):
        assert not re.search(r"@import|url\([\"']?https?:", sheet.read_text(encoding="utf-8")), sheet
