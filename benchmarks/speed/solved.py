"""The table of docs/solved.md: solves games, writes their certificates, checks them, and prints a row for each.

    python -m benchmarks.speed.solved [GAME …]

Time is the processor time of the solve with everything compiled, and that of the check.
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import outplay
from outplay.core.errors import OutplayError
from outplay.solve.solver import Solver

NONE = "none"


class Row(NamedTuple):
    game: str
    published: str
    moves: str = ""
    goal: str = "margin"


ROWS = (
    Row("tic-tac-toe", "draw (folklore)"),
    *(Row(f"mnk:{size}", "first player wins") for size in ("4,3,3", "4,4,3", "6,6,4", "7,5,4")),
    *(Row(f"mnk:{size}", "draw") for size in ("4,4,4", "5,4,4", "5,5,4", "7,4,4", "5,5,5", "6,5,5", "6,6,5", "7,6,5")),
    Row("mnk:7,7,6", "draw"),
    Row("mnk:7,7,5", "draw (W.-Y. Hsu and others, 2020)"),
    Row("kalah:3,2", NONE),
    Row("kalah:3,3", NONE),
    Row("kalah:4,3", "6 for the first player (another solver)"),
    Row("kalah:4,4", NONE),
    *(Row(f"squatter:{size}", NONE) for size in (3, 4, 5, 6)),
    Row("connect-four", NONE, "d d d d d b b d c e f c", "win"),
    Row("connect-four:4,4", "draw (J. Tromp)"),
    Row("connect-four:5,4", "draw (J. Tromp)"),
    Row("othello:4", "second player wins by 8"),
    Row("domineering:4,4", "first player wins"),
    Row("dots-and-boxes:2,2", "not looked up"),
    Row("hex:3", "first player wins"),
)


def row(row: Row, folder: Path) -> str:
    """A line of the table: the value, what it took, and the certificate."""
    game = outplay.game(row.game)
    position = game.start()
    for word in row.moves.split():
        position = position.play(game.move(word, position))
    Solver(position, row.goal, "auto", 1024, 1, None).run(outplay.Limit(time=0.1))  # compiles
    solver = Solver(position, row.goal, "auto", 1024, 1, None)
    began = time.process_time()
    solver.run(outplay.Limit(time=600.0))
    took = time.process_time() - began
    path = folder / "certificate.proof"
    entries = solver.write(path)
    began = time.process_time()
    found = outplay.verify(path)
    checked = time.process_time() - began
    outcome = solver.outcome
    assert outcome
    assert found.entries == entries
    by = f" by {outcome.margin}" if row.goal == "margin" and outcome.margin > 1 else ""
    value = "draw" if outcome.winner is None else f"{('first', 'second')[outcome.winner]} player wins{by}"
    words = [row.game, *([f'--moves "{row.moves}"'] if row.moves else []), *(["--goal win"] * (row.goal == "win"))]
    cells = [f"`outplay solve {' '.join(words)}`", value, f"{took:.2f} s", f"{solver.nodes:,}"]
    cells += [f"{entries:,} entries, {path.stat().st_size:,} bytes"]
    cells += [f"{found.positions:,} in {checked:.2f} s", row.published]
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Each game in a process of its own, so that none profits from another one's memory."""
    if sys.argv[1:2] == ["--one"]:
        with tempfile.TemporaryDirectory() as folder:
            print(row(next(each for each in ROWS if [each.game, each.moves] == sys.argv[2:]), Path(folder)))
        return
    wanted = sys.argv[1:]
    for each in ROWS:
        if not wanted or each.game in wanted:
            command = [sys.executable, "-m", "benchmarks.speed.solved", "--one", each.game, each.moves]
            done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
            print(done.stdout.strip() or f"| {each.game} | failed |", flush=True)


if __name__ == "__main__":
    try:
        main()
    except OutplayError as error:
        sys.exit(str(error))
