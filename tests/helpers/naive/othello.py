"""Othello: a dict of discs, and for every cell a walk in each of the eight directions."""

from dataclasses import dataclass

Cell = tuple[int, int]
DIRECTIONS = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if (down, right) != (0, 0)]


@dataclass(frozen=True)
class Othello:
    size: int
    discs: dict[Cell, int]
    to_move: int

    @staticmethod
    def start(size: int = 8) -> "Othello":
        low, high = size // 2 - 1, size // 2
        return Othello(size, {(low, low): 1, (low, high): 0, (high, low): 0, (high, high): 1}, 0)

    def flips(self, cell: Cell, player: int) -> list[Cell]:
        """The discs that turn over when the player puts one on that cell."""
        if cell in self.discs:
            return []
        turned = []
        for down, right in DIRECTIONS:
            line = []
            row, column = cell[0] + down, cell[1] + right
            while self.discs.get((row, column)) == 1 - player:
                line.append((row, column))
                row, column = row + down, column + right
            if self.discs.get((row, column)) == player:
                turned += line
        return turned

    def placements(self, player: int) -> list[Cell]:
        cells = [(row, column) for row in range(self.size) for column in range(self.size)]
        return [cell for cell in cells if self.flips(cell, player)]

    def moves(self) -> list[int]:
        if self.result() is not None:
            return []
        pass_move = self.size * self.size
        return [row * self.size + column for row, column in self.placements(self.to_move)] or [pass_move]

    def play(self, move: int) -> "Othello":
        if move == self.size * self.size:
            return Othello(self.size, self.discs, 1 - self.to_move)
        cell = divmod(move, self.size)
        mine = dict.fromkeys([cell, *self.flips(cell, self.to_move)], self.to_move)
        return Othello(self.size, self.discs | mine, 1 - self.to_move)

    def result(self) -> tuple[int | None, int] | None:
        if self.placements(0) or self.placements(1):
            return None
        owners = list(self.discs.values())
        lead = owners.count(0) - owners.count(1)
        return (None if lead == 0 else 0 if lead > 0 else 1), abs(lead)

    def text(self) -> str:
        symbols = {None: ".", 0: "x", 1: "o"}
        return "/".join(
            "".join(symbols[self.discs.get((row, column))] for column in range(self.size)) for row in range(self.size)
        )
