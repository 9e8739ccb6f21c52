"""Rows of equal symbols on a grid: horizontal, vertical and diagonal."""

from collections.abc import Iterator

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
"""Steps of a row as (down, right); the other four directions are the same rows backwards."""


def winning_cells(cells: str, columns: int, symbols: str, length: int, exact: bool) -> tuple[int, ...]:
    """The cells of all rows of one of the symbols that are at least `length` long, or just that long if `exact`.

    >>> winning_cells("xx.ooo", 6, "xo", 3, exact=True)
    (3, 4, 5)
    """
    found = set[int]()
    for row in longest_rows(cells, columns, symbols):
        if len(row) == length or (len(row) > length and not exact):
            found.update(row)
    return tuple(sorted(found))


def longest_rows(cells: str, columns: int, symbols: str) -> Iterator[list[int]]:
    """All rows of one symbol that cannot be extended at either end."""
    height = len(cells) // columns

    def symbol_at(row: int, column: int) -> str:
        inside = 0 <= row < height and 0 <= column < columns
        return cells[row * columns + column] if inside else ""

    for cell, symbol in enumerate(cells):
        if symbol not in symbols:
            continue
        for down, right in DIRECTIONS:
            row, column = divmod(cell, columns)
            if symbol_at(row - down, column - right) == symbol:
                continue
            found = []
            while symbol_at(row, column) == symbol:
                found.append(row * columns + column)
                row, column = row + down, column + right
            yield found
