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
from outplay.core.results import Ending
from outplay.protocols.dialect import Answer

SPECS = ("kalah:6,4", "othello", "squatter:19", "gomoku", "mnk:20,20,5", "mnk:70,70,10")
SECONDS = 3.0
"""How long each row is measured."""
CONDITIONS = Conditions(most_moves=200)


class Prompt:
    """A seat that knows its move at once, and how long it took all the same."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def begin(self, start: Position, side: int, limit: Limit) -> None:
        pass

    def move(self, start: Position, moves: Sequence[int], position: Position, limit: Limit, patience: float) -> Answer:
        began = time.perf_counter()
        legal = position.moves()
        answer = Answer(legal[len(legal) // 2])
        self.seconds += time.perf_counter() - began
        return answer

    def end(self, winner: int | None, ending: Ending, detail: str) -> None:
        pass


def overhead() -> list[Mark]:
    table = Table(("overhead", 14), ("moves", 8), ("ms a move", 10))
    worst = 0.0
    for spec in SPECS:
        game, seats, moves = outplay.game(spec), (Prompt(), Prompt()), 0
        began = time.perf_counter()
        while time.perf_counter() - began < SECONDS:
            moves += len(play(game, seats, CONDITIONS).moves)
        took = time.perf_counter() - began - sum(seat.seconds for seat in seats)
        worst = max(worst, 1000 * took / moves)
        table.row(spec, moves, f"{1000 * took / moves:.3f}")
    return [Mark("overhead", "the referee's part of a move, worst of these", f"{worst:.3f} ms", "< 1 ms", worst < 1)]


def fixture(number: int) -> ScheduledGame:
    return ScheduledGame(number, 1, "kalah:6,4", "a", "b", "random", "random", (), 2 * number, Conditions())


def in_court() -> float:
    """Games a second, one after another in this process."""
    court, games = GameRunner(), 0
    court.play(fixture(0))
    began = time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        court.play(fixture(games))
        games += 1
    return games / (time.perf_counter() - began)


def in_worker() -> float:
    """Games a second in one worker process that has started already."""
    workers, games = LocalWorkers(1), 0
    try:
        workers.submit(fixture(0))
        while not workers.finished(10.0):
            pass
        began = time.perf_counter()
        while time.perf_counter() - began < SECONDS:
            workers.submit(fixture(games))
            while not workers.finished(10.0):
                pass
            games += 1
        return games / (time.perf_counter() - began)
    finally:
        workers.close(kill=True)


def random_games() -> list[Mark]:
    table = Table(("random", 14), ("games/s", 9))
    marks = []
    for place, rate in (("court", in_court()), ("worker", in_worker())):
        table.row(place, f"{rate:.0f}")
        marks.append(Mark("random", f"games a second at Kalah(6,4), {place}", f"{rate:.0f}", ">= 200", rate >= 200))
    return marks


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sections", nargs="*", metavar="section", help="what to measure (everything)")
    measure(parser.parse_args().sections, {"overhead": overhead, "random": random_games}, parser.error)


if __name__ == "__main__":
    main()
