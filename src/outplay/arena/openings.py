"""The moves that a game begins with, so that players which always move alike do not play the same game again.

none           from the game's start
random:4       four random moves
balanced:4     four random moves after which neither side is ahead, as far as the engine can tell;
               random ones in a game whose rules cannot be compiled
FILE           a book: one opening a line, moves with blanks between; `#` begins a remark

What is balanced stands in `opening_judge`.
"""

import random
import re
import warnings
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from outplay.arena.opening_judge import CANDIDATES, Judge, Judgement, Verdict
from outplay.core.errors import BadLimit, BadSpec, IllegalMove
from outplay.core.game import Game, Position

Opening = tuple[str, ...]

KIND = re.compile(r"(random|balanced)(?::([0-9]{1,3}))?", re.ASCII)
USUAL_PLIES = 4
BATCHES = 8
"""How often new random openings are judged before the best of them has to do."""
FOR_DRAWN = 2
"""After so many a proven draw will do: in a small game there may be nothing else."""
MOST_TRIES = 200
"""Random openings that are made to find some that were not there before."""


class Openings:
    """The openings of a match, by their number; the same for the same seed. `known` are those used so far."""

    def __init__(self, game: Game, text: str, seed: int, known: Mapping[int, Opening] | None = None) -> None:
        self.game, self.seed = game, seed
        self.made = dict(known or {})
        self.used: set[Any] = set()
        """The positions after the openings so far, symmetric ones only once; and their move orders."""
        self.next = 0
        self.poor: set[int] = set()
        """The numbers of the balanced openings that are not: nothing better was found."""
        self.judge: Judge | None = None
        self.kind, self.plies, self.book = "none", 0, list[Opening]()
        found = KIND.fullmatch(text)
        if found:
            self.kind, self.plies = found[1], int(found[2] or USUAL_PLIES)
            if self.slow and game.interpreted:
                self.kind = "random"
                warnings.warn(f"the engine cannot judge openings of {game}; they are random", stacklevel=2)
        elif text != "none":
            self.kind, self.book = "book", read_book(game, Path(text))

    @property
    def slow(self) -> bool:
        """Whether it takes a search to find an opening."""
        return self.kind == "balanced" and self.plies > 0

    def __getitem__(self, number: int) -> Opening:
        if self.kind == "none":
            return ()
        if self.book:
            return self.book[(number + self.seed) % len(self.book)]
        while self.next <= number:
            if self.next not in self.made:
                self.made[self.next] = self._new(random.Random(f"{self.seed} {self.next}"))
            opening = self.made[self.next]
            self.used |= {opening, self.key(self.after(opening))}
            self.next += 1
        return self.made[number]

    def _new(self, generator: random.Random) -> Opening:
        """An opening that was not there yet, if one is found."""
        fresh = self._fresh(generator)
        if not self.slow:
            return (next(fresh, None) or self._walk(generator))[0]
        self.judge = self.judge or Judge(self.game)
        best: tuple[Judgement, Opening] | None = None
        for batch in range(1, BATCHES + 1):
            openings = {position: opening for opening, position in islice(fresh, CANDIDATES)}
            found = self.judge.best(openings)
            if found and (best is None or found[0] < best[0]):
                best = found[0], openings[found[1]]
            small = self.judge.proven.keys() >= openings.keys()
            enough = Verdict.DRAWN if small or batch >= FOR_DRAWN else Verdict.EVEN
            if best and best[0].verdict <= enough:
                return best[1]
        if best is None:
            before = range(self.next)
            return self.made[generator.choice([number for number in before if number not in self.poor] or before)]
        self.poor |= {self.next} if best[0].verdict >= Verdict.UNEVEN else set()
        return best[1]

    def _fresh(self, generator: random.Random) -> Iterator[tuple[Opening, Position]]:
        """Random openings that were not there before; first those that lead to a new position, then those that are at
        least another order of moves."""
        seen = set[Any]()
        others = dict[Opening, Position]()
        for _ in range(MOST_TRIES):
            opening, position = self._walk(generator)
            key = self.key(position)
            if key not in self.used and key not in seen:
                seen.add(key)
                yield opening, position
            elif opening not in self.used:
                others[opening] = position
        yield from others.items()

    def _walk(self, generator: random.Random) -> tuple[Opening, Position]:
        """Random moves; fewer than were asked for if the game would be over."""
        position, names = self.game.start(), list[str]()
        for _ in range(self.plies):
            moves = position.moves()
            shuffled = ((move, position.play(move)) for move in generator.sample(moves, len(moves)))
            found = next(((move, after) for move, after in shuffled if not after.outcome()), None)
            if not found:
                break
            names.append(position.name(found[0]))
            position = found[1]
        return tuple(names), position

    def after(self, opening: Opening) -> Position:
        position = self.game.start()
        for name in opening:
            position = position.play(self.game.move(name, position))
        return position

    def key(self, position: Position) -> Any:
        """The same for symmetric positions: the smallest of their states."""
        symmetries = self.game.heuristics.symmetries
        return min([position.state, *(symmetry.state(position.state) for symmetry in symmetries)])


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
