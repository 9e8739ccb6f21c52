"""What a solve comes to."""

from typing import NamedTuple

from outplay.core.game import Outcome


class Solved(NamedTuple):
    """What is proven of a position."""

    outcome: Outcome | None
    """Winner and margin; None if the limit ended the search."""
    exact: bool
    """Whether winner and margin are proven (the winner alone, if that was the goal)."""
    nodes: int
    seconds: float
    moves: tuple[int, ...]
    """Every first move that keeps the outcome; where it was not asked for, one of them."""
    values: dict[int, int]
    """With `all_moves` the margin of every move for the side to move, where only winning counts 1, 0 or -1."""
    method: str
    goal: str
    entries: int = 0
    """Entries of the certificate that was written."""
