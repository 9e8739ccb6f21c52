"""A search in plain Python that records every node it visits and why it left it: for teaching, not for speed.

All values count for the side to move at the root, in thousandths of the game's margin, so that a window means the same
everywhere in the tree. A node where that player moves has the largest value of its children, a node where the opponent
moves the smallest; a second move of the same player (Kalah) needs no special case. Moves are searched in the game's
own order, and without a table the nodes are those of the compiled searches in `outplay.search.plain`. At the horizon
stands what the engine evaluates with: the network that there is for the game, or the game's own evaluation. The tree of
Monte Carlo tree search, which is compiled, is read by `outplay.tools.mcts_trace`.

    trace(position, search="alpha-beta", table=False, depth=4, most_nodes=60_000, stop=…, net="auto") -> Trace
    chunks_of(trace) -> iterator of dicts, ready for JSON:
        {"tree": `Trace.summary()`}
        {"nodes": {"first": number of the first node of this chunk, column: [one entry per node], …}}, once or more
"""

import time
import warnings
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from outplay.core.errors import BadLimit
from outplay.core.game import Game, Position, guarded
from outplay.core.notebook import Row
from outplay.engine.networks import AUTO, Found, UnusedNetwork, find_network, static_evaluation
from outplay.search.hooks import margin_value
from outplay.search.values import INFINITY, UNIT

SEARCHES = ("minimax", "alpha-beta")

MOST_NODES = 60_000
"""The largest number of nodes: the page keeps the whole tree in memory. A larger tree is left unfinished."""
MOST_DEPTH = 60
MOST_SECONDS = 20.0
"""After this time, which only slow rules reach, the tree is left unfinished."""
MOST_COUNTED = 50_000
"""The largest number of positions visited to count the nodes of minimax; beyond, the count is a lower bound."""
CHUNK = 4_000
"""The number of nodes in one message."""
POLL = 64
"""The number of nodes between two tests of the clock."""

EXACT, LOWER, UPPER, OPEN = range(4)
KINDS = ("exact", "lower", "upper", "open")
"""The relation of a node's value to its minimax value: equal; a lower bound; an upper bound; unknown, as unfinished."""

SEARCHED, OVER, HORIZON, TABLE, CUT, UNFINISHED = range(6)
ENDS = ("searched", "over", "horizon", "table", "cut", "unfinished")
"""Why the search left a node: all its moves were searched; the game is over; the depth is reached; the value comes from
the table; a cut-off; or the search was stopped."""

NO_NODE = -1
"""The number in a column of nodes where there is none."""


def never() -> bool:
    return False


class Window(NamedTuple):
    """What other branches already guarantee: at least alpha to the root's player, at most beta by the opponent."""

    alpha: int = -INFINITY
    beta: int = INFINITY
    alpha_from: int = NO_NODE
    beta_from: int = NO_NODE
    """The nodes that alpha and beta are the values of."""

    def after(self, value: int, node: int, ours: bool) -> "Window":
        """The window for the next move after one of the root's player (`ours`) or of the opponent had `value`."""
        if ours:
            return self._replace(alpha=value, alpha_from=node) if value > self.alpha else self
        return self._replace(beta=value, beta_from=node) if value < self.beta else self

    def kind(self, value: int) -> int:
        """What a value is that was searched with this window: EXACT, LOWER or UPPER."""
        if value >= self.beta:
            return LOWER
        return UPPER if value <= self.alpha else EXACT


class Entry(NamedTuple):
    """An entry of the transposition table: a value, its kind (EXACT, LOWER, UPPER), and the node where it was found."""

    value: int
    kind: int
    node: int

    def answers(self, window: Window) -> bool:
        """Whether the entry replaces a search with this window: it is exact, or a bound outside of the window."""
        if self.kind == LOWER:
            return self.value >= window.beta
        return self.kind == EXACT or self.value <= window.alpha


class NodeTable:
    """A tree as columns with one entry for each node, depth first. Node 0 is the root.

    Values are thousandths of the margin and count for the side to move at the root. The nodes of a subtree are numbered
    consecutively.
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        self.stopped = ""
        """Why the tree is unfinished: "nodes", "time" or "asked"; empty if it is finished."""
        self.names: dict[str, int] = {}
        """The names of moves, each with the number that stands for it in the column `move`."""
        self.parent: list[int] = []
        self.ply: list[int] = []
        self.move: list[int] = []
        self.mover: list[int] = []
        """The side to move, 0 or 1."""
        self.value: list[int | None] = []
        self.kind: list[int] = []
        self.end: list[int] = []
        self.best: list[int] = []
        """The child that gave the node its value or caused the cut-off."""
        self.skipped: list[int] = []
        """The number of moves that were not searched."""
        self.size: list[int] = []
        """The number of nodes of the subtree, with its root."""

    def __len__(self) -> int:
        return len(self.parent)

    def to_rows(self) -> list[Row]:
        """The nodes for `pandas.DataFrame` or `polars.DataFrame`: a row for each."""
        from outplay.tools.trace_html import rows_of

        return rows_of(self)

    def __str__(self) -> str:
        from outplay.tools.trace_html import in_words

        return in_words(self)

    def _repr_html_(self) -> str:
        from outplay.tools.trace_html import trace_html

        return trace_html(self)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(str(self))

    def add(self, mover: int, parent: int, move: str, kind: int, end: int) -> int:
        """Adds a node about which nothing more is known yet, and returns its number."""
        self.parent.append(parent)
        self.ply.append(self.ply[parent] + 1 if parent != NO_NODE else 0)
        self.move.append(self.names.setdefault(move, len(self.names)))
        self.mover.append(mover)
        self.value.append(None)
        self.kind.append(kind)
        self.end.append(end)
        self.best.append(NO_NODE)
        self.skipped.append(0)
        self.size.append(0)
        return len(self) - 1

    def path(self, node: int) -> list[str]:
        """The names of the moves that lead to a node."""
        names, path = list(self.names), []
        while node:
            path.append(names[self.move[node]])
            node = self.parent[node]
        return path[::-1]

    def children(self, node: int) -> list[int]:
        """The children of a node in the order of the table."""
        children, child = [], node + 1
        while child < node + self.size[node]:
            children.append(child)
            child += self.size[child]
        return children

    def line(self) -> list[str]:
        """The best moves from the root on."""
        names, line, node = list(self.names), [], 0
        while (node := self.best[node]) != NO_NODE:
            line.append(names[self.move[node]])
        return line

    def summary(self) -> dict[str, Any]:
        """The facts about the whole tree, ready for JSON."""
        return {
            "player": self.mover[0],
            "value": self.value[0],
            "line": self.line(),
            "nodes": len(self),
            "stopped": self.stopped,
            "unit": UNIT,
            "names": list(self.names),
        }

    def columns(self, first: int, last: int) -> dict[str, Any]:
        """The nodes `first` to `last` - 1, ready for JSON; None for a missing value."""
        return {
            "first": first,
            "parent": self.parent[first:last],
            "move": self.move[first:last],
            "mover": self.mover[first:last],
            "value": self.value[first:last],
            "kind": self.kind[first:last],
            "end": self.end[first:last],
            "best": self.best[first:last],
            "skipped": self.skipped[first:last],
        }


class Trace(NodeTable):
    """The tree that minimax or alpha-beta searched, in the order of visits."""

    def __init__(self, position: Position, search: str, table: bool, depth: int, net: Found) -> None:
        super().__init__(position)
        self.search, self.table, self.depth, self.net = search, table, depth, net
        self.fits: int | None = None
        """For an unfinished tree: the largest depth found at which it would be finished."""
        self.minimax: int | None = None
        """The nodes that minimax without a table visits to the same depth; None if not counted."""
        self.minimax_exact = False
        """Whether `minimax` is exact or a lower bound."""
        self.window: list[Window] = []
        """The window when the node was entered."""
        self.source: list[int] = []
        """For a value from the table: the node where it was found."""

    def entered(self, node: int) -> int:
        """The step in which the search entered a node, from 0. Each node takes two steps: entering and leaving."""
        return 2 * node - self.ply[node]

    def left(self, node: int) -> int:
        """The step in which the search left a node."""
        return self.entered(node) + 2 * self.size[node] - 1

    def line(self) -> list[str]:
        """The principal variation; after a value from the table it goes on from the node where that was found."""
        names, line, node = list(self.names), [], 0
        while self.best[node] != NO_NODE:
            node = self.best[node]
            line.append(names[self.move[node]])
            if self.end[node] == TABLE:
                node = self.source[node]
        return line

    def summary(self) -> dict[str, Any]:
        """The facts about the whole tree, ready for JSON."""
        facts = super().summary()
        return {
            **facts,
            "search": self.search,
            "table": self.table,
            "depth": self.depth,
            "line": [] if self.stopped else facts["line"],
            "leaves": sum(end in (OVER, HORIZON) for end in self.end),
            "cut_offs": self.end.count(CUT),
            "skipped": sum(self.skipped),
            "table_hits": self.end.count(TABLE),
            "minimax": self.minimax,
            "minimax_exact": self.minimax_exact,
            "fits": self.fits,
            "estimates": self.net.network is not None or estimates(self.position.game),
            "network": self.net.words,
            "notice": self.net.notice,
            "kinds": KINDS,
            "ends": ENDS,
        }

    def columns(self, first: int, last: int) -> dict[str, Any]:
        """The nodes `first` to `last` - 1, ready for JSON; None for an infinite bound or a missing value."""
        windows = self.window[first:last]
        return {
            **super().columns(first, last),
            "alpha": [w.alpha if w.alpha > -INFINITY else None for w in windows],
            "beta": [w.beta if w.beta < INFINITY else None for w in windows],
            "alpha_from": [w.alpha_from for w in windows],
            "beta_from": [w.beta_from for w in windows],
            "source": self.source[first:last],
        }


def estimates(game: Game) -> bool:
    """Whether the game has an evaluation of its own; without one the value at the horizon is 0."""
    return game.heuristics.evaluate is not None or game.heuristics.settled_margin is not None


class Stopped(Exception):
    """Unwinds a search that is stopped; the message is the reason."""


class Tracer:
    """Runs one search and records it in a Trace."""

    def __init__(self, made: Trace, most_nodes: int, stop_reason: Callable[[], str]) -> None:
        game = made.position.game
        self.trace, self.most_nodes, self.stop_reason = made, most_nodes, stop_reason
        self.prunes = made.search == "alpha-beta"
        self.table: dict[tuple[Any, int], Entry] | None = {} if made.table else None
        self.player = made.position.to_move
        estimate = static_evaluation(game, made.net.network)

        @lru_cache(most_nodes)  # positions recur, and a network takes some time in plain Python
        def evaluate(state: Any) -> int:  # `guarded` names this function in an error
            return estimate(state)

        self.evaluate = evaluate

    def run(self) -> None:
        try:
            self.visit(self.trace.position, NO_NODE, "", self.trace.depth, Window())
        except Stopped as why:
            self.trace.stopped = str(why)

    def visit(self, position: Position, parent: int, move: str, depth: int, window: Window) -> int:
        """The value of a position, searched `depth` plies deep (fail-soft).

        With v the minimax value, the result r satisfies: r = v if alpha < v < beta; v <= r <= alpha if v <= alpha;
        beta <= r <= v if v >= beta.
        """
        node = self.enter(position.to_move, parent, move, window)
        if outcome := position.outcome():
            return self.leave(node, OVER, margin_value(outcome.margin_for(self.player)))
        if depth == 0:
            value = guarded(self.evaluate, position.state)
            return self.leave(node, HORIZON, value if position.to_move == self.player else -value)
        if self.table is None:
            return self.search_moves(position, node, depth, window)
        known = self.table.get((position.state, depth))
        if known and known.answers(window):
            self.trace.source[node] = known.node
            return self.leave(node, TABLE, known.value, known.kind)
        value = self.search_moves(position, node, depth, window)
        self.table[position.state, depth] = Entry(value, self.trace.kind[node], node)
        return value

    def search_moves(self, position: Position, node: int, depth: int, window: Window) -> int:
        """The value of a node from its children: searches each move in turn, until a cut-off."""
        game, moves, ours = position.game, position.moves(), position.to_move == self.player
        value, entry = -INFINITY if ours else INFINITY, window
        for number, move in enumerate(moves, 1):
            child = game.positioned(guarded(game.play, position.state, move))
            child_node = len(self.trace)
            child_value = self.visit(child, node, position.name(move), depth - 1, window)
            if child_value > value if ours else child_value < value:
                value, self.trace.best[node] = child_value, child_node
            if self.prunes:
                window = window.after(value, child_node, ours)
            if window.alpha >= window.beta and number < len(moves):
                self.trace.skipped[node] = len(moves) - number
                return self.leave(node, CUT, value, entry.kind(value))
        return self.leave(node, SEARCHED, value, entry.kind(value))

    def enter(self, mover: int, parent: int, move: str, window: Window) -> int:
        """Adds a node to the trace and returns its number; raises Stopped if a limit is reached."""
        made, node = self.trace, len(self.trace)
        if node >= self.most_nodes:
            raise Stopped("nodes")
        if node % POLL == 0 and node and (why := self.stop_reason()):
            raise Stopped(why)
        made.window.append(window)
        made.source.append(NO_NODE)
        made.add(mover, parent, move, OPEN, UNFINISHED)
        return node

    def leave(self, node: int, end: int, value: int, kind: int = EXACT) -> int:
        """Records the value of a node and why the search leaves it; returns the value."""
        made = self.trace
        made.value[node], made.kind[node], made.end[node] = value, kind, end
        made.size[node] = len(made) - node
        return value


class NodeCount:
    """Counts the nodes of minimax. Equal positions at the same depth are visited once and counted every time."""

    def __init__(self, stop_reason: Callable[[], str]) -> None:
        self.known: dict[tuple[Any, int], int] = {}
        self.stop_reason = stop_reason
        self.exact = True

    def nodes(self, position: Position, depth: int) -> int:
        """The nodes of a tree of `depth` plies with its root. A lower bound if `exact` is False afterwards."""
        if depth == 0 or position.outcome():
            return 1
        moves = position.moves()
        if depth == 1:
            return 1 + len(moves)
        key = position.state, depth
        if key not in self.known:
            if len(self.known) >= MOST_COUNTED or not self.exact or self.stop_reason():
                self.exact = False
                return 1 + len(moves)
            game = position.game
            children = (game.positioned(guarded(game.play, position.state, move)) for move in moves)
            self.known[key] = 1 + sum(self.nodes(child, depth - 1) for child in children)
        return self.known[key]


def trace(
    position: Position,
    search: str = "alpha-beta",
    table: bool = False,
    depth: int = 4,
    most_nodes: int = MOST_NODES,
    stop: Callable[[], bool] = never,
    net: str = AUTO,
) -> Trace:
    """Searches a position `depth` plies deep and returns the tree. The search is stopped when `stop()` is true.

    `net` is the network that evaluates at the horizon, as for `Engine`.

    With a table, a position that was searched before to the same depth is not searched again. The value at the root is
    the minimax value with every search.
    """
    if search not in SEARCHES:
        raise BadLimit(f"there is no search {search!r} to trace; there are {' and '.join(SEARCHES)}")
    if not 1 <= depth <= MOST_DEPTH:
        raise BadLimit(f"the depth must be 1 to {MOST_DEPTH}, not {depth}")
    if position.outcome():
        raise BadLimit("the game is over in this position; there is nothing to search")
    latest = time.monotonic() + MOST_SECONDS

    def stop_reason() -> str:
        return "asked" if stop() else "time" if time.monotonic() > latest else ""

    found = find_network(position.game, net)
    if found.notice:
        warnings.warn(found.notice, UnusedNetwork, stacklevel=2)
    made = run_search(Trace(position, search, table, depth, found), most_nodes, stop_reason)
    if made.stopped:
        made.fits = finished_depth(made, most_nodes, stop_reason)
    elif search == "minimax" and not table:
        made.minimax, made.minimax_exact = len(made), True
    else:
        count = NodeCount(stop_reason)
        made.minimax, made.minimax_exact = count.nodes(position, depth), count.exact
    return made


def run_search(made: Trace, most_nodes: int, stop_reason: Callable[[], str]) -> Trace:
    """Fills a trace, without the count of minimax. Nodes that were not left get the size known so far."""
    Tracer(made, most_nodes, stop_reason).run()
    for node in range(len(made)):
        made.size[node] = made.size[node] or len(made) - node
    return made


def finished_depth(made: Trace, most_nodes: int, stop_reason: Callable[[], str]) -> int | None:
    """The largest depth at which an unfinished tree would be finished, or None; searched while there is time."""
    finished = None
    for depth in range(1, made.depth):
        smaller = Trace(made.position, made.search, made.table, depth, made.net)
        if run_search(smaller, most_nodes, stop_reason).stopped:
            break
        finished = depth
    return finished


def chunks_of(made: NodeTable) -> Iterator[dict[str, Any]]:
    """A tree as messages: its summary, then its nodes in chunks."""
    yield {"tree": made.summary()}
    for first in range(0, len(made), CHUNK):
        yield {"nodes": made.columns(first, first + CHUNK)}
