"""The SVG drawing of a board of hexagons with the goal edges in their players' colours."""

import math
from collections.abc import Iterator, Mapping

from outplay.core.boards.board import Highlights, Target
from outplay.core.boards.grid_svg import (
    CAPTION,
    CAPTION_SIZE,
    EDGE,
    HEXAGON,
    LOOK_RULES,
    RULES,
    SIZE,
    STONES,
    GridDescription,
    badges,
    in_words,
    middle,
    overlay,
    pieces,
    side_rules,
    travelled,
)
from outplay.core.boards.hands_svg import HAND_HEIGHT, HAND_RULES, hand_parts
from outplay.core.boards.svg import Mark, Picture, Rule, SvgStyle, group, number, tag


class HexDescription(GridDescription):
    """A position on a board of hexagons."""

    goals: dict[str, str]
    """From top, bottom, left and right to first, second or the empty text: who wants to join it."""


HEX_RULES = (
    Rule(".cell", "fill:#ead2a6;stroke:#8a6a3c;stroke-width:1.3", "fill:#b08d5b;stroke:#5b4526"),
    Rule(".goal", "fill:none;stroke-width:7;stroke-linejoin:round;stroke-linecap:butt"),
)
CORNERS = {
    "top": (5, 0, 1),
    "right": (0, 1, 2),
    "bottom": (2, 3, 4),
    "left": (5, 4, 3),
}
"""The corners of a hexagon that lie on each side of the board, in the order of its cells from the top left; corner 0 is
the upper one, and they are counted clockwise."""


def hex_picture(
    board: HexDescription, highlights: Highlights, marks: Mapping[Target, Mark], style: SvgStyle, palette: str
) -> Picture:
    """The drawing: hexagons, goal edges, labels, tints, stones, then the last move, the winning chain and badges."""
    cells = range(board["rows"] * board["columns"])
    right, bottom = middle(board, cells[-1])
    width, height = right + SIZE / 2 + EDGE, bottom + HEXAGON + EDGE
    margin = 18 if style.coordinates else 0
    hands = board.get("hands")
    hand = HAND_HEIGHT if hands else 0
    parts = [
        group("cells", [tag("path", class_="cell", d=outline(board, cell)) for cell in cells]),
        group("goals", list(goal_edges(board))),
        group("labels", list(labels(board)) if style.coordinates else []),
        group("tints", list(tints(board, marks))),
        group("travelled", list(travelled(board, highlights))),
        group("stones", list(pieces(board, highlights))),
        group("over", [*chain(board, highlights), *overlay(board, highlights._replace(winning=()))]),
        group("badges", list(badges(board, marks))),
    ]
    if hands:
        parts += hand_parts(hands[1], marks, width, -margin - HAND_HEIGHT / 2)
        parts += hand_parts(hands[0], marks, width, height + HAND_HEIGHT / 2)
    if board["caption"]:
        caption_y = height + hand + CAPTION - 8
        parts.append(tag("text", board["caption"], class_="caption", x=width / 2, y=caption_y, font_size=CAPTION_SIZE))
    goals = [Rule(f".goal.{side}", f"stroke:{STONES[palette][side][1]}") for side in ("first", "second")]
    rules = [*RULES, *side_rules(palette), *LOOK_RULES["cells"], *HEX_RULES, *goals, *(HAND_RULES if hands else ())]
    below = hand + (CAPTION if board["caption"] else 0)
    top = margin + hand
    described = " ".join([in_words(board, highlights, style.players), *goals_in_words(board, style.players)])
    return Picture(-margin, -top, width + margin, height + top + below, parts, rules, described, STONES[palette])


def corner_of(board: HexDescription, cell: int, corner: int) -> tuple[float, float]:
    """A corner of a hexagon, counted clockwise from the upper one."""
    x, y = middle(board, cell)
    angle = math.pi / 3 * corner - math.pi / 2
    return x + HEXAGON * math.cos(angle), y + HEXAGON * math.sin(angle)


def line(points: list[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)


def outline(board: HexDescription, cell: int) -> str:
    return line([corner_of(board, cell, corner) for corner in range(6)]) + "Z"


def goal_edges(board: HexDescription) -> Iterator[str]:
    """The sides of the board that somebody wants to join."""
    columns, count = board["columns"], board["rows"] * board["columns"]
    along = {
        "top": range(columns),
        "bottom": range(count - 1, count - columns - 1, -1),
        "left": range(0, count, columns),
        "right": range(columns - 1, count, columns),
    }
    for side, owner in board["goals"].items():
        if owner:
            points = [corner_of(board, cell, corner) for cell in along[side] for corner in CORNERS[side]]
            yield tag("path", class_=f"goal {owner}", d=line(points))


def labels(board: HexDescription) -> Iterator[str]:
    """The names of the columns above the first row, and of the rows left of the first column."""
    for column, label in enumerate(board["column_labels"]):
        x, y = middle(board, column)
        yield tag("text", label, class_="label", x=x - SIZE * 0.27, y=y - HEXAGON - 8, font_size=13)
    for row, label in enumerate(board["row_labels"]):
        x, y = middle(board, row * board["columns"])
        yield tag("text", label, class_="label", x=x - SIZE * 0.5 - 14, y=y + 5, font_size=13)


def tints(board: HexDescription, marks: Mapping[Target, Mark]) -> Iterator[str]:
    """Marks that are a colour alone."""
    for cell, mark in marks.items():
        if not mark.label and isinstance(cell, int):
            yield tag("path", class_="tint", d=outline(board, cell), fill=mark.colour)


def chain(board: HexDescription, highlights: Highlights) -> Iterator[str]:
    """The chain that won, as a line through its cells in order."""
    if highlights.winning:
        way = line([middle(board, cell) for cell in highlights.winning])
        for part in ("winning-casing", "winning-line"):
            yield tag("path", class_=part, fill="none", stroke_linejoin="round", d=way)


def goals_in_words(board: HexDescription, players: tuple[str, str]) -> list[str]:
    """Who joins which edges, for those who hear it."""
    pairs = ((board["goals"]["top"], "top and bottom"), (board["goals"]["left"], "left and right"))
    return [f"{players[('first', 'second').index(owner)]} joins {edges}." for owner, edges in pairs if owner]
