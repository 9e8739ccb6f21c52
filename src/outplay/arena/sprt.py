"""The sequential probability ratio test: play until it is decided whether a player is stronger by elo1 or only by elo0.

The log-likelihood ratio compares the two hypotheses at their best: the likeliest distributions of a pair's points that
have the mean that elo0 and elo1 say, given the pairs that were played (the generalised test of Van den Bergh, "Comments
on Normalized Elo", which the testers of chess engines use). Wald's bounds then keep the promised error rates.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

from outplay.arena.elo import score_of
from outplay.arena.games import Result
from outplay.arena.pairs import Pair, pairs_of, pentanomial
from outplay.core.errors import BadLimit

NEVER_SEEN = 0.001
"""What counts instead of 0, so that no result is taken to be impossible."""

EXAMPLE = "write the two Elo differences, the smaller one first, as in 0,5"


class State(NamedTuple):
    """Where a test stands."""

    llr: float
    lower: float
    upper: float
    """The bounds at which the test is decided for H0 and for H1."""
    decided: str | None
    """H0 (no more than elo0), H1 (at least elo1), or None as long as it is open."""
    pairs: int
    """The pairs of games it rests on."""


class Sprt:
    """A test of H1, the player is stronger by elo1, against H0, it is stronger by elo0 only; negative is weaker.

    H1 is accepted with a probability of at most alpha if H0 is true, and H0 with at most beta if H1 is true.
    """

    def __init__(self, elo0: float, elo1: float, alpha: float = 0.05, beta: float = 0.05) -> None:
        if not (math.isfinite(elo0) and math.isfinite(elo1) and elo0 < elo1):
            raise BadLimit(f"{elo0:g},{elo1:g} is no test; {EXAMPLE}")
        if not (0 < alpha < 1 and 0 < beta < 1 and alpha + beta < 1):
            raise BadLimit(f"alpha and beta must be more than 0 and less than 1 together, not {alpha:g} and {beta:g}")
        self.elo0, self.elo1, self.alpha, self.beta = elo0, elo1, alpha, beta
        self.lower, self.upper = math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)

    def __repr__(self) -> str:
        return f"Sprt({self.elo0:g}, {self.elo1:g}, alpha={self.alpha:g}, beta={self.beta:g})"

    def llr(self, counts: Sequence[int]) -> float:
        """The log-likelihood ratio. The counts are of pairs with 0, 1/2, 1, 1 1/2 and 2 points, or of single games with
        0, 1/2 and 1."""
        if not sum(counts):
            return 0.0
        scores = [index / (len(counts) - 1) for index in range(len(counts))]
        weights = [count or NEVER_SEEN for count in counts]
        low = tilt(scores, weights, score_of(self.elo0))
        high = tilt(scores, weights, score_of(self.elo1))
        return math.fsum(weight * math.log(a / b) for weight, a, b in zip(weights, low, high, strict=True))

    def state(self, counts: Sequence[int]) -> State:
        llr = self.llr(counts)
        decided = "H1" if llr >= self.upper else "H0" if llr <= self.lower else None
        return State(llr, self.lower, self.upper, decided, sum(counts))


def tilt(scores: Sequence[float], weights: Sequence[float], mean: float) -> list[float]:
    """The likeliest distribution with this mean is the one that was seen, each part divided by a linear function of its
    score: those divisors. Newton's method finds the slope; where it would leave the bounds, they are halved instead."""
    away = [score - mean for score in scores]
    low, high, slope = -1 / away[-1], -1 / away[0], 0.0
    for _ in range(100):
        pulls = [a / (1 + slope * a) for a in away]
        value = sum(weight * pull for weight, pull in zip(weights, pulls, strict=True))
        low, high = (slope, high) if value > 0 else (low, slope)
        new = slope + value / sum(weight * pull * pull for weight, pull in zip(weights, pulls, strict=True))
        if not low < new < high:
            new = (low + high) / 2
        if abs(new - slope) <= 1e-13 * abs(new):
            break
        slope = new
    return [1 + slope * a for a in away]


class Trial:
    """A test that is under way. It is told every game as it ends, in any order; only whole pairs of the player's games
    count, and what was decided stays so, whatever games end afterwards."""

    def __init__(self, sprt: Sprt, player: str) -> None:
        self.sprt, self.player = sprt, player
        self.waiting: dict[int, list[Result]] = {}
        self.counts = [0, 0, 0, 0, 0]
        self.state = sprt.state(self.counts)

    def update(self, result: Result) -> State:
        if self.player not in (result.first, result.second):
            return self.state
        waiting = self.waiting.setdefault((result.number + 1) // 2, [])
        waiting.append(result)
        whole = [pair for pair in pairs_of(waiting) if len(pair) == 2]
        if whole:
            self.waiting.pop((result.number + 1) // 2)
            self.add(whole[0])
        return self.state

    def add(self, pair: Pair) -> None:
        self.counts = [a + b for a, b in zip(self.counts, pentanomial([pair], self.player), strict=True)]
        if self.state.decided is None:
            self.state = self.sprt.state(self.counts)


def sprt_of(text: str) -> Sprt:
    """A test as people write it: the two Elo differences.

    >>> sprt_of("0,5"), sprt_of("-3, 1")
    (Sprt(0, 5, alpha=0.05, beta=0.05), Sprt(-3, 1, alpha=0.05, beta=0.05))
    """
    try:
        elo0, elo1 = (float(word) for word in text.split(","))
    except ValueError:
        raise BadLimit(f"{text!r} is no test; {EXAMPLE}") from None
    return Sprt(elo0, elo1)


def sprt_words(sprt: Sprt, state: State) -> str:
    """Where a test stands, for people.

    >>> sprt_words(Sprt(0, 5), Sprt(0, 5).state([0, 0, 0, 0, 0]))
    'SPRT 0,5: LLR 0.00 (-2.94 to 2.94), not decided after 0 pairs'
    """
    pairs = f"{state.pairs} pair{'' if state.pairs == 1 else 's'}"
    head = f"SPRT {sprt.elo0:g},{sprt.elo1:g}: LLR {state.llr:.2f} ({state.lower:.2f} to {state.upper:.2f})"
    if state.decided is None:
        return f"{head}, not decided after {pairs}"
    found = f"H1, stronger by {sprt.elo1:g} Elo" if state.decided == "H1" else f"H0, stronger by {sprt.elo0:g} Elo only"
    return f"{head}, decided for {found}, after {pairs}"
