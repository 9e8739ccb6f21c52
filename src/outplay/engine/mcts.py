"""Monte Carlo tree search on positions: runs the kernel of `search/mcts.py` by the clock and keeps its tree.

    search = TreeSearch(game)
    found = search.analyse(position, Limit(time=1.0))
    found.move, found.value, found.moves[0].visits

A second search of the same game goes on with what the first one knows of the position: the part of the tree below it is
kept and the rest is dropped.
"""

import threading
import warnings
from collections.abc import Callable, Generator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from outplay.compiler.kernel import Kernel
from outplay.core.arrays import Ints
from outplay.core.errors import BadLimit
from outplay.core.game import Game, Outcome, Position, fault
from outplay.core.hashing import state_hash
from outplay.core.limits import Limit, allotted, checked
from outplay.core.machine import settle
from outplay.core.network import Network
from outplay.core.rules import Rules
from outplay.engine.clock import WIND_DOWN, Clock
from outplay.engine.endgame import AUTO, EndgameTable, UnusedTable, find_table
from outplay.engine.kernels import room
from outplay.engine.networks import NONE, UnusedNetwork, find_network
from outplay.engine.options import check_options, check_position, moves_to_search
from outplay.engine.threads import start_thread
from outplay.search.endgame import table_ending
from outplay.search.hooks import network_hook
from outplay.search.mcts import GOALS, Ending, in_units, mcts, network_leaf, random_playout, rules_ending
from outplay.search.playout import seeded
from outplay.search.tree import (
    BOUND,
    BUDGET,
    CONTROL_WORDS,
    DEEPEST,
    DEPTHS,
    ENDGAME_AT,
    EXPAND_AT,
    EXPLORATION,
    FIELDS,
    LAYERS,
    MOST_PLIES,
    NOWHERE,
    PLAYOUTS,
    ROOT,
    SIZE,
    STOP,
    STUCK,
    USED,
    Tree,
    finder,
    new_root,
    rerooter,
    tree_of,
)
from outplay.search.values import INFINITY, UNIT

EXPLORATION_FACTOR = 0.7
"""The default factor of the exploration term."""
EXPAND_VISITS = 4
"""The default number of visits with which a leaf gets children."""
LONGEST_PLAYOUT = 10_000
"""A random game of more moves counts as a draw."""
SURE_SHARE = 8
"""A network's estimate of this fraction of the largest margin is taken as a won game."""
SLICE = 20_000
"""Playouts of one call of the kernel."""
NO_PLAYOUT_LIMIT = 1 << 60
REPORT_SECONDS = 0.25
"""How often a stream tells how far the search is."""
SHOWN_PLIES = 12
"""The number of moves of a variation."""
PLIES_BETWEEN, NODES_BETWEEN, NODES_INTERPRETED = 8, 50_000, 2_000
"""A position is looked for so many moves below the last root, and among so many nodes; the last number is for rules
that are not compiled."""


class RootMove(NamedTuple):
    """A move of a position and what is known about it. Margins are for the side to move."""

    move: int
    visits: int
    """The number of playouts that began with this move, those of earlier searches included."""
    value: float
    """The mean margin of these playouts, within what is proven; the bound itself if there were none."""
    at_least: int | None
    """The margin is proven to be no less than this; None if nothing is."""
    at_most: int | None
    """The margin is proven to be no more than this; None if nothing is."""
    line: tuple[int, ...]
    """This move and the most visited ones after it."""

    @property
    def proven(self) -> str:
        """What is proven: "win", "draw" or "loss"; empty if nothing is."""
        if self.at_least is not None and self.at_least > 0:
            return "win"
        if self.at_most is not None and self.at_most < 0:
            return "loss"
        return "draw" if self.at_least == self.at_most == 0 else ""

    @property
    def exact(self) -> bool:
        """Whether the margin is proven, and not the winner alone."""
        return self.at_least is not None and self.at_least == self.at_most


class TreeAnalysis(NamedTuple):
    """What a tree search found out about a position."""

    move: int
    value: float | None
    """The expected margin for the side to move after this move; None if nothing is known."""
    line: tuple[int, ...]
    moves: tuple[RootMove, ...]
    """All moves, the best first; those of a position that was not searched are missing."""
    outcome: Outcome | None
    """What is proven about the position, or None. If only winning counts, the margin is the least that is proven."""
    playouts: int
    """The number of playouts of this search."""
    visits: int
    """The same with those of earlier searches that passed through the position."""
    depth: float
    """The mean depth of the leaves of this search."""
    deepest: int
    seconds: float
    nodes: int
    """The number of nodes in the tree."""
    used: float
    """The share of its memory, 0 to 1."""

    @property
    def rate(self) -> float:
        """Playouts a second."""
        return self.playouts / max(self.seconds, 1e-9)


class TreeSearch:
    """One game's tree search with its tree. Compiles before it returns.

    `table_mb` is the size of the tree: when it is full, no leaf gets children any more. `exploration` is the factor of
    the exploration term and `expand_visits` the number of visits with which a leaf gets children. With the same seed
    and limits of playouts, the same searches find the same. `goal` is "win", or "margin" to prove margins too. `net` is
    the network that evaluates leaves, as for `Engine`; without one they are valued by random playouts. `endgame` is the
    endgame table, as for `Engine`: positions that it holds are ends of the game, proven, in the tree and in playouts.
    """

    def __init__(
        self,
        game: Game,
        table_mb: int = 64,
        exploration: float = EXPLORATION_FACTOR,
        expand_visits: int = EXPAND_VISITS,
        goal: str = "win",
        seed: int = 0,
        net: str | Path | Network = NONE,
        endgame: str | Path | EndgameTable = AUTO,
    ) -> None:
        check_options(table_mb, goal=goal)
        if not exploration >= 0 or expand_visits < 1:
            raise BadLimit("the exploration must be 0 or more, and the visits 1 or more")
        self.game, self.goal = game, goal
        self.net = find_network(game, net)
        if self.net.notice:
            warnings.warn(self.net.notice, UnusedNetwork, stacklevel=2)
        found = find_table(game, endgame)
        if found.notice:
            warnings.warn(found.notice, UnusedTable, stacklevel=2)
        self.endgame = found.table
        self.scratch = room(game, 0)
        self.kernel = Kernel(game, self._factory(self.net.network))
        self.find, self.reroot = Kernel(game, finder), Kernel(game, rerooter)
        size = max((table_mb << 20) // (8 * (FIELDS + 1)), game.most_moves + 1)
        self.nodes: Ints = np.zeros(FIELDS * size, np.int64)
        self.tree = tree_of(self.nodes, size)
        self.parents: Ints = np.zeros(size, np.int64)
        self.control: Ints = np.zeros(CONTROL_WORDS, np.int64)
        self.control[[SIZE, EXPLORATION, EXPAND_AT]] = size, round(UNIT * exploration), expand_visits
        self.control[[MOST_PLIES, BOUND]] = LONGEST_PLAYOUT, bound_of(game)
        if self.endgame:
            self.control[[ENDGAME_AT, LAYERS]] = self.endgame.address, self.endgame.layers
        self.generator: Ints = np.array(seeded(seed), np.int64)
        self.root: Any = None
        """The state of the root; None for an empty tree."""
        self.clock = Clock(0.0)
        self.busy = threading.Lock()
        self.thread: threading.Thread | None = None
        self.failure: BaseException | None = None
        settle()

    def _factory(self, network: Network | None) -> Callable[..., Any]:
        """What makes the kernel. A network is put behind the scratch memory."""
        goal = GOALS[self.goal]
        ending: Callable[[Rules], Ending] = rules_ending
        if self.endgame:
            ending = partial(table_ending, told=self.game.heuristics)
        if network is None:
            return partial(mcts, goal=goal, simulator=partial(random_playout, ending=ending), ending=ending)
        hook = network_hook(self.game, network.shape, len(self.scratch))
        self.scratch = np.concatenate((self.scratch, network.words()))
        goal = in_units(goal, max(UNIT, network.top // SURE_SHARE))
        return partial(mcts, goal=goal, simulator=partial(network_leaf, network=hook), ending=ending)

    def stop(self) -> None:
        """Ends a running search, from any thread; it answers with what it has."""
        self.control[STOP] = 1

    def clear(self, seed: int = 0) -> None:
        """Forgets the tree and begins the random numbers of a seed."""
        self._join()
        self.root = None
        self.generator[:] = seeded(seed)

    def analyse(self, position: Position, limit: Limit) -> TreeAnalysis:
        """The last analysis of `stream`."""
        *_, last = self._searched(position, limit, None)
        return last

    def stream(self, position: Position, limit: Limit) -> Generator[TreeAnalysis, None, None]:
        """An analysis several times a second, until the limit, or until the winner is proven (the margin, if that is
        the goal). At least one. `Limit.nodes` is the number of playouts."""
        yield from self._searched(position, limit, REPORT_SECONDS)

    def _searched(self, position: Position, limit: Limit, every: float | None) -> Generator[TreeAnalysis, None, None]:
        seconds = allotted(checked(limit))
        if limit.depth is not None:
            raise BadLimit("a tree search has no depth; limit its time or its playouts (nodes)")
        check_position(position, self.game, "search")
        moves_to_search(position)
        if not self.busy.acquire(blocking=False):
            raise BadLimit("this search is running already; stop it first, or make another one")
        try:
            self.clock = Clock(seconds, self.clock.lateness)
            self._join()
            self._set_root(position)
            self.control[[STOP, PLAYOUTS, DEPTHS, DEEPEST]] = 0
            self.failure = None
            self.thread = start_thread(partial(self._work, position.state, limit.nodes or NO_PLAYOUT_LIMIT))
            while self._waited(every):
                yield self._analysis(position)
            if self.failure:
                self.root = None
                raise self.failure
            yield self._analysis(position)
        finally:
            self.stop()
            self.busy.release()

    def _waited(self, every: float | None) -> bool:
        """Waits for the search, so many seconds if it says how far it is; whether it goes on."""
        assert self.thread
        while self.thread.is_alive():
            left = self.clock.left()
            if left <= 0:
                self.stop()
                self.thread.join(WIND_DOWN)  # on a busy machine it may not run now; it ends when it next does
                return False
            self.thread.join(min(left, every or 0.2))
            if self.clock.left() <= 0:
                self.clock.waited(left)
            elif every and self.thread.is_alive():
                return True
        return False

    def _work(self, state: Any, playouts: int) -> None:
        """Calls the kernel until it is done, in a thread of its own."""
        try:
            while playouts > 0 and not self.control[STOP]:
                wanted = min(SLICE, playouts)
                done = self.kernel(state, wanted, self.control, self.generator, self.scratch, self.nodes)
                playouts -= done if done == wanted else playouts
            if self.control[STUCK]:
                self.control[STUCK] = 0
                self.failure = fault(
                    self.game.moves,
                    "a random game came to a position without a legal move that is not over; "
                    "a player who cannot move needs a move that passes, or outcome must end the game",
                )
        except BaseException as error:
            self.failure = error

    def finished_tree(self) -> Tree:
        """The tree of the last search, when its thread has ended; the next search changes it."""
        self._join()
        return self.tree

    def decided(self, node: int) -> bool:
        """Whether what the search plays for is proven of a node: the winner, or the margin if that is the goal."""
        worth = GOALS[self.goal].worth
        return worth(int(self.tree.low[node])) == worth(int(self.tree.high[node]))

    def _join(self) -> None:
        """Waits for the thread of a search that was stopped."""
        if self.thread:
            self.thread.join()
            self.thread = None

    def _set_root(self, position: Position) -> None:
        """Makes a position the root: with the tree below it if it is in the tree, or else with an empty one."""
        tree, control, state = self.tree, self.control, position.state
        if self.root is not None and state != self.root:
            found = self._found(state)
            self.root = None
            if found != NOWHERE:
                node, turned = divmod(found, 2)
                self.reroot(state, node, turned, control, self.parents, self.nodes)
                moves = self.children(ROOT)
                if not moves or {int(tree.move[i]) for i in moves} == set(position.moves()):
                    self.root = state
        if self.root is None:
            new_root(tree, int(control[BOUND]))
            control[USED] = ROOT + 1
            self.root = state

    def _found(self, state: Any) -> int:
        """Where a state is in the tree, as `finder` tells it."""
        key = state_hash(state)
        self.control[BUDGET] = NODES_INTERPRETED if self.game.interpreted else NODES_BETWEEN
        for plies in range(1, PLIES_BETWEEN + 1):
            found = self.find(self.root, key, plies, self.control, self.nodes)
            if found != NOWHERE:
                return int(found)
        return NOWHERE

    def children(self, node: int) -> range:
        """The indices of a node's children; empty for a leaf."""
        first = int(self.tree.first_child[node])
        return range(first, first + int(self.tree.child_count[node]))

    def _analysis(self, position: Position) -> TreeAnalysis:
        tree, control = self.tree, self.control
        moves = tuple(map(self._root_move, self.ranked(ROOT)))
        used, playouts = int(control[USED]), int(control[PLAYOUTS])
        return TreeAnalysis(
            move=moves[0].move if moves else position.moves()[0],
            value=moves[0].value if moves and (moves[0].visits or moves[0].exact) else None,
            line=moves[0].line if moves else (),
            moves=moves,
            outcome=self._outcome(position),
            playouts=playouts,
            visits=int(tree.visits[ROOT]),
            depth=int(control[DEPTHS]) / max(1, playouts),
            deepest=int(control[DEEPEST]),
            seconds=self.clock.elapsed(),
            nodes=used,
            used=used / len(tree.move),
        )

    def ranked(self, node: int) -> list[int]:
        """The children of a node, the best first.

        Of the moves that can still be better than what is proven, the most visited comes first. A move that has the
        best proven value comes before them if they do not promise more.
        """
        tree, children, worth = self.tree, self.children(node), GOALS[self.goal].worth
        nothing = -int(self.control[BOUND])
        low_of_all = max((int(tree.low[child]) for child in children), default=nothing)
        proven = worth(low_of_all)
        is_open = {child: worth(int(tree.high[child])) > proven for child in children}
        most = max((child for child in children if is_open[child]), key=lambda i: (tree.visits[i], i), default=None)
        certain = most is None or (
            proven > worth(nothing) and int(tree.margin[most]) <= low_of_all * int(tree.visits[most])
        )

        def rank(child: int) -> tuple[int, ...]:
            low, high, visits = (int(field[child]) for field in (tree.low, tree.high, tree.visits))
            if certain and worth(low) == proven:
                return 2, low, high, visits, child
            return (1, visits, high, low, child) if is_open[child] else (0, worth(low), high, visits, child)

        return sorted(children, key=rank, reverse=True)

    def _root_move(self, child: int) -> RootMove:
        tree, bound = self.tree, int(self.control[BOUND])
        low, high, visits = int(tree.low[child]), int(tree.high[child]), int(tree.visits[child])
        mean = int(tree.margin[child]) / visits if visits else 0.0
        return RootMove(
            move=int(tree.move[child]),
            visits=visits,
            value=max(low, min(high, mean)) / UNIT,
            at_least=low // UNIT if low > -bound or low == high else None,
            at_most=high // UNIT if high < bound or low == high else None,
            line=self._variation(child),
        )

    def _variation(self, node: int) -> tuple[int, ...]:
        """The move of a node and the most visited ones after it."""
        line = [int(self.tree.move[node])]
        while (children := self.children(node)) and len(line) < SHOWN_PLIES:
            node = max(children, key=lambda i: (int(self.tree.visits[i]), i))
            line.append(int(self.tree.move[node]))
        return tuple(line)

    def _outcome(self, position: Position) -> Outcome | None:
        """What is proven about the root."""
        low, high = int(self.tree.low[ROOT]), int(self.tree.high[ROOT])
        if not self.decided(ROOT):
            return None
        nearest = low if low > 0 else min(high, 0)
        winner = None if nearest == 0 else position.to_move if nearest > 0 else 1 - position.to_move
        return Outcome(winner, abs(nearest) // UNIT, "proven")


def bound_of(game: Game) -> int:
    """The largest value with which a game can end, where the game tells it."""
    told = game.heuristics
    gain, loss = told.max_gain, told.max_gain if told.max_loss is None else told.max_loss
    if told.settled_margin is None and isinstance(gain, int) and isinstance(loss, int):
        return UNIT * max(gain, loss)
    return INFINITY
