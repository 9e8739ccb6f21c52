"""How many positions a game has at least: an estimate from random games, which takes a second.

Of K positions of random games let c pairs be the same. If the games came to all positions equally often there would be
about K(K - 1)/2c of them; as they do not, there are more. So that chance does not make it too many, c is taken two
standard deviations larger, and three where it is 0. Of the plies those count that have the most positions.
"""

import math
from functools import partial
from typing import Any

import numpy as np

from outplay.compiler.kernel import Kernel, interpreted
from outplay.core.arrays import Ints
from outplay.core.game import Game
from outplay.search.playout import seeded
from outplay.search.whole_game import sampled

MOST_PLIES = 64
"""The positions of no more plies are looked at."""
MOST_GAMES, MOST_INTERPRETED = 40_000, 300


def least_positions(game: Game, root: Any, wanted: int) -> int:
    """About how many positions can be reached from a root at least; exact enough to tell whether it is `wanted`."""
    games = min(MOST_INTERPRETED if interpreted() else MOST_GAMES, 100 + math.isqrt(wanted))
    keys: Ints = np.zeros((MOST_PLIES + 1) * games, np.int64)
    plies: Ints = np.zeros(games, np.int64)
    scratch: Ints = np.zeros(2 * max(1, game.rules.row), np.int64)
    generator: Ints = np.array(seeded(0), np.int64)
    kernel = Kernel(game, partial(sampled, widths=tuple(game.widths.values())))
    kernel(root, games, MOST_PLIES, generator, keys, plies, scratch)
    rows = keys.reshape(MOST_PLIES + 1, games)
    levels = sorted((rows[ply][plies >= ply] for ply in range(1, MOST_PLIES + 1)), key=least_different, reverse=True)
    return max(least_different(np.concatenate(levels[: 1 << j])) for j in range(MOST_PLIES.bit_length()))


def least_different(keys: Ints) -> int:
    """Of how many different keys these are a random choice, at least."""
    number = len(keys)
    counts = np.unique(keys, return_counts=True)[1]
    same = int((counts * (counts - 1) // 2).sum())
    return max(len(counts), int(number * (number - 1) / 2 / (same + 2 * math.sqrt(same) + 3)))
