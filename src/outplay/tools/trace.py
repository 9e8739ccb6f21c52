"""How a search thinks: a small search in plain Python that writes down every node it visits, and why it left it.

It is for learning, not for speed. All values count for the player who is to move at the root, in thousandths of the
game's margin, so that a window means the same everywhere in the tree: where that player moves a node is worth its
largest child, where the other moves its smallest, and another turn after one's own (Kalah) needs no special case.
Moves are taken in the game's own order and a child is tested for its end before the search goes down into it, so
that without a table the nodes are those of the compiled searches in `outplay.search.plain`.

    trace(position, search="alpha-beta", table=False, depth=4, most_nodes=60_000, stop=…) -> Trace
    trace_chunks(position, search, table, depth, most_nodes=60_000, stop=…) -> iterator of dicts, ready for JSON:
        {"tree": what is true of the whole tree: see `Trace.summary`}
        {"nodes": {"first": number of the first node of this chunk, column: [one entry a node], …}}, once or more
"""

import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from outplay.core.errors import BadLimit
from outplay.core.game import Game, Position, guarded
from outplay.search.hooks import hooks_of, margin_value
from outplay.search.values import INFINITY, UNIT

SEARCHES = ("minimax", "alpha-beta")

MOST_NODES = 60_000
"""A tree that is larger is left unfinished: nobody reads it, and a page has to hold it."""
MOST_DEPTH = 60
MOST_SECONDS = 20.0
"""A game's rules may be slow: after this long the tree is left unfinished."""
MOST_COUNTED = 50_000
"""How many different positions are looked at to say what minimax would visit; beyond, it is "at least"."""
CHUNK = 4_000
"""Nodes in one message."""
POLL = 64
"""The clock is read once in so many nodes."""

EXACT, LOWER, UPPER, OPEN = range(4)
KINDS = ("exact", "lower", "upper", "open")
"""What a value says of the true one: that is it; it is at least that; at most that; nothing, the search never left."""

SEARCHED, OVER, HORIZON, TABLE, CUT, UNFINISHED = range(6)
ENDS = ("searched", "over", "horizon", "table", "cut", "unfinished")
"""Why the search left a node: all its moves were looked at; the game is over there; it is as deep as it may go; the
table knew; a move was good enough to leave out the others; or it was stopped."""

NOWHERE = -1
"""Stands for a node where there is none."""


def never() -> bool:
    return False


class Window(NamedTuple):
    """What is settled elsewhere: the root's player gets alpha or more, the other player allows no more than beta."""

    alpha: int = -INFINITY
    beta: int = INFINITY
    alpha_from: int = NOWHERE
    beta_from: int = NOWHERE
    """The nodes whose values these are."""

    def after(self, value: int, node: int, ours: bool) -> "Window":
        """The window for the next move, when one was worth `value`."""
        if ours:
            return self._replace(alpha=value, alpha_from=node) if value > self.alpha else self
        return self._replace(beta=value, beta_from=node) if value < self.beta else self

    def kind(self, value: int) -> int:
        if value >= self.beta:
            return LOWER
        return UPPER if value <= self.alpha else EXACT


class Entry(NamedTuple):
    """What the table knows of a position."""

    value: int
    kind: int
    node: int

    def answers(self, window: Window) -> bool:
        """Whether it is as good as searching again: a bound is, if it lies outside of the window."""
        if self.kind == LOWER:
            return self.value >= window.beta
        return self.kind == EXACT or self.value <= window.alpha


class Trace:
    """The tree that was searched: columns with one entry a node, in the order of visiting. Node 0 is the root."""

    def __init__(self, position: Position, search: str, table: bool, depth: int) -> None:
        self.position, self.search, self.table, self.depth = position, search, table, depth
        self.stopped = ""
        """Why the tree is not finished: "nodes", "time" or "asked"; empty if it is."""
        self.fits: int | None = None
        """Where the tree is not finished: a depth at which it would be."""
        self.minimax: int | None = None
        """How many nodes minimax without a table visits to the same depth, where that was counted."""
        self.minimax_exact = False
        """Whether that is the count, or only a part of it."""
        self.names: dict[str, int] = {}
        """The moves' names, each with its number in the column `move`."""
        self.parent: list[int] = []
        self.ply: list[int] = []
        self.move: list[int] = []
        self.mover: list[int] = []
        """Who is to move at the node, 0 or 1."""
        self.window: list[Window] = []
        """The window on entering."""
        self.value: list[int | None] = []
        self.kind: list[int] = []
        self.end: list[int] = []
        self.source: list[int] = []
        """Of a table hit, the node it came from."""
        self.best: list[int] = []
        """The child that gave the node its value; of a cut-off, the one that caused it."""
        self.skipped: list[int] = []
        """How many moves were not looked at."""
        self.size: list[int] = []
        """How many nodes there are in the tree below a node and with it."""

    def __len__(self) -> int:
        return len(self.parent)

    def path(self, node: int) -> list[str]:
        """The names of the moves that lead to a node."""
        names, found = list(self.names), []
        while node:
            found.append(names[self.move[node]])
            node = self.parent[node]
        return found[::-1]

    def children(self, node: int) -> list[int]:
        """In the order of visiting. The nodes below a node follow it at once."""
        found, child = [], node + 1
        while child < node + self.size[node]:
            found.append(child)
            child += self.size[child]
        return found

    def entered(self, node: int) -> int:
        """The step in which the search came to a node; the first is 0. Each node takes two: it comes, and it goes."""
        return 2 * node - self.ply[node]

    def left(self, node: int) -> int:
        """The step in which the search left a node, with its value."""
        return self.entered(node) + 2 * self.size[node] - 1

    def line(self) -> list[str]:
        """The moves that both players prefer, to the horizon: where the table knew, as it went on there before."""
        names, found, node = list(self.names), [], 0
        while self.best[node] != NOWHERE:
            node = self.best[node]
            found.append(names[self.move[node]])
            if self.end[node] == TABLE:
                node = self.source[node]
        return found

    def summary(self) -> dict[str, Any]:
        """What is true of the whole tree, ready for JSON."""
        return {
            "search": self.search,
            "table": self.table,
            "depth": self.depth,
            "player": self.mover[0],
            "value": self.value[0],
            "line": [] if self.stopped else self.line(),
            "nodes": len(self),
            "leaves": sum(end in (OVER, HORIZON) for end in self.end),
            "cut_offs": self.end.count(CUT),
            "skipped": sum(self.skipped),
            "table_hits": self.end.count(TABLE),
            "minimax": self.minimax,
            "minimax_exact": self.minimax_exact,
            "stopped": self.stopped,
            "fits": self.fits,
            "estimates": estimates(self.position.game),
            "unit": UNIT,
            "kinds": KINDS,
            "ends": ENDS,
            "names": list(self.names),
        }

    def columns(self, first: int, last: int) -> dict[str, Any]:
        """Some of the nodes, ready for JSON. Where there is no bound, or no value, stands null."""
        windows = self.window[first:last]
        return {
            "first": first,
            "parent": self.parent[first:last],
            "move": self.move[first:last],
            "mover": self.mover[first:last],
            "alpha": [w.alpha if w.alpha > -INFINITY else None for w in windows],
            "beta": [w.beta if w.beta < INFINITY else None for w in windows],
            "alpha_from": [w.alpha_from for w in windows],
            "beta_from": [w.beta_from for w in windows],
            "value": self.value[first:last],
            "kind": self.kind[first:last],
            "end": self.end[first:last],
            "source": self.source[first:last],
            "best": self.best[first:last],
            "skipped": self.skipped[first:last],
        }


def estimates(game: Game) -> bool:
    """Whether a game estimates what a position is worth; if it does not, 0 stands for that at the horizon."""
    return game.evaluate is not None or game.banked is not None


class Stopped(Exception):
    """Ends a search from within; says why."""


class Tracer:
    """One search that writes its trace."""

    def __init__(self, made: Trace, most_nodes: int, halted: Callable[[], str]) -> None:
        game = made.position.game
        self.trace, self.most_nodes, self.halted = made, most_nodes, halted
        self.prunes = made.search == "alpha-beta"
        self.table: dict[tuple[Any, int], Entry] | None = {} if made.table else None
        self.player = made.position.to_move
        estimate = hooks_of(game, "margin").evaluate

        def evaluate(state: Any) -> int:  # the name that an error in it is told by
            return estimate(state)

        self.evaluate = evaluate

    def run(self) -> None:
        try:
            self.visit(self.trace.position, NOWHERE, "", self.trace.depth, Window())
        except Stopped as why:
            self.trace.stopped = str(why)

    def visit(self, position: Position, parent: int, move: str, depth: int, window: Window) -> int:
        """The value of a position `depth` plies deep.

        If the true value lies within the window it is returned; if it is alpha or less, an upper bound of it that is
        alpha or less; if it is beta or more, a lower bound that is beta or more.
        """
        node = self.enter(position.to_move, parent, move, window)
        if outcome := position.outcome():
            return self.leave(node, OVER, margin_value(outcome.margin_for(self.player)))
        if depth == 0:
            value = guarded(self.evaluate, position.state)
            return self.leave(node, HORIZON, value if position.to_move == self.player else -value)
        if self.table is None:
            return self.look(position, node, depth, window)
        known = self.table.get((position.state, depth))
        if known and known.answers(window):
            self.trace.source[node] = known.node
            return self.leave(node, TABLE, known.value, known.kind)
        value = self.look(position, node, depth, window)
        self.table[position.state, depth] = Entry(value, self.trace.kind[node], node)
        return value

    def look(self, position: Position, node: int, depth: int, window: Window) -> int:
        """The value of a node by its children: each move in turn, until one is too good."""
        game, moves, ours = position.game, position.moves(), position.to_move == self.player
        value, entry = -INFINITY if ours else INFINITY, window
        for number, move in enumerate(moves, 1):
            child = game.positioned(guarded(game.play, position.state, move))
            place = len(self.trace)
            found = self.visit(child, node, position.name(move), depth - 1, window)
            if found > value if ours else found < value:
                value, self.trace.best[node] = found, place
            if self.prunes:
                window = window.after(value, place, ours)
            if window.alpha >= window.beta and number < len(moves):
                self.trace.skipped[node] = len(moves) - number
                return self.leave(node, CUT, value, entry.kind(value))
        return self.leave(node, SEARCHED, value, entry.kind(value))

    def enter(self, mover: int, parent: int, move: str, window: Window) -> int:
        made, node = self.trace, len(self.trace)
        if node >= self.most_nodes:
            raise Stopped("nodes")
        if node % POLL == 0 and node and (why := self.halted()):
            raise Stopped(why)
        made.parent.append(parent)
        made.ply.append(made.ply[parent] + 1 if parent != NOWHERE else 0)
        made.move.append(made.names.setdefault(move, len(made.names)))
        made.mover.append(mover)
        made.window.append(window)
        made.value.append(None)
        made.kind.append(OPEN)
        made.end.append(UNFINISHED)
        for column in (made.source, made.best):
            column.append(NOWHERE)
        made.skipped.append(0)
        made.size.append(0)
        return node

    def leave(self, node: int, end: int, value: int, kind: int = EXACT) -> int:
        made = self.trace
        made.value[node], made.kind[node], made.end[node] = value, kind, end
        made.size[node] = len(made) - node
        return value


class Count:
    """How many nodes minimax visits, without visiting them: equal positions are counted once and added up."""

    def __init__(self, halted: Callable[[], str]) -> None:
        self.known: dict[tuple[Any, int], int] = {}
        self.halted = halted
        self.exact = True

    def nodes(self, position: Position, depth: int) -> int:
        """The position itself and all below it, so many plies deep. Less than that if `exact` is no longer True."""
        if depth == 0 or position.outcome():
            return 1
        moves = position.moves()
        if depth == 1:
            return 1 + len(moves)
        key = position.state, depth
        if key not in self.known:
            if len(self.known) >= MOST_COUNTED or not self.exact or self.halted():
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
) -> Trace:
    """Searches a position `depth` plies deep and tells all of it. It is stopped when `stop()` is true.

    With a table a position that was searched before to the same depth is not searched again: the value is the one
    that minimax finds, whatever the search.
    """
    if search not in SEARCHES:
        raise BadLimit(f"there is no search {search!r} to trace; there are {' and '.join(SEARCHES)}")
    if not 1 <= depth <= MOST_DEPTH:
        raise BadLimit(f"the depth must be 1 to {MOST_DEPTH}, not {depth}")
    if position.outcome():
        raise BadLimit("the game is over in this position; there is nothing to search")
    latest = time.monotonic() + MOST_SECONDS

    def halted() -> str:
        return "asked" if stop() else "time" if time.monotonic() > latest else ""

    made = traced(position, search, table, depth, most_nodes, halted)
    if made.stopped:
        made.fits = fitting(made, most_nodes, halted)
    elif search == "minimax" and not table:
        made.minimax, made.minimax_exact = len(made), True
    else:
        count = Count(halted)
        made.minimax, made.minimax_exact = count.nodes(position, depth), count.exact
    return made


def traced(
    position: Position, search: str, table: bool, depth: int, most_nodes: int, halted: Callable[[], str]
) -> Trace:
    made = Trace(position, search, table, depth)
    Tracer(made, most_nodes, halted).run()
    for node in range(len(made)):
        made.size[node] = made.size[node] or len(made) - node
    return made


def fitting(made: Trace, most_nodes: int, halted: Callable[[], str]) -> int | None:
    """The largest depth below that of an unfinished tree at which it would be finished, as far as there is time."""
    found = None
    for depth in range(1, made.depth):
        if traced(made.position, made.search, made.table, depth, most_nodes, halted).stopped:
            break
        found = depth
    return found


def trace_chunks(
    position: Position,
    search: str,
    table: bool,
    depth: int,
    most_nodes: int = MOST_NODES,
    stop: Callable[[], bool] = never,
) -> Iterator[dict[str, Any]]:
    """The trace of a search in messages for a page: the whole tree's summary, and then its nodes."""
    made = trace(position, search, table, depth, most_nodes, stop)
    yield {"tree": made.summary()}
    for first in range(0, len(made), CHUNK):
        yield {"nodes": made.columns(first, first + CHUNK)}
