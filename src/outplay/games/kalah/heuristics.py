"""What the search of Kalah is told beside its rules."""

from outplay.core.heuristics import Heuristics
from outplay.games.kalah.numbering import kalah_numbering
from outplay.games.kalah.rules import Layout, State

MOBILITY, EXTRA_TURN, CAPTURE, TEMPO = 500, 2500, 500, 400
"""Evaluation terms of the side to move: a house it can play from, an extra turn it can take at once, a seed that it can
capture at once, and the turn itself. In thousandths of a seed, fitted to games."""
COUNTS, HOUSES_OF_MASK = 15, 4
"""What a network is shown: for each house one bit of 15, its number of seeds, for 15 and more the last; none for an
empty house. A mask holds four houses, a machine integer no more."""
OPPONENT_EXTRA_TURN, OPPONENT_CAPTURE = 400, 320
"""The same terms of the opponent, which has to wait for its turn."""


def kalah_heuristics(layout: Layout, fixed_end: bool, empty_capture: bool) -> Heuristics:
    """The heuristics for a board. `fixed_end` says that what the houses hold decides alone how the game goes on: not
    so where the game ends with more than half of the seeds, or where the sides may be swapped."""
    m, width, total = layout.m, layout.width, layout.total
    house_mask, ring, store, houses = layout.house_mask, layout.ring, layout.store, layout.houses

    def settled_margin(state: State) -> int:
        """The difference of the stores: seeds never leave them."""
        return int(state.mine >> store) - int(state.theirs >> store)

    def key_state(state: State) -> State:
        return State(state.mine & houses, state.theirs & houses, 0, state.pie)

    def max_gain(state: State) -> int:
        """All seeds that are still in houses."""
        return total - int(state.mine >> store) - int(state.theirs >> store)

    def side_value(own: int, other: int, extra_turn: int, capture: int) -> int:
        """The evaluation terms of one side: mobility, extra turns and captures."""
        value = 0
        for house in range(m):
            seeds = int(own >> house * width & house_mask)
            if seeds:
                value += MOBILITY
                last = (house + seeds) % ring
                if last == m:
                    value += extra_turn
                elif last < m and (seeds == ring or (seeds < ring and own >> last * width & house_mask == 0)):
                    captured = int(other >> (m - 1 - last) * width & house_mask)
                    value += capture * (captured + 1) if captured else 0
        return value

    def evaluate(state: State) -> int:
        """The difference of the stores and of the sides' terms, within what can still be gained, in whole seeds.

        Whole seeds, because equal evaluations cause more cut-offs: finer ones cost the engine a ply.
        """
        mine = side_value(state.mine, state.theirs, EXTRA_TURN, CAPTURE)
        theirs = side_value(state.theirs, state.mine, OPPONENT_EXTRA_TURN, OPPONENT_CAPTURE)
        most = max_gain(state)
        return 1000 * (settled_margin(state) + max(-most, min(most, (mine - theirs + TEMPO + 500) // 1000)))

    def order(state: State, move: int) -> int:
        """Extra turns first, then captures by their size, then moves that put a seed into the store, and of all others
        the house nearest to it first."""
        seeds = int(state.mine >> move * width & house_mask)
        last = (move + seeds) % ring
        if last == m:
            return 1000 + move
        if last < m and (last == move or state.mine >> last * width & house_mask == 0):
            caught = int(state.theirs >> (m - 1 - last) * width & house_mask)
            if caught or empty_capture:
                return 100 + 10 * caught
        return move + 20 if move + seeds > m else move

    def houses_mask(state: State, first: int) -> int:
        """The bits of four houses from `first` on, counted from the mover's left, round the board."""
        mask = 0
        for number in range(HOUSES_OF_MASK):
            place = first + number
            if place < 2 * m:
                row = state.mine if place < m else state.theirs
                seeds = int(row >> place % m * width & house_mask)
                if seeds:
                    mask |= 1 << number * COUNTS + min(seeds, COUNTS) - 1
        return mask

    def features(state: State) -> tuple[int, int, int, int, int, int]:
        return (
            houses_mask(state, 0),
            houses_mask(state, 4),
            houses_mask(state, 8),
            houses_mask(state, 12),
            houses_mask(state, 16),
            houses_mask(state, 20),
        )

    return Heuristics(
        features=features,
        feature_bits=(HOUSES_OF_MASK * COUNTS,) * 6,
        evaluate=evaluate,
        order=order,
        settled_margin=settled_margin,
        key_state=key_state if fixed_end else None,
        max_gain=max_gain,
        numbering=kalah_numbering(layout, empty_capture) if fixed_end else None,
    )
