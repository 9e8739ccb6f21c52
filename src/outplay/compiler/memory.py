"""The functions of `core.memory` as single machine instructions."""

from typing import Any

from llvmlite import ir
from numba.core import cgutils
from numba.core import types as numba_types
from numba.core.imputils import lower_builtin
from numba.core.typing.templates import AbstractTemplate, infer_global, signature

from outplay.compiler.layout import WORD
from outplay.core.memory import byte_at, prefetch, set_byte

types: Any = numba_types
word, byte = ir.IntType(WORD), ir.IntType(8)


@infer_global(byte_at)
class _ByteAt(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        return signature(types.int64, types.int64, types.int64) if len(args) == 2 else None


@infer_global(set_byte)
class _SetByte(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        return signature(types.int64, types.int64, types.int64, types.int64) if len(args) == 3 else None


@lower_builtin(byte_at, types.int64, types.int64)
def _(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.zext(builder.load(place(builder, *args), align=1), word)


@lower_builtin(set_byte, types.int64, types.int64, types.int64)
def _(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    builder.store(builder.trunc(args[2], byte), place(builder, args[0], args[1]), align=1)
    return args[2]


def place(builder: Any, address: Any, number: Any) -> Any:
    """A pointer to a byte."""
    return builder.inttoptr(builder.add(address, number), byte.as_pointer())


@infer_global(prefetch)
class _Prefetch(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        return signature(types.int64, args[0], types.int64) if len(args) == 2 else None


@lower_builtin(prefetch, types.CPointer, types.int64)
def _(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    pointer = builder.bitcast(builder.gep(args[0], [args[1]]), byte.as_pointer())
    number = ir.IntType(32)
    kind = ir.FunctionType(ir.VoidType(), [byte.as_pointer(), number, number, number])
    declared = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0i8")
    builder.call(declared, [pointer, *(ir.Constant(number, value) for value in (0, 3, 1))])  # to read, all caches, data
    return args[1]
