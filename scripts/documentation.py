"""The parts of pages that are made when the documentation site is built. zensical.toml names this file."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from typer import Context
from typer.main import get_command

from outplay.cli import app
from outplay.cli.help import format_help

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
    """The help of every command, as Markdown."""
    return "\n\n".join(f"## {words}\n\n```text\n{help_of(words, command)}```" for words, command in all_commands())


def help_of(words: str, command: Any) -> str:
    return format_help(command, Context(command, info_name=f"outplay {words}"))


def repository_page(name: str) -> str:
    """A page of the repository's first folder, with links that lead to the same places from docs/internals/."""
    text = (ROOT / name).read_text(encoding="utf-8")
    return re.sub(r"\]\(docs/", "](../", text)
