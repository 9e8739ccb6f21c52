"""The manager's side of the Gomocup protocol, which gomoku managers and programs use over pipes.

    manager                      program
    START 15                     OK
    INFO timeout_turn 5000
    BEGIN                        7,7
    TURN 8,7                     MESSAGE depth 9
                                 8,8
    END

A cell is `x,y` counted from 0 at the top left, x the column. The program's side is in `gomocup_speaker`. The
specification is https://plastovicka.github.io/protocl2en.htm.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from outplay.core.errors import BadSpec, PlayerFailure
from outplay.core.game import Game, Position
from outplay.core.limits import Limit
from outplay.core.registry import game as find_game
from outplay.core.registry import spec_of
from outplay.core.results import Ending, GameResult
from outplay.protocols.dialect import TURN_SECONDS, Answer

LEAST, MOST = 5, 20
"""The least and greatest number of rows and columns of a board."""

UNLIMITED = 2147483647
"""The milliseconds of `time_left` that stand for a game without a clock."""

MOST_BYTES = 2147483647
"""The largest `max_memory` that is sent: programs read it as an integer of 32 bits."""

PAIR = re.compile(r"([-+]?[0-9]{1,9})\s*,\s*([-+]?[0-9]{1,9})", re.ASCII)
"""A move: two numbers with a comma between them, as Piskvork and GomocupJudge read it."""


class Size(NamedTuple):
    """The size of a board, and whether only exactly five in a row win."""

    width: int
    height: int
    exact: bool = False

    @property
    def game(self) -> Game:
        return find_game(f"mnk:{self.height},{self.width},5{',exact' * self.exact}")

    def cell(self, x: int, y: int) -> int | None:
        """The move that marks a cell; None for a cell that is not on the board."""
        return y * self.width + x if 0 <= x < self.width and 0 <= y < self.height else None

    def text(self, cell: int) -> str:
        """A cell in the notation of the protocol.

        >>> Size(15, 15).text(17)
        '2,1'
        """
        return f"{cell % self.width},{cell // self.width}"


def size_of(game: Game) -> Size:
    """The board of a game; raises BadSpec if the protocol cannot play it."""
    spec = spec_of(game, "mnk")
    rows, columns, k, exact = spec.options.values() if spec else (0, 0, 0, False)
    if k != 5 or not (LEAST <= rows <= MOST and LEAST <= columns <= MOST):
        raise BadSpec(
            f"Gomocup programs play five in a row on {LEAST} to {MOST} rows and columns, as in gomoku:15, not {game}"
        )
    return Size(columns, rows, exact)


class GomocupDialect:
    """The manager's side. `folder` is where the program may store files, empty for none."""

    def __init__(self, folder: str = "") -> None:
        self.folder = folder
        self.size = Size(0, 0)
        self.start_word = ""
        self.known: list[int] | None = None
        """The moves on the program's board; None if it has to be sent the whole board."""
        self.asked = False

    def begin(self, start: Position, side: int, limit: Limit, memory: int = 0) -> list[str]:
        try:
            self.size = size_of(start.game)
        except BadSpec as error:
            raise PlayerFailure(Ending.CRASH, str(error)) from None
        self.known, self.asked = None if taken(start) else [], False
        width, height, exact = self.size
        starting = f"START {width}" if width == height else f"RECTSTART {width},{height}"
        self.start_word = starting.split()[0]
        seconds = [s for s in (limit.time, limit.clock) if s is not None]
        return [
            *["INFO rule 1"] * exact,  # sent before START too, so that a program can prepare for it before its OK
            starting,
            f"INFO max_memory {min(memory << 20, MOST_BYTES)}",
            f"INFO timeout_match {milliseconds(limit.clock) if limit.clock is not None else 0}",
            f"INFO timeout_turn {milliseconds(min(seconds, default=TURN_SECONDS))}",
            "INFO game_type 1",
            f"INFO rule {int(exact)}",
            *[f"INFO folder {self.folder}"] * bool(self.folder),
        ]

    def is_ready(self, line: str) -> bool:
        word = first_word(line)
        if word == "ERROR" or (word == "UNKNOWN" and self.start_word == "RECTSTART"):
            raise PlayerFailure(Ending.CRASH, f"it answered {self.start_word} with {line.strip()!r}")
        return word == "OK"

    def ask(self, start: Position, moves: Sequence[int], position: Position, limit: Limit) -> list[str]:
        left = UNLIMITED if limit.clock is None else milliseconds(limit.clock)
        lines = [f"INFO time_left {left}"]
        if not taken(position):
            lines.append("BEGIN")
        elif self.known is not None and moves and self.known == list(moves[:-1]):
            lines.append(f"TURN {self.size.text(moves[-1])}")
        else:
            # A program adds the stones of BOARD to those it has, so an open game is cleared first.
            lines += ["RESTART"] * self.asked + self.board(start, moves, position)
        self.known, self.asked = list(moves), True
        return lines

    def board(self, start: Position, moves: Sequence[int], position: Position) -> list[str]:
        """The BOARD command with all stones in the order in which they were played. Those of the start position, whose
        order is not known, alternate between the players."""
        lines = ["BOARD"]
        turn = start.to_move
        played = [(cell, (turn + number) % 2) for number, cell in enumerate(moves)]
        for cell, player in in_turns(taken(start)) + played:
            lines.append(f"{self.size.text(cell)},{1 if player == position.to_move else 2}")
        return [*lines, "DONE"]

    def answer(self, line: str, position: Position) -> Answer | None:
        text, word = line.strip(), first_word(line)
        if word == "ERROR":
            raise PlayerFailure(Ending.CRASH, f"it said {text!r}")
        if word == "SUGGEST":
            text = text[len(word) :].strip()
        found = PAIR.fullmatch(text)
        if not found:
            return None  # MESSAGE, DEBUG, UNKNOWN, the OK to RESTART, or other text, which is ignored
        cell = self.size.cell(int(found[1]), int(found[2]))
        if cell is None or cell in dict(taken(position)):
            wrong = "not on the board" if cell is None else "taken already"
            raise PlayerFailure(Ending.ILLEGAL, f"it answered {text}, which is {wrong}")
        # A program that only suggests has not put the stone on its board.
        self.known = None if word == "SUGGEST" or self.known is None else [*self.known, cell]
        return Answer(cell)

    def end(self, result: GameResult | None) -> list[str]:
        return ["END"]


def taken(position: Position) -> list[tuple[int, int]]:
    """The cells that have a stone, with its player: 0 for the first, 1 for the second."""
    mine, theirs = position.state
    turn = position.to_move
    marks = [(cell, player) for bits, player in ((mine, turn), (theirs, 1 - turn)) for cell in ones(bits)]
    return sorted(marks)


def in_turns(stones: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The stones of both players in alternation, beginning with the first player."""
    sides = [[stone for stone in stones if stone[1] == player] for player in (0, 1)]
    return sorted(stones, key=lambda stone: (sides[stone[1]].index(stone), stone[1]))


def ones(bits: int) -> list[int]:
    return [cell for cell in range(bits.bit_length()) if bits >> cell & 1]


def milliseconds(seconds: float) -> int:
    """The time in milliseconds, at least 1, since 0 has other meanings in the protocol, and below UNLIMITED."""
    return max(1, min(UNLIMITED - 1, int(seconds * 1000)))


def first_word(line: str) -> str:
    return line.split()[0].upper() if line.split() else ""
