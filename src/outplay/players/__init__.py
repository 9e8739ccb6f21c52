"""Players: what chooses a move. `player("alpha-beta:depth=6", game)` makes one from a text."""

import difflib
import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from outplay.core.errors import BadSpec
from outplay.core.game import Game
from outplay.players.engine import EnginePlayer
from outplay.players.founding.cadrega import Cadrega
from outplay.players.founding.first_random import FirstRandom
from outplay.players.founding.kalah_ranks import KalahRanks
from outplay.players.founding.squatter_2015 import Squatter2015
from outplay.players.plain import PlainSearch
from outplay.players.player import Player
from outplay.players.random import RandomPlayer
from outplay.players.specs import check_spec, program_of


class Listing(NamedTuple):
    """A player that has a name: how it is made, how its options are written, and a sentence about it."""

    make: Callable[..., Player]
    usage: str
    about: str
    plays: str = ""
    """The name of the only game it knows; nothing if it plays every game."""
    document: str = ""
    """The founding document that describes it, if one does."""


PLAYERS = {
    "engine": Listing(
        EnginePlayer,
        "engine[:level=N][,time=SECONDS][,depth=N][,nodes=N][,table=MB][,threads=N][,seed=N]",
        "the engine: half a second a move; level 1 is for beginners, 10 its full strength",
    ),
    "random": Listing(RandomPlayer, "random[:seed=N]", "plays any legal move, all equally likely"),
    "alpha-beta": Listing(
        PlainSearch,
        "alpha-beta[:depth=N][,seed=N]",
        "plain alpha-beta; as deep as takes a fraction of a second, or to a depth",
    ),
    "kalah-ranks": Listing(
        KalahRanks,
        "kalah-ranks[:search=minimax|depth|pruned][,depth=N]",
        "ranks a line by where its last seed lands; six plies deep, with pruning",
        plays="kalah",
        document="002",
    ),
    "squatter-2015": Listing(
        Squatter2015,
        "squatter-2015[:depth=N][,table=BUCKETS]",
        "the Squatter player of 2015: alpha-beta that looks deeper as the board fills, to the end from 11 free cells",
        plays="squatter",
        document="000, 004",
    ),
    "first-random": Listing(
        FirstRandom,
        "first-random[:seed=N]",
        "the random player that the Squatter player of 2015 was built on",
        plays="squatter",
        document="004",
    ),
    "cadrega": Listing(
        Cadrega,
        "cadrega[:time=SECONDS][,depth=N][,nodes=N]",
        "CadregaBot: sorts cells by open rows, then alpha-beta on a tree it keeps; a second a move, never late",
        plays="mnk",
        document="003",
    ),
}


def player(spec: str, game: Game, seed: int | None = None) -> Player:
    """The player that a text names, for a game. `seed` is for players that roll dice and were not given one."""
    found = program_of(spec)
    if found:
        from outplay.players.program import ProgramPlayer, own_errors

        check_spec(spec, game)
        return ProgramPlayer(found, spec, errors=own_errors, seed=seed)
    listing, options = described(spec, game)
    if seed is not None and "seed=" in listing.usage:
        options.setdefault("seed", seed)
    return listing.make(game, **options)


def described(spec: str, game: Game) -> tuple[Listing, dict[str, int | float | str]]:
    """The player and the options that a text names, if they are for this game; nothing is made yet."""
    name, _, rest = spec.strip().partition(":")
    listing = listed(name)
    if listing.plays not in ("", game.name):
        raise BadSpec(f"{name} plays {listing.plays} only, not {game}")
    options: dict[str, int | float | str] = {}
    for part in filter(None, rest.split(",")):
        key, _, text = (word.strip() for word in part.partition("="))
        value = option(listing.usage, key, text)
        if key in options:
            raise BadSpec(f"{name} has the option {key} twice")
        if value is None:
            wrong = f"cannot take {part.strip()!r}" if f"{key}=" in listing.usage else f"has no option {part.strip()!r}"
            raise BadSpec(f"{name} {wrong}; write {listing.usage}")
        options[key] = value
    return listing, options


def listed(name: str) -> Listing:
    """The player of this process that has a name."""
    listing = PLAYERS.get(name.casefold())
    if listing is None:
        close = difflib.get_close_matches(name.casefold(), PLAYERS, 1)
        hint = f"did you mean {close[0]}?" if close else f"there are {', '.join(PLAYERS)}"
        if Path(f"{name}.py").is_file():
            hint = f"for the file write {name}.py"
        elif Path(name).is_file():
            hint = f"for the program write text:{name if '/' in name else f'./{name}'}"
        raise BadSpec(f"there is no player {name!r}; {hint}")
    return listing


def option(usage: str, key: str, text: str) -> int | float | str | None:
    """The value of an option as its usage wants it: a number, a number of seconds, or one of some words.

    >>> usage = "x[:time=SECONDS][,order=up|down]"
    >>> option(usage, "time", ".5"), option(usage, "order", "up"), option(usage, "order", "sideways")
    (0.5, 'up', None)
    """
    wanted = re.search(rf"[:,]{re.escape(key)}=([^],]+)", usage)
    if not (key and wanted):
        return None
    if re.fullmatch("[A-Z]+", wanted[1]):
        if re.fullmatch("[0-9]{1,18}", text, re.ASCII):
            return int(text)
        fraction = wanted[1] == "SECONDS" and re.fullmatch(r"[0-9]{0,9}\.[0-9]{1,9}", text, re.ASCII)
        return float(text) if fraction else None
    return text if text in wanted[1].split("|") else None
