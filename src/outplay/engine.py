"""The engine: a search that deepens until its limit, or until the value is proven.

    engine = Engine(game)
    analysis = engine.analyse(position, Limit(time=1.0))
    for analysis in engine.stream(position, Limit(depth=20)): ...

Each depth is searched in a thread of its own without Python's lock; time is kept here, and a search is stopped by a
flag that the kernel reads.
"""

import os
import threading
import time
from collections.abc import Callable, Generator
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from outplay.compiler.kernel import Kernel
from outplay.errors import BadLimit
from outplay.game import Game, Outcome, Position
from outplay.kernels import run
from outplay.search.arrays import Ints
from outplay.search.hashing import state_hash
from outplay.search.plain import nothing
from outplay.search.pvs import (
    AGE,
    BEST_MOVE,
    BUCKETS,
    INFINITY,
    MOST_PLIES,
    NODE_LIMIT,
    NODES,
    REDUCE,
    STOP,
    UNIT,
    WIN,
    Hooks,
    pvs,
    work_words,
)
from outplay.search.table import AGE_MASK, BUCKET_WORDS, ENTRY_WORDS, MOVE_MASK

WARM_UP = 8
"""`solve` deepens so far before it plays every line to its end, so that the table knows good moves."""

GOALS = ("margin", "win")


class Limit(NamedTuple):
    """When to stop, whichever comes first: seconds, plies, positions visited."""

    time: float | None = None
    depth: int | None = None
    nodes: int | None = None


NO_LIMIT = Limit()


class Analysis(NamedTuple):
    """What is known of a position. Moves are numbers; `score` counts for the side to move, in units of the margin."""

    move: int
    line: tuple[int, ...]
    score: float
    depth: int
    nodes: int
    seconds: float
    exact: bool
    """Whether winner and margin are proven (the winner alone, if that was the goal)."""
    outcome: Outcome | None
    """What is proven, or None."""
    table_used: float
    """The share of the table that is filled, 0 to 1."""


def checked(limit: Limit) -> Limit:
    """The limit, if it makes sense."""
    for name, value in limit._asdict().items():
        if value is not None and not value > 0:
            raise BadLimit(f"the limit {name} must be more than 0, not {value}")
    return limit


def scaled(function: Callable[[Any], int]) -> Callable[[Any], int]:
    def in_units(state: Any) -> int:
        return UNIT * function(state)

    return in_units


def margin_value(margin: int) -> int:
    return UNIT * margin


def win_value(margin: int) -> int:
    if margin > 0:
        return WIN
    return -WIN if margin < 0 else 0


def itself(state: Any) -> Any:
    return state


def anything(state: Any) -> int:
    return INFINITY


def no_hint(state: Any, move: int) -> int:
    return 0


def hooks_of(game: Game, goal: str) -> Hooks:
    """What the kernel asks of a game, with something harmless where the game does not say."""
    by_margin = goal == "margin"
    apart = by_margin and game.rest is not None and game.banked is not None
    return Hooks(
        evaluate=game.evaluate or (scaled(game.banked) if game.banked else nothing),
        end=margin_value if by_margin else win_value,
        rest=game.rest if apart and game.rest else itself,
        banked=scaled(game.banked) if apart and game.banked else nothing,
        left=scaled(game.left) if apart and game.left else anything,
        order=game.order or no_hint,
        hinted=game.order is not None,
        width=game.choices or max(game.widths.values()) + 1,
    )


class Engine:
    """One game's search with its memory. Compiles before it returns, so that no limit ever pays for compiling."""

    def __init__(self, game: Game, table_mb: int = 64, goal: str = "margin") -> None:
        if goal not in GOALS:
            raise BadLimit(f"there is no goal {goal!r}; there are {' and '.join(GOALS)}")
        if not 1 <= table_mb <= memory_mb() // 2:
            raise BadLimit(
                f"the table must have 1 to {memory_mb() // 2} MB, half of this machine's memory, not {table_mb}"
            )
        self.game, self.goal = game, goal
        self.hooks = hooks_of(game, goal)
        self.kernel = Kernel(game, partial(pvs, hooks=self.hooks))
        self.buckets = 1 << ((table_mb << 20) // (BUCKET_WORDS * 8)).bit_length() - 1
        self.table: Ints = np.zeros(self.buckets * BUCKET_WORDS, np.int64)
        self.work: Ints = np.zeros(work_words(self.hooks.width), np.int64)
        self.scratch: Ints = np.zeros((MOST_PLIES + 1) * max(1, game.rules.row), np.int64)
        self.work[[BUCKETS, REDUCE]] = self.buckets - 1, 1
        self.busy = threading.Lock()

    def stop(self) -> None:
        """Ends a running search, from any thread; it answers with what it has."""
        self.work[STOP] = 1

    def analyse(self, position: Position, limit: Limit) -> Analysis:
        """The last word of `stream`."""
        *_, last = self.stream(position, limit)
        return last

    def stream(self, position: Position, limit: Limit) -> Generator[Analysis, None, None]:
        """An analysis for each depth, until the limit, or until the value is proven. At least one."""
        depths = range(1, min(limit.depth or MOST_PLIES - 1, MOST_PLIES - 1) + 1)
        yield from self._stream(position, checked(limit), [(depth, False) for depth in depths])

    def solve(self, position: Position, limit: Limit = NO_LIMIT) -> Generator[Analysis, None, None]:
        """As `stream`, but after a few depths every line is played to its end: the shortest way to a proof."""
        depths = [(depth, False) for depth in range(1, WARM_UP + 1)]
        yield from self._stream(position, checked(limit), [*depths, (MOST_PLIES - 1, True)])

    def _stream(
        self, position: Position, limit: Limit, plan: list[tuple[int, bool]]
    ) -> Generator[Analysis, None, None]:
        if position.outcome():
            raise BadLimit("the game is over in this position; there is nothing to analyse")
        if not self.busy.acquire(blocking=False):
            raise BadLimit("this engine is searching already; stop it first, or make another one")
        try:
            began = time.perf_counter()
            deadline = None if limit.time is None else began + limit.time
            self.work[[NODES, STOP, NODE_LIMIT]] = 0, 0, limit.nodes or 1 << 60
            self.work[AGE] = (self.work[AGE] + 1) & AGE_MASK
            move, value, found = position.moves()[0], 0, False
            for depth, to_the_end in plan:
                search = self._prove if to_the_end else self._deepen
                answer = run(self.work, partial(search, position.state, depth, value), deadline)
                if self.work[STOP]:
                    break
                value, complete, move = answer
                found = True
                yield self._analysis(position, move, value, depth, complete, began)
                if complete:
                    return
            if not found:
                yield self._analysis(position, move, 0, 0, False, began)
        finally:
            self.work[STOP] = 1
            self.busy.release()

    def _search(self, state: Any, depth: int, alpha: int, beta: int) -> tuple[int, bool]:
        packed = self.kernel(state, depth, alpha, beta, 0, self.work, self.table, self.scratch)
        return packed >> 1, bool(packed & 1)

    def _deepen(self, state: Any, depth: int, guess: int) -> tuple[int, bool, int]:
        """The value to a depth: first in a narrow window round a guess, then in wider ones."""
        reach = UNIT // 2
        alpha, beta = (-INFINITY, INFINITY) if depth < 4 else (guess - reach, guess + reach)
        while True:
            value, complete = self._search(state, depth, alpha, beta)
            if self.work[STOP] or alpha < value < beta:
                return value, complete, int(self.work[BEST_MOVE])
            reach *= 8
            alpha = alpha if value > alpha else max(-INFINITY, value - reach)
            beta = beta if value < beta else min(INFINITY, value + reach)

    def _prove(self, state: Any, depth: int, guess: int) -> tuple[int, bool, int]:
        """The value by null windows alone, each answering whether it is at least so much."""
        low, high, value = -INFINITY, INFINITY, round(guess / UNIT) * UNIT
        move, complete = int(self.work[BEST_MOVE]), True
        while low < high and not self.work[STOP]:
            bound = max(value, low + 1)
            value, proven = self._search(state, depth, bound - 1, bound)
            complete = complete and proven
            if value >= bound:
                low, move = value, int(self.work[BEST_MOVE])
            else:
                high = value
        return value, complete, move

    def _analysis(
        self, position: Position, move: int, value: int, depth: int, complete: bool, began: float
    ) -> Analysis:
        units = value // WIN if self.goal == "win" and abs(value) == WIN else value / UNIT
        outcome = None
        if complete:
            mover = position.to_move
            winner = None if value == 0 else mover if value > 0 else 1 - mover
            outcome = Outcome(winner, round(abs(units)), "proven")
        seconds = time.perf_counter() - began
        nodes = int(self.work[NODES])
        line = self._line(position, move, depth)
        return Analysis(move, line, units, depth, nodes, seconds, complete, outcome, self._used())

    def _line(self, position: Position, move: int, most: int) -> tuple[int, ...]:
        """The moves expected from here, as far as the table remembers them."""
        line: list[int] = []
        while move in position.moves() and len(line) < max(1, most):
            line.append(move)
            position = position.play(move)
            if position.outcome():
                break
            move = self._remembered(position)
        return tuple(line)

    def _remembered(self, position: Position) -> int:
        """The move that the table has for a position, -1 for none."""
        key = state_hash(self.hooks.rest(position.state))
        bucket = (key & self.buckets - 1) * BUCKET_WORDS
        for at in range(bucket, bucket + BUCKET_WORDS, ENTRY_WORDS):
            data = int(self.table[at + 1])
            if data and int(self.table[at]) ^ data == key:
                return (data & MOVE_MASK) - 1
        return -1

    def _used(self) -> float:
        sample = self.table[1 : 2 * 4096 : ENTRY_WORDS]
        return float(np.count_nonzero(sample) / len(sample))


def memory_mb() -> int:
    """How much memory the machine has."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") >> 20
    except (AttributeError, ValueError, OSError):
        return 4096
