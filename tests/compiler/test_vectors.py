"""A network's forward pass compiled to vector instructions is what it is in Python."""

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outplay import GOING_ON, Game
from outplay.compiler.kernel import Kernel
from outplay.core.arrays import Ints
from outplay.core.network import Network, NetworkShape
from outplay.core.rules import Rules
from outplay.core.vectors import CLIP, HIGH, LOW, MOST_SECOND, ROWS, load_words, network_sum, store_words

pytestmark = pytest.mark.kernel

AT = 3
"""Where the network stands in the array."""


class State(NamedTuple):
    a: int
    b: int


SIZES = [(9, 5, 16, 1, 1), (40, 62, 32, 3, 20), (63, 64, 48, 1, 1), (127, 7, 16, 4, 90), (361, 361, 96, 2, 200)]
"""The bits of the two fields, hidden units, buckets and span: one word, several, and so many that they are a loop.
Rows of 48 and 96 numbers are no power of two."""


def numbers(a: int, b: int) -> Game:
    """A game without moves whose state is two numbers of so many bits."""

    def moves(state: State) -> int:
        return 1

    def play(state: State, move: int) -> State:
        return state

    def outcome(state: State) -> int:
        return GOING_ON

    def to_move(state: State) -> int:
        return 0

    return Game("numbers", State(0, 0), {"a": a, "b": b}, moves, play, outcome, to_move)


def summing(rules: Rules, shape: tuple[int, ...]) -> Callable[..., int]:
    def total(state: Any, turn: int, thread: Ints) -> int:
        return network_sum(state, turn, thread, shape)

    return total


def storing(rules: Rules, widths: tuple[int, ...]) -> Callable[..., int]:
    def store(state: Any, at: int, out: Ints) -> int:
        return store_words(state, widths, out, at)

    return store


def loading(rules: Rules, widths: tuple[int, ...]) -> Callable[..., Any]:
    def load(like: Any, at: int, words: Ints) -> Any:
        return load_words(like, widths, words, at)

    return load


@functools.cache
def kernels(size: tuple[int, ...]) -> tuple[NetworkShape, Kernel, Kernel]:
    a, b, hidden, buckets, span = size
    game, shape = numbers(a, b), NetworkShape((a, b), hidden, buckets, span)
    return (
        shape,
        Kernel(game, functools.partial(summing, shape=shape.constants(AT))),
        Kernel(game, functools.partial(storing, widths=shape.widths)),
    )


def thread_with(rows: "np.ndarray[Any, np.dtype[np.int16]]") -> Ints:
    return np.concatenate((np.zeros(AT + ROWS, np.int64), rows.reshape(-1).view(np.int64)))


@functools.cache
def loader(size: tuple[int, ...]) -> Kernel:
    return Kernel(numbers(*size[:2]), functools.partial(loading, widths=size[:2]))


def masks(draw: Callable[..., Any], size: tuple[int, ...]) -> State:
    """Any two numbers; also those with all bits set, and none."""
    values = [draw(st.integers(0, (1 << bits) - 1) | st.sampled_from([0, (1 << bits) - 1])) for bits in size[:2]]
    return State(*values)


@given(st.data())
@settings(max_examples=60)
@pytest.mark.parametrize("size", SIZES)
def test_a_forward_pass_is_compiled_as_it_is_interpreted(size: tuple[int, ...], data: st.DataObject) -> None:
    shape, total, _ = kernels(size)
    state, turn = masks(data.draw, size), data.draw(st.integers(0, 1))
    largest = data.draw(st.sampled_from([3, 60, CLIP, 5000, HIGH]))
    rng = np.random.default_rng(data.draw(st.integers(0, 1 << 20)))
    rows = rng.integers(-largest, largest + 1, (shape.rows, shape.hidden)).astype(np.int16)
    rows[2 * shape.inputs + 2 :] = rng.integers(-MOST_SECOND, MOST_SECOND + 1, (shape.buckets, shape.hidden))
    thread = thread_with(rows)
    assert total(state, turn, thread) == network_sum(state, turn, thread, shape.constants(AT))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("number", [HIGH, LOW])
def test_sums_stop_at_the_ends_of_an_int16(size: tuple[int, ...], number: int) -> None:
    """Without saturation the sum of large numbers would change its sign."""
    shape, total, _ = kernels(size)
    rows = np.full((shape.rows, shape.hidden), number, np.int16)
    rows[2 * shape.inputs + 2 :] = MOST_SECOND
    thread, full = thread_with(rows), State((1 << size[0]) - 1, (1 << size[1]) - 1)
    expected = shape.hidden * CLIP * CLIP * MOST_SECOND if number > 0 else 0
    for turn in (0, 1):
        assert total(full, turn, thread) == network_sum(full, turn, thread, shape.constants(AT)) == expected


@given(st.data())
@settings(max_examples=30)
@pytest.mark.parametrize("size", SIZES)
def test_sums_that_are_taken_from_the_last_position_are_those_from_scratch(
    size: tuple[int, ...], data: st.DataObject
) -> None:
    """Each position differs from the last one in a few inputs, or in all."""
    shape, total, _ = kernels(size)
    rows = np.random.default_rng(2).integers(-40, 41, (shape.rows, shape.hidden)).astype(np.int16)
    network = Network(shape, rows, 1000)
    assert network.exact
    thread = np.concatenate((np.zeros(AT, np.int64), network.words()))
    state = masks(data.draw, size)
    for _ in range(6):
        turn = data.draw(st.integers(0, 1))
        assert total(state, turn, thread) == network_sum(state, turn, thread, shape.constants(AT))
        for _ in range(data.draw(st.integers(0, 3))):
            a, b = (1 << data.draw(st.integers(0, bits - 1)) for bits in size[:2])
            state = State(state.a ^ a, state.b ^ b)
        state = state if data.draw(st.integers(0, 4)) else masks(data.draw, size)


@given(st.data())
@settings(max_examples=40)
@pytest.mark.parametrize("size", SIZES)
def test_integers_are_stored_as_words_compiled_and_interpreted(size: tuple[int, ...], data: st.DataObject) -> None:
    shape, _, store = kernels(size)
    state, at = masks(data.draw, size), data.draw(st.integers(0, 5))
    words = sum(-(-width // 64) for width in shape.widths)
    compiled, plain = (np.full(at + words + 2, -77, np.int64) for _ in range(2))
    assert store(state, at, compiled) == store_words(state, shape.widths, plain, at) == at + words
    assert (compiled == plain).all()
    assert compiled[at + words] == -77
    low = [int(word) & (1 << 64) - 1 for word in compiled[at : at + -(-size[0] // 64)]]
    assert sum(word << 64 * i for i, word in enumerate(low)) == state.a


@given(st.data())
@settings(max_examples=20)
@pytest.mark.parametrize("size", SIZES)
def test_integers_are_loaded_as_they_were_stored(size: tuple[int, ...], data: st.DataObject) -> None:
    shape, _, store = kernels(size)
    load = loader(size)
    state, at = masks(data.draw, size), data.draw(st.integers(0, 3))
    words = np.full(at + sum(-(-width // 64) for width in shape.widths), -77, np.int64)
    store(state, at, words)
    assert load(State(0, 0), at, words) == load_words(State(0, 0), shape.widths, words, at) == state
