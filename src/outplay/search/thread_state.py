"""One thread's working memory for the engine: an array of integers, laid out here."""

MOST_PLIES = 200
"""No search goes deeper."""

(
    NODES,
    STOP,
    NODE_LIMIT,
    BUCKETS,
    AGE,
    REDUCE,
    BEST_MOVE,
    BEST_VALUE,
    DEFER,
    ATTACK_LIMIT,
    ATTACK_MOVE,
    PASSED,
    MIRRORED,
    FIRST,
    ROOT_DEPTH,
    EXCLUDED,
) = range(16)
"""Places: positions visited; not 0 to stop; the number of nodes to stop at; how many buckets the table has; the
search's age for the table; 1 to reduce late moves; the root's best move so far, -1 for none, and its packed value; the
ply up to which moves that another thread is searching are left for later, 0 for never; the node count at which an
attack is given up; the first move of the last attack that won; 1 while a line is searched in which a player passed; 1
if the root is its own image in some symmetry; the root's move to try before all others, -1 for none; how deep the root
is searched; how many of its moves are left out, named in the places after."""
MOST_EXCLUDED = 64
KILLERS = EXCLUDED + 1 + MOST_EXCLUDED
HISTORY = KILLERS + 2 * (MOST_PLIES + 1)
HISTORY_MASK = 4095
ROWS = HISTORY + HISTORY_MASK + 1
"""Where the moves of each ply stand, with their order: a row of moves and a row of promises for each."""


def work_words(width: int) -> int:
    """How much memory a thread needs for a game with at most `width` moves."""
    return ROWS + 2 * width * (MOST_PLIES + 1)
