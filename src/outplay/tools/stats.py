"""Many games, and what they say about a game: who wins, how long it takes, how much choice there is."""

import random
import time
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from outplay.core.arrays import Ints
from outplay.core.errors import BadLimit
from outplay.core.game import Position
from outplay.core.intervals import wilson
from outplay.core.results import MoveRecord
from outplay.engine.kernels import Playouts, RandomGames
from outplay.players import player
from outplay.players.game_loop import GameLoop

MOST_PLIES = 10_000
"""Plies after which a game is broken off, and counted as unfinished."""

BATCH_SECONDS = 0.2
"""About how long a batch of random games takes, so that there is something to show."""


def random_games(position: Position, number: int, seed: int) -> Iterator[Playouts]:
    """Random games, compiled, in batches."""
    games = RandomGames(position, seed, MOST_PLIES)
    batch = 100
    while number > 0:
        began = time.perf_counter()
        yield games.play(min(batch, number))
        number -= batch
        if time.perf_counter() - began < BATCH_SECONDS:
            batch *= 2


def played_games(
    position: Position, number: int, seed: int, first: str, second: str, opening: int
) -> Iterator[Playouts]:
    """Games between two players, one at a time; the first `opening` moves of each are random.

    The players go on with what they know from game to game: they are not told of new ones.
    """
    if position.outcome():
        raise BadLimit("the game is over in this position; there is nothing to play")
    generator = random.Random(seed)
    sides = [player(spec, position.game, seed + i) for i, spec in enumerate((first, second))]
    for _ in range(number):
        loop, choices = GameLoop(position, sides), 0
        while loop.result is None and len(loop.moves) < MOST_PLIES:
            legal = loop.position.moves()
            choices += len(legal)
            if len(loop.moves) < opening:
                loop.make(MoveRecord(generator.choice(legal)))
            else:
                loop.turn()
        if loop.result is None:
            yield Playouts(numbers(), numbers(), numbers(), 1)
        else:
            margin = loop.result.outcome.margin_for(0)
            yield Playouts(numbers(margin), numbers(len(loop.moves)), numbers(choices), 0)


def numbers(*values: int) -> Ints:
    return np.array(values, np.int64)


class Summary(NamedTuple):
    """What a number of games say. Shares are of all finished games; a draw is half a point to each player."""

    games: int
    unfinished: int
    first_wins: int
    draws: int
    second_wins: int
    first_share: float
    first_share_low: float
    first_share_high: float
    length_mean: float
    length_shortest: int
    length_longest: int
    branching_mean: float
    margin_mean: float


def summarise(batches: list[Playouts]) -> Summary:
    margins = np.concatenate([b.margins for b in batches])
    plies = np.concatenate([b.plies for b in batches])
    choices = np.concatenate([b.choices for b in batches])
    unfinished = sum(b.unfinished for b in batches)
    if not len(margins):
        raise BadLimit(f"none of the {unfinished} games was over after {MOST_PLIES} plies; does this game always end?")
    wins, draws = int((margins > 0).sum()), int((margins == 0).sum())
    low, high = wilson(wins + draws / 2, len(margins))
    return Summary(
        games=len(margins),
        unfinished=unfinished,
        first_wins=wins,
        draws=draws,
        second_wins=len(margins) - wins - draws,
        first_share=(wins + draws / 2) / len(margins),
        first_share_low=low,
        first_share_high=high,
        length_mean=float(plies.mean()),
        length_shortest=int(plies.min()),
        length_longest=int(plies.max()),
        branching_mean=float(choices.sum() / plies.sum()),
        margin_mean=float(margins.mean()),
    )
