"""easyAI's search on its own Connect Four, called as its documentation shows."""

from typing import Any

from easyAI import Negamax
from easyAI.games.ConnectFour import ConnectFour

from benchmarks.library.measure import Run, timed


def make_move(game: Any, column: int) -> None:
    CountedConnectFour.made += 1
    ConnectFour.make_move(game, column)


CountedConnectFour: Any = type("CountedConnectFour", (ConnectFour,), {"made": 0, "make_move": make_move})
"""The Connect Four that easyAI brings, with a count of the moves made; that costs it nothing one can measure."""


class EasyAI:
    """easyAI's Negamax on its own Connect Four: no table, its own scoring (−100 for a lost game, sooner is worse)."""

    def __init__(self, depth: int) -> None:
        self.search = Negamax(depth)

    def run(self) -> Run:
        return timed(self._search)

    def _search(self) -> int:
        CountedConnectFour.made = 0
        self.search(CountedConnectFour([None, None]))
        return int(CountedConnectFour.made) + 1
