"""The Squatter player of 2015: alpha-beta to a depth that grows as the board fills, with a transposition table and an
evaluation of four terms."""

import time
from collections.abc import Sequence
from functools import partial
from math import isqrt
from typing import TYPE_CHECKING

from outplay.core.bits import GOING_ON, lowest_bit
from outplay.core.errors import BadLimit
from outplay.core.game import Game, Position
from outplay.core.limits import NO_LIMIT, Limit
from outplay.players.explanation import Considered, Explanation
from outplay.players.player import Choice, Player, Report

if TYPE_CHECKING:
    from outplay.core.arrays import Ints
    from outplay.core.rules import State

SCHEDULES = ("document", "program")
PERFECT = 11
"""With so many free cells or fewer it searches to the end of the game, by every schedule."""
DOCUMENT = ((33, 4), (25, 6), (21, 8), (0, 10))
PROGRAM = ((16, 6), (14, 8), (0, 10))
"""Pairs of free cells and depth: with at least that many free cells it searches that deep, by the first pair that fits.
The program's are for boards of 7 rows and more with fewer than 20 free cells."""

BUCKETS, MOST_BUCKETS = 1_000_003, 50_000_000


def depth_for(free: int, size: int = 7, schedule: str = "document") -> int:
    """The depth of the search, in plies, when `free` cells of a board of `size` rows are free. It is even before the
    end, so that the position at the horizon has the player who chooses to move.

    >>> [depth_for(free) for free in (361, 49, 36, 24, 20, 12, 11, 3)]
    [4, 4, 4, 8, 10, 10, 11, 3]
    >>> [depth_for(free, 7, "program") for free in (49, 36, 24, 20, 16, 15, 12, 11, 3)]
    [2, 4, 6, 6, 6, 8, 10, 11, 3]
    """
    if free <= PERFECT:
        return free
    if schedule == "program":
        return depth_of_program(free, size)
    return next(depth for least, depth in DOCUMENT if free >= least)


def depth_of_program(free: int, size: int) -> int:
    """The depth of the program of 2015 with more than PERFECT free cells: the greater the share of free cells, the less
    deep. Boards of 7 rows and more have a ply less there, and the pairs of PROGRAM later."""
    if size >= 7 and free < 20:
        return next(depth for least, depth in PROGRAM if free >= least)
    depth = int(8.5 - (2 * free / size**2) ** 2) - (size >= 7)
    return depth - depth % 2


class Squatter2015(Player):
    """Searches to the depth of the schedule, or `depth` plies; `table` is the number of buckets of the table."""

    def __init__(
        self, game: Game, depth: int | None = None, table: int = BUCKETS, schedule: str = SCHEDULES[0]
    ) -> None:
        from outplay.compiler.kernel import Kernel
        from outplay.engine.kernels import checked_depth
        from outplay.players.founding.squatter_2015_estimate import estimate
        from outplay.players.founding.squatter_2015_search import minimax_2015
        from outplay.players.founding.squatter_2015_table import empty_table, hashing, zobrist_numbers

        if not 1 <= table <= MOST_BUCKETS:
            raise BadLimit(f"the table must have 1 to {MOST_BUCKETS:,} buckets, not {table:,}")
        if schedule not in SCHEDULES:
            raise BadLimit(f"the schedule must be {' or '.join(SCHEDULES)}, not {schedule!r}")
        self.game = game
        self.schedule = schedule
        self.depth = None if depth is None else checked_depth(depth)
        self.cells = game.widths["mine"]
        self.size = isqrt(self.cells)
        self.judge = estimate(self.size, game.moves)
        factory = partial(minimax_2015, cells=self.cells, moves=game.moves, judge=self.judge)
        self.kernel = Kernel(game, factory)
        self.hash_after = hashing(self.cells)
        self.numbers = zobrist_numbers(self.cells)
        self.buckets, self.table = table, empty_table(table)
        self.table_used = False

    def choose(
        self,
        position: Position,
        limit: Limit = NO_LIMIT,
        moves: Sequence[int] = (),
        report: Report | None = None,
    ) -> Choice:
        """The first of the moves with the highest value."""
        from outplay.engine.kernels import run
        from outplay.players.founding.squatter_2015_search import HITS, fresh_counts
        from outplay.search.plain import NODES

        self.position = position
        self.table_used = True
        self.free = len(position.moves())
        self.reached = min(self.depth or depth_for(self.free, self.size, self.schedule), self.free)
        counts = fresh_counts(self.cells)
        began = time.perf_counter()
        self.considered = run(counts, lambda: self.decided(position, counts))
        self.seconds = time.perf_counter() - began
        self.nodes, self.hits = int(counts[NODES]), int(counts[HITS])
        return Choice(self.considered[0].move, explain=self._explanation, depth=self.reached, nodes=self.nodes)

    def new_game(self, position: Position, side: int, seed: int | None = None) -> None:
        if self.table_used:
            from outplay.players.founding.squatter_2015_table import empty_table

            self.table, self.table_used = empty_table(self.buckets), False

    def decided(self, position: Position, counts: "Ints") -> list[Considered]:
        """All moves with their values for the side to move, the chosen one first."""
        from outplay.players.founding.squatter_2015_table import whole_hash
        from outplay.search.plain import INFINITY, NODES, STOP

        state, side, play = position.state, position.to_move, self.game.play
        near, left = self.judge.beside(state), self.game.moves(state)
        key = whole_hash(state, side, self.cells, self.numbers) ^ side  # values are for one chooser
        alpha = -INFINITY
        found: list[Considered] = []
        while left and not counts[STOP]:
            move = lowest_bit(self.judge.foremost(left, near))
            left ^= 1 << move
            child = play(state, move)
            counts[NODES] += 1
            value = self.game.outcome(child)
            bound = False
            if value != GOING_ON:
                value = self.judge.end(value)
            elif self.reached == 1:
                value = self.judge.evaluate(child, 0)
            else:
                after = self.hash_after(key, state, child, move, side, self.numbers)
                rest = self.buckets, side, counts, self.numbers, self.table
                value = self.kernel(child, 1 - side, after, self.reached - 1, -INFINITY, -alpha, *rest)
                bound = -value <= alpha
            found.append(Considered(move, -value, bound, self.parts(child)))
            if -value > alpha:
                alpha, best = -value, move
        found.sort(key=lambda move: (move.move != best, -(move.value or 0)))
        return found

    def parts(self, child: "State") -> str:
        """The terms of the evaluation right after a move, for the player who made it, as text."""
        judge = self.judge
        scores = {"layer": judge.layer, "capture": judge.capture, "clump": judge.clump, "corner": judge.corner}
        shown = [f"{name} {-score(child, 0):+}" for name, score in scores.items() if score(child, 0)]
        return "now " + (", ".join(shown) or "even")

    def _explanation(self) -> Explanation:
        """The explanation of the last choice."""
        best = self.considered[0]
        figures = {
            "depth": self.reached,
            "free cells": self.free,
            "nodes": self.nodes,
            "table hits": self.hits,
            "seconds": self.seconds,
        }
        return Explanation(best.move, self.because(int(best.value or 0)), figures, tuple(self.considered))

    def because(self, value: int) -> str:
        from outplay.players.founding.squatter_2015_estimate import CAPTURE, WON

        player = self.game.players[self.position.to_move]
        result = "draws"
        if value:
            result = f"{'wins' if value > 0 else 'loses'} by {(abs(value) - WON) // CAPTURE}"
        if self.reached == self.free:
            return f"It looked to the end of the game: {player} {result}, and no move does better."
        if abs(value) >= WON:
            return f"The game ends within {self.reached} plies: {player} {result}, and no move does better."
        return f"No move counts more for {player} after {self.reached} plies than {value:+}."
