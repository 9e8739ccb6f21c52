"""Exact answers: the solver, certificates of what it proved, and the checker of certificates.

`outplay.solve(position)` is a function by its public name and this package at the same time, so the package can be
called: it passes the call on to `outplay.solve.solver.solve`.
"""

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from outplay.solve.solved import Solved


class CallablePackage(ModuleType):
    def __call__(self, position: Any, **options: Any) -> "Solved":
        """Proves who wins a position, and by how much: `outplay.solve.solver.solve`.

        >>> outplay.solve(outplay.game("tic-tac-toe").start()).outcome
        Outcome(winner=None, margin=0, reason='proven')
        """
        from outplay.solve.solver import solve

        return solve(position, **options)


sys.modules[__name__].__class__ = CallablePackage
