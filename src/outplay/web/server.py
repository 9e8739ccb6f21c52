"""Where the server listens, and how it begins and ends."""

import asyncio
import contextlib
import errno
import os
import re
import secrets
import signal
import socket
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence

from outplay.core.errors import BadSpec
from outplay.core.machine import data_folder
from outplay.web.messages import MOST_BYTES

PORT, TRIED = 8000, 50
"""The usual port, and how many after it are tried if it is taken."""
HOSTS = "write --host 127.0.0.1 for this machine alone, or --host 0.0.0.0 for the network"


def listening(host: str, port: int | None) -> socket.socket:
    """A socket on that port; without one on the usual port or the next that is free."""
    for number in range(PORT, PORT + TRIED) if port is None else [port]:
        try:
            return bound(host, number)
        except OSError as error:
            if port is None and error.errno == errno.EADDRINUSE:
                continue
            raise BadSpec(refusal(host, number, error)) from None
    raise BadSpec(f"the ports {PORT} to {PORT + TRIED - 1} of {host} are all taken; give another with --port")


def bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With the protocol named, asyncio sends small answers at once and does not wait to fill a packet.
    found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if sys.platform != "win32":
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((host, port))
        found.listen(128)
    except BaseException:
        found.close()
        raise
    return found


def refusal(host: str, port: int, error: OSError) -> str:
    """Why nothing can listen there, and what to write instead."""
    if isinstance(error, socket.gaierror):
        return f"there is no address {host!r} here; {HOSTS}"
    if error.errno in (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT):
        return f"this machine has no address {host}; {HOSTS}"
    return f"cannot listen on {host}, port {port}: {error.strerror}; give another --port"


def address(found: socket.socket, token: str) -> str:
    """What to open in a browser."""
    host, port = found.getsockname()[:2]
    if host in ("0.0.0.0", "::"):  # noqa: S104
        host = outward(found.family)
    host = f"[{host}]" if ":" in host else host
    return f"http://{host}:{port}/" + (f"?token={token}" if token else "")


def outward(family: int) -> str:
    """The address under which others see this machine: a phone seldom knows its name. Nothing is sent to find out."""
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as found:
            found.connect(("2001:db8::1" if family == socket.AF_INET6 else "192.0.2.1", 9))
            return str(found.getsockname()[0])
    except OSError:
        return socket.gethostname()


def kept_token() -> str:
    """The token of this user's servers. It stays the same, so that a page goes on after its server was restarted and
    an address that was given to somebody stays good; without a folder to keep it in there is a new one each time."""
    path = data_folder() / "web-token"
    with contextlib.suppress(OSError, ValueError):
        kept = path.read_text("ascii").strip()
        if re.fullmatch("[A-Za-z0-9_-]{20,100}", kept):
            return kept
    token = secrets.token_urlsafe(16)
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, partial = tempfile.mkstemp(prefix=path.name, dir=path.parent)  # readable by this user alone
        with open(handle, "w", encoding="ascii") as file:
            file.write(token)
        os.replace(partial, path)
    return token


def serve(
    files: Sequence[str], host: str, port: int | None, database: str | None, ready: Callable[[str, bool], None]
) -> None:
    """Serves until it is told to stop. `ready` is called with the address, and whether the usual port was taken."""
    import uvicorn

    from outplay.web.app import application, is_loopback
    from outplay.web.catalogue import Catalogue
    from outplay.web.pool import Pool
    from outplay.web.session import Service
    from outplay.web.tournaments import Tournaments

    class Server(uvicorn.Server):
        """Leaves the signals alone: what they mean is decided here."""

        @contextlib.contextmanager
        def capture_signals(self) -> Iterator[None]:
            yield

    catalogue = Catalogue(files)
    tournaments = Tournaments(catalogue, database)
    if database is not None:
        tournaments.store.runs()
    found = listening(host, port)
    token = "" if is_loopback(host) else kept_token()

    async def run() -> None:
        service = Service(catalogue, Pool(), tournaments, guarded=bool(token))
        config = uvicorn.Config(
            application(service, token),
            log_level="error",
            access_log=False,
            ws="websockets-sansio",
            ws_max_size=MOST_BYTES,
            server_header=False,
            timeout_graceful_shutdown=1,
            lifespan="on",
        )
        server = Server(config)
        loop = asyncio.get_running_loop()

        def end() -> None:
            server.should_exit = True

        if sys.platform != "win32":  # there a loop has no such handlers, and Ctrl-C is a KeyboardInterrupt
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                loop.add_signal_handler(number, end)
        serving = asyncio.create_task(server.serve([found]))
        while not server.started and not serving.done():
            await asyncio.sleep(0.01)
        if server.started:
            ready(address(found, token), port is None and found.getsockname()[1] != PORT)
        await serving

    asyncio.run(run())
