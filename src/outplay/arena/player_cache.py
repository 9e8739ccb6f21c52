"""The player cache: players by their texts, kept from game to game."""

import math

from outplay.arena.games import GUARD_SECONDS, Conditions
from outplay.core.game import Game
from outplay.core.limits import Limit
from outplay.core.machine import processors
from outplay.players import player
from outplay.players.child import Limits
from outplay.players.player import Player
from outplay.players.program import START_SECONDS, ProgramPlayer
from outplay.players.specs import program_of
from outplay.players.standard_error import LoggedGame

MOST_KEPT = 4
"""Two players with both colours. The engines of a tournament of many would not fit into memory."""
GRACE_SECONDS = 1.0
"""How long a program is waited for after its time and the margin are over, before it is ended."""


class PlayerCache:
    """Makes players of one game, under conditions that may change from game to game. Making an engine takes a tenth of
    a second, so those of this process are kept for the next games; `new_game` makes them forget the last one."""

    def __init__(self, game: Game, conditions: Conditions) -> None:
        self.game, self.conditions = game, conditions
        self.kept: dict[tuple[str, int], Player] = {}

    def player(self, spec: str, side: int, name: str = "", game: LoggedGame | None = None) -> Player:
        """Who plays a side: never the same object for both sides of a game. `game` is named in a program's log."""
        found = program_of(spec)
        if found:
            conditions = self.conditions
            own = conditions.of(side)
            return ProgramPlayer(
                found,
                name or spec,
                Limits(conditions.memory, conditions.cpu or processor_seconds(conditions)),
                conditions.log,
                time_control=time_control(own),
                guard=GUARD_SECONDS,
                grace=conditions.margin + GRACE_SECONDS,
                start_margin=conditions.start_margin,
                game=game,
            )
        kept = self.kept.pop((spec, side), None) or player(spec, self.game)
        self.kept[spec, side] = kept
        while len(self.kept) > MOST_KEPT:
            del self.kept[next(iter(self.kept))]
        return kept


def time_control(conditions: Conditions) -> Limit:
    """What a player is told about its time before the game."""
    return Limit(
        time=conditions.time,
        clock=conditions.clock,
        increment=None if conditions.clock is None else conditions.increment,
    )


def processor_seconds(conditions: Conditions) -> int:
    """Seconds of processor time that a program can use in a game which it does not lose on time: on all processors, in
    its own time and in the other player's.

    >>> processor_seconds(Conditions(clock=60)) == (30 + 2 * 60) * processors()
    True
    """
    thought = 0.0
    for own in (conditions.of(0), conditions.of(1)):
        if own.clock is not None:
            thought += own.clock + own.increment * own.most_moves
        else:
            thought += (own.time or GUARD_SECONDS) * own.most_moves
    return math.ceil((START_SECONDS + thought) * processors())
