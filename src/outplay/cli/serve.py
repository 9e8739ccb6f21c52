"""The command serve: the page in the browser."""

import os
import sys
import threading
import webbrowser
from typing import Annotated

import typer

from outplay.cli.common import Database


def register(app: typer.Typer) -> None:
    app.command(
        epilog=(
            "outplay serve  # on this machine only; opens a browser\n\n"
            "outplay serve my_game.py  # offer your own game too\n\n"
            "outplay serve --host 0.0.0.0 --port 9000  # for other machines, with the token that is printed"
        )
    )(serve)


def serve(
    files: Annotated[
        list[str] | None, typer.Argument(metavar="GAME_FILE", help="Your own games to offer as well: my_game.py.")
    ] = None,
    host: Annotated[
        str,
        typer.Option("--host", help="The address to listen on; unless it is local, the page needs the printed token."),
    ] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option("--port", min=0, max=65535, help="The port, 0 for any; by default 8000 or the next free one."),
    ] = None,
    open_browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in a browser.")] = True,
    db: Database = None,
) -> None:
    """Play, analyse and follow tournaments in the browser."""
    from outplay.web.server import PORT
    from outplay.web.server import serve as run

    def ready(address: str, other_port: bool) -> None:
        if other_port:
            print(f"Port {PORT} is taken; another one is used.", file=sys.stderr)
        print(f"outplay is at {address}", flush=True)
        print("Ctrl-C ends it.", file=sys.stderr, flush=True)
        if open_browser and has_screen():
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    run(files or [], host, port, db, ready)


def has_screen() -> bool:
    """Whether a browser can open a window. A browser that runs in the terminal would hide the output."""
    named = any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))
    return named or sys.platform in ("darwin", "win32")
