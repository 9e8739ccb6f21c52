"""Oware: sow seeds and capture more of them than your opponent; the Abapa rules.

A move takes all seeds of one of your houses and sows them counter-clockwise, one into each following house except the
one they came from. If the last seed makes a house of the opponent hold two or three seeds, these are captured, and so
are those of the opponent's houses before it, one after the other, while they hold two or three. A move that would
capture all seeds of the opponent captures nothing. If the opponent has no seeds you must play a move that gives some.
The game is over when a player has more than half of the seeds; or when there is no such move, when both have half, or
after 100 moves without a capture, and then each takes the seeds on the own side. More seeds win.
"""

from typing import NamedTuple

from outplay import GOING_ON, Game, Pits


class State(NamedTuple):
    mine: int  # the houses of the side to move, `width` bits each, the leftmost in the lowest bits
    theirs: int
    my_store: int
    their_store: int
    quiet: int  # moves since the last capture
    turn: int  # 0 the first player moves, 1 the second


def game(houses: int = 6, seeds: int = 4) -> Game:
    if not (2 <= houses <= 8 and 1 <= seeds <= 8):
        raise ValueError("oware has 2 to 8 houses a side and 1 to 8 seeds in each")
    total, width = 2 * houses * seeds, (2 * houses * seeds).bit_length()
    mask, full = (1 << width) - 1, sum(seeds << i * width for i in range(houses))

    def moves(state: State) -> int:
        found = 0
        for house in range(houses):
            too_few = 0 if state.theirs else houses - 1 - house
            found |= 1 << house if state.mine >> house * width & mask > too_few else 0
        return found

    def play(state: State, move: int) -> State:
        held, theirs, place = state.mine >> move * width & mask, state.theirs, move
        mine = state.mine ^ held << move * width
        while held:
            place = (place + 1) % (2 * houses)
            if place != move:
                held -= 1
                mine += 1 << place * width if place < houses else 0
                theirs += 1 << (place - houses) * width if place >= houses else 0
        rest, house = theirs, place - houses
        while house >= 0 and 2 <= rest >> house * width & mask <= 3:
            rest ^= (rest >> house * width & mask) << house * width
            house -= 1
        caught = theirs % mask - rest % mask if rest else 0  # a side modulo the mask is the sum of its houses
        if caught:
            return State(rest, mine, state.their_store, state.my_store + caught, 0, 1 - state.turn)
        return State(theirs, mine, state.their_store, state.my_store, state.quiet + 1, 1 - state.turn)

    def outcome(state: State) -> int:
        lead, stored = state.my_store - state.their_store, state.my_store + state.their_store
        if stored + abs(lead) > total:  # twice the larger store
            return lead
        over = state.quiet == 100 or stored == total or moves(state) == 0
        return lead + state.mine % mask - state.theirs % mask if over else GOING_ON

    def to_move(state: State) -> int:
        return state.turn

    def sides(state: State) -> tuple[tuple[tuple[int, ...], int], ...]:
        both = ((state.mine, state.my_store), (state.theirs, state.their_store))[:: -1 if state.turn else 1]
        return tuple((tuple(side >> i * width & mask for i in range(houses)), store) for side, store in both)

    def from_sides(sides: list[tuple[list[int], int]], turn: int, words: list[str]) -> State:
        quiet = "".join(words) or "0"
        if sum(sum(side) + store for side, store in sides) != total or not quiet.isdecimal():
            raise ValueError(f"there are {total} seeds, and the last word is the number of moves without a capture")
        mine, theirs = (sum(n << i * width for i, n in enumerate(side)) for side, _ in (sides[turn], sides[1 - turn]))
        return State(mine, theirs, sides[turn][1], sides[1 - turn][1], int(quiet), turn)

    return Game("oware", State(full, full, 0, 0, 0, 0), max(7, houses * width), moves, play, outcome, to_move,
                reason=lambda state: "no capture in 100 moves" if state.quiet == 100 else "the seeds are won",
                alternates=True, actions=houses, example="3 4 1 6 5 2",
                board=Pits(houses, sides, from_sides, to_move, lambda s: [str(s.quiet)] * (s.quiet > 0)))  # fmt: skip
