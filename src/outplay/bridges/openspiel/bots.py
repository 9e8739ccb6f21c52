"""OpenSpiel's bots as players, of its games and of ours: openspiel-mcts, openspiel-minimax, openspiel-random."""

import random
import time
from collections.abc import Sequence
from typing import Any

from outplay.bridges.openspiel.library import library
from outplay.bridges.openspiel.ours import register
from outplay.bridges.openspiel.theirs import TextBoard
from outplay.core.errors import BadLimit
from outplay.core.game import Game, Position
from outplay.core.limits import NO_LIMIT, Limit
from outplay.players.engine import within
from outplay.players.explanation import Considered, Explanation
from outplay.players.player import Choice, Player, Report

SEEDS = 1 << 31
"""OpenSpiel's seeds are below this."""
MOST_SIMULATIONS = 1_000_000_000
"""Where only the time ends a search."""
MEMORY_MB = 256
DEPTH = 3
"""How deep minimax goes if nothing is said: it runs as plain Python."""


class Bot(Player):
    """What the bots share: OpenSpiel's game and states, and random numbers."""

    def __init__(self, game: Game, seed: int | None = None) -> None:
        self.spiel = library()
        self.game, self.seed = game, seed
        self.theirs = game.board.rules.theirs if isinstance(game.board, TextBoard) else self.registered()
        self.generator = random.Random(seed)

    def registered(self) -> Any:
        return self.spiel.load_game(register(self.game))

    def state(self, position: Position) -> Any:
        """OpenSpiel's state of a position, which may be changed."""
        if isinstance(self.game.board, TextBoard):
            return self.game.board.rules.live(position.state).clone()
        state = self.theirs.new_initial_state()
        state.position = position
        return state

    def drawn_seed(self) -> int:
        return self.generator.randrange(SEEDS)

    def new_game(self, position: Position, side: int, seed: int | None = None) -> None:
        self.generator.seed(seed if self.seed is None else self.seed)


class MctsBot(Bot):
    """OpenSpiel's MCTSBot with random rollouts: half a second a move if nothing is said."""

    def __init__(
        self,
        game: Game,
        time: float | None = None,
        simulations: int | None = None,
        exploration: int = 200,
        seed: int | None = None,
    ) -> None:
        super().__init__(game, seed)
        self.limit, self.exploration = Limit(time=time, nodes=simulations), exploration / 100

    def choose(
        self,
        position: Position,
        limit: Limit = NO_LIMIT,
        moves: Sequence[int] = (),
        report: Report | None = None,
    ) -> Choice:
        allowed = within(self.limit, limit)
        seconds = allowed.time if allowed.time is not None else allowed.clock and allowed.clock / 30
        evaluator = self.spiel.RandomRolloutEvaluator(1, self.drawn_seed())
        bot = self.spiel.MCTSBot(
            self.theirs,
            evaluator,
            self.exploration,
            allowed.nodes or MOST_SIMULATIONS,
            MEMORY_MB,
            True,  # wins and losses that are proven go up the tree
            self.drawn_seed(),
            False,
            max_wall_clock_time=-1.0 if seconds is None else seconds,
        )
        began = time.perf_counter()
        root = bot.mcts_search(self.state(position))
        spent = time.perf_counter() - began
        best = root.best_child()
        value = best.total_reward / max(1, best.explore_count)

        def explain() -> Explanation:
            children = sorted(root.children, key=lambda child: -child.explore_count)
            considered = tuple(
                Considered(c.action, c.total_reward / c.explore_count if c.explore_count else None, why=visits(c))
                for c in children
            )
            because = "OpenSpiel's MCTSBot visited it most, or has proven that it is best."
            return Explanation(best.action, because, {"simulations": root.explore_count, "seconds": spent}, considered)

        return Choice(best.action, value, nodes=root.explore_count, explain=explain)


def visits(child: Any) -> str:
    return f"{child.explore_count:,} {'visit' if child.explore_count == 1 else 'visits'}"


class MinimaxBot(Bot):
    """OpenSpiel's alpha-beta search in Python, to a depth; positions at the horizon are worth 0."""

    def __init__(self, game: Game, depth: int = DEPTH, seed: int | None = None) -> None:
        super().__init__(game, seed)
        if depth < 1:
            raise BadLimit(f"the depth must be 1 or more, not {depth}")
        self.depth = depth

    def choose(
        self,
        position: Position,
        limit: Limit = NO_LIMIT,
        moves: Sequence[int] = (),
        report: Report | None = None,
    ) -> Choice:
        from open_spiel.python.algorithms.minimax import alpha_beta_search

        state = self.state(position)
        value, move = alpha_beta_search(
            self.theirs,
            state=state,
            value_function=lambda _: 0.0,
            maximum_depth=self.depth,
            maximizing_player_id=state.current_player(),
        )
        because = f"OpenSpiel's alpha-beta search finds nothing better within {self.depth} plies."
        considered = (Considered(int(move), float(value)),)
        return Choice(
            int(move),
            float(value),
            depth=self.depth,
            explain=lambda: Explanation(int(move), because, {"depth": self.depth}, considered),
        )


class RandomBot(Bot):
    """OpenSpiel's uniformly random bot."""

    def choose(
        self,
        position: Position,
        limit: Limit = NO_LIMIT,
        moves: Sequence[int] = (),
        report: Report | None = None,
    ) -> Choice:
        state = self.state(position)
        move = int(self.spiel.make_uniform_random_bot(state.current_player(), self.drawn_seed()).step(state))
        considered = tuple(map(Considered, position.moves()))
        because = "OpenSpiel's random bot drew it."
        return Choice(move, explain=lambda: Explanation(move, because, {}, considered))
