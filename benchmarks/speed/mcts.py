"""Playouts a second of Monte Carlo tree search, beside bare random games from the same position.

    python -m benchmarks.speed.mcts
    python -m benchmarks.speed.mcts hex:7 othello --playouts 50000

Both run in turn on one core, and the best of some runs counts, so that a slow moment of the machine meets both. A run
of the tree search begins with an empty tree. Memory that was never used before costs time, so the first run is slower.
The mark is that of Connect Four.
"""

import argparse

import outplay
from benchmarks.library.measure import Run, alternate, judged, timed
from benchmarks.library.report import Table
from outplay import Limit
from outplay.engine.kernels import RandomGames
from outplay.engine.mcts import TreeSearch

GAMES = ("connect-four", "hex:7", "othello", "kalah:6,4")
MARKS = {"connect-four": 700_000}
"""Playouts a second with the tree."""


def measured(spec: str, playouts: int, table_mb: int, turns: int) -> tuple[Run, Run, TreeSearch]:
    """The best run of bare random games and of the tree search, each of so many playouts; and the search."""
    start = outplay.game(spec).start()
    games, search = RandomGames(start), TreeSearch(start.game, table_mb)

    def bare() -> Run:
        return timed(lambda: len(games.play(playouts).plies))

    def with_tree() -> Run:
        search.clear()
        return timed(lambda: search.analyse(start, Limit(nodes=playouts)).playouts)

    best_bare, best_tree = alternate([bare, with_tree], turns)
    return best_bare, best_tree, search


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=GAMES, help=f"what is measured ({', '.join(GAMES)})")
    parser.add_argument("--playouts", type=int, default=300_000, help="playouts of a run (%(default)s)")
    parser.add_argument("--table", type=int, default=256, help="MB of the tree (%(default)s)")
    parser.add_argument("--turns", type=int, default=5, help="runs of each (%(default)s)")
    chosen = parser.parse_args()
    table = Table(("game", 16), ("bare/s", 12), ("tree/s", 12), ("ratio", 6), ("depth", 6), ("nodes", 10), ("mark", 14))
    for spec in chosen.games:
        bare, tree, search = measured(spec, chosen.playouts, chosen.table, chosen.turns)
        found = search.analyse(search.game.start(), Limit(nodes=1))
        mark = f"{MARKS[spec]:,} {judged(tree.rate, MARKS[spec])}" if spec in MARKS else ""
        search.clear()
        depth = search.analyse(search.game.start(), Limit(nodes=chosen.playouts)).depth
        rates = (f"{bare.rate:,.0f}", f"{tree.rate:,.0f}", f"{tree.rate / bare.rate:.2f}")
        table.row(spec, *rates, f"{depth:.1f}", f"{found.nodes:,}", mark)


if __name__ == "__main__":
    main()
