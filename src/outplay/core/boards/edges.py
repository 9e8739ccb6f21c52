"""The edges family: rows and columns of dots, where players draw the edges between them and own the boxes."""

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, cast

from outplay.core.boards.board import Description, Highlights, Paint, State, Target, named_palette, no_paint
from outplay.core.boards.grid import column_name, column_number
from outplay.core.boards.parts import PartBoard
from outplay.core.errors import RuleError

if TYPE_CHECKING:
    from outplay.core.boards.edges_svg import EdgesDescription
    from outplay.core.boards.svg import Mark, Picture, SvgStyle

DOTS = re.compile(r"([a-z]{1,3})([0-9]{1,4})(?:\s*-\s*|\s+)?([a-z]{1,3})([0-9]{1,4})", re.ASCII)
"""The two dots of an edge: `a1-b1`, `a1b1`, `a1 b1`."""
PAINTED = ("first", "second")


class EdgeGrid(PartBoard):
    """Rows and columns of boxes with a dot at every corner, for games in which players draw the edges between dots.

    edges(state) is a symbol for each edge: first the horizontal ones, row by row from the top, (rows + 1) * columns of
    them; then the vertical ones, row by row, rows * (columns + 1). boxes(state) is a symbol for each box, row by row.
    symbols are the one for free edges and boxes, the first player's, the second's, and the one for edges of which the
    state does not tell who drew them. The number of a move is its edge, which is named by its dots: a1-b1. targets,
    others, roles, shown, caption and row_1_on_top are as for a Grid.

    >>> game = outplay.game("dots-and-boxes:2,2")
    >>> print(game.start().play(0).play(6))
      a   b   c
    3 +---+   + 3
      |
    2 +   +   + 2
    <BLANKLINE>
    1 +   +   + 1
      a   b   c
    x 0, o 0
    """

    family: ClassVar[str] = "edges"

    def __init__(
        self,
        rows: int,
        columns: int,
        edges: Callable[[State], str],
        boxes: Callable[[State], str] | None = None,
        *,
        symbols: str = ".xo+",
        targets: Callable[[State, int], Any] | None = None,
        others: tuple[str, ...] = (),
        roles: Mapping[str, str] | None = None,
        shown: Mapping[str, str] | None = None,
        caption: Callable[[State], str] | None = None,
        row_1_on_top: bool = False,
    ) -> None:
        if not (isinstance(rows, int) and isinstance(columns, int) and rows > 0 and columns > 0):
            given = f"{rows!r} and {columns!r}"
            raise TypeError(f"an EdgeGrid begins with its rows and columns, two whole numbers, not {given}")
        if not callable(edges):
            raise TypeError("the third argument of an EdgeGrid is the function edges(state), not its result")
        self.rows, self.columns = rows, columns
        self.horizontal = (rows + 1) * columns
        """The number of horizontal edges, and of the first vertical one."""
        super().__init__(self.horizontal + rows * (columns + 1), targets, others)
        self.edges_of, self.boxes_of, self.symbols = edges, boxes, symbols
        names = ("empty", "first", "second", "taken")
        self.roles = dict(zip(symbols, names, strict=False)) | dict(roles or {})
        self.shown, self.caption, self.row_1_on_top = dict(shown or {}), caption, row_1_on_top

    def palette(self, players: tuple[str, str]) -> str:
        return named_palette(players) or "warm"

    def symbols_at(self, state: State) -> str:
        return checked(self.edges_of, self.edges_of(state), self.parts, "edges")

    def boxes(self, state: State) -> str:
        """A symbol for each box.

        >>> game = outplay.game("dots-and-boxes:2,2")
        >>> game.board.boxes(game.initial)
        '....'
        """
        if self.boxes_of is None:
            return self.symbols[0] * (self.rows * self.columns)
        return checked(self.boxes_of, self.boxes_of(state), self.rows * self.columns, "boxes")

    # Names

    def row_number(self, row: int) -> int:
        """What a row of dots is called.

        >>> outplay.game("dots-and-boxes:2,2").board.row_number(0)
        3
        """
        return row + 1 if self.row_1_on_top else self.rows + 1 - row

    def ends(self, edge: int) -> tuple[tuple[int, int], tuple[int, int]]:
        """The dots of an edge as (row, column), the left or upper one first.

        >>> outplay.game("dots-and-boxes:2,2").board.ends(0)
        ((0, 0), (0, 1))
        """
        if edge < self.horizontal:
            row, column = divmod(edge, self.columns)
            return (row, column), (row, column + 1)
        row, column = divmod(edge - self.horizontal, self.columns + 1)
        return (row, column), (row + 1, column)

    def part_name(self, part: int) -> str:
        names = [(column, self.row_number(row)) for row, column in self.ends(part)]
        return "-".join(f"{column_name(column)}{number}" for column, number in sorted(names))

    def read_part(self, text: str) -> int | None:
        match = DOTS.fullmatch(text)
        if not match:
            return None
        numbers = int(match[2]), int(match[4])
        rows = sorted(number - 1 if self.row_1_on_top else self.rows + 1 - number for number in numbers)
        columns = sorted(column_number(name) for name in (match[1], match[3]))
        row, column = rows[0], columns[0]
        if row < 0 or rows[1] > self.rows or columns[1] > self.columns:
            return None
        if (rows[1] - row, columns[1] - column) == (0, 1):
            return row * self.columns + column
        if (rows[1] - row, columns[1] - column) == (1, 0):
            return self.horizontal + row * (self.columns + 1) + column
        return None

    # Drawing

    def highlights(self, before: State | None, move: int | None, after: State) -> Highlights:
        """The edge that was drawn, and the boxes that it closed."""
        found = super().highlights(before, move, after)
        if before is None:
            return found
        changed = zip(self.boxes(before), self.boxes(after), strict=True)
        boxes = [f"box:{box}" for box, (was, symbol) in enumerate(changed) if was != symbol]
        return found._replace(captured=(*found.captured, *boxes))

    def describe(self, state: State) -> Description:
        found: EdgesDescription = {
            "family": "edges",
            "rows": self.rows,
            "columns": self.columns,
            "edges": self.symbols_at(state),
            "boxes": self.boxes(state),
            "symbols": self.symbols,
            "roles": self.roles,
            "shown": self.shown,
            "row_labels": [str(self.row_number(row)) for row in range(self.rows + 1)],
            "column_labels": [column_name(column) for column in range(self.columns + 1)],
            "with_turn": False,
            "caption": self.caption(state) if self.caption else "",
        }
        return found

    def draw(self, state: State, paint: Paint = no_paint, last: int | None = None) -> str:
        return self.drawn(state, self.highlights(None, last, state), paint)

    def draw_move(self, before: State, move: int, after: State, paint: Paint = no_paint) -> str:
        if type(self).draw is not EdgeGrid.draw:  # a subclass draws in its own way
            return self.draw(after, paint, move)
        return self.drawn(after, self.highlights(before, move, after), paint)

    def drawn(self, state: State, highlights: Highlights, paint: Paint) -> str:
        """The lines of the drawing: dots as +, edges between them, the owners of boxes, labels around.

        >>> game = outplay.game("dots-and-boxes:2,2")
        >>> board, state = game.board, game.play(game.initial, 0)
        >>> board.drawn(state, board.highlights(game.initial, 0, state), outplay.no_paint) == board.draw(state)
        True
        """
        board = cast("EdgesDescription", self.describe(state))
        labels = board["column_labels"]
        margin = len(str(self.rows + 1))
        header = paint(" " * margin + "".join(label.rjust(4) for label in labels)[2:], "label")

        def painted(text: str, symbol: str, part: Target) -> str:
            role = board["roles"].get(symbol, "empty")
            role = "last" if part in highlights.last else role
            return paint(text, role) if role in (*PAINTED, "last") else text

        def drawn_edge(edge: int, sign: str) -> str:
            symbol = board["edges"][edge]
            return " " * len(sign) if board["roles"].get(symbol, "empty") == "empty" else painted(sign, symbol, edge)

        lines = [header]
        for row, label in enumerate(board["row_labels"]):
            edges = range(row * self.columns, (row + 1) * self.columns)
            dots = "+" + "".join(drawn_edge(edge, "---") + "+" for edge in edges)
            lines.append(f"{paint(label.rjust(margin), 'label')} {dots} {paint(label, 'label')}")
            if row < self.rows:
                first = self.horizontal + row * (self.columns + 1)
                line = " " * (margin + 1) + drawn_edge(first, "|")
                for column in range(self.columns):
                    box = row * self.columns + column
                    owner = board["boxes"][box]
                    shown = " " if owner == self.symbols[0] else board["shown"].get(owner, owner)
                    line += f" {painted(shown, owner, f'box:{box}')} {drawn_edge(first + column + 1, '|')}"
                lines.append(line)
        caption = [board["caption"]] if self.caption else []
        return "\n".join([line.rstrip() for line in [*lines, header]] + caption)

    def picture(
        self, description: Description, highlights: Highlights, marks: "Mapping[Target, Mark]", style: "SvgStyle"
    ) -> "Picture":
        from outplay.core.boards.edges_svg import edges_picture

        board = cast("EdgesDescription", description)
        return edges_picture(board, highlights, marks, style, self.palette(style.players))


def checked(function: Callable[..., Any], symbols: Any, number: int, name: str) -> str:
    """What the author's function returned; RuleError if it is no text with a symbol for each part."""
    if isinstance(symbols, str) and len(symbols) == number:
        return symbols
    given = len(symbols) if isinstance(symbols, str) else repr(symbols)
    code = getattr(function, "__code__", None)
    raise RuleError(
        f"{name} must return {number} symbols, not {given}", code and code.co_filename, code and code.co_firstlineno
    )
