"""The text of --help: usage, what a command does, its arguments and options, and examples.

A command's docstring is its description; blank lines separate paragraphs, other line ends mean nothing. Its epilog is
the examples, separated by blank lines, each as `COMMAND  # comment`.
"""

import shutil
import sys
import textwrap
from collections.abc import Iterable
from inspect import cleandoc
from pathlib import Path
from typing import Any, get_args

import typer
from typer.core import TyperCommand, TyperGroup

from outplay.cli.streams import writable

WIDEST = 100
"""Longer lines are hard to read, however wide the terminal is."""
NAMES_WIDTH = 30
"""The widest column of names; a longer name has a line of its own."""

KINDS: dict[Any, str] = {int: "N", float: "NUMBER", str: "TEXT", Path: "FILE"}
"""What a value is called in the help if the option does not say it."""


def format_help(command: Any, context: Any) -> str:
    """The whole text."""
    width = min(shutil.get_terminal_size((80, 24)).columns, WIDEST)
    parameters = [parameter for parameter in command.get_params(context) if not getattr(parameter, "hidden", False)]
    arguments = [parameter for parameter in parameters if parameter.param_type_name == "argument"]
    options = [parameter for parameter in parameters if parameter.param_type_name == "option"]
    blocks = [
        f"{heading('Usage')} {' '.join([context.command_path, '[OPTIONS]', *map(in_usage, arguments)])}",
        *(fill(paragraph, width) for paragraph in paragraphs(command.help)),
    ]
    if isinstance(command, TyperGroup):
        blocks[0] += " COMMAND …"
        found = [command.get_command(context, name) for name in command.list_commands(context)]
        rows = [(each.name or "", paragraphs(each.help)[0]) for each in found if each and not each.hidden]
        blocks.append(section("Commands", rows, width))
    blocks.append(section("Arguments", [(named(each), described(each)) for each in arguments if each.help], width))
    blocks.append(section("Options", [(option_names(each), described(each)) for each in options], width))
    blocks.append(examples(command.epilog))
    return "\n\n".join(filter(None, blocks)) + "\n"


def heading(text: str) -> str:
    return typer.style(f"{text}:", bold=True) if sys.stdout.isatty() else f"{text}:"


def paragraphs(text: str | None) -> list[str]:
    """The paragraphs of a docstring, each as one line."""
    return [" ".join(paragraph.split()) for paragraph in cleandoc(text or "").split("\n\n")]


def fill(text: str, width: int, indent: str = "") -> str:
    """The text in lines of this width at most; words are never broken."""
    return textwrap.fill(
        text, width, initial_indent=indent, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def section(title: str, rows: Iterable[tuple[str, str]], width: int) -> str:
    """A heading and a table of two columns: names, and what they mean."""
    rows = list(rows)
    if not rows:
        return ""
    column = min(NAMES_WIDTH, max(len(name) for name, _ in rows)) + 4
    lines = [heading(title)]
    for name, meaning in rows:
        text = fill(meaning, max(width, column + 30), " " * column)
        beside = len(name) + 4 <= column
        lines.append(f"  {name}".ljust(column) + text[column:] if beside else f"  {name}\n{text}")
    return "\n".join(lines)


def examples(epilog: str | None) -> str:
    """The examples, each below its comment, so that a line can be copied as it is."""
    lines = [heading("Examples")]
    for example in filter(None, (epilog or "").split("\n\n")):
        command, _, comment = example.partition("  # ")
        lines += [f"  # {comment}", f"  {command}"] if comment else [f"  {command}"]
    return "\n".join(lines) if len(lines) > 1 else ""


def named(argument: Any) -> str:
    """An argument's name, with … if there may be several."""
    name = str(argument.metavar or argument.name.upper())
    return f"{name} …" if argument.nargs != 1 and "…" not in name else name


def in_usage(argument: Any) -> str:
    return named(argument) if argument.required else f"[{named(argument)}]"


def option_names(option: Any) -> str:
    """`-t, --time SECONDS`: the short name first, then the long ones and the value."""
    names = sorted(option.opts, key=lambda name: name.startswith("--"))
    text = "/".join([", ".join(names), *option.secondary_opts])
    value = "" if option.is_flag else f" {option.metavar or value_name(option)}"
    return (text if names[0][1] != "-" else f"    {text}") + value


def value_name(parameter: Any) -> str:
    annotation = parameter.type_descriptor.annotation
    known = [kind for kind in (annotation, *get_args(annotation)) if kind in KINDS]
    return KINDS[known[0]] if known else "|".join(map(str, get_args(annotation))) or "TEXT"


def described(parameter: Any) -> str:
    """The help of an argument or option, with its default value or that it must be given."""
    default = parameter.default
    if parameter.required and parameter.param_type_name == "option":
        return f"{parameter.help} [required]"
    return f"{parameter.help or ''}{'' if default in (None, False, True, '') else f' [default: {default}]'}"


class Command(TyperCommand):
    def format_help(self, ctx: Any, formatter: Any) -> None:
        formatter.write(writable(format_help(self, ctx)))


class Group(TyperGroup):
    def format_help(self, ctx: Any, formatter: Any) -> None:
        formatter.write(writable(format_help(self, ctx)))


def install(app: typer.Typer) -> None:
    """Gives all commands of an application this help."""
    app.info.cls = Group
    for command in app.registered_commands:
        command.cls = Command
    for group in app.registered_groups:
        if group.typer_instance:
            install(group.typer_instance)
