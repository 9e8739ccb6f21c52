"""Perft, random games and the plain searches, run on positions.

A kernel runs in a thread of its own without Python's lock, so that the main thread gets Ctrl-C at once; the kernel then
stops within milliseconds.
"""

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeVar

import numpy as np

from outplay.compiler.kernel import Kernel
from outplay.core.arrays import Ints
from outplay.core.bits import GOING_ON
from outplay.core.errors import BadLimit
from outplay.core.game import Game, Position, fault
from outplay.engine.threads import start_thread
from outplay.search.perft import perft as perft_kernel
from outplay.search.plain import (
    DEEPEST,
    INFINITY,
    MOST_PLIES,
    NODES,
    STOP,
    alpha_beta,
    depth_limited,
    margin,
    minimax,
    nothing,
)
from outplay.search.playout import playouts as playouts_kernel
from outplay.search.playout import seeded

METHODS = ("minimax", "depth-limited", "alpha-beta")
Answer = TypeVar("Answer")


class Found(NamedTuple):
    """What a plain search found: the first best move, its value for the side to move, and the work it took."""

    move: int
    value: int
    nodes: int
    seconds: float


def run(counts: Ints, work: Callable[[], Answer]) -> Answer:
    """Runs work that calls kernels in a thread of its own; an exception here, such as Ctrl-C, sets STOP in `counts`."""
    answer: list[Answer] = []
    failure: list[BaseException] = []

    def guarded() -> None:
        try:
            answer.append(work())
        except BaseException as error:
            failure.append(error)

    thread = start_thread(guarded)
    try:
        while thread.is_alive():
            thread.join(0.2)
    except BaseException:
        counts[STOP] = 1
        thread.join()
        raise
    if failure:
        raise failure[0]
    return answer[0]


def room(game: Game, plies: int) -> Ints:
    """Scratch memory for a kernel that goes that many plies deep."""
    return np.zeros((plies + 1) * max(1, game.rules.row), np.int64)


def checked_depth(depth: int) -> int:
    if not 1 <= depth <= MOST_PLIES:
        raise BadLimit(f"the depth must be 1 to {MOST_PLIES}, not {depth}")
    return depth


class Perft:
    """Counts the sequences of exactly so many moves from positions of one game; games that end sooner do not count."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.kernel = Kernel(game, perft_kernel)

    def paths(self, position: Position, depth: int, advance: Callable[[int], None] = lambda done: None) -> int:
        """`advance(1)` is called after each move of the position."""
        if depth == 0:
            return 1
        scratch = room(self.game, checked_depth(depth))
        counts = np.zeros(3, np.int64)

        def count() -> int:
            total = 0
            for move in position.moves():
                child = position.play(move)
                total += 1 if depth == 1 else self.kernel(child.state, depth - 1, counts, scratch)
                advance(1)
                if counts[STOP]:
                    break
            return total

        return run(counts, count)


def perft(position: Position, depth: int) -> int:
    """How many paths of exactly `depth` moves there are from a position."""
    return Perft(position.game).paths(position, depth)


class Playouts(NamedTuple):
    """Random games: margins for the first player (0 is a draw), lengths in plies, sums of the numbers of choices."""

    margins: Ints
    plies: Ints
    choices: Ints
    unfinished: int


class RandomGames:
    """Random games from a position, in batches, so that there is something to show while they run."""

    def __init__(self, position: Position, seed: int = 0, most_plies: int = 10_000) -> None:
        if position.outcome():
            raise BadLimit("the game is over in this position; there is nothing to play")
        self.position = position
        self.most_plies = most_plies
        self.generator = np.array(seeded(seed), np.int64)
        self.kernel = Kernel(position.game, playouts_kernel)
        self.scratch = room(position.game, 0)

    def play(self, number: int) -> Playouts:
        counts = np.zeros(3, np.int64)
        margins, plies, choices = (np.zeros(number, np.int64) for _ in range(3))
        arrays = (self.generator, margins, plies, choices, counts, self.scratch)
        played = run(counts, lambda: self.kernel(self.position.state, number, self.most_plies, *arrays))
        if played < 0:
            raise fault(
                self.position.game.moves,
                "a random game came to a position without a legal move that is not over; "
                "a player who cannot move needs a move that passes, or outcome must end the game",
            )
        over = margins != GOING_ON
        return Playouts(margins[over], plies[over], choices[over], int(number - over.sum()))


class Plain:
    """One of the founding documents' searches on one game.

    `minimax` goes to the end of every line; `depth-limited` and `alpha-beta` go `depth` plies deep. `horizon(state)`
    values what lies below for its side to move, and `end(margin)` a finished game; by default 0 and the margin.
    """

    def __init__(
        self,
        game: Game,
        method: str = "alpha-beta",
        horizon: Callable[[Any], int] | None = None,
        end: Callable[[int], int] = margin,
    ) -> None:
        horizon = horizon or nothing
        if method not in METHODS:
            raise BadLimit(f"there is no search {method!r}; there are {', '.join(METHODS)}")
        self.game = game
        self.method = method
        self.horizon, self.end = horizon, end
        if method == "minimax":
            factory: Callable[..., Any] = partial(minimax, end=end)
        else:
            search = alpha_beta if method == "alpha-beta" else depth_limited
            factory = partial(search, horizon=horizon, end=end)
        self.kernel = Kernel(game, factory)

    def search(self, position: Position, depth: int = MOST_PLIES, moves: Sequence[int] | None = None) -> Found:
        """The first best move and its value for the side to move, with an open window at the root.

        `moves` are the legal moves in the order in which to try them, where that is not the game's own.
        """
        if position.outcome():
            raise BadLimit("the game is over in this position; there is nothing to search")
        plies = MOST_PLIES if self.method == "minimax" else checked_depth(depth)
        counts, scratch = np.zeros(3, np.int64), room(self.game, plies + 1)
        began = time.perf_counter()
        move, value = run(counts, lambda: self.best(position, moves or position.moves(), plies, counts, scratch))
        if counts[DEEPEST] >= MOST_PLIES:
            raise BadLimit(f"games longer than {MOST_PLIES} plies cannot be searched to their end by plain minimax")
        return Found(move, value, int(counts[NODES]), time.perf_counter() - began)

    def value(self, position: Position, depth: int) -> Found:
        """As `search`, all of it in machine code and without the move; what is measured when speed is measured."""
        if position.outcome():
            raise BadLimit("the game is over in this position; there is nothing to search")
        counts, scratch = np.zeros(3, np.int64), room(self.game, checked_depth(depth) + 1)
        began = time.perf_counter()
        value = run(counts, lambda: self.below(position.state, depth, -INFINITY, INFINITY, counts, scratch))
        return Found(-1, value, int(counts[NODES]) + 1, time.perf_counter() - began)

    def best(
        self, position: Position, moves: Sequence[int], depth: int, counts: Ints, scratch: Ints
    ) -> tuple[int, int]:
        """The first best move of the root and its value."""
        rules, state = self.game.rules, position.state
        counts[NODES] = 1
        best, chosen = -INFINITY, -1
        for move in moves:
            child = rules.play(state, move)
            turned = rules.turned(state, child)
            counts[NODES] += 1
            value = rules.outcome(child)
            if value != GOING_ON:
                value = self.end(value)
            elif depth == 1:
                value = self.horizon(child)
            else:
                alpha, beta = (-INFINITY, -best) if turned else (best, INFINITY)
                value = self.below(child, depth - 1, alpha, beta, counts, scratch)
            value = -value if turned else value
            if value > best:
                best, chosen = value, move
            if counts[STOP]:
                break
        return chosen, best

    def below(self, state: Any, depth: int, alpha: int, beta: int, counts: Ints, scratch: Ints) -> int:
        """The value of a state in which the game goes on, for its side to move; its own node is not counted."""
        if self.method == "minimax":
            return int(self.kernel(state, MOST_PLIES - depth, counts, scratch))
        if self.method == "depth-limited":
            return int(self.kernel(state, depth, counts, scratch))
        return int(self.kernel(state, depth, alpha, beta, counts, scratch))
