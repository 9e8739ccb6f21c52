"""Write a two-player game's rules in plain Python; get search at machine speed.

>>> import outplay
>>> game = outplay.game("kalah:6,4")
>>> position = game.start()
>>> position.moves()
(0, 1, 2, 3, 4, 5)
"""

from typing import TYPE_CHECKING as _TYPE_CHECKING

from outplay.core.bits import GOING_ON, lowest_bit
from outplay.core.boards import Board, EdgeGrid, Grid, HexGrid, Pits, no_paint
from outplay.core.errors import (
    ArenaError,
    BadConnection,
    BadLimit,
    BadNetwork,
    BadPosition,
    BadProof,
    BadRecord,
    BadSpec,
    BadTable,
    IllegalMove,
    OutplayError,
    PlayerFailure,
    RuleError,
    StoreError,
)
from outplay.core.game import Game, Outcome, Position
from outplay.core.heuristics import Grades, Heuristics, Numbering, Symmetry, Threats, ValueBounds
from outplay.core.limits import Limit
from outplay.core.registry import game
from outplay.core.symmetry import cell_symmetries

if _TYPE_CHECKING:
    from outplay.arena.create import tournament
    from outplay.bridges.notebook import board
    from outplay.engine.analysis import Analysis
    from outplay.engine.engine import Engine
    from outplay.learn.batch import batch
    from outplay.learn.train import train
    from outplay.solve.solution import Solution
    from outplay.solve.solver import solve
    from outplay.solve.verify import verify

__version__ = "0.2.0"

__all__ = [
    "GOING_ON",
    "Analysis",
    "ArenaError",
    "BadConnection",
    "BadLimit",
    "BadNetwork",
    "BadPosition",
    "BadProof",
    "BadRecord",
    "BadSpec",
    "BadTable",
    "Board",
    "EdgeGrid",
    "Engine",
    "Game",
    "Grades",
    "Grid",
    "Heuristics",
    "HexGrid",
    "IllegalMove",
    "Limit",
    "Numbering",
    "Outcome",
    "OutplayError",
    "Pits",
    "PlayerFailure",
    "Position",
    "RuleError",
    "Solution",
    "StoreError",
    "Symmetry",
    "Threats",
    "ValueBounds",
    "batch",
    "board",
    "cell_symmetries",
    "game",
    "lowest_bit",
    "no_paint",
    "solve",
    "tournament",
    "train",
    "verify",
]


_LATER = {
    "Analysis": "outplay.engine.analysis",
    "Engine": "outplay.engine.engine",
    "Solution": "outplay.solve.solution",
    "batch": "outplay.learn.batch",
    "board": "outplay.bridges.notebook",
    "tournament": "outplay.arena.create",
    "train": "outplay.learn.train",
    "verify": "outplay.solve.verify",
}
"""The modules of names that are imported when they are first asked for: they bring the compiler, which takes time."""


def __getattr__(name: str) -> object:
    """The engine, the solver, training and the like."""
    import importlib

    if name in ("bridges", "solve"):
        return importlib.import_module(f"outplay.{name}")
    if name in _LATER:
        return getattr(importlib.import_module(_LATER[name]), name)
    raise AttributeError(f"module 'outplay' has no attribute {name!r}")


def __dir__() -> list[str]:
    """All names, also those that are imported when they are first asked for."""
    return sorted({*globals(), *__all__})
