"""A report on many games: what each player gave away a move, in which part of the game, and which moves lost most."""

import queue
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import groupby
from typing import NamedTuple

from outplay.core.limits import Limit
from outplay.core.records import SIDES, Record
from outplay.engine.engine import Engine
from outplay.engine.networks import Found
from outplay.tools.named_games import Numbered
from outplay.tools.report import Report, Step, View, report, views

PHASES = ("opening", "middle", "end")
"""The thirds of the moves of a game that its players chose themselves."""


class GameReport(NamedTuple):
    """The report on one game of many, with its number."""

    number: int
    record: Record
    report: Report
    net: Found = Found(None)
    """The network that evaluated."""

    @property
    def players(self) -> tuple[str, str]:
        """The names of both players; their sides where the record has no names."""
        return self.record.first or SIDES[0], self.record.second or SIDES[1]


class Losses(NamedTuple):
    """What some moves gave away together."""

    moves: int = 0
    judged: int = 0
    loss: float = 0.0
    mistakes: int = 0
    results_lost: int = 0

    @property
    def per_move(self) -> float | None:
        """What was given away a move, of the moves that are judged; None if there are none."""
        return self.loss / self.judged if self.judged else None

    def plus(self, other: "Losses") -> "Losses":
        return Losses(
            self.moves + other.moves,
            self.judged + other.judged,
            self.loss + other.loss,
            self.mistakes + other.mistakes,
            self.results_lost + other.results_lost,
        )


class PlayerLosses(NamedTuple):
    """What a player gave away in its games, in each phase, and as the first and the second player."""

    player: str
    games: int
    phases: tuple[Losses, Losses, Losses]
    sides: tuple[Losses, Losses]

    @property
    def all(self) -> Losses:
        return self.sides[0].plus(self.sides[1])


def game_reports(
    games: Sequence[Numbered], limit: Limit, table_mb: int, net: str, workers: int, advance: Callable[[int], None]
) -> Iterator[GameReport]:
    """A report on each game, in their order; `workers` games are analysed at a time, each by an engine of its own.

    Nothing that was found in one game is used for another, so each report is the same as that on the game alone.
    `advance` is called with 1 after each position, from several threads.
    """
    for _, same_game in groupby(games, lambda game: str(game[1].game)):
        yield from reports_of_one_game(list(same_game), limit, table_mb, net, workers, advance)


def reports_of_one_game(
    games: Sequence[Numbered], limit: Limit, table_mb: int, net: str, workers: int, advance: Callable[[int], None]
) -> Iterator[GameReport]:
    """The same for records of one game, all with the same object of its rules."""
    engines = [Engine(games[0][1].game, table_mb, net=net) for _ in range(min(workers, len(games)))]
    free: queue.SimpleQueue[Engine] = queue.SimpleQueue()
    for engine in engines:
        free.put(engine)
    stopped = threading.Event()

    def analysed(game: Numbered) -> GameReport:
        number, record = game
        engine = free.get()
        engine.clear()
        seen: dict[int, View] = {}
        for index, view in views(record, engine, limit):
            if stopped.is_set():
                break
            advance(index not in seen)
            seen[index] = view
        free.put(engine)
        return GameReport(number, record, report(record, seen), engine.net)

    with ThreadPoolExecutor(len(engines)) as pool:
        try:
            yield from pool.map(analysed, games)
        finally:
            stopped.set()
            for engine in engines:
                engine.stop()
            pool.shutdown(wait=False, cancel_futures=True)


def losses_of(steps: Iterable[Step], mistakes: Sequence[Step]) -> Losses:
    numbers, total = {s.number for s in mistakes}, Losses()
    for s in steps:
        total = total.plus(Losses(1, s.judged or s.result_lost, s.loss, s.number in numbers, s.result_lost))
    return total


def phase_of(step: Step, record: Record) -> int:
    """The phase of a move, 0 to 2: in which third it is of the moves after the dictated opening."""
    return 3 * (step.number - 1 - record.opening) // (len(record.moves) - record.opening)


def losses_by_phase(found: Report, record: Record, side: int) -> tuple[Losses, Losses, Losses]:
    """What one side gave away in each phase of a game."""
    own = [s for s in found.steps if s.player == side]
    first, middle, end = (
        losses_of([s for s in own if phase_of(s, record) == phase], found.mistakes) for phase in range(len(PHASES))
    )
    return first, middle, end


def losses_by_player(games: Sequence[GameReport]) -> list[PlayerLosses]:
    """What each player gave away in all games; who gave away least a move comes first."""
    found: dict[str, PlayerLosses] = {}
    empty = Losses()
    for game in games:
        for side, name in enumerate(game.players):
            before = found.get(name) or PlayerLosses(name, 0, (empty, empty, empty), (empty, empty))
            one, two, three = losses_by_phase(game.report, game.record, side)
            own = one.plus(two).plus(three)
            first, second = before.sides
            found[name] = PlayerLosses(
                name,
                before.games + 1,
                (before.phases[0].plus(one), before.phases[1].plus(two), before.phases[2].plus(three)),
                (first.plus(own), second) if side == 0 else (first, second.plus(own)),
            )
    return sorted(found.values(), key=lambda p: (p.all.per_move is None, p.all.per_move))


def worst_moves(games: Sequence[GameReport], most: int) -> list[tuple[GameReport, Step]]:
    """The moves that lost most in all games, the worst first."""
    losing = [(game, s) for game in games for s in game.report.steps if s.loss > 0 or s.result_lost]
    return sorted(losing, key=lambda found: (-found[1].loss, -found[1].result_lost))[:most]
