"""A report on a game: what each move gave away, where the game turned, and what would have been better.

Every position of the game is analysed, the last one first, so that what the table learns of the end helps with what
came before. A position that is not proven although an earlier one is gets a longer second look, with the table that
the others filled.

The analyses are then reconciled: a position is worth at least as much to its mover as the one after the move that was
played, and a proof also bounds the positions beside it. A move's worth is the worth of the position after it. Moves
that an opening dictated are left out, and a move is not judged where nothing is known of the position before it or
after it.
"""

import math
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from outplay.core.errors import BadRecord
from outplay.core.game import Outcome, Position
from outplay.core.limits import Limit
from outplay.core.records import Record
from outplay.core.results import Ending
from outplay.engine.engine import Engine

NOTABLE = 0.15
"""An estimated loss is a mistake if it is at least this share of the largest score in the game."""

EVEN = 0.05
"""A score nearer to 0 than this share of the largest score in the game is even."""


SECOND_LOOK = 4
"""By how much the limit is larger for a position that is not proven although an earlier one is."""


class View(NamedTuple):
    """What is known of a position. Scores count for the first player, in units of the margin."""

    score: float | None
    """None if nothing is known: a search without evaluation that found no end of the game."""
    outcome: Outcome | None
    """What is proven, or None."""
    line: tuple[int, ...]
    """The moves expected from here; none at the end of a game."""
    depth: int
    plies: int | None = None
    """Of a proven win or loss: after how many plies at most it is certain."""
    low: float = -math.inf
    high: float = math.inf
    """The proven bounds of the score, which are equal where an outcome is proven."""
    best_proven: bool = False
    """Whether it is proven that the first move of the line is a best one. A position that is proven only by those
    beside it may have another line."""


class Step(NamedTuple):
    """One move of the game. Scores and loss count for the player who made it."""

    number: int
    position: Position
    move: int
    line: tuple[int, ...]
    """What would have been best, and how it would have gone on."""
    best_score: float | None
    score: float | None
    """Before and after the move; None if nothing is known there."""
    best_outcome: Outcome | None
    outcome: Outcome | None
    """What is proven of the position before the move, and after it."""
    plies: int | None
    """How soon the best move would have won or lost, if that is proven."""
    depth: int
    best_low: float = -math.inf
    high: float = math.inf
    """The least that the best move is proven to be worth, and the most that the played one is."""
    best_proven: bool = False
    """Whether it is proven that the first move of the line is a best one."""

    @property
    def player(self) -> int:
        return self.position.to_move

    @property
    def judged(self) -> bool:
        """Whether enough is known to say what the move lost."""
        return self.best_score is not None and self.score is not None

    @property
    def loss(self) -> float:
        """What the move gave away; 0 if it is not judged."""
        if self.best_score is None or self.score is None:
            return 0.0
        return max(0.0, self.best_score - self.score)

    @property
    def proven(self) -> bool:
        """Whether the loss is proven and no estimate."""
        return self.best_outcome is not None and self.outcome is not None

    @property
    def result_lost(self) -> bool:
        """Whether it is proven that a won game was no longer won after this move, or a drawn one lost."""
        return sign(self.best_low) > sign(self.high)


class Resignation(NamedTuple):
    """A game that was resigned: who did it, in which position, and what is known of that position for this player."""

    player: int
    position: Position
    line: tuple[int, ...]
    score: float | None
    outcome: Outcome | None
    lost: bool
    """Whether it is proven that the game was lost."""


class Report(NamedTuple):
    """The moves that were looked at, in their order, which of them were mistakes, and which one turned the game."""

    steps: tuple[Step, ...]
    mistakes: tuple[Step, ...]
    turn: Step | None
    """The move after which the winner was ahead for good, or a clear mistake later; None if that was so all along, or
    if it is not known how the game stood before."""
    ahead_since: Step | None = None
    """The first of the moves at the end of the game after which the winner was ahead; None if the winner was not."""
    resignation: Resignation | None = None
    """How the game stood when it was resigned; None for a game that was not, or whose end was not analysed."""

    @property
    def worst(self) -> Step | None:
        """The move that lost most; None if no move lost anything."""
        losing = [s for s in self.steps if s.loss > 0 or s.result_lost]
        return max(losing, key=lambda s: (s.loss, s.result_lost), default=None)


def views(record: Record, engine: Engine, limit: Limit) -> Iterator[tuple[int, View]]:
    """For each position after the opening, the last one first: how many moves led to it, and what is known of it.
    Positions that are not proven although an earlier one is come a second time, with what a longer search found."""
    places, opening = record.positions(), record.opening
    if not record.moves:
        raise BadRecord("there are no moves in this record, and nothing to report on")
    if opening >= len(record.moves):
        raise BadRecord("all moves of this record are its opening, and there is nothing to report on")
    seen = {}
    for index in reversed(range(opening, len(places))):
        seen[index] = view(places[index], engine, limit)
        yield index, seen[index]
    longer = limit._replace(**{key: SECOND_LOOK * value for key, value in limit._asdict().items() if value is not None})
    for index in unproven_after_proof(reconciled(record, seen)):
        yield index, view(places[index], engine, longer)


def unproven_after_proof(views: Mapping[int, View]) -> list[int]:
    """The positions that are not proven although an earlier one of the game is, the earliest first."""
    first = min((index for index, found in views.items() if found.outcome), default=math.inf)
    return sorted(index for index, found in views.items() if index > first and not found.outcome)


def view(position: Position, engine: Engine, limit: Limit) -> View:
    outcome = position.outcome()
    if outcome:
        return View(float(outcome.margin_for(0)), outcome, (), 0, None if outcome.winner is None else 0)
    analysis = engine.analyse(position, limit)
    score = for_player(position.to_move, analysis.score) if analysis.known else None
    return View(score, analysis.outcome, analysis.line, analysis.depth, analysis.plies)


def for_player(player: int, score: float) -> float:
    """A score of the first player's as one for that player, and back. It is never a negative 0."""
    return score + 0.0 if player == 0 else 0.0 - score


def seen_by(player: int, score: float | None) -> float | None:
    return None if score is None else for_player(player, score)


def sign(score: float) -> int:
    return (score > 0) - (score < 0)


def report(record: Record, seen: Mapping[int, View]) -> Report:
    """What the views of some or all of the positions say about the game."""
    places = record.positions()
    agreed = reconciled(record, seen)
    steps = tuple(
        step(i + 1, places[i], played.move, agreed[i], agreed[i + 1])
        for i, played in enumerate(record.moves)
        if i in agreed and i + 1 in agreed
    )
    largest = max((abs(v.score) for v in agreed.values() if v.score is not None), default=0.0)
    mistakes = tuple(s for s in steps if s.result_lost or (s.loss > 0 and s.loss >= NOTABLE * largest))
    since = ahead_since(record, steps, EVEN * largest)
    turn = since if since and changed_sides(since, EVEN * largest) else None
    return Report(steps, mistakes, decisive(turn, mistakes), since, resignation(record, agreed))


def decisive(turn: Step | None, mistakes: tuple[Step, ...]) -> Step | None:
    """Where a game turned by no clear mistake, the worst mistake that its player made afterwards, if there is one."""
    if turn is None or turn in mistakes:
        return turn
    later = [s for s in mistakes if s.player == turn.player and s.number > turn.number]
    return max(later, key=lambda s: (s.result_lost, s.loss), default=turn)


def step(number: int, position: Position, move: int, before: View, after: View) -> Step:
    """A move between two views that are reconciled."""
    player = position.to_move
    scores = seen_by(player, before.score), seen_by(player, after.score)
    low, high = (before.low, after.high) if player == 0 else (-before.high, -after.low)
    outcomes, search = (before.outcome, after.outcome), (before.plies, before.depth)
    return Step(number, position, move, before.line, *scores, *outcomes, *search, low, high, before.best_proven)


def reconciled(record: Record, seen: Mapping[int, View]) -> dict[int, View]:
    """The views made to agree with each other: proofs first, then estimates within what is proven."""
    agreed = with_proofs(record, seen)
    places = record.positions()
    for index in sorted(agreed, reverse=True):
        agreed[index] = estimated(agreed[index])
        if index + 1 not in agreed:
            continue
        before, after, mover = agreed[index], agreed[index + 1], places[index].to_move
        move = record.moves[index].move
        if before.outcome or after.score is None:
            continue
        score, reached = seen_by(mover, before.score), for_player(mover, after.score)
        followed = score is not None and move == before.line[0]
        if followed or (reached > 0 if score is None else reached > score):
            # The later view sees further; and the best move itself loses nothing.
            best = min(before.high, max(before.low, after.score))
            agreed[index] = before._replace(score=best, line=(move, *after.line))
    return agreed


def estimated(view: View) -> View:
    """The view with its score within the proven bounds; where the score is unknown and the winner is proven, with the
    bound."""
    if view.score is not None:
        return view._replace(score=min(view.high, max(view.low, view.score)))
    if view.low > 0 or view.high < 0:
        return view._replace(score=view.low if view.low > 0 else view.high)
    return view


def with_proofs(record: Record, seen: Mapping[int, View]) -> dict[int, View]:
    """The views with bounds. No move is worth more than the best one, and the first move of a proven line is worth as
    much as the line; so a proof also bounds, or proves, the positions before and after it."""
    places, views = record.positions(), {}
    for index, found in seen.items():
        low, high = bounds(places[index])
        if found.outcome:
            low = high = float(found.outcome.margin_for(0))
        views[index] = found._replace(low=low, high=high, best_proven=found.outcome is not None)
    pairs = [i for i in sorted(views) if i + 1 in views]
    for index in (*pairs, *reversed(pairs), *pairs):
        before, after, move = views[index], views[index + 1], record.moves[index].move
        exact = before.best_proven and after.outcome is None and move == before.line[0]
        if places[index].to_move == 0:
            before_low, after_high = max(before.low, after.low), min(after.high, before.high)
            views[index] = before._replace(low=before_low)
            views[index + 1] = after._replace(high=after_high, low=before.low if exact else after.low)
        else:
            before_high, after_low = min(before.high, after.high), max(after.low, before.low)
            views[index] = before._replace(high=before_high)
            views[index + 1] = after._replace(low=after_low, high=before.high if exact else after.high)
        views[index], views[index + 1] = proven(views, index, move)
    return views


def proven(views: Mapping[int, View], index: int, move: int) -> tuple[View, View]:
    """The views before and after a move, each with its outcome if the bounds have just proven it."""
    before, after = views[index], views[index + 1]
    if not before.outcome and before.low == before.high:
        before = before._replace(outcome=outcome_of(before.low), score=before.low, plies=None)
        if after.outcome and after.low == before.low:
            plies = None if after.plies is None else after.plies + 1
            before = before._replace(line=(move, *after.line), plies=plies, best_proven=True)
    if not after.outcome and after.low == after.high:
        after = after._replace(outcome=outcome_of(after.low), score=after.low, plies=None)
        if before.best_proven and move == before.line[0]:
            plies = None if before.plies is None else max(0, before.plies - 1)
            after = after._replace(line=before.line[1:] or after.line, plies=plies)
    return before, after


def outcome_of(score: float) -> Outcome:
    return Outcome(None if score == 0 else int(score < 0), round(abs(score)), "proven")


def bounds(position: Position) -> tuple[float, float]:
    """The least and the most that a position can be worth to the first player, as far as the game tells."""
    told, state = position.game.heuristics, position.state
    if told.max_gain is None or position.outcome():
        return -math.inf, math.inf
    gain = told.max_gain(state) if callable(told.max_gain) else told.max_gain
    loss = told.max_loss(state) if told.max_loss else gain
    settled = told.settled_margin(state) if told.settled_margin else 0
    least, most = settled - loss, settled + gain
    return (least, most) if position.to_move == 0 else (-most, -least)


def side(player: int, score: float | None, even: float) -> int | None:
    """Who is ahead by a score of a player: 1 for the first, -1 for the second, 0 for neither; None if it is not
    known."""
    if score is None:
        return None
    return 0 if abs(score) <= even else sign(for_player(player, score))


def final_side(record: Record, steps: tuple[Step, ...], even: float) -> int | None:
    """The side that the game ended on: the winner's, or the one that is ahead in a game without a result."""
    if record.result:
        return 0 if record.result.winner is None else 1 - 2 * record.result.winner
    return side(steps[-1].player, steps[-1].score, even)


def ahead_since(record: Record, steps: tuple[Step, ...], even: float) -> Step | None:
    """The first of the last moves after which the game was on the side that it ended on."""
    if not steps:
        return None
    last, found = final_side(record, steps, even), None
    for s in reversed(steps):
        if last is None or side(s.player, s.score, even) != last:
            break
        found = s
    return found


def changed_sides(step: Step, even: float) -> bool:
    """Whether it is known that somebody else was ahead before a move, or nobody."""
    before, after = (side(step.player, score, even) for score in (step.best_score, step.score))
    return before is not None and before != after


def resignation(record: Record, seen: Mapping[int, View]) -> Resignation | None:
    """How the game stood for the player who resigned it."""
    last = len(record.moves)
    result = record.result
    if not result or result.ending is not Ending.RESIGNATION or result.winner is None or last not in seen:
        return None
    player, found, position = 1 - result.winner, seen[last], record.positions()[last]
    lost = found.high < 0 if player == 0 else found.low > 0
    return Resignation(player, position, found.line, seen_by(player, found.score), found.outcome, lost)
