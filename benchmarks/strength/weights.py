"""Whether other weights of a game's evaluation play better: a match of the engine against itself.

    python -m benchmarks.strength.weights kalah:6,4 EXTRA_TURN=1000 CAPTURE=0
    python -m benchmarks.strength.weights squatter:7 --without order

Both sides search the same number of nodes a move, so the result depends on nothing but the seed. Every opening is
random and is played twice, once by each side. Points are those of the altered game.
"""

import argparse
import random
import sys
from dataclasses import replace
from typing import Any

import outplay
from outplay import Engine, Game, Limit, Position
from outplay.core.intervals import wilson


def altered(spec: str, weights: dict[str, int], without: list[str], table_mb: int) -> Engine:
    """The engine for a game whose module has other numbers, or that does not offer some of its functions."""
    name = spec.split(":")[0]
    outplay.game(spec)  # imports all that it consists of
    modules = [module for place, module in sys.modules.items() if place.startswith(f"outplay.games.{name}")]
    homes = {weight: module for weight in weights for module in modules if hasattr(module, weight)}
    if missing := sorted(set(weights) - set(homes)):
        sys.exit(f"{name} has no weight {missing[0]}")
    changes: dict[str, Any] = dict.fromkeys(without)
    kept = {weight: getattr(module, weight) for weight, module in homes.items()}
    try:
        for weight, module in homes.items():
            setattr(module, weight, weights[weight])
        game = outplay.game(spec)
        return Engine(replace(game, heuristics=replace(game.heuristics, **changes)), table_mb, net="none")
    finally:
        for weight, module in homes.items():
            setattr(module, weight, kept[weight])


def opening(game: Game, generator: random.Random, least: int, most: int) -> Position:
    """A position after some random moves."""
    while True:
        position = game.start()
        for _ in range(generator.randint(least, most)):
            if not position.outcome():
                position = position.play(generator.choice(position.moves()))
        if not position.outcome():
            return position


def played(position: Position, engines: tuple[Engine, Engine], nodes: int) -> int:
    """The margin for the first engine, which has the first player's side."""
    for engine in engines:
        engine.clear()
    while not (outcome := position.outcome()):
        engine = engines[position.to_move]
        found = engine.analyse(engine.game.position(position.text), Limit(nodes=nodes))
        position = position.play(found.move)
    return outcome.margin if outcome.winner == 0 else -outcome.margin


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("spec")
    parser.add_argument("weights", nargs="*", help="NAME=number, as in the game's file")
    parser.add_argument("--without", action="append", default=[], help="evaluate, order or left")
    parser.add_argument("--nodes", type=int, default=10_000)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--opening", type=int, nargs=2, default=(2, 6), metavar=("LEAST", "MOST"))
    options = parser.parse_args()
    weights = {name: int(number) for name, number in (word.split("=") for word in options.weights)}
    other, own = altered(options.spec, weights, options.without, 8), altered(options.spec, {}, [], 8)
    generator = random.Random(options.seed)
    margins: list[int] = []
    while len(margins) < options.games:
        start = opening(own.game, generator, *options.opening)
        margins += [played(start, (other, own), options.nodes), -played(start, (own, other), options.nodes)]
    points = sum((margin > 0) + 0.5 * (margin == 0) for margin in margins)
    low, high = wilson(points, len(margins))
    words = " ".join([*options.weights, *(f"without {name}" for name in options.without)]) or "the same"
    print(
        f"{options.spec} {words}: {points:g} points of {len(margins)} ({low:.0%} to {high:.0%}), "
        f"{sum(m < 0 for m in margins)} lost, mean margin {sum(margins) / len(margins):+.2f}"
    )


if __name__ == "__main__":
    main()
