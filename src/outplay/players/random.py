"""The player that chooses any legal move, all equally likely."""

import random
from collections.abc import Sequence

from outplay.core.game import Game, Position
from outplay.core.limits import NO_LIMIT, Limit
from outplay.players.explanation import Considered, Explanation
from outplay.players.player import Choice, Player, Report


class RandomPlayer(Player):
    def __init__(self, game: Game, seed: int | None = None) -> None:
        self.seed = seed
        self.generator = random.Random(seed)

    def choose(
        self,
        position: Position,
        limit: Limit = NO_LIMIT,
        moves: Sequence[int] = (),
        report: Report | None = None,
    ) -> Choice:
        legal = position.moves()
        move = self.generator.choice(legal)
        because = "It was drawn at random."
        return Choice(move, explain=lambda: Explanation(move, because, {}, tuple(map(Considered, legal))))

    def new_game(self, position: Position, side: int, seed: int | None = None) -> None:
        self.generator.seed(seed if self.seed is None else self.seed)
