"""Games of the search against itself, or of two networks against each other, all of it in one kernel.

A game begins with random moves. Then each move is searched by iterative deepening to a number of nodes. A game ends by
the rules, or as soon as its value is proven. Each position that was searched leaves a row:

    0 TURN      who was to move
    1 SCORE     the value that the search found for the side to move
    2 RESULT    the margin of the whole game for the side to move; UNFINISHED if it was cut off
    3 SETTLED   the margin for the side to move that was settled already
    4 PROVEN    1 if the search proved the score
    5 …         the inputs of a network, as words of 64 bits
"""

from collections.abc import Callable
from typing import Any

from outplay.core.arrays import Ints
from outplay.core.bits import GOING_ON
from outplay.core.rules import Rules
from outplay.core.vectors import store_words
from outplay.search.hooks import Hooks
from outplay.search.playout import below
from outplay.search.pvs import node_search
from outplay.search.thread_state import (
    AGE,
    BEST_MOVE,
    BEST_RESULT,
    FIRST_MOVE,
    MAX_PLY,
    NODE_LIMIT,
    NODES,
    ROOT_DEPTH,
    SELECTIVE,
    STOP,
)
from outplay.search.transposition import AGE_MASK
from outplay.search.values import INFINITY, UNIT, is_proven, value_of

TURN, SCORE, RESULT, SETTLED, PROVEN, INPUTS = 0, 1, 2, 3, 4, 5
"""The columns of a row."""
UNFINISHED = GOING_ON
"""The result of a game that was not over after MAX_GAME plies."""
MOST_DEPTH = MAX_PLY // 2
"""Few nodes reach this depth only where hardly a move is left; forced replies may go deeper."""

NODES_A_MOVE, OPENING, MAX_GAME, RANDOM_MOVES = 0, 1, 2, 3
"""Slots of the `limits` array: nodes for each move; the most random moves at the beginning; the most plies of a game;
of 1000 later moves, how many are random."""
STOP_GAMES = 4
"""A slot of the `limits` array: not 0 to end after the current move."""


def self_play(rules: Rules, hooks: Hooks, widths: tuple[int, ...], own: bool = False) -> Callable[..., int]:
    """Makes the kernel. `widths` are the bits of each integer that a network is shown. With `own` the game's own
    evaluation plays, and no network."""
    begin, nth, how_many = rules.begin, rules.nth, rules.how_many
    play, outcome, to_move = rules.play, rules.outcome, rules.to_move
    assert hooks.network
    inputs, settled = hooks.network.inputs, hooks.network.settled
    pvs = node_search(rules, hooks._replace(network=None) if own else hooks)

    def random_move(state: Any, generator: Ints, scratch: Ints) -> int:
        legal = how_many(state, scratch, 0)
        return nth(begin(state, scratch, 0), below(generator, legal), scratch, 0)

    def opening(start: Any, plies: int, generator: Ints, scratch: Ints) -> Any:
        """A position after so many random moves; the game is not over in it, unless a hundred attempts ended so."""
        state = start
        for _ in range(100):
            state = start
            for _ in range(plies):
                if outcome(state) == GOING_ON:
                    state = play(state, random_move(state, generator, scratch))
            if outcome(state) == GOING_ON:
                return state
        return state

    def search(state: Any, nodes: int, thread: Ints, table: Ints, scratch: Ints) -> int:
        """The packed result of the last finished iteration, or of the best move of an unfinished one; BEST_MOVE holds
        the move."""
        thread[NODES] = 0
        thread[STOP] = 0
        thread[NODE_LIMIT] = nodes
        thread[SELECTIVE] = 1
        thread[AGE] = (thread[AGE] + 1) & AGE_MASK
        thread[FIRST_MOVE] = -1
        result = 0
        move = -1
        depth = 1
        while depth <= MOST_DEPTH:
            thread[ROOT_DEPTH] = depth
            thread[BEST_MOVE] = -1
            found = pvs(state, depth, -INFINITY, INFINITY, 0, thread, table, scratch)
            if thread[STOP]:
                if thread[BEST_MOVE] >= 0:
                    move = int(thread[BEST_MOVE])
                    result = int(thread[BEST_RESULT]) & -2
                break
            result = found
            move = int(thread[BEST_MOVE])
            thread[FIRST_MOVE] = move
            if is_proven(result):
                break
            depth += 1
        thread[BEST_MOVE] = move
        return result

    def game(
        start: Any, first: Ints, second: Ints, tables: Ints, other_tables: Ints, limits: Ints, generator: Ints,
        scratch: Ints, out: Ints, row: int
    ) -> int:  # fmt: skip
        """Plays a game and writes its rows from index `row` on; returns how many, and leaves the first player's margin
        in the RESULT of the row after the last."""
        width = INPUTS
        state = start
        count = 0
        margin = UNFINISHED
        plies = 0
        while margin == UNFINISHED and plies < limits[MAX_GAME] and not limits[STOP_GAMES]:
            turn = to_move(state)
            result = 0
            move = -1
            if turn == 0:
                result = search(state, limits[NODES_A_MOVE], first, tables, scratch)
                move = int(first[BEST_MOVE])
            else:
                result = search(state, limits[NODES_A_MOVE], second, other_tables, scratch)
                move = int(second[BEST_MOVE])
            width = store_words(inputs(state), widths, out, row + INPUTS) - row
            out[row + TURN] = turn
            out[row + SCORE] = value_of(result)
            out[row + SETTLED] = settled(state) // UNIT
            out[row + PROVEN] = is_proven(result)
            row += width
            count += 1
            if is_proven(result):
                margin = value_of(result) // UNIT
                margin = -margin if turn else margin
                break
            if move < 0 or below(generator, 1000) < limits[RANDOM_MOVES]:
                move = random_move(state, generator, scratch)
            state = play(state, move)
            plies += 1
            end = outcome(state)
            if end != GOING_ON:
                margin = -end if to_move(state) else end
        out[row + RESULT] = margin
        for i in range(1, count + 1):
            at = row - i * width
            out[at + RESULT] = -margin if out[at + TURN] and margin != UNFINISHED else margin
        return count

    def games(
        start: Any, number: int, first: Ints, second: Ints, tables: Ints, other_tables: Ints, limits: Ints,
        seeds: Ints, generator: Ints, scratch: Ints, out: Ints, margins: Ints
    ) -> int:  # fmt: skip
        """Plays games, each with a random generator that starts from its own two numbers in `seeds`; returns how many
        rows were written. `margins` gets the first player's margin of each."""
        row = 0
        count = 0
        width = store_words(inputs(start), widths, out, INPUTS)
        for i in range(number):
            generator[0] = seeds[2 * i]
            generator[1] = seeds[2 * i + 1]
            state = opening(start, below(generator, limits[OPENING] + 1), generator, scratch)
            played = 0
            if outcome(state) == GOING_ON:
                played = game(state, first, second, tables, other_tables, limits, generator, scratch, out, row)
            row += played * width
            count += played
            margins[i] = out[row + RESULT] if played else UNFINISHED
            if limits[STOP_GAMES]:
                return count
        return count

    return games
