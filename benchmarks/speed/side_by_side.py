"""Speed side by side with C++ twins, OpenSpiel and easyAI, in one run: `make bench`.

Two programs that visit the same number of nodes in plain alpha-beta did the same work. Their runs alternate, and the
best of several counts. `kernel` is the compiled search called at the root; `Plain.search` is the whole call from
Python, with the best move and Ctrl-C heard.
"""

import argparse
import importlib.util
import json
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from benchmarks.library.cpp_twins import Twin, compiler
from benchmarks.library.measure import Row, Start, alternate, expect, judged
from benchmarks.library.our_search import Ours
from benchmarks.library.startup import starts

GOMOKU_MARK = 15e6


def against_twins(turns: int) -> Iterator[Row]:
    if compiler() is None:
        print("there is no g++ here: the C++ twins are left out", file=sys.stderr)
        return
    with tempfile.TemporaryDirectory() as folder:
        for spec, twin, nodes, mark, stretch in (
            ("kalah:6,4", "kalah", 2_669_735, 1.0, None),
            ("connect-four", "connect_four", 3_050_083, 0.6, 0.8),
        ):
            ours, theirs = alternate([Ours(spec, 12).kernel, Twin(twin, 12, Path(folder)).run], turns)
            expect(spec, ours.nodes, nodes)
            expect(f"the twin of {spec}", theirs.nodes, nodes)
            ratio = theirs.seconds / ours.seconds
            text = f">= {mark}" + (f", stretch {stretch}" if stretch else "")
            verdict = judged(ratio, mark, stretch)
            yield Row(f"{spec} depth 12, kernel", "C++ twin", nodes, ours.rate, theirs.rate, ratio, text, verdict)


def missing(module: str) -> bool:
    """Says so where another program is not installed."""
    if importlib.util.find_spec(module):
        return False
    print(f"{module} is not installed and left out; install the extra: pip install outplay[peers]", file=sys.stderr)
    return True


def against_open_spiel(turns: int) -> Iterator[Row]:
    if missing("pyspiel"):
        return
    from benchmarks.library.open_spiel_peer import OpenSpiel

    for spec, name, nodes in (("kalah:6,4", "mancala", 283_665), ("connect-four", "connect_four", 155_590)):
        ours, theirs = alternate([Ours(spec, 10).call, OpenSpiel(name, 10).run], turns)
        expect(spec, ours.nodes, nodes)
        expect(f"OpenSpiel's {name}", theirs.nodes, nodes)
        ratio = theirs.seconds / ours.seconds
        title, verdict = f"{spec} depth 10, Plain.search", judged(ratio, 40)
        yield Row(title, "OpenSpiel from Python", nodes, ours.rate, theirs.rate, ratio, ">= 40", verdict)


def against_easy_ai(turns: int) -> Iterator[Row]:
    """Both in time for the same search: the marked row the kernel's, the other the whole call from Python."""
    if missing("easyAI"):
        return
    from benchmarks.library.easy_ai_peer import EasyAI

    search, nodes = Ours("connect-four", 8), 12_574
    kernel, call, theirs = alternate([search.kernel, search.call, EasyAI(8).run], min(turns, 3))
    for run in (kernel, call):
        expect("connect-four", run.nodes, nodes)
    expect("easyAI's Connect Four", theirs.nodes, nodes)
    ratio = theirs.seconds / kernel.seconds
    title, verdict = "connect-four depth 8, kernel", judged(ratio, 5000)
    yield Row(title, "easyAI", nodes, kernel.rate, theirs.rate, ratio, ">= 5,000", verdict)
    ratio = theirs.seconds / call.seconds
    yield Row("connect-four depth 8, Plain.search", "easyAI", nodes, call.rate, theirs.rate, ratio)


def alone(turns: int) -> Iterator[Row]:
    for spec, depth, nodes in (("gomoku", 3, 51_072), ("tic-tac-toe", 9, 18_297)):
        search = Ours(spec, depth)
        kernel, call = alternate([search.kernel, search.call], turns)
        for run in (kernel, call):
            expect(spec, run.nodes, nodes)
        mark, verdict = (">= 15 M/s", judged(kernel.rate, GOMOKU_MARK)) if spec == "gomoku" else ("", "")
        yield Row(f"{spec} depth {depth}, kernel", None, nodes, kernel.rate, mark=mark, verdict=verdict)
        yield Row(f"{spec} depth {depth}, Plain.search", None, nodes, call.rate)


def against_python(turns: int) -> Iterator[Row]:
    """What compiling brings: the very same source, run by Python."""
    for spec, depth in (("kalah:6,4", 7), ("connect-four", 7), ("gomoku", 2), ("tic-tac-toe", 9)):
        search = Ours(spec, depth)
        compiled, interpreted = alternate([search.kernel, search.interpreted], min(turns, 3))
        expect(f"{spec}, interpreted,", interpreted.nodes, compiled.nodes)
        ratio = interpreted.seconds / compiled.seconds
        title = f"{spec} depth {depth}, kernel"
        yield Row(title, "the same source interpreted", compiled.nodes, compiled.rate, interpreted.rate, ratio)


def rate(value: float | None) -> str:
    if value is None:
        return ""
    return f"{value / 1e6:.1f} M" if value >= 1e6 else f"{value / 1e3:.1f} k"


def ratio_text(value: float | None) -> str:
    if value is None:
        return ""
    return f"{value:.2f}" if value < 10 else f"{value:,.0f}"


def line(item: Row | Start) -> str:
    if isinstance(item, Start):
        return f"{item.name:36} {item.cold:8.2f} s {item.warm:8.3f} s  {item.mark:12} {item.verdict}"
    numbers = f"{item.nodes:>10,} {rate(item.rate):>9} {rate(item.other_rate):>9} {ratio_text(item.ratio):>8}"
    return f"{item.name:36} {item.against or '':28} {numbers}  {item.mark:20} {item.verdict}"


def show(items: Iterator[Row] | Iterator[Start], heading: str, as_json: bool) -> None:
    """Prints each row as soon as it is measured."""
    if not as_json:
        print(f"\n{heading}")
    for item in items:
        kind = "start" if isinstance(item, Start) else "search"
        print(json.dumps({"kind": kind} | asdict(item)) if as_json else line(item).rstrip(), flush=True)


def rows(turns: int) -> Iterator[Row]:
    for part in (against_twins, alone, against_open_spiel, against_easy_ai, against_python):
        yield from part(turns)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="print JSON lines")
    parser.add_argument(
        "--turns", type=int, default=15, help="how often the runs alternate; the best counts (%(default)s)"
    )
    parser.add_argument("--no-start", action="store_true", help="leave out the cold and warm starts")
    chosen = parser.parse_args()
    columns = f"{'nodes':>10} {'nodes/s':>9} {'theirs':>9} {'ratio':>8}  mark"
    show(rows(chosen.turns), f"{'search':36} {'against':28} {columns}", chosen.json)
    if not chosen.no_start:
        show(starts(), f"{'ready to search':36} {'cold':>10} {'warm':>10}  at most", chosen.json)


if __name__ == "__main__":
    main()
