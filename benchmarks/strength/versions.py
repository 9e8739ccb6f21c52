"""Two versions of the engine against each other: what a change of the search or of an estimate is worth.

    git worktree add --detach ../before HEAD~1
    python -m benchmarks.strength.versions . ../before --game gomoku --games 200 --time 0.03

Each version runs in a process of its own from its folder, forgets all before each game, and plays every opening with
both colours. Openings are a few random moves after which a short search of this version sees nobody far ahead. Points
are those of the first version, with the standard error; below them what a move took of a processor and how deep it
went.
"""

import argparse
import json
import math
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import Any


def serve(folder: str, spec: str, limit: dict[str, Any]) -> None:
    """Answers positions, one a line, with moves; an empty line begins a game."""
    sys.path.insert(0, str(Path(folder) / "src"))
    import outplay

    engine = outplay.Engine(outplay.game(spec), 64)
    print("ready", flush=True)
    for line in sys.stdin:
        if not line.strip():
            engine.clear()
            continue
        began = time.process_time()
        found = engine.analyse(engine.game.position(line.strip()), outplay.Limit(**limit))
        took = time.process_time() - began
        print(json.dumps({"move": found.move, "depth": found.depth, "seconds": took}), flush=True)


class Version:
    """An engine in a process of its own."""

    def __init__(self, folder: str, spec: str, limit: dict[str, Any]) -> None:
        command = [sys.executable, __file__, "--serve", folder, spec, json.dumps(limit)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.moves, self.depth, self.seconds = 0, 0, 0.0
        if self.heard() != "ready":
            raise SystemExit(f"{folder} has no engine in {folder}/src")

    def say(self, text: str) -> None:
        assert self.process.stdin
        print(text, file=self.process.stdin, flush=True)

    def heard(self) -> str:
        assert self.process.stdout
        return self.process.stdout.readline().strip()

    def move(self, position: Any) -> int:
        self.say(position.text)
        answer = json.loads(self.heard())
        self.moves, self.depth = self.moves + 1, self.depth + answer["depth"]
        self.seconds += answer["seconds"]
        return int(answer["move"])


def played(position: Any, pair: list[Version], colour: int) -> float:
    """The points of the first of a pair, which has this colour."""
    for version in pair:
        version.say("")
    while (outcome := position.outcome()) is None:
        position = position.play(pair[position.to_move != colour].move(position))
    return 0.5 if outcome.winner is None else float(outcome.winner == colour)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs=2, metavar="folder", help="a checkout, with the source in src/")
    parser.add_argument("--game", default="gomoku", help="what is played (%(default)s)")
    parser.add_argument("--games", type=int, default=100, help="how many games (%(default)s)")
    parser.add_argument("--time", type=float, default=0.03, help="seconds a move (%(default)s)")
    parser.add_argument("--nodes", type=int, help="positions a move instead")
    parser.add_argument("--plies", type=int, default=4, help="random moves of an opening (%(default)s)")
    parser.add_argument("--even", type=float, default=0.08, help="how far from 0 its score may be (%(default)s)")
    parser.add_argument("--jobs", type=int, default=2, help="games at the same time (%(default)s)")
    chosen = parser.parse_args()
    limit = {"nodes": chosen.nodes} if chosen.nodes else {"time": chosen.time}
    import outplay
    from benchmarks.library.openings import by_glance, openings

    game, points = outplay.game(chosen.game), list[float]()
    pairs = [[Version(folder, chosen.game, limit) for folder in chosen.folders] for _ in range(chosen.jobs)]
    free: SimpleQueue[list[Version]] = SimpleQueue()
    for pair in pairs:
        free.put(pair)

    def play(text: str, colour: int) -> float:
        pair = free.get()
        try:
            return played(game.position(text), pair, colour)
        finally:
            free.put(pair)

    starts = openings(outplay.Engine(game, 64), chosen.games // 2, chosen.plies, by_glance(chosen.even))
    texts = [start.text for start in starts for _ in range(2)]
    with ThreadPoolExecutor(chosen.jobs) as pool:
        for point in pool.map(play, texts, [0, 1] * len(starts)):
            points.append(point)
            if len(points) % 10 == 0:
                print(f"{sum(points):g} of {len(points)}", file=sys.stderr, flush=True)
    mean = sum(points) / len(points)
    error = math.sqrt(sum((point - mean) ** 2 for point in points) / len(points) / len(points))
    print(f"{sum(points):g} of {len(points)}: {100 * mean:.1f} % ± {100 * error:.1f}")
    for folder, *same in zip(chosen.folders, *pairs, strict=True):
        moves = sum(v.moves for v in same)
        seconds, depth = sum(v.seconds for v in same) / moves, sum(v.depth for v in same) / moves
        print(f"{folder}: {1e3 * seconds:.0f} ms a move, depth {depth:.1f}")
    for pair in pairs:
        for version in pair:
            version.process.kill()


if __name__ == "__main__":
    if sys.argv[1:2] == ["--serve"]:
        serve(sys.argv[2], sys.argv[3], json.loads(sys.argv[4]))
    else:
        main()
