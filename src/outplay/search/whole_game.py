"""Every position that can be reached from a state, with its value and the number of plies to the end.

The positions stand in a hash table of two arrays, `keys` and `data`, of a power of two of words each. A word of data is

    0                 an empty place
    OPEN              the position is being searched: it is on the way from the root to the present position
    otherwise         bit 1 is set; bits 2-19 are the plies to the end; bits 20- the margin for the side to move

Both sides first play for the margin. Where several moves are best, the winner takes the one that ends the game soonest
and the loser the one that ends it latest; in a draw both take the soonest.
"""

from collections.abc import Callable
from typing import Any

from outplay.core.arrays import Ints
from outplay.core.bits import GOING_ON
from outplay.core.hashing import state_hash
from outplay.core.rules import Rules
from outplay.search.plain import nothing
from outplay.search.playout import below

EMPTY, OPEN, SOLVED = 0, 1, 2
PLIES_AT, MARGIN_AT = 2, 20
MOST_PLIES = (1 << MARGIN_AT - PLIES_AT) - 1

COUNT, STOP, FAULT, LIMIT, DEEPEST = 0, 1, 2, 3, 4
"""Slots of the `counts` array: positions that are solved; not 0 to end; what went wrong; how many positions may stand
in the table; how many plies a line may have."""
NO_FAULT, FULL, CIRCLE, TOO_DEEP = 0, 1, 2, 3
"""What can go wrong: the table is full; a position comes again; a line is too long."""

KEY_BITS = 62
"""Of states with no more bits than this the key is the state itself; of others it is a hash."""

LOW31 = (1 << 31) - 1
FACTOR, OTHER_FACTOR = 0x5BD1E995, 0x1B873593


def key_of(widths: tuple[int, ...]) -> Callable[[Any], int]:
    """Makes the function that gives a state's key: all fields side by side, or a hash where they do not fit."""
    if sum(widths) > KEY_BITS:
        return hash_key
    key: Callable[[Any], int] = nothing
    shift = 0
    for number, width in enumerate(widths):
        key = with_field(key, number, shift)
        shift += width
    return key


def hash_key(state: Any) -> int:
    return state_hash(state)


def with_field(before: Callable[[Any], int], number: int, shift: int) -> Callable[[Any], int]:
    """The key of the fields before one, with that field above them."""

    def key(state: Any) -> int:
        return before(state) | int(state[number]) << shift

    return key


def first_place(key: int, mask: int) -> int:
    """Where a key is looked for first. Every product fits a word with its sign."""
    return (key & LOW31) * FACTOR + (key >> 31 & LOW31) * OTHER_FACTOR >> 22 & mask


def place_of(key: int, mask: int, keys: Ints, data: Ints) -> int:
    """The place of a key, or the empty one where it belongs."""
    place = first_place(key, mask)
    while data[place] != EMPTY and keys[place] != key:
        place = place + 1 & mask
    return place


def margin_of(word: int) -> int:
    return word >> MARGIN_AT


def plies_to_end(word: int) -> int:
    return word >> PLIES_AT & MOST_PLIES


def packed(margin: int, plies: int) -> int:
    return margin << MARGIN_AT | plies << PLIES_AT | SOLVED


def prefers(margin: int, plies: int, best: int) -> bool:
    """Whether the side to move prefers a margin after so many plies to the best word so far."""
    if best == EMPTY or margin != margin_of(best):
        return best == EMPTY or margin > margin_of(best)
    return plies > plies_to_end(best) if margin < 0 else plies < plies_to_end(best)


def whole_game(rules: Rules, widths: tuple[int, ...]) -> Callable[..., int]:
    """Makes the function that solves a state and all that can be reached from it."""
    begin, more, pick, rest = rules.begin, rules.more, rules.pick, rules.rest
    play, outcome, turned, key = rules.play, rules.outcome, rules.turned, key_of(widths)

    def solve(state: Any, ply: int, mask: int, keys: Ints, data: Ints, counts: Ints, scratch: Ints) -> int:
        """The word of a state. It means nothing if STOP or FAULT is set."""
        named = key(state)
        place = place_of(named, mask, keys, data)
        word = int(data[place])
        if word == OPEN:
            counts[FAULT] = CIRCLE
        if word != EMPTY:
            return word
        if counts[COUNT] >= counts[LIMIT]:
            counts[FAULT] = FULL
        elif ply >= counts[DEEPEST]:
            counts[FAULT] = TOO_DEEP
        if counts[FAULT] != NO_FAULT or counts[STOP]:
            return EMPTY
        counts[COUNT] += 1
        keys[place] = named
        margin = outcome(state)
        if margin != GOING_ON:
            data[place] = packed(margin, 0)
            return packed(margin, 0)
        data[place] = OPEN
        best = EMPTY
        cursor = begin(state, scratch, ply)
        while more(cursor):
            child = play(state, pick(cursor, scratch, ply))
            cursor = rest(cursor)
            word = solve(child, ply + 1, mask, keys, data, counts, scratch)
            if counts[FAULT] != NO_FAULT or counts[STOP]:
                return EMPTY
            margin = -margin_of(word) if turned(state, child) else margin_of(word)
            if prefers(margin, plies_to_end(word) + 1, best):
                best = packed(margin, plies_to_end(word) + 1)
        data[place] = best
        return best

    return solve


def moved(rules: Rules) -> Callable[..., int]:
    """Makes the function that copies what is solved into a larger table, and returns how many positions that are."""

    def move(state: Any, size: int, keys: Ints, data: Ints, mask: int, new_keys: Ints, new_data: Ints) -> int:
        count = 0
        for old in range(size):
            word = int(data[old])
            if word > OPEN or word < EMPTY:
                named = int(keys[old])
                place = place_of(named, mask, new_keys, new_data)
                new_keys[place] = named
                new_data[place] = word
                count += 1
        return count

    return move


def sampled(rules: Rules, widths: tuple[int, ...]) -> Callable[..., int]:
    """Makes the function that plays random games from a state and notes the keys of their positions."""
    begin, nth, how_many = rules.begin, rules.nth, rules.how_many
    play, outcome, key = rules.play, rules.outcome, key_of(widths)

    def games(start: Any, number: int, most: int, generator: Ints, keys: Ints, plies: Ints, scratch: Ints) -> int:
        """keys[ply * number + i] is the key of game i after so many plies, and plies[i] the last ply that is noted, no
        more than `most`."""
        for i in range(number):
            state = start
            ply = 0
            while ply < most and outcome(state) == GOING_ON:
                legal = how_many(state, scratch, 0)
                if legal == 0:
                    break
                cursor = begin(state, scratch, 0)
                state = play(state, nth(cursor, below(generator, legal), scratch, 0))
                ply += 1
                keys[ply * number + i] = key(state)
            plies[i] = ply
        return number

    return games
