"""The loop that plays games: what it records, what it refuses, and the way back."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

import outplay
from outplay.core.errors import ArenaError, BadLimit, IllegalMove, PlayerFailure, RuleError
from outplay.core.game import Position
from outplay.core.limits import NO_LIMIT, Limit
from outplay.core.results import Ending, GameResult, MoveRecord
from outplay.players.game_loop import GameLoop
from outplay.players.player import Choice, Player, Report

pytestmark = pytest.mark.rules

START = outplay.game("tic-tac-toe").start()


class Scripted(Player):
    """Plays as a function says."""

    def __init__(self, script: Callable[[Position], int] = lambda position: position.moves()[0]) -> None:
        self.script = script
        self.began: list[tuple[Position, int, int | None]] = []
        self.asked: list[tuple[Limit, list[int], Report | None]] = []

    def new_game(self, position: Position, side: int, seed: int | None = None) -> None:
        self.began.append((position, side, seed))

    def choose(
        self, position: Position, limit: Limit = NO_LIMIT, moves: Sequence[int] = (), report: Report | None = None
    ) -> Choice:
        self.asked.append((limit, list(moves), report))
        return Choice(self.script(position), 1.5, 4, 99)


def loop_of(*scripts: Callable[[Position], int]) -> GameLoop:
    return GameLoop(START, [Scripted(script) for script in scripts] or [Scripted(), Scripted()])


def test_each_turn_is_recorded_and_the_rules_end_the_game() -> None:
    loop = loop_of()
    while loop.result is None:
        choice = loop.turn()
        assert loop.records[-1][2:] == (1.5, 4, 99)
        assert (loop.records[-1].seconds or 0) >= 0
        assert loop.moves[-1] == loop.records[-1].move == choice.move
    assert loop.moves == [0, 1, 2, 3, 4, 5, 6]
    assert len(loop.positions) == 8
    assert loop.result == GameResult(0, 1, Ending.RULES, "3 in a row")
    assert [move.move for move in loop.named()] == ["a3", "b3", "c3", "a2", "b2", "c2", "a1"]
    assert [move[1:] for move in loop.named()] == [move[1:] for move in loop.records]


def test_a_player_is_given_the_limit_the_moves_so_far_and_the_report() -> None:
    players = Scripted(), Scripted()
    loop = GameLoop(START, players, [MoveRecord(4), MoveRecord(0)])
    loop.begin((1, None))
    loop.turn(Limit(time=2), report=print)
    loop.turn()
    assert players[0].began == [(START, 0, 1)]
    assert players[1].began == [(START, 1, None)]
    assert players[0].asked == [(Limit(time=2), [4, 0], print)]
    assert players[1].asked == [(NO_LIMIT, [4, 0, 1], None)]


def test_a_choice_that_is_late_or_not_legal_is_a_failure_and_changes_nothing() -> None:
    for loop, ending, allowed in ((loop_of(lambda p: 9), Ending.ILLEGAL, 60.0), (loop_of(), Ending.TIMEOUT, -1.0)):
        with pytest.raises(PlayerFailure) as caught:
            loop.turn(allowed=allowed)
        assert caught.value.ending is ending
        assert (loop.moves, loop.records, loop.positions, loop.result) == ([], [], [START], None)
        loop.forfeit(0, caught.value)
        assert loop.result == GameResult(1, 0, ending, caught.value.detail)
    loop_of().turn(allowed=-1.0, margin=60.0)


def test_what_a_player_raises_is_a_failure_by_its_ending_or_as_a_crash() -> None:
    errors = {
        PlayerFailure(Ending.RESIGNATION, "enough", "me"): GameResult(1, 0, Ending.RESIGNATION, "enough"),
        BadLimit("too deep"): GameResult(1, 0, Ending.CRASH, "too deep"),
    }
    for error, result in errors.items():

        def script(position: Position, error: Exception = error) -> int:
            raise error

        loop = loop_of(script, script)
        with pytest.raises(PlayerFailure) as caught:
            loop.turn()
        assert error in (caught.value, caught.value.__cause__)
        loop.forfeit(0, caught.value)
        assert loop.result == result
    assert str(PlayerFailure(Ending.ILLEGAL, "z9", "me")) == "me: illegal move: z9"


def test_what_is_no_fault_of_the_player_is_passed_on() -> None:
    def crowded(position: Position) -> int:
        raise ArenaError("no room")

    def broken(state: object, move: int) -> object:
        raise ZeroDivisionError

    with pytest.raises(ArenaError, match="no room"):
        loop_of(crowded, crowded).turn()
    game = replace(START.game, play=broken)
    with pytest.raises(RuleError, match="broken failed here"):
        GameLoop(game.start(), [Scripted(), Scripted()]).turn()


def test_a_player_that_cannot_begin_loses() -> None:
    class Absent(Scripted):
        def new_game(self, position: Position, side: int, seed: int | None = None) -> None:
            raise PlayerFailure(Ending.SILENCE, "it was not ready")

    loop = GameLoop(START, (Scripted(), Absent()))
    loop.begin((1, 2))
    assert loop.result == GameResult(0, 0, Ending.SILENCE, "it was not ready")


def test_moves_and_resignations_are_taken_back() -> None:
    loop = loop_of()
    for _ in range(7):
        loop.turn()
    loop.take_back(5)
    assert (len(loop.moves), len(loop.records), len(loop.positions), loop.result) == (5, 5, 6, None)
    loop.forfeit(1, PlayerFailure(Ending.RESIGNATION, "enough"))
    loop.take_back(5)
    assert (len(loop.moves), loop.result) == (5, None)
    loop.turn()
    loop.turn()
    assert loop.result


def test_a_game_may_begin_anywhere_and_prescribed_moves_must_be_legal() -> None:
    over = START.game.position("xxx/oo./...")
    assert GameLoop(over, ()).result == GameResult(0, 1, Ending.RULES, "3 in a row")
    with pytest.raises(IllegalMove):
        GameLoop(START, (), [MoveRecord(4), MoveRecord(4)])
