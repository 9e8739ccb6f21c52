"""The referee: plays one game between two players, keeps the time itself, checks every move, and ends every game with a
named reason."""

import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import NamedTuple

from outplay.arena.games import GUARD_SECONDS, Conditions, PlayedGame
from outplay.core.errors import IllegalMove
from outplay.core.game import Game, Outcome, Position
from outplay.core.limits import Limit
from outplay.core.results import Ending, Failure
from outplay.players.seat import Seat

GRACE_SECONDS = 1.0
"""How long a program is waited for after its time is up, before it is ended."""

Judge = Callable[[Position], Outcome | None]
"""Says how a position ends, if that is proven."""


class Verdict(NamedTuple):
    """How a game ended."""

    winner: int | None
    margin: int
    ending: Ending
    detail: str


class Clock:
    """The time of one player."""

    def __init__(self, conditions: Conditions) -> None:
        self.conditions = conditions
        self.left = conditions.clock

    @property
    def limit(self) -> Limit:
        """What the player is told: nothing where nothing was agreed."""
        increment = self.conditions.increment if self.left is not None else None
        return Limit(time=self.conditions.time, clock=self.left, increment=increment)

    @property
    def allowed(self) -> float:
        """The seconds that the next move may take."""
        agreed = [seconds for seconds in (self.conditions.time, self.left) if seconds is not None]
        return min(agreed, default=GUARD_SECONDS)

    def spend(self, seconds: float) -> bool:
        """Takes the time of a move off the clock; False if it was too long."""
        late = seconds > self.allowed + self.conditions.margin
        if self.left is not None:
            self.left = max(0.001, self.left - seconds + self.conditions.increment)
        return not late


def play(
    game: Game,
    seats: tuple[Seat, Seat],
    conditions: Conditions,
    opening: tuple[str, ...] = (),
    judge: Judge | None = None,
) -> PlayedGame:
    """One whole game, from the game's start and through the opening. The seats are ended in any case."""
    table = Table(game, seats, conditions, opening)
    verdict = Verdict(None, 0, Ending.CRASH, "the game was broken off")
    try:
        verdict = table.play(judge)
    finally:
        for seat in seats:
            seat.end(*(verdict.winner, verdict.ending, verdict.detail))
    return PlayedGame(
        *verdict,
        moves=tuple(table.names),
        seconds=tuple(table.seconds),
        scores=tuple(table.scores),
        began=table.began.isoformat(timespec="seconds"),
    )


class Table:
    """A game that is being played."""

    def __init__(self, game: Game, seats: tuple[Seat, Seat], conditions: Conditions, opening: tuple[str, ...]) -> None:
        self.seats, self.conditions = seats, conditions
        self.began = datetime.now(UTC)
        self.clocks = Clock(conditions), Clock(conditions)
        self.start = self.position = game.start()
        self.moves: list[int] = []
        self.names: list[str] = []
        self.seconds: list[float | None] = []
        self.scores: list[float | None] = []
        for name in opening:
            self.make(game.move(name, self.position), None, None)

    def make(self, move: int, seconds: float | None, score: float | None) -> None:
        """Plays a move and notes it; one that is not legal is an IllegalMove, and nothing has changed."""
        before, self.position = self.position, self.position.play(move)
        self.names.append(before.name(move))
        self.moves.append(move)
        self.seconds.append(seconds)
        self.scores.append(score)

    def play(self, judge: Judge | None) -> Verdict:
        for side, seat in enumerate(self.seats):
            try:
                seat.begin(self.start, side, self.clocks[side].limit)
            except Failure as failure:
                return lost(side, failure.ending, failure.detail)
        while True:
            outcome = self.position.outcome()
            if outcome:
                return Verdict(outcome.winner, outcome.margin, Ending.RULES, outcome.reason)
            if len(self.moves) >= self.conditions.most_moves:
                return Verdict(None, 0, Ending.MOVE_LIMIT, f"a draw after {len(self.moves)} moves")
            proven = judge(self.position) if judge else None
            if proven:
                return Verdict(proven.winner, proven.margin, Ending.ADJUDICATION, "its end is proven")
            verdict = self.turn()
            if verdict:
                return verdict

    def turn(self) -> Verdict | None:
        """One move; how the game ended, if the player ended it."""
        side = self.position.to_move
        clock = self.clocks[side]
        allowed = clock.allowed
        patience = allowed + self.conditions.margin + GRACE_SECONDS
        began = time.perf_counter()
        try:
            answer = self.seats[side].move(self.start, self.moves, self.position, clock.limit, patience)
        except Failure as failure:
            return lost(side, failure.ending, failure.detail)
        seconds = time.perf_counter() - began
        if not clock.spend(seconds):
            return lost(side, Ending.TIMEOUT, f"a move took {seconds:.3f} s and {allowed:.3f} s were allowed")
        try:
            self.make(answer.move, round(seconds, 6), answer.score)
        except IllegalMove as error:
            return lost(side, Ending.ILLEGAL, str(error))
        return None


def lost(side: int, ending: Ending, detail: str) -> Verdict:
    return Verdict(1 - side, 0, ending, detail)
