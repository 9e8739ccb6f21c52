"""Ratings of many players from the games between them: the Elo numbers that make the results likeliest.

A player expects the share `score_of` its difference to the opponent of the points of a game, and a draw is half a win
and half a loss (Bradley and Terry's model). The error bars are those of a sandwich estimator over pairs of games: how
much the results really vary, pair by pair, stands between two slices of what the model says, so draws and openings that
favour one side make them as small or as large as they should be. A pairing with few pairs borrows from all others.

Where somebody won or lost everything, the likeliest rating is infinite. Then each player of that group is given half a
drawn game, spread over its opponents: less than the least that a real game could change.
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

BORROWED = 4.0
"""How many pairs' worth of what all pairings say is mixed into what a pairing says of its own variance."""

PRIOR = 0.5
"""The drawn games that each player is given where the likeliest ratings would be infinite."""


class Rating(NamedTuple):
    """A player's rating with its 95 % interval. A bound that is None is open."""

    player: str
    games: int
    score: float
    elo: float
    error: float
    """Half of the interval, if neither side is open."""
    elo_low: float | None
    elo_high: float | None
    group: int
    """Players of different groups have no chain of games between them: their ratings cannot be compared."""


class Ratings(NamedTuple):
    """The ratings, the largest group first and the best first in each, and what is known of their differences."""

    rows: tuple[Rating, ...]
    superiority: tuple[tuple[float | None, ...], ...]
    """How likely it is that the player of the row is stronger than that of the column, in the order of the rows; None
    where that is not known."""
    groups: int
    """How many there are; players without games are not counted."""
    prior: bool
    """Whether some ratings would be infinite without the drawn games that were added."""


class Tally(NamedTuple):
    """The games between players, by their numbers; row against column."""

    games: Matrix
    points: Matrix
    clusters: dict[tuple[int, int], list[tuple[float, int]]]
    """For each two that met, the lower number first: its points and games in each pair or single game."""


def rate(results: Iterable[Result], players: Sequence[str] = (), anchor: str = "") -> Ratings:
    """Ratings with mean 0, or with the anchor at 0 in its group. `players` names those that may have no games yet."""
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
    place = {name: number for number, name in enumerate(names)}
    met = np.zeros((len(names), len(names)))
    points = np.zeros_like(met)
    clusters: dict[tuple[int, int], list[tuple[float, int]]] = {}
    for pair in pairs_of(games):
        low, high = sorted((place[pair[0].first], place[pair[0].second]))
        own = pair_points(pair, names[low])
        clusters.setdefault((low, high), []).append((own, len(pair)))
        for one, other, won in ((low, high, own), (high, low, len(pair) - own)):
            met[one, other] += len(pair)
            points[one, other] += won
    return Tally(met, points, clusters)


def connected(linked: NDArray[np.bool_], strongly: bool = False) -> list[list[int]]:
    """The players in groups that are connected by links; strongly: by links in both directions."""
    left = set(range(len(linked)))
    found = []
    while left:
        start = min(left)
        group = reached(linked if strongly else linked | linked.T, start)
        if strongly:
            group &= reached(linked.T, start)
        found.append(sorted(group & left))
        left -= group
    return found


def reached(linked: NDArray[np.bool_], start: int) -> set[int]:
    seen, waiting = {start}, [start]
    while waiting:
        for number in np.flatnonzero(linked[waiting.pop()]).tolist():
            if number not in seen:
                seen.add(number)
                waiting.append(number)
    return seen


def rated(tally: Tally, members: list[int], infinite: bool, base: int | None) -> tuple[Matrix, Matrix]:
    """The Elo numbers of a group and their covariance, with mean 0 or with one member at 0."""
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
    """The share of the points that the row expects against the column."""
    return 1 / (1 + np.exp(strength[None, :] - strength[:, None]))


def information(games: Matrix, strength: Matrix) -> Matrix:
    """How fast the likelihood falls off around its top: the model's own inverse covariance."""
    share = expected(strength)
    weight = games * share * (1 - share)
    return np.diag(weight.sum(axis=1)) - weight


def likelihood(points: Matrix, strength: Matrix) -> float:
    return float(-(points * np.logaddexp(0, strength[None, :] - strength[:, None])).sum())


def likeliest(games: Matrix, points: Matrix) -> Matrix:
    """The strengths with mean 0, in units of the logarithm of the odds, by Newton's method. A step that would go too
    far is halved until it leads upwards; there is one top, and it is finite."""
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
    """The covariance of the players' points around what they expect, as the pairs of games show it."""
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
        seen = squares / free if free else model * dispersion
        value = (count * seen + BORROWED * model * dispersion) / (count + BORROWED)
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
