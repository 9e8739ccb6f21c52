"""The SVG drawing of a position that is text."""

from typing import Literal, TypedDict

from outplay.core.boards.svg import Picture, Rule, tag

LETTER, LINE = 8.4, 19
"""Width of a letter and height of a line in the SVG drawing."""
RULES = (Rule(".drawing", "font:14px ui-monospace,monospace;text-anchor:start;fill:#2b2822", "fill:#e9e3d8"),)


class PlainDescription(TypedDict):
    """A position as text."""

    family: Literal["plain"]
    text: str


def plain_picture(description: PlainDescription) -> Picture:
    """The text in letters of equal width."""
    lines = description["text"].split("\n")
    parts = [
        tag("text", line.replace(" ", "\u00a0"), class_="drawing", x=0, y=(index + 0.75) * LINE)
        for index, line in enumerate(lines)
    ]
    width = max(1, *map(len, lines)) * LETTER
    return Picture(0, 0, width, len(lines) * LINE, parts, RULES, description["text"])
