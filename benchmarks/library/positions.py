"""Positions to measure on, the same in every run."""

import random
from collections.abc import Callable, Iterator
from itertools import count

from benchmarks.library.paths import ROOT
from outplay import Game, Position
from outplay.players.engine import wins_at_once

FOURS = ROOT / "tests" / "data" / "fours.txt"


def fours(game: Game) -> list[Position]:
    """The stored positions of gomoku with a long win by fours."""
    words = [line.split() for line in FOURS.read_text().splitlines() if not line.startswith("#")]
    return [game.position(text) for plies, text, *_ in words if plies != "0"]


def wandered(game: Game, seed: int, enough: Callable[[Position, int], bool]) -> Position | None:
    """A random game from the start until there is enough of it; None if it was over before."""
    choose = random.Random(f"{game} {seed}")
    position, plies = game.start(), 0
    while not enough(position, plies):
        if position.outcome():
            return None
        position, plies = position.play(choose.choice(position.moves())), plies + 1
    return None if position.outcome() else position


def drawn(
    game: Game, number: int, enough: Callable[[Position, int], bool], fits: Callable[[Position], bool] = bool
) -> Iterator[Position]:
    """So many positions of random games, all different."""
    found: set[Position] = set()
    for seed in count():
        position = wandered(game, seed, enough)
        if position is not None and position not in found and fits(position):
            found.add(position)
            yield position
        if len(found) == number:
            return


def after(plies: int) -> Callable[[Position, int], bool]:
    """Enough is a number of plies."""
    return lambda position, played: played >= plies


def quiet(position: Position) -> bool:
    """Whether no move wins at once."""
    return not any(wins_at_once(position, move) for move in position.moves())
