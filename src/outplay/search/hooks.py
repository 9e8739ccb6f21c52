"""What the engine asks of a game beyond its rules."""

from collections.abc import Callable
from typing import NamedTuple

from outplay.core.rules import State


class Hooks(NamedTuple):
    evaluate: Callable[[State], int]
    """An estimate at the horizon, as a value for the side to move."""
    end: Callable[[int], int]
    """The value of a finished game with a margin for the side to move."""
    rest: Callable[[State], State]
    """The state without what is banked: it names the position in the table."""
    banked: Callable[[State], int]
    """The value already banked, which is not in the table."""
    left: Callable[[State], int]
    """The most that the side to move can still gain over the other, as a value."""
    risk: Callable[[State], int]
    """The most that the other can still gain over it."""
    joined: Callable[[State], int]
    """A hash that symmetric positions share."""
    symmetric: bool
    """Whether there are any."""
    sudden: bool
    """Whether a single move can end the game with the best value there can be."""
    order: Callable[[State, int], int]
    """How promising a move looks."""
    hinted: bool
    """Whether `order` says anything."""
    likely: Callable[[State], int]
    """The moves to look at where late ones are reduced, as a mask; the others only if all of these lose."""
    likes: bool
    """Whether that says anything."""
    forced: Callable[[State], int]
    """The moves of which one must be played, as a mask; 0 for all."""
    forcing: Callable[[State], int]
    """The moves that win, or leave the other side only forced moves, as a mask."""
    urgent: Callable[[State], int]
    """The moves that make or meet a threat of some kind, as a mask: they are tried first and hardly reduced."""
    urges: bool
    """Whether that says anything."""
    forces: bool
    """Whether these two say anything."""
    passed: Callable[[State], State]
    """The state after the side to move did nothing."""
    passes: bool
    """Whether there is such a function, and estimates to judge by."""
    swing: int
    """By how much the estimate may change with a move that is not urgent; 0 if that is not known."""
    moves: Callable[[State], int]
    """The legal moves as a mask, of games that have them so."""
    width: int
    """How many legal moves there can be."""
