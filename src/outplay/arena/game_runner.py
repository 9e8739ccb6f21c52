"""The game runner: plays scheduled games in this process, one at a time."""

from typing import NamedTuple

from outplay.arena.games import PlayedGame, ScheduledGame
from outplay.arena.player_cache import PlayerCache
from outplay.arena.referee import play
from outplay.core.errors import OutplayError
from outplay.core.game import Outcome, Position
from outplay.core.limits import Limit
from outplay.core.registry import game as find_game
from outplay.players.game_loop import Adjudicator
from outplay.players.standard_error import LoggedGame


class Lost(NamedTuple):
    """A game that could not be played through no fault of the players, and why, in a sentence."""

    reason: str


class GameRunner:
    """Plays games, and keeps what can be used again for the next: the rules, the players, the adjudicating engine."""

    def __init__(self) -> None:
        self.caches: dict[str, PlayerCache] = {}
        self.adjudicators: dict[tuple[str, int], EngineAdjudicator] = {}

    def play(self, scheduled: ScheduledGame) -> PlayedGame:
        if scheduled.game not in self.caches:
            self.caches.clear()
            self.adjudicators.clear()
            self.caches[scheduled.game] = PlayerCache(find_game(scheduled.game), scheduled.conditions)
        cache = self.caches[scheduled.game]
        cache.conditions = scheduled.conditions
        names = scheduled.first, scheduled.second
        first = cache.player(scheduled.first_spec, 0, names[0], LoggedGame(scheduled.number, names[1]))
        second = cache.player(scheduled.second_spec, 1, names[1], LoggedGame(scheduled.number, names[0]))
        seeds = scheduled.seed, scheduled.seed + 1
        adjudicate = self.adjudicator(scheduled)
        return play(cache.game, (first, second), scheduled.conditions, scheduled.opening, seeds, adjudicate)

    def try_play(self, scheduled: ScheduledGame) -> PlayedGame | Lost:
        """Plays a game; whatever keeps it from being played is a Lost game that says why."""
        try:
            return self.play(scheduled)
        except OutplayError as error:
            return Lost(str(error))
        except Exception as error:
            words = " ".join(str(error).split())
            return Lost(f"the game broke off: {type(error).__name__}: {words}".rstrip(": "))

    def adjudicator(self, scheduled: ScheduledGame) -> Adjudicator | None:
        nodes = scheduled.conditions.adjudicate
        if not nodes:
            return None
        key = scheduled.game, nodes
        if key not in self.adjudicators:
            self.adjudicators[key] = EngineAdjudicator(scheduled.game, nodes)
        self.adjudicators[key].engine.clear()
        return self.adjudicators[key].outcome


class EngineAdjudicator:
    """An engine that is asked before every move whether it can prove how the game ends."""

    def __init__(self, game: str, nodes: int) -> None:
        from outplay.engine.engine import Engine

        self.engine = Engine(find_game(game), net="none")  # the same on every machine
        self.limit = Limit(nodes=nodes)

    def outcome(self, position: Position) -> Outcome | None:
        """How a position ends, if it is proven within the number of nodes."""
        analysis = self.engine.analyse(position, self.limit)
        return analysis.outcome if analysis.exact else None
