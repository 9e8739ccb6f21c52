"""CadregaBot's judgement and search in the plainest words: windows of K cells, and minimax without pruning."""

import math
from dataclasses import dataclass

Cell = tuple[int, int]
DIRECTIONS = [(0, 1), (1, 0), (1, 1), (1, -1)]
INFINITY = 10**9


@dataclass(frozen=True)
class Board:
    """Marks of the players 1 and 2."""

    rows: int
    columns: int
    k: int
    marks: dict[Cell, int]

    def inside(self, cell: Cell) -> bool:
        return 0 <= cell[0] < self.rows and 0 <= cell[1] < self.columns

    def free(self) -> list[Cell]:
        cells = [(row, column) for row in range(self.rows) for column in range(self.columns)]
        return [cell for cell in cells if cell not in self.marks]

    def windows(self, cell: Cell) -> list[list[Cell]]:
        """All rows of K cells that hold a cell and lie on the board."""
        found = []
        for down, right in DIRECTIONS:
            for back in range(self.k):
                window = [(cell[0] + (i - back) * down, cell[1] + (i - back) * right) for i in range(self.k)]
                if all(map(self.inside, window)):
                    found.append(window)
        if self.k == 1:
            return [[cell]] * len(DIRECTIONS)
        return found

    def wins(self, cell: Cell, player: int) -> bool:
        """Whether a mark on the cell fills a window."""
        return any(all(c == cell or self.marks.get(c) == player for c in window) for window in self.windows(cell))

    def worth(self, cell: Cell, player: int) -> int:
        """One for each window without the other's marks, and one for each own mark in it."""
        open_windows = [w for w in self.windows(cell) if all(self.marks.get(c, player) == player for c in w)]
        return sum(1 + sum(c in self.marks for c in window) for window in open_windows)

    def estimate(self, player: int) -> int:
        return sum(self.worth(cell, player) - self.worth(cell, 3 - player) for cell in self.free())

    def choices(self, player: int) -> list[Cell]:
        """The first cell that wins, or else the first that the other wins with, or all by their worth for both."""
        for who in (player, 3 - player):
            winning = [cell for cell in self.free() if self.wins(cell, who)]
            if winning:
                return winning[:1]
        return sorted(self.free(), key=lambda cell: -(self.worth(cell, 1) + self.worth(cell, 2)))

    def after(self, cell: Cell, player: int) -> "Board":
        return Board(self.rows, self.columns, self.k, self.marks | {cell: player})

    def minimax(self, player: int, depth: int, ply: int = 0) -> int:
        """The value for the side to move: a win at once counts less for each ply before it."""
        if not self.free():
            return 0
        if any(self.wins(cell, player) for cell in self.free()):
            return INFINITY - ply
        if depth == 0:
            return self.estimate(player)
        return max(-self.after(cell, player).minimax(3 - player, depth - 1, ply + 1) for cell in self.choices(player))


def whole_roots(free: int, depth: int) -> int:
    """The whole square roots of the free cells, one fewer with each ply, multiplied."""
    return math.prod(math.floor(math.sqrt(max(0, free - ply))) for ply in range(depth))


def depth_for(free: int, nodes: float) -> int:
    """Two plies less than the first depth that takes as many nodes, 3 at least; if none does, to the last cell."""
    enough = (depth for depth in range(3, free + 1) if whole_roots(free, depth) >= nodes)
    first = next(enough, None)
    return max(3, free if first is None else first - 2)
