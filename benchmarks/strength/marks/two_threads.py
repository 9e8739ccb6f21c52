"""What a second thread brings: the time to the same depth with one and with two."""

import statistics

import outplay
from benchmarks.library.measure import Run, Runner, alternate
from benchmarks.library.positions import after, wandered
from benchmarks.library.report import Mark, Table, progress
from outplay import Engine, Limit, Position

PLACES = (
    *(("kalah:6,4", 0), ("kalah:6,4", 6), ("kalah:6,6", 0), ("squatter:7", 0), ("squatter:7", 12)),
    *(("gomoku", 0), ("gomoku", 8), ("connect-four", 0), ("connect-four", 8), ("othello", 0), ("othello", 12)),
)
"""Games, and after how many random plies."""

LONG_ENOUGH, PATIENCE = 1.0, 10.0
"""Seconds: the first depth that takes one thread so long is measured; what takes longer than the second is cut off."""

TABLE_MB = 64


def depth_of(game: outplay.Game, position: Position) -> int:
    """The first depth that takes one thread long enough, or the last that it finished."""
    depth = 1
    for found in Engine(game, TABLE_MB, net="none").stream(position, Limit(time=PATIENCE)):
        if found.depth > depth:
            depth = found.depth
            if found.seconds >= LONG_ENOUGH:
                break
    return depth


def runner(game: outplay.Game, position: Position, depth: int, threads: int) -> Runner:
    def search() -> Run:
        """On an engine of its own, which knows nothing yet."""
        engine = Engine(game, TABLE_MB, threads=threads, net="none")
        found = engine.analyse(position, Limit(depth=depth))
        return Run(found.nodes, found.seconds)

    return search


def threads() -> list[Mark]:
    table = Table(("threads", 20), ("plies", 6), ("depth", 6), ("one, s", 9), ("two, s", 9), ("nodes", 7), ("time", 7))
    ratios = []
    for spec, plies in PLACES:
        game = outplay.game(spec)
        position = wandered(game, 0, after(plies))
        assert position is not None
        depth = depth_of(game, position)
        one, two = alternate([runner(game, position, depth, number) for number in (1, 2)], 3)
        ratios.append(two.seconds / one.seconds)
        more = f"x{two.nodes / one.nodes:.2f}"
        table.row(spec, plies, depth, f"{one.seconds:.2f}", f"{two.seconds:.2f}", more, f"x{ratios[-1]:.2f}")
        progress("threads", len(ratios), len(PLACES))
    mean = statistics.geometric_mean(ratios)
    return [Mark("threads", "time with two threads to time with one", f"{mean:.2f}", "<= 0.7", mean <= 0.7)]
