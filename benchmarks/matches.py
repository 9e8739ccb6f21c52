"""The engine at a tenth of a second a move against plain alpha-beta with the same evaluation, four plies deep."""

import random
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context
from typing import NamedTuple

from positions import after, drawn, quiet
from report import Mark, Table, progress

import outplay
from outplay import Engine, Limit, Position
from outplay.kernels import Plain

SECONDS, DEPTH, GAMES = 0.1, 4, 100


class Match(NamedTuple):
    """A game, how many random plies its openings have, and what is wanted of a hundred games."""

    spec: str
    plies: int
    points: float
    losses: int


MATCHES = (Match("kalah:6,4", 4, 95, 100), Match("gomoku", 4, 95, 100), Match("squatter:7", 6, 70, 3))


class Players:
    """The engine and its opponent, compiled once for all games of a match."""

    def __init__(self, spec: str) -> None:
        game = outplay.game(spec)
        self.engine = Engine(game, 64)
        self.plain = Plain(game, "alpha-beta", horizon=self.engine.hooks.evaluate, end=self.engine.hooks.end)
        self.shuffle = random.Random(1).shuffle

    def engine_move(self, position: Position) -> int:
        return self.engine.analyse(position, Limit(time=SECONDS)).move

    def plain_move(self, position: Position) -> int:
        """Of equally good moves any may be played."""
        moves = list(position.moves())
        self.shuffle(moves)
        return self.plain.search(position, DEPTH, moves).move


players = cache(Players)


def played(spec: str, text: str, colour: int) -> float:
    """The points of the engine in one game from a position, where it has this colour."""
    position, both = outplay.game(spec).position(text), players(spec)
    while (outcome := position.outcome()) is None:
        move = both.engine_move(position) if position.to_move == colour else both.plain_move(position)
        position = position.play(move)
    if outcome.winner is None:
        return 0.5
    return float(outcome.winner == colour)


def results(match: Match, jobs: int) -> Iterator[float]:
    """The engine's points game by game: each opening twice, once with either colour."""
    game = outplay.game(match.spec)
    openings = [position.text for position in drawn(game, GAMES // 2, after(match.plies), quiet)]
    texts = [text for text in openings for _ in range(2)]
    work = ([match.spec] * GAMES, texts, [0, 1] * (GAMES // 2))
    if jobs == 1:
        yield from map(played, *work)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        yield from pool.map(played, *work)


def play(jobs: int) -> list[Mark]:
    marks = []
    table = Table(("engine against alpha-beta", 28), ("points", 7), ("won", 6), ("drawn", 6), ("lost", 6))
    for match in MATCHES:
        points = []
        for point in results(match, jobs):
            points.append(point)
            so_far = f"{match.spec}, {sum(points):g} points"
            progress(so_far, len(points), GAMES)
        won, tied, lost = (points.count(value) for value in (1.0, 0.5, 0.0))
        table.row(match.spec, f"{sum(points):g}", won, tied, lost)
        wanted = f">= {match.points:g}" + (f", <= {match.losses} lost" if match.losses < GAMES else "")
        met = sum(points) >= match.points and lost <= match.losses
        marks.append(Mark("play", f"{match.spec}, {GAMES} games", f"{sum(points):g}, {lost} lost", wanted, met))
    return marks
