"""Accepts connections and ends those that wait too long, so that a few clients cannot take all of them.

uvicorn speaks HTTP and WebSocket on the connections, but sets no time in which a request must arrive. This module does,
and decides who is let in: a new connection for which there is no room takes that of the connection that has waited
longest for a request, first of the address that has most of those. Only if all others are in use it is refused.
"""

import asyncio
import contextlib
import socket
import time
from collections import Counter
from collections.abc import Callable, Collection, Coroutine, Iterator
from enum import Enum
from typing import Any, ClassVar, cast

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from outplay.web.limits import Account, Accounts, network
from outplay.web.log import LOGGER

SWEEP_SECONDS = 0.5
RETRY_SECONDS = 0.2
"""Seconds until the next attempt when the system lets no further connection in."""

TIMEOUT = (
    b"HTTP/1.1 408 Request Timeout\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n"
    b"The request did not arrive in time.\n"
)
BUSY = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain\r\nRetry-After: 5\r\nConnection: close\r\n\r\n"
    b"There are too many connections; try again in a few seconds.\n"
)


PAUSE = 10
"""The WebSockets of an address are not read for so many times the processor time that handling what was read took."""
READ_BYTES, SMALL = 4 << 10, 512
"""Bytes of a WebSocket that are read and handled at once, and bytes that are handled even in a pause."""
UNNOTICED = 0.002
"""Seconds of handling for which reading does not pause."""
MOST_PAUSES = 1000
"""Addresses that are remembered before those whose pauses are over are removed."""


class Phase(Enum):
    """What happens on a connection."""

    REQUEST = "waits for the head of a request"
    ANSWER = "a request is answered"
    PAGE = "a WebSocket"
    CLOSING = "was closed, and still has to send something"


class Connection:
    """A connection that was accepted."""

    def __init__(self, accepted: socket.socket, address: Account, now: float) -> None:
        self.socket, self.address = accepted, address
        self.transport: asyncio.Transport | None = None
        self.handed_over = False
        """Whether the socket belongs to a transport, which may not be known yet: then only the transport closes it."""
        self.unwanted = False
        """Whether it is to be ended as soon as its transport is known."""
        self.phase, self.since = Phase.REQUEST, now
        self.request: Any = None
        """The last request, as uvicorn has it."""

    @property
    def ended(self) -> bool:
        return self.socket.fileno() == -1

    def look(self, now: float) -> None:
        """Notes the phase, and since when it lasts."""
        if self.transport is None:
            return
        phase, request = Phase.PAGE, None
        protocol = self.transport.get_protocol()
        if self.transport.is_closing():
            phase = Phase.CLOSING
        elif isinstance(protocol, H11Protocol):
            request = protocol.cycle
            phase = Phase.REQUEST if request is None or request.response_complete else Phase.ANSWER
        if (phase, request) != (self.phase, self.request):
            self.phase, self.request, self.since = phase, request, now

    def abort(self) -> None:
        """Ends it now, whatever is still to be sent."""
        self.unwanted = True
        if self.transport is not None:
            self.transport.abort()
        elif not self.handed_over:
            self.socket.close()

    def time_out(self) -> None:
        """Ends a connection on which no request came; says so if a part of one did."""
        if self.transport is None:
            return
        protocol = self.transport.get_protocol()
        if isinstance(protocol, H11Protocol) and protocol.conn.trailing_data[0]:
            self.transport.write(TIMEOUT)
        self.transport.close()


class Listener:
    """Accepts the connections of a listening socket. `make` returns the protocol of a new one; connections from the
    addresses of `proxies` carry requests of many clients and are counted for none of them."""

    def __init__(
        self,
        listening: socket.socket,
        make: Callable[[], asyncio.Protocol],
        accounts: Accounts,
        proxies: Collection[str] = (),
    ) -> None:
        self.listening, self.make, self.accounts = listening, make, accounts
        self.limits = accounts.limits
        self.proxies = [accounts.of(proxy) for proxy in proxies]
        self.open: set[Connection] = set()
        self.tasks: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        self.listening.setblocking(False)
        self._background(self._accept())
        self._background(self._watch())

    def close(self) -> None:
        """Lets nobody in any more; open connections go on."""
        for task in self.tasks:
            task.cancel()
        self.listening.close()

    def _background(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _accept(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                accepted, peer = await loop.sock_accept(self.listening)
            except ConnectionError:  # the client has left already
                continue
            except OSError as error:  # the limit of open files, or no memory
                LOGGER.error("no further connection can be accepted now: %s", error.strerror)
                self.make_room(list(self.open))
                await asyncio.sleep(RETRY_SECONDS)
                continue
            address = self.accounts.of(peer[0])
            if self.has_room(address):
                connection = Connection(accepted, address, loop.time())
                self.open.add(connection)
                address.sockets += 1
                self._background(self._begin(connection))
            else:
                refuse(accepted)

    async def _begin(self, connection: Connection) -> None:
        """Hands a connection to its protocol, after a while if its address has opened too many of late."""
        if connection.address not in self.proxies:
            await asyncio.sleep(connection.address.requests.take())
        try:
            loop = asyncio.get_running_loop()
            connection.handed_over = not connection.ended
            connection.transport, _ = await loop.connect_accepted_socket(self.make, connection.socket)
            if connection.unwanted:
                connection.transport.abort()
        except OSError:  # the client has left, or the connection was ended to make room
            connection.socket.close()

    def has_room(self, address: Account) -> bool:
        """Whether a further connection can be let in, perhaps in the place of one that waits for a request."""
        limits = self.limits
        if address not in self.proxies and address.sockets >= limits.sockets_each:
            self.sweep()
            if address.sockets >= limits.sockets_each:
                return self.make_room([one for one in self.open if one.address is address])
        if len(self.open) >= limits.sockets:
            self.sweep()
            if len(self.open) >= limits.sockets:
                return self.make_room(list(self.open))
        return True

    def make_room(self, among: list[Connection]) -> bool:
        """Ends the connection that has waited longest for a request, of the address that has most of those."""
        waiting = [one for one in among if one.phase in (Phase.REQUEST, Phase.CLOSING)]
        if not waiting:
            return False
        counts = Counter(one.address for one in waiting)
        longest = min(waiting, key=lambda one: (-counts[one.address], one.since))
        longest.abort()
        self._forget(longest)
        return True

    async def _watch(self) -> None:
        pause = min(SWEEP_SECONDS, self.limits.request_seconds / 4)
        while True:
            await asyncio.sleep(pause)
            self.sweep()

    def sweep(self) -> None:
        """Forgets the connections that have ended, and ends those whose time is over."""
        now, limits = asyncio.get_running_loop().time(), self.limits
        for connection in list(self.open):
            if connection.ended:
                self._forget(connection)
                continue
            connection.look(now)
            lasts = now - connection.since
            if connection.phase is Phase.REQUEST and lasts > limits.request_seconds:
                connection.time_out()
            elif (connection.phase is Phase.ANSWER and lasts > limits.answer_seconds) or (
                connection.phase is Phase.CLOSING and lasts > limits.close_seconds
            ):
                connection.abort()

    def _forget(self, connection: Connection) -> None:
        if connection in self.open:
            self.open.remove(connection)
            connection.address.sockets -= 1


def refuse(accepted: socket.socket) -> None:
    """Says that there is no room, and closes the connection."""
    with contextlib.suppress(OSError):
        accepted.setblocking(False)
        with contextlib.suppress(BlockingIOError):
            accepted.recv(1 << 16)  # what is unread when the socket is closed would end it before the answer is read
        accepted.send(BUSY)
    accepted.close()


class PacedWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket that is read at a bounded pace. uvicorn waits for the answer to a message before it reads on, but
    handles any number of pings and fragments at once."""

    pauses: ClassVar[dict[str, float]] = {}
    """When the pauses of an address end: those of several connections follow one another."""
    held = False
    """Whether reading pauses."""
    kept = b""
    """What was read and has to wait for the end of the pause."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        if hasattr(transport, "max_size"):  # the number of bytes that asyncio reads at once from a socket
            transport.max_size = READ_BYTES

    def data_received(self, data: bytes) -> None:
        end = self.pauses.get(self._address, 0.0)
        if len(data) > SMALL and end > self.loop.time():
            self.kept = data
            self._hold(end)
            return
        began = time.thread_time()
        super().data_received(data)
        spent = time.thread_time() - began
        if spent > UNNOTICED and not self.transport.is_closing():
            self._hold(self._add_pause(PAUSE * spent))

    @property
    def _address(self) -> str:
        return network(self.client[0]) if self.client else ""

    def _add_pause(self, seconds: float) -> float:
        """Adds to the pause of the address; returns when it ends."""
        now, pauses = self.loop.time(), self.pauses
        if len(pauses) > MOST_PAUSES:
            for name in [name for name, end in pauses.items() if end < now]:
                del pauses[name]
        pauses[self._address] = max(now, pauses.get(self._address, now)) + seconds
        return pauses[self._address]

    def _hold(self, end: float) -> None:
        self.held = True
        self.transport.pause_reading()
        self.loop.call_at(end, self._go_on)

    def _go_on(self) -> None:
        self.held = False
        if self.transport.is_closing():
            return
        kept, self.kept = self.kept, b""
        if kept:
            self.data_received(kept)
        if not (self.held or self.read_paused or self.transport.is_closing()):
            self.transport.resume_reading()

    async def receive(self) -> Any:
        message = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            if not self.held:
                self.transport.resume_reading()
        return message


class Server(uvicorn.Server):
    """uvicorn on the connections that a listener lets in. It installs no signal handlers."""

    def __init__(
        self, config: uvicorn.Config, listening: socket.socket, accounts: Accounts, proxies: Collection[str] = ()
    ) -> None:
        super().__init__(config)
        self.listener = Listener(listening, self._protocol, accounts, proxies)

    def _protocol(self) -> asyncio.Protocol:
        make: Any = self.config.http_protocol_class
        protocol = make(config=self.config, server_state=self.server_state, app_state=self.lifespan.state)
        return cast(asyncio.Protocol, protocol)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup([])
        if self.started:
            self.listener.start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.listener.close()
        await super().shutdown([])
