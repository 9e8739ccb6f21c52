"""How balanced openings are: `python -m benchmarks.arena.openings [decided] [colours] [distinct]`.

Each kind of openings is measured in turns, in one run: random ones, the rule that was used before (the most even of
eight by a search of 1,000 nodes), and the present one.

decided   of the openings of a small board, how many a solve that is much longer than the judgement proves
colours   pairs of games between engines of different nodes from each opening: how often the same colour wins both, and
          how many openings are won by one colour in all their games
distinct  how many different positions 60 games begin from, in a match and in tournaments, symmetric ones counted once
"""

import argparse
import random
import time
from collections import Counter

from benchmarks.library.report import Mark, Table, measure, progress
from outplay.arena.games import Conditions, PlayedGame, ScheduledGame
from outplay.arena.openings import Opening, Openings
from outplay.arena.schedule import Extent, slots
from outplay.arena.workers import LocalWorkers
from outplay.core.limits import Limit
from outplay.core.machine import processors
from outplay.core.registry import game as find_game
from outplay.engine.engine import Engine

SMALL, LARGE = "mnk:6,6,4", "gomoku"
GAMES = 60
PLIES = 4
SOLVE = Limit(nodes=2_000_000)
OPENINGS = 24
NODES = ((3000, 4500), (4000, 6000), (5000, 7500))
"""The engines that play a pair of games from each opening: about equal, and different enough for different games."""
KINDS = ("random", "before", "balanced")


class Before(Openings):
    """The rule that was used before: the most even of eight by a short search, and one of score 0 at once."""

    engine: Engine | None = None

    def _new(self, generator: random.Random) -> Opening:
        best, least, tried = None, float("inf"), 0
        for _ in range(200):
            opening, position = self._walk(generator)
            if opening in self.used:
                continue
            tried += 1
            self.engine = self.engine or Engine(self.game, table_mb=1)
            self.engine.clear()
            analysis = self.engine.analyse(position, Limit(nodes=1000))
            decided = analysis.outcome is not None and analysis.outcome.winner is not None
            lean = 1e9 if decided else abs(analysis.score)
            if best is None or lean < least:
                best, least = opening, lean
            if tried == 8 or lean == 0:
                break
        return best or self._walk(generator)[0]


def openings_of(kind: str, spec: str, seed: int) -> Openings:
    game = find_game(spec)
    if kind == "before":
        return Before(game, f"balanced:{PLIES}", seed)
    return Openings(game, f"{kind}:{PLIES}", seed)


def decided() -> list[Mark]:
    """The openings of a match on the small board, solved."""
    engine = Engine(find_game(SMALL))
    table = Table((f"{GAMES // 2} openings of {SMALL}", 28), ("won", 6), ("drawn", 6), ("open", 6), ("s each", 7))
    marks = []
    for kind in KINDS:
        openings, found = openings_of(kind, SMALL, 1), Counter[str]()
        began = time.perf_counter()
        made = [openings[number] for number in range(GAMES // 2)]
        took = (time.perf_counter() - began) / len(made)
        for number, opening in enumerate(made, 1):
            engine.clear()
            outcome = engine.analyse(openings.after(opening), SOLVE).outcome
            found["open" if outcome is None else "drawn" if outcome.winner is None else "won"] += 1
            progress(f"solved, {kind}", number, len(made))
        table.row(kind, found["won"], found["drawn"], found["open"], f"{took:.2f}")
        if kind == "balanced":
            share = found["won"] / len(made)
            marks.append(Mark("decided", f"won by one side, {SMALL}", f"{share:.0%}", "<= 10 %", share <= 0.1))
    return marks


def grouped(values: list[int | None], size: int) -> list[list[int | None]]:
    return [values[start : start + size] for start in range(0, len(values), size)]


def games_of(kind: str) -> tuple[list[ScheduledGame], float]:
    """All games of a kind, those of an opening and those of a pair one after the other; and the seconds an opening
    took."""
    openings, began = openings_of(kind, LARGE, 1), time.perf_counter()
    made = [openings[number] for number in range(OPENINGS)]
    took = (time.perf_counter() - began) / OPENINGS
    games = list[ScheduledGame]()
    for opening in made:
        for nodes in NODES:
            for first, second in (nodes, nodes[::-1]):
                specs = f"engine:nodes={first}", f"engine:nodes={second}"
                games.append(ScheduledGame(len(games) + 1, 1, LARGE, *specs, *specs, opening, 0, Conditions()))
    return games, took


def winners_of(games: list[ScheduledGame], what: str) -> list[int | None]:
    winners: dict[int, int | None] = {}
    workers, waiting = LocalWorkers(processors()), list(games)
    try:
        while len(winners) < len(games):
            while waiting and len(workers.busy) < workers.size:
                workers.submit(waiting.pop(0))
            for game, played in workers.finished(1.0):
                assert isinstance(played, PlayedGame), played
                winners[game.number] = played.result.winner
                progress(what, len(winners), len(games))
    finally:
        workers.close(kill=True)
    return [winners[game.number] for game in games]


def colours() -> list[Mark]:
    """Pairs of games on the large board. Of equal players one colour wins half of all pairs if openings are even."""
    heads = (("same colour", 12), ("of pairs", 9), ("one colour all", 15), ("of openings", 12), ("s each", 7))
    table = Table((f"{OPENINGS} openings of {LARGE}", 28), *heads)
    marks = []
    for kind in KINDS:
        games, took = games_of(kind)
        winners = winners_of(games, f"played, {kind}")
        pairs = grouped(winners, 2)
        same = sum(one == other and one is not None for one, other in pairs)
        one_sided = sum(len(set(group)) == 1 for group in grouped(winners, 2 * len(NODES)))
        table.row(kind, same, len(pairs), one_sided, OPENINGS, f"{took:.2f}")
        if kind == "balanced":
            share = same / len(pairs)
            marks.append(Mark("colours", f"same colour won both, {LARGE}", f"{share:.0%}", "<= 60 %", share <= 0.6))
    return marks


def distinct() -> list[Mark]:
    """What 60 games begin from, as a match, as a round robin of six, and as one of eleven (55 pairings of one game)."""
    shapes = {"match": (2, 60), "6 players, 4 games each": (6, 4), "11 players, 1 game each": (11, 1)}
    table = Table((f"different openings, {SMALL}", 28), ("games", 7), ("openings", 9))
    marks = []
    for what, (players, games) in shapes.items():
        openings = openings_of("balanced", SMALL, 2)
        numbers = [slot.opening for slot in slots("round-robin", [Extent(players, 1)], games)]
        found = {openings.key(openings.after(openings[number])) for number in numbers}
        wanted = len(numbers) if games == 1 else len(numbers) // 2
        table.row(what, len(numbers), len(found))
        marks.append(Mark("distinct", what, str(len(found)), str(wanted), len(found) >= wanted))
    return marks


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sections", nargs="*", help="decided, colours, distinct; all if none is named")
    measure(parser.parse_args().sections, {"decided": decided, "colours": colours, "distinct": distinct}, parser.error)


if __name__ == "__main__":
    main()
