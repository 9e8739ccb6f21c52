"""The state of one search thread: an array of int64, laid out here.

0 …               single slots, the constants below
EXCLUDED_MOVES …  the root moves that are excluded, MAX_EXCLUDED slots
KILLERS …         two killer moves a ply
HISTORY …         a score a move (by the move's low bits): how often and how deep it caused a cutoff
MOVE_LISTS …      two rows a ply, each as long as a position can have moves: the moves, and their scores
after these       the network, if there is one, as `core.vectors` says
"""

from outplay.core.arrays import Ints

MAX_PLY = 200
"""No search goes deeper."""
MAX_EXCLUDED = 64
"""As many root moves can be excluded."""

NODES = 0  # positions visited in this search, those of the threat-space search included
STOP = 1  # not 0 to end the search; set from outside, or by the search at its node limit
NODE_LIMIT = 2  # the number of nodes at which the search ends
BUCKETS = 3  # buckets of the transposition table; 0 for no table
AGE = 4  # number of this search, modulo 16, for replacement in the table
SELECTIVE = 5  # 1: pruning, reductions and candidates are used; 0: full-width search, the shorter way to a proof
BEST_MOVE = 6  # best root move so far, -1 before one is better than alpha
BEST_RESULT = 7  # packed result of that move
ABDADA_PLIES = 8  # above this ply, moves that another thread is searching are deferred; 0 with a single thread
THREAT_NODE_LIMIT = 9  # the number of nodes at which the threat-space search gives up
THREAT_MOVE = 10  # first move of the last win that the threat-space search found
NULL_MOVE = 11  # 1 in the search below a null move, where no second one is tried
SYMMETRIC_ROOT = 12  # 1 if the root is its own image in some symmetry: then canonical hashes are used
FIRST_MOVE = 13  # root move to search before all others, -1 for none
ROOT_DEPTH = 14  # depth of the root's search
EXCLUDED = 15  # how many root moves are excluded (those of better lines, when several are asked for)
ROOT_MOVE = 16  # root move that is being searched, for those who wait; -1 before the first
ROOT_DONE = 17  # how many root moves were searched before it
ROOT_COUNT = 18  # how many root moves there are to search
ENDGAME = 19  # the address of the endgame table
ENDGAME_LAYERS = 20  # how many layers the endgame table holds, from layer 0 on; 0 without one

EXCLUDED_MOVES = ENDGAME_LAYERS + 1
KILLERS = EXCLUDED_MOVES + MAX_EXCLUDED
HISTORY = KILLERS + 2 * (MAX_PLY + 1)
HISTORY_MASK = 4095
MOVE_LISTS = HISTORY + HISTORY_MASK + 1


def thread_words(max_moves: int) -> int:
    """The length of the array for a game with at most that many moves in a position, without a network."""
    return MOVE_LISTS + 2 * max_moves * (MAX_PLY + 1)


def must_stop(thread: Ints) -> bool:
    """Whether the search was told to stop or has used up its nodes."""
    if thread[NODES] >= thread[NODE_LIMIT]:
        thread[STOP] = 1
    return bool(thread[STOP] != 0)


def is_excluded(move: int, thread: Ints) -> bool:
    """Whether a root move is excluded."""
    found = False
    for i in range(thread[EXCLUDED]):
        found = found or thread[EXCLUDED_MOVES + i] == move
    return found


def report_root_move(move: int, done: int, count: int, ply: int, thread: Ints) -> None:
    """Leaves the root move that is searched next for the engine to read; does nothing below the root."""
    if ply == 0:
        thread[ROOT_MOVE] = move
        thread[ROOT_DONE] = done
        thread[ROOT_COUNT] = count


def report_best(move: int, result: int, thread: Ints) -> None:
    """Leaves the best root move so far for the engine to read."""
    thread[BEST_MOVE] = move
    thread[BEST_RESULT] = result
