"""Kalah(m, n): m houses a side, n seeds in each at the start.

A state is seen from the side to move. Houses are fields of a few bits, wide enough for every seed on the board,
counted from the mover's own left; the store stands above them:

    mine:    store | house m | … | house 2 | house 1        (house 1 in the lowest bits)
    theirs:  the same, from the other player's left

Sowing adds a precomputed pattern of ones to both. The ring of places a seed can fall into has 2m + 1 of them: own
houses 0 … m-1, own store m, the other's houses m+1 … 2m; the other's store is skipped.
"""

from typing import NamedTuple

from outplay.core.bits import GOING_ON
from outplay.core.boards import Pits
from outplay.core.game import Game

MOST = 12

MOVE, EXTRA_TURN, CAPTURE, TURN = 500, 2500, 500, 400
"""What `evaluate` gives the side to move: for each house to play from, each extra turn at hand, each seed that a
capture at hand takes, and the turn itself. In thousandths of a seed, fitted to games."""
THEIR_EXTRA_TURN, THEIR_CAPTURE = 400, 320
"""The same for the other side, which has to wait for its turn."""


class State(NamedTuple):
    mine: int
    theirs: int
    turn: int  # 0 the first player moves, 1 the second
    pie: int  # 1 until the second player's first sowing is made, where the pie rule is played


def kalah(m: int = 6, n: int = 4, *options: str) -> Game:
    """Kalah(m, n) with the options `standard` or `empty-capture`, `pie` and `half`."""
    if not (1 <= m <= MOST and 1 <= n <= MOST):
        raise ValueError(f"kalah has 1 to {MOST} houses and 1 to {MOST} seeds, not {m},{n}")
    for option in options:
        if option not in ("standard", "empty-capture", "pie", "half"):
            raise ValueError(f"kalah has no option {option!r}; it has standard, empty-capture, pie and half")
    if "standard" in options and "empty-capture" in options:
        raise ValueError("standard and empty-capture exclude each other")
    empty_capture, pie, half = ("empty-capture" in options), ("pie" in options), ("half" in options)

    total = 2 * m * n
    width = total.bit_length()
    seat = (1 << width) - 1
    ring = 2 * m + 1
    store = m * width
    houses = (1 << store) - 1
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
            if state.mine >> house * width & seat:
                mask |= 1 << house
        if state.pie and state.turn:
            mask |= 1 << m
        return mask

    def play(state: State, move: int) -> State:
        if pie and move == m:
            return State(state.mine, state.theirs, 0, 0)
        seeds = int(state.mine >> move * width & seat)
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
        if last < m and mine >> last * width & seat == 1:
            opposite = (m - 1 - last) * width
            caught = theirs >> opposite & seat
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

    def banked(state: State) -> int:
        return int(state.mine >> store) - int(state.theirs >> store)

    def rest(state: State) -> State:
        return State(state.mine & houses, state.theirs & houses, 0, state.pie)

    def left(state: State) -> int:
        return total - int(state.mine >> store) - int(state.theirs >> store)

    def at_hand(own: int, other: int, extra_turn: int, capture: int) -> int:
        """What one side's houses promise."""
        value = 0
        for house in range(m):
            seeds = int(own >> house * width & seat)
            if seeds:
                value += MOVE
                last = (house + seeds) % ring
                if last == m:
                    value += extra_turn
                elif last < m and (seeds == ring or (seeds < ring and own >> last * width & seat == 0)):
                    caught = int(other >> (m - 1 - last) * width & seat)
                    value += capture * (caught + 1) if caught else 0
        return value

    def evaluate(state: State) -> int:
        """The stores, and what is at hand in the houses: never more than what is left, and in whole seeds.

        Estimates that are equal are cut off sooner: finer ones cost the engine a ply.
        """
        mine = at_hand(state.mine, state.theirs, EXTRA_TURN, CAPTURE)
        theirs = at_hand(state.theirs, state.mine, THEIR_EXTRA_TURN, THEIR_CAPTURE)
        most = left(state)
        return 1000 * (banked(state) + max(-most, min(most, (mine - theirs + TURN + 500) // 1000)))

    def order(state: State, move: int) -> int:
        """Another turn first, then captures by their size, then the house nearest to the store."""
        seeds = int(state.mine >> move * width & seat)
        last = (move + seeds) % ring
        if last == m:
            return 1000 + move
        if last < m and (last == move or state.mine >> last * width & seat == 0):
            return 100 + 10 * int(state.theirs >> (m - 1 - last) * width & seat)
        return move

    def outcome(state: State) -> int:
        if (state.mine | state.theirs) & houses == 0:
            return banked(state)
        if half and (2 * (state.mine >> store) > total or 2 * (state.theirs >> store) > total):
            return banked(state)
        return GOING_ON

    def to_move(state: State) -> int:
        return state.turn

    def reason(state: State) -> str:
        return "more than half of the seeds" if (state.mine | state.theirs) & houses else "a side is empty"

    def seeds(state: State) -> tuple[tuple[tuple[int, ...], int], ...]:
        sides = (state.mine, state.theirs)[:: -1 if state.turn else 1]
        return tuple((tuple(s >> i * width & seat for i in range(m)), s >> store) for s in sides)

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
        reason=reason,
        banked=banked,
        evaluate=evaluate,
        order=order,
        rest=None if half or pie else rest,
        left=left,
        board=Pits(m, seeds, from_seeds, to_move, words, ("P",), {"P": "Pie: take their side (P)"}),
    )
