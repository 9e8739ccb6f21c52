"""Proofs that a player does not lose a game of K in a row, on boards of few cells; see `outplay.search.line_draws`."""

from dataclasses import replace
from typing import Any

import numpy as np

from outplay.compiler.kernel import Kernel
from outplay.core.arrays import Ints
from outplay.core.bits import lowest_bit
from outplay.core.errors import BadProof
from outplay.core.game import Game
from outplay.core.hashing import splitmix
from outplay.core.registry import built_in
from outplay.core.specs import name_of
from outplay.core.symmetry import cell_symmetries
from outplay.search import line_survey as survey
from outplay.search.line_draws import PASS, draw_search
from outplay.search.line_table import BUCKET_WORDS, ENTRY_WORDS
from outplay.solve.questions import YES, Slots, TableSearch
from outplay.solve.verify import IN_A_ROW, lines_of, pairs_hold, potential_holds

ATTACKER, DEFENDER, STATIC = 0, 1, 2
"""Who is to move; STATIC: the attacker, and no search."""
MOST_BLOCKED = 4
"""Up to so many in a row the defender is proven to hold with threats of its own, which blocking alone may not do."""


def has_lines(game: Game) -> bool:
    """Whether a game is K in a row on a board with few cells and lines."""
    board: Any = game.board
    if name_of(str(game)) not in IN_A_ROW or board.exact_row or board.rows * board.columns > survey.MOST_CELLS:
        return False
    return 0 < len(lines_of(board.rows, board.columns, board.in_a_row)) <= survey.MOST_CELLS


HOST = replace(built_in("tic-tac-toe"), spec="the search for draws")
"""The game that the search is compiled with; it uses nothing of it."""


class LineDraws(TableSearch):
    """The search for one player of one game, with its table: does that player hold, so that it does not lose?"""

    slots = Slots(
        survey.STOP,
        survey.NODE_LIMIT,
        survey.NODES,
        survey.ENTRIES,
        survey.ROOT_PROOF,
        survey.ROOT_DISPROOF,
        ENTRY_WORDS,
    )

    def __init__(self, game: Game, table_mb: int, counter: bool) -> None:
        self.game, self.kernel, self.state = game, Kernel(HOST, draw_search), HOST.initial
        board: Any = game.board
        rows, columns = board.rows, board.columns
        cells = rows * columns
        lines = lines_of(rows, columns, board.in_a_row)
        self.work: Ints = np.zeros(survey.WORK_WORDS, np.int64)
        buckets = max(1, (table_mb << 17) // BUCKET_WORDS)
        self.table: Ints = np.zeros(buckets * BUCKET_WORDS, np.int64)
        work = self.work
        work[survey.BUCKETS], work[survey.COUNTER] = buckets, counter
        work[survey.FULL], work[survey.ALL_LINES] = (1 << cells) - 1, (1 << len(lines)) - 1
        work[survey.LINES : survey.LINES + len(lines)] = lines
        for cell in range(cells):
            work[survey.THROUGH + cell] = sum(1 << i for i, line in enumerate(lines) if line >> cell & 1)
        moves = [lambda cell: cell, *(s.move for s in cell_symmetries(rows, columns, lambda cells: cells))]
        work[survey.IMAGE_COUNT] = len(moves)
        for number, move in enumerate(moves):
            at = number * survey.MOST_CELLS
            for cell in range(cells):
                work[survey.IMAGE + at + cell] = move(cell)
                work[survey.INVERSE + at + move(cell)] = cell
        for i in range(3 * survey.MOST_CELLS + 1):
            work[survey.RANDOM + i] = splitmix(i) >> 2

        self.question, self.counts_threats = (0, 0, ATTACKER), counter

    def about(self, attacker: int, defender: int, turn: int) -> "LineDraws":
        """The same search, with another question: does the defender hold this position?"""
        self.question = attacker, defender, turn
        return self

    def ask(self) -> int:
        """YES, NO or STOPPED."""
        self.allow()
        return int(self.kernel(self.state, *self.question, self.work, self.table))

    def pairs(self) -> list[tuple[int, int]] | None:
        """The pairs that hold the position of the last question; None if it is the potential."""
        count = int(self.work[survey.PAIR_COUNT])
        found = self.work[survey.PAIRS : survey.PAIRS + max(0, count)].tolist()
        return None if count == -2 else [(pair >> 6, pair & 63) for pair in found]


class LineStrategy:
    """The defender's entries of a certificate.

    A reply of the opponent outside the zone of a proof does not matter, so the proof goes on as if it had not been
    made: `assumed` has the marks of the opponent that the proof counts, where these are not all. A proof that is found
    again may have another zone (that of a mirrored position, for one); if a mark that does not count lies in it, a
    proof for all marks is searched.
    """

    def __init__(self, draws: LineDraws) -> None:
        self.draws, self.assumed = draws, dict[tuple[int, int], int]()
        board: Any = draws.game.board
        self.lines, self.full = lines_of(board.rows, board.columns, board.in_a_row), int(draws.work[survey.FULL])

    def __call__(self, state: Any) -> str:
        own, others = state
        counted = self.assumed.pop((own, others), others)
        for attacker in dict.fromkeys((counted, others)):
            move = self.move(attacker, own)
            uncounted = others & ~attacker
            if move is not None and not int(self.draws.work[survey.ZONE]) & uncounted:
                return self.entry(own, others, attacker, move)
        raise BadProof("the search does not confirm its own proof")

    def move(self, attacker: int, own: int) -> int | None:
        """The defender's move; None if the position is not held."""
        held = self.draws.about(attacker, own, DEFENDER).ask() == YES
        return int(self.draws.work[survey.MOVE]) if held else None

    def entry(self, own: int, others: int, attacker: int, move: int) -> str:
        """The entry for a move; a static proof that needs none gets any."""
        if move == PASS:
            pairs = self.draws.pairs()
            taken = {cell for pair in pairs or [] for cell in pair}
            free = [cell for cell in range(self.full.bit_length()) if not (own | others) >> cell & 1]
            move = min(free, key=lambda cell: cell in taken)
            return self.ended(own | 1 << move, others, move, pairs) or str(move)
        own |= 1 << move
        if self.draws.about(attacker, own, STATIC).ask() == YES:
            ended = self.ended(own, others, move, self.draws.pairs())
            if ended:
                return ended
        if self.draws.about(attacker, own, ATTACKER).ask() == YES:
            self.expect(own, others, attacker, int(self.draws.work[survey.ZONE]))
        return str(move)

    def ended(self, own: int, others: int, move: int, pairs: list[tuple[int, int]] | None) -> str:
        """The entry that ends a line of play after a move; empty if the checker would refuse it."""
        lines = [line for line in self.lines if not line & own]
        if own | others == self.full or any(line & own == line for line in self.lines):
            return ""
        if pairs is None:
            return f"{move}*" if potential_holds(lines, others) else ""
        free = self.full & ~(own | others)
        pairs = [(a, b) for a, b in pairs if free >> a & free >> b & 1]
        return f"{move}:{','.join(f'{a}-{b}' for a, b in pairs)}" if pairs_hold(lines, others, pairs) else ""

    def expect(self, own: int, others: int, attacker: int, zone: int) -> None:
        """Notes what the proof counts after each reply."""
        free = self.full & ~(own | others)
        while free:
            cell = lowest_bit(free)
            free &= free - 1
            counted = attacker | 1 << cell if zone >> cell & 1 else attacker
            if counted != others | 1 << cell:
                self.assumed[own, others | 1 << cell] = counted
