"""serve: the board in the browser."""

import os
import sys
import threading
import webbrowser
from typing import Annotated

import typer

from outplay.cli.common import Database


def register(app: typer.Typer) -> None:
    app.command(epilog="outplay serve\n\noutplay serve my_game.py\n\noutplay serve --host 0.0.0.0 --port 9000")(serve)


def serve(
    files: Annotated[
        list[str] | None, typer.Argument(metavar="GAME_FILE", help="Games of your own to offer too: my_game.py.")
    ] = None,
    host: Annotated[
        str, typer.Option("--host", help="Where to listen. Anything but this machine alone needs the printed token.")
    ] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option("--port", min=0, max=65535, help="The port; 0 for any. Usually 8000, or the next one free."),
    ] = None,
    open_browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in a browser.")] = True,
    db: Database = None,
) -> None:
    """Play, analyse and look at tournaments in the browser."""
    from outplay.web.server import PORT
    from outplay.web.server import serve as run

    def ready(address: str, moved: bool) -> None:
        if moved:
            print(f"Port {PORT} is taken, so it is another one.", file=sys.stderr)
        print(f"outplay is at {address}", flush=True)
        print("Ctrl-C ends it.", file=sys.stderr, flush=True)
        if open_browser and has_screen():
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    run(files or [], host, port, db, ready)


def has_screen() -> bool:
    """Whether a browser can open a window here; one that runs in the terminal would take it over."""
    named = any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))
    return named or sys.platform in ("darwin", "win32")
