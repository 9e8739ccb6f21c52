"""The player that knows nothing but the rules."""

import random

from outplay.game import Game, Position


class RandomPlayer:
    def __init__(self, game: Game, seed: int | None = None) -> None:
        self.generator = random.Random(seed)

    def choose(self, position: Position) -> int:
        return self.generator.choice(position.moves())
