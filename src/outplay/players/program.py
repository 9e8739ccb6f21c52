"""Players that are programs, each in a child process of its own."""

import os
import time
import weakref
from collections.abc import Callable, Sequence
from typing import TypeVar

from outplay.core.errors import ArenaError, BadPlayer, IllegalMove, OutplayError
from outplay.core.game import Game, Position
from outplay.core.limits import NO_LIMIT, Limit
from outplay.core.results import Ending, Failure
from outplay.players.child import KIND_SECONDS, NO_LIMITS, Child, Limits
from outplay.players.explanation import Explanation
from outplay.players.reaping import become_subreaper
from outplay.players.standard_error import Errors, opened_log, shown
from outplay.protocols.dialect import Answer, Dialect

__all__ = ["ProgramPlayer", "ProgramSeat", "become_subreaper"]

START_SECONDS = 30.0
"""How long a program may take until it is ready: it may have to compile."""
PATIENCE = 60.0
"""How long a program is waited for where no clock was agreed."""
GRACE = 1.0
"""How long after its time is up."""

Told = TypeVar("Told")


class ProgramSeat:
    """A place at the table for a program: a new process for every game, spoken to in a dialect.

    `log` is the folder for its standard error and `name` the name of the file; with no folder only the last line is
    kept, unless `errors` makes another place for it.
    """

    def __init__(
        self,
        command: Sequence[str],
        dialect: Dialect,
        name: str = "",
        limits: Limits = NO_LIMITS,
        log: str = "",
        errors: Callable[[], Errors] = Errors,
    ) -> None:
        self.command, self.dialect, self.name = command, dialect, name
        self.limits, self.log, self.errors = limits, log, errors
        self.child: Child | None = None
        self.failed = False
        """Whether there is no use in waiting for it."""

    def begin(self, start: Position, side: int, limit: Limit) -> None:
        lines = spoken(lambda: self.dialect.begin(start, side, limit))
        header = f"{start.game}, {('first', 'second')[side]}: {self.name}"
        errors = opened_log(self.log, self.name, header) if self.log else self.errors()
        try:
            self.child = Child(self.command, self.limits, errors)
        except ArenaError:
            errors.close()
            raise
        except (OSError, RuntimeError, ValueError) as error:
            errors.close()
            raise Failure(Ending.CRASH, f"it cannot be started: {error}") from None
        self.child.send(lines)
        self.heard(lambda line: self.dialect.is_ready(line) or None, START_SECONDS, "it was not ready")

    def move(self, start: Position, moves: Sequence[int], position: Position, limit: Limit, patience: float) -> Answer:
        assert self.child
        self.child.send(spoken(lambda: self.dialect.ask(start, moves, position, limit)))
        return self.heard(lambda line: self.dialect.answer(line, position), patience, "it gave no move")

    def heard(self, meaning: Callable[[str], Told | None], seconds: float, silent: str) -> Told:
        """The first thing it says that has a meaning. Lines that have none are passed over."""
        assert self.child
        deadline = time.monotonic() + seconds
        noise = ""
        self.failed = True
        while (line := self.child.line(deadline)) is not None:
            self.failed = False
            told = spoken(lambda line=line: meaning(line))  # type: ignore[misc]
            if told is not None:
                return told
            noise = line if line.strip() else noise
            self.failed = True
        but = f", but said {shown(noise)!r}" if noise else ""
        raise Failure(Ending.SILENCE, f"{silent} within {seconds:.1f} s{but}")

    def end(self, winner: int | None, ending: Ending, detail: str) -> None:
        if self.child:
            child, self.child = self.child, None
            try:
                lines = self.dialect.end(winner, ending, detail)
            except (Failure, OutplayError):
                lines = []
            child.end(lines, 0.0 if self.failed else KIND_SECONDS)


def spoken(say: Callable[[], Told]) -> Told:
    """What a dialect says; its errors are the end of the game."""
    try:
        return say()
    except IllegalMove as error:
        raise Failure(Ending.ILLEGAL, str(error)) from None
    except OutplayError as error:
        raise Failure(Ending.CRASH, str(error)) from None


class ProgramPlayer:
    """A program as a player: one process for all positions that it is asked about. It is ended when the player is not
    needed any more, or when we go."""

    def __init__(self, game: Game, spec: str, seat: ProgramSeat) -> None:
        self.game, self.spec, self.seat = game, spec, seat
        self.side: int | None = None
        self.answer: Answer | None = None
        self.closing = weakref.finalize(self, seat.end, None, Ending.RULES, "")

    def choose(self, position: Position, limit: Limit = NO_LIMIT) -> int:
        try:
            if self.side != position.to_move:
                self.seat.end(None, Ending.RULES, "")
                self.side = None
                self.seat.begin(self.game.start(), position.to_move, limit)
                self.side = position.to_move
            agreed = [seconds for seconds in (limit.time, limit.clock) if seconds is not None]
            self.answer = self.seat.move(position, (), position, limit, min(agreed, default=PATIENCE) + GRACE)
        except Failure as failure:
            self.close()
            raise BadPlayer(f"{self.spec}: {failure.ending}: {failure.detail}") from None
        except BaseException:
            self.close()
            raise
        if self.answer.move not in position.moves():
            raise BadPlayer(f"{self.spec}: {Ending.ILLEGAL}: {self.answer.move} is no legal move")
        return self.answer.move

    def close(self) -> None:
        self.side = None
        self.seat.end(None, Ending.RULES, "")

    def explain(self) -> Explanation:
        assert self.answer
        figures = {} if self.answer.score is None else {"score": self.answer.score}
        return Explanation(self.answer.move, "The program does not say why.", figures, ())


def own_errors() -> Errors:
    """Our own standard error, for a program's: who runs it by hand may have written it."""
    return Errors(open(os.dup(2), "wb", buffering=0))
