"""Random games, many at a time.

The random numbers come from L'Ecuyer's combined generator of 1988. Its products stay within 47 bits, so that it is
the same interpreted and compiled; its period is about 2**61.
"""

from collections.abc import Callable
from typing import Any

from outplay.core.arrays import Ints
from outplay.core.bits import GOING_ON
from outplay.core.rules import Rules
from outplay.search.plain import STOP

FIRST, SECOND = 2147483563, 2147483399


def seeded(seed: int) -> tuple[int, int]:
    """The generator's two numbers for a seed."""
    return 1 + seed % (FIRST - 1), 1 + seed // (FIRST - 1) % (SECOND - 1)


def below(generator: Ints, n: int) -> int:
    """The next random number from 0 to n - 1."""
    a = 40014 * int(generator[0]) % FIRST
    b = 40692 * int(generator[1]) % SECOND
    generator[0] = a
    generator[1] = b
    return (a - b) % (FIRST - 1) * n // (FIRST - 1)


def playouts(rules: Rules) -> Callable[..., int]:
    begin, nth, how_many = rules.begin, rules.nth, rules.how_many
    play, outcome, to_move = rules.play, rules.outcome, rules.to_move

    def games(
        start: Any,
        number: int,
        most: int,
        generator: Ints,
        margins: Ints,
        plies: Ints,
        choices: Ints,
        counts: Ints,
        scratch: Ints,
    ) -> int:
        """Plays `number` random games from a state in which the game is not over; returns how many were played, or
        -1 less that number if the last one came to a state without a legal move that is not the end.

        margins[i] is the first player's margin in game i, or GOING_ON if it was not over after `most` plies; plies[i]
        is its length and choices[i] the sum of the numbers of legal moves on the way.
        """
        for i in range(number):
            if counts[STOP]:
                return i
            state = start
            end = outcome(state)
            length = 0
            total = 0
            while end == GOING_ON and length < most:
                legal = how_many(state, scratch, 0)
                if legal == 0:
                    return -1 - i
                cursor = begin(state, scratch, 0)
                state = play(state, nth(cursor, below(generator, legal), scratch, 0))
                end = outcome(state)
                length += 1
                total += legal
            if end != GOING_ON and to_move(state) == 1:
                end = -end
            margins[i] = end
            plies[i] = length
            choices[i] = total
        return number

    return games
