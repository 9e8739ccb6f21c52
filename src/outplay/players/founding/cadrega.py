"""CadregaBot, a player of (M, N, K) games: alpha-beta with a static evaluation, to a depth that fits its time."""

import math
import threading
import time as clock
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from outplay.core.errors import BadLimit, BadSpec
from outplay.core.game import Game, Position
from outplay.core.limits import NO_LIMIT, Limit, allotted, checked
from outplay.core.registry import spec_of
from outplay.core.results import GameResult
from outplay.players.explanation import Considered, Explanation
from outplay.players.player import Choice, Player, Report

if TYPE_CHECKING:
    from outplay.core.arrays import Ints

LEAST_DEPTH = 3
"""The least depth of a search, in plies."""
MARGIN = 0.5
"""Seconds before the limit at which it stops; half of the limit if the limit is below one second."""
LEAST_SECONDS = 1e-6
"""The least duration that is assumed for a search, so that no division by 0 occurs."""
LEAST_TIME, MOST_TIME = 0.1, 1_000_000
"""Seconds for a move that may be asked for. With less, a busy machine may be late by more than the margin."""
WARM_UP_DEPTH = 6
"""The depth of the warm-up search, in plies."""
WARM_UP_SHARE = 0.1
"""The least share of the time of a move that the warm-up search has, even if the preparation took long."""
TREE_WORDS = 1 << 25
"""Words of 8 bytes for the tree: 256 MB of virtual memory, of which only the used part is allocated."""
MOST_PLIES = 500
"""The greatest depth of a search, in plies."""
ENDLESS = 1 << 60


def optimized_depth(least: int, free: int, nodes: float) -> int:
    """The depth at which a search visits about `nodes` nodes when `free` cells are free; at least `least`.

    Alpha-beta with good move ordering visits about the square root of all nodes: each ply multiplies the nodes by the
    square root of the number of free cells. The program of the authors truncates each root to a whole number. The loop
    ends one ply too deep, and one more ply is subtracted because the move ordering is not perfect.

    >>> [optimized_depth(3, 36, nodes) for nodes in (0, 1000, 100_000, 10_000_000)]
    [3, 3, 6, 8]
    """
    depth = least
    visited = math.isqrt(free)
    for _ in range(1, least):
        if free <= 0:
            break
        free -= 1
        visited *= math.isqrt(free)
    while visited < nodes:
        free -= 1
        if free <= 0:
            return depth
        visited *= math.isqrt(free)
        depth += 1
    return max(least, depth - 2)


def nodes_average(visited: float, average: float | None) -> float:
    """The running average of the nodes visited in each turn, in which the last turn has a weight of one half."""
    return visited if average is None else (visited + average) / 2


def size_of(game: Game) -> tuple[int, int, int]:
    """Rows, columns and K of an mnk game; raises BadSpec for any other game. A K that no line can hold is reduced to
    the longest line plus 1."""
    spec = spec_of(game, "mnk")
    if spec is None:
        raise BadSpec(f"cadrega knows the boards of mnk:ROWS,COLUMNS,K only, not {game}")
    if spec.options["exact"]:
        raise BadSpec(f"cadrega counts K or more in a row as won: it cannot play {game}, only without exact")
    rows, columns, k = (spec.options[key] for key in ("rows", "columns", "k"))
    return rows, columns, min(k, max(rows, columns) + 1)


class Cadrega(Player):
    """Searches for at most `time` seconds a move, less a margin, to a depth estimated from the nodes of earlier turns.

    For a search that ends early, the nodes are extrapolated to the whole time. `depth` fixes the depth instead. `nodes`
    limits the nodes instead of the time, so that the moves are the same on every machine. With neither, it searches
    before the game to measure how many nodes it can visit: the empty board, or if it is `second`, the board with a mark
    in the middle.
    """

    def __init__(
        self,
        game: Game,
        time: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        second: bool = False,
    ) -> None:
        began = clock.perf_counter()
        checked(Limit(time, depth, nodes))
        if time is not None and not LEAST_TIME <= time <= MOST_TIME:
            raise BadLimit(f"the time must be {LEAST_TIME} to {MOST_TIME} seconds, not {time}")
        if depth is not None and depth > MOST_PLIES:
            raise BadLimit(f"the depth must be 1 to {MOST_PLIES}, not {depth}")
        self.game = game
        self.rows, self.columns, self.k = size_of(game)
        seconds = 1.0 if time is None and nodes is None else time
        self.allowed = None if seconds is None else seconds - min(MARGIN, seconds / 2)
        self.depth, self.nodes = depth, nodes
        self.second = second
        self._begin(began)

    def _begin(self, began: float) -> None:
        """Prepares for a new game. The time that passed since `began` is subtracted from that of the warm-up search."""
        self.average: float | None = None if self.nodes is None else float(self.nodes)
        self.last: Position | None = None
        """The position of the last search, which is the root of the tree; None if there is no tree."""
        self._prepare()
        position = self.game.start()
        if self.second:
            position = position.play(self.rows // 2 * self.columns + self.columns // 2)
        if not position.outcome() and self._measures:
            spent = clock.perf_counter() - began
            allowed = self.allowed and max(WARM_UP_SHARE * self.allowed, self.allowed - spent)
            self._search(position, allowed, WARM_UP_DEPTH)
        self.last = None
        self.used = False

    @property
    def _measures(self) -> bool:
        """Whether its depth depends on the nodes of earlier turns, which a warm-up search begins."""
        return self.depth is None and self.nodes is None

    def new_game(self, position: Position, side: int, seed: int | None = None) -> None:
        other = self._measures and self.second != bool(side)
        if self.used or other:
            self.second = bool(side)
            self._begin(clock.perf_counter())

    def close(self, result: GameResult | None = None) -> None:
        """Returns the memory of the tree to the system; the next search begins a new tree."""
        self.last = None
        self._clear_tree()

    def _clear_tree(self) -> None:
        import numpy as np

        self.tree: Ints = np.zeros(TREE_WORDS, np.int64)

    def stop(self) -> bool:
        from outplay.players.founding import cadrega_tree as tree

        self.work[tree.STOP] = 1
        return True

    def _prepare(self) -> None:
        """Compiles the search and allocates its arrays. The compiled code is the same for all boards."""
        import numpy as np

        from outplay.compiler.kernel import Kernel
        from outplay.core.machine import settle
        from outplay.games.mnk import mnk
        from outplay.players.founding import cadrega_tree as tree
        from outplay.players.founding.cadrega_worth import worth_words

        cells, stride = self.rows * self.columns, self.columns + 1
        self.kernel = Kernel(replace(mnk(1, 1, 1), spec="cadrega"), tree.turn_kernel)
        size = (self.rows + 2) * stride + 1
        plies = min(cells, MOST_PLIES) + 2
        self.board: Ints = np.zeros(size, np.int64)
        self.worth: Ints = np.zeros(worth_words(size, self.k, plies), np.int64)
        self._clear_tree()
        self.lists: Ints = np.zeros(tree.list_words(cells), np.int64)
        self.work: Ints = np.zeros(tree.WORK_WORDS, np.int64)
        self.work[[tree.K, tree.STRIDE, tree.SIZE, tree.CELLS]] = self.k, stride, size, cells
        self.work[[tree.BEGIN, tree.END]] = stride + 1, (self.rows + 1) * stride
        self.work[tree.ROOM] = TREE_WORDS - plies * tree.node_words(cells)
        settle()

    def choose(
        self,
        position: Position,
        limit: Limit = NO_LIMIT,
        moves: Sequence[int] = (),
        report: Report | None = None,
    ) -> Choice:
        seconds = allotted(limit)
        own = math.inf if self.allowed is None else self.allowed
        allowed = min(own, seconds - min(MARGIN, seconds / 2))
        self.used = True
        move = self._search(position, None if allowed == math.inf else allowed)
        return Choice(move, explain=self._explanation, depth=self.reached, nodes=self._nodes)

    @property
    def _nodes(self) -> int:
        from outplay.players.founding import cadrega_tree as tree

        return int(self.work[tree.NODES])

    def _search(self, position: Position, allowed: float | None, depth: int | None = None) -> int:
        """The move that a search of at most `allowed` seconds finds; None is no limit. Without a depth it is the one
        that this player was made with, or that fits the nodes of earlier turns."""
        from outplay.engine.kernels import run
        from outplay.players.founding import cadrega_tree as tree

        began = clock.perf_counter()
        if str(position.game) != str(self.game):
            raise BadLimit(f"this player was made for {self.game}, and the position is of {position.game}")
        if position.outcome():
            raise BadLimit("the game is over in this position; there is nothing to search")
        self._set_up(position)
        own, reply = self._since(position)
        free = self.rows * self.columns - (position.state.mine | position.state.theirs).bit_count()
        fitting = min(MOST_PLIES, optimized_depth(LEAST_DEPTH, free, self.average or 0.0))
        self.reached = depth or self.depth or fitting
        work = self.work
        work[[tree.NODES, tree.STOP, tree.EVALUATIONS]] = 0
        work[tree.NODE_LIMIT] = self.nodes or ENDLESS
        self.last = None

        def search() -> int:
            arrays = (self.board, self.worth, work, self.tree, self.lists)
            started = clock.perf_counter()
            cell = int(self.kernel(self.kernel.game.initial, self.reached, own, reply, *arrays))
            self.searched = clock.perf_counter() - started
            return cell

        with stopping(work, tree.STOP, allowed and allowed - (clock.perf_counter() - began)):
            cell = run(work, search)
        self.took = clock.perf_counter() - began
        self.last = position
        self.move = self._move(cell)
        if self.allowed is not None and tree.cells_of(self.tree, int(work[tree.TOP])) > 1:
            in_time = int(work[tree.NODES]) * max(1.0, self.allowed / max(self.searched, LEAST_SECONDS))
            self.average = nodes_average(in_time, self.average)
        return self.move

    def _set_up(self, position: Position) -> None:
        """Fills the board with walls and marks: 1 for the side to move, 2 for the opponent."""
        from outplay.players.founding.cadrega_judgement import WALL

        self.board[:] = WALL
        inside = self.board[:-1].reshape(self.rows + 2, self.columns + 1)[1:-1, 1:]
        inside[:] = self._marks(position.state.mine) + 2 * self._marks(position.state.theirs)

    def _marks(self, mask: int) -> "Ints":
        import numpy as np

        cells = self.rows * self.columns
        data = np.frombuffer(mask.to_bytes((cells + 7) // 8, "little"), np.uint8)
        return np.unpackbits(data, count=cells, bitorder="little").reshape(self.rows, self.columns).astype(np.int64)

    def _since(self, position: Position) -> tuple[int, int]:
        """The cells of its own last move and of the reply to it, if exactly these two were played since the last
        search; otherwise 0, 0."""
        if self.last is None:
            return 0, 0
        before, now = self.last.state, position.state
        own, reply = before.mine ^ now.mine, before.theirs ^ now.theirs
        if now.mine & own != own or now.theirs & reply != reply or (own.bit_count(), reply.bit_count()) != (1, 1):
            return 0, 0
        return self._cell(own.bit_length() - 1), self._cell(reply.bit_length() - 1)

    def _cell(self, move: int) -> int:
        row, column = divmod(move, self.columns)
        return (row + 1) * (self.columns + 1) + column + 1

    def _move(self, cell: int) -> int:
        row, column = divmod(cell, self.columns + 1)
        return (row - 1) * self.columns + column - 1

    def _explanation(self) -> Explanation:
        """The explanation of the last choice."""
        from outplay.players.founding import cadrega_tree as tree

        work, top = self.work, int(self.work[tree.TOP])
        figures: dict[str, float | str] = {
            "depth": self.reached,
            "nodes": int(work[tree.NODES]),
            "seconds": self.took,
            "boards judged": int(work[tree.EVALUATIONS]),
            "nodes kept": int(work[tree.KEPT]),
        }
        if self.nodes is None and self.average is not None:
            figures["nodes it expects"] = round(self.average)
        kind = tree.kind_of(self.tree, top)
        if kind == tree.WON:
            because = f"It makes {self.k} in a row."
            return Explanation(self.move, because, figures, (Considered(self.move, tree.INFINITY, why="wins at once"),))
        count, done = tree.cells_of(self.tree, top), int(work[tree.DONE])
        cells = [tree.cell_at(self.tree, top, i) for i in range(count)]
        first = tree.root_values(self.rows * self.columns)
        values = [int(value) for value in self.lists[first : first + done]]
        considered = [self._considered(cell, None, False) for cell in cells[done:]]
        return Explanation(
            self.move,
            self._because(kind == tree.MUST_BLOCK, values, count),
            figures,
            (*self._valued(cells, values), *considered),
        )

    def _valued(self, cells: Iterable[int], values: Iterable[int]) -> list[Considered]:
        """The moves that were searched, the best first. The value of a move that was not better than all before it is
        an upper bound."""
        considered: list[Considered] = []
        best = -math.inf
        for cell, value in zip(cells, values, strict=False):
            considered.append(self._considered(cell, value, value <= best))
            best = max(best, value)
        return sorted(considered, key=lambda move: (move.move != self.move, -(move.value or 0), move.at_most))

    def _considered(self, cell: int, value: int | None, at_most: bool) -> Considered:
        """A move with the worth of its cell for both sides, and with the end of the game if the search reached it."""
        from outplay.players.founding.cadrega_judgement import simple_evaluate

        mine, theirs = (int(simple_evaluate(self.board, cell, p, self.k, self.columns + 1)) for p in (1, 2))
        plies = None if value is None else plies_to_end(value)
        end = ""
        if value is not None and plies is not None and (value < 0 or not at_most):
            end = f", {'loses' if value < 0 else 'wins'} within {plies} plies"
        return Considered(self._move(cell), value, at_most, f"cell {mine} + {theirs}{end}")

    def _because(self, block: bool, values: Sequence[int], count: int) -> str:
        if block:
            return f"The other would make {self.k} in a row there."
        if count == 1:
            return "It is the only free cell."
        if not values:
            return "Not even one move was searched to its end: it is the cell that counts for most."
        best = max(values)
        plies = plies_to_end(best)
        if plies is not None and best > 0:
            return f"It wins in {plies} plies, whatever the other does."
        if len(values) < count:
            return f"It is the best of the {len(values)} moves that it had time for, of {count}."
        if plies is not None:
            return f"Every move loses; this one lasts longest, {plies} plies."
        if self.reached >= count:
            return "It looked to the end of the game: no move does better than a draw."
        return f"No move leads to a better board {self.reached} plies ahead."


def plies_to_end(value: int) -> int | None:
    """The plies until the game is won or lost, if the value is that of a finished game; None if it is an estimate.

    >>> plies_to_end(10**9 - 2), plies_to_end(3 - 10**9), plies_to_end(150)
    (3, 4, None)
    """
    from outplay.players.founding.cadrega_tree import INFINITY

    plies = INFINITY - abs(value) + 1
    return plies if plies <= MOST_PLIES + 1 else None


@contextmanager
def stopping(work: "Ints", index: int, seconds: float | None) -> Iterator[None]:
    """Sets work[index] to 1 after `seconds`, unless the block has ended before; None never sets it."""
    if seconds is None:
        yield
        return

    def stop() -> None:
        work[index] = 1

    timer = threading.Timer(max(0.0, seconds), stop)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
