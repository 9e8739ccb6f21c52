"""The engine: a search that deepens until its limit, or until the value is proven.

    engine = Engine(game)
    analysis = engine.analyse(position, Limit(time=1.0))
    for analysis in engine.stream(position, Limit(depth=20)): ...

The search runs in threads of its own, without Python's lock. Time is kept here, and a search is stopped by flags that
the kernel reads.
"""

import queue
import threading
import time
from collections.abc import Generator
from functools import partial
from typing import Any

import numpy as np

from outplay.compiler.kernel import Kernel
from outplay.core.arrays import Ints
from outplay.core.errors import BadLimit, BadSpec
from outplay.core.game import Game, Position
from outplay.core.limits import NO_LIMIT, Limit, allotted, checked
from outplay.core.machine import memory_mb, processors, settle
from outplay.engine.analysis import Analysis, Findings, Found, Reader
from outplay.engine.kernels import started
from outplay.search.hints import GOALS, hooks_of
from outplay.search.pvs import pvs
from outplay.search.thread_state import (
    AGE,
    BEST_MOVE,
    BEST_VALUE,
    BUCKETS,
    DEFER,
    EXCLUDED,
    FIRST,
    KILLERS,
    MIRRORED,
    MOST_EXCLUDED,
    MOST_PLIES,
    NODE_LIMIT,
    NODES,
    REDUCE,
    STOP,
    work_words,
)
from outplay.search.transposition import AGE_MASK, BUCKET_WORDS, BUSY_WORDS, table_words
from outplay.search.values import INFINITY, LONG, UNIT, is_complete, packed, plies_of, value_of

WARM_UP = 5
"""`solve` deepens so far before it plays every line to its end, so that the table knows good moves."""
TO_THE_END = MOST_PLIES - 1
"""The depth at which it does so."""

ASPIRATION_DEPTH, ASPIRATION = 4, UNIT // 2
"""From this depth on the first window reaches so far from the last value, or as far as two quiet moves change it, and
each further one eight times as far."""

ALL_NODES = 1 << 60
"""More than any search visits: no limit."""

TOGETHER_DEPTH = 4
"""Searches that are less deep take less time than it takes to start a second thread."""
DEFER_PLIES = 24
"""Down to this ply threads keep out of each other's way."""

REPORT_SECONDS = 0.25


Outbox = queue.SimpleQueue[Findings | BaseException | None]
"""What a search puts out: its findings at each depth; None when it is done; or what went wrong."""


class Engine:
    """One game's search with its memory. Compiles before it returns, so that no limit ever pays for compiling.

    `table_mb` is what the table of positions may take, `threads` how many search together, no more than there are
    processors. `goal` is "margin", or "win" to ask for the winner alone.
    """

    def __init__(self, game: Game, table_mb: int = 64, threads: int = 1, goal: str = "margin") -> None:
        if not isinstance(game, Game):
            raise BadSpec(f"Engine wants a game, as outplay.game({game!r}) makes one")
        if goal not in GOALS:
            raise BadLimit(f"there is no goal {goal!r}; there are {' and '.join(GOALS)}")
        if not 1 <= table_mb <= memory_mb() // 2:
            raise BadLimit(
                f"the table must have 1 to {memory_mb() // 2} MB, half of this machine's memory, not {table_mb}"
            )
        if threads < 1:
            raise BadLimit(f"the threads must be 1 or more, not {threads}")
        self.game, self.goal, self.threads = game, goal, min(threads, processors())
        self.hooks = hooks_of(game, goal)
        self.kernel = Kernel(game, partial(pvs, hooks=self.hooks))
        self.buckets = ((table_mb << 20) // 8 - BUSY_WORDS) // BUCKET_WORDS
        self.table: Ints = np.empty(table_words(self.buckets), np.int64)
        self.table.fill(0)  # touched here, or the first search would wait for the system to find the memory
        self.works: list[Ints] = []
        self.scratches: list[Ints] = []
        for _ in range(self.threads):
            work = np.zeros(work_words(self.hooks.width), np.int64)
            work[[BUCKETS, DEFER]] = self.buckets, DEFER_PLIES if self.threads > 1 else 0
            self.works.append(work)
            self.scratches.append(np.zeros((MOST_PLIES + 1) * max(1, game.rules.row), np.int64))
        self.reader = Reader(game, self.hooks, goal, self.works[0], self.table)
        settle()
        self.halted = True
        self.began = 0.0
        self.busy = threading.Lock()

    def stop(self) -> None:
        """Ends a running search, from any thread; it answers with what it has."""
        self.halted = True
        self._tell(STOP, 1)

    def clear(self) -> None:
        """Forgets all that was found out, as if the engine were new."""
        self.table.fill(0)
        for work in self.works:
            work[KILLERS:] = 0

    def analyse(self, position: Position, limit: Limit, lines: int = 1) -> Analysis:
        """The last word of `stream`."""
        *_, last = self._watched(position, limit, lines, deepening(limit), every=None)
        return self.reader.analysis(position, self._findings(last.depth, last.found))

    def stream(self, position: Position, limit: Limit, lines: int = 1) -> Generator[Analysis, None, None]:
        """An analysis for each depth, and several a second within one, until the limit, or until all is proven.

        At least one. `lines` asks for the best so many moves, each with a score of its own.
        """
        for findings in self._watched(position, limit, lines, deepening(limit), REPORT_SECONDS):
            yield self.reader.analysis(position, findings)

    def solve(self, position: Position, limit: Limit = NO_LIMIT) -> Generator[Analysis, None, None]:
        """As `stream`, but after a few depths every line is played to its end: the shortest way to a proof."""
        for findings in self._watched(position, limit, 1, [*range(1, WARM_UP + 1), TO_THE_END], REPORT_SECONDS):
            yield self.reader.analysis(position, findings)

    def _watched(
        self, position: Position, limit: Limit, lines: int, depths: list[int], every: float | None
    ) -> Generator[Findings, None, None]:
        """Starts the search and passes on what it finds, again every so many seconds; keeps the time."""
        seconds = allotted(checked(limit))
        if type(position.state) is not type(self.game.initial) or str(position.game) != str(self.game):
            raise BadLimit(f"this engine plays {self.game}, and the position is of {position.game}")
        if not 1 <= lines <= MOST_EXCLUDED:
            raise BadLimit(f"the lines must be 1 to {MOST_EXCLUDED}, not {lines}")
        moves = position.moves()
        if not moves:
            raise BadLimit("the game is over in this position; there is nothing to analyse")
        if not self.busy.acquire(blocking=False):
            raise BadLimit("this engine is searching already; stop it first, or make another one")
        thread = None
        try:
            self.began = time.perf_counter()
            self._prepare(limit)
            self._look_for_symmetry(position.state)
            outbox: Outbox = queue.SimpleQueue()
            thread = started(partial(self._work, position.state, min(lines, len(moves)), depths, outbox))
            last = Findings(0, [Found(moves[0], 0)], 0, 0.0)
            while True:
                left = seconds - (time.perf_counter() - self.began)
                if left <= 0:
                    self.stop()
                try:
                    news = outbox.get(timeout=min(every or 1.0, max(left, 0.001)))
                except queue.Empty:
                    if last.depth and every and not self.halted:
                        yield self._findings(last.depth, last.found)
                    continue
                if isinstance(news, BaseException):
                    raise news
                if news is None:
                    if not last.depth:
                        yield self._findings(0, last.found)
                    return
                last = news
                yield last
        finally:
            self.stop()
            if thread:
                thread.join()
            self.busy.release()

    def _prepare(self, limit: Limit) -> None:
        self.halted = False
        age = (int(self.works[0][AGE]) + 1) & AGE_MASK
        for work in self.works:
            most = min(-(-limit.nodes // self.threads), ALL_NODES) if limit.nodes else ALL_NODES
            work[[NODES, STOP, NODE_LIMIT, AGE, FIRST, EXCLUDED, REDUCE]] = 0, 0, most, age, -1, 0, 1

    def _look_for_symmetry(self, state: Any) -> None:
        """Notes whether a position is its own image: below one that is, many positions mirror each other."""
        mirrored = self.hooks.symmetric and any(s.state(state) == state for s in self.game.heuristics.symmetries)
        self._tell(MIRRORED, mirrored)

    def _work(self, state: Any, lines: int, depths: list[int], outbox: Outbox) -> None:
        """Deepens, in a thread of its own. Puts each depth's findings into `outbox`, then None; or what went wrong."""
        try:
            before = [Found(-1, 0)] * lines
            for depth in depths:
                found: list[Found] = []
                for number in range(lines):
                    self._exclude([f.move for f in found])
                    search = self._prove if depth == TO_THE_END else self._deepen
                    self._tell(FIRST, before[number].move)
                    answer = search(state, depth, value_of(before[number].answer))
                    if answer:
                        found.append(answer)
                    if self.halted or not answer:
                        break
                if self.halted:
                    if found and (lines == 1 or depth == 1):
                        outbox.put(self._findings(max(1, depth - 1), found))
                    break
                before = list(found)
                found.sort(key=lambda f: -value_of(f.answer))
                outbox.put(self._findings(depth, found))
                if all(is_complete(f.answer) for f in found):
                    break
            outbox.put(None)
        except BaseException as error:
            outbox.put(error)

    def _findings(self, depth: int, found: list[Found]) -> Findings:
        return Findings(depth, found, sum(int(work[NODES]) for work in self.works), time.perf_counter() - self.began)

    def _exclude(self, moves: list[int]) -> None:
        for work in self.works:
            work[EXCLUDED] = len(moves)
            work[EXCLUDED + 1 : EXCLUDED + 1 + len(moves)] = moves

    def _deepen(self, state: Any, depth: int, guess: int) -> Found | None:
        """The best move to a depth: first in a narrow window round a guess, then in wider ones.

        If it was stopped, the best so far, if there is one: what was best to the depth before is tried first in every
        window, so it is no worse than that.
        """
        self._tell(BEST_MOVE, -1)
        reach = 2 * self.hooks.swing or ASPIRATION
        alpha, beta = -INFINITY, INFINITY
        if depth >= ASPIRATION_DEPTH:
            alpha, beta = guess - reach, guess + reach
        while True:
            answer = self._search(state, depth, alpha, beta)
            move = int(self.works[0][BEST_MOVE])
            if self.halted:
                return Found(move, int(self.works[0][BEST_VALUE]) & ~1) if move >= 0 else None
            value = value_of(answer)
            if alpha < value < beta:
                return Found(move, answer)
            if move >= 0:
                self._tell(FIRST, move)
            reach *= 8
            alpha = alpha if value > alpha else max(-INFINITY, value - reach)
            beta = beta if value < beta else min(INFINITY, value + reach)

    def _prove(self, state: Any, depth: int, guess: int) -> Found | None:
        """The value by null windows alone, each answering whether it is at least so much.

        If none is better than the least there can be, the best move is still that of the depth before.
        """
        low, high, value = -INFINITY, INFINITY, round(guess / UNIT) * UNIT
        plies, complete = {}, 1
        self._tell(REDUCE, 0)
        while low < high:
            bound = max(value, low + 1)
            answer = self._search(state, depth, bound - 1, bound)
            if self.halted:
                return None
            value = value_of(answer)
            complete &= is_complete(answer)
            plies[value >= bound] = plies_of(answer)
            if value >= bound:
                low = value
            else:
                high = value
        return Found(int(self.works[0][BEST_MOVE]), packed(value, plies.get(value > 0, LONG), complete))

    def _tell(self, place: int, value: int) -> None:
        """Writes a value to the same place of every thread's working memory."""
        for work in self.works:
            work[place] = value

    def _search(self, state: Any, depth: int, alpha: int, beta: int) -> int:
        """One search by all threads. The first that is done stops the others."""
        if self.threads == 1 or depth < TOGETHER_DEPTH:
            answer = self._search_alone(0, state, depth, alpha, beta)
            if self.works[0][STOP]:  # by the kernel itself, at its limit of nodes
                self.halted = True
            return answer
        self.table[:BUSY_WORDS] = 0
        first: list[tuple[int, int]] = []
        lock = threading.Lock()

        def search(number: int) -> None:
            answer = self._search_alone(number, state, depth, alpha, beta)
            with lock:
                if not self.works[number][STOP] and not first:
                    first.append((number, answer))
                    self._tell(STOP, 1)

        helpers = [started(partial(search, number)) for number in range(1, self.threads)]
        search(0)
        for helper in helpers:
            helper.join()
        self._tell(STOP, 0)
        limited = sum(int(work[NODES]) for work in self.works) >= sum(int(work[NODE_LIMIT]) for work in self.works)
        if self.halted or not first or limited:
            self.stop()
            return 0
        number, answer = first[0]
        for place in (BEST_MOVE, BEST_VALUE):
            self.works[0][place] = self.works[number][place]
        return answer

    def _search_alone(self, number: int, state: Any, depth: int, alpha: int, beta: int) -> int:
        work, scratch = self.works[number], self.scratches[number]
        return int(self.kernel(state, depth, alpha, beta, 0, work, self.table, scratch))


def deepening(limit: Limit) -> list[int]:
    """All depths up to the limit's, or as deep as it goes."""
    return list(range(1, min(checked(limit).depth or TO_THE_END, TO_THE_END - 1) + 1))
