"""Remote files: a scheduled game together with the files that it names, for a machine that does not have them.

The files of a user's game, of a bot and of a network are sent along. A program of another kind is not: it may be built
for one machine only, and may need other files; it has to be in the same place everywhere. A network that is not named
in the player's text is looked for on the machine that plays.

A game alone, as `sent_game` and `received_game` have it, is sent with the digest of its rules.
"""

import hashlib
import os
import socket
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from outplay.arena.games import ScheduledGame
from outplay.compiler.store import folder
from outplay.core.errors import BadSpec
from outplay.core.game import Game
from outplay.core.registry import ADDRESSES, split_path
from outplay.core.registry import game as find_game
from outplay.engine.networks import rules_digest
from outplay.players.specs import files_of, parse

FIELDS = ("game", "first_spec", "second_spec")


class RemoteGame(NamedTuple):
    scheduled: ScheduledGame
    files: tuple[tuple[str, str, bytes], ...]
    """For each field of the game that names a file: the field, the file's name without its folder, what is in it."""


def with_files(scheduled: ScheduledGame) -> RemoteGame:
    """A game with the files that it names, ready to be sent."""
    found = [(field, file_of(getattr(scheduled, field))) for field in FIELDS]
    return RemoteGame(scheduled, tuple((field, *file) for field, file in found if file))


def with_local_files(remote: RemoteGame) -> ScheduledGame:
    """The game as it can be played on this machine: its files are written there, and it names them there."""
    scheduled = remote.scheduled
    for field, name, content in remote.files:
        changes: dict[str, Any] = {field: local_spec(getattr(scheduled, field), name, content)}
        scheduled = scheduled._replace(**changes)
    return scheduled


def file_of(spec: str) -> tuple[str, bytes] | None:
    """The file that the text of a game or a player names: its name without its folder, and what is in it."""
    path = split_path(spec.strip())[0].expanduser()
    network = files_of(spec).get("net")
    if network:
        path = Path(network)
    return (path.name, path.read_bytes()) if (network or path.suffix == ".py") and path.is_file() else None


def local_spec(spec: str, name: str, content: bytes) -> str:
    """The text of a game or a player that names its file on this machine. The file is written to the folder of
    compiled code, unless it was sent before."""
    path = folder().absolute() / "files" / hashlib.sha256(content).hexdigest()[:32] / name
    if not path.exists():
        write(path, content)
    spec = spec.strip()
    _, colon, rest = split_path(spec)
    return str(parse(spec).with_(net=str(path))) if files_of(spec) else f"{path}{colon}{rest}"


def write(path: Path, content: bytes) -> None:
    """Writes a file, whole or not at all, also where another process is writing it too."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, partial = tempfile.mkstemp(dir=path.parent)
    with os.fdopen(handle, "wb") as file:
        file.write(content)
    os.replace(partial, path)


class SentGame(NamedTuple):
    """A game as it is sent to another machine, which makes it anew."""

    spec: str
    file: tuple[str, bytes] | None
    """The file that the spec names."""
    rules: str
    """The digest of the rules."""


def sent_game(game: Game) -> SentGame:
    """A game, ready to be sent; BadSpec if other machines cannot make it."""
    if game not in ADDRESSES:
        raise BadSpec(
            f"other machines cannot make the game {game}; put it into a file and take it from "
            "outplay.game('my_game.py')"
        )
    spec = ADDRESSES[game]
    return SentGame(spec, file_of(spec), rules_digest(game))


def received_game(sent: SentGame) -> Game:
    """The game, made on this machine; OSError or OutplayError if it cannot be."""
    game = find_game(local_spec(sent.spec, *sent.file) if sent.file else sent.spec)
    if rules_digest(game) != sent.rules:
        raise BadSpec(
            f"{socket.gethostname()} has other rules of {sent.spec}; install the same version of outplay, and of what "
            "the game's file imports, on every machine"
        )
    return game
