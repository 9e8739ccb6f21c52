"""Compiles rules and a kernel with Numba to an object file. Only this file and those it imports need Numba."""

import ast
import re
from pathlib import Path
from types import FunctionType
from typing import Any

from numba.core import types as numba_types
from numba.core.compiler import CompilerBase
from numba.core.errors import NumbaError

from outplay.compiler import memory as _memory  # noqa: F401  (makes its functions known to Numba)
from outplay.compiler import vectors as _vectors  # noqa: F401
from outplay.compiler.layout import NARROW, WORD, wide_bits
from outplay.compiler.machine_code import ObjectFile
from outplay.compiler.pieces import Function, OutlinedCompiler, PieceCompiler, WholeCompiler, emitted
from outplay.compiler.rewrite import SHIFT_RIGHT, ZERO, Rewrite
from outplay.compiler.source import HELPERS, KERNELS, Part, check_values, returns_int
from outplay.compiler.wide import Table, WideConstant, join_words, shift_right, split_words
from outplay.core.errors import RuleError
from outplay.core.game import Game

types: Any = numba_types
OPTIONS: dict[str, Any] = {"nopython": True, "nogil": True, "_nrt": False, "error_model": "numpy"}

MOST_INLINED_BITS = 2048
"""The functions of games with wider integers are not inlined: on 50×50 cells that takes half of the time to compile
and costs 5 % of the speed, on smaller boards it costs more than it saves."""

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


SEARCH = "outplay.search."

SHARED: dict[Any, Function] = {}
"""Functions of kernels that do not depend on the game, by all that they are made of: compiled once in a process."""
RECENT: dict[Any, Function] = {}
"""Functions that depend on a game, the last MOST_RECENT: a game's next kernel takes its rules from here."""
MOST_RECENT = 200


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

    def entry(self) -> ObjectFile:
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
            "zero": self.zero,
            "kernel": self.compiled[id(kernel.function)],
            "State": type(self.game.initial),
        }
        exec(compile(self.entry_source(arguments, returns_int(kernel.function)), "<outplay>", "exec"), namespace)
        letters = "aa" + "".join("i" if kind is int else "a" for kind in arguments)
        array = types.CPointer(types.int64)
        kinds = [types.int64 if letter == "i" else array for letter in letters]
        inlined = self.width <= MOST_INLINED_BITS
        dispatcher = self.named(namespace["entry"], False, WholeCompiler if inlined else OutlinedCompiler)
        try:
            dispatcher.compile(types.int64(*kinds))
        except NumbaError as error:
            raise self.explain(error) from None
        code, symbol = emitted(dispatcher.overloads[tuple(kinds)])
        return ObjectFile(code, symbol, letters)

    def entry_source(self, arguments: list[Any], returns_int: bool) -> str:
        """The source of the entry point: decodes the state, calls the kernel, returns an integer or encodes a state."""
        names = [f"a{i}" for i in range(len(arguments))]
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
        call = f"kernel({', '.join([state, *names])})"
        if returns_int:
            lines += [f"return int({call})"]
        else:
            lines += [f"state = {call}", *save, "return 0"]
        return "\n    ".join(lines)

    def function(self, part: Part) -> Any:
        """The dispatcher of a function, made anew unless another build has made it.

        Keys hold the ids of callees and classes. They stay valid, because the function made of them refers to these.
        """
        names = {name: value for name, value in part.names.items() if value is not part.function}
        values = {name: self.compiled.get(id(value), value) for name, value in names.items()}
        named = [(name, value if isinstance(value, int | tuple) else id(value)) for name, value in values.items()]
        key: Any = part.text(), tuple(sorted(named, key=str)), self.game.moves_as_mask
        if part.function.__module__.startswith(SEARCH) and all(map(self.is_shared, values.values())):
            kept = SHARED
        else:
            kept, key = RECENT, (*key, type(self.game.initial), tuple(self.game.widths.items()), self.width)
        made = kept.pop(key, None) or self.made(part)
        kept[key] = made
        if len(RECENT) > MOST_RECENT:
            RECENT.pop(next(iter(RECENT)), None)  # another thread may have done so
        return made

    def is_shared(self, value: Any) -> bool:
        """Whether a value that a function uses is the same in the builds of all games."""
        if value is type(self.game.initial):
            return False
        return value in HELPERS or not isinstance(value, FunctionType | Function) or value in SHARED.values()

    def made(self, part: Part) -> Any:
        """A dispatcher of a function, evaluated with constants and compiled callees as its globals."""
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
