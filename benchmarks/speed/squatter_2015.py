"""What the Squatter player of 2015 takes for its games: `python -m benchmarks.speed.squatter_2015 [SIZE] [GAMES]`

It plays against `random`, and against itself after a few random moves, since it always plays the same game otherwise.
The course of 2015 gave a player about 10 seconds for all its moves of a game on 7×7, and 7.5 on 6×6. Seconds are those
of the processor, so that other programs on the machine do not count; nor does the time to compile.
"""

import argparse
import random
import time
from collections import defaultdict
from typing import NamedTuple

import outplay
from benchmarks.library.report import Table, progress
from outplay.core.game import Game, Position
from outplay.players import player
from outplay.players.founding.squatter_2015 import Squatter2015

RANDOM_MOVES = 4


class Search(NamedTuple):
    """One choice of the player."""

    free: int
    depth: int
    nodes: int
    seconds: float


def against_random(game: Game, seed: int) -> list[list[Search]]:
    """The searches of its one side."""
    ours, other = Squatter2015(game), player("random", game, seed)
    position, searches = game.start(), []
    while not position.outcome():
        if position.to_move == seed % 2:
            move, search = searched(ours, position)
            searches.append(search)
        else:
            move = other.choose(position).move
        position = position.play(move)
    return [searches]


def against_itself(game: Game, seed: int) -> list[list[Search]]:
    """The searches of both sides."""
    generator = random.Random(seed)
    position = game.start()
    for _ in range(RANDOM_MOVES):
        position = position.play(generator.choice(position.moves()))
    sides = Squatter2015(game), Squatter2015(game)
    searches: list[list[Search]] = [[], []]
    while not position.outcome():
        side = position.to_move
        move, search = searched(sides[side], position)
        searches[side].append(search)
        position = position.play(move)
    return searches


def searched(ours: Squatter2015, position: Position) -> tuple[int, Search]:
    began = time.process_time()
    move = ours.choose(position).move
    return move, Search(ours.free, ours.reached, ours.nodes, time.process_time() - began)


def measured(size: int, games: int) -> dict[str, list[list[Search]]]:
    """By opponent the searches of each side that it played, game by game."""
    game = outplay.game(f"squatter:{size}")
    found: dict[str, list[list[Search]]] = {"random": [], "itself": []}
    for seed in range(games):
        found["random"] += against_random(game, seed)
        found["itself"] += against_itself(game, seed)
        progress(f"squatter:{size}", seed + 1, games)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("size", type=int, nargs="?", default=7, help="rows of the board (%(default)s)")
    parser.add_argument("games", type=int, nargs="?", default=20, help="games against each opponent (%(default)s)")
    chosen = parser.parse_args()
    found = measured(chosen.size, chosen.games)
    table = Table(("seconds of a side in a game", 30), ("sides", 7), ("mean", 8), ("worst", 8), ("worst move", 12))
    for opponent, sides in found.items():
        games_seconds = [sum(search.seconds for search in side) for side in sides]
        slowest = max(search.seconds for side in sides for search in side)
        mean = sum(games_seconds) / len(sides)
        table.row(f"against {opponent}", len(sides), f"{mean:.2f}", f"{max(games_seconds):.2f}", f"{slowest:.2f}")
    print()
    by_free: dict[int, list[Search]] = defaultdict(list)
    for search in (search for sides in found.values() for side in sides for search in side):
        by_free[search.free].append(search)
    table = Table(("free cells", 12), ("depth", 7), ("mean nodes", 14), ("most nodes", 14), ("mean seconds", 14))
    for free, searches in sorted(by_free.items(), reverse=True):
        nodes = [search.nodes for search in searches]
        seconds = sum(search.seconds for search in searches) / len(searches)
        table.row(free, searches[0].depth, f"{sum(nodes) // len(nodes):,}", f"{max(nodes):,}", f"{seconds:.4f}")


if __name__ == "__main__":
    main()
