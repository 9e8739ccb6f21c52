"""The games of a training on the processors of several machines, by way of Ray.

A batch of games is a task. It depends on networks, limits, seed and its number only, so a training comes to the same
network here and on one machine, and a batch whose worker is lost is played again. Networks are sent once, not with each
batch; a process compiles the kernel once. Learning itself, and the matches at equal time at the end, stay where the
training was started.
"""

import time
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from outplay.arena.cluster import Tasks, connected, not_written, wrong_version
from outplay.arena.game_runner import Lost
from outplay.arena.remote_files import SentGame, received_game, sent_game
from outplay.core.errors import ArenaError, OutplayError
from outplay.core.game import Game
from outplay.core.network import Network, NetworkShape
from outplay.engine.threads import start_thread
from outplay.learn.self_play import (
    BATCH,
    Games,
    Limits,
    SelfPlay,
    Worker,
    batch_seed,
    batches,
    in_order,
    rules_only,
)

POLL_SECONDS = 0.2
"""How often is looked whether the time is over while no batch ends."""
LATE_SECONDS = 10.0
"""When the time is over, batches that are being played may take so long to end, or as long again as all took so far. By
then only those are left that wait for a processor of a cluster that others use too: they are played in vain."""
SENT = 4
"""So many networks are kept on the cluster: those of a generation and of its match."""


class TrainingCluster:
    """A Ray cluster that plays the games of trainings. The address is as in `ClusterWorkers`: auto, local, HOST:PORT.

    with TrainingCluster("auto") as cluster:
        outplay.train(outplay.game("othello"), cluster=cluster)
    """

    def __init__(self, address: str) -> None:
        self.ray = connected(address)

    def self_play(self, game: Game, shape: NetworkShape) -> "ClusterSelfPlay":
        """Who plays a game on the cluster, with the kernel compiled."""
        return ClusterSelfPlay(self.ray, Job(*sent_game(game), shape))

    def close(self) -> None:
        """Leaves the cluster, and ends one that was started for us; twice is fine."""
        self.ray.shutdown()

    def __enter__(self) -> "TrainingCluster":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Job(NamedTuple):
    """What is played in all batches of a training, as it is sent to the machines."""

    spec: str
    file: tuple[str, bytes] | None
    """The file that the spec names."""
    rules: str
    """The digest of the rules."""
    shape: NetworkShape


class ClusterSelfPlay:
    """Plays on a cluster; see `outplay.learn.self_play.GamePlayer`."""

    def __init__(self, ray: Any, job: Job) -> None:
        self.ray, self.shape = ray, job.shape
        self.job = ray.put(job)
        self.tasks = Tasks(ray, play_batch)
        self.sent: dict[int, tuple[Network, Any]] = {}
        """Networks by their ids, with what stands for each on the cluster; the last ones only."""
        self.halted = False
        self.compile()

    def compile(self) -> None:
        """Lets as many processes as there are processors compile the kernel. Those that wait for a processor longer
        than the first one took are not waited for."""
        compiling = Tasks(self.ray, prepare)
        began, wanted = time.monotonic(), compiling.size
        for number in range(wanted):
            compiling.begin(number, self.job)
        end = float("inf")
        while compiling.running and time.monotonic() < end:
            for _, lost in compiling.look(POLL_SECONDS):
                if lost:
                    raise failed(lost)
                end = min(end, time.monotonic() + LATE_SECONDS + (time.monotonic() - began))

    def stop(self) -> None:
        self.halted = True

    def play(
        self,
        networks: Sequence[Network],
        limits: Limits,
        seed: int,
        games: int,
        go_on: Callable[[int], bool] = lambda played: True,
    ) -> Games:
        sent = [self.sent_once(network) for network in networks]
        numbers, done = iter(range(batches(games))), dict[int, Games]()
        began, end, more = time.monotonic(), float("inf"), True
        try:
            while not self.halted:
                while more and len(self.tasks.running) < self.tasks.size:
                    number = next(numbers, None)
                    if number is None:
                        break
                    self.tasks.begin(number, self.job, *sent, limits, batch_seed(seed, number))
                if not self.tasks.running or time.monotonic() > end:
                    break
                done |= self.played()
                if more and not go_on(len(done) * BATCH) and done:
                    more, now = False, time.monotonic()
                    end = now + max(LATE_SECONDS, now - began)
        except BaseException:
            self.stop()
            raise
        finally:
            self.tasks.forget()
        return in_order(done, self.shape)

    def played(self) -> dict[int, Games]:
        """Batches that have been played since, by their numbers; waits a moment for one."""
        found = dict(self.tasks.look(POLL_SECONDS))
        for went in found.values():
            if isinstance(went, Lost):
                raise failed(went)
        return found

    def sent_once(self, network: Network) -> Any:
        """What stands for a network on the cluster."""
        _, reference = self.sent.pop(id(network), (network, None))
        if reference is None:
            reference = self.ray.put(network)
        self.sent[id(network)] = network, reference
        for old in list(self.sent)[:-SENT]:
            del self.sent[old]
        return reference


def failed(lost: Lost) -> ArenaError:
    return ArenaError(f"games of the training cannot be played on the cluster: {lost.reason}")


def prepare(job: Job, version: str) -> Lost | None:
    """Compiles what plays the batches of a job; this runs on the cluster."""
    if wrong := wrong_version(version):
        return wrong
    try:
        self_play_of(job)
    except OSError as error:
        return not_written(error)
    except OutplayError as error:
        return Lost(str(error))
    return None


def play_batch(job: Job, first: Network, second: Network, limits: Limits, seed: int, version: str) -> Games | Lost:
    """Plays a batch; this runs on the cluster."""
    if lost := prepare(job, version):
        return lost
    played: list[Games] = []
    failures: list[BaseException] = []

    def work() -> None:
        try:
            played.append(worker_of(job, limits).play((first, second), limits, seed))
        except BaseException as error:
            failures.append(error)

    start_thread(work).join()
    if failures:
        raise failures[0]
    return played[0]


@lru_cache(1)
def self_play_of(job: Job) -> SelfPlay:
    """What plays the batches of a job in this process; OSError or OutplayError if it cannot be made."""
    game = received_game(SentGame(job.spec, job.file, job.rules))
    return SelfPlay(rules_only(game), job.shape, 1)


@lru_cache(1)
def worker_of(job: Job, limits: Limits) -> Worker:
    return Worker(self_play_of(job), limits)
