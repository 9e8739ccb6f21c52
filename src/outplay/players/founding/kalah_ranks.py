"""The player of the founding document on Kalah: minimax with leaves that are ranked by where the last seed landed.

The search is a compiled kernel, which keeps no nodes. `tree` builds the same tree in memory, for inspection.
"""

import time
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from outplay.core.bits import GOING_ON
from outplay.core.errors import BadLimit
from outplay.core.game import Game, Position
from outplay.core.limits import NO_LIMIT, Limit
from outplay.players.explanation import Considered, Explanation
from outplay.players.founding.kalah_utility import FINAL, estimates, merit
from outplay.players.player import Choice, Player, Report

if TYPE_CHECKING:
    from outplay.core.arrays import Ints
    from outplay.players.founding.kalah_tree import Step
    from outplay.players.founding.node import Node

SEARCHES = ("minimax", "depth", "pruned")

DEPTH = 6
"""The default depth, in plies."""

MOST_NODES = 20_000_000
"""Nodes that a search may visit; a search of more raises BadLimit, since its tree would take gigabytes."""

MOST_KEPT = 50_000
"""Nodes that a tree in memory may have; building that many takes about a second."""

LANDED = (
    "among the houses across",
    "in a house on its side that was not empty",
    "in its kalah",
    "in an empty house on its side",
)
"""Where the last seed of a move has landed, by the rank of the move."""


class Valued(NamedTuple):
    """A move of the root and its value for the side to move; if `at_most`, the value is an upper bound."""

    move: int
    value: int
    at_most: bool


class KalahRanks(Player):
    """Searches `depth` plies with or without pruning, or to the end of the game; plays the first of the best moves."""

    def __init__(self, game: Game, search: str = "pruned", depth: int | None = None) -> None:
        from outplay.compiler.kernel import Kernel
        from outplay.engine.kernels import checked_depth
        from outplay.players.founding.kalah_search import depth_limited, leaves, pruned
        from outplay.search.plain import MOST_PLIES

        if search not in SEARCHES:
            raise BadLimit(f"there is no search {search!r}; there are {', '.join(SEARCHES)}")
        if search == "minimax" and depth is not None:
            raise BadLimit("search=minimax goes to the end of the game; with a depth write search=depth or pruned")
        self.game = game
        self.search = search
        self.depth = MOST_PLIES if search == "minimax" else DEPTH if depth is None else checked_depth(depth)
        estimate = estimates(game)
        self.leaf = leaves(game.rules, estimate)
        self.kernel = Kernel(game, partial(pruned if search == "pruned" else depth_limited, estimate=estimate))

    def choose(
        self,
        position: Position,
        limit: Limit = NO_LIMIT,
        moves: Sequence[int] = (),
        report: Report | None = None,
    ) -> Choice:
        import numpy as np

        from outplay.engine.kernels import room, run
        from outplay.players.founding.kalah_search import COUNTS, CUTS, FINALS, HORIZON
        from outplay.search.plain import NODES

        if position.outcome():
            raise BadLimit("the game is over in this position; there is nothing to search")
        counts, scratch = np.zeros(COUNTS, np.int64), room(self.game, self.depth)
        began = time.perf_counter()
        valued = run(counts, lambda: self.root(position, counts, scratch))
        seconds = time.perf_counter() - began
        if counts[NODES] > MOST_NODES or (self.search == "minimax" and counts[HORIZON]):
            raise BadLimit(self.too_large(MOST_NODES))
        self.position = position
        self.valued = sorted(valued, key=lambda one: (-one.value, one.at_most))
        self.nodes = int(counts[NODES])
        self.nothing = "a draw, or rank 0 with 0 won" if counts[HORIZON] else "a draw"
        self.figures: dict[str, float | str] = {
            "depth": "to the end" if self.search == "minimax" else self.depth,
            "nodes": self.nodes,
            "leaves": int(counts[HORIZON] + counts[FINALS]),
            "finished games": int(counts[FINALS]),
            "cut-offs": int(counts[CUTS]),
            "seconds": seconds,
        }
        depth = None if self.search == "minimax" else self.depth
        return Choice(self.valued[0].move, explain=self._explanation, depth=depth, nodes=self.nodes)

    def root(self, position: Position, counts: "Ints", scratch: "Ints") -> list[Valued]:
        """The moves of the root with their values, in the order of their houses. With pruning, the value of a move that
        is not better than an earlier one is an upper bound."""
        from outplay.search.plain import INFINITY, NODES, STOP

        rules, state = self.game.rules, position.state
        best, valued = -INFINITY, []
        counts[NODES] = 1
        for move in position.moves():
            child = rules.play(state, move)
            turned = rules.turned(state, child)
            counts[NODES] += 1
            value, exact = rules.outcome(child), True
            if value != GOING_ON or self.depth == 1:
                value = self.leaf(state, move, child, value, counts)
            else:
                window = () if self.search != "pruned" else (-INFINITY, -best) if turned else (best, INFINITY)
                value = self.kernel(child, self.depth - 1, *window, MOST_NODES, counts, scratch)
                value = -value if turned else value
                exact = not window or value > best
            valued.append(Valued(move, value, not exact))
            best = max(best, value)
            if counts[STOP] or counts[NODES] > MOST_NODES:
                break
        return valued

    def too_large(self, most: int) -> str:
        if self.search == "minimax":
            return f"plain minimax has more than {most:,} nodes here; take a smaller board, or search=depth or pruned"
        advice = "a smaller depth" if self.search == "pruned" else "a smaller depth, or search=pruned"
        return f"the tree has more than {most:,} nodes at depth {self.depth}; take {advice}"

    def tree(self) -> "Node[Step]":
        """The root of the tree that the last choice searched, with all visited nodes; raises BadLimit if these are more
        than MOST_KEPT."""
        from outplay.players.founding.kalah_tree import GameTree

        if self.nodes > MOST_KEPT:
            raise BadLimit(self.too_large(MOST_KEPT))
        return GameTree(self.game).grown(self.position, self.search, self.depth)

    def _explanation(self) -> Explanation:
        """The explanation of the last choice."""
        considered = tuple(Considered(*one, reading(one.value) or self.nothing) for one in self.valued)
        figures = self.figures
        if self.nodes <= MOST_KEPT:
            figures = figures | {"line": " ".join(self.line())}
        return Explanation(self.valued[0].move, self.because(), figures, considered)

    def line(self) -> list[str]:
        """The names of the moves of the principal variation."""
        from outplay.players.founding.kalah_tree import principal

        names = []
        node = principal(self.tree())
        while node.parent:
            names.append(self.game.board.name(node.parent.data.state, node.data.move))
            node = node.parent
        return names[::-1]

    def because(self) -> str:
        value = self.valued[0].value
        if len(self.valued) == 1:
            return "It is the only move."
        if value > FINAL:
            return f"It wins by {value - FINAL} or more, whatever the other does."
        if value < -FINAL:
            return f"Every move loses; with this one it is by no more than {-value - FINAL}."
        if value == 0:
            return f"It can be sure of no better end of the line than {self.nothing}."
        rank = merit(abs(value)).rank
        end = f"rank {rank}: the last seed {LANDED[rank]}."
        if value > 0:
            return f"It can end the line with a move of its own of {end}"
        return f"Whatever it plays, the other can end the line; this holds it to {end}"


def reading(value: int) -> str:
    """A value for the side to move in words; an empty text for 0, which has several meanings.

    >>> reading(3_004_005), reading(-2_000_001)
    ('own rank 3, 4 opposite, 5 won', "other's rank 2, 1 won")
    >>> reading(10_000_006)
    'wins by 6'
    """
    if value == 0:
        return ""
    if abs(value) > FINAL:
        return f"{'wins' if value > 0 else 'loses'} by {abs(value) - FINAL}"
    rank, opposite, won = merit(abs(value))
    whose = "own" if value > 0 else "other's"
    return f"{whose} rank {rank}, " + f"{opposite} opposite, " * (rank == 3) + f"{won} won"
