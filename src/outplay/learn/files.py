"""The files of a training: none is overwritten that is not its own, and two trainings never write the same."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from outplay.core.errors import BadNetwork
from outplay.core.locks import Taken, locked
from outplay.core.network import FORMAT, load_network
from outplay.learn.checkpoint import checkpoint_path

BEGINNING = f'{{"format": "{FORMAT}"'.encode()
"""How the file of a network begins, also that of a damaged one."""


def lock_path(path: Path) -> Path:
    return path.with_name(path.name + ".lock")


def former_path(path: Path) -> Path:
    """Where a network is kept when a training starts anew: a name that is free."""
    former, number = path.with_name(path.name + ".before"), 1
    while former.exists():
        number += 1
        former = path.with_name(f"{path.name}.before-{number}")
    return former


@contextmanager
def claimed(path: Path, fresh: bool) -> Iterator[None]:
    """Keeps the file of a network for one training within the block; BadNetwork if it cannot have it."""
    check_own(path)
    if not fresh and path.exists() and not checkpoint_path(path).exists():
        raise BadNetwork(
            f"{path} is there, and no {checkpoint_path(path).name} to go on from; --fresh starts anew and keeps the "
            f"former as {former_path(path).name}, --out FILE trains another network"
        )
    with ExitStack() as held:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            held.enter_context(locked(lock_path(path)))
        except Taken:
            raise BadNetwork(
                f"another training is writing {path} now; wait for it, or train another network with --out FILE"
            ) from None
        except OSError as error:
            raise BadNetwork(f"{path} cannot be written: {error.strerror}; give another file with --out") from None
        yield


def check_own(path: Path) -> None:
    """BadNetwork if there is something else than a network, which must not be overwritten."""
    try:
        if path.is_dir():
            raise BadNetwork(f"{path} is a folder; give a file with --out")
        if path.exists():
            with path.open("rb") as file:
                beginning = file.read(len(BEGINNING))
            if beginning and beginning != BEGINNING:
                raise BadNetwork(f"{path} is no network, so it is not overwritten; give another file with --out")
    except OSError as error:
        raise BadNetwork(f"{path} cannot be read: {error.strerror}; give another file with --out") from None


def is_whole(path: Path) -> bool:
    """Whether a file holds a network that can be read."""
    try:
        load_network(path)
    except BadNetwork:
        return False
    return True


def set_aside(path: Path) -> None:
    """Keeps the former network, if there is one, when a training that starts anew has one of its own."""
    if path.exists():
        try:
            os.replace(path, former_path(path))
        except OSError as error:
            raise BadNetwork(f"{path} cannot be kept as {former_path(path).name}: {error.strerror}") from None
