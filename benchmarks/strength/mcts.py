"""Monte Carlo tree search against the engine without evaluation: what random games are worth where nothing is known.

    python -m benchmarks.strength.mcts
    python -m benchmarks.strength.mcts --game kalah:6,4 --games 40 --player mcts:exploration=50

Both think for the same time. Every opening is a few random moves after which nobody can win at once, and is played with
both colours. The engine is told nothing but the rules: no evaluation and no settled margin. Points are those of the
tree search, with their 95 % interval.
"""

import argparse
from dataclasses import replace

import outplay
from benchmarks.library.positions import after, drawn, quiet
from benchmarks.library.report import Mark, Table, progress, show
from outplay import Heuristics, Limit, Position
from outplay.core.intervals import wilson
from outplay.players import player
from outplay.players.engine import EnginePlayer
from outplay.players.player import Player

GAMES = ("hex:7", "othello")
"""The games of the mark: ahead of the engine without evaluation at 0.1 s a move."""


def played(start: Position, pair: tuple[Player, Player], colour: int, limit: Limit, seed: int) -> float:
    """The points of the first player of a pair, which has this colour."""
    for side, chooser in enumerate(pair):
        chooser.new_game(start, side if colour == 0 else 1 - side, seed)
    position = start
    while (outcome := position.outcome()) is None:
        chooser = pair[position.to_move != colour]
        position = position.play(chooser.choose(position, limit).move)
    return 0.5 if outcome.winner is None else float(outcome.winner == colour)


def match(spec: str, games: int, seconds: float, plies: int, chosen: str, against: str) -> list[float]:
    """The points of a player in each game."""
    game = outplay.game(spec)
    own = player(chosen, game)
    other = player(against, game) if against else EnginePlayer(replace(game, heuristics=Heuristics()))
    limit, points = Limit(time=seconds), list[float]()
    for number, start in enumerate(drawn(game, games // 2, after(plies), quiet)):
        points += [played(start, (own, other), colour, limit, number) for colour in (0, 1)]
        progress(f"{spec}, games", len(points), games)
    return points


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", action="append", help=f"what is played ({', '.join(GAMES)})")
    parser.add_argument("--games", type=int, default=40, help="games of each (%(default)s)")
    parser.add_argument("--time", type=float, default=0.12, help="seconds a move; 0.02 are kept back (%(default)s)")
    parser.add_argument("--plies", type=int, default=4, help="random moves of an opening (%(default)s)")
    parser.add_argument("--player", default="mcts", help="the player that gets the points (%(default)s)")
    parser.add_argument("--against", default="", help="another opponent than the engine without evaluation")
    chosen = parser.parse_args()
    table = Table(("game", 16), ("games", 6), ("won", 6), ("drawn", 6), ("lost", 6), ("points", 8), ("95 %", 14))
    marks = []
    for spec in chosen.game or GAMES:
        points = match(spec, chosen.games, chosen.time, chosen.plies, chosen.player, chosen.against)
        low, high = wilson(sum(points), len(points))
        counts = [points.count(point) for point in (1.0, 0.5, 0.0)]
        interval = f"{low:.0%} to {high:.0%}"
        table.row(spec, len(points), *counts, f"{sum(points):g}", interval)
        marks.append(
            Mark("mcts", f"{spec}, {chosen.time:g} s", f"{sum(points) / len(points):.0%}", "> 50 %", low > 0.5)
        )
    show(marks)


if __name__ == "__main__":
    main()
