"""A position as the page draws it."""

from outplay.core.view import Json, view_of
from outplay.web.game_line import GameLine
from outplay.web.set_up import editable


def view(line: GameLine) -> Json:
    """The last position of a game line, with the moves that led to it."""
    return view_of(line.positions, line.moves, line.spec, line.offer.title) | {"editable": editable(line.game)}
