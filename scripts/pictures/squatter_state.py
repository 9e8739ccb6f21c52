"""Draws the pictures of squatter-state.md from the real program: `python -m scripts.pictures.squatter_state`"""

import random
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from outplay.tools.squatter_state import METHODS, Answer, Board, Ring, analyse, read
from outplay.tools.squatter_state.flood import enclosed
from outplay.tools.squatter_state.rings import levels
from scripts.pictures.paths import FOUNDING as PICTURES
from scripts.pictures.plotting import plot

BAY = read("""9
B B B B B B B B B
B - - - - - - - B
B - B B B B B - B
B - B + W + B - B
B - B W - W B - B
B - B + W + B - B
B B B + + + B B B
+ + + + + + + + +
+ + + + + + + + +
""")
HOOK = read("""10
+ B B B B B B B B +
B - - - - - - - - B
B - B B B B B B - B
B - B - - - + B - B
B - B - - - + B - B
B - B - - - + B - B
B - B B B B + B - B
B - - - - B W W B W
W B B B B W W W W W
W W W W W W W W W W
""")

CELL, GAP, TITLE = 26, 26, 30
INK, PAPER, LINES = "#212529", "#ffffff", "#ced4da"
MARKED, KEPT, WRONG, WALK = "#ffe8cc", "#c3fae8", "#ffa8a8", "#d9480f"


def panel(board: Board, left: int, title: str, tints: dict[int, str], walk: Iterable[int] = ()) -> list[str]:
    """One drawing of a board: tinted cells, pieces as discs, and a walk from piece to piece."""

    def middle(cell: int) -> tuple[int, int]:
        row, column = divmod(cell, board.size)
        return left + column * CELL + CELL // 2, TITLE + row * CELL + CELL // 2

    parts = [f'<text x="{left}" y="{TITLE - 10}" font-size="13" fill="{INK}">{title}</text>']
    for cell, symbol in enumerate(board.cells):
        x, y = middle(cell)
        parts.append(
            f'<rect x="{x - CELL // 2}" y="{y - CELL // 2}" width="{CELL}" height="{CELL}" '
            f'fill="{tints.get(cell, PAPER)}" stroke="{LINES}"/>'
        )
        if symbol in "WB":
            fill = INK if symbol == "B" else PAPER
            parts.append(f'<circle cx="{x}" cy="{y}" r="9" fill="{fill}" stroke="{INK}" stroke-width="1.5"/>')
        elif symbol == "-":
            parts.append(f'<path d="M{x - 5} {y}h10" stroke="{INK}" stroke-width="2"/>')
    steps = [middle(cell) for cell in walk]
    if steps:
        points = " ".join(f"{x},{y}" for x, y in (*steps, steps[0]))
        (x, y) = steps[0]
        parts.append(f'<polyline points="{points}" fill="none" stroke="{WALK}" stroke-width="3"/>')
        parts.append(f'<circle cx="{x}" cy="{y}" r="5" fill="{WALK}"/>')
    return parts


def levels_picture(path: Path, answer: Answer, ring: Ring) -> None:
    """The walk, the scan from the top, the scan from the bottom, and what both keep, side by side."""
    board = answer.board
    truth = next(other.inside for other in analyse(board).rings if other.colour == ring.colour)
    down, up = (levels(board, ring.pieces, from_top) for from_top in (True, False))
    colours = {cell: KEPT if cell in truth or board.cells[cell] == ring.colour else WRONG for cell in ring.inside}
    panels = [
        ("the walk, from the dot", {}, ring.pieces),
        ("from the top down", dict.fromkeys(down, MARKED), ()),
        ("from the bottom up", dict.fromkeys(up, MARKED), ()),
        ("marked by both", colours, ()),
    ]
    step = board.size * CELL + GAP
    width, height = GAP + len(panels) * step, TITLE + board.size * CELL + GAP
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        'font-family="DejaVu Sans, Arial, sans-serif">',
        f'<rect width="{width}" height="{height}" fill="{PAPER}"/>',
    ]
    for number, (title, tints, walk) in enumerate(panels):
        parts += panel(board, GAP + number * step, title, tints, walk)
    path.write_text("\n".join([*parts, "</svg>", ""]), encoding="utf-8")


def crowded(size: int) -> Board:
    """A board without free cells: random pieces of both colours, with what White's loops enclose marked as captured."""
    board = Board(size, "".join(random.Random(size).choices("WB", k=size * size)))
    inside = frozenset().union(*enclosed(board, "W"))
    return Board(size, "".join("-" if cell in inside else symbol for cell, symbol in enumerate(board.cells)))


def snake(size: int) -> Board:
    """One chain of pieces from the top left to the bottom right that never closes."""
    turns = ("+" * (size - 1) + "W", "W" + "+" * (size - 1))
    return Board(size, "".join("W" * size if row % 2 == 0 else turns[row // 2 % 2] for row in range(size)))


def milliseconds(work: Callable[[Board], Answer], board: Board) -> float:
    """The fastest of several runs, in processor time."""
    fastest = float("inf")
    spent = 0.0
    while spent < 0.2:
        start = time.process_time()
        work(board)
        seconds = time.process_time() - start
        fastest, spent = min(fastest, seconds), spent + seconds
    return 1000 * fastest


def main() -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    for name, board in (("right", BAY), ("wrong", HOOK)):
        answer = analyse(board, "rings")
        levels_picture(PICTURES / f"squatter-state-{name}.svg", answer, answer.rings[0])
    sizes = (3, 5, 7, 10, 14, 19, 24, 30, 35, 40)
    times = {
        f"{name}, {kind.__name__}": [(size, milliseconds(METHODS[name], kind(size))) for size in sizes]
        for name, kind in (("rings", snake), ("rings", crowded), ("flood", crowded), ("scan", crowded))
    }
    for label, points in times.items():
        print(f"{label:<16}", *(f"{size}: {value:.3g} ms" for size, value in points), sep="  ")
    title = "Time for one board, by its size"
    plot(PICTURES / "squatter-state-time.svg", title, "rows of the board", "milliseconds", times)


if __name__ == "__main__":
    main()
