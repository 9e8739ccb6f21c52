"""HTML for notebooks: what `_repr_html_` of positions, analyses, records and results is put together from.

A page is self-contained: no scripts, nothing loaded from elsewhere. Its style rules hold for elements of its own class,
which has a checksum of the rules, so that many outputs stand in one page, those of other versions too. Colours follow
Jupyter, VS Code and Colab, and the reader's system where the notebook does not say.
"""

import zlib
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from outplay.core.boards.svg import DARK_PAGE, LIGHT_PAGE, escaped, tag, tag_open

if TYPE_CHECKING:
    from outplay.core.boards.svg import Marks
    from outplay.core.game import Position

Row = dict[str, Any]
"""A row of a table for pandas or polars: plain values by the names of the columns."""

BOARD_PIXELS, BOARD_ALONE_PIXELS = 260, 360
"""The longer side of a board beside a table, and of one that stands alone."""
CHART_WIDTH, CHART_HEIGHT, CHART_EDGE = 300, 110, 8

RULES = {
    "": "color-scheme:light dark;background:light-dark(#ffffff,#171614);color:light-dark(#26231f,#ece7de);"
    "border:1px solid light-dark(#e4ddd0,#37332e);border-radius:10px;padding:12px 14px;margin:2px 0;"
    "font:14px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;max-width:960px;box-sizing:border-box;"
    "overflow-x:auto",
    "*": "box-sizing:border-box",
    "h3": "font:600 15px/1.3 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;margin:0 0 6px",
    "p": "margin:4px 0",
    ".faint": "color:light-dark(#6a645a,#a8a095)",
    ".side": "display:flex;flex-wrap:wrap;gap:12px 20px;align-items:flex-start",
    ".side>*": "flex:0 1 auto;min-width:0;max-width:100%",
    ".side>.board+div": "flex:1 1 320px",
    ".scroll": "max-height:420px;overflow:auto",
    "table": "border-collapse:collapse;border:0;margin:4px 0;width:auto;font-size:13px;"
    "font-variant-numeric:tabular-nums;color:inherit;background:none",
    "tr:nth-child(n)": "background:none",
    "th,& td": "padding:2px 9px;border:0;border-bottom:1px solid light-dark(#e4ddd0,#37332e);text-align:right;"
    "vertical-align:top;white-space:nowrap;font-weight:400;background:none;color:inherit",
    "thead th": "color:light-dark(#6a645a,#a8a095)",
    ".words": "text-align:left",
    ".long": "text-align:left;white-space:normal;overflow-wrap:anywhere;min-width:9em",
    "b": "font-weight:600;color:light-dark(#1a6b63,#6fc9bd)",
    "svg.chart": "display:block;max-width:100%;height:auto",
    ".chart polyline": "fill:none;stroke:light-dark(#a39a89,#857d72);stroke-width:1.5",
    ".chart .base": "stroke:light-dark(#e4ddd0,#37332e)",
    ".chart circle": "fill:light-dark(#1a6b63,#6fc9bd);stroke:light-dark(#1a6b63,#6fc9bd);stroke-width:1.5",
    ".chart .hollow": "fill:light-dark(#ffffff,#171614)",
    "details": "margin:0 0 0 14px",
    "summary": "cursor:pointer;white-space:nowrap",
    ".leaf": "margin:0 0 0 29px;white-space:nowrap",
    ".tree": "font-size:13px;max-height:480px;overflow:auto;margin-left:-14px",
    ".cut": "color:light-dark(#a3321f,#f09a86)",
}
"""The style by selectors inside the page; `&` stands for the page itself."""


def style_sheet() -> tuple[str, str]:
    """The class of pages with these rules, and the rules. The class stands twice in a selector, which outweighs the
    rules that notebooks have for tables."""
    key = f"outplay-{zlib.crc32(repr((RULES, LIGHT_PAGE, DARK_PAGE)).encode()):08x}"
    own = f".outplay.{key}"
    rules = [f"{own} {selector}".rstrip().replace("&", own) + f"{{{said}}}" for selector, said in RULES.items()]
    rules += [f"{page} {own}{{color-scheme:{name}}}" for name, page in (("light", LIGHT_PAGE), ("dark", DARK_PAGE))]
    return key, "".join(rules)


KEY, SHEET = style_sheet()


class Html(str):
    """Text that is HTML already, and is not escaped again."""

    __slots__ = ()


def html(content: object) -> Html:
    """Any content as HTML: escaped, unless it is HTML already.

    >>> html("a < b"), html(Html("<b>x</b>"))
    ('a &lt; b', '<b>x</b>')
    """
    return content if isinstance(content, Html) else Html(escaped(str(content)))


def element(name: str, *content: object, class_: str = "") -> Html:
    """An element with some content."""
    opened = f'{name} class="{class_}"' if class_ else name
    return Html(f"<{opened}>{''.join(map(html, content))}</{name}>")


def page(*parts: object) -> str:
    """What `_repr_html_` returns: the parts with their style."""
    return f'<div class="outplay {KEY}"><style>{SHEET}</style>{"".join(map(html, parts))}</div>'


def side_by_side(*parts: Html) -> Html:
    """The parts in a row, one below the other where there is no room."""
    return element("div", *parts, class_="side")


def table(
    heads: Sequence[str], rows: Iterable[Sequence[object]], words: Collection[str] = (), long: Collection[str] = ()
) -> Html:
    """A table. The columns of `words` are aligned to the left, and those of `long` have several lines if they must."""
    kinds = ["long" if head in long else "words" if head in words else "" for head in heads]

    def line(name: str, cells: Sequence[object]) -> Html:
        return element("tr", *(element(name, cell, class_=kind) for cell, kind in zip(cells, kinds, strict=True)))

    return element(
        "table", element("thead", line("th", heads)), element("tbody", *(line("td", cells) for cells in rows))
    )


def board(
    position: "Position",
    last: int | None = None,
    before: "Position | None" = None,
    marks: "Marks | None" = None,
    pixels: int = BOARD_PIXELS,
) -> Html:
    """The drawing of a position. Marks of moves that are not made on the board are left out."""
    drawn = {move: mark for move, mark in (marks or {}).items() if _has_place(position, move)}
    svg = position.svg(last, before=before, marks=drawn, theme="notebook", size=pixels)
    shown = svg.replace("<svg ", '<svg style="display:block;max-width:100%;height:auto" ', 1)
    return Html(f'<div class="board">{shown}</div>')


def _has_place(position: "Position", move: int | str) -> bool:
    return isinstance(move, int) and bool(position.game.board.targets(position.state, move))


def chart(title: str, values: Sequence[float], hollow: Sequence[bool]) -> Html:
    """A small line chart with a point for each value; some of the points are hollow."""
    low, high = min(0.0, *values), max(0.0, *values)
    step = (CHART_WIDTH - 2 * CHART_EDGE) / max(1, len(values) - 1)

    def height(value: float) -> float:
        return CHART_HEIGHT - CHART_EDGE - (value - low) / ((high - low) or 1.0) * (CHART_HEIGHT - 2 * CHART_EDGE)

    points = [(CHART_EDGE + index * step, height(value)) for index, value in enumerate(values)]
    drawn = [
        tag("title", f"{title}: {', '.join(f'{value:g}' for value in values)}"),
        tag("line", class_="base", x1=CHART_EDGE, x2=CHART_WIDTH - CHART_EDGE, y1=height(0), y2=height(0)),
        tag("polyline", points=" ".join(f"{x:.1f},{y:.1f}" for x, y in points)),
    ]
    for (x, y), value, empty in zip(points, values, hollow, strict=True):
        opened = tag_open("circle", class_="hollow" if empty else "full", cx=x, cy=y, r=3.5)
        drawn.append(f"{opened}{tag('title', f'{value:g}')}</circle>")
    box = f"0 0 {CHART_WIDTH} {CHART_HEIGHT}"
    opened = tag_open("svg", class_="chart", viewBox=box, width=CHART_WIDTH, height=CHART_HEIGHT, role="img")
    return element("div", element("p", title, class_="faint"), Html(f"{opened}{''.join(drawn)}</svg>"))
