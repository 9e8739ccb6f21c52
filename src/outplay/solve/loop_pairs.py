"""Proofs by pairs that a player of Squatter is never enclosed any more.

A player captures only by a loop: some cells that hang together, none of them on the edge, and pieces of the player on
all cells beside them. If no cell belongs to two pairs of free cells, and every loop that the player could still get
contains a pair, the other one answers each cell of a pair with its partner, and nothing is captured any more. What is
settled then can only become more for that other one; if both have such pairs, it is the value.

There are far too many loops to list. So pairs are looked for that hold the loops which are known, and then a loop that
these pairs do not hold, until there is none. `verify` looks for such a loop once more, in its own way.
"""

import random
import time
from typing import Any

from outplay.core.bits import GOING_ON, lowest_bit
from outplay.core.game import Game, Outcome, Position
from outplay.core.specs import name_of

Pairs = list[tuple[int, int]]

MOST_TRIES, CHOICES, MOST_FAILURES = 3000, 3, 100
"""Pairs for the loops that are known are chosen in so many steps at most, and in each step so many pairs are tried. If
that fails, it begins again with other random numbers, so many times."""


def has_loops(game: Game) -> bool:
    """Whether pairs may hold the loops of a game."""
    return name_of(str(game)) == "squatter"


def cells_of(cells: int) -> list[int]:
    """The cells of a set."""
    found = []
    while cells:
        found.append(lowest_bit(cells))
        cells &= cells - 1
    return found


class TimeOver(Exception):
    """The search took longer than it may."""


class LoopPairs:
    """The search for pairs on one board. `nodes` counts the cells that were tried as the inside of a loop, and the
    pairs that were chosen."""

    def __init__(self, size: int, seconds: float) -> None:
        self.cells, self.end, self.nodes = size * size, time.monotonic() + seconds, 0
        self.random = random.Random(0)
        rows = range(1, size - 1)
        self.inner = sum(1 << row * size + column for row in rows for column in rows)
        self.beside = {
            cell: 1 << cell - size | 1 << cell - 1 | 1 << cell + 1 | 1 << cell + size for cell in cells_of(self.inner)
        }

    def count(self) -> None:
        self.nodes += 1
        if self.nodes % 256 == 0 and time.monotonic() > self.end:
            raise TimeOver

    def open_loop(self, held: int, others: int, pairs: Pairs) -> int:
        """The cells of a loop round more than what is `held` already, without any of the `others` and without both
        cells of a pair; 0 if there is none."""
        masks = [1 << first | 1 << second for first, second in pairs]
        waiting, seen = [1 << cell for cell in self.beside if not held >> cell & 1], set[int]()
        self.random.shuffle(waiting)
        while waiting:
            inside = waiting.pop()
            if inside in seen:
                continue
            seen.add(inside)
            self.count()
            loop = 0
            for cell in cells_of(inside):
                loop |= self.beside[cell]
            loop &= ~inside
            wrong = next((mask for mask in masks if loop & mask == mask), 0) if not loop & others else loop & others
            if wrong == 0:
                return loop
            if loop & others:  # all of them must be inside, of a pair one
                waiting += [inside | wrong] if wrong & self.inner == wrong else []
            else:
                waiting += [inside | 1 << cell for cell in cells_of(wrong & self.inner)]
        return 0

    def chosen(self, loops: list[int], free: int, tries: list[int]) -> Pairs | None:
        """Disjoint pairs of free cells, one in each of the loops; None if none were found in so many tries."""
        if not loops:
            return []
        self.count()
        tries[0] -= 1  # one list for all of the recursion
        smallest = min((loop & free for loop in loops), key=int.bit_count)
        cells = cells_of(smallest)
        found = []
        for number, first in enumerate(cells):
            for second in cells[number + 1 :]:
                both = 1 << first | 1 << second
                served = sum(1 for loop in loops if loop & both == both)
                harmed = sum(1 for loop in loops if loop & both) - served
                found.append((8 * served - harmed + 2 * self.random.random(), first, second))
        for _, first, second in sorted(found, reverse=True)[:CHOICES]:
            if tries[0] < 0:
                return None
            both = 1 << first | 1 << second
            rest = self.chosen([loop for loop in loops if loop & both != both], free & ~both, tries)
            if rest is not None:
                return [*rest, (first, second)]
        return None

    def against(self, mine: int, theirs: int, held: int, lost: int) -> Pairs | None:
        """Pairs that hold all loops of a player who is to move; None if none were found. The arguments are the fields
        of a state of the game."""
        others = theirs | held | lost
        free, loops, failures = (1 << self.cells) - 1 & ~(mine | others), list[int](), 0
        while failures < MOST_FAILURES:
            pairs = self.chosen(loops, free, [MOST_TRIES])
            if pairs is None:
                failures += 1
                continue
            loop = self.open_loop(held, others, pairs)
            if not loop:
                return pairs
            if (loop & free).bit_count() < 2:
                return None
            loops.append(loop & free)
        return None


class LoopProof:
    """What pairs prove of a position of Squatter: for each player the pairs, as if the other one were to move."""

    def __init__(self, position: Position, pairs: dict[int, Pairs], first: int | None) -> None:
        self.game, self.state, self.pairs, self.first = position.game, position.state, pairs, first
        self.mover = position.to_move
        """`first` is the move after which the pairs of the side to move hold; None if they hold after any."""

    @property
    def outcome(self) -> Outcome:
        margin = self.state.held.bit_count() - self.state.lost.bit_count()
        winner = self.mover if margin > 0 else 1 - self.mover
        return Outcome(winner if margin else None, abs(margin), "proven")

    @property
    def move(self) -> int:
        """A move that keeps the outcome."""
        return lowest_bit(self.game.moves(self.state)) if self.first is None else self.first

    def entry(self, state: Any) -> str:
        """The entry of a certificate for the player who is to move: an answer to the last move, and the other pairs."""
        player = self.game.to_move(state)
        pairs, free = self.pairs[player], self.game.moves(state)
        answers = [second if free >> second & 1 else first for first, second in pairs
                   if free >> first & 1 != free >> second & 1]  # fmt: skip
        move = self.first if state == self.state and self.first is not None else (*answers, lowest_bit(free))[0]
        child = self.game.play(state, move)
        if self.game.outcome(child) != GOING_ON:
            return str(move)
        free = self.game.moves(child)
        kept = [f"{first}-{second}" for first, second in pairs if free >> first & 1 and free >> second & 1]
        return f"{move}:{','.join(kept)}"


def loop_proof(position: Position, seconds: float) -> tuple[LoopProof | None, int]:
    """The proof of a position's value by pairs, if one is found in so many seconds, and how many nodes it took."""
    game, state = position.game, position.state
    board: Any = game.board
    search = LoopPairs(board.rows, seconds)
    mover = position.to_move
    try:
        others = search.against(*state)  # the pairs of the side that is not to move
        if others is None:
            return None, search.nodes
        own = search.against(state.theirs, state.mine, state.lost, state.held)
        if own is not None:
            return LoopProof(position, {mover: own, 1 - mover: others}, None), search.nodes
        for move in cells_of(game.moves(state)):
            child = game.play(state, move)
            own = search.against(*child)
            if own is not None:
                return LoopProof(position, {mover: own, 1 - mover: others}, move), search.nodes
    except TimeOver:
        pass
    return None, search.nodes
