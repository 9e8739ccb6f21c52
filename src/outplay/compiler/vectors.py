"""The forward pass of a network in LLVM's vector instructions; `core.vectors` says what it computes."""

from typing import Any

from llvmlite import ir
from numba.core import cgutils
from numba.core import types as numba_types
from numba.core.imputils import lower_builtin
from numba.core.typing.templates import AbstractTemplate, infer_global, signature

from outplay.compiler.layout import WORD
from outplay.compiler.wide import TableType
from outplay.core.vectors import AT, BUCKETS, CLIP, HIDDEN, LANES, OFFSETS, ROWS, SPAN, network_sum, store_words

types: Any = numba_types
word, lane, wide_lane = ir.IntType(WORD), ir.IntType(16), ir.IntType(32)
UNROLLED_WORDS = 4
"""The words of wider integers are taken from memory, in a loop."""


@infer_global(network_sum)
class _NetworkSum(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        if len(args) == 4 and isinstance(args[0], types.BaseTuple) and isinstance(args[3], TableType):
            return signature(types.int64, args[0], types.int64, args[2], args[3])
        return None


@lower_builtin(network_sum, types.BaseTuple, types.int64, types.CPointer, TableType)
def _(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    shape = sig.args[3].values
    hidden, inputs, offsets = shape[HIDDEN], shape[-1], shape[OFFSETS:-1]
    masks, turn, thread = args[:3]
    rows = builder.bitcast(builder.gep(thread, [ir.Constant(word, shape[AT] + ROWS)]), lane.as_pointer())
    pass_ = ForwardPass(builder, rows, hidden)
    bias = builder.add(turn, ir.Constant(word, 2 * inputs))
    sums = cgutils.alloca_once_value(builder, pass_.row(bias))
    count = cgutils.alloca_once_value(builder, ir.Constant(word, 0))
    own = builder.mul(turn, ir.Constant(word, inputs))
    for field, first in enumerate(offsets):
        value = builder.extract_value(masks, field)
        pass_.add_rows(sums, count, value, builder.add(own, ir.Constant(word, first)))
    bucket = builder.udiv(
        builder.mul(builder.load(count), ir.Constant(word, shape[BUCKETS])), ir.Constant(word, shape[SPAN])
    )
    last = ir.Constant(word, shape[BUCKETS] - 1)
    bucket = builder.select(builder.icmp_unsigned("<", bucket, last), bucket, last)
    second = pass_.row(builder.add(bucket, ir.Constant(word, 2 * inputs + 2)))
    return pass_.output(builder.load(sums), second)


class ForwardPass:
    """Writes the instructions; `rows` points to the first number of the network."""

    def __init__(self, builder: Any, rows: Any, hidden: int) -> None:
        self.builder, self.rows, self.hidden = builder, rows, hidden
        self.vector = ir.VectorType(lane, hidden)

    def row(self, number: Any) -> Any:
        # Not by an index of vectors: LLVM rounds the distance between them up to a power of two.
        builder = self.builder
        first = builder.gep(self.rows, [builder.mul(number, ir.Constant(word, self.hidden))])
        return builder.load(builder.bitcast(first, self.vector.as_pointer()), align=WORD // 8)

    def add_rows(self, sums: Any, count: Any, value: Any, first: Any) -> None:
        """Adds the rows of all set bits of an integer, and their number to `count`."""
        builder = self.builder
        words = -(-value.type.width // WORD)
        if words <= UNROLLED_WORDS:
            for number in range(words):
                part = value
                if words > 1:
                    part = builder.lshr(value, ir.Constant(value.type, WORD * number))
                    part = builder.trunc(part, word)
                self.add_rows_of_word(sums, count, part, builder.add(first, ir.Constant(word, WORD * number)))
            return
        memory = builder.bitcast(cgutils.alloca_once_value(builder, value), word.as_pointer())
        with cgutils.for_range(builder, ir.Constant(word, words)) as loop:
            part = builder.load(builder.gep(memory, [loop.index]))
            start = builder.mul(loop.index, ir.Constant(word, WORD))
            self.add_rows_of_word(sums, count, part, builder.add(first, start))

    def add_rows_of_word(self, sums: Any, count: Any, part: Any, first: Any) -> None:
        builder, zero, one = self.builder, ir.Constant(word, 0), ir.Constant(word, 1)
        counted = self.call("llvm.ctpop", word, [part])
        builder.store(builder.add(builder.load(count), counted), count)
        before = builder.block
        head = builder.append_basic_block("bits")
        body = builder.append_basic_block("bit")
        after = builder.append_basic_block("no_more_bits")
        start = builder.load(sums)
        builder.branch(head)
        builder.position_at_end(head)
        left, total = builder.phi(word), builder.phi(self.vector)
        left.add_incoming(part, before)
        total.add_incoming(start, before)
        builder.cbranch(builder.icmp_unsigned("!=", left, zero), body, after)
        builder.position_at_end(body)
        place = self.call("llvm.cttz", word, [left, ir.Constant(ir.IntType(1), 1)])
        added = self.call("llvm.sadd.sat", self.vector, [total, self.row(builder.add(first, place))])
        left.add_incoming(builder.and_(left, builder.sub(left, one)), builder.block)
        total.add_incoming(added, builder.block)
        builder.branch(head)
        builder.position_at_end(after)
        builder.store(total, sums)

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
            part = value
            if value.type.width > WORD:
                part = builder.lshr(value, ir.Constant(value.type, WORD * number))
                part = builder.trunc(part, word)
            builder.store(part, builder.gep(out, [at]))
            at = builder.add(at, ir.Constant(word, 1))
    return at


assert LANES * lane.width == WORD
