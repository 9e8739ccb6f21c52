"""Four plain alpha-beta searches whose node counts are known from other programs, and the engine's signature."""

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
    """A search of the start position of a game, and the nodes that it must visit."""

    game: str
    depth: int
    nodes: int


BENCHES = {
    "kalah-d12": Setting("kalah:6,4", 12, 2_669_735),
    "connect-four-d12": Setting("connect-four", 12, 3_050_083),
    "gomoku-d3": Setting("gomoku", 3, 51_072),
    "tic-tac-toe": Setting("tic-tac-toe", 9, 18_297),
}


def win_value(value: int) -> int:
    """The value of a finished game by its winner alone: 1000, 0 or -1000."""
    if value > 0:
        return 1000
    return -1000 if value < 0 else 0


class Bench:
    """One of the searches, compiled. The value at the horizon is the difference of the stores in Kalah, else 0."""

    def __init__(self, name: str) -> None:
        self.setting = BENCHES[name]
        self.game = game(self.setting.game)
        settled = self.game.heuristics.settled_margin
        self.search = Plain(
            self.game,
            "alpha-beta",
            horizon=settled or nothing,
            end=win_value if settled else margin,
        )

    def run(self, runs: int) -> tuple[int, float]:
        """The nodes of one run, and the seconds of the fastest; an error if the nodes are not the known ones."""
        results = [self.search.value(self.game.start(), self.setting.depth) for _ in range(runs)]
        if any(result.nodes != self.setting.nodes for result in results):
            raise OutplayError(f"{self.setting.game} took {results[0].nodes} nodes; it must be {self.setting.nodes}")
        return results[0].nodes, min(result.seconds for result in results)


DEPTHS = {
    "kalah:6,4": 10,
    "squatter:7": 6,
    "gomoku": 4,
    "mnk:5,4,4": 8,
    "tic-tac-toe": 9,
    "connect-four": 12,
    "othello": 7,
}
"""The depth to which the engine searches each game for its signature."""
PLIES = (0, 5, 10)
"""The positions of the signature: after this many moves from the start."""


def position_after(spec: str, plies: int) -> Position:
    """The position after a fixed sequence of moves, or the last one before the game is over."""
    position = game(spec).start()
    for ply in range(plies):
        moves = position.moves()
        after = position.play(moves[(5 * ply + 3) % len(moves)])
        if after.outcome():
            break
        position = after
    return position


def signature() -> Iterator[tuple[str, int]]:
    """Each game with the engine's nodes on fixed positions. A change of the search changes their sum, the signature."""
    for spec, depth in DEPTHS.items():
        engine = Engine(game(spec), table_mb=4, net="none", endgame="none")
        nodes = 0
        for plies in PLIES:
            engine.clear()
            nodes += engine.analyse(position_after(spec, plies), Limit(depth=depth)).nodes
        yield spec, nodes
