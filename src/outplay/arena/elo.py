"""Elo differences of two players, with 95 % intervals.

The interval is Wilson's, with an effective number of games: if the points of pairs have half the variance that
independent games without draws would have, a hundred games count as two hundred. The variance is estimated from the
pairs and from one additional even pair of independent games, so that it is not 0 after a few games or when all games
had the same result.
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
"""The variance of the points of a pair of independent games between equal players without draws."""


def score_of(elo: float) -> float:
    """The expected share of the points of a player whose rating is `elo` above that of the opponent.

    >>> score_of(0), round(score_of(100), 3), round(score_of(-400), 3)
    (0.5, 0.64, 0.091)
    """
    return 1 / (1 + math.exp(-elo / NATURAL)) if elo > 0 else 1 - 1 / (1 + math.exp(elo / NATURAL))


def elo_of(score: float) -> float | None:
    """The Elo difference at which the expected share of the points is `score`; None for 0 and 1.

    >>> elo_of(0.5), round(elo_of(0.64)), elo_of(1.0)
    (0.0, 100, None)
    """
    return NATURAL * math.log(score / (1 - score)) if 0 < score < 1 else None


class Share(NamedTuple):
    """A share of the points, its 95 % interval, and the probability that the true share is above one half."""

    share: float
    low: float
    high: float
    above_half: float


NOTHING = Share(0.5, 0.0, 1.0, 0.5)
"""The estimate without any games."""


def share_of(points: Sequence[float], games: Sequence[int]) -> Share:
    """The share of the points over pairs or single games; `points[i]` were scored in `games[i]` games, 1 or 2."""
    if not games:
        return NOTHING
    total = sum(points)
    mean = total / sum(games)
    squares = math.fsum((own - mean * number) ** 2 for own, number in zip(points, games, strict=True))
    return share_from(total, sum(games), squares, len(games))


def share_from(points: float, games: int, squares: float, clusters: int) -> Share:
    """As `share_of`, from sums: all points, all games, the sum of the squared deviations of the points of each pair or
    single game from its mean, and the number of pairs and single games, `clusters`."""
    share = points / games
    independent = share * (1 - share) * games * (clusters - 1) / clusters
    dispersion = (squares + ONE_PAIR) / (independent + ONE_PAIR)
    effective_games = games / dispersion
    z = NORMAL_95**2 / effective_games
    middle = (share + z / 2) / (1 + z)
    half = NORMAL_95 / (1 + z) * math.sqrt(share * (1 - share) / effective_games + z / (4 * effective_games))
    above_half = NormalDist().cdf((share - 0.5) * 2 * math.sqrt(effective_games))
    low = max(0.0, middle - half) if points > 0 else 0.0
    high = min(1.0, middle + half) if points < games else 1.0
    return Share(share, low, high, above_half)


class Comparison(NamedTuple):
    """The results of `player` against `opponent` and the estimates from them. An Elo that is None is unbounded."""

    player: str
    opponent: str
    games: int
    wins: int
    draws: int
    losses: int
    pairs: tuple[int, int, int, int, int]
    """The number of pairs of games in which the player scored 0, 1/2, 1, 1 1/2 and 2 points."""
    score: float
    score_low: float
    score_high: float
    elo: float | None
    elo_low: float | None
    elo_high: float | None
    superiority: float
    """The likelihood of superiority: the probability that the player is the stronger one."""
    draw_ratio: float
    normalised: float | None
    """Normalised Elo: the difference relative to the standard deviation of the points of a game; None if that is 0."""
    errors: tuple[int, int] = (0, 0)
    """The number of games that the player and the opponent lost by errors."""


def compare(results: Iterable[Result], player: str, opponent: str) -> Comparison:
    """Compares two players by their games against each other; all other games are ignored."""
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
        errors=(sum(game.erred == player for game in games), sum(game.erred == opponent for game in games)),
    )


def pair_points(pair: Pair, player: str) -> float:
    return sum(points_of(result, player) for result in pair)


def normalised(points: Sequence[float], games: Sequence[int]) -> float | None:
    """Normalised Elo: the mean points of a game above 1/2, divided by their standard deviation, in Elo points. None
    without games, and if the standard deviation is 0."""
    if not games:
        return None
    number = sum(games)
    mean = sum(points) / number
    variance = math.fsum((own - mean * count) ** 2 for own, count in zip(points, games, strict=True)) / number
    return 2 * NATURAL * (mean - 0.5) / math.sqrt(variance) if variance > 0 else None


def elo_words(comparison: Comparison) -> str:
    """The Elo difference with its interval as text; if one side of the interval is unbounded, only the other bound.

    >>> elo_words(compare([], "a", "b"))
    'not known yet'
    """
    low, high = comparison.elo_low, comparison.elo_high
    if low is None and high is None:
        return "not known yet"
    if low is None:
        return f"less than {high:+.0f}"
    if high is None:
        return f"more than {low:+.0f}"
    return f"{comparison.elo:+.1f} ({low:+.1f} to {high:+.1f})"
