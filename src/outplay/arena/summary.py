"""All results of a run in one object: for the command line, for JSON, for the page."""

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
    """What the games say of the first player against the second, if there are only two."""
    sprt: State | None
    cross: dict[tuple[str, str], Cell]
    figures: Figures | None

    def as_dict(self) -> dict[str, Any]:
        """As JSON can hold it, without the games."""
        return {
            "standings": [row._asdict() for row in self.standings],
            "match": self.match and self.match._asdict(),
            "sprt": self.sprt and self.sprt._asdict(),
            "cross": [{"player": a, "opponent": b, **cell._asdict()} for (a, b), cell in self.cross.items()],
            "figures": self.figures and self.figures._asdict(),
        }


def summarised(run: Run, scoring: str | None = None) -> Summary:
    """The results of a run so far. `scoring` counts the points in another way than the run's own."""
    found, names, told = run.results(), list(run.players), run.settings
    swiss = told.get("format") == "swiss"
    ratings = rate(found, names)
    return Summary(
        results=found,
        players=names,
        swiss=swiss,
        standings=standings(
            found,
            names,
            scoring=scoring or told.get("scoring", "plain"),
            swiss=swiss,
            byes=Schedule(settings_of(told), names).byes(found) if swiss else None,
            ratings=ratings,
        ),
        ratings=ratings,
        match=compare(found, *names) if len(names) == 2 else None,
        sprt=tested(told["sprt"], names[0], found) if told.get("sprt") else None,
        cross=cross_table(found, names),
        figures=figures(found),
    )


def tested(sprt: str, player: str, results: list[Result]) -> State:
    """Where a test stands after these games."""
    trial = Trial(sprt_of(sprt), player)
    for result in results:
        trial.update(result)
    return trial.state
