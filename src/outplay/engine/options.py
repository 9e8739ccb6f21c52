"""What an engine can be asked for. Checked here without the compiler, so that a mistake is answered at once."""

from outplay.core.errors import BadLimit
from outplay.core.game import Game, Position
from outplay.core.machine import memory_mb
from outplay.search.hooks import GOALS
from outplay.search.thread_state import MAX_EXCLUDED


def check_options(table_mb: int = 1, threads: int = 1, goal: str = "margin", lines: int = 1) -> None:
    """Raises BadLimit if an engine cannot have these options."""
    if goal not in GOALS:
        raise BadLimit(f"there is no goal {goal!r}; there are {' and '.join(GOALS)}")
    if not 1 <= table_mb <= memory_mb() // 2:
        raise BadLimit(f"the table must have 1 to {memory_mb() // 2} MB, half of this machine's memory, not {table_mb}")
    if threads < 1:
        raise BadLimit(f"the threads must be 1 or more, not {threads}")
    if not 1 <= lines <= MAX_EXCLUDED:
        raise BadLimit(f"the lines must be 1 to {MAX_EXCLUDED}, not {lines}")


def check_position(position: Position, game: Game, what: str) -> None:
    """BadLimit if a search of a game cannot search this."""
    if not isinstance(position, Position):
        raise BadLimit(f"a position is searched, as game.start() is one, not {position!r}")
    if type(position.state) is not type(game.initial) or str(position.game) != str(game):
        raise BadLimit(f"this {what} plays {game}, and the position is of {position.game}")


def moves_to_search(position: Position) -> tuple[int, ...]:
    """The legal moves of a position; BadLimit if the game is over."""
    moves = position.moves()
    if not moves:
        raise BadLimit("the game is over in this position; there is nothing to analyse")
    return moves
