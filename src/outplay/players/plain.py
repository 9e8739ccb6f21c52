"""The player of the founding documents in its simplest form: alpha-beta to a fixed depth."""

import math
import random
from collections.abc import Sequence
from typing import TYPE_CHECKING

from outplay.core.game import Game, Position
from outplay.core.limits import NO_LIMIT, Limit
from outplay.players.explanation import Considered, Explanation
from outplay.players.player import Choice, Player, Report

if TYPE_CHECKING:
    from outplay.engine.kernels import Found

WON = 1 << 24
"""A finished game counts for more than any settled margin at the horizon."""

LEAVES, DEEPEST = 300_000, 8
"""Where no depth is given: about as many positions at the horizon as this, and no deeper than that."""


def final(margin: int) -> int:
    if margin > 0:
        return WON + margin
    return margin - WON if margin < 0 else 0


def depth_for(choices: int) -> int:
    """How deep alpha-beta goes in a fraction of a second where there are so many moves to choose from.

    It visits about the square root of what minimax does: choices ** (depth / 2) positions, if it is lucky.

    >>> [depth_for(n) for n in (2, 6, 49, 225, 4900)]
    [8, 8, 5, 4, 2]
    """
    if choices < 2:
        return DEEPEST
    return max(1, min(DEEPEST, round(2 * math.log(LEAVES) / math.log(choices)) - 1))


class PlainSearch(Player):
    """Alpha-beta to a fixed depth; at the horizon the value is the settled margin, or 0 if the game has none."""

    def __init__(self, game: Game, depth: int | None = None, seed: int | None = None) -> None:
        from outplay.engine.kernels import Plain, checked_depth
        from outplay.search.plain import nothing

        self.seed = seed
        self.generator = random.Random(seed)
        self.depth = None if depth is None else checked_depth(depth)
        self.search = Plain(game, "alpha-beta", horizon=game.heuristics.settled_margin or nothing, end=final)

    def choose(
        self,
        position: Position,
        limit: Limit = NO_LIMIT,
        moves: Sequence[int] = (),
        report: Report | None = None,
    ) -> Choice:
        legal = list(position.moves())
        self.generator.shuffle(legal)  # of equally good moves the first one is taken
        depth = self.depth or depth_for(len(legal))
        found = self.search.search(position, depth, legal)
        return Choice(found.move, depth=depth, nodes=found.nodes, explain=lambda: explained(found, depth))

    def new_game(self, position: Position, side: int, seed: int | None = None) -> None:
        self.generator.seed(seed if self.seed is None else self.seed)


def explained(found: "Found", depth: int) -> Explanation:
    value = found.value
    if abs(value) > WON:
        value = value - WON if value > 0 else value + WON
        because = f"It {'wins' if value > 0 else 'loses'} within {depth} plies, whatever the other does."
    else:
        because = f"No other move has a larger settled margin after {depth} plies."
    figures = {"depth": depth, "nodes": found.nodes, "seconds": found.seconds}
    return Explanation(found.move, because, figures, (Considered(found.move, value),))
