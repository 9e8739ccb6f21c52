"""The player that knows nothing but the rules."""

import random

from outplay.core.game import Game, Position
from outplay.core.limits import NO_LIMIT, Limit
from outplay.players.explanation import Considered, Explanation


class RandomPlayer:
    def __init__(self, game: Game, seed: int | None = None) -> None:
        self.generator = random.Random(seed)

    def choose(self, position: Position, limit: Limit = NO_LIMIT) -> int:
        self.moves = position.moves()
        self.move = self.generator.choice(self.moves)
        return self.move

    def renew(self, seed: int) -> None:
        self.generator.seed(seed)

    def explain(self) -> Explanation:
        return Explanation(self.move, "The dice fell so.", {}, tuple(map(Considered, self.moves)))
