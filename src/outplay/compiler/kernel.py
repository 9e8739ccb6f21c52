"""A game's rules and a kernel, compiled together to machine code.

    kernel = Kernel(game, alpha_beta)       # compiles, or takes the code from the cache
    kernel(state, depth, alpha, beta, counts, scratch)

The entry point takes the state as an array of 64-bit words and everything else as integers and integer arrays, so
that its type does not depend on the game. LLVM inlines the conversion.
"""

import functools
import hashlib
import os
import pickle
import platform
import threading
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from outplay import compiler
from outplay.compiler import store
from outplay.compiler.layout import from_words, words
from outplay.compiler.machine_code import Failure, MachineCode, ObjectFile, processor
from outplay.compiler.source import digest, gather, returns_int
from outplay.core import bits as bit_helpers
from outplay.core import hashing, memory, vectors
from outplay.core.errors import RuleError
from outplay.core.game import Game

LOCK = threading.RLock()


class Kernel:
    """A kernel specialised to a game; called like the function that the factory returned."""

    def __init__(self, game: Game, factory: Callable[..., Callable[..., Any]]) -> None:
        """Loads the kernel from the cache, or compiles it inside `outplay.compiler.announce`."""
        self.game = game
        self.function = factory(game.rules)
        self.from_cache = False
        self._call: MachineCode | None = None
        if interpreted() or game.interpreted:
            return
        with LOCK:
            parts = gather(self.function)
            name = digest(parts, tuple(game.widths.items()), self.function.__annotations__, environment())
            payload = store.load(name)
            self.from_cache = payload is not None
            if payload is None:
                with compiler.announce(str(game)):
                    from outplay.compiler.build import Build  # brings Numba with it, which takes a moment

                    payload = Build(game, parts, name).entry()
                store.save(name, pickle.dumps(tuple(payload)))
            self._call = MachineCode(ObjectFile(*payload))

    def __call__(self, state: Any, *arguments: Any) -> Any:
        if self._call is None:
            return self.function(state, *arguments)
        given = words(self.game, state)
        answer = np.zeros_like(given)
        try:
            result = self._call(given, answer, *arguments)
        except Failure:
            raise self._failure() from None
        return result if returns_int(self.function) else from_words(self.game, answer)

    def _failure(self) -> RuleError:
        """The error of compiled rules, which do not tell more than that there was one."""
        game = self.game
        room = "" if game.moves_as_mask else f", or more moves in out than choices={game.choices}"
        message = (
            f"the compiled rules failed: tuple index out of range{room}; `outplay check` with more games tells where"
        )
        return RuleError(message, game.play.__code__.co_filename)


def interpreted() -> bool:
    """Whether kernels run as plain Python (NUMBA_DISABLE_JIT=1), to debug rules or to compare both ways."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")


@functools.cache
def environment() -> tuple[str, ...]:
    """Everything that compiled code depends on besides the rules and the kernel: versions, processor, this package."""
    files = [
        Path(bit_helpers.__file__),
        Path(hashing.__file__),
        Path(memory.__file__),
        Path(vectors.__file__),
        *sorted(Path(__file__).parent.glob("*.py")),
    ]
    sources = b"".join(file.read_bytes() for file in files)
    return (
        hashlib.sha256(sources).hexdigest(),
        version("numba"),
        version("llvmlite"),
        platform.python_version(),
        *processor(),
    )
