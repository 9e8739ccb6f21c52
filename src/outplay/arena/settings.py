"""What a match or tournament is: its game, its players, who meets whom, and under which conditions.

A file has the same words, and a table of players:

    game = "kalah:6,4"
    format = "swiss"
    rounds = 7
    time = 0.5
    bots = "bots/*.py"

    [players]
    reference = "engine:level=4"
"""

import difflib
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from outplay.arena.entrants import split_time
from outplay.arena.games import Conditions, checked, clock_of
from outplay.arena.schedule import FORMATS, Extent
from outplay.arena.standings import SCORINGS
from outplay.core.errors import BadLimit, BadSpec
from outplay.core.registry import split_path

MOST_GAMES = 10_000_000


class Settings(NamedTuple):
    """Everything but the players, which are a list of names with the texts they are made from."""

    game: str
    format: str = "round-robin"
    games: int = 2
    """Games of each meeting: an even number, so that each opening is played with both colours, or 1."""
    extents: tuple[Extent, ...] = ()
    """Its size, and its sizes before it was extended."""
    joined: Mapping[str, int] = {}
    """The round from which on a player takes part, for those that came later to a Swiss tournament."""
    openings: str = "balanced:4"
    seed: int = 0
    sprt: str = ""
    """ELO0,ELO1: stops as soon as it is decided which is nearer to the truth; nothing to play all games."""
    scoring: str = "plain"
    conditions: Conditions = Conditions()
    times: Mapping[str, str] = {}
    """The time control of each player that has its own, as `own_time` reads it."""

    @property
    def rounds(self) -> int:
        return self.extents[-1].rounds

    def as_dict(self) -> dict[str, Any]:
        """As JSON can hold it; `settings_of` turns it back."""
        mappings = {"joined": dict(self.joined), "times": dict(self.times)}
        return self._asdict() | mappings | {"conditions": self.conditions._asdict()}


def settings_of(told: Mapping[str, Any]) -> Settings:
    extents = tuple(Extent(*extent) for extent in told["extents"])
    return Settings(**{**told, "extents": extents, "conditions": Conditions(**told["conditions"])})


def checked_settings(settings: Settings, players: Sequence[str]) -> Settings:
    """The settings, if they make sense for these players."""
    for what, value, known in (
        ("format", settings.format, FORMATS),
        ("scoring", settings.scoring, tuple(SCORINGS)),
    ):
        if value not in known:
            raise BadSpec(f"there is no {what} {value!r}; there are {', '.join(known)}")
    if "human" in players:
        raise BadSpec("human cannot play here; `outplay play` and `outplay serve` are for people")
    if len(players) < 2:
        raise BadSpec(f"a game needs two players, and there {'is 1' if players else 'are none'}; name more of them")
    if settings.games < 1 or (settings.games > 1 and settings.games % 2):
        raise BadLimit(
            f"the games of two players must be an even number, so that each opening is played with both colours, "
            f"or 1, not {settings.games}; take {settings.games + 1 if settings.games > 0 else 2}"
        )
    if settings.rounds < 1:
        raise BadLimit(f"the rounds must be 1 or more, not {settings.rounds}")
    if settings.games * settings.rounds * len(players) > MOST_GAMES:
        raise BadLimit(f"that is more than {MOST_GAMES:,} games; take fewer games or rounds")
    if settings.seed < 0:
        raise BadLimit(f"the seed must be 0 or more, not {settings.seed}")
    if settings.sprt and len(players) != 2:
        raise BadSpec(f"sprt compares two players, and there are {len(players)}")
    checked(settings.conditions)
    return settings


FILE_KEYS = (
    "game", "format", "games", "rounds", "openings", "seed", "sprt", "scoring", "players", "bots",
    "time", "clock", "margin", "start_margin", "most_moves", "adjudicate", "memory", "cpu", "log",
)  # fmt: skip
KINDS: dict[str, type | tuple[type, ...]] = {
    **dict.fromkeys(("game", "format", "openings", "sprt", "scoring", "log"), str),
    **dict.fromkeys(("games", "rounds", "seed", "most_moves", "adjudicate", "memory", "cpu"), int),
    **dict.fromkeys(("time", "margin", "start_margin"), (int, float)),
    "clock": (str, int, float),
    "players": dict,
    "bots": (str, list),
}


def read_file(path: Path) -> tuple[dict[str, Any], list[str]]:
    """What a tournament's file says, checked word by word, and its players as texts. Files that it names are found
    beside it."""
    try:
        told = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        raise BadSpec(f"there is no file {path}; `outplay new tournament` writes one") from None
    except (OSError, UnicodeDecodeError) as error:
        raise BadSpec(f"{path} cannot be read: {getattr(error, 'strerror', None) or 'it is not UTF-8 text'}") from None
    except tomllib.TOMLDecodeError as error:
        raise BadSpec(f"{path}: {error}") from None
    for key, value in told.items():
        if key not in FILE_KEYS:
            close = difflib.get_close_matches(key, FILE_KEYS, 1)
            hint = f"did you mean {close[0]}?" if close else f"there are {', '.join(FILE_KEYS)}"
            raise BadSpec(f"{path}: there is no {key!r} in a tournament; {hint}")
        if not isinstance(value, KINDS[key]) or isinstance(value, bool):
            raise BadSpec(f"{path}: {key} cannot be {value!r}")
    players = []
    for name, spec in told.pop("players", {}).items():
        if not isinstance(spec, str):
            raise BadSpec(f'{path}: the player {name!r} must be a text, as in {name} = "engine:level=3"')
        spec, time = split_time(spec)
        players.append(f"{name.replace('=', ' ')}={beside(spec, path.parent)}{f' @{time}' if time else ''}")
    patterns = told.pop("bots", [])
    for pattern in [patterns] if isinstance(patterns, str) else patterns:
        found = sorted(path.parent.glob(pattern)) if isinstance(pattern, str) and pattern else []
        if not found:
            raise BadSpec(f"{path}: bots: no file is like {pattern!r} in {path.parent.absolute()}")
        players += map(str, found)
    for key in ("game", "openings"):
        if key in told:
            told[key] = beside(told[key], path.parent)
    return told, players


def beside(text: str, folder: Path) -> str:
    """The text; if it begins with a file that is in this folder and not in the working one, with the folder."""
    path, colon, rest = split_path(text)
    if path.suffix and not path.is_absolute() and (folder / path).is_file():
        return f"{folder / path}{colon}{rest}"
    return text


def conditions_of(told: Mapping[str, Any]) -> Conditions:
    """The usual conditions, changed by what was told of them."""
    changes = {key: told[key] for key in Conditions._fields if told.get(key) is not None and key != "clock"}
    if told.get("clock") is not None:
        changes["clock"], changes["increment"] = clock_of(str(told["clock"]))
    return checked(Conditions(**changes))
