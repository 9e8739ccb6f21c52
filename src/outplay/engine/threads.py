"""The threads that search: how one is started, and how several search one window together.

Kernels run without Python's lock, in threads with a large stack. Threads that search together share the transposition
table and nothing else; `outplay.search.abdada` keeps them from searching the same moves at the same time.
"""

import math
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import numpy as np

from outplay.compiler.kernel import Kernel
from outplay.core.arrays import Ints
from outplay.core.game import Game
from outplay.core.network import Network
from outplay.engine.analysis import ProofWindow
from outplay.engine.endgame import EndgameTable
from outplay.engine.table_memory import TableMemory
from outplay.search.abdada import BUSY_WORDS
from outplay.search.hooks import Hooks
from outplay.search.pvs import STOPPED, root_search
from outplay.search.thread_state import (
    ABDADA_PLIES,
    AGE,
    BEST_MOVE,
    BEST_RESULT,
    BUCKETS,
    ENDGAME,
    ENDGAME_LAYERS,
    EXCLUDED,
    EXCLUDED_MOVES,
    FIRST_MOVE,
    KILLERS,
    MAX_PLY,
    NODE_LIMIT,
    NODES,
    SELECTIVE,
    STOP,
    SYMMETRIC_ROOT,
    thread_words,
)
from outplay.search.transposition import AGE_MASK

STACK = 1 << 28
"""Bytes of stack for a kernel's thread: enough for the deepest search on the largest board."""
STACK_LOCK = threading.Lock()

NO_NODE_LIMIT = 1 << 60
"""More nodes than any search visits."""
SHARED_DEPTH = 4
"""Less deep searches take less time than starting a second thread."""
DEFERRED_PLIES = 24
"""Above this ply threads defer moves that others are searching."""


def start_thread(work: Callable[[], None]) -> threading.Thread:
    """A thread that has begun some work, with stack enough for a kernel."""
    with STACK_LOCK:
        usual = threading.stack_size(STACK)
        thread = threading.Thread(target=work, daemon=True)
        thread.start()
        threading.stack_size(usual)
    return thread


def thread_state(hooks: Hooks, network: Network | None = None) -> Ints:
    """The state of a thread that has searched nothing, with its network."""
    state = np.zeros(thread_words(hooks.max_moves), np.int64)
    return state if network is None else np.concatenate((state, network.words()))


class SearchThreads:
    """The compiled search of one game, the transposition table, and the states of the threads that use them.

    `halted` is True from the moment a search was stopped or reached its node limit until the next one is prepared.
    """

    def __init__(self, game: Game, hooks: Hooks, table_mb: int, count: int, network: Network | None = None) -> None:
        self.hooks, self.count = hooks, count
        self.kernel = Kernel(game, partial(root_search, hooks=hooks))
        self.memory = TableMemory(table_mb)
        self.table: Ints = self.memory.words
        self.states: list[Ints] = []
        self.scratches: list[Ints] = []
        for _ in range(count):
            self.states.append(thread_state(hooks, network))
            self.states[-1][[BUCKETS, ABDADA_PLIES]] = self.memory.buckets, DEFERRED_PLIES if count > 1 else 0
            self.scratches.append(np.zeros((MAX_PLY + 1) * max(1, game.rules.row), np.int64))
        self.halted = True
        self.asked_to_stop = False
        """Whether it was `stop` that halted the search, and not a limit of nodes."""
        self.window: ProofWindow | None = None
        """How far a proof is; None if none is under way."""

    @property
    def nodes(self) -> int:
        """Positions visited by all threads since the search was prepared."""
        return sum(int(state[NODES]) for state in self.states)

    @property
    def best_move(self) -> int:
        """The best root move so far, -1 for none."""
        return int(self.states[0][BEST_MOVE])

    @property
    def best_result(self) -> int:
        """The packed result of that move."""
        return int(self.states[0][BEST_RESULT])

    @property
    def selective(self) -> bool:
        """Whether the search prunes and reduces; a full-width search for a proof does not."""
        return bool(self.states[0][SELECTIVE])

    def set(self, slot: int, value: int) -> None:
        """Writes a value to one slot of every thread's state."""
        for state in self.states:
            state[slot] = value

    def use_endgame(self, table: EndgameTable | None) -> None:
        """Gives an endgame table to all threads, in place of the one before."""
        self.endgame = table  # keeps its memory
        self.set(ENDGAME, table.address if table else 0)
        self.set(ENDGAME_LAYERS, table.layers if table else 0)

    def prepare(self, root: Any, nodes: int | None, seconds: float = math.inf) -> None:
        """Makes everything ready for a search of a root, which takes at most so many nodes and seconds."""
        self.halted, self.asked_to_stop, self.window = False, False, None
        age = (int(self.states[0][AGE]) + 1) & AGE_MASK
        limit = min(-(-nodes // self.count), NO_NODE_LIMIT) if nodes else NO_NODE_LIMIT
        symmetric = any(image(root) == root for image in self.hooks.images)
        slots = [NODES, STOP, NODE_LIMIT, BUCKETS, AGE, FIRST_MOVE, BEST_MOVE, EXCLUDED, SELECTIVE, SYMMETRIC_ROOT]
        buckets = self.memory.buckets_for(seconds)
        for state in self.states:
            state[slots] = 0, 0, limit, buckets, age, -1, -1, 0, 1, symmetric

    def exclude(self, moves: list[int]) -> None:
        """Excludes root moves from the searches that follow."""
        for state in self.states:
            state[EXCLUDED] = len(moves)
            state[EXCLUDED_MOVES : EXCLUDED_MOVES + len(moves)] = moves

    def stop(self) -> None:
        """Ends a running search, from any thread."""
        self.asked_to_stop = True
        self.halt()

    def halt(self) -> None:
        """Ends a running search, as `stop` does, for a reason of its own."""
        self.halted = True
        self.set(STOP, 1)

    @contextmanager
    def giving_up_after(self, nodes: int) -> Iterator[None]:
        """Searches within the block end after so many nodes, or not at all for 0. If that is what ended them, others
        may follow: `halted` is False behind the block."""
        limit = int(self.states[0][NODE_LIMIT])
        sooner = -(-(self.nodes + nodes) // self.count)
        if not nodes or sooner >= limit:
            yield
            return
        self.set(NODE_LIMIT, sooner)
        try:
            yield
        finally:
            self.set(NODE_LIMIT, limit)
            if self.halted and not self.asked_to_stop:
                self.halted, self.window = False, None
                self.set(STOP, 0)
                if self.asked_to_stop:  # meanwhile
                    self.halt()

    def clear(self) -> None:
        """Forgets the table, killers and history."""
        self.memory.clear()
        for state in self.states:
            state[KILLERS : thread_words(self.hooks.max_moves)] = 0

    def search(self, root: Any, depth: int, alpha: int, beta: int) -> int:
        """The packed result of one search by all threads; the first that is done stops the others.

        It means nothing if `halted` is True afterwards. The best move is left in the first thread's state.
        """
        if self.count == 1 or depth < SHARED_DEPTH:
            result = self._search_in(0, root, depth, alpha, beta)
            if self.states[0][STOP]:  # by the kernel itself, at its node limit
                self.halted = True
            return result
        self.table[:BUSY_WORDS] = 0
        first: list[tuple[int, int]] = []
        lock = threading.Lock()

        def search(number: int) -> None:
            result = self._search_in(number, root, depth, alpha, beta)
            with lock:
                if not self.states[number][STOP] and not first:
                    first.append((number, result))
                    self.set(STOP, 1)

        helpers = [start_thread(partial(search, number)) for number in range(1, self.count)]
        search(0)
        for helper in helpers:
            helper.join()
        self.set(STOP, 0)
        limited = self.nodes >= sum(int(state[NODE_LIMIT]) for state in self.states)
        if self.halted or not first or limited:
            self.halt()
            return STOPPED
        number, result = first[0]
        for slot in (BEST_MOVE, BEST_RESULT):
            self.states[0][slot] = self.states[number][slot]
        return result

    def _search_in(self, number: int, root: Any, depth: int, alpha: int, beta: int) -> int:
        """One search by one thread."""
        state, scratch = self.states[number], self.scratches[number]
        return int(self.kernel(root, depth, alpha, beta, state, self.table, scratch))
