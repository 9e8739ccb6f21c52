"""The value of a leaf of the Kalah player's tree: the result of the game, or the merit of the move that led to it.

A move that does not end the game is ranked by where its last seed lands:

    rank 0    in a house of the opponent; a pie swap, which sows nothing, has this rank too
    rank 1    in a house of its own that was not empty
    rank 2    in its own kalah
    rank 3    in an empty house of its own; better with every seed in the house opposite, which may be empty

Of moves with equal ranks, the one that won more seeds for its own kalah is better. The value is one number for the side
that moved. Each count has three decimal digits, which is enough for every board:

    rank · 1,000,000 + seeds opposite · 1,000 + seeds won         10,000,000 + margin for a game that is won
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from outplay.core.boards import Pits
from outplay.core.errors import BadSpec
from outplay.core.game import Game

RANK, OPPOSITE, FINAL = 1_000_000, 1_000, 10_000_000

Estimate = Callable[[Any, int, Any], int]
"""estimate(state, move, child): the value of the move from the state to the child, for the side that made it."""


class Merit(NamedTuple):
    """The parts of the value of a leaf in which the game is not over."""

    rank: int
    opposite: int
    won: int


def merit(value: int) -> Merit:
    """The parts of an estimate for the side that moved; the estimate must not be negative.

    >>> merit(3_004_005)
    Merit(rank=3, opposite=4, won=5)
    """
    return Merit(value // RANK, value % RANK // OPPOSITE, value % OPPOSITE)


def final(margin: int) -> int:
    """The value of a finished game: above every estimate if won, below the negative of each if lost, 0 if drawn."""
    if margin > 0:
        return FINAL + margin
    return margin - FINAL if margin < 0 else 0


def estimates(game: Game) -> Estimate:
    """The function that estimates the moves of this game that do not end it; raises BadSpec if it is not Kalah."""
    if not isinstance(game.board, Pits):
        raise BadSpec(f"kalah-ranks plays kalah on its own board only, not {game}")
    m = game.board.houses
    width = game.widths["mine"] // (m + 1)
    house_mask = (1 << width) - 1
    store = m * width
    ring = 2 * m + 1

    def estimate(state: Any, move: int, child: Any) -> int:
        own = child.mine if child.turn == state.turn else child.theirs
        value = int(own >> store) - int(state.mine >> store)
        if move == m:
            return value
        seeds = int(state.mine >> move * width & house_mask)
        last = (move + seeds) % ring
        if last > m:
            return value
        if last == m:
            return value + 2 * RANK
        if seeds > ring or (seeds < ring and int(state.mine >> last * width & house_mask)):
            return value + RANK
        opposite = int(state.theirs >> (m - 1 - last) * width & house_mask)
        if last <= move:
            opposite += 1  # the sowing passed all houses of the opponent
        return value + 3 * RANK + opposite * OPPOSITE

    return estimate
