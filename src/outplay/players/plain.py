"""The player of the founding documents in its simplest form: alpha-beta to a fixed depth."""

import math
import random

from outplay.core.game import Game, Position
from outplay.core.limits import NO_LIMIT, Limit
from outplay.players.explanation import Considered, Explanation

WON = 1 << 24
"""A finished game counts for more than anything that is only banked."""

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


class PlainSearch:
    """Looks `depth` plies ahead; at the horizon it counts what is banked, if the game can tell."""

    def __init__(self, game: Game, depth: int | None = None, seed: int | None = None) -> None:
        from outplay.engine.kernels import Plain, checked_depth
        from outplay.search.plain import nothing

        self.generator = random.Random(seed)
        self.depth = None if depth is None else checked_depth(depth)
        self.search = Plain(game, "alpha-beta", horizon=game.heuristics.settled_margin or nothing, end=final)

    def choose(self, position: Position, limit: Limit = NO_LIMIT) -> int:
        moves = list(position.moves())
        self.generator.shuffle(moves)  # of equally good moves any may be played
        self.reached = self.depth or depth_for(len(moves))
        self.found = self.search.search(position, self.reached, moves)
        return self.found.move

    def renew(self, seed: int) -> None:
        """As if it were newly made, with another seed."""
        self.generator.seed(seed)

    def explain(self) -> Explanation:
        found = self.found
        if abs(found.value) > WON:
            value = found.value - WON if found.value > 0 else found.value + WON
            because = f"It {'wins' if value > 0 else 'loses'} within {self.reached} plies, whatever the other does."
        else:
            value, because = found.value, f"Nothing banks more within {self.reached} plies."
        figures = {"depth": self.reached, "nodes": found.nodes, "seconds": found.seconds}
        return Explanation(found.move, because, figures, (Considered(found.move, value),))
