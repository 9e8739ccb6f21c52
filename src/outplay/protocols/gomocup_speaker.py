"""The program's side of the Gomocup protocol: what a gomoku manager says, and what is answered.

`Speaker` is given the manager's lines one by one and a function that chooses moves; `gomocup` shows a dialogue.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

from outplay.core.errors import OutplayError
from outplay.core.game import Game, Position
from outplay.core.limits import Limit
from outplay.protocols.dialect import Choose
from outplay.protocols.gomocup import LEAST, MOST, PAIR, UNLIMITED, Size

EXACT, CONTINUOUS, RENJU, CARO = 1, 2, 4, 8
"""What `rule` is the sum of: six do not win; the game goes on after five; forbidden moves; five must not be blocked."""

TRIPLE = re.compile(r"([0-9]{1,9})\s*,\s*([0-9]{1,9})\s*,\s*([123])", re.ASCII)
COMMAND = re.compile(r"([A-Za-z][A-Za-z0-9_]*)\s*(.*)", re.ASCII | re.DOTALL)

MARGIN, MARGIN_SHARE = 0.05, 0.01
"""Seconds, and the share of the time for a move, that are kept back: pipes and a busy machine take them."""

FASTEST = 0.01
"""Seconds for a move that is to be as fast as possible."""

OWN_MEMORY = 250
"""MB that Python, Numba and compiling need beside the table."""

MOST_TABLE = 64
"""MB of the table where memory is no limit."""

INFO_KEYS = ("timeout_turn", "timeout_match", "time_left", "max_memory", "rule")
"""What is heeded of INFO; the rest is not needed."""

OWN, OTHERS, NOBODYS = 1, 2, 3
"""Whose a stone is, as BOARD says it; the last is part of a line that won before, in a game that went on."""

SHAPES = (
    ((0, 0), (1, 0), (2, 2)),
    ((0, 0), (-1, 1), (2, -1)),
    ((-2, -2), (1, 2), (2, -1)),
    ((-2, 0), (2, 1), (0, -2)),
    ((-2, -2), (-1, 0), (2, 2)),
    ((0, 0), (1, 1), (-2, 2)),
)
"""Three stones to begin a Swap2 game with, as steps from the middle: black, white, black."""

Prepare = Callable[[Game, int], Choose]
"""Gets ready for a game, with a table of so many MB."""


class Complaint(Exception):
    """A command that is known and cannot be obeyed."""


class Speaker:
    """The program's side: `hear` is given the manager's lines one by one, and gives the replies to each.

    It thinks while the replies are taken. `over` is True once the manager has said END.
    """

    def __init__(self, prepare: Prepare, version: str) -> None:
        self.prepare, self.version = prepare, version
        self.over = False
        self.info: dict[str, int] = {}
        self.size: Size | None = None
        self.stones: dict[int, int] = {}
        """Whose stone is on a cell, in the order in which they came."""
        self.gathering = ""
        """BOARD or SWAP2BOARD, while its lines come."""
        self.gathered: dict[int, int] = {}
        self.mistake = ""
        """What was wrong with the first bad line among them."""
        self.notes: list[str] = []
        """What a user should know, said before the next reply: nothing may be said to INFO itself."""
        self.ready_for: tuple[Size, int] | None = None
        self.choose: Choose

    def hear(self, line: str) -> Iterator[str]:
        text = line.strip("\0\r\n\t \ufeff")
        if not text:
            return
        found = COMMAND.fullmatch(text)
        name = found[1].upper() if found else ""
        if self.gathering and name not in COMMANDS:
            self.gather(text)
            return
        if self.gathering and name not in ("DONE", "INFO", "END"):
            yield f"ERROR {self.gathering} was broken off by {name}; it ends with DONE"
            self.gathering = ""
        if not found or name not in COMMANDS:
            yield f"UNKNOWN {printable(text)}"
            return
        try:
            yield from COMMANDS[name](self, found[2].strip())
        except (Complaint, OutplayError) as error:
            yield f"ERROR {error}"

    def start(self, rest: str) -> Iterator[str]:
        self.size = None  # whatever comes of it, the game before is over
        found = re.fullmatch(r"([0-9]{1,9})", rest, re.ASCII)
        if not found:
            raise Complaint(f"START wants the size of the board, as in START 20, not {printable(rest)!r}")
        yield from self.new_board(int(found[1]), int(found[1]))

    def rectstart(self, rest: str) -> Iterator[str]:
        self.size = None
        found = PAIR.fullmatch(rest)
        if not found:
            raise Complaint(f"RECTSTART wants width and height, as in RECTSTART 20,15, not {printable(rest)!r}")
        yield from self.new_board(int(found[1]), int(found[2]))

    def new_board(self, width: int, height: int) -> Iterator[str]:
        self.size = None
        self.stones.clear()
        if not (LEAST <= width <= MOST and LEAST <= height <= MOST):
            raise Complaint(f"the board must have {LEAST} to {MOST} rows and columns, not {width}x{height}")
        self.size = Size(width, height, bool(self.info.get("rule", 0) & EXACT))
        self.get_ready()
        yield from self.noted()
        yield "OK"

    def restart(self, rest: str) -> Iterator[str]:
        size = self.started()
        yield from self.new_board(size.width, size.height)

    def begin(self, rest: str) -> Iterator[str]:
        yield from self.move()

    def turn(self, rest: str) -> Iterator[str]:
        self.put(rest, OTHERS)
        yield from self.move()

    def play(self, rest: str) -> Iterator[str]:
        yield self.started().text(self.put(rest, OWN))

    def takeback(self, rest: str) -> Iterator[str]:
        cell = self.cell(rest)
        if cell not in self.stones:
            raise Complaint(f"there is no stone on {rest}")
        del self.stones[cell]
        yield "OK"

    def board(self, rest: str) -> Iterator[str]:
        self.started()
        self.gathering, self.gathered, self.mistake = "BOARD", {}, ""
        yield from ()

    def swap2board(self, rest: str) -> Iterator[str]:
        self.started()
        self.gathering, self.gathered, self.mistake = "SWAP2BOARD", {}, ""
        yield from ()

    def gather(self, text: str) -> None:
        """One line between BOARD or SWAP2BOARD and DONE."""
        size = self.started()
        found = (TRIPLE if self.gathering == "BOARD" else PAIR).fullmatch(text)
        cell = size.cell(int(found[1]), int(found[2])) if found else None
        wrong = ""
        if not found:
            wrong = f"is no line of {self.gathering}; write {'x,y,1 or x,y,2' if self.gathering == 'BOARD' else 'x,y'}"
        elif cell is None:
            wrong = "is not on the board"
        elif cell in self.gathered:
            wrong = "comes twice"
        if found and cell is not None and not wrong:
            self.gathered[cell] = int(found[3]) if self.gathering == "BOARD" else 0
        self.mistake = self.mistake or (f"{printable(text)} {wrong}" if wrong else "")

    def done(self, rest: str) -> Iterator[str]:
        gathering, self.gathering = self.gathering, ""
        if not gathering:
            raise Complaint("DONE comes after BOARD")
        if self.mistake:
            raise Complaint(self.mistake)
        if gathering == "BOARD":
            self.stones = dict(self.gathered)
            yield from self.move()
        else:
            yield from self.swap2(list(self.gathered))

    def about(self, rest: str) -> Iterator[str]:
        yield f'name="outplay", version="{self.version}"'

    def end(self, rest: str) -> Iterator[str]:
        self.over = True
        yield from ()

    def hear_info(self, rest: str) -> Iterator[str]:
        key, _, value = rest.partition(" ")
        key = key.lower()
        if key in INFO_KEYS and re.fullmatch(r"\s*[-+]?[0-9]{1,18}\s*", value, re.ASCII):
            self.info[key] = int(value)
            if key == "rule":
                self.new_rule(int(value))
            if key == "max_memory" and 0 < int(value) < OWN_MEMORY << 20:
                self.note(f"outplay needs about {OWN_MEMORY} MB, more than the limit of {int(value) >> 20} MB")
            if key in ("rule", "max_memory") and self.size:
                with suppress(OutplayError):  # which comes again, and is answered, when a move is wanted
                    self.get_ready()
        yield from ()

    def new_rule(self, rule: int) -> None:
        names = {CONTINUOUS: "a game that goes on after five", RENJU: "renju", CARO: "caro"}
        for bit, name in names.items():
            if rule & bit:
                self.note(f"outplay does not know {name}; it plays gomoku")
        if self.size:
            self.size = self.size._replace(exact=bool(rule & EXACT))

    def note(self, text: str) -> None:
        if text not in self.notes:
            self.notes.append(text)

    def noted(self) -> Iterator[str]:
        notes, self.notes = self.notes, []
        yield from (f"MESSAGE {note}" for note in notes)

    def started(self) -> Size:
        if self.size is None:
            raise Complaint("START comes first, as in START 20")
        return self.size

    def cell(self, text: str) -> int:
        size, found = self.started(), PAIR.fullmatch(text)
        cell = size.cell(int(found[1]), int(found[2])) if found else None
        if cell is None:
            raise Complaint(f"{printable(text)!r} is no cell of this board; write x,y, as in 7,7")
        return cell

    def put(self, text: str, whose: int) -> int:
        cell = self.cell(text)
        if cell in self.stones:
            raise Complaint(f"{text} is taken already")
        self.stones[cell] = whose
        return cell

    def table(self) -> int:
        """MB for the table: what the limit leaves."""
        limit = self.info.get("max_memory", 0) >> 20
        return max(1, min(MOST_TABLE, limit - OWN_MEMORY)) if limit > 0 else MOST_TABLE

    def get_ready(self) -> None:
        """Compiles and makes the table, if that is not done yet for this board and this limit."""
        wanted = self.started(), self.table()
        if wanted != self.ready_for:
            self.ready_for = None
            self.choose = self.prepare(wanted[0].game, wanted[1])
            self.ready_for = wanted

    def move(self) -> Iterator[str]:
        """Thinks, puts a stone, and says where."""
        size = self.started()
        self.get_ready()
        yield from self.noted()
        cell = self.best(size)
        self.stones[cell] = OWN
        yield size.text(cell)

    def best(self, size: Size) -> int:
        free = [cell for cell in range(size.width * size.height) if cell not in self.stones]
        if not free:
            raise Complaint("the board is full")
        position = position_of(size, self.stones)
        if position.outcome():  # somebody has five, and the manager plays on
            return min(free, key=lambda cell: from_middle(size, cell))
        return self.choose(position, self.limit(size)).move

    def limit(self, size: Size) -> Limit:
        """What the next move may take, by all that the manager has said."""
        turn, left, match = (self.info.get(key) for key in ("timeout_turn", "time_left", "timeout_match"))
        if (turn is not None and turn <= 0) or (left is not None and left <= 0):
            return Limit(time=FASTEST)
        seconds = [] if turn is None else [less_margin(turn / 1000)]
        if left is None and match is not None and match > 0:  # what is left is not told: an equal part for each move
            seconds.append(less_margin(match / 1000 / (size.width * size.height / 2)))
        clock = None if left is None or left >= UNLIMITED else less_margin(left / 1000)
        return Limit(time=min(seconds, default=None), clock=clock)

    def swap2(self, cells: list[int]) -> Iterator[str]:
        """The three questions of a Swap2 opening. The stones are kept for the side that it then has.

        The side that is ahead is taken. To add two stones and let the other choose is never better than that: the
        other takes the side that is ahead then.
        """
        size = self.started()
        if len(cells) not in (0, 3, 5):
            raise Complaint(f"SWAP2BOARD has 0, 3 or 5 stones, not {len(cells)}")
        self.get_ready()
        yield from self.noted()
        if not cells:
            cells = self.opening(size)
            self.stones = by_turns(cells, OWN, OTHERS)
            yield " ".join(size.text(cell) for cell in cells)
            return
        self.stones = by_turns(cells, OTHERS, OWN)
        answer = self.choose(position_of(size, self.stones), self.limit(size))
        if answer.score is not None and answer.score < 0:
            self.stones = by_turns(cells, OWN, OTHERS)
            yield "SWAP"
        else:
            self.stones[answer.move] = OWN
            yield size.text(answer.move)

    def opening(self, size: Size) -> list[int]:
        """Three stones after which neither side is ahead, as far as can be seen in the time there is."""
        limit = self.limit(size)
        part = limit._replace(
            time=None if limit.time is None else limit.time / len(SHAPES),
            clock=None if limit.clock is None else limit.clock / len(SHAPES),
        )
        openings, uneven = [], []
        for shape in SHAPES:
            cells = [(size.height // 2 + y) * size.width + size.width // 2 + x for x, y in shape]
            openings.append(cells)
            uneven.append(abs(self.choose(position_of(size, by_turns(cells, OTHERS, OWN)), part).score or 0.0))
        return openings[uneven.index(min(uneven))]


COMMANDS: dict[str, Callable[[Speaker, str], Iterator[str]]] = {
    "START": Speaker.start,
    "RECTSTART": Speaker.rectstart,
    "RESTART": Speaker.restart,
    "BEGIN": Speaker.begin,
    "TURN": Speaker.turn,
    "PLAY": Speaker.play,
    "TAKEBACK": Speaker.takeback,
    "BOARD": Speaker.board,
    "SWAP2BOARD": Speaker.swap2board,
    "DONE": Speaker.done,
    "INFO": Speaker.hear_info,
    "ABOUT": Speaker.about,
    "END": Speaker.end,
}


def by_turns(cells: Sequence[int], first: int, second: int) -> dict[int, int]:
    return {cell: second if number % 2 else first for number, cell in enumerate(cells)}


def position_of(size: Size, stones: dict[int, int]) -> Position:
    """The board with ourselves to move, however many stones each side has.

    Stones that are nobody's anymore are given to one side or the other so that they never make a line themselves.
    """
    sides = {OWN: 0, OTHERS: 0}
    for cell, whose in stones.items():
        y, x = divmod(cell, size.width)
        owner = whose if whose != NOBODYS else OWN if (x + 2 * y) % 4 < 2 else OTHERS
        sides[owner] |= 1 << cell
    game = size.game
    return game.positioned(type(game.initial)(sides[OWN], sides[OTHERS]))


def from_middle(size: Size, cell: int) -> int:
    y, x = divmod(cell, size.width)
    return (2 * x + 1 - size.width) ** 2 + (2 * y + 1 - size.height) ** 2


def less_margin(seconds: float) -> float:
    """What is left of a time when the margin is kept back; at least half.

    >>> less_margin(0.02), round(less_margin(10), 2)
    (0.01, 9.85)
    """
    return max(seconds / 2, seconds * (1 - MARGIN_SHARE) - MARGIN)


def printable(text: str) -> str:
    """Somebody's text, fit for one short line."""
    shown = "".join(c if c.isprintable() else "?" for c in text)
    return shown if len(shown) <= 60 else f"{shown[:60]}…"
