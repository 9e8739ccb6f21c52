"""The client's side of KGP, the Kalah Game Protocol 1.x. A server sends boards, and the client answers with houses.

    server                                    client
    2 kgp 1 0 1                               1 set info:name "outplay"
                                              3 mode freeplay
    8 state <6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>   5@8 move 1
                                              7@8 move 3
                                              9@8 yield
    10@8 stop

A line is `[id][@ref] command arguments`. The client is always south and to move; houses count from 1 at its left. It
may replace its answer until it yields or is stopped. Its lines have odd ids, the server's even ones. The specification
is in https://github.com/KWARC/kalah-game, spec/.
"""

import re
from typing import NamedTuple

from outplay.core.errors import BadConnection, BadSpec, OutplayError
from outplay.core.game import Position
from outplay.core.limits import Limit
from outplay.core.registry import game as find_game

PORT = 2671
LONGEST = 16384
"""The greatest number of characters of a line; longer lines are ignored."""
MAJOR = 1
LONGEST_NAME = 1000
"""The greatest number of characters of a name or a token, so that no line of the client is too long."""

MOST_HOUSES, MOST_SEEDS = 12, 12
"""The largest board of `kalah`: houses of a side, and seeds for each house on average."""

MARGIN, MARGIN_SHARE = 0.1, 0.1
"""Seconds, and the share of the time for a move, that are reserved for the transmission to the server."""

LINE = re.compile(r"(?:([0-9]{1,18})?(?:@([0-9]{1,18}))?\s+)?([A-Za-z0-9]+)(?:\s+(.*))?", re.ASCII | re.DOTALL)
ARGUMENT = re.compile(r'"((?:\\.|[^"\\])*)"|(<[0-9,\s]*>)|([^\s"<]+)')
ESCAPED = re.compile(r"\\(.)", re.DOTALL)


class Message(NamedTuple):
    """A parsed line."""

    id: int | None
    ref: int | None
    command: str
    arguments: tuple[str, ...]


def parsed(line: str) -> Message | None:
    r"""The message in a line, None for a line that is no message.

    >>> parsed('6@4 error "no \\"such\\" thing"')
    Message(id=6, ref=4, command='error', arguments=('no "such" thing',))
    """
    found = LINE.fullmatch(line.strip())
    if not found or len(line) > LONGEST:
        return None
    numbers = [int(text) if text else None for text in found.group(1, 2)]
    arguments = tuple(
        ESCAPED.sub(unescaped, string) if string is not None else board or word
        for string, board, word in (part.group(1, 2, 3) for part in ARGUMENT.finditer(found[4] or ""))
    )
    return Message(numbers[0], numbers[1], found[3].lower(), arguments)


def unescaped(found: re.Match[str]) -> str:
    return {"n": "\n", "t": "\t"}.get(found[1], found[1])


def quoted(text: str) -> str:
    r"""The text as a quoted argument.

    >>> print(quoted('the "best" \\ bot'))
    "the \"best\" \\ bot"
    """
    line = "".join(c if c.isprintable() else " " for c in text)
    return '"' + line.replace("\\", "\\\\").replace('"', '\\"') + '"'


class Board(NamedTuple):
    """A board of the protocol as numbers of seeds; the client is south."""

    south_store: int
    north_store: int
    south: tuple[int, ...]
    north: tuple[int, ...]

    def __str__(self) -> str:
        """
        >>> str(Board(10, 2, (1, 2, 3), (4, 2, 0)))
        '<3,10,2,1,2,3,4,2,0>'
        """
        numbers = (len(self.south), self.south_store, self.north_store, *self.south, *self.north)
        return f"<{','.join(map(str, numbers))}>"

    @property
    def houses(self) -> tuple[int, ...]:
        """The houses that south can sow, from 1."""
        return tuple(number for number, seeds in enumerate(self.south, 1) if seeds)


def board_of(text: str) -> Board | None:
    """The board in an argument, None for a text that is no board.

    >>> board_of("<3,10,2,1,2,3,4,2,0>")
    Board(south_store=10, north_store=2, south=(1, 2, 3), north=(4, 2, 0))
    """
    if not re.fullmatch(r"<\s*[0-9]{1,9}(?:\s*,\s*[0-9]{1,9})*\s*>", text, re.ASCII):
        return None
    m, *rest = (int(number) for number in text.strip("<> ").split(","))
    if m < 1 or len(rest) != 2 + 2 * m:
        return None
    return Board(rest[0], rest[1], tuple(rest[2 : 2 + m]), tuple(rest[2 + m :]))


def position_of(board: Board) -> Position | None:
    """The board as a position of `kalah` with south to move; None if the game is over there, or the board too large.

    The number of seeds of a `kalah` game is a multiple of the number of houses. If the board has fewer seeds, the
    missing ones are put into the stores, half of them into each, which changes neither the difference nor when one side
    has more than half.
    """
    m, seeds = len(board.south), sum((*board[:2], *board.south, *board.north))
    n = max(1, -(-seeds // (2 * m)))
    if m > MOST_HOUSES or n > MOST_SEEDS:
        return None
    spare = 2 * m * n - seeds
    south, north = board.south_store + spare // 2, board.north_store + spare - spare // 2
    sides = f"{','.join(map(str, board.south))}:{south} {','.join(map(str, board.north))}:{north}"
    try:
        position = find_game(f"kalah:{m},{n},half").position(f"{sides} first")
    except OutplayError:
        return None
    return None if position.outcome() else position


class Request(NamedTuple):
    """A board of the server for which it expects a move."""

    id: int | None
    board: Board
    limit: Limit


class KgpClient:
    """The client without the connection. `opened` holds the requests that are not answered finally, by their ids, the
    oldest first; `over` says why the server has ended the connection, empty before that."""

    def __init__(self, name: str = "", token: str = "") -> None:
        if max(len(name), len(token)) > LONGEST_NAME:
            raise BadSpec(f"a name and a token for a KGP server have {LONGEST_NAME} characters at most")
        self.name, self.token = name, token
        self.opened: dict[int | None, Request] = {}
        self.sent: dict[int | None, int] = {}
        """The house that was last sent for each request."""
        self.greeted = False
        self.over = ""
        self.complaints: list[str] = []
        """The error messages of the server; the caller that shows them removes them."""
        self.settings: dict[str, str] = {}
        self.number = -1

    def hear(self, line: str) -> list[str]:
        """The replies to a line of the server. A line that is no message is ignored, as the protocol requires."""
        message = parsed(line)
        if message is None:
            return []
        handler = HANDLERS.get(message.command)
        if not self.greeted and message.command not in ("kgp", "error", "goodbye", "ping"):
            raise BadConnection(f"the server does not speak KGP: it began with {line.strip()[:60]!r}")
        return handler(self, message) if handler else []

    def greet(self, message: Message) -> list[str]:
        if message.arguments[:1] != (str(MAJOR),):
            version = ".".join(message.arguments) or "nothing"
            raise BadConnection(f"the server speaks KGP {version}, and outplay {MAJOR}.x; another server is needed")
        if self.greeted:
            return []
        self.greeted = True
        lines = [self.line(None, f"set info:name {quoted(self.name)}")] if self.name else []
        lines += [self.line(None, f"set auth:token {quoted(self.token)}")] if self.token else []
        return [*lines, self.line(None, "mode freeplay")]

    def state(self, message: Message) -> list[str]:
        board = board_of(message.arguments[0]) if message.arguments else None
        if board is None:
            return [self.line(message.id, 'error "state wants a board, as in <1,0,0,1,1>"')]
        if message.id in self.opened:
            return []
        self.opened[message.id] = Request(message.id, board, self.limit())
        return []

    def stop(self, message: Message) -> list[str]:
        if message.ref is None:
            self.opened.clear()
        self.opened.pop(message.ref, None)
        self.sent.clear() if message.ref is None else self.sent.pop(message.ref, None)
        return []

    def ping(self, message: Message) -> list[str]:
        return [self.line(message.id, "pong" + "".join(f" {quoted(text)}" for text in message.arguments[:1]))]

    def set(self, message: Message) -> list[str]:
        if len(message.arguments) == 2 and message.arguments[0] in ("time:mode", "time:clock"):
            self.settings[message.arguments[0]] = message.arguments[1]
        return []

    def error(self, message: Message) -> list[str]:
        self.complaints.append(" ".join(message.arguments) or "without a word why")
        return []

    def goodbye(self, message: Message) -> list[str]:
        self.over = "the server said goodbye"
        self.opened.clear()
        return []

    def limit(self) -> Limit:
        """The limit that the server has set: a clock for all moves or a time for each. Most servers set none."""
        clock, mode = self.settings.get("time:clock", ""), self.settings.get("time:mode", "")
        if mode not in ("absolute", "relative") or not re.fullmatch(r"\+?[0-9]{1,9}(\.[0-9]{1,9})?", clock, re.ASCII):
            return Limit()
        seconds = max(0.01, float(clock) * (1 - MARGIN_SHARE) - MARGIN)
        return Limit(clock=seconds) if mode == "absolute" else Limit(time=seconds)

    def move(self, request: int | None, house: int) -> list[str]:
        """The line that sends a house as the answer to a request, or replaces the answer sent before. No line if the
        request is closed, or if this house was sent before."""
        if request not in self.opened or self.sent.get(request) == house:
            return []
        self.sent[request] = house
        return [self.line(request, f"move {house}")]

    def give(self, request: int | None) -> list[str]:
        """Closes a request; returns the line that makes the last answer final, no line if the request was closed."""
        if self.opened.pop(request, None) is None:
            return []
        self.sent.pop(request, None)
        return [self.line(request, "yield")]

    def leave(self) -> list[str]:
        return [self.line(None, "goodbye")]

    def line(self, ref: int | None, words: str) -> str:
        self.number += 2
        return f"{self.number}{'' if ref is None else f'@{ref}'} {words}"


HANDLERS = {
    "kgp": KgpClient.greet,
    "state": KgpClient.state,
    "stop": KgpClient.stop,
    "ping": KgpClient.ping,
    "set": KgpClient.set,
    "error": KgpClient.error,
    "goodbye": KgpClient.goodbye,
}
"""The handlers by command; `ok` and unknown commands of later versions are ignored."""
