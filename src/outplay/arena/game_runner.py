"""Where games are played: one at a time, in this process, each whole from its fixture to its result."""

from typing import NamedTuple

from outplay.arena.games import Conditions, PlayedGame, ScheduledGame
from outplay.arena.player_cache import PlayerCache
from outplay.arena.referee import Judge, play
from outplay.core.errors import OutplayError
from outplay.core.game import Outcome, Position
from outplay.core.limits import Limit
from outplay.core.registry import game as find_game


class Lost(NamedTuple):
    """A game that could not be played through no fault of the players, and why, in a sentence."""

    reason: str


class GameRunner:
    """Keeps what can be used again from game to game: the rules, the engines, the judge."""

    def __init__(self) -> None:
        self.seats: dict[tuple[str, Conditions], PlayerCache] = {}
        self.judges: dict[tuple[str, int], Adjudicator] = {}

    def play(self, fixture: ScheduledGame) -> PlayedGame:
        key = fixture.game, fixture.conditions
        if key not in self.seats:
            self.seats.clear()
            self.judges.clear()
            self.seats[key] = PlayerCache(find_game(fixture.game), fixture.conditions)
        seats = self.seats[key]
        first = seats.seat(fixture.first_spec, 0, fixture.seed, fixture.first)
        second = seats.seat(fixture.second_spec, 1, fixture.seed + 1, fixture.second)
        return play(seats.game, (first, second), fixture.conditions, fixture.opening, self.judge(fixture))

    def went(self, fixture: ScheduledGame) -> PlayedGame | Lost:
        """Plays a game; what keeps it from being played is said in words."""
        try:
            return self.play(fixture)
        except OutplayError as error:
            return Lost(str(error))
        except Exception as error:
            words = " ".join(str(error).split())
            return Lost(f"the game broke off: {type(error).__name__}: {words}".rstrip(": "))

    def judge(self, fixture: ScheduledGame) -> Judge | None:
        nodes = fixture.conditions.adjudicate
        if not nodes:
            return None
        key = fixture.game, nodes
        if key not in self.judges:
            self.judges[key] = Adjudicator(fixture.game, nodes)
        self.judges[key].engine.clear()
        return self.judges[key].judge


class Adjudicator:
    """An engine that is asked after every move whether it can prove the end."""

    def __init__(self, game: str, nodes: int) -> None:
        from outplay.engine.engine import Engine

        self.engine = Engine(find_game(game))
        self.limit = Limit(nodes=nodes)

    def judge(self, position: Position) -> Outcome | None:
        analysis = self.engine.analyse(position, self.limit)
        return analysis.outcome if analysis.exact else None
