"""The referee: every game ends with the right reason, and the time is the referee's own."""

import time
from collections.abc import Callable, Sequence

import pytest

import outplay
from outplay.arena.game_runner import GameRunner
from outplay.arena.games import Conditions, ScheduledGame, checked, clock_of
from outplay.arena.referee import Clock, play
from outplay.core.errors import BadLimit
from outplay.core.game import Outcome, Position
from outplay.core.limits import Limit
from outplay.core.results import Ending, Failure
from outplay.protocols.dialect import Answer

TIC_TAC_TOE = outplay.game("tic-tac-toe")
KALAH = outplay.game("kalah:6,4")


class Scripted:
    """A seat that plays as a function says, and remembers what it was told."""

    def __init__(self, choose: Callable[[Position], int] = lambda position: position.moves()[0]) -> None:
        self.choose = choose
        self.limits: list[Limit] = []
        self.told: list[tuple[int | None, Ending]] = []

    def begin(self, start: Position, side: int, limit: Limit) -> None:
        self.side = side

    def move(self, start: Position, moves: Sequence[int], position: Position, limit: Limit, patience: float) -> Answer:
        assert position.to_move == self.side
        replayed = start
        for move in moves:
            replayed = replayed.play(move)
        assert replayed == position
        self.limits.append(limit)
        return Answer(self.choose(position), 0.5)

    def end(self, winner: int | None, ending: Ending, detail: str) -> None:
        self.told.append((winner, ending))


def failing(ending: Ending) -> Callable[[Position], int]:
    def choose(position: Position) -> int:
        raise Failure(ending, "in the test")

    return choose


def sleeping(seconds: float) -> Callable[[Position], int]:
    def choose(position: Position) -> int:
        time.sleep(seconds)
        return position.moves()[0]

    return choose


@pytest.mark.rules
def test_a_game_is_played_to_the_end_of_its_rules_and_both_are_told() -> None:
    seats = Scripted(), Scripted()
    played = play(TIC_TAC_TOE, seats, Conditions())
    assert (played.winner, played.margin, played.ending) == (0, 1, Ending.RULES)
    assert played.moves == ("a3", "b3", "c3", "a2", "b2", "c2", "a1")
    assert played.scores == (0.5,) * 7
    assert all(seconds is not None and 0 <= seconds < 1 for seconds in played.seconds)
    assert played.erred is None
    assert [seat.told for seat in seats] == [[(0, Ending.RULES)]] * 2


@pytest.mark.rules
@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("ending", [Ending.CRASH, Ending.SILENCE, Ending.FLOOD, Ending.ILLEGAL, Ending.RESIGNATION])
def test_who_fails_to_move_loses_for_the_reason_it_failed(side: int, ending: Ending) -> None:
    seats = [Scripted(), Scripted()]
    seats[side] = Scripted(failing(ending))
    played = play(TIC_TAC_TOE, (seats[0], seats[1]), Conditions())
    assert (played.winner, played.margin, played.ending, played.detail) == (1 - side, 0, ending, "in the test")
    assert played.erred == (None if ending is Ending.RESIGNATION else side)
    assert len(played.moves) == side


@pytest.mark.rules
@pytest.mark.parametrize("move", [9, -1, 10**30])
def test_a_move_that_is_not_legal_loses(move: int) -> None:
    played = play(TIC_TAC_TOE, (Scripted(), Scripted(lambda position: move)), Conditions())
    assert (played.winner, played.ending, played.moves) == (0, Ending.ILLEGAL, ("a3",))


@pytest.mark.rules
def test_a_seat_that_fails_to_begin_loses_before_the_first_move() -> None:
    class Absent(Scripted):
        def begin(self, start: Position, side: int, limit: Limit) -> None:
            raise Failure(Ending.CRASH, "it did not start")

    seats = Scripted(), Absent()
    played = play(TIC_TAC_TOE, seats, Conditions())
    assert (played.winner, played.ending, played.moves) == (0, Ending.CRASH, ())
    assert [len(seat.told) for seat in seats] == [1, 1]


@pytest.mark.rules
def test_a_late_move_loses_on_time_and_one_within_the_margin_does_not() -> None:
    late = play(TIC_TAC_TOE, (Scripted(sleeping(0.05)), Scripted()), Conditions(time=0.01, margin=0.0))
    assert (late.winner, late.ending) == (1, Ending.TIMEOUT)
    assert "0.010 s were allowed" in late.detail
    fine = play(TIC_TAC_TOE, (Scripted(sleeping(0.05)), Scripted()), Conditions(time=0.01, margin=60.0))
    assert fine.ending is Ending.RULES


@pytest.mark.rules
def test_a_clock_runs_down_and_the_increment_is_added() -> None:
    clock = Clock(Conditions(clock=10.0, increment=2.0, margin=0.0))
    assert clock.limit == Limit(clock=10.0, increment=2.0)
    assert clock.spend(5.0)
    assert clock.left == 7.0
    assert clock.spend(7.0)
    assert clock.left == 2.0
    assert not clock.spend(2.1)


@pytest.mark.rules
def test_with_both_a_clock_and_a_time_a_move_the_lesser_counts() -> None:
    clock = Clock(Conditions(time=3.0, clock=4.0, margin=0.0))
    assert clock.allowed == 3.0
    assert clock.spend(2.0)
    assert clock.allowed == 2.0


@pytest.mark.rules
def test_players_are_told_the_time_that_they_have_and_nothing_where_nothing_was_agreed() -> None:
    seats = Scripted(sleeping(0.01)), Scripted()
    play(TIC_TAC_TOE, seats, Conditions(clock=60.0, increment=1.0))
    left = [limit.clock for limit in seats[0].limits]
    assert left[0] == 60.0
    assert left[1] is not None
    assert 60.5 < left[1] < 60.995
    assert seats[0].limits[0].increment == 1.0
    seats = Scripted(), Scripted()
    play(TIC_TAC_TOE, seats, Conditions())
    assert set(seats[0].limits) == {Limit()}


@pytest.mark.rules
def test_a_game_that_is_too_long_is_a_draw() -> None:
    played = play(TIC_TAC_TOE, (Scripted(), Scripted()), Conditions(most_moves=4))
    assert (played.winner, played.ending, len(played.moves)) == (None, Ending.MOVE_LIMIT, 4)


@pytest.mark.rules
def test_a_proven_end_is_given_by_the_judge() -> None:
    def judge(position: Position) -> Outcome | None:
        return Outcome(1, 3, "proven") if sum(c in "xo" for c in position.text) == 2 else None

    played = play(TIC_TAC_TOE, (Scripted(), Scripted()), Conditions(), judge=judge)
    assert (played.winner, played.margin, played.ending, len(played.moves)) == (1, 3, Ending.ADJUDICATION, 2)


@pytest.mark.rules
def test_the_opening_is_played_for_both_and_takes_no_time() -> None:
    seats = Scripted(), Scripted()
    played = play(TIC_TAC_TOE, seats, Conditions(), ("b2", "a1"))
    assert played.moves[:2] == ("b2", "a1")
    assert played.seconds[:2] == played.scores[:2] == (None, None)
    assert len(seats[0].limits) + len(seats[1].limits) == len(played.moves) - 2


@pytest.mark.rules
def test_seats_are_ended_when_the_game_is_broken_off() -> None:
    def broken(position: Position) -> int:
        raise KeyboardInterrupt

    seats = Scripted(), Scripted(broken)
    with pytest.raises(KeyboardInterrupt):
        play(TIC_TAC_TOE, seats, Conditions())
    assert [len(seat.told) for seat in seats] == [1, 1]


@pytest.mark.rules
def test_the_second_sowing_of_a_turn_is_asked_of_the_same_player() -> None:
    first = Scripted(lambda position: 2 if position == KALAH.start() else position.moves()[0])
    played = play(KALAH, (first, Scripted()), Conditions())
    assert played.ending is Ending.RULES
    assert len(first.limits) > 1


def fixture(first: str, second: str, conditions: Conditions = Conditions(), number: int = 1) -> ScheduledGame:  # noqa: B008
    return ScheduledGame(number, 1, "kalah:4,3", first, second, first, second, ("1",), 11, conditions)


@pytest.mark.kernel
def test_a_court_plays_the_same_game_again_for_the_same_seed() -> None:
    court = GameRunner()
    players = ("engine:nodes=300", "random")
    one = court.play(fixture(*players))
    court.play(fixture(*players)._replace(seed=12, number=2))
    again, new = court.play(fixture(*players)), GameRunner().play(fixture(*players))
    assert one.moves == again.moves == new.moves
    assert one.scores == again.scores == new.scores
    assert (one.winner, one.margin) == (new.winner, new.margin)


@pytest.mark.kernel
def test_adjudication_gives_the_result_that_perfect_play_would() -> None:
    played = GameRunner().play(fixture("random", "random", Conditions(adjudicate=1_000_000)))
    assert played.ending is Ending.ADJUDICATION
    engine = outplay.Engine(outplay.game("kalah:4,3"))
    position = outplay.game("kalah:4,3").start()
    for name in played.moves:
        position = position.play(position.game.move(name, position))
    *_, analysis = engine.solve(position)
    assert analysis.outcome is not None
    assert (played.winner, played.margin) == (analysis.outcome.winner, analysis.outcome.margin)


@pytest.mark.kernel
def test_an_engine_under_a_clock_does_not_lose_on_time() -> None:
    played = GameRunner().play(fixture("engine", "engine", Conditions(clock=0.5, increment=0.01)))
    assert played.ending is Ending.RULES
    assert sum(seconds or 0 for seconds in played.seconds) < 3.0


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
