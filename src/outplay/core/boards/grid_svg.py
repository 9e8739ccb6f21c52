"""The SVG drawing of a grid: the same looks and colours as on the page."""

import math
from collections.abc import Iterator, Mapping
from typing import Literal, NotRequired, TypedDict

from outplay.core.boards.board import Highlights, Target
from outplay.core.boards.hands import InHand
from outplay.core.boards.hands_svg import HAND_HEIGHT, HAND_RULES, hand_parts, hand_words
from outplay.core.boards.svg import Mark, Picture, Rule, SvgStyle, badge, group, number, tag

SIZE, EDGE = 40, 10
"""The side of a cell, and the wood around all cells."""
CAPTION, CAPTION_SIZE = 26, 15
"""Room for the caption under the board, and the size of its letters."""
HEXAGON = SIZE / math.sqrt(3)
"""From the middle of a hexagon to its corners; its middles are a SIZE apart."""


class GridDescription(TypedDict):
    """A position on a grid."""

    family: Literal["grid", "hex"]
    rows: int
    columns: int
    cells: str
    """A symbol a cell, row by row from the top left."""
    symbols: str
    """The empty cell, the first player's symbol, the second's, and any others."""
    roles: dict[str, str]
    """From a symbol to first, second, first-faint, second-faint, empty, or neutral for a piece of nobody. Faint is
    captured."""
    shown: dict[str, str]
    """Symbols that are drawn as another one. With a faint role it is the owner of an empty cell that has the role."""
    row_labels: list[str]
    column_labels: list[str]
    by_column: bool
    """Whether a move is a column."""
    with_turn: bool
    """Whether the position's text says who is to move."""
    caption: str
    look: str
    """One of `grid.LOOKS`."""
    hands: NotRequired[list[list[InHand]]]
    """What the first player and the second have beside the board, in games that have hands."""


STONES = {
    "black-first": {"first": ("#5b5650", "#17150f"), "second": ("#ffffff", "#d8d1c4")},
    "white-first": {"first": ("#ffffff", "#d8d1c4"), "second": ("#5b5650", "#17150f")},
    "discs": {"first": ("#f2705d", "#c63a2b"), "second": ("#ffe07a", "#e6b422")},
    "marks": {"first": ("#1a6b63", "#1a6b63"), "second": ("#b4532a", "#b4532a")},
    "warm": {"first": ("#8fc7bd", "#1a6b63"), "second": ("#f0b795", "#b4532a")},
}
"""The colours of stones by palette: in their middle and at their edge."""

LIGHT_SHADE = ("fill:#fffdf6;fill-opacity:0.72", "fill:#f3ecdf;fill-opacity:0.52")
DARK_SHADE = ("fill:#2a2520;fill-opacity:0.55", "fill:#14110e;fill-opacity:0.66")

RULES = (
    Rule(".wood", "fill:#dfbc86", "fill:#b08d5b"),
    Rule(".lines", "stroke:#8a6a3c;stroke-width:1.3;fill:none", "stroke:#5b4526"),
    Rule(".star", "fill:#7a5c32", "fill:#4f3b20"),
    Rule(".neutral .stone", "fill:#8d867b"),
    Rule(".last.on-neutral", "fill:#ffffff"),
    Rule(".stone", "stroke:#000000;stroke-opacity:0.35;stroke-width:0.8"),
    Rule(".symbol", "fill:#ffffff;font-weight:600;stroke:#000000;stroke-opacity:0.5;stroke-width:2;paint-order:stroke"),
    Rule(".faint", "opacity:0.42"),
    Rule(".outside", "opacity:0.6"),
    Rule(".captured", "fill:none;stroke:#ffffff;stroke-width:2.5;stroke-dasharray:5 3.5"),
    Rule(".path", "fill:none;stroke:#1f5f8f;stroke-opacity:0.75;stroke-width:4.5;stroke-linecap:round"),
    Rule(".origin", "fill:#1f5f8f;fill-opacity:0.16;stroke:#1f5f8f;stroke-opacity:0.75;stroke-width:2.5"),
    Rule(".winning", "fill:none;stroke:#ffe27a;stroke-width:3.5"),
    Rule(".winning-line", "stroke:#ffe27a;stroke-width:4.5;stroke-linecap:round"),
    Rule(".winning-casing", "stroke:#2a1d05;stroke-width:7.5;stroke-linecap:round"),
)

LOOK_RULES = {
    "lines": (
        Rule(".winning", "stroke:#e0245e"),
        Rule(".winning-line", "stroke:#e0245e"),
        Rule(".winning-casing", "stroke:#ffffff"),
    ),
    "marks": (
        Rule(".wood", "fill:#fffdf9;stroke:#ddd5c6", "fill:#221f1c;stroke:#3a352f"),
        Rule(".lines", "stroke:#bdb3a2;stroke-width:2;stroke-linecap:round", "stroke:#57514a"),
        Rule(".first .mark", "stroke:#1a6b63", "stroke:#6fc9bd"),
        Rule(".second .mark", "stroke:#b4532a", "stroke:#eda079"),
        Rule(".last", "fill:#1a6b63;fill-opacity:0.13", "fill:#6fc9bd;fill-opacity:0.16"),
        Rule(".winning", "fill:#1a6b63;fill-opacity:0.13;stroke:none", "fill:#6fc9bd;fill-opacity:0.16"),
        Rule(".winning-line", "stroke:#2b2822;stroke-width:3", "stroke:#e9e3d8"),
        Rule(".winning-casing", "stroke:#fffdf9;stroke-width:5.5", "stroke:#221f1c"),
        Rule(".captured", "stroke:#6f6a62;stroke-width:2"),
    ),
    "felt": (
        Rule(".wood", "fill:#4d8a68", "fill:#2f5f47"),
        Rule(".lines", "stroke:#3a6e52", "stroke:#23493a"),
    ),
    "columns": (
        Rule(".wood", "fill:#3d6da3", "fill:#2f5683"),
        Rule(".hole", "fill:#f7f4ee;opacity:0.92", "fill:#171614"),
        Rule(".last", "fill:#ffffff;opacity:0.85"),
    ),
    "territory": (Rule(".lines", "stroke:#b8935a", "stroke:#84683f"),),
}
LOOK_RULES["cells"] = LOOK_RULES["lines"]


def grid_picture(
    board: GridDescription, highlights: Highlights, marks: Mapping[Target, Mark], style: SvgStyle, palette: str
) -> Picture:
    """The drawing: wood and lines, shades, tints, stones, then the last move, captures, the winning row and badges."""
    scale = max(1.2, min(1.9, (max(board["rows"], board["columns"]) + 1) / 8))  # labels and corners grow with the board
    width, height = board["columns"] * SIZE + 2 * EDGE, board["rows"] * SIZE + 2 * EDGE
    margin = 16 * scale if style.coordinates else 0
    hands = board.get("hands")
    hand = HAND_HEIGHT if hands else 0
    below = margin + hand + (CAPTION if board["caption"] else 0)
    parts = [
        group("wooden", [tag("rect", class_="wood", width=width, height=height, rx=12 * scale), *ground(board)]),
        group("labels", list(labels(board, height, scale)) if style.coordinates else []),
        group("shades", list(shades(board))),
        group("tints", list(tints(board, marks))),
        group("travelled", list(travelled(board, highlights))),
        group("stones", list(pieces(board, highlights))),
        group("over", list(overlay(board, highlights))),
        group("badges", list(badges(board, marks))),
    ]
    if hands:
        parts += hand_parts(hands[1], marks, width, -HAND_HEIGHT / 2)
        parts += hand_parts(hands[0], marks, width, height + margin + HAND_HEIGHT / 2)
    if board["caption"]:
        caption_y = height + margin + hand + CAPTION - 8
        parts.append(tag("text", board["caption"], class_="caption", x=width / 2, y=caption_y, font_size=CAPTION_SIZE))
    left = 0 if board["look"] == "columns" else margin
    rules = [*RULES, *side_rules(palette), *LOOK_RULES.get(board["look"], ()), *(HAND_RULES if hands else ())]
    described = in_words(board, highlights, style.players)
    return Picture(-left, -hand, width + left, height + hand + below, parts, rules, described, STONES[palette])


def side_rules(palette: str) -> Iterator[Rule]:
    """The colours of both players' stones, of the dot on the last one and of the cells that they captured."""
    first_is_dark = palette == "black-first"
    for side, other in (("first", "second"), ("second", "first")):
        yield Rule(f".{side} .stone", f"fill:url(#{side})")
        yield Rule(f".last.on-{side}", f"fill:{STONES[palette][other][1]}")
        dark = (side == "first") == first_is_dark
        yield Rule(f".shade.{side}", *(DARK_SHADE if dark else LIGHT_SHADE))
        yield Rule(f".{side} .mark", f"fill:none;stroke:{STONES[palette][side][1]}")
    yield Rule(".mark", "stroke-width:4;stroke-linecap:round")


def corner(board: GridDescription, cell: Target) -> tuple[float, float]:
    """The upper left corner of a cell."""
    row, column = divmod(int(cell), board["columns"])
    return EDGE + column * SIZE, EDGE + row * SIZE


def middle(board: GridDescription, cell: Target) -> tuple[float, float]:
    if board["family"] == "hex":
        row, column = divmod(int(cell), board["columns"])
        return EDGE + (column + row / 2 + 0.5) * SIZE, EDGE + HEXAGON + row * 1.5 * HEXAGON
    x, y = corner(board, cell)
    return x + SIZE / 2, y + SIZE / 2


def ground(board: GridDescription) -> Iterator[str]:
    """The lines of the board, or the holes for discs."""
    rows, columns, look = board["rows"], board["columns"], board["look"]
    if look == "columns":
        for cell in range(rows * columns):
            x, y = middle(board, cell)
            yield tag("circle", class_="hole", cx=x, cy=y, r=SIZE * 0.41)
        return
    shift = SIZE // 2 if look == "lines" else 0
    inner = 1 if look == "marks" else 0
    right, bottom = EDGE + columns * SIZE - shift, EDGE + rows * SIZE - shift
    last_row, last_column = (rows - 1, columns - 1) if shift else (rows - inner, columns - inner)
    path = [f"M{EDGE + shift} {EDGE + row * SIZE + shift}H{right}" for row in range(inner, last_row + 1)]
    path += [f"M{EDGE + c * SIZE + shift} {EDGE + shift}V{bottom}" for c in range(inner, last_column + 1)]
    yield tag("path", class_="lines", d="".join(path))
    if look == "lines" and rows == columns and rows % 2:
        far = 3 if rows >= 13 else 2
        low, half, high = far, (rows - 1) // 2, rows - 1 - far
        for row, column in ((low, low), (low, high), (half, half), (high, low), (high, high)):
            x, y = middle(board, row * columns + column)
            yield tag("circle", class_="star", cx=x, cy=y, r=3.4)


def labels(board: GridDescription, height: float, scale: float) -> Iterator[str]:
    """The names of the columns below the board, and of the rows on its left where rows matter."""
    size = 9 * scale
    for column, label in enumerate(board["column_labels"]):
        x = EDGE + column * SIZE + SIZE / 2
        yield tag("text", label, class_="label", x=x, y=height + 13 * scale, font_size=size)
    if board["look"] != "columns":
        for row, label in enumerate(board["row_labels"]):
            y = EDGE + row * SIZE + SIZE / 2 + size / 3
            yield tag("text", label, class_="label", x=-8 * scale, y=y, font_size=size)


def role_of(board: GridDescription, cell: int) -> tuple[str, bool]:
    """Whose a cell is (first, second or empty), and whether it is captured."""
    role = board["roles"].get(board["cells"][cell], "empty")
    return role.split("-")[0], role.endswith("-faint")


def shades(board: GridDescription) -> Iterator[str]:
    """Captured cells in the colour of their captor."""
    for cell, symbol in enumerate(board["cells"]):
        side, faint = role_of(board, cell)
        if faint:
            captor = side if symbol in board["shown"] else "second" if side == "first" else "first"
            x, y = corner(board, cell)
            yield tag("rect", class_=f"shade {captor}", x=x, y=y, width=SIZE, height=SIZE)


def tints(board: GridDescription, marks: Mapping[Target, Mark]) -> Iterator[str]:
    """Marks that are a colour alone."""
    for cell, mark in marks.items():
        if not mark.label and isinstance(cell, int):
            x, y = corner(board, cell)
            yield tag("rect", class_="tint", x=x + 1, y=y + 1, width=SIZE - 2, height=SIZE - 2, rx=6, fill=mark.colour)


def badges(board: GridDescription, marks: Mapping[Target, Mark]) -> Iterator[str]:
    """Marks that have a label."""
    for cell, mark in marks.items():
        if mark.label and isinstance(cell, int):
            yield from badge(mark, *middle(board, cell), SIZE * 0.3)


def travelled(board: GridDescription, highlights: Highlights) -> Iterator[str]:
    """The way of the piece that moved, from a ring where it stood."""
    points = [middle(board, cell) for cell in highlights.path]
    if points:
        x, y = points[0]
        yield tag("circle", class_="origin", cx=x, cy=y, r=SIZE * 0.3)
        yield tag("path", class_="path", d="M" + "L".join(f"{number(x)} {number(y)}" for x, y in points))


def pieces(board: GridDescription, highlights: Highlights) -> Iterator[str]:
    """A stone, a disc, a cross or a ring for each cell that is not empty."""
    for cell, symbol in enumerate(board["cells"]):
        side, faint = role_of(board, cell)
        if side == "empty" or (faint and symbol in board["shown"]):
            continue
        outside = bool(highlights.winning) and cell not in highlights.winning
        classes = f"{side}{' faint' * faint}{' outside' * outside}"
        yield group(classes, list(piece(board, cell, symbol, 0.72 if faint else 1)))


def piece(board: GridDescription, cell: int, symbol: str, scale: float) -> Iterator[str]:
    x, y = middle(board, cell)
    look = board["look"]
    if look == "marks" and symbol in "xX":
        r = SIZE * 0.27
        yield tag(
            "path", class_="mark", d=f"M{x - r:g} {y - r:g}L{x + r:g} {y + r:g}M{x + r:g} {y - r:g}L{x - r:g} {y + r:g}"
        )
    elif look == "marks" and symbol in "oO":
        yield tag("circle", class_="mark", cx=x, cy=y, r=SIZE * 0.28)
    else:
        radius = {"lines": 0.46, "columns": 0.41}.get(look, 0.4)
        yield tag("circle", class_="stone", cx=x, cy=y, r=SIZE * radius * scale)
        if len(board["roles"]) > 3 and look != "territory":
            shown = board["shown"].get(symbol, symbol)
            yield tag("text", shown, class_="symbol", x=x, y=y + 6.3, font_size=18)


def overlay(board: GridDescription, highlights: Highlights) -> Iterator[str]:
    """Captured cells, the last move, and the winning row with a line through it where it is straight."""
    for cell in highlights.captured:
        x, y = corner(board, cell)
        yield tag("rect", class_="captured", x=x + 3, y=y + 3, width=SIZE - 6, height=SIZE - 6, rx=6)
    for cell in highlights.last:
        if highlights.path and cell != highlights.path[-1] and role_of(board, int(cell))[0] == "empty":
            continue  # its way is drawn
        x, y = middle(board, cell)
        radius = 0.46 if board["look"] == "marks" else 0.12
        yield tag("circle", class_=f"last on-{role_of(board, int(cell))[0]}", cx=x, cy=y, r=SIZE * radius)
    for cell in highlights.winning:
        x, y = middle(board, cell)
        yield tag("circle", class_="winning", cx=x, cy=y, r=SIZE * 0.47)
    if len(highlights.winning) > 1 and straight(board, highlights.winning):
        (x1, y1), (x2, y2) = (middle(board, cell) for cell in (highlights.winning[0], highlights.winning[-1]))
        for part in ("winning-casing", "winning-line"):
            yield tag("path", class_=part, d=f"M{x1:g} {y1:g}L{x2:g} {y2:g}")


def straight(board: GridDescription, cells: tuple[Target, ...]) -> bool:
    """Whether sorted cells lie on one line, so that it can be drawn through them."""
    (x1, y1), (x2, y2), *others = (middle(board, cell) for cell in cells)
    return all((x - x1) * (y2 - y1) == (y - y1) * (x2 - x1) for x, y in others)


def in_words(board: GridDescription, highlights: Highlights, players: tuple[str, str]) -> str:
    """The position for those who hear it: which cells each player has, and what is highlighted."""

    def named(cells: tuple[Target, ...] | list[int]) -> str:
        rows = (divmod(int(cell), board["columns"]) for cell in cells)
        return " ".join(f"{board['column_labels'][column]}{board['row_labels'][row]}" for row, column in rows)

    sentences = [f"A board of {board['rows']} rows and {board['columns']} columns."]
    for side, player in zip(("first", "second"), players, strict=True):
        own = [cell for cell in range(len(board["cells"])) if role_of(board, cell) == (side, False)]
        sentences.append(f"{player}: {named(own) or 'none'}.")
    sentences += hand_words(board.get("hands"), players)
    if highlights.path:
        highlights = highlights._replace(last=highlights.path)
    for what, cells in zip(("Last move", "Captured or changed", "Winning row"), highlights[:3], strict=True):
        if cells:
            sentences.append(f"{what}: {named(cells)}.")
    if board["caption"]:
        sentences.append(f"{board['caption']}.")
    return " ".join(sentences)
