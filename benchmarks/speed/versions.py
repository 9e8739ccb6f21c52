"""The speed of two versions side by side: what a change costs or saves.

    git worktree add --detach ../before HEAD~1
    python -m benchmarks.speed.versions ../before . --rounds 60

engine    a search of a fixed number of nodes from the start of a game; both versions must visit the same nodes
plain     plain alpha-beta to a fixed depth
random    random games with a fixed seed; both versions must play the same number of moves
referee   games between random players, all that the arena does included
compile   compiling the engine of a game, with an empty compile cache
import    `import outplay`

Numbers are seconds of processor time. Each version runs in a process of its own, and the two take turns. After every
ten turns both get new processes, since where memory lies makes a difference; compiling and importing are measured once
in a process. The best of all counts. The ratio is the old version's time divided by the new one's: above 1 the new
version is faster.
"""

import argparse
import importlib
import inspect
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
PLAIN = {"kalah:6,4": 16, "connect-four": 12, "gomoku": 4, "squatter:7": 7}
"""Depth of each search."""
RANDOM = {"connect-four": 20_000, "kalah:6,4": 5_000, "hex:7": 10_000, "othello": 1_500, "gomoku": 1_500}
RANDOM |= {"mnk:20,20,5": 300, "mnk:50,50,10": 1}
"""Random games of each turn."""
REFEREE = ("kalah:6,4", "gomoku")
GAMES = 20
"""Games in a turn of the referee's row."""

Work = Callable[[], int]
"""What is measured; returns how much was done: nodes or moves."""


class Measured(NamedTuple):
    """Seconds of processor time, and how much was done in them."""

    seconds: float
    done: int


def without_network() -> dict[str, Any]:
    """What makes an engine without a network, so that the search alone is compared; older versions have none."""
    import outplay

    return {"net": "none"} if "net" in inspect.signature(outplay.Engine).parameters else {}


def engine_work(spec: str) -> Work:
    import outplay

    game = outplay.game(spec)
    engine = outplay.Engine(game, 16, **without_network())

    def search() -> int:
        engine.clear()
        return engine.analyse(game.start(), outplay.Limit(nodes=ENGINE[spec])).nodes

    return search


def plain_work(spec: str) -> Work:
    import outplay

    game = outplay.game(spec)
    search = either("outplay.engine.kernels", "outplay.kernels").Plain(game, "alpha-beta")
    return lambda: int(search.value(game.start(), PLAIN[spec]).nodes)


def random_work(spec: str) -> Work:
    import outplay
    from outplay.engine.kernels import RandomGames

    games = RandomGames(outplay.game(spec).start())
    before = games.generator.copy()

    def play() -> int:
        games.generator[:] = before
        return int(games.play(RANDOM[spec]).plies.sum())

    return play


def referee_work(spec: str) -> Work:
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

    return play


def compile_work(spec: str) -> Work:
    import outplay

    outplay.Engine(outplay.game("mnk:2,2,2"), 1)  # loads all that Numba loads when it is first used
    return lambda: outplay.Engine(outplay.game(spec), 1, **without_network()).threads


def import_work(spec: str) -> Work:
    return lambda: bool(importlib.import_module("outplay"))


def either(*names: str) -> Any:
    """The first of some modules that this version has."""
    for name in names[:-1]:
        try:
            return importlib.import_module(name)
        except ModuleNotFoundError:
            continue
    return importlib.import_module(names[-1])


MEASURES: dict[str, Callable[[str], Work]] = {
    "engine": engine_work,
    "plain": plain_work,
    "random": random_work,
    "referee": referee_work,
    "compile": compile_work,
    "import": import_work,
}
ONCE = ("compile", "import")
"""Rows that can be measured only once in a process; each has an empty compile cache."""
TURNS = 10
"""Measurements of the other rows in one process."""
ROWS = [
    *(("engine", spec) for spec in ENGINE),
    *(("plain", spec) for spec in PLAIN),
    *(("random", spec) for spec in RANDOM),
    *(("referee", spec) for spec in REFEREE),
    *(("compile", spec) for spec in ENGINE),
    ("import", ""),
]


def serve(row: str, spec: str) -> None:
    """In a version's process: does the work once for each line of input and prints what it took."""
    work = MEASURES[row](spec)
    print("ready", flush=True)
    for _ in sys.stdin:
        began = time.process_time()
        done = work()
        print(json.dumps([time.process_time() - began, done]), flush=True)


class Version:
    """A process that measures one row of one version."""

    def __init__(self, folder: str, row: str, spec: str, cache: str) -> None:
        environment = os.environ | {"PYTHONPATH": str(Path(folder).resolve() / "src"), "OUTPLAY_CACHE": cache}
        # Bytecode is written and read as on a user's machine, whatever the caller's shell says.
        environment["PYTHONDONTWRITEBYTECODE"] = ""
        command = [sys.executable, str(HERE), "--serve", row, spec]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, env=environment, text=True)
        if self.heard() != "ready":
            raise SystemExit(f"{folder} cannot measure {row} {spec}")

    def heard(self) -> str:
        assert self.process.stdout
        return self.process.stdout.readline().strip()

    def measured(self) -> Measured:
        assert self.process.stdin
        print(file=self.process.stdin, flush=True)
        return Measured(*json.loads(self.heard()))

    def close(self) -> None:
        self.process.communicate()


def turns(folders: list[str], row: str, spec: str, rounds: int, cache: str) -> list[Measured]:
    """The best measurement of each folder's version."""
    found: list[list[Measured]] = [[] for _ in folders]
    in_process = 1 if row in ONCE else TURNS
    for _ in range(-(-rounds // TURNS)):
        with tempfile.TemporaryDirectory() as empty:
            caches = [str(Path(empty) / str(i)) if row in ONCE else cache for i in range(len(folders))]
            versions = [Version(folder, row, spec, own) for folder, own in zip(folders, caches, strict=True)]
            for _ in range(in_process):
                for version, times in zip(versions, found, strict=True):
                    times.append(version.measured())
            for version in versions:
                version.close()
    return [min(times) for times in found]


def compare(old: str, new: str, row: str, spec: str, rounds: int, cache: str) -> bool:
    """Prints one row; says whether the new version is fast enough."""
    before, after = turns([old, new], row, spec, rounds, cache)
    if before.done != after.done:
        raise SystemExit(f"{row} {spec}: {before.done} nodes or moves before and {after.done} after")
    ratio = before.seconds / after.seconds
    verdict = "PASS" if ratio >= WANTED else "MISS"
    print(f"{row:8} {spec:13} {before.seconds:9.4f} {after.seconds:9.4f} {ratio:7.3f}  {verdict}", flush=True)
    return ratio >= WANTED


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", help="a checkout, with the source in src/")
    parser.add_argument("new", help="another one")
    parser.add_argument("--rounds", type=int, default=60, help="measurements of each version (%(default)s)")
    parser.add_argument("--rows", nargs="*", choices=MEASURES, default=list(MEASURES), help="what to measure (all)")
    parser.add_argument("--games", nargs="*", help="the games to measure (all)")
    chosen = parser.parse_args()
    print(f"{'row':8} {'game':13} {'old s':>9} {'new s':>9} {'ratio':>7}  wanted: >= {WANTED}", flush=True)
    rows = [(row, spec) for row, spec in ROWS if row in chosen.rows and (not chosen.games or spec in chosen.games)]
    with tempfile.TemporaryDirectory() as cache:
        good = [compare(chosen.old, chosen.new, *row, chosen.rounds, cache) for row in rows]
    raise SystemExit(not all(good))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--serve"]:
        serve(sys.argv[2], sys.argv[3])
    else:
        main()
