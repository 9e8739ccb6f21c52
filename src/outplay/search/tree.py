"""The tree of a Monte Carlo tree search: arrays of int64 with one entry for each node, all in one block of memory.

Node ROOT is the root. The children of a node are neighbours: `first_child` is the index of the first of them. A child
always stands after its parent. States are not stored: a search plays the moves again from the root.

All values of a node count for the player who moved there, so that a parent takes the child with the largest; those of
the root count for the side to move. Values are thousandths of the margin (see `values`).
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from outplay.core.arrays import Ints
from outplay.core.hashing import state_hash
from outplay.core.rules import Rules, row_of

ROOT = 0
"""The root's index; no node has it as its child, so in `first_child` it means that there are no children."""
NOWHERE = -1
"""Stands for a node that is not in the tree."""
CLOSED = -(1 << 60)
"""The mean of a child that is not selected any more: its parent already has a proven value that is no worse."""

FINE = 10
"""Means have so many more bits than utilities."""
MAX_DEPTH = 500
"""Longer paths are not followed: the last node on them stays a leaf."""

STOP = 0  # not 0 to end the search; set from outside, or by the search at a fault of the rules
STUCK = 1  # 1 after a state without a legal move that is not the end of the game
SIZE = 2  # how many nodes there is room for
USED = 3  # how many there are
EXPLORATION = 4  # the factor of the exploration term, in thousandths
EXPAND_AT = 5  # the number of visits with which a leaf gets children
MOST_PLIES = 6  # a random game that is longer counts as a draw
BOUND = 7  # no game ends with a larger value than this: INFINITY, if that is not known
PLAYOUTS = 8  # how many playouts were made
DEPTHS = 9  # the sum of the depths of their leaves
DEEPEST = 10  # the largest of these depths
BUDGET = 11  # how many nodes `finder` may still look at
ENDGAME_AT = 12  # the address of the endgame table, if there is one
LAYERS = 13  # how many layers it holds
PATH = 14  # the nodes of the current path, MAX_DEPTH + 2 slots
SIGNS = PATH + MAX_DEPTH + 2  # for each, 1 if the root's player moved there, -1 if the other did
CONTROL_WORDS = SIGNS + MAX_DEPTH + 2
"""Slots of the `control` array, and its length."""


class Tree(NamedTuple):
    move: Ints
    """The move that leads to the node."""
    first_child: Ints
    """The index of the first child; ROOT for a leaf."""
    child_count: Ints
    """The number of children; 0 for a leaf."""
    visits: Ints
    """The number of playouts that passed through the node."""
    margin: Ints
    """The sum of their values."""
    utility: Ints
    """The sum of their utilities: what the search maximises."""
    mean: Ints
    """Utility divided by visits, with FINE more bits; CLOSED for a child that is not selected any more."""
    spread: Ints
    """The reciprocal of the square root of the visits, the other factor of the exploration term."""
    low: Ints
    """The value is proven to be no less than this; -BOUND if nothing is proven."""
    high: Ints
    """The value is proven to be no more than this; BOUND if nothing is proven."""


FIELDS = len(Tree._fields)


def tree_of(nodes: Ints, size: int) -> Tree:
    """The arrays of a tree in a block of FIELDS * size numbers."""
    return Tree(
        row_of(nodes, 0, size),
        row_of(nodes, size, size),
        row_of(nodes, 2 * size, size),
        row_of(nodes, 3 * size, size),
        row_of(nodes, 4 * size, size),
        row_of(nodes, 5 * size, size),
        row_of(nodes, 6 * size, size),
        row_of(nodes, 7 * size, size),
        row_of(nodes, 8 * size, size),
        row_of(nodes, 9 * size, size),
    )


def new_root(tree: Tree, bound: int) -> None:
    """Makes the tree a root without children."""
    for field in tree:
        field[ROOT] = 0
    tree.low[ROOT], tree.high[ROOT] = -bound, bound


def finder(rules: Rules) -> Callable[..., int]:
    """Makes the search for a position in a tree, by the hash of its state."""
    play, turned = rules.play, rules.turned

    def look(state: Any, key: int, node: int, plies: int, control: Ints, tree: Tree) -> int:
        first = int(tree.first_child[node])
        for i in range(first, first + tree.child_count[node]):
            if control[BUDGET] <= 0:
                return NOWHERE
            control[BUDGET] -= 1
            child = play(state, int(tree.move[i]))
            if plies > 1:
                found = look(child, key, i, plies - 1, control, tree)
                if found != NOWHERE:
                    return found
            elif state_hash(child) == key:
                return 2 * i + 1 if turned(state, child) else 2 * i
        return NOWHERE

    def find(root: Any, key: int, plies: int, control: Ints, nodes: Ints) -> int:
        """Twice the index of a node `plies` moves below the root, plus 1 if it is not the turn of the player who moved
        there; NOWHERE if there is none, or if BUDGET nodes were looked at before."""
        return look(root, key, ROOT, plies, control, tree_of(nodes, int(control[SIZE])))

    return find


def rerooter(rules: Rules) -> Callable[..., int]:
    """Makes the function that keeps the part of a tree below one node."""

    def reroot(state: Any, node: int, turned: int, control: Ints, parents: Ints, nodes: Ints) -> int:
        """Makes a node the root, moves all below it to the front of the arrays, and returns how many nodes are left.

        `turned` is 1 if it is not the turn of the player who moved to that node. `parents` is zero at the beginning
        and at the end: for the first of some children that are kept, it has the new index of their parent, plus 1.
        Children stand after their parents, so the nodes are copied to places that were read before.
        """
        tree = tree_of(nodes, int(control[SIZE]))
        copy_node(tree, node, ROOT)
        if turned:
            turn_root(tree)
        tree.mean[ROOT] = (int(tree.utility[ROOT]) << FINE) // max(1, int(tree.visits[ROOT]))  # it may be CLOSED
        if tree.child_count[ROOT]:
            parents[tree.first_child[ROOT]] = ROOT + 1
        free = ROOT + 1
        block = ROOT + 1
        while block < control[USED]:
            if parents[block] == 0:
                block += 1
                continue
            parent = int(parents[block]) - 1
            count = int(tree.child_count[parent])
            parents[block] = 0
            tree.first_child[parent] = free
            for i in range(count):
                copy_node(tree, block + i, free + i)
                if tree.child_count[free + i]:
                    parents[tree.first_child[free + i]] = free + i + 1
            free += count
            block += count
        control[USED] = free
        return free

    return reroot


def turn_root(tree: Tree) -> None:
    """Makes the values of the root those of the other player."""
    low = int(tree.low[ROOT])
    tree.low[ROOT] = -tree.high[ROOT]
    tree.high[ROOT] = -low
    tree.margin[ROOT] = -tree.margin[ROOT]
    tree.utility[ROOT] = -tree.utility[ROOT]


def copy_node(tree: Tree, source: int, target: int) -> None:
    tree.move[target] = tree.move[source]
    tree.first_child[target] = tree.first_child[source]
    tree.child_count[target] = tree.child_count[source]
    tree.visits[target] = tree.visits[source]
    tree.margin[target] = tree.margin[source]
    tree.utility[target] = tree.utility[source]
    tree.mean[target] = tree.mean[source]
    tree.spread[target] = tree.spread[source]
    tree.low[target] = tree.low[source]
    tree.high[target] = tree.high[source]
