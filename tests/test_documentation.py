"""The documentation is true: its links lead somewhere, its programs run, its commands exist, and its site is whole."""

import contextlib
import doctest
import io
import re
import shlex
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from helpers.pages import anchors, blocks, links, name_of, navigation, pages, prose
from helpers.paths import DOCS
from typer import TyperException
from typer.main import get_command

import outplay
from outplay.cli import app

WITH_PYTHON = [page for page in pages() if any(block.language == "python" for block in blocks(page))]
BRIDGES = (
    *("gymnasium.GameEnv", "kaggle.agent_text", "kaggle.write_agent", "openspiel.game", "openspiel.register"),
    *("pettingzoo.Policy", "pettingzoo.env", "pettingzoo.policy", "pettingzoo.raw_env"),
)
"""What users of other libraries call; the notebook's board is a public name."""
MOST_NOT_RUN = 6
"""Blocks of Python that are marked as not run."""


def authors_own(*arguments: Any) -> str:
    """Stands for the functions of a reader's game, which pages name without showing them."""
    return ""


FUNCTIONS = ["cells", "from_cells", "to_move", "words", "targets", "hands", "edges", "boxes", "seeds", "from_seeds"]
GIVEN = {
    **{name: getattr(outplay, name) for name in ("Grid", "HexGrid", "EdgeGrid", "Pits", "Board")},
    "rows": 4,
    "columns": 4,
    "houses": 6,
    **dict.fromkeys(FUNCTIONS, authors_own),
}
"""What programs on pages take for granted."""


@pytest.mark.parametrize("path", pages(), ids=name_of)
def test_every_link_and_picture_leads_somewhere(path: Path) -> None:
    for file, anchor in links(path):
        if file.startswith("http"):
            continue
        found = path.parent / file if file else path
        assert found.exists(), f"{name_of(path)}: there is no {file}"
        if anchor and found.suffix == ".md":
            assert anchor in anchors(found), f"{name_of(path)}: {found.name} has no heading #{anchor}"
        if path.is_relative_to(DOCS) and not path.read_text(encoding="utf-8").startswith("---\nrender_macros"):
            assert found.resolve().is_relative_to(DOCS), f"{name_of(path)}: {file} is no page of the site"


def test_every_page_is_in_the_navigation_of_the_site_and_every_entry_is_a_page() -> None:
    found, listed = {page.relative_to(DOCS).as_posix(): page for page in DOCS.rglob("*.md")}, navigation()
    assert len(listed) == len(set(listed)), "a page stands twice in nav of zensical.toml"
    assert not set(listed) - set(found), "nav of zensical.toml names pages that are not there"
    missing = [f'{{ "{title_of(page)}" = "{name}" }},' for name, page in found.items() if name not in listed]
    assert not missing, "\n".join(["put these lines where they belong in nav of zensical.toml:", *missing])


def title_of(page: Path) -> str:
    heading = re.search(r"^# (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return heading[1].partition(":")[0] if heading else page.stem


def reference() -> list[str]:
    """The names on the pages of the Python reference."""
    text = "\n".join(page.read_text(encoding="utf-8") for page in (DOCS / "reference" / "python").glob("*.md"))
    return re.findall(r"^::: (\S+)$", text, re.MULTILINE)


def test_every_public_name_is_in_the_reference_once() -> None:
    """And so is every other name that a page imports, except those that belong to a single founding player."""
    wanted = {f"outplay.bridges.{name}" for name in BRIDGES}
    wanted |= {"outplay.solve.solver.solve" if name == "solve" else f"outplay.{name}" for name in outplay.__all__}
    for page in DOCS.rglob("*.md"):
        for block in blocks(page) if page.parent.name != "founding" else ():
            for module, names in re.findall(r"^(?:>>> )?from (outplay\.\S+) import (.+)$", block.code, re.MULTILINE):
                wanted |= {f"{module}.{name.strip()}" for name in names.split(",")}
    missing = [f"::: {name}" for name in sorted(wanted - {*reference()})]
    assert not missing, "\n".join(["put these lines on pages of docs/reference/python/:", *missing])
    assert len(reference()) == len({*reference()})


@pytest.mark.kernel
@pytest.mark.parametrize("path", WITH_PYTHON, ids=name_of)
def test_the_python_on_a_page_runs(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sessions print what they say, and so do programs: what a line prints stands below it as a comment."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    names: dict[str, Any] = {"__name__": "page", "outplay": outplay, **GIVEN}
    for block in blocks(path):
        if block.needs and not find_spec(block.needs):
            continue
        if block.language == "python" and block.runs and ">>>" in block.code:
            run_session(block.code, names, name_of(path))
        elif block.language == "python" and block.runs:
            run_program(block.code, names)


def run_session(code: str, names: dict[str, Any], page: str) -> None:
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    test = doctest.DocTestParser().get_doctest(code, {}, page, None, 0)
    test.globs = names
    printed = io.StringIO()
    result = runner.run(test, out=printed.write, clear_globs=False)
    assert result.failed == 0, printed.getvalue()


def run_program(code: str, names: dict[str, Any]) -> None:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(code, names)
    lines = printed.getvalue().splitlines()
    said = re.findall(r"^# (.+)$", code, re.MULTILINE)
    assert [line for line in lines if line in said] == said, f"it printed {lines}"


def test_programs_that_need_a_package_are_run_by_the_tests_that_have_it() -> None:
    """Those of tests/peers run the pages that are named here."""
    needs = {(name_of(page), block.needs) for page in pages() for block in blocks(page) if block.needs}
    assert needs == {("docs/guide/openspiel.md", "pyspiel")}


def test_the_first_page_leads_to_every_guide() -> None:
    """And to the reference; what belongs to one founding player is found from their page."""
    linked = {(DOCS / file).resolve() for file, _ in links(DOCS / "index.md") if file}
    wanted = [*(DOCS / "guide").glob("*.md"), *(DOCS / "tutorials").glob("*.md"), *(DOCS / "reference").rglob("*.md")]
    missing = [name_of(page) for page in wanted if page.resolve() not in linked]
    assert not missing, f"docs/index.md has no link to {', '.join(missing)}"


def test_few_programs_are_marked_as_not_run() -> None:
    marked = [block for page in pages() for block in blocks(page) if not block.runs]
    assert len(marked) <= MOST_NOT_RUN
    assert all(block.language == "python" for block in marked)


def command_lines(page: Path) -> Iterator[str]:
    """The lines in blocks that begin with outplay, without comments; a $ may stand before them."""
    for block in blocks(page):
        if block.language not in ("python", "toml", "sql"):
            code = block.code.replace("\\\n", "")
            for line in re.findall(r"^ *(?:\$ )?outplay ([a-z-]+(?: .*)?)$", code, re.MULTILINE):
                yield re.split(r" +#| \||&&| > | < |;", line)[0]


def quoted_commands(page: Path) -> list[str]:
    """The commands within the text, such as `outplay solve GAME`."""
    return re.findall(r"`outplay ([a-z][^`]*)`", prose(page).replace("\n", " "))


def command_named(words: list[str]) -> tuple[Any, list[str]]:
    """The command that words call, and the words after it."""
    command: Any = get_command(app)
    while inner := getattr(command, "commands", None):
        if not words or words[0].startswith("-"):
            break
        assert words[0] in inner, f"outplay has no command {words[0]}"
        command, words = inner[words[0]], words[1:]
    return command, words


@pytest.mark.parametrize("path", pages(), ids=name_of)
def test_every_command_on_a_page_exists(path: Path) -> None:
    """Its name and its options; whole lines are read by the command line's own parser, without being run."""
    for line in command_lines(path):
        command, words = command_named(shlex.split(line))
        try:
            command.make_context("outplay", words, resilient_parsing=False)
        except TyperException as error:
            pytest.fail(f"{name_of(path)}: outplay {line}: {error}")
    for text in quoted_commands(path):
        command, words = command_named(text.split())
        known = {name for option in command.params for name in (*option.opts, *option.secondary_opts)} | {"--help"}
        wrong = {word.rstrip(",;.") for word in words if re.match("--?[a-z]", word)} - known
        assert not wrong, f"{name_of(path)}: `outplay {text}`: there is no option {', '.join(wrong)}"
