"""The manager's side of GTP, the Go Text Protocol, version 2, for games with stones on the cells of a square board.

    manager                   program
    boardsize 15              =
    clear_board               =
    play black H8             =
    genmove white             = G7
    quit                      =

Every command has one response, `=` with a result or `?` with an error, which ends with an empty line. The first player
is black. Columns are letters without I, rows are counted from the bottom; in Othello and Hex rows are counted from the
top, and Hex has the letter i, as the programs for these games have it. The program's side is in `gtp_speaker`. The
specification is https://www.lysator.liu.se/~gunnar/gtp/gtp2-spec-draft2/gtp2-spec.html.
"""

import re
from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

from outplay.core.boards import Grid, HexGrid
from outplay.core.errors import BadSpec, PlayerFailure
from outplay.core.game import Game, Position
from outplay.core.limits import Limit
from outplay.core.results import Ending, GameResult
from outplay.core.specs import name_of
from outplay.protocols.dialect import TURN_SECONDS, Answer

MOST = 25
"""The greatest number of rows and columns: GTP has no more letters."""
LETTERS, HEX_LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz"
COLOURS = ("black", "white")
WORDS = {"pass": "pass", "swap": "swap-pieces"}
"""Moves that are on no cell, by their names in outplay."""
TITLES = {"othello": "Othello", "hex": "Hex", "mnk": "Gomoku"}
"""What programs of Quarry call the games, by the names in outplay."""
STONES_ONLY = ("mnk", "hex")
"""Games in which a position is the stones that were put there, in whichever order."""
RESPONSE = re.compile(r"([=?])\s*([0-9]+(?![^\s]))?\s*(.*)", re.ASCII)
VERTEX = re.compile(r"([a-z])([0-9]{1,2})", re.ASCII)


class Vertices(NamedTuple):
    """The cells of a board in the notation of GTP."""

    board: Grid

    @property
    def size(self) -> int:
        return self.board.rows

    @property
    def letters(self) -> str:
        return HEX_LETTERS if isinstance(self.board, HexGrid) else LETTERS

    def text(self, move: int) -> str:
        """A move.

        >>> from outplay import game
        >>> [vertices_of(game(name)).text(8) for name in ("gomoku:9", "othello", "hex")]
        ['J9', 'A2', 'i1']
        """
        if move >= self.size**2:
            name = self.board.others[move - self.size**2]
            return WORDS.get(name, name)
        row, column = divmod(move, self.size)
        return f"{self.letters[column]}{self.board.row_number(row)}"

    def read(self, text: str) -> int | None:
        """The move that a text names; None if it names none."""
        word = text.strip().lower()
        for number, name in enumerate(self.board.others):
            if word in (name, WORDS.get(name)):
                return self.size**2 + number
        found = VERTEX.fullmatch(word)
        column = self.letters.lower().find(found[1]) if found else -1
        rows = [row for row in range(self.size) if found and self.board.row_number(row) == int(found[2])]
        return rows[0] * self.size + column if rows and 0 <= column < self.size else None


def vertices_of(game: Game) -> Vertices:
    """The board of a game; BadSpec if GTP has no words for its moves."""
    board = game.board
    if (
        not isinstance(board, Grid)
        or board.by_column
        or board.targets_of is not None
        or board.numbered
        or board.rows != board.columns
        or board.rows > MOST
    ):
        raise BadSpec(
            f"GTP is for games that put stones on the cells of a square board of up to {MOST} rows, as in gomoku:15, "
            f"othello or hex, not for {game}"
        )
    return Vertices(board)


class GtpDialect:
    """The manager's side."""

    def __init__(self) -> None:
        self.expected: deque[tuple[str, bool]] = deque()
        """The commands whose responses are to come, and whether an error of theirs ends the game."""
        self.known: list[int] | None = None
        """The moves on the program's board; None if that is not known."""

    def send(self, command: str, required: bool = True) -> str:
        self.expected.append((command, required))
        return command

    def begin(self, start: Position, side: int, limit: Limit, memory: int = 0) -> list[str]:
        self.expected.clear()
        self.known = None
        size, title = vertices_of(start.game).size, TITLES.get(name_of(start.game.spec), "")
        if start != start.game.start() and name_of(start.game.spec) not in STONES_ONLY:
            raise PlayerFailure(Ending.CRASH, f"GTP cannot tell a position of {start.game}, only moves from the start")
        if limit.clock is not None:
            times = f"{max(1, int(limit.clock))} 0 0"
        else:
            times = f"0 {max(1, int(limit.time or TURN_SECONDS))} 1"
        return [
            *([self.send(f"set_game {title}", required=False)] if title == "Othello" else []),
            self.send(f"boardsize {size}"),
            self.send("clear_board"),
            self.send(f"time_settings {times}", required=False),
        ]

    def is_ready(self, line: str) -> bool:
        return self.response(line) is not None and not self.expected

    def response(self, line: str) -> tuple[str, str] | None:
        """The command to which a line responds, and its result; None for other lines."""
        found = RESPONSE.fullmatch(line.strip())
        if not found or not self.expected:
            return None
        command, required = self.expected.popleft()
        if found[1] == "?" and required:
            raise PlayerFailure(Ending.CRASH, f"it answered {command!r} with {line.strip()[:100]!r}")
        return command, found[3] or found[2] or ""

    def ask(self, start: Position, moves: Sequence[int], position: Position, limit: Limit) -> list[str]:
        vertices, lines = vertices_of(position.game), list[str]()
        turn = start.to_move
        if self.known is None or self.known != list(moves[: len(self.known)]):
            lines.append(self.send("clear_board"))
            self.known = []
            if start != start.game.start():
                lines += [self.send(f"play {colour} {vertices.text(cell)}") for colour, cell in stones(start)]
        for number, move in enumerate(moves):
            if number >= len(self.known):
                colour, vertex = COLOURS[(turn + number) % 2], vertices.text(move)
                lines.append(self.send(f"play {colour} {vertex}", required=vertex != "pass"))
        self.known = list(moves)
        colour = COLOURS[position.to_move]
        if limit.clock is not None:
            lines.append(self.send(f"time_left {colour} {max(1, int(limit.clock))} 0", required=False))
        return [*lines, self.send(f"genmove {colour}")]

    def answer(self, line: str, position: Position) -> Answer | None:
        found = self.response(line)
        if found is None or not found[0].startswith("genmove"):
            return None
        if found[1].lower() == "resign":
            raise PlayerFailure(Ending.RESIGNATION, "it resigned")
        move = vertices_of(position.game).read(found[1])
        if move is None:
            raise PlayerFailure(
                Ending.ILLEGAL, f"it answered {found[0]!r} with {line.strip()[:60]!r}, which is no move"
            )
        self.known = [*(self.known or ()), move]
        return Answer(move)

    def end(self, result: GameResult | None) -> list[str]:
        return ["quit"]


def stones(position: Position) -> list[tuple[str, int]]:
    """The stones of a position with their colours."""
    board = vertices_of(position.game).board
    cells, symbols = board.cells(position.state), board.symbols[1:3]
    return [(COLOURS[symbols.index(symbol)], cell) for cell, symbol in enumerate(cells) if symbol in symbols]
