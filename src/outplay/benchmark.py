"""Four plain alpha-beta searches whose node counts are known from independent programs."""

from typing import NamedTuple

from outplay.errors import OutplayError
from outplay.kernels import Plain
from outplay.registry import game
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
        banked = self.game.banked
        self.search = Plain(
            self.game,
            "alpha-beta",
            horizon=banked or nothing,
            end=thousand if banked else margin,
        )

    def run(self, runs: int) -> tuple[int, float]:
        """The nodes and the best time of so many runs."""
        found = [self.search.value(self.game.start(), self.setting.depth) for _ in range(runs)]
        if any(f.nodes != self.setting.nodes for f in found):
            raise OutplayError(f"{self.setting.game} took {found[0].nodes} nodes; it must be {self.setting.nodes}")
        return found[0].nodes, min(f.seconds for f in found)
