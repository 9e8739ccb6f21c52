"""The grid family: boards of rows and columns, for games whose moves are made on cells."""

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, cast

from outplay.core.boards.board import (
    ROLES,
    SIDES,
    Description,
    Highlights,
    Paint,
    State,
    Steps,
    Target,
    named_palette,
    no_paint,
)
from outplay.core.boards.hands import Hands, hands_described, hands_drawn, read_hands, write_hands
from outplay.core.boards.parts import PartBoard
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


class Grid(PartBoard):
    """A board of rows and columns, for games whose moves are made on cells.

    cells(state) is the board as one string, a symbol a cell, row by row from the top left. state(cells) is the way
    back; it raises ValueError with a reason for a board that cannot be. Without it positions are written as numbers.
    Where a board does not tell who is to move, to_move(state) does: 0 or 1, written after the board as first or second,
    and the way back is state(cells, to_move). symbols names all symbols, the empty cell first, then the first player's,
    then the second's; roles says whose any others are (those of nobody are neutral, such as a wall), and shown says
    which are drawn as another symbol.

    The number of a move is its cell, or with moves="columns" its column; moves past the last one have the names in
    `others`. For all other moves, such as those from cell to cell, targets(state, move) returns the cells to click, in
    order: (12, 20). The move is called b3-c4 then. It may also return a word for a move that no click makes (pass), end
    with a word for what the clicks leave open (12, 4, "Q"), and name the hand that a piece comes from
    ("hand:0:P", 20). hands(state) is what each player has in hand, as two mappings from a symbol to a number; the way
    back is state(cells, hands) then, or state(cells, hands, to_move). words(state) is a list of any words that belong
    to the position too, such as a number of moves; they stand after who is to move, and are the last argument of the
    way back.

    caption(state) is a line under the board. Rows are numbered from the bottom, or from the top with row_1_on_top.
    in_a_row says how many equal symbols in a row win, so that they are highlighted; with exact_row a longer row does
    not. look is one of LOOKS; without it the symbols and the size decide.

    >>> game = outplay.game("tic-tac-toe")
    >>> def cells(state):  # the side to move has `mine`
    ...     first, second = (state.mine, state.theirs) if game.to_move(state) == 0 else (state.theirs, state.mine)
    ...     return "".join(".xo"[(first >> cell & 1) + 2 * (second >> cell & 1)] for cell in range(9))
    >>> board = outplay.Grid(3, 3, cells, in_a_row=3)
    >>> print(board.draw(game.start().play(4).play(0).state))
      a b c
    3 o . . 3
    2 . x . 2
    1 . . . 1
      a b c
    """

    family: ClassVar[str] = "grid"

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
        targets: Callable[[State, int], Any] | None = None,
        others: tuple[str, ...] = (),
        hands: Callable[[State], Hands] | None = None,
        roles: Mapping[str, str] | None = None,
        shown: Mapping[str, str] | None = None,
        words: Callable[[State], list[str]] | None = None,
        caption: Callable[[State], str] | None = None,
        row_1_on_top: bool = False,
        in_a_row: int | None = None,
        exact_row: bool = False,
        look: str | None = None,
    ) -> None:
        if not (isinstance(rows, int) and isinstance(columns, int) and rows > 0 and columns > 0):
            name = type(self).__name__
            given = f"{rows!r} and {columns!r}"
            raise TypeError(f"a {name} begins with its rows and columns, two whole numbers, not {given}")
        if not callable(cells):
            raise TypeError("the third argument of a Grid is the function cells(state), not its result")
        if moves not in ("cells", "columns"):
            raise ValueError(f"the moves of a Grid are 'cells' or 'columns', not {moves!r}")
        if look is not None and look not in LOOKS:
            raise ValueError(f"the look of a Grid is one of {', '.join(LOOKS)}, not {look!r}")
        if words is not None and to_move is None:
            raise ValueError("the words of a Grid stand after who is to move, so it needs to_move too")
        super().__init__(rows * columns, targets, others)
        self.rows, self.columns = rows, columns
        self.symbols_of, self.state, self.to_move = cells, state, to_move
        self.symbols, self.hands, self.words = symbols, hands, words
        self.row_1_on_top = row_1_on_top
        self.by_column = moves == "columns"
        self.shown, self.caption = dict(shown or {}), caption
        usual = dict(zip(symbols, ("empty", "first", "second"), strict=False))
        self.roles = usual | dict.fromkeys(symbols[3:], "neutral") | dict(roles or {})
        self.in_a_row, self.exact_row = in_a_row, exact_row
        self.look = look or self.usual_look()

    def usual_look(self) -> str:
        """How the board is drawn if its author does not say.

        >>> outplay.Grid(3, 3, lambda state: 9 * ".").usual_look(), outplay.Grid(3, 3, str, symbols=".wb").usual_look()
        ('marks', 'cells')
        """
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
        return self.state is not None and self.hands is None

    def palette(self, players: tuple[str, str]) -> str:
        if self.by_column:
            return "discs"
        return named_palette(players) or ("marks" if self.look == "marks" else "black-first")

    def cells(self, state: State) -> str:
        """The board as one string, a symbol a cell.

        >>> game = outplay.game("tic-tac-toe")
        >>> game.board.cells(game.initial)
        '.........'
        """
        cells = self.symbols_of(state)
        if not isinstance(cells, str) or len(cells) != self.rows * self.columns:
            wanted = f"{self.rows * self.columns} symbols for {self.rows} rows of {self.columns} columns"
            given = len(cells) if isinstance(cells, str) else f"a {type(cells).__name__}"
            code = getattr(self.symbols_of, "__code__", None)
            raise RuleError(
                f"cells must return a text of {wanted}, not {given}",
                code and code.co_filename,
                code and code.co_firstlineno,
            )
        return cells

    def symbols_at(self, state: State) -> str:
        return self.cells(state)

    @property
    def places(self) -> int:
        return self.columns if self.by_column else self.parts

    def place_name(self, move: int) -> str:
        return column_name(move) if self.by_column else self.cell_name(move)

    def place_steps(self, state: State, move: int) -> Steps:
        return (tuple(range(move, self.parts, self.columns)) if self.by_column else (move,),)

    def part_name(self, part: int) -> str:
        return self.cell_name(part)

    def read_part(self, text: str) -> int | None:
        return self.read_cell(text)

    def cell_name(self, cell: int) -> str:
        """The letters of the column and the number of the row, as in d4.

        >>> outplay.game("tic-tac-toe").board.cell_name(0)
        'a3'
        """
        row, column = divmod(cell, self.columns)
        return f"{column_name(column)}{self.row_number(row)}"

    def row_number(self, row: int) -> int:
        """What a row is called; the row at the bottom is 1 unless the game counts from the top.

        >>> outplay.game("tic-tac-toe").board.row_number(0), outplay.game("hex:3").board.row_number(0)
        (3, 1)
        """
        return row + 1 if self.row_1_on_top else self.rows - row

    def read_cell(self, text: str) -> int | None:
        """The cell that a text names, as d4 or as row,column from 0 at the top left; None if it names none.

        >>> outplay.game("tic-tac-toe").board.read_cell("b2"), outplay.game("tic-tac-toe").board.read_cell("1,1")
        (4, 4)
        """
        if match := re.fullmatch(r"([a-z]{1,3})([0-9]{1,4})", text, re.ASCII):
            number = int(match[2])
            row, column = number - 1 if self.row_1_on_top else self.rows - number, column_number(match[1])
        elif match := re.fullmatch(r"([0-9]{1,4})\s*,\s*([0-9]{1,4})", text, re.ASCII):
            row, column = int(match[1]), int(match[2])
        else:
            return None
        inside = 0 <= row < self.rows and 0 <= column < self.columns
        return row * self.columns + column if inside else None

    def read_place(self, text: str) -> int | None:
        if not self.by_column:
            return self.read_cell(text)
        if not re.fullmatch("[a-z]+", text, re.ASCII):
            return None
        column = column_number(text)
        return column if column < self.columns else None

    def write(self, state: State) -> str:
        if self.state is None:
            return super().write(state)
        cells = self.cells(state)
        words = ["/".join(cells[i : i + self.columns] for i in range(0, len(cells), self.columns))]
        if self.hands is not None:
            words.append(write_hands(self.hands(state)))
        if self.to_move is not None:
            words.append(SIDES[self.to_move(state)])
        return " ".join([*words, *(self.words(state) if self.words else ())])

    def read(self, text: str, like: State) -> State:
        if self.state is None:
            return super().read(text, like)
        words = text.strip().split(" ")
        last: list[Any] = []
        if self.to_move is not None:
            at = next((i for i, word in enumerate(words) if word in SIDES), len(words))
            if at == len(words) or (words[at + 1 :] and not self.words):
                raise BadPosition(f"after the board stands who is to move, first or second, as in {self.write(like)!r}")
            last = [SIDES.index(words[at]), *([words[at + 1 :]] if self.words else [])]
            words = words[:at]
        if self.hands is None:
            return self.state(self.read_cells(" ".join(words)), *last)
        if len(words) != 2:
            raise BadPosition(f"after the board stands what both have in hand, as in {self.write(like)!r}")
        return self.state(self.read_cells(words[0]), read_hands(words[1]), *last)

    def read_cells(self, text: str) -> str:
        """The cells that the text of a board names.

        >>> outplay.game("tic-tac-toe").board.read_cells("xxx/oo./...")
        'xxxoo....'
        """
        rows = text.strip().split("/")
        if len(rows) != self.rows or any(len(row) != self.columns for row in rows):
            raise BadPosition(f"a position has {self.rows} rows of {self.columns} cells, with / between rows")
        unknown = sorted(set("".join(rows)) - set(self.symbols))
        if unknown:
            raise BadPosition(f"{unknown[0]!r} is no cell; the symbols are {' '.join(self.symbols)}")
        return "".join(rows)

    def describe(self, state: State) -> Description:
        cells = self.cells(state)
        found: GridDescription = {
            "family": cast("Any", self.family),
            "rows": self.rows,
            "columns": self.columns,
            "cells": cells,
            "symbols": self.symbols,
            "roles": self.roles | dict.fromkeys(sorted({*cells} - {*self.roles, " "}), "neutral"),
            "shown": self.shown,
            "row_labels": [str(self.row_number(row)) for row in range(self.rows)],
            "column_labels": [column_name(column) for column in range(self.columns)],
            "by_column": self.by_column,
            "with_turn": self.to_move is not None,
            "caption": self.caption(state) if self.caption else "",
            "look": self.look,
        }
        if self.hands is not None:
            found["hands"] = hands_described(self.hands(state))
        return found

    def winning(self, symbols: str) -> tuple[Target, ...]:
        if not self.in_a_row:
            return ()
        return winning_cells(symbols, self.columns, self.symbols[1:3], self.in_a_row, self.exact_row)

    def draw(self, state: State, paint: Paint = no_paint, last: int | None = None) -> str:
        return self.drawn(state, self.highlights(None, last, state), paint)

    def draw_move(self, before: State, move: int, after: State, paint: Paint = no_paint) -> str:
        if type(self).draw is not Grid.draw:  # a subclass draws in its own way
            return self.draw(after, paint, move)
        return self.drawn(after, self.highlights(before, move, after), paint)

    def drawn(self, state: State, highlights: Highlights, paint: Paint) -> str:
        """The lines of the drawing: the board between its labels, hands above and below it, and the caption.

        >>> game = outplay.game("tic-tac-toe")
        >>> board, state = game.board, game.play(game.initial, 4)
        >>> board.drawn(state, board.highlights(game.initial, 4, state), outplay.no_paint) == board.draw(state)
        True
        """
        board = cast("GridDescription", self.describe(state))
        above, below = hands_drawn(board.get("hands"), paint)
        caption = [board["caption"]] if self.caption else []
        return "\n".join([*above, *self.drawn_rows(board, highlights, paint), *below, *caption])

    def drawn_rows(self, board: "GridDescription", highlights: Highlights, paint: Paint) -> list[str]:
        """The lines of the board itself, with the labels of its rows and columns.

        >>> game = outplay.game("tic-tac-toe")
        >>> board, highlights = game.board, game.board.highlights(None, None, game.initial)
        >>> board.drawn_rows(board.describe(game.initial), highlights, outplay.no_paint)
        ['  a b c', '3 . . . 3', '2 . . . 2', '1 . . . 1', '  a b c']
        """
        labels = board["column_labels"]
        margin, width = len(str(board["rows"])), len(labels[-1]) + 1
        header = paint(" " * margin + "".join(label.rjust(width) for label in labels), "label")
        lines = [header]
        for row, label in enumerate(board["row_labels"]):
            symbols = (" " * (width - 1) + symbol for symbol in painted_row(board, row, highlights, paint))
            lines.append(paint(label.rjust(margin), "label") + "".join(symbols) + " " + paint(label, "label"))
        return [*lines, header]

    def picture(
        self, description: Description, highlights: Highlights, marks: "Mapping[Target, Mark]", style: "SvgStyle"
    ) -> "Picture":
        from outplay.core.boards.grid_svg import grid_picture

        board = cast("GridDescription", description)
        return grid_picture(board, highlights, marks, style, self.palette(style.players))


def painted_row(board: "GridDescription", row: int, highlights: Highlights, paint: Paint) -> list[str]:
    """The symbols of a row for the terminal, the cells of the last move marked."""
    columns, found = board["columns"], []
    for cell in range(row * columns, (row + 1) * columns):
        symbol = board["cells"][cell]
        role = "last" if cell in highlights.last else board["roles"].get(symbol, "empty")
        shown = board["shown"].get(symbol, symbol)
        found.append(paint(shown, role) if role in ROLES else shown)
    return found
