"""The Markdown pages of the repository: their links, headings and blocks of code."""

import re
import runpy
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from helpers.paths import DOCS, ROOT

FENCE = re.compile(r"^( *)```(\w*)[^\n]*\n(.*?)^\1```$", re.DOTALL | re.MULTILINE)
NOT_RUN = "<!-- not run -->"
"""Stands on the line before a block of Python that cannot run by itself."""
NEEDS = re.compile(r"<!-- needs (\w+) -->\n$")
"""Stands there before one that runs where a package is installed that is no part of the extra dev."""
MACROS = runpy.run_path(str(ROOT / "scripts" / "documentation.py"))


class Block(NamedTuple):
    """A fenced block of code."""

    language: str
    code: str
    runs: bool
    needs: str = ""


def pages() -> list[Path]:
    """All pages: those of docs/, and those beside the README."""
    return [*sorted(ROOT.glob("*.md")), *sorted(DOCS.rglob("*.md"))]


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def text_of(page: Path) -> str:
    """The text of a page as the site shows it: with the parts that are made when it is built."""
    text = page.read_text(encoding="utf-8")
    for call in re.findall(r"\{\{ (.+?) \}\}", text) if "render_macros: true" in text else ():
        text = text.replace(f"{{{{ {call} }}}}", eval(call, dict(MACROS)))
    return text


def blocks(page: Path) -> list[Block]:
    """The blocks of code of a page, in order."""
    text = page.read_text(encoding="utf-8")
    found = []
    for match in FENCE.finditer(text):
        above, code = text[: match.start()], re.sub(f"(?m)^{match[1]}", "", match[3])
        needs = NEEDS.search(above)
        found.append(Block(match[2], code, not above.endswith(f"{NOT_RUN}\n"), needs[1] if needs else ""))
    return found


def prose(page: Path) -> str:
    """The text of a page without its blocks of code."""
    return FENCE.sub("", text_of(page))


def links(page: Path) -> Iterator[tuple[str, str]]:
    """The targets of all links and pictures: the file, or nothing for this page, and the anchor."""
    for target in re.findall(r"\]\(([^)\s]+)[^)]*\)", re.sub("`[^`]*`", "", prose(page))):
        file, _, anchor = target.partition("#")
        yield file, anchor


def anchors(page: Path) -> set[str]:
    """What links to this page may name after #: its headings, as the site numbers them."""
    found: set[str] = set()
    for heading in re.findall(r"^#+ +(.+?) *#*$", prose(page), re.MULTILINE):
        text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").replace("*", "")
        slug = re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", text).strip().lower())
        number = sum(each == slug or each.startswith(f"{slug}_") for each in found)
        found.add(f"{slug}_{number}" if number else slug)
    return found | set(re.findall(r"^::: (\S+)$", prose(page), re.MULTILINE))


def navigation() -> list[str]:
    """The pages in `nav` of zensical.toml, in order."""

    def pages_in(entry: Any) -> Iterator[str]:
        if isinstance(entry, str):
            yield entry
        for inner in entry if isinstance(entry, list) else entry.values() if isinstance(entry, dict) else ():
            yield from pages_in(inner)

    return list(pages_in(tomllib.loads((ROOT / "zensical.toml").read_text(encoding="utf-8"))["project"]["nav"]))
