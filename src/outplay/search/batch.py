"""Many games at once, each a ply further with every call; what a vectorised environment is made of.

The states of all games stand in one array, each as the words of `store_words`. What a learner is shown of a game are
the bits of these words; see `learn.observation`.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from outplay.core.arrays import Ints
from outplay.core.bits import GOING_ON, lowest_bit
from outplay.core.memory import byte_at, set_byte
from outplay.core.rules import Rules
from outplay.core.vectors import load_words, store_words
from outplay.search.playout import below

RUNNING, TERMINATED, TRUNCATED = 0, 1, 2
"""Whether a game's last move ended it, by the rules or because it was too long."""
PLIES, END, MARGIN, SIDE, COLUMNS = 0, 1, 2, 3, 4
"""The columns of the `games` array: moves made; one of the three above; the first player's margin if the last move
ended the game, else 0; who is to move; and how many columns there are."""
MOST_PLIES, AGAIN = 0, 1
"""Slots of the `limits` array: the plies that end a game; not 0 to begin a game anew at once that has ended."""
KEEP = -1
"""The action that leaves a game as it is."""
NO_MOVES, WRONG_MOVE = -1, -2
"""What went wrong: a state without a legal move that is not the end; a move that is no action. The number of the game
times FAULTS is taken away."""
FAULTS = 2


class Sizes(NamedTuple):
    """What the kernel is compiled with beside the rules."""

    widths: tuple[int, ...]
    """The bits of each field of the state."""
    words: int
    """The words of a state."""
    row_bytes: int
    """The bytes of what is shown of a position."""
    actions: int
    """Moves are 0 … actions - 1."""


def batch(rules: Rules, sizes: Sizes) -> Callable[..., int]:
    """Makes the function that plays one move in every game of a range."""
    begin, more, pick, rest = rules.begin, rules.more, rules.pick, rules.rest
    play, outcome, to_move = rules.play, rules.outcome, rules.to_move
    widths, words, row_bytes, actions = sizes

    def show(side: int, at: int, states: Ints, table: Ints, memory: int, row: int) -> int:
        """Writes what a side is shown of the game whose state begins at index `at`: a row of memory that is all 0.

        For each side and bit of the state `table` holds the index of its first place and, as the next number, that of
        the next bit; a place is a byte of the row << 8 | what is set there.
        """
        first = side * words * 64
        for half in range(2 * words):
            bits = int(states[at + (half >> 1)]) >> 32 * (half & 1) & 0xFFFFFFFF  # halves have no sign
            while bits:
                entry = first + 32 * half + lowest_bit(bits)
                bits &= bits - 1
                for i in range(int(table[entry]), int(table[entry + 1])):
                    place = row + (int(table[i]) >> 8)
                    set_byte(memory, place, byte_at(memory, place) | int(table[i]) & 255)
        return 0

    def list_moves(state: Any, memory: int, number: int, scratch: Ints) -> int:
        """Writes a 1 for every legal move; returns how many there are, or a fault."""
        count = 0
        cursor = begin(state, scratch, 0)
        while more(cursor):
            move = pick(cursor, scratch, 0)
            if move < 0 or move >= actions:
                return WRONG_MOVE
            set_byte(memory, number * actions + move, 1)
            count += 1
            cursor = rest(cursor)
        return count if count else NO_MOVES

    def step(
        start: Any, first: int, last: int, limits: Ints, chosen: Ints, states: Ints, games: Ints, table: Ints,
        shown: int, legal: int, scratch: Ints
    ) -> int:  # fmt: skip
        """Plays `chosen` in the games from `first` to before `last`, and writes what is so then.

        The memory of what is shown and of legal moves is all 0 before. Returns 0, or what went wrong.
        """
        most = int(limits[MOST_PLIES])
        again = limits[AGAIN] != 0
        for i in range(first, last):
            at = i * words
            row = i * COLUMNS
            state = load_words(start, widths, states, at)
            games[row + MARGIN] = 0
            if chosen[i] != KEEP and (games[row + END] == RUNNING or again):
                state = play(state, int(chosen[i]))
                games[row + PLIES] += 1
                games[row + END] = RUNNING
                margin = outcome(state)
                if margin != GOING_ON:
                    games[row + END] = TERMINATED
                    games[row + MARGIN] = -margin if to_move(state) else margin
                elif games[row + PLIES] >= most:
                    games[row + END] = TRUNCATED
                if games[row + END] != RUNNING and again:
                    state = start
                    games[row + PLIES] = 0
                store_words(state, widths, states, at)
            side = to_move(state)
            games[row + SIDE] = side
            show(side, at, states, table, shown, i * row_bytes)
            if games[row + END] == RUNNING or again:
                found = list_moves(state, legal, i, scratch)
                if found < 0:
                    return found - FAULTS * i
        return 0

    return step


def batch_sample(rules: Rules, sizes: Sizes) -> Callable[..., int]:
    """Makes the function that draws a legal move in every game of a range."""
    begin, nth, how_many = rules.begin, rules.nth, rules.how_many
    widths, words = sizes.widths, sizes.words

    def sample(
        start: Any, first: int, last: int, limits: Ints, states: Ints, games: Ints, generators: Ints, chosen: Ints,
        generator: Ints, scratch: Ints
    ) -> int:  # fmt: skip
        """Writes a move to `chosen` for each game from `first` to before `last`, KEEP where the game is over. Each game
        has two numbers of `generators`."""
        for i in range(first, last):
            chosen[i] = KEEP
            if games[i * COLUMNS + END] == RUNNING or limits[AGAIN] != 0:
                state = load_words(start, widths, states, i * words)
                generator[0] = generators[2 * i]
                generator[1] = generators[2 * i + 1]
                legal = how_many(state, scratch, 0)
                chosen[i] = nth(begin(state, scratch, 0), below(generator, legal), scratch, 0)
                generators[2 * i] = generator[0]
                generators[2 * i + 1] = generator[1]
        return 0

    return sample
