"""Wide integers mean compiled what they mean in Python, as long as the result fits."""

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outplay import GOING_ON, Game, lowest_bit
from outplay.compiler.kernel import Kernel
from outplay.core.arrays import Ints
from outplay.core.bits import nth_bit
from outplay.core.rules import Rules

pytestmark = pytest.mark.kernel

WIDTHS = [62, 63, 126, 127, 225, 361, 510, 511, 2500]
"""62 bits are the last that stand in a machine word; 126 and 127 lie on either side of a second one.
Those of 127 to 510 bits are vectors of words."""

PART = 32
"""Bits of a number in one element of the output."""


class State(NamedTuple):
    a: int
    b: int


def numbers(bits: int) -> Game:
    """A game without moves whose state is two numbers of that many bits."""

    def moves(state: State) -> int:
        return 1

    def play(state: State, move: int) -> State:
        return state

    def outcome(state: State) -> int:
        return GOING_ON

    def to_move(state: State) -> int:
        return 0

    return Game(
        name="numbers", initial=State(0, 0), bits=bits, moves=moves, play=play, outcome=outcome, to_move=to_move
    )


def parts_of(bits: int) -> int:
    """The elements of the output that hold any result: its bits, some for carries, and the sign."""
    return bits // PART + 2


def value_of(cells: Ints) -> int:
    """The signed number that was written to the output part by part."""
    total = sum(int(cell) << PART * i for i, cell in enumerate(cells))
    return total - (1 << PART * len(cells)) if total >> PART * len(cells) - 1 else total


Factory = Callable[[Rules], Callable[..., int]]


class Both:
    """A kernel on numbers of one width: compiled, and as plain Python."""

    def __init__(self, bits: int, make: Callable[[int], Factory], results: int) -> None:
        self.bits, self.results = bits, results
        self.kernel = Kernel(numbers(bits), make(bits))

    def run(self, function: Callable[..., Any], a: int, b: int, *more: int) -> list[int]:
        size = parts_of(self.bits)
        out = np.zeros(self.results * size, np.int64)
        assert function(State(a, b), *more, out) == self.results * size
        return [value_of(out[i * size : (i + 1) * size]) for i in range(self.results)]

    def compiled(self, a: int, b: int, *more: int) -> list[int]:
        return self.run(self.kernel, a, b, *more)

    def interpreted(self, a: int, b: int, *more: int) -> list[int]:
        return self.run(self.kernel.function, a, b, *more)


def writer(bits: int) -> Callable[[Any, int, int], int]:
    size, part, low = parts_of(bits), PART, (1 << PART) - 1

    def put(out: Any, at: int, value: int) -> int:
        for i in range(size):
            out[at + i] = int(value & low)
            value = value >> part
        return at + size

    return put


@st.composite
def operands(draw: st.DrawFn, bits: int) -> tuple[int, int]:
    """Two numbers: any, next to a power of two, small, or one with few bits of the other changed."""
    near = st.builds(lambda i, d: max(0, (1 << i) + d), st.integers(0, bits), st.integers(-2, 2))
    number = st.one_of(st.integers(0, (1 << bits) - 1), near, st.integers(0, 9)).map(lambda x: x & (1 << bits) - 1)
    a = draw(number)
    b = draw(st.one_of(number, st.just(a), st.integers(0, bits - 1).map(lambda i: a ^ 1 << i)))
    return a, b


def same(both: Both, labels: list[str], a: int, b: int, *more: int) -> None:
    compiled, interpreted = both.compiled(a, b, *more), both.interpreted(a, b, *more)
    wrong = [
        f"{label}: compiled {x}, Python {y}"
        for label, x, y in zip(labels, compiled, interpreted, strict=True)
        if x != y
    ]
    assert not wrong, f"with a={a}, b={b}, {more}: " + "; ".join(wrong)


ARITHMETIC = ["a&b", "a|b", "a^b", "a+b", "a-b", "b-a", "~a", "~(a-b)", "-a", "-(a-b)", "a&-a", "full^a"]
ARITHMETIC += ["a<<n", "1<<n", "(a-b)<<n", "a>>n", "(a-b)>>n", "a>>far", "(a-b)>>far", "0>>far"]


def arithmetic(bits: int) -> Factory:
    put, full = writer(bits), (1 << bits) - 1

    def factory(rules: Rules) -> Callable[..., int]:
        def run(state: Any, n: int, far: int, out: Ints) -> int:
            a, b = state.a, state.b
            at = put(out, 0, a & b)
            at = put(out, at, a | b)
            at = put(out, at, a ^ b)
            at = put(out, at, a + b)
            at = put(out, at, a - b)
            at = put(out, at, b - a)
            at = put(out, at, ~a)
            at = put(out, at, ~(a - b))
            at = put(out, at, -a)
            at = put(out, at, -(a - b))
            at = put(out, at, a & -a)
            at = put(out, at, full ^ a)
            at = put(out, at, (a >> n) << n)
            at = put(out, at, 1 << n)
            at = put(out, at, ((a >> n) - (b >> n)) << n)
            at = put(out, at, a >> n)
            at = put(out, at, (a - b) >> n)
            at = put(out, at, a >> far)
            at = put(out, at, (a - b) >> far)
            return put(out, at, (a ^ a) >> far)

        return run

    return factory


PRODUCTS = ["a*b", "-a*b", "3*a", "a*3", "*="]


def products(bits: int) -> Factory:
    put = writer(bits)

    def factory(rules: Rules) -> Callable[..., int]:
        def run(state: Any, n: int, out: Ints) -> int:
            a, b = state.a, state.b
            at = put(out, 0, (a >> n) * (b & (1 << n) - 1))
            at = put(out, at, -(a >> n) * (b & (1 << n) - 1))
            at = put(out, at, 3 * (a >> 2))
            at = put(out, at, (a >> 2) * 3)
            x = a >> n
            x *= b & (1 << n) - 1
            return put(out, at, x)

        return run

    return factory


COMPARISONS = ["a==b", "a!=b", "a<b", "a<=b", "a>b", "a>=b", "a-b<0", "a-b>b-a", "bool(a)", "not a", "not a-b", "if a"]
COMPARISONS += [
    "a and b",
    "while a",
    "a==5",
    "5==a",
    "a<5",
    "5<a",
    "a>=0",
    "-a<0",
    "a!=0",
    "full>=a",
    "a if a>b else 0",
]


def comparisons(bits: int) -> Factory:
    put, full, five = writer(bits), (1 << bits) - 1, 5

    def factory(rules: Rules) -> Callable[..., int]:
        def run(state: Any, out: Ints) -> int:
            a, b = state.a, state.b
            at = put(out, 0, int(a == b))
            at = put(out, at, int(a != b))
            at = put(out, at, int(a < b))
            at = put(out, at, int(a <= b))
            at = put(out, at, int(a > b))
            at = put(out, at, int(a >= b))
            at = put(out, at, int(a - b < 0))
            at = put(out, at, int(a - b > b - a))
            at = put(out, at, int(bool(a)))
            at = put(out, at, int(not a))
            at = put(out, at, int(not a - b))
            seen = 0
            if a:
                seen = 1
            at = put(out, at, seen)
            at = put(out, at, 1 if a and b else 0)
            steps = 0
            rest = a
            while rest:
                rest &= rest - 1
                steps += 1
            at = put(out, at, steps)
            at = put(out, at, int(a == 5))
            at = put(out, at, int(five == a))
            at = put(out, at, int(a < 5))
            at = put(out, at, int(five < a))
            at = put(out, at, int(a >= 0))
            at = put(out, at, int(-a < 0))
            at = put(out, at, int(a != 0))
            at = put(out, at, int(full >= a))
            return put(out, at, a if a > b else 0)

        return run

    return factory


MIXED = ["bit_count", "bit_length", "small bit_count", "small bit_length", "int", "-int", "a+1", "1+a", "a-1", "5-a"]
MIXED += [
    "a&255",
    "255&a",
    "a|7",
    "7^a",
    "a+n",
    "n-a",
    "a+(a>b)",
    "a+negative",
    "a&negative",
    "negative<a",
    "&=",
    "|=",
    "^=",
    "+=",
    "-=",
    "<<=",
    ">>=",
]


def mixed(bits: int) -> Factory:
    put = writer(bits)

    def factory(rules: Rules) -> Callable[..., int]:
        def run(state: Any, n: int, out: Ints) -> int:
            a, b = state.a, state.b
            at = put(out, 0, a.bit_count())
            at = put(out, at, a.bit_length())
            at = put(out, at, n.bit_count())
            at = put(out, at, n.bit_length())
            at = put(out, at, int(a & 0x3FFFFFFFFFFFFFFF))
            at = put(out, at, int(-(a & 0x3FFFFFFFFFFFFFFF)))
            at = put(out, at, a + 1)
            at = put(out, at, 1 + a)
            at = put(out, at, a - 1)
            at = put(out, at, 5 - a)
            at = put(out, at, a & 255)
            at = put(out, at, 255 & a)
            at = put(out, at, a | 7)
            at = put(out, at, 7 ^ a)
            at = put(out, at, a + n)
            at = put(out, at, n - a)
            at = put(out, at, a + (a > b))
            below = -n - 1
            at = put(out, at, a + below)
            at = put(out, at, a & below)
            at = put(out, at, int(below < a))
            x = a
            x &= b
            at = put(out, at, x)
            x = a
            x |= b
            at = put(out, at, x)
            x = a
            x ^= b
            at = put(out, at, x)
            x = a
            x += b
            at = put(out, at, x)
            x = a
            x -= b
            at = put(out, at, x)
            x = a >> n
            x <<= n
            at = put(out, at, x)
            x = a
            x >>= n
            return put(out, at, x)

        return run

    return factory


LOOPS = ["lowest_bit", "lowest_bit of one", "a>>wide n", "1<<wide n", "|= in a loop", "+= in a loop", "callee"]
LOOPS += ["wide table", "narrow table", "table by a wide index", "all of a table", "new state"]
LOOPS += ["some nth_bit", "the last nth_bit"]


def loops(bits: int) -> Factory:
    put = writer(bits)
    wide_table = tuple((1 << bits) - 1 - (1 << i * (bits - 1) // 6) for i in range(7))
    narrow_table = (5, 0, 1 << 40, 3, 999999999, 1, 2)

    def lower_part(value: int, n: int) -> int:
        return value & (1 << n) - 1

    def moved(state: State, n: int) -> State:
        return State(state.b, state.a >> n)

    def factory(rules: Rules) -> Callable[..., int]:
        def run(state: Any, n: int, out: Ints) -> int:
            a = state.a
            at = put(out, 0, lowest_bit(a | 1 << n))
            at = put(out, at, lowest_bit(1 << n))
            wide_n = (a & 0) + n
            at = put(out, at, a >> wide_n)
            at = put(out, at, 1 << wide_n)
            mask = 0
            for c in range(n):
                if not a >> c & 1:
                    mask |= 1 << c
            at = put(out, at, mask)
            total = 0
            for c in range(n):
                total += a >> c + 1
            at = put(out, at, total)
            at = put(out, at, lower_part(a, n))
            at = put(out, at, wide_table[n % 7])
            at = put(out, at, narrow_table[n % 7])
            at = put(out, at, wide_table[int(a & 3)] ^ narrow_table[a & 3])
            every = 0
            for i in range(7):
                every ^= wide_table[i]
            at = put(out, at, every)
            child = moved(state, n)
            at = put(out, at, child.a ^ child.b)
            bits = a | 1 << n
            at = put(out, at, nth_bit(bits, (5 * n + 3) % bits.bit_count()))
            return put(out, at, nth_bit(bits, bits.bit_count() - 1))

        return run

    return factory


@functools.cache
def both_of(name: str, bits: int) -> Both:
    make, results = KINDS[name]
    return Both(bits, make, results)


@pytest.mark.parametrize("bits", WIDTHS)
@settings(deadline=None, max_examples=50)
@given(data=st.data())
def test_arithmetic_and_shifts_are_pythons(bits: int, data: st.DataObject) -> None:
    n = data.draw(st.integers(0, bits))
    far = data.draw(st.integers(0, 3 * bits if bits > 62 else 63))
    same(both_of("arithmetic", bits), ARITHMETIC, *data.draw(operands(bits)), n, far)


@pytest.mark.parametrize("bits", WIDTHS)
@settings(deadline=None, max_examples=50)
@given(data=st.data())
def test_comparisons_and_truth_are_pythons(bits: int, data: st.DataObject) -> None:
    same(both_of("comparisons", bits), COMPARISONS, *data.draw(operands(bits)))


@pytest.mark.parametrize("name", ["products", "mixed", "loops"])
@pytest.mark.parametrize("bits", WIDTHS)
@settings(deadline=None, max_examples=50)
@given(data=st.data())
def test_products_small_numbers_assignments_loops_and_tables_are_pythons(
    name: str, bits: int, data: st.DataObject
) -> None:
    labels = {"products": PRODUCTS, "mixed": MIXED, "loops": LOOPS}[name]
    n = data.draw(st.integers(0, bits))
    same(both_of(name, bits), labels, *data.draw(operands(bits)), n)


HUGE = [
    "a&b",
    "a|b",
    "a^b",
    "a+b",
    "a-b",
    "a<b",
    "a==b",
    "not a",
    "bit_count",
    "bit_length",
    "lowest_bit",
    "a>>n",
    "1<<n",
]


def huge(bits: int) -> Factory:
    put = writer(bits)

    def factory(rules: Rules) -> Callable[..., int]:
        def run(state: Any, n: int, out: Ints) -> int:
            a, b = state.a, state.b
            one = 1 << n
            at = put(out, 0, a & b)
            at = put(out, at, a | b)
            at = put(out, at, a ^ b)
            at = put(out, at, a + b)
            at = put(out, at, a - b)
            at = put(out, at, int(a < b))
            at = put(out, at, int(a == b))
            at = put(out, at, int(not a))
            at = put(out, at, a.bit_count())
            at = put(out, at, a.bit_length())
            at = put(out, at, lowest_bit(a | one))
            at = put(out, at, a >> n)
            return put(out, at, one)

        return run

    return factory


@settings(deadline=None, max_examples=50)
@given(operands=operands(5000), n=st.integers(0, 5000))
def test_5000_bits_are_as_good_as_63(operands: tuple[int, int], n: int) -> None:
    same(both_of("huge", 5000), HUGE, *operands, n)


def shifted_out(bits: int) -> Factory:
    put = writer(bits)

    def factory(rules: Rules) -> Callable[..., int]:
        def run(state: Any, n: int, far: int, out: Ints) -> int:
            at = put(out, 0, state.a >> far)
            at = put(out, at, n >> far)
            at = put(out, at, -n >> far)
            return put(out, at, (state.a & 0) << far)

        return run

    return factory


@pytest.mark.parametrize("bits", [62, 361])
@settings(deadline=None, max_examples=50)
@given(data=st.data())
def test_shifting_everything_out_leaves_nothing(bits: int, data: st.DataObject) -> None:
    """Also where the count is more than a machine word has bits."""
    a, _ = data.draw(operands(bits))
    n, far = data.draw(st.integers(0, 1 << 60)), data.draw(st.integers(0, 1000))
    same(both_of("shifted out", bits), SHIFTED_OUT, a, 0, n, far)


SHIFTED_OUT = ["a>>far", "small>>far", "-small>>far", "0<<far"]


def negatives(bits: int) -> Factory:
    put = writer(bits)

    def factory(rules: Rules) -> Callable[..., int]:
        def run(state: Any, n: int, out: Ints) -> int:
            a, b = state.a, state.b
            at = put(out, 0, (a - b).bit_count())
            at = put(out, at, (a - b).bit_length())
            at = put(out, at, (-n).bit_count())
            at = put(out, at, (-n).bit_length())
            return put(out, at, lowest_bit(-n))

        return run

    return factory


NEGATIVES = ["(a-b).bit_count()", "(a-b).bit_length()", "(-n).bit_count()", "(-n).bit_length()", "lowest_bit(-n)"]


@pytest.mark.parametrize("bits", [62, 361])
@settings(deadline=None, max_examples=50)
@given(data=st.data())
def test_bits_of_negative_numbers_are_counted_as_python_counts_them(bits: int, data: st.DataObject) -> None:
    """Python counts the bits of the magnitude."""
    n = data.draw(st.integers(1, 1 << 60))
    same(both_of("negatives", bits), NEGATIVES, *data.draw(operands(bits)), n)


def literals(bits: int) -> Factory:
    put = writer(bits)

    def factory(rules: Rules) -> Callable[..., int]:
        def run(state: Any, out: Ints) -> int:
            at = put(out, 0, state.a ^ 0x123456789ABCDEF0123456789)
            x = 0xFFFFFFFFFFFFFFFFFFFF
            x &= state.a
            at = put(out, at, x)
            return put(out, at, 0x4000000000000000)

        return run

    return factory


@settings(deadline=None, max_examples=50)
@given(operands=operands(120))
def test_numbers_too_large_for_a_word_can_be_written_in_the_source(operands: tuple[int, int]) -> None:
    same(both_of("literals", 120), ["a^literal", "literal&=a", "literal"], *operands)


KINDS: dict[str, tuple[Callable[[int], Factory], int]] = {
    "arithmetic": (arithmetic, len(ARITHMETIC)),
    "products": (products, len(PRODUCTS)),
    "comparisons": (comparisons, len(COMPARISONS)),
    "mixed": (mixed, len(MIXED)),
    "loops": (loops, len(LOOPS)),
    "huge": (huge, len(HUGE)),
    "shifted out": (shifted_out, len(SHIFTED_OUT)),
    "negatives": (negatives, len(NEGATIVES)),
    "literals": (literals, 3),
}
