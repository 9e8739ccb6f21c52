"""ABDADA: threads that search the same tree defer moves that another thread is searching at the moment.

Which moves those are stands on a small board of BUSY_WORDS words before the transposition table, which all threads
share: a word is the position's key ^ (move + 1), in one of BUSY_WAYS places that follow from it, or 0. There are no
locks: two threads may overwrite each other's words, and then a move is searched twice or deferred once too often.
Neither changes what a value means.
"""

from outplay.core.arrays import Ints
from outplay.search.thread_state import ABDADA_PLIES

MIN_DEPTH = 3
"""Moves are deferred where at least so many plies are to be searched; below, asking costs more than it saves."""

BUSY_WAYS = 4
BUSY_MASK = 4092
BUSY_WORDS = BUSY_MASK + BUSY_WAYS


def is_shared(depth: int, ply: int, thread: Ints) -> bool:
    """Whether threads tell each other the moves that they search in a node."""
    return ply < thread[ABDADA_PLIES] and depth >= MIN_DEPTH


def is_busy(key: int, move: int, table: Ints) -> bool:
    """Whether some thread is searching a move of a position."""
    name = key ^ (move + 1)
    first = name & BUSY_MASK
    found = False
    for i in range(BUSY_WAYS):
        found = found or table[first + i] == name
    return found


def enter_move(shared: bool, key: int, move: int, table: Ints) -> None:
    """Tells other threads that this one begins to search a move, in a node that is shared."""
    if shared:
        name = key ^ (move + 1)
        first = name & BUSY_MASK
        chosen = first
        for i in range(BUSY_WAYS):
            if table[first + i] == 0:
                chosen = first + i
        table[chosen] = name


def leave_move(shared: bool, key: int, move: int, table: Ints) -> None:
    """Tells other threads that this one is done with a move."""
    if shared:
        name = key ^ (move + 1)
        first = name & BUSY_MASK
        for i in range(BUSY_WAYS):
            if table[first + i] == name:
                table[first + i] = 0
