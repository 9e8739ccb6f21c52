"""Players: what chooses a move. `player("alpha-beta:depth=6", game)` makes one from a text."""

import difflib
import re
from collections.abc import Callable
from typing import NamedTuple, Protocol

from outplay.errors import BadSpec
from outplay.game import Game, Position
from outplay.players.engine import EnginePlayer
from outplay.players.plain import PlainSearch
from outplay.players.random import RandomPlayer


class Player(Protocol):
    """Chooses a legal move in a position where the game is not over."""

    def choose(self, position: Position) -> int: ...


class Listing(NamedTuple):
    """A player that has a name: how it is made, how its options are written, and a sentence about it."""

    make: Callable[..., Player]
    usage: str
    about: str


PLAYERS = {
    "engine": Listing(
        EnginePlayer,
        "engine[:level=N][,time=SECONDS][,depth=N][,nodes=N][,table=MB][,seed=N]",
        "the engine: half a second a move; level 1 is for beginners, 10 its full strength",
    ),
    "random": Listing(RandomPlayer, "random[:seed=N]", "plays any legal move, all equally likely"),
    "alpha-beta": Listing(
        PlainSearch,
        "alpha-beta[:depth=N][,seed=N]",
        "plain alpha-beta; as deep as takes a fraction of a second, or to a depth",
    ),
}


def player(spec: str, game: Game, seed: int | None = None) -> Player:
    """The player that a text names, for a game. `seed` is for players that roll dice and were not given one."""
    name, _, rest = spec.strip().partition(":")
    listing = PLAYERS.get(name.casefold())
    if listing is None:
        close = difflib.get_close_matches(name.casefold(), PLAYERS, 1)
        hint = f"did you mean {close[0]}?" if close else f"there are {', '.join(PLAYERS)}"
        raise BadSpec(f"there is no player {name!r}; {hint}")
    options: dict[str, int | float] = {}
    for part in filter(None, rest.split(",")):
        key, _, value = (word.strip() for word in part.partition("="))
        whole = re.fullmatch("[0-9]{1,18}", value, re.ASCII)
        fraction = key == "time" and re.fullmatch(r"[0-9]{0,9}\.[0-9]{1,9}", value, re.ASCII)
        if not (whole or fraction) or f"{key}=" not in listing.usage:
            raise BadSpec(f"{name} has no option {part.strip()!r}; write {listing.usage}")
        options[key] = int(value) if whole else float(value)
    if seed is not None and "seed=" in listing.usage:
        options.setdefault("seed", seed)
    return listing.make(game, **options)
