"""All results of a run in one object, for the command line, for JSON and for the page."""

from typing import Any, NamedTuple

from outplay.arena.elo import Comparison, compare
from outplay.arena.games import Result
from outplay.arena.ratings import Ratings, rate
from outplay.arena.settings import settings_of
from outplay.arena.sprt import State, Trial, sprt_of
from outplay.arena.standings import Cell, Figures, Standing, cross_table, figures, standings
from outplay.arena.store import Run
from outplay.arena.tournament import Schedule
from outplay.arena.unequal import unequal_lines
from outplay.core.notebook import Row


class Summary(NamedTuple):
    results: list[Result]
    players: list[str]
    swiss: bool
    standings: list[Standing]
    ratings: Ratings
    match: Comparison | None
    """The first player against the second; None unless there are exactly two."""
    board: Comparison | None
    """The same without the games that were lost by errors; None if there are none."""
    left_out: int
    """The number of games lost by errors that all figures leave out, if that was asked for."""
    unequal: list[str]
    """What is not the same for all players, a sentence each."""
    sprt: State | None
    cross: dict[tuple[str, str], Cell]
    figures: Figures | None
    name: str = ""
    """What the run is called in the store."""

    def to_rows(self) -> list[Row]:
        """The standings for `pandas.DataFrame` or `polars.DataFrame`: a row for each player."""
        from outplay.arena.summary_html import rows_of

        return rows_of(self)

    def game_rows(self) -> list[Row]:
        """The games for `pandas.DataFrame` or `polars.DataFrame`: a row for each."""
        from outplay.arena.summary_html import game_rows

        return game_rows(self)

    def __str__(self) -> str:
        from outplay.arena.summary_html import in_words

        return in_words(self)

    def _repr_html_(self) -> str:
        from outplay.arena.summary_html import summary_html

        return summary_html(self)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(str(self))

    def as_dict(self) -> dict[str, Any]:
        """The summary without the games, in types that JSON can hold."""
        return {
            "standings": [row._asdict() for row in self.standings],
            "match": self.match and self.match._asdict(),
            "board": self.board and self.board._asdict(),
            "left_out": self.left_out,
            "unequal": self.unequal,
            "sprt": self.sprt and self.sprt._asdict(),
            "cross": [{"player": a, "opponent": b, **cell._asdict()} for (a, b), cell in self.cross.items()],
            "figures": self.figures and self.figures._asdict(),
        }


def summarised(run: Run, scoring: str | None = None, errors: bool = True) -> Summary:
    """The results of a run so far. `scoring` replaces the scoring of the run's settings. Without `errors`, games that
    were lost by errors count in nothing but the byes and the SPRT, which were reckoned with them."""
    played, names, settings = run.results(), list(run.players), run.settings
    board = [result for result in played if result.erred is None]
    results = played if errors else board
    two = len(names) == 2
    swiss = settings.get("format") == "swiss"
    ratings = rate(results, names)
    return Summary(
        results=results,
        players=names,
        swiss=swiss,
        standings=standings(
            results,
            names,
            scoring=scoring or settings.get("scoring", "plain"),
            swiss=swiss,
            byes=Schedule(settings_of(settings), names).byes(played) if swiss else None,
            ratings=ratings,
        ),
        ratings=ratings,
        match=compare(results, *names) if two else None,
        board=compare(board, *names) if two and len(board) < len(results) else None,
        left_out=len(played) - len(results),
        unequal=unequal_lines(settings, run.players),
        sprt=tested(settings["sprt"], names[0], played) if settings.get("sprt") else None,
        cross=cross_table(results, names),
        figures=figures(results),
        name=run.name,
    )


def tested(sprt: str, player: str, results: list[Result]) -> State:
    """The state of the SPRT after these games."""
    trial = Trial(sprt_of(sprt), player)
    for result in results:
        trial.update(result)
    return trial.state
