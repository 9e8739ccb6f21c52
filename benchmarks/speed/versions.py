"""The speed of two versions side by side: what a change costs or saves.

    git worktree add --detach ../before HEAD~1
    python -m benchmarks.speed.versions ../before . --rounds 5

engine    seconds of processor time for a fixed number of nodes from the start of a game; both versions must visit the
          same nodes
plain     the same for plain alpha-beta to a fixed depth
compile   seconds to compile the engine of a game, with an empty compile cache
import    seconds of `import outplay`
referee   seconds a move of games between random players, all that the arena does included

Each number is measured in a process of its own, old and new in turns, and the best of all rounds counts. The ratio is
the old version's time divided by the new one's: above 1 the new version is faster.
"""

import argparse
import importlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).resolve()
WANTED = 0.97

ENGINE = {"kalah:6,4": 400_000, "squatter:7": 400_000, "gomoku": 60_000, "connect-four": 600_000}
"""Nodes of each search."""
PLAIN = {"kalah:6,4": 10, "connect-four": 10, "gomoku": 3, "squatter:7": 4}
"""Depth of each search."""
GAMES = 30
"""Games of the referee's row."""


class Measured(NamedTuple):
    """Seconds of processor time, and how much work was done in them."""

    seconds: float
    work: int


def best(tries: int, work: Callable[[], int]) -> Measured:
    """The shortest of some tries."""
    found = []
    for _ in range(tries):
        began = time.process_time()
        done = work()
        found.append(Measured(time.process_time() - began, done))
    return min(found)


def engine_time(spec: str) -> Measured:
    import outplay

    game = outplay.game(spec)
    engine = outplay.Engine(game, 16)

    def search() -> int:
        engine.clear()
        return engine.analyse(game.start(), outplay.Limit(nodes=ENGINE[spec])).nodes

    return best(5, search)


def plain_time(spec: str) -> Measured:
    import outplay

    game = outplay.game(spec)
    search = either("outplay.engine.kernels", "outplay.kernels").Plain(game, "alpha-beta")
    return best(5, lambda: search.value(game.start(), PLAIN[spec]).nodes)


def compile_time(spec: str) -> Measured:
    import outplay

    with tempfile.TemporaryDirectory() as folder:
        os.environ["OUTPLAY_CACHE"] = folder
        outplay.Engine(outplay.game("mnk:2,2,2"), 1)  # loads all that Numba loads when it is first used
        return best(1, lambda: outplay.Engine(outplay.game(spec), 1).threads)


def import_time(spec: str) -> Measured:
    return best(1, lambda: len(importlib.import_module("outplay").__all__) * 0)


def referee_time(spec: str) -> Measured:
    runners = either("outplay.arena.game_runner", "outplay.arena.court")
    games = either("outplay.arena.games", "outplay.arena.fixture")
    runner = (getattr(runners, "GameRunner", None) or runners.Court)()
    scheduled = getattr(games, "ScheduledGame", None) or games.Fixture

    def play() -> int:
        moves = 0
        for number in range(GAMES):
            game = scheduled(number, 1, spec, "a", "b", "random", "random", (), 2 * number, games.Conditions())
            moves += len(runner.play(game).moves)
        return moves

    return best(3, play)


def either(*names: str) -> Any:
    """The first of some modules that this version has."""
    for name in names[:-1]:
        try:
            return importlib.import_module(name)
        except ModuleNotFoundError:
            continue
    return importlib.import_module(names[-1])


MEASURES: dict[str, Callable[[str], Measured]] = {
    "engine": engine_time,
    "plain": plain_time,
    "compile": compile_time,
    "import": import_time,
    "referee": referee_time,
}
ROWS = [
    *(("engine", spec) for spec in ENGINE),
    *(("plain", spec) for spec in PLAIN),
    *(("compile", spec) for spec in ENGINE),
    ("import", ""),
    *(("referee", spec) for spec in ("kalah:6,4", "gomoku")),
]


def measured(folder: str, row: str, spec: str, cache: str) -> Measured:
    """One measurement in a process of its own."""
    command = [sys.executable, str(HERE), "--measure", row, spec]
    environment = os.environ | {"PYTHONPATH": str(Path(folder).resolve() / "src"), "OUTPLAY_CACHE": cache}
    printed = subprocess.run(command, check=True, stdout=subprocess.PIPE, env=environment, text=True).stdout
    return Measured(*json.loads(printed.splitlines()[-1]))


def compare(old: str, new: str, row: str, spec: str, rounds: int, cache: str) -> bool:
    """Prints one row; says whether the new version is fast enough."""
    times: dict[str, list[Measured]] = {old: [], new: []}
    for number in range(rounds):
        for folder in (old, new) if number % 2 == 0 else (new, old):
            times[folder].append(measured(folder, row, spec, cache))
    before, after = min(times[old]), min(times[new])
    if row != "referee" and before.work != after.work:
        raise SystemExit(f"{row} {spec}: {before.work} nodes before and {after.work} after; this compares nothing")
    share = (before.seconds / max(1, before.work)) / (after.seconds / max(1, after.work))
    verdict = "PASS" if share >= WANTED else "MISS"
    print(f"{row:8} {spec:13} {before.seconds:9.4f} {after.seconds:9.4f} {share:7.3f}  {verdict}", flush=True)
    return share >= WANTED


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", help="a checkout, with the source in src/")
    parser.add_argument("new", help="another one")
    parser.add_argument("--rounds", type=int, default=5, help="measurements of each version (%(default)s)")
    parser.add_argument("--rows", nargs="*", choices=MEASURES, default=list(MEASURES), help="what to measure (all)")
    parser.add_argument("--games", nargs="*", help="the games to measure (all)")
    chosen = parser.parse_args()
    print(f"{'row':8} {'game':13} {'old s':>9} {'new s':>9} {'ratio':>7}  wanted: >= {WANTED}")
    rows = [(row, spec) for row, spec in ROWS if row in chosen.rows and (not chosen.games or spec in chosen.games)]
    with tempfile.TemporaryDirectory() as cache:
        good = [compare(chosen.old, chosen.new, *row, chosen.rounds, cache) for row in rows]
    raise SystemExit(not all(good))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--measure"]:
        print(json.dumps(MEASURES[sys.argv[2]](sys.argv[3])))
    else:
        main()
