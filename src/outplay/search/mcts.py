"""Monte Carlo tree search: UCT with random playouts, and bounds that are proven (MCTS-Solver).

    search(root, playouts, control, generator, scratch, nodes) -> the number of playouts made

One playout has four steps. *Select*: from the root, take the child with the largest upper confidence bound, until a
leaf. *Expand*: a leaf that was visited often enough gets a child for each legal move. *Simulate*: the leaf is worth
what `simulate` returns, by default the margin of a random game. *Backpropagate*: the nodes on the path learn the value.

The upper confidence bound of a child with the mean utility m and n visits, under a parent with N visits, is

    m + exploration * sqrt(ln N) / sqrt(n)

Means and 1/sqrt(n) are kept with the nodes and sqrt(ln N) is read from a table, so that a selection multiplies and
compares, and everything stays in integers. A child that was not visited yet counts as a quarter of a visit with the
mean of its parent.

Proven values
-------------
Each node has a lower and an upper bound of its value under minimax. A finished game has its margin as both; any other
node begins with -BOUND and BOUND. A node with children is worth the best of them: its bounds are the largest lower and
the largest upper bound of its children. Values of playouts never enter into bounds, so a proven value is wrong only if
the rules are. It is the score-bounded form of MCTS-Solver (Cazenave and Saffidine 2010).

A child is *closed*, and not selected any more, if it cannot be worth more than its parent is proven to be worth. What
"more" means is the goal: `worth` is the sign of the value where only winning counts, and the value itself where the
margin counts. A node is *decided* if both its bounds are worth the same; then all its children are closed.

The value of a playout that passes a node is limited to the bounds of that node.
"""

import math
from collections.abc import Callable
from typing import Any, NamedTuple

from outplay.core.arrays import Ints
from outplay.core.bits import GOING_ON
from outplay.core.rules import Rules
from outplay.search.hooks import NetworkHook, margin_value
from outplay.search.network import network_evaluation
from outplay.search.playout import below
from outplay.search.tree import (
    BOUND,
    CLOSED,
    DEEPEST,
    DEPTHS,
    EXPAND_AT,
    EXPLORATION,
    FINE,
    MAX_DEPTH,
    MOST_PLIES,
    PATH,
    PLAYOUTS,
    ROOT,
    SIGNS,
    SIZE,
    STOP,
    STUCK,
    USED,
    Tree,
    tree_of,
)
from outplay.search.values import UNIT

ROOT_BITS = 10
INVERSE_ROOTS = (2 * UNIT << FINE, *(round((UNIT << FINE) / math.sqrt(n)) for n in range(1, 1 << ROOT_BITS)))
"""1/sqrt(n), a utility with FINE more bits. No visit counts as a quarter of one: a child that was not visited yet is
tried before most others."""

LOG_STEPS = 3
ROOTS_OF_LOGS = tuple(
    round(1024 * math.sqrt(math.log(max(2, (8 + step) << bits >> 4)))) for bits in range(64) for step in range(8)
)
"""1024 times sqrt(ln N), for the number of bits of N and the three bits after the first."""

Simulate = Callable[..., int]
"""simulate(state, control, generator, scratch): an estimate of the value for the side to move, in thousandths. The game
is not over in `state`. This is the place of a network."""
Ending = Callable[[Any, Ints], int]
"""ending(state, control): the final margin for the side to move, or GOING_ON if it is not known."""
Utility = Callable[[int], int]
"""What a value is worth to the search, from -UNIT to UNIT; to the other player it is worth the negative."""


class Goal(NamedTuple):
    """What the search plays for."""

    utility: Utility
    worth: Callable[[int], int]
    """Of two proven values the one with the larger worth is better; equal ones need not be told apart."""


def win_first(value: int) -> int:
    """Nine tenths for winning, and the rest for the margin."""
    return 9 * max(-UNIT, min(UNIT, value)) // 10 + UNIT * value // (10 * (abs(value) + 8 * UNIT))


def sign(value: int) -> int:
    if value > 0:
        return 1
    return -1 if value < 0 else 0


def margin_first(value: int) -> int:
    """Half for winning and half for the margin."""
    return max(-UNIT, min(UNIT, value)) // 2 + UNIT * value // (2 * (abs(value) + 8 * UNIT))


def same(value: int) -> int:
    return value


GOALS = {"win": Goal(win_first, sign), "margin": Goal(margin_first, same)}


def inverse_root(n: int) -> int:
    """1/sqrt(n) as INVERSE_ROOTS has it, for any n."""
    halvings = max(0, (n.bit_length() - ROOT_BITS + 1) >> 1)
    return INVERSE_ROOTS[n >> 2 * halvings] >> halvings


def root_of_log(n: int) -> int:
    """1024 times sqrt(ln n), for n >= 1."""
    bits = n.bit_length()
    return ROOTS_OF_LOGS[8 * bits + ((n << LOG_STEPS >> bits - 1) & 7)]


def rules_ending(rules: Rules) -> Ending:
    """Makes the default of `ending`: the game ends by its rules."""
    outcome = rules.outcome

    def end(state: Any, control: Ints) -> int:
        return outcome(state)

    return end


def random_playout(rules: Rules, ending: Callable[[Rules], Ending] = rules_ending) -> Simulate:
    """Makes the default of `simulate`: the margin of one random game; 0 if it is not over after MOST_PLIES moves."""
    begin, nth, how_many = rules.begin, rules.nth, rules.how_many
    play, end_of, turned = rules.play, ending(rules), rules.turned

    def simulate(state: Any, control: Ints, generator: Ints, scratch: Ints) -> int:
        mine = True
        for _ in range(control[MOST_PLIES]):
            legal = how_many(state, scratch, 0)
            if legal == 0:
                control[STUCK] = 1
                return 0
            cursor = begin(state, scratch, 0)
            child = play(state, nth(cursor, below(generator, legal), scratch, 0))
            mine = mine != turned(state, child)
            state = child
            end = end_of(state, control)
            if end != GOING_ON:
                return margin_value(end if mine else -end)
        return 0

    return simulate


def network_leaf(rules: Rules, network: NetworkHook) -> Simulate:
    """Makes a `simulate` that asks a network, which stands in the scratch memory."""
    evaluate = network_evaluation(rules, network)

    def simulate(state: Any, control: Ints, generator: Ints, scratch: Ints) -> int:
        return evaluate(state, scratch)

    return simulate


def in_units(goal: Goal, unit: int) -> Goal:
    """A goal whose utility takes a value of `unit` as that of a game that is won by 1.

    An estimate of a margin is no certain win: where games are won by 64, a lead of 1 says little.
    """
    utility = goal.utility

    def of_units(value: int) -> int:
        return utility(value * UNIT // unit)

    return Goal(of_units, goal.worth)


def select(tree: Tree, node: int, exploration: int) -> int:
    """The child with the largest upper confidence bound. The node is not decided, so some child is open."""
    factor = exploration * root_of_log(int(tree.visits[node]) + 1) // UNIT
    first = int(tree.first_child[node])
    best, chosen = CLOSED, first
    for child in range(first, first + tree.child_count[node]):
        bound = tree.mean[child] + (factor * tree.spread[child] >> 10)
        if bound > best:
            best, chosen = bound, child
    return chosen


def expander(rules: Rules, end_of: Ending) -> Callable[..., bool]:
    """Makes the second step of a playout."""
    begin, more, pick, rest, how_many = rules.begin, rules.more, rules.pick, rules.rest, rules.how_many
    play, turned = rules.play, rules.turned

    def expand(state: Any, node: int, own: int, tree: Tree, control: Ints, generator: Ints, scratch: Ints) -> bool:
        """Gives a leaf its children, in random order; False if there is no room. `own` is the node's mean for the
        side to move."""
        legal = how_many(state, scratch, 0)
        first = int(control[USED])
        if legal == 0:
            control[STUCK] = 1
        if legal == 0 or first + legal > control[SIZE]:
            return False
        cursor = begin(state, scratch, 0)
        last = first
        while more(cursor):
            place = first + below(generator, last - first + 1)
            tree.move[last] = tree.move[place]
            tree.move[place] = pick(cursor, scratch, 0)
            cursor = rest(cursor)
            last += 1
        for i in range(first, last):
            child = play(state, int(tree.move[i]))
            end = end_of(child, control)
            tree.first_child[i] = ROOT
            tree.child_count[i] = 0
            tree.visits[i] = 0
            tree.margin[i] = 0
            tree.utility[i] = 0
            tree.mean[i] = own
            tree.spread[i] = INVERSE_ROOTS[0]
            tree.low[i] = -control[BOUND]
            tree.high[i] = control[BOUND]
            if end != GOING_ON:
                value = margin_value(-end if turned(state, child) else end)
                tree.low[i] = value
                tree.high[i] = value
        tree.first_child[node] = first
        tree.child_count[node] = last - first
        control[USED] = last
        return True

    return expand


def learn_value(tree: Tree, node: int, value: int, utility: int) -> None:
    """Adds the value of one playout to a node."""
    visits = int(tree.visits[node]) + 1
    total = int(tree.utility[node]) + utility
    tree.visits[node] = visits
    tree.margin[node] += value
    tree.utility[node] = total
    tree.mean[node] = (total << FINE) // visits
    tree.spread[node] = inverse_root(visits)


def backpropagator(goal: Goal) -> Callable[..., None]:
    """Makes the last step of a playout."""
    utility_of = goal.utility

    def backpropagate(tree: Tree, control: Ints, ply: int, value: int) -> None:
        """Adds a value, as the root's player counts it, to all nodes on the path."""
        utility = utility_of(value)
        for i in range(ply, -1, -1):
            node = int(control[PATH + i])
            sign = int(control[SIGNS + i])
            limited = sign * max(int(tree.low[node]), min(int(tree.high[node]), sign * value))
            if limited != value:
                value = limited
                utility = utility_of(value)
            learn_value(tree, node, sign * value, sign * utility)

    return backpropagate


def prover(goal: Goal) -> Callable[..., None]:
    """Makes the step that follows where a leaf has got children: their bounds go up the path, as far as they matter."""
    worth = goal.worth

    def prove(tree: Tree, control: Ints, ply: int) -> None:
        for i in range(ply, -1, -1):
            node = int(control[PATH + i])
            first = int(tree.first_child[node])
            last = first + int(tree.child_count[node])
            low = -int(control[BOUND])
            high = low
            for child in range(first, last):
                low = max(low, int(tree.low[child]))
                high = max(high, int(tree.high[child]))
            for child in range(first, last):
                if worth(int(tree.high[child])) <= worth(low):
                    tree.mean[child] = CLOSED
            if control[SIGNS + i] != control[SIGNS + i + 1]:
                low, high = -high, -low
            if low == tree.low[node] and high == tree.high[node]:
                return
            tree.low[node] = low
            tree.high[node] = high

    return prove


def mcts(
    rules: Rules,
    goal: Goal,
    simulator: Callable[[Rules], Simulate] = random_playout,
    ending: Callable[[Rules], Ending] = rules_ending,
) -> Callable[..., int]:
    """Makes the search. `simulator` makes the function that values leaves, `ending` the one that tells how the game
    ends: by its rules, or as an endgame table says."""
    play, turned, worth = rules.play, rules.turned, goal.worth
    expand, simulate = expander(rules, ending(rules)), simulator(rules)
    backpropagate, prove = backpropagator(goal), prover(goal)

    def playout(root: Any, tree: Tree, control: Ints, generator: Ints, scratch: Ints) -> None:
        state, node, ply, mover = root, ROOT, 0, 1
        # 1. Select a leaf.
        while tree.child_count[node] and ply < MAX_DEPTH:
            node = select(tree, node, int(control[EXPLORATION]))
            child = play(state, int(tree.move[node]))
            ply += 1
            control[PATH + ply] = node
            control[SIGNS + ply] = mover
            if turned(state, child):
                mover = -mover
            state = child
        control[SIGNS + ply + 1] = mover
        control[PLAYOUTS] += 1
        control[DEPTHS] += ply
        control[DEEPEST] = max(int(control[DEEPEST]), ply)
        # 2. Expand it, if it was visited often enough. The root always is.
        expanded = False
        if (ply == 0 or tree.visits[node] >= control[EXPAND_AT]) and tree.child_count[node] == 0:
            own = int(tree.mean[node]) if control[SIGNS + ply] == mover else -int(tree.mean[node])
            expanded = expand(state, node, own, tree, control, generator, scratch)
        # 3. Simulate, and 4. backpropagate.
        value = simulate(state, control, generator, scratch)
        if control[STUCK]:
            control[STOP] = 1
            return
        backpropagate(tree, control, ply, mover * value)
        # 5. Prove what the ends of the game prove.
        if expanded:
            prove(tree, control, ply)
            if ply and worth(int(tree.low[node])) == worth(int(tree.high[node])):
                control[USED] = tree.first_child[
                    node
                ]  # a decided node is not visited again, and its children came last
                tree.first_child[node] = ROOT
                tree.child_count[node] = 0

    def search(root: Any, playouts: int, control: Ints, generator: Ints, scratch: Ints, nodes: Ints) -> int:
        """Makes so many playouts, fewer if the root is decided or STOP is set, and returns how many. A root without
        children gets them in any case, so that there is a move to choose."""
        tree = tree_of(nodes, int(control[SIZE]))
        control[PATH] = ROOT
        control[SIGNS] = 1
        for done in range(playouts):
            decided = worth(int(tree.low[ROOT])) == worth(int(tree.high[ROOT]))
            if control[STOP] or (decided and tree.child_count[ROOT]):
                return done
            playout(root, tree, control, generator, scratch)
        return playouts

    return search
