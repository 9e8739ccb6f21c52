"""Boards: how positions and moves are written, read, drawn and clicked, by families.

board.py     the contract: Board, Highlights
plain.py     fields as numbers, drawn as text: any game
grid.py      rows and columns; rows.py finds the rows that win
pits.py      mancala; sowing.py animates a move
svg.py       SVG documents: elements, themes, marks; each family's drawing is beside it, as in grid_svg.py
"""

from outplay.core.boards.board import (
    ROLES,
    SIDES,
    Board,
    Description,
    Frame,
    Highlights,
    Paint,
    State,
    Steps,
    Target,
    flat,
    no_paint,
)
from outplay.core.boards.grid import LOOKS, Grid, column_name, column_number
from outplay.core.boards.pits import Pits

__all__ = [
    "LOOKS",
    "ROLES",
    "SIDES",
    "Board",
    "Description",
    "Frame",
    "Grid",
    "Highlights",
    "Paint",
    "Pits",
    "State",
    "Steps",
    "Target",
    "column_name",
    "column_number",
    "flat",
    "no_paint",
]
