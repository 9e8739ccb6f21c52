"""Wide integers in LLVM: vectors of 64-bit words where the processor has such registers, else integers of LLVM.

On a vector one instruction computes `&`, `|` or `^` of all words, and two or three shift it. Of an integer LLVM
computes each word by itself and keeps it in a register of its own, of which there are few. Sums and comparisons do not
work on vectors: these are taken apart for them.
"""

from typing import Any

from llvmlite import ir
from numba.core import cgutils

from outplay.compiler.layout import WORD
from outplay.core.hashing import WORD_MASK

VECTOR_WORDS = range(3, 9)
"""The numbers of words of integers that are vectors: they fit into one or two registers. Two words are as fast without,
and with many a shift by a number that is not constant would be long."""

word, index = ir.IntType(WORD), ir.IntType(32)


def machine_type(bits: int) -> Any:
    """LLVM's type of integers of so many bits, one word or more."""
    words = bits // WORD
    return ir.VectorType(word, words) if words in VECTOR_WORDS else ir.IntType(bits)


def machine_constant(value: int, bits: int) -> Any:
    """A constant of that type."""
    kind = machine_type(bits)
    if isinstance(kind, ir.VectorType):
        return ir.Constant(kind, [ir.Constant(word, value >> first & WORD_MASK) for first in range(0, bits, WORD)])
    return ir.Constant(kind, value % (1 << bits))


def is_vector(value: Any) -> bool:
    """Whether a value of LLVM is a vector of words."""
    return isinstance(value.type, ir.VectorType)


def word_count(value: Any) -> int:
    """The number of words of a value."""
    return int(value.type.count if is_vector(value) else value.type.width // WORD)


def whole(builder: Any, value: Any) -> Any:
    """A value as an integer of LLVM."""
    return builder.bitcast(value, ir.IntType(WORD * word_count(value))) if is_vector(value) else value


def vector(builder: Any, value: Any) -> Any:
    """An integer of LLVM as a value of the machine type."""
    kind = machine_type(value.type.width)
    return value if kind == value.type else builder.bitcast(value, kind)


def word_of(builder: Any, value: Any, number: int) -> Any:
    """A word of a value; number 0 is the lowest."""
    if is_vector(value):
        return builder.extract_element(value, ir.Constant(index, number))
    if value.type == word:
        return value
    return builder.trunc(builder.lshr(value, ir.Constant(value.type, WORD * number)), word)


def joined(builder: Any, parts: list[Any]) -> Any:
    """The value that has these words, lowest first."""
    kind = ir.IntType(WORD * len(parts))
    total = ir.Constant(kind, 0)
    for number, part in enumerate(parts):
        bits = part if kind == word else builder.shl(builder.zext(part, kind), ir.Constant(kind, WORD * number))
        total = builder.or_(total, bits)
    return vector(builder, total)


def shifted(builder: Any, value: Any, by: Any, *, up: bool) -> Any:
    """A vector shifted like a signed integer, up or down, by less than its width.

    It is shifted by 1, 2 and 4 words, as the bits of the number say, then by bits. LLVM leaves two or three
    instructions of all this where the number is a constant, which mostly it is only after inlining.
    """
    kind, count = value.type, value.type.count
    if up:
        fill = ir.Constant(kind, None)
    else:
        signs = builder.ashr(value, ir.Constant(kind, [ir.Constant(word, WORD - 1)] * count))
        fill = picked(builder, signs, signs, [count - 1] * count)
    words = 1
    while words < count:
        wanted = builder.icmp_unsigned("!=", builder.and_(by, ir.Constant(word, WORD * words)), ir.Constant(word, 0))
        value = builder.select(wanted, moved(builder, value, fill, words if up else -words), value)
        words *= 2
    beside = moved(builder, value, fill, 1 if up else -1)
    bits = builder.and_(by, ir.Constant(word, WORD - 1))
    bits = builder.insert_element(ir.Constant(kind, ir.Undefined), bits, ir.Constant(index, 0))
    bits = picked(builder, bits, bits, [0] * count)
    name = f"llvm.{'fshl' if up else 'fshr'}.v{count}i{WORD}"
    function = cgutils.get_or_insert_function(builder.module, ir.FunctionType(kind, [kind] * 3), name)
    return builder.call(function, [value, beside, bits] if up else [beside, value, bits])


def moved(builder: Any, value: Any, fill: Any, by: int) -> Any:
    """A vector whose words are moved up by so many places, or down if `by` is negative; those of `fill` follow."""
    count = value.type.count
    return picked(builder, value, fill, [at if 0 <= at < count else count for at in range(-by, count - by)])


def picked(builder: Any, first: Any, second: Any, places: list[int]) -> Any:
    """A vector of some words of two vectors: places count through the first, then through the second."""
    return builder.shuffle_vector(first, second, ir.Constant(ir.VectorType(index, len(places)), places))
