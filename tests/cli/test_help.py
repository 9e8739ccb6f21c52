"""The text of --help: its width, its words, and its examples."""

import re
import shlex
from typing import Any

import pytest
from typer import TyperException
from typer.main import get_command
from typer.testing import CliRunner

from outplay.cli import app, print_usage_error
from outplay.cli.help import examples, fill, paragraphs


def all_commands() -> dict[str, Any]:
    """All commands and groups, by the words that call them."""
    found: dict[str, Any] = {"": get_command(app)}
    for name, command in found[""].commands.items():
        found[name] = command
        found |= {f"{name} {inner}": each for inner, each in getattr(command, "commands", {}).items()}
    return found


COMMANDS = all_commands()


def help_of(words: str, columns: int) -> str:
    done = CliRunner().invoke(app, [*words.split(), "--help"], env={"COLUMNS": str(columns)}, prog_name="outplay")
    assert done.exit_code == 0, done.output
    return done.output


@pytest.mark.parametrize("words", COMMANDS)
@pytest.mark.parametrize("columns", [60, 80, 200])
def test_help_fits_the_terminal_and_breaks_no_word(words: str, columns: int) -> None:
    shown = help_of(words, columns)
    text, _, shown_examples = shown.partition("Examples:")
    assert max(map(len, text.splitlines())) <= max(columns, 66 if columns < 80 else 0)
    assert max(map(len, shown_examples.splitlines()), default=0) <= 80, "an example is copied as one line"
    seen = " ".join(text.split())
    for paragraph in paragraphs(COMMANDS[words].help):
        assert paragraph in seen
    for parameter in COMMANDS[words].params:
        assert " ".join((parameter.help or "").split()) in seen


@pytest.mark.parametrize("words", COMMANDS)
def test_every_example_has_a_comment_and_names_a_command(words: str) -> None:
    shown = help_of(words, 80)
    assert "<" not in shown, "a type in brackets says nothing to a user"
    if words == "new":
        return
    lines = shown.partition("Examples:\n")[2].splitlines()
    assert lines, f"{words} --help ends without an example"
    for comment, example in zip(lines[::2], lines[1::2], strict=True):
        assert re.fullmatch(r"  # \S.*[^.]", comment)
        assert "outplay " in example
        call = shlex.split(example.partition("| ")[2] or example)
        assert call[0] == "outplay"
        assert call[1] in COMMANDS


def test_flags_have_no_value_and_short_names_come_first() -> None:
    shown = help_of("play", 80)
    assert re.search(r"^  -t, --time SECONDS +Seconds that", shown, re.MULTILINE)
    assert re.search(r"^      --explain +Say with", shown, re.MULTILINE)
    assert re.search(r"^      --open/--no-open +Open the page", help_of("serve", 80), re.MULTILINE)
    assert re.search(
        r"^  -d, --depth N +Length of the move sequences. \[required\]$", help_of("perft", 80), re.MULTILINE
    )
    assert "flood|rings|scan" in help_of("squatter-state", 80)
    assert "Usage: outplay games [OPTIONS] [GAME …]\n" in help_of("games", 80)


def test_lines_of_a_docstring_are_joined() -> None:
    assert paragraphs("""One
    two.

    Three
    four.""") == ["One two.", "Three four."]
    assert fill("tic-tac-toe and a-very-long-word-of-this-kind", 20) == "tic-tac-toe and\na-very-long-word-of-this-kind"
    assert examples("a b  # c\n\nd") == "Examples:\n  # c\n  a b\n  d"
    assert examples(None) == ""


@pytest.mark.parametrize("words", ["", "new", "speak"])
def test_a_command_that_does_nothing_alone_prints_its_help(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(TyperException) as caught:
        app(words.split(), prog_name="outplay", standalone_mode=False)
    assert print_usage_error(caught.value) == 2
    assert capsys.readouterr().err.strip() == help_of(words, 80).strip()
