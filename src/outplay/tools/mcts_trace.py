"""The tree of a Monte Carlo tree search as a table of nodes, for the page and for programs.

The compiled search of `outplay.engine.mcts` makes so many playouts with a fixed seed, so that the same question gets
the same tree. Then the tree is read into the columns of `outplay.tools.trace`, with three more: the visits of a node
and the bounds that are proven of its value. The children of a node stand in the order of their visits.

    mcts_trace(position, playouts=1000, seed=0, net="none", most_nodes=60_000, stop=…) -> MctsTrace

A move that no playout passed through is left out and counted in `skipped`, unless it ends the game: that is known
without a playout. A node that the search decided at once has lost its children, to save memory; those that end the game
are shown again, because they are what decided it. A tree of more than `most_nodes` nodes is shown without the nodes
that have the fewest visits.
"""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from outplay.core.errors import BadLimit
from outplay.core.game import Position, guarded
from outplay.core.limits import Limit
from outplay.search.hooks import margin_value
from outplay.search.tree import BOUND, ROOT
from outplay.tools.trace import MOST_NODES, MOST_SECONDS, NO_NODE, POLL, NodeTable, never

if TYPE_CHECKING:
    from outplay.engine.mcts import TreeSearch

MCTS = "mcts"
"""The name of the search, beside those of `outplay.tools.trace`."""
PLAYOUTS, MOST_PLAYOUTS = 1_000, 20_000
"""The default and the largest number of playouts: each adds one node at most to what is shown."""
TABLE_MB = 16
"""The memory of the search's tree. A full tree gets no more nodes, so its size belongs to the question."""

EXACT, MEAN = range(2)
KINDS = ("exact", "mean")
"""What a value is: proven, or the mean of the playouts, within what is proven."""

EXPANDED, LEAF, DECIDED, OVER = range(4)
ENDS = ("expanded", "leaf", "decided", "over")
"""What a node is: it has children; it has none yet; moves that end the game decided it at once; the game is over."""


class MctsTrace(NodeTable):
    """The tree of a Monte Carlo tree search."""

    def __init__(self, position: Position, wanted: int, seed: int) -> None:
        super().__init__(position)
        self.wanted, self.seed = wanted, seed
        """The number of playouts that was asked for."""
        self.playouts = 0
        """The number that was made: fewer if the result was proven before, or the time was up."""
        self.depth, self.deepest = 0.0, 0
        """The mean and the largest depth of the leaves."""
        self.least = 0
        """Nodes with fewer visits are left out because the tree is too large; 0 if it is not."""
        self.network = self.notice = ""
        """The network that judged the leaves, in a few words; why an expected one did not."""
        self.visits: list[int] = []
        """The number of playouts that passed through the node."""
        self.low: list[int | None] = []
        self.high: list[int | None] = []
        """The value is proven to be no less than `low` and no more than `high`; None if nothing is."""

    def proven(self, node: int) -> str:
        """What is proven for the side to move at the root: "win", "draw" or "loss"; empty if nothing is."""
        low, high = self.low[node], self.high[node]
        if low is not None and low > 0:
            return "win"
        if high is not None and high < 0:
            return "loss"
        return "draw" if low == high == 0 else ""

    def summary(self) -> dict[str, Any]:
        """The facts about the whole tree, ready for JSON."""
        return {
            **super().summary(),
            "search": MCTS,
            "kinds": KINDS,
            "ends": ENDS,
            "mcts": {
                "wanted": self.wanted,
                "playouts": self.playouts,
                "seed": self.seed,
                "depth": self.depth,
                "deepest": self.deepest,
                "proven": self.proven(0),
                "least": self.least,
                "network": self.network,
                "notice": self.notice,
            },
        }

    def columns(self, first: int, last: int) -> dict[str, Any]:
        """The nodes `first` to `last` - 1, ready for JSON; None for a missing value or bound."""
        return {
            **super().columns(first, last),
            "visits": self.visits[first:last],
            "low": self.low[first:last],
            "high": self.high[first:last],
        }


class Full(Exception):
    """The tree has more nodes than may be shown."""


class Reader:
    """Reads the tree of a search into a trace."""

    def __init__(self, made: MctsTrace, search: "TreeSearch", most_nodes: int, stop_reason: Callable[[], str]) -> None:
        self.trace, self.search, self.most_nodes, self.stop_reason = made, search, most_nodes, stop_reason
        self.tree, self.bound = search.finished_tree(), int(search.control[BOUND])
        self.player = made.position.to_move
        self.cut = ""
        """Why the nodes that are still to be read are left out; empty if they are not."""

    def read(self) -> None:
        """Reads all; raises Full if there are more nodes than may be shown."""
        made = self.trace
        self.visit(made.position, ROOT, NO_NODE, "")
        too_few = made.playouts < made.wanted and not self.search.decided(ROOT)
        made.stopped = self.cut or (self.stop_reason() or "time" if too_few else "")

    def visit(self, position: Position, index: int, parent: int, move: str) -> int:
        """Adds a node of the search's tree with all below it; returns its number."""
        made, tree = self.trace, self.tree
        node = self.enter(position, parent, move)
        ours = parent == NO_NODE or made.mover[parent] == self.player
        visits, low, high = (int(field[index]) for field in (tree.visits, tree.low, tree.high))
        made.visits[node] = visits
        if visits or low == high:
            mean = max(low, min(high, round(int(tree.margin[index]) / max(1, visits))))
            made.value[node] = mean if ours else -mean
        known = (low if low > -self.bound or low == high else None, high if high < self.bound or low == high else None)
        made.low[node], made.high[node] = known if ours else tuple(None if b is None else -b for b in known[::-1])
        if low == high:
            made.kind[node] = EXACT
        if position.outcome():
            made.end[node] = OVER
        elif len(self.search.children(index)):
            self.visit_children(position, index, node)
        elif self.search.decided(index):
            self.show_ends(position, node)
        made.size[node] = len(made) - node
        return node

    def visit_children(self, position: Position, index: int, node: int) -> None:
        """Adds the children of an expanded node, the most visited first."""
        made, tree, game = self.trace, self.tree, position.game
        made.end[node] = EXPANDED
        ranked = self.search.ranked(index)
        for child in sorted(ranked, key=lambda i: -int(tree.visits[i])):
            visits, move = int(tree.visits[child]), int(tree.move[child])
            seen = visits >= max(1, made.least) or (not made.least and tree.low[child] == tree.high[child])
            if not seen or self.cut:
                made.skipped[node] += 1
                continue
            after = game.positioned(guarded(game.play, position.state, move))
            number = self.visit(after, child, node, position.name(move))
            if child == ranked[0]:
                made.best[node] = number

    def show_ends(self, position: Position, node: int) -> None:
        """Adds the moves that end the game at a node which they decided, the best for the side to move first."""
        made, game, moves = self.trace, position.game, position.moves()
        made.end[node] = DECIDED
        made.skipped[node] = len(moves)
        if made.least or self.cut:
            return
        ended = []
        for move in moves:
            after = game.positioned(guarded(game.play, position.state, move))
            if outcome := after.outcome():
                ended.append((outcome.margin_for(position.to_move), move, after))
        ended.sort(key=lambda end: -end[0])
        made.skipped[node] -= len(ended)
        for margin, move, after in ended:
            child = self.enter(after, node, position.name(move))
            value = margin_value(margin if position.to_move == self.player else -margin)
            made.value[child] = made.low[child] = made.high[child] = value
            made.kind[child], made.end[child], made.size[child] = EXACT, OVER, 1
            if made.best[node] == NO_NODE:
                made.best[node] = child

    def enter(self, position: Position, parent: int, move: str) -> int:
        made = self.trace
        if len(made) >= self.most_nodes:
            raise Full
        if len(made) % POLL == 0 and not self.cut:
            self.cut = self.stop_reason()
        made.visits.append(0)
        made.low.append(None)
        made.high.append(None)
        return made.add(position.to_move, parent, move, MEAN, LEAF)


def mcts_trace(
    position: Position,
    playouts: int = PLAYOUTS,
    seed: int = 0,
    net: str = "none",
    most_nodes: int = MOST_NODES,
    stop: Callable[[], bool] = never,
    search: "TreeSearch | None" = None,
) -> MctsTrace:
    """The tree of so many playouts from a position. The search is stopped when `stop()` is true.

    `net` is the network that judges the leaves, as for `TreeSearch`; without one random games do. There is no endgame
    table, so that what is proven is proven by the tree. `search` is one of this game that is used again; its tree and
    its random numbers are forgotten first.
    """
    from outplay.engine.mcts import TreeSearch

    if not 1 <= playouts <= MOST_PLAYOUTS:
        raise BadLimit(f"the number of playouts must be 1 to {MOST_PLAYOUTS:,}, not {playouts:,}")
    if position.outcome():
        raise BadLimit("the game is over in this position; there is nothing to search")
    latest = time.monotonic() + MOST_SECONDS

    def stop_reason() -> str:
        return "asked" if stop() else "time" if time.monotonic() > latest else ""

    search = search or TreeSearch(position.game, TABLE_MB, net=net, endgame="none")
    search.clear(seed)
    streamed = search.stream(position, Limit(nodes=playouts, time=MOST_SECONDS / 2))  # the rest is for reading
    found = next(streamed)
    for later in streamed:
        found = later
        if stop():
            search.stop()
    made_playouts = int(search.finished_tree().visits[ROOT])  # more than the last report had, if it was stopped
    least = 0
    while True:
        made = MctsTrace(position, playouts, seed)
        made.playouts, made.depth, made.deepest = made_playouts, found.depth, found.deepest
        made.network, made.notice = search.net.words, search.net.notice
        made.least = least
        try:
            Reader(made, search, most_nodes, stop_reason).read()
            return made
        except Full:
            least = max(1, 2 * least)
