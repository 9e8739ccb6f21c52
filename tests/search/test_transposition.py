"""The transposition table: what was stored comes out again, whole or not at all."""

import random

import numpy as np
import pytest

from outplay.core.arrays import Ints
from outplay.search.thread_state import AGE, BUCKETS, MOVE_LISTS
from outplay.search.transposition import (
    EXACT,
    LOWER,
    MAX_DEPTH,
    MOVE_MASK,
    NO_BOUND,
    UPPER,
    Entry,
    probe,
    store,
    table_words,
    unpack,
    usable,
)
from outplay.search.values import INFINITY, NO_RESULT, is_proven, pack_result, plies_of, seen_from_parent, value_of

pytestmark = pytest.mark.rules

NONE = Entry(-1, NO_BOUND, 0, 0, 0)


def memory(buckets: int) -> tuple[Ints, Ints]:
    thread, table = np.zeros(MOVE_LISTS, np.int64), np.zeros(table_words(buckets), np.int64)
    thread[BUCKETS] = buckets
    return thread, table


def random_key(dice: random.Random) -> int:
    return dice.randrange(-(1 << 63), 1 << 63)


def test_an_entry_comes_out_as_it_went_in() -> None:
    dice = random.Random(1)
    for _ in range(500):
        thread, table = memory(dice.choice([1, 7, 1000]))
        thread[AGE] = dice.randrange(16)
        entry = Entry(
            dice.choice([-1, 0, dice.randrange(MOVE_MASK), MOVE_MASK - 1]),
            dice.choice([LOWER, UPPER, EXACT]),
            dice.randrange(2),
            dice.randrange(MAX_DEPTH + 1),
            dice.choice([0, 1, -1, INFINITY, -INFINITY, dice.randrange(-INFINITY, INFINITY)]),
        )
        key = random_key(dice)
        assert probe(key, thread, table) == NONE
        store(key, *entry, thread, table)
        assert probe(key, thread, table) == entry
        assert probe(key ^ 1, thread, table) == NONE


def test_a_move_that_does_not_fit_and_a_depth_that_is_too_large_are_cut() -> None:
    thread, table = memory(1)
    store(5, MOVE_MASK, EXACT, 1, 1000, 7, thread, table)
    assert probe(5, thread, table) == Entry(-1, EXACT, 1, MAX_DEPTH, 7)


def test_no_table_keeps_nothing() -> None:
    thread, table = memory(0)
    store(5, 1, EXACT, 1, 1, 7, thread, table)
    assert not table.any()
    assert probe(5, thread, table) == NONE


def test_an_entry_of_which_two_threads_wrote_one_word_each_matches_nothing() -> None:
    thread, table = memory(1)
    store(5, 1, EXACT, 1, 1, 7, thread, table)
    torn = table.copy()
    store(5, 2, LOWER, 0, 9, -7, thread, table)
    for first in range(len(table)):
        half = torn.copy()
        half[first] = table[first]
        assert probe(5, thread, half) in (NONE, Entry(1, EXACT, 1, 1, 7))


def test_older_entries_are_replaced_first_and_then_the_least_deep() -> None:
    thread, table = memory(1)
    for key, depth in ((1, 9), (2, 3), (3, 5), (4, 7)):
        store(key, key, EXACT, 0, depth, 0, thread, table)
    store(5, 5, EXACT, 0, 1, 0, thread, table)
    assert [probe(key, thread, table).move for key in range(1, 6)] == [1, -1, 3, 4, 5]
    thread[AGE] = 1
    store(1, 1, EXACT, 0, 2, 0, thread, table)
    store(6, 6, EXACT, 0, 1, 0, thread, table)
    store(7, 7, EXACT, 0, 1, 0, thread, table)
    assert [probe(key, thread, table).move for key in (1, 3, 4, 5, 6, 7)] == [1, -1, 4, -1, 6, 7]


def test_a_bound_is_used_only_where_it_settles_the_window() -> None:
    cases = {
        (EXACT, 0, 5, 50): 50,
        (EXACT, 0, 4, 50): None,
        (EXACT, 1, 0, 50): 50,
        (LOWER, 0, 5, 20): 20,
        (LOWER, 0, 5, 19): None,
        (UPPER, 0, 5, 10): 10,
        (UPPER, 0, 5, 11): None,
        (NO_BOUND, 0, 9, 50): None,
    }
    for (bound, proven, depth, value), expected in cases.items():
        result = usable(Entry(3, bound, proven, depth, value - 2), 5, 10, 20, 2)
        assert (None if result == NO_RESULT else value_of(result)) == expected


def test_empty_data_is_no_entry() -> None:
    assert unpack(0) == NONE


def test_results_are_packed_and_seen_from_the_parent() -> None:
    for value in (0, 1, -1, INFINITY, -INFINITY):
        for plies in (0, 1, 254, 255, 300):
            for proven in (0, 1):
                result = pack_result(value, plies, proven)
                assert (value_of(result), plies_of(result), is_proven(result)) == (value, min(plies, 255), proven)
                for turned in (False, True):
                    seen = seen_from_parent(result, turned)
                    assert value_of(seen) == (-value if turned else value)
                    assert (plies_of(seen), is_proven(seen)) == (min(plies + 1, 255), proven)
