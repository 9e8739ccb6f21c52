"""The text protocol: a few lines for each move, for every game. It is described in `docs/reference/text-protocol.md`.

    game kalah:6,4 first                 ready NAME
    position 4,4,4,4,4,4:0/4,4,4,4,4,4:0
    moves
    legal 1 2 3 4 5 6
    time move 0.5
    go                                   move 3 score 1.5
    over win by the rules
    quit

The lines of the manager are on the left, those of the program on the right.
"""

import math
import re
from collections.abc import Callable, Sequence
from itertools import pairwise

from outplay.core.errors import IllegalMove, OutplayError, PlayerFailure
from outplay.core.game import Game, Position
from outplay.core.limits import Limit
from outplay.core.records import one_line
from outplay.core.registry import game as find_game
from outplay.core.results import Ending, GameResult
from outplay.protocols.dialect import Answer, Choose

SIDES = ("first", "second")
TIMES = {"move": "time", "left": "clock", "increment": "increment"}
"""The words of a `time` line, with the names of the fields of Limit."""
MOVE = re.compile(r"move\s+(.*?)(?:\s+score\s+(\S+))?\s*")
LONGEST = 200
"""The greatest number of characters of a move that is read; messages of a program are cut at twice as many."""


def word(name: str) -> str:
    """The name of a move as one word, with underscores for blanks.

    >>> word("a1"), word("a1 b2")
    ('a1', 'a1_b2')
    """
    return "_".join(one_line(name).split())


def words(position: Position) -> dict[str, int]:
    """The legal moves by their words; raises PlayerFailure if two moves have the same word."""
    moves = position.moves()
    by_word = {word(position.name(move)): move for move in moves}
    if len(by_word) < len(moves) or "" in by_word:
        raise PlayerFailure(
            Ending.CRASH, f"the text protocol cannot name the moves of {position.game}: two are written alike"
        )
    return by_word


class TextDialect:
    """The manager's side."""

    def __init__(self) -> None:
        self.side: int | None = None
        self.named: list[tuple[int, str]] = []
        self.start: Position | None = None
        self.latest: Position | None = None

    def begin(self, start: Position, side: int, limit: Limit, memory: int = 0) -> list[str]:
        self.side = side
        return [f"game {one_line(str(start.game))} {SIDES[side]}"]

    def is_ready(self, line: str) -> bool:
        parts = line.split(maxsplit=1)
        check_error(parts)
        return parts[:1] == ["ready"]

    def ask(self, start: Position, moves: Sequence[int], position: Position, limit: Limit) -> list[str]:
        lines = [] if start == start.game.start() else [f"start {one_line(start.text)}"]
        lines += [
            f"position {one_line(position.text)}",
            " ".join(["moves", *self.played(start, moves)]),
            " ".join(["legal", *words(position)]),
        ]
        times = [f"{name} {getattr(limit, field):g}" for name, field in TIMES.items() if getattr(limit, field)]
        return lines + [" ".join(["time", *times])] * bool(times) + ["go"]

    def played(self, start: Position, moves: Sequence[int]) -> list[str]:
        """The names of the moves from the start. Names are kept between calls, so that only new moves are played."""
        known = [move for move, _ in self.named]
        if self.latest is None or self.start != start or known != list(moves[: len(known)]):
            self.start, self.latest, self.named = start, start, []
        for move in moves[len(self.named) :]:
            self.named.append((move, word(self.latest.name(move))))
            self.latest = self.latest.play(move)
        return [name for _, name in self.named]

    def answer(self, line: str, position: Position) -> Answer | None:
        parts = line.split(maxsplit=1)
        check_error(parts)
        if parts[:1] == ["resign"]:
            raise PlayerFailure(Ending.RESIGNATION, "it resigned")
        if parts[:1] == ["illegal"]:
            raise PlayerFailure(Ending.ILLEGAL, shortened("".join(parts[1:])) or "it gave no legal move")
        if parts[:1] != ["move"]:
            return None
        match = MOVE.fullmatch(line.strip())
        if not match or not match[1]:
            raise PlayerFailure(Ending.ILLEGAL, "it wrote `move` without a move")
        move = words(position).get(match[1])
        if move is None:
            try:
                move = position.game.move(match[1][:LONGEST], position)
            except IllegalMove as error:
                raise PlayerFailure(Ending.ILLEGAL, str(error)) from None
        return Answer(move, number(match[2]))

    def end(self, result: GameResult | None) -> list[str]:
        if self.side is None or result is None:
            return ["quit"]
        words = "draw" if result.winner is None else "win" if result.winner == self.side else "loss"
        reason = result.detail if result.ending is Ending.RULES else f"{result.ending}: {result.detail}"
        return [f"over {words} {one_line(reason)}".rstrip(), "quit"]


def check_error(parts: list[str]) -> None:
    """Raises PlayerFailure for a line, split at its first blank, with which the program reports an error."""
    if parts[:1] == ["error"]:
        raise PlayerFailure(Ending.CRASH, shortened("".join(parts[1:])) or "it says that it cannot go on")


def shortened(text: str) -> str:
    line = one_line(text)
    return line if len(line) <= 2 * LONGEST else f"{line[: 2 * LONGEST]}…"


def number(text: str | None) -> float | None:
    """The text as a finite number, otherwise None."""
    try:
        value = float(text or "nan")
    except ValueError:
        return None
    return value if math.isfinite(value) else None


class Speaker:
    """The program's side: receives the manager's lines and returns the replies.

    `make` returns the function that chooses moves; it is called when a game begins.
    """

    def __init__(self, make: Callable[[Game], Choose], name: str = "outplay") -> None:
        self.make, self.name = make, name
        self.game: Game | None = None
        self.choose: Choose | None = None
        self.position: Position | None = None
        self.limit = Limit()
        self.done = False
        """Whether the manager has sent `quit`."""

    def hear(self, line: str) -> list[str]:
        """The replies to a line of the manager."""
        command, _, rest = line.strip().partition(" ")
        try:
            return self.obey(command, rest.strip())
        except IllegalMove as error:
            return [f"illegal {one_line(str(error))}"]
        except OutplayError as error:
            return [f"error {one_line(str(error))}"]

    def obey(self, command: str, rest: str) -> list[str]:
        if command == "game":
            self.game = find_game(rest.rpartition(" ")[0] if rest.endswith(SIDES) else rest)
            self.position, self.limit = self.game.start(), Limit()
            self.choose = self.make(self.game)
            return [f"ready {one_line(self.name)}"]
        if command == "position" and self.game:
            self.position, self.limit = self.game.position(rest), Limit()
        elif command == "time":
            self.limit = limit_of(rest)
        elif command == "go" and self.choose and self.position:
            return [self.chosen(self.choose, self.position)]
        elif command in ("go", "position"):
            return [f"error there is no game yet; `{command}` comes after `game`"]
        elif command == "quit":
            self.done = True
        return []

    def chosen(self, choose: Choose, position: Position) -> str:
        if position.outcome():
            return "error the game is over in this position"
        move, score = choose(position, self.limit)
        known = score is not None and math.isfinite(score)
        return f"move {word(position.name(move))}" + (f" score {score:.6g}" if known else "")


def limit_of(text: str) -> Limit:
    """The limit in the arguments of a `time` line; unknown words are ignored.

    >>> limit_of("move 0.5 left 10 mood 3")
    Limit(time=0.5, depth=None, nodes=None, clock=10.0, increment=None)
    """
    parts = text.split()
    given = {TIMES[name]: number(value) for name, value in pairwise(parts) if name in TIMES}
    time, clock, increment = (given.get(field) for field in TIMES.values())
    return Limit(time=positive(time), clock=positive(clock), increment=positive(increment) if positive(clock) else None)


def positive(value: float | None) -> float | None:
    return value if value is not None and value > 0 else None
