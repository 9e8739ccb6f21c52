"""Oware: sow seeds and capture more of them than your opponent; the Abapa rules.

A move takes all seeds of one of your houses and sows them counter-clockwise, one into each following house of both
players; the house they came from is left out. If the last seed makes a house of the opponent hold two or three seeds,
these are captured, and so are those of the opponent's houses before it, one after the other, while they hold two or
three. A move that would capture all seeds of the opponent is allowed and captures nothing. If the opponent has no seeds
you must play a move that gives some. The game is over when a player has more than half of the seeds; or when there is
no such move, when both have half, or after 100 moves without a capture, and then each takes the seeds on the own side.
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
            held = state.mine >> house * width & mask
            found |= 1 << house if held and (state.theirs or held >= houses - house) else 0
        return found

    def play(state: State, move: int) -> State:
        held = state.mine >> move * width & mask
        mine, theirs, place = state.mine ^ held << move * width, state.theirs, move
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
        lead = state.my_store - state.their_store
        if 2 * max(state.my_store, state.their_store) > total:
            return lead
        over = state.quiet == 100 or state.my_store + state.their_store == total or moves(state) == 0
        return lead + state.mine % mask - state.theirs % mask if over else GOING_ON

    def reason(state: State) -> str:
        return "100 moves without a capture" if state.quiet == 100 else "the rest of the seeds is decided"

    def to_move(state: State) -> int:
        return state.turn

    def sides(state: State) -> tuple[tuple[tuple[int, ...], int], ...]:
        seen = ((state.mine, state.my_store), (state.theirs, state.their_store))[:: -1 if state.turn else 1]
        return tuple((tuple(side >> i * width & mask for i in range(houses)), store) for side, store in seen)

    def from_sides(sides: list[tuple[list[int], int]], turn: int, words: list[str]) -> State:
        if sum(sum(side) + store for side, store in sides) != total:
            raise ValueError(f"there are {total} seeds in this game")
        mine, theirs = (sum(n << i * width for i, n in enumerate(side)) for side, _ in (sides[turn], sides[1 - turn]))
        return State(mine, theirs, sides[turn][1], sides[1 - turn][1], int(words[0]) if words else 0, turn)

    board = Pits(houses, sides, from_sides, to_move, lambda state: [str(state.quiet)] if state.quiet else [])
    return Game("oware", State(full, full, 0, 0, 0, 0), houses * width, moves, play, outcome, to_move, alternates=True,
                reason=reason, board=board)  # fmt: skip
