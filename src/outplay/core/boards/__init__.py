"""Boards: how positions and moves are written, read, drawn and clicked, by families.

board.py     the contract: Board, Highlights
plain.py     fields as numbers, drawn as text: any game
grid.py      rows and columns (grid_svg.py its drawing, rows.py the rows that win)
pits.py      mancala (pits_svg.py its drawing, sowing.py the animation of a move)
svg.py       SVG documents: elements, themes, marks
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
    Target,
    no_paint,
)
from outplay.core.boards.grid import LOOKS, Grid, column_name, column_number
from outplay.core.boards.pits import Pits
from outplay.core.boards.svg import MARK_COLOURS, THEMES, Marks, SvgStyle, checked_style

__all__ = [
    "LOOKS",
    "MARK_COLOURS",
    "ROLES",
    "SIDES",
    "THEMES",
    "Board",
    "Description",
    "Frame",
    "Grid",
    "Highlights",
    "Marks",
    "Paint",
    "Pits",
    "State",
    "SvgStyle",
    "Target",
    "checked_style",
    "column_name",
    "column_number",
    "no_paint",
]
