"""How runs are taken, and what a row of the table holds."""

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple


class Run(NamedTuple):
    """One search: how many nodes it visited, and how long it took."""

    nodes: int
    seconds: float

    @property
    def rate(self) -> float:
        return self.nodes / self.seconds


Runner = Callable[[], Run]


@dataclass(frozen=True)
class Row:
    """A search measured, alone or against another program's; rates in nodes a second, the ratio is ours to theirs."""

    name: str
    against: str | None
    nodes: int
    rate: float
    other_rate: float | None = None
    ratio: float | None = None
    mark: str = ""
    verdict: str = ""


@dataclass(frozen=True)
class Start:
    """How many seconds a game needs until its search has answered for the first time."""

    name: str
    cold: float
    warm: float
    mark: str
    verdict: str


def timed(search: Callable[[], int]) -> Run:
    """Runs a search that returns its nodes."""
    began = time.perf_counter()
    nodes = search()
    return Run(nodes, time.perf_counter() - began)


def alternate(runners: list[Runner], turns: int) -> list[Run]:
    """The best run of each, taken in turn: A, B, A, B …, so that a slow moment of the machine meets all of them."""
    taken = [[runner() for runner in runners] for _ in range(turns)]
    return [min(runs, key=lambda run: run.seconds) for runs in zip(*taken, strict=True)]


def expect(name: str, nodes: int, wanted: int) -> None:
    """Ends the program where two searches did not do the same work, since their times then say nothing."""
    if nodes != wanted:
        sys.exit(f"{name} visited {nodes:,} nodes instead of {wanted:,}: not the same search")


def judged(value: float, mark: float, stretch: float | None = None) -> str:
    if stretch is not None and value >= stretch:
        return "PASS, stretch too"
    return "PASS" if value >= mark else "MISS"
