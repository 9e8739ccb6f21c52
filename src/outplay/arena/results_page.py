"""The results of a match or tournament as one HTML page that needs nothing else: no script, no address, no other file.
It can be sent by mail or put on any web server."""

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Any

from outplay.arena.games import Conditions, PlayedGame, ScheduledGame, result_of, time_words
from outplay.arena.standings import Standing
from outplay.arena.store import Run
from outplay.arena.summary import Summary
from outplay.arena.tables import figure_lines, halves, margin_words, note_lines, standings_columns
from outplay.core.figures import duration
from outplay.core.paths import without_folders
from outplay.core.results import ERRORS
from outplay.players.specs import public_spec

SPARE = ("games", "byes", "won", "1st", "2nd", "drawn", "lost", "margin", "SB", "Buch")
"""Columns that a phone leaves out."""
POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""What a browser may load for the page: nothing but its own style."""
EDGE = 3
"""Per cent of the width of the plot that stay free at each end."""


def page(run: Run, summary: Summary, games: Iterable[tuple[ScheduledGame, PlayedGame]]) -> Iterator[str]:
    """The page in pieces: the tables first, then a piece for each game."""
    title = escape(run.name)
    style = Path(__file__).with_name("results_page.css").read_text(encoding="utf-8")
    yield (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        f"<title>{title}</title>\n<style>\n{style}</style>\n</head>\n<body>\n"
    )
    yield heading(run, summary)
    yield section("Standings", standings_table(summary) + sentences(note_lines(summary)))
    if len(summary.standings) > 2:
        yield section("Elo, with 95 % intervals", elo_plot(summary.standings))
        yield section("Who scored what against whom", cross_table(summary))
    yield section("All games", sentences(figure_lines(summary.figures)))
    yield f"<section>\n<h2>Games</h2>\n<table>\n<thead><tr>{game_heads()}</tr></thead>\n<tbody>\n"
    for scheduled, played in games:
        yield game_row(scheduled, played)
    yield "</tbody>\n</table>\n</section>\n"
    yield "<footer>Written by outplay. Games with the same opening are played with both colours.</footer>\n"
    yield "</body>\n</html>\n"


def section(title: str, content: str) -> str:
    return f"<section>\n<h2>{escape(title)}</h2>\n{content}</section>\n"


def sentences(lines: Iterable[str]) -> str:
    return "".join(f"<p>{escape(without_folders(line))}</p>\n" for line in lines)


def heading(run: Run, summary: Summary) -> str:
    """The name of the run, and the conditions under which it was played."""
    settings = run.settings
    facts = {"Game": public_spec(str(settings.get("game", ""))), "Begun": f"{run.created[:16].replace('T', ' ')} UTC"}
    facts["Games"] = f"{len(summary.results)}, {run.state}"
    if "format" in settings:
        facts["Format"] = str(settings["format"]) if run.kind == "tournament" else run.kind
    if "conditions" in settings:
        facts["Time"] = time_words(Conditions(**settings["conditions"]))
        facts["Openings"] = f"{without_folders(str(settings['openings']))}, seed {settings['seed']}"
    times = {name: f"@{time}" for name, time in settings.get("times", {}).items()}
    specs = {name: public_spec(spec) + times.get(name, "") for name, spec in run.players.items()}
    facts["Players"] = "; ".join(name if spec in ("", name) else f"{name} ({spec})" for name, spec in specs.items())
    items = "".join(f"<dt>{key}</dt><dd>{escape(value)}</dd>\n" for key, value in facts.items() if value)
    return f"<h1>{escape(run.name)}</h1>\n<dl>\n{items}</dl>\n"


def standings_table(summary: Summary) -> str:
    columns = standings_columns(summary.standings, summary.swiss)
    kinds = ["text name" if column.name else "spare" if column.head in SPARE else "" for column in columns]
    heads = "".join(cell("th", column.head, kind) for column, kind in zip(columns, kinds, strict=True))
    rows = [
        "".join(cell("td", text, kind) for text, kind in zip(texts, kinds, strict=True))
        for texts in zip(*(column.cells for column in columns), strict=True)
    ]
    body = "".join(f"<tr>{row}</tr>\n" for row in rows)
    return f"<table>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{body}</tbody>\n</table>\n"


def cell(tag: str, text: Any, kind: str = "") -> str:
    return f'<{tag} class="{kind}">{escape(str(text))}</{tag}>' if kind else f"<{tag}>{escape(str(text))}</{tag}>"


def elo_plot(rows: Sequence[Standing]) -> str:
    """A row for each rated player: its rating as a point, and the interval as a line, which an open bound takes to the
    edge."""
    rated = [row for row in rows if row.elo is not None]
    ends = [end for row in rated for end in (row.elo_low, row.elo, row.elo_high) if end is not None]
    low, high = min(ends, default=0.0) - 1, max(ends, default=0.0) + 1

    def place(elo: float) -> str:
        return f"{EDGE + (elo - low) / (high - low) * (100 - 2 * EDGE):.1f}%"

    lines = []
    for row in rated:
        assert row.elo is not None
        left = "0%" if row.elo_low is None else place(row.elo_low)
        right = "100%" if row.elo_high is None else place(row.elo_high)
        zero = f'<line class="zero" x1="{place(0)}" x2="{place(0)}" y1="0" y2="20"/>' if low < 0 < high else ""
        bar = f'<line x1="{left}" x2="{right}" y1="10" y2="10"/><circle cx="{place(row.elo)}" cy="10" r="5"/>'
        words = f"{round(row.elo):+d}"
        lines.append(
            f'<tr><td class="text name">{escape(row.player)}</td><td>{words}</td>'
            f'<td style="width:70%"><svg class="elo" role="img" aria-label="Elo {words}">{zero}{bar}</svg></td></tr>\n'
        )
    return f"<table>\n<tbody>\n{''.join(lines)}</tbody>\n</table>\n"


def cross_table(summary: Summary) -> str:
    names = [row.player for row in summary.standings]
    heads = "".join(cell("th", number) for number in range(1, len(names) + 1))
    rows = []
    for number, one in enumerate(names, 1):
        cells = []
        for other in names:
            met = summary.cross.get((one, other))
            if met:
                share = f'style="--share:{met.points / met.games:.3f}" title="{halves(met.points)} of {met.games}"'
                cells.append(f'<td class="share" {share}>{halves(met.points)}</td>')
            else:
                cells.append('<td class="own"></td>' if one == other else "<td></td>")
        rows.append(f"<tr><th>{number}. {escape(one)}</th>{''.join(cells)}</tr>\n")
    return (
        f'<table class="cross">\n<thead><tr><th></th>{heads}</tr></thead>\n<tbody>\n{"".join(rows)}</tbody>\n</table>\n'
    )


def game_heads() -> str:
    heads = {"#": "", "round": "spare", "first": "text", "second": "text", "result": "", "by": "", "time": "spare"}
    return "".join(cell("th", head, kind) for head, kind in {**heads, "moves": "text", "ended by": "text"}.items())


def game_row(scheduled: ScheduledGame, played: PlayedGame) -> str:
    """A game: the winner in bold, its moves behind a click, those of the opening told apart."""
    result = played.result
    names = [
        f"<strong>{escape(name)}</strong>" if result.winner == side else escape(name)
        for side, name in enumerate((scheduled.first, scheduled.second))
    ]
    opening = len(scheduled.opening)
    dictated, own = (escape(" ".join(part)) for part in (played.names[:opening], played.names[opening:]))
    moves = f'<span class="opening">{dictated}</span> {own}' if dictated else own
    detail = without_folders(result.detail)
    how = f'<span class="spare">: {escape(detail)}</span>' if result.ending in ERRORS and detail else ""
    return (
        f'<tr><td>{scheduled.number}</td><td class="spare">{scheduled.round}</td>'
        f'<td class="text name">{names[0]}</td><td class="text name">{names[1]}</td>'
        f"<td>{ {0: '1–0', 1: '0–1', None: '½–½'}[result.winner] }</td>"
        f"<td>{margin_words(result_of(scheduled, played))}</td>"
        f'<td class="spare">{duration(played.seconds)}</td>'
        f'<td class="text"><details><summary>{len(played.moves)}</summary><p>{moves}</p></details></td>'
        f'<td class="text{" long wrong" * (result.ending in ERRORS)}">{result.ending}{how}</td></tr>\n'
    )
