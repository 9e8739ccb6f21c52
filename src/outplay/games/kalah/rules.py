"""Kalah: each player has a row of houses with the same number of seeds in each, and a store at its right-hand end. The
player with more seeds in the store at the end wins.

A move takes all seeds out of one of your own houses and sows them counter-clockwise, one into each place: your next
houses, your store, the other player's houses and round again. The other player's store is left out.

If the last seed falls into your store, you move again. If it falls into a house of yours that was empty and there are
seeds in the house opposite, you capture: that seed and all seeds opposite go into your store.

When all houses of one side are empty, the game is over, and the seeds on the other side go into their owner's store.

Options: with empty-capture the last seed in an empty house goes into the store even if there is nothing opposite. With
pie the second player may answer the first turn by taking over the first player's side. With half the game is over as
soon as a store holds more than half of all seeds.
"""

from typing import NamedTuple

from outplay.core.bits import GOING_ON
from outplay.core.boards import Pits
from outplay.core.game import Game


class State(NamedTuple):
    """A position as the side to move sees it. Houses are fields of a few bits, wide enough for every seed on the board,
    counted from the mover's own left; the store stands above them:

        mine:    store | house m | … | house 2 | house 1        (house 1 in the lowest bits)
        theirs:  the same, from the other player's left

    Sowing adds a precomputed pattern of ones to both. The ring of places a seed can fall into has 2m + 1 of them: own
    houses 0 … m-1, own store m, the other's houses m+1 … 2m; the other's store is skipped.
    """

    mine: int
    theirs: int
    turn: int  # 0 the first player moves, 1 the second
    pie: int  # 1 until the second player's first sowing is made, where the pie rule is played


class Layout(NamedTuple):
    """The board of Kalah(m, n) in numbers."""

    m: int
    """Houses of a side."""
    total: int
    """Seeds on the board."""
    width: int
    """Bits of a house or store: enough for all seeds."""

    @property
    def house_mask(self) -> int:
        """The bits of house 1."""
        return (1 << self.width) - 1

    @property
    def ring(self) -> int:
        """How many places a seed can fall into."""
        return 2 * self.m + 1

    @property
    def store(self) -> int:
        """The lowest bit of the store."""
        return self.m * self.width

    @property
    def houses(self) -> int:
        """The bits of all houses of a side."""
        return (1 << self.store) - 1


def layout(m: int, n: int) -> Layout:
    return Layout(m, 2 * m * n, (2 * m * n).bit_length())


def kalah_rules(m: int, n: int, *, empty_capture: bool, pie: bool, half: bool) -> Game:
    """The rules of Kalah(m, n): with `empty_capture` the last seed in an empty house is stored even if the house
    opposite is empty; with `pie` the second player may swap sides instead of the first move; with `half` the game
    ends as soon as a store holds more than half of the seeds."""
    board = layout(m, n)
    total, width, house_mask = board.total, board.width, board.house_mask
    ring, store, houses = board.ring, board.store, board.houses
    ones = sum(1 << (i * width) for i in range(m))
    own_lap, their_lap = ones | 1 << store, ones

    def pattern(house: int, seeds: int, side: range) -> int:
        """A one in each place of the side that is among the `seeds` places after the house."""
        sown = {(house + i) % ring for i in range(1, seeds + 1)}
        return sum(1 << ((place - side.start) * width) for place in side if place in sown)

    own_share = tuple(pattern(house, seeds, range(m + 1)) for house in range(m) for seeds in range(ring))
    their_share = tuple(pattern(house, seeds, range(m + 1, ring)) for house in range(m) for seeds in range(ring))

    def moves(state: State) -> int:
        mask = 0
        for house in range(m):
            if state.mine >> house * width & house_mask:
                mask |= 1 << house
        if state.pie and state.turn:
            mask |= 1 << m
        return mask

    def play(state: State, move: int) -> State:
        if pie and move == m:
            return State(state.mine, state.theirs, 0, 0)
        seeds = int(state.mine >> move * width & house_mask)
        mine = state.mine ^ (seeds << move * width)
        theirs = state.theirs
        if seeds >= ring:
            laps = seeds // ring
            mine += own_lap * laps
            theirs += their_lap * laps
            seeds -= laps * ring
        last = move + seeds
        if last >= ring:
            last -= ring
        mine += own_share[move * ring + seeds]
        theirs += their_share[move * ring + seeds]
        if last < m and mine >> last * width & house_mask == 1:
            opposite = (m - 1 - last) * width
            caught = theirs >> opposite & house_mask
            if caught or empty_capture:
                mine += (caught + 1 << store) - (1 << last * width)
                theirs -= caught << opposite
        if mine & houses == 0:
            theirs = total - (mine >> store) << store
        elif theirs & houses == 0:
            mine = total - (theirs >> store) << store
        if last == m:
            return State(mine, theirs, state.turn, state.pie & 1 - state.turn)
        return State(theirs, mine, 1 - state.turn, state.pie & 1 - state.turn)

    def difference(state: State) -> int:
        """The seeds in the mover's store less those in the other."""
        return int(state.mine >> store) - int(state.theirs >> store)

    def outcome(state: State) -> int:
        if (state.mine | state.theirs) & houses == 0:
            return difference(state)
        if half and (2 * (state.mine >> store) > total or 2 * (state.theirs >> store) > total):
            return difference(state)
        return GOING_ON

    def to_move(state: State) -> int:
        return state.turn

    def reason(state: State) -> str:
        return "more than half of the seeds" if (state.mine | state.theirs) & houses else "a side is empty"

    def seeds(state: State) -> tuple[tuple[tuple[int, ...], int], ...]:
        sides = (state.mine, state.theirs)[:: -1 if state.turn else 1]
        return tuple((tuple(s >> i * width & house_mask for i in range(m)), s >> store) for s in sides)

    def words(state: State) -> list[str]:
        return ["pie"] if state.pie else []

    def from_seeds(sides: list[tuple[list[int], int]], turn: int, words: list[str]) -> State:
        if words not in ([], ["pie"]) or (words and not pie):
            raise ValueError(f"{' '.join(words)!r} does not belong to it")
        count = sum(sum(side) + stored for side, stored in sides)
        if count != total:
            raise ValueError(f"there are {count} seeds, and {total} in this game")
        if any(sum(side) == 0 for side, _ in sides) and any(sum(side) for side, _ in sides):
            raise ValueError("one side is empty, so the game is over and the other side's seeds are in its store")
        first, second = (sum(n << i * width for i, n in enumerate((*side, stored))) for side, stored in sides)
        return State(second, first, 1, len(words)) if turn else State(first, second, 0, len(words))

    return Game(
        name="kalah",
        spec=f"kalah:{m},{n}" + ",empty-capture" * empty_capture + ",pie" * pie + ",half" * half,
        initial=State(ones * n, ones * n, 0, int(pie)),
        bits={"mine": store + width, "theirs": store + width, "turn": 1, "pie": 1},
        moves=moves,
        play=play,
        outcome=outcome,
        to_move=to_move,
        actions=m + pie,
        reason=reason,
        example="3 5 1 1" if (m, n) == (6, 4) else "",  # a second move after the store, then a capture
        board=Pits(m, seeds, from_seeds, to_move, words, ("P",), {"P": "Pie: take their side (P)"}),
    )
