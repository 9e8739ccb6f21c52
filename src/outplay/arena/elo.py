"""Elo differences and how sure they are.

The interval is Wilson's, with the number of games replaced by a number of games that says the same: if the points of
pairs vary half as much as those of independent games without draws would, a hundred games count as two hundred. How
much they vary is taken from the pairs, with one further even pair of independent games mixed in, so that nothing is
taken for certain after a few games or when all of them went the same way.
"""

import math
from collections.abc import Iterable, Sequence
from statistics import NormalDist
from typing import NamedTuple

from outplay.arena.games import Result
from outplay.arena.pairs import Pair, between, pairs_of, pentanomial, points_of, wins_draws_losses

NORMAL_95 = NormalDist().inv_cdf(0.975)

NATURAL = 400 / math.log(10)
"""Elo points in one unit of the logarithm of the odds."""

ONE_PAIR = 0.5
"""The variance of the points of two even games without draws."""


def score_of(elo: float) -> float:
    """The share of the points that a player expects who is stronger by so much.

    >>> score_of(0), round(score_of(100), 3), round(score_of(-400), 3)
    (0.5, 0.64, 0.091)
    """
    return 1 / (1 + math.exp(-elo / NATURAL)) if elo > 0 else 1 - 1 / (1 + math.exp(elo / NATURAL))


def elo_of(score: float) -> float | None:
    """The Elo difference at which a player expects this share of the points; None for none or all of them.

    >>> elo_of(0.5), round(elo_of(0.64)), elo_of(1.0)
    (0.0, 100, None)
    """
    return NATURAL * math.log(score / (1 - score)) if 0 < score < 1 else None


class Share(NamedTuple):
    """A share of the points, its 95 % interval, and how likely it is that it is really more than half."""

    share: float
    low: float
    high: float
    above_half: float


NOTHING = Share(0.5, 0.0, 1.0, 0.5)
"""What no games say."""


def share_of(points: Sequence[float], games: Sequence[int]) -> Share:
    """What the points of pairs, or of single games, say; `games` has the number of games of each."""
    if not games:
        return NOTHING
    total = sum(points)
    mean = total / sum(games)
    squares = math.fsum((own - mean * number) ** 2 for own, number in zip(points, games, strict=True))
    return share_from(total, sum(games), squares, len(games))


def share_from(points: float, games: int, squares: float, clusters: int) -> Share:
    """The same from sums: all points and games, the squared deviations of the points of `clusters` pairs or single
    games from their mean, and how many these are."""
    share = points / games
    alone = share * (1 - share) * games * (clusters - 1) / clusters
    dispersion = (squares + ONE_PAIR) / (alone + ONE_PAIR)
    worth = games / dispersion
    z = NORMAL_95**2 / worth
    middle = (share + z / 2) / (1 + z)
    half = NORMAL_95 / (1 + z) * math.sqrt(share * (1 - share) / worth + z / (4 * worth))
    above_half = NormalDist().cdf((share - 0.5) * 2 * math.sqrt(worth))
    low = max(0.0, middle - half) if points > 0 else 0.0
    high = min(1.0, middle + half) if points < games else 1.0
    return Share(share, low, high, above_half)


class Comparison(NamedTuple):
    """What the games of two players say of the first of them. An Elo that is None is open: without bound."""

    player: str
    opponent: str
    games: int
    wins: int
    draws: int
    losses: int
    pairs: tuple[int, int, int, int, int]
    """How many pairs of games brought 0, 1/2, 1, 1 1/2 and 2 points."""
    score: float
    score_low: float
    score_high: float
    elo: float | None
    elo_low: float | None
    elo_high: float | None
    superiority: float
    """How likely it is that the player is the stronger one."""
    draw_ratio: float
    normalised: float | None
    """The difference in units of how much the points of a game vary, on the scale of Elo; None if they do not."""


def compare(results: Iterable[Result], player: str, opponent: str) -> Comparison:
    """What the games of these two players against each other say; other games are left out."""
    games = between(results, player, opponent)
    pairs = pairs_of(games)
    points = [pair_points(pair, player) for pair in pairs]
    share = share_of(points, [len(pair) for pair in pairs])
    wins, draws, losses = wins_draws_losses(games, player)
    return Comparison(
        player=player,
        opponent=opponent,
        games=len(games),
        wins=wins,
        draws=draws,
        losses=losses,
        pairs=pentanomial(pairs, player),
        score=share.share,
        score_low=share.low,
        score_high=share.high,
        elo=elo_of(share.share) if games else None,
        elo_low=elo_of(share.low),
        elo_high=elo_of(share.high),
        superiority=share.above_half,
        draw_ratio=draws / len(games) if games else 0.0,
        normalised=normalised(points, [len(pair) for pair in pairs]),
    )


def pair_points(pair: Pair, player: str) -> float:
    return sum(points_of(result, player) for result in pair)


def normalised(points: Sequence[float], games: Sequence[int]) -> float | None:
    """The difference from half of the points, divided by their deviation in a game, on the scale of Elo."""
    if not games:
        return None
    number = sum(games)
    mean = sum(points) / number
    variance = math.fsum((own - mean * count) ** 2 for own, count in zip(points, games, strict=True)) / number
    return 2 * NATURAL * (mean - 0.5) / math.sqrt(variance) if variance > 0 else None


def elo_words(found: Comparison) -> str:
    """The Elo difference for people, with its interval; what is open is said to be.

    >>> elo_words(compare([], "a", "b"))
    'not known yet'
    """
    low, high = found.elo_low, found.elo_high
    if low is None and high is None:
        return "not known yet"
    if low is None:
        return f"less than {high:+.0f}"
    if high is None:
        return f"more than {low:+.0f}"
    return f"{found.elo:+.1f} ({low:+.1f} to {high:+.1f})"
