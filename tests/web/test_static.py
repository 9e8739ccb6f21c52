"""The page's own files: short functions, short lines, nothing unused, and no knowledge of any game."""

import re
from pathlib import Path

import pytest
from helpers.page_code import BRIDGES, LOCK, STATIC, NoTypeScript, long_functions

from outplay.core.registry import GAMES

SCRIPTS = sorted(STATIC.rglob("*.js"))
TEXTS = [*SCRIPTS, *sorted(STATIC.rglob("*.css")), STATIC / "index.html", *BRIDGES.glob("*.js"), *BRIDGES.glob("*.css")]
COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'`])//[^\n]*", re.DOTALL)
IMPORT = re.compile(r"""(?:\bfrom|\bimport\(?)\s*["'](\.[^"']+)["']""")


def code(path: Path) -> str:
    """A script without its comments, which name other files and games."""
    return COMMENT.sub("", path.read_text(encoding="utf-8"))


def imported(path: Path, text: str) -> list[Path]:
    return [(path.parent / name).resolve() for name in IMPORT.findall(text)]


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.name)
def test_lines_are_within_120_characters(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [number for number, line in enumerate(lines, 1) if len(line) > 120] == []


def test_no_function_has_more_than_80_lines() -> None:
    try:
        assert long_functions(80) == []
    except NoTypeScript as error:
        pytest.skip(f"the functions cannot be measured: {error}")


def test_the_measuring_program_finds_a_long_function() -> None:
    try:
        assert any("PlayPage" in line or "constructor" in line for line in long_functions(20))
    except NoTypeScript as error:
        pytest.skip(f"the functions cannot be measured: {error}")


def test_nothing_is_written_to_the_console() -> None:
    assert [path.name for path in SCRIPTS if re.search(r"\bconsole\.|\bdebugger\b", code(path))] == []


def test_every_script_is_reached_from_the_first_page() -> None:
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    assert re.findall(r'<script[^>]* src="([^"]+)"', page) == ["/static/main.js"]
    reached, waiting = set[Path](), [STATIC / "main.js"]
    while waiting:
        path = waiting.pop()
        if path not in reached:
            reached.add(path)
            waiting += imported(path, code(path))
    types = {other for path in reached for other in imported(path, path.read_text(encoding="utf-8"))} - reached
    assert [path.name for path in types if code(path).strip() != "export {};"] == []
    assert sorted(reached | types) == SCRIPTS


def test_what_the_first_page_preloads_is_there() -> None:
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    for name in re.findall(r'(?:href|src)="/static/([^"]+)"', page):
        assert (STATIC / name).is_file(), name


def test_main_says_what_every_script_is_for() -> None:
    header = (STATIC / "main.js").read_text(encoding="utf-8").split("*/")[0]
    assert [path.name for path in SCRIPTS if path.parent == STATIC and path.name not in header] == []


def test_no_script_names_a_game() -> None:
    families = {path.stem for path in (STATIC / "boards").glob("*.js")}  # hex is a way to draw boards, too
    names = "|".join(name.replace("-", "[- ]?") for name in GAMES if name not in families)
    found = {path.name: re.findall(rf"\b(?:{names})\b", code(path), re.IGNORECASE) for path in SCRIPTS}
    assert {name: games for name, games in found.items() if games} == {}


def test_the_lock_file_names_no_host() -> None:
    assert "://" not in LOCK.read_text(encoding="utf-8")
