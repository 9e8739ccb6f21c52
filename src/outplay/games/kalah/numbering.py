"""The numbers of Kalah's positions, for endgame tables. A layer holds the positions with so many seeds in houses; the
stores are left out, and so are positions in which a side is empty, for there the game is over.

The houses of one side with a seeds are numbered by the sums P(1), P(2) … of their first 1, 2 … houses:

    rank = C(P(1), 1) + C(P(2) + 1, 2) + … + C(P(m-1) + m-2, m-1)

which gives the C(a+m-1, m-1) ways to put a seeds into m houses the ranks from 0 on. A seed that moves towards the store
makes the rank smaller. Let the sides have x and y seeds, x < y, with the ranks r and s. The two positions, of either
side to move, stand next to each other; the block of x and y holds them in the order of r and then s:

    number = start(x, y) + 2 * (r * ways(y) + s) + (1 if the side to move has y seeds)

A move that leaves all seeds in houses moves seeds of the mover towards its store, so it leads to a smaller number, and
a table is made in one pass. Where x = y there is one position for each pair of ranks, and numbers tell nothing of the
order.
"""

from math import comb

from outplay.core.heuristics import Numbering
from outplay.games.kalah.rules import Layout, State

MOST_POSITIONS = 1 << 36
"""Layers are numbered as long as there are no more positions than this."""


def kalah_numbering(layout: Layout, empty_capture: bool) -> Numbering:
    """The numbering of a board's positions. It depends on the number of houses and not on that of seeds."""
    m, width, total, house_mask, store = layout.m, layout.width, layout.total, layout.house_mask, layout.store

    def ways(seeds: int) -> int:
        """In how many ways a side can have so many seeds."""
        return comb(seeds + m - 1, m - 1)

    sizes, starts = [0], [tuple[int, ...]((0, 0))]  # by layer; by layer and the seeds of the smaller side
    while len(sizes) <= total and sum(sizes) <= MOST_POSITIONS:
        seeds = len(sizes)
        sides = [ways(x) * ways(seeds - x) * (1 if 2 * x == seeds else 2) for x in range(1, seeds // 2 + 1)]
        starts.append((0, *(sum(sides[:x]) for x in range(len(sides) + 1))))
        sizes.append(sum(sides))
    top = len(sizes) - 1
    row = top + 2
    count = tuple(ways(seeds) for seeds in range(row))
    start = tuple(entry for line in starts for entry in (*line, *([0] * row))[:row])
    choose = tuple(comb(seeds + house - 1, house) if house else 0 for house in range(m) for seeds in range(row))

    def layer(state: State) -> int:
        return total - int(state.mine >> store) - int(state.theirs >> store)

    def index(state: State) -> int:
        mine, theirs, rank, other_rank = 0, 0, 0, 0
        for house in range(m):
            rank += choose[house * row + mine]
            other_rank += choose[house * row + theirs]
            mine += int(state.mine >> house * width & house_mask)
            theirs += int(state.theirs >> house * width & house_mask)
        if mine < theirs:
            return start[(mine + theirs) * row + mine] + 2 * (rank * count[theirs] + other_rank)
        if mine > theirs:
            return start[(mine + theirs) * row + theirs] + 2 * (other_rank * count[mine] + rank) + 1
        return start[(mine + theirs) * row + mine] + rank * count[mine] + other_rank

    def houses(seeds: int, rank: int) -> int:
        """The houses of a side with so many seeds and a rank."""
        sown = 0
        for i in range(m - 1):
            house = m - 1 - i
            before = seeds
            while choose[house * row + before] > rank:
                before -= 1
            rank -= choose[house * row + before]
            sown |= seeds - before << house * width
            seeds = before
        return sown | seeds

    def state(layer: int, number: int) -> State:
        smaller = 1
        while 2 * smaller + 2 <= layer and start[layer * row + smaller + 1] <= number:
            smaller += 1
        larger = layer - smaller
        number -= start[layer * row + smaller]
        behind = 0
        if smaller < larger:
            behind = number & 1
            number >>= 1
        rank = number // count[larger]
        few = houses(smaller, rank)
        many = houses(larger, number - rank * count[larger])
        stored = total - layer << store
        if behind:
            return State(many | stored, few, 0, 0)
        return State(few | stored, many, 0, 0)

    capture = "empty capture" if empty_capture else "standard"
    return Numbering(tuple(sizes), layer, index, state, shared=f"kalah {m} {capture}")
