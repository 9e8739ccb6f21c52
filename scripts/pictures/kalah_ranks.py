"""Draws docs/pictures/founding/kalah-ranks-*.svg from the real program: `python -m scripts.pictures.kalah_ranks`"""

from html import escape

import outplay
from outplay.core.boards import Pits
from outplay.core.game import Position
from outplay.players.founding.kalah_ranks import KalahRanks, reading
from outplay.players.founding.kalah_tree import GameTree, Step, principal
from outplay.players.founding.kalah_utility import estimates, merit
from outplay.players.founding.node import Node
from scripts.pictures.paths import FOUNDING as PICTURES
from scripts.pictures.plotting import plot

RANKS_POSITION = "2,1,2,3,0,4:9 4,5,4,4,4,4:2 first"
ENDING = "0,0,0,0,3,0:19 0,3,0,0,4,0:19 first"
SMALL_BOARDS = ("kalah:2,2", "kalah:2,3", "kalah:2,4", "kalah:3,1", "kalah:3,2", "kalah:4,1", "kalah:3,3")

INK, FAINT, PAPER, WOOD, CUT, BEST = "#212529", "#868e96", "#ffffff", "#f1e3cf", "#c92a2a", "#0b7285"
COLOURS = ("#868e96", "#b35c00", "#0b7285", "#6741d9")
PLACES = ("among the other's houses", "in an own house that holds seeds", "in the own kalah", "in an empty own house")
"""One for each rank."""


class Picture:
    """An SVG picture on a background of its own."""

    def __init__(self, width: int, height: int) -> None:
        self.size = width, height
        self.parts: list[str] = []

    def add(self, tag: str, content: str = "", /, **attributes: object) -> None:
        text = " ".join(f'{name.replace("_", "-")}="{value}"' for name, value in attributes.items())
        self.parts.append(f"<{tag} {text}>{escape(content)}</{tag}>")

    def text(self, x: float, y: float, words: str, size: int = 14, fill: str = INK, anchor: str = "middle") -> None:
        halo = {"stroke": PAPER, "stroke_width": 3, "paint_order": "stroke"} if fill != PAPER else {}
        self.add("text", words, x=x, y=y, font_size=size, fill=fill, text_anchor=anchor, **halo)

    def write(self, name: str) -> None:
        width, height = self.size
        opening = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif">'
        paper = f'<rect width="{width}" height="{height}" fill="{PAPER}"/>'
        PICTURES.mkdir(parents=True, exist_ok=True)
        (PICTURES / name).write_text("\n".join([opening, paper, *self.parts, "</svg>"]) + "\n", encoding="utf-8")


def draw_ranks() -> None:
    """One board, and on it a move of each rank from its house to where its last seed lands."""
    game = outplay.game("kalah:6,4")
    position = game.position(RANKS_POSITION)
    assert isinstance(game.board, Pits)
    (own, own_store), (other, other_store) = game.board.seeds(position.state)
    m = len(own)
    picture = Picture(900, 460)
    picture.add("rect", x=20, y=30, width=860, height=200, rx=40, fill=WOOD)

    def pit(x: float, y: float, seeds: int, tall: int = 32) -> None:
        picture.add("ellipse", cx=x, cy=y, rx=32, ry=tall, fill=PAPER, stroke=FAINT)
        picture.text(x, y + 7, str(seeds), 20)

    places = [(150 + 120 * i, 180) for i in range(m)] + [(830, 130)] + [(150 + 120 * (m - 1 - i), 80) for i in range(m)]
    for place, seeds in zip(places, [*own, own_store, *other], strict=True):
        pit(*place, seeds, 80 if place[0] == 830 else 32)
    pit(70, 130, other_store, 80)
    for house in range(m):
        picture.text(places[house][0] - 42, 186, str(house + 1), 12, FAINT)
    estimate = estimates(game)
    shown: dict[int, tuple[int, int]] = {}
    for move in position.moves():
        value = estimate(position.state, move, position.play(move).state)
        shown.setdefault(merit(value).rank, (move, value))
    for rank, (move, value) in sorted(shown.items()):
        colour = COLOURS[rank]
        last = (move + own[move]) % (2 * m + 1)
        (x, y), (to_x, to_y) = places[move], places[last]
        if rank == 0:
            path = f"M {x} {y - 32} Q {(x + to_x) / 2 + 30} {(y + to_y) / 2 - 20} {to_x + 28} {to_y + 20}"
        elif rank == 2:
            path = f"M {x} {y + 32} C {x + 20} {y + 90} {to_x - 20} {y + 90} {to_x} {to_y + 82}"
        else:
            path = f"M {x} {y + 32} Q {(x + to_x) / 2} {y + 96} {to_x - 6} {to_y + 34}"
        picture.add("path", d=path, fill="none", stroke=colour, stroke_width=4, marker_end=f"url(#to{rank})")
        line = 300 + 38 * rank
        picture.add("circle", cx=60, cy=line - 6, r=14, fill=colour)
        picture.text(60, line - 1, str(rank), 16, PAPER)
        picture.text(90, line, f"house {move + 1}: the last seed falls {PLACES[rank]}", 17, anchor="start")
        _, opposite, won = merit(value)
        parts = f"{opposite} opposite, {won} won" if rank == 3 else f"{won} won"
        picture.text(850, line, f"{parts}: {value:,}", 17, colour, "end")
        if rank == 3:
            x, y = places[2 * m - last]
            picture.add("circle", cx=x, cy=y, r=38, fill="none", stroke=colour, stroke_width=4, stroke_dasharray="6 5")
    for rank, colour in enumerate(COLOURS):
        picture.parts.insert(
            0,
            f'<marker id="to{rank}" viewBox="0 0 10 10" refX="8" refY="5" markerWidth="4" markerHeight="4" '
            f'orient="auto"><path d="M 0 0 L 10 5 L 0 10 z" fill="{colour}"/></marker>',
        )
    picture.write("kalah-ranks-board.svg")


class TreePicture(Picture):
    """The tree that three plies with pruning visit at the start of a small board, from left to right."""

    COLUMNS, ROW, TOP = (70, 250, 430, 610), 30, 40

    def __init__(self) -> None:
        super().__init__(860, 0)
        self.game = outplay.game("kalah:3,2")
        self.rows = 0
        root = GameTree(self.game).grown(self.game.start(), "pruned", 3)
        node: Node[Step] | None = principal(root)
        self.line = []
        while node:
            self.line.append(node)
            node = node.parent
        self.place(root, 0)
        height = self.TOP + 30 + self.rows * self.ROW
        self.size = 860, height
        for x, words in zip(self.COLUMNS, ("start", "ply 1", "ply 2", "ply 3"), strict=True):
            self.text(x, 28, words, 13, FAINT)
        self.text(20, height - 14, "△ max, the first player, chooses; ▽ min, the second", 13, FAINT, "start")

    def place(self, node: Node[Step], depth: int) -> float:
        """Draws what lies below a node, then the node, and returns how far down it stands."""
        position = Position(self.game, node.data.state)
        if not node.children:
            y = self.new_row()
            self.leaf(node, self.COLUMNS[depth], y)
            return y
        below = [self.place(child, depth + 1) for child in node]
        cut = [self.new_row() for _ in position.moves()[len(below) :]]
        x, y = self.COLUMNS[depth], sum(below + cut) / len(below + cut)
        for child, to_y in zip(node, below, strict=True):
            best = child in self.line
            self.curve(x, y, self.COLUMNS[depth + 1] - 16, to_y, BEST if best else FAINT, 3 if best else 1.5)
        for to_y in cut:
            self.curve(x, y, x + 100, to_y, CUT, 1.5, stroke_dasharray="4 4")
            self.text(x + 106, to_y + 5, "cut off", 12, CUT, "start")
        for move, to_y in zip(position.moves(), below + cut, strict=True):
            self.text(x + 84, to_y - 4, position.name(move), 12, CUT if to_y in cut else INK)
        peak = -14 if position.to_move == 0 else 14
        points = f"{x - 15},{y - peak} {x + 15},{y - peak} {x},{y + peak}"
        self.add("polygon", points=points, fill=PAPER, stroke=INK, stroke_width=1.5)
        self.text(x, y - 19, f"{bound(node, bool(cut), position.to_move)}{with_sign(node.data.value)}", 12)
        return y

    def new_row(self) -> float:
        self.rows += 1
        return self.TOP + self.rows * self.ROW

    def leaf(self, node: Node[Step], x: float, y: float) -> None:
        assert node.parent
        mover = ("max", "min")[self.game.to_move(node.parent.data.state)]
        words = reading(abs(node.data.value)).removeprefix("own ")
        self.add("circle", cx=x, cy=y, r=5, fill=INK)
        self.text(x + 14, y + 5, f"{with_sign(node.data.value)} – {mover}, {words}", 12, anchor="start")

    def curve(self, x: float, y: float, to_x: float, to_y: float, colour: str, width: float, **more: object) -> None:
        path = f"M {x + 16} {y} C {x + 70} {y} {x + 50} {to_y} {to_x} {to_y}"
        self.add("path", d=path, fill="none", stroke=colour, stroke_width=width, **more)


def bound(node: Node[Step], cut: bool, to_move: int) -> str:
    """The sign for a value that is only a bound: moves were cut off, or the window allowed no more of it."""
    best = (min if to_move else max)(child.data.value for child in node)
    at_least = best > node.data.value or (cut and not to_move)
    at_most = best < node.data.value or (cut and to_move)
    return "≥ " if at_least else "≤ " if at_most else ""


def with_sign(value: int) -> str:
    return f"{value:+,}".replace("-", "−")


class EqualCut(GameTree):
    """Pruning as is usual today: a move worth as much as the bound is enough to cut off the others."""

    def minimax_pruned(self, node: Node[Step], depth: int, low: int, high: int) -> int:
        if depth == 0 or self.is_final(node):
            return self.utility(node)
        for child in self.expand(node):
            value = self.minimax_pruned(child, depth - 1, low, high)
            if self.is_max(node):
                low = max(low, value)
            else:
                high = min(high, value)
            if low >= high:
                break
        node.data.value = low if self.is_max(node) else high
        return node.data.value


def nodes(position: Position, search: str, depth: int | None = None) -> int:
    player = KalahRanks(position.game, search, depth)
    player.choose(position)
    return player.nodes


def nodes_cut_at_equality(position: Position, depth: int) -> int:
    return sum(1 for _ in EqualCut(position.game).grown(position, "pruned", depth).below())


def plot_nodes() -> None:
    game = outplay.game("kalah:6,4")
    start, ending = game.start(), game.position(ENDING)
    depths, equal = range(1, 11), "pruned, if equal values were cut off too"
    early = {
        "6ᵈ": [(d, 6**d) for d in depths],
        "depth": [(d, nodes(start, "depth", d)) for d in depths],
        "pruned": [(d, nodes(start, "pruned", d)) for d in depths],
        equal: [(d, nodes_cut_at_equality(start, d)) for d in depths[:-1]],
    }
    plot(PICTURES / "kalah-ranks-nodes.svg", "The start of kalah:6,4", "depth", "nodes", early)
    depths, whole = range(1, 54, 4), nodes(ending, "minimax")
    late = {
        "minimax": [(d, whole) for d in depths],
        "depth": [(d, nodes(ending, "depth", d)) for d in depths],
        "pruned": [(d, nodes(ending, "pruned", d)) for d in depths],
        equal: [(d, nodes_cut_at_equality(ending, d)) for d in depths],
    }
    plot(PICTURES / "kalah-ranks-ending.svg", "An ending of kalah:6,4: 10 seeds left", "depth", "nodes", late)
    for when, lines in (("start", early), ("ending", late)):
        for name, points in lines.items():
            print(f"{when}, {name}:", *(f"{d}: {count:,}" for d, count in points))
    for spec in SMALL_BOARDS:
        print(f"{spec}, minimax: {nodes(outplay.game(spec).start(), 'minimax'):,}")


if __name__ == "__main__":
    draw_ranks()
    TreePicture().write("kalah-ranks-tree.svg")
    plot_nodes()
