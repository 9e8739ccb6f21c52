"""Rules plus a kernel become machine code, cached on disk.

This file is light on purpose: Numba is imported by `outplay.compiler.kernel`, when there is something to compile.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

announce: Callable[[str], AbstractContextManager[object]] = nullcontext
"""Entered with a game's name while that game is being compiled. A front end sets it to say so on its screen."""
