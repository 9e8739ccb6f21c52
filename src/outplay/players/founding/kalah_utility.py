"""What a leaf of the Kalah player's tree is worth: who has won, or how good the move was that led to it.

A move that does not end the game is judged by the place where its last seed lands:

    rank 0    among the other's houses; a pie swap, which sows nothing, counts as this
    rank 1    a house of its own that was not empty
    rank 2    its own kalah
    rank 3    an empty house of its own; more with every seed in the house opposite, also if there is none to capture

Of equal ranks, the move that won more seeds for its own kalah is better. As one number, for the side that moved, with
three decimal digits for each count, which no board can fill:

    rank · 1,000,000 + seeds opposite · 1,000 + seeds won         10,000,000 + margin for a game that is won
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from outplay.core.boards import Pits
from outplay.core.errors import BadSpec
from outplay.core.game import Game

RANK, OPPOSITE, FINAL = 1_000_000, 1_000, 10_000_000

Estimate = Callable[[Any, int, Any], int]
"""estimate(state, move, child): what the move from the state to the child is worth to the side that made it."""


class Merit(NamedTuple):
    """What the value of a leaf where the game goes on is made of."""

    rank: int
    opposite: int
    won: int


def merit(value: int) -> Merit:
    """The parts of an estimate, as they are for the side that moved.

    >>> merit(3_004_005)
    Merit(rank=3, opposite=4, won=5)
    """
    return Merit(value // RANK, value % RANK // OPPOSITE, value % OPPOSITE)


def final(margin: int) -> int:
    """The value of a finished game: above or below that of every game that goes on, unless it is a draw."""
    if margin > 0:
        return FINAL + margin
    return margin - FINAL if margin < 0 else 0


def estimates(game: Game) -> Estimate:
    """How moves of this game are judged that do not end it."""
    if not isinstance(game.board, Pits):
        raise BadSpec(f"kalah-ranks plays kalah on its own board only, not {game}")
    m = game.board.houses
    width = game.widths["mine"] // (m + 1)
    seat = (1 << width) - 1
    store = m * width
    ring = 2 * m + 1

    def estimate(state: Any, move: int, child: Any) -> int:
        own = child.mine if child.turn == state.turn else child.theirs
        value = int(own >> store) - int(state.mine >> store)
        if move == m:
            return value
        seeds = int(state.mine >> move * width & seat)
        last = (move + seeds) % ring
        if last > m:
            return value
        if last == m:
            return value + 2 * RANK
        if seeds > ring or (seeds < ring and int(state.mine >> last * width & seat)):
            return value + RANK
        opposite = int(state.theirs >> (m - 1 - last) * width & seat)
        if last <= move:
            opposite += 1  # the sowing went round the board
        return value + 3 * RANK + opposite * OPPOSITE

    return estimate
