"""A whole small game: the value of every position that can be reached, and how many plies it is from the end.

    solution = Solution(game)
    solution[position]                  # Value(margin=2, plies=7)
    solution.moves(position)            # {0: Value(…), 3: Value(…)}: what each move is worth for the side to move
    solution.save("game.solution")
    Solution.load("game.solution")

A file is MAGIC, the lengths of what follows, a JSON text, the sorted keys, 8 bytes each, and the values, 4 bytes each:
the margin for the side to move and the plies to the end. A CRC-32 of all that follows stands in front.
"""

import json
import os
import struct
import threading
import time
import zlib
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from outplay.compiler.kernel import Kernel, interpreted
from outplay.compiler.source import digest, gather
from outplay.core import registry
from outplay.core.arrays import Ints
from outplay.core.errors import BadPosition, BadSpec, BadTable, OutplayError
from outplay.core.figures import amount
from outplay.core.game import Game, Outcome, Position
from outplay.core.machine import memory_mb
from outplay.core.notebook import Row
from outplay.core.paths import check_place
from outplay.engine.analysis import Analysis, Line
from outplay.engine.endgame import NONE, VARIABLE, table_folder
from outplay.engine.networks import slug
from outplay.engine.threads import start_thread
from outplay.search.whole_game import (
    CIRCLE,
    COUNT,
    DEEPEST,
    FAULT,
    FULL,
    KEY_BITS,
    LIMIT,
    MARGIN_AT,
    MOST_PLIES,
    NO_FAULT,
    PLIES_AT,
    STOP,
    TOO_DEEP,
    key_of,
    moved,
    whole_game,
)
from outplay.solve.position_count import least_positions

MAGIC, FORMAT = b"OUTPLAYS", 1
PREFIX = struct.Struct("<8sIIQ")
"""MAGIC, CRC-32 of all that follows, length of the text, number of positions."""
ENDING = ".solution"
BYTES_EACH = 12
"""Of a position in a file and in memory."""

FIRST_SLOTS = 1 << 20
GROWTH = 4
"""A table that is full is copied into one so many times as large."""
BYTES_A_SLOT = 16
FILLED = 0.75
"""A table is full when this share of its places is taken."""
LONGEST, LONGEST_INTERPRETED = 20_000, 300
"""The plies of the longest line that is followed, compiled and as plain Python."""
REPORT_SECONDS = 0.1

Progress = Callable[[int, int], None]
"""Called with the number of positions that are solved, and how many there are at least, 0 if that is not known."""


class Value(NamedTuple):
    """What a position is worth when both sides play for the margin."""

    margin: int
    """The final margin for the side to move: positive if it wins, 0 for a draw."""
    plies: int
    """How many moves the game still has, if the winner hurries and the loser delays; in a draw both hurry."""

    @property
    def word(self) -> str:
        """win, draw or loss, for the side to move."""
        return "win" if self.margin > 0 else "loss" if self.margin < 0 else "draw"


class Solution:
    """The values of all positions that can be reached from a position, by default the start of the game.

    >>> solution = outplay.Solution(outplay.game("tic-tac-toe"))
    >>> len(solution)
    5478
    >>> solution[solution.game.position("xx./oo./...")]
    Value(margin=1, plies=1)
    """

    def __init__(
        self, game: Game, root: Position | None = None, progress: Progress = lambda count, least: None
    ) -> None:
        """Solves the game; BadTable if it is too large, or if positions come again in it."""
        if not isinstance(game, Game):
            raise BadSpec("Solution wants a game, and the position to begin with after it: Solution(game, position)")
        self.game, self.root = game, root or game.start()
        self.seconds = 0.0
        began = time.perf_counter()
        keys, data = Enumeration(game, progress).run(self.root.state)
        order = np.argsort(keys, kind="stable")
        self.keys: NDArray[np.int64] = keys[order]
        self.values = as_values(data[order])
        self.seconds = time.perf_counter() - began

    def __len__(self) -> int:
        return len(self.keys)

    def __contains__(self, position: Position) -> bool:
        return self._find(position) is not None

    def __getitem__(self, position: Position) -> Value:
        """The value of a position; BadPosition if it cannot be reached from the root."""
        place = self._find(position)
        if place is None:
            raise BadPosition("this position cannot be reached from the one that was solved")
        margin, plies = self.values[place].tolist()
        return Value(margin, plies)

    def moves(self, position: Position) -> dict[int, Value]:
        """What each legal move is worth for the side to move, with the plies that the game then still has, its own
        among them.

        >>> solution = outplay.Solution(outplay.game("tic-tac-toe"))
        >>> values = solution.moves(solution.game.start().play(4))
        >>> values[0], values[1].word
        (Value(margin=0, plies=8), 'loss')
        """
        values = {}
        for move in position.moves():
            child = position.play(move)
            value = self[child]
            sign = 1 if child.to_move == position.to_move else -1
            values[move] = Value(sign * value.margin, value.plies + 1)
        return values

    def ranked(self, position: Position) -> list[tuple[int, Value]]:
        """The moves with what they are worth, the best first.

        >>> solution = outplay.Solution(outplay.game("tic-tac-toe"))
        >>> solution.ranked(solution.game.position("xx./oo./..."))[0]
        (2, Value(margin=1, plies=1))
        """
        return sorted(self.moves(position).items(), key=lambda entry: better_first(entry[1]))

    def outcome(self, position: Position) -> Outcome:
        """How a position ends.

        >>> solution = outplay.Solution(outplay.game("tic-tac-toe"))
        >>> solution.outcome(solution.game.position("xx./oo./..."))
        Outcome(winner=0, margin=1, reason='proven')
        """
        margin = self[position].margin
        mover = position.to_move
        return Outcome(None if margin == 0 else mover if margin > 0 else 1 - mover, abs(margin), "proven")

    def to_rows(self, position: Position | None = None) -> list[Row]:
        """The moves of a position, by default the root, for `pandas.DataFrame` or `polars.DataFrame`, best first.

        >>> solution = outplay.Solution(outplay.game("tic-tac-toe"))
        >>> [row["move"] for row in solution.to_rows(solution.game.position("xx./oo./...")) if row["value"] == "win"]
        ['c3']
        """
        from outplay.solve.solution_html import rows_of

        return rows_of(self, position or self.root)

    def __str__(self) -> str:
        from outplay.solve.solution_html import in_words

        return in_words(self)

    def _repr_html_(self) -> str:
        from outplay.solve.solution_html import solution_html

        return solution_html(self)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(str(self))

    def _find(self, position: Position) -> int | None:
        if str(position.game) != str(self.game):
            raise BadPosition(f"this is the solution of {self.game}, and the position is of {position.game}")
        key = key_of(tuple(self.game.widths.values()))(position.state)
        place = int(np.searchsorted(self.keys, key))
        return place if place < len(self.keys) and self.keys[place] == key else None

    def save(self, path: str | Path) -> None:
        """Writes all of it to one file; BadTable if that is not possible.

        >>> import tempfile
        >>> solution = outplay.Solution(outplay.game("tic-tac-toe"))
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     solution.save(f"{folder}/game.solution")
        ...     len(outplay.Solution.load(f"{folder}/game.solution"))
        5478
        """
        path = Path(path).expanduser()
        check_place(path, BadTable)
        text = json.dumps({
            "format": FORMAT,
            "game": str(self.game),
            "rules": solution_digest(self.game),
            "root": self.root.text,
            "exact_keys": sum(self.game.widths.values()) <= KEY_BITS,
            "widths": self.game.widths,
        }).encode()  # fmt: skip
        parts = [text, self.keys.astype("<i8").tobytes(), self.values.astype("<i2").tobytes()]
        checksum = 0
        for part in parts:
            checksum = zlib.crc32(part, checksum)
        partial_path = path.with_name(f"{path.name}.{os.getpid()}")
        try:
            with partial_path.open("wb") as file:
                file.write(PREFIX.pack(MAGIC, checksum, len(text), len(self)))
                file.writelines(parts)
            partial_path.replace(path)
        except OSError as error:
            partial_path.unlink(missing_ok=True)
            raise BadTable(f"{path} cannot be written: {error.strerror or error}") from None

    @classmethod
    def load(cls, path: str | Path, game: Game | None = None) -> "Solution":
        """The solution in a file, of the game that it names or of the one given; BadTable if it cannot be used.

        >>> import tempfile
        >>> game = outplay.game("tic-tac-toe")
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     outplay.Solution(game).save(f"{folder}/game.solution")
        ...     outplay.Solution.load(f"{folder}/game.solution", game)[game.start()]
        Value(margin=0, plies=9)
        """
        path = Path(path).expanduser()
        told, keys, values = read_solution(path)
        try:
            game = game or registry.game(told["game"])
            root = game.position(told["root"])
        except OutplayError as error:
            raise BadTable(f"{path} is a solution of {told['game']}, which cannot be made: {error}") from None
        if told["rules"] != solution_digest(game):
            raise BadTable(f"{path} is a solution of other rules ({told['game']}), and this is {game}")
        solution = cls.__new__(cls)
        solution.game, solution.root, solution.seconds = game, root, 0.0
        solution.keys, solution.values = keys, values
        return solution


def solution_path(game: Game) -> Path:
    """Where the solution of a game from its start is kept, for the page and `outplay analyse`."""
    return table_folder() / f"{slug(game)}-{solution_digest(game)[:12]}{ENDING}"


def keep(solution: Solution) -> str | None:
    """Writes the solution of a whole game to where the page finds it, and returns the path; None if it is not kept."""
    if solution.root != solution.game.start() or os.environ.get(VARIABLE) == NONE:
        return None
    path = solution_path(solution.game)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadTable(f"{path.parent} cannot be made: {error.strerror or error}") from None
    solution.save(path)
    return str(path)


def kept_solution(game: Game) -> Solution | None:
    """The solution of a game that is kept; None if there is none, or it is damaged."""
    if os.environ.get(VARIABLE) == NONE:
        return None
    with suppress(OSError, BadTable):
        path = solution_path(game)
        return loaded(path, game, path.stat().st_mtime_ns)
    return None


@lru_cache(4)
def loaded(path: Path, game: Game, changed: int) -> Solution:
    """The solution in a file that was last changed at that time."""
    return Solution.load(path, game)


def analysis_of(solution: Solution, position: Position, lines: int = 1) -> Analysis:
    """What a solution says about a position in which the game goes on, in the form of an engine's analysis.

    `plies` are those to the end of the game, and `depth` too.
    """
    ranked = solution.ranked(position)
    found = tuple(line_of(solution, position, move, value) for move, value in ranked[:lines])
    best = found[0]
    return Analysis(
        move=best.move,
        line=best.line,
        score=best.score,
        depth=ranked[0][1].plies,
        nodes=0,
        seconds=0.0,
        exact=True,
        outcome=best.outcome,
        plies=best.plies,
        table_used=0.0,
        lines=found,
        known=True,
        position=position,
    )


def better_first(value: Value) -> tuple[int, int]:
    """The order of values: the largest margin first; of wins and draws the shortest first, of losses the longest."""
    return -value.margin, -value.plies if value.margin < 0 else value.plies


def line_of(solution: Solution, position: Position, move: int, value: Value) -> Line:
    """One move of a position, and how the game goes on to its end."""
    mover, moves = position.to_move, [move]
    after = position.play(move)
    while not after.outcome():
        moves.append(solution.ranked(after)[0][0])
        after = after.play(moves[-1])
    winner = None if value.margin == 0 else mover if value.margin > 0 else 1 - mover
    outcome = Outcome(winner, abs(value.margin), "proven")
    return Line(move, tuple(moves), float(value.margin), True, outcome, value.plies, True)


def read_solution(path: Path) -> tuple[dict[str, Any], NDArray[np.int64], NDArray[np.int16]]:
    """What a file says about itself, its keys and its values; BadTable if it is damaged or none."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadTable(f"{path} cannot be read: {error.strerror or error}") from None
    if len(data) < PREFIX.size or data[:8] != MAGIC:
        raise BadTable(f"{path} is no solution of a game")
    _, checksum, length, count = PREFIX.unpack_from(data)
    first = PREFIX.size + length
    if len(data) != first + BYTES_EACH * count or zlib.crc32(data[PREFIX.size :]) != checksum:
        raise BadTable(f"{path} is damaged; `outplay solve GAME --all --out FILE` makes it anew")
    told: dict[str, Any] = json.loads(data[PREFIX.size : first])
    if told.get("format") != FORMAT:
        raise BadTable(f"{path} was written by another version of outplay")
    keys = np.frombuffer(data, "<i8", count, first).astype(np.int64)
    return told, keys, np.frombuffer(data, "<i2", 2 * count, first + 8 * count).reshape(-1, 2).astype(np.int16)


def solution_digest(game: Game) -> str:
    """A hash of the rules; it changes when one of them does."""
    parts = [digest(gather(function)) for function in (game.moves, game.play, game.outcome, game.to_move)]
    return digest([], parts, tuple(game.initial), tuple(game.widths.items()), game.choices)


def as_values(data: Ints) -> NDArray[np.int16]:
    """Margins and plies of words of the table; BadTable if they need more than 15 bits."""
    margins, plies = data >> MARGIN_AT, data >> PLIES_AT & MOST_PLIES
    if len(data) and max(int(abs(margins).max()), int(plies.max())) >= 1 << 15:
        raise BadTable("margins or games of more than 32767 cannot be kept")
    return np.stack((margins, plies), axis=1).astype(np.int16)


def most_positions() -> int:
    """How many positions the tables of this machine can hold: they grow by GROWTH, to half of its memory."""
    slots = FIRST_SLOTS
    while BYTES_A_SLOT * slots * GROWTH <= memory_mb() << 19:
        slots *= GROWTH
    return int(slots * FILLED)


class Enumeration:
    """Visits every position of a game, in a thread of its own; the table grows as it fills."""

    def __init__(self, game: Game, progress: Progress) -> None:
        game.must_compile("a solution")
        self.game, self.progress = game, progress
        self.solve = Kernel(game, partial(whole_game, widths=tuple(game.widths.values())))
        self.move = Kernel(game, moved)
        self.counts: Ints = np.zeros(5, np.int64)
        self.longest = LONGEST_INTERPRETED if interpreted() else LONGEST
        self.slots = FIRST_SLOTS
        self.least = 0
        """About how many positions there are at least; 0 while the table is small."""
        self.keys, self.data = self.empty_table()

    def empty_table(self) -> tuple[Ints, Ints]:
        return np.zeros(self.slots, np.int64), np.zeros(self.slots, np.int64)

    def run(self, root: Any) -> tuple[Ints, Ints]:
        """The keys of all positions and the words of what they are worth."""
        self.counts[DEEPEST] = self.longest
        scratch: Ints = np.zeros((self.longest + 2) * max(1, self.game.rules.row), np.int64)
        while True:
            self.counts[[FAULT, LIMIT]] = NO_FAULT, int(self.slots * FILLED)
            self.in_thread(lambda: self.solve(root, 0, self.slots - 1, self.keys, self.data, self.counts, scratch))
            fault = int(self.counts[FAULT])
            if fault == NO_FAULT:
                taken = self.data != 0
                return self.keys[taken], self.data[taken]
            if fault != FULL:
                raise self.failure(fault)
            if self.slots == FIRST_SLOTS:
                self.foresee(root)
            self.grow()

    def in_thread(self, work: Callable[[], object]) -> None:
        """Runs a kernel; Ctrl-C ends it at once."""
        failures = list[BaseException]()
        done = threading.Event()

        def guarded() -> None:
            try:
                work()
            except BaseException as error:
                failures.append(error)
            done.set()

        thread = start_thread(guarded)
        try:
            while not done.wait(REPORT_SECONDS):
                self.progress(int(self.counts[COUNT]), self.least)
        except BaseException:
            self.counts[STOP] = 1
            thread.join()
            raise
        thread.join()
        if failures:
            raise failures[0]
        self.progress(int(self.counts[COUNT]), self.least)

    def foresee(self, root: Any) -> None:
        """BadTable if there are more positions than fit the memory, as far as random games show it."""
        most = most_positions()
        self.least = least_positions(self.game, root, 2 * most)
        if self.least > most:
            raise self.too_large(f"at least about {amount(self.least)}")

    def too_large(self, number: str) -> BadTable:
        return BadTable(
            f"{self.game} has {number} positions, and half of this machine's memory holds {amount(most_positions())}; "
            f"take a smaller size or a later position, or `outplay solve {self.game}` for the value alone"
        )

    def grow(self) -> None:
        """Copies what is solved into a larger table; BadTable if there is no memory for it."""
        old, old_keys, old_data = self.slots, self.keys, self.data
        self.slots *= GROWTH
        if self.slots * FILLED > most_positions():
            raise self.too_large(f"more than {int(self.counts[COUNT]):,}")
        self.keys, self.data = self.empty_table()
        self.counts[COUNT] = self.move(self.game.initial, old, old_keys, old_data, self.slots - 1, self.keys, self.data)

    def failure(self, fault: int) -> BadTable:
        words = {
            CIRCLE: f"in {self.game} a position can come again, so its positions have no number of plies to the end; "
            "games in which moves lead in a circle cannot be solved in this way",
            TOO_DEEP: f"{self.game} has lines of more than {self.longest:,} plies, or ones that do not end",
        }
        return BadTable(words[fault])
