"""A small size of every game that comes with outplay."""

from outplay.core.registry import GAMES
from outplay.core.specs import name_of

SMALL = (
    *("squatter:4", "kalah:2,2", "kalah:3,2,pie", "connect-four:4,4", "gomoku:6", "othello:4", "breakthrough:5"),
    *(
        "hex:3",
        "hex:3,pie",
        "dots-and-boxes:2,2",
        "domineering:4,4",
        "oware:3,2",
        "ataxx:4",
        "tic-tac-toe",
        "mnk:3,4,3",
    ),
)

assert {name_of(spec) for spec in SMALL} == set(GAMES)
