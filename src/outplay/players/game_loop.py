"""The loop that plays a game: referee, terminal, statistics and protocol clients all use it."""

import math
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager

from outplay.core.errors import ArenaError, IllegalMove, OutplayError, PlayerFailure
from outplay.core.game import Outcome, Position
from outplay.core.limits import NO_LIMIT, Limit
from outplay.core.results import Ending, GameResult, MoveRecord
from outplay.players.player import Choice, Player, Report

Adjudicator = Callable[[Position], Outcome | None]
"""Tells how a position ends if that is proven, else None."""


class GameLoop:
    """A game in progress: the positions so far, a record of each move, and the result once it is over."""

    def __init__(self, start: Position, players: Sequence[Player], played: Iterable[MoveRecord[int]] = ()) -> None:
        """`played` are moves that were made before, or that are prescribed; they must be legal."""
        self.players = players
        self.positions = [start]
        """The start, and the position after each move."""
        self.moves: list[int] = []
        self.records: list[MoveRecord[int]] = []
        self.result: GameResult | None = None
        self.waited = 0.0
        """Seconds that a player took who then failed: they belong to no move."""
        outcome = start.outcome()
        if outcome:
            self.result = GameResult.by_rules(outcome)
        for record in played:
            self.make(record)

    @property
    def position(self) -> Position:
        return self.positions[-1]

    def begin(self, seeds: Sequence[int | None]) -> None:
        """Tells both players that the game begins, each with its seed. A player that fails loses."""
        for side, (player, seed) in enumerate(zip(self.players, seeds, strict=True)):
            try:
                with self._waiting():
                    player.new_game(self.positions[0], side, seed)
            except PlayerFailure as failure:
                self.forfeit(side, failure)
                return

    def make(self, record: MoveRecord[int]) -> None:
        """Plays a move. IllegalMove if it is not legal; nothing has changed then."""
        position = self.positions[-1].play(record.move)
        outcome = position.outcome()
        self.positions.append(position)
        self.moves.append(record.move)
        self.records.append(record)
        if outcome:
            self.result = GameResult.by_rules(outcome)

    def turn(
        self,
        limit: Limit = NO_LIMIT,
        allowed: float = math.inf,
        margin: float = 0.0,
        report: Report | None = None,
    ) -> Choice:
        """Asks the player to move for its choice, and plays it.

        A choice that took more than `allowed` + `margin` seconds, that is not legal, or that was not given is a
        PlayerFailure; the game is then as it was, and `forfeit` can end it. Errors that are no fault of the player,
        such as those of the rules, are passed on.
        """
        with self._waiting():
            return self._turn(limit, allowed, margin, report)

    def _turn(self, limit: Limit, allowed: float, margin: float, report: Report | None) -> Choice:
        position = self.positions[-1]
        player = self.players[position.to_move]
        began = time.perf_counter()
        try:
            choice = player.choose(position, limit, self.moves, report)
        except (PlayerFailure, ArenaError):
            raise
        except OutplayError as error:
            raise PlayerFailure(Ending.CRASH, str(error)) from error
        seconds = time.perf_counter() - began
        if seconds > allowed + margin:
            raise PlayerFailure(Ending.TIMEOUT, f"a move took {seconds:.3f} s and {allowed:.3f} s were allowed")
        try:
            self.make(MoveRecord(choice.move, round(seconds, 6), choice.score, choice.depth, choice.nodes))
        except IllegalMove as error:
            raise PlayerFailure(Ending.ILLEGAL, str(error)) from error
        return choice

    @contextmanager
    def _waiting(self) -> Iterator[None]:
        """Keeps the seconds of a block in which a player fails."""
        began = time.perf_counter()
        try:
            yield
        except PlayerFailure:
            self.waited = round(time.perf_counter() - began, 6)
            raise

    def forfeit(self, side: int, failure: PlayerFailure) -> None:
        """Ends the game: the player of that side loses by its failure."""
        self.result = GameResult(1 - side, 0, failure.ending, failure.detail)

    def take_back(self, moves: int) -> None:
        """Goes back to the position after the first so many moves. A resignation is taken back with them."""
        del self.positions[moves + 1 :], self.moves[moves:], self.records[moves:]
        self.result = None

    def named(self) -> tuple[MoveRecord[str], ...]:
        """The records, with the names of the moves."""
        return tuple(
            [
                MoveRecord(position.name(move), seconds, score, depth, nodes)
                for position, (move, seconds, score, depth, nodes) in zip(self.positions, self.records, strict=False)
            ]
        )
