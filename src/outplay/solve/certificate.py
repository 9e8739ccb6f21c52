"""Writes certificates, which `verify` checks: for each claim the strategy of one player, walked through to all ends.

The walk is the checker's own, so that nothing is written which it would not accept. Where it asks for the player's
entry, a strategy answers: the engine's table of proven positions, with a search for those that it has lost, or the
proof of a draw in K in a row.
"""

import gzip
import hashlib
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import IO, Any

from outplay.core.bits import GOING_ON
from outplay.core.errors import BadProof
from outplay.core.game import Game, Outcome, Position
from outplay.core.hashing import state_hash
from outplay.engine.deepening import PROOF_DEPTH
from outplay.engine.engine import Engine
from outplay.search.thread_state import BEST_MOVE, SELECTIVE
from outplay.search.transposition import LOWER, probe
from outplay.search.values import UNIT, WIN, is_proven, value_of
from outplay.solve.verify import PLAYERS, Claim, digest_of_rules, legal_moves, walk

LINE = 100
"""The file's lines of entries are about so long."""

Advance = Callable[[int], None]
Strategy = Callable[[Any], str]
"""Returns the entry for a state in which the player of a claim is to move."""


def claims_of(outcome: Outcome, goal: str, most: int | None) -> tuple[Claim, ...]:
    """What has to be shown to prove an outcome: a lower bound for each player.

    Where only winning counts, or nobody can win by more than `most`, one claim shows a win.
    """
    if outcome.winner is None:
        return Claim(0, 0), Claim(1, 0)
    winner, margin = outcome.winner, outcome.margin
    if goal == "win":
        return (Claim(winner, 1),)
    return (Claim(winner, margin),) if margin == most else (Claim(winner, margin), Claim(1 - winner, -margin))


class EngineStrategy:
    """A player's moves for a claim, from an engine that has solved the root or can solve what lies below it."""

    def __init__(self, engine: Engine, claim: Claim) -> None:
        self.game, self.threads, self.hooks, self.claim = engine.game, engine.search_threads, engine.hooks, claim
        self.bound = (WIN if engine.goal == "win" else UNIT) * claim.least
        self.searched = 0
        """The number of positions whose proof was not in the table."""

    def __call__(self, state: Any) -> str:
        return str(self.move(state))

    def move(self, state: Any) -> int:
        """A move that keeps the claim: one that ends the game, the table's, or the best of a new search."""
        moves = legal_moves(self.game, state)
        for move in moves:
            child = self.game.play(state, move)
            margin = self.game.outcome(child)
            own = self.game.to_move(child) == self.claim.player
            if margin != GOING_ON and (margin if own else -margin) >= self.claim.least:
                return move
        entry = probe(state_hash(self.hooks.key_state(state)), self.threads.states[0], self.threads.table)
        value = entry.value + self.hooks.settled_margin(state)
        if entry.proven and entry.bound & LOWER and value >= self.bound and entry.move in moves:
            return entry.move
        return self.search(state, moves)

    def search(self, state: Any, moves: list[int]) -> int:
        self.searched += 1
        self.threads.set(SELECTIVE, 0)
        self.threads.set(BEST_MOVE, -1)
        result = self.threads.search(state, PROOF_DEPTH, self.bound - 1, self.bound)
        if self.threads.halted:
            raise KeyboardInterrupt
        if not is_proven(result) or value_of(result) < self.bound:
            text = Position(self.game, state).text
            raise BadProof(f"the search does not confirm its own proof in the position {text}")
        best = self.threads.best_move
        return best if best in moves else moves[-1]  # -1 where what is left cannot change the result


def write_certificate(
    path: Path, position: Position, strategies: Iterable[tuple[Claim, Strategy]], advance: Advance = lambda done: None
) -> int:
    """Writes a certificate for the claims about a position; returns the number of its entries.

    The file appears under its name when it is whole; before that it has .part after it.
    """
    part = path.with_name(path.name + ".part")
    try:
        with gzip.open(part, "wb", 6) if path.suffix == ".gz" else open(part, "wb") as file:
            writer = Writer(file)  # type: ignore[arg-type]
            writer.header(position.game, position)
            for claim, strategy in strategies:
                writer.write(f"claim: {PLAYERS[claim.player]} at least {claim.least}\n")
                walk(position, claim, lambda state, strategy=strategy: writer.entry(strategy(state)), advance)  # type: ignore[misc]
                writer.end_line()
            writer.end()
        os.replace(part, path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    return writer.entries


class Writer:
    """A certificate that is being written."""

    def __init__(self, file: IO[bytes]) -> None:
        self.file, self.digest, self.entries = file, hashlib.sha256(), 0
        self.line: list[str] = []
        self.length = 0

    def write(self, text: str) -> None:
        self.digest.update(text.encode())
        self.file.write(text.encode())

    def header(self, game: Game, position: Position) -> None:
        self.write("outplay certificate: 1\n")
        self.write(f"game: {game}\nrules: {digest_of_rules(game)}\nposition: {position.text}\n")

    def entry(self, entry: str) -> str:
        self.line.append(entry)
        self.entries += 1
        self.length += len(entry) + 1
        if self.length > LINE:
            self.end_line()
        return entry

    def end_line(self) -> None:
        if self.line:
            self.write(" ".join(self.line) + "\n")
        self.line, self.length = [], 0

    def end(self) -> None:
        self.write(f"end: {self.entries} entries, sha256 {self.digest.hexdigest()}\n")
