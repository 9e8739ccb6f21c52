"""Draws docs/pictures/founding/squatter-2015-*.svg from the real program: `python -m scripts.pictures.squatter_2015`"""

from collections import defaultdict

import outplay
from benchmarks.speed.squatter_2015 import Search, measured
from outplay.core.bits import lowest_bit
from outplay.core.game import Position
from outplay.engine.kernels import Plain
from outplay.players.founding.squatter_2015 import Squatter2015
from outplay.players.founding.squatter_2015_estimate import Estimate
from scripts.pictures.paths import FOUNDING as PICTURES
from scripts.pictures.plotting import plot

SIZE = 7
EXAMPLE = "+WWBBW+/BBWWW1W/BWWW+W+/B+B+B++/+B2BBW+/++B++BW/+++++++"
"""A position of a game that the player played against itself, White to move."""
EARLY_PLIES = 9
"""The right board is the one after so many plies of the player against itself."""
GAMES = 10

STEP, EDGE, TOP = 44, 24, 48
PAPER, LINK, HELD, BESIDE, ELSEWHERE, CORNER = "#ffffff", "#2b8a3e", "#fff3bf", "#a5d8ff", "#ffffff", "#ffc9c9"


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
    mine, theirs = state.mine ^ (state.mine & state.lost), state.theirs ^ (state.theirs & state.held)
    links = judge.linked(mine) | judge.linked(theirs)
    shapes = []
    for cell, symbol in enumerate(position.text.replace("/", "")):
        held = symbol in "12wb"
        shapes.append(square(cell, left, HELD if held else PAPER))
        if symbol in "WBwb":
            shapes.append(piece(cell, left, symbol, LINK if links >> cell & 1 else ""))
        elif held:
            shapes.append(label(cell, left, "W" if symbol == "1" else "B"))
    parts = {"layer": judge.layer, "capture": judge.capture, "clump": judge.clump, "corner": judge.corner}
    scores = ", ".join(f"{name} {score(state):+}" for name, score in parts.items())
    mover = position.game.players[position.to_move]
    meaning = "green: two neighbours, 10 each; yellow: captured, 100 each"
    return shapes + around(left, "what it counts", f"for {mover}, to move: {scores}", meaning)


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
    values = {"horizon": ours.judge.evaluate, "end": ours.judge.end}
    minimax, pruned = Plain(game, "depth-limited", **values), Plain(game, "alpha-beta", **values)
    lines = {f"argued: {free} to the power of the depth": [(depth, free**depth) for depth in range(1, 11)]}
    lines["minimax"] = [(depth, minimax.value(position, depth).nodes) for depth in range(1, 6)]
    lines["alpha-beta alone, cells row by row"] = [
        (depth, pruned.value(position, depth).nodes) for depth in range(1, 9)
    ]
    lines["squatter-2015"] = []
    for depth in range(1, 11):
        ours = Squatter2015(game, depth=depth)
        ours.choose(position)
        lines["squatter-2015"].append((depth, ours.nodes))
    title = f"Nodes by depth, a 7×7 board with {free} free cells"
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
