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


class Summary(NamedTuple):
    results: list[Result]
    players: list[str]
    swiss: bool
    standings: list[Standing]
    ratings: Ratings
    match: Comparison | None
    """The first player against the second; None unless there are exactly two."""
    sprt: State | None
    cross: dict[tuple[str, str], Cell]
    figures: Figures | None

    def as_dict(self) -> dict[str, Any]:
        """The summary without the games, in types that JSON can hold."""
        return {
            "standings": [row._asdict() for row in self.standings],
            "match": self.match and self.match._asdict(),
            "sprt": self.sprt and self.sprt._asdict(),
            "cross": [{"player": a, "opponent": b, **cell._asdict()} for (a, b), cell in self.cross.items()],
            "figures": self.figures and self.figures._asdict(),
        }


def summarised(run: Run, scoring: str | None = None) -> Summary:
    """The results of a run so far. `scoring` replaces the scoring of the run's settings."""
    results, names, settings = run.results(), list(run.players), run.settings
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
            byes=Schedule(settings_of(settings), names).byes(results) if swiss else None,
            ratings=ratings,
        ),
        ratings=ratings,
        match=compare(results, *names) if len(names) == 2 else None,
        sprt=tested(settings["sprt"], names[0], results) if settings.get("sprt") else None,
        cross=cross_table(results, names),
        figures=figures(results),
    )


def tested(sprt: str, player: str, results: list[Result]) -> State:
    """The state of the SPRT after these games."""
    trial = Trial(sprt_of(sprt), player)
    for result in results:
        trial.update(result)
    return trial.state
