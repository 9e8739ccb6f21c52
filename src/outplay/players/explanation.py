"""How a player came to its move, in a form that every player can fill and every screen can show."""

from collections.abc import Mapping
from typing import NamedTuple


class Considered(NamedTuple):
    """A move that a player looked at, and its value as this player counts, for itself."""

    move: int
    value: float | None = None
    """None if it was not valued."""
    at_most: bool = False
    """The search only knows that the move is worth no more than this: enough to pass it over."""
    why: str = ""
    """What the value is made of, in a few words."""


class Explanation(NamedTuple):
    """What the last choice of a player rested on."""

    move: int
    because: str
    """Why this move, in a sentence."""
    figures: Mapping[str, float | str]
    """Depth, nodes, seconds and what else the player counts, in the order to show them."""
    considered: tuple[Considered, ...]
    """The moves it looked at, the best first."""
