"""The SVG drawing of a mancala board: the first player's houses at the bottom, seeds and their counts."""

import math
from collections.abc import Iterator, Mapping
from typing import Literal, TypedDict

from outplay.core.boards.board import Highlights, Target
from outplay.core.boards.svg import Mark, Picture, Rule, SvgStyle, badge, group, tag

PITCH, RADIUS, STORE, ROW, EDGE, SEED = 78, 33, 74, 102, 14, 5.6
"""From house to house, the radius of a house, the width of a store, the height of a row, the wood around, a seed."""
MARGIN = 22
"""Room for the numbers of the houses above and below."""
TURN = math.pi * (3 - math.sqrt(5))
"""The angle from one seed to the next, as in a sunflower."""
DEPTH = 2 * EDGE + 2 * ROW


class Side(TypedDict):
    """The seeds of a player."""

    houses: list[int]
    """From the player's left."""
    store: int


class PitsDescription(TypedDict):
    """A position on a mancala board."""

    family: Literal["pits"]
    houses: int
    sides: list[Side]
    words: list[str]
    """Further words of the position's text."""
    tally: list[int]
    """What each player has for certain, shown beside the names."""
    to_move: int


RULES = (
    Rule(".wood", "fill:#c9965c;stroke:#a87840;stroke-width:3", "fill:#7d5a35;stroke:#5f4325"),
    Rule(".pit", "fill:#a87545;stroke:#8a5d33;stroke-width:2", "fill:#533a21;stroke:#3f2b17"),
    Rule(".store.first", "stroke:#1a6b63;stroke-width:3", "stroke:#6fc9bd"),
    Rule(".store.second", "stroke:#8c3413;stroke-width:3", "stroke:#eda079"),
    Rule(".count", "fill:#2d1c0a;font-weight:600;font-size:17px", "fill:#f7ead9"),
    Rule(".label", "font-size:13px"),
    Rule(".seed", "stroke:#000000;stroke-opacity:0.4;stroke-width:0.8"),
    Rule(".kind-0", "fill:#f3e2c0"),
    Rule(".kind-1", "fill:#e9cf9d"),
    Rule(".kind-2", "fill:#f8efdc"),
    Rule(".kind-3", "fill:#dfc08a"),
    Rule(".last", "fill:none;stroke:#1a6b63;stroke-width:3;stroke-dasharray:6 5", "stroke:#6fc9bd"),
    Rule(".captured", "fill:none;stroke:#ffffff;stroke-width:3"),
)


def pits_picture(
    board: PitsDescription, highlights: Highlights, marks: Mapping[Target, Mark], style: SvgStyle
) -> Picture:
    """The drawing: wood, pits, seeds, counts, then the last move, captures and marks."""
    length = 2 * EDGE + 2 * STORE + board["houses"] * PITCH
    margin = MARGIN if style.coordinates else 0
    parts = [
        tag("rect", class_="wood", width=length, height=DEPTH, rx=40),
        group("pits", [outline(board, pit) for pit in pit_names(board)]),
        group("labels", list(labels(board)) if style.coordinates else []),
        group("tints", [ring(board, pit, "tint", mark.colour) for pit, mark in marks.items() if not mark.label]),
        group("seeds", [seed for pit in pit_names(board) for seed in seeds(board, pit)]),
        group("counts", [count(board, pit) for pit in pit_names(board)]),
        group("over", [ring(board, pit, "last") for pit in highlights.last]),
        group("caught", [ring(board, pit, "captured") for pit in highlights.captured]),
        group(
            "badges", [part for pit, mark in marks.items() if mark.label for part in badge(mark, *spot(board, pit), 13)]
        ),
    ]
    described = in_words(board, highlights, style.players)
    return Picture(0, -margin, length, DEPTH + 2 * margin, parts, RULES, described)


def pit_names(board: PitsDescription) -> list[str]:
    houses = [*map(str, range(board["houses"])), "store"]
    return [f"{side}:{house}" for side in (0, 1) for house in houses]


def split(pit: Target) -> tuple[int, int | None]:
    """The side of a pit, and its house; None for the store."""
    side, house = str(pit).split(":")
    return int(side), None if house == "store" else int(house)


def spot(board: PitsDescription, pit: Target) -> tuple[float, float]:
    """The middle of a pit."""
    side, house = split(pit)
    if house is None:
        right = 2 * EDGE + 2 * STORE + board["houses"] * PITCH - EDGE - STORE / 2
        return (EDGE + STORE / 2 if side else right), DEPTH / 2
    column = board["houses"] - 1 - house if side else house
    off = ROW / 2 - 5
    return EDGE + STORE + (column + 0.5) * PITCH, DEPTH / 2 + (-off if side else off)


def amount(board: PitsDescription, pit: Target) -> int:
    side, house = split(pit)
    return board["sides"][side]["store"] if house is None else board["sides"][side]["houses"][house]


def extent(pit: Target) -> tuple[float, float]:
    """Half the width and half the height of a pit."""
    return (RADIUS, RADIUS) if split(pit)[1] is not None else (29, DEPTH / 2 - EDGE - 8)


def outline(board: PitsDescription, pit: Target) -> str:
    (x, y), (dx, dy), (side, house) = spot(board, pit), extent(pit), split(pit)
    classes = f"pit{' store' * (house is None)} {('first', 'second')[side]}"
    return tag("rect", class_=classes, x=x - dx, y=y - dy, width=2 * dx, height=2 * dy, rx=min(dx, dy))


def ring(board: PitsDescription, pit: Target, class_: str, fill: str | None = None) -> str:
    """A line around a pit, or its area in a colour."""
    (x, y), (dx, dy) = spot(board, pit), extent(pit)
    extra = {} if fill is None else {"fill": fill}
    return tag(
        "rect",
        class_=class_,
        x=x - dx - 2,
        y=y - dy - 2,
        width=2 * dx + 4,
        height=2 * dy + 4,
        rx=min(dx, dy) + 2,
        **extra,
    )


def labels(board: PitsDescription) -> Iterator[str]:
    """The numbers of the houses, as each player counts them."""
    for side in (0, 1):
        for house in range(board["houses"]):
            x, _ = spot(board, f"{side}:{house}")
            yield tag("text", str(house + 1), class_="label", x=x, y=-7 if side else DEPTH + 16)


def seeds(board: PitsDescription, pit: Target) -> Iterator[str]:
    """The seeds of a pit, laid like those of a sunflower."""
    x, y = spot(board, pit)
    total = amount(board, pit)
    wide, high = (1, 1) if split(pit)[1] is not None else (0.8, 2.4)
    reach = RADIUS - SEED - 3
    for index in range(total):
        distance = reach * math.sqrt((index + 0.5) / max(total, 6))
        angle = index * TURN + (x + y) / 50
        cx, cy = x + distance * math.cos(angle) * wide, y + distance * math.sin(angle) * high
        yield tag("circle", class_=f"seed kind-{index % 4}", cx=cx, cy=cy, r=SEED)


def count(board: PitsDescription, pit: Target) -> str:
    """The number of a pit's seeds, at its outer side, or at the end of a store."""
    x, y = spot(board, pit)
    side, house = split(pit)
    out = DEPTH / 2 - EDGE - 30 if house is None else RADIUS + 13
    return tag("text", str(amount(board, pit)), class_="count", x=x, y=y + (-out if side else out) + 6)


def in_words(board: PitsDescription, highlights: Highlights, players: tuple[str, str]) -> str:
    """The position for those who hear it."""
    sentences = []
    for player, side in zip(players, board["sides"], strict=True):
        houses = " ".join(map(str, side["houses"]))
        sentences.append(f"{player}: houses {houses}, store {side['store']}.")
    for what, pits in (("Last move", highlights.last), ("Captured", highlights.captured)):
        named = [f"{players[side]}'s house {house + 1}" for side, house in map(split, pits) if house is not None]
        if named:
            sentences.append(f"{what}: {', '.join(named)}.")
    return " ".join(sentences)
