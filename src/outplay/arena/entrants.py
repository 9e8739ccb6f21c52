"""The players that enter a match or tournament: what they are called, which have a time control of their own, and
which cannot play at all."""

import re
import shutil
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from outplay.arena.games import own_time
from outplay.core.errors import BadLimit, BadSpec, OutplayError
from outplay.core.game import Game
from outplay.core.specs import name_of
from outplay.players.listing import PROGRAMS
from outplay.players.specs import absolute_spec, check_spec, files_of, parse_for, program_of, public_spec

STARTED_AT_A_TIME = 8
"""Bots that are tried at the same time: one that never gets ready takes half a minute."""

NAMED = re.compile(r"([^=:,/\\]+)=(.+)", re.DOTALL)
LONGEST_NAME = 40
TIMED_NAME = re.compile(r"(.*)@([0-9.]+(?:\+[0-9.]+)?)", re.ASCII)
TIME_IN_COMMAND = re.compile(r"(.*\S)(\s*)@([0-9.]+(?:\+[0-9.]+)?)\s*", re.ASCII | re.DOTALL)


def named_players(specs: Iterable[str], taken: Iterable[str] = ()) -> dict[str, str]:
    """Players by name, from texts like `engine:level=3` or `anna=bots/anna.py`. A player without a name is called by
    its text or its file; who would have the name of another gets a number.

    >>> named_players(["anna=bots/a.py", "bots/b.py", "engine:level=3", "engine:level=3"])
    {'anna': 'bots/a.py', 'b': 'bots/b.py', 'engine:level=3': 'engine:level=3', 'engine:level=3 #2': 'engine:level=3'}
    """
    players: dict[str, str] = {}
    for text in specs:
        found = NAMED.fullmatch(text)
        name, spec = (found[1], found[2]) if found else (usual_name(text), text)
        timed = TIMED_NAME.fullmatch(name.strip()) if found else None
        if timed:
            raise BadSpec(f"the time of a player stands after it, not after its name: {timed[1]}={spec}@{timed[2]}")
        name = " ".join("".join(c if c.isprintable() else " " for c in name).split())[:LONGEST_NAME]
        if not name or not spec.strip():
            raise BadSpec(f"{text!r} names no player; write it as in engine:level=3, my_bot.py or anna=my_bot.py")
        numbered, number = name, 1
        while numbered in players or numbered in taken:
            if found:
                raise BadSpec(f"two players are called {name!r}; give each a name of its own")
            number += 1
            numbered = f"{name} #{number}"
        players[numbered] = spec.strip()
    return players


def newcomers(specs: Iterable[str], players: Mapping[str, str]) -> tuple[list[str], list[str]]:
    """The texts that name none of the players of a run, and the names of those that the others name. A text with a name
    of its own always is a new player.

    >>> newcomers(["random", "twin=random", "engine"], {"random": "random"})
    (['twin=random', 'engine'], ['random'])
    """
    new, known = [], []
    for text in specs:
        name = "" if NAMED.fullmatch(text) else usual_name(text)
        if name in players and players[name] == absolute_spec(split_time(text)[0]):
            known.append(name)
        else:
            new.append(text)
    return new, known


def usual_name(spec: str) -> str:
    """What a player is called that was given no name.

    >>> usual_name("bots/anna.py:Bot"), usual_name("gomocup:wine ./pbrain-foo.exe"), usual_name("engine:level=3")
    ('anna', 'pbrain-foo', 'engine:level=3')
    >>> usual_name("bots/anna.py@1.5")
    'anna@1.5'
    """
    spec, time = split_time(spec)
    program = program_of(spec)
    if program is None:
        name = public_spec(spec) if files_of(spec) else spec  # a name is shown to others, and folders are not
    else:
        name = Path(program.words[0 if program.in_python else -1]).stem
    return f"{name}@{time}" if time else name


def split_time(text: str) -> tuple[str, str]:
    """A player's text without the time control that stands at its end, and that time control; empty if it has none.

    >>> split_time("engine:level=3@1.5"), split_time("bots/anna.py @60+0.5"), split_time("v@2/anna.py")
    (('engine:level=3', '1.5'), ('bots/anna.py', '60+0.5'), ('v@2/anna.py', ''))
    """
    if ":" in text and name_of(text) in PROGRAMS:
        spec, time = split_command_time(text)
        if not time:
            return text, ""
    else:
        spec, _, time = text.rpartition("@")
        if not spec or "/" in time or "\\" in time or ".py" in time:
            return text, ""
    try:
        own_time(time.strip())
    except BadLimit as error:
        raise BadSpec(f"{text!r}: {error}") from None
    return spec.rstrip(), time.strip()


def split_command_time(text: str) -> tuple[str, str]:
    """The same for a program's command, in which any word may have an @: the time is a word of its own, or follows the
    name of a file. Nothing in quotes is a time.

    >>> split_command_time("text:./bot --fast @1.5"), split_command_time("text:./bot me@8080")
    (('text:./bot --fast', '1.5'), ('text:./bot me@8080', ''))
    """
    found = TIME_IN_COMMAND.fullmatch(text)
    if not found:
        return text, ""
    command, blank, time = found.groups()
    word = command.split(":", 1)[1].split()[-1:]
    if blank or (word and is_program(word[0]) and not is_program(f"{word[0]}@{time}")):
        return command, time
    return text, ""


def is_program(word: str) -> bool:
    return Path(word).expanduser().is_file() or shutil.which(word) is not None


class Entrants(NamedTuple):
    """Players by name: the specs, with absolute paths, of those that can play, and the others."""

    players: dict[str, str]
    times: dict[str, str]
    """The time controls of those that have one of their own."""
    broken: dict[str, str]
    """For each of the others the sentence that says why it cannot play, and who it is."""

    def refused(self, skippable: bool) -> BadSpec:
        """The error that names all players that cannot play; `skippable` if they can be left out."""
        one = len(self.broken) == 1
        hint = f"; repair {'it' if one else 'them'}, or leave {'it' if one else 'them'} out with --skip-broken"
        if one:
            return BadSpec(f"{next(iter(self.broken.values()))}{hint * skippable}")
        number = f"{len(self.broken)} of {len(self.broken) + len(self.players)} players cannot play"
        return BadSpec("\n  ".join([f"{number}{hint * skippable}:", *self.broken.values()]))


def entered(
    specs: Mapping[str, str], game: Game, tell: Callable[[str], None] = lambda name: None, skip_broken: bool = False
) -> Entrants:
    """Tries every player of some texts by name, as `named_players` returns them. Bots are started, a few at a time;
    `tell` is called with the name of each player that is tried next.

    A player of this package may have to be compiled. If others are broken, and not left out, it is only parsed.
    """

    def tried(item: tuple[str, str], check: Callable[[str, Game], object] = check_spec) -> tuple[str, str, str]:
        """The absolute spec, the time control, and why the player cannot play."""
        name, text = item
        tell(name)
        try:
            spec, time = split_time(text)
            spec = absolute_spec(spec)
            check(spec, game)
        except OutplayError as error:
            return "", "", str(error) if name == text else f"{name}: {error}"
        return spec, time, ""

    bots = {name: text for name, text in specs.items() if is_bot(text)}
    with ThreadPoolExecutor(STARTED_AT_A_TIME) as pool:
        found = dict(zip(bots, pool.map(tried, bots.items()), strict=True))
    others = {name: text for name, text in specs.items() if name not in bots}
    found |= {name: tried((name, text), quick_check) for name, text in others.items()}
    if skip_broken or not any(why for _, _, why in found.values()):
        found |= {name: tried((name, text)) for name, text in others.items()}
    good = {name: found[name] for name in specs if not found[name][2]}
    return Entrants(
        players={name: spec for name, (spec, _, _) in good.items()},
        times={name: time for name, (_, time, _) in good.items() if time},
        broken={name: found[name][2] for name in specs if found[name][2]},
    )


def quick_check(spec: str, game: Game) -> None:
    """The same as `check_spec`, but a player of this package is only parsed, not made."""
    if program_of(spec) is None:
        parse_for(spec, game)
    else:
        check_spec(spec, game)


def is_bot(text: str) -> bool:
    """Whether a player is a bot, which is started to find out whether it can play."""
    try:
        program = program_of(split_time(text)[0])
    except OutplayError:
        return False
    return program is not None and program.in_python
