"""Games of the engine's search against itself, on all processors; see `search.self_play` for the kernel.

The unit of work is a batch of games with a number. What is played in it depends on networks, limits, seed and number
only, not on who plays it and what was played before: threads of this process, or processes of other machines.
"""

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple, Protocol

import numpy as np

from outplay.compiler.kernel import Kernel
from outplay.core.arrays import Ints
from outplay.core.game import Game
from outplay.core.hashing import splitmix
from outplay.core.network import Network, NetworkShape
from outplay.engine.table_memory import TableMemory
from outplay.engine.threads import start_thread, thread_state
from outplay.search.hooks import hooks_of
from outplay.search.playout import seeded
from outplay.search.self_play import INPUTS, STOP_GAMES, UNFINISHED, self_play
from outplay.search.thread_state import BUCKETS, MAX_PLY

BATCH = 16
"""Games that are played by one call: the same, whoever plays them."""
TABLE_MB = 4
"""The transposition table of a player: small, since few nodes are searched for a move."""
MOST_BYTES = 256 << 20
"""The largest memory for the rows of a batch."""


class Limits(NamedTuple):
    """How games are played."""

    nodes: int
    """Searched for each move."""
    opening: int
    """At most so many random moves at the beginning."""
    plies: int
    """A game that is not over by then is cut off."""
    random_moves: int = 0
    """Of 1000 later moves, so many are random."""


class Games(NamedTuple):
    """What was played."""

    rows: Ints
    """Shape (positions, columns); see `search.self_play`."""
    margins: Ints
    """The first player's margin in each game; UNFINISHED for one that was cut off."""

    @property
    def winners(self) -> Ints:
        """For each game 1 if the first player won, -1 if it lost, 0 if nobody won or the game was cut off."""
        return np.sign(np.where(self.margins == UNFINISHED, 0, self.margins))

    @property
    def points(self) -> tuple[int, int, int]:
        """Games won, drawn and lost by the first player; those that were cut off count as drawn."""
        winners = self.winners
        return int((winners > 0).sum()), int((winners == 0).sum()), int((winners < 0).sum())


class GamePlayer(Protocol):
    """Who plays the games of a training, all of one game and with networks of one shape."""

    @property
    def halted(self) -> bool:
        """Whether it was stopped."""
        ...

    def stop(self) -> None:
        """Ends the games that are being played, from any thread."""
        ...

    def play(
        self,
        networks: Sequence[Network],
        limits: Limits,
        seed: int,
        games: int,
        go_on: Callable[[int], bool] = lambda played: True,
    ) -> Games:
        """Plays so many games, rounded up to whole batches, or fewer if `go_on` says so after a batch; one network for
        each player. The games depend on networks, limits, seed and number only, not on who plays them."""
        ...


class Cluster(Protocol):
    """Machines on which the games of trainings are played, as `outplay.arena.training_cluster` has them."""

    def self_play(self, game: Game, shape: NetworkShape) -> GamePlayer:
        """Who plays a game without its evaluation there."""
        ...


def batches(games: int) -> int:
    """The number of batches that so many games are."""
    return -(-games // BATCH)


def batch_seed(seed: int, number: int) -> int:
    """The seed of the first game of a batch; those of the other games follow."""
    return (seed << 32) + number * BATCH


def columns_of(shape: NetworkShape) -> int:
    """The columns of the rows for networks of a shape."""
    return INPUTS + sum(-(-width // 64) for width in shape.widths)


def in_order(done: dict[int, Games], shape: NetworkShape) -> Games:
    """The games of some batches, in the order of the batches' numbers."""
    ordered = [done[number] for number in sorted(done)]
    empty = np.zeros((0, columns_of(shape)), np.int64)
    return Games(
        np.concatenate([empty, *(one.rows for one in ordered)]),
        np.concatenate([np.zeros(0, np.int64), *(one.margins for one in ordered)]),
    )


def rules_only(game: Game) -> Game:
    """The game without its evaluation and what depends on it."""
    return replace(game, heuristics=replace(game.heuristics, evaluate=None, futility_margin=0))


class SelfPlay:
    """Plays in threads of this process; see `GamePlayer`."""

    def __init__(self, game: Game, shape: NetworkShape, workers: int, own: bool = False) -> None:
        """With `own` the game's own evaluation plays, whatever networks are given."""
        self.game, self.shape, self.workers = game, shape, workers
        self.hooks = hooks_of(game, "margin", shape)
        self.kernel = Kernel(game, partial(self_play, hooks=self.hooks, widths=shape.widths, own=own))
        self.columns = columns_of(shape)
        self.halted = False
        self.limits: list[Ints] = []

    def stop(self) -> None:
        self.halted = True
        for limits in self.limits:
            limits[STOP_GAMES] = 1

    def play(
        self,
        networks: Sequence[Network],
        limits: Limits,
        seed: int,
        games: int,
        go_on: Callable[[int], bool] = lambda played: True,
    ) -> Games:
        done: dict[int, Games] = {}
        failures: list[BaseException] = []
        lock, numbers = threading.Lock(), iter(range(batches(games)))

        def work() -> None:
            try:
                table = Worker(self, limits)
                while not (self.halted or failures):
                    with lock:
                        number = next(numbers, None)
                    if number is None:
                        return
                    played = table.play(networks, limits, batch_seed(seed, number))
                    with lock:
                        if not self.halted:
                            done[number] = played
                        if not go_on(len(done) * BATCH):
                            return
            except BaseException as error:
                failures.append(error)

        threads = [start_thread(work) for _ in range(self.workers)]
        try:
            for thread in threads:
                while thread.is_alive():
                    thread.join(0.2)
        except BaseException:
            self.stop()
            for thread in threads:
                thread.join()
            raise
        if failures:
            raise failures[0]
        return in_order(done, self.shape)


class Worker:
    """The memory of one thread that plays games."""

    def __init__(self, own: SelfPlay, limits: Limits) -> None:
        self.own = own
        self.tables = [TableMemory(TABLE_MB) for _ in range(2)]
        self.scratch = np.zeros((MAX_PLY + 1) * max(1, own.game.rules.row), np.int64)
        self.games = max(1, min(BATCH, MOST_BYTES // (8 * own.columns * (limits.plies + 1))))
        self.out = np.zeros((self.games * (limits.plies + 1) + 1) * own.columns, np.int64)

    def play(self, networks: Sequence[Network], limits: Limits, seed: int) -> Games:
        """A batch of games. The tables are emptied before it, so that it does not depend on earlier ones."""
        states = [thread_state(self.own.hooks, network) for network in networks]
        for state, table in zip(states, self.tables, strict=True):
            state[BUCKETS] = table.buckets
            table.words[:] = 0
        slots = np.array([*limits, self.own.halted], np.int64)
        self.own.limits = [*self.own.limits[-self.own.workers :], slots]
        played = [self._some(states, slots, seed + first, limits) for first in range(0, BATCH, self.games)]
        return Games(np.concatenate([one.rows for one in played]), np.concatenate([one.margins for one in played]))

    def _some(self, states: list[Ints], slots: Ints, seed: int, limits: Limits) -> Games:
        number = self.games
        seeds = np.array([seeded(splitmix(seed + i) >> 2) for i in range(number)], np.int64).reshape(-1)
        margins = np.full(number, UNFINISHED, np.int64)
        tables = [table.words for table in self.tables]
        memory: tuple[Any, ...] = (np.zeros(2, np.int64), self.scratch, self.out, margins)
        count = self.own.kernel(self.own.game.initial, number, *states, *tables, slots, seeds, *memory)
        return Games(self.out[: count * self.own.columns].reshape(count, -1).copy(), margins)
