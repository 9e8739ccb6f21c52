"""Puts a trained network into the package, so that it comes with outplay.

    python -m scripts.ship_network kalah:6,4 kalah.network --against-own 0.58
    python -m scripts.ship_network kalah:6,4 src/outplay/networks/kalah-6-4-fda9c6fa553d.network --same-rules

The file must have been trained for the present rules of the game. With `--same-rules` it need not: then the network is
written with the digest of the present rules, which is right only where their source was rewritten and every position
is shown to the network as before. A former network of the same game is removed. `--against-own` is the share of the
points in a match at equal time against the game's own evaluation, where there is one; it stands in the file.
"""

import argparse
from dataclasses import replace
from pathlib import Path

import outplay
from outplay import BadNetwork, Game
from outplay.core.network import Network, load_network
from outplay.engine.networks import AGAINST_OWN, SHIPPED, file_name, fitting, rules_digest, same


def ship(game: Game, network: Network, folder: Path = SHIPPED) -> Path:
    """Writes the network into the folder under the name by which it is found; returns its path."""
    path = folder / file_name(game)
    fitting(network, game, "this network").save(path)
    for former in folder.iterdir():
        if same(former, game) and former != path:
            former.unlink()
    return path


def renewed(network: Network, game: Game) -> Network:
    """The network with the digest of the present rules."""
    return replace(network, about=network.about | {"rules": rules_digest(game), "game": str(game)})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("file", type=Path)
    parser.add_argument("--against-own", type=float, help="share of the points against the game's own evaluation")
    parser.add_argument("--same-rules", action="store_true", help="only the source of the rules has changed")
    chosen = parser.parse_args()
    try:
        game, network = outplay.game(chosen.game), load_network(chosen.file)
        if chosen.same_rules:
            network = renewed(network, game)
        if chosen.against_own is not None:
            network = replace(network, about=network.about | {AGAINST_OWN: chosen.against_own})
        path = ship(game, network)
    except (BadNetwork, outplay.BadSpec) as error:
        raise SystemExit(str(error)) from None
    print(f"{path} ({path.stat().st_size / 1000:.0f} kB)")


if __name__ == "__main__":
    main()
