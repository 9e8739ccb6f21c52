"""How much of a match is decided by its openings: the score of a player that searches ever longer.

    python -m benchmarks.strength.ceiling connect-four --pairs 25 --nodes 100000 --times 1 4 16

The engine with its network plays the engine that knows the rules alone, which searches NODES nodes a move, and itself
searches so many TIMES as many. The openings are those of `benchmarks.strength.learning`. Openings of which both colours
are won stay the same however long it searches: a share of the points that no longer rises is the best possible one.
"""

import argparse
import random

import outplay
from benchmarks.library.report import Table
from outplay import Engine, Limit, Position
from outplay.learn.match import TABLE_MB, random_opening, score_of
from outplay.learn.self_play import rules_only
from outplay.learn.train import MOST_OPENING


def result(position: Position, engines: list[Engine], nodes: list[int]) -> int:
    """Plays a game: 1 if the first player wins, -1 if the second does, else 0."""
    for engine in engines:
        engine.clear()
    while not (outcome := position.outcome()):
        side = position.to_move
        position = position.play(engines[side].analyse(position, Limit(nodes=nodes[side])).move)
    return 0 if outcome.winner is None else 1 - 2 * outcome.winner


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", help="the game that is played")
    parser.add_argument("--net", default="auto", help="the network (%(default)s)")
    parser.add_argument("--pairs", type=int, default=25, help="pairs of games (%(default)s)")
    parser.add_argument("--nodes", type=int, default=100_000, help="nodes a move of the opponent (%(default)s)")
    parser.add_argument("--times", type=int, nargs="+", default=[1, 4, 16], help="how many times as many (%(default)s)")
    chosen = parser.parse_args()
    game = outplay.game(chosen.game)
    engine, other = Engine(game, TABLE_MB, net=chosen.net), Engine(rules_only(game), TABLE_MB, net="none")
    rng = random.Random(1)
    starts = [random_opening(game, MOST_OPENING, rng) for _ in range(chosen.pairs)]
    table = Table(("times", 6), ("score", 40), ("won twice", 10), ("won once", 9), ("lost twice", 10))
    for times in chosen.times:
        pairs = []
        for start in starts:
            first = result(start, [engine, other], [times * chosen.nodes, chosen.nodes])
            pairs.append((first, -result(start, [other, engine], [chosen.nodes, times * chosen.nodes])))
        twice, never = (sum(pair == (end, end) for pair in pairs) for end in (1, -1))
        once = sum(sum(pair) == 0 and pair != (0, 0) for pair in pairs)
        table.row(times, score_of([one for pair in pairs for one in pair]), twice, once, never)


if __name__ == "__main__":
    main()
