"""The grid family: boards of rows and columns, for games whose moves are cells, or columns."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, cast

from outplay.core.boards.board import (
    SIDES,
    Board,
    Description,
    Highlights,
    Paint,
    State,
    Target,
    named_palette,
    no_paint,
)
from outplay.core.boards.rows import winning_cells
from outplay.core.errors import BadPosition, RuleError

if TYPE_CHECKING:
    from outplay.core.boards.grid_svg import GridDescription
    from outplay.core.boards.svg import Mark, Picture, SvgStyle

LOOKS = ("lines", "cells", "columns", "marks", "territory", "felt")
"""How a grid is drawn: stones on the crossings of lines, stones in cells, discs in columns, crosses and rings in cells,
stones with shaded captured cells, discs on felt."""
LARGE = 9
"""Boards with at least so many rows and columns are drawn as lines, unless they say otherwise."""


def column_name(column: int) -> str:
    """a … z, aa, ab …"""
    name = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        name = chr(ord("a") + letter) + name
    return name


def column_number(name: str) -> int:
    """The column of a name; `column_name` turned round."""
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
    bottom, or from the top with row_1_on_top. in_a_row says how many equal symbols in a row win, so that they are
    highlighted; with exact_row a longer row does not. look is one of LOOKS; without it the symbols and the size decide.
    """

    family: ClassVar[str] = "grid"
    reads_without_moves: ClassVar[bool] = True

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
        in_a_row: int | None = None,
        exact_row: bool = False,
        look: str | None = None,
    ) -> None:
        if not (isinstance(rows, int) and isinstance(columns, int) and rows > 0 and columns > 0):
            raise TypeError(f"a Grid begins with its rows and columns, two whole numbers, not {rows!r} and {columns!r}")
        if not callable(cells):
            raise TypeError("the third argument of a Grid is the function cells(state), not its result")
        if moves not in ("cells", "columns"):
            raise ValueError(f"the moves of a Grid are 'cells' or 'columns', not {moves!r}")
        if look is not None and look not in LOOKS:
            raise ValueError(f"the look of a Grid is one of {', '.join(LOOKS)}, not {look!r}")
        self.rows, self.columns = rows, columns
        self.symbols_of, self.state, self.to_move = cells, state, to_move
        self.symbols, self.others = symbols, others
        self.row_1_on_top = row_1_on_top
        self.by_column = moves == "columns"
        self.shown, self.caption = dict(shown or {}), caption
        self.roles = dict(zip(symbols, ("empty", "first", "second"), strict=False)) | dict(roles or {})
        self.in_a_row, self.exact_row = in_a_row, exact_row
        self.look = look or self.usual_look()

    def usual_look(self) -> str:
        """How the board is drawn if its author does not say."""
        if self.by_column:
            return "columns"
        if any(role.endswith("-faint") for role in self.roles.values()):
            return "territory"
        if self.rows >= LARGE and self.columns >= LARGE:
            return "lines"
        symbols = "".join(self.roles).lower()
        return "marks" if "x" in symbols and "o" in symbols else "cells"

    @property
    def editable(self) -> bool:
        return self.state is not None

    def palette(self, players: tuple[str, str]) -> str:
        if self.by_column:
            return "discs"
        return named_palette(players) or ("marks" if self.look == "marks" else "black-first")

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

    @property
    def places(self) -> int:
        """How many moves are cells or columns; moves from this number on have the names in `others`."""
        return self.columns if self.by_column else self.rows * self.columns

    def name(self, state: State, move: int) -> str:
        if move >= self.places:
            return self.others[move - self.places]
        return column_name(move) if self.by_column else self.cell_name(move)

    def cell_name(self, cell: int) -> str:
        """The letters of the column and the number of the row, as in d4."""
        row, column = divmod(cell, self.columns)
        return f"{column_name(column)}{self.row_number(row)}"

    def row_number(self, row: int) -> int:
        """What a row is called; the row at the bottom is 1 unless the game counts from the top."""
        return row + 1 if self.row_1_on_top else self.rows - row

    def read_cell(self, text: str) -> int | None:
        """The cell that a text names, as d4 or as row,column from 0 at the top left; None if it names none."""
        if match := re.fullmatch(r"([a-z]{1,3})([0-9]{1,4})", text, re.ASCII):
            number = int(match[2])
            row, column = number - 1 if self.row_1_on_top else self.rows - number, column_number(match[1])
        elif match := re.fullmatch(r"([0-9]{1,4})\s*,\s*([0-9]{1,4})", text, re.ASCII):
            row, column = int(match[1]), int(match[2])
        else:
            return None
        inside = 0 <= row < self.rows and 0 <= column < self.columns
        return row * self.columns + column if inside else None

    def read_move(self, state: State, text: str, moves: Sequence[int]) -> int | None:
        wanted = text.strip().casefold()
        if wanted in self.others:
            return self.places + self.others.index(wanted)
        if not self.by_column:
            return self.read_cell(wanted)
        if not re.fullmatch("[a-z]+", wanted, re.ASCII):
            return None
        column = column_number(wanted)
        return column if column < self.columns else None

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

    def describe(self, state: State) -> Description:
        found: GridDescription = {
            "family": "grid",
            "rows": self.rows,
            "columns": self.columns,
            "cells": self.cells(state),
            "symbols": self.symbols,
            "roles": self.roles,
            "shown": self.shown,
            "row_labels": [str(self.row_number(row)) for row in range(self.rows)],
            "column_labels": [column_name(column) for column in range(self.columns)],
            "by_column": self.by_column,
            "with_turn": self.to_move is not None,
            "caption": self.caption(state) if self.caption else "",
            "look": self.look,
        }
        return found

    def targets(self, state: State, move: int) -> tuple[Target, ...]:
        if not 0 <= move < self.places:
            return ()
        return tuple(range(move, self.rows * self.columns, self.columns)) if self.by_column else (move,)

    def target_named(self, state: State, name: str) -> tuple[Target, ...]:
        cell = self.read_cell(name.strip().casefold())
        return super().target_named(state, name) if cell is None else (cell,)

    def highlights(self, before: State | None, move: int | None, after: State) -> Highlights:
        """The last move is the changed cell that the move names; if it names none that has changed, all that have."""
        now = self.cells(after)
        winning = (
            winning_cells(now, self.columns, self.symbols[1:3], self.in_a_row, self.exact_row) if self.in_a_row else ()
        )
        if move is None:
            return Highlights(winning=winning)
        named = self.targets(after, move)
        if before is None:  # which cell of a column it was cannot be known
            return Highlights(last=() if self.by_column else named, winning=winning)
        changed = [cell for cell, (old, new) in enumerate(zip(self.cells(before), now, strict=True)) if old != new]
        last = tuple(cell for cell in changed if cell in named)
        if named and not last:
            return Highlights(last=tuple(changed), winning=winning)
        return Highlights(last, tuple(cell for cell in changed if cell not in last), winning)

    def draw(self, state: State, paint: Paint = no_paint, last: int | None = None) -> str:
        board = cast("GridDescription", self.describe(state))
        marked = self.highlights(None, last, state).last
        labels, columns = board["column_labels"], board["columns"]
        margin, width = len(str(board["rows"])), len(labels[-1]) + 1
        header = paint(" " * margin + "".join(label.rjust(width) for label in labels), "label")
        lines = [header]
        for row, label in enumerate(board["row_labels"]):
            line = []
            for cell in range(row * columns, (row + 1) * columns):
                symbol = board["cells"][cell]
                role = "last" if cell in marked else board["roles"].get(symbol, "empty")
                line.append(" " * (width - 1) + paint(board["shown"].get(symbol, symbol), role))
            lines.append(paint(label.rjust(margin), "label") + "".join(line) + " " + paint(label, "label"))
        lines.append(header)
        if self.caption:
            lines.append(board["caption"])
        return "\n".join(lines)

    def picture(
        self, description: Description, highlights: Highlights, marks: "Mapping[Target, Mark]", style: "SvgStyle"
    ) -> "Picture":
        from outplay.core.boards.grid_svg import grid_picture

        board = cast("GridDescription", description)
        return grid_picture(board, highlights, marks, style, self.palette(style.players))
