"""Milliseconds and nodes that proofs of Connect Four take, beside another solver's.

    python -m benchmarks.speed.connect_four
    python -m benchmarks.speed.connect_four --reference "solver -w" --plies 14 10

The positions are of random games and such that no move wins at once; what is asked is whether the side to move wins,
draws or loses. `connect-four` is the example as it comes with outplay, and `told more` the file
`examples/connect_four_proofs.py`, which knows some values and a better order.

The other solver is any program that reads positions from its standard input, a line each: the columns that were
played, from 1 on. It answers each with a line: the same columns, a number with the sign of the value for the side to
move, the nodes, and the microseconds. It must not remember what it found about the positions before, as our engine is
cleared too; neither is timed for that.

All take turns at every position, and the best of some rounds counts: of our seconds those of the processor, of the
other solver's those that it tells, or those of the processor that its process used if these are fewer, as on a busy
machine. The ratio is the mean of `told more` divided by the other solver's, wanted are at most 2 after 14 plies and 3
after 10.
"""

import argparse
import math
import os
import shlex
import subprocess
import sys
import time
from collections.abc import Callable
from statistics import mean, median
from typing import NamedTuple

import outplay
from benchmarks.library.paths import ROOT
from benchmarks.library.positions import Wandered, after, drawn_games, quiet
from benchmarks.library.report import Table, progress
from outplay import Engine, Game, Limit

WANTED = {14: 2.0, 10: 3.0}
"""The largest ratio after so many plies."""
NUMBER = {14: 50, 10: 20}
"""How many positions there are after so many plies; after others as many as after 10."""
PATIENCE = 60
"""Seconds after which a proof is given up."""

GAMES = {"connect-four": "connect-four", "told more": str(ROOT / "examples" / "connect_four_proofs.py")}


class Answer(NamedTuple):
    """What one proof found and took."""

    value: int
    """1 if the side to move wins, 0 in a draw, -1 if it loses."""
    nodes: int
    milliseconds: float


Solver = Callable[[Wandered], Answer]


def our_solver(game: Game, table_mb: int) -> Solver:
    """The engine, which knows nothing when it is asked."""
    engine = Engine(game, table_mb, net="none")

    def answer(wandered: Wandered) -> Answer:
        engine.clear()
        position = game.position(wandered.position.text)
        began = time.process_time()
        *_, last = engine.solve(position, Limit(time=PATIENCE))
        seconds = time.process_time() - began
        if not last.exact:
            raise SystemExit(f"{position.text} was not proven in {PATIENCE} s")
        return Answer(round(last.score), last.nodes, 1e3 * seconds)

    return answer


def processor_seconds(process: int) -> float:
    """The processor time of another process so far; 0 on systems that do not tell."""
    if not sys.platform.startswith("linux"):
        return 0.0
    return time.clock_gettime(~process << 3 | 2)  # the number of a process's clock, as in the header of the system


class OtherSolver:
    """A program that answers positions line by line."""

    def __init__(self, command: str) -> None:
        pipe = subprocess.PIPE
        self.command = command
        self.process = subprocess.Popen(shlex.split(command), stdin=pipe, stdout=pipe, text=True, bufsize=1)

    def __call__(self, wandered: Wandered) -> Answer:
        assert self.process.stdin
        assert self.process.stdout
        columns = "".join(str(move + 1) for move in wandered.moves)
        began = processor_seconds(self.process.pid)
        try:
            print(columns, file=self.process.stdin, flush=True)
        except BrokenPipeError:
            raise SystemExit(f"{self.command} has ended") from None
        match self.process.stdout.readline().split():
            case [said, value, nodes, microseconds] if said == columns:
                number, seconds = int(value), processor_seconds(self.process.pid) - began
                milliseconds = min(float(microseconds) / 1e3, 1e3 * seconds or math.inf)
                return Answer((number > 0) - (number < 0), int(nodes), milliseconds)
            case other:
                raise SystemExit(f"{self.command} answered {columns} with {' '.join(other)!r}")

    def close(self) -> None:
        self.process.communicate()


def measured(solvers: dict[str, Solver], positions: list[Wandered], rounds: int) -> dict[str, list[Answer]]:
    """The answer of every solver to every position, in the best of some rounds; all must agree on the value."""
    found: dict[str, list[Answer]] = {name: [] for name in solvers}
    for number, position in enumerate(positions):
        for name, solver in solvers.items():
            solver(position)  # whoever comes first would find colder caches
            answers = [solver(position) for _ in range(rounds)]
            found[name].append(min(answers, key=lambda answer: answer.milliseconds))
        if len({answers[-1].value for answers in found.values()}) > 1:
            raise SystemExit(f"{position.position.text} has several values")
        progress("positions", number + 1, len(positions))
    return found


def show(plies: int, found: dict[str, list[Answer]]) -> bool:
    """Prints what the positions took after so many plies; says whether the mark is met, if there is one."""
    values = [answer.value for answer in next(iter(found.values()))]
    spread = f"{values.count(1)} won, {values.count(0)} drawn, {values.count(-1)} lost"
    heading = f"after {plies} plies: {spread}"
    columns = [("ms, mean", 10), ("median", 9), ("nodes, mean", 12), ("median", 10), ("M/s", 6)]
    table = Table((heading, 42), *columns)
    for name, answers in found.items():
        milliseconds, nodes = [one.milliseconds for one in answers], [one.nodes for one in answers]
        counted = f"{mean(nodes):,.0f}", f"{median(nodes):,.0f}", f"{sum(nodes) / sum(milliseconds) / 1e3:.1f}"
        table.row(name, f"{mean(milliseconds):.2f}", f"{median(milliseconds):.2f}", *counted)
    if len(found) == len(GAMES):
        return True
    ours, other = (mean(one.milliseconds for one in list(found.values())[at]) for at in (1, 2))
    wanted = WANTED.get(plies)
    good = wanted is None or ours <= wanted * other
    verdict = "" if wanted is None else f", wanted: at most {wanted:g}  {'PASS' if good else 'MISS'}"
    print(f"told more divided by the other solver: {ours / other:.2f}{verdict}", flush=True)
    return good


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--reference", metavar="COMMAND", help="another solver, which answers positions line by line")
    parser.add_argument("--plies", type=int, nargs="*", default=[14, 10], help="of the positions (14 10)")
    parser.add_argument("--number", type=int, help="positions of each (50 after 14 plies, else 20)")
    parser.add_argument("--rounds", type=int, default=2, help="after the first, of which the best counts (%(default)s)")
    parser.add_argument("--table", type=int, default=64, help="megabytes of our table (%(default)s)")
    chosen = parser.parse_args()
    start = outplay.game("connect-four")
    solvers: dict[str, Solver] = {name: our_solver(outplay.game(spec), chosen.table) for name, spec in GAMES.items()}
    other = OtherSolver(chosen.reference) if chosen.reference else None
    if other:
        solvers["the other solver"] = other
    good = []
    for plies in chosen.plies:
        number = chosen.number or NUMBER.get(plies, NUMBER[10])
        positions = list(drawn_games(start, number, after(plies), quiet))
        good.append(show(plies, measured(solvers, positions, chosen.rounds)))
    print(f"load {os.getloadavg()[0]:.1f}")
    if other:
        other.close()
    raise SystemExit(not all(good))


if __name__ == "__main__":
    main()
