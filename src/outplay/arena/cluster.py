"""Games on the processors of several machines: the same as in `workers`, by way of Ray.

A game is a task of Ray, whole. The game of a machine that is lost is played again on another one. The machines need
outplay in the same version; docs/guide/cluster.md says how they are put together. `training_cluster` plays the games
of a training in the same way.
"""

import importlib.util
import logging
import os
import re
import secrets
import socket
import time
from collections.abc import Callable
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
    """A task that is under way."""

    name: Any
    arguments: tuple[Any, ...]
    tries: int


class Tasks:
    """Calls of one function on the processors of a cluster. A call whose worker or machine is lost is made again.

    The function's last argument is the version of outplay that is wanted; it returns Lost if it has another one.
    """

    def __init__(self, ray: Any, function: Callable[..., Any]) -> None:
        self.ray = ray
        self.task = ray.remote(num_cpus=1, max_retries=0)(function)
        self.running: dict[Any, Running] = {}
        self.known = 0
        self.known_until = 0.0

    @property
    def size(self) -> int:
        """The processors that the cluster has now: machines may come and go."""
        if time.monotonic() > self.known_until:
            self.known = max(1, int(self.ray.cluster_resources().get("CPU", 0)))
            self.known_until = time.monotonic() + SIZE_SECONDS
        return self.known

    def begin(self, name: Any, *arguments: Any) -> None:
        """Begins a call; `name` comes back with its result."""
        self._begin(Running(name, arguments, 1))

    def _begin(self, call: Running) -> None:
        self.running[self.task.remote(*call.arguments, outplay.__version__)] = call

    def look(self, timeout: float | None) -> list[tuple[Any, Any]]:
        """Waits for a call that has returned, at most so many seconds, and takes all that have: names and results, each
        what the function returned or Lost."""
        if not self.running:
            return []
        running = list(self.running)
        if not self.ray.wait(running, num_returns=1, timeout=timeout)[0]:
            return []
        ready = self.ray.wait(running, num_returns=len(running), timeout=0)[0]
        return [done for reference in ready if (done := self._taken(reference))]

    def _taken(self, reference: Any) -> tuple[Any, Any] | None:
        """The name and the result of a call; None if it is made again."""
        call = self.running.pop(reference)
        try:
            return call.name, self.ray.get(reference)
        except self.ray.exceptions.RayTaskError as error:
            if isinstance(error.cause, KeyboardInterrupt):  # Ctrl-C in a terminal reaches the workers too
                self._begin(call)
                return None
            words = f"{first_line(error.cause)}; every machine needs outplay {outplay.__version__}"
            return call.name, Lost(f"it could not be played there: {words}")
        except self.ray.exceptions.RayError as error:
            if call.tries < TRIES:
                self._begin(call._replace(tries=call.tries + 1))
                return None
            words = f"its worker was lost {TRIES} times, the last time with: {first_line(error)}"
            return call.name, Lost(words)

    def forget(self) -> None:
        """Takes no more results. Calls that are under way go on until they return or `ray.shutdown` ends them.

        They are not cancelled: Ray 2.60 aborts the program that cancels a call whose result is just arriving.
        """
        self.running.clear()


class ClusterWorkers:
    """The processors of a Ray cluster: of the one that this machine belongs to (`auto`), of the one whose head is at
    HOST:PORT, or of one that is started for us on this machine alone and reached from nowhere else (`local`)."""

    def __init__(self, address: str) -> None:
        self.ray = connected(address)
        self.tasks = Tasks(self.ray, play)
        self.done: list[Finished] = []

    @property
    def size(self) -> int:
        return self.tasks.size

    def submit(self, scheduled: ScheduledGame) -> None:
        self.tasks.begin(scheduled, with_files(scheduled))

    def finished(self, timeout: float) -> list[Finished]:
        if not self.done:
            self.done += self.tasks.look(timeout)
        done, self.done = self.done, []
        return done

    def close(self, kill: bool = False) -> None:
        while self.tasks.running and not kill:
            self.done += self.tasks.look(None)
        self.tasks.forget()
        self.ray.shutdown()  # kills the processes that still play


@cache
def runner() -> GameRunner:
    """The game runner of this process."""
    return GameRunner()


def play(remote: RemoteGame, version: str) -> PlayedGame | Lost:
    """Plays a game; this runs on the cluster."""
    if wrong := wrong_version(version):
        return wrong
    try:
        scheduled = with_local_files(remote)
    except OSError as error:
        return not_written(error)
    return runner().try_play(scheduled)


def wrong_version(wanted: str) -> Lost | None:
    """Why nothing is played on this machine, if it has another version of outplay."""
    if wanted == outplay.__version__:
        return None
    where, other = socket.gethostname(), outplay.__version__
    return Lost(f"{where} has outplay {other}, and {wanted} is wanted; install the same version on every machine")


def not_written(error: OSError) -> Lost:
    """Why nothing is played on this machine, if it cannot keep the files that were sent."""
    return Lost(f"a file cannot be written on {socket.gethostname()}: {error}")


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
