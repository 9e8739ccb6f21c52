"""A place at the table: what the referee asks for moves, whether a player of this process sits there or a program."""

from collections.abc import Sequence
from typing import Protocol

from outplay.core.errors import OutplayError
from outplay.core.game import Position
from outplay.core.limits import Limit
from outplay.core.results import Ending, Failure
from outplay.players import Player
from outplay.protocols.dialect import Answer


class Seat(Protocol):
    """Who plays one side of one game. Whatever goes wrong is raised as `Failure`, and nothing else is."""

    def begin(self, start: Position, side: int, limit: Limit) -> None:
        """Gets ready for a game from a position, as the first player (0) or the second (1). `limit` is what each move
        may take: `time` for a move, `clock` and `increment` for all."""
        ...

    def move(self, start: Position, moves: Sequence[int], position: Position, limit: Limit, patience: float) -> Answer:
        """A move in a position, to which these moves have led from the start.

        `limit` holds what is left of the clock. After `patience` seconds nobody waits any longer: a program that has
        not answered by then is a Failure for SILENCE.
        """
        ...

    def end(self, winner: int | None, ending: Ending, detail: str) -> None:
        """The game is over: tells the player, if it can be told, and leaves nothing behind. Never raises, and can be
        called at any time and twice."""
        ...


class OwnSeat:
    """A player of this process. It cannot be stopped when it takes too long, so only trusted ones sit here."""

    def __init__(self, player: Player) -> None:
        self.player = player

    def begin(self, start: Position, side: int, limit: Limit) -> None:
        pass

    def move(self, start: Position, moves: Sequence[int], position: Position, limit: Limit, patience: float) -> Answer:
        try:
            move = self.player.choose(position, limit)
        except OutplayError as error:
            raise Failure(Ending.CRASH, str(error)) from None
        analysis = getattr(self.player, "analysis", None)
        return Answer(move, getattr(analysis, "score", None))

    def end(self, winner: int | None, ending: Ending, detail: str) -> None:
        pass
