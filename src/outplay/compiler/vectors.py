"""The forward pass of a network in LLVM's vector instructions; `core.vectors` says what it computes."""

from itertools import pairwise
from typing import Any

from llvmlite import ir
from numba.core import cgutils
from numba.core import types as numba_types
from numba.core.imputils import lower_builtin
from numba.core.typing.templates import AbstractTemplate, infer_global, signature

from outplay.compiler.layout import WORD
from outplay.compiler.wide import TableType
from outplay.compiler.words import joined, word_count, word_of
from outplay.core.vectors import (
    AT,
    BUCKETS,
    CLIP,
    EXACT,
    HIDDEN,
    LANES,
    OFFSETS,
    ROWS,
    SPAN,
    load_words,
    network_sum,
    store_words,
)

types: Any = numba_types
word, lane, wide_lane = ir.IntType(WORD), ir.IntType(16), ir.IntType(32)
UNROLLED_WORDS = 4
"""The words of more inputs are taken from memory, in a loop."""


@infer_global(network_sum)
class _NetworkSum(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        if len(args) == 4 and isinstance(args[0], types.BaseTuple) and isinstance(args[3], TableType):
            return signature(types.int64, args[0], types.int64, args[2], args[3])
        return None


@lower_builtin(network_sum, types.BaseTuple, types.int64, types.CPointer, TableType)
def _(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    shape = sig.args[3].values
    at, hidden, inputs, offsets = shape[AT], shape[HIDDEN], shape[-1], shape[OFFSETS:]
    masks, turn, thread = args[:3]
    pass_ = ForwardPass(builder, thread, at, hidden)
    now, firsts = pass_.words_of(masks, offsets)
    count = pass_.set_bits(now)
    bias = builder.add(turn, ir.Constant(word, 2 * inputs))
    sums, before = cgutils.alloca_once_value(builder, pass_.row(bias)), pass_.no_words(len(now))
    # The sums of the last position with the same side to move are taken where they differ in fewer inputs.
    rows = 2 * inputs + 2 + shape[BUCKETS]
    words = len(now) + hidden // LANES
    place = builder.add(builder.mul(turn, ir.Constant(word, words)), pass_.constant(at + ROWS + rows * hidden // LANES))
    last = builder.gep(thread, [place])
    exact = builder.icmp_unsigned("!=", builder.load(builder.gep(thread, [pass_.constant(at + EXACT)])), pass_.zero)
    with builder.if_then(exact):
        pass_.recall(last, now, count, before, sums)
    own = builder.mul(turn, ir.Constant(word, inputs))
    pass_.add_rows(sums, now, before, own, firsts)
    with builder.if_then(exact):
        pass_.keep(last, now, sums)
    bucket = builder.udiv(builder.mul(count, ir.Constant(word, shape[BUCKETS])), ir.Constant(word, shape[SPAN]))
    last_bucket = ir.Constant(word, shape[BUCKETS] - 1)
    bucket = builder.select(builder.icmp_unsigned("<", bucket, last_bucket), bucket, last_bucket)
    second = pass_.row(builder.add(bucket, ir.Constant(word, 2 * inputs + 2)))
    return pass_.output(builder.load(sums), second)


class ForwardPass:
    """Writes the instructions for the network that stands in the array `thread` from index `at` on."""

    def __init__(self, builder: Any, thread: Any, at: int, hidden: int) -> None:
        self.builder, self.hidden = builder, hidden
        self.rows = builder.bitcast(builder.gep(thread, [ir.Constant(word, at + ROWS)]), lane.as_pointer())
        self.vector = ir.VectorType(lane, hidden)
        self.zero = ir.Constant(word, 0)

    def constant(self, number: int) -> Any:
        return ir.Constant(word, number)

    def row(self, number: Any) -> Any:
        # Not by an index of vectors: LLVM rounds the distance between them up to a power of two.
        builder = self.builder
        first = builder.gep(self.rows, [builder.mul(number, ir.Constant(word, self.hidden))])
        return self.load_vector(first)

    def load_vector(self, pointer: Any) -> Any:
        return self.builder.load(self.builder.bitcast(pointer, self.vector.as_pointer()), align=WORD // 8)

    def words_of(self, masks: Any, offsets: tuple[int, ...]) -> tuple[list[Any], list[int]]:
        """The masks as words of 64 bits, lowest first, and for each word the number of its first input."""
        builder, parts, firsts = self.builder, [], []
        for field, (first, after) in enumerate(pairwise(offsets)):
            value = builder.extract_value(masks, field)
            for number in range(-(-(after - first) // WORD)):
                parts.append(word_of(builder, value, number))
                firsts.append(first + WORD * number)
        return parts, firsts

    def set_bits(self, words: list[Any]) -> Any:
        """How many bits of these words are set."""
        total = self.zero
        for part in words:
            total = self.builder.add(total, self.call("llvm.ctpop", word, [part]))
        return total

    def no_words(self, count: int) -> list[Any]:
        """Variables that hold 0."""
        return [cgutils.alloca_once_value(self.builder, self.zero) for _ in range(count)]

    def recall(self, last: Any, now: list[Any], count: Any, before: list[Any], sums: Any) -> None:
        """Takes the words and sums of an earlier position if fewer bits have changed since than are set now."""
        builder = self.builder
        old = [builder.load(builder.gep(last, [self.constant(i)])) for i in range(len(now))]
        changed = self.set_bits([builder.xor(one, other) for one, other in zip(now, old, strict=True)])
        with builder.if_then(builder.icmp_unsigned("<", changed, count)):
            for variable, value in zip(before, old, strict=True):
                builder.store(value, variable)
            builder.store(self.load_vector(builder.gep(last, [self.constant(len(now))])), sums)

    def keep(self, last: Any, now: list[Any], sums: Any) -> None:
        """Keeps words and sums for the next position."""
        builder = self.builder
        for number, part in enumerate(now):
            builder.store(part, builder.gep(last, [self.constant(number)]))
        pointer = builder.bitcast(builder.gep(last, [self.constant(len(now))]), self.vector.as_pointer())
        builder.store(builder.load(sums), pointer, align=WORD // 8)

    def add_rows(self, sums: Any, now: list[Any], before: list[Any], own: Any, firsts: list[int]) -> None:
        """Adds the rows of all bits that are set now and were not before, and takes away those of the others."""
        builder = self.builder
        if len(now) <= UNROLLED_WORDS:
            for part, variable, first in zip(now, before, firsts, strict=True):
                self.add_rows_of_word(sums, part, builder.load(variable), builder.add(own, self.constant(first)))
            return
        table = ir.ArrayType(word, len(now))
        columns = [cgutils.alloca_once(builder, table) for _ in range(3)]
        old = [builder.load(variable) for variable in before]
        for column, values in zip(columns, (now, old, map(self.constant, firsts)), strict=True):
            for number, value in enumerate(values):
                builder.store(value, builder.gep(column, [self.zero, self.constant(number)]))
        with cgutils.for_range(builder, self.constant(len(now))) as loop:
            part, earlier, first = (builder.load(builder.gep(one, [self.zero, loop.index])) for one in columns)
            self.add_rows_of_word(sums, part, earlier, builder.add(own, first))

    def add_rows_of_word(self, sums: Any, now: Any, before: Any, first: Any) -> None:
        builder, one = self.builder, ir.Constant(word, 1)
        changed = builder.xor(now, before)
        entry = builder.block
        head = builder.append_basic_block("bits")
        body = builder.append_basic_block("bit")
        after = builder.append_basic_block("no_more_bits")
        start = builder.load(sums)
        builder.branch(head)
        builder.position_at_end(head)
        left, total = builder.phi(word), builder.phi(self.vector)
        left.add_incoming(changed, entry)
        total.add_incoming(start, entry)
        builder.cbranch(builder.icmp_unsigned("!=", left, self.zero), body, after)
        builder.position_at_end(body)
        place = self.call("llvm.cttz", word, [left, ir.Constant(ir.IntType(1), 1)])
        # Of a bit that is set no more, the row is taken away: row ^ -1 is -row - 1, and row ^ 0 is row.
        gone = builder.neg(builder.and_(builder.lshr(before, place), one))
        sign = self.spread(builder.trunc(gone, lane))
        row = builder.sub(builder.xor(self.row(builder.add(first, place)), sign), sign)
        added = self.call("llvm.sadd.sat", self.vector, [total, row])
        left.add_incoming(builder.and_(left, builder.sub(left, one)), builder.block)
        total.add_incoming(added, builder.block)
        builder.branch(head)
        builder.position_at_end(after)
        builder.store(total, sums)

    def spread(self, number: Any) -> Any:
        """A vector of one number."""
        undefined = ir.Constant(self.vector, ir.Undefined)
        one = self.builder.insert_element(undefined, number, ir.Constant(ir.IntType(32), 0))
        places = ir.Constant(ir.VectorType(ir.IntType(32), self.hidden), [0] * self.hidden)
        return self.builder.shuffle_vector(one, undefined, places)

    def output(self, sums: Any, second: Any) -> Any:
        """The sum of the squared activations, each times its number of the second layer."""
        builder = self.builder
        low, high = ir.Constant(self.vector, [0] * self.hidden), ir.Constant(self.vector, [CLIP] * self.hidden)
        clipped = self.call("llvm.smin", self.vector, [self.call("llvm.smax", self.vector, [sums, low]), high])
        wide = ir.VectorType(wide_lane, self.hidden)
        # The products with the second layer fit an int16: its numbers are at most 127.
        weighted = builder.mul(clipped, second)
        products = builder.mul(builder.sext(weighted, wide), builder.sext(clipped, wide))
        kind = ir.FunctionType(wide_lane, [wide])
        reduce = cgutils.get_or_insert_function(builder.module, kind, f"llvm.vector.reduce.add.v{self.hidden}i32")
        return builder.sext(builder.call(reduce, [products]), word)

    def call(self, name: str, kind: Any, arguments: list[Any]) -> Any:
        """Calls one of LLVM's intrinsics on a word or on rows."""
        suffix = "i64" if kind == word else f"v{self.hidden}i16"
        function = ir.FunctionType(kind, [argument.type for argument in arguments])
        declared = cgutils.get_or_insert_function(self.builder.module, function, f"{name}.{suffix}")
        return self.builder.call(declared, arguments)


@infer_global(store_words)
class _StoreWords(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        if len(args) == 4 and isinstance(args[0], types.BaseTuple) and isinstance(args[1], TableType):
            return signature(types.int64, args[0], args[1], args[2], types.int64)
        return None


@lower_builtin(store_words, types.BaseTuple, TableType, types.CPointer, types.int64)
def _(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    masks, _, out, at = args
    for field, width in enumerate(sig.args[1].values):
        value = builder.extract_value(masks, field)
        for number in range(-(-width // WORD)):
            builder.store(word_of(builder, value, number), builder.gep(out, [at]))
            at = builder.add(at, ir.Constant(word, 1))
    return at


@infer_global(load_words)
class _LoadWords(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        if len(args) == 4 and isinstance(args[0], types.BaseTuple) and isinstance(args[1], TableType):
            return signature(args[0], args[0], args[1], args[2], types.int64)
        return None


@lower_builtin(load_words, types.BaseTuple, TableType, types.CPointer, types.int64)
def _(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    like, _, words, at = args
    values = []
    for field, width in enumerate(sig.args[1].values):
        parts = [ir.Constant(word, 0)] * word_count(builder.extract_value(like, field))
        for number in range(-(-width // WORD)):
            parts[number] = builder.load(builder.gep(words, [at]))
            at = builder.add(at, ir.Constant(word, 1))
        values.append(joined(builder, parts))
    return context.make_tuple(builder, sig.return_type, values)


assert LANES * lane.width == WORD
