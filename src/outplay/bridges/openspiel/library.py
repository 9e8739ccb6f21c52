"""OpenSpiel itself: imported where it is needed, and asked for games without its words on standard error."""

import difflib
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from outplay.core.errors import BadSpec
from outplay.core.machine import install_command


def library() -> Any:
    """The module pyspiel; BadSpec names the extra if it is not installed."""
    try:
        import pyspiel
    except ImportError as error:
        if getattr(error, "name", None) != "pyspiel":
            raise BadSpec(f"OpenSpiel cannot be used: {error}") from None
        command = install_command("open_spiel>=1.6")
        raise BadSpec(f"OpenSpiel is not installed: {command} (the extra outplay[openspiel])") from None
    return pyspiel


def load(name: str) -> Any:
    """OpenSpiel's game of this name, which may have parameters; BadSpec, in one line, if there is none."""
    spiel = library()
    short = re.split(r"[(\s]", name.strip(), maxsplit=1)[0]
    if short not in spiel.registered_names():
        offered = [kind.short_name for kind in spiel.registered_games() if playable_kind(kind)]
        close = difflib.get_close_matches(short, offered, 1)
        hint = f"did you mean {close[0]}?" if close else f"of its games these can be played here: {', '.join(offered)}"
        raise BadSpec(f"OpenSpiel has no game {short!r}; {hint}")
    try:
        with silent():
            found = spiel.load_game(name.strip())
            found.new_initial_state()
    except (RuntimeError, ValueError, TypeError) as error:
        raise BadSpec(f"OpenSpiel does not make {name.strip()!r}: {one_line(error)}") from None
    return found


def playable_kind(kind: Any) -> bool:
    """Whether a kind of game can be one for two players who know everything."""
    return not mismatch(kind) and kind.min_num_players <= 2 <= kind.max_num_players and kind.default_loadable


def mismatch(kind: Any) -> str:
    """Why games of a kind are not of ours, in words; empty if they are."""
    of = library().GameType
    if kind.dynamics != of.Dynamics.SEQUENTIAL:
        return "its players move at the same time"
    if kind.chance_mode != of.ChanceMode.DETERMINISTIC:
        return "it has chance in it"
    if kind.information != of.Information.PERFECT_INFORMATION:
        return "its players do not see everything"
    if kind.utility != of.Utility.ZERO_SUM:
        return "what one player wins is not what the other loses"
    return ""


def one_line(error: Exception) -> str:
    return " ".join(str(error).split()).rstrip(".")


@contextmanager
def silent() -> Iterator[None]:
    """Nothing is written to standard error meanwhile: OpenSpiel writes its errors there besides raising them."""
    sys.stderr.flush()
    kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)
