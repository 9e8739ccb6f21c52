"""How positions and moves are written, read and drawn. Rules never need this; people do.

A board draws with a `paint(text, role)` that may add colour; the roles are in `ROLES`. The web page draws from the
same descriptions.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from outplay.core.errors import BadPosition, RuleError

State = Any
Paint = Callable[[str, str], str]

SIDES = ("first", "second")
"""How a text says who is to move."""

ROLES = ("first", "second", "first-faint", "second-faint", "empty", "label", "last")


def no_paint(text: str, role: str) -> str:
    return text


class Board:
    """The board of a game that says nothing about its looks: fields as numbers, moves as numbers."""

    def name(self, state: State, move: int) -> str:
        """The text of a move."""
        return str(move)

    def read_move(self, state: State, text: str, moves: Sequence[int]) -> int | None:
        """The move that a text names, legal or not; None if it names none."""
        wanted = text.strip().casefold()
        return next((m for m in moves if self.name(state, m).casefold() == wanted), None)

    def write(self, state: State) -> str:
        """The state as one line of text that `read` turns back."""
        return " ".join(f"{field}={value}" for field, value in zip(state._fields, state, strict=True))

    def read(self, text: str, like: State) -> State:
        """The state that a text describes; BadPosition or ValueError if it describes none. `like` is the start."""
        parts = text.split()
        fields = dict(part.split("=", 1) for part in parts if "=" in part)
        if len(parts) != len(fields) or set(fields) != set(like._fields):
            raise BadPosition(f"the position must read like {self.write(like)!r}")
        if not all(value.isascii() and value.isdigit() for value in fields.values()):
            raise BadPosition(f"every field must be a whole number, as in {self.write(like)!r}")
        return type(like)(**{name: int(value) for name, value in fields.items()})

    def draw(self, state: State, paint: Paint = no_paint, last: int | None = None) -> str:
        """The position for people, several lines. `last` is the move that led to it."""
        return self.write(state)


Plain = Board


def column_name(column: int) -> str:
    """a … z, aa, ab …"""
    name = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        name = chr(ord("a") + letter) + name
    return name


def column_number(name: str) -> int:
    number = 0
    for letter in name:
        number = number * 26 + ord(letter) - ord("a") + 1
    return number - 1


class Grid(Board):
    """A board of rows and columns, for games whose moves are cells, or columns.

    cells(state) is the board as one string, a symbol a cell, row by row from the top left. state(cells) is the way
    back; it raises ValueError with a reason for a board that cannot be. Without it positions are written as numbers.
    Where a board does not tell who is to move, to_move(state) does: 0 or 1, written after the board as first or second,
    and the way back is state(cells, to_move). symbols names all symbols, the empty cell first, then the first player's,
    then the second's; roles says how any others are painted, and shown says which are drawn as another symbol. Moves
    past the last cell have the names in `others`. caption(state) is a line under the board. Rows are numbered from the
    bottom, or from the top with row_1_on_top.
    """

    def __init__(
        self,
        rows: int,
        columns: int,
        cells: Callable[[State], str],
        state: Callable[..., State] | None = None,
        *,
        to_move: Callable[[State], int] | None = None,
        symbols: str = ".xo",
        moves: str = "cells",
        others: tuple[str, ...] = (),
        roles: Mapping[str, str] | None = None,
        shown: Mapping[str, str] | None = None,
        caption: Callable[[State], str] | None = None,
        row_1_on_top: bool = False,
    ) -> None:
        if not (isinstance(rows, int) and isinstance(columns, int) and rows > 0 and columns > 0):
            raise TypeError(f"a Grid begins with its rows and columns, two whole numbers, not {rows!r} and {columns!r}")
        if not callable(cells):
            raise TypeError("the third argument of a Grid is the function cells(state), not its result")
        if moves not in ("cells", "columns"):
            raise ValueError(f"the moves of a Grid are 'cells' or 'columns', not {moves!r}")
        self.rows, self.columns = rows, columns
        self.symbols_of, self.state, self.to_move = cells, state, to_move
        self.symbols, self.others = symbols, others
        self.row_1_on_top = row_1_on_top
        self.by_column = moves == "columns"
        self.shown, self.caption = dict(shown or {}), caption
        self.roles = dict(zip(symbols, ("empty", "first", "second"), strict=False)) | dict(roles or {})

    def cells(self, state: State) -> str:
        """The board as one string, a symbol a cell."""
        cells = self.symbols_of(state)
        if not isinstance(cells, str) or len(cells) != self.rows * self.columns:
            wanted = f"{self.rows * self.columns} symbols for {self.rows} rows of {self.columns} columns"
            given = len(cells) if isinstance(cells, str) else repr(cells)
            code = getattr(self.symbols_of, "__code__", None)
            raise RuleError(
                f"cells must return {wanted}, not {given}", code and code.co_filename, code and code.co_firstlineno
            )
        return cells

    def name(self, state: State, move: int) -> str:
        size = self.columns if self.by_column else self.rows * self.columns
        if move >= size:
            return self.others[move - size]
        if self.by_column:
            return column_name(move)
        row, column = divmod(move, self.columns)
        return f"{column_name(column)}{self.row_number(row)}"

    def row_number(self, row: int) -> int:
        """What a row is called; the row at the bottom is 1 unless the game counts from the top."""
        return row + 1 if self.row_1_on_top else self.rows - row

    def read_move(self, state: State, text: str, moves: Sequence[int]) -> int | None:
        wanted = text.strip().casefold()
        if wanted in self.others:
            return (self.columns if self.by_column else self.rows * self.columns) + self.others.index(wanted)
        if self.by_column:
            if not re.fullmatch("[a-z]+", wanted, re.ASCII):
                return None
            column = column_number(wanted)
            return column if column < self.columns else None
        if match := re.fullmatch(r"([a-z]{1,3})([0-9]{1,4})", wanted, re.ASCII):
            number = int(match[2])
            row, column = number - 1 if self.row_1_on_top else self.rows - number, column_number(match[1])
        elif match := re.fullmatch(r"([0-9]{1,4})\s*,\s*([0-9]{1,4})", wanted, re.ASCII):
            row, column = int(match[1]), int(match[2])
        else:
            return None
        if 0 <= row < self.rows and 0 <= column < self.columns:
            return row * self.columns + column
        return None

    def write(self, state: State) -> str:
        if self.state is None:
            return super().write(state)
        cells = self.cells(state)
        board = "/".join(cells[i : i + self.columns] for i in range(0, len(cells), self.columns))
        return board if self.to_move is None else f"{board} {SIDES[self.to_move(state)]}"

    def read(self, text: str, like: State) -> State:
        if self.state is None:
            return super().read(text, like)
        if self.to_move is None:
            return self.state(self.read_cells(text))
        board, _, side = text.strip().rpartition(" ")
        if side not in SIDES:
            raise BadPosition(f"after the board stands who is to move, first or second, as in {self.write(like)!r}")
        return self.state(self.read_cells(board), SIDES.index(side))

    def read_cells(self, text: str) -> str:
        """The cells that the text of a board names."""
        rows = text.strip().split("/")
        if len(rows) != self.rows or any(len(row) != self.columns for row in rows):
            raise BadPosition(f"a position has {self.rows} rows of {self.columns} cells, with / between rows")
        unknown = sorted(set("".join(rows)) - set(self.symbols))
        if unknown:
            raise BadPosition(f"{unknown[0]!r} is no cell; the symbols are {' '.join(self.symbols)}")
        return "".join(rows)

    def draw(self, state: State, paint: Paint = no_paint, last: int | None = None) -> str:
        cells = self.cells(state)
        margin = len(str(self.rows))
        width = len(column_name(self.columns - 1)) + 1
        header = paint(" " * margin + "".join(column_name(c).rjust(width) for c in range(self.columns)), "label")
        lines = [header]
        for row in range(self.rows):
            line = []
            for column in range(self.columns):
                cell = row * self.columns + column
                symbol = cells[cell]
                marked = cell == last and not self.by_column
                painted = paint(self.shown.get(symbol, symbol), "last" if marked else self.roles.get(symbol, "empty"))
                line.append(" " * (width - 1) + painted)
            label = str(self.row_number(row))
            lines.append(paint(label.rjust(margin), "label") + "".join(line) + " " + paint(label, "label"))
        lines.append(header)
        if self.caption:
            lines.append(self.caption(state))
        return "\n".join(lines)


class Pits(Board):
    """A mancala board: a row of houses and a store for each player, seeds in them.

    seeds(state) is the seeds of each player, (houses from that player's left, store), the first player's before the
    second's; state(sides, turn, words) is the way back. words(state) are any words that belong to the position, and
    moves past the last house have the names in `others`.
    """

    def __init__(
        self,
        houses: int,
        seeds: Callable[[State], tuple[tuple[tuple[int, ...], int], ...]],
        state: Callable[[list[tuple[list[int], int]], int, list[str]], State],
        to_move: Callable[[State], int],
        words: Callable[[State], list[str]],
        others: tuple[str, ...] = (),
    ) -> None:
        self.houses, self.seeds, self.state = houses, seeds, state
        self.to_move, self.words, self.others = to_move, words, others

    def name(self, state: State, move: int) -> str:
        return str(move + 1) if move < self.houses else self.others[move - self.houses]

    def read_move(self, state: State, text: str, moves: Sequence[int]) -> int | None:
        wanted = text.strip().upper()
        if wanted in self.others:
            return self.houses + self.others.index(wanted)
        if re.fullmatch(r"[0-9]{1,3}", wanted, re.ASCII) and 1 <= int(wanted) <= self.houses:
            return int(wanted) - 1
        return None

    def write(self, state: State) -> str:
        sides = (f"{','.join(map(str, houses))}:{store}" for houses, store in self.seeds(state))
        return " ".join([*sides, SIDES[self.to_move(state)], *self.words(state)])

    def read(self, text: str, like: State) -> State:
        parts = text.split()
        if len(parts) < 3 or parts[2] not in SIDES:
            raise BadPosition(f"a position has both sides and who is to move, as in {self.write(like)!r}")
        sides = []
        for part in parts[:2]:
            if not re.fullmatch(r"[0-9]+(,[0-9]+)*:[0-9]+", part, re.ASCII):
                raise BadPosition(f"{part!r} is no side of a board; the start is {self.write(like)!r}")
            houses, store = part.split(":")
            sides.append(([int(h) for h in houses.split(",")], int(store)))
        if any(len(houses) != self.houses for houses, _ in sides):
            raise BadPosition(f"each side has {self.houses} houses, as in {self.write(like)!r}")
        return self.state(sides, SIDES.index(parts[2]), parts[3:])

    def draw(self, state: State, paint: Paint = no_paint, last: int | None = None) -> str:
        (lower, right), (upper, left) = self.seeds(state)
        width = max(2, *(len(str(n)) for n in (*lower, *upper, right, left))) + 2
        turn, going_on = self.to_move(state), any(lower) and any(upper)

        def row(houses: Sequence[int], role: str) -> str:
            return "".join(paint(str(n).rjust(width), role) for n in houses)

        labels = "".join(str(i + 1).rjust(width) for i in range(self.houses))
        reverse = "".join(str(i + 1).rjust(width) for i in reversed(range(self.houses)))
        gap, between = " " * width, " " * (width * self.houses)
        stores = (paint(str(left).rjust(width), "second"), paint(str(right).rjust(width), "first"))
        return "\n".join(
            [
                paint(gap + reverse, "label") + "   second player" + (", to move" if turn and going_on else ""),
                gap + row(upper[::-1], "second"),
                between.join(stores),
                gap + row(lower, "first"),
                paint(gap + labels, "label") + "   first player" + (", to move" if not turn and going_on else ""),
            ]
        )
