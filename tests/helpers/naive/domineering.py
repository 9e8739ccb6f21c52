"""Domineering: a dict from cells to the player whose domino covers them."""

from dataclasses import dataclass

Cell = tuple[int, int]


@dataclass(frozen=True)
class Domineering:
    rows: int
    columns: int
    covered: dict[Cell, int]
    to_move: int

    @staticmethod
    def start(rows: int, columns: int) -> "Domineering":
        return Domineering(rows, columns, {}, 0)

    def cells(self) -> list[Cell]:
        return [(row, column) for row in range(self.rows) for column in range(self.columns)]

    def other_half(self, cell: Cell) -> Cell:
        row, column = cell
        return (row, column + 1) if self.to_move else (row + 1, column)

    def moves(self) -> list[int]:
        free = [cell for cell in self.cells() if cell not in self.covered]
        return [row * self.columns + column for row, column in free if self.other_half((row, column)) in free]

    def play(self, move: int) -> "Domineering":
        cell = divmod(move, self.columns)
        domino = dict.fromkeys((cell, self.other_half(cell)), self.to_move)
        return Domineering(self.rows, self.columns, self.covered | domino, 1 - self.to_move)

    def result(self) -> tuple[int | None, int] | None:
        return None if self.moves() else (1 - self.to_move, 1)

    def text(self) -> str:
        symbols = {None: ".", 0: "V", 1: "H"}
        return "/".join(
            "".join(symbols[self.covered.get((row, column))] for column in range(self.columns))
            for row in range(self.rows)
        )
