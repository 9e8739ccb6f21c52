"""Write a two-player game's rules in plain Python; get search at machine speed.

>>> import outplay
>>> game = outplay.game("kalah:6,4")
>>> position = game.start()
>>> position.moves()
(0, 1, 2, 3, 4, 5)
"""

from outplay.bits import GOING_ON, lowest_bit
from outplay.boards import Board, Grid, Pits, no_paint
from outplay.errors import BadLimit, BadPosition, BadSpec, IllegalMove, OutplayError, RuleError
from outplay.game import Game, Outcome, Position, Symmetry
from outplay.registry import game
from outplay.symmetry import cell_symmetries

__version__ = "0.1.0"

__all__ = [
    "GOING_ON",
    "BadLimit",
    "BadPosition",
    "BadSpec",
    "Board",
    "Game",
    "Grid",
    "IllegalMove",
    "Outcome",
    "OutplayError",
    "Pits",
    "Position",
    "RuleError",
    "Symmetry",
    "cell_symmetries",
    "game",
    "lowest_bit",
    "no_paint",
]
