"""CadregaBot with the interface of the course for which it was written."""

from collections.abc import Sequence

from outplay.games.mnk import mnk
from outplay.games.mnk.rules import State
from outplay.players.founding.cadrega import Cadrega

Cell = tuple[int, int]
"""Row and column, counted from 0 at the top left."""


class CadregaBot:
    """A player as the framework of that course uses it: made without arguments, then set up by `initPlayer`."""

    def initPlayer(self, M: int, N: int, K: int, first: bool, timeout_in_seconds: float) -> None:
        """Prepares for games of M rows, N columns and K in a row. To measure its speed it searches once: the empty
        board, or as the second player the board with a mark in the middle."""
        self.game = mnk(M, N, K)
        self.columns = N
        self.player = Cadrega(self.game, time=timeout_in_seconds, second=not first)

    def selectCell(self, FC: Sequence[Cell], MC: Sequence[Cell]) -> Cell:
        """The cell to mark, given the free cells and the marked cells in the order in which they were marked."""
        theirs, mine = (
            sum(1 << row * self.columns + column for row, column in marks) for marks in (MC[-1::-2], MC[-2::-2])
        )
        move = self.player.choose(self.game.positioned(State(mine, theirs))).move
        return divmod(move, self.columns)

    def playerName(self) -> str:
        return "CadregaBot"
