"""Time is kept even where the search's own thread gets no processor."""

import queue
import threading
import time
from typing import Any

import pytest

import outplay
from outplay import Engine, Limit
from outplay.engine.analysis import Findings, RootResult
from outplay.engine.clock import LATENESS_DECAY, MOST_EARLY, Clock, Outbox, watch
from outplay.search.thread_state import BEST_MOVE, BEST_RESULT

LONG = 5.0
"""Seconds for which a search's thread does not run here; a search that waits for it takes so long."""


def test_an_answer_does_not_wait_for_a_thread_that_does_not_run() -> None:
    outbox: Outbox = queue.SimpleQueue()
    best = Findings(3, [RootResult(7, 0)], 10, 0.1)
    stopped: list[bool] = []
    clock = Clock(0.01)
    found = list(watch(outbox, clock, lambda: stopped.append(True), lambda _: None, lambda _: best, None))
    assert found == [best]
    assert stopped
    assert clock.elapsed() < LONG


def test_what_was_found_in_time_is_passed_on_before() -> None:
    outbox: Outbox = queue.SimpleQueue()
    first = Findings(1, [RootResult(2, 0)], 5, 0.0)
    outbox.put(first)
    seen: list[Findings | None] = []

    def unfinished(last: Findings | None) -> None:
        seen.append(last)

    assert list(watch(outbox, Clock(0.01), lambda: None, lambda _: None, unfinished, None)) == [first]
    assert seen == [first]


def test_a_busy_machine_makes_the_next_search_end_earlier() -> None:
    seconds, share = MOST_EARLY
    assert Clock(10.0, 0.05).seconds == pytest.approx(9.95)
    assert Clock(10.0, 60.0).seconds == pytest.approx(10.0 - seconds)
    assert Clock(0.1, 60.0).seconds == pytest.approx(0.1 * (1 - share))
    assert Clock(float("inf"), 60.0).seconds == float("inf")
    assert Clock(1.0, 0.05).lateness == pytest.approx(LATENESS_DECAY * 0.05)


def test_only_a_wait_that_ends_late_counts_as_lateness() -> None:
    clock = Clock(0.001)
    time.sleep(0.02)
    clock.waited(0.0)  # whoever took the findings was slow, not the machine
    assert clock.lateness == 0.0
    clock.waited(0.001)
    assert clock.lateness >= 0.019


@pytest.mark.kernel
def test_the_engine_answers_in_time_with_its_best_move_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    """The thread of the search stands still at depth 4, after it has told the best move of that iteration."""
    engine = Engine(outplay.game("kalah:4,3"), 1)
    threads = engine.search_threads
    search, go_on = threads.search, threading.Event()
    better = 2

    def standing_still(root: Any, depth: int, alpha: int, beta: int) -> int:
        if depth == 4 and not go_on.is_set():
            threads.states[0][[BEST_MOVE, BEST_RESULT]] = better, 0
            go_on.wait(LONG)
        return search(root, depth, alpha, beta)

    monkeypatch.setattr(threads, "search", standing_still)
    began = time.perf_counter()
    found = engine.analyse(engine.game.start(), Limit(time=0.05))
    assert time.perf_counter() - began < LONG
    assert (found.move, found.depth, found.exact) == (better, 3, False)
    assert engine.thread
    assert engine.thread.is_alive()
    go_on.set()
    assert engine.analyse(engine.game.start(), Limit(depth=6)).depth == 6  # waits for the thread, and searches as usual


@pytest.mark.kernel
def test_a_search_that_never_ran_answers_with_a_legal_move_and_not_with_the_one_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    engine = Engine(outplay.game("tic-tac-toe"))
    start = engine.game.start()
    played = engine.analyse(start, Limit(depth=5)).move
    monkeypatch.setattr("outplay.engine.engine.start_thread", lambda work: threading.current_thread())
    monkeypatch.setattr(engine, "_join", lambda: None)
    following = start.play(played)
    assert engine.analyse(following, Limit(time=0.01)).move in following.moves()
