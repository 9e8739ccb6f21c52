"""Ten thousand games with programs that crash, hang, play illegal moves or flood their output.

    python -m benchmarks.arena.bad_players [--games N]

Every game must end with the right reason, no process and no file handle may be left, and memory must stay flat.
"""

import argparse
import os
import shlex
import sys
import time
import uuid
from collections import Counter
from contextlib import suppress
from multiprocessing import resource_tracker
from pathlib import Path

from benchmarks.library.paths import ROOT
from benchmarks.library.report import Mark, progress, show
from outplay.arena.games import Conditions, PlayedGame, ScheduledGame
from outplay.arena.workers import LocalWorkers
from outplay.core.results import Ending

BAD = ROOT / "tests" / "helpers" / "bots" / "bad.py"

ENDINGS = {
    "good": Ending.RULES,
    "binary": Ending.RULES,
    "flood_errors": Ending.RULES,
    "daemon": Ending.RULES,
    "burning": Ending.RULES,
    "slow": Ending.TIMEOUT,
    "crash_at_start": Ending.CRASH,
    "crash_later": Ending.CRASH,
    "exit_0": Ending.CRASH,
    "closed_output": Ending.CRASH,
    "daemon_and_exit": Ending.CRASH,
    "hops": Ending.CRASH,
    "illegal": Ending.ILLEGAL,
    "no_move": Ending.ILLEGAL,
    "resigning": Ending.RESIGNATION,
    "rubbish": Ending.SILENCE,
    "silent": Ending.SILENCE,
    "deaf": Ending.SILENCE,
    "closed_input": Ending.SILENCE,
    "ignores_term": Ending.SILENCE,
    "flood": Ending.FLOOD,
    "flood_at_start": Ending.FLOOD,
    "endless_line": Ending.FLOOD,
}
"""How a game with each kind of program must end."""

SHORT = Conditions(time=0.2, margin=0.0)
LONG = Conditions(time=60.0)
WARM_UP = 0.1
"""Memory is compared with what it was after this share of the games."""


def fixture(number: int) -> ScheduledGame:
    """A game of a bad program against the dice, as the first player and as the second in turns."""
    kind = list(ENDINGS)[number % len(ENDINGS)]
    program = f"text:{shlex.quote(sys.executable)} -S {shlex.quote(str(BAD))} {kind}"
    conditions = SHORT if ENDINGS[kind] in (Ending.SILENCE, Ending.TIMEOUT) else LONG
    sides = [(kind, program), ("random", "random")][:: -1 if number // len(ENDINGS) % 2 else 1]
    (first, first_spec), (second, second_spec) = sides
    return ScheduledGame(number, 1, "tic-tac-toe", first, second, first_spec, second_spec, (), number, conditions)


def carrying(tag: str) -> list[int]:
    """The processes whose environment holds the tag."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if f"TAG={tag}".encode() in (folder / "environ").read_bytes().split(b"\0"):
                found.append(int(folder.name))
    return found


def state(workers: LocalWorkers) -> tuple[int, int]:
    """The memory of the workers and of this process together, in MB, and their file handles."""
    pids = [os.getpid(), *(worker.process.pid for worker in (*workers.busy, *workers.idle))]
    memory = handles = 0
    for pid in pids:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
        memory += pages * os.sysconf("SC_PAGE_SIZE") >> 20
        handles += len(os.listdir(f"/proc/{pid}/fd"))
    return memory, handles


def play(games: int, size: int) -> list[Mark]:
    resource_tracker.ensure_running()  # Python's own helper of worker processes, which ends with this one
    os.environ["TAG"] = tag = uuid.uuid4().hex
    own = len(os.listdir("/proc/self/fd"))
    workers = LocalWorkers(size)
    wrong: Counter[str] = Counter()
    endings: Counter[str] = Counter()
    given = done = 0
    early = (0, 0)
    began = time.perf_counter()
    try:
        while done < games:
            while given < games and given - done < size:
                workers.submit(fixture(given))
                given += 1
            for finished, went in workers.finished(1.0):
                done += 1
                kind = finished.first if finished.first != "random" else finished.second
                ending = went.result.ending if isinstance(went, PlayedGame) else "lost"
                endings[ending] += 1
                if ending != ENDINGS[kind]:
                    wrong[f"{kind}: {ending} ({went})"] += 1
                if done == max(1, round(WARM_UP * games)):
                    early = state(workers)
                progress("games", done, games)
        late = state(workers)
        left = len(carrying(tag)) - size
    finally:
        workers.close(kill=True)
    took = time.perf_counter() - began
    print(f"\n{games} games in {took:.0f} s, {size} at a time: " + ", ".join(f"{n} {e}" for e, n in endings.items()))
    for what, number in wrong.most_common(20):
        print(f"WRONG {number} × {what}")
    after, handles = len(carrying(tag)), len(os.listdir("/proc/self/fd"))
    kept = {
        "games that ended with another reason": (str(wrong.total()), "0", not wrong),
        "processes left while workers live, and at the end": (f"{left}, {after}", "0, 0", left + after == 0),
        "file handles of all, early and late": (f"{early[1]}, {late[1]}", "no more", late[1] <= early[1]),
        "file handles of this process, before and after": (f"{own}, {handles}", "no more", handles <= own),
        "memory, early and late": (f"{early[0]}, {late[0]} MB", "< 10 % more", late[0] < 1.1 * early[0]),
    }
    return [Mark("bad players", what, *found) for what, found in kept.items()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--at-a-time", type=int, default=8)
    options = parser.parse_args()
    try:
        show(play(options.games, options.at_a_time))
    except KeyboardInterrupt:
        raise SystemExit(130) from None


if __name__ == "__main__":
    main()
