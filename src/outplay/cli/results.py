"""results and pause: what was played, while it is played and afterwards."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from outplay.cli.common import Json, print_json

if TYPE_CHECKING:
    from outplay.arena.store import Run

Database = Annotated[
    str | None, typer.Option("--db", metavar="URL", help="Where games are kept: a file or an SQLAlchemy URL.")
]
Plot = Annotated[Path | None, typer.Option("--plot", metavar="FILE", help="Draw it: a .svg, .png or .pdf file.")]
Scoring = Annotated[str | None, typer.Option("--scoring", help="plain (1, 1/2, 0) or mnk-course.")]


def register(app: typer.Typer) -> None:
    app.command(
        epilog="outplay results\n\noutplay results league\n\noutplay results league --cross --plot league.svg\n\n"
        "outplay results league --games"
    )(results)
    app.command(epilog="outplay pause league")(pause)
