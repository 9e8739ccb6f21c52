"""From the text that names a player to a seat at the table."""

from typing import Any

from outplay.arena.fixture import Conditions
from outplay.game import Game
from outplay.players import player
from outplay.players.seat import OwnSeat, Seat

MOST_KEPT = 4
"""Two players with both colours. A tournament of many engines would not fit into memory."""


class Seats:
    """Makes seats for one game, and keeps the players of this process from game to game where they can be renewed:
    making an engine takes a tenth of a second."""

    def __init__(self, game: Game, conditions: Conditions) -> None:
        self.game, self.conditions = game, conditions
        self.kept: dict[tuple[str, int], Any] = {}

    def seat(self, spec: str, side: int, seed: int, name: str = "") -> Seat:
        """Who plays a side, ready for a new game."""
        kept = self.kept.pop((spec, side), None)
        if kept is not None:
            kept.renew(seed)
        else:
            kept = player(spec, self.game, seed)
        if hasattr(kept, "renew") and "seed=" not in spec:  # with a seed of its own it begins each game with that
            self.kept[spec, side] = kept
        while len(self.kept) > MOST_KEPT:
            del self.kept[next(iter(self.kept))]
        return OwnSeat(kept)
