"""The referee: every game ends with the right reason, and the time is the referee's own."""

import time
from collections.abc import Callable, Sequence

import pytest

import outplay
from outplay.arena.game_runner import GameRunner
from outplay.arena.games import Conditions, ScheduledGame, checked, clock_of
from outplay.arena.referee import Clock, play
from outplay.core.errors import ArenaError, BadLimit, PlayerFailure
from outplay.core.game import Outcome, Position
from outplay.core.limits import NO_LIMIT, Limit
from outplay.core.results import Ending, GameResult, MoveRecord
from outplay.players.player import Choice, Player, Report

TIC_TAC_TOE = outplay.game("tic-tac-toe")
KALAH = outplay.game("kalah:6,4")


class Scripted(Player):
    """A player that plays as a function says, and remembers what it was told."""

    def __init__(self, script: Callable[[Position], int] = lambda position: position.moves()[0]) -> None:
        self.script = script
        self.limits: list[Limit] = []
        self.told: list[GameResult | None] = []

    def new_game(self, position: Position, side: int, seed: int | None = None) -> None:
        self.start, self.side, self.seed = position, side, seed

    def choose(
        self, position: Position, limit: Limit = NO_LIMIT, moves: Sequence[int] = (), report: Report | None = None
    ) -> Choice:
        assert position.to_move == self.side
        replayed = self.start
        for move in moves:
            replayed = replayed.play(move)
        assert replayed == position
        self.limits.append(limit)
        return Choice(self.script(position), 0.5, depth=3, nodes=7)

    def close(self, result: GameResult | None = None) -> None:
        self.told.append(result)


def test_the_wait_for_a_player_that_fails_counts_as_time() -> None:
    def silent(position: Position) -> int:
        time.sleep(0.15)
        raise PlayerFailure(Ending.SILENCE, "in the test")

    game = play(TIC_TAC_TOE, (Scripted(), Scripted(silent)), Conditions())
    assert game.waited >= 0.15
    assert game.seconds == sum(move.seconds or 0.0 for move in game.moves) + game.waited
    late = play(TIC_TAC_TOE, (Scripted(sleeping(0.2)), Scripted()), Conditions(time=0.1, margin=0.0))
    assert (late.moves, late.result.ending) == ((), Ending.TIMEOUT)
    assert late.seconds == late.waited >= 0.2
    assert play(TIC_TAC_TOE, (Scripted(), Scripted()), Conditions()).waited == 0


def test_a_player_with_its_own_time_is_told_it_and_held_to_it() -> None:
    first, second = Scripted(), Scripted(sleeping(0.2))
    conditions = Conditions(time=0.1, margin=0.0, most_moves=2, second_time="1.5")
    game = play(TIC_TAC_TOE, (first, second), conditions)
    assert game.result.ending is Ending.MOVE_LIMIT
    assert (first.limits, second.limits) == ([Limit(time=0.1)], [Limit(time=1.5)])
    game = play(TIC_TAC_TOE, (second, first), conditions)
    assert (game.result.winner, game.result.ending) == (1, Ending.TIMEOUT)
    clocked, other = Scripted(), Scripted()
    play(TIC_TAC_TOE, (clocked, other), conditions._replace(first_time="60+0.5", second_time=""))
    assert clocked.limits == [Limit(clock=60.0, increment=0.5)]
    assert other.limits == [Limit(time=0.1)]


def failing(ending: Ending) -> Callable[[Position], int]:
    def choose(position: Position) -> int:
        raise PlayerFailure(ending, "in the test")

    return choose


def sleeping(seconds: float) -> Callable[[Position], int]:
    def choose(position: Position) -> int:
        time.sleep(seconds)
        return position.moves()[0]

    return choose


@pytest.mark.rules
def test_a_game_is_played_to_the_end_of_its_rules_and_both_are_told() -> None:
    players = Scripted(), Scripted()
    played = play(TIC_TAC_TOE, players, Conditions())
    assert played.result == GameResult(0, 1, Ending.RULES, "3 in a row")
    assert played.names == ("a3", "b3", "c3", "a2", "b2", "c2", "a1")
    assert [move[2:] for move in played.moves] == [(0.5, 3, 7)] * 7
    assert all(move.seconds is not None and 0 <= move.seconds < 1 for move in played.moves)
    assert played.result.erred is None
    assert [player.told for player in players] == [[played.result]] * 2


@pytest.mark.rules
@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("ending", [Ending.CRASH, Ending.SILENCE, Ending.FLOOD, Ending.ILLEGAL, Ending.RESIGNATION])
def test_who_fails_to_move_loses_for_the_reason_it_failed(side: int, ending: Ending) -> None:
    players = [Scripted(), Scripted()]
    players[side] = Scripted(failing(ending))
    played = play(TIC_TAC_TOE, (players[0], players[1]), Conditions())
    assert played.result == GameResult(1 - side, 0, ending, "in the test")
    assert played.result.erred == (None if ending is Ending.RESIGNATION else side)
    assert len(played.moves) == side


@pytest.mark.rules
@pytest.mark.parametrize("move", [9, -1, 10**30])
def test_a_move_that_is_not_legal_loses(move: int) -> None:
    played = play(TIC_TAC_TOE, (Scripted(), Scripted(lambda position: move)), Conditions())
    assert (played.result.winner, played.result.ending, played.names) == (0, Ending.ILLEGAL, ("a3",))


@pytest.mark.rules
def test_a_player_that_fails_to_begin_loses_before_the_first_move() -> None:
    class Absent(Scripted):
        def new_game(self, position: Position, side: int, seed: int | None = None) -> None:
            raise PlayerFailure(Ending.CRASH, "it did not start")

    players = Scripted(), Absent()
    played = play(TIC_TAC_TOE, players, Conditions())
    assert (played.result.winner, played.result.ending, played.moves) == (0, Ending.CRASH, ())
    assert [len(player.told) for player in players] == [1, 1]


@pytest.mark.rules
@pytest.mark.parametrize("side", [0, 1])
def test_an_error_without_an_ending_is_a_crash_and_a_machine_without_room_is_nobodys_fault(side: int) -> None:
    def raising(error: Exception) -> tuple[Scripted, Scripted]:
        def script(position: Position) -> int:
            raise error

        return (Scripted(script), Scripted()) if side == 0 else (Scripted(), Scripted(script))

    played = play(TIC_TAC_TOE, raising(BadLimit("too deep")), Conditions())
    assert played.result == GameResult(1 - side, 0, Ending.CRASH, "too deep")
    with pytest.raises(ArenaError, match="no room"):
        play(TIC_TAC_TOE, raising(ArenaError("no room")), Conditions())


@pytest.mark.rules
def test_each_player_is_told_its_seed() -> None:
    players = Scripted(), Scripted()
    play(TIC_TAC_TOE, players, Conditions(), seeds=(5, 6))
    assert [(player.side, player.seed) for player in players] == [(0, 5), (1, 6)]


@pytest.mark.rules
def test_a_late_move_loses_on_time_and_one_within_the_margin_does_not() -> None:
    late = play(TIC_TAC_TOE, (Scripted(sleeping(0.05)), Scripted()), Conditions(time=0.01, margin=0.0))
    assert (late.result.winner, late.result.ending) == (1, Ending.TIMEOUT)
    assert "0.010 s were allowed" in late.result.detail
    late = play(TIC_TAC_TOE, (Scripted(), Scripted(sleeping(0.05))), Conditions(clock=0.07, margin=0.0))
    assert (late.result.winner, late.result.ending, len(late.moves)) == (0, Ending.TIMEOUT, 3)
    fine = play(TIC_TAC_TOE, (Scripted(sleeping(0.05)), Scripted()), Conditions(time=0.01, margin=60.0))
    assert fine.result.ending is Ending.RULES


@pytest.mark.rules
def test_a_clock_runs_down_and_the_increment_is_added() -> None:
    clock = Clock(Conditions(clock=10.0, increment=2.0, margin=0.0))
    assert clock.limit == Limit(clock=10.0, increment=2.0)
    clock.spend(5.0)
    assert clock.left == clock.allowed == 7.0
    clock.spend(7.0)
    assert clock.left == clock.allowed == 2.0


@pytest.mark.rules
def test_with_both_a_clock_and_a_time_a_move_the_lesser_counts() -> None:
    clock = Clock(Conditions(time=3.0, clock=4.0, margin=0.0))
    assert clock.allowed == 3.0
    clock.spend(2.0)
    assert clock.allowed == 2.0


@pytest.mark.rules
def test_players_are_told_the_time_that_they_have_and_nothing_where_nothing_was_agreed() -> None:
    players = Scripted(sleeping(0.01)), Scripted()
    play(TIC_TAC_TOE, players, Conditions(clock=60.0, increment=1.0))
    left = [limit.clock for limit in players[0].limits]
    assert left[0] == 60.0
    assert left[1] is not None
    assert 60.5 < left[1] < 60.995
    assert players[0].limits[0].increment == 1.0
    players = Scripted(), Scripted()
    play(TIC_TAC_TOE, players, Conditions())
    assert set(players[0].limits) == {Limit()}


@pytest.mark.rules
def test_a_game_that_is_too_long_is_a_draw() -> None:
    played = play(TIC_TAC_TOE, (Scripted(), Scripted()), Conditions(most_moves=4))
    assert (played.result.winner, played.result.ending, len(played.moves)) == (None, Ending.MOVE_LIMIT, 4)


@pytest.mark.rules
def test_a_proven_end_is_given_by_the_adjudicator() -> None:
    def adjudicate(position: Position) -> Outcome | None:
        return Outcome(1, 3, "proven") if sum(c in "xo" for c in position.text) == 2 else None

    played = play(TIC_TAC_TOE, (Scripted(), Scripted()), Conditions(), adjudicate=adjudicate)
    assert (*played.result[:3], len(played.moves)) == (1, 3, Ending.ADJUDICATION, 2)


@pytest.mark.rules
def test_the_opening_is_played_for_both_and_takes_no_time() -> None:
    players = Scripted(), Scripted()
    played = play(TIC_TAC_TOE, players, Conditions(), ("b2", "a1"))
    assert played.moves[:2] == (MoveRecord("b2"), MoveRecord("a1"))
    assert len(players[0].limits) + len(players[1].limits) == len(played.moves) - 2


@pytest.mark.rules
def test_players_are_closed_when_the_game_is_broken_off() -> None:
    def broken(position: Position) -> int:
        raise KeyboardInterrupt

    players = Scripted(), Scripted(broken)
    with pytest.raises(KeyboardInterrupt):
        play(TIC_TAC_TOE, players, Conditions())
    assert [len(player.told) for player in players] == [1, 1]


@pytest.mark.rules
def test_the_second_sowing_of_a_turn_is_asked_of_the_same_player() -> None:
    first = Scripted(lambda position: 2 if position == KALAH.start() else position.moves()[0])
    played = play(KALAH, (first, Scripted()), Conditions())
    assert played.result.ending is Ending.RULES
    assert len(first.limits) > 1


def scheduled(first: str, second: str, conditions: Conditions = Conditions(), number: int = 1) -> ScheduledGame:  # noqa: B008
    return ScheduledGame(number, 1, "kalah:4,3", first, second, first, second, ("1",), 11, conditions)


@pytest.mark.kernel
def test_a_runner_plays_the_same_game_again_for_the_same_seed() -> None:
    runner = GameRunner()
    specs = ("engine:nodes=300", "random")
    one = runner.play(scheduled(*specs))
    runner.play(scheduled(*specs)._replace(seed=12, number=2))
    again, new = runner.play(scheduled(*specs)), GameRunner().play(scheduled(*specs))
    for other in (again, new):
        assert [move._replace(seconds=None) for move in one.moves] == [
            move._replace(seconds=None) for move in other.moves
        ]
        assert one.result == other.result
    assert all((move.depth, move.nodes) != (None, None) for move in one.moves if move.score is not None)
    assert any(move.nodes for move in one.moves)


@pytest.mark.kernel
def test_adjudication_gives_the_result_that_perfect_play_would() -> None:
    played = GameRunner().play(scheduled("random", "random", Conditions(adjudicate=1_000_000)))
    assert played.result.ending is Ending.ADJUDICATION
    engine = outplay.Engine(outplay.game("kalah:4,3"))
    position = outplay.game("kalah:4,3").start()
    for name in played.names:
        position = position.play(position.game.move(name, position))
    *_, analysis = engine.solve(position)
    assert analysis.outcome is not None
    assert (played.result.winner, played.result.margin) == (analysis.outcome.winner, analysis.outcome.margin)


@pytest.mark.kernel
def test_an_engine_under_a_clock_does_not_lose_on_time() -> None:
    played = GameRunner().play(scheduled("engine", "engine", Conditions(clock=0.5, increment=0.01)))
    assert played.result.ending is Ending.RULES
    assert played.seconds < 3.0


@pytest.mark.rules
def test_clocks_are_read_as_people_write_them() -> None:
    assert clock_of(" 60+0.5 ") == (60.0, 0.5)
    assert clock_of("300") == (300.0, 0.0)
    for wrong in ("", "0", "60+", "+1", "-5", "1e9", "60 + 1 s", "nan"):
        with pytest.raises(BadLimit, match="is no clock"):
            clock_of(wrong)


@pytest.mark.rules
@pytest.mark.parametrize(
    "wrong",
    [
        Conditions(time=0.0),
        Conditions(time=float("inf")),
        Conditions(clock=-1.0),
        Conditions(increment=1.0),
        Conditions(clock=1.0, increment=-1.0),
        Conditions(margin=float("nan")),
        Conditions(most_moves=0),
        Conditions(adjudicate=-1),
        Conditions(memory=0),
    ],
)
def test_conditions_that_make_no_sense_are_refused(wrong: Conditions) -> None:
    with pytest.raises(BadLimit):
        checked(wrong)
