"""How fast OpenSpiel's games are searched here, beside OpenSpiel's own searches of them.

    python -m benchmarks.speed.openspiel_games
    python -m benchmarks.speed.openspiel_games "go(board_size=9)" --playouts 500 --depth 2

Our searches run as plain Python on OpenSpiel's rules. Beside Monte Carlo tree search stands OpenSpiel's MCTSBot, which
is C++ with the same number of playouts, and beside alpha-beta its search in Python, to the same depth, with the same
value of 0 at the horizon and the same nodes. All four run in turn, from the start of the game, and the best of some
runs counts. There is no mark: the figures are to be told. It needs the extra [peers].
"""

import argparse
import os
import time

import pyspiel

from benchmarks.library.measure import Run, Runner, alternate, expect, timed
from benchmarks.library.open_spiel_peer import OpenSpiel
from benchmarks.library.report import Table
from outplay import Limit
from outplay.bridges.openspiel import game
from outplay.engine.kernels import Plain
from outplay.engine.mcts import TreeSearch

GAMES = ("tic_tac_toe", "connect_four", "breakthrough", "othello", "chess", "hex(board_size=7)")


def tree_searches(name: str, playouts: int) -> list[Runner]:
    """Ours, and OpenSpiel's."""
    ours, theirs = game(name).start(), pyspiel.load_game(name)
    search = TreeSearch(ours.game, 16)
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(theirs, evaluator, 2.0, playouts, 256, False, 1, False)

    def here() -> Run:
        search.clear()
        return timed(lambda: search.analyse(ours, Limit(nodes=playouts)).playouts)

    def there() -> int:
        bot.mcts_search(theirs.new_initial_state())
        return playouts

    return [here, lambda: timed(there)]


def plain_searches(name: str, depth: int) -> list[Runner]:
    """Ours, and OpenSpiel's."""
    ours, plain = game(name).start(), Plain(game(name))
    return [lambda: timed(lambda: plain.search(ours, depth).nodes), OpenSpiel(name, depth).run]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", default=GAMES, help=f"what is measured ({', '.join(GAMES)})")
    parser.add_argument("--playouts", type=int, default=300, help="playouts of a run (%(default)s)")
    parser.add_argument("--depth", type=int, default=5, help="depth of alpha-beta (%(default)s)")
    parser.add_argument("--turns", type=int, default=5, help="runs of each (%(default)s)")
    chosen = parser.parse_args()
    print(f"load {os.getloadavg()[0]:.1f} at {time.strftime('%H:%M')}; a second, best of {chosen.turns}")
    table = Table(
        ("game", 20), ("playouts", 10), ("MCTSBot", 10), ("ratio", 7), ("nodes", 10), ("theirs", 10), ("ratio", 7)
    )
    for name in chosen.names:
        runs = alternate([*tree_searches(name, chosen.playouts), *plain_searches(name, chosen.depth)], chosen.turns)
        expect(name, runs[2].nodes, runs[3].nodes)
        cells = []
        for ours, theirs in (runs[:2], runs[2:]):
            cells += [f"{ours.rate:,.0f}", f"{theirs.rate:,.0f}", f"{ours.rate / theirs.rate:.2f}"]
        table.row(name, *cells)


if __name__ == "__main__":
    main()
