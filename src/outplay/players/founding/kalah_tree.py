"""The Kalah player's game tree, with a node for every move that was searched, and its three searches.

The first player is max, the second is min, and every value is for max. The side to move at a node is read from its
state, because a player whose last seed lands in the own kalah moves again. Each search stores the value that it found
in every node. With pruning, moves that were cut off have no nodes.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from outplay.core.bits import GOING_ON
from outplay.core.game import Game, Position
from outplay.players.founding.kalah_utility import estimates, final
from outplay.players.founding.node import Node
from outplay.search.plain import INFINITY


@dataclass(slots=True)
class Step:
    """The data of a node: a state, the move that led to it (-1 at the root), and the value found by the search."""

    state: Any
    move: int
    value: int = 0


class GameTree:
    """Builds the tree of one game while it is searched. The game must not be over at the root."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.estimate = estimates(game)

    def grown(self, position: Position, search: str, depth: int) -> Node[Step]:
        """The root of the tree that a search visits; `minimax` ignores the depth."""
        root = Node(Step(position.state, -1))
        if search == "minimax":
            self.minimax(root)
        elif search == "depth":
            self.minimax_depth(root, depth)
        else:
            self.minimax_pruned(root, depth, -INFINITY, INFINITY)
        return root

    def minimax(self, node: Node[Step]) -> int:
        """Minimax to the end of the game."""
        if self.is_final(node):
            return self.utility(node)
        best = max if self.is_max(node) else min
        node.data.value = best(self.minimax(child) for child in self.expand(node))
        return node.data.value

    def minimax_depth(self, node: Node[Step], depth: int) -> int:
        """Minimax, at most `depth` plies deep."""
        if depth == 0 or self.is_final(node):
            return self.utility(node)
        best = max if self.is_max(node) else min
        node.data.value = best(self.minimax_depth(child, depth - 1) for child in self.expand(node))
        return node.data.value

    def minimax_pruned(self, node: Node[Step], depth: int, low: int, high: int) -> int:
        """Minimax with alpha-beta pruning: the value if it lies between `low`, which max is sure of, and `high`, which
        min is sure of; otherwise the nearer of the two."""
        if depth == 0 or self.is_final(node):
            return self.utility(node)
        least, most = low, high
        for child in self.expand(node):
            value = self.minimax_pruned(child, depth - 1, low, high)
            if self.is_max(node):
                low = max(low, value)
            else:
                high = min(high, value)
            if low > high:
                break
        node.data.value = min(low, most) if self.is_max(node) else max(high, least)
        return node.data.value

    def expand(self, node: Node[Step]) -> Iterator[Node[Step]]:
        """Adds a child for each move, one at a time as the iterator is advanced."""
        rules, state = self.game.rules, node.data.state
        cursor = rules.begin(state, None, 0)
        while rules.more(cursor):
            move = rules.pick(cursor, None, 0)
            cursor = rules.rest(cursor)
            yield node.add(Step(rules.play(state, move), move))

    def is_max(self, node: Node[Step]) -> bool:
        return self.game.to_move(node.data.state) == 0

    def is_final(self, node: Node[Step]) -> bool:
        return self.game.outcome(node.data.state) != GOING_ON

    def utility(self, node: Node[Step]) -> int:
        """The value of a leaf for max: of the finished game, or the estimate of the move that led to it."""
        step = node.data
        if self.is_final(node):
            value = final(self.game.outcome(step.state))
            step.value = value if self.is_max(node) else -value
        else:
            assert node.parent
            value = self.estimate(node.parent.data.state, step.move, step.state)
            step.value = value if self.is_max(node.parent) else -value
        return step.value


def principal(root: Node[Step]) -> Node[Step]:
    """The leaf at the end of the principal variation, on which both sides play the first of their best moves."""
    node = root
    while node.children:
        node = next(child for child in node if child.data.value == node.data.value)
    return node
