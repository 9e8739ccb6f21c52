"""When a search is to stop."""

from typing import NamedTuple

from outplay.core.errors import BadLimit

MOVES_TO_COME = 25
"""A clock is shared out over so many moves."""
INCREMENT_SHARE = 0.8
"""How much of the increment is spent at once."""
CLOCK_SHARE = 0.3
"""No move takes more of the clock."""
DELAY = 0.02
"""Seconds that are lost before a search begins and after it ends."""


class Limit(NamedTuple):
    """When to stop, whichever comes first: seconds, plies, positions visited.

    `clock` is what is left of the time for the whole game, and `increment` what is added to it after each move; the
    engine takes a part of it.
    """

    time: float | None = None
    depth: int | None = None
    nodes: int | None = None
    clock: float | None = None
    increment: float | None = None


NO_LIMIT = Limit()


def checked(limit: Limit) -> Limit:
    """The limit, if it makes sense."""
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
    """The seconds that a search may take, infinite if time is no limit.

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
