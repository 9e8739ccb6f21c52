"""Draws docs/pictures/founding/squatter-2015-*.svg from the real program: `python -m scripts.pictures.squatter_2015`"""

from collections import defaultdict

import outplay
from benchmarks.speed.squatter_2015 import Search, measured
from outplay.core.bits import lowest_bit
from outplay.core.game import Position
from outplay.engine.kernels import Plain
from outplay.games.squatter.rules import State
from outplay.players.founding.squatter_2015 import Squatter2015
from outplay.players.founding.squatter_2015_estimate import Estimate
from scripts.pictures.paths import FOUNDING as PICTURES
from scripts.pictures.plotting import plot

SIZE = 7
EXAMPLE = "+WWBBW+/BBWWW1W/BWWW+W+/B+B+B++/+B2BBW+/++B++BW/+++++++"
"""A position of a game, White to move."""
EARLY_PLIES = 9
"""The right board is the one after so many plies of the player against itself."""
GAMES = 10

STEP, EDGE, TOP = 44, 24, 48
PAPER, CLUMP, HELD, BESIDE, ELSEWHERE, CORNER = "#ffffff", "#e03131", "#fff3bf", "#a5d8ff", "#ffffff", "#ffc9c9"


def text(x: float, y: float, words: str, size: int = 14) -> str:
    return f'<text x="{x}" y="{y}" font-size="{size}" text-anchor="middle" fill="#212529">{words}</text>'


def middle(cell: int, left: float) -> tuple[float, float]:
    row, column = divmod(cell, SIZE)
    return left + (column + 0.5) * STEP, TOP + (row + 0.5) * STEP


def label(cell: int, left: float, words: str) -> str:
    x, y = middle(cell, left)
    return text(x, y + 5, words)


def square(cell: int, left: float, fill: str) -> str:
    x, y = middle(cell, left)
    corner = f'x="{x - STEP / 2}" y="{y - STEP / 2}" width="{STEP}" height="{STEP}"'
    return f'<rect {corner} fill="{fill}" stroke="#adb5bd"/>'


def piece(cell: int, left: float, colour: str, ring: str) -> str:
    x, y = middle(cell, left)
    fill = {"W": "#ffffff", "B": "#343a40", "w": "#f1f3f5", "b": "#868e96"}[colour]
    width = 4 if ring else 1.5
    return f'<circle cx="{x}" cy="{y}" r="15" fill="{fill}" stroke="{ring or "#343a40"}" stroke-width="{width}"/>'


def counted(position: Position, judge: Estimate, left: float) -> list[str]:
    """The board with what the scores count."""
    state = position.state
    clumps = clumped(state.mine & ~state.lost) | clumped(state.theirs & ~state.held)
    shapes = []
    for cell, symbol in enumerate(position.text.replace("/", "")):
        held = symbol in "12wb"
        shapes.append(square(cell, left, HELD if held else PAPER))
        if symbol in "WBwb":
            shapes.append(piece(cell, left, symbol, CLUMP if cell in clumps else ""))
        elif held:
            shapes.append(label(cell, left, "W" if symbol == "1" else "B"))
    parts = {"layer": judge.layer, "capture": judge.capture, "clump": judge.clump, "corner": judge.corner}
    scores = ", ".join(f"{name} {score(state, 1):+}" for name, score in parts.items())
    mover = position.game.players[position.to_move]
    meaning = "red: a piece that clumps; yellow: captured, 100 each or -400"
    return shapes + around(left, "what it counts", f"for {mover}, to move: {scores}", meaning)


def clumped(live: int) -> set[int]:
    """Of one side's live pieces, those with more than two neighbours."""

    def neighbours(cell: int) -> int:
        row, column = divmod(cell, SIZE)
        near = [(row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]
        return sum(live >> r * SIZE + c & 1 for r, c in near if 0 <= r < SIZE and 0 <= c < SIZE)

    return {cell for cell in range(SIZE * SIZE) if live >> cell & 1 and neighbours(cell) > 2}


def ordered(position: Position, judge: Estimate, left: float) -> list[str]:
    """The board with its moves numbered as the player looks at them."""
    shapes = []
    for cell, symbol in enumerate(position.text.replace("/", "")):
        shapes.append(square(cell, left, PAPER))
        if symbol in "WBwb":
            shapes.append(piece(cell, left, symbol, ""))
    near, free, number = judge.beside(position.state), position.game.moves(position.state), 0
    while free:
        move = lowest_bit(judge.foremost(free, near))
        free ^= 1 << move
        number += 1
        corner = move in (0, SIZE - 1, SIZE * (SIZE - 1), SIZE * SIZE - 1)
        shapes.append(square(move, left, CORNER if corner else BESIDE if near >> move & 1 else ELSEWHERE))
        shapes.append(label(move, left, str(number)))
    return shapes + around(left, "its order of moves", "blue: beside a piece; white: elsewhere; red: corners")


def around(left: float, title: str, *below: str) -> list[str]:
    """The words above and below a board."""
    x = left + SIZE * STEP / 2
    return [text(x, 30, title), *(text(x, TOP + SIZE * STEP + 26 + 18 * i, line, 12) for i, line in enumerate(below))]


def boards(late: Position, early: Position) -> None:
    judge = Squatter2015(late.game).judge
    right = EDGE * 3 + SIZE * STEP
    width, height = right + SIZE * STEP + EDGE, TOP + SIZE * STEP + 60
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif">',
        f'<rect width="{width}" height="{height}" fill="{PAPER}"/>',
        *counted(late, judge, EDGE),
        *ordered(early, judge, right),
        "</svg>\n",
    ]
    PICTURES.joinpath("squatter-2015-board.svg").write_text("\n".join(lines), encoding="utf-8")


def over_a_game() -> None:
    """Nodes and seconds of a move by the cells that are free, over the games of `benchmarks.speed.squatter_2015`."""
    by_free: dict[int, list[Search]] = defaultdict(list)
    for search in (search for sides in measured(SIZE, GAMES).values() for side in sides for search in side):
        by_free[search.free].append(search)
    nodes = {free: sorted(search.nodes for search in found) for free, found in sorted(by_free.items())}
    seconds = {free: sorted(search.seconds for search in found) for free, found in sorted(by_free.items())}
    for name, label, values in (("nodes", "nodes", nodes), ("seconds", "seconds", seconds)):
        lines = {
            "most": [(free, found[-1]) for free, found in values.items()],
            "mean": [(free, sum(found) / len(found)) for free, found in values.items()],
        }
        title = f"squatter-2015 on 7×7: {label} of a move over {GAMES * 3} sides of games"
        plot(PICTURES / f"squatter-2015-{name}.svg", title, "free cells", label, lines)


def growth(position: Position) -> None:
    """Nodes by depth, as the text argues and as measured."""
    game, free = position.game, len(position.moves())
    ours = Squatter2015(game)
    evaluate, end = ours.judge.evaluate, ours.judge.end

    def even(state: State) -> int:
        return evaluate(state, 1)

    def odd(state: State) -> int:
        return evaluate(state, 0)

    minimax = [Plain(game, "depth-limited", horizon=horizon, end=end) for horizon in (even, odd)]
    pruned = [Plain(game, "alpha-beta", horizon=horizon, end=end) for horizon in (even, odd)]
    lines = {f"argued: {free} to the power of the depth": [(depth, free**depth) for depth in range(1, 11)]}
    lines["minimax"] = [(depth, minimax[depth % 2].value(position, depth).nodes) for depth in range(1, 6)]
    lines["alpha-beta alone, cells row by row"] = [
        (depth, pruned[depth % 2].value(position, depth).nodes) for depth in range(1, 9)
    ]
    lines["squatter-2015"] = []
    for depth in range(1, 11):
        ours = Squatter2015(game, depth=depth)
        ours.choose(position)
        lines["squatter-2015"].append((depth, ours.nodes))
    title = f"Nodes by depth, a 7×7 board with {free} free cells"
    for name, points in lines.items():
        print(name, *(f"{depth}: {nodes:,}" for depth, nodes in points), sep="  ")
    plot(PICTURES / "squatter-2015-growth.svg", title, "depth", "nodes", lines)


def main() -> None:
    game = outplay.game(f"squatter:{SIZE}")
    late, early, ours = game.position(EXAMPLE), game.start(), Squatter2015(game)
    for _ in range(EARLY_PLIES):
        early = early.play(ours.choose(early).move)
    PICTURES.mkdir(parents=True, exist_ok=True)
    boards(late, early)
    growth(late)
    over_a_game()


if __name__ == "__main__":
    main()
