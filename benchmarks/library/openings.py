"""Openings of a few random moves, and which of them are even enough for a match.

Where random moves often decide the game, a match should begin from openings that do not. The engine judges them: by a
short search, by a long one, or by games against itself, where the score of even a long search cannot tell. The players
of the match have no part in it.
"""

from collections.abc import Callable

from benchmarks.library.positions import after, drawn, quiet
from benchmarks.library.report import progress
from outplay import Engine, Limit, Position

Judgement = Callable[[Engine, Position], bool]
"""Whether an opening is even enough."""

GLANCE, JUDGE = Limit(nodes=100_000), Limit(nodes=2_000_000)
"""Most openings that are not even show it at a glance."""
TRIALS = [Limit(nodes=nodes) for nodes in (20_000, 40_000, 60_000, 90_000)]
"""What the engine may take for a move in each of the games against itself."""


def anything(judge: Engine, position: Position) -> bool:
    return True


def by_glance(most: float) -> Judgement:
    """No move wins at once, and a short search sees nobody ahead by more than that."""

    def even(judge: Engine, position: Position) -> bool:
        judge.clear()
        return quiet(position) and abs(judge.analyse(position, GLANCE).score) <= most

    return even


def by_score(most: float) -> Judgement:
    """A long search sees nobody ahead by more than that."""
    glance = by_glance(2 * most)

    def even(judge: Engine, position: Position) -> bool:
        return glance(judge, position) and abs(judge.analyse(position, JUDGE).score) <= most

    return even


def by_games(most: float) -> Judgement:
    """A short search sees nobody ahead by more than that, and both sides win a game of the engine against itself."""
    glance = by_glance(most)

    def even(judge: Engine, position: Position) -> bool:
        return glance(judge, position) and {0, 1} <= {winner(judge, position, limit) for limit in TRIALS}

    return even


def winner(judge: Engine, position: Position, limit: Limit) -> int | None:
    """Who wins if the engine plays both sides."""
    judge.clear()
    while (outcome := position.outcome()) is None:
        found = judge.analyse(position, limit)
        if found.outcome:
            return found.outcome.winner
        position = position.play(found.move)
    return outcome.winner


def openings(judge: Engine, number: int, plies: int, even: Judgement) -> list[Position]:
    found = []
    for position in drawn(judge.game, number, after(plies), lambda position: even(judge, position)):
        found.append(position)
        progress(f"{judge.game.spec}, openings", len(found), number)
    return found
