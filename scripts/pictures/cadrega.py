"""Draws docs/pictures/founding/cadrega-*.svg from the real program: `python -m scripts.pictures.cadrega`"""

import math

import numpy as np

import outplay
from outplay.engine.kernels import Plain
from outplay.players.founding.cadrega import Cadrega
from outplay.players.founding.cadrega_judgement import WALL, counted_along, simple_evaluate
from scripts.pictures.paths import FOUNDING as PICTURES
from scripts.pictures.plotting import plot

INK, FAINT, MINE, OTHER, LINE, GOOD, BAD = "#212529", "#868e96", "#0b7285", "#b35c00", "#ced4da", "#d3f9d8", "#ffe3e3"
SIDE = 48
TRAP = "x../.o./..x"
STRETCH, CELL, K = "o.x..x...", 3, 4
SIZES = ("3,3,3", "4,4,4", "6,6,4", "8,8,5", "10,10,5", "15,15,5", "20,20,5", "30,30,5", "50,50,10", "70,70,10")
SECONDS, DEEPEST = 1.0, 7


def text(x: float, y: float, words: object, size: int = 16, colour: str = INK, anchor: str = "middle") -> str:
    style = f'font-family="DejaVu Sans, sans-serif" font-size="{size}" fill="{colour}" text-anchor="{anchor}"'
    return f'<text x="{x}" y="{y}" {style}>{words}</text>'


def box(x: float, y: float, width: float, height: float, fill: str = "none", edge: str = LINE) -> str:
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{fill}" stroke="{edge}"/>'


def save(name: str, width: int, height: int, parts: list[str]) -> None:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
    ground = f'<rect width="{width}" height="{height}" rx="8" fill="#ffffff"/>'
    PICTURES.joinpath(name).write_text("\n".join([head, ground, *parts, "</svg>"]) + "\n", encoding="utf-8")


def symbol(x: float, y: float, who: str) -> str:
    return text(x + SIDE / 2, y + SIDE / 2 + 9, who, 26, MINE if who == "o" else OTHER)


def trap() -> None:
    """Three boards: the marks, what the cells count for, and what moves lead to, with the search's choice framed."""
    position = outplay.game("mnk:3,3,3").position(TRAP)
    player = Cadrega(position.game, time=100, depth=6)
    move = player.choose(position).move
    minimax = Plain(position.game, "minimax")
    losing = [m for m in position.moves() if minimax.search(position.play(m)).value > 0]
    parts = []
    for number, title in enumerate(("o to move", "what cells count for", "what moves lead to")):
        left, top = 30 + number * 200, 50
        parts.append(text(left + 1.5 * SIDE, 30, title))
        for cell, mark in enumerate(TRAP.replace("/", "")):
            x, y = left + cell % 3 * SIDE, top + cell // 3 * SIDE
            place = (cell // 3 + 1) * 4 + cell % 3 + 1
            worth = sum(int(simple_evaluate(player.board, place, who, 3, 4)) for who in (1, 2))
            fill = "none"
            if number == 1 and mark == "." and worth == 6:
                fill = GOOD
            elif number == 2 and mark == ".":
                fill = BAD if cell in losing else GOOD
            parts.append(box(x, y, SIDE, SIDE, fill))
            if mark != ".":
                parts.append(symbol(x, y, mark))
            elif number == 1:
                parts.append(text(x + SIDE / 2, y + SIDE / 2 + 6, worth))
            elif number == 2:
                words = "loses" if cell in losing else "draws"
                parts.append(text(x + SIDE / 2, y + SIDE / 2 + 5, words, 13, INK))
            if number == 2 and cell == move:
                parts.append(box(x + 3, y + 3, SIDE - 6, SIDE - 6, edge=INK))
    save("cadrega-trap.svg", 604, 216, parts)


def stretch() -> None:
    """One row, the stretch around a cell, the rows of K in it, and what each mark adds."""
    row = np.array([WALL, *(" ox".replace(" ", ".").index(c) for c in STRETCH), WALL], np.int64)
    value = counted_along(row, CELL + 1, 1, 2, K)
    left, top = 30, 50
    parts = [text(left, 30, f"What the cell c counts for x, along one line, K = {K}", anchor="start")]
    first = max(STRETCH.rfind("o", 0, CELL) + 1, CELL - K + 1)
    last = min(CELL + K - 1, len(STRETCH) - 1)
    parts.append(box(left + first * SIDE, top, (last - first + 1) * SIDE, SIDE, GOOD))
    for place, mark in enumerate(STRETCH):
        x = left + place * SIDE
        parts.append(box(x, top, SIDE, SIDE))
        if place == CELL:
            parts.append(text(x + SIDE / 2, top + SIDE / 2 + 9, "c", 24, FAINT))
        elif mark != ".":
            colour = MINE if mark == "o" else OTHER
            parts.append(text(x + SIDE / 2, top + SIDE / 2 + 9, mark, 26, colour))
    total, y = 0, top + SIDE + 16
    for begin in range(first, last - K + 2):
        marks = STRETCH[begin : begin + K].count("x")
        parts.append(box(left + begin * SIDE + 4, y, K * SIDE - 8, 18, "#e7f5ff", MINE))
        parts.append(text(left + 9 * SIDE + 20, y + 15, f"1 + {marks}", anchor="start"))
        total += 1 + marks
        y += 28
    assert total == value
    parts.append(text(left + 9 * SIDE + 20, y + 18, f"= {value}", 18, anchor="start"))
    rows, cells = last - K + 2 - first, last - first + 1
    words = f"{rows} rows of {K} fit in the stretch of {cells}; each counts 1, and 1 for each mark in it"
    parts.append(text(left, y + 46, words, 13, FAINT, "start"))
    save("cadrega-stretch.svg", 560, int(y) + 64, parts)


def cost() -> None:
    """Nodes by depth from the start of 6-6-4, beside what the document argues."""
    game = outplay.game("mnk:6,6,4")
    free = 36
    measured: list[tuple[float, float]] = []
    least: list[tuple[float, float]] = []
    most: list[tuple[float, float]] = []
    for depth in range(1, DEEPEST + 1):
        player = Cadrega(game, time=1000, depth=depth)
        nodes = int(player.choose(game.start()).nodes or 0)
        measured.append((depth, nodes))
        least.append((depth, math.sqrt(math.perm(free, depth))))
        most.append((depth, math.perm(free, depth)))
        print(f"6-6-4, depth {depth}: {nodes:,} nodes, {least[-1][1]:,.0f} to {most[-1][1]:,} argued", flush=True)
    lines = {"all paths, f!/(f-d)!": most, "visited": measured, "argued, √(f!/(f-d)!)": least}
    plot(PICTURES / "cadrega-cost.svg", "Nodes from the start of 6-6-4", "depth d", "nodes", lines)


def sizes() -> None:
    """Nodes a second and the depth that it chooses, by the side of the board, after two moves."""
    speed, depth = [], []
    for spec in SIZES:
        game = outplay.game(f"mnk:{spec}")
        player = Cadrega(game, time=SECONDS)
        position = game.start()
        for _ in range(2):
            position = position.play(player.choose(position).move)
        figures = player.choose(position).explanation.figures
        speed.append((player.rows, int(figures["nodes"]) / player.searched))
        depth.append((player.rows, int(figures["depth"])))
        print(f"{spec}: {speed[-1][1]:,.0f} nodes a second, depth {depth[-1][1]}", flush=True)
    scale = "rows and columns of the board"
    plot(PICTURES / "cadrega-speed.svg", "Nodes a second", scale, "nodes a second", {"": speed})
    title = "Depth it chooses with a second a move"
    plot(PICTURES / "cadrega-depth.svg", title, scale, "plies", {"": depth}, log=False)


if __name__ == "__main__":
    trap()
    stretch()
    cost()
    sizes()
