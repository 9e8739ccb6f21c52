"""What choices of the training are worth: networks of other widths and with other targets, from the same games.

    python -m benchmarks.strength.choices connect-four --net FILE --games 12000
    python -m benchmarks.strength.choices othello --net FILE --games 4000 --pairs 40

The network in FILE plays games against itself once. From their positions a network is trained for each choice, from
nothing, and plays a match at equal time against the one with the usual choices. `outcome` is the share of the game's
end in the target; the rest is the score of the search.
"""

import argparse
from typing import NamedTuple

import numpy as np

import outplay
from benchmarks.library.report import Table
from outplay import Game
from outplay.core.arrays import Ints
from outplay.core.network import Network, NetworkShape
from outplay.engine.networks import find_network, rules_digest
from outplay.learn.examples import View, examples_of, view_of
from outplay.learn.match import timed_match
from outplay.learn.self_play import Limits, SelfPlay, rules_only
from outplay.learn.symmetry import find_symmetries
from outplay.learn.train import GRAINS, HIDDEN, MOST_OPENING, NODES, OUTCOME_SHARE
from outplay.learn.training import Trainer, network_of, new_weights

EPOCHS = 6
MOST_PLIES = 1000


class Choice(NamedTuple):
    name: str
    hidden: int = HIDDEN
    outcome: float = OUTCOME_SHARE
    symmetries: bool = True


CHOICES = (
    Choice("32 units", hidden=32),
    Choice("128 units", hidden=128),
    Choice("outcome alone", outcome=1.0),
    Choice("outcome 0.3", outcome=0.3),
    Choice("score alone", outcome=0.0),
    Choice("no symmetries", symmetries=False),
)


def trained(game: Game, rows: Ints, view: View, choice: Choice) -> tuple[Network, float]:
    """A network trained from nothing on these positions, and its loss as a share of the targets' variance."""
    shape = NetworkShape(game.input_widths, choice.hidden, 1, 1)
    view = view if choice.symmetries else view._replace(keeping=())
    examples = examples_of(rows, view, shape)
    scale = max(1.0, float(np.abs(examples.margin).max()))
    score, margin = (np.clip(one, -scale, scale) for one in (examples.score, examples.margin))
    targets = ((choice.outcome * margin + (1 - choice.outcome) * score) / scale).astype(np.float32)
    rng = np.random.default_rng(1)
    weights = new_weights(view, shape, rng)
    loss = Trainer(view, shape, rng).fit(weights, examples, targets, EPOCHS) / float(np.var(targets))
    network = network_of(weights, view, shape, scale, max(1, round(scale * 1000 / GRAINS)))
    network.about["rules"] = rules_digest(game)
    return network, loss


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", help="the game that is played")
    parser.add_argument("--net", default="auto", help="the network that plays the games (%(default)s)")
    parser.add_argument("--games", type=int, default=8000, help="games to learn from (%(default)s)")
    parser.add_argument("--pairs", type=int, default=50, help="pairs of games of each match (%(default)s)")
    parser.add_argument("--time", type=float, default=0.02, help="seconds a move of each match (%(default)s)")
    parser.add_argument("--workers", type=int, default=1, help="games at a time (%(default)s)")
    chosen = parser.parse_args()
    game = rules_only(outplay.game(chosen.game))
    network = find_network(game, chosen.net).network
    if network is None:
        raise SystemExit(f"there is no network for {game}")
    limits = Limits(NODES, MOST_OPENING, MOST_PLIES)
    player = SelfPlay(game, network.shape, chosen.workers)
    rows = player.play((network, network), limits, 1, chosen.games).rows
    view = view_of(game, find_symmetries(game))
    usual, loss = trained(game, rows, view, Choice("usual"))
    print(
        f"{chosen.games:,} games, {len(rows):,} positions; usual: {HIDDEN} units, outcome {OUTCOME_SHARE}, {loss:.3f}"
    )
    table = Table(("choice", 16), ("loss", 6), ("against the usual one", 40))
    for choice in CHOICES:
        other, loss = trained(game, rows, view, choice)
        players = ((game, other), (game, usual))
        score = timed_match(players, chosen.pairs, chosen.time, MOST_OPENING, 2, chosen.workers)
        table.row(choice.name, f"{loss:.3f}", score)


if __name__ == "__main__":
    main()
