"""What the arena itself costs: `python -m benchmarks.arena.overhead [section …]`.

overhead  the referee's part of a move, between players that answer at once: the time of whole games less what the
          players took
random    random against random at Kalah(6,4) on one processor: one game after another in this process, and in a
          worker process
"""

import argparse
import time
from collections.abc import Sequence

import outplay
from benchmarks.library.report import Mark, Table, measure
from outplay import Limit, Position
from outplay.arena.game_runner import GameRunner
from outplay.arena.games import Conditions, ScheduledGame
from outplay.arena.referee import play
from outplay.arena.workers import LocalWorkers
from outplay.core.limits import NO_LIMIT
from outplay.players.player import Choice, Player, Report

SPECS = ("kalah:6,4", "othello", "squatter:19", "gomoku", "mnk:20,20,5", "mnk:70,70,10")
SECONDS = 3.0
"""How long each row is measured."""
CONDITIONS = Conditions(most_moves=200)


class Prompt(Player):
    """A player that chooses at once, and measures how long that took all the same."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def choose(
        self, position: Position, limit: Limit = NO_LIMIT, moves: Sequence[int] = (), report: Report | None = None
    ) -> Choice:
        began = time.perf_counter()
        legal = position.moves()
        choice = Choice(legal[len(legal) // 2])
        self.seconds += time.perf_counter() - began
        return choice


def overhead() -> list[Mark]:
    table = Table(("overhead", 14), ("moves", 8), ("ms a move", 10))
    worst = 0.0
    for spec in SPECS:
        game, players, moves = outplay.game(spec), (Prompt(), Prompt()), 0
        began = time.perf_counter()
        while time.perf_counter() - began < SECONDS:
            moves += len(play(game, players, CONDITIONS).moves)
        took = time.perf_counter() - began - sum(player.seconds for player in players)
        worst = max(worst, 1000 * took / moves)
        table.row(spec, moves, f"{1000 * took / moves:.3f}")
    return [Mark("overhead", "the referee's part of a move, worst of these", f"{worst:.3f} ms", "< 1 ms", worst < 1)]


def scheduled(number: int) -> ScheduledGame:
    return ScheduledGame(number, 1, "kalah:6,4", "a", "b", "random", "random", (), 2 * number, Conditions())


def in_runner() -> float:
    """Games a second, one after another in this process."""
    runner, games = GameRunner(), 0
    runner.play(scheduled(0))
    began = time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        runner.play(scheduled(games))
        games += 1
    return games / (time.perf_counter() - began)


def in_worker() -> float:
    """Games a second in one worker process that has started already."""
    workers, games = LocalWorkers(1), 0
    try:
        workers.submit(scheduled(0))
        while not workers.finished(10.0):
            pass
        began = time.perf_counter()
        while time.perf_counter() - began < SECONDS:
            workers.submit(scheduled(games))
            while not workers.finished(10.0):
                pass
            games += 1
        return games / (time.perf_counter() - began)
    finally:
        workers.close(kill=True)


def random_games() -> list[Mark]:
    table = Table(("random", 14), ("games/s", 9))
    marks = []
    for place, rate in (("game runner", in_runner()), ("worker", in_worker())):
        table.row(place, f"{rate:.0f}")
        marks.append(Mark("random", f"games a second at Kalah(6,4), {place}", f"{rate:.0f}", ">= 200", rate >= 200))
    return marks


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sections", nargs="*", metavar="section", help="what to measure (everything)")
    measure(parser.parse_args().sections, {"overhead": overhead, "random": random_games}, parser.error)


if __name__ == "__main__":
    main()
