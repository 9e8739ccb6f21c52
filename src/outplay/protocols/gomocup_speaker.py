"""The program's side of the Gomocup protocol: commands of a gomoku manager, and the replies to them.

`Speaker` receives the manager's lines one by one and calls a function that chooses moves; `gomocup` shows a dialogue.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

from outplay.core.errors import OutplayError
from outplay.core.game import Game, Position
from outplay.core.limits import Limit
from outplay.protocols.dialect import Choose
from outplay.protocols.gomocup import LEAST, MOST, PAIR, UNLIMITED, Size
from outplay.protocols.speaker import FASTEST, less_margin, printable
from outplay.protocols.speaker import Speaker as AnySpeaker

EXACT, CONTINUOUS, RENJU, CARO = 1, 2, 4, 8
"""The bits of `rule`: six do not win; the game goes on after five; forbidden moves; five must not be blocked."""

TRIPLE = re.compile(r"([0-9]{1,9})\s*,\s*([0-9]{1,9})\s*,\s*([123])", re.ASCII)
COMMAND = re.compile(r"([A-Za-z][A-Za-z0-9_]*)\s*(.*)", re.ASCII | re.DOTALL)

OWN_MEMORY = 250
"""MB that Python, Numba and compiling need besides the transposition table."""

MOST_TABLE = 64
"""MB of the transposition table if memory is not limited."""

INFO_KEYS = ("timeout_turn", "timeout_match", "time_left", "max_memory", "rule")
"""The keys of INFO that are used; all others are ignored."""

OWN, OTHERS, NOBODYS = 1, 2, 3
"""The owner of a stone in BOARD; the last is for a stone of a line that has won already, in a game that goes on."""

SHAPES = (
    ((0, 0), (1, 0), (2, 2)),
    ((0, 0), (-1, 1), (2, -1)),
    ((-2, -2), (1, 2), (2, -1)),
    ((-2, 0), (2, 1), (0, -2)),
    ((-2, -2), (-1, 0), (2, 2)),
    ((0, 0), (1, 1), (-2, 2)),
)
"""Openings for a Swap2 game: three stones, black, white and black, as x and y relative to the middle."""

Prepare = Callable[[Game, int], Choose]
"""prepare(game, table_mb): compiles a game, allocates a table, and returns the function that chooses moves."""


class Complaint(Exception):
    """Raised for a known command that cannot be executed; its text is sent as ERROR."""


class Speaker(AnySpeaker):
    """The program's side."""

    def __init__(self, prepare: Prepare, version: str) -> None:
        self.prepare, self.version = prepare, version
        self.info: dict[str, int] = {}
        self.size: Size | None = None
        self.stones: dict[int, int] = {}
        """The owners of the stones by cell, in the order in which the stones were set."""
        self.gathering = ""
        """BOARD or SWAP2BOARD while the lines of that command are read, otherwise empty."""
        self.gathered: dict[int, int] = {}
        self.mistake = ""
        """The error in the first wrong line of that command."""
        self.notes: list[str] = []
        """Messages for the user, sent before the next reply, because INFO itself must not be answered."""
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

    def interrupts(self, line: str) -> bool:
        return line.strip().upper() == "END"

    def start(self, rest: str) -> Iterator[str]:
        self.size = None  # even if the command fails, the game before is over
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
        """Reads one line between BOARD or SWAP2BOARD and DONE."""
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
                with suppress(OutplayError):  # raised again, and reported, when a move is asked for
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
        """MB for the transposition table: the memory limit less OWN_MEMORY, from 1 to MOST_TABLE."""
        limit = self.info.get("max_memory", 0) >> 20
        return max(1, min(MOST_TABLE, limit - OWN_MEMORY)) if limit > 0 else MOST_TABLE

    def get_ready(self) -> None:
        """Compiles the game and allocates the table, unless that is done for this board and this memory limit."""
        wanted = self.started(), self.table()
        if wanted != self.ready_for:
            self.ready_for = None
            self.choose = self.prepare(wanted[0].game, wanted[1])
            self.ready_for = wanted

    def move(self) -> Iterator[str]:
        """Searches a move, sets the stone, and yields its cell."""
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
        if position.outcome():  # a player has five, and the manager plays on
            return min(free, key=lambda cell: from_middle(size, cell))
        return self.choose(position, self.limit(size)).move

    def limit(self, size: Size) -> Limit:
        """The limit for the next move, by the times that the manager has sent."""
        turn, left, match = (self.info.get(key) for key in ("timeout_turn", "time_left", "timeout_match"))
        if (turn is not None and turn <= 0) or (left is not None and left <= 0):
            return Limit(time=FASTEST)
        seconds = [] if turn is None else [less_margin(turn / 1000)]
        if left is None and match is not None and match > 0:  # the time left is not known: an equal part for each move
            seconds.append(less_margin(match / 1000 / (size.width * size.height / 2)))
        clock = None if left is None or left >= UNLIMITED else less_margin(left / 1000)
        return Limit(time=min(seconds, default=None), clock=clock)

    def swap2(self, cells: list[int]) -> Iterator[str]:
        """Answers SWAP2BOARD with 0, 3 or 5 stones, and keeps the stones for the side that it has chosen.

        It chooses the side with the better score. It never adds two stones and leaves the choice to the opponent, who
        would then choose the better side.
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
        """The opening of SHAPES with the score nearest to 0; each is searched for an equal part of the time."""
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
    """The position with these stones and the program to move, whatever the number of stones of each side.

    Stones of NOBODYS are assigned to both sides in a pattern in which they never make a line themselves.
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
