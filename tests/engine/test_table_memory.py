"""The memory of the transposition table: quick to make, touched in the background, freed with its engine."""

import gc
import math
import time
import weakref

import numpy as np
import pytest

import outplay
from outplay import Engine, Limit
from outplay.engine import table_memory
from outplay.engine.table_memory import STEP_WORDS, TableMemory, touch
from outplay.search.abdada import BUSY_WORDS
from outplay.search.thread_state import BUCKETS
from outplay.search.transposition import BUCKET_WORDS, table_words


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first part is small, and the rest is touched only when a test does it."""
    monkeypatch.setattr(table_memory, "FIRST_WORDS", STEP_WORDS)
    monkeypatch.setattr(table_memory, "touch_rest", lambda reference: None)


def test_a_small_table_is_all_there_at_once() -> None:
    memory = TableMemory(1)
    assert memory.touched == len(memory.words)
    assert memory.buckets_for(0.001) == memory.buckets
    assert (1 << 20) - 64 < memory.words.nbytes <= 1 << 20


def test_touching_changes_nothing() -> None:
    words = np.arange(10_000, dtype=np.int64)
    touch(words)
    assert (words == np.arange(10_000)).all()


def test_the_rest_is_touched_in_the_background(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_memory, "FIRST_WORDS", STEP_WORDS)
    memory = TableMemory(100)
    end = time.monotonic() + 30
    while memory.touched < len(memory.words) and time.monotonic() < end:
        time.sleep(0.01)
    assert memory.touched == len(memory.words)
    assert memory.buckets_for(0.001) == memory.buckets


@pytest.mark.usefixtures("slow")
def test_a_short_search_uses_what_is_there_and_the_number_grows_seldom() -> None:
    memory = TableMemory(100)
    memory.seconds_a_word = 1.0
    first = memory.buckets_for(1.0)
    assert table_words(first) == STEP_WORDS
    memory.touched += STEP_WORDS // 2
    assert memory.buckets_for(1.0) == first, "a little more is not worth what is in the table"
    memory.touched += STEP_WORDS
    assert memory.buckets_for(1.0) == (memory.touched - BUSY_WORDS) // BUCKET_WORDS > 2 * first
    assert memory.buckets_for(math.inf) == memory.buckets
    assert memory.buckets_for(1.0) == memory.buckets, "it never shrinks"


@pytest.mark.usefixtures("slow")
def test_what_was_written_is_cleared_and_no_more() -> None:
    memory = TableMemory(100)
    memory.seconds_a_word = 1.0
    memory.words[-1] = 7  # stands for memory that no search has used
    last = table_words(memory.buckets_for(1.0)) - 1
    memory.words[[0, last]] = 5
    memory.clear()
    assert memory.words[[0, last, -1]].tolist() == [0, 0, 7]
    memory.buckets_for(math.inf)
    memory.clear()
    assert not memory.words.any()


def test_the_thread_ends_when_nobody_needs_the_memory() -> None:
    memory = TableMemory(64 + 512)
    words = weakref.ref(memory.words)
    gc.disable()
    try:
        del memory
        end = time.monotonic() + 10
        while words() is not None and time.monotonic() < end:
            time.sleep(0.01)
        assert words() is None
    finally:
        gc.enable()


@pytest.mark.kernel
@pytest.mark.usefixtures("slow")
def test_a_search_without_a_clock_uses_the_whole_table() -> None:
    game = outplay.game("tic-tac-toe")
    engine = Engine(game, 100)
    engine.search_threads.memory.seconds_a_word = 1.0
    state = engine.search_threads.states[0]
    engine.analyse(game.start(), Limit(time=0.01))
    assert state[BUCKETS] < engine.search_threads.memory.buckets
    engine.analyse(game.start(), Limit(time=5, nodes=100))
    assert state[BUCKETS] == engine.search_threads.memory.buckets
