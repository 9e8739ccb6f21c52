"""How long it takes until a game can be searched, with an empty compile cache and with a full one.

Each start is a process of its own; the clock begins after the imports and stops when the first search has answered.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from typing import Any

from benchmarks.library.measure import Start
from benchmarks.library.paths import ROOT

SPECS = (
    *("kalah:6,4", "kalah:12,12", "squatter:7", "squatter:19", "gomoku", "mnk:20,20,5", "connect-four"),
    *("mnk:50,50,10", "mnk:70,70,10"),
)
BEYOND_20 = ("mnk:50,50,10", "mnk:70,70,10")
COLD, COLD_BEYOND_20, WARM = 5.0, 15.0, 0.5
"""The marks, in seconds."""


def starts(tries: int = 2) -> Iterator[Start]:
    for spec in SPECS:
        yield start(spec, tries)


def start(spec: str, tries: int) -> Start:
    """The best of some starts on an empty cache, and of as many on the cache that each of them left."""
    cold, warm = [], []
    for _ in range(tries):
        with tempfile.TemporaryDirectory() as folder:
            cold.append(child(spec, folder, cached=False))
            warm.append(child(spec, folder, cached=True))
    most = COLD_BEYOND_20 if spec in BEYOND_20 else COLD
    verdict = "PASS" if min(cold) <= most and min(warm) <= WARM else "MISS"
    return Start(spec, min(cold), min(warm), f"{most:.0f} s, {WARM} s", verdict)


def child(spec: str, folder: str, cached: bool) -> float:
    environment = os.environ | {"OUTPLAY_CACHE": folder}
    command = [sys.executable, "-m", "benchmarks.library.startup", spec]
    printed = subprocess.run(command, check=True, stdout=subprocess.PIPE, env=environment, cwd=ROOT).stdout
    answer: dict[str, Any] = json.loads(printed)
    if answer["from_cache"] is not cached:
        sys.exit(f"{spec}: the compiled code {'did not come' if cached else 'came'} from the compile cache")
    return float(answer["seconds"])


def ready(spec: str) -> None:
    """In the child: prints the seconds from the game's name to the first answer."""
    from benchmarks.library.our_search import Ours

    began = time.perf_counter()
    ours = Ours(spec, 1)
    ours.nodes(ours.plain.kernel)
    seconds = time.perf_counter() - began
    print(json.dumps({"seconds": seconds, "from_cache": ours.plain.kernel.from_cache}))


if __name__ == "__main__":
    ready(sys.argv[1])
