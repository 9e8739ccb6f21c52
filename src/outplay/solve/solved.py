"""What a solve comes to."""

from typing import Any, NamedTuple

from outplay.core.game import Outcome, Position
from outplay.core.notebook import Row


class Solved(NamedTuple):
    """What is proven of a position."""

    outcome: Outcome | None
    """Winner and margin; None if the limit ended the search."""
    exact: bool
    """Whether winner and margin are proven (the winner alone, if that was the goal)."""
    nodes: int
    seconds: float
    moves: tuple[int, ...]
    """Every first move that keeps the outcome; where it was not asked for, one of them."""
    values: dict[int, int]
    """With `all_moves` the margin of every move for the side to move, where only winning counts 1, 0 or -1."""
    method: str
    goal: str
    entries: int = 0
    """Entries of the certificate that was written."""
    position: Position | None = None
    """What was solved."""

    def to_rows(self) -> list[Row]:
        """The moves whose value is known for `pandas.DataFrame` or `polars.DataFrame`: a row for each."""
        from outplay.solve.solution_html import solved_rows

        return solved_rows(self)

    def __str__(self) -> str:
        from outplay.solve.solution_html import solved_words

        return solved_words(self)

    def _repr_html_(self) -> str:
        from outplay.solve.solution_html import solved_html

        return solved_html(self)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(str(self))
