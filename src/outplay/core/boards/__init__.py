"""Boards: how positions and moves are written, read, drawn and clicked, by families.

board.py     the contract: Board, Highlights
plain.py     fields as numbers, drawn as text: any game
placed.py    boards on which the number of a move says where it is made; clicks.py says whether that is true
parts.py     numbered parts, cells or edges: how moves are named, read and clicked
grid.py      rows and columns; rows.py finds the rows that win, hands.py has the pieces beside the board
hex.py       hexagons, with edges to join
edges.py     dots, the edges between them, and boxes
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
from outplay.core.boards.edges import EdgeGrid
from outplay.core.boards.grid import LOOKS, Grid, column_name, column_number
from outplay.core.boards.hex import HexGrid
from outplay.core.boards.parts import PartBoard
from outplay.core.boards.pits import Pits
from outplay.core.boards.placed import PlacedBoard

__all__ = [
    "LOOKS",
    "ROLES",
    "SIDES",
    "Board",
    "Description",
    "EdgeGrid",
    "Frame",
    "Grid",
    "HexGrid",
    "Highlights",
    "Paint",
    "PartBoard",
    "Pits",
    "PlacedBoard",
    "State",
    "Steps",
    "Target",
    "column_name",
    "column_number",
    "flat",
    "no_paint",
]
