"""Players that are programs, each in a child process of its own, spoken to in a dialect."""

import os
import time
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

from outplay.core.errors import ArenaError, IllegalMove, OutplayError, PlayerFailure
from outplay.core.game import Position
from outplay.core.limits import NO_LIMIT, Limit
from outplay.core.results import Ending, GameResult
from outplay.players.child import EXIT_SECONDS, NO_LIMITS, Child, Limits
from outplay.players.explanation import Explanation
from outplay.players.player import Choice, Player, Report
from outplay.players.specs import Program
from outplay.players.standard_error import Errors, LoggedGame, opened_log, shown
from outplay.protocols.dialect import Answer, Dialect

START_SECONDS = 30.0
"""How long a program may take until it is ready: it may have to compile."""
GUARD_SECONDS = 60.0
"""How long a program is waited for where no time was agreed."""
GRACE_SECONDS = 1.0
"""How long a program is waited for after its time is up."""

Meaning = TypeVar("Meaning")


class ProgramPlayer(Player):
    """A program as a player: a new process for every game.

    `name` is what it is called in its log and in messages, `limits` what the process may use, `log` the folder for its
    standard error; without a folder `errors` makes the place for it. `time_control` is what a program is told about
    the time when a game begins. After `guard` seconds, where no time was agreed, or `grace` seconds after its time is
    up, it is not waited for any longer, and has failed by SILENCE; its first move is waited for `start_margin` seconds
    more. `seed` goes to a bot, before that of `new_game`. `game` is named in the log.
    """

    def __init__(
        self,
        program: Program,
        name: str = "",
        limits: Limits = NO_LIMITS,
        log: str = "",
        errors: Callable[[], Errors] = Errors,
        time_control: Limit = NO_LIMIT,
        guard: float = GUARD_SECONDS,
        grace: float = GRACE_SECONDS,
        seed: int | None = None,
        start_margin: float = 0.0,
        game: LoggedGame | None = None,
    ) -> None:
        self.start_margin = start_margin
        self.program, self.name = program, name or program.spec
        self.limits, self.log, self.errors = limits, log, errors
        self.time_control, self.guard, self.grace, self.seed = time_control, guard, grace, seed
        self.game = game
        self.dialect: Dialect = program.dialect()
        self.child: Child | None = None
        self.ending: weakref.finalize[..., ProgramPlayer] | None = None
        """Ends the process when this player is not needed any more, or when we exit."""
        self.start: Position | None = None
        """Where the game began that `new_game` told of."""
        self.side = 0
        self.asked = False
        """Whether this process was asked for a move before."""
        self.failed = False
        """Whether it failed, so that the next choice needs a new process."""
        self.silent = False
        """Whether it was waited for in vain: then it is not waited for at the end either."""

    def new_game(self, position: Position, side: int, seed: int | None = None) -> None:
        with named(self.name):
            self.launch(position, side, seed if self.seed is None else self.seed)
        self.start = position

    def launch(self, position: Position, side: int, seed: int | None) -> None:
        """Starts the program, tells it the game, and waits until it is ready."""
        self.close()
        self.dialect, self.side = self.program.dialect(), side
        self.asked = self.failed = self.silent = False
        lines = spoken(lambda: self.dialect.begin(position, side, self.time_control, self.limits.memory))
        header = f"{position.game}, {('first', 'second')[side]}: {self.name}"
        errors = opened_log(self.log, self.name, header, self.game) if self.log else self.errors()
        try:
            self.child = Child(self.program.command(seed), self.limits, errors)
        except ArenaError:
            errors.close()
            raise
        except (OSError, RuntimeError, ValueError) as error:
            errors.close()
            raise PlayerFailure(Ending.CRASH, f"it cannot be started: {error}") from None
        self.ending = weakref.finalize(self, self.child.end)
        self.child.send(lines)
        self.failed = True
        self.heard(lambda line: self.dialect.is_ready(line) or None, START_SECONDS, "it was not ready")
        self.failed = False

    def choose(
        self,
        position: Position,
        limit: Limit = NO_LIMIT,
        moves: Sequence[int] = (),
        report: Report | None = None,
    ) -> Choice:
        with named(self.name):
            if self.child is None or self.failed or self.side != position.to_move:
                self.launch(position.game.start(), position.to_move, self.seed)
            answer = self.answer(position, limit, moves)
        figures = {} if answer.score is None else {"score": answer.score}
        because = "The program does not say why."
        return Choice(answer.move, answer.score, explain=lambda: Explanation(answer.move, because, figures, ()))

    def answer(self, position: Position, limit: Limit, moves: Sequence[int]) -> Answer:
        assert self.child
        start = self.start
        if start is None or (not moves and position != start):  # asked about a position outside of a game
            start, moves = position, ()
        agreed = [seconds for seconds in (limit.time, limit.clock) if seconds is not None]
        patience = min(agreed, default=self.guard) + self.grace + self.start_margin * (not self.asked)
        self.asked = self.failed = True
        self.child.send(spoken(lambda: self.dialect.ask(start, moves, position, limit)))
        answer = self.heard(lambda line: self.dialect.answer(line, position), patience, "it gave no move")
        self.failed = False
        return answer

    def heard(self, meaning: Callable[[str], Meaning | None], seconds: float, silent: str) -> Meaning:
        """The first line of the program that has a meaning; others are passed over."""
        assert self.child
        deadline = time.monotonic() + seconds
        noise = ""
        self.silent = True
        while (line := self.child.line(deadline)) is not None:
            self.silent = False
            found = spoken(lambda line=line: meaning(line))  # type: ignore[misc]
            if found is not None:
                return found
            noise = line if line.strip() else noise
            self.silent = True
        but = f", but said {shown(noise)!r}" if noise else ""
        raise PlayerFailure(Ending.SILENCE, f"{silent} within {seconds:.1f} s{but}")

    def close(self, result: GameResult | None = None) -> None:
        self.start = None
        if self.child and self.ending:
            child, self.child = self.child, None
            self.ending.detach()
            try:
                lines = self.dialect.end(result)
            except OutplayError:
                lines = []
            child.end(lines, 0.0 if self.silent else EXIT_SECONDS)


@contextmanager
def named(player: str) -> Iterator[None]:
    """Names the player in the message of a failure."""
    try:
        yield
    except PlayerFailure as failure:
        raise PlayerFailure(failure.ending, failure.detail, player) from None


def spoken(say: Callable[[], Meaning]) -> Meaning:
    """What a dialect says; its errors are failures of the program."""
    try:
        return say()
    except PlayerFailure:
        raise
    except IllegalMove as error:
        raise PlayerFailure(Ending.ILLEGAL, str(error)) from None
    except OutplayError as error:
        raise PlayerFailure(Ending.CRASH, str(error)) from None


def own_errors() -> Errors:
    """Our own standard error, for a program's: who runs it by hand may have written it."""
    return Errors(open(os.dup(2), "wb", buffering=0))
