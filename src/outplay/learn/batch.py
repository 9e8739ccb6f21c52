"""Thousands of games at once for learners: `outplay.batch(game, n)`.

All games are stepped by one compiled kernel, in threads that work without Python's lock; see `search.batch`. It stands
in this room because it is made of the kernels and of what learners are shown, and because nothing below needs it.
"""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from outplay.compiler.kernel import Kernel
from outplay.core.arrays import Ints
from outplay.core.errors import BadLimit, BadSpec, IllegalMove
from outplay.core.game import Game, Position, fault
from outplay.core.machine import processors
from outplay.core.registry import game as find_game
from outplay.core.vectors import load_words, store_words
from outplay.learn.observation import Layout, Observation, layout_of
from outplay.search import batch as kernels
from outplay.search.batch import COLUMNS, END, FAULTS, KEEP, RUNNING, TERMINATED, TRUNCATED, WRONG_MOVE, Sizes
from outplay.search.playout import SECOND

GOALS = ("win", "margin")
"""What a reward is: 1 and -1 for a win and a loss, or the margin."""
MOST_PLIES = 10_000
"""A game that is not over by then is truncated."""
MOST_GAMES = 1 << 24
LEAST_SHARE = 256
"""Fewer games than this are not worth a thread."""

Floats = NDArray[np.float32]
Flags = NDArray[np.bool_]


class Step(NamedTuple):
    """What is so in each of n games after a move. All arrays are new, and belong to who called."""

    observation: Observation
    """(n, ...): what the side to move is shown."""
    rewards: Floats
    """(n, 2): what the move gave the first and the second player; not 0 only where it ended the game."""
    terminated: Flags
    """(n,): whether the move ended the game by the rules; stays so for a game that stays as it is."""
    truncated: Flags
    """(n,): the same for games that were ended because they had too many plies."""
    to_move: Ints
    """(n,): 0 where the first player is to move, 1 where the second is."""
    legal: Flags
    """(n, actions): which moves are legal."""


class Batch:
    """n games of one kind, stepped together.

    goal is what rewards are: "win" for 1, 0 and -1, or "margin". With auto_reset a game that has ended begins anew at
    once: rewards and terminated tell of the game that has ended, everything else of the new one. Without it a game that
    has ended stays as it is and ignores its action until `reset`. Games of most_plies are truncated. threads is how
    many processors are used, all if it is not given.
    """

    def __init__(
        self,
        game: Game,
        n: int,
        *,
        goal: str = "win",
        auto_reset: bool = True,
        most_plies: int = MOST_PLIES,
        threads: int | None = None,
    ) -> None:
        check_counts(n, most_plies, threads)
        if goal not in GOALS:
            raise BadSpec(f"the goal is {' or '.join(GOALS)}, not {goal!r}")
        self.game, self.n, self.goal, self.auto_reset, self.most_plies = game, n, goal, auto_reset, most_plies
        self.threads = min(threads or processors(), max(1, n // LEAST_SHARE))
        self.actions: int = game.action_count
        """Moves are 0 … actions - 1."""
        self.layout: Layout = layout_of(game)
        """How positions are shown."""
        row_bytes = int(np.prod(self.layout.shape)) * self.layout.dtype.itemsize
        self.sizes = Sizes(self.layout.widths, self.layout.words, row_bytes, self.actions)
        self._make_kernels()
        self._table = self.layout.table()
        self._start = np.zeros(self.layout.words, np.int64)
        store_words(game.initial, self.layout.widths, self._start, 0)
        self._states = np.tile(self._start, n)
        self._games = np.zeros((n, COLUMNS), np.int64)
        self._limits = np.array([most_plies, auto_reset], np.int64)
        self._generators = np.zeros(2 * n, np.int64)
        self._legal = np.zeros((n, self.actions), np.bool_)
        self.reset()

    def _make_kernels(self) -> None:
        self._step = Kernel(self.game, partial(kernels.batch, sizes=self.sizes))
        self._sample: Kernel | None = None  # compiled when it is first asked for
        self._pool = ThreadPoolExecutor(self.threads - 1, "outplay-batch") if self.threads > 1 else None

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in ("_step", "_sample", "_pool")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._make_kernels()

    def __repr__(self) -> str:
        return f"<{self.n} games of {self.game}>"

    def reset(self, seed: int = 0) -> Step:
        """Begins all games anew. The seed is that of `sample`; the games themselves have no randomness."""
        if not isinstance(seed, int) or seed < 0:
            raise BadLimit(f"the seed must be 0 or more, not {seed!r}")
        drawn = np.random.SeedSequence(seed).generate_state(2 * self.n)  # the same in every version of NumPy
        self._generators[:] = 1 + drawn % (SECOND - 1)
        self._states = np.tile(self._start, self.n)
        self._games[:] = 0
        return self._played(np.full(self.n, KEEP, np.int64))

    def step(self, actions: Any) -> Step:
        """Plays a legal move in every game: n numbers. IllegalMove names the first game in which one is not legal, and
        then no move has been made."""
        chosen = self._checked(actions)
        return self._played(chosen)

    def sample(self) -> Ints:
        """A random legal move for each game, all equally likely; 0 where the game is over and stays."""
        if self._sample is None:
            self._sample = Kernel(self.game, partial(kernels.batch_sample, sizes=self.sizes))
        kernel, chosen = self._sample, np.zeros(self.n, np.int64)
        arrays = self._limits, self._states, self._games.reshape(-1), self._generators, chosen

        def some(first: int, last: int) -> int:
            memory = np.zeros(2, np.int64), self._scratch()
            return int(kernel(self.game.initial, first, last, *arrays, *memory))

        self._in_threads(some)
        return np.maximum(chosen, 0)

    def position(self, number: int) -> Position:
        """The position in which one of the games is."""
        if not 0 <= number < self.n:
            raise BadLimit(f"there is no game {number}; they are 0 to {self.n - 1}")
        like, words = self.game.initial, self.sizes.words
        return self.game.checked_position(load_words(like, self.layout.widths, self._states, number * words))

    def close(self) -> None:
        """Ends the threads. The batch can still be used, with one."""
        if self._pool:
            self._pool.shutdown()
        self._pool, self.threads = None, 1

    def _scratch(self) -> Ints:
        return np.zeros(max(1, self.game.rules.row), np.int64)

    def _checked(self, actions: Any) -> Ints:
        """The moves as an array of int64; an error that names the first wrong one."""
        given = np.asarray(actions)
        if given.shape != (self.n,) or given.dtype.kind not in "iu":
            what = f"{given.shape} of {given.dtype}"
            raise BadLimit(f"step takes one whole number for each game, an array of shape ({self.n},), not {what}")
        chosen = given.astype(np.int64)
        inside = (chosen >= 0) & (chosen < self.actions)
        good = inside & self._legal[np.arange(self.n), np.where(inside, chosen, 0)]
        if not self.auto_reset:
            good |= self._games[:, END] != RUNNING
        if not good.all():
            self._refuse(int(np.argmin(good)), chosen)
        return chosen

    def _refuse(self, number: int, chosen: Ints) -> None:
        position, move = self.position(number), int(chosen[number])
        legal = position.moves()
        shown = ", ".join(map(str, legal[:12])) + (f" … ({len(legal)} in all)" if len(legal) > 12 else "")
        raise IllegalMove(f"the action {move} is not legal in game {number}; legal there: {shown}")

    def _played(self, chosen: Ints) -> Step:
        self._legal = np.zeros((self.n, self.actions), np.bool_)
        arrays = self._limits, chosen, self._states, self._games.reshape(-1), self._table
        shown = np.zeros((self.n, *self.layout.shape), self.layout.dtype)
        memory = shown.ctypes.data, self._legal.ctypes.data

        def some(first: int, last: int) -> int:
            return int(self._step(self.game.initial, first, last, *arrays, *memory, self._scratch()))

        faults = [found for found in self._in_threads(some) if found < 0]
        if faults:
            self._blame(faults[0])
        return self._told(shown)

    def _told(self, shown: Observation) -> Step:
        """What the kernel has written."""
        _, ends, margins, sides = self._games.T
        first = (np.sign(margins) if self.goal == "win" else margins).astype(np.float32)
        rewards = np.stack((first, 0 - first), axis=1)
        return Step(shown, rewards, ends == TERMINATED, ends == TRUNCATED, sides.copy(), self._legal.copy())

    def _in_threads(self, work: Any) -> list[int]:
        """What `work(first, last)` returns for the shares of all threads."""
        ends = [self.n * share // self.threads for share in range(self.threads + 1)]
        if self._pool is None:
            return [work(0, self.n)]
        others = [self._pool.submit(work, first, last) for first, last in pairwise(ends[1:])]
        own = work(ends[0], ends[1])
        return [own, *(other.result() for other in others)]

    def _blame(self, found: int) -> None:
        """Raises the error for a fault of the kernel."""
        number, wrong = (-found - 1) // FAULTS, (found - WRONG_MOVE) % FAULTS == 0
        if wrong:
            message = f"game {number} has a legal move above {self.actions - 1}: give Game more actions"
        else:
            message = (
                f"game {number} came to a position without a legal move that is not over; "
                "a player who cannot move needs a move that passes, or outcome must end the game"
            )
        raise fault(self.game.moves, message)


def check_counts(n: int, most_plies: int, threads: int | None) -> None:
    """BadLimit if a number cannot be."""
    if not isinstance(n, int) or not 1 <= n <= MOST_GAMES:
        raise BadLimit(f"a batch has 1 to {MOST_GAMES:,} games, not {n!r}")
    if not isinstance(most_plies, int) or most_plies < 1:
        raise BadLimit(f"most_plies must be 1 or more, not {most_plies!r}")
    if threads is not None and (not isinstance(threads, int) or threads < 1):
        raise BadLimit(f"threads must be 1 or more, not {threads!r}")


def batch(game: Game | str, n: int, **how: Any) -> Batch:
    """n games at once, stepped by compiled code in all processors; see `Batch` for what else can be given.

    >>> env = batch("tic-tac-toe", 3)
    >>> step = env.step([4, 0, 8])
    >>> step.to_move.tolist(), step.legal.sum(axis=1).tolist(), step.observation.shape
    ([1, 1, 1], [8, 8, 8], (3, 3, 3, 2))
    """
    return Batch(game if isinstance(game, Game) else find_game(game), n, **how)
