"""The first player of 2015, which the Squatter player was developed from: plays a random free cell."""

import random
from collections.abc import Sequence

from outplay.core.game import Game, Position
from outplay.core.limits import NO_LIMIT, Limit
from outplay.players.explanation import Considered, Explanation
from outplay.players.player import Choice, Player, Report


class FirstRandom(Player):
    """Draws random cells of the whole board until one is free."""

    def __init__(self, game: Game, seed: int | None = None) -> None:
        self.cells = game.widths["mine"]
        self.seed = seed
        self.generator = random.Random(seed)

    def choose(
        self,
        position: Position,
        limit: Limit = NO_LIMIT,
        moves: Sequence[int] = (),
        report: Report | None = None,
    ) -> Choice:
        free = position.moves()
        drawn = 1
        move = self.generator.randrange(self.cells)
        while move not in free:
            move = self.generator.randrange(self.cells)
            drawn += 1
        because = "It was the first free cell that was drawn."
        figures = {"cells drawn": drawn}
        return Choice(move, explain=lambda: Explanation(move, because, figures, tuple(map(Considered, free))))

    def new_game(self, position: Position, side: int, seed: int | None = None) -> None:
        self.generator.seed(seed if self.seed is None else self.seed)
