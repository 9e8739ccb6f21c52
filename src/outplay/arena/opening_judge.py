"""Which openings are balanced, by the judgement of the engine.

An opening whose result a search proves tells nothing about two players that can prove it too: the same side wins both
games of the pair. One that is far from even tells little. A short search cannot see either, and a long one of every
random opening would take longer than the games. So many are judged by a short search, the most even of them by a longer
one, and the best of these by a long one, which can still reject them.

Where a game has no evaluation all scores are 0, and that nothing is proven is all that can be known.
"""

import math
from collections.abc import Iterable
from enum import IntEnum
from typing import NamedTuple

from outplay.core.game import Game, Position
from outplay.core.limits import Limit

CANDIDATES = 24
"""Positions that are compared with each other."""
SHORT, MIDDLE, LONG = Limit(nodes=1_000), Limit(nodes=10_000), Limit(nodes=200_000)
"""The short search judges all candidates, the others the most even so many of them:"""
FOR_MIDDLE, FOR_LONG = 6, 2
NEAR_SHARE = 0.25
"""A score is near to even if by the short search so many of the candidates are nearer: scores of different games have
no common unit."""
TABLE_MB = 4


class Verdict(IntEnum):
    """What a search says of an opening, the best first."""

    EVEN = 0
    """Not proven, and near to even."""
    DRAWN = 1
    """Proven to be a draw."""
    UNEVEN = 2
    """Not proven, and far from even."""
    DECIDED = 3
    """Proven to be won by one side."""


class Judgement(NamedTuple):
    """A verdict, and how far from even the score is; the smaller one is the better opening."""

    verdict: Verdict
    lean: float


Judged = tuple[Judgement, Position]


class Judge:
    """Judges positions of one game."""

    def __init__(self, game: Game) -> None:
        from outplay.engine.engine import Engine

        self.engine = Engine(game, table_mb=TABLE_MB, net="none")  # the same openings whatever was trained
        self.proven: dict[Position, Judgement] = {}
        """The positions whose result is proven: those of a small game come again and again."""

    def best(self, candidates: Iterable[Position]) -> Judged | None:
        """An even position, or else the best of those that are known not to be; None without candidates."""
        short, rejected = self.sifted(candidates, SHORT)
        near = short[int(NEAR_SHARE * len(short))][0].lean if short else 0.0
        middle, proven = self.sifted([position for _, position in short[:FOR_MIDDLE]], MIDDLE)
        rejected += proven
        for _, position in middle[:FOR_LONG]:
            judgement = self.judged(position, LONG, near)
            if judgement.verdict is Verdict.EVEN:
                return judgement, position
            rejected.append((judgement, position))
        return min(rejected, key=lambda one: one[0], default=None)

    def sifted(self, positions: Iterable[Position], limit: Limit) -> tuple[list[Judged], list[Judged]]:
        """The positions of which a search proves nothing, the most even first; and those of which it does."""
        judged = sorted(((self.judged(position, limit), position) for position in positions), key=lambda one: one[0])
        unproven = [one for one in judged if one[0].verdict is Verdict.EVEN]
        return unproven, [one for one in judged if one[0].verdict is not Verdict.EVEN]

    def judged(self, position: Position, limit: Limit, near: float = math.inf) -> Judgement:
        """What a search finds; a score farther from even than `near` is uneven. The score is the mean of the last two
        depths, since in many games the side that moved last looks better."""
        if position in self.proven:
            return self.proven[position]
        self.engine.clear()
        scores: dict[int, float] = {}
        for analysis in self.engine.stream(position, limit):
            scores[analysis.depth] = analysis.score
        if analysis.outcome:
            verdict = Verdict.DRAWN if analysis.outcome.winner is None else Verdict.DECIDED
            return self.proven.setdefault(position, Judgement(verdict, 0.0))
        last = list(scores.values())[-2:]
        lean = abs(sum(last)) / len(last)
        return Judgement(Verdict.EVEN if lean <= near else Verdict.UNEVEN, lean)
