"""A game's rules and a kernel, compiled together to machine code.

    kernel = Kernel(game, alpha_beta)       # compiles, or takes the code from the cache
    kernel(state, depth, alpha, beta, counts, scratch)

The entry point takes the state as an array of 64-bit words and everything else as integers and integer arrays, so
that its type does not depend on the game. LLVM inlines the conversion.
"""

import ast
import functools
import hashlib
import os
import platform
import re
import threading
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any

import llvmlite
import numba
import numpy as np
from numba.core import types
from numba.core.compiler import CompilerBase, CompileResult
from numba.core.errors import NumbaError
from numba.core.registry import cpu_target
from numba.core.serialize import dumps

from outplay import compiler
from outplay.compiler import store
from outplay.compiler.pieces import Function, PieceCompiler, WholeCompiler
from outplay.compiler.rewrite import SHIFT_RIGHT, ZERO, Rewrite
from outplay.compiler.source import KERNELS, Part, check_values, digest, gather
from outplay.compiler.wide import (
    NARROW,
    SPARE,
    WORD,
    Table,
    WideConstant,
    join_words,
    pointer,
    shift_right,
    split_words,
)
from outplay.core import bits as bit_helpers
from outplay.core import hashing
from outplay.core.arrays import Ints
from outplay.core.errors import RuleError
from outplay.core.game import Game

OPTIONS: dict[str, Any] = {"nopython": True, "nogil": True, "_nrt": False, "error_model": "numpy"}
LOCK = threading.RLock()

PLACE = re.compile(r'(?:File "|at )([^"\n]+?\.py)(?:", line | \()(\d+)')
"""How Numba's messages name a line."""

EXPLANATIONS = (
    (re.compile(r"Unknown attribute '(\w+)' of type State"), "the state has no field {0}; it has {fields}"),
    (
        re.compile(r"Cannot unify (.+?) and (.+?) for "),
        "a value is once {0} and once {1} here; make it an integer in both cases",
    ),
    (
        re.compile(r"No implementation of function Function\(<class 'range'>\)"),
        "range needs plain numbers; write range(int(x)) where x comes from a wide field",
    ),
)
"""Patterns of Numba's messages for common mistakes, each with the message that replaces it."""


class Kernel:
    """A kernel specialised to a game; called like the function that the factory returned."""

    def __init__(self, game: Game, factory: Callable[..., Callable[..., Any]]) -> None:
        """Loads the kernel from the cache, or compiles it inside `outplay.compiler.announce`."""
        self.game = game
        self.function = factory(game.rules)
        self.from_cache = False
        if interpreted():
            self._call: Callable[..., Any] | None = None
            return
        with LOCK:
            parts = gather(self.function)
            name = digest(parts, tuple(game.widths.items()), self.function.__annotations__, environment())
            compiled = load(name)
            self.from_cache = compiled is not None
            if compiled is None:
                with compiler.announce(str(game)):
                    compiled = Build(game, parts, name).entry()
                store.save(name, dumps(compiled._reduce()))
        self._compiled = compiled  # keeps the machine code in memory
        self._call = compiled.entry_point

    def __call__(self, state: Any, *arguments: Any) -> Any:
        if self._call is None:
            return self.function(state, *arguments)
        given = words(self.game, state)
        answer = np.zeros_like(given)
        try:
            result = self._call(given, answer, *arguments)
        except IndexError as error:
            message = f"the compiled rules failed: {error}; `outplay check` with more games tells where"
            raise RuleError(message, self.game.play.__code__.co_filename) from None
        return result if returns_int(self.function) else from_words(self.game, answer)


def returns_int(function: Callable[..., Any]) -> bool:
    """Whether a kernel returns an integer. The others return a state."""
    return function.__annotations__["return"] is int


def interpreted() -> bool:
    """Whether kernels run as plain Python (NUMBA_DISABLE_JIT=1), to debug rules or to compare both ways."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")


def load(name: str) -> CompileResult | None:
    payload = store.load(name)
    return None if payload is None else CompileResult._rebuild(cpu_target.target_context, *payload)


@functools.cache
def environment() -> tuple[str, ...]:
    """Everything that compiled code depends on besides the rules and the kernel: versions, processor, this package."""
    files = [Path(bit_helpers.__file__), Path(hashing.__file__), *sorted(Path(__file__).parent.glob("*.py"))]
    sources = b"".join(file.read_bytes() for file in files)
    codegen = cpu_target.target_context.codegen()
    return (
        hashlib.sha256(sources).hexdigest(),
        numba.__version__,
        llvmlite.__version__,
        np.__version__,
        platform.python_version(),
        platform.python_implementation(),
        *map(str, codegen.magic_tuple()),
    )


def wide_bits(game: Game) -> int:
    """The width in bits of the game's wide integers, a multiple of a word; 0 if all fields are narrow."""
    most = max(game.widths.values())
    return 0 if most <= NARROW else -(-(most + SPARE) // WORD) * WORD


def words(game: Game, state: Any) -> Ints:
    """The state as an array of words, as the entry point takes it: one word a narrow field, several a wide one."""
    width = wide_bits(game) // 8
    data = b"".join(
        value.to_bytes(width if bits > NARROW else 8, "little")
        for value, bits in zip(state, game.widths.values(), strict=True)
    )
    return np.frombuffer(bytearray(data), np.int64)


def from_words(game: Game, words: Ints) -> Any:
    """The state that an array of words encodes: the inverse of `words`."""
    data, at, values = words.tobytes(), 0, []
    for bits in game.widths.values():
        size = wide_bits(game) // 8 if bits > NARROW else 8
        values.append(int.from_bytes(data[at : at + size], "little", signed=True))
        at += size
    return type(game.initial)(*values)


class Build:
    """Compiles the functions of one game and one kernel.

    The name of every compiled function includes the digest: a process may load cached code of several builds, and
    LLVM would take symbols of the same name for the same function.
    """

    def __init__(self, game: Game, parts: list[Part], digest: str) -> None:
        self.game = game
        self.digest = digest
        self.parts = parts
        self.width = wide_bits(game)
        self.zero = WideConstant(0, self.width) if self.width else None
        self.compiled: dict[int, Any] = {}

    def entry(self) -> CompileResult:
        """Compiles all parts and the entry point; RuleError if Numba refuses the rules."""
        check_values(self.parts, self.game.functions())
        for part in self.parts:
            self.compiled[id(part.function)] = self.function(part)
        kernel = self.parts[-1]
        arguments = [kind for name, kind in kernel.function.__annotations__.items() if name != "return"][1:]
        namespace = {
            "__name__": __name__,
            "join_words": join_words,
            "split_words": split_words,
            "pointer": pointer,
            "zero": self.zero,
            "kernel": self.compiled[id(kernel.function)],
            "State": type(self.game.initial),
        }
        exec(compile(self.entry_source(arguments, returns_int(kernel.function)), "<outplay>", "exec"), namespace)
        kinds = [
            types.int64[::1],
            types.int64[::1],
            *(types.int64 if kind is int else types.int64[::1] for kind in arguments),
        ]
        dispatcher = self.named(namespace["entry"], False, WholeCompiler)
        try:
            dispatcher.compile(types.int64(*kinds))
        except NumbaError as error:
            raise self.explain(error) from None
        return dispatcher.overloads[tuple(kinds)]

    def entry_source(self, arguments: list[Any], returns_int: bool) -> str:
        """The source of the entry point: decodes the state, calls the kernel, returns an integer or encodes a state."""
        names = [f"a{i}" for i in range(len(arguments))]
        passed = [n if kind is int else f"pointer({n})" for n, kind in zip(names, arguments, strict=True)]
        load, save, first = [], [], 0
        for i, bits in enumerate(self.game.widths.values()):
            if bits > NARROW:
                load.append(f"join_words(words, {first}, zero)")
                save.append(f"split_words(answer, {first}, state[{i}])")
                first += self.width // WORD
            else:
                load.append(f"words[{first}]")
                save.append(f"answer[{first}] = state[{i}]")
                first += 1
        lines = [f"def entry({', '.join(['words', 'answer', *names])}):"]
        state = f"State({', '.join(load)})"
        call = f"kernel({', '.join([state, *passed])})"
        if returns_int:
            lines += [f"return int({call})"]
        else:
            lines += [f"state = {call}", *save, "return 0"]
        return "\n    ".join(lines)

    def function(self, part: Part) -> Any:
        """The dispatcher of a function, evaluated with constants and compiled callees as its globals."""
        own = part.function.__module__.startswith(KERNELS)
        wide = [bits > NARROW and not own for bits in self.game.widths.values()]
        rewritten = Rewrite(part, type(self.game.initial), wide)
        module = ast.fix_missing_locations(ast.Module([rewritten.visit(part.tree)], []))
        namespace: dict[str, Any] = {"__name__": __name__, ZERO: self.zero, SHIFT_RIGHT: shift_right}
        for name, value in (part.names | rewritten.literals).items():
            namespace[name] = self.value(value, part)
        exec(compile(module, part.file, "exec"), namespace)
        # Bounds are checked because a rule may write past the end of `out`. Kernels use pointers without checks.
        namespace[part.tree.name] = self.named(namespace[part.tree.name], not self.game.moves_as_mask, PieceCompiler)
        return namespace[part.tree.name]

    def named(self, function: Any, checked: bool, pipeline: type[CompilerBase]) -> Any:
        """A dispatcher that compiles the function under a unique name."""
        function.__qualname__ = f"{function.__name__}_{self.digest}"
        return Function(function, targetoptions=OPTIONS | {"boundscheck": checked}, pipeline_class=pipeline)

    def value(self, value: Any, part: Part) -> Any:
        """The value of a global name, in the form in which compiled code takes it."""
        if isinstance(value, FunctionType):
            return self.compiled.get(id(value), value)
        if isinstance(value, int) and not isinstance(value, bool):
            return self.constant(value, part)
        if isinstance(value, tuple):
            wide = any(v.bit_length() > NARROW for v in value)
            return Table(value, self.width if wide else WORD)
        return value

    def constant(self, value: int, part: Part) -> int | WideConstant:
        if value.bit_length() <= NARROW:
            return value
        if value.bit_length() >= self.width:
            raise part.mistake(f"the number {value} is wider than the {self.width or NARROW} bits of this game's state")
        return WideConstant(value, self.width)

    def explain(self, error: NumbaError) -> RuleError:
        """Numba's message as one line, with file and line of the game."""
        text = str(error)
        own = self.game.play.__code__.co_filename
        files = [own, *(part.file for part in self.parts)]
        locations = [(Path(file), int(line)) for file, line in PLACE.findall(text)]
        where = next(((f, line) for f in files for path, line in locations if path.name == Path(f).name), (own, None))
        for pattern, advice in EXPLANATIONS:
            if match := pattern.search(text):
                return RuleError(advice.format(*match.groups(), fields=", ".join(self.game.widths)), *where)
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        noise = ("Failed in", "File", "During", "-", ">>>", "^")
        reason = next((line for line in lines if not line.startswith(noise)), lines[0])
        return RuleError(f"this cannot be compiled: {reason}", *where)
