"""Squatter: `rules` says how it is played, `heuristics` what its search is told."""

from dataclasses import replace

from outplay.core.game import Game
from outplay.games.squatter.heuristics import squatter_heuristics
from outplay.games.squatter.rules import enclosure, squatter_rules

LEAST, MOST = 3, 19


def squatter(size: int = 7) -> Game:
    """Squatter on a square board."""
    if not LEAST <= size <= MOST:
        raise ValueError(f"squatter is played on boards of {LEAST} to {MOST} rows, not {size}")
    enclosed = enclosure(size)
    game = squatter_rules(size, enclosed)
    return replace(game, heuristics=squatter_heuristics(size, game.moves, enclosed))
