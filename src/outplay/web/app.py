"""HTTP and WebSocket: the files of the page, and the connections. Nothing here depends on games."""

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

OPENER_HEADERS = {"Cross-Origin-Opener-Policy": "same-origin"}
"""Sent only to origins that browsers trust, this machine and https: elsewhere they ignore it and log an error."""

REFUSED = """A token is needed here.

First open the address with ?token=… that `outplay serve` printed; whoever started the server has it.
This browser then remembers the token, and links to games work as well.
"""

POLICY, FULL = 1008, 1013
"""WebSocket close codes: refused by policy, and try again later."""
MOST_CONNECTIONS = 200

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]


def application(service: Service, token: str = "") -> FastAPI:
    """The server as an ASGI application. If a token is given, requests without it are refused."""
    connections = 0

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await service.pool.start()
        service.threads.submit(service.games)  # so that the list is ready for the first page
        service.pool.compile_in_advance(service.catalogue.usual_games())
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
        return PlainTextResponse("There is no such page. The games are at /\n", 404)

    @app.websocket("/ws")
    async def connection(socket: WebSocket) -> None:
        nonlocal connections
        if connections >= MOST_CONNECTIONS:
            await socket.close(FULL, "too many pages are open")
            return
        connections += 1
        await socket.accept()

        async def send(text: str) -> None:
            with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # the page was closed meanwhile
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
    """Middleware that refuses requests with a foreign host, a foreign origin, or without the token if there is one."""

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
        added = HEADERS | OPENER_HEADERS if trusted else HEADERS

        async def with_headers(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [
                    *message["headers"],
                    *((name.lower().encode(), value.encode()) for name, value in added.items()),
                ]
            await send(message)

        await (refusal or self.app)(scope, receive, with_headers)

    def refusal(self, scope: Scope, headers: Headers) -> Response | None:
        """The response that refuses a request; None if the request is allowed."""
        host = headers.get("host", "")
        if not self.token and not is_loopback(hostname(host)):
            return PlainTextResponse("This server answers to localhost only.\n", 421)
        if scope["type"] == "websocket" and urlsplit(headers.get("origin", "")).netloc.casefold() != host.casefold():
            return PlainTextResponse("The connection does not come from this server's page.\n", 403)
        if not self.token:
            return None
        known = is_token(cookie_of(headers), self.token)
        given = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])[0]
        if given and scope["type"] == "http" and scope["path"] == "/" and (known or is_token(given, self.token)):
            response = RedirectResponse("/", 303)  # so that links copied from the address have no token
            # Lax, because a strict cookie is not sent for a link that is opened from a mail. It gives access to the
            # page only: connections must have its origin.
            response.set_cookie(COOKIE, self.token, httponly=True, samesite="lax", max_age=30 * 86400)
            return response
        if known:
            return None
        return PlainTextResponse(REFUSED, 401)


def is_loopback(host: str) -> bool:
    """Whether a host is this machine, by a name or address that cannot refer to another one."""
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


def is_token(given: str, token: str) -> bool:
    """Compares in constant time, so that the time of an answer does not reveal the token."""
    return secrets.compare_digest(given.encode("utf-8", "replace"), token.encode())
