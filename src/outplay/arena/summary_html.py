"""The results of a match or tournament in a notebook: standings, who scored what against whom, and figures."""

from typing import TYPE_CHECKING

from outplay.arena.tables import cross_lines, figure_lines, halves, note_lines, standings_columns, standings_lines
from outplay.core.notebook import Html, Row, element, page, table
from outplay.core.paths import without_folders

if TYPE_CHECKING:
    from outplay.arena.summary import Summary


def rows_of(summary: "Summary") -> list[Row]:
    """A row for each player; `errors` is the number of games that it lost by errors."""
    return [row._asdict() | {"errors": sum(row.errors.values())} for row in summary.standings]


def game_rows(summary: "Summary") -> list[Row]:
    """A row for each game."""
    return [result._asdict() | {"ending": result.ending.value} for result in summary.results]


def in_words(summary: "Summary") -> str:
    lines = standings_lines(summary.standings, swiss=summary.swiss)
    if len(summary.standings) > 2:
        lines += ["", *cross_lines(summary.results, [row.player for row in summary.standings])]
    return "\n".join([*lines, "", *note_lines(summary), *figure_lines(summary.figures)])


def summary_html(summary: "Summary") -> str:
    columns = standings_columns(summary.standings, summary.swiss)
    heads = [column.head for column in columns]
    names = [column.head for column in columns if column.name or column.left]
    parts = [table(heads, zip(*(column.cells for column in columns), strict=True), long=names)]
    parts += sentences(note_lines(summary))
    if len(summary.standings) > 2:
        parts.append(cross_table(summary))
    return page(
        element("h3", f"Standings of {summary.name}" if summary.name else "Standings"),
        *parts,
        *sentences(figure_lines(summary.figures), "faint"),
    )


def sentences(lines: list[str], class_: str = "") -> list[Html]:
    return [element("p", without_folders(line), class_=class_) for line in lines]


def cross_table(summary: "Summary") -> Html:
    """The points of the player of the row against that of the column."""
    names = [row.player for row in summary.standings]
    rows = [
        [f"{number}. {one}"]
        + [halves(summary.cross[one, other].points) if (one, other) in summary.cross else "" for other in names]
        for number, one in enumerate(names, 1)
    ]
    return table(["points against", *(str(number) for number in range(1, len(names) + 1))], rows, ["points against"])
