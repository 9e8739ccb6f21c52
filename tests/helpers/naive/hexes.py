"""Hex: a dict of stones, and a walk from neighbour to neighbour to see who has joined the own edges."""

from dataclasses import dataclass

Cell = tuple[int, int]


@dataclass(frozen=True)
class Hex:
    size: int
    stones: dict[Cell, int]
    to_move: int
    pie: bool = False

    @staticmethod
    def start(size: int, pie: bool = False) -> "Hex":
        return Hex(size, {}, 0, pie)

    def moves(self) -> list[int]:
        if self.result() is not None:
            return []
        cells = [(row, column) for row in range(self.size) for column in range(self.size)]
        free = [row * self.size + column for row, column in cells if (row, column) not in self.stones]
        can_swap = self.pie and self.to_move == 1 and list(self.stones.values()) == [0]
        return free + ([self.size**2] if can_swap else [])

    def play(self, move: int) -> "Hex":
        if move == self.size**2:
            ((row, column),) = self.stones
            return Hex(self.size, {(column, row): 1}, 0, self.pie)
        stones = self.stones | {divmod(move, self.size): self.to_move}
        return Hex(self.size, stones, 1 - self.to_move, self.pie)

    def joined(self, player: int) -> bool:
        """Whether the player's stones lead from row 0 to the last row, for the second player from column 0."""
        own = {cell for cell, owner in self.stones.items() if owner == player}
        waiting = [cell for cell in own if cell[player] == 0]
        seen = set(waiting)
        while waiting:
            row, column = waiting.pop()
            if (row, column)[player] == self.size - 1:
                return True
            for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)):
                beside = (row + down, column + right)
                if beside in own and beside not in seen:
                    seen.add(beside)
                    waiting.append(beside)
        return False

    def result(self) -> tuple[int | None, int] | None:
        winners = [player for player in (0, 1) if self.joined(player)]
        assert len(winners) < 2
        return (winners[0], 1) if winners else None

    def text(self) -> str:
        symbols = {None: ".", 0: "x", 1: "o"}
        rows = range(self.size)
        board = "/".join("".join(symbols[self.stones.get((row, column))] for column in rows) for row in rows)
        return f"{board} {('first', 'second')[self.to_move]}"
