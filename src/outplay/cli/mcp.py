"""The command mcp: a server for language models."""

import sys
from typing import Annotated

import typer

from outplay.core.errors import BadSpec
from outplay.core.machine import install_command


def register(app: typer.Typer) -> None:
    app.command(
        epilog=(
            "outplay mcp  # what a client starts; see docs/guide/language-models.md\n\n"
            "outplay mcp my_game.py  # offer your own game too"
        )
    )(mcp)


def mcp(
    files: Annotated[
        list[str] | None, typer.Argument(metavar="GAME_FILE", help="Your own games to offer as well: my_game.py.")
    ] = None,
) -> None:
    """Serve language models: games, moves and searches as tools of the Model Context Protocol, on standard input and
    output.

    A program that talks to a language model starts this command and ends it by closing its input."""
    try:
        from outplay.web.mcp import serve
    except ImportError as error:
        if not (error.name or "").startswith("mcp"):
            raise
        raise BadSpec(
            f"a server for language models needs the package mcp, version 2, which is not installed: "
            f"{install_command('mcp>=2')}"
        ) from None
    if sys.stdin is None:
        raise BadSpec("standard input is closed, and this command reads from it")
    if sys.stdin.isatty():
        print("Waiting for a client that speaks the Model Context Protocol; Ctrl-C ends it.", file=sys.stderr)
    serve(files or [])
