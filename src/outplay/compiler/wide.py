"""Integers of any width for Numba, so that a 15x15 board is one integer and rules read like ordinary Python.

LLVM has integers of any width; `Wide(bits)` is the Numba type for them. It is signed, and operations give what Python
gives as long as no result exceeds the width. The width is two bits more than a game declares, for sign and carry. An
operation of a machine integer with a wide one converts the machine integer.

In LLVM some are vectors of words, see `words`; what is not done word by word is done on the integer of so many bits.

`Table` is a tuple of integers that is stored in the machine code as constants.
"""

import operator
from typing import Any

from llvmlite import ir
from numba.core import cgutils
from numba.core import types as numba_types
from numba.core.imputils import lower_builtin, lower_cast, lower_constant
from numba.core.typeconv import Conversion
from numba.core.typing.templates import (
    AbstractTemplate,
    AttributeTemplate,
    bound_function,
    infer_getattr,
    infer_global,
    signature,
)
from numba.extending import intrinsic, models, register_model, typeof_impl
from numba.np.arrayobj import populate_array

from outplay.compiler.layout import WORD
from outplay.compiler.words import (
    is_vector,
    joined,
    machine_constant,
    machine_type,
    shifted,
    vector,
    whole,
    word_count,
    word_of,
)
from outplay.core.bits import lowest_bit, nth_bit
from outplay.core.hashing import multiplier, state_hash
from outplay.core.rules import row_of

types: Any = numba_types
HASHED_AT_ONCE = 16
"""Integers of more words are hashed in a loop: LLVM takes seconds to compile many shifts of a wide integer."""

PARTS, FEW_BITS = (32, 16, 8), 8
"""How a word is divided to find a bit in it, and the number of bits up to which clearing them one by one is quicker."""


def shift_right(number: int, by: int) -> int:
    """`number >> by` as in Python, also if `by` exceeds the width of the number."""
    return number >> by


class Wide(types.Type):
    """A signed integer of `bits` bits, more than one word."""

    def __init__(self, bits: int) -> None:
        self.bits = bits
        super().__init__(name=f"wide{bits}")

    def can_convert_from(self, typingctx: Any, other: types.Type) -> Conversion | None:
        return Conversion.promote if isinstance(other, (types.Integer, types.Boolean)) else None

    # There is no implicit conversion to machine integers: Numba would use it for arithmetic of wide integers.


@register_model(Wide)
class WideModel(models.PrimitiveModel):
    def __init__(self, manager: Any, wide: Wide) -> None:
        super().__init__(manager, wide, machine_type(wide.bits))


class WideConstant:
    """A Python integer that enters compiled code as a constant of the given width."""

    def __init__(self, value: int, bits: int) -> None:
        self.value = value
        self.bits = bits


@typeof_impl.register(WideConstant)
def _(value: WideConstant, context: Any) -> Wide:
    return Wide(value.bits)


@lower_constant(Wide)
def _(context: Any, builder: Any, wide: Wide, value: WideConstant) -> Any:
    return machine_constant(value.value, wide.bits)


@lower_cast(types.Integer, Wide)
def _(context: Any, builder: Any, source: Any, target: Wide, value: Any) -> Any:
    return vector(builder, (builder.sext if source.signed else builder.zext)(value, ir.IntType(target.bits)))


@lower_cast(types.Boolean, Wide)
def _(context: Any, builder: Any, source: types.Boolean, target: Wide, value: Any) -> Any:
    return vector(builder, builder.zext(context.cast(builder, value, source, types.int8), ir.IntType(target.bits)))


@lower_cast(Wide, types.Integer)
def _(context: Any, builder: Any, source: Wide, target: types.Integer, value: Any) -> Any:
    return builder.trunc(whole(builder, value), context.get_value_type(target))


def _widest(*args: types.Type) -> Wide | None:
    """The wide type of an operation on these types; None if there is none or they cannot be converted to it."""
    wides = [a for a in args if isinstance(a, Wide)]
    if not wides or not all(isinstance(a, (Wide, types.Integer, types.Boolean)) for a in args):
        return None
    return wides[0] if all(a == wides[0] for a in wides) else None


WORD_BY_WORD = ("and_", "or_", "xor")
"""Instructions that give the same on a vector of words as on the integer."""


def _arithmetic(operation: Any, in_place: Any, instruction: str) -> None:
    class Both(AbstractTemplate):
        def generic(self, args: Any, kws: Any) -> Any:
            wide = _widest(*args)
            return signature(wide, wide, wide) if wide and len(args) == 2 else None

    def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        if instruction in WORD_BY_WORD:
            return getattr(builder, instruction)(*args)
        return vector(builder, getattr(builder, instruction)(*(whole(builder, value) for value in args)))

    for name in (operation, in_place):
        infer_global(name)(Both)
        lower_builtin(name, Wide, Wide)(build)


def _shift(operation: Any, in_place: Any, instruction: str) -> None:
    class Shift(AbstractTemplate):
        def generic(self, args: Any, kws: Any) -> Any:
            if len(args) == 2 and isinstance(args[0], Wide) and isinstance(args[1], (Wide, types.Integer)):
                return signature(args[0], args[0], types.int64)
            return None

    def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        value, by = args
        if is_vector(value):
            return shifted(builder, value, by, up=instruction == "shl")
        return getattr(builder, instruction)(value, builder.zext(by, value.type))

    for name in (operation, in_place):
        infer_global(name)(Shift)
        lower_builtin(name, Wide, types.int64)(build)


def _compare(operation: Any, sign: str) -> None:
    class Compare(AbstractTemplate):
        def generic(self, args: Any, kws: Any) -> Any:
            wide = _widest(*args)
            return signature(types.boolean, wide, wide) if wide and len(args) == 2 else None

    def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.icmp_signed(sign, *(whole(builder, value) for value in args))

    infer_global(operation)(Compare)
    lower_builtin(operation, Wide, Wide)(build)


def _unary(operation: Any, result: Any, build: Any, *arguments: type) -> None:
    """`operation(x)` for every x of the given type classes; `result(x)` is the type it has."""

    class Unary(AbstractTemplate):
        def generic(self, args: Any, kws: Any) -> Any:
            if len(args) == 1 and isinstance(args[0], arguments):
                return signature(result(args[0]), types.unliteral(args[0]))
            return None

    infer_global(operation)(Unary)
    for kind in arguments:
        lower_builtin(operation, kind)(build)


_arithmetic(operator.and_, operator.iand, "and_")
_arithmetic(operator.or_, operator.ior, "or_")
_arithmetic(operator.xor, operator.ixor, "xor")
_arithmetic(operator.add, operator.iadd, "add")
_arithmetic(operator.sub, operator.isub, "sub")
_arithmetic(operator.mul, operator.imul, "mul")
_shift(operator.lshift, operator.ilshift, "shl")
_shift(operator.rshift, operator.irshift, "ashr")


@infer_global(shift_right)
class _ShiftRight(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        if len(args) == 2 and all(isinstance(a, (Wide, types.Integer)) for a in args):
            number = args[0] if isinstance(args[0], Wide) else types.int64
            return signature(number, number, types.int64)
        return None


def _shift_right(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Limits the count to the width less one: beyond it LLVM leaves the result undefined and Python gives 0 or -1."""
    value, by = args
    last = ir.Constant(by.type, WORD * word_count(value) - 1)
    by = builder.select(builder.icmp_unsigned("<", by, last), by, last)
    if is_vector(value):
        return shifted(builder, value, by, up=False)
    return builder.ashr(value, by if by.type == value.type else builder.zext(by, value.type))


lower_builtin(shift_right, Wide, types.int64)(_shift_right)
lower_builtin(shift_right, types.int64, types.int64)(_shift_right)

for _operation, _sign in (
    (operator.eq, "=="),
    (operator.ne, "!="),
    (operator.lt, "<"),
    (operator.le, "<="),
    (operator.gt, ">"),
    (operator.ge, ">="),
):
    _compare(_operation, _sign)


def _is_zero(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    value = whole(builder, args[0])
    return builder.icmp_unsigned("==", value, ir.Constant(value.type, 0))


def _is_not_zero(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    value = whole(builder, args[0])
    return builder.icmp_unsigned("!=", value, ir.Constant(value.type, 0))


def _negative(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return vector(builder, builder.neg(whole(builder, args[0])))


def _to_int(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return context.cast(builder, args[0], sig.args[0], sig.return_type)


def _count(builder: Any, name: str, value: Any, *more: Any) -> Any:
    """Calls one of LLVM's bit-counting intrinsics; the result has 64 bits."""
    machine = value.type
    kind = ir.FunctionType(machine, [machine, *(ir.IntType(1) for _ in more)])
    function = builder.module.declare_intrinsic(name, [machine], kind)
    counted = builder.call(function, [value, *more])
    word = ir.IntType(WORD)
    if machine.width == WORD:
        return counted
    return (builder.trunc if machine.width > WORD else builder.zext)(counted, word)


def _magnitude(builder: Any, value: Any) -> Any:
    """The absolute value: Python counts the bits of that."""
    negative = builder.icmp_signed("<", value, ir.Constant(value.type, 0))
    return builder.select(negative, builder.neg(value), value)


def _bit_count(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return _count(builder, "llvm.ctpop", _magnitude(builder, whole(builder, args[0])))


def _bit_length(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    value = whole(builder, args[0])
    leading = _count(builder, "llvm.ctlz", _magnitude(builder, value), ir.Constant(ir.IntType(1), 0))
    return builder.sub(ir.Constant(ir.IntType(WORD), value.type.width), leading)


def _lowest_bit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return _count(builder, "llvm.cttz", whole(builder, args[0]), ir.Constant(ir.IntType(1), 0))


_unary(operator.neg, lambda wide: wide, _negative, Wide)
_unary(operator.invert, lambda wide: wide, lambda c, builder, s, args: builder.not_(args[0]), Wide)
_unary(operator.not_, lambda wide: types.boolean, _is_zero, Wide)
_unary(bool, lambda wide: types.boolean, _is_not_zero, Wide)
_unary(int, lambda wide: types.int64, _to_int, Wide)
_unary(lowest_bit, lambda number: types.int64, _lowest_bit, Wide, types.Integer)


@infer_global(nth_bit)
class _NthBit(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        if len(args) == 2 and all(isinstance(a, (Wide, types.Integer)) for a in args):
            number = args[0] if isinstance(args[0], Wide) else types.int64
            return signature(types.int64, number, types.int64)
        return None


def _nth_bit_of_word(builder: Any, bits: Any, n: Any) -> Any:
    """The index of the bit of a word that has n set bits below it: parts with at most n set bits are shifted out, then
    single bits are cleared. Where n is small there is no part to try."""
    word = ir.IntType(WORD)
    bits, n, first = (cgutils.alloca_once_value(builder, value) for value in (bits, n, ir.Constant(word, 0)))
    with builder.if_then(builder.icmp_unsigned(">=", builder.load(n), ir.Constant(word, FEW_BITS))):
        for size in PARTS:
            whole, left = builder.load(bits), builder.load(n)
            count = _count(builder, "llvm.ctpop", builder.and_(whole, ir.Constant(word, (1 << size) - 1)))
            out = builder.icmp_unsigned(">=", left, count)
            shift = builder.select(out, ir.Constant(word, size), ir.Constant(word, 0))
            builder.store(builder.lshr(whole, shift), bits)
            builder.store(builder.select(out, builder.sub(left, count), left), n)
            builder.store(builder.add(builder.load(first), shift), first)
    with cgutils.for_range(builder, builder.load(n)):
        whole = builder.load(bits)
        builder.store(builder.and_(whole, builder.sub(whole, ir.Constant(word, 1))), bits)
    lowest = _count(builder, "llvm.cttz", builder.load(bits), ir.Constant(ir.IntType(1), 0))
    return builder.add(builder.load(first), lowest)


@lower_builtin(nth_bit, types.int64, types.int64)
def _(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return _nth_bit_of_word(builder, *args)


@lower_builtin(nth_bit, Wide, types.int64)
def _(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Looks for the word first."""
    word, value = ir.IntType(WORD), args[0]
    memory = builder.bitcast(cgutils.alloca_once_value(builder, value), word.as_pointer())
    words = ir.Constant(word, sig.args[0].bits // WORD)
    index, n = cgutils.alloca_once_value(builder, ir.Constant(word, 0)), cgutils.alloca_once_value(builder, args[1])
    looking, found = builder.append_basic_block("words"), builder.append_basic_block("found")
    on = builder.append_basic_block("next_word")
    builder.branch(looking)
    builder.position_at_end(looking)
    at, left = builder.load(index), builder.load(n)
    bits = builder.load(builder.gep(memory, [at]))
    count, after = _count(builder, "llvm.ctpop", bits), builder.add(at, ir.Constant(word, 1))
    last = builder.icmp_unsigned(">=", after, words)  # never without a bit found, unless there are too few
    builder.cbranch(builder.or_(last, builder.icmp_unsigned("<", left, count)), found, on)
    builder.position_at_end(on)
    builder.store(builder.sub(left, count), n)
    builder.store(after, index)
    builder.branch(looking)
    builder.position_at_end(found)
    return builder.add(builder.mul(at, ir.Constant(word, WORD)), _nth_bit_of_word(builder, bits, left))


def _methods(type_class: type) -> None:
    """Defines `x.bit_count()` and `x.bit_length()` for a type of integers."""

    @infer_getattr
    class Methods(AttributeTemplate):
        key = type_class

        @bound_function(f"{type_class.__name__}.bit_count")
        def resolve_bit_count(self, number: Any, args: Any, kws: Any) -> Any:
            return signature(types.int64)

        @bound_function(f"{type_class.__name__}.bit_length")
        def resolve_bit_length(self, number: Any, args: Any, kws: Any) -> Any:
            return signature(types.int64)

    lower_builtin(f"{type_class.__name__}.bit_count", type_class)(_bit_count)
    lower_builtin(f"{type_class.__name__}.bit_length", type_class)(_bit_length)


_methods(Wide)
_methods(types.Integer)


class Table:
    """A tuple of integers as a constant of compiled code; `bits` is the width of an entry."""

    def __init__(self, values: tuple[int, ...], bits: int) -> None:
        self.values = values
        self.bits = bits


class TableType(types.Type):
    def __init__(self, values: tuple[int, ...], bits: int) -> None:
        self.values = values
        self.bits = bits
        super().__init__(name=f"table{bits}({hash(values)})")

    @property
    def key(self) -> tuple[tuple[int, ...], int]:
        return self.values, self.bits

    @property
    def entry(self) -> types.Type:
        return types.int64 if self.bits == WORD else Wide(self.bits)


register_model(TableType)(models.OpaqueModel)


@typeof_impl.register(Table)
def _(value: Table, context: Any) -> TableType:
    return TableType(value.values, value.bits)


@lower_constant(TableType)
def _(context: Any, builder: Any, table: TableType, value: Table) -> Any:
    return context.get_dummy_value()


@infer_global(operator.getitem)
class _TableItem(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        table, index = args
        if isinstance(table, TableType) and isinstance(index, (types.Integer, Wide)):
            return signature(table.entry, table, types.int64)
        return None


@lower_builtin(operator.getitem, TableType, types.int64)
def _(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    table = sig.args[0]
    kind = ir.ArrayType(machine_type(table.bits), len(table.values))
    values = [machine_constant(v, table.bits) for v in table.values]
    name = builder.module.get_unique_name("outplay.table")
    constant = ir.GlobalVariable(builder.module, kind, name)
    constant.linkage = "internal"
    constant.global_constant = True
    constant.initializer = ir.Constant(kind, values)
    zero, length = ir.Constant(ir.IntType(WORD), 0), ir.Constant(ir.IntType(WORD), len(table.values))
    from_the_end = builder.icmp_signed("<", args[1], zero)
    index = builder.select(from_the_end, builder.add(args[1], length), args[1])
    with builder.if_then(builder.icmp_unsigned(">=", index, length), likely=False):
        context.call_conv.return_user_exc(builder, IndexError, ("tuple index out of range",))
    return builder.load(builder.gep(constant, [zero, index], inbounds=True))


@intrinsic
def join_words(typingctx: Any, words: Any, first: Any, like: Any) -> Any:
    """The wide integer whose 64-bit words, lowest first, begin at index `first` on."""

    def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        places = [builder.add(args[1], ir.Constant(args[1].type, i)) for i in range(sig.return_type.bits // WORD)]
        return joined(builder, [builder.load(builder.gep(args[0], [at])) for at in places])

    return like(words, types.int64, like), build


@intrinsic
def split_words(typingctx: Any, words: Any, first: Any, wide: Any) -> Any:
    """Writes a wide integer to memory from index `first` on, lowest word first."""

    def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        for i in range(sig.args[2].bits // WORD):
            at = builder.add(args[1], ir.Constant(args[1].type, i))
            builder.store(word_of(builder, args[2], i), builder.gep(args[0], [at]))
        return context.get_dummy_value()

    return types.void(words, types.int64, wide), build


@infer_global(row_of)
class _RowOf(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        if len(args) == 3 and isinstance(args[0], types.CPointer):
            return signature(types.Array(args[0].dtype, 1, "C"), args[0], types.int64, types.int64)
        return None


@lower_builtin(row_of, types.CPointer, types.int64, types.int64)
def _(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    start, first, length = args
    array = context.make_array(sig.return_type)(context, builder)
    size = context.get_constant(types.intp, WORD // 8)
    populate_array(array, builder.gep(start, [first]), [length], [size], size, None)
    return array._getvalue()


@infer_global(state_hash)
class _StateHash(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        return signature(types.int64, args[0]) if len(args) == 1 and isinstance(args[0], types.BaseTuple) else None


@lower_builtin(state_hash, types.BaseTuple)
def _(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    word, double = ir.IntType(WORD), ir.IntType(2 * WORD)
    total = ir.Constant(double, 0)
    for field in range(len(sig.args[0])):
        value = builder.extract_value(args[0], field)
        words = word_count(value)
        if words > HASHED_AT_ONCE:
            total = builder.add(total, _hash_in_a_loop(builder, value, field))
            continue
        for i in range(words):
            part = builder.zext(word_of(builder, value, i), double)
            total = builder.add(total, builder.mul(part, ir.Constant(double, multiplier(field, i))))
    return builder.trunc(builder.lshr(total, ir.Constant(double, WORD)), word)


def _hash_in_a_loop(builder: Any, value: Any, field: int) -> Any:
    """The sum over the words of a wide value that `state_hash` adds for a field, computed by a loop."""
    word, double = ir.IntType(WORD), ir.IntType(2 * WORD)
    words = value.type.width // WORD
    numbers = [ir.Constant(double, multiplier(field, i)) for i in range(words)]
    constants = ir.Constant(ir.ArrayType(double, words), numbers)
    table = cgutils.global_constant(builder.module, "outplay.multipliers", constants)
    memory = builder.bitcast(cgutils.alloca_once_value(builder, value), word.as_pointer())
    total = cgutils.alloca_once_value(builder, ir.Constant(double, 0))
    with cgutils.for_range(builder, ir.Constant(word, words)) as loop:
        part = builder.zext(builder.load(builder.gep(memory, [loop.index])), double)
        number = builder.load(builder.gep(table, [ir.Constant(word, 0), loop.index]))
        builder.store(builder.add(builder.load(total), builder.mul(part, number)), total)
    return builder.load(total)
