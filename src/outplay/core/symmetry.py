"""The rotations and mirrors of a board of cells, for games whose state fields are all sets of cells.

A set of cells is mirrored by moving each of its columns, rows or diagonals as a whole: few shifts, whatever the cells.
"""

from collections.abc import Callable
from typing import Any

from outplay.core.heuristics import Symmetry

Cells = Callable[[int], int]
"""From a set of cells to the set of their images under a rotation or mirror."""


def cell_symmetries(rows: int, columns: int, on_state: Callable[[Cells], Callable[[Any], Any]]) -> tuple[Symmetry, ...]:
    """All but the identity: seven on a square board, three on any other.

    `on_state(cells)` is the function that does to a state what `cells` does to a set of cells.

    >>> [turn.move(0) for turn in cell_symmetries(3, 3, lambda cells: cells)]
    [2, 6, 8, 0, 2, 6, 8]
    >>> [turn.state(0b11) for turn in cell_symmetries(2, 2, lambda cells: cells)]
    [3, 12, 12, 5, 10, 5, 10]
    """

    def images(mapped: Callable[[int, int], tuple[int, int]]) -> list[int]:
        """The image of each cell under a mapping of (row, column)."""
        found = (mapped(*divmod(cell, columns)) for cell in range(rows * columns))
        return [row * columns + column for row, column in found]

    mirror = Step(images(lambda row, column: (row, columns - 1 - column)))
    upset = Step(images(lambda row, column: (rows - 1 - row, column)))
    turn = Step(images(lambda row, column: (column, row))) if rows == columns else mirror
    found = []
    for turned in (False, True) if rows == columns else (False,):
        for upside_down in (False, True):
            for mirrored in (False, True):
                steps = [turn] * turned + [upset] * upside_down + [mirror] * mirrored
                if steps:
                    found.append(Symmetry(on_state(chain([step.cells for step in steps])), follow(steps)))
    return tuple(found)


class Step:
    """One mirror: the image of each cell, and the function that maps a set of cells."""

    def __init__(self, images: list[int]) -> None:
        self.images = images
        self.cells = shifts(images)


def follow(steps: list[Step]) -> Callable[[int], int]:
    """The image of one cell under all steps, one after the other."""

    def move(cell: int) -> int:
        for step in steps:
            cell = step.images[cell]
        return cell

    return move


def chain(functions: list[Cells]) -> Cells:
    """The functions applied one after the other."""
    first, *others = functions
    return then(first, chain(others)) if others else first


def then(first: Cells, second: Cells) -> Cells:
    """The first function, then the second."""

    def both(cells: int) -> int:
        return second(first(cells))

    return both


def shifts(images: list[int]) -> Cells:
    """The function that maps a set of cells: all cells that move by the same distance are shifted together."""
    together: dict[int, int] = {}
    for cell, image in enumerate(images):
        together[image - cell] = together.get(image - cell, 0) | 1 << cell
    stay = together.pop(0, 0)
    up = {by: cells for by, cells in together.items() if by > 0} or {1: 0}
    down = {-by: cells for by, cells in together.items() if by < 0} or {1: 0}
    up_by, up_cells, down_by, down_cells = tuple(up), tuple(up.values()), tuple(down), tuple(down.values())
    ups, downs = len(up), len(down)

    def moved(cells: int) -> int:
        found = cells & stay
        for i in range(ups):
            found |= (cells & up_cells[i]) << up_by[i]
        for i in range(downs):
            found |= (cells & down_cells[i]) >> down_by[i]
        return found

    return moved
