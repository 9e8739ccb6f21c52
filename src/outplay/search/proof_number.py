"""Depth-first proof-number search: does a player get at least some margin? For any game without repeated positions.

Every position has two numbers: how many positions must at least still be decided to prove the claim, and how many to
disprove it. The search goes down to the position that contributes most to one of them, and comes back as soon as its
numbers exceed what they are compared with. 0 and INFINITE is proven, INFINITE and 0 disproven.

The player to move at the root makes the claim. A table of bounded size holds the numbers of positions that were left;
what it loses is found again.
"""

from collections.abc import Callable
from typing import Any

from outplay.core.arrays import Ints
from outplay.core.bits import GOING_ON
from outplay.core.hashing import state_hash
from outplay.core.rules import Rules

INFINITE = 1 << 28
MOST_NUMBER = INFINITE - 1
"""The largest number of a position that is not decided."""
MOST_PLIES = 400
"""No line of play is followed further."""

NODES = 0  # positions visited
STOP = 1  # not 0 to end the search, from outside or at the limit
NODE_LIMIT = 2
BUCKETS = 3  # buckets of the table
LEAST = 4  # the margin of the claim
PLAYER = 5  # the player who makes it
TOO_LONG = 6  # 1 after a line of play of more than MOST_PLIES
ENTRIES = 7  # entries of the table that are in use
ROOT_PROOF, ROOT_DISPROOF = 8, 9  # the numbers of the root so far, for those who wait
BEST = 10  # the move that proves the claim for the root, if it is proven and the player is to move
MOST_MOVES = 11  # how many moves a position can have
HEADER = 16  # from here on three rows for each ply: the moves, and the numbers of the positions after them

ENTRY_WORDS, BUCKET_ENTRIES = 4, 4
BUCKET_WORDS = ENTRY_WORDS * BUCKET_ENTRIES
"""An entry: key; proof number << 32 | disproof number; nodes; one word that is free."""


def work_words(max_moves: int) -> int:
    return HEADER + 3 * max_moves * (MOST_PLIES + 2)


def find(key: int, work: Ints, table: Ints) -> int:
    """Where the entry of a key stands in the table; -1 if there is none."""
    bucket = (key & 0x7FFFFFFFFFFF) % int(work[BUCKETS]) * BUCKET_WORDS
    for i in range(BUCKET_ENTRIES):
        if table[bucket + i * ENTRY_WORDS] == key and table[bucket + i * ENTRY_WORDS + 1] != 0:
            return bucket + i * ENTRY_WORDS
    return -1


def keep(key: int, proof: int, disproof: int, nodes: int, work: Ints, table: Ints) -> None:
    """Writes an entry: over the one of the same key, into an empty place, or over the one that took the least work."""
    at = find(key, work, table)
    if at < 0:
        bucket = (key & 0x7FFFFFFFFFFF) % int(work[BUCKETS]) * BUCKET_WORDS
        at = bucket
        for i in range(BUCKET_ENTRIES):
            other = bucket + i * ENTRY_WORDS
            if table[other + 1] == 0:
                at = other
                work[ENTRIES] += 1
                break
            if table[other + 2] < table[at + 2]:
                at = other
        table[at + 2] = 0
    table[at] = key
    table[at + 1] = proof << 32 | disproof
    table[at + 2] += nodes


def select(own: bool, row: int, count: int, most_proof: int, most_disproof: int, work: Ints) -> tuple[int, ...]:
    """The numbers of a position from those of its children, and which child is searched next to which limits; index
    -1 if the position has reached one of its own.

    Of the number that all children add to, this is the largest and one for each other child: a sum counts a position
    once for each way to it.
    """
    size = int(work[MOST_MOVES])
    few, many = (size, 2 * size) if own else (2 * size, size)  # the player needs one child, the opponent too
    index, least, second, largest, others = -1, INFINITE, INFINITE, 0, 0
    for i in range(count):
        number = int(work[row + few + i])
        if number < INFINITE:
            others += 1
            largest = max(largest, int(work[row + many + i]))
        if number < least:
            index, least, second = i, number, least
        else:
            second = min(second, number)
    total = 0 if index < 0 else INFINITE if least == 0 else min(MOST_NUMBER, largest + others - 1)
    proof, disproof = (least, total) if own else (total, least)
    if own and least == 0:
        work[BEST] = work[row + index]
    if index < 0 or least == 0 or proof >= most_proof or disproof >= most_disproof:
        return proof, disproof, -1, 0, 0
    enough = second + 1 + second // 4
    if own:
        return proof, disproof, index, min(most_proof, enough), min(INFINITE, most_disproof - (others - 1))
    return proof, disproof, index, min(INFINITE, most_proof - (others - 1)), min(most_disproof, enough)


def proof_number_search(rules: Rules) -> Callable[..., int]:
    """Makes the search for one game."""
    begin, more, pick, rest, how_many = rules.begin, rules.more, rules.pick, rules.rest, rules.how_many
    play, outcome, to_move = rules.play, rules.outcome, rules.to_move

    def fill(state: Any, ply: int, work: Ints, table: Ints, scratch: Ints) -> int:
        """Writes the row of a ply; returns how many moves there are. A position that is not in the table counts one
        for the side that must find one move, and its moves for the side that must refute them all."""
        size = int(work[MOST_MOVES])
        row = HEADER + 3 * size * ply
        count = 0
        cursor = begin(state, scratch, 2 * ply)
        while more(cursor):
            move = pick(cursor, scratch, 2 * ply)
            cursor = rest(cursor)
            child = play(state, move)
            margin = outcome(child)
            own = to_move(child) == work[PLAYER]
            if margin != GOING_ON:
                proof = 0 if (margin if own else -margin) >= work[LEAST] else INFINITE
                disproof = INFINITE - proof
            else:
                at = find(state_hash(child) ^ int(work[LEAST]) * 2 ^ int(work[PLAYER]), work, table)
                if at >= 0:
                    proof, disproof = int(table[at + 1]) >> 32, int(table[at + 1]) & 0xFFFFFFFF
                else:
                    choices = how_many(child, scratch, 2 * ply + 1)
                    proof, disproof = (1, choices) if own else (choices, 1)
            work[row + count] = move
            work[row + size + count] = proof
            work[row + 2 * size + count] = disproof
            count += 1
        return count

    def search(
        state: Any, most_proof: int, most_disproof: int, ply: int, work: Ints, table: Ints, scratch: Ints
    ) -> int:
        """Searches a position until its numbers reach one of the limits; returns proof number << 32 | disproof."""
        began = int(work[NODES])
        work[NODES] += 1
        if work[NODES] >= work[NODE_LIMIT]:
            work[STOP] = 1
        if ply >= MOST_PLIES:
            work[TOO_LONG] = 1
            work[STOP] = 1
            return 1 << 32 | 1
        size = int(work[MOST_MOVES])
        row = HEADER + 3 * size * ply
        own = to_move(state) == work[PLAYER]
        count = fill(state, ply, work, table, scratch)
        while True:
            proof, disproof, index, next_proof, next_disproof = select(own, row, count, most_proof, most_disproof, work)
            if ply == 0:
                work[ROOT_PROOF] = proof
                work[ROOT_DISPROOF] = disproof
            if index < 0 or work[STOP]:
                break
            child = play(state, int(work[row + index]))
            found = search(child, next_proof, next_disproof, ply + 1, work, table, scratch)
            work[row + size + index] = found >> 32
            work[row + 2 * size + index] = found & 0xFFFFFFFF
        if not work[STOP] or proof == 0 or disproof == 0:
            key = state_hash(state) ^ int(work[LEAST]) * 2 ^ int(work[PLAYER])
            keep(key, proof, disproof, int(work[NODES]) - began, work, table)
        return proof << 32 | disproof

    def root(state: Any, work: Ints, table: Ints, scratch: Ints) -> int:
        """1 if the claim is proven, 0 if it is disproven, 2 if the search was stopped before."""
        found = search(state, INFINITE, INFINITE, 0, work, table, scratch)
        if found >> 32 == 0:
            return 1
        return 0 if found & 0xFFFFFFFF == 0 else 2

    return root
