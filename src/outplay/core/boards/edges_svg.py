"""The SVG drawing of dots, the edges between them, and boxes."""

from collections.abc import Iterator, Mapping
from typing import Literal, TypedDict

from outplay.core.boards.board import Highlights, Target
from outplay.core.boards.grid_svg import CAPTION, CAPTION_SIZE, STONES
from outplay.core.boards.svg import Mark, Picture, Rule, SvgStyle, badge, group, tag

SIZE, EDGE, DOT = 52, 18, 5.5
"""The side of a box, the room around all boxes, and the radius of a dot."""
MARGIN = 20
"""Room for the names of rows and columns."""


class EdgesDescription(TypedDict):
    """A position on a board of dots and edges."""

    family: Literal["edges"]
    rows: int
    """Of boxes; there is a row of dots more."""
    columns: int
    edges: str
    """A symbol an edge: the horizontal ones row by row from the top, then the vertical ones."""
    boxes: str
    """A symbol a box, row by row from the top left."""
    symbols: str
    """Free, the first player's, the second's, and an edge of which nobody knows whose it is."""
    roles: dict[str, str]
    """From a symbol to empty, first, second or taken."""
    shown: dict[str, str]
    row_labels: list[str]
    """The names of the rows of dots, from the top."""
    column_labels: list[str]
    with_turn: bool
    caption: str


RULES = (
    Rule(".paper", "fill:#fffdf9;stroke:#ddd5c6", "fill:#221f1c;stroke:#3a352f"),
    Rule(".dot", "fill:#2b2822", "fill:#e9e3d8"),
    Rule(".edge", "stroke-width:5;stroke-linecap:round"),
    Rule(".edge.empty", "stroke:#e4ddd0;stroke-width:2", "stroke:#3d3832"),
    Rule(".edge.taken", "stroke:#57514a", "stroke:#b9b1a4"),
    Rule(".last", "stroke:#e0b000;stroke-width:11;stroke-linecap:round;stroke-opacity:0.75"),
    Rule(".box", "fill-opacity:0.24"),
    Rule(".box.new", "fill-opacity:0.45"),
    Rule(".owner", "font-weight:600"),
    Rule(".tint", "stroke-width:14;stroke-linecap:round"),
)


def edges_picture(
    board: EdgesDescription, highlights: Highlights, marks: Mapping[Target, Mark], style: SvgStyle, palette: str
) -> Picture:
    """The drawing: boxes, free edges, tints, the last move, drawn edges, dots, labels and badges."""
    width, height = board["columns"] * SIZE + 2 * EDGE, board["rows"] * SIZE + 2 * EDGE
    margin = MARGIN if style.coordinates else 0
    numbers = range(len(board["edges"]))
    free = [edge for edge in numbers if role_of(board, board["edges"][edge]) == "empty"]
    drawn = [edge for edge in numbers if edge not in free]
    tints = [(int(edge), mark) for edge, mark in marks.items() if not mark.label]
    parts = [
        tag("rect", class_="paper", width=width, height=height, rx=10),
        group("boxes", list(boxes(board, highlights))),
        group("free", [edge_line(board, edge, f"edge {role_of(board, board['edges'][edge])}") for edge in free]),
        group("tints", [edge_line(board, edge, "tint", mark.colour) for edge, mark in tints]),
        group("over", [edge_line(board, int(edge), "last") for edge in highlights.last]),
        group("drawn", [edge_line(board, edge, f"edge {role_of(board, board['edges'][edge])}") for edge in drawn]),
        group("dots", list(dots(board))),
        group("labels", list(labels(board, height)) if style.coordinates else []),
        group("badges", [part for edge, mark in marks.items() if mark.label for part in edge_badge(board, edge, mark)]),
    ]
    if board["caption"]:
        caption_y = height + margin + CAPTION - 8
        parts.append(tag("text", board["caption"], class_="caption", x=width / 2, y=caption_y, font_size=CAPTION_SIZE))
    below = margin + (CAPTION if board["caption"] else 0)
    described = in_words(board, highlights, style.players)
    return Picture(
        -margin, 0, width + margin, height + below, parts, [*RULES, *side_rules(palette)], described, STONES[palette]
    )


def side_rules(palette: str) -> Iterator[Rule]:
    """The colours of both players' edges and boxes; black and white edges differ from the paper."""
    for side in ("first", "second"):
        middle, outer = STONES[palette][side]
        light = "#a49b8b" if middle == "#ffffff" else outer
        dark = "#f3ecdf" if middle == "#ffffff" else middle if palette != "warm" else outer
        yield Rule(f".edge.{side}", f"stroke:{light}", f"stroke:{dark}")
        yield Rule(f".box.{side}", f"fill:{light}", f"fill:{dark}")
        yield Rule(f".owner.{side}", f"fill:{light}", f"fill:{middle}")


def role_of(board: EdgesDescription, symbol: str) -> str:
    return board["roles"].get(symbol, "empty")


def ends(board: EdgesDescription, edge: int) -> tuple[float, float, float, float]:
    """Where an edge begins and ends."""
    horizontal = (board["rows"] + 1) * board["columns"]
    if edge < horizontal:
        row, column = divmod(edge, board["columns"])
        x, y = EDGE + column * SIZE, EDGE + row * SIZE
        return x, y, x + SIZE, y
    row, column = divmod(edge - horizontal, board["columns"] + 1)
    x, y = EDGE + column * SIZE, EDGE + row * SIZE
    return x, y, x, y + SIZE


def edge_line(board: EdgesDescription, edge: int, class_: str, stroke: str | None = None) -> str:
    x1, y1, x2, y2 = ends(board, edge)
    extra = {} if stroke is None else {"stroke": stroke}
    return tag("path", class_=class_, d=f"M{x1:g} {y1:g}L{x2:g} {y2:g}", **extra)


def edge_badge(board: EdgesDescription, edge: Target, mark: Mark) -> list[str]:
    x1, y1, x2, y2 = ends(board, int(edge))
    return badge(mark, (x1 + x2) / 2, (y1 + y2) / 2, 11)


def boxes(board: EdgesDescription, highlights: Highlights) -> Iterator[str]:
    """The boxes that somebody owns, in the owner's colour and with the owner's symbol."""
    for box, symbol in enumerate(board["boxes"]):
        role = role_of(board, symbol)
        if role == "empty":
            continue
        row, column = divmod(box, board["columns"])
        x, y = EDGE + column * SIZE, EDGE + row * SIZE
        new = " new" if f"box:{box}" in highlights.captured else ""
        yield tag("rect", class_=f"box {role}{new}", x=x + 4, y=y + 4, width=SIZE - 8, height=SIZE - 8, rx=4)
        shown = board["shown"].get(symbol, symbol)
        yield tag("text", shown, class_=f"owner {role}", x=x + SIZE / 2, y=y + SIZE / 2 + 7, font_size=20)


def dots(board: EdgesDescription) -> Iterator[str]:
    for row in range(board["rows"] + 1):
        for column in range(board["columns"] + 1):
            yield tag("circle", class_="dot", cx=EDGE + column * SIZE, cy=EDGE + row * SIZE, r=DOT)


def labels(board: EdgesDescription, height: float) -> Iterator[str]:
    """The names of the columns of dots below the board, and of the rows on its left."""
    for column, label in enumerate(board["column_labels"]):
        yield tag("text", label, class_="label", x=EDGE + column * SIZE, y=height + 14, font_size=13)
    for row, label in enumerate(board["row_labels"]):
        yield tag("text", label, class_="label", x=-10, y=EDGE + row * SIZE + 4.5, font_size=13)


def in_words(board: EdgesDescription, highlights: Highlights, players: tuple[str, str]) -> str:
    """The position for those who hear it."""

    def dot(x: float, y: float) -> tuple[int, int, str]:
        column, row = round((x - EDGE) / SIZE), round((y - EDGE) / SIZE)
        number = board["row_labels"][row]
        return column, int(number), f"{board['column_labels'][column]}{number}"

    def edge_name(edge: int) -> str:
        x1, y1, x2, y2 = ends(board, edge)
        return "-".join(name for _, _, name in sorted((dot(x1, y1), dot(x2, y2))))

    drawn = [edge for edge, symbol in enumerate(board["edges"]) if role_of(board, symbol) != "empty"]
    sentences = [f"A board of {board['rows']} rows and {board['columns']} columns of boxes."]
    sentences.append(f"Edges drawn: {' '.join(map(edge_name, drawn)) or 'none'}.")
    for side, player in zip(("first", "second"), players, strict=True):
        owned = sum(role_of(board, symbol) == side for symbol in board["boxes"])
        sentences.append(f"{player}: {owned} boxes.")
    if highlights.last:
        sentences.append(f"Last move: {' '.join(edge_name(int(edge)) for edge in highlights.last)}.")
    if highlights.captured:
        sentences.append(f"Boxes closed by it: {len(highlights.captured)}.")
    if board["caption"]:
        sentences.append(f"{board['caption']}.")
    return " ".join(sentences)
