"""Wins by fours in five in a row: every four and its only reply, breadth first, with sets of cells.

A four threatens five with the next move, so the other side must answer in the cell that would complete it. Where that
answer makes a four of its own, the attacker must block it, and goes on only if the block is a four again.
"""

from collections.abc import Iterator

SIZE = 15
Cell = tuple[int, int]
Marks = frozenset[Cell]


def windows() -> Iterator[Marks]:
    """All sets of five cells in a row."""
    for row in range(SIZE):
        for column in range(SIZE):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                if row + 4 * down < SIZE and 0 <= column + 4 * right < SIZE:
                    yield frozenset((row + i * down, column + i * right) for i in range(5))


WINDOWS = list(windows())


def completing(marks: Marks, others: Marks) -> set[Cell]:
    """The empty cells that make five."""
    return {cell for w in WINDOWS if len(w & marks) == 4 and not w & others for cell in w - marks}


def fours(marks: Marks, others: Marks) -> dict[Cell, set[Cell]]:
    """The moves that make a four where there is none yet, each with the cells that would complete it."""
    found: dict[Cell, set[Cell]] = {}
    for window in WINDOWS:
        if len(window & marks) == 3 and not window & others:
            one, other = window - marks
            found.setdefault(one, set()).add(other)
            found.setdefault(other, set()).add(one)
    return found


def steps(marks: Marks, others: Marks) -> Iterator[tuple[Cell, Cell]]:
    """Each four that can be made now with its reply: the only one, or the first of several that are all too few."""
    blocks = completing(others, marks)
    for move, replies in sorted(fours(marks, others).items()):
        if blocks <= {move}:
            yield move, min(replies)


def shortest(marks: Marks, others: Marks, most: int = SIZE * SIZE) -> list[Cell] | None:
    """The moves of a shortest win by fours for the side to move, its five the last of them; None if there is none.

    Gives up, and says None, where it would take more than `most` plies.
    """
    reached: dict[tuple[Marks, Marks], list[Cell]] = {(marks, others): []}
    seen = set(reached)
    while reached:
        for (mine, theirs), line in reached.items():
            if fives := completing(mine, theirs):
                return [*line, min(fives)]
        following = {}
        for (mine, theirs), line in reached.items():
            for move, reply in steps(mine, theirs):
                after = (mine | {move}, theirs | {reply})
                if after not in seen and len(line) + 3 <= most:
                    seen.add(after)
                    following[after] = [*line, move, reply]
        reached = following
    return None


def read(text: str) -> tuple[Marks, Marks]:
    """The marks of the side to move and the other's from rows of x, o and dots; x moves first."""
    cells = {(r, c): symbol for r, row in enumerate(text.split("/")) for c, symbol in enumerate(row)}
    x, o = (frozenset(cell for cell, symbol in cells.items() if symbol == mark) for mark in "xo")
    return (x, o) if len(x) == len(o) else (o, x)
