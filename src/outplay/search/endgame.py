"""Endgame tables: how kernels read them and how they are made.

A table has one byte for each numbered position, layer by layer, in memory that kernels know by its address:

    0          not known yet
    1 … 255    the final margin for the side to move less its settled margin, plus 128

In a search the address of the table stands in slot ENDGAME of the thread state, and the number of its layers in slot
ENDGAME_LAYERS, 0 without a table. What is read is proven.
"""

from collections.abc import Callable
from itertools import accumulate
from typing import Any

from outplay.core.arrays import Ints
from outplay.core.bits import GOING_ON
from outplay.core.heuristics import Heuristics
from outplay.core.memory import byte_at, set_byte
from outplay.core.rules import Rules
from outplay.search.hooks import Hooks
from outplay.search.plain import nothing
from outplay.search.thread_state import ENDGAME, ENDGAME_LAYERS
from outplay.search.tree import ENDGAME_AT, LAYERS
from outplay.search.values import NO_RESULT, pack_result

UNKNOWN, ZERO = 0, 128
"""The byte of a position that was not computed, and that of a rest of 0."""

FAULT, PLACE, CHAIN = 0, 1, 2
"""Slots of the `report` array: what went wrong, at which number of which position it was seen, and how long a chain of
moves within a layer may be."""

NO_FAULT, TOO_LONG, UPWARDS, TOO_LARGE, MISNUMBERED = 0, 1, 2, 3, 4
"""What can go wrong: a chain that is too long, so that moves seem to lead in a circle; a move to a higher layer; a
margin that does not fit a byte; a number outside the layer, or that `index` does not give back."""

CHECKED_EVERY = 32
"""Of so many numbers one is checked; a power of two."""

LEAST = -GOING_ON
"""Smaller than every margin."""


def starts(sizes: tuple[int, ...]) -> tuple[int, ...]:
    """Where each layer begins in a table, and where the last one ends."""
    return (0, *accumulate(sizes))


def endgame_probe(hooks: Hooks) -> Callable[[Any, Ints], int]:
    """Makes the function that returns the proven result of a position in which the game goes on, or NO_RESULT."""
    numbering, settled, end = hooks.numbering, hooks.rest_from, hooks.end

    def no_table(state: Any, thread: Ints) -> int:
        return NO_RESULT

    if numbering is None:
        return no_table
    layer, index, first = numbering.layer, numbering.index, starts(numbering.sizes)

    def probe(state: Any, thread: Ints) -> int:
        at = layer(state)
        if at >= thread[ENDGAME_LAYERS]:
            return NO_RESULT
        rest = byte_at(int(thread[ENDGAME]), first[at] + index(state)) - ZERO
        return pack_result(end(settled(state) + rest), 0, 1)

    return probe


def table_ending(rules: Rules, told: Heuristics) -> Callable[[Any, Ints], int]:
    """Makes the function that returns the final margin of a finished position, or of one that an endgame table holds,
    for the side to move; GOING_ON of others. It takes the control array of a tree search."""
    assert told.numbering
    numbering, settled_margin, outcome = told.numbering, told.settled_margin or nothing, rules.outcome
    layer, index, first = numbering.layer, numbering.index, starts(numbering.sizes)

    def end(state: Any, control: Ints) -> int:
        margin = outcome(state)
        if margin != GOING_ON:
            return margin
        at = layer(state)
        if at >= control[LAYERS]:
            return GOING_ON
        return settled_margin(state) + byte_at(int(control[ENDGAME_AT]), first[at] + index(state)) - ZERO

    return end


def layer_builder(rules: Rules, told: Heuristics) -> Callable[..., int]:
    """Makes the function that computes positions of one layer, when those of all lower layers are known.

    It takes the positions in the order of their numbers. A child in the same layer that is not known yet is computed
    first, so any order is right, and the fastest has children before their parents. Several threads may compute one
    layer: what they write to the same place is the same.
    """
    assert told.numbering
    numbering, settled_margin = told.numbering, told.settled_margin or nothing
    begin, more, pick, rest = rules.begin, rules.more, rules.pick, rules.rest
    play, outcome, turned = rules.play, rules.outcome, rules.turned
    layer_of, index, position = numbering.layer, numbering.index, numbering.state
    sizes, first = numbering.sizes, starts(numbering.sizes)

    def solve(state: Any, layer: int, at: int, chain: int, table: int, report: Ints, scratch: Ints) -> int:
        """The rest of a position, in which the game goes on, whose place in the table is `at`; it is stored."""
        best = LEAST
        cursor = begin(state, scratch, chain)
        while more(cursor):
            child = play(state, pick(cursor, scratch, chain))
            cursor = rest(cursor)
            margin = outcome(child)
            if margin == GOING_ON:
                below = layer_of(child)
                if below > layer:
                    report[FAULT] = UPWARDS
                    return 0
                place = first[below] + index(child)
                stored = byte_at(table, place)
                margin = stored - ZERO
                if stored == UNKNOWN:
                    if chain >= report[CHAIN]:
                        report[FAULT] = TOO_LONG
                        return 0
                    margin = solve(child, below, place, chain + 1, table, report, scratch)
                    if report[FAULT] != NO_FAULT:
                        return 0
                margin += settled_margin(child)
            best = max(best, -margin if turned(state, child) else margin)
        best -= settled_margin(state)
        if abs(best) >= ZERO:
            report[FAULT] = TOO_LARGE
            return 0
        set_byte(table, at, best + ZERO)
        return best

    def build(state: Any, layer: int, begin_at: int, end_at: int, table: int, report: Ints, scratch: Ints) -> int:
        """Computes the numbers from `begin_at` up to `end_at` of a layer; returns the first that is not done."""
        for number in range(begin_at, end_at):
            at = first[layer] + number
            if byte_at(table, at) != UNKNOWN:
                continue
            state = position(layer, number)
            margin = outcome(state)
            checked = number & CHECKED_EVERY - 1 == 0
            if checked and (layer_of(state) != layer or index(state) != number or number >= sizes[layer]):
                report[FAULT] = MISNUMBERED
            elif margin == GOING_ON:
                solve(state, layer, at, 0, table, report, scratch)
            else:
                set_byte(table, at, margin - settled_margin(state) + ZERO)
            if report[FAULT] != NO_FAULT:
                report[PLACE] = number
                return number
        return end_at

    return build
