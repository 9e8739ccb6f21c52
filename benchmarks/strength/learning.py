"""What a network is worth that was trained for some minutes, against the same engine without evaluation.

    python -m benchmarks.strength.learning
    python -m benchmarks.strength.learning kalah:6,4 --minutes 20 --nodes 1000 --against own --time 0.1 --pairs 100

Each game is trained from nothing into a temporary folder, on all processors. Then the engine with the network plays the
engine that knows the rules alone (or, with `--against own`, the one with the game's own evaluation), at the same time a
move, from random openings with both colours. Two games are played at a time.
"""

import argparse
import tempfile
from pathlib import Path
from typing import Any

import outplay
from benchmarks.library.report import Mark, Table, show
from outplay.core.machine import processors
from outplay.learn.match import timed_match
from outplay.learn.self_play import rules_only
from outplay.learn.train import MOST_OPENING, Training, train

MARKS = {"othello": 0.97, "connect-four": 0.80, "breakthrough:6": 0.90, "hex:7": 0.85, "dots-and-boxes:4,4": 0.75}
"""The share of the points that is wanted after 5 minutes."""


def trained(spec: str, minutes: float, nodes: int | None) -> Training:
    """A training from nothing; its network is not kept."""
    how: dict[str, Any] = {} if nodes is None else {"nodes": nodes}
    with tempfile.TemporaryDirectory() as folder:
        return train(outplay.game(spec), minutes, Path(folder) / "network", measure=False, **how)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(MARKS), help=f"what is trained ({', '.join(MARKS)})")
    parser.add_argument("--minutes", type=float, default=5.0, help="minutes of training (%(default)s)")
    parser.add_argument("--nodes", type=int, help="nodes that self-play searches for a move")
    parser.add_argument("--pairs", type=int, default=50, help="pairs of games of a match (%(default)s)")
    parser.add_argument("--time", type=float, default=0.05, help="seconds a move (%(default)s)")
    parser.add_argument("--against", choices=("none", "own"), default="none", help="the opponent's evaluation")
    chosen = parser.parse_args()
    table = Table(("game", 20), ("games", 9), ("kept", 6), ("Elo", 6), ("score", 40))
    marks = []
    for spec in chosen.games:
        training = trained(spec, chosen.minutes, chosen.nodes)
        game, kept = training.game, sum(one.kept for one in training.generations)
        other = game if chosen.against == "own" else rules_only(game)
        assert training.network, "no network was better than no evaluation"
        players = ((game, training.network), (other, "none"))
        score = timed_match(players, chosen.pairs, chosen.time, MOST_OPENING, 1, processors())
        last = training.generations[-1]
        table.row(spec, f"{last.games:,}", f"{kept}/{len(training.generations)}", f"{last.elo:.0f}", score)
        wanted = MARKS.get(spec, 0.5) if chosen.against == "none" else 0.5
        met = score.share >= wanted if wanted > 0.5 else score.interval[0] > 0.5
        what = f"{spec} after {chosen.minutes:g} minutes, {chosen.time:g} s"
        marks.append(Mark("learning", what, f"{score.share:.0%}", f"{wanted:.0%}", met))
    show(marks)


if __name__ == "__main__":
    main()
