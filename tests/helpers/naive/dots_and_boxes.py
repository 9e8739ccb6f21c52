"""Dots and Boxes: a set of edges as pairs of dots, and a dict from boxes to their owners."""

from dataclasses import dataclass

Dot = tuple[int, int]
Edge = frozenset[Dot]


@dataclass(frozen=True)
class DotsAndBoxes:
    rows: int
    columns: int
    drawn: frozenset[Edge]
    owners: dict[Dot, int]
    """From the upper left dot of a box to who closed it."""
    to_move: int

    @staticmethod
    def start(rows: int, columns: int) -> "DotsAndBoxes":
        return DotsAndBoxes(rows, columns, frozenset(), {}, 0)

    def edges(self) -> list[Edge]:
        """All edges, the horizontal ones first."""
        across = [((r, c), (r, c + 1)) for r in range(self.rows + 1) for c in range(self.columns)]
        upright = [((r, c), (r + 1, c)) for r in range(self.rows) for c in range(self.columns + 1)]
        return [frozenset(edge) for edge in across + upright]

    def boxes(self) -> dict[Dot, list[Edge]]:
        """The four edges of each box."""
        found = {}
        for r in range(self.rows):
            for c in range(self.columns):
                corners = [(r, c), (r, c + 1), (r + 1, c + 1), (r + 1, c)]
                found[r, c] = [frozenset((corners[i], corners[(i + 1) % 4])) for i in range(4)]
        return found

    def moves(self) -> list[int]:
        return [number for number, edge in enumerate(self.edges()) if edge not in self.drawn]

    def play(self, move: int) -> "DotsAndBoxes":
        drawn = self.drawn | {self.edges()[move]}
        closed = [box for box, edges in self.boxes().items() if box not in self.owners and drawn.issuperset(edges)]
        owners = self.owners | dict.fromkeys(closed, self.to_move)
        return DotsAndBoxes(self.rows, self.columns, drawn, owners, self.to_move if closed else 1 - self.to_move)

    def result(self) -> tuple[int | None, int] | None:
        if self.moves():
            return None
        owners = list(self.owners.values())
        lead = owners.count(0) - owners.count(1)
        return (None if lead == 0 else 0 if lead > 0 else 1), abs(lead)

    def text(self) -> str:
        edges = "".join("+" if edge in self.drawn else "." for edge in self.edges())
        return f"{edges} {''.join({None: '.', 0: 'x', 1: 'o'}[self.owners.get(box)] for box in self.boxes())}"
