"""Where the server listens, and how it begins and ends."""

import asyncio
import contextlib
import secrets
import signal
import socket
import sys
from collections.abc import Callable, Iterator, Sequence

from outplay.errors import BadSpec
from outplay.web.messages import MOST_BYTES

PORT, TRIED = 8000, 50
"""The usual port, and how many after it are tried if it is taken."""


def listening(host: str, port: int | None) -> socket.socket:
    """A socket on that port; without one on the usual port or the next that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for number in range(PORT, PORT + TRIED) if port is None else [port]:
        # With the protocol named, asyncio sends small answers at once and does not wait to fill a packet.
        found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        if sys.platform != "win32":
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind((host, number))
            found.listen(128)
        except OSError as error:
            found.close()
            if isinstance(error, socket.gaierror):
                raise BadSpec(f"there is no address {host!r} here; write --host 127.0.0.1 or 0.0.0.0") from None
            if port is not None:
                raise BadSpec(f"cannot listen on {host}, port {port}: {error.strerror}; give another --port") from None
            continue
        return found
    raise BadSpec(f"the ports {PORT} to {PORT + TRIED - 1} of {host} are all taken; give another with --port")


def address(found: socket.socket, token: str) -> str:
    """What to open in a browser."""
    host, port = found.getsockname()[:2]
    if host in ("0.0.0.0", "::"):  # noqa: S104
        host = socket.gethostname()
    host = f"[{host}]" if ":" in host else host
    return f"http://{host}:{port}/" + (f"?token={token}" if token else "")


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
    token = "" if is_loopback(host) else secrets.token_urlsafe(16)
    found = listening(host, port)

    async def run() -> None:
        service = Service(catalogue, Pool(), Tournaments(catalogue, database))
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

        for name in ("SIGINT", "SIGTERM", "SIGHUP"):
            with contextlib.suppress(NotImplementedError, AttributeError):
                loop.add_signal_handler(getattr(signal, name), end)
        serving = asyncio.create_task(server.serve([found]))
        while not server.started and not serving.done():
            await asyncio.sleep(0.01)
        if server.started:
            ready(address(found, token), port is None and found.getsockname()[1] != PORT)
        await serving

    asyncio.run(run())
