"""Subproblems of a long solve: the positions a few plies below its root, and questions about them.

Every answer to a question is a bound that holds for ever, so the value of the root does not depend on who answers, on
the order of the answers, or on how many are lost. `parts_solver` asks the questions.
"""

import itertools
import math
import threading
import time
from collections.abc import Iterator
from typing import Any, NamedTuple, Protocol

from outplay.core.bits import GOING_ON
from outplay.core.errors import BadProof
from outplay.core.game import Game, Position
from outplay.engine.deepening import PROOF_DEPTH
from outplay.engine.engine import Engine
from outplay.engine.threads import start_thread
from outplay.search.thread_state import SELECTIVE
from outplay.search.values import MAX_MARGIN, UNIT, WIN, is_proven, value_of
from outplay.solve.verify import legal_moves

MOST_PLIES = 6
"""Subproblems are no deeper below the root."""
FIRST_SECONDS = 20.0
"""A subproblem is given up at first after so long, and asked again with twice as many seconds: so a question that is
not needed any more holds no process for long."""


class Question(NamedTuple):
    """Does the first player get at least so much from a position?"""

    state: tuple[int, ...]
    least: int
    seconds: float
    """Nobody goes on longer than that."""


class Answer(NamedTuple):
    yes: bool | None
    """None if the seconds were over."""
    bound: int
    """With yes, the first player gets at least so much; with no, at most."""
    nodes: int
    seconds: float


class Machines(Protocol):
    """Processes that answer questions about one game."""

    @property
    def size(self) -> int:
        """How many questions are answered at the same time."""

    def begin(self, question: Question) -> None: ...

    def answers(self, timeout: float) -> list[tuple[Question, Answer]]:
        """The questions that were answered since; waits a moment for one."""

    def close(self) -> None:
        """Takes no more answers."""


class Cluster(Protocol):
    """Who has machines, as `outplay.arena.solving_cluster.SolvingCluster` does."""

    def machines(self, game: Game, goal: str, memory_mb: int, endgame: str) -> Machines: ...


def asked(engine: Engine, state: Any, player: int, least: int) -> tuple[bool, int] | None:
    """Whether a player gets at least so much from a state in which the game goes on, and the bound that is proven by
    it: what the player gets at least, or at most. None if the search was stopped."""
    unit, turned = WIN if engine.goal == "win" else UNIT, engine.game.to_move(state) != player
    bound = unit * least
    low, high = (-bound, 1 - bound) if turned else (bound - 1, bound)
    result = engine.search_threads.search(state, PROOF_DEPTH, low, high)
    if engine.search_threads.halted:
        return None
    if not is_proven(result):
        raise BadProof(f"{engine.game} has lines of play that are too long to be proven")
    value = -value_of(result) if turned else value_of(result)
    yes = value >= bound
    return yes, -(-value // unit) if yes else value // unit


def answered(engine: Engine, question: Question) -> Answer:
    """The answer of an engine, which searches with one thread."""
    state = type(engine.game.initial)(*question.state)
    found: list[tuple[bool, int] | None] = []
    failed: list[BaseException] = []

    def work() -> None:
        try:
            engine.search_threads.prepare(state, None, math.inf)
            engine.search_threads.set(SELECTIVE, 0)
            found.append(asked(engine, state, 0, question.least))
        except BaseException as error:
            failed.append(error)

    began = time.monotonic()
    thread = start_thread(work)
    thread.join(min(question.seconds, threading.TIMEOUT_MAX))
    while thread.is_alive():  # the search clears its stop when it begins, so once may not be enough
        engine.stop()
        thread.join(0.01)
    if failed:
        raise failed[0]
    yes, bound = found[0] or (None, 0)
    return Answer(yes, bound, engine.search_threads.nodes, time.monotonic() - began)


class Node:
    """A position near the root, with what is proven of the first player's result: at least `low`, at most `high`."""

    def __init__(self, game: Game, state: Any, most: int) -> None:
        self.game, self.state, self.low, self.high = game, state, -most, most
        self.children: dict[int, Node] = {}
        self.mover = int(game.to_move(state))
        self.seconds = FIRST_SECONDS
        margin = int(game.outcome(state))
        self.over = margin != GOING_ON
        self.estimate = 0.0
        if self.over:
            self.low = self.high = max(-most, min(most, -margin if self.mover else margin))
            self.estimate = self.low

    @property
    def key(self) -> tuple[int, ...]:
        return tuple(int(field) for field in self.state)

    def refresh(self) -> None:
        """Takes over what is proven of the children."""
        if not self.children:
            return
        children = self.children.values()
        for child in children:
            child.refresh()
        best = min if self.mover else max
        self.low = max(self.low, best(child.low for child in children))
        self.high = min(self.high, best(child.high for child in children))
        self.estimate = best(child.estimate for child in children)

    def open_leaves(self, least: int) -> Iterator["Node"]:
        """The subproblems by which a question to this node may be decided, the most promising first."""
        if not self.low < least <= self.high:
            return
        if not self.children:
            yield self
        order = sorted(self.children.values(), key=lambda child: child.estimate, reverse=not self.mover)
        for child in order:
            yield from child.open_leaves(least)


class Parts:
    """The positions near a root, and what is proven of them."""

    def __init__(self, position: Position, goal: str, wanted: int) -> None:
        game = position.game
        most = 1 if goal == "win" else MAX_MARGIN
        self.game, self.root = game, Node(game, position.state, most)
        level = {self.root.key: self.root}
        for _ in range(MOST_PLIES):
            below = dict[tuple[int, ...], Node]()
            for node in level.values():
                for move in () if node.over else legal_moves(game, node.state):
                    child = Node(game, game.play(node.state, move), most)
                    node.children[move] = below.setdefault(child.key, child)
            level = below
            if sum(not node.over for node in level.values()) >= wanted or not level:
                break
        self.nodes = dict[tuple[int, ...], list[Node]]()
        """The nodes of each state: one for each number of plies after which it comes up."""
        for node in dict.fromkeys(self.walk(self.root)):
            self.nodes.setdefault(node.key, []).append(node)

    def walk(self, node: Node) -> Iterator[Node]:
        yield node
        for child in node.children.values():
            yield from self.walk(child)

    @property
    def leaves(self) -> list[Node]:
        return [node for node in itertools.chain(*self.nodes.values()) if not node.children and not node.over]

    def learn(self, state: tuple[int, ...], yes: bool, bound: int) -> None:
        """Takes over a bound that is proven."""
        for node in self.nodes.get(state, ()):
            if yes:
                node.low = max(node.low, bound)
            else:
                node.high = min(node.high, bound)
