"""Searches that answer one question about a position, in slices: proof-number search, and K in a row.

A slice ends after some nodes or seconds. What was found out stays in the table, so that the next slice goes on there,
and between two of them there is time to tell how far it is and to save the table.
"""

import threading
import time
from collections.abc import Callable
from typing import Any, ClassVar, NamedTuple, Protocol

import numpy as np

from outplay.compiler.kernel import Kernel
from outplay.core.arrays import Ints
from outplay.core.errors import BadProof
from outplay.core.figures import amount
from outplay.core.game import Game
from outplay.engine.threads import start_thread
from outplay.search import proof_number as search
from outplay.search.hooks import hooks_of

YES, NO, STOPPED = 1, 0, 2
FIRST_SLICE, LONGEST_SLICE = 0.25, 4.0
"""Seconds of a slice: short at first, so that there is soon something to show."""


class Question(Protocol):
    """A search with its table: `ask` returns YES, NO or STOPPED, and is asked again if it was stopped."""

    table: Ints
    work: Ints

    @property
    def nodes(self) -> int: ...

    @property
    def used(self) -> float: ...

    def progress(self) -> str: ...

    def ask(self) -> int: ...

    def stop(self) -> None: ...


class Slots(NamedTuple):
    """Where a kernel's array of work has what all such searches have."""

    stop: int
    node_limit: int
    nodes: int
    entries: int
    proof: int
    disproof: int
    entry_words: int
    """How many words of the table an entry has."""


class TableSearch:
    """A kernel with proof numbers, its array of work and its table."""

    slots: ClassVar[Slots]
    table: Ints
    work: Ints

    def allow(self) -> None:
        """Lets the next search begin, without a limit."""
        self.work[[self.slots.stop, self.slots.node_limit]] = 0, 1 << 60

    def stop(self) -> None:
        self.work[self.slots.stop] = 1

    @property
    def nodes(self) -> int:
        return int(self.work[self.slots.nodes])

    @property
    def used(self) -> float:
        """The share of the table that is in use."""
        return float(self.work[self.slots.entries] * self.slots.entry_words / len(self.table))

    def progress(self) -> str:
        """How far the search is, in words."""
        proof, disproof = int(self.work[self.slots.proof]), int(self.work[self.slots.disproof])
        return f"proof number {amount(proof)}, disproof number {amount(disproof)}"


class ProofNumbers(TableSearch):
    """Proof-number search on one game: does a player get at least some margin?"""

    slots = Slots(
        search.STOP,
        search.NODE_LIMIT,
        search.NODES,
        search.ENTRIES,
        search.ROOT_PROOF,
        search.ROOT_DISPROOF,
        search.ENTRY_WORDS,
    )

    def __init__(self, game: Game, table_mb: int) -> None:
        game.must_compile("a proof")
        self.game, self.kernel = game, Kernel(game, search.proof_number_search)
        self.max_moves = hooks_of(game, "win").max_moves
        self.work: Ints = np.zeros(search.work_words(self.max_moves), np.int64)
        self.scratch: Ints = np.zeros(2 * (search.MOST_PLIES + 2) * max(1, game.rules.row), np.int64)
        buckets = max(1, (table_mb << 17) // search.BUCKET_WORDS)
        self.table: Ints = np.zeros(buckets * search.BUCKET_WORDS, np.int64)
        self.work[[search.BUCKETS, search.MOST_MOVES]] = buckets, self.max_moves
        self.state: Any = game.initial

    def about(self, state: Any, player: int, least: int) -> "ProofNumbers":
        """The same search, with another question."""
        self.state = state
        self.work[[search.PLAYER, search.LEAST]] = player, least
        return self

    def ask(self) -> int:
        self.allow()
        answer = int(self.kernel(self.state, self.work, self.table, self.scratch))
        if self.work[search.TOO_LONG]:
            raise BadProof(
                f"a line of play of {self.game} is longer than {search.MOST_PLIES} moves, so positions may come up "
                "again and again: proof-number search cannot prove such a game"
            )
        return answer

    @property
    def best(self) -> int:
        """The move that proves the last question, if the player is to move and the answer was YES."""
        return int(self.work[search.BEST])


def answered(question: Question, seconds: float, between: Callable[[], None] = lambda: None) -> int:
    """Asks until the answer is there or the time is over; `between` is called after each slice."""
    end, length = time.monotonic() + seconds, FIRST_SLICE
    while True:
        answer = sliced(question, min(length, end - time.monotonic()))
        between()
        if answer != STOPPED or time.monotonic() >= end:
            return answer
        length = min(2 * length, LONGEST_SLICE)


def sliced(question: Question, seconds: float) -> int:
    """Asks once, for so many seconds at most. Ctrl-C stops the search before it goes on."""
    found: list[int] = []
    failed: list[BaseException] = []

    def work() -> None:
        try:
            found.append(question.ask())
        except BaseException as error:
            failed.append(error)

    thread = start_thread(work)
    try:
        thread.join(max(0.0, min(seconds, threading.TIMEOUT_MAX)))
    finally:
        while thread.is_alive():  # the search clears STOP when it begins, so once may not be enough
            question.stop()
            thread.join(0.01)
    if failed:
        raise failed[0]
    return found[0]
