"""The player that knows nothing but the rules."""

import random

from outplay.game import Game, Position
from outplay.players.explanation import Considered, Explanation


class RandomPlayer:
    def __init__(self, game: Game, seed: int | None = None) -> None:
        self.generator = random.Random(seed)

    def choose(self, position: Position) -> int:
        self.moves = position.moves()
        self.move = self.generator.choice(self.moves)
        return self.move

    def explain(self) -> Explanation:
        return Explanation(self.move, "The dice fell so.", {}, tuple(map(Considered, self.moves)))
