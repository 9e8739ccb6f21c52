"""Games on the processors of several machines: the same as in `workers`, by way of Ray.

A game is a task of Ray, whole. The game of a machine that is lost is played again on another one. The machines need
outplay in the same version; docs/guide/cluster.md says how they are put together.
"""

import importlib.util
import logging
import os
import re
import secrets
import socket
import time
from functools import cache
from typing import Any, NamedTuple

import outplay
from outplay.arena.game_runner import GameRunner, Lost
from outplay.arena.games import PlayedGame, ScheduledGame
from outplay.arena.remote_files import RemoteGame, with_files, with_local_files
from outplay.arena.workers import TRIES, Finished
from outplay.core.errors import BadSpec
from outplay.core.machine import install_command, processors

CONNECT_SECONDS = 5.0
"""How long an address may take to answer."""
CONNECT_TRIES = 8
"""How often Ray asks something that answers whether it is a cluster: about once a second."""
SIZE_SECONDS = 1.0
"""How long the number of processors is taken as known."""
OBJECT_STORE_BYTES = 80 << 20
"""The least that Ray starts with. Games are small and need none of it."""

ADDRESS = re.compile(r"\[?([^\s/]+?)\]?:([0-9]{1,5})")


class Running(NamedTuple):
    scheduled: ScheduledGame
    tries: int


class ClusterWorkers:
    """The processors of a Ray cluster: of the one that this machine belongs to (`auto`), of the one whose head is at
    HOST:PORT, or of one that is started for us on this machine alone and reached from nowhere else (`local`)."""

    def __init__(self, address: str) -> None:
        self.ray = connected(address)
        self.task = self.ray.remote(num_cpus=1, max_retries=0)(play)
        self.running: dict[Any, Running] = {}
        self.done: list[Finished] = []
        self.known = 0
        self.known_until = 0.0

    @property
    def size(self) -> int:
        """The processors that the cluster has now: machines may come and go."""
        if time.monotonic() > self.known_until:
            self.known = max(1, int(self.ray.cluster_resources().get("CPU", 0)))
            self.known_until = time.monotonic() + SIZE_SECONDS
        return self.known

    def submit(self, scheduled: ScheduledGame) -> None:
        self.begin(Running(scheduled, 1))

    def begin(self, game: Running) -> None:
        self.running[self.task.remote(with_files(game.scheduled), outplay.__version__)] = game

    def finished(self, timeout: float) -> list[Finished]:
        if not self.done:
            self.look(timeout)
        done, self.done = self.done, []
        return done

    def look(self, timeout: float | None) -> None:
        """Waits for a game that is over, and takes all that are."""
        if not self.running:
            return
        running = list(self.running)
        if self.ray.wait(running, num_returns=1, timeout=timeout)[0]:
            for reference in self.ray.wait(running, num_returns=len(running), timeout=0)[0]:
                self.collect(reference)

    def collect(self, reference: Any) -> None:
        """Takes a game that is over; if its worker or its machine is lost, it is played again."""
        game = self.running.pop(reference)
        try:
            self.done.append((game.scheduled, self.ray.get(reference)))
        except self.ray.exceptions.RayTaskError as error:
            words = f"{first_line(error.cause)}; every machine needs outplay {outplay.__version__}"
            self.done.append((game.scheduled, Lost(f"it could not be played there: {words}")))
        except self.ray.exceptions.RayError as error:
            if game.tries < TRIES:
                self.begin(game._replace(tries=game.tries + 1))
            else:
                words = f"its worker was lost {TRIES} times, the last time with: {first_line(error)}"
                self.done.append((game.scheduled, Lost(words)))

    def close(self, kill: bool = False) -> None:
        while self.running and not kill:
            self.look(None)
        for reference in self.running:
            self.ray.cancel(reference, force=True)
        self.running.clear()
        self.ray.shutdown()


@cache
def runner() -> GameRunner:
    """The game runner of this process."""
    return GameRunner()


def play(remote: RemoteGame, version: str) -> PlayedGame | Lost:
    """Plays a game; this runs on the cluster."""
    if version != outplay.__version__:
        where, other = socket.gethostname(), outplay.__version__
        return Lost(f"{where} has outplay {other}, and {version} is wanted; install the same version on every machine")
    try:
        scheduled = with_local_files(remote)
    except OSError as error:
        return Lost(f"a file cannot be written on {socket.gethostname()}: {error}")
    return runner().try_play(scheduled)


def connected(address: str) -> Any:
    """Ray, connected to a cluster, quiet, and reporting to nobody."""
    if importlib.util.find_spec("ray") is None:
        raise BadSpec(f"a cluster needs Ray, which is not installed: {install_command('ray')}")
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_DEDUP_LOGS_SKIP_REGEX", ".")  # what other machines report about themselves
    return started() if address == "local" else joined(address)


def started() -> Any:
    """A cluster of this machine alone, which listens on loopback and wants a password that only its parts know."""
    os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"  # without it Ray takes the address of the network
    if "RAY_AUTH_MODE" not in os.environ:
        os.environ |= {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}
    import ray

    try:
        ray.init(
            address="local",
            num_cpus=processors(),
            object_store_memory=OBJECT_STORE_BYTES,
            include_dashboard=False,
            log_to_driver=False,
            logging_level=logging.ERROR,
        )
    except Exception as error:
        raise BadSpec(f"Ray cannot be started on this machine: {first_line(error)}") from None
    return ray


def joined(address: str) -> Any:
    """The cluster at an address, as a part of which this machine was started."""
    os.environ.setdefault("RAY_NUM_REDIS_GET_RETRIES", str(CONNECT_TRIES))
    import ray

    check_answers(address)
    logging.getLogger("ray").setLevel(logging.ERROR)
    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    except Exception as error:
        hint = "if it wants a token, set RAY_AUTH_MODE=token here too"
        raise BadSpec(f"the cluster {address} cannot be used: {first_line(error)}; {hint}") from None
    return ray


def check_answers(address: str) -> None:
    """BadSpec if nothing answers at an address: Ray itself would wait for minutes."""
    from ray._private.services import canonicalize_bootstrap_address_or_die

    if address == "auto":
        try:
            address = canonicalize_bootstrap_address_or_die(address)
        except ConnectionError:
            raise BadSpec("no Ray cluster runs on this machine; start one with: ray start --head") from None
    found = ADDRESS.fullmatch(address)
    if not found:
        raise BadSpec(f"{address!r} is no cluster; write auto, local or HOST:PORT, as in 192.168.1.10:6379")
    try:
        socket.create_connection((found[1], int(found[2])), CONNECT_SECONDS).close()
    except (OSError, OverflowError) as error:
        why = getattr(error, "strerror", None) or error
        raise BadSpec(f"no Ray cluster answers at {address}: {why}; start one with: ray start --head") from None


def first_line(error: object) -> str:
    """What an error says, in one line that is not too long."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[0][:200] if lines else type(error).__name__
