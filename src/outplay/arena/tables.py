"""Results as tables of text that fit the width of a terminal."""

import unicodedata
from collections.abc import Iterable, Sequence
from itertools import accumulate, takewhile
from typing import NamedTuple

from outplay.arena.elo import Comparison, elo_words
from outplay.arena.games import Result
from outplay.arena.ratings import Ratings
from outplay.arena.standings import Figures, Standing, cross_table
from outplay.core.figures import duration

WIDTH = 80
LEAST_NAME = 10
"""Columns of a terminal to which a name may be shortened. A table that is still too wide exceeds its width."""
CROSS_NAME = 20
"""Columns of a terminal that a name beside a cross table may take."""
GAP = "  "
OPTIONAL = ("1st", "2nd", "SB", "Buch")
"""The columns that are left out, in this order, until the table fits its width."""


def width_of(text: str) -> int:
    """The number of columns of a terminal that a text takes.

    >>> width_of("abc"), width_of("七"), width_of("e\\u0301")
    (3, 2, 1)
    """
    return sum(
        0 if unicodedata.combining(sign) else 2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text
    )


def shortened(text: str, width: int) -> str:
    """The text in at most `width` columns of a terminal. The middle is left out, since names often differ at the end.

    >>> shortened("engine:time=0.1,threads=2", 12)
    'engine…ads=2'
    """
    if width_of(text) <= width:
        return text
    tail = beginning(text[::-1], (width - 1) // 2)[::-1]
    return f"{beginning(text, width - 1 - width_of(tail))}…{tail}"


def beginning(text: str, width: int) -> str:
    """As many characters from the start of the text as fit into `width` columns."""
    fitting = takewhile(lambda total: total <= width, accumulate(width_of(sign) for sign in text))
    return text[: sum(1 for _ in fitting)]


def padded(text: str, width: int, left: bool = False) -> str:
    blanks = " " * max(0, width - width_of(text))
    return text + blanks if left else blanks + text


class Column(NamedTuple):
    head: str
    cells: list[str]
    name: bool = False
    """Whether the cells are names: aligned to the left, and shortened if the table is too wide."""


def table(columns: Sequence[Column], width: int = WIDTH) -> list[str]:
    """The lines of a table, the heading first; not wider than `width` if the names can be shortened enough."""
    widths = [max(width_of(text) for text in (column.head, *column.cells)) for column in columns]
    too_wide = sum(widths) + len(GAP) * (len(columns) - 1) - width
    for index, column in enumerate(columns):
        if column.name and too_wide > 0:
            widths[index] = max(min(LEAST_NAME, widths[index]), widths[index] - too_wide)
    lines = []
    for texts in zip(*((column.head, *column.cells) for column in columns), strict=True):
        cells = (
            padded(shortened(text, size), size, left=column.name)
            for text, size, column in zip(texts, widths, columns, strict=True)
        )
        lines.append(GAP.join(cells).rstrip())
    return lines


def standings_lines(rows: Sequence[Standing], *, swiss: bool = False, width: int = WIDTH) -> list[str]:
    """The standings of a tournament as lines; with ratings and tie-breaks if there are more than two players."""
    if not rows:
        return ["No players yet."]
    columns = [
        Column("#", [str(row.rank) for row in rows]),
        Column("player", [row.player for row in rows], name=True),
        Column("games", [str(row.games) for row in rows]),
        Column("points", [f"{row.points:g}" for row in rows]),
        Column("won", [str(row.wins) for row in rows]),
        Column("1st", [str(row.first_wins) for row in rows]),
        Column("2nd", [str(row.second_wins) for row in rows]),
        Column("drawn", [str(row.draws) for row in rows]),
        Column("lost", [str(row.losses) for row in rows]),
    ]
    if any(row.byes for row in rows):
        columns.insert(3, Column("byes", [str(row.byes or "") for row in rows]))
    if any(row.errors for row in rows):
        columns.append(Column("err", [str(sum(row.errors.values()) or "") for row in rows]))
    if len(rows) > 2 and swiss:
        columns.append(Column("Buch", [f"{row.buchholz:g}" for row in rows]))
    elif len(rows) > 2:
        columns.append(Column("SB", [f"{row.sonneborn_berger:g}" for row in rows]))
    if len(rows) > 2:
        columns.append(Column("Elo", [rating_words(row) for row in rows]))
    for head in OPTIONAL:
        if max(map(width_of, table(columns, width))) > width:
            columns = [column for column in columns if column.head != head]
    return table(columns, width)


def rating_words(row: Standing) -> str:
    """A rating with its error; if one bound is open, only the other bound; `?` if both are."""
    if row.elo is None or (row.elo_low is None and row.elo_high is None):
        return "?"
    if row.elo_high is None:
        return f"> {row.elo_low:+.0f}"
    if row.elo_low is None:
        return f"< {row.elo_high:+.0f}"
    return f"{round(row.elo):+d} ±{row.error:.0f}"


def error_lines(rows: Iterable[Standing]) -> list[str]:
    """A line for each player that lost games by errors, with the number of each kind of error."""
    return [
        f"{row.player}: {', '.join(f'{number} × {kind}' for kind, number in row.errors.items())}"
        for row in rows
        if row.errors
    ]


def rating_notes(ratings: Ratings) -> list[str]:
    """Notes to print below ratings: that groups cannot be compared, and that drawn games were added."""
    notes = []
    if ratings.groups > 1:
        notes.append(
            f"There are {ratings.groups} groups of players without games between them: compare Elo within a group only."
        )
    if ratings.prior:
        notes.append("Somebody won or lost everything: each player was given half a drawn game to keep Elo finite.")
    return notes


def cross_lines(results: Iterable[Result], players: Sequence[str], width: int = WIDTH) -> list[str]:
    """The points of each player (row) against each other one (column, by its number); · where they did not meet."""
    cells = cross_table(results, players)
    return matrix_lines(
        players,
        [
            [
                "" if one == other else halves(cells[one, other].points) if (one, other) in cells else "·"
                for other in players
            ]
            for one in players
        ],
        width,
    )


def halves(points: float) -> str:
    """Points with a half written as ½.

    >>> halves(0.5), halves(1.5), halves(20.0)
    ('½', '1½', '20')
    """
    whole = int(points)
    return str(whole) if points == whole else f"{whole or ''}½"


def superiority_lines(ratings: Ratings, width: int = WIDTH) -> list[str]:
    """The likelihood of superiority of the player of the row over that of the column, in per cent."""
    cells = [
        ["" if row == column else "·" if share is None else f"{100 * share:.0f}" for column, share in enumerate(shares)]
        for row, shares in enumerate(ratings.superiority)
    ]
    return matrix_lines([rating.player for rating in ratings.rows], cells, width)


def matrix_lines(names: Sequence[str], cells: Sequence[Sequence[str]], width: int = WIDTH) -> list[str]:
    """A square table with numbers as column heads, split into blocks of columns that fit the width."""
    numbers = [str(number) for number in range(1, len(names) + 1)]
    size = max((width_of(text) for texts in (numbers, *cells) for text in texts), default=1)
    label = min(CROSS_NAME, max((width_of(name) for name in names), default=0))
    room = width - label - width_of(numbers[-1] if numbers else "") - 1
    block = max(1, room // (size + 1))
    lines: list[str] = []
    for start in range(0, len(names), block):
        if start:
            lines.append("")
        part = slice(start, start + block)
        for number, name, texts in [("", "", numbers), *zip(numbers, names, cells, strict=True)]:
            beside = f"{number:>{len(numbers[-1])}} {padded(shortened(name, label), label, left=True)}"
            lines.append(f"{beside}{''.join(' ' + padded(text, size) for text in texts[part])}".rstrip())
    return lines


def match_lines(match: Comparison) -> list[str]:
    """The result of a match of two players as lines."""
    if not match.games:
        return ["No games yet."]
    points = match.wins + match.draws / 2
    lines = [
        f"{match.player} against {match.opponent}: {points:g} of {match.games}"
        f" ({100 * match.score:.1f} %), {match.wins} won, {match.draws} drawn, {match.losses} lost",
        f"Elo {elo_words(match)}, stronger with {percent(match.superiority)} likelihood",
    ]
    if sum(match.pairs):
        zero, half, one, more, two = match.pairs
        lines.append(f"Pairs with 0, ½, 1, 1½, 2 points: {zero}, {half}, {one}, {more}, {two}")
    return lines


def percent(share: float) -> str:
    """A probability in per cent, never rounded to 0 or 100.

    >>> percent(0.5), percent(0.99999), percent(0.00001)
    ('50.0 %', 'more than 99.9 %', 'less than 0.1 %')
    """
    if share > 0.9995:
        return "more than 99.9 %"
    return "less than 0.1 %" if share < 0.0005 else f"{100 * share:.1f} %"


def figure_lines(all_games: Figures | None) -> list[str]:
    """The statistics over all games as lines."""
    if all_games is None:
        return ["No games yet."]
    interval = f"{100 * all_games.first_share_low:.1f} to {100 * all_games.first_share_high:.1f}"
    length = f"{all_games.plies_shortest} to {all_games.plies_longest}, median {all_games.plies_median:g}"
    return [
        f"The first player won {100 * all_games.first_share:.1f} % of the points ({interval}):"
        f" {all_games.first_wins} won, {all_games.draws} drawn, {all_games.second_wins} lost",
        f"A game took {all_games.plies_mean:.1f} plies ({length})"
        f" and {duration(all_games.seconds_mean)}, {duration(all_games.seconds_a_move)} a move",
        "Games ended by " + ", ".join(f"{kind}: {number}" for kind, number in all_games.endings.items()),
    ]
