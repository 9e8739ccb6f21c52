"""How well the engine keeps time: beyond its limit, and after it was told to stop."""

import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import outplay
from benchmarks.library.positions import after, wandered
from benchmarks.library.report import SPREAD, Mark, Table, progress, spread
from outplay import Engine, Limit, Position

SPECS = (
    *("kalah:6,4", "kalah:12,12", "squatter:7", "squatter:19", "connect-four", "othello"),
    *("gomoku", "mnk:20,20,5", "mnk:70,70,10"),
)
SECONDS, SEARCHES, STOPS = 0.05, 1000, 100
BURNERS = 4


def moments() -> list[tuple[Engine, list[Position]]]:
    """An engine for each game, with its start and some positions of random games."""
    made = []
    for number, spec in enumerate(SPECS):
        engine = Engine(outplay.game(spec), 64, net="none")
        some = [wandered(engine.game, seed, after(plies)) for seed, plies in enumerate((2, 4, 6, 8, 10, 12))]
        made.append((engine, [engine.game.start(), *(position for position in some if position)]))
        progress("engines", number + 1, len(SPECS))
    return made


def overshoot() -> list[Mark]:
    games = moments()
    late = measured(games, "50 ms")
    waits = stops(games)
    spread_table("from stop() to the answer", waits)
    worst, slowest = max(late) * 1e3, max(waits) * 1e3
    return [
        Mark("overshoot", f"worst of {len(late)} searches beyond 50 ms", f"{worst:.1f} ms", "< 25 ms", worst < 25),
        Mark("overshoot", f"worst of {len(waits)} stops", f"{slowest:.1f} ms", "< 10 ms", slowest < 10),
    ]


def busy_overshoot() -> list[Mark]:
    """The same beside programs that never rest, each of which wants a processor."""
    games = moments()
    sleeps: list[float] = []
    with burning(BURNERS):
        late = measured(games, f"50 ms beside {BURNERS} busy programs")
        for number in range(SEARCHES // 5):
            began = time.perf_counter()
            time.sleep(SECONDS)
            sleeps.append(time.perf_counter() - began - SECONDS)
            progress("plain sleeps", number + 1, SEARCHES // 5)
    spread_table("a plain sleep of 50 ms there", sleeps)
    worst = max(late) * 1e3
    what = f"worst of {len(late)} searches beside {BURNERS} busy programs"
    return [Mark("busy", what, f"{worst:.1f} ms", "< 50 ms", worst < 50)]


@contextmanager
def burning(count: int) -> Iterator[None]:
    """So many processes that never rest, while the block runs."""
    burners = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for burner in burners:
            burner.kill()
            burner.wait()


def measured(games: list[tuple[Engine, list[Position]]], what: str) -> list[float]:
    """Seconds beyond the limit of searches that were ended by their time, with a table of each game's."""
    choose = random.Random(1)
    late: list[float] = []
    by_game: dict[str, list[float]] = {str(engine.game): [] for engine, _ in games}
    early = 0
    while len(late) < SEARCHES and early < SEARCHES:
        engine, positions = games[(len(late) + early) % len(games)]
        position = choose.choice(positions)
        began = time.perf_counter()
        found = engine.analyse(position, Limit(time=SECONDS))
        beyond = time.perf_counter() - began - SECONDS
        if found.exact:
            early += 1
            continue
        late.append(beyond)
        by_game[str(engine.game)].append(beyond)
        progress("overshoot", len(late), SEARCHES)
    table = Table(("milliseconds", 44), ("number", 7), *SPREAD)
    for name, values in by_game.items():
        if values:
            table.row(f"beyond 50 ms, {name}", len(values), *spread(values, 1e3))
    table.row(f"beyond {what}, all", len(late), *spread(late, 1e3))
    if early:
        print(f"{early} searches were proven before their time and are not counted")
    return late


def spread_table(what: str, seconds: list[float]) -> None:
    Table(("milliseconds", 44), ("number", 7), *SPREAD).row(what, len(seconds), *spread(seconds, 1e3))


def stops(games: list[tuple[Engine, list[Position]]]) -> list[float]:
    """Seconds from a stop in another thread until the search has returned."""
    waits = []
    for number in range(STOPS):
        engine, positions = games[number % len(games)]
        search = threading.Thread(target=engine.analyse, args=(positions[0], Limit()), daemon=True)
        search.start()
        time.sleep(0.02)
        began = time.perf_counter()
        while search.is_alive():  # a stop that comes before the search has begun is not heard
            engine.stop()
            search.join(1)
        waits.append(time.perf_counter() - began)
        progress("stops", number + 1, STOPS)
    return waits
