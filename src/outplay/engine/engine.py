"""The engine: a search that deepens until its limit, or until the value is proven.

    engine = Engine(game)
    analysis = engine.analyse(position, Limit(time=1.0))
    for analysis in engine.stream(position, Limit(depth=20)): ...

What it does stands in the files beside: `deepening` searches ever deeper, with `threads` that share a table; `clock`
keeps the time; `analysis` says what was found in terms of the game.
"""

import math
import queue
import threading
import warnings
from collections.abc import Generator
from functools import partial
from pathlib import Path
from typing import Any

from outplay.core.errors import BadLimit, BadSpec
from outplay.core.game import Game, Position
from outplay.core.limits import NO_LIMIT, Limit, allotted, checked
from outplay.core.machine import processors, settle
from outplay.core.network import Network
from outplay.engine.analysis import Analysis, Findings, Reader, RootResult
from outplay.engine.clock import Clock, Outbox, watch
from outplay.engine.deepening import PROOF_DEPTHS, best_so_far, deepen, iterations, prove_in_stages
from outplay.engine.endgame import EndgameTable, UnusedTable, find_table
from outplay.engine.networks import AUTO, UnusedNetwork, find_network
from outplay.engine.options import check_options, check_position, moves_to_search
from outplay.engine.threads import SearchThreads, start_thread
from outplay.search.hooks import hooks_of

REPORT_SECONDS = 0.25
"""How often a stream tells how far the search is within an iteration."""


class Engine:
    """One game's search with its memory. Compiles before it returns, so that no limit ever pays for compiling.

    `table_mb` is the size of the transposition table, `threads` how many search together, no more than there are
    processors. `goal` is "margin", or "win" to ask for the winner alone. `net` is the network that evaluates: "auto"
    for one that was trained here or comes with outplay, "none", or a file. The attribute `net` tells what was found.
    `endgame` is the endgame table: "auto" for the one that was made on this machine, "none", or a file.

    >>> engine = outplay.Engine(outplay.game("tic-tac-toe"), table_mb=1)
    >>> engine.analyse(engine.game.start(), outplay.Limit(depth=5)).depth
    5
    """

    def __init__(
        self,
        game: Game,
        table_mb: int = 64,
        threads: int = 1,
        goal: str = "margin",
        net: str | Path | Network = AUTO,
        endgame: str | Path | EndgameTable = AUTO,
    ) -> None:
        if not isinstance(game, Game):
            raise BadSpec(f"Engine wants a game, as outplay.game({game!r}) makes one")
        check_options(table_mb, threads, goal)
        game.must_compile("the engine")
        self.game, self.goal, self.threads = game, goal, min(threads, processors())
        self.net = find_network(game, net)
        if self.net.notice:
            warnings.warn(self.net.notice, UnusedNetwork, stacklevel=2)
        found = find_table(game, endgame)
        if found.notice:
            warnings.warn(found.notice, UnusedTable, stacklevel=2)
        self.endgame = found.table
        network = self.net.network
        self.hooks = hooks_of(game, goal, network.shape if network else None)
        self.search_threads = SearchThreads(game, self.hooks, table_mb, self.threads, network)
        self.search_threads.use_endgame(found.table)
        self.reader = Reader(
            game, self.hooks, goal, self.search_threads.states[0], self.search_threads.table, found.table
        )
        settle()
        self.clock = Clock(0.0)
        self.busy = threading.Lock()
        self.thread: threading.Thread | None = None
        """The thread of the last search, which may still have to see that it was stopped."""

    def stop(self) -> None:
        """Ends a running search, from any thread; it answers with what it has.

        >>> import threading
        >>> engine = outplay.Engine(outplay.game("connect-four"))
        >>> threading.Timer(0.1, engine.stop).start()
        >>> engine.analyse(engine.game.start(), outplay.Limit(time=600)).seconds < 60
        True
        """
        self.search_threads.stop()

    def clear(self) -> None:
        """Forgets all that was found out, as if the engine were new.

        >>> engine = outplay.Engine(outplay.game("tic-tac-toe"))
        >>> first = engine.analyse(engine.game.start(), outplay.Limit(depth=6)).nodes
        >>> engine.clear()
        >>> engine.analyse(engine.game.start(), outplay.Limit(depth=6)).nodes == first
        True
        """
        self._join()
        self.search_threads.clear()

    def analyse(self, position: Position, limit: Limit, lines: int = 1) -> Analysis:
        """The last analysis of `stream`.

        >>> engine = outplay.Engine(outplay.game("tic-tac-toe"))
        >>> position = engine.game.position("x.o/.x./..o")
        >>> analysis = engine.analyse(position, outplay.Limit(time=10), lines=2)
        >>> [(position.name(line.move), line.score) for line in analysis.lines]
        [('c2', 0.0), ('a1', -1.0)]
        """
        *_, last = self._searched(position, limit, lines, iterations(limit), every=None)
        return self.reader.analysis(position, self._findings(last.depth, last.found))

    def stream(self, position: Position, limit: Limit, lines: int = 1) -> Generator[Analysis, None, None]:
        """An analysis for each depth, and several a second within one, until the limit, or until all is proven.

        At least one. `lines` asks for the best so many moves, each with a score of its own.

        >>> engine = outplay.Engine(outplay.game("tic-tac-toe"))
        >>> depths = [analysis.depth for analysis in engine.stream(engine.game.start(), outplay.Limit(depth=4))]
        >>> depths[0], depths[-1]
        (1, 4)
        """
        for findings in self._searched(position, limit, lines, iterations(limit), REPORT_SECONDS):
            yield self.reader.analysis(position, findings)

    def solve(self, position: Position, limit: Limit = NO_LIMIT, lines: int = 1) -> Generator[Analysis, None, None]:
        """As `stream`, but after a few depths every line is played to its end: the shortest way to a proof.

        `Analysis.proof` then tells how far it is. Of several lines each is proven for itself, the best one first.

        >>> engine = outplay.Engine(outplay.game("tic-tac-toe"))
        >>> *_, last = engine.solve(engine.game.start())
        >>> last.exact, last.outcome
        (True, Outcome(winner=None, margin=0, reason='proven'))
        """
        for findings in self._searched(position, limit, lines, PROOF_DEPTHS, REPORT_SECONDS):
            yield self.reader.analysis(position, findings)

    def _searched(
        self, position: Position, limit: Limit, lines: int, depths: list[int], every: float | None
    ) -> Generator[Findings, None, None]:
        """Starts the search and passes on what it finds, at least once, and again every so many seconds."""
        seconds = allotted(checked(limit))
        moves = self._moves_to_search(position, lines)
        if not self.busy.acquire(blocking=False):
            raise BadLimit("this engine is searching already; stop it first, or make another one")
        lines = min(lines, len(moves))
        try:
            self.clock = Clock(seconds, self.clock.lateness)
            self._join()
            timed = not (limit.nodes or limit.depth)  # a search without a clock must not depend on the clock
            self.search_threads.prepare(position.state, limit.nodes, seconds if timed else math.inf)
            outbox: Outbox = queue.SimpleQueue()
            self.thread = start_thread(partial(self._work, position.state, lines, depths, outbox))
            found = False
            unfinished = partial(self._unfinished, lines)
            for findings in watch(outbox, self.clock, self.stop, self._refreshed, unfinished, every):
                found = True
                yield findings
            if not found:
                yield self._findings(0, [RootResult(moves[0], 0)])
        finally:
            self.stop()
            self.busy.release()

    def _join(self) -> None:
        """Waits for the thread of a search that was stopped."""
        if self.thread:
            self.thread.join()
            self.thread = None

    def _moves_to_search(self, position: Position, lines: int) -> tuple[int, ...]:
        """The legal moves of a position that this engine can search, for so many lines."""
        check_position(position, self.game, "engine")
        check_options(lines=lines)
        return moves_to_search(position)

    def _work(self, root: Any, lines: int, depths: list[int], outbox: Outbox) -> None:
        """Deepens, in a thread of its own."""

        def report(depth: int, found: list[RootResult]) -> None:
            outbox.put(self._findings(depth, found))

        told = self.game.heuristics
        guesses = self.goal == "margin" and told.evaluate is not None and not isinstance(told.max_gain, int)
        try:
            if depths is PROOF_DEPTHS and lines == 1 and guesses:
                prove_in_stages(self.search_threads, root, report)
            else:
                deepen(self.search_threads, root, lines, depths, report)
            outbox.put(None)
        except BaseException as error:
            outbox.put(error)

    def _findings(self, depth: int, found: list[RootResult]) -> Findings:
        """What was found, with the nodes and seconds of now."""
        threads = self.search_threads
        return Findings(depth, found, threads.nodes, self.clock.elapsed(), threads.window)

    def _unfinished(self, lines: int, last: Findings | None) -> Findings | None:
        """What the iteration that is under way prefers so far; None if that is not known, or several lines are."""
        best = best_so_far(self.search_threads) if lines == 1 else None
        return self._findings(last.depth if last else 1, [best]) if best else None

    def _refreshed(self, findings: Findings) -> Findings | None:
        """Findings with the nodes and seconds of now; None if the search was stopped, and nothing new will come."""
        return None if self.search_threads.halted else self._findings(findings.depth, findings.found)
