"""Positions to measure on, the same in every run."""

import random
from collections.abc import Callable, Iterator
from itertools import count
from typing import NamedTuple

from benchmarks.library.paths import ROOT
from outplay import Game, Position
from outplay.players.engine import wins_at_once

FOURS = ROOT / "tests" / "data" / "fours.txt"


def fours(game: Game) -> list[Position]:
    """The stored positions of gomoku with a long win by fours."""
    words = [line.split() for line in FOURS.read_text().splitlines() if not line.startswith("#")]
    return [game.position(text) for plies, text, *_ in words if plies != "0"]


class Wandered(NamedTuple):
    """A position of a random game, and the moves that lead to it."""

    position: Position
    moves: tuple[int, ...]


def wandered(game: Game, seed: int, enough: Callable[[Position, int], bool]) -> Position | None:
    """The position of a random game from the start as soon as there is enough of it; None if it was over before."""
    found = wandered_game(game, seed, enough)
    return found.position if found else None


def wandered_game(game: Game, seed: int, enough: Callable[[Position, int], bool]) -> Wandered | None:
    """The same with the moves that lead there."""
    choose = random.Random(f"{game} {seed}")
    position, moves = game.start(), list[int]()
    while not enough(position, len(moves)):
        if position.outcome():
            return None
        moves.append(choose.choice(position.moves()))
        position = position.play(moves[-1])
    return None if position.outcome() else Wandered(position, tuple(moves))


def drawn(
    game: Game, number: int, enough: Callable[[Position, int], bool], fits: Callable[[Position], bool] = bool
) -> Iterator[Position]:
    """So many positions of random games, all different."""
    return (found.position for found in drawn_games(game, number, enough, fits))


def drawn_games(
    game: Game, number: int, enough: Callable[[Position, int], bool], fits: Callable[[Position], bool] = bool
) -> Iterator[Wandered]:
    """The same positions, each with the moves that lead to it."""
    found: set[Position] = set()
    for seed in count():
        one = wandered_game(game, seed, enough)
        if one and one.position not in found and fits(one.position):
            found.add(one.position)
            yield one
        if len(found) == number:
            return


def after(plies: int) -> Callable[[Position, int], bool]:
    """Enough is a number of plies."""
    return lambda position, played: played >= plies


def quiet(position: Position) -> bool:
    """Whether no move wins at once."""
    return not any(wins_at_once(position, move) for move in position.moves())
