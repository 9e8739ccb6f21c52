"""Results without games: made from points, from counts, or at random with a known strength."""

from collections.abc import Sequence

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

from outplay.arena.elo import score_of
from outplay.arena.games import Result
from outplay.core.results import Ending

WINNER = {1.0: 0, 0.5: None, 0.0: 1}

FROM_PAIRS = {0: (0.0, 0.0), 1: (0.0, 0.5), 2: (1.0, 0.0), 3: (1.0, 0.5), 4: (1.0, 1.0)}
"""What the first player of a pair scores in its two games, by twice its points."""


NODES, WEIGHTS = np.polynomial.hermite_e.hermegauss(60)


def made(
    number: int,
    first: str,
    second: str,
    points: float,
    ending: Ending = Ending.RULES,
    plies: int = 30,
) -> Result:
    """A game with these points for its first player."""
    minute, second_ = divmod(number, 60)
    began = f"2026-01-01T{minute // 60 % 24:02}:{minute % 60:02}:{second_:02}+00:00"
    return Result(number, 1, first, second, WINNER[points], 0, ending, plies, began, 0.5)


def made_match(points: Sequence[tuple[float, float]], one: str = "A", other: str = "B") -> list[Result]:
    """Pairs of games with these points for the one: as the first player, then as the second."""
    games = []
    for index, (as_first, as_second) in enumerate(points):
        games.append(made(2 * index + 1, one, other, as_first))
        games.append(made(2 * index + 2, other, one, 1 - as_second))
    return games


def made_pairs(counts: Sequence[int]) -> list[Result]:
    """A match with these numbers of pairs in which A has 0, 1/2, 1, 1 1/2 and 2 points."""
    return made_match([FROM_PAIRS[index] for index, count in enumerate(counts) for _ in range(count)])


def made_singles(wins: int, draws: int, losses: int) -> list[Result]:
    """Games whose pairs are incomplete: the second game of each is missing."""
    points = [1.0] * wins + [0.5] * draws + [0.0] * losses
    return [made(2 * index + 1, "A", "B", own) for index, own in enumerate(points)]


def chance_pairs(
    chance: np.random.Generator, elo: float, draws: float, spread: float, shape: tuple[int, ...]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The points of a player in both games of pairs, by chance. Each opening is worth as many Elo to the first player
    as a normal distribution around 50 with this spread says; `draws` is the share of draws between equals."""
    worth = 50 + spread * chance.standard_normal(shape)
    games = []
    for sign in (1, -1):
        share = 1 / (1 + 10 ** (-(elo + sign * worth) / 400))
        drawn = 2 * draws * np.minimum(share, 1 - share)
        thrown = chance.random(shape)
        games.append(np.where(thrown < share - drawn / 2, 1.0, np.where(thrown < share + drawn / 2, 0.5, 0.0)))
    return games[0], games[1]


def true_share(elo: float, spread: float) -> float:
    """The expected share of the points in `chance_pairs`, over all openings (Gauss-Hermite quadrature)."""
    shares = [(score_of(elo + worth) + score_of(elo - worth)) / 2 for worth in 50 + spread * NODES]
    return float(np.dot(WEIGHTS, shares) / WEIGHTS.sum())


def chance_tournament(chance: np.random.Generator, strengths: Sequence[float], pairs: int) -> list[Result]:
    """A round robin of pairs of games, with some draws; players are named by their numbers."""
    games: list[Result] = []
    for i, own in enumerate(strengths):
        for j, other in enumerate(strengths[:i]):
            for first, second in zip(*chance_pairs(chance, own - other, 0.3, 50.0, (pairs,)), strict=True):
                number = len(games) + 1
                games.append(made(number, str(i), str(j), float(first)))
                games.append(made(number + 1, str(j), str(i), 1 - float(second)))
    return games


NAMES = ("ada", "bob", "cleo", "dan", "eve")


@st.composite
def some_results(draw: st.DrawFn) -> list[Result]:
    """Any games of some players, with gaps, errors, and single games."""
    games = []
    for number in sorted(draw(st.sets(st.integers(1, 60), max_size=40))):
        first, second = draw(st.permutations(NAMES))[:2]
        points = draw(st.sampled_from([0.0, 0.5, 1.0]))
        endings = [Ending.MOVE_LIMIT, Ending.RULES] if points == 0.5 else list(Ending)
        games.append(made(number, first, second, points, draw(st.sampled_from(endings)), draw(st.integers(0, 300))))
    return games
