"""The engine as a player, at full strength and at levels that one can beat."""

import random
from collections.abc import Sequence
from contextlib import closing
from typing import TYPE_CHECKING, NamedTuple

from outplay.core.errors import BadLimit
from outplay.core.game import Game, Position
from outplay.core.limits import DELAY, NO_LIMIT, Limit, checked
from outplay.players.explanation import Considered, Explanation
from outplay.players.player import Choice, Player, Report
from outplay.players.reasons import reason

if TYPE_CHECKING:
    from outplay.engine.analysis import Analysis


class Level(NamedTuple):
    """How a weaker engine plays: it looks so many plies ahead, and overlooks each move with some probability. A move
    that wins at once is never overlooked."""

    depth: int
    overlooks: float


LEVELS = {
    1: Level(1, 0.50),
    2: Level(2, 0.45),
    3: Level(2, 0.25),
    4: Level(3, 0.20),
    5: Level(4, 0.12),
    6: Level(5, 0.06),
    7: Level(7, 0.03),
    8: Level(9, 0.0),
    9: Level(12, 0.0),
}
"""Level 10 is the engine as it is."""

FULL_STRENGTH = 10

DEFAULT_SECONDS = 0.5
"""How long it thinks about a move if nothing is said."""

MOST_NODES = 200_000
"""A weaker engine visits no more positions than this for a move, however wide the board is."""

MOST_LOOKED_AT = 8
"""A weaker engine that overlooks moves chooses among the best so many."""


class EnginePlayer(Player):
    """Thinks for some seconds, to a depth or for a number of positions; half a second if nothing is said.

    Below full strength the level says how far it looks, and the other limits hold beside it. `lines` is the number of
    moves that get a score of their own, so that the reasons can compare them. `net` is the network that evaluates:
    "auto" for one that was trained here or comes with outplay, "none", or a file. `endgame` is the endgame table, given
    in the same way; "auto" also makes a small one where there is none, which takes a second or two once.
    """

    def __init__(
        self,
        game: Game,
        level: int = FULL_STRENGTH,
        time: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        table: int = 64,
        threads: int = 1,
        seed: int | None = None,
        lines: int = 1,
        net: str = "auto",
        endgame: str = "auto",
    ) -> None:
        from outplay.engine.engine import Engine
        from outplay.solve.tables import prepare_table

        if level != FULL_STRENGTH and level not in LEVELS:
            raise BadLimit(f"the engine has the levels 1 to {FULL_STRENGTH}, not {level}")
        self.level = LEVELS.get(level)
        if self.level:
            depth = self.level.depth if depth is None else min(depth, self.level.depth)
            nodes = MOST_NODES if nodes is None else min(nodes, MOST_NODES)
        self.limit = checked(Limit(time, depth, nodes))
        if endgame == "auto":
            prepare_table(game)
        self.engine = Engine(game, table, threads, net=net, endgame=endgame)
        self.network = self.engine.net.words
        self.lines = MOST_LOOKED_AT if self.level and self.level.overlooks else lines
        self.seed = seed
        self.generator = random.Random(seed)
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
        overlooks = self.level.overlooks if self.level else 0.0
        allowed = within(self.limit, limit)
        analysis: Analysis | None = None
        with closing(self.engine.stream(position, allowed, self.lines)) as found:
            for analysis in found:
                if report:
                    report(choice_of(position, analysis, self.network))
                if self.stopped:
                    break
        assert analysis
        lines = list(analysis.lines)
        if overlooks and not wins_at_once(position, lines[0].move):
            self.generator.shuffle(lines)
            lines.sort(key=lambda line: -line.score)
            lines = [line for line in lines if self.generator.random() >= overlooks] or lines[-1:]
            analysis = analysis._replace(**lines[0]._asdict())
        return choice_of(position, analysis, self.network)

    def stop(self) -> bool:
        self.stopped = True
        self.engine.stop()
        return True

    def new_game(self, position: Position, side: int, seed: int | None = None) -> None:
        self.engine.clear()
        self.generator.seed(seed if self.seed is None else self.seed)


def choice_of(position: Position, found: "Analysis", network: str = "") -> Choice:
    score = found.score if found.known else None
    return Choice(found.move, score, found.depth, found.nodes, found, lambda: explained(position, found, network))


def explained(position: Position, found: "Analysis", network: str = "") -> Explanation:
    """Why the engine plays the move of an analysis. `network` says in words what evaluated, if it was a network."""
    figures: dict[str, float | str] = {"depth": found.depth, "nodes": found.nodes, "seconds": found.seconds}
    if network:
        figures["evaluated by"] = network
    considered = tuple(
        Considered(line.move, line.score if line.known else None, why="proven" * line.exact) for line in found.lines
    )
    return Explanation(found.move, reason(position, found), figures, considered)


def within(own: Limit, game: Limit) -> Limit:
    """What a player may take that has limits of its own in a game that has a clock; half a second without any limit.

    >>> within(Limit(), Limit()).time, within(Limit(nodes=9), Limit()).time, within(Limit(time=2), Limit(time=1)).time
    (0.5, None, 0.98)
    >>> within(Limit(depth=9), Limit(depth=4, nodes=7))
    Limit(time=None, depth=4, nodes=7, clock=None, increment=None)
    """
    time = game.time if game.time is None else max(game.time / 2, game.time - DELAY)
    if own.time is not None:
        time = own.time if time is None else min(own.time, time)
    if own == game == NO_LIMIT:
        time = DEFAULT_SECONDS
    return game._replace(time=time, depth=least(own.depth, game.depth), nodes=least(own.nodes, game.nodes))


def least(*values: int | None) -> int | None:
    """The least of the values that are given; None if none is."""
    return min((value for value in values if value is not None), default=None)


def wins_at_once(position: Position, move: int) -> bool:
    outcome = position.play(move).outcome()
    return outcome is not None and outcome.winner == position.to_move
