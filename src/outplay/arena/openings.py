"""The moves that a game begins with, so that players which always move alike do not play the same game again.

none           from the game's start
random:4       four random moves
balanced:4     four random moves, the most even of several tries by the judgement of the engine
FILE           a book: one opening a line, moves with blanks between; `#` begins a remark
"""

import random
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from outplay.core.errors import BadLimit, BadSpec, IllegalMove
from outplay.core.game import Game, Position
from outplay.core.limits import Limit

if TYPE_CHECKING:
    from outplay.engine.engine import Engine

Opening = tuple[str, ...]

KIND = re.compile(r"(random|balanced)(?::([0-9]{1,3}))?", re.ASCII)
USUAL_PLIES = 4
CANDIDATES = 8
"""A balanced opening is the most even of so many."""
JUDGEMENT = Limit(nodes=1000)
MOST_TRIES = 200
"""After so many openings that were there before, one is used again."""
LOPSIDED = 1e9
"""The score of an opening that is decided: worse than any that is not."""


class Openings:
    """The openings of a match, by their number; the same for the same seed. `known` are those used so far."""

    def __init__(self, game: Game, text: str, seed: int, known: Mapping[int, Opening] | None = None) -> None:
        self.game, self.seed = game, seed
        self.made = dict(known or {})
        self.used: set[Opening] = set()
        self.next = 0
        self.engine: Engine | None = None
        self.kind, self.plies, self.book = "none", 0, list[Opening]()
        found = KIND.fullmatch(text)
        if found:
            self.kind, self.plies = found[1], int(found[2] or USUAL_PLIES)
        elif text != "none":
            self.kind, self.book = "book", read_book(game, Path(text))

    def __getitem__(self, number: int) -> Opening:
        if self.kind == "none":
            return ()
        if self.book:
            return self.book[(number + self.seed) % len(self.book)]
        while self.next <= number:
            if self.next not in self.made:
                self.made[self.next] = self._new(random.Random(f"{self.seed} {self.next}"))
            self.used.add(self.made[self.next])
            self.next += 1
        return self.made[number]

    def _new(self, generator: random.Random) -> Opening:
        """An opening that was not there yet, if one is found."""
        best, least, tried = None, float("inf"), 0
        for _ in range(MOST_TRIES):
            opening, position = self._walk(generator)
            if opening in self.used:
                continue
            if self.kind == "random":
                return opening
            tried += 1
            lean = self._lean(position)
            if best is None or lean < least:
                best, least = opening, lean
            if tried == CANDIDATES or lean == 0:
                break
        return best or self._walk(generator)[0]

    def _walk(self, generator: random.Random) -> tuple[Opening, Position]:
        """Random moves; fewer than were asked for if the game would be over."""
        position, names = self.game.start(), list[str]()
        for _ in range(self.plies):
            moves = [move for move in position.moves() if not position.play(move).outcome()]
            if not moves:
                break
            move = generator.choice(moves)
            names.append(position.name(move))
            position = position.play(move)
        return tuple(names), position

    def _lean(self, position: Position) -> float:
        """How far from even a position is."""
        from outplay.engine.engine import Engine

        self.engine = self.engine or Engine(self.game, table_mb=1)
        self.engine.clear()
        analysis = self.engine.analyse(position, JUDGEMENT)
        decided = analysis.outcome is not None and analysis.outcome.winner is not None
        return LOPSIDED if decided else abs(analysis.score)


def read_book(game: Game, path: Path) -> list[Opening]:
    """The openings in a file; BadSpec names the line that is wrong."""
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except FileNotFoundError:
        raise BadSpec(
            f"there are no openings {str(path)!r}; write none, random:4, balanced:4 or a book's file"
        ) from None
    except (OSError, ValueError) as error:
        raise BadSpec(
            f"the book {path} cannot be read: {getattr(error, 'strerror', None) or 'not UTF-8 text'}"
        ) from None
    book = []
    for number, line in enumerate(lines, 1):
        position, names = game.start(), list[str]()
        for word in line.partition("#")[0].split():
            try:
                move = game.move(word, position)
            except IllegalMove as error:
                raise BadSpec(f"{path}: line {number}: {error}") from None
            names.append(position.name(move))
            position = position.play(move)
        if names and position.outcome():
            raise BadSpec(f"{path}: line {number}: the game is over after these moves")
        if names:
            book.append(tuple(names))
    if not book:
        raise BadLimit(f"the book {path} has no opening; write one a line, moves with blanks between")
    return book
