"""Engines and players that are kept between two jobs, with their transposition tables."""

import contextlib
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import Any

from outplay.core.game import Game
from outplay.core.registry import game as find_game

IDLE = 6
"""The greatest number of idle engines and players that are kept."""


class Shelf:
    """A cache of idle engines and players: the last used ones are kept, with their transposition tables."""

    def __init__(self) -> None:
        self.idle: OrderedDict[tuple[str, str], list[tuple[Game, Any]]] = OrderedDict()
        self.lock = threading.Lock()

    @contextlib.contextmanager
    def lent(self, spec: str, kind: str, make: Callable[[Game], Any]) -> Iterator[tuple[Game, Any]]:
        """A game and an engine or player of it, for exclusive use within the block; not kept if the block raises.
        Positions must be made with this game object, because a user's file has new types each time that it is read."""
        key = spec, kind
        with self.lock:
            item = self.idle[key].pop() if self.idle.get(key) else None
        if item is None:
            game = find_game(spec)
            item = game, make(game)
        yield item
        with self.lock:
            self.idle.setdefault(key, []).append(item)
            self.idle.move_to_end(key)
            while sum(map(len, self.idle.values())) > IDLE:
                oldest = next(iter(self.idle))
                if self.idle[oldest]:
                    self.idle[oldest].pop(0)
                if not self.idle[oldest]:
                    del self.idle[oldest]


SHELF = Shelf()
