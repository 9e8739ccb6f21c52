"""Four plain alpha-beta searches whose node counts are known from independent programs, and the engine's signature."""

from collections.abc import Iterator
from typing import NamedTuple

from outplay.core.errors import OutplayError
from outplay.core.game import Position
from outplay.core.limits import Limit
from outplay.core.registry import game
from outplay.engine.engine import Engine
from outplay.engine.kernels import Plain
from outplay.search.plain import margin, nothing


class Setting(NamedTuple):
    game: str
    depth: int
    nodes: int


BENCHES = {
    "kalah-d12": Setting("kalah:6,4", 12, 2_669_735),
    "connect-four-d12": Setting("connect-four", 12, 3_050_083),
    "gomoku-d3": Setting("gomoku", 3, 51_072),
    "tic-tac-toe": Setting("tic-tac-toe", 9, 18_297),
}


def thousand(value: int) -> int:
    """A finished game is worth 1000, 0 or -1000, by its winner alone."""
    if value > 0:
        return 1000
    return -1000 if value < 0 else 0


class Bench:
    """One of the searches, compiled. Kalah counts the difference of the stores at the horizon, the others nothing."""

    def __init__(self, name: str) -> None:
        self.setting = BENCHES[name]
        self.game = game(self.setting.game)
        settled = self.game.heuristics.settled_margin
        self.search = Plain(
            self.game,
            "alpha-beta",
            horizon=settled or nothing,
            end=thousand if settled else margin,
        )

    def run(self, runs: int) -> tuple[int, float]:
        """The nodes and the best time of so many runs."""
        found = [self.search.value(self.game.start(), self.setting.depth) for _ in range(runs)]
        if any(f.nodes != self.setting.nodes for f in found):
            raise OutplayError(f"{self.setting.game} took {found[0].nodes} nodes; it must be {self.setting.nodes}")
        return found[0].nodes, min(f.seconds for f in found)


DEPTHS = {
    "kalah:6,4": 10,
    "squatter:7": 6,
    "gomoku": 4,
    "mnk:5,4,4": 8,
    "tic-tac-toe": 9,
    "connect-four": 12,
    "othello": 7,
}
"""How deep the engine searches each game for its signature."""
WALKS = (0, 5, 10)
"""The positions: after so many moves from the start."""


def walked(spec: str, plies: int) -> Position:
    """A position some moves into a game, or the last one before it is over; always the same."""
    position = game(spec).start()
    for ply in range(plies):
        moves = position.moves()
        after = position.play(moves[(5 * ply + 3) % len(moves)])
        if after.outcome():
            break
        position = after
    return position


def signature() -> Iterator[tuple[str, int]]:
    """The nodes that the engine takes on fixed positions of all games: a change of the search changes their sum."""
    for spec, depth in DEPTHS.items():
        engine = Engine(game(spec), table_mb=4)
        nodes = 0
        for plies in WALKS:
            engine.clear()
            nodes += engine.analyse(walked(spec, plies), Limit(depth=depth)).nodes
        yield spec, nodes
