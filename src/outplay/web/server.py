"""Starts and stops the server: socket, address, token, signals."""

import asyncio
import contextlib
import errno
import os
import re
import secrets
import socket
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from outplay.core.errors import BadSpec, StoreError
from outplay.core.machine import data_folder, stop_signals
from outplay.web.limits import Limits
from outplay.web.messages import MOST_BYTES

PORT, TRIED = 8000, 50
"""The default port, and the number of ports that are tried from it on."""
MOST_FILES = 8192
"""The limit of open files is raised to this number where the system allows it."""
BACKLOG = 2048
"""Connections that wait to be accepted."""
HOSTS = "write --host 127.0.0.1 for this machine alone, or --host 0.0.0.0 for the network"


def listen(host: str, port: int | None) -> socket.socket:
    """A listening socket on the port, or on the default port or the next free one; BadSpec if that is not possible."""
    for number in range(PORT, PORT + TRIED) if port is None else [port]:
        try:
            return bind(host, number)
        except OSError as error:
            if port is None and error.errno == errno.EADDRINUSE:
                continue
            raise BadSpec(listen_error(host, number, error)) from None
    raise BadSpec(f"the ports {PORT} to {PORT + TRIED - 1} of {host} are all taken; give another with --port")


def bind(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio sends small answers at once (TCP_NODELAY) only if the socket names its protocol.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if sys.platform != "win32":
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(BACKLOG)
    except BaseException:
        listening.close()
        raise
    return listening


def listen_error(host: str, port: int, error: OSError) -> str:
    """Why the address cannot be used, and what to write instead."""
    if isinstance(error, socket.gaierror):
        return f"there is no address {host!r} here; {HOSTS}"
    if error.errno in (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT):
        return f"this machine has no address {host}; {HOSTS}"
    return f"cannot listen on {host}, port {port}: {error.strerror}; give another --port"


def address(listening: socket.socket, token: str) -> str:
    """The address to open in a browser, with the token if there is one."""
    host, port = listening.getsockname()[:2]
    if host in ("0.0.0.0", "::"):  # noqa: S104
        host = outward_address(listening.family)
    host = f"[{host}]" if ":" in host else host
    return f"http://{host}:{port}/" + (f"?token={token}" if token else "")


def outward_address(family: int) -> str:
    """The network address of this machine, or its host name if that cannot be found.

    An address is better than the name, which a phone often cannot resolve. Connecting a UDP socket sends nothing.
    """
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect(("2001:db8::1" if family == socket.AF_INET6 else "192.0.2.1", 9))
            return str(probe.getsockname()[0])
    except OSError:
        return socket.gethostname()


def token_file() -> Path:
    return data_folder() / "web-token"


def stored_token() -> str:
    """The token of this user's servers, from the data folder.

    It stays the same, so that open pages and addresses that were given to others work after a restart. If it cannot be
    stored, each server has a new one.
    """
    try:
        path = token_file()
    except StoreError:
        return secrets.token_urlsafe(16)
    if kept := token_in(path):
        return kept
    token = secrets.token_urlsafe(16)
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, partial = tempfile.mkstemp(prefix=path.name, dir=path.parent)  # readable by this user alone
        with open(handle, "w", encoding="ascii") as file:
            file.write(token)
        os.replace(partial, path)
    return token


def is_stored(token: str) -> bool:
    """Whether the user can read the token in the data folder."""
    with contextlib.suppress(StoreError):
        return token == token_in(token_file())
    return False


def token_in(path: Path) -> str:
    """The token that a file holds, or ""."""
    with contextlib.suppress(OSError, ValueError):
        kept = path.read_text("ascii").strip()
        if re.fullmatch("[A-Za-z0-9_-]{20,100}", kept):
            return kept
    return ""


def raise_file_limit() -> int:
    """Raises the number of files that this process may have open, and returns it."""
    try:
        import resource
    except ImportError:  # on Windows, where the number is not limited so
        return MOST_FILES

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return MOST_FILES if soft == resource.RLIM_INFINITY else soft


def fitted_limits(pages_each: int | None) -> Limits:
    """The limits on clients, as far as the system lets a process have files open; says so if that is less."""
    wanted = Limits() if pages_each is None else Limits.for_pages(pages_each)
    files = raise_file_limit()
    limits = wanted.fitted(files)
    if pages_each is not None and limits.pages_each < pages_each:
        raise BadSpec(
            f"a process may have {files} files open here, enough for {limits.pages_each} pages of an address, not for "
            f"{pages_each}; raise the limit (ulimit -n) or give fewer with --pages-per-address"
        )
    return limits


def serve(
    files: Sequence[str],
    host: str,
    port: int | None,
    database: str | None,
    ready: Callable[[str, bool], None],
    *,
    pages_each: int | None = None,
    proxy: str = "",
) -> None:
    """Serves until a signal ends it. `ready` is called with the address, and whether the default port was taken.

    An address may have `pages_each` pages open. Behind the proxy of the given address clients are told apart by the
    addresses that the proxy reports.
    """
    import uvicorn

    from outplay.web.app import application, is_loopback
    from outplay.web.catalogue import Catalogue
    from outplay.web.limits import Accounts
    from outplay.web.listener import PacedWebSocket, Server
    from outplay.web.log import bound_logs
    from outplay.web.pool import Pool
    from outplay.web.session import Service
    from outplay.web.tournaments import Tournaments

    catalogue = Catalogue(files)
    tournaments = Tournaments(catalogue, database)
    if database is not None:
        tournaments.store.runs()
    accounts = Accounts(fitted_limits(pages_each))
    listening = listen(host, port)
    token = "" if is_loopback(host) and not proxy else stored_token()
    if token and not is_stored(token) and not (sys.stdout.isatty() or sys.stderr.isatty()):
        raise BadSpec(
            "the token can neither be shown, because this is no terminal, nor be stored: set OUTPLAY_DATA to a folder "
            "that can be written to"
        )

    async def run() -> None:
        bound_logs()
        service = Service(catalogue, Pool(), tournaments, accounts, guarded=bool(token))
        config = uvicorn.Config(
            application(service, token),
            http="h11",
            log_config=None,
            access_log=False,
            ws=PacedWebSocket,
            ws_max_size=MOST_BYTES,
            server_header=False,
            proxy_headers=bool(proxy),
            forwarded_allow_ips=proxy,
            timeout_graceful_shutdown=1,
            lifespan="on",
        )
        server = Server(config, listening, accounts, [proxy] if proxy else [])
        loop = asyncio.get_running_loop()

        def end() -> None:
            server.should_exit = True
            service.close()

        if sys.platform != "win32":  # on Windows a loop has no signal handlers, and Ctrl-C is a KeyboardInterrupt
            for number in stop_signals():
                loop.add_signal_handler(number, end)
        serving = asyncio.create_task(server.serve())
        while not server.started and not serving.done():
            await asyncio.sleep(0.01)
        if server.started:
            ready(address(listening, token), port is None and listening.getsockname()[1] != PORT)
        await serving

    asyncio.run(run())
