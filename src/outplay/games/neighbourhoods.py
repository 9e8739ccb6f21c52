"""The cells around a cell, as sets of bits, on a board of rows and columns."""

from collections.abc import Callable


def around(rows: int, columns: int, reach: int) -> tuple[int, ...]:
    """For each cell the cells on a line with it that are at most so far away; never the cell itself.

    >>> [bin(cells) for cells in around(1, 4, 2)]
    ['0b110', '0b1101', '0b1011', '0b110']
    """
    found = []
    for row in range(rows):
        for column in range(columns):
            cells = 0
            for down in range(-min(row, reach), min(rows - 1 - row, reach) + 1):
                for right in range(-min(column, reach), min(columns - 1 - column, reach) + 1):
                    if (down or right) and (not down or not right or abs(down) == abs(right)):
                        cells |= 1 << (row + down) * columns + column + right
            found.append(cells)
    return tuple(found)


def spreading(rows: int, columns: int, reach: int) -> Callable[[int], int]:
    """A function from a set of cells to the cells at most so far from one of them."""
    full = (1 << rows * columns) - 1
    first = sum(1 << row * columns for row in range(rows))
    not_first, not_last = full ^ first, full ^ first << columns - 1

    def spread(cells: int) -> int:
        for _ in range(reach):
            cells |= cells << 1 & not_first | cells >> 1 & not_last
            cells |= cells << columns & full | cells >> columns
        return cells

    return spread


def middle(rows: int, columns: int) -> tuple[int, ...]:
    """How near each cell is to the middle of the board, above 0."""
    places = [divmod(cell, columns) for cell in range(rows * columns)]
    return tuple(rows + columns - abs(2 * row - rows + 1) - abs(2 * column - columns + 1) for row, column in places)
