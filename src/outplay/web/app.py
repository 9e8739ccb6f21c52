"""HTTP and WebSocket: the files of the page, and the connections. Nothing here depends on games."""

import asyncio
import contextlib
import ipaddress
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, MutableMapping
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from fastapi import FastAPI, WebSocket, WebSocketDisconnect
from starlette.datastructures import Headers
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request, cookie_parser
from starlette.responses import FileResponse, PlainTextResponse, RedirectResponse, Response
from starlette.staticfiles import StaticFiles

from outplay.web.limits import Account, Accounts, Limits
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
PAGE_COST, REFUSAL_SECONDS = 4, 1.0
"""A page that is opened counts as so many requests; one that is refused is told after so many seconds."""
LONGEST_WAIT = 5.0
"""Seconds that a request is delayed if its address sends too many; beyond, it is refused."""
TOO_MANY = "There are too many requests from your address; try again in a few seconds.\n"
CROWDED = "too many pages are open here; this one tries again"
CROWDED_ADDRESS = "too many pages are open at your address; close some, this one tries again"
MADE_ROOM = "this page was idle and made room for another; it tries again"

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]


def application(service: Service, token: str = "") -> FastAPI:
    """The server as an ASGI application. If a token is given, requests without it are refused."""
    pages = Pages(service.accounts.limits)

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await service.pool.start()
        service.turns.threads.submit(service.games)  # so that the list is ready for the first page
        service.pool.compile_in_advance(service.catalogue.usual_games())
        try:
            yield
        finally:
            await service.pool.close()

    app = FastAPI(openapi_url=None, docs_url=None, redoc_url=None, lifespan=lifespan)
    app.mount("/static", GZipMiddleware(StaticFiles(directory=STATIC), compresslevel=5), name="static")

    @app.get("/", include_in_schema=False)
    async def page() -> Response:
        return FileResponse(STATIC / "index.html")

    @app.exception_handler(404)
    async def missing(request: Request, error: Exception) -> Response:
        return PlainTextResponse("There is no such page. The games are at /\n", 404)

    @app.websocket("/ws")
    async def connection(socket: WebSocket) -> None:
        client = service.accounts.client(client_host(socket.scope))
        page = Page(socket, client.address)
        if refusal := pages.admit(page):
            await asyncio.sleep(REFUSAL_SECONDS)
            await socket.accept()  # a browser tells its page why it was refused only if it was let in first
            await page.close(refusal)
            return
        await socket.accept()
        session = Session(service, page.send, client)
        try:
            with contextlib.suppress(asyncio.CancelledError), service.connected():
                await page.listen(session)
        finally:
            pages.remove(page)
            await session.close()

    app.add_middleware(Guard, token=token, accounts=service.accounts)
    return app


class Page:
    """An open page: a WebSocket."""

    def __init__(self, socket: WebSocket, address: Account) -> None:
        self.socket, self.address = socket, address
        self.heard = time.monotonic()
        """When it last said something, or was opened."""
        self.spoke = False

    async def send(self, text: str) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # the page was closed meanwhile
            await self.socket.send_text(text)

    async def listen(self, session: Session) -> None:
        """Hands each message to the session, until the page is closed; what is being answered then is cancelled."""
        receiving = asyncio.create_task(self.socket.receive())
        hearing: asyncio.Task[None] | None = None
        try:
            while (message := await receiving)["type"] != "websocket.disconnect":
                self.heard, self.spoke = time.monotonic(), True
                receiving = asyncio.create_task(self.socket.receive())
                hearing = asyncio.create_task(session.hear(message.get("text")))
                await asyncio.wait((hearing, receiving), return_when=asyncio.FIRST_COMPLETED)
                if not (receiving.done() and receiving.result()["type"] == "websocket.disconnect"):
                    await hearing
        finally:
            receiving.cancel()
            if hearing:
                hearing.cancel()

    def idle(self, limits: Limits) -> bool:
        """Whether it has said nothing for so long that it may be closed for another page."""
        allowed = limits.silent_seconds if self.spoke else limits.mute_seconds
        return time.monotonic() - self.heard > allowed

    async def close(self, reason: str) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await self.socket.close(FULL, reason)


class Pages:
    """The open pages, as many as the limits allow."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.open: set[Page] = set()
        self.closing: set[asyncio.Task[None]] = set()

    def admit(self, page: Page) -> str:
        """Counts a new page, in the place of an idle one if there is no other; returns why it is refused, or ""."""
        address = page.address
        if address.pages >= self.limits.pages_each:
            if not self._make_room([other for other in self.open if other.address is address]):
                return CROWDED_ADDRESS
        elif len(self.open) >= self.limits.pages and not self._make_room(self.open):
            return CROWDED
        self.open.add(page)
        address.pages += 1
        return ""

    def remove(self, page: Page) -> None:
        if page in self.open:
            self.open.remove(page)
            page.address.pages -= 1

    def _make_room(self, among: Iterable[Page]) -> bool:
        """Closes the page that has been silent longest, of the address that has most pages; False if none is idle."""
        idle = [page for page in among if page.idle(self.limits)]
        if not idle:
            return False
        page = min(idle, key=lambda page: (-page.address.pages, page.heard))
        self.remove(page)
        task = asyncio.get_running_loop().create_task(page.close(MADE_ROOM))
        self.closing.add(task)
        task.add_done_callback(self.closing.discard)
        return True


class Guard:
    """Middleware that delays or refuses the requests of an address that sends too many, and refuses those with a
    foreign host, a foreign origin, or without the token if there is one."""

    def __init__(self, app: Any, token: str, accounts: Accounts) -> None:
        self.app, self.token, self.accounts = app, token, accounts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        wait = self.accounts.of(client_host(scope)).requests.take(PAGE_COST if scope["type"] == "websocket" else 1)
        await asyncio.sleep(min(wait, LONGEST_WAIT))
        refusal = self.refusal(scope, headers)
        if wait > LONGEST_WAIT:
            refusal = PlainTextResponse(TOO_MANY, 429, {"Retry-After": str(int(LONGEST_WAIT))})
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
            secure = scope["scheme"] == "https"
            response = RedirectResponse("/", 303)  # so that links copied from the address have no token
            # Lax, because a strict cookie is not sent for a link that is opened from a mail. It gives access to the
            # page only: connections must have its origin.
            response.set_cookie(COOKIE, self.token, httponly=True, samesite="lax", max_age=30 * 86400, secure=secure)
            return response
        if known:
            return None
        return PlainTextResponse(REFUSED, 401)


def client_host(scope: MutableMapping[str, Any]) -> str:
    """The address of the client that a request comes from."""
    return scope["client"][0] if scope.get("client") else ""


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
