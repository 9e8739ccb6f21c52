"""The first player of 2015, the base that the Squatter player grew from: any free cell will do."""

import random

from outplay.core.game import Game, Position
from outplay.core.limits import NO_LIMIT, Limit
from outplay.players.explanation import Considered, Explanation


class FirstRandom:
    """Draws cells until one is free."""

    def __init__(self, game: Game, seed: int | None = None) -> None:
        self.cells = game.widths["mine"]
        self.generator = random.Random(seed)

    def choose(self, position: Position, limit: Limit = NO_LIMIT) -> int:
        self.free = position.moves()
        self.drawn = 1
        self.move = self.generator.randrange(self.cells)
        while self.move not in self.free:
            self.move = self.generator.randrange(self.cells)
            self.drawn += 1
        return self.move

    def explain(self) -> Explanation:
        because = "It was the first free cell that was drawn."
        return Explanation(self.move, because, {"cells drawn": self.drawn}, tuple(map(Considered, self.free)))
