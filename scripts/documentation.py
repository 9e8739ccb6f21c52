"""The parts of pages that are made when the documentation site is built. zensical.toml names this file."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from typer.main import get_command

from outplay.cli import app
from outplay.cli.help import described, named, option_names, paragraphs

ROOT = Path(__file__).parents[1]


def define_env(env: Any) -> None:
    """Called by zensical: the functions that a page may call."""
    env.macro(commands)
    env.macro(repository_page)


def all_commands() -> Iterator[tuple[str, Any]]:
    """Every command that does something, with the words that call it, in the order of `outplay --help`."""
    top: Any = get_command(app)
    for name, command in top.commands.items():
        inner = getattr(command, "commands", {})
        if not command.hidden:
            yield from ((f"{name} {each}", inner[each]) for each in inner) if inner else [(name, command)]


def commands() -> str:
    """What every command does, with its arguments, options and examples, as Markdown."""
    return "\n\n".join(described_command(words, command) for words, command in all_commands())


def described_command(words: str, command: Any) -> str:
    """The help of a command, with tables in place of its columns."""
    parameters = [each for each in command.params if each.help and not each.hidden]
    arguments = [(named(each), described(each)) for each in parameters if each.param_type_name == "argument"]
    options = [(option_names(each).strip(), described(each)) for each in parameters if each.param_type_name == "option"]
    shown = [fenced(example) for example in filter(None, (command.epilog or "").split("\n\n"))]
    return "\n\n".join(
        [f"## {words}", *paragraphs(command.help), *table("argument", arguments), *table("option", options), *shown]
    )


def table(kind: str, rows: list[tuple[str, str]]) -> list[str]:
    """Names and what they mean; nothing where there are none."""
    lines = [f"| `{name}` | {meaning} |" for name, meaning in rows]
    whole = "\n".join([f"| {kind} | |", "|---|---|", *lines])
    return [f'<div class="options" markdown>\n\n{whole}\n\n</div>'] if rows else []


def fenced(example: str) -> str:
    """An example below what it is for."""
    command, _, comment = example.partition("  # ")
    title = f"{comment[:1].upper()}{comment[1:]}:\n\n" if comment else ""
    return f"{title}```console\n$ {command}\n```"


def repository_page(name: str) -> str:
    """A page of the repository's first folder, with links that lead to the same places from docs/internals/."""
    text = (ROOT / name).read_text(encoding="utf-8")
    return re.sub(r"\]\(docs/", "](../", text)
