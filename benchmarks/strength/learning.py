"""What a network is worth that was trained for some minutes, against the same engine without evaluation.

    python -m benchmarks.strength.learning
    python -m benchmarks.strength.learning kalah:6,4 --minutes 20 --nodes 1000 --against own --time 0.1 --pairs 100
    python -m benchmarks.strength.learning kalah:6,4 --net auto --against own --time 0.1 --pairs 100

Each game is trained from nothing into a temporary folder, unless `--net` names a network that there is. Then the engine
with the network plays the engine that knows the rules alone (or, with `--against own`, the one with the game's own
evaluation), at the same time a move, from random openings with both colours. As many games are played at a time as
there are workers. The score is printed after every twenty games; the interval counts a draw as half a game won, and the
chance is that of a score as high or higher if the games that are not drawn were won by either side as often.
"""

import argparse
import math
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

import outplay
from benchmarks.library.report import Mark, Table, show
from outplay import Game
from outplay.core.machine import processors
from outplay.core.network import Network
from outplay.engine.networks import find_network
from outplay.learn.match import Score, timed_match
from outplay.learn.self_play import rules_only
from outplay.learn.train import MOST_OPENING, Training, train

MARKS = {"othello": 0.97, "connect-four": 0.80, "breakthrough:6": 0.90, "hex:7": 0.85, "dots-and-boxes:4,4": 0.75}
"""The share of the points that is wanted after 5 minutes."""
CERTAIN = 0.025
"""The largest chance with which a network counts as better than the game's own evaluation."""


class Learned(NamedTuple):
    """A network, and columns of the table that tell how it was trained."""

    network: Network
    columns: tuple[str, str, str]


def found(game: Game, net: str) -> Learned:
    """The network that there is; ends the program if there is none."""
    network = find_network(game, net).network
    if network is None:
        sys.exit(f"there is no network for {game}")
    about = network.about
    return Learned(network, (f"{about['games']:,}", "", f"{about['elo']:.0f}"))


def learned(spec: str, how: dict[str, Any], minutes: float) -> Learned:
    """The network of a new training."""
    training = trained(spec, minutes, how)
    if training.network is None:
        sys.exit(f"no network for {spec} was better than no evaluation")
    kept, last = sum(one.kept for one in training.generations), training.generations[-1]
    return Learned(training.network, (f"{last.games:,}", f"{kept}/{len(training.generations)}", f"{last.elo:.0f}"))


def chance(score: Score) -> float:
    """The chance of so many games won, of those that are not drawn, if both sides won as often."""
    decided = score.won + score.lost
    return float(sum(math.comb(decided, won) for won in range(score.won, decided + 1)) / 2**decided)


def tell(score: Score) -> None:
    if score.games % 20 == 0:
        print(f"  {score.games} games: {score}", file=sys.stderr, flush=True)


def trained(spec: str, minutes: float, how: dict[str, Any]) -> Training:
    """A training from nothing; its network is not kept."""
    with tempfile.TemporaryDirectory() as folder:
        return train(outplay.game(spec), minutes, Path(folder) / "network", measure=False, **how)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(MARKS), help=f"what is trained ({', '.join(MARKS)})")
    parser.add_argument("--minutes", type=float, default=5.0, help="minutes of training (%(default)s)")
    parser.add_argument("--nodes", type=int, help="nodes that self-play searches for a move")
    parser.add_argument("--workers", type=int, default=processors(), help="threads (%(default)s)")
    parser.add_argument("--net", help="trains nothing: a network's file, or auto for the one that the engine uses")
    parser.add_argument("--pairs", type=int, default=50, help="pairs of games of a match (%(default)s)")
    parser.add_argument("--time", type=float, default=0.05, help="seconds a move (%(default)s)")
    parser.add_argument("--against", choices=("none", "own"), default="none", help="the opponent's evaluation")
    chosen = parser.parse_args()
    how = {"workers": chosen.workers} | ({} if chosen.nodes is None else {"nodes": chosen.nodes})
    table = Table(("game", 20), ("games", 9), ("kept", 6), ("Elo", 6), ("score", 40), ("chance", 8))
    marks = []
    for spec in chosen.games:
        game = outplay.game(spec)
        net = found(game, chosen.net) if chosen.net else learned(spec, how, chosen.minutes)
        other = game if chosen.against == "own" else rules_only(game)
        players = ((game, net.network), (other, "none"))
        score = timed_match(players, chosen.pairs, chosen.time, MOST_OPENING, 1, chosen.workers, tell)
        table.row(spec, *net.columns, score, f"{chance(score):.4f}")
        wanted = MARKS.get(spec, 0.5) if chosen.against == "none" else 0.5
        met = score.share >= wanted if wanted > 0.5 else chance(score) < CERTAIN
        how_long = "with --net" if chosen.net else f"after {chosen.minutes:g} minutes"
        what = f"{spec} {how_long}, {chosen.time:g} s"
        marks.append(Mark("learning", what, f"{score.share:.0%}", f"{wanted:.0%}", met))
    show(marks)


if __name__ == "__main__":
    main()
