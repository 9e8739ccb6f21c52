"""The results of a match or tournament: standings, cross table, and statistics over all games."""

import statistics
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from outplay.arena.elo import Share, share_of
from outplay.arena.games import Result
from outplay.arena.pairs import pairs_of, points_of
from outplay.arena.ratings import Ratings, rate
from outplay.core.errors import BadSpec
from outplay.core.results import ERRORS, Ending

Scoring = Callable[[Result], tuple[float, float]]
"""Returns the points that the first and the second player get for a game."""


def plain(result: Result) -> tuple[float, float]:
    """1 point for a win, 1/2 for a draw."""
    return result.points, 1 - result.points


def mnk_course(result: Result) -> tuple[float, float]:
    """2 points for a win as the first player, 3 as the second, 1 for a draw; 2 if the opponent lost by an error."""
    if result.winner is None:
        return 1.0, 1.0
    won = 2.0 if result.ending in ERRORS or result.winner == 0 else 3.0
    return (won, 0.0) if result.winner == 0 else (0.0, won)


SCORINGS: dict[str, Scoring] = {"plain": plain, "mnk-course": mnk_course}


def scoring_of(name: str) -> Scoring:
    """The scoring with this name; raises BadSpec if there is none."""
    if name not in SCORINGS:
        raise BadSpec(f"there is no scoring {name!r}; there are {', '.join(SCORINGS)}")
    return SCORINGS[name]


class Standing(NamedTuple):
    """A player's row in the standings. Players with equal points and tie-breaks share a rank."""

    rank: int
    player: str
    games: int
    points: float
    wins: int
    draws: int
    losses: int
    first_wins: int
    second_wins: int
    """Wins as the first player and as the second."""
    won_by: int
    lost_by: int
    """The margins of the games that it won, and of those that it lost, together."""
    errors: dict[str, int]
    """The number of games that the player lost by errors, by the name of the ending."""
    byes: int
    sonneborn_berger: float
    """The sum over all games of the opponent's plain points times the player's points of the game."""
    buchholz: float
    """The sum over all games of the opponent's plain points."""
    elo: float | None
    error: float | None
    elo_low: float | None
    elo_high: float | None
    """The rating and its 95 % interval; all None without games, a bound is None if it is open."""


def standings(
    results: Iterable[Result],
    players: Sequence[str] = (),
    *,
    scoring: str = "plain",
    swiss: bool = False,
    byes: Mapping[str, int] | None = None,
    ratings: Ratings | None = None,
) -> list[Standing]:
    """The standings, ordered by points for each game, then by Sonneborn-Berger (after a Swiss tournament by Buchholz
    first), then by wins. `players` also lists players without games; a bye counts as a win without a game."""
    games = list(results)
    ratings = ratings or rate(games, players)
    rows = [row._replace(byes=(byes or {}).get(row.player, 0)) for row in unranked(games, players, ratings)]
    count = scoring_of(scoring)
    points = {row.player: row.byes * count(BYE)[0] for row in rows}
    plain_points = {row.player: row.wins + row.draws / 2 + row.byes for row in rows}
    for result in games:
        for player, own in zip((result.first, result.second), count(result), strict=True):
            points[player] += own
    berger, buchholz = defaultdict[str, float](float), defaultdict[str, float](float)
    for result in games:
        for player, opponent in ((result.first, result.second), (result.second, result.first)):
            berger[player] += points_of(result, player) * plain_points[opponent]
            buchholz[player] += plain_points[opponent]
    rows = [
        row._replace(points=points[row.player], sonneborn_berger=berger[row.player], buchholz=buchholz[row.player])
        for row in rows
    ]
    return ranked(rows, swiss)


BYE = Result(0, 0, "", "", 0, 0, Ending.RULES, 0, "", 0.0)
"""A bye scores as a win as the first player."""


def unranked(games: list[Result], players: Sequence[str], ratings: Ratings) -> list[Standing]:
    """A row for each player, without rank, points, byes and tie-breaks, which depend on the rows of all players."""
    names = dict.fromkeys([*players, *(name for result in games for name in (result.first, result.second))])
    rated = {rating.player: rating for rating in ratings.rows if rating.games}
    tallies = {name: Counter[str]() for name in names}
    for result in games:
        for side, name in enumerate((result.first, result.second)):
            tally = tallies[name]
            tally["games"] += 1
            tally["draws"] += result.winner is None
            tally["losses"] += result.winner == 1 - side
            tally["first" if side == 0 else "second"] += result.winner == side
            if result.winner is not None:
                tally["won by" if result.winner == side else "lost by"] += result.margin
            if result.winner == 1 - side and result.ending in ERRORS:
                tally[f"error {result.ending}"] += 1
    rows = []
    for name, tally in tallies.items():
        rating = rated.get(name)
        rows.append(
            Standing(
                rank=0,
                player=name,
                games=tally["games"],
                points=0.0,
                wins=tally["first"] + tally["second"],
                draws=tally["draws"],
                losses=tally["losses"],
                first_wins=tally["first"],
                second_wins=tally["second"],
                won_by=tally["won by"],
                lost_by=tally["lost by"],
                errors={e.value: tally[f"error {e}"] for e in sorted(ERRORS) if tally[f"error {e}"]},
                byes=0,
                sonneborn_berger=0.0,
                buchholz=0.0,
                elo=rating and rating.elo,
                error=rating and rating.error,
                elo_low=rating and rating.elo_low,
                elo_high=rating and rating.elo_high,
            )
        )
    return rows


def ranked(rows: list[Standing], swiss: bool) -> list[Standing]:
    def merit(row: Standing) -> tuple[float, ...]:
        rounds = row.games + row.byes
        breaks = (row.buchholz, row.sonneborn_berger) if swiss else (row.sonneborn_berger,)
        return (row.points / rounds if rounds else -1.0, *breaks, row.wins)

    rows = sorted(rows, key=lambda row: row.player)
    rows.sort(key=merit, reverse=True)
    ranks: dict[tuple[float, ...], int] = {}
    return [row._replace(rank=ranks.setdefault(merit(row), place)) for place, row in enumerate(rows, 1)]


class Cell(NamedTuple):
    """The result of one player against another one, in plain points."""

    points: float
    games: int
    wins: int
    draws: int
    losses: int


def cross_table(results: Iterable[Result], players: Sequence[str]) -> dict[tuple[str, str], Cell]:
    """The result of one player against another, by (player, opponent); for every two of these players that met, both
    ways round."""
    wanted = set(players)
    cells: dict[tuple[str, str], Cell] = {}
    for result in results:
        if result.first == result.second or not {result.first, result.second} <= wanted:
            continue
        for one, other in ((result.first, result.second), (result.second, result.first)):
            old, own = cells.get((one, other), Cell(0.0, 0, 0, 0, 0)), points_of(result, one)
            outcome = own == 1, own == 0.5, own == 0
            cells[one, other] = Cell(old.points + own, old.games + 1, *map(sum, zip(old[2:], outcome, strict=True)))
    return cells


class Figures(NamedTuple):
    """Statistics over all games. The share is that of the points of the first players; a draw is half a point."""

    games: int
    first_wins: int
    draws: int
    second_wins: int
    first_share: float
    first_share_low: float
    first_share_high: float
    plies_mean: float
    plies_shortest: int
    plies_median: float
    plies_longest: int
    seconds_mean: float
    """The mean seconds of a game."""
    seconds_a_move: float
    endings: dict[str, int]
    """The number of games by the name of their ending, the most frequent first."""


def figures(results: Iterable[Result]) -> Figures | None:
    """Statistics over all games, None without games. The interval of the first players' share is computed over pairs,
    since the games of a pair have the same opening."""
    games = list(results)
    if not games:
        return None
    plies = [result.plies for result in games]
    first = first_share(games)
    return Figures(
        games=len(games),
        first_wins=sum(result.winner == 0 for result in games),
        draws=sum(result.winner is None for result in games),
        second_wins=sum(result.winner == 1 for result in games),
        first_share=first.share,
        first_share_low=first.low,
        first_share_high=first.high,
        plies_mean=statistics.fmean(plies),
        plies_shortest=min(plies),
        plies_median=float(statistics.median(plies)),
        plies_longest=max(plies),
        seconds_mean=statistics.fmean(result.seconds for result in games),
        seconds_a_move=sum(result.seconds for result in games) / max(1, sum(plies)),
        endings={e.value: n for e, n in Counter(result.ending for result in games).most_common()},
    )


def first_share(games: Iterable[Result]) -> Share:
    """The share of the points that the first players won, with its interval over pairs."""
    pairs = pairs_of(games)
    return share_of([sum(result.points for result in pair) for pair in pairs], [len(pair) for pair in pairs])
