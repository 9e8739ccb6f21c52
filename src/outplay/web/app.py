"""HTTP and WebSocket: the page's files, and the connections. Nothing here knows a game."""

import contextlib
import ipaddress
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from fastapi import FastAPI, WebSocket, WebSocketDisconnect
from starlette.datastructures import Headers
from starlette.requests import Request, cookie_parser
from starlette.responses import FileResponse, PlainTextResponse, RedirectResponse, Response
from starlette.staticfiles import StaticFiles

from outplay.web.session import Service, Session

STATIC = Path(__file__).parent / "static"
COOKIE = "outplay-token"

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}

OPENER = {"Cross-Origin-Opener-Policy": "same-origin"}
"""Only for origins that browsers trust, this machine and https: elsewhere they ignore it, and complain."""

NEEDED = """A token is needed here.

Open the address with ?token=… first, as `outplay serve` printed it; whoever started the server has it.
This browser remembers it then, and a link to a game opens as well.
"""

POLICY, FULL = 1008, 1013
"""Codes with which a connection is closed."""
MOST_CONNECTIONS = 200

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]


def application(service: Service, token: str = "") -> FastAPI:
    """The whole server as an ASGI application. With a token nobody is let in without it."""
    connections = 0

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await service.pool.start()
        service.threads.submit(service.games)  # before the first page asks
        service.pool.compile_ahead(service.catalogue.usual_games())
        try:
            yield
        finally:
            await service.pool.close()

    app = FastAPI(openapi_url=None, docs_url=None, redoc_url=None, lifespan=lifespan)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")

    @app.get("/", include_in_schema=False)
    async def page() -> Response:
        return FileResponse(STATIC / "index.html")

    @app.exception_handler(404)
    async def missing(request: Request, error: Exception) -> Response:
        return PlainTextResponse("There is no such page here. The games are at /\n", 404)

    @app.websocket("/ws")
    async def connection(socket: WebSocket) -> None:
        nonlocal connections
        if connections >= MOST_CONNECTIONS:
            await socket.close(FULL, "too many pages are open")
            return
        connections += 1
        await socket.accept()

        async def send(text: str) -> None:
            with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # the page has gone meanwhile
                await socket.send_text(text)

        session = Session(service, send)
        try:
            while (message := await socket.receive())["type"] != "websocket.disconnect":
                await session.hear(message.get("text"))
        finally:
            connections -= 1
            await session.close()

    app.add_middleware(Guard, token=token)
    return app


class Guard:
    """Lets in only those who may come: the right host, the page's own origin, the token where there is one."""

    def __init__(self, app: Any, token: str) -> None:
        self.app, self.token = app, token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refusal = self.refusal(scope, headers)
        if scope["type"] == "websocket":
            if refusal:
                await receive()
                await send({"type": "websocket.close", "code": POLICY, "reason": "refused"})
            else:
                await self.app(scope, receive, send)
            return

        trusted = scope["scheme"] == "https" or is_loopback(hostname(headers.get("host", "")))
        added = HEADERS | OPENER if trusted else HEADERS

        async def with_headers(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [
                    *message["headers"],
                    *((name.lower().encode(), value.encode()) for name, value in added.items()),
                ]
            await send(message)

        await (refusal or self.app)(scope, receive, with_headers)

    def refusal(self, scope: Scope, headers: Headers) -> Response | None:
        """The answer to those who may not come in; None for all others."""
        host = headers.get("host", "")
        if not self.token and not is_loopback(hostname(host)):
            return PlainTextResponse("This server answers to localhost only.\n", 421)
        if scope["type"] == "websocket" and urlsplit(headers.get("origin", "")).netloc.casefold() != host.casefold():
            return PlainTextResponse("Another page's connection.\n", 403)
        if not self.token:
            return None
        known = same(cookie_of(headers), self.token)
        given = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])[0]
        if given and scope["type"] == "http" and scope["path"] == "/" and (known or same(given, self.token)):
            response = RedirectResponse("/", 303)  # the token must not stay in the address, where a link is copied from
            # Lax, or a link to a game that is clicked in a mail would come without it. It opens nothing but the page:
            # connections have to come from that.
            response.set_cookie(COOKIE, self.token, httponly=True, samesite="lax", max_age=30 * 86400)
            return response
        if known:
            return None
        return PlainTextResponse(NEEDED, 401)


def is_loopback(host: str) -> bool:
    """Whether a host is this machine, by a name or number that nobody else can give to another one."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def hostname(host: str) -> str:
    """The name in a Host header, without the port."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def cookie_of(headers: Headers) -> str:
    return cookie_parser(headers.get("cookie", "")).get(COOKIE, "")


def same(given: str, token: str) -> bool:
    return secrets.compare_digest(given.encode("utf-8", "replace"), token.encode())
