"""Loops by counting crossings, without any flood.

A line runs from a cell up to the edge of the board, half a column to the right of the cell. A loop encloses the cell if
it crosses the line an odd number of times. So the pieces of one colour are walked through, each with the parity of the
crossings on the way to it; a loop of odd crossings shows itself where two ways to a piece differ.
"""

Board = list[str]


def encloses(board: Board, colour: str, row: int, column: int) -> bool:
    """Whether some closed chain of the colour's pieces, in eight directions, goes round a cell that is not one."""
    pieces = {(r, c) for r, line in enumerate(board) for c, symbol in enumerate(line) if symbol == colour}
    parity: dict[tuple[int, int], int] = {}
    for start in pieces:
        if start in parity:
            continue
        parity[start] = 0
        waiting = [start]
        while waiting:
            r, c = waiting.pop()
            for near in [(r + down, c + right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]:
                if near not in pieces:
                    continue
                crosses = {c, near[1]} == {column, column + 1} and (r + near[0]) / 2 < row
                there = parity[r, c] ^ crosses
                if near not in parity:
                    parity[near] = there
                    waiting.append(near)
                elif parity[near] != there:
                    return True
    return False


def captors(board: Board) -> dict[tuple[int, int], set[str]]:
    """For each captured cell the colours whose loops enclose it."""
    marked = [(r, c) for r, line in enumerate(board) for c, symbol in enumerate(line) if symbol == "-"]
    return {cell: {colour for colour in "WB" if encloses(board, colour, *cell)} for cell in marked}
