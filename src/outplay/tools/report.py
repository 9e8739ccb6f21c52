"""A report on a game: what each move gave away, where the game turned, and what would have been better.

Every position of the game is analysed, the last one first, so that what the table learns of the end helps with what
came before. A move's worth is the worth of the position after it.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from outplay.core.errors import BadRecord
from outplay.core.game import Outcome, Position
from outplay.core.limits import Limit
from outplay.core.records import Record
from outplay.engine.engine import Engine

NOTABLE = 0.15
"""An estimated loss is a mistake if it is at least this share of the largest score in the game."""

EVEN = 0.05
"""A score nearer to 0 than this share of the largest score in the game is even."""


class View(NamedTuple):
    """What is known of a position. Scores count for the first player, in units of the margin."""

    score: float
    outcome: Outcome | None
    """What is proven, or None."""
    line: tuple[int, ...]
    """The moves expected from here; none at the end of a game."""
    depth: int
    plies: int | None = None
    """Of a proven win or loss: after how many plies at most it is certain."""


class Step(NamedTuple):
    """One move of the game. Scores and loss count for the player who made it."""

    number: int
    position: Position
    move: int
    line: tuple[int, ...]
    """What would have been best, and how it would have gone on."""
    best_score: float
    score: float
    best_outcome: Outcome | None
    outcome: Outcome | None
    """What is proven of the position before the move, and after it."""
    plies: int | None
    """How soon the best move would have won or lost, if that is proven."""
    depth: int

    @property
    def player(self) -> int:
        return self.position.to_move

    @property
    def loss(self) -> float:
        return self.best_score - self.score

    @property
    def proven(self) -> bool:
        """Whether the loss is proven and no estimate."""
        return self.best_outcome is not None and self.outcome is not None

    @property
    def result_lost(self) -> bool:
        """Whether it is proven that a won game was no longer won after this move, or a drawn one lost."""
        return self.proven and sign(self.best_score) > sign(self.score)


class Report(NamedTuple):
    """The moves that were looked at, in their order, which of them were mistakes, and which one turned the game."""

    steps: tuple[Step, ...]
    mistakes: tuple[Step, ...]
    turn: Step | None
    """The move after which the winner was ahead for good, or a clear mistake later; None if that was so all along."""


def views(record: Record, engine: Engine, limit: Limit) -> Iterator[tuple[int, View]]:
    """For each position of the game, the last one first: how many moves led to it, and what is known of it."""
    places = record.positions()
    if not record.moves:
        raise BadRecord("there are no moves in this record, and nothing to report on")
    for index in reversed(range(len(places))):
        yield index, view(places[index], engine, limit)


def view(position: Position, engine: Engine, limit: Limit) -> View:
    outcome = position.outcome()
    if outcome:
        return View(float(outcome.margin_for(0)), outcome, (), 0)
    analysis = engine.analyse(position, limit)
    score = for_player(position.to_move, analysis.score)
    return View(score, analysis.outcome, analysis.line, analysis.depth, analysis.plies)


def for_player(player: int, score: float) -> float:
    """A score of the first player's as one for that player, and back. It is never a negative 0."""
    return score + 0.0 if player == 0 else 0.0 - score


def sign(score: float) -> int:
    return (score > 0) - (score < 0)


def report(record: Record, seen: Mapping[int, View]) -> Report:
    """What the views of some or all of the positions say about the game."""
    places = record.positions()
    steps = tuple(
        step(i + 1, places[i], played.move, seen[i], seen[i + 1])
        for i, played in enumerate(record.moves)
        if i in seen and i + 1 in seen
    )
    largest = max((abs(v.score) for v in seen.values()), default=0.0)
    mistakes = tuple(s for s in steps if s.result_lost or (s.loss > 0 and s.loss >= NOTABLE * largest))
    return Report(steps, mistakes, decisive(turning_point(record, steps, EVEN * largest), mistakes))


def decisive(turn: Step | None, mistakes: tuple[Step, ...]) -> Step | None:
    """Where a game turned by no clear mistake, the worst mistake that its player made afterwards, if there is one."""
    if turn is None or turn in mistakes:
        return turn
    later = [s for s in mistakes if s.player == turn.player and s.number > turn.number]
    return max(later, key=lambda s: (s.result_lost, s.loss), default=turn)


def step(number: int, position: Position, move: int, before: View, after: View) -> Step:
    """A move between two views. No move is worth more than the best, so where the later view, which sees further,
    is the better one for the player, it stands for both; and the best move itself loses nothing."""
    best_score, score = (for_player(position.to_move, seen.score) for seen in (before, after))
    best_outcome, line = before.outcome, before.line
    if move == line[0] or score >= best_score:
        if after.outcome or not before.outcome:
            best_score, best_outcome = score, after.outcome and before.outcome
        else:
            score = best_score
    return Step(
        number, position, move, line, best_score, score, best_outcome, after.outcome, before.plies, before.depth
    )


def turning_point(record: Record, steps: tuple[Step, ...], even: float) -> Step | None:
    """The last move that brought the game to the side it stayed on."""
    found = None
    if not steps:
        return None

    def side(step: Step, score: float) -> int:
        return 0 if abs(score) <= even else sign(for_player(step.player, score))

    last = side(steps[-1], steps[-1].score)
    if record.result:
        last = 0 if record.result.winner is None else 1 - 2 * record.result.winner
    for s in steps:
        if side(s, s.best_score) != last and side(s, s.score) == last:
            found = s
        elif side(s, s.score) != last:
            found = None
    return found
