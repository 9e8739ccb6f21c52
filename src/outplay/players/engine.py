"""The engine as a player, at full strength and at levels that one can beat."""

import random
from typing import TYPE_CHECKING, NamedTuple

from outplay.errors import BadLimit
from outplay.game import Game, Position

if TYPE_CHECKING:
    from outplay.engine import Analysis


class Level(NamedTuple):
    """How a weaker engine plays: it looks so many plies ahead, and overlooks each move with some probability. A move
    that wins at once is never overlooked."""

    depth: int
    overlooks: float


LEVELS = {
    1: Level(1, 0.60),
    2: Level(2, 0.45),
    3: Level(2, 0.25),
    4: Level(3, 0.20),
    5: Level(4, 0.12),
    6: Level(5, 0.06),
    7: Level(7, 0.03),
    8: Level(9, 0.0),
    9: Level(12, 0.0),
}
"""Level 10 is the engine as it is."""

FULL_STRENGTH = 10

MOST_NODES = 200_000
"""A weaker engine visits no more positions than this for a move, however wide the board is."""

MOST_LOOKED_AT = 30
"""Where there are more moves, a weaker engine looks closely at so many, chance says which, and at the best one."""


class EnginePlayer:
    """Thinks for some seconds, to a depth or for a number of positions; half a second if nothing is said.

    Below full strength the level says how far it looks, and the other limits hold beside it.
    """

    def __init__(
        self,
        game: Game,
        level: int = FULL_STRENGTH,
        time: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        table: int = 64,
        seed: int | None = None,
    ) -> None:
        from outplay.engine import Engine
        from outplay.limits import Limit, checked

        if level != FULL_STRENGTH and level not in LEVELS:
            raise BadLimit(f"the engine has the levels 1 to {FULL_STRENGTH}, not {level}")
        self.level = LEVELS.get(level)
        if self.level:
            depth = self.level.depth if depth is None else min(depth, self.level.depth)
            nodes = MOST_NODES if nodes is None else min(nodes, MOST_NODES)
        elif time is None and depth is None and nodes is None:
            time = 0.5
        self.limit = checked(Limit(time, depth, nodes))
        self.engine = Engine(game, table)
        self.generator = random.Random(seed)
        self.analysis: Analysis | None = None
        """What it thought of the position, as far as it has come: the last word on it, or so far."""

    def choose(self, position: Position) -> int:
        self.analysis = None
        best = position.moves()[0]
        for analysis in self.engine.stream(position, self.limit):
            self.analysis, best = analysis, analysis.move
        overlooks = self.level.overlooks if self.level else 0.0
        if wins_at_once(position, best) or self.generator.random() >= overlooks:
            return best
        self.analysis = None
        return self.second_choice(position, best, overlooks)

    def second_choice(self, position: Position, best: int, overlooks: float) -> int:
        """The best of the moves that are seen; the best one of all is not among them."""
        others = [move for move in position.moves() if move != best]
        if not others:
            return best
        self.generator.shuffle(others)
        seen = [move for move in others if self.generator.random() >= overlooks]
        looked_at = (seen or others[:1])[:MOST_LOOKED_AT]
        return max(looked_at, key=lambda move: self.worth(position, move, len(looked_at)))

    def worth(self, position: Position, move: int, of: int) -> float:
        """The score after a move for the side that makes it."""
        after = position.play(move)
        outcome = after.outcome()
        if outcome:
            return outcome.margin if outcome.winner == position.to_move else -float(outcome.margin)
        depth, nodes = self.limit.depth, self.limit.nodes
        assert depth
        assert nodes
        share = self.limit._replace(depth=max(1, depth - 1), nodes=max(1, nodes // of))
        score = self.engine.analyse(after, share).score
        return score if after.to_move == position.to_move else -score


def wins_at_once(position: Position, move: int) -> bool:
    outcome = position.play(move).outcome()
    return outcome is not None and outcome.winner == position.to_move
