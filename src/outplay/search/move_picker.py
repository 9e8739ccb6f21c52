"""The move picker: the moves of a node with their scores, and the next one to search.

The moves of a node stand in its ply's row of the thread state, their scores in the row after it. A score says how
early a move is searched, by the first of these that tells two moves apart:

    FIRST_MOVE     root only: the move that the engine asks for, the best one of the iteration before
    forced reply   root only: a game that is lost is lost defending
    TABLE_MOVE     the move of the transposition table's entry
    TACTICAL       the move makes or meets a threat
    order          what the game says of the move
    KILLER         the move caused a cutoff in another node of this ply
    history        how often and how deep the move caused a cutoff anywhere
    DEFERRED       another thread is searching the move (see `abdada`): it comes last

Where the game grades its moves, the grade takes the place of TACTICAL and order. Moves with equal scores keep the
game's own order.
"""

from collections.abc import Callable
from typing import Any

from outplay.core.arrays import Ints
from outplay.core.bits import lowest_bit
from outplay.core.rules import Rules
from outplay.search.abdada import is_busy
from outplay.search.hooks import Hooks
from outplay.search.plain import nothing
from outplay.search.thread_state import (
    FIRST_MOVE,
    HISTORY,
    HISTORY_MASK,
    KILLERS,
    MOVE_LISTS,
    SELECTIVE,
    is_excluded,
    report_root_move,
)

TABLE_MOVE, DEFERRED = 1 << 60, -(1 << 60)
TACTICAL = 1 << 50
ORDER_AT = 24
HISTORY_TOP = 1 << 22
KILLER = HISTORY_TOP << 1
GRADE_AT, MOST_GRADE = 22, 15
"""A step of the grade counts as much as the largest history, a killer as much as two steps."""

Filler = Callable[..., tuple[int, int]]
"""Writes moves to a row; returns how many stand there, and how many legal moves were left out."""


def no_order(state: Any, move: int) -> int:
    return 0


def move_adder(hooks: Hooks) -> Callable[..., int]:
    """Makes the function that writes one move with its score to the row of a ply, unless it is excluded.

    `looks` is how good the move looks in this position. It returns how many moves then stand in the row.
    """
    max_moves = hooks.max_moves

    def score(move: int, looks: int, ply: int, thread: Ints) -> int:
        if move == thread[KILLERS + 2 * ply]:
            return looks + KILLER + 1
        if move == thread[KILLERS + 2 * ply + 1]:
            return looks + KILLER
        return looks + int(thread[HISTORY + (move & HISTORY_MASK)])

    def add(move: int, looks: int, forced: int, table_move: int, ply: int, count: int, thread: Ints) -> int:
        if ply == 0 and is_excluded(move, thread):
            return count
        value = TABLE_MOVE if move == table_move else score(move, looks, ply, thread)
        if ply == 0 and forced >> move & 1:
            value = TABLE_MOVE + 1
        if ply == 0 and move == thread[FIRST_MOVE]:
            value = TABLE_MOVE + 2
        first = MOVE_LISTS + 2 * max_moves * ply
        thread[first + count] = move
        thread[first + max_moves + count] = value
        return count + 1

    return add


def by_order(hooks: Hooks) -> Callable[[Any, int, int], int]:
    """Makes the function that tells how good a move looks by the game's order, tactical moves above all."""
    order = hooks.order or no_order

    def looks(state: Any, move: int, tactical: int) -> int:
        value = order(state, move) << ORDER_AT
        return max(0, value) + TACTICAL if tactical >> move & 1 else value

    return looks


def mask_filler(hooks: Hooks) -> Callable[..., int]:
    """Makes the function that writes the moves of a mask; by their grades, where the game has some."""
    add, looks, grades = move_adder(hooks), by_order(hooks), hooks.grades

    def fill(state: Any, chosen: int, forced: int, tactical: int, table_move: int, ply: int, thread: Ints) -> int:
        count = 0
        while chosen:
            move = lowest_bit(chosen)
            count = add(move, looks(state, move, tactical), forced, table_move, ply, count, thread)
            chosen &= chosen - 1
        return count

    if grades is None:
        return fill

    def fill_graded(
        state: Any, chosen: int, forced: int, tactical: int, table_move: int, ply: int, thread: Ints
    ) -> int:
        if chosen & (chosen - 1) == 0:
            return fill(state, chosen, forced, tactical, table_move, ply, thread)
        ones, twos, fours, eights = grades(state)
        count = 0
        grade = MOST_GRADE
        while chosen:
            these = chosen & eights if grade & 8 else chosen
            these = these & fours if grade & 4 else these
            these = these & twos if grade & 2 else these
            these = these & ones if grade & 1 else these
            chosen ^= these
            while these:
                count = add(lowest_bit(these), grade << GRADE_AT, forced, table_move, ply, count, thread)
                these &= these - 1
            grade -= 1
        return count

    return fill_graded


def move_filler(rules: Rules, hooks: Hooks) -> Filler:
    """Makes the function that writes the moves to search in a node: forced replies, candidates, or all legal moves.

    At the root they are never the forced replies alone.
    """
    begin, more, pick, rest = rules.begin, rules.more, rules.pick, rules.rest
    moves, candidates = hooks.moves, hooks.candidates or (hooks.moves if hooks.grades else None)
    add, looks, fill_mask, fill_rest = move_adder(hooks), by_order(hooks), mask_filler(hooks), rest_filler(hooks)

    def fill(
        state: Any, forced: int, tactical: int, table_move: int, ply: int, thread: Ints, scratch: Ints
    ) -> tuple[int, int]:
        count = 0
        if ply > 0 and forced:
            while forced:
                move = lowest_bit(forced)
                count = add(move, looks(state, move, tactical), forced, table_move, ply, count, thread)
                forced &= forced - 1
            return count, 0
        cursor = begin(state, scratch, ply)
        while more(cursor):
            move = pick(cursor, scratch, ply)
            count = add(move, looks(state, move, tactical), forced, table_move, ply, count, thread)
            cursor = rest(cursor)
        return count, 0

    if candidates is None or moves is None:
        return fill

    def fill_candidates(
        state: Any, forced: int, tactical: int, table_move: int, ply: int, thread: Ints, scratch: Ints
    ) -> tuple[int, int]:
        chosen = forced
        left_out = 0
        if ply == 0 or not forced:
            chosen = moves(state)
            if thread[SELECTIVE]:
                left_out = chosen.bit_count()
                chosen &= candidates(state)
                left_out -= chosen.bit_count()
        count = fill_mask(state, chosen, forced, tactical, table_move, ply, thread)
        return fill_rest(state, 0, count, left_out, True, ply, thread)

    return fill_candidates


def rest_filler(hooks: Hooks) -> Filler:
    """Makes the function that appends the moves which were left out, if all candidates are done and lost.

    They come in the game's own order. The function gets and returns the numbers that the filler returned.
    """
    moves, candidates, max_moves = hooks.moves or nothing, hooks.candidates, hooks.max_moves

    def keep(state: Any, done: int, count: int, left_out: int, lost: bool, ply: int, thread: Ints) -> tuple[int, int]:
        return count, left_out

    if candidates is None:
        return keep

    def fill_rest(
        state: Any, done: int, count: int, left_out: int, lost: bool, ply: int, thread: Ints
    ) -> tuple[int, int]:
        if done < count or not left_out or not lost:
            return count, left_out
        first = MOVE_LISTS + 2 * max_moves * ply
        others = moves(state)
        others ^= others & candidates(state)
        while others:
            move = lowest_bit(others)
            others &= others - 1
            if not (ply == 0 and is_excluded(move, thread)):
                thread[first + count] = move
                thread[first + max_moves + count] = -1
                count += 1
        return count, 0

    return fill_rest


def next_picker(hooks: Hooks) -> Callable[[int, int, int, Ints], int]:
    """Makes the function that brings the best of the moves not yet done to place `done` of the row and returns it."""
    max_moves = hooks.max_moves

    def next_move(done: int, count: int, ply: int, thread: Ints) -> int:
        assert 0 <= done < count <= max_moves
        first = MOVE_LISTS + 2 * max_moves * ply
        best = done
        for i in range(done + 1, count):
            if thread[first + max_moves + i] > thread[first + max_moves + best]:
                best = i
        move = thread[first + best]
        score = thread[first + max_moves + best]
        while best > done:  # the others keep their order
            thread[first + best] = thread[first + best - 1]
            thread[first + max_moves + best] = thread[first + max_moves + best - 1]
            best -= 1
        thread[first + done] = move
        thread[first + max_moves + done] = score
        report_root_move(move, done, count, ply, thread)
        return int(move)

    return next_move


def deferral(hooks: Hooks) -> Callable[..., bool]:
    """Makes the function that defers the move at place `done` of the row, if another thread is searching it.

    It returns whether it did. A move is deferred once, and the first move of a node never.
    """
    max_moves = hooks.max_moves

    def defer(key: int, move: int, done: int, ply: int, thread: Ints, table: Ints) -> bool:
        at = MOVE_LISTS + 2 * max_moves * ply + max_moves + done
        if done > 0 and thread[at] > DEFERRED and is_busy(key, move, table):
            thread[at] = DEFERRED
            return True
        return False

    return defer


def record_cutoff(move: int, depth: int, ply: int, thread: Ints) -> None:
    """Makes a move that caused a cutoff a killer of its ply and adds it to the history."""
    if thread[KILLERS + 2 * ply] != move:
        thread[KILLERS + 2 * ply + 1] = thread[KILLERS + 2 * ply]
        thread[KILLERS + 2 * ply] = move
    at = HISTORY + (move & HISTORY_MASK)
    thread[at] += min(depth * depth, 1 << 10)
    if thread[at] > HISTORY_TOP:
        for i in range(HISTORY_MASK + 1):
            thread[HISTORY + i] >>= 1
