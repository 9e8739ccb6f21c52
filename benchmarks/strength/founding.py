"""The engine against the players of the founding documents: `python -m benchmarks.strength.founding [section …]`.

    kalah     kalah-ranks at Kalah(6,4)
    mnk       cadrega at 6-6-4 and 7-7-5
    squatter  squatter-2015 on 7x7

The engine has as long for a move as the other takes on average, and at least 50 ms. Each opening is a few random moves
and is played with both colours. At 6-6-4 and 7-7-5 a long search tries to prove each opening first: one that is won
for a side has to be won by the engine with that side, and one that is drawn must not be lost by it.
"""

import argparse
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context
from typing import NamedTuple

import outplay
from benchmarks.library.openings import Judgement, anything, by_score, openings
from benchmarks.library.report import Mark, Table, measure, progress
from outplay import Engine, Limit, Outcome, Position
from outplay.players import player
from outplay.players.player import Player

LEAST_SECONDS = 0.05
PROOF = Limit(time=20.0)
TIMED = 4
"""Games that are played first to see how long a player takes."""


class Match(NamedTuple):
    """A player and its game, the random plies of the openings, and which of them are even enough."""

    player: str
    spec: str
    plies: tuple[int, ...]
    even: Judgement = anything


class PlayedGame(NamedTuple):
    """The engine's points in a game, and how long each side took for its moves."""

    points: float
    engine_times: tuple[float, ...]
    other_times: tuple[float, ...]


@cache
def sides(spec: str, name: str) -> tuple[Engine, Player]:
    game = outplay.game(spec)
    return Engine(game, 64), player(name, game, seed=1)


def played(spec: str, name: str, text: str, colour: int, seconds: float) -> PlayedGame:
    """One game from a position, where the engine has this colour."""
    position = outplay.game(spec).position(text)
    engine, other = sides(spec, name)
    engine.clear()
    times: tuple[list[float], list[float]] = ([], [])
    while (outcome := position.outcome()) is None:
        its_turn = position.to_move == colour
        began = time.perf_counter()
        move = engine.analyse(position, Limit(time=seconds)).move if its_turn else other.choose(position).move
        times[0 if its_turn else 1].append(time.perf_counter() - began)
        position = position.play(move)
    points = 0.5 if outcome.winner is None else float(outcome.winner == colour)
    return PlayedGame(points, tuple(times[0]), tuple(times[1]))


def starts_of(match: Match, number: int) -> list[Position]:
    """As many of each length."""
    judge = Engine(outplay.game(match.spec), 64)
    shares = [number // len(match.plies) + (i < number % len(match.plies)) for i in range(len(match.plies))]
    return [
        start
        for plies, share in zip(match.plies, shares, strict=True)
        if share
        for start in openings(judge, share, plies, match.even)
    ]


def games(match: Match, starts: Sequence[Position], seconds: float, jobs: int) -> Iterator[PlayedGame]:
    """Each opening twice: the engine moves first in it, then second."""
    texts = [start.text for start in starts for _ in range(2)]
    colours = [colour for start in starts for colour in (start.to_move, 1 - start.to_move)]
    number = len(texts)
    work = ([match.spec] * number, [match.player] * number, texts, colours, [seconds] * number)
    if jobs == 1:
        yield from map(played, *work)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        yield from pool.map(played, *work)


def mean(times: Iterable[float]) -> float:
    listed = list(times)
    return sum(listed) / len(listed)


def time_given(match: Match) -> float:
    """What the engine may take for a move."""
    timed = games(match, starts_of(match, TIMED // 2), LEAST_SECONDS, 1)
    return max(LEAST_SECONDS, mean(second for game in timed for second in game.other_times))


def results(match: Match, starts: Sequence[Position], jobs: int) -> list[PlayedGame]:
    seconds = time_given(match)
    found: list[PlayedGame] = []
    for game in games(match, starts, seconds, jobs):
        found.append(game)
        points = sum(each.points for each in found)
        progress(f"{match.spec} against {match.player}, {points:g} points", len(found), 2 * len(starts))
    table = Table(
        ("engine against", 36), ("points", 7), ("won", 5), ("drawn", 6), ("lost", 5), ("its s", 7), ("engine s", 9)
    )
    points, won, tied, lost = tally(found)
    its = mean(second for game in found for second in game.other_times)
    engines = mean(second for game in found for second in game.engine_times)
    table.row(f"{match.player} at {match.spec}", f"{points:g}", won, tied, lost, f"{its:.3f}", f"{engines:.3f}")
    return found


def tally(found: Sequence[PlayedGame]) -> tuple[float, int, int, int]:
    points = [game.points for game in found]
    return sum(points), points.count(1.0), points.count(0.5), points.count(0.0)


def by_points(match: Match, number: int, jobs: int, wanted: float, most_lost: int | None = None) -> list[Mark]:
    """A match that has to bring so many points of a hundred."""
    found = results(match, starts_of(match, number // 2), jobs)
    points, _, _, lost = tally(found)
    met = points >= wanted * number / 100 and (most_lost is None or lost <= most_lost)
    asked = f">= {wanted:g} %" + (f", <= {most_lost} lost" if most_lost is not None else "")
    what = f"{match.player} at {match.spec}, {number} games"
    return [Mark("founding", what, f"{points:g}, {lost} lost", asked, met)]


def proven(start: Position, solver: Engine) -> Outcome | None:
    """How the game ends if both play best, if that is found out."""
    solver.clear()
    *_, last = solver.solve(start, PROOF)
    return last.outcome if last.exact else None


def by_proof(match: Match, number: int, jobs: int) -> list[Mark]:
    """A match in which what is proven must come true, and no pair of games is lost."""
    starts = starts_of(match, number // 2)
    solver = Engine(outplay.game(match.spec), 256, goal="win", net="none")
    values = []
    for start in starts:
        values.append(proven(start, solver))
        progress(f"{match.spec}: proving openings", len(values), len(starts))
    found = results(match, starts, jobs)
    to_win, to_hold, pairs_lost = [], [], 0
    for i, (start, value) in enumerate(zip(starts, values, strict=True)):
        pair = found[2 * i : 2 * i + 2]
        pairs_lost += sum(game.points for game in pair) < 1
        for colour, game in zip((start.to_move, 1 - start.to_move), pair, strict=True):
            if value and value.winner == colour:
                to_win.append(game.points == 1)
            elif value and value.winner is None:
                to_hold.append(game.points > 0)
    table = Table(("openings", 36), ("won", 5), ("drawn", 6), ("unproven", 9))
    table.row(match.spec, len(to_win), len(to_hold) // 2, values.count(None))
    against = f"{match.player} at {match.spec}"
    return [
        Mark("founding", f"{against}: won and converted", f"{sum(to_win)} of {len(to_win)}", "all", all(to_win)),
        Mark("founding", f"{against}: drawn and held", f"{sum(to_hold)} of {len(to_hold)}", "all", all(to_hold)),
        Mark("founding", f"{against}: pairs lost", f"{pairs_lost} of {len(starts)}", "0", pairs_lost == 0),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sections", nargs="*", metavar="section", help="what to measure (everything)")
    parser.add_argument("--games", type=int, default=100, help="games of each match (%(default)s)")
    parser.add_argument("--jobs", type=int, default=1, help="processes that play games at the same time (%(default)s)")
    parser.add_argument("--cadrega-time", default="0.2", metavar="S", help="cadrega's limit for a move (%(default)s)")
    chosen = parser.parse_args()
    number, jobs, cadrega = chosen.games, chosen.jobs, f"cadrega:time={chosen.cadrega_time}"
    sections: dict[str, Callable[[], list[Mark]]] = {
        "kalah": lambda: by_points(Match("kalah-ranks", "kalah:6,4", (4,), by_score(1.0)), number, jobs, 90),
        "mnk": lambda: [
            mark
            for spec, plies in (("mnk:6,6,4", (4,)), ("mnk:7,7,5", (6, 14, 20, 22, 26)))
            for mark in by_proof(Match(cadrega, spec, plies), number, jobs)
        ],
        "squatter": lambda: by_points(Match("squatter-2015", "squatter:7", (4,)), number, jobs, 75, 3),
    }
    if number < 2 or number % 2 or jobs < 1:
        parser.error("--games must be an even number, and --jobs 1 or more")
    measure(chosen.sections, sections, parser.error)


if __name__ == "__main__":
    main()
