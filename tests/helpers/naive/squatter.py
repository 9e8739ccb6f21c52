"""Squatter as its rules' page has it: a dict of pieces, a dict of captors, and a flood after every move."""

from dataclasses import dataclass, field

Cell = tuple[int, int]
COLOURS = "WB"


@dataclass(frozen=True)
class Squatter:
    size: int
    pieces: dict[Cell, str] = field(default_factory=dict)
    captors: dict[Cell, str] = field(default_factory=dict)

    def cells(self) -> list[Cell]:
        return [(row, column) for row in range(self.size) for column in range(self.size)]

    @property
    def to_move(self) -> int:
        return len(self.pieces) % 2

    def moves(self) -> list[int]:
        free = [cell for cell in self.cells() if cell not in self.pieces and cell not in self.captors]
        return [row * self.size + column for row, column in free]

    def is_live(self, cell: Cell) -> bool:
        return cell in self.pieces and cell not in self.captors

    def enclosed_by(self, colour: str) -> set[Cell]:
        """The cells that a flood from outside, through all but live pieces of that colour, does not reach."""
        reached: set[Cell] = set()
        waiting = [(-1, -1)]
        while waiting:
            row, column = waiting.pop()
            if (row, column) in reached:
                continue
            if not (-1 <= row <= self.size and -1 <= column <= self.size):
                continue
            if self.is_live((row, column)) and self.pieces[row, column] == colour:
                continue
            reached.add((row, column))
            waiting += [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
        walls = {cell for cell in self.cells() if self.is_live(cell) and self.pieces[cell] == colour}
        return set(self.cells()) - reached - walls

    def play(self, move: int) -> "Squatter":
        colour = COLOURS[self.to_move]
        placed = Squatter(self.size, self.pieces | {divmod(move, self.size): colour}, self.captors)
        captors = dict(self.captors)
        for cell in placed.enclosed_by(colour):
            if placed.pieces.get(cell) == colour:
                captors.pop(cell, None)
            else:
                captors[cell] = colour
        return Squatter(self.size, placed.pieces, captors)

    def count(self, colour: str) -> int:
        return list(self.captors.values()).count(colour)

    def result(self) -> tuple[int | None, int] | None:
        if self.moves():
            return None
        lead = self.count("W") - self.count("B")
        return (None if lead == 0 else 0 if lead > 0 else 1), abs(lead)

    def symbol(self, cell: Cell) -> str:
        captor = self.captors.get(cell)
        if cell in self.pieces:
            return self.pieces[cell].lower() if captor else self.pieces[cell]
        return {None: "+", "W": "1", "B": "2"}[captor]

    def text(self) -> str:
        rows = [[self.symbol((row, column)) for column in range(self.size)] for row in range(self.size)]
        return "/".join("".join(row) for row in rows)
