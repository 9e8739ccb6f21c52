"""(M, N, K) as its rules' page has it: a dict of marks, and every unbroken line measured."""

from dataclasses import dataclass, field

Cell = tuple[int, int]
DIRECTIONS = [(0, 1), (1, 0), (1, 1), (1, -1)]


def line_lengths(marks: set[Cell]) -> set[int]:
    """The lengths of all unbroken lines, each as long as it gets."""
    lengths = set()
    for row, column in marks:
        for down, right in DIRECTIONS:
            if (row - down, column - right) in marks:
                continue
            length = 0
            while (row + length * down, column + length * right) in marks:
                length += 1
            lengths.add(length)
    return lengths


@dataclass(frozen=True)
class Mnk:
    rows: int
    columns: int
    k: int
    exact: bool = False
    marks: dict[Cell, int] = field(default_factory=dict)

    @property
    def to_move(self) -> int:
        return len(self.marks) % 2

    def moves(self) -> list[int]:
        if self.result() is not None:
            return []
        cells = [(row, column) for row in range(self.rows) for column in range(self.columns)]
        return [row * self.columns + column for row, column in cells if (row, column) not in self.marks]

    def play(self, move: int) -> "Mnk":
        marks = self.marks | {divmod(move, self.columns): self.to_move}
        return Mnk(self.rows, self.columns, self.k, self.exact, marks)

    def result(self) -> tuple[int | None, int] | None:
        for player in (0, 1):
            if self.has_row(player):
                return player, 1
        return (None, 0) if len(self.marks) == self.rows * self.columns else None

    def with_mark(self, cell: Cell, player: int) -> "Mnk":
        return Mnk(self.rows, self.columns, self.k, self.exact, self.marks | {cell: player})

    def has_row(self, player: int) -> bool:
        lengths = line_lengths({cell for cell, owner in self.marks.items() if owner == player})
        return any(length == self.k or (length > self.k and not self.exact) for length in lengths)

    def empty(self) -> list[Cell]:
        cells = [(row, column) for row in range(self.rows) for column in range(self.columns)]
        return [cell for cell in cells if cell not in self.marks]

    def completing(self, player: int) -> set[int]:
        """The empty cells with which a player gets K in a row."""
        found = [cell for cell in self.empty() if self.with_mark(cell, player).has_row(player)]
        return {row * self.columns + column for row, column in found}

    def threats(self, player: int) -> dict[int, set[int]]:
        """For each empty cell what would complete K in a row if a player had it."""
        return {c[0] * self.columns + c[1]: self.with_mark(c, player).completing(player) for c in self.empty()}

    def open_rows(self, player: int, lacking: int) -> set[int]:
        """The cells that K - 1 in a row lack, with an empty cell at either end, where they lack so many.

        Where longer rows do not win, none of the player's marks may follow behind those ends.
        """
        found = set()
        for row, column in self.empty():
            for down, right in DIRECTIONS:
                span = [(row + i * down, column + i * right) for i in range(-1, self.k + 2)]
                before, first, *inner, last, after = span
                if not all(0 <= r < self.rows and 0 <= c < self.columns for r, c in (first, *inner, last)):
                    continue
                if first in self.marks or last in self.marks:
                    continue
                if self.exact and player in (self.marks.get(before), self.marks.get(after)):
                    continue
                gaps = [cell for cell in inner if cell not in self.marks]
                if len(gaps) == lacking and all(self.marks.get(cell, player) == player for cell in inner):
                    found |= {r * self.columns + c for r, c in gaps}
        return found

    def text(self) -> str:
        symbols = {None: ".", 0: "x", 1: "o"}
        return "/".join(
            "".join(symbols[self.marks.get((row, column))] for column in range(self.columns))
            for row in range(self.rows)
        )
