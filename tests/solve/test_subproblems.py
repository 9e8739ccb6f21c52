"""Solves in parts: whoever answers, and in whatever order, the value is minimax's."""

import random
import time
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import outplay
from outplay.core.bits import GOING_ON
from outplay.core.game import Game, Position
from outplay.engine.engine import Engine
from outplay.solve.parts_solver import solver_on
from outplay.solve.solved import Solved
from outplay.solve.subproblems import Answer, Question, answered
from outplay.solve.verify import legal_moves


class NaiveMachines:
    """Answers by minimax, in random order. Every third question is at first given up."""

    def __init__(self, game: Game, goal: str, size: int) -> None:
        self.game, self.size, self.random = game, size, random.Random(size)
        self.waiting: list[Question] = []
        self.asked: list[Question] = []

        @cache
        def value(state: Any) -> int:
            margin, mover = game.outcome(state), game.to_move(state)
            if margin != GOING_ON:
                margin = (margin > 0) - (margin < 0) if goal == "win" else margin
                return -margin if mover else margin
            values = [value(game.play(state, move)) for move in legal_moves(game, state)]
            return min(values) if mover else max(values)

        self.value = value

    def begin(self, question: Question) -> None:
        assert len(self.waiting) < self.size
        assert question.state not in [each.state for each in self.waiting]
        self.waiting.append(question)
        self.asked.append(question)

    def answers(self, timeout: float) -> list[tuple[Question, Answer]]:
        question = self.waiting.pop(self.random.randrange(len(self.waiting)))
        if len(self.asked) % 3 == 0 and question.seconds < 30:
            return [(question, Answer(None, 0, 5, question.seconds))]
        value = self.value(type(self.game.initial)(*question.state))
        yes = value >= question.least
        slack = self.random.choice((0, 0, 1))  # a bound need not be the value
        bound = max(question.least, value - slack) if yes else min(question.least - 1, value + slack)
        return [(question, Answer(yes, bound, 10, 0.1))]

    def close(self) -> None:
        self.waiting.clear()


class NaiveCluster:
    def __init__(self, size: int) -> None:
        self.size = size
        self.made: list[NaiveMachines] = []

    def machines(self, game: Game, goal: str, memory_mb: int, endgame: str) -> NaiveMachines:
        self.made.append(NaiveMachines(game, goal, self.size))
        return self.made[-1]


def minimax(position: Position, goal: str = "margin") -> dict[int, int]:
    """What each move is worth for the side to move."""
    value, sign = NaiveMachines(position.game, goal, 1).value, -1 if position.to_move else 1
    return {move: sign * value(position.play(move).state) for move in position.moves()}


def solved(position: Position, cluster: NaiveCluster, **how: Any) -> Solved:
    return outplay.solve(position, cluster=cluster, memory_mb=1, **how)


@pytest.mark.rules
@pytest.mark.parametrize("size", [1, 3, 20])
@pytest.mark.parametrize(
    ("spec", "moves", "goal"),
    [
        ("kalah:2,2", "", "margin"),
        ("kalah:2,3", "", "margin"),
        ("kalah:2,3", "2", "win"),
        ("mnk:3,3,3", "b2 b1 a1", "win"),
    ],
)
def test_the_value_is_that_of_minimax(spec: str, moves: str, goal: str, size: int) -> None:
    game = outplay.game(spec)
    position = game.start()
    for word in moves.split():
        position = position.play(game.move(word, position))
    values = minimax(position, goal)
    best, cluster = max(values.values()), NaiveCluster(size)
    found = solved(position, cluster, goal=goal)
    assert found.exact
    assert found.outcome
    assert found.outcome.margin_for(position.to_move) == best
    assert values[found.moves[0]] == best
    assert solved(position, cluster, goal=goal, all_moves=True).values == values
    with solver_on(cluster, position, goal=goal, memory_mb=1) as solver:
        solver.run(optimal_moves=True)
    assert solver.solved().moves == tuple(move for move, value in values.items() if value == best)


@pytest.mark.rules
def test_a_journal_keeps_every_answer_and_belongs_to_one_solve(tmp_path: Path) -> None:
    game, path = outplay.game("kalah:2,3"), tmp_path / "parts"

    class Stopped(NaiveMachines):
        def answers(self, timeout: float) -> list[tuple[Question, Answer]]:
            if len(self.asked) > 6:
                raise KeyboardInterrupt
            return super().answers(timeout)

    class StoppedCluster(NaiveCluster):
        def machines(self, game: Game, goal: str, memory_mb: int, endgame: str) -> NaiveMachines:
            return Stopped(game, goal, 2)

    first, second, third = StoppedCluster(2), NaiveCluster(2), NaiveCluster(2)
    with pytest.raises(KeyboardInterrupt):
        solved(game.start(), first, checkpoint=path)
    kept = len(path.read_text().splitlines()) - 1
    assert kept >= 3
    found = solved(game.start(), second, checkpoint=path)
    assert found.outcome == solved(game.start(), third).outcome
    assert len(second.made[0].asked) < len(third.made[0].asked)
    assert solved(game.start(), second, checkpoint=path).outcome == found.outcome
    assert second.made[1].asked == []
    with pytest.raises(outplay.BadProof, match="its goal is 'margin', not 'win'"):
        solved(game.start(), second, checkpoint=path, goal="win")
    assert [*tmp_path.iterdir()] == [path]


@pytest.mark.rules
def test_progress_says_what_is_asked_and_how_much_of_it_is_left() -> None:
    told: list[str] = []
    with solver_on(NaiveCluster(2), outplay.game("kalah:2,3").start(), memory_mb=1, report=told.append) as solver:
        solver.run()
    assert any("parts left, " in text and "for this question if all of them are needed" in text for text in told)
    assert any(text.startswith("does the first player get at least ") for text in told)


@pytest.mark.rules
def test_a_limit_of_time_ends_it_and_what_is_proven_is_told() -> None:
    with solver_on(NaiveCluster(1), outplay.game("kalah:2,3").start(), memory_mb=1) as solver:
        solver.run(0.0)
    assert solver.solved().outcome is None
    assert solver.solved().exact is False


@pytest.mark.rules
@pytest.mark.parametrize(
    ("how", "message"),
    [
        ({"method": "pairing"}, "on a cluster the method is alpha-beta, not pairing"),
        ({"endgame": "a.endgame"}, "each machine has endgame tables of its own"),
        ({"proof": "a.proof"}, "neither a proof nor threads"),
        ({"threads": 2}, "neither a proof nor threads"),
    ],
)
def test_what_does_not_go_on_a_cluster_is_said(how: dict[str, Any], message: str) -> None:
    with pytest.raises(outplay.BadSpec, match=message):
        solved(outplay.game("tic-tac-toe").start(), NaiveCluster(1), **how)
    with pytest.raises(outplay.BadSpec, match=r"SolvingCluster\('auto'\) makes one"):
        outplay.solve(outplay.game("tic-tac-toe").start(), cluster="auto")  # type: ignore[arg-type]


@pytest.mark.kernel
def test_an_engine_answers_as_minimax_does() -> None:
    game = outplay.game("kalah:2,2")
    engine, value = Engine(game, 1, net="none", endgame="none"), NaiveMachines(game, "margin", 1).value
    waiting, seen = [game.initial], set[Any]()
    while waiting:
        state = waiting.pop()
        if state in seen or game.outcome(state) != GOING_ON:
            continue
        seen.add(state)
        waiting += [game.play(state, move) for move in legal_moves(game, state)]
        for least in (-2, 0, 1, 3):
            answer = answered(engine, Question(tuple(state), least, 60.0))
            assert answer.yes == (value(state) >= least)
            assert answer.bound <= value(state) if answer.yes else answer.bound >= value(state)
            assert (answer.bound >= least) == answer.yes
    assert len(seen) > 10


@pytest.mark.kernel
def test_a_question_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = Engine(outplay.game("kalah:2,2"), 1, net="none", endgame="none")
    question = Question(tuple(engine.game.initial), 0, 0.02)

    def search(*arguments: object) -> int:
        while not engine.search_threads.halted:
            time.sleep(0.001)
        return 0

    with monkeypatch.context() as patch:
        patch.setattr(engine.search_threads, "search", search)
        assert answered(engine, question).yes is None
    assert answered(engine, question._replace(seconds=60.0)).yes is False
