"""Whether the 95 % interval of a match covers the true strength in 95 % of matches.

    python -m benchmarks.arena.intervals [section …]

Matches are simulated by chance, with a known strength, for several differences, numbers of games, shares of draws and
openings that favour one side more or less. Beside outplay's interval stands the usual one, the mean and 1.96 standard
errors, which is too narrow after few games and for lopsided matches.
"""

import argparse
import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from helpers.made_results import chance_pairs, chance_tournament, true_share

from benchmarks.library.report import Mark, Table, measure, progress
from outplay.arena.elo import NORMAL_95, score_of, share_from
from outplay.arena.ratings import rate
from outplay.arena.sprt import Sprt

ELOS = (0, 50, 100, 200, 400)
GAMES = (20, 50, 100, 300, 1000)
DRAWS = (0.0, 0.3, 0.7)
SPREADS = (0.0, 100.0, 300.0)
"""By how many Elo the worth of openings to the first player differs."""
MATCHES = 500
LEAST, MOST = 0.92, 0.98


class Cell(NamedTuple):
    elo: float
    games: int
    ours: float
    usual: float


def cells() -> Iterator[Cell]:
    chance = np.random.default_rng(5)
    kinds = [(e, g, d, s) for e in ELOS for g in GAMES for d in DRAWS for s in SPREADS]
    for done, (elo, games, draws, spread) in enumerate(kinds, 1):
        progress("matches", done, len(kinds))
        truth, pairs = true_share(elo, spread), games // 2
        first, second = chance_pairs(chance, elo, draws, spread, (MATCHES, pairs))
        points = first + second
        totals, squares = points.sum(axis=1), points.var(axis=1) * pairs
        ours = usual = 0
        for total, square in zip(totals.tolist(), squares.tolist(), strict=True):
            share = share_from(total, games, square, pairs)
            ours += share.low <= truth <= share.high
            usual += abs(share.share - truth) <= NORMAL_95 * math.sqrt(square) / games
        yield Cell(elo, games, ours / MATCHES, usual / MATCHES)


def matches() -> list[Mark]:
    found = list(cells())
    table = Table(
        ("share of matches covered", 26), *((f"{games} games", 11) for games in GAMES), ("least", 7), ("most", 7)
    )
    for name in ("ours", "usual"):
        for elo in ELOS:
            own = [[getattr(c, name) for c in found if (c.elo, c.games) == (elo, games)] for games in GAMES]
            every = [share for shares in own for share in shares]
            row = [f"{np.mean(shares):.3f}" for shares in own]
            table.row(f"{name}, {elo} Elo", *row, f"{min(every):.3f}", f"{max(every):.3f}")
    mean = float(np.mean([cell.ours for cell in found]))
    inside = sum(LEAST <= cell.ours <= MOST for cell in found)
    usual = sum(LEAST <= cell.usual <= MOST for cell in found)
    chance = f"{inside} of {len(found)} (usual interval: {usual})"
    return [
        Mark("matches", f"covered of {MATCHES * len(found):,}", f"{mean:.4f}", "0.94 to 0.96", 0.94 <= mean <= 0.96),
        Mark("matches", f"kinds of match with {LEAST} to {MOST}", chance, "all but 1 %", inside >= 0.99 * len(found)),
    ]


def tournaments() -> list[Mark]:
    chance = np.random.default_rng(6)
    table = Table(("tournaments", 26), ("pairs", 6), ("covered", 9))
    shares = []
    for players, pairs, number in ((4, 2, 150), (4, 20, 60), (8, 1, 120), (8, 5, 40), (16, 1, 40)):
        covered = []
        for done in range(number):
            progress(f"{players} players", done + 1, number)
            strengths = chance.normal(0, 150, players)
            strengths -= strengths.mean()
            results = chance_tournament(chance, strengths.tolist(), pairs)
            for row in rate(results, [str(i) for i in range(players)]).rows:
                low = -math.inf if row.elo_low is None else row.elo_low
                high = math.inf if row.elo_high is None else row.elo_high
                covered.append(low <= strengths[int(row.player)] <= high)
        shares.append(float(np.mean(covered)))
        table.row(f"{players} players, {number} times", pairs, f"{shares[-1]:.3f}")
    met = all(LEAST <= share <= MOST for share in shares)
    figure = f"{min(shares):.3f} to {max(shares):.3f}"
    return [Mark("tournaments", "ratings covered", figure, f"{LEAST} to {MOST}", met)]


def sprt() -> list[Mark]:
    chance = np.random.default_rng(7)
    test, number = Sprt(0, 100), 400
    wrong = []
    for elo, against in ((0, "H1"), (100, "H0")):
        share = score_of(elo)
        drawn = 0.6 * min(share, 1 - share)
        bad = pairs = 0
        for done in range(number):
            progress(f"test with {elo} Elo", done + 1, number)
            counts = [0] * 5
            state = test.state(counts)
            while not state.decided:
                thrown = chance.random(2)
                counts[int((thrown < share - drawn / 2).sum() + (thrown < share + drawn / 2).sum())] += 1
                state = test.state(counts)
            bad += state.decided == against
            pairs += state.pairs
        wrong.append(bad / number)
        print(f"{test}, true Elo {elo}: {bad} of {number} for {against}, {pairs / number:.1f} pairs in the mean")
    most = 0.05 + 2 * math.sqrt(0.05 * 0.95 / number)
    figure = " and ".join(f"{share:.3f}" for share in wrong)
    return [Mark("sprt", "wrong decisions", figure, f"<= {most:.3f}", max(wrong) <= most)]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    sections = {"matches": matches, "tournaments": tournaments, "sprt": sprt}
    parser.add_argument("section", nargs="*", help=f"{', '.join(sections)}; all if none is named")
    measure(parser.parse_args().section, sections, parser.error)
