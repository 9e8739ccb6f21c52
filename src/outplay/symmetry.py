"""The rotations and mirrors of a board of cells, for games whose state fields are all sets of cells."""

from collections.abc import Callable
from typing import Any

from outplay.game import Symmetry


def cell_symmetries(rows: int, columns: int) -> tuple[Symmetry, ...]:
    """All but the identity: seven on a square board, three on any other.

    >>> [turn.move(0) for turn in cell_symmetries(3, 3)]
    [2, 6, 8, 0, 2, 6, 8]
    """
    found = []
    for turned in (False, True) if rows == columns else (False,):
        for upside_down in (False, True):
            for mirrored in (False, True):
                if turned or upside_down or mirrored:
                    found.append(symmetry(moved(rows, columns, turned, upside_down, mirrored)))
    return tuple(found)


def moved(rows: int, columns: int, turned: bool, upside_down: bool, mirrored: bool) -> tuple[int, ...]:
    """Where each cell goes."""
    places = []
    for cell in range(rows * columns):
        row, column = divmod(cell, columns)
        if turned:
            row, column = column, row
        row = rows - 1 - row if upside_down else row
        column = columns - 1 - column if mirrored else column
        places.append(row * columns + column)
    return tuple(places)


def symmetry(places: tuple[int, ...]) -> Symmetry:
    def state(state: Any) -> Any:
        fields = (sum(1 << place for cell, place in enumerate(places) if field >> cell & 1) for field in state)
        return type(state)(*fields)

    move: Callable[[int], int] = places.__getitem__
    return Symmetry(state, move)
