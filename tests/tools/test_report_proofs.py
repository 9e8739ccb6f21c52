"""What a report claims to be proven is what exhaustive search finds, however little the analyses have seen."""

import functools
import random

import pytest

import outplay
from outplay import Position
from outplay.core.records import Record
from outplay.core.results import MoveRecord
from outplay.tools.report import View, outcome_of, reconciled, report


@functools.cache
def truth(position: Position) -> int:
    """The margin for the first player, by plain minimax."""
    outcome = position.outcome()
    if outcome:
        return outcome.margin_for(0)
    values = [truth(position.play(move)) for move in position.moves()]
    return max(values) if position.to_move == 0 else min(values)


def some_record(start: Position, dice: random.Random) -> Record:
    """A random game, in which every other move is a best one."""
    position, moves = start, list[int]()
    while not position.outcome():
        legal = position.moves()
        best = [move for move in legal if truth(position.play(move)) == truth(position)]
        moves.append(dice.choice(best if dice.random() < 0.5 else legal))
        position = position.play(moves[-1])
    return Record(start, tuple(map(MoveRecord, moves)))


def some_view(position: Position, dice: random.Random) -> View:
    """What an analysis may have seen: a proof with its first move, an estimate that may be wrong, or nothing."""
    outcome = position.outcome()
    if outcome:
        return View(float(truth(position)), outcome, (), 0)
    legal, value = position.moves(), float(truth(position))
    kind = dice.randrange(3)
    if kind == 0:
        best = [move for move in legal if truth(position.play(move)) == value]
        return View(value, outcome_of(value), (dice.choice(best),), 1)
    return View(None if kind == 1 else dice.uniform(-2, 2), None, (dice.choice(legal),), 1)


@pytest.mark.parametrize(
    ("spec", "text"),
    [("tic-tac-toe", "x../.o./..."), ("mnk:3,4,3", "x..o/.x../...."), ("kalah:2,2", ""), ("kalah:3,1", "")],
)
def test_what_is_claimed_to_be_proven_is_true(spec: str, text: str) -> None:
    game = outplay.game(spec)
    start = game.position(text) if text else game.start()
    dice = random.Random(spec)
    gained = 0
    for _ in range(150):
        record = some_record(start, dice)
        places = record.positions()
        seen = {i: some_view(position, dice) for i, position in enumerate(places)}
        agreed = reconciled(record, seen)
        for index, view in agreed.items():
            value = truth(places[index])
            assert view.low <= value <= view.high
            if view.outcome:
                assert view.score == value == view.outcome.margin_for(0)
                assert view.outcome.winner == (None if value == 0 else int(value < 0))
            if view.best_proven and view.line:
                assert truth(places[index].play(view.line[0])) == value
            gained += view.outcome is not None and seen[index].outcome is None
        for step in report(record, seen).steps:
            sign = 1 - 2 * step.player
            before, after = sign * truth(step.position), sign * truth(step.position.play(step.move))
            assert step.loss >= 0
            if step.result_lost:
                assert (before > 0) - (before < 0) > (after > 0) - (after < 0)
            if step.proven:
                assert step.loss == before - after
    assert gained > 10


def test_a_position_between_two_proven_ones_is_proven_where_the_best_move_was_played() -> None:
    start = outplay.game("kalah:2,2").start()
    dice = random.Random(7)
    for _ in range(50):
        record = some_record(start, dice)
        places = record.positions()
        seen = {i: some_view(position, dice) for i, position in enumerate(places)}
        for index, played in enumerate(record.moves[:-1]):
            value = truth(places[index])
            if truth(places[index + 1]) == value:
                proven = View(float(value), outcome_of(value), (played.move,), 1)
                unproven = View(None, None, (places[index + 1].moves()[0],), 1)
                found = reconciled(record, {**seen, index: proven, index + 1: unproven})
                assert found[index + 1].outcome is not None
                assert found[index + 1].score == value


def test_a_win_that_is_reached_is_proven_one_move_earlier() -> None:
    """No margin in this game is larger than 1, so a mover who reaches a win had one."""
    record = Record(outplay.game("tic-tac-toe").position("xx./oo./..."), (MoveRecord(2),))
    places = record.positions()
    seen = {0: View(0.0, None, (5,), 1), 1: View(1.0, places[1].outcome(), (), 0, 0)}
    found = reconciled(record, seen)[0]
    assert (found.score, found.outcome and found.outcome.winner, found.line, found.plies) == (1.0, 0, (2,), 1)
