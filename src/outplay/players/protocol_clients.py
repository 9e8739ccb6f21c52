"""Protocol clients: a player of ours in games on a server, over a connection.

`outplay.protocols` knows what is said; here the lines are sent and received, and the player chooses.
"""

import queue
import re
import socket
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import NamedTuple

from outplay.core.errors import BadConnection
from outplay.core.limits import NO_LIMIT, Limit
from outplay.players.conversation import RemotePlayer, lines_of
from outplay.players.game_loop import GameLoop
from outplay.players.player import Choice, Player
from outplay.protocols.kalah_2017 import Kalah2017
from outplay.protocols.kgp import KgpClient, Request, position_of

EVENT_SECONDS = 0.25
"""How often a KGP client looks whether a player has to be stopped, if nothing happens."""
CONNECT_SECONDS = 15.0
TURN_MARGIN = 0.1
"""Seconds of a turn that are kept back for the way to the server; half of it, where it is short."""
LEAST_SECONDS = 0.005

Report = Callable[[dict[str, object]], None]
"""Is told what happens, for people or for programs to read."""


class Link:
    """A connection to a server that talks in lines."""

    def __init__(self, host: str, port: int) -> None:
        self.where = f"{host}:{port}"
        try:
            self.socket = socket.create_connection((host, port), CONNECT_SECONDS)
        except OSError as error:
            raise BadConnection(f"{self.where} cannot be reached: {error.strerror or error}") from None
        self.socket.settimeout(None)

    def send(self, lines: Iterable[str]) -> None:
        data = "".join(f"{line}\r\n" for line in lines).encode()
        try:
            self.socket.sendall(data)
        except OSError as error:
            raise BadConnection(f"{self.where} is gone: {error.strerror or error}") from None

    def lines(self) -> Iterator[str]:
        """What the server says, until it closes the connection."""
        with self.socket.makefile("rb") as source:
            try:
                yield from lines_of(source)
            except (OSError, ValueError):  # the other end broke, or this end was closed
                return

    def close(self) -> None:
        with suppress(OSError):  # it may be closed already
            self.socket.shutdown(socket.SHUT_RDWR)
        self.socket.close()


def address(text: str, port: int | None = None) -> tuple[str, int]:
    """Host and port of a text; the port that is usual where none is written.

    >>> address("localhost", 2671), address("[::1]:99")
    (('localhost', 2671), ('::1', 99))
    """
    found = re.fullmatch(r"(?:\[([0-9A-Fa-f:.]+)\]|([^\s:\[\]]+))(?::([0-9]{1,5}))?", text.strip(), re.ASCII)
    number = int(found[3] or port or 0) if found else 0
    if not found or not 0 < number < 65536:
        raise BadConnection(f"{text!r} is no server; write HOST:PORT, as in localhost:{port or 42374}")
    return found[1] or found[2], number


class Found(NamedTuple):
    """What the player found for a board: a house; `final` if it has stopped thinking, `error` if that went wrong."""

    request: Request
    house: int | None
    final: bool = True
    error: Exception | None = None


Events = queue.SimpleQueue[str | Found | None]
"""Lines of the server, what the player found, and None when the connection is closed."""


def kgp(client: KgpClient, link: Link, spec: str, report: Report) -> None:
    """Plays on a KGP server until it says goodbye or closes the connection; says goodbye when it is interrupted."""
    remote = RemotePlayer(spec)
    events: Events = queue.SimpleQueue()
    threading.Thread(target=listen, args=(link, events), daemon=True).start()
    current: Request | None = None
    """The board that the player thinks about."""
    try:
        while not client.over:
            event = waited_for(events)
            if event is None:
                raise BadConnection(f"{link.where} closed the connection")
            if isinstance(event, Found):
                current = None if event.final else current
                settle(client, link, event, report)
            elif event:
                link.send(client.hear(event))
            while client.complaints:
                report({"event": "error", "text": client.complaints.pop(0)})
            if current and current.id not in client.opened:
                remote.stop()
            current = current or take_up(client, link, remote, events)
        report({"event": "over", "text": client.over})
    except KeyboardInterrupt:
        with suppress(BadConnection):
            link.send(client.leave())
        raise
    finally:
        remote.stop()
        link.close()


def listen(link: Link, events: Events) -> None:
    for line in link.lines():
        events.put(line)
    events.put(None)


def waited_for(events: Events) -> str | Found | None:
    """The next event; an empty line if there is none for a while."""
    try:
        return events.get(timeout=EVENT_SECONDS)
    except queue.Empty:
        return ""


def take_up(client: KgpClient, link: Link, remote: RemotePlayer, events: Events) -> Request | None:
    """Lets the player think about the oldest board that waits, in a thread of its own.

    Every board that waits gets an answer at once, so that none is without one when its time is up. A board that our
    game does not have gets only that answer.
    """
    for request in list(client.opened.values()):
        position = position_of(request.board)
        houses = request.board.houses
        if position:
            order = position.game.heuristics.order
            assert order
            houses = (max(position.moves(), key=lambda move: order(position.state, move)) + 1,)
        if houses and request.id not in client.sent:
            link.send(client.move(request.id, houses[-1]))
        if not position:
            link.send(client.give(request.id))
    for request in client.opened.values():
        threading.Thread(target=think, args=(remote, request, events), daemon=True).start()
        return request
    return None


def think(remote: RemotePlayer, request: Request, events: Events) -> None:
    """Chooses a house. Better answers are sent on while the player thinks, each at once: KGP takes the last one."""
    position = position_of(request.board)
    assert position
    best = -1

    def better(choice: Choice) -> None:
        nonlocal best
        if choice.move != best:
            best = choice.move
            events.put(Found(request, choice.move + 1, final=False))

    try:
        choice = remote.choose(position, request.limit, report=better)
        events.put(Found(request, choice.move + 1))
    except Exception as error:  # raised again where it can be seen
        events.put(Found(request, None, error=error))


def settle(client: KgpClient, link: Link, found: Found, report: Report) -> None:
    """Sends what the player found, unless the server has stopped waiting for it."""
    request = found.request
    if found.error:
        link.send(client.leave())
        raise found.error
    assert found.house
    link.send(client.move(request.id, found.house))
    if found.final:
        report({"event": "move", "id": request.id, "board": str(request.board), "house": found.house})
        link.send(client.give(request.id))


def kalah_2017(client: Kalah2017, link: Link, spec: str) -> None:
    """Plays one game on a server of the 2017 course. How it ended is in the client."""
    remote = RemotePlayer(spec)
    try:
        for line in link.lines():
            replies = client.hear(line)
            if "READY" in replies and client.position:
                remote.prepare(client.position.game)  # the time does not run yet
            link.send(replies)
            if client.result:
                return
            if client.my_turn:
                link.send([client.play(whole_turn(client, remote))])
        if not client.reason:
            raise BadConnection(f"{link.where} closed the connection before the game was over")
        client.result = "lost"
    finally:
        link.close()


def whole_turn(client: Kalah2017, chooser: Player) -> list[int]:
    """All sowings of a turn. Each takes half of the time that is left, for nobody knows how many there will be."""
    began = time.perf_counter()
    assert client.position
    loop = GameLoop(client.position, (chooser, chooser))
    while loop.result is None and loop.position.to_move == client.side:
        limit = NO_LIMIT
        if client.seconds is not None:
            left = client.seconds - min(TURN_MARGIN, client.seconds / 2) - (time.perf_counter() - began)
            limit = Limit(time=max(LEAST_SECONDS, left / 2))
        loop.turn(limit)
    return loop.moves
