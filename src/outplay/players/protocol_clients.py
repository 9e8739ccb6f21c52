"""Games away: a player of ours at another program's table, over pipes or a connection. What is said there is in
`outplay.protocols`; here it is carried to and fro, and the player thinks."""

import queue
import re
import socket
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import BinaryIO, NamedTuple

from outplay import __version__
from outplay.core.errors import BadConnection
from outplay.core.game import Game, Position
from outplay.core.limits import Limit
from outplay.core.specs import name_of
from outplay.players import Player, player
from outplay.players.specs import parse
from outplay.protocols.dialect import Answer
from outplay.protocols.gomocup_speaker import Choose, Speaker
from outplay.protocols.kalah_2017 import Kalah2017
from outplay.protocols.kgp import KgpClient, Request, position_of

LONGEST = 1 << 16
"""Bytes in a line; a longer one is cut."""
STOP_SECONDS = 0.1
"""How often a search that is to stop is told so: it may not have begun when it is told first."""
BETTER_SECONDS = 0.25
"""How often a KGP server is told of a better move."""
CONNECT_SECONDS = 15.0
MOST_PLAYERS = 4
"""So many sizes of a board are kept ready."""
TURN_MARGIN = 0.1
"""Seconds of a turn that are kept back for the way to the server; half of it, where it is short."""
LEAST_SECONDS = 0.005

Report = Callable[[dict[str, object]], None]
"""Is told what happens, for people or for programs to read."""


class Thinker:
    """The player that a text names, for whichever game it is asked about. Another thread may tell it to stop."""

    def __init__(self, spec: str) -> None:
        self.spec = spec
        self.players: dict[str, Player] = {}
        self.thinking: Player | None = None

    def prepare(self, game: Game, table: int | None = None) -> Choose:
        """Makes the player for a game, which compiles what it needs. The engine's table is `table` MB if the text does
        not say."""
        spec = self.spec
        if table is not None and name_of(spec) == "engine" and "table" not in parse(spec).options:
            spec = str(parse(spec).with_(table=table))
            self.players.clear()
        elif len(self.players) >= MOST_PLAYERS:
            self.players.pop(next(iter(self.players)))
        self.players[str(game)] = player(spec, game)
        return self.choose

    def choose(self, position: Position, limit: Limit) -> Answer:
        if str(position.game) not in self.players:
            self.prepare(position.game)
        self.thinking = self.players[str(position.game)]
        move = self.thinking.choose(position, limit)
        return Answer(move, getattr(getattr(self.thinking, "analysis", None), "score", None))

    def stop(self) -> None:
        """Ends a search that is running; other players answer soon enough by themselves."""
        engine = getattr(self.thinking, "engine", None)
        if engine:
            engine.stop()

    def best_so_far(self) -> int | None:
        """What it would play now, while it is thinking."""
        return getattr(getattr(self.thinking, "analysis", None), "move", None)


def gomocup(spec: str, source: BinaryIO, say: Callable[[str], None]) -> None:
    """Speaks Gomocup until the manager says END or closes the pipe. What comes while it thinks is read at once, so
    that END ends the thinking too."""
    thinker = Thinker(spec)
    speaker = Speaker(thinker.prepare, __version__)
    lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
    finished = threading.Event()

    def read() -> None:
        for line in lines_of(source):
            lines.put(line)
            if line.strip().upper() == "END":
                break
        lines.put(None)
        while not finished.wait(STOP_SECONDS):
            thinker.stop()

    threading.Thread(target=read, daemon=True).start()
    try:
        while not speaker.over and (line := lines.get()) is not None:
            for reply in speaker.hear(line):
                say(reply)
    finally:
        finished.set()


def lines_of(source: BinaryIO) -> Iterator[str]:
    """The lines of a pipe until it is closed, whatever bytes they have."""
    while line := source.readline(LONGEST):
        yield line.decode("utf-8", "replace")


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


class Thought(NamedTuple):
    """What the player came to: a house, or what went wrong."""

    request: Request
    house: int | None
    error: Exception | None = None


def kgp(client: KgpClient, link: Link, spec: str, report: Report) -> None:
    """Plays on a KGP server until it says goodbye or goes; says goodbye itself when it is interrupted."""
    thinker = Thinker(spec)
    events: queue.SimpleQueue[str | Thought | None] = queue.SimpleQueue()
    threading.Thread(target=listen, args=(link, events), daemon=True).start()
    thinking: Request | None = None
    try:
        while not client.over:
            event = waited_for(events)
            if event is None:
                raise BadConnection(f"{link.where} closed the connection")
            if isinstance(event, Thought):
                thinking = None
                settle(client, link, event, report)
            elif event:
                link.send(client.hear(event))
            while client.complaints:
                report({"event": "error", "text": client.complaints.pop(0)})
            if thinking and thinking.id not in client.opened:
                thinker.stop()
            elif thinking:
                improve(client, link, thinker, thinking)
            thinking = thinking or first_thought(client, link, thinker, events)
        report({"event": "over", "text": client.over})
    except KeyboardInterrupt:
        with suppress(BadConnection):
            link.send(client.leave())
        raise
    finally:
        thinker.stop()
        link.close()


def listen(link: Link, events: "queue.SimpleQueue[str | Thought | None]") -> None:
    for line in link.lines():
        events.put(line)
    events.put(None)


def waited_for(events: "queue.SimpleQueue[str | Thought | None]") -> str | Thought | None:
    """The next event; an empty line if there is none for a while."""
    try:
        return events.get(timeout=BETTER_SECONDS)
    except queue.Empty:
        return ""


def first_thought(
    client: KgpClient, link: Link, thinker: Thinker, events: "queue.SimpleQueue[str | Thought | None]"
) -> Request | None:
    """Takes up the oldest board that waits, in a thread of its own. Every board that waits gets an answer at once, so
    that none is left without when its time is up; a board that we do not play has that alone."""
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
        thinker.thinking = None
        threading.Thread(target=think, args=(thinker, request, events), daemon=True).start()
        return request
    return None


def think(thinker: Thinker, request: Request, events: "queue.SimpleQueue[str | Thought | None]") -> None:
    position = position_of(request.board)
    assert position
    try:
        events.put(Thought(request, thinker.choose(position, request.limit).move + 1))
    except Exception as error:  # raised again where it can be seen
        events.put(Thought(request, None, error))


def improve(client: KgpClient, link: Link, thinker: Thinker, request: Request) -> None:
    """Tells the server what the search has found so far."""
    move = thinker.best_so_far()
    if move is not None and move + 1 in request.board.houses:
        link.send(client.move(request.id, move + 1))


def settle(client: KgpClient, link: Link, thought: Thought, report: Report) -> None:
    """Sends what the player came to, unless the server has stopped waiting."""
    request = thought.request
    if thought.error:
        link.send(client.leave())
        raise thought.error
    assert thought.house
    link.send(client.move(request.id, thought.house))
    report({"event": "move", "id": request.id, "board": str(request.board), "house": thought.house})
    link.send(client.give(request.id))


def kalah_2017(client: Kalah2017, link: Link, spec: str) -> None:
    """Plays one game on a server of the 2017 course. How it ended is in the client."""
    thinker = Thinker(spec)
    try:
        for line in link.lines():
            replies = client.hear(line)
            if "READY" in replies and client.position:
                thinker.prepare(client.position.game)  # the time does not run yet
            link.send(replies)
            if client.result:
                return
            if client.my_turn:
                link.send([client.play(whole_turn(client, thinker))])
        if not client.reason:
            raise BadConnection(f"{link.where} closed the connection before the game was over")
        client.result = "lost"
    finally:
        link.close()


def whole_turn(client: Kalah2017, thinker: Thinker) -> list[int]:
    """All sowings of a turn. Each takes half of the time that is left, for nobody knows how many there will be."""
    position, moves, began = client.position, list[int](), time.perf_counter()
    assert position
    while not position.outcome() and position.to_move == client.side:
        limit = Limit()
        if client.seconds is not None:
            left = client.seconds - min(TURN_MARGIN, client.seconds / 2) - (time.perf_counter() - began)
            limit = Limit(time=max(LEAST_SECONDS, left / 2))
        moves.append(thinker.choose(position, limit).move)
        position = position.play(moves[-1])
    return moves
