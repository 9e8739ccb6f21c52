"""What a search found, in terms of the game: moves, scores, proofs and the principal variation."""

import time
from typing import Any, NamedTuple

import numpy as np

from outplay.core.arrays import Ints
from outplay.core.bits import GOING_ON, lowest_bit
from outplay.core.game import Game, Outcome, Position
from outplay.core.hashing import state_hash
from outplay.core.notebook import Row
from outplay.engine.endgame import EndgameTable
from outplay.search.abdada import BUSY_WORDS
from outplay.search.hooks import Hooks
from outplay.search.plain import nothing
from outplay.search.thread_state import ROOT_COUNT, ROOT_DONE, ROOT_MOVE
from outplay.search.transposition import ENTRY_WORDS, probe
from outplay.search.values import INFINITY, MANY_PLIES, UNIT, WIN, is_proven, plies_of, value_of


class Line(NamedTuple):
    """One move of a position and what it leads to; fields as in `Analysis`."""

    move: int
    line: tuple[int, ...]
    score: float
    exact: bool
    outcome: Outcome | None
    plies: int | None
    known: bool


class Proof(NamedTuple):
    """How far a proof is. Margins are for the side to move; where only winning counts they are 1, 0 and -1."""

    at_least: int | None
    """The value is proven to be no less than this; None if that is not known."""
    at_most: int | None
    """The value is proven to be no more than this; None if that is not known."""
    tested: int
    """Whether the value is at least this is being searched."""
    move: int | None
    """The root move that is being searched."""
    done: int
    """How many root moves were searched before it."""
    moves: int
    """How many there are."""
    seconds_left: float | None = None
    """About how long this question still takes, if it comes to all of the root moves and they take as long as those
    that were searched; None before the first of them is done."""


class Analysis(NamedTuple):
    """What was found out about a position. `score` is for the side to move, in units of the margin.

    >>> engine = outplay.Engine(outplay.game("tic-tac-toe"))
    >>> position = engine.game.position("xx./oo./...")
    >>> analysis = engine.analyse(position, outplay.Limit(time=10))
    >>> position.name(analysis.move), analysis.score, analysis.exact, analysis.plies
    ('c3', 1.0, True, 1)
    >>> analysis.outcome
    Outcome(winner=0, margin=1, reason='proven')
    >>> position.names(analysis.line)
    ['c3']
    """

    move: int
    """The best move."""
    line: tuple[int, ...]
    """The principal variation, which begins with the best move."""
    score: float
    """For the side to move, in units of the margin."""
    depth: int
    """Plies that were searched; PROOF_DEPTH if every line was played to its end."""
    nodes: int
    """Positions that were visited."""
    seconds: float
    """The time that it took."""
    exact: bool
    """Whether winner and margin are proven (the winner alone, if that was the goal)."""
    outcome: Outcome | None
    """What is proven, or None."""
    plies: int | None
    """Of a proven win or loss: after how many plies at most the winner has made it certain. None where an endgame table
    is used, which does not tell."""
    table_used: float
    """The share of the transposition table that is filled, 0 to 1."""
    lines: tuple[Line, ...]
    """The best moves, as many as were asked for, best first."""
    known: bool
    """Whether the score says anything. A search of a game without evaluation that found no end of the game has the
    score 0, which then does not mean that the game is even; so has a search that was stopped before depth 1."""
    proof: Proof | None = None
    """While `Engine.solve` plays every line to its end: how far it is."""
    position: Position | None = None
    """What was analysed; None in an analysis that was put together by hand."""

    @property
    def rate(self) -> float:
        """Positions a second.

        >>> engine = outplay.Engine(outplay.game("tic-tac-toe"))
        >>> engine.analyse(engine.game.start(), outplay.Limit(depth=6)).rate > 0
        True
        """
        return self.nodes / max(self.seconds, 1e-9)

    def to_rows(self) -> list[Row]:
        """The lines for `pandas.DataFrame` or `polars.DataFrame`: a row for each, the best first.

        >>> start = outplay.game("tic-tac-toe").start()
        >>> analysis = outplay.Engine(start.game).analyse(start, outplay.Limit(depth=3), lines=2)
        >>> [(row["rank"], row["exact"]) for row in analysis.to_rows()]
        [(1, False), (2, False)]
        """
        from outplay.engine.analysis_html import rows_of

        return rows_of(self)

    def __str__(self) -> str:
        from outplay.engine.analysis_html import in_words

        return in_words(self)

    def _repr_html_(self) -> str:
        from outplay.engine.analysis_html import analysis_html

        return analysis_html(self)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(str(self))


class RootResult(NamedTuple):
    """A root move with the packed result of its search."""

    move: int
    result: int


class ProofWindow(NamedTuple):
    """Bounds of the value that are proven so far, and the bound that is tested now; all as values of the search."""

    low: int
    high: int
    tested: int
    began: float = 0.0
    """When the test began, as `time.monotonic` counts."""


class Findings(NamedTuple):
    """The best moves to a depth, best first, and the nodes and seconds that they took; and how far a proof is."""

    depth: int
    found: list[RootResult]
    nodes: int
    seconds: float
    window: ProofWindow | None = None


class Reader:
    """Turns the findings of a search into an analysis; variations come from the transposition table."""

    def __init__(
        self, game: Game, hooks: Hooks, goal: str, thread: Ints, table: Ints, endgame: EndgameTable | None = None
    ) -> None:
        self.game, self.hooks, self.goal, self.thread, self.table = game, hooks, goal, thread, table
        self.endgame = endgame

    def analysis(self, position: Position, findings: Findings) -> Analysis:
        lines = tuple(self._line(position, found, findings.depth) for found in findings.found)
        best = lines[0]
        return Analysis(
            move=best.move,
            line=best.line,
            score=best.score,
            depth=findings.depth,
            nodes=findings.nodes,
            seconds=findings.seconds,
            exact=best.exact,
            outcome=best.outcome,
            plies=best.plies,
            table_used=self._used(),
            lines=lines,
            known=best.known,
            proof=self._proof(findings.window) if findings.window else None,
            position=position,
        )

    def _proof(self, window: ProofWindow) -> Proof:
        """How far a proof is, with the root move that is being searched now."""
        unit = WIN if self.goal == "win" else UNIT
        move, done, count = (int(self.thread[slot]) for slot in (ROOT_MOVE, ROOT_DONE, ROOT_COUNT))
        spent = time.monotonic() - window.began
        return Proof(
            at_least=-(-window.low // unit) if window.low > -INFINITY else None,
            at_most=window.high // unit if window.high < INFINITY else None,
            tested=-(-window.tested // unit),
            move=move if move >= 0 else None,
            done=done,
            moves=count,
            seconds_left=spent / (done + 0.5) * max(0.0, count - done - 0.5) if move >= 0 and done > 0 else None,
        )

    def _line(self, position: Position, found: RootResult, depth: int) -> Line:
        value, exact = value_of(found.result), bool(is_proven(found.result))
        score = value // WIN if self.goal == "win" and abs(value) == WIN else value / UNIT
        outcome, plies = None, None
        if exact:
            mover = position.to_move
            winner = None if value == 0 else mover if value > 0 else 1 - mover
            outcome = Outcome(winner, round(abs(score)), "proven")
            if value != 0 and plies_of(found.result) < MANY_PLIES and self.endgame is None:
                plies = plies_of(found.result)
        moves = self._variation(position.state, found.move, max(depth, plies or 0))
        known = (
            exact
            or score != 0
            or (depth > 0 and (self.hooks.evaluate is not nothing or self.hooks.network is not None))
        )
        return Line(found.move, moves, score, exact, outcome, plies, known)

    def _variation(self, state: Any, move: int, most: int) -> tuple[int, ...]:
        """The principal variation from a move on, as far as the tables hold it or replies are forced."""
        line: list[int] = []
        while self._legal(state, move) and len(line) < max(1, most):
            line.append(move)
            state = self.game.play(state, move)
            if self.game.outcome(state) != GOING_ON:
                break
            if self.endgame and self.endgame.holds(state):
                return (*line, *self.endgame.line(self.game, state))
            move = self._best_reply(state)
        return tuple(line)

    def _best_reply(self, state: Any) -> int:
        """The move of the table's entry for a state, or a forced reply; -1 for none."""
        move = probe(state_hash(self.hooks.key_state(state)), self.thread, self.table).move
        forced = self.hooks.forced_replies(state) if self.hooks.forced_replies else 0
        return lowest_bit(forced) if move < 0 and forced else move

    def _legal(self, state: Any, move: int) -> bool:
        """Two positions can share a key, so a move from the table is checked before it is played."""
        if self.game.moves_as_mask:
            return move >= 0 and bool(self.game.moves(state) >> move & 1)
        out = [0] * self.game.choices
        return move in out[: self.game.moves(state, out)]

    def _used(self) -> float:
        """The share of filled entries in a sample of the table."""
        sample = self.table[BUSY_WORDS + 1 : BUSY_WORDS + 1 + 2 * 4096 : ENTRY_WORDS]
        return float(np.count_nonzero(sample) / len(sample))
