"""Maximum-likelihood Elo ratings of many players from the games between them.

The model is that of Bradley and Terry: a player's expected share of the points is `score_of` the rating difference, and
a draw is half a win and half a loss. The error bars come from a sandwich estimator over pairs of games: the variance of
the points is the observed one, pair by pair, and not that of the model, so that it is right for games with draws and
for openings that favour one side. The observed variance of a pairing with few pairs is mixed with that of all pairings.

If a player won or lost all games of its group, the maximum-likelihood rating is infinite. Then each player of the group
is given half a drawn game, spread over its opponents, which has less weight than any real game.
"""

from collections.abc import Iterable, Sequence
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from outplay.arena.elo import NATURAL, NORMAL_95, ONE_PAIR, pair_points
from outplay.arena.games import Result
from outplay.arena.pairs import pairs_of
from outplay.core.errors import BadSpec

Matrix = NDArray[np.float64]

POOLED_PAIRS = 4.0
"""The weight, in pairs, that the variance of all pairings has in the variance of one pairing."""

PRIOR = 0.5
"""The drawn games that each player is given if the maximum-likelihood ratings are infinite."""


class Rating(NamedTuple):
    """A player's rating with its 95 % interval. A bound that is None is open."""

    player: str
    games: int
    score: float
    elo: float
    error: float
    """Half of the width of the interval; it also sets the other bound if one is open."""
    elo_low: float | None
    elo_high: float | None
    group: int
    """The number of its group, from 0. No chain of games connects two groups, so their ratings cannot be compared."""


class Ratings(NamedTuple):
    """The ratings, by group, the largest first, and by Elo in each group; and the likelihoods of superiority."""

    rows: tuple[Rating, ...]
    superiority: tuple[tuple[float | None, ...], ...]
    """The probability that the player of the row is stronger than that of the column, in the order of `rows`; None
    for a player against itself and for players of different groups."""
    groups: int
    """The number of groups; players without games are not counted."""
    prior: bool
    """Whether some ratings would be infinite without the drawn games that were added."""


class Tally(NamedTuple):
    """The games and points between players, by their indices; the player of the row against that of the column."""

    games: Matrix
    points: Matrix
    clusters: dict[tuple[int, int], list[tuple[float, int]]]
    """For each two players that met, the lower index first: the points of that one and the number of games, for each
    pair or single game."""


def rate(results: Iterable[Result], players: Sequence[str] = (), anchor: str = "") -> Ratings:
    """Ratings with mean 0 in each group, or with `anchor` at 0 in its group. `players` also lists players without
    games. Raises BadSpec if the anchor is none of the players."""
    games = [result for result in results if result.first != result.second]
    names = list(dict.fromkeys([*players, *(name for result in games for name in (result.first, result.second))]))
    if anchor and anchor not in names:
        raise BadSpec(f"there is no player {anchor!r} to set to 0; there are {', '.join(names)}")
    tally = counted(games, names)
    groups = sorted(connected(tally.games > 0), key=len, reverse=True)
    elo = np.zeros(len(names))
    covariance = np.zeros((len(names), len(names)))
    prior = False
    for members in groups:
        part = np.ix_(members, members)
        infinite = len(connected(tally.points[part] > 0, strongly=True)) > 1
        prior |= infinite
        base = members.index(names.index(anchor)) if anchor and names.index(anchor) in members else None
        elo[members], covariance[part] = rated(tally, members, infinite, base)
    return arranged(names, tally, groups, elo, covariance, prior)


def counted(games: list[Result], names: list[str]) -> Tally:
    index = {name: number for number, name in enumerate(names)}
    played = np.zeros((len(names), len(names)))
    points = np.zeros_like(played)
    clusters: dict[tuple[int, int], list[tuple[float, int]]] = {}
    for pair in pairs_of(games):
        low, high = sorted((index[pair[0].first], index[pair[0].second]))
        own = pair_points(pair, names[low])
        clusters.setdefault((low, high), []).append((own, len(pair)))
        for one, other, won in ((low, high, own), (high, low, len(pair) - own)):
            played[one, other] += len(pair)
            points[one, other] += won
    return Tally(played, points, clusters)


def connected(linked: NDArray[np.bool_], strongly: bool = False) -> list[list[int]]:
    """The connected components of the players, or the strongly connected ones; linked[i, j] is a link from i to j."""
    remaining = set(range(len(linked)))
    components = []
    while remaining:
        start = min(remaining)
        group = reached(linked if strongly else linked | linked.T, start)
        if strongly:
            group &= reached(linked.T, start)
        components.append(sorted(group & remaining))
        remaining -= group
    return components


def reached(linked: NDArray[np.bool_], start: int) -> set[int]:
    seen, waiting = {start}, [start]
    while waiting:
        for number in np.flatnonzero(linked[waiting.pop()]).tolist():
            if number not in seen:
                seen.add(number)
                waiting.append(number)
    return seen


def rated(tally: Tally, members: list[int], infinite: bool, base: int | None) -> tuple[Matrix, Matrix]:
    """The Elo ratings of a group and their covariance, with mean 0, or with the member `base` at 0. If `infinite`,
    drawn games are added."""
    part = np.ix_(members, members)
    games, points = tally.games[part], tally.points[part]
    if infinite:
        share = games / games.sum(axis=1, keepdims=True)
        drawn = PRIOR / 2 * (share + share.T)
        games, points = games + drawn, points + drawn / 2
    strength = likeliest(games, points)
    inverse = np.linalg.pinv(information(games, strength), hermitian=True)
    covariance = inverse @ variance(tally, members, strength) @ inverse
    if base is not None:
        strength = strength - strength[base]
        covariance = covariance - covariance[base] - covariance[:, [base]] + covariance[base, base]
    return strength * NATURAL, covariance * NATURAL**2


def expected(strength: Matrix) -> Matrix:
    """The expected share of the points of the player of the row against that of the column."""
    return 1 / (1 + np.exp(strength[None, :] - strength[:, None]))


def information(games: Matrix, strength: Matrix) -> Matrix:
    """The Fisher information: the negative second derivative of the log-likelihood by the strengths."""
    share = expected(strength)
    weight = games * share * (1 - share)
    return np.diag(weight.sum(axis=1)) - weight


def likelihood(points: Matrix, strength: Matrix) -> float:
    return float(-(points * np.logaddexp(0, strength[None, :] - strength[:, None])).sum())


def likeliest(games: Matrix, points: Matrix) -> Matrix:
    """The maximum-likelihood strengths with mean 0, in natural logarithms of the odds, by Newton's method. A step that
    lowers the likelihood is halved until it does not. The maximum is unique, and must be finite."""
    strength = np.zeros(len(games))
    value = likelihood(points, strength)
    for _ in range(200):
        slope = (points - games * expected(strength)).sum(axis=1)
        step = np.linalg.pinv(information(games, strength), hermitian=True) @ slope
        while (new := likelihood(points, strength + step)) < value and np.abs(step).max() > 1e-12:
            step = step / 2
        strength, value = strength + step, new
        if np.abs(step).max() < 1e-10:
            break
    centred: Matrix = strength - strength.mean()
    return centred


def variance(tally: Tally, members: list[int], strength: Matrix) -> Matrix:
    """The covariance of the players' points around their expectation, estimated from the pairs of games."""
    share = expected(strength)
    place = {number: index for index, number in enumerate(members)}
    own: dict[tuple[int, int], tuple[float, float, int]] = {}
    for (one, other), clusters in tally.clusters.items():
        if one in place:
            i, j = place[one], place[other]
            squares = sum((points - games * share[i, j]) ** 2 for points, games in clusters)
            model = share[i, j] * (1 - share[i, j]) * sum(games for _, games in clusters)
            own[i, j] = squares, model, len(clusters)
    number = sum(count for _, _, count in own.values())
    free = max(0.0, 1 - (len(members) - 1) / number) if number else 0.0
    dispersion = (sum(squares for squares, _, _ in own.values()) + ONE_PAIR) / (
        sum(model for _, model, _ in own.values()) * free + ONE_PAIR
    )
    total = np.zeros_like(share)
    for (i, j), (squares, model, count) in own.items():
        observed = squares / free if free else model * dispersion
        value = (count * observed + POOLED_PAIRS * model * dispersion) / (count + POOLED_PAIRS)
        total[i, i] += value
        total[j, j] += value
        total[i, j] -= value
        total[j, i] -= value
    return total


def arranged(
    names: list[str], tally: Tally, groups: list[list[int]], elo: Matrix, covariance: Matrix, prior: bool
) -> Ratings:
    number_of = {member: number for number, members in enumerate(groups) for member in members}
    order = sorted(range(len(names)), key=lambda i: (number_of[i], -elo[i], names[i]))
    rows = tuple(row(names[i], i, tally, elo, covariance, number_of[i]) for i in order)
    above = tuple(
        tuple(
            superiority(elo[i] - elo[j], covariance[i, i] + covariance[j, j] - 2 * covariance[i, j])
            if i != j and number_of[i] == number_of[j]
            else None
            for j in order
        )
        for i in order
    )
    return Ratings(rows, above, sum(len(members) > 1 for members in groups), prior)


def row(name: str, index: int, tally: Tally, elo: Matrix, covariance: Matrix, group: int) -> Rating:
    games, points = tally.games[index].sum(), tally.points[index].sum()
    error = NORMAL_95 * float(np.sqrt(max(0.0, covariance[index, index])))
    own = float(elo[index])
    return Rating(
        player=name,
        games=int(games),
        score=float(points / games) if games else 0.5,
        elo=own,
        error=error,
        elo_low=own - error if points > 0 else None,
        elo_high=own + error if points < games else None,
        group=group,
    )


def superiority(difference: float, variance: float) -> float:
    if variance <= 0:
        return 0.5 if difference == 0 else float(difference > 0)
    return NormalDist().cdf(float(difference / np.sqrt(variance)))
