"""The contract of a player: what chooses moves, in this process or in another one."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from outplay.core.game import Position
from outplay.core.limits import NO_LIMIT, Limit
from outplay.core.results import GameResult
from outplay.players.explanation import Explanation

if TYPE_CHECKING:
    from outplay.engine.analysis import Analysis


class Choice(NamedTuple):
    """A move that a player chose, and what it knows about it; None for what it does not know."""

    move: int
    score: float | None = None
    """What the position is worth to the side to move, in units of the margin."""
    depth: int | None = None
    """Plies that were searched."""
    nodes: int | None = None
    """Positions that were visited."""
    analysis: "Analysis | None" = None
    """What the engine found; None for other players."""
    explain: Callable[[], Explanation] | None = None
    """Makes the explanation. Some take as long as the search, so they are made only where somebody reads them."""

    @property
    def explanation(self) -> Explanation:
        """Why the player chose this move. Must be read before the player is asked for its next choice."""
        return self.explain() if self.explain else Explanation(self.move, "It gives no reason.", {}, ())

    def __reduce__(self) -> tuple[type["Choice"], tuple[object, ...]]:
        """A pickled or copied choice has no explanation: that is made by the player, which stays where it is."""
        return type(self), (*self[:-1], None)


Report = Callable[[Choice], None]
"""Is called with what a player would choose now, while it is still thinking."""


class Player(ABC):
    """Chooses moves. What goes wrong is raised as PlayerFailure, or as another OutplayError, which counts as a crash.

    `choose` can be called without `new_game`, for any position. All methods but `stop` are called from one thread.
    """

    start_margin: float = 0.0
    """Seconds by which the first move of a game may exceed its time, beside the margin of every move: a program may
    load its data only when it is first asked."""
    network: str = ""
    """How the network was trained that evaluates its positions, in words; empty for a player without one."""

    @abstractmethod
    def choose(
        self,
        position: Position,
        limit: Limit = NO_LIMIT,
        moves: Sequence[int] = (),
        report: Report | None = None,
    ) -> Choice:
        """A legal move in a position where the game is not over.

        `limit` is what the clock of the game allows. `moves` have led here from the position of `new_game`; a player
        that needs no history ignores them, and none may keep or change the list. `report` is called, in this thread,
        whenever a search has found a better or deeper answer; players that have none before the end never call it.
        """
        ...

    def stop(self) -> bool:
        """Makes a choice that is under way return soon, with the best move so far. Called from any thread.

        False if this player cannot be stopped. A choice that begins later is not affected.
        """
        return False

    def new_game(self, position: Position, side: int, seed: int | None = None) -> None:  # noqa: B027
        """Prepares for a game from a position, as the first player (0) or the second (1).

        Forgets earlier games, so that the same seed gives the same moves. A player that was made with a seed of its
        own uses that one.
        """

    def close(self, result: GameResult | None = None) -> None:  # noqa: B027
        """Ends what the player runs, after the game had a result or was broken off (None).

        Never raises, may be called at any time and twice. `new_game` may follow.
        """
