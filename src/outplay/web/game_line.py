"""A game line: a game, its start and its moves, as every request carries them, read and checked.

Lines that were read lately are kept, so that a game of a thousand moves is not replayed for every click.
"""

import threading
from collections import OrderedDict
from collections.abc import Generator, Sequence
from typing import NamedTuple, cast

from outplay.core.errors import IllegalMove
from outplay.core.game import Game, Position, guarded
from outplay.core.specs import joined
from outplay.web.catalogue import Catalogue, Offer
from outplay.web.set_up import position_of

KEPT = 256
"""How many game lines are remembered."""
LOOK_BACK = 3
"""A request usually continues a line that was asked for at most so many moves before."""

Key = tuple[str, str | None, tuple[str, ...]]
"""The game, the text of the start and the names of the moves, as a request has them."""


class GameLine(NamedTuple):
    """A start position, and the moves from there."""

    offer: Offer
    rest: str
    """What stands after the colon of the game's text."""
    game: Game
    positions: tuple[Position, ...]
    """The start, and the position after each move."""
    moves: tuple[int, ...]

    @property
    def spec(self) -> str:
        """The game as a page names it."""
        return joined(self.offer.name, self.rest)

    @property
    def position(self) -> Position:
        """The position after the last move."""
        return self.positions[-1]

    @property
    def names(self) -> list[str]:
        """The texts of the moves."""
        return [position.name(move) for position, move in zip(self.positions, self.moves, strict=False)]

    def after(self, word: str) -> "GameLine":
        """The line with one move more."""
        position = self.position
        move = quickly_read(position, word)
        if move is None:
            move = self.game.move(word, position)
        following = self.game.positioned(guarded(self.game.play, position.state, move))
        return self._replace(positions=(*self.positions, following), moves=(*self.moves, move))


def quickly_read(position: Position, word: str) -> int | None:
    """The legal move that a word names, where that is known without a list of all moves: a large board has thousands.
    None leaves it to the game to read the word, or to say what is wrong with it."""
    game, state = position.game, position.state
    if not (game.moves_as_mask and game.board.reads_without_moves) or position.outcome():
        return None
    move: int | None = guarded(game.board.read_move, state, word, ())
    return move if move is not None and guarded(game.moves, state) >> move & 1 else None


class GameLines:
    """Reads game lines. It may be used by several threads."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.kept: OrderedDict[Key, GameLine] = OrderedDict()
        self.lock = threading.Lock()

    def read(self, spec: str, start: str | None, moves: Sequence[str]) -> GameLine:
        """The line of these moves; IllegalMove names the number of the first that cannot be played."""
        reading = self.reading(spec, start, moves)
        try:
            while True:
                next(reading)
        except StopIteration as last:
            return cast(GameLine, last.value)

    def reading(self, spec: str, start: str | None, moves: Sequence[str]) -> Generator[None, None, GameLine]:
        """Like `read`, as a generator that can be interrupted after each move."""
        words = tuple(moves)
        line, known = self._nearest(spec, start, words)
        for number, word in enumerate(words[known:], known + 1):
            try:
                line = line.after(word)
            except IllegalMove as error:
                raise IllegalMove(f"move {number}: {error}") from None
            yield
        self._keep((spec, start, words), line)
        return line

    def _nearest(self, spec: str, start: str | None, words: tuple[str, ...]) -> tuple[GameLine, int]:
        """A remembered line that these moves continue, or the start, and how many of the moves it has."""
        with self.lock:
            for count in range(len(words), max(-1, len(words) - 1 - LOOK_BACK), -1):
                if found := self.kept.get((spec, start, words[:count])):
                    return found, count
        offer, rest, game = self.catalogue.find(spec)
        first = game.start() if start is None else position_of(game, start)
        return GameLine(offer, rest, game, (first,), ()), 0

    def _keep(self, key: Key, line: GameLine) -> None:
        with self.lock:
            self.kept[key] = line
            self.kept.move_to_end(key)
            while len(self.kept) > KEPT:
                self.kept.popitem(last=False)
