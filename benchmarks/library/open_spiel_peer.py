"""OpenSpiel's alpha-beta, called from Python as its documentation shows."""

from typing import Any

import pyspiel
from open_spiel.python.algorithms.minimax import alpha_beta_search

from benchmarks.library.measure import Run, timed

FIRST_STORE, SECOND_STORE = 7, 0
"""Where OpenSpiel keeps Kalah's stores in a state's tensor."""


class Counted:
    """An OpenSpiel state that counts the nodes of a search: each is asked once whether it is the end."""

    def __init__(self, state: Any, count: list[int]) -> None:
        self.state, self.count = state, count

    def clone(self) -> "Counted":
        return Counted(self.state.clone(), self.count)

    def is_terminal(self) -> bool:
        self.count[0] += 1
        return bool(self.state.is_terminal())

    def __getattr__(self, name: str) -> Any:
        return getattr(self.state, name)


def stores(state: Any) -> float:
    """Kalah at the horizon: the difference of the stores, for the first player."""
    tensor = state.observation_tensor(0)
    return float(tensor[FIRST_STORE] - tensor[SECOND_STORE])


def nothing(state: Any) -> float:
    return 0.0


class OpenSpiel:
    """`alpha_beta_search` from the start of a game. Nodes are counted once, outside of the timed runs."""

    def __init__(self, name: str, depth: int) -> None:
        self.game = pyspiel.load_game(name)
        self.options = {"value_function": stores if name == "mancala" else nothing, "maximum_depth": depth}
        count = [0]
        alpha_beta_search(self.game, state=Counted(self.game.new_initial_state(), count), **self.options)
        self.nodes = count[0]

    def run(self) -> Run:
        return timed(self._search)

    def _search(self) -> int:
        alpha_beta_search(self.game, **self.options)
        return self.nodes
