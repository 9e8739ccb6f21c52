"""Compiled code: an object file as a linker would take it, loaded into memory and called.

This needs LLVM but not Numba, so that a process which only runs cached code starts faster.
"""

import ctypes
import functools
from typing import Any, NamedTuple

import llvmlite.binding as llvm
import numpy as np


class ObjectFile(NamedTuple):
    """What is cached of a kernel."""

    code: bytes
    symbol: str
    """The name of the entry point."""
    kinds: str
    """The entry point's arguments: a letter each, i for an integer and a for an array of integers."""


class Failure(Exception):
    """Compiled code returned with an error; the only one that rules can cause is an index out of range."""


class MachineCode:
    """An object file in memory. Called with integers and int64 arrays, it returns an integer, without Python's lock."""

    def __init__(self, file: ObjectFile) -> None:
        engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), target_machine())
        engine.add_object_file(llvm.ObjectFileRef.from_data(file.code))
        engine.finalize_object()
        self.engine = engine  # owns the memory
        self.kinds = file.kinds
        kinds = [ctypes.c_int64 if kind == "i" else ctypes.c_void_p for kind in file.kinds]
        prototype = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, *kinds)
        self.function = prototype(engine.get_function_address(file.symbol))

    def __call__(self, *arguments: Any) -> int:
        given = [a if kind == "i" else address(a) for kind, a in zip(self.kinds, arguments, strict=True)]
        result, reason = ctypes.c_int64(), ctypes.c_void_p()  # Numba's convention: both are written by the function
        if self.function(ctypes.addressof(result), ctypes.addressof(reason), *given):
            raise Failure
        return result.value


def address(array: Any) -> int:
    """Where an array begins. Compiled code trusts its arguments, so the array is checked here."""
    if array.dtype != np.int64 or not array.flags.c_contiguous:
        raise TypeError(f"a contiguous array of int64 is wanted, not one of {array.dtype}")
    return int(array.ctypes.data)


def target_machine() -> Any:
    """This machine, for LLVM; each engine needs one of its own."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.Target.from_default_triple().create_target_machine(jit=True)


@functools.cache
def processor() -> tuple[str, str, str]:
    """What code is compiled for: the system, the processor and its instruction sets."""
    return llvm.get_process_triple(), llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()
