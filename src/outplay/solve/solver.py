"""Solving a position: which method, with what memory, what is proven, and the certificate of it.

    solve(position) -> Solved

`alpha-beta` is the engine with open depth. `proof-number` answers whether a player wins or draws, for any game without
repeated positions. `pairing` is for draws of K in a row on small boards, and of Squatter. Each goes on from a
checkpoint, except where pairs alone prove the value.
"""

import math
import random
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from outplay.core.bits import GOING_ON
from outplay.core.errors import BadLimit, BadProof, BadSpec
from outplay.core.figures import amount
from outplay.core.game import Game, Outcome, Position
from outplay.core.limits import NO_LIMIT, Limit, allotted, checked
from outplay.core.paths import check_place
from outplay.engine.analysis import Analysis
from outplay.engine.engine import Engine
from outplay.engine.options import check_options, moves_to_search
from outplay.engine.threads import start_thread
from outplay.search.thread_state import SELECTIVE
from outplay.solve.certificate import Advance, EngineStrategy, Strategy, claims_of, write_certificate
from outplay.solve.checkpoint import Checkpoint, held
from outplay.solve.line_draws import ATTACKER, DEFENDER, MOST_BLOCKED, LineDraws, LineStrategy, has_lines
from outplay.solve.loop_pairs import LoopProof, has_loops, loop_proof
from outplay.solve.questions import NO, STOPPED, YES, ProofNumbers, Question, answered
from outplay.solve.solved import Solved
from outplay.solve.subproblems import Cluster, asked
from outplay.solve.tables import prepare_table
from outplay.solve.verify import Claim, digest_of_rules, legal_moves

METHODS = ("auto", "alpha-beta", "proof-number", "pairing")
FIRST_SECONDS, FIRST_NODES = 2.0, 300_000
"""With the method auto the engine searches K in a row for so many nodes: most wins are found sooner. Before that, draws
by blocking are looked for so long."""
SHORT_SECONDS = 10.0
"""So long a shorter proof of a draw is looked for than the engine's."""
SAMPLE_GAMES, SAMPLE_PLIES = 10, 300
"""How many random games are looked at for positions that repeat, and how much of each."""
Report = Callable[[str], None]
T = TypeVar("T")


def solve(
    position: Position,
    *,
    goal: str = "margin",
    method: str = "auto",
    memory_mb: int = 256,
    threads: int = 1,
    limit: Limit = NO_LIMIT,
    checkpoint: str | Path | None = None,
    endgame: str | Path = "auto",
    proof: str | Path | None = None,
    all_moves: bool = False,
    cluster: Cluster | None = None,
) -> Solved:
    """Proves who wins a position, and by how much; see docs/guide/solving.md.

    `proof` is the file for a certificate, `checkpoint` one by which an interrupted solve goes on, `endgame` the endgame
    table: "auto", "none" or a file. With `all_moves` the value of every move is proven. With a `cluster`, as
    `outplay.arena.solving_cluster.SolvingCluster("auto")` is one, its machines search; `memory_mb` is then for each of
    their processes, and there is no `proof`.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     solved = outplay.solve(outplay.game("tic-tac-toe").start(), proof=f"{folder}/draw.proof")
    ...     outplay.verify(f"{folder}/draw.proof").claims
    (Claim(player=0, least=0), Claim(player=1, least=0))
    >>> solved.outcome
    Outcome(winner=None, margin=0, reason='proven')
    """
    if not isinstance(position, Position):
        raise BadSpec("solve wants a position, as game.start() is one")
    if proof:
        check_place(Path(proof), BadProof)
    check_cycles(position, checked(limit))
    if cluster is not None:
        from outplay.solve.parts_solver import solver_on

        if proof or threads != 1:
            raise BadSpec("on a cluster there are neither a proof nor threads; solve without one for a certificate")
        how: dict[str, Any] = {"goal": goal, "method": method, "memory_mb": memory_mb, "endgame": endgame}
        with solver_on(cluster, position, checkpoint=checkpoint, **how) as parts:
            parts.run(allotted(limit), all_moves)
            return parts.solved()
    with held(Path(checkpoint) if checkpoint else None):
        solver = Solver(position, goal, method, memory_mb, threads, checkpoint, endgame)
        solver.run(limit)
        if all_moves:
            solver.value_moves()
        entries = solver.write(Path(proof)) if proof and solver.outcome else 0
        return solver.solved(entries)


def check_method(game: Game, method: str, goal: str) -> str:
    """The goal that a method proves; BadSpec if the game is none for it."""
    if method not in METHODS:
        raise BadSpec(f"there is no method {method!r}; there are {', '.join(METHODS)}")
    if method == "pairing" and not has_lines(game) and not has_loops(game):
        raise BadSpec(
            "the method pairing is for K in a row (not exact) with at most 62 cells and 62 lines, and for Squatter"
        )
    return "win" if method == "proof-number" or (method == "pairing" and has_lines(game)) else goal


def check_cycles(position: Position, limit: Limit) -> None:
    """BadLimit if positions were seen to repeat in random games, and nothing ends the search: a proof may have no end.

    A repetition that no random game shows is not found here; the search is then as long as it is.
    """
    game, rng = position.game, random.Random(0)
    for _ in range(SAMPLE_GAMES):
        state, seen = position.state, set[Any]()
        while game.outcome(state) == GOING_ON and len(seen) < SAMPLE_PLIES:
            if state in seen:
                if limit.time is None and limit.nodes is None:
                    raise BadLimit(
                        f"the position {Position(game, state).text} of {game} can come up again in the same game, so a "
                        "proof may never end: give a limit of time"
                    )
                return
            seen.add(state)
            state = game.play(state, rng.choice(legal_moves(game, state)))


class Solver:
    """One solve: `run` until something is proven, then `write` its certificate."""

    def __init__(
        self,
        position: Position,
        goal: str,
        method: str,
        memory_mb: int,
        threads: int,
        checkpoint: str | Path | None,
        endgame: str | Path = "auto",
    ) -> None:
        check_options(memory_mb, threads, goal)
        self.goal = check_method(position.game, method, goal)
        moves_to_search(position)
        self.position, self.game, self.method, self.memory_mb = position, position.game, method, memory_mb
        self.threads, self.began, self.outcome = threads, time.monotonic(), None
        self.endgame = endgame
        self.seconds, self.nodes = 0.0, 0
        self.engine: Engine | None = None
        self.draws: LineDraws | None = None
        self.numbers: ProofNumbers | None = None
        self.loops: LoopProof | None = None
        self.move: int | None = None
        self.told = ""
        self.values: dict[int, int] = {}
        self.checkpoint = Checkpoint(Path(checkpoint), self.identity()) if checkpoint else None

    outcome: Outcome | None

    @property
    def in_a_row(self) -> int:
        """How many in a row win, in a game of lines."""
        return int(getattr(self.game.board, "in_a_row", None) or 0)

    def identity(self) -> dict[str, Any]:
        """What a checkpoint belongs to."""
        rules, position = digest_of_rules(self.game), self.position.text
        about = {"game": str(self.game), "rules": rules, "position": position}
        return about | {"method": self.used_method(), "goal": self.goal, "memory": self.memory_mb}

    def used_method(self) -> str:
        """The method whose table a checkpoint holds."""
        if self.method == "auto":
            return "pairing" if self.loops or has_lines(self.game) else "alpha-beta"
        return self.method

    def run(self, limit: Limit = NO_LIMIT, report: Report = lambda text: None) -> None:
        """Searches until the outcome is proven or the time is over."""
        if self.look_for_loops(limit):
            return
        if self.used_method() == "alpha-beta":
            for analysis in self.analyses(limit):
                speed = f"{amount(analysis.nodes)} nodes, {amount(analysis.rate)}/s"
                report(f"{speed}, table {analysis.table_used:.0%} full")
            return
        if self.method == "auto":
            self.look_for_pairs(limit, report)
            if self.outcome is None:
                for _ in self.analyses(limit._replace(nodes=FIRST_NODES)):
                    pass
        if self.outcome is None:
            self.continue_run(limit, report)

    def look_for_loops(self, limit: Limit) -> bool:
        """Looks for pairs that decide Squatter; False if another method has to go on."""
        if not has_loops(self.game) or self.method not in ("auto", "pairing"):
            return False
        seconds = allotted(checked(limit))
        seconds = min(seconds, FIRST_SECONDS) if self.method == "auto" else seconds
        try:
            self.loops, nodes = loop_proof(self.position, seconds)
            self.nodes += nodes
        except KeyboardInterrupt:
            self.told = "It was stopped."
        self.seconds = time.monotonic() - self.began
        if self.loops:
            self.outcome, self.move = self.loops.outcome, self.loops.move
        elif self.method == "pairing":
            self.told = "No pairs were found that decide it; the method alpha-beta may."
        return self.loops is not None or self.method == "pairing"

    def look_for_pairs(self, limit: Limit, report: Report) -> None:
        """The method auto begins so with five and more in a row, where most small boards are draws."""
        if has_lines(self.game) and self.in_a_row > MOST_BLOCKED:
            self.continue_run(limit._replace(time=min(limit.time or FIRST_SECONDS, FIRST_SECONDS)), report)

    def continue_run(self, limit: Limit, report: Report) -> None:
        """Goes on with the method's own search. Ctrl-C ends it, and what was found out stays."""
        seconds = allotted(checked(limit))
        search = self.by_proof_numbers if self.used_method() == "proof-number" else self.by_pairing
        try:
            search(seconds, report)
        except KeyboardInterrupt:
            self.told += " It was stopped."
        self.seconds = time.monotonic() - self.began

    def analyses(self, limit: Limit, lines: int = 1) -> Any:
        """The analyses of the engine as they come; `outcome` is set by the last one, if it is exact."""
        if self.engine is None:
            self.engine = self.made(lambda: self.new_engine(self.threads))
        keeps = self.checkpoint if self.used_method() == "alpha-beta" else None
        table = self.engine.search_threads.table
        if keeps and keeps.load(table):
            self.engine.search_threads.memory.written = len(table)
        last: Analysis | None = None
        try:
            for last in self.engine.solve(self.position, limit, lines):
                yield last
                if keeps:
                    keeps.save_if_due(table)
        finally:
            self.seconds = time.monotonic() - self.began
            if last:
                self.nodes += last.nodes
            if last and last.exact:
                self.outcome, self.move = last.outcome, last.move
            elif keeps:
                keeps.save(table)

    def by_proof_numbers(self, seconds: float, report: Report) -> None:
        """Does the side to move win? If not, does it draw?"""
        mover = self.position.to_move
        self.numbers = numbers = self.made(lambda: ProofNumbers(self.game, self.memory_mb))
        self.restore(numbers)
        for least in (1, 0):
            asked = "does the side to move win?" if least else "does it draw?"
            found = self.answer(numbers.about(self.position.state, mover, least), seconds, asked, report)
            if found == STOPPED:
                return
            if found == YES:
                self.move = numbers.best
                self.outcome = Outcome(mover if least else None, least, "proven")
                return
        self.outcome = Outcome(1 - mover, 1, "proven")

    def by_pairing(self, seconds: float, report: Report) -> None:
        """Can the side to move still get a line? If not, can the other one?"""
        mover, (own, others) = self.position.to_move, self.position.state
        if self.draws is None:
            self.draws = self.made(lambda: LineDraws(self.game, self.memory_mb, self.in_a_row <= MOST_BLOCKED))
            self.restore(self.draws)
        draws = self.draws
        asked = "can the side to move still win?"
        found = self.answer(draws.about(own, others, ATTACKER), seconds, asked, report)
        if found == NO and not draws.counts_threats:  # blocking alone is not enough: with threats of its own
            self.draws = draws = LineDraws(self.game, self.memory_mb, True)
            found = self.answer(draws.about(own, others, ATTACKER), seconds, asked, report)
        if found == NO:
            self.outcome = Outcome(mover, 1, "proven")
        if found != YES:
            return
        found = self.answer(draws.about(others, own, DEFENDER), seconds, "can the other side still win?", report)
        if found == YES:
            self.outcome = Outcome(None, 0, "proven")
        elif found == NO and draws.counts_threats:
            self.outcome = Outcome(1 - mover, 1, "proven")

    def answer(self, question: Question, seconds: float, asked: str, report: Report) -> int:
        """The answer to a question, with progress told and the table saved in between."""
        before = question.nodes

        def between() -> None:
            spent = time.monotonic() - self.began
            rate = (question.nodes - before) / max(spent, 1e-9)
            speed = f"{amount(question.nodes)} nodes, {amount(rate)}/s"
            self.told = f"The last question was: {asked} {question.progress()}."
            report(f"{asked} {question.progress()}; {speed}, table {question.used:.0%} full; Ctrl-C stops it")
            if self.checkpoint:
                self.checkpoint.save_if_due(question.table)

        left = seconds - (time.monotonic() - self.began)
        try:
            found = answered(question, left, between)
        except BaseException:
            if self.checkpoint:
                self.checkpoint.save(question.table)
            raise
        finally:
            self.nodes += question.nodes - before
        if self.checkpoint and found == STOPPED:
            self.checkpoint.save(question.table)
        return found

    def restore(self, question: Question) -> None:
        if self.checkpoint:
            self.checkpoint.load(question.table)

    def solved(self, entries: int = 0) -> Solved:
        moves: tuple[int, ...] = () if self.move is None else (self.move,)
        if self.values:
            best = max(self.values.values())
            moves = tuple(move for move, value in self.values.items() if value == best)
        exact = self.outcome is not None
        method = self.used_method()
        took = self.nodes, self.seconds
        return Solved(self.outcome, exact, *took, moves, self.values, method, self.goal, entries, self.position)

    def made(self, make: Callable[[], T]) -> T:
        """What is made; the time for it, which is that of compiling, counts as none of the solve's."""
        began = time.monotonic()
        made = make()
        self.began += time.monotonic() - began
        return made

    def new_engine(self, threads: int) -> Engine:
        """An engine with the endgame table; the small one that comes with a game is made if it is not there yet."""
        if self.endgame == "auto":
            prepare_table(self.game)
        return Engine(self.game, self.memory_mb, threads, self.goal, net="none", endgame=self.endgame)

    def prepared(self) -> Engine:
        """The engine, ready for searches of single positions."""
        if self.engine is None:
            self.engine = self.new_engine(1)
        self.engine.search_threads.prepare(self.position.state, None, math.inf)
        self.engine.search_threads.set(SELECTIVE, 0)
        return self.engine

    def find_optimal_moves(self) -> None:
        """Finds every first move that keeps the outcome."""
        assert self.outcome
        value = self.outcome.margin_for(self.position.to_move)
        moves = self.position.moves()
        if self.loops and self.loops.first is None:  # the pairs of both sides hold after any move
            self.values = dict.fromkeys(moves, value)
            return
        self.values = {move: value for move in moves if self.keeps(move, value)}

    def keeps(self, move: int, value: int) -> bool:
        """Whether a move is worth at least so much for the side to move."""
        engine, child = self.prepared(), self.position.play(move)
        if ended := child.outcome():
            margin = ended.margin_for(self.position.to_move)
            return (margin > 0) - (margin < 0) >= value if self.goal == "win" else margin >= value
        found = asked(engine, child.state, self.position.to_move, value)
        if found is None:
            raise BadProof("the value of a move could not be proven")
        return found[0]

    def value_moves(self) -> None:
        """Proves the value of every move."""
        moves = self.position.moves()
        engine = self.prepared()
        *_, last = engine.solve(self.position, NO_LIMIT, len(moves))
        self.nodes += last.nodes
        self.values = {line.move: round(line.score) for line in last.lines}

    def claims(self) -> tuple[Claim, ...]:
        """What a certificate has to show."""
        assert self.outcome
        most = self.game.heuristics.max_gain
        return claims_of(
            self.outcome, self.goal, most if isinstance(most, int) else 1 if has_lines(self.game) else None
        )

    def strategy(self, claim: Claim) -> Strategy:
        """What answers for the player of a claim."""
        if self.loops:
            return self.loops.entry
        if self.draws and self.outcome and self.outcome.winner is None:
            return LineStrategy(self.draws)
        if self.numbers:
            return self.by_numbers(self.numbers, claim)
        return EngineStrategy(self.prepared(), claim)

    def by_numbers(self, numbers: ProofNumbers, claim: Claim) -> Strategy:
        def entry(state: Any) -> str:
            if numbers.about(state, *claim).ask() != YES:
                raise BadProof("the search does not confirm its own proof")
            return str(numbers.best)

        return entry

    def write(self, path: Path, advance: Advance = lambda done: None) -> int:
        """Writes the certificate of what was proven; returns the number of its entries."""
        if self.outcome is None:
            raise BadLimit("nothing is proven, so there is no certificate to write")
        if self.outcome.winner is None and self.draws is None and has_lines(self.game):
            self.draws = self.short_proof()
        strategies = [(claim, self.strategy(claim)) for claim in self.claims()]
        return in_thread(lambda told: write_certificate(path, self.position, strategies, told), advance, self.stop)

    def short_proof(self) -> LineDraws | None:
        """The search for draws, if it soon confirms a draw that the engine has proven: its certificates are shorter."""
        draws = LineDraws(self.game, self.memory_mb, self.in_a_row <= MOST_BLOCKED)
        own, others = self.position.state
        for question in ((own, others, ATTACKER), (others, own, DEFENDER)):
            if answered(draws.about(*question), SHORT_SECONDS) != YES:
                return None
        return draws

    def stop(self) -> None:
        """Ends the searches that are running."""
        for question in (self.draws, self.numbers):
            if question:
                question.stop()
        if self.engine:
            self.engine.stop()


def in_thread(work: Callable[[Advance], int], advance: Advance, stop: Callable[[], None]) -> int:
    """What the work returns, done in a thread with the large stack that searches need. Ctrl-C ends it."""
    done: list[int] = []
    failed: list[BaseException] = []
    stopped = threading.Event()

    def told(positions: int) -> None:
        if stopped.is_set():
            raise KeyboardInterrupt
        if positions % 10_000 == 0:
            advance(positions)

    def run() -> None:
        try:
            done.append(work(told))
        except BaseException as error:
            failed.append(error)

    thread = start_thread(run)
    try:
        while thread.is_alive():
            thread.join(0.2)
    except BaseException:
        stopped.set()
        while thread.is_alive():
            stop()
            thread.join(0.05)
        raise
    if failed:
        raise failed[0]
    return done[0]
