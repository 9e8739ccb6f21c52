"""How fast games are kept and read: `python -m benchmarks.arena.store [--games N] [--db URL]`.

Each game is added by itself and is on the disk before the next one comes, as a tournament does it.
"""

import argparse
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from outplay.arena.games import Conditions, PlayedGame, ScheduledGame
from outplay.arena.store import Store
from outplay.core.results import Ending, GameResult, MoveRecord

SCHEDULED = ScheduledGame(1, 1, "kalah:6,4", "A", "B", "random", "random", (), 5, Conditions())
PLAYED = PlayedGame(
    GameResult(0, 3, Ending.RULES, "more seeds"),
    tuple(MoveRecord(name, 0.000123, -0.25, 7, 12_345) for name in "123456" * 8),
    "2026-11-16T20:15:00+00:00",
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000, help="how many games of 48 moves (%(default)s)")
    parser.add_argument("--db", help="the database (a new SQLite file)")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        store = Store(chosen.db or str(Path(folder) / "games.db"))
        run = store.create(store.free_name("benchmark"), "match", {}, {"A": "random", "B": "random"})

        def add() -> None:
            for number in range(1, chosen.games + 1):
                run.add(SCHEDULED._replace(number=number), PLAYED)

        timed("added, one by one", chosen.games, add)
        timed("read as results", chosen.games, run.results)
        timed("read whole", chosen.games, lambda: list(run.games()))
        store.delete(run.name)
        store.close()


def timed(what: str, games: int, work: Callable[[], object]) -> None:
    began = time.perf_counter()
    work()
    print(f"{what:18} {games / (time.perf_counter() - began):9.0f} games a second")


if __name__ == "__main__":
    main()
