"""Networks for tests: of the right shape for a game, with small random numbers."""

from typing import Any

import numpy as np

from outplay import Game
from outplay.core.network import Network, NetworkShape
from outplay.engine.networks import rules_digest


def network_for(game: Game, **about: Any) -> Network:
    """A network that a game's engine accepts; `about` is what its file tells beside the game and its rules."""
    shape = NetworkShape(game.input_widths, 16, 1, 1)
    rows = np.random.default_rng(1).integers(-40, 41, (shape.rows, 16)).astype(np.int16)
    return Network(shape, rows, 1000, 0, 10, {"game": str(game), "rules": rules_digest(game), **about})
