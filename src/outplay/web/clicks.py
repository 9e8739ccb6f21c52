"""Whether the clicks that a board offers can be trusted: a click must never make another move than the one shown there.

A grid takes the number of a move for its cell, because its author said so. A game whose moves mean something else (a
piece and a direction) can say so by mistake. A random game shows it: a move then changes other cells than its own.
"""

import random
from functools import lru_cache

from outplay.core.errors import OutplayError
from outplay.core.game import Game, guarded

MOST_PLIES, MOST_BITS = 60, 30_000
"""How long the random game is at most, and how many bits of state it visits, so that large boards take no longer."""


@lru_cache(maxsize=256)
def trusted(game: Game) -> bool:
    """Whether every move of a random game was made on one of its own targets, as far as the board shows it."""
    board, position = game.board, game.start()
    generator = random.Random(0)
    try:
        for _ in range(min(MOST_PLIES, 1 + MOST_BITS // sum(game.widths.values()))):
            moves = position.moves()
            if not moves:
                break
            move = generator.choice(moves)
            following = position.play(move)
            targets = guarded(board.targets, position.state, move)
            shown = guarded(board.highlights, position.state, move, following.state).last
            if targets and not set(shown) <= set(targets):
                return False
            position = following
    except OutplayError:  # what is wrong with the rules is said where they are used
        pass
    return True
