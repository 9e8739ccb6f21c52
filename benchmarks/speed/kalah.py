"""The marks of Kalah: solves with endgame tables that were built before, and every small size.

    python -m benchmarks.speed.kalah                                   # all but the longest, (5,6) and (6,5)
    python -m benchmarks.speed.kalah kalah:6,5,empty-capture           # only this one
    python -m benchmarks.speed.kalah sizes                             # only the sizes with up to four houses

Tables that are missing are built first, in the folder that OUTPLAY_ENDGAME or OUTPLAY_CACHE names, and the time for it
is told apart. They take 2 GB for all but the longest. Each solve has a process of its own, in which everything is
compiled before the clock starts. Its time is processor time, of all threads together, with the time by the clock behind
it: on a machine that others use too, the first says more.
"""

import argparse
import csv
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import outplay
from benchmarks.library.paths import ROOT
from outplay.core.errors import OutplayError
from outplay.core.game import Game, Outcome
from outplay.solve.journal import Journal
from outplay.solve.sizes import Effort, sizes_of, solved_sizes
from outplay.solve.solver import Solver
from outplay.solve.tables import build_table, plan_table


class Mark(NamedTuple):
    game: str
    layers: int
    """Of the endgame table: it holds the positions with fewer seeds in houses."""
    seconds: float
    """The time that is wanted."""
    memory_mb: int = 64
    """Of the transposition table. To hand out a gigabyte takes the system longer than the small solves take."""
    threads: int = 1
    long: bool = False
    """Whether it is solved only if it is named."""


MARKS = (
    Mark("kalah:6,3,empty-capture", 23, 0.1),
    Mark("kalah:5,4,empty-capture", 25, 0.4),
    Mark("kalah:4,6,empty-capture", 27, 0.5),
    Mark("kalah:6,4,empty-capture", 23, 10, 1024),
    Mark("kalah:5,5,empty-capture", 25, 15, 1024),
    Mark("kalah:6,3", 23, 0.2),
    Mark("kalah:5,4", 25, 0.8),
    Mark("kalah:4,6", 27, 1),
    Mark("kalah:6,4", 25, 20, 1024),
    Mark("kalah:5,5", 25, 30, 1024),
    Mark("kalah:5,6,empty-capture", 28, 900, 2048, 2, True),
    Mark("kalah:6,5,empty-capture", 25, 900, 4096, 2, True),
)
SIZES = ("kalah:1-4,1-6", "kalah:1-4,1-6,empty-capture")
SIZES_SECONDS = 5.0
"""The time that is wanted for each of these sizes."""


def first_margin(outcome: Outcome) -> int:
    """By how much the first player wins; negative if the second one does."""
    return 0 if outcome.winner is None else outcome.margin * (1 - 2 * outcome.winner)


def published() -> dict[str, int]:
    """The known values, by the game."""
    with (ROOT / "tests" / "data" / "kalah.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    options = {"standard": "", "empty-capture": ",empty-capture"}
    return {f"kalah:{row['m']},{row['n']}{options[row['variant']]}": int(row["first_player_margin"]) for row in rows}


def value_words(game: str, outcome: Outcome | None) -> str:
    """The value for the first player, and whether it is the known one."""
    if outcome is None:
        return "not solved"
    value, known = first_margin(outcome), published().get(game)
    return f"{value:+d} ({'no value known' if known is None else 'as known' if known == value else f'NOT {known:+d}'})"


def built(game: Game, layers: int) -> str:
    """Builds the table of a game, if it has not so many layers yet; returns what it took, in words."""
    plan = plan_table(game, layers)
    missing = plan.positions - plan.finished
    if missing <= 0:
        return "there"
    began, began_cpu = time.monotonic(), time.process_time()
    build_table(plan)
    took, took_cpu = time.monotonic() - began, time.process_time() - began_cpu
    return f"{missing / 1e6:,.1f} M positions in {took_cpu:.1f} s ({took:.1f} s by the clock, with compiling)"


def solved(mark: Mark, most_seconds: float) -> str:
    """A line of the table: the value, what it took, and whether the mark is met."""
    position = outplay.game(mark.game).start()
    solver = Solver(position, "margin", "alpha-beta", mark.memory_mb, mark.threads, None)
    solver.engine = solver.new_engine(mark.threads)
    began, began_cpu = time.monotonic(), time.process_time()
    solver.run(outplay.Limit(time=most_seconds))
    took, took_cpu = time.monotonic() - began, time.process_time() - began_cpu
    wanted = took_cpu / mark.threads
    verdict = "met" if solver.outcome and wanted <= mark.seconds else "missed"
    layers = solver.engine.endgame.layers if solver.engine.endgame else 1
    cells = [mark.game, f"{layers - 1}", value_words(mark.game, solver.outcome), f"{solver.nodes:,}"]
    cells += [f"{took_cpu:.2f} s on {mark.threads}", f"{took:.2f} s", f"{mark.seconds:g} s", verdict]
    return f"| {' | '.join(cells)} |"


def small_sizes(text: str) -> str:
    """Solves every size up to four houses, anew; the slowest of them, and how many values are known and equal."""
    sizes, known = sizes_of(text), published()
    with tempfile.TemporaryDirectory() as folder, Journal(Path(folder) / "sizes.jsonl", {"what": "sizes"}) as journal:
        entries = list(solved_sizes(sizes, journal, Effort(time=60.0)))
    wrong = [each.game for each in entries if each.outcome is None]
    compared = [each for each in entries if each.game in known and each.outcome]
    wrong += [each.game for each in compared if each.outcome and first_margin(each.outcome) != known[each.game]]
    slowest = max(entries, key=lambda each: each.seconds)
    verdict = "met" if slowest.seconds <= SIZES_SECONDS and not wrong else "missed"
    total = sum(each.seconds for each in entries)
    return (
        f"{text}: {len(entries)} sizes in {total:.1f} s by the clock without compiling, the slowest {slowest.game}\n"
        f"with {slowest.seconds:.2f} s and {slowest.nodes:,} nodes; {len(compared)} compared with known values, wrong\n"
        f"or not solved: {', '.join(wrong) or 'none'}; mark {SIZES_SECONDS:g} s each: {verdict}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="which marks, and the word sizes; all but the longest if not given")
    parser.add_argument("--most", type=float, default=1500.0, metavar="SECONDS", help="for each solve")
    parser.add_argument("--one", metavar="GAME", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.one:
        print(solved(next(mark for mark in MARKS if mark.game == given.one), given.most))
        return
    if wrong := set(given.games) - {mark.game for mark in MARKS} - {"sizes"}:
        sys.exit(f"there is no mark for {', '.join(sorted(wrong))}; there are {', '.join(m.game for m in MARKS)}")
    marks = [mark for mark in MARKS if mark.game in given.games or not (given.games or mark.long)]
    for mark in marks:
        print(f"table of {mark.game}, {mark.layers} layers: {built(outplay.game(mark.game), mark.layers)}", flush=True)
    if marks:
        print("\n| game | seeds of the table | value | nodes | processor time, threads | clock | mark | |")
        print("|---|---|---|---|---|---|---|---|", flush=True)
    for mark in marks:
        command = [sys.executable, "-m", "benchmarks.speed.kalah", "--one", mark.game, "--most", str(given.most)]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
        print(done.stdout.strip() or f"| {mark.game} | failed |", flush=True)
    for text in SIZES if not given.games or "sizes" in given.games else ():
        print(small_sizes(text), flush=True)


if __name__ == "__main__":
    try:
        main()
    except OutplayError as error:
        sys.exit(str(error))
