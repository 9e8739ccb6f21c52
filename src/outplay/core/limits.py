"""Limits of a search: time, depth, nodes, and the share of a clock that one move may use."""

from typing import NamedTuple

from outplay.core.errors import BadLimit

MOVES_TO_COME = 25
"""The number of moves that the remaining clock is divided by."""
INCREMENT_SHARE = 0.8
"""The part of the increment that is added to a move's time."""
CLOCK_SHARE = 0.3
"""The largest part of the remaining clock that one move may use."""
DELAY = 0.02
"""Seconds kept back for what happens before a search begins and after it ends."""


class Limit(NamedTuple):
    """When a search stops, whichever comes first: `time` in seconds, `depth` in plies, `nodes` visited.

    `clock` is the time in seconds that remains for the whole game, `increment` what is added to it after each move;
    `allotted` says how much of it one move may use. None is no limit.

    >>> outplay.Limit(time=1.0)
    Limit(time=1.0, depth=None, nodes=None, clock=None, increment=None)
    >>> outplay.Limit(clock=60, increment=1).clock
    60
    >>> engine = outplay.Engine(outplay.game("tic-tac-toe"))
    >>> engine.analyse(engine.game.start(), outplay.Limit(depth=3, nodes=10_000)).depth
    3
    """

    time: float | None = None
    depth: int | None = None
    nodes: int | None = None
    clock: float | None = None
    increment: float | None = None


NO_LIMIT = Limit()


def checked(limit: Limit) -> Limit:
    """Returns the limit unchanged; raises BadLimit if a value has the wrong type or is out of range."""
    if not isinstance(limit, Limit):
        raise BadLimit(f"a limit is wanted, such as outplay.Limit(time=1.0), not {limit!r}")
    for name, value in limit._asdict().items():
        kinds = int if name in ("depth", "nodes") else (int, float)
        if value is not None and not isinstance(value, kinds):
            raise BadLimit(f"the limit {name} must be a {'whole ' if kinds is int else ''}number, not {value!r}")
        least = "0 or more" if name == "increment" else "more than 0"
        if value is not None and not (value > 0 or (name == "increment" and value == 0)):
            raise BadLimit(f"the limit {name} must be {least}, not {value}")
    if limit.increment is not None and limit.clock is None:
        raise BadLimit("an increment belongs to a clock: give clock= too")
    return limit


def allotted(limit: Limit) -> float:
    """The seconds that a search may take, from `time` and `clock`; infinite if there is neither.

    >>> allotted(Limit(time=2.0)), round(allotted(Limit(clock=60)), 2), round(allotted(Limit(clock=60, increment=1)), 2)
    (2.0, 2.38, 3.18)
    >>> round(allotted(Limit(clock=0.1)), 3)
    0.001
    """
    seconds = float("inf") if limit.time is None else limit.time
    if limit.clock is None:
        return seconds
    share = limit.clock / MOVES_TO_COME + INCREMENT_SHARE * (limit.increment or 0.0)
    return min(seconds, max(0.001, min(share, CLOCK_SHARE * limit.clock) - DELAY))
