"""Results as tables of text that fit the width of a terminal."""

import unicodedata
from collections.abc import Iterable, Sequence
from itertools import accumulate, takewhile
from typing import TYPE_CHECKING, NamedTuple

from outplay.arena.elo import Comparison, elo_words
from outplay.arena.games import Result
from outplay.arena.ratings import Ratings
from outplay.arena.standings import Figures, Standing, cross_table
from outplay.core.figures import duration

if TYPE_CHECKING:
    from outplay.arena.summary import Summary

WIDTH = 80
LEAST_NAME = 10
"""Columns of a terminal to which a name may be shortened. A table that is still too wide exceeds its width."""
CROSS_NAME = 20
"""Columns of a terminal that a name beside a cross table may take."""
GAP = "  "
OPTIONAL = (("1st", "2nd"), ("SB", "Buch"), ("margin",))
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
    left: bool = False
    """Whether the cells are words: aligned to the left, and never shortened."""


def table(columns: Sequence[Column], width: int = WIDTH) -> list[str]:
    """The lines of a table, the heading first; not wider than `width` if the names can be shortened enough."""
    widths = [max(width_of(text) for text in (column.head, *column.cells)) for column in columns]
    names = [index for index, column in enumerate(columns) if column.name]
    for _ in range(sum(widths) + len(GAP) * (len(columns) - 1) - width):
        widest = max(names, key=lambda index: widths[index], default=None)
        if widest is None or widths[widest] <= LEAST_NAME:
            break
        widths[widest] -= 1
    lines = []
    for texts in zip(*((column.head, *column.cells) for column in columns), strict=True):
        cells = (
            padded(shortened(text, size), size, left=column.name or column.left)
            for text, size, column in zip(texts, widths, columns, strict=True)
        )
        lines.append(GAP.join(cells).rstrip())
    return lines


def standings_lines(rows: Sequence[Standing], *, swiss: bool = False, width: int = WIDTH) -> list[str]:
    """The standings of a tournament as lines. Columns that do not fit the width are left out."""
    if not rows:
        return ["No players yet."]
    columns = standings_columns(rows, swiss)
    for heads in OPTIONAL:
        if max(map(width_of, table(columns, width))) > width:
            columns = [column for column in columns if column.head not in heads]
    return table(columns, width)


def standings_columns(rows: Sequence[Standing], swiss: bool = False) -> list[Column]:
    """All columns of the standings that say something; ratings and tie-breaks if there are more than two players."""
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
    if any(row.won_by > row.wins for row in rows):
        columns.append(Column("margin", [f"{row.won_by - row.lost_by:+d}" for row in rows]))
    if any(row.errors for row in rows):
        columns.append(Column("err", [str(sum(row.errors.values()) or "") for row in rows]))
    if len(rows) > 2 and swiss:
        columns.append(Column("Buch", [f"{row.buchholz:g}" for row in rows]))
    elif len(rows) > 2:
        columns.append(Column("SB", [f"{row.sonneborn_berger:g}" for row in rows]))
    if len(rows) > 2:
        columns.append(Column("Elo", [rating_words(row) for row in rows]))
    return columns


def game_lines(results: Sequence[Result], width: int = WIDTH) -> list[str]:
    """The games as lines: the players, 1-0 if the first won, by how much if that says anything, and how it ended."""
    points = {0: "1-0", 1: "0-1", None: "½-½"}
    columns = [
        Column("#", [str(result.number) for result in results]),
        Column("round", [str(result.round) for result in results]),
        Column("first", [result.first for result in results], name=True),
        Column("second", [result.second for result in results], name=True),
        Column("result", [points[result.winner] for result in results]),
        Column("by", [margin_words(result) for result in results]),
        Column("moves", [str(result.plies) for result in results]),
        Column("ended by", [result.ending for result in results], left=True),
    ]
    if len({result.round for result in results}) == 1:
        del columns[1]
    if not any(columns[-3].cells):
        del columns[-3]
    return table(columns, width)


def margin_words(result: Result) -> str:
    """By how much a game was won; empty for a draw, and for 1, as in games that are won or lost and nothing else."""
    return str(result.margin) if result.winner is not None and result.margin > 1 else ""


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


def rating_notes(ratings: Ratings, errors: bool = False) -> list[str]:
    """Notes to print below ratings: that groups cannot be compared, that drawn games were added, and that there are
    losses by errors."""
    notes = []
    if errors:
        notes.append("Elo counts losses by errors as losses; --without-errors leaves these games out.")
    if ratings.groups > 1:
        notes.append(
            f"There are {ratings.groups} groups of players without games between them: compare Elo within a group only."
        )
    if ratings.prior:
        others = "Some players won or lost all games against the others"
        notes.append(f"{others}: each player was given half a drawn game to keep Elo finite.")
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


def match_lines(match: Comparison, board: Comparison | None = None) -> list[str]:
    """The result of a match of two players as lines. `board` is the same without the games that were lost by errors,
    None if there are none: who is stronger is said of those games only that were decided on the board."""
    if not match.games:
        return ["No games yet."]
    lines = [
        f"{match.player} against {match.opponent}: {match.wins + match.draws / 2:g} of {match.games}"
        f" ({100 * match.score:.1f} %), {match.wins} won, {match.draws} drawn, {match.losses} lost",
    ]
    if board is None:
        lines.append(strength_words(match))
    else:
        own, others = match.errors
        lines.append(f"Lost by errors: {own} by {match.player}, {others} by {match.opponent}")
        if board.games:
            lines.append(f"Elo {elo_words(match)} with these games")
            score = f"{board.wins + board.draws / 2:g} of {board.games}"
            lines.append(f"Without them {score}: {strength_words(board)}")
        else:
            lines.append("No game was decided on the board: nothing is known about who is stronger")
    if sum(match.pairs):
        zero, half, one, more, two = match.pairs
        lines.append(f"Pairs with 0, ½, 1, 1½, 2 points: {zero}, {half}, {one}, {more}, {two}")
    return lines


def note_lines(summary: "Summary") -> list[str]:
    """What stands below the standings, where there is room for all of it: who is stronger, errors, unequal players."""
    lines = match_lines(summary.match, summary.board) if summary.match else rating_notes(summary.ratings)
    if summary.left_out:
        lines.append(left_out_words(summary.left_out))
    return [*lines, *error_lines(summary.standings), *summary.unequal]


def left_out_words(games: int) -> str:
    return f"Games that were lost by errors and are left out here: {games}."


def strength_words(match: Comparison) -> str:
    return f"Elo {elo_words(match)}, stronger with {percent(match.superiority)} likelihood"


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
