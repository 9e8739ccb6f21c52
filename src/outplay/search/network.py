"""Static evaluation by a network, or by the game's own function.

A network's output u stands for the value `top * u / (1 + |u|)`, which never reaches `top`, so that it is smaller than
that of a won game. Values are rounded to multiples of a grain, since equal evaluations cause more cut-offs.
"""

from collections.abc import Callable
from typing import Any

from outplay.core.arrays import Ints
from outplay.core.rules import Rules, State
from outplay.core.vectors import AT, BIAS, GRAIN, OUTPUT_UNIT, TOP, network_sum
from outplay.search.hooks import Hooks, NetworkHook
from outplay.search.values import WIN

Evaluation = Callable[[State, Ints], int]
"""The static evaluation of a state for the side to move, given the thread state, in which a network stands."""


def evaluation(rules: Rules, hooks: Hooks) -> Evaluation:
    """Makes the static evaluation of a game."""
    evaluate = hooks.evaluate

    def own_evaluation(state: Any, thread: Ints) -> int:
        return evaluate(state)

    return network_evaluation(rules, hooks.network) if hooks.network else own_evaluation


def network_evaluation(rules: Rules, network: NetworkHook) -> Evaluation:
    """Makes the evaluation by a network, which stands in the array that is given with a state."""
    inputs, settled, shape = network
    to_move, at = rules.to_move, shape[AT]

    def network_value(state: Any, thread: Ints) -> int:
        total = network_sum(inputs(state), to_move(state), thread, shape) + int(thread[at + BIAS])
        top, grain = int(thread[at + TOP]), int(thread[at + GRAIN])
        value = settled(state) + grain * (top * total // (grain * (abs(total) + OUTPUT_UNIT)))
        return max(1 - WIN, min(WIN - 1, value))

    return network_value
