"""A long solve by many processes: the questions to its subproblems, and what follows from the answers.

The value of the root is found as `engine.deepening.prove` finds it: does the first player get at least so much? Each
question is one to some of the subproblems. What is answered is in the journal at once.
"""

import itertools
import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

from outplay.core.errors import BadSpec
from outplay.core.figures import amount, duration
from outplay.core.game import Outcome, Position
from outplay.core.limits import Limit
from outplay.engine.engine import Engine
from outplay.engine.options import check_options, moves_to_search
from outplay.search.values import MAX_MARGIN
from outplay.solve.journal import Journal
from outplay.solve.solved import Solved
from outplay.solve.subproblems import Answer, Cluster, Machines, Node, Parts, Question
from outplay.solve.tables import prepare_table
from outplay.solve.verify import digest_of_rules

EACH = 4
"""There are so many subproblems for each process, if a few plies have as many positions."""
POLL_SECONDS = 0.2
ESTIMATE_NODES = 2_000
"""Nodes of the search that tells which subproblems to ask first, and the first question."""
ESTIMATE_MB = 16


METHOD = "alpha-beta"
Report = Callable[[str], None]


@contextmanager
def solver_on(
    cluster: Cluster,
    position: Position,
    *,
    goal: str = "margin",
    method: str = "auto",
    memory_mb: int = 256,
    endgame: str | Path = "auto",
    checkpoint: str | Path | None = None,
    report: Report = lambda text: None,
) -> "Iterator[PartsSolver]":
    """What solves a position on a cluster within the block; `checkpoint` is the file of its journal."""
    if isinstance(cluster, str):
        made = f"outplay.arena.solving_cluster.SolvingCluster({cluster!r})"
        raise BadSpec(f"solve wants a cluster that is connected, as {made} makes one")
    if method not in ("auto", METHOD):
        raise BadSpec(f"on a cluster the method is {METHOD}, not {method}")
    if endgame not in ("auto", "none"):
        raise BadSpec("on a cluster each machine has endgame tables of its own: endgame is auto or none, no file")
    check_options(memory_mb, goal=goal)
    moves_to_search(position)
    game = position.game
    about = {"what": "parts of a solve", "game": str(game), "rules": digest_of_rules(game), "position": position.text}
    journal = Journal(Path(checkpoint), about | {"goal": goal}) if checkpoint else None
    with journal or nullcontext():
        if endgame == "auto":
            prepare_table(game)
        engine = Engine(game, min(memory_mb, ESTIMATE_MB), 1, goal, net="none", endgame=endgame)
        machines = cluster.machines(game, goal, memory_mb, str(endgame))
        try:
            yield PartsSolver(position, goal, machines, engine, journal, report)
        finally:
            machines.close()


class PartsSolver:
    """One solve on machines: `run` until the value is proven or the time is over."""

    def __init__(
        self,
        position: Position,
        goal: str,
        machines: Machines,
        engine: Engine,
        journal: Journal | None = None,
        report: Report = lambda text: None,
    ) -> None:
        self.position, self.goal, self.machines, self.journal, self.report = position, goal, machines, journal, report
        self.parts = Parts(position, goal, EACH * machines.size)
        self.running: dict[tuple[int, ...], Question] = {}
        self.began, self.end = time.monotonic(), math.inf
        self.nodes, self.answers, self.worked = 0, 0, 0.0
        """Nodes of all searches, answered questions, and the seconds that they took."""
        self.outcome: Outcome | None = None
        self.values: dict[int, int] = {}
        for record in journal.records if journal else []:
            self.parts.learn(tuple(record["state"]), record["yes"], record["bound"])
        self.estimate(engine)

    def estimate(self, engine: Engine) -> None:
        """Looks at the subproblems for a moment, so that the most promising are asked first."""
        for leaf in self.parts.leaves:
            position = Position(self.parts.game, leaf.state)
            score = engine.analyse(position, Limit(nodes=ESTIMATE_NODES)).score
            leaf.estimate = max(leaf.low, min(leaf.high, -score if leaf.mover else score))
        self.parts.root.refresh()

    def run(self, seconds: float = math.inf, all_moves: bool = False, optimal_moves: bool = False) -> None:
        """Proves the value of the root; then which moves keep it, or what each move is worth, if that is asked for."""
        self.end = self.began + seconds
        root = self.parts.root
        value = self.value(root)
        if value is None:
            return
        sign = -1 if root.mover else 1
        self.outcome = Outcome(None if value == 0 else int(value < 0), abs(value), "proven")
        keeps = {move: child for move, child in root.children.items() if self.holds(child, value)}
        self.values = {next(iter(keeps)): sign * value}
        if all_moves:
            values = {move: self.value(child) for move, child in root.children.items()}
            self.values = {move: sign * each for move, each in values.items() if each is not None}
        elif optimal_moves:
            self.values = {
                move: sign * value for move, child in root.children.items() if move in keeps or self.keeps(child, value)
            }

    def holds(self, child: Node, value: int) -> bool:
        """Whether a move is proven to keep the value of the root."""
        return child.high <= value if self.parts.root.mover else child.low >= value

    def keeps(self, child: Node, value: int) -> bool:
        """Whether a move keeps the value of the root."""
        if self.parts.root.mover:
            return self.at_least(child, value + 1) is False
        return self.at_least(child, value) is True

    def value(self, node: Node) -> int | None:
        """What the first player gets from a node; None if the time is over."""
        guess = round(node.estimate)
        while node.low < node.high:
            yes = self.at_least(node, max(node.low + 1, min(guess, node.high)))
            if yes is None:
                return None
            guess = node.low + 1 if yes else node.high
        return node.low

    def at_least(self, node: Node, least: int) -> bool | None:
        """Whether the first player gets at least so much from a node; None if the time is over."""
        node.refresh()
        while node.low < least <= node.high:
            if time.monotonic() > self.end:
                return None
            self.hand_out(node, least)
            for question, answer in self.machines.answers(POLL_SECONDS):
                self.take(question, answer)
            node.refresh()
            self.report(self.words(node, least))
        return node.low >= least

    def hand_out(self, node: Node, least: int) -> None:
        """Asks as many subproblems as there are processes that have nothing to do."""
        free = self.machines.size - len(self.running)
        waiting = (leaf for leaf in node.open_leaves(least) if leaf.key not in self.running)
        for leaf in itertools.islice(waiting, max(0, free)):
            if leaf.key in self.running:  # it stands in two places of the tree
                continue
            question = Question(leaf.key, least, leaf.seconds)
            self.running[leaf.key] = question
            self.machines.begin(question)

    def take(self, question: Question, answer: Answer) -> None:
        """Takes an answer, and writes it to the journal."""
        self.running.pop(question.state, None)
        self.nodes += answer.nodes
        if answer.yes is None:
            for node in self.parts.nodes[question.state]:
                node.seconds = 2 * question.seconds
            return
        self.answers += 1
        self.worked += answer.seconds
        self.parts.learn(question.state, answer.yes, answer.bound)
        if self.journal:
            self.journal.add({"state": list(question.state), "yes": answer.yes, "bound": answer.bound})

    def words(self, node: Node, least: int) -> str:
        """What is asked, how much of it is left, and about how long that takes."""
        name = self.position.game.players[0]
        which = f"the {name} player" if name == "first" else name
        asked = f"does {which} get at least {least:+d}?" if least else f"does {which} draw at least?"
        left = len({leaf.key for leaf in node.open_leaves(least)})
        parts = [f"{asked} {left} part{'s' * (left != 1)} left, {len(self.running)} being searched"]
        parts.append(f"{amount(self.nodes)} nodes")
        if self.answers and left:
            rest = self.worked / self.answers * left / max(1, self.machines.size)
            parts.append(f"about {duration(rest)} for this question if all of them are needed")
        return ", ".join(parts)

    def solved(self) -> Solved:
        """What is proven so far."""
        best = max(self.values.values(), default=0)
        moves = tuple(move for move, value in self.values.items() if value == best)
        seconds, exact = time.monotonic() - self.began, self.outcome is not None
        took = self.nodes, seconds
        return Solved(self.outcome, exact, *took, moves, self.values, METHOD, self.goal, position=self.position)

    @property
    def told(self) -> str:
        """What is proven, as a sentence, if the value is not."""
        low, high, most = self.parts.root.low, self.parts.root.high, 1 if self.goal == "win" else MAX_MARGIN
        found = [f"at least {low:+d}"] * (low > -most) + [f"at most {high:+d}"] * (high < most)
        name = self.position.game.players[0]
        which = f"the {name} player" if name == "first" else name
        return f"It is proven that {which} gets {' and '.join(found)}." if found else ""
