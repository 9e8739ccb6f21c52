"""Breakthrough: a dict of pieces, and every step of every piece tried by hand."""

from dataclasses import dataclass

Cell = tuple[int, int]


@dataclass(frozen=True)
class Breakthrough:
    size: int
    pieces: dict[Cell, int]
    """From (row from the top, column) to 0 for White, 1 for Black."""
    to_move: int

    @staticmethod
    def start(size: int = 8) -> "Breakthrough":
        black = {(row, column): 1 for row in (0, 1) for column in range(size)}
        white = {(row, column): 0 for row in (size - 2, size - 1) for column in range(size)}
        return Breakthrough(size, black | white, 0)

    def steps(self) -> list[tuple[Cell, Cell]]:
        found = []
        for (row, column), owner in self.pieces.items():
            for sideways in (-1, 0, 1):
                there = (row + (1 if owner else -1), column + sideways)
                if owner != self.to_move or not 0 <= there[1] < self.size:
                    continue
                standing = self.pieces.get(there)
                if standing is None or (standing != owner and sideways):
                    found.append(((row, column), there))
        return found

    def moves(self) -> list[int]:
        if self.result() is not None:
            return []
        number = {(row, column): row * self.size + column for row in range(self.size) for column in range(self.size)}
        return sorted(number[start] * self.size**2 + number[there] for start, there in self.steps())

    def play(self, move: int) -> "Breakthrough":
        start, there = (divmod(cell, self.size) for cell in divmod(move, self.size**2))
        pieces = {cell: owner for cell, owner in self.pieces.items() if cell != start}
        return Breakthrough(self.size, pieces | {there: self.to_move}, 1 - self.to_move)

    def result(self) -> tuple[int | None, int] | None:
        for player, goal in ((0, 0), (1, self.size - 1)):
            arrived = any(owner == player and row == goal for (row, _), owner in self.pieces.items())
            if arrived or 1 - player not in self.pieces.values():
                return player, 1
        return None

    def text(self) -> str:
        symbols = {None: ".", 0: "W", 1: "B"}
        rows = range(self.size)
        board = "/".join("".join(symbols[self.pieces.get((row, column))] for column in rows) for row in rows)
        return f"{board} {('first', 'second')[self.to_move]}"
