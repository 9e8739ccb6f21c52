"""The engine at a tenth of a second a move against plain alpha-beta with the same evaluation, four plies deep.

Each opening is a few random moves and is played twice, once with either colour. At Kalah and gomoku, where random
moves often decide the game, only openings are taken that are even: at Kalah in the judgement of a long search, at
gomoku, where such a search cannot tell, if the engine wins them with either colour in some of a few games against
itself. The opponent has no part in that.

Plain alpha-beta in the game's own order takes up to 20 seconds a move at gomoku, so there its place is taken by a
search that gives the same values sooner: to four plies with table and order, nothing reduced or left out, no forced
moves.
"""

import random
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import cache
from multiprocessing import get_context
from typing import NamedTuple

import outplay
from benchmarks.library.openings import Judgement, anything, by_games, by_score, openings
from benchmarks.library.report import Mark, Table, progress
from outplay import Engine, Game, Limit, Position
from outplay.engine.deepening import search_aspirated
from outplay.engine.kernels import Plain
from outplay.search.thread_state import SELECTIVE

SECONDS, DEPTH, GAMES = 0.1, 4, 100


class Match(NamedTuple):
    """A game, the random plies of its openings, which of them are even, and what is wanted."""

    spec: str
    plies: int
    even: Judgement
    points: float
    losses: int


MATCHES = {
    "kalah": Match("kalah:6,4", 4, by_score(1.0), 95, 100),
    "gomoku": Match("gomoku", 4, by_games(0.1), 95, 100),
    "squatter": Match("squatter:7", 4, anything, 70, 3),
}


class FullDepth:
    """The engine without what it does better than alpha-beta, forgetting everything between moves."""

    def __init__(self, game: Game) -> None:
        self.engine = Engine(replace(game, heuristics=replace(game.heuristics, threats=None)), 16, net="none")

    def move(self, position: Position) -> int:
        threads = self.engine.search_threads
        threads.clear()
        threads.prepare(position.state, None)
        threads.set(SELECTIVE, 0)
        search_aspirated(threads, position.state, DEPTH, 0)
        return threads.best_move


class Players:
    """The engine and its opponent, compiled once for all games of a match."""

    def __init__(self, spec: str) -> None:
        game = outplay.game(spec)
        self.engine = Engine(game, 64, net="none")  # both evaluate alike
        if game.heuristics.threats:
            self.plain_move = FullDepth(game).move
        else:
            self.plain = Plain(game, "alpha-beta", horizon=self.engine.hooks.evaluate, end=self.engine.hooks.end)
            self.plain_move = self.alpha_beta_move
        self.shuffle = random.Random(1).shuffle

    def engine_move(self, position: Position) -> int:
        return self.engine.analyse(position, Limit(time=SECONDS)).move

    def alpha_beta_move(self, position: Position) -> int:
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
    """The engine's points game by game."""
    starts = openings(players(match.spec).engine, GAMES // 2, match.plies, match.even)
    texts = [start.text for start in starts for _ in range(2)]
    work = ([match.spec] * GAMES, texts, [0, 1] * (GAMES // 2))
    if jobs == 1:
        yield from map(played, *work)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        yield from pool.map(played, *work)


def play(name: str, jobs: int) -> list[Mark]:
    match = MATCHES[name]
    table = Table(("engine against alpha-beta", 28), ("points", 7), ("won", 6), ("drawn", 6), ("lost", 6))
    points = []
    for point in results(match, jobs):
        points.append(point)
        progress(f"{match.spec}, {sum(points):g} points", len(points), GAMES)
    won, tied, lost = (points.count(value) for value in (1.0, 0.5, 0.0))
    table.row(match.spec, f"{sum(points):g}", won, tied, lost)
    wanted = f">= {match.points:g}" + (f", <= {match.losses} lost" if match.losses < GAMES else "")
    met = sum(points) >= match.points and lost <= match.losses
    return [Mark("play", f"{match.spec}, {GAMES} games", f"{sum(points):g}, {lost} lost", wanted, met)]
