"""Connect Four as it comes with outplay, with what can be said of a position without a search: so it takes a small part
of the nodes to prove a value.

    outplay solve examples/connect_four_proofs.py

A *spot* of a player is a free cell that completes four of the player's. The *leader* is the player to move, the
*follower* the other one. The free cells of each column are taken in pairs from the top; if their number is odd, the
lowest one is *single*. Three things are known:

- Now: the leader wins with a spot that can be reached. Else the leader loses who cannot meet all spots of the follower
  that can be reached, or only by playing below another one.
- Following: if the number of singles is even, the follower can answer a stone with the upper cell of its pair, and a
  single with another single. So the leader gets the lower cells and singles, and nothing else. If they make no four,
  the leader does not win; if besides the upper cells make a four for the follower, the leader loses.
- Waiting: if the number of singles is odd, and the follower has a spot on a lower cell that cannot be reached yet, the
  follower can do the same outside the spot's column, and in it with pairs from the spot down. When all other cells are
  taken, the leader must play below the spot. If what the leader gets until then makes no four, the leader loses.
"""

from dataclasses import replace

from outplay import Game, Heuristics, Symmetry, ValueBounds
from outplay.examples import connect_four
from outplay.examples.connect_four import State


def game(columns: int = 7, rows: int = 6) -> Game:
    height = rows + 1
    bottom = sum(1 << column * height for column in range(columns))
    one_column = (1 << rows) - 1
    full = bottom * one_column
    upper = sum(bottom << row for row in range(rows - 1, -1, -2))
    lower = full ^ upper

    def has_four(stones: int) -> bool:
        for step in (1, height - 1, height, height + 1):
            pairs = stones & stones >> step
            if pairs & pairs >> 2 * step:
                return True
        return False

    def completing(stones: int) -> int:
        """The cells, free or not, that would be the fourth in a line of these stones."""
        cells = stones << 1 & stones << 2 & stones << 3
        for step in (height - 1, height, height + 1):
            before, after = stones << step, stones >> step
            two_before, two_after = before & stones << 2 * step, after & stones >> 2 * step
            cells |= two_before & (stones << 3 * step | after) | two_after & (stones >> 3 * step | before)
        return cells & full

    def loses_now(reached: int, spots: int) -> bool:
        """Whether the follower's spots leave the leader no move that does not lose at once."""
        met = reached & spots
        safe = reached & (full ^ spots >> 1 & full)
        return met & (met - 1) != 0 or (met & safe if met else safe) == 0

    def can_wait(mine: int, free: int, reached: int, spots: int) -> bool:
        """Whether one of these spots of the follower's decides the game at its end."""
        while spots:
            spot = spots & -spots
            spots &= spots - 1
            column = one_column
            while not column & spot:
                column <<= height
            below = column & (spot - 1)
            if not has_four(mine | reached | free & (lower & (full ^ column) | upper & below)):
                return True
        return False

    def value_bounds(state: State) -> ValueBounds:
        mine, theirs, free = state.mine, state.mine ^ state.taken, full ^ state.taken
        reached = state.taken + bottom & full
        if completing(mine) & reached:
            return ValueBounds(1, 1)
        spots = completing(theirs) & free
        if loses_now(reached, spots):
            return ValueBounds(-1, -1)
        if (reached & upper).bit_count() & 1:
            lost = can_wait(mine, free, reached, spots & lower & (full ^ reached))
            return ValueBounds(-1, -1 if lost else 1)
        if has_four(mine | reached | free & lower):
            return ValueBounds(-1, 1)
        return ValueBounds(-1, -1 if has_four(theirs | free & upper & (full ^ reached)) else 0)

    def order(state: State, move: int) -> int:
        """Moves that make many spots first, of those with equally many the middle; what lets the other one win last."""
        stone = state.taken + bottom & one_column << move * height
        if completing(state.mine ^ state.taken) & stone << 1:
            return -1
        spots = completing(state.mine | stone) & (full ^ state.taken ^ stone)
        return 2 * columns * spots.bit_count() + columns - abs(columns - 1 - 2 * move)

    def mirrored(stones: int) -> int:
        image = 0
        for column in range(columns):
            image |= (stones >> column * height & one_column) << (columns - 1 - column) * height
        return image

    def mirrored_state(state: State) -> State:
        return State(mirrored(state.mine), mirrored(state.taken))

    def mirrored_move(move: int) -> int:
        return columns - 1 - move

    mirror = Symmetry(mirrored_state, mirrored_move)
    heuristics = Heuristics(order=order, max_gain=1, value_bounds=value_bounds, symmetries=(mirror,))
    return replace(connect_four.game(columns, rows), heuristics=heuristics)
