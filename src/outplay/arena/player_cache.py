"""From the text that names a player to a seat at the table."""

import math
from typing import Any

from outplay.arena.games import GUARD_SECONDS, Conditions
from outplay.core.game import Game
from outplay.core.machine import processors
from outplay.players import player
from outplay.players.child import Limits
from outplay.players.program import START_SECONDS, ProgramSeat
from outplay.players.seat import OwnSeat, Seat
from outplay.players.specs import parse, program_of

MOST_KEPT = 4
"""Two players with both colours. A tournament of many engines would not fit into memory."""


class PlayerCache:
    """Makes seats for one game, and keeps the players of this process from game to game where they can be renewed:
    making an engine takes a tenth of a second."""

    def __init__(self, game: Game, conditions: Conditions) -> None:
        self.game, self.conditions = game, conditions
        self.kept: dict[tuple[str, int], Any] = {}

    def seat(self, spec: str, side: int, seed: int, name: str = "") -> Seat:
        """Who plays a side, ready for a new game."""
        found = program_of(spec)
        if found:
            limits = Limits(self.conditions.memory, self.conditions.cpu or processor_seconds(self.conditions))
            return ProgramSeat(found.command(seed), found.dialect(), name or spec, limits, self.conditions.log)
        kept = self.kept.pop((spec, side), None)
        if kept is not None:
            kept.renew(seed)
        else:
            kept = player(spec, self.game, seed)
        if hasattr(kept, "renew") and "seed" not in parse(spec).options:  # with its own seed each game begins with that
            self.kept[spec, side] = kept
        while len(self.kept) > MOST_KEPT:
            del self.kept[next(iter(self.kept))]
        return OwnSeat(kept)


def processor_seconds(conditions: Conditions) -> int:
    """The processor time that a program can use in a game which it does not lose on time: on all processors, in its own
    time and in the other's.

    >>> processor_seconds(Conditions(clock=60)) == (30 + 2 * 60) * processors()
    True
    """
    if conditions.clock is not None:
        thought = conditions.clock + conditions.increment * conditions.most_moves
    else:
        thought = (conditions.time or GUARD_SECONDS) * conditions.most_moves
    return math.ceil((START_SECONDS + 2 * thought) * processors())
