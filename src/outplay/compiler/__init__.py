"""Compiles a game's rules and a kernel to machine code, cached on disk.

Numba is imported by `outplay.compiler.build` only, so that commands which find their code in the cache start fast.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

announce: Callable[[str], AbstractContextManager[object]] = nullcontext
"""Entered with a game's spec while that game is compiled. The command line sets it to show a message."""
