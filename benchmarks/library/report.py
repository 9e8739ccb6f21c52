"""How the marks' figures are shown: rows as soon as they are measured, then each mark with its verdict."""

import math
import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, NoReturn


class Mark(NamedTuple):
    """A promise in figures: what was measured, what is wanted, and whether it was met."""

    section: str
    what: str
    figure: str
    wanted: str
    met: bool


class Table:
    """Rows under a heading: the first column stands on the left, the others on the right of their widths."""

    def __init__(self, *columns: tuple[str, int]) -> None:
        self.widths = [width for _, width in columns]
        print()
        self.row(*(name for name, _ in columns))

    def row(self, *cells: object) -> None:
        first, *others = (str(cell) for cell in cells)
        shown = [f"{other:>{width}}" for other, width in zip(others, self.widths[1:], strict=True)]
        print(" ".join([f"{first:{self.widths[0]}}", *shown]).rstrip(), flush=True)


def progress(what: str, done: int, total: int) -> None:
    """Says on stderr how far a section is: in place on a terminal, else at each tenth."""
    if sys.stderr.isatty():
        print(f"\r{what}: {done} of {total} ", end="" if done < total else "\r", file=sys.stderr, flush=True)
    elif done == total or done * 10 // total > (done - 1) * 10 // total:
        print(f"{what}: {done} of {total}", file=sys.stderr, flush=True)


def measure(
    chosen: Sequence[str], sections: Mapping[str, Callable[[], list[Mark]]], refuse: Callable[[str], NoReturn]
) -> None:
    """Measures the chosen sections, all if none are named, and shows their marks; Ctrl-C ends it without a word."""
    if unknown := [name for name in chosen if name not in sections]:
        refuse(f"there is no section {unknown[0]!r}; there are {', '.join(sections)}")
    marks: list[Mark] = []
    for name in chosen or sections:
        began, worked = time.perf_counter(), sum(os.times()[:4])
        try:
            marks += sections[name]()
        except KeyboardInterrupt:
            raise SystemExit(130) from None
        took, busy = time.perf_counter() - began, sum(os.times()[:4]) - worked
        print(f"{name}: {took:.0f} s, {busy:.0f} s of them on a processor; load {os.getloadavg()[0]:.1f}")
    show(marks)


def show(marks: Sequence[Mark]) -> None:
    table = Table(("mark", 58), ("figure", 22), ("wanted", 22), ("", 4))
    for mark in marks:
        table.row(f"{mark.section}: {mark.what}", mark.figure, mark.wanted, "PASS" if mark.met else "MISS")


def share(values: Sequence[float], part: float) -> float:
    """The value that this part of the values, 0 to 1, does not exceed."""
    return sorted(values)[max(0, math.ceil(part * len(values)) - 1)]


def spread(values: Sequence[float], scale: float = 1.0) -> list[str]:
    """The columns of SPREAD for some values."""
    return [f"{scale * share(values, part):.2f}" for part in (0.5, 0.9, 0.99, 0.999, 1.0)]


SPREAD = (("median", 9), ("90 %", 9), ("99 %", 9), ("99.9 %", 9), ("worst", 9))
