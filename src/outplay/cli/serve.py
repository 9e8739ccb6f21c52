"""The command serve: the page in the browser."""

import os
import sys
import threading
from typing import Annotated

import typer

from outplay.cli.common import Database


def register(app: typer.Typer) -> None:
    app.command(
        epilog=(
            "outplay serve  # on this machine only; opens a browser\n\n"
            "outplay serve my_game.py  # offer your own game too\n\n"
            "outplay serve --host 0.0.0.0 --port 9000  # for other machines, with the token that is printed\n\n"
            "outplay serve --host 0.0.0.0 --pages-per-address 300  # a large class behind one address\n\n"
            "outplay serve --proxy 127.0.0.1  # behind a reverse proxy on this machine"
        )
    )(serve)


def serve(
    files: Annotated[
        list[str] | None, typer.Argument(metavar="GAME_FILE", help="Your own games to offer as well: my_game.py.")
    ] = None,
    host: Annotated[
        str,
        typer.Option("--host", help="The address to listen on; unless it is local, the page needs a token."),
    ] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option("--port", min=0, max=65535, help="The port, 0 for any; by default 8000 or the next free one."),
    ] = None,
    open_browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in a browser.")] = True,
    db: Database = None,
    pages: Annotated[
        int | None,
        typer.Option(
            "--pages-per-address",
            min=1,
            max=5000,
            help="The pages that may be open at one network address at once; 100 by default.",
        ),
    ] = None,
    proxy: Annotated[
        str,
        typer.Option(
            "--proxy",
            help="The address of a reverse proxy in front: clients are told apart by its X-Forwarded-For, and the page "
            "needs the token.",
        ),
    ] = "",
) -> None:
    """Play, analyse and follow tournaments in the browser."""
    import webbrowser

    from outplay.web.server import PORT
    from outplay.web.server import serve as run

    def ready(address: str, other_port: bool) -> None:
        if other_port:
            print(f"Port {PORT} is taken; another one is used.", file=sys.stderr)
        show_address(address)
        print("Ctrl-C ends it.", file=sys.stderr, flush=True)
        if open_browser and has_screen():
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    run(files or [], host, port, db, ready, pages_each=pages, proxy=checked_proxy(proxy))


def checked_proxy(proxy: str) -> str:
    """The address of a proxy, or ""; a usage error if it is none."""
    import ipaddress

    try:
        return str(ipaddress.ip_address(proxy)) if proxy else ""
    except ValueError:
        raise typer.BadParameter(
            f"{proxy!r} is no address; give that of the proxy as this machine sees it, such as 127.0.0.1",
            param_hint="--proxy",
        ) from None


def show_address(address: str) -> None:
    """Prints the address. Its token is shown in a terminal only: what is redirected may be read by others."""
    from outplay.web.server import token_file

    public, _, token = address.partition("?")
    if not token or sys.stdout.isatty():
        print(f"outplay is at {address}", flush=True)
        return
    print(f"outplay is at {public}", flush=True)
    if sys.stderr.isatty():
        print(f"With its token the address is {address}", file=sys.stderr)
    else:
        print(f"The page needs {public}?token=…, with the token that is in {token_file()}", file=sys.stderr)


def has_screen() -> bool:
    """Whether a browser can open a window. A browser that runs in the terminal would hide the output."""
    named = any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))
    return named or sys.platform in ("darwin", "win32")
