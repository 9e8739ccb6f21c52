"""The plain family: a position is its fields as numbers, drawn as text. It serves every game that says no more."""

from typing import Any, Literal, TypedDict

from outplay.core.boards.svg import Picture, Rule, tag
from outplay.core.errors import BadPosition

State = Any

LETTER, LINE = 8.4, 19
"""Width of a letter and height of a line in the SVG drawing."""
RULES = (Rule(".drawing", "font:14px ui-monospace,monospace;text-anchor:start;fill:#2b2822", "fill:#e9e3d8"),)


class PlainDescription(TypedDict):
    """A position as text."""

    family: Literal["plain"]
    text: str


def write_fields(state: State) -> str:
    """The fields of a state as one line: `left=3 turn=0`."""
    return " ".join(f"{field}={value}" for field, value in zip(state._fields, state, strict=True))


def read_fields(text: str, like: State) -> State:
    """The state that `write_fields` wrote; BadPosition if the text has other fields than `like`, or no numbers."""
    parts = text.split()
    fields = dict(part.split("=", 1) for part in parts if "=" in part)
    if len(parts) != len(fields) or set(fields) != set(like._fields):
        raise BadPosition(f"the position must read like {write_fields(like)!r}")
    if not all(value.isascii() and value.isdigit() for value in fields.values()):
        raise BadPosition(f"every field must be a whole number, as in {write_fields(like)!r}")
    return type(like)(**{name: int(value) for name, value in fields.items()})


def plain_picture(description: PlainDescription) -> Picture:
    """The text in letters of equal width."""
    lines = description["text"].split("\n")
    parts = [
        tag("text", line.replace(" ", "\u00a0"), class_="drawing", x=0, y=(index + 0.75) * LINE)
        for index, line in enumerate(lines)
    ]
    width = max(1, *map(len, lines)) * LETTER
    return Picture(0, 0, width, len(lines) * LINE, parts, RULES, description["text"])
