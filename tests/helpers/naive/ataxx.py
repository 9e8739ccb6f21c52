"""Ataxx: a dict of pieces, and every pair of cells tried by hand."""

from dataclasses import dataclass

Cell = tuple[int, int]


def apart(one: Cell, other: Cell) -> int:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


@dataclass(frozen=True)
class Ataxx:
    size: int
    pieces: dict[Cell, int]
    """From (row from the top, column) to 0 for x, 1 for o."""
    quiet: int
    """Moves since the last growth."""
    to_move: int

    @staticmethod
    def start(size: int = 7) -> "Ataxx":
        last = size - 1
        return Ataxx(size, {(0, 0): 0, (last, last): 0, (0, last): 1, (last, 0): 1}, 0, 0)

    @property
    def cells(self) -> list[Cell]:
        return [(row, column) for row in range(self.size) for column in range(self.size)]

    def steps(self, player: int) -> set[tuple[Cell, Cell]]:
        """Where a piece jumps from and to; both are the same cell for growth."""
        own = [cell for cell, owner in self.pieces.items() if owner == player]
        free = [cell for cell in self.cells if cell not in self.pieces]
        grown = {(there, there) for there in free for piece in own if apart(piece, there) == 1}
        return grown | {(piece, there) for there in free for piece in own if apart(piece, there) == 2}

    def moves(self) -> list[int]:
        if self.result() is not None:
            return []
        number = {cell: i for i, cell in enumerate(self.cells)}
        steps = self.steps(self.to_move)
        return sorted(number[a] * self.size**2 + number[b] for a, b in steps) or [self.size**4]

    def play(self, move: int) -> "Ataxx":
        if move == self.size**4:
            return Ataxx(self.size, self.pieces, self.quiet + 1, 1 - self.to_move)
        start, there = (self.cells[i] for i in divmod(move, self.size**2))
        pieces = {cell: owner for cell, owner in self.pieces.items() if cell != start} | {there: self.to_move}
        turned = {cell: self.to_move for cell in pieces if apart(cell, there) == 1}
        return Ataxx(self.size, pieces | turned, 0 if start == there else self.quiet + 1, 1 - self.to_move)

    def result(self) -> tuple[int | None, int] | None:
        owners = list(self.pieces.values())
        alive = 0 in owners and 1 in owners and self.quiet < 40
        if alive and (self.steps(0) or self.steps(1)):
            return None
        lead = owners.count(0) - owners.count(1)
        return (None if lead == 0 else int(lead < 0)), abs(lead)

    def text(self) -> str:
        rows = range(self.size)
        symbols = {None: ".", 0: "x", 1: "o"}
        board = "/".join("".join(symbols[self.pieces.get((row, column))] for column in rows) for row in rows)
        return f"{board} {('first', 'second')[self.to_move]}{f' {self.quiet}' if self.quiet else ''}"
