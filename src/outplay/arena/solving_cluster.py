"""The subproblems of a long solve on the processors of several machines, by way of Ray.

A question is a task; see `outplay.solve.subproblems`. The question of a worker that is lost is asked again. A process
keeps its engine with the table, so it does not begin anew with each question. What is proven depends on the rules
alone, so it is the same here and on one machine.
"""

from functools import lru_cache
from typing import Any, NamedTuple

from outplay.arena.cluster import Tasks, connected, not_written, wrong_version
from outplay.arena.game_runner import Lost
from outplay.arena.remote_files import SentGame, received_game, sent_game
from outplay.core.errors import ArenaError, OutplayError
from outplay.core.game import Game
from outplay.engine.engine import Engine
from outplay.solve.subproblems import Answer, Question, answered
from outplay.solve.tables import prepare_table


class SolvingCluster:
    """A Ray cluster that answers the questions of solves. The address is as in `ClusterWorkers`.

    with SolvingCluster("auto") as cluster:
        outplay.solve(outplay.game("kalah:6,4").start(), cluster=cluster)
    """

    def __init__(self, address: str) -> None:
        self.ray = connected(address)

    def machines(self, game: Game, goal: str, memory_mb: int, endgame: str) -> "ClusterMachines":
        """Who answers questions about a game."""
        return ClusterMachines(self.ray, Job(sent_game(game), goal, memory_mb, endgame))

    def close(self) -> None:
        """Leaves the cluster, and ends one that was started for us; twice is fine."""
        self.ray.shutdown()

    def __enter__(self) -> "SolvingCluster":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Job(NamedTuple):
    """What all questions of a solve are about, as it is sent to the machines."""

    game: SentGame
    goal: str
    memory_mb: int
    """Of the table in each process."""
    endgame: str


class ClusterMachines:
    """Answers questions on a cluster; see `outplay.solve.subproblems.Machines`."""

    def __init__(self, ray: Any, job: Job) -> None:
        self.job = ray.put(job)
        self.tasks = Tasks(ray, answer_question)

    @property
    def size(self) -> int:
        return self.tasks.size

    def begin(self, question: Question) -> None:
        self.tasks.begin(question, self.job, question)

    def answers(self, timeout: float) -> list[tuple[Question, Answer]]:
        found = self.tasks.look(timeout)
        for _, answer in found:
            if isinstance(answer, Lost):
                raise ArenaError(f"a part cannot be solved on the cluster: {answer.reason}")
        return found

    def close(self) -> None:
        self.tasks.forget()


def answer_question(job: Job, question: Question, version: str) -> Answer | Lost:
    """Answers a question; this runs on the cluster."""
    if wrong := wrong_version(version):
        return wrong
    try:
        return answered(engine_of(job), question)
    except OSError as error:
        return not_written(error)
    except OutplayError as error:
        return Lost(str(error))


@lru_cache(1)
def engine_of(job: Job) -> Engine:
    """The engine of this process."""
    game = received_game(job.game)
    if job.endgame == "auto":
        prepare_table(game)
    return Engine(game, job.memory_mb, 1, job.goal, net="none", endgame=job.endgame)
