"""Kalah(m, n): `rules` says how it is played, `heuristics` what its search is told."""

from dataclasses import replace

from outplay.core.game import Game
from outplay.games.kalah.heuristics import kalah_heuristics
from outplay.games.kalah.rules import kalah_rules, layout

MOST = 12


def kalah(m: int = 6, n: int = 4, *options: str) -> Game:
    """Kalah(m, n) with the options `standard` or `empty-capture`, `pie` and `half`."""
    if not (1 <= m <= MOST and 1 <= n <= MOST):
        raise ValueError(f"kalah has 1 to {MOST} houses and 1 to {MOST} seeds, not {m},{n}")
    for option in options:
        if option not in ("standard", "empty-capture", "pie", "half"):
            raise ValueError(f"kalah has no option {option!r}; it has standard, empty-capture, pie and half")
    if "standard" in options and "empty-capture" in options:
        raise ValueError("standard and empty-capture exclude each other")
    empty_capture, pie, half = ("empty-capture" in options), ("pie" in options), ("half" in options)
    game = kalah_rules(m, n, empty_capture=empty_capture, pie=pie, half=half)
    return replace(game, heuristics=kalah_heuristics(layout(m, n), not (pie or half), empty_capture))
