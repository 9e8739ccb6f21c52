"""Runs a match or a tournament: takes games from the schedule, has them played, keeps each as soon as it is over.

All that it needs to go on after it was stopped, in whatever way, is in the store: the settings give the same schedule
again, and the games that are there are not played again.
"""

import random
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, NamedTuple

from outplay.arena.games import PlayedGame, Result, ScheduledGame, result_of
from outplay.arena.openings import Openings
from outplay.arena.schedule import Slot, Swiss, opening_of, slots
from outplay.arena.settings import Settings, settings_of
from outplay.arena.sprt import Trial, sprt_of
from outplay.arena.store import Run
from outplay.arena.workers import Lost, Workers
from outplay.core.errors import ArenaError
from outplay.core.machine import stop_signals
from outplay.core.registry import game as find_game

BEAT_SECONDS = 1.0
"""How often the store is told that this run is alive, and asked whether it is to pause."""
WAIT_SECONDS = 0.25
MOST_PREPARED = 100
"""Openings that are found before the first game. A match may be decided long before it needs more."""


class Progress(NamedTuple):
    """How far a run has come."""

    planned: int
    """How many games it will have, if nothing ends it early."""
    results: list[Result]
    """The games so far, in the order of their numbers."""
    new: int
    """How many of them were played since it was started or resumed."""
    seconds: float
    """How long that took."""
    stopping: int
    """1 if it only waits for the games that are being played, 2 if it ends them."""
    openings: tuple[int, int] | None = None
    """Before the first game: how many openings are found, and of how many; None once games are played."""


Watch = Callable[[Progress], None]


class Tournament:
    """A run that is being played in this process. `size` games are played at a time."""

    def __init__(self, run: Run, workers: Workers) -> None:
        self.run, self.workers = run, workers
        self.settings: Settings = settings_of(run.settings)
        self.names = list(run.players)
        self.results = {result.number: result for result in run.results()}
        self.schedule = Schedule(self.settings, self.names)
        self.running: set[int] = set()
        known = {slot.opening: run_opening for slot, run_opening in self._openings()}
        self.openings = Openings(find_game(self.settings.game), self.settings.openings, self.settings.seed, known)
        self.trial = Trial(sprt_of(self.settings.sprt), self.names[0]) if self.settings.sprt else None
        for result in self.results.values():
            self._weigh(result)
        self.stop_asked = 0
        self.new = 0
        self.began = time.monotonic()

    def _openings(self) -> Iterator[tuple[Slot, tuple[str, ...]]]:
        """The openings of the games that are there."""
        used = self.run.openings()
        for slot in self.schedule.slots(list(self.results.values())):
            if slot.number in used:
                yield slot, used[slot.number]

    def play(self, watch: Watch) -> str:
        """Plays until all is played or decided, or somebody asks it to stop; says which. `watch` is told of progress.

        The first Ctrl-C lets the games that are being played come to their end, the second does not.
        """
        state = "stopped"
        self.run.claim()
        try:
            with self._listening():
                self._find_openings(watch)
                state = self._play(watch)
        finally:
            try:
                self.workers.close(kill=state == "stopped")
            finally:
                self.run.release(state)
        return state

    def _find_openings(self, watch: Watch) -> None:
        """Finds the first openings before any game is played: the search for them would take the time of games."""
        if not self.openings.slow or self.schedule.planned <= len(self.results):
            return
        wanted, beaten = min(MOST_PREPARED, opening_of(self.schedule.planned, self.settings.games) + 1), 0.0
        for number in range(wanted):
            if time.monotonic() - beaten >= BEAT_SECONDS:
                self.stop_asked += self.run.beat()
                beaten = time.monotonic()
            if self.stop_asked:
                return
            watch(self.progress()._replace(openings=(number, wanted)))
            self.openings[number]
        self.began = time.monotonic()

    def _play(self, watch: Watch) -> str:
        beaten, shown, paused = 0.0, 0.0, False
        upcoming = self._upcoming()
        while True:
            now = time.monotonic()
            if now - beaten >= BEAT_SECONDS:
                paused |= self.run.beat()
                beaten = now
            decided = self.decided
            stopping = paused or self.stop_asked > 0 or decided
            if not stopping:
                self._fill(upcoming)
            if now - shown >= WAIT_SECONDS or not self.running:
                watch(self.progress(stopping))
                shown = now
            if not self.running:
                return "decided" if decided else "paused" if stopping else "finished"
            if self.stop_asked > 1:
                watch(self.progress(2))
                return "stopped"
            for scheduled, played in self.workers.finished(WAIT_SECONDS):
                self._keep(scheduled, played)

    def _fill(self, upcoming: Iterator[Slot | None]) -> None:
        """Gives the workers as many games as they can play at a time."""
        while len(self.running) < self.workers.size:
            slot = next(upcoming, None)
            if slot is None:
                return
            self.running.add(slot.number)
            self.workers.submit(self.scheduled(slot))

    def _upcoming(self) -> Iterator[Slot | None]:
        """The games that are not played yet; None while a round must come to its end before the next one is known."""
        while True:
            left = [
                slot for slot in self.schedule.slots(list(self.results.values())) if slot.number not in self.results
            ]
            if not left:
                return
            yield from left
            while any(slot.number not in self.results for slot in left):
                yield None

    def _keep(self, scheduled: ScheduledGame, played: PlayedGame | Lost) -> None:
        self.running.discard(scheduled.number)
        if isinstance(played, Lost):
            raise ArenaError(f"game {scheduled.number}, {scheduled.first} against {scheduled.second}: {played.reason}")
        if self.run.add(scheduled, played):
            self.new += 1
        self.results[scheduled.number] = result_of(scheduled, played)
        self._weigh(self.results[scheduled.number])

    def _weigh(self, result: Result) -> None:
        if self.trial:
            self.trial.update(result)

    @property
    def decided(self) -> bool:
        return self.trial is not None and self.trial.state.decided is not None

    @property
    def ordered(self) -> list[Result]:
        return [self.results[number] for number in sorted(self.results)]

    def progress(self, stopping: int = 0) -> Progress:
        planned = max(self.schedule.planned, len(self.results))
        return Progress(planned, self.ordered, self.new, time.monotonic() - self.began, stopping)

    def scheduled(self, slot: Slot) -> ScheduledGame:
        first, second = self.names[slot.first], self.names[slot.second]
        return ScheduledGame(
            number=slot.number,
            round=slot.round,
            game=self.settings.game,
            first=first,
            second=second,
            first_spec=self.run.players[first],
            second_spec=self.run.players[second],
            opening=self.openings[slot.opening],
            seed=random.Random(f"{self.settings.seed} {slot.number}").getrandbits(48),
            conditions=self.settings.conditions._replace(
                first_time=self.settings.times.get(first, ""), second_time=self.settings.times.get(second, "")
            ),
        )

    @contextmanager
    def _listening(self) -> Iterator[None]:
        """Signals that ask to stop (Ctrl-C, SIGTERM, SIGHUP) are counted while the block lasts, and end nothing."""

        def heard(number: int, frame: FrameType | None) -> Any:
            self.stop_asked += 1

        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = [(kind, signal.signal(kind, heard)) for kind in stop_signals()]
        try:
            yield
        finally:
            for kind, handler in before:
                signal.signal(kind, handler)


class Schedule:
    """The games of a run as its settings say."""

    def __init__(self, settings: Settings, names: list[str]) -> None:
        self.settings, self.names = settings, names
        self.fixed: list[Slot] | None = None
        if settings.format != "swiss":
            self.fixed = list(slots(settings.format, settings.extents, settings.games))

    def slots(self, results: list[Result]) -> list[Slot]:
        """All games that are known with these results; in a Swiss tournament, those of the rounds so far."""
        if self.fixed is not None:
            return self.fixed
        swiss = Swiss(self.names, self.settings.joined, self.settings.rounds, self.settings.games)
        return swiss.slots(results)

    def byes(self, results: list[Result]) -> dict[str, int]:
        """The games that players were given as byes, in Swiss rounds in which no opponent was left for them."""
        if self.fixed is not None:
            return {}
        return Swiss(self.names, self.settings.joined, self.settings.rounds, self.settings.games).byes(results)

    @property
    def planned(self) -> int:
        if self.fixed is not None:
            return len(self.fixed)
        return sum(
            sum(self.settings.joined.get(name, 1) <= round for name in self.names) // 2 * self.settings.games
            for round in range(1, self.settings.rounds + 1)
        )
