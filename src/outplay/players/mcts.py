"""Monte Carlo tree search as a player: it needs nothing but the rules of a game."""

import random
from collections.abc import Sequence
from contextlib import closing
from typing import TYPE_CHECKING

from outplay.core.game import Game, Position
from outplay.core.limits import NO_LIMIT, Limit, checked
from outplay.players.engine import within
from outplay.players.explanation import Considered, Explanation
from outplay.players.player import Choice, Player, Report
from outplay.players.reasons import EVEN, SHOWN

if TYPE_CHECKING:
    from outplay.engine.mcts import RootMove, TreeAnalysis

SEEDS = 1 << 60
"""A player without a seed draws one below this."""


class MctsPlayer(Player):
    """Thinks for some seconds or for a number of playouts; half a second if nothing is said.

    `exploration` is the factor of the exploration term in hundredths; where it is not given, the default of the search.
    `net` is the network that evaluates leaves in place of random games: "auto", "none" or a file. It is "none" if
    nothing is said, here and wherever this search is used: it is asked for because of its random games, and in some
    games, as in Hex, they judge better than a network of a few minutes, so that training must not replace them.
    `endgame` is the endgame table, as for the engine.
    """

    def __init__(
        self,
        game: Game,
        time: float | None = None,
        playouts: int | None = None,
        goal: str = "win",
        exploration: int | None = None,
        table: int = 64,
        seed: int | None = None,
        net: str = "none",
        endgame: str = "auto",
    ) -> None:
        from outplay.engine.mcts import EXPLORATION_FACTOR, TreeSearch
        from outplay.solve.tables import prepare_table

        self.limit = checked(Limit(time=time, nodes=playouts))
        factor = EXPLORATION_FACTOR if exploration is None else exploration / 100
        self.seed = seed
        if endgame == "auto":
            prepare_table(game)
        self.search = TreeSearch(game, table, factor, goal=goal, seed=self._drawn(None), net=net, endgame=endgame)
        self.network = self.search.net.words
        self.stopped = False
        """Whether the choice that is under way was told to stop, perhaps before its search had begun."""

    def choose(
        self,
        position: Position,
        limit: Limit = NO_LIMIT,
        moves: Sequence[int] = (),
        report: Report | None = None,
    ) -> Choice:
        self.stopped = False
        found: TreeAnalysis | None = None
        with closing(self.search.stream(position, within(self.limit, limit._replace(depth=None)))) as stream:
            for found in stream:
                if report:
                    report(choice_of(position, found, self.network))
                if self.stopped:
                    break
        assert found
        return choice_of(position, found, self.network)

    def stop(self) -> bool:
        self.stopped = True
        self.search.stop()
        return True

    def new_game(self, position: Position, side: int, seed: int | None = None) -> None:
        self.search.clear(self._drawn(seed))

    def _drawn(self, seed: int | None) -> int:
        """The seed of the random games: the player's own, or that of the game, or any."""
        seed = seed if self.seed is None else self.seed
        return random.randrange(SEEDS) if seed is None else seed


def choice_of(position: Position, found: "TreeAnalysis", network: str = "") -> Choice:
    depth = round(found.depth) if found.playouts else None
    return Choice(found.move, found.value, depth, found.playouts, explain=lambda: explained(position, found, network))


def explained(position: Position, found: "TreeAnalysis", network: str = "") -> Explanation:
    """Why the search plays the move of an analysis. `network` says in words what judged the leaves, if it was one."""
    figures: dict[str, float | str] = {
        "playouts": found.playouts,
        "visits": found.visits,
        "mean depth": found.depth,
        "deepest": found.deepest,
        "seconds": found.seconds,
        "leaves judged by": network or "random games",
    }
    considered = tuple(
        Considered(move.move, move.value if move.visits or move.exact else None, why=move_text(move))
        for move in found.moves
    )
    return Explanation(found.move, reason(position, found), figures, considered)


def reason(position: Position, found: "TreeAnalysis") -> str:
    """What the move leads to, and how much of the search went to it."""
    if not found.moves:
        return "It was stopped before the first playout; this is the first legal move."
    best = found.moves[0]
    by = f" by {best.at_least}" if best.exact and best.at_least and best.at_least > 1 else ""
    if best.proven == "win":
        return f"It wins{by}; that is proven."
    if found.outcome and best.proven == "draw":
        return "Nothing does better than a draw; that is proven."
    if best.proven == "draw":
        return "It draws; that is proven, and the other moves do not promise more."
    if best.proven == "loss":
        return "Every move loses; that is proven."
    if best.visits == 0:
        return "No playout went through this move, and none is better; nothing is known."
    share = best.visits / max(1, found.visits)
    ahead = "ahead" if best.value > 0 else "behind"
    score = "about even" if abs(best.value) < EVEN else f"{abs(best.value):.2f} {ahead}"
    line = " ".join(position.names(best.line[:SHOWN]))
    visited = f"{share:.0%} of the playouts went through this move."
    return f"It expects to be {score}; the most visited line begins {line}. {visited}"


def move_text(move: "RootMove") -> str:
    """The visits of a move and what is proven, in a few words."""
    visits = f"{move.visits:,} {'visit' if move.visits == 1 else 'visits'}"
    if move.exact:
        return f"{visits}, proven"
    return f"{visits}, {move.proven} proven" if move.proven else visits
