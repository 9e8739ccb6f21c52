"""The hex family: boards of hexagons in the shape of a rhombus, with edges that players want to join."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, cast

from outplay.core.boards.board import Description, Highlights, Paint, State, Target, named_palette
from outplay.core.boards.grid import Grid, painted_row

if TYPE_CHECKING:
    from outplay.core.boards.grid_svg import GridDescription
    from outplay.core.boards.hex_svg import HexDescription
    from outplay.core.boards.svg import Mark, Picture, SvgStyle

GOALS = ("first", "second", "")
"""Whose an edge can be; the empty text is nobody."""
NEIGHBOURS = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1))
"""Steps from a hexagon to the six beside it, as (down, right)."""


class HexGrid(Grid):
    r"""A rhombus of hexagons: each row stands half a cell further to the right than the row above.

    Cell number row * columns + column touches the two beside it in its row, (row - 1, column), (row - 1, column + 1),
    (row + 1, column - 1) and (row + 1, column). goals says who wants to join the top with the bottom, and who the left
    with the right: "first", "second" or "" for nobody. These edges are drawn in the player's colour, and a chain that
    joins them is highlighted. Rows are numbered from the top unless row_1_on_top is False. The other arguments are
    those of a Grid.

    >>> game = outplay.game("hex:3")
    >>> print(game.start().play(4))
       a b c
       -------
    1 \ . . . \ 1
     2 \ . x . \ 2
      3 \ . . . \ 3
         -------
           a b c
    x joins top and bottom, o joins left and right
    """

    family: ClassVar[str] = "hex"

    def __init__(
        self,
        rows: int,
        columns: int,
        cells: Callable[[State], str],
        state: Callable[..., State] | None = None,
        *,
        goals: tuple[str, str] = ("first", "second"),
        row_1_on_top: bool = True,
        **options: Any,
    ) -> None:
        if not (isinstance(goals, tuple) and len(goals) == 2 and all(goal in GOALS for goal in goals)):
            raise ValueError(f'goals is two of "first", "second" and "", not {goals!r}')
        if wrong := options.keys() & {"moves", "look", "in_a_row", "exact_row"}:
            raise TypeError(f"a HexGrid has no {min(wrong)}; its moves are cells, or what targets says")
        super().__init__(rows, columns, cells, state, row_1_on_top=row_1_on_top, **options)
        self.goals = goals

    def usual_look(self) -> str:
        return "cells"

    def palette(self, players: tuple[str, str]) -> str:
        return named_palette(players) or "warm"

    def describe(self, state: State) -> Description:
        upright, across = self.goals
        goals = {"top": upright, "bottom": upright, "left": across, "right": across}
        return {**super().describe(state), "goals": goals}

    def winning(self, symbols: str) -> tuple[Target, ...]:
        """The cells of a shortest chain that joins a player's two edges, from the one to the other."""
        upright, across = self.goals
        top, left = range(self.columns), range(0, self.parts, self.columns)
        bottom, right = [self.parts - 1 - cell for cell in top], [cell + self.columns - 1 for cell in left]
        for owner, begin, end in ((upright, top, bottom), (across, left, right)):
            own = {cell for cell, symbol in enumerate(symbols) if owner and self.roles.get(symbol) == owner}
            if chain := self.chain(own, own.intersection(begin), own.intersection(end)):
                return chain
        return ()

    def chain(self, own: set[int], begin: set[int], end: set[int]) -> tuple[int, ...]:
        """A shortest way from one set of cells to another over own cells; empty if there is none.

        >>> outplay.game("hex:3").board.chain({0, 1, 3, 6}, {0, 1}, {6})
        (0, 3, 6)
        """
        before: dict[int, int | None] = dict.fromkeys(sorted(begin))
        for cell in (queue := list(before)):
            if cell in end:
                found: list[int] = []
                at: int | None = cell
                while at is not None:
                    found.append(at)
                    at = before[at]
                return tuple(reversed(found))
            for other in self.neighbours(cell):
                if other in own and other not in before:
                    before[other] = cell
                    queue.append(other)
        return ()

    def neighbours(self, cell: int) -> list[int]:
        """The cells that a cell touches.

        >>> outplay.game("hex:3").board.neighbours(4)
        [5, 3, 7, 1, 6, 2]
        """
        row, column = divmod(cell, self.columns)
        beside = ((row + down, column + right) for down, right in NEIGHBOURS)
        return [r * self.columns + c for r, c in beside if 0 <= r < self.rows and 0 <= c < self.columns]

    def drawn_rows(self, board: "GridDescription", highlights: Highlights, paint: Paint) -> list[str]:
        labels, (upright, across) = board["column_labels"], self.goals
        margin, half = len(str(board["rows"])), (len(labels[-1]) + 2) // 2
        width = 2 * half

        def edge(sign: str, owner: str) -> str:
            return paint(sign, owner) if owner else " " * len(sign)

        def header(shift: int) -> str:
            return " " * (margin + 3 + shift) + paint("".join(label.ljust(width) for label in labels).rstrip(), "label")

        border = edge("-" * (width * board["columns"] + 1), upright)
        lines = [header(-half), f"{' ' * (margin + 2)}{border}"]
        for row, label in enumerate(board["row_labels"]):
            symbols = (" " * (width - 1)).join(painted_row(board, row, highlights, paint))
            side = edge("\\", across)
            start = " " * (row * half) + paint(label.rjust(margin), "label")
            lines.append(f"{start} {side} {symbols} {side} {paint(label, 'label')}")
        shift = (board["rows"] - 1) * half
        lines += [f"{' ' * (margin + 2 + shift)}{border}", header(shift + half)]
        return [line.rstrip() for line in lines] + self.legend(paint)

    def legend(self, paint: Paint) -> list[str]:
        """Who joins which edges, in words.

        >>> outplay.game("hex:3").board.legend(outplay.no_paint)
        ['x joins top and bottom, o joins left and right']
        """
        said = []
        for owner, edges in zip(self.goals, ("top and bottom", "left and right"), strict=True):
            symbol = next((symbol for symbol, role in self.roles.items() if role == owner), "")
            if symbol:
                said.append(f"{paint(self.shown.get(symbol, symbol), owner)} joins {edges}")
        return [", ".join(said)] if said else []

    def picture(
        self, description: Description, highlights: Highlights, marks: "Mapping[Target, Mark]", style: "SvgStyle"
    ) -> "Picture":
        from outplay.core.boards.hex_svg import hex_picture

        board = cast("HexDescription", description)
        return hex_picture(board, highlights, marks, style, self.palette(style.players))
