"""SVG documents: elements as text, colours for light and dark, and the frame around what a family of boards draws.

A document is self-contained: no scripts, nothing loaded from elsewhere, and every id and style rule is prefixed with a
checksum of the drawing, so that several documents can stand in one HTML page. The same input gives the same text.
Only plain CSS is used (no variables, no `light-dark()`), because programs that print SVG often know no more.
"""

import re
import zlib
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

THEMES = ("auto", "light", "dark", "notebook")
"""auto: dark where the reader's system asks for it (`prefers-color-scheme`). notebook: as the page is set in which the
drawing stands, Jupyter, VS Code or Colab; as auto where the page does not say."""

DARK_PAGE = (
    ':is(html:is([theme="dark"],[data-theme="dark"]),'
    'body:is([data-jp-theme-light="false"],.vscode-dark,.vscode-high-contrast:not(.vscode-high-contrast-light)))'
)
LIGHT_PAGE = (
    ':is(html:is([theme="light"],[data-theme="light"]),'
    'body:is([data-jp-theme-light="true"],.vscode-light,.vscode-high-contrast-light))'
)
"""The elements around a notebook's output that say how it is set: Colab and documentation pages on `html`, Jupyter and
VS Code on `body`."""

MARK_COLOURS = {"green": "#0f8a7c", "red": "#c0392b", "blue": "#2e6bb0", "yellow": "#d9a400", "grey": "#6f6a62"}
"""Names that a mark may have for its colour, beside `#rgb` and `#rrggbb`."""
MARK_COLOUR = "green"
"""The colour of a mark that names none."""
HEX_COLOUR = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")
UNPRINTABLE = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML does not allow."""

PADDING = 12
"""Space around the drawing, in its own units."""
MOST_PIXELS = 10_000

Marks = Mapping[int | str, str | tuple[str, str]]
"""From a move, a move's name or a cell's name to a label, a colour, or both: (label, colour)."""


class SvgStyle(NamedTuple):
    """What is asked of an SVG drawing, beside the position."""

    last: int | None = None
    """The move that led to the position."""
    before: Any = None
    """The state before that move: with it, captures and the cell of a column's last move are known."""
    marks: Mapping[int | str, str | tuple[str, str]] = {}
    theme: str = "auto"
    coordinates: bool = True
    size: int | None = None
    """Pixels of the longer side; None for the drawing's natural size."""
    title: str = "A board"
    players: tuple[str, str] = ("first", "second")
    status: str = ""
    """Who is to move or who has won, in words, for screen readers."""


class Mark(NamedTuple):
    """A mark as it is drawn: a badge with a label, or a tint where there is no label."""

    label: str
    colour: str


class Rule(NamedTuple):
    """A style rule: a selector inside the drawing, its declarations, and those that dark puts in their place."""

    selector: str
    light: str
    dark: str = ""


class Picture(NamedTuple):
    """What a family of boards draws, before it gets a frame, a theme and a size."""

    left: float
    top: float
    width: float
    height: float
    parts: Sequence[str]
    rules: Sequence[Rule]
    description: str
    """The position in words."""
    gradients: Mapping[str, tuple[str, str]] = {}
    """Names that rules use as `url(#NAME)`, with the colours in the middle and at the edge."""


COMMON_RULES = (
    Rule(".ground", "fill:#ffffff", "fill:#171614"),
    Rule("text", "font-family:system-ui,sans-serif;text-anchor:middle"),
    Rule(".label", "fill:#6f6a62", "fill:#a39c91"),
    Rule(".caption", "fill:#2b2822", "fill:#e9e3d8"),
    Rule(".badge", "stroke:#ffffff;stroke-width:1.5", "stroke:#171614"),
    Rule(".badge-text", "fill:#ffffff;font-weight:600"),
    Rule(".tint", "opacity:0.5"),
)


def checked_style(style: SvgStyle) -> SvgStyle:
    """The style itself; ValueError for a theme or a size that there is not."""
    if style.theme not in THEMES:
        raise ValueError(f"the theme is {', '.join(THEMES[:-1])} or {THEMES[-1]}, not {style.theme!r}")
    whole = isinstance(style.size, int) and not isinstance(style.size, bool)
    if style.size is not None and not (whole and 1 <= style.size <= MOST_PIXELS):
        raise ValueError(f"the size is a whole number of pixels from 1 to {MOST_PIXELS}, not {style.size!r}")
    for mark in style.marks.values():
        read_mark(mark)
    return style


def read_mark(given: str | tuple[str, str]) -> Mark:
    """The mark that a text or a pair (label, colour) describes; a text that is a colour is a tint without label."""
    if isinstance(given, str) and (given in MARK_COLOURS or HEX_COLOUR.fullmatch(given)):
        return Mark("", MARK_COLOURS.get(given, given))
    label, colour = (given, MARK_COLOUR) if isinstance(given, str) else given
    if not (colour in MARK_COLOURS or HEX_COLOUR.fullmatch(colour)):
        raise ValueError(f"the colour of a mark is {', '.join(MARK_COLOURS)} or like #1a6b63, not {colour!r}")
    return Mark(label, MARK_COLOURS.get(colour, colour))


def escaped(text: str) -> str:
    """Text for an element or an attribute.

    >>> escaped("a < b & c")
    'a &lt; b &amp; c'
    """
    text = UNPRINTABLE.sub("\ufffd", text)
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def number(value: float) -> str:
    """A coordinate with at most two decimals.

    >>> number(3.0), number(0.125), number(-0.001)
    ('3', '0.12', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def tag(name: str, content: str | None = None, **attributes: float | str) -> str:
    """An element; `class_` stands for class, and _ for - in the names of attributes. Content is escaped.

    >>> tag("text", "a & b", class_="label", x=1.5)
    '<text class="label" x="1.5">a &amp; b</text>'
    """
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escaped(value) if isinstance(value, str) else number(value)}"'
        for key, value in attributes.items()
    )
    return f"<{name}{written}/>" if content is None else f"<{name}{written}>{escaped(content)}</{name}>"


def group(class_: str, parts: Sequence[str]) -> str:
    """The parts as one group; nothing if there are none."""
    return f'<g class="{class_}">{"".join(parts)}</g>' if parts else ""


def badge(mark: Mark, x: float, y: float, radius: float) -> list[str]:
    """A mark's label on a disc; long labels are written smaller."""
    size = radius * min(1.15, 2.6 / max(2, len(mark.label)))
    return [
        tag("circle", class_="badge", cx=x, cy=y, r=radius, fill=mark.colour),
        tag("text", mark.label, class_="badge-text", x=x, y=y + 0.36 * size, font_size=size),
    ]


def document(picture: Picture, style: SvgStyle) -> str:
    """The whole SVG document."""
    left, top = picture.left - PADDING, picture.top - PADDING
    width, height = picture.width + 2 * PADDING, picture.height + 2 * PADDING
    ground = tag("rect", class_="ground", x=left, y=top, width=width, height=height, rx=6)
    body = ground + "".join(picture.parts)
    description = " ".join(filter(None, [picture.description, style.status]))
    key = f"board-{zlib.crc32(repr((body, picture, style.theme, style.title)).encode()):08x}"
    scale = 1.0 if style.size is None else style.size / max(width, height)
    head = tag_open(
        "svg",
        xmlns="http://www.w3.org/2000/svg",
        id=key,
        viewBox=" ".join(map(number, (left, top, width, height))),
        width=width * scale,
        height=height * scale,
        role="img",
        aria_labelledby=f"{key}-title {key}-description",
    )
    return "\n".join(
        [
            head,
            tag("title", style.title, id=f"{key}-title"),
            tag("desc", description, id=f"{key}-description"),
            f"<style>{style_sheet(key, [*COMMON_RULES, *picture.rules], style.theme)}</style>",
            f"<defs>{''.join(gradient(key, name, *stops) for name, stops in picture.gradients.items())}</defs>",
            body,
            "</svg>\n",
        ]
    )


def tag_open(name: str, **attributes: float | str) -> str:
    """The beginning of an element that has others inside."""
    return tag(name, None, **attributes).removesuffix("/>") + ">"


def style_sheet(key: str, rules: Sequence[Rule], theme: str) -> str:
    """The rules of a theme, all inside the element with this id."""

    def written(selector: str, declarations: str) -> str:
        return f"#{key} {selector}{{{declarations.replace('url(#', f'url(#{key}-')}}}"

    if theme == "dark":
        return "".join(written(rule.selector, ";".join(filter(None, rule[1:]))) for rule in rules)
    light = "".join(written(rule.selector, rule.light) for rule in rules)
    if theme == "light":
        return light
    dark = [written(rule.selector, rule.dark) for rule in rules if rule.dark]
    if theme == "auto":
        return f"{light}@media (prefers-color-scheme:dark){{{''.join(dark)}}}"
    unsaid = "".join(f"html:not({LIGHT_PAGE},:has(>{LIGHT_PAGE})) {rule}" for rule in dark)
    said = "".join(f"{DARK_PAGE} {rule}" for rule in dark)
    return f"{light}@media (prefers-color-scheme:dark){{{unsaid}}}{said}"


def gradient(key: str, name: str, middle: str, edge: str) -> str:
    stops = tag("stop", offset="0%", stop_color=middle) + tag("stop", offset="100%", stop_color=edge)
    opened = tag_open("radialGradient", id=f"{key}-{name}", cx="36%", cy="30%", r="75%")
    return f"{opened}{stops}</radialGradient>"
