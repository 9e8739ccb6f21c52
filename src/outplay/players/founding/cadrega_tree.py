"""CadregaBot's search: alpha-beta on a tree that is kept from turn to turn.

The tree is one array, and a node is known by its index in it. A node has five words and then its cells, the best
first, four to a word:

    word 0    SHAPE: number of cells << 2 | kind of node
    word 1    ESTIMATE: evaluation of the board for the side to move, UNKNOWN until it is needed
    word 2    FIRST: the child for the first cell, 0 if it was never visited
    word 3    NEXT: the next sibling, that is the parent's child for its next cell, 0 if it was never visited
    word 4    MOVED: the new index of the node while the tree is cut, otherwise 0
    word 5 …  the cells, 16 bits each

Cells are always searched in order, so the children that exist belong to the first cells. A child has a higher index
than its parent and its elder siblings. When the array is full, the search goes on with nodes that are not kept: one
for each ply, at the end of the array.
"""

from collections.abc import Callable
from typing import Any

from outplay.core.arrays import Ints
from outplay.core.rules import Rules
from outplay.players.founding.cadrega_judgement import COUNTED, FREE, WINS
from outplay.players.founding.cadrega_worth import judge, put

INFINITY = 10**9
"""The value of a win at the root; a win is worth 1 less for each ply. Every estimate is far smaller."""

(
    NODES,
    STOP,
    NODE_LIMIT,
    EVALUATIONS,
    K,
    STRIDE,
    SIZE,
    BEGIN,
    END,
    CELLS,
    ROOT,
    TOP,
    USED,
    ROOM,
    FULL,
    KEPT,
    BEST,
    DONE,
    COUNT,
    TOTAL,
) = range(20)
"""Indices in `work`, in this order: nodes visited; not 0 to stop; the node count at which to stop; boards evaluated; K;
the board's stride, its words, the index of its first cell, the index after its last cell, its number of cells; the root
of the kept tree, 0 for none; the root of the last turn; words of the tree in use; words available for kept nodes; 1 if
these were too few; nodes kept from the turn before; the root's best move so far, as an index into its cells; the number
of its moves searched; the number of cells and the estimate of the board that the last `complex_evaluate` found."""
WORK_WORDS = 20

SHAPE, ESTIMATE, FIRST, NEXT, MOVED, ORDER = range(6)
OPEN, MUST_BLOCK, WON, DRAWN = range(4)
"""Kinds of node: the side to move has a choice; must block a row of the opponent; wins at once; has no free cell."""
UNKNOWN = 1 << 50

BASE = 8
"""The index of the first node. It is not 0, because 0 means no node."""

CELL_BITS, CELL_MASK = 16, 0xFFFF
DIGIT_BITS, DIGITS = 4, 16


def node_words(cells: int) -> int:
    return ORDER + (cells + 3) // 4


def root_values(cells: int) -> int:
    """The index in `lists` of the values of the root's moves; before it are the two buffers and the counters of the
    sort."""
    return 2 * cells + DIGITS


def list_words(cells: int) -> int:
    return root_values(cells) + cells


def kind_of(tree: Ints, node: int) -> int:
    return int(tree[node + SHAPE] & 3)


def cells_of(tree: Ints, node: int) -> int:
    """The number of cells that a node has to choose from."""
    return int(tree[node + SHAPE] >> 2)


def cell_at(tree: Ints, node: int, i: int) -> int:
    return int(tree[node + ORDER + (i >> 2)] >> ((i & 3) * CELL_BITS) & CELL_MASK)


def radix_sort(lists: Ints, count: int, cells: int) -> int:
    """Sorts `count` words of value << CELL_BITS | cell by value, the largest first; equal values keep their order.

    The words are at the start of `lists`, followed at index `cells` by a second buffer and at 2·cells by DIGITS
    counters. Returns the index of the sorted words, 0 or `cells`.
    """
    most = 0
    for i in range(count):
        most = max(most, lists[i] >> CELL_BITS)
    source = 0
    counters = 2 * cells
    shift = CELL_BITS
    while most > 0:
        for digit in range(DIGITS):
            lists[counters + digit] = 0
        for i in range(count):
            lists[counters + (lists[source + i] >> shift & DIGITS - 1)] += 1
        place = cells - source
        for back in range(DIGITS):
            digit = DIGITS - 1 - back
            number = lists[counters + digit]
            lists[counters + digit] = place
            place += number
        for i in range(count):
            digit = lists[source + i] >> shift & DIGITS - 1
            lists[lists[counters + digit]] = lists[source + i]
            lists[counters + digit] += 1
        source = cells - source
        shift += DIGIT_BITS
        most >>= DIGIT_BITS
    return source


def board_estimate(board: Ints, worth: Ints, player: int, work: Ints) -> int:
    """The sum of the counts of all free cells for the player, less that for the opponent."""
    mine, theirs = (player - 1) * work[SIZE], (2 - player) * work[SIZE]
    value = 0
    for cell in range(work[BEGIN], work[END]):
        if board[cell] == FREE:
            value += (worth[mine + cell] & COUNTED) - (worth[theirs + cell] & COUNTED)
    return value


def complex_evaluate(board: Ints, worth: Ints, player: int, work: Ints, lists: Ints) -> int:
    """The kind of node of a board for the side to move. Writes its cells unsorted to `lists`, and their number to
    work[COUNT].

    If a cell wins, it is the only one in the list; otherwise if a cell would win for the opponent, that one is.
    """
    mine, theirs = (player - 1) * work[SIZE], (2 - player) * work[SIZE]
    count = 0
    total = 0
    work[EVALUATIONS] += 1
    work[TOTAL] = UNKNOWN
    for cell in range(work[BEGIN], work[END]):
        if board[cell] != FREE:
            continue
        if worth[mine + cell] >= WINS:
            lists[0] = cell
            work[COUNT] = 1
            return WON
        if worth[theirs + cell] >= WINS:
            lists[0] = cell
            work[COUNT] = 1
            for later in range(cell + 1, work[END]):
                if board[later] == FREE and worth[mine + later] >= WINS:
                    lists[0] = later
                    return WON
            return MUST_BLOCK
        lists[count] = worth[mine + cell] + worth[theirs + cell] << CELL_BITS | cell
        total += worth[mine + cell] - worth[theirs + cell]
        count += 1
    work[COUNT] = count
    work[TOTAL] = total
    return OPEN if count else DRAWN


def new_node(
    player: int, parent: int, elder: int, ply: int, board: Ints, worth: Ints, work: Ints, tree: Ints, lists: Ints
) -> int:
    """Adds a node for the board and returns its index. `parent` and `elder`, its elder sibling, are 0 if it has none.

    If the array is full, the node is written to the place of its ply and not linked to the tree.
    """
    kind = complex_evaluate(board, worth, player, work, lists)
    count, cells = int(work[COUNT]), int(work[CELLS])
    first = radix_sort(lists, count, cells) if kind == OPEN else 0
    node = int(work[USED])
    if node + node_words(count) > work[ROOM]:
        work[FULL] = 1
    if work[FULL]:
        node = int(work[ROOM]) + ply * node_words(cells)
    else:
        work[USED] += node_words(count)
        if elder:
            tree[elder + NEXT] = node
        elif parent:
            tree[parent + FIRST] = node
    tree[node + SHAPE] = count << 2 | kind
    tree[node + ESTIMATE] = work[TOTAL]
    tree[node + FIRST] = 0
    tree[node + NEXT] = 0
    tree[node + MOVED] = 0
    packed = 0
    for i in range(count):
        packed |= (lists[first + i] & CELL_MASK) << ((i & 3) * CELL_BITS)
        if i & 3 == 3 or i == count - 1:
            tree[node + ORDER + (i >> 2)] = packed
            packed = 0
    return node


def alpha_beta(
    node: int,
    player: int,
    alpha: int,
    beta: int,
    depth: int,
    ply: int,
    board: Ints,
    worth: Ints,
    work: Ints,
    tree: Ints,
    lists: Ints,
) -> int:
    """The value of a node for its side to move if it lies between alpha and beta, otherwise a bound.

    If work[STOP] is set the result must not be used.
    """
    if work[NODES] >= work[NODE_LIMIT]:
        work[STOP] = 1
    if work[STOP]:
        return 0
    work[NODES] += 1
    kind = kind_of(tree, node)
    if kind == WON:
        return INFINITY - ply
    if kind == DRAWN:
        return 0
    if depth == 0:
        if tree[node + ESTIMATE] == UNKNOWN:
            tree[node + ESTIMATE] = board_estimate(board, worth, player, work)
        return int(tree[node + ESTIMATE])
    size, k, stride = int(work[SIZE]), int(work[K]), int(work[STRIDE])
    best = -INFINITY
    elder = 0
    child = int(tree[node + FIRST])
    for i in range(cells_of(tree, node)):
        cell = cell_at(tree, node, i)
        put(board, worth, cell, player, ply, size, k, stride)
        if child == 0:
            child = new_node(3 - player, node, elder, ply + 1, board, worth, work, tree, lists)
        value = -alpha_beta(child, 3 - player, -beta, -alpha, depth - 1, ply + 1, board, worth, work, tree, lists)
        put(board, worth, cell, FREE, ply, size, k, stride)
        if work[STOP]:
            return 0
        best = max(best, value)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
        elder = child
        child = int(tree[child + NEXT])
    return best


def branch(tree: Ints, node: int, cell: int) -> int:
    """The child of a node for a cell, 0 if it was never visited."""
    if node == 0:
        return 0
    child = int(tree[node + FIRST])
    for i in range(cells_of(tree, node)):
        if child == 0 or cell_at(tree, node, i) == cell:
            return child
        child = int(tree[child + NEXT])
    return 0


def cut(tree: Ints, root: int, work: Ints) -> int:
    """Removes all nodes that are not below `root` and moves the others to the start; returns the number of nodes left.

    Nodes are visited in the order of their indices, so that a parent comes before its children: the first loop marks
    the nodes below `root` and computes their new indices, the second one moves them and corrects their links.
    """
    tree[root + NEXT] = 0
    tree[root + MOVED] = 1
    used = BASE
    kept = 0
    node = root
    while node < work[USED]:
        words = node_words(cells_of(tree, node))
        if tree[node + MOVED]:
            tree[node + MOVED] = used
            used += words
            kept += 1
            child = tree[node + FIRST]
            while child:
                tree[child + MOVED] = 1
                child = tree[child + NEXT]
        node += words
    node = root
    while node < work[USED]:
        words = node_words(cells_of(tree, node))
        place = tree[node + MOVED]
        if place:
            tree[node + MOVED] = 0
            if tree[node + FIRST]:
                tree[node + FIRST] = tree[tree[node + FIRST] + MOVED]
            if tree[node + NEXT]:
                tree[node + NEXT] = tree[tree[node + NEXT] + MOVED]
            for i in range(words):
                tree[place + i] = tree[node + i]
        node += words
    work[USED] = used
    return kept


def turn_kernel(rules: Rules) -> Callable[..., int]:
    """The kernel that searches one turn. The rules are not used: it has its own board of any size, so that one compiled
    kernel serves all boards."""

    def turn(
        state: Any,
        depth: int,
        own: int,
        reply: int,
        board: Ints,
        worth: Ints,
        work: Ints,
        tree: Ints,
        lists: Ints,
    ) -> int:
        """Searches the board for player 1, `depth` plies deep; returns the cell to mark.

        `own` and `reply` are the two cells that were marked since the last turn, 0 to begin a new tree. It leaves the
        index of the root in work[TOP], the number of searched moves in work[DONE], and their values in `lists` from
        `root_values` on.
        """
        size, k, stride = int(work[SIZE]), int(work[K]), int(work[STRIDE])
        for i in range(2 * size):
            worth[i] = 0
        for cell in range(work[BEGIN], work[END]):
            if board[cell] == FREE and not work[STOP]:
                judge(board, worth, cell, size, k, stride)
        root = branch(tree, branch(tree, int(work[ROOT]), own), reply) if own else 0
        work[KEPT] = 0
        work[FULL] = 0
        if root:
            work[KEPT] = cut(tree, root, work)
        else:
            work[USED] = BASE
            new_node(1, 0, 0, 0, board, worth, work, tree, lists)
        root = int(work[ROOM]) if work[FULL] else BASE
        work[TOP] = root
        work[ROOT] = 0 if work[FULL] else root
        work[NODES] += 1
        work[BEST] = 0
        work[DONE] = 0
        count = cells_of(tree, root)
        if count == 1:
            return cell_at(tree, root, 0)
        alpha = -INFINITY
        elder = 0
        child = int(tree[root + FIRST])
        for i in range(count):
            cell = cell_at(tree, root, i)
            put(board, worth, cell, 1, 0, size, k, stride)
            if child == 0:
                child = new_node(2, root, elder, 1, board, worth, work, tree, lists)
            value = -alpha_beta(child, 2, -INFINITY, -alpha, depth - 1, 1, board, worth, work, tree, lists)
            put(board, worth, cell, FREE, 0, size, k, stride)
            if work[STOP]:
                break
            lists[root_values(work[CELLS]) + i] = value
            work[DONE] = i + 1
            if value > alpha:
                alpha = value
                work[BEST] = i
            elder = child
            child = int(tree[child + NEXT])
        return cell_at(tree, root, work[BEST])

    return turn
