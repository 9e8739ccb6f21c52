"""What one client may take of the server, and whose turn it is.

A client is known by its connection (a page, a session) and by the address that the connection comes from. Both have an
account: what they use now, and when they last had a turn. Where several clients wait for the same thing, the address
that uses least of it goes first, then the address that had its last turn longest ago, and the same among the
connections of an address. So one client can slow down itself, but not others.
"""

import dataclasses
import ipaddress
import itertools
import time
from collections import Counter, OrderedDict
from typing import NamedTuple

RESERVED_FILES = 96
"""Open files that are kept for the worker processes, the page's files and the database."""
LEAST_SOCKETS = 16
PAGES, PAGES_EACH = 400, 100
SOCKETS_OF_PAGE = 4
"""A browser loads a page over up to six connections and keeps one; a class does not load at the same moment."""
PRIVATE_BITS = 64
"""The bits of an IPv6 address that name a network: a client has the others to itself."""
MOST_ACCOUNTS = 1000
"""Accounts of addresses that are kept before those that use nothing are removed."""


@dataclasses.dataclass(frozen=True)
class Limits:
    """The numbers; "each" is for one address."""

    pages: int = PAGES
    """Open pages, each with a WebSocket."""
    pages_each: int = PAGES_EACH
    sockets: int = PAGES + SOCKETS_OF_PAGE * PAGES_EACH
    """Network connections of all kinds."""
    sockets_each: int = SOCKETS_OF_PAGE * PAGES_EACH
    request_seconds: float = 5.0
    """Seconds in which the head of a request must arrive, from the beginning of the connection or the last answer."""
    answer_seconds: float = 60.0
    """Seconds in which the answer to a request must have been sent and taken."""
    close_seconds: float = 2.0
    """Seconds that a connection has to end after it was closed."""
    silent_seconds: float = 30.0
    """A page that has said nothing for so long is closed if another one needs its place. A visible page says something
    every 20 seconds."""
    mute_seconds: float = 3.0
    """The same for a page that has never said anything; a page says something as soon as it is open."""
    requests: tuple[float, float] = (400.0, 3000.0)
    """HTTP requests and connections of an address: so many a second, and so many at once, which is what forty browsers
    need that load the page. More have to wait."""
    messages: tuple[float, float] = (1000.0, 1000.0)
    """Messages of all pages of an address, a second and at once."""
    page_messages: tuple[float, float] = (40.0, 80.0)
    """Messages of a page, a second and at once."""

    @classmethod
    def for_pages(cls, each: int) -> "Limits":
        """The limits if an address may open so many pages."""
        sockets = SOCKETS_OF_PAGE * each
        pages = max(PAGES, 2 * each)
        return cls(pages=pages, pages_each=each, sockets=pages + max(400, sockets), sockets_each=max(40, sockets))

    def fitted(self, files: int) -> "Limits":
        """The limits where a process may have so many open files."""
        room = max(LEAST_SOCKETS, files - RESERVED_FILES)
        return dataclasses.replace(
            self,
            sockets=min(self.sockets, room),
            sockets_each=min(self.sockets_each, room * 3 // 4),
            pages=min(self.pages, room * 3 // 4),
            pages_each=min(self.pages_each, room // 2),
        )


MOST_DEBT = 10.0
"""Seconds after which an allowance is positive again, whatever was taken before."""
MESSAGE_BYTES = 4096
"""A message counts once more for each so many bytes."""


class Allowance:
    """So many units a second, and so many at once."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self.left, self.filled = burst, time.monotonic()

    def take(self, units: float = 1.0) -> float:
        """Takes units; returns the seconds to wait until they are there."""
        self._fill()
        self.left = max(self.left - units, -MOST_DEBT * self.rate)
        return max(0.0, -self.left / self.rate)

    def take_if_there(self) -> bool:
        """Takes one unit if it is there now."""
        self._fill()
        if self.left < 1:
            return False
        self.left -= 1
        return True

    @property
    def full(self) -> bool:
        self._fill()
        return self.left >= self.burst

    def _fill(self) -> None:
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.filled) * self.rate)
        self.filled = now


TURNS = itertools.count(1)


class Account:
    """What an address or a connection uses, by kinds of work, and what it may send."""

    def __init__(self, messages: tuple[float, float], requests: tuple[float, float] = (1.0, 1.0)) -> None:
        self.messages, self.requests = Allowance(*messages), Allowance(*requests)
        self.pages = self.sockets = 0
        self.running: Counter[str] = Counter()
        self.last_turn: Counter[str] = Counter()
        """The number of the last turn; 0 if there was none."""

    @property
    def unused(self) -> bool:
        return not (self.pages or self.sockets or self.running.total()) and self.requests.full


class Client(NamedTuple):
    """A connection and its address."""

    address: Account
    session: Account

    def order(self, kind: str) -> tuple[int, int, int, int]:
        """The client with the least value has the next turn at a kind of work."""
        address, session = self
        return address.running[kind], address.last_turn[kind], session.running[kind], session.last_turn[kind]

    def delay(self, size: int) -> float:
        """The seconds by which a message of so many bytes is delayed because there were too many before."""
        return max(self.address.messages.take(), self.session.messages.take(1 + size // MESSAGE_BYTES))

    def begin(self, kind: str) -> None:
        turn = next(TURNS)
        for account in self:
            account.running[kind] += 1
            account.last_turn[kind] = turn

    def end(self, kind: str) -> None:
        for account in self:
            account.running[kind] -= 1


class Accounts:
    """The accounts of all addresses."""

    def __init__(self, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        self.kept: OrderedDict[str, Account] = OrderedDict()

    def of(self, host: str) -> Account:
        """The account of a client's address."""
        name = network(host)
        if name not in self.kept:
            if len(self.kept) >= MOST_ACCOUNTS:
                self.kept = OrderedDict((name, account) for name, account in self.kept.items() if not account.unused)
            self.kept[name] = Account(self.limits.messages, self.limits.requests)
        return self.kept[name]

    def client(self, host: str = "") -> Client:
        """A new connection from an address."""
        return Client(self.of(host), Account(self.limits.page_messages))


def nobody() -> Client:
    """A client for work that nobody asked for."""
    return Accounts().client()


def network(host: str) -> str:
    """The address that limits are counted for: an IPv4 address, or the network of an IPv6 address."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, PRIVATE_BITS), strict=False))
    return str(address)
