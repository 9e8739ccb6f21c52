"""How long proofs take: Kalah from its start, ends of Squatter, Connect Four, and M-N-K with wins by fours."""

import csv
import statistics
import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

import outplay
from benchmarks.library.paths import ROOT
from benchmarks.library.positions import after, drawn, fours, quiet
from benchmarks.library.report import SPREAD, Mark, Table, progress, spread
from outplay import Analysis, Engine, Limit, Position

Search = Callable[[Engine, Position, Limit], Iterator[Analysis]]

PATIENCE = 5
"""A search that is not done is given up after this many times its mark."""

KALAH_VALUES = ROOT / "tests" / "data" / "kalah.csv"
LARGE = ((4, 5), (6, 3), (5, 4))
SMALL = [(m, n) for m in range(1, 13) for n in range(1, 13) if m * n <= 15]


class Proof(NamedTuple):
    """A search for a proof: what it found last, and how long it took in all."""

    found: Analysis
    seconds: float

    @property
    def text(self) -> str:
        """The time, with a sign if there is no proof."""
        return f"{self.seconds:.3f}" if self.found.exact else f"> {self.seconds:.1f}"

    @property
    def rate(self) -> float:
        return self.found.nodes / self.found.seconds

    def within(self, seconds: float) -> bool:
        return self.found.exact and self.seconds < seconds


def proof(position: Position, mark: float, table_mb: int = 64, search: Search = Engine.solve) -> Proof:
    """Searches with an engine that knows nothing yet until there is a proof."""
    engine = Engine(position.game, table_mb, net="none")
    began = time.perf_counter()
    *_, last = search(engine, position, Limit(time=PATIENCE * mark))
    return Proof(last, time.perf_counter() - began)


def count_within(proofs: list[Proof], seconds: float) -> str:
    return f"{sum(done.within(seconds) for done in proofs)} of {len(proofs)}"


def count_proven(proofs: list[Proof]) -> str:
    return f"{sum(done.found.exact for done in proofs)} of {len(proofs)}"


def kalah() -> list[Mark]:
    with KALAH_VALUES.open() as file:
        known = {
            (int(row["m"]), int(row["n"]), row["variant"]): int(row["first_player_margin"])
            for row in csv.DictReader(file)
        }
    table = Table(("kalah from the start", 28), ("margin", 7), ("known", 7), ("nodes", 13), ("seconds", 9), ("M/s", 6))
    proofs: dict[tuple[int, int, str], Proof] = {}
    sizes = [(m, n, rule) for m, n in (*SMALL, *LARGE) for rule in ("standard", "empty-capture")]
    wrong = 0
    for number, (m, n, rule) in enumerate(sizes):
        progress("kalah", number + 1, len(sizes))
        game = outplay.game(f"kalah:{m},{n},{rule}")
        done = proof(game.start(), 30 if (m, n) in LARGE else 1, table_mb=256)
        proofs[m, n, rule] = done
        margin = f"{done.found.score:+g}" if done.found.exact else "?"
        value = known.get((m, n, rule))
        wrong += value is not None and done.found.exact and done.found.score != value
        said = "" if value is None else f"{value:+d}"
        rate = f"{done.rate / 1e6:.1f}" if done.found.nodes > 100_000 else ""
        table.row(game, margin, said, f"{done.found.nodes:,}", done.text, rate)
    small = [done for (m, n, _), done in proofs.items() if (m, n) not in LARGE]
    large = [proofs[m, n, "standard"] for m, n in LARGE]
    speed = sum(done.found.nodes for done in large) / sum(done.found.seconds for done in large) / 1e6
    in_time = count_within(small, 1)
    return [
        Mark("kalah", "values other than the known ones", str(wrong), "0", wrong == 0),
        Mark("kalah", "m*n <= 15, both rules, proven in 1 s", in_time, "all", all(d.within(1) for d in small)),
        *(
            Mark("kalah", f"({m},{n}) standard, 256 MB", f"{done.text} s", "< 30 s", done.within(30))
            for (m, n), done in zip(LARGE, large, strict=True)
        ),
        Mark("kalah", "rate over these three", f"{speed:.1f} M nodes/s", ">= 4 M nodes/s", speed >= 4),
    ]


def several(section: str, positions: list[Position], mark: float) -> list[Proof]:
    """Solves one position after another and shows how nodes, seconds and rates are spread."""
    proofs = []
    for position in positions:
        proofs.append(proof(position, mark))
        progress(section, len(proofs), len(positions))
    table = Table((f"{section}, {count_proven(proofs)} proven", 48), ("mean", 9), *SPREAD)
    for name, values in (
        ("thousands of nodes", [done.found.nodes / 1e3 for done in proofs]),
        ("milliseconds", [done.seconds * 1e3 for done in proofs]),
        ("millions of nodes a second", [done.rate / 1e6 for done in proofs]),
    ):
        table.row(name, f"{statistics.mean(values):.2f}", *spread(values))
    return proofs


def squatter() -> list[Mark]:
    game = outplay.game("squatter:7")

    def free(position: Position) -> int:
        return len(position.moves())

    # A capture can take the free cells from more than 16 to less.
    ends = list(drawn(game, 31, lambda position, plies: free(position) <= 16, lambda position: free(position) == 16))
    proofs = several("squatter:7 with 16 free cells", ends, 1)
    median = statistics.median(done.seconds for done in proofs)
    proven = sum(done.found.exact for done in proofs) > len(proofs) // 2
    return [Mark("squatter", "median with 16 free cells", f"{median:.3f} s", "< 1 s", proven and median < 1)]


def connect_four() -> list[Mark]:
    positions = list(drawn(outplay.game("connect-four"), 50, after(14), quiet))
    proofs = several("connect-four after 14 plies", positions, 1)
    mean = statistics.mean(done.seconds for done in proofs) * 1e3
    proven = all(done.found.exact for done in proofs)
    figure = f"{'' if proven else '> '}{mean:.1f} ms"
    wanted = "<= 185 ms"  # ten times what a solver written in C++ for this game alone takes: 18.5 ms, 127 k nodes
    return [Mark("connect-four", "mean after 14 plies", figure, wanted, proven and mean <= 185)]


def mnk() -> list[Mark]:
    marks = []
    table = Table(("m-n-k", 28), ("value", 7), ("nodes", 13), ("seconds", 9))

    def show(name: str, done: Proof) -> None:
        table.row(name, f"{done.found.score:+g}" if done.found.exact else "?", f"{done.found.nodes:,}", done.text)

    for spec, value in (("mnk:4,4,3", 1), ("mnk:5,4,4", 0)):
        done = proof(outplay.game(spec).start(), 10)
        show(spec, done)
        met = done.within(10) and done.found.score == value
        marks.append(Mark("mnk", f"{spec} from the start", f"{done.text} s", "< 10 s", met))
    proofs: list[Proof] = []
    for position in fours(outplay.game("gomoku")):
        proofs.append(proof(position, 1, search=Engine.stream))
        show(f"gomoku, fours {len(proofs)}", proofs[-1])
        progress("gomoku, fours", len(proofs), 20)
    met = len(proofs) == 20 and all(done.within(1) and done.found.score == 1 for done in proofs)
    return [*marks, Mark("mnk", "twenty wins by fours, each in 1 s", count_within(proofs, 1), "all", met)]
