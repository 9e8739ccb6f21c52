"""Principal variation search with a transposition table: the engine's kernel.

Values are in hundredths of the game's margin, for the side to move. Every answer also says whether it is *complete*:
whether every line it rests on was played to the end of the game. A complete answer is proven, whatever the depth was
and whatever was reduced on the way. It is returned as one integer, value * 2 + complete.

All working memory is one array of integers, `work`, laid out here; `table` is the transposition table.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from outplay.bits import GOING_ON
from outplay.rules import Rules, State
from outplay.search.arrays import Ints
from outplay.search.hashing import state_hash
from outplay.search.table import (
    AGE_AT,
    AGE_MASK,
    BUCKET_ENTRIES,
    BUCKET_WORDS,
    COMPLETE_AT,
    DEPTH_AT,
    DEPTH_MASK,
    ENTRY_WORDS,
    EXACT,
    KIND_AT,
    LOWER,
    MOVE_MASK,
    OFFSET,
    UPPER,
    VALUE_AT,
    VALUE_MASK,
)

UNIT = 100
"""A margin of 1 as a value."""
WIN = 1_000_000
"""A won game as a value, when only winning counts."""
INFINITY = 4_000_000
"""Above every value. Fits the table."""
MOST_PLIES = 200

NODES, STOP, NODE_LIMIT, BUCKETS, AGE, REDUCE, BEST_MOVE, EXCLUDED = range(8)
"""Places in `work`: positions visited; not 0 to stop; the number of nodes to stop at; buckets of the table less one;
the search's age for the table; 1 to reduce late moves; the root's best move so far; how many moves of the root are left
out, named in the places after it."""
MOST_EXCLUDED = 64
KILLERS = EXCLUDED + 1 + MOST_EXCLUDED
HISTORY = KILLERS + 2 * (MOST_PLIES + 1)
HISTORY_MASK = 4095
ROWS = HISTORY + HISTORY_MASK + 1

TABLE_MOVE, KILLER = 1 << 40, 1 << 30
HISTORY_TOP = 1 << 28


def work_words(width: int) -> int:
    """How much memory a thread needs for a game with at most `width` moves."""
    return ROWS + 2 * width * (MOST_PLIES + 1)


class Hooks(NamedTuple):
    """What the engine asks of a game beyond its rules."""

    evaluate: Callable[[State], int]
    """An estimate at the horizon, in hundredths of the margin, for the side to move."""
    end: Callable[[int], int]
    """The value of a finished game with a margin for the side to move."""
    rest: Callable[[State], State]
    """The state without what is banked: it names the position in the table."""
    banked: Callable[[State], int]
    """The value already banked, which is not in the table."""
    left: Callable[[State], int]
    """The most that either side can still gain over the other, as a value."""
    order: Callable[[State, int], int]
    """How promising a move looks."""
    hinted: bool
    """Whether `order` says anything."""
    width: int
    """How many legal moves there can be."""


def pvs(rules: Rules, hooks: Hooks) -> Callable[..., int]:
    begin, more, pick, rest_of_moves = rules.begin, rules.more, rules.pick, rules.rest
    play, outcome, turned = rules.play, rules.outcome, rules.turned
    evaluate, end, order, hinted = hooks.evaluate, hooks.end, hooks.order, hooks.hinted
    rest, banked, left = hooks.rest, hooks.banked, hooks.left
    width = hooks.width

    def excluded(work: Ints, move: int) -> bool:
        found = False
        for i in range(work[EXCLUDED]):
            found = found or work[EXCLUDED + 1 + i] == move
        return found

    def promise(state: Any, move: int, ply: int, work: Ints) -> int:
        """How early a move is tried. A game's own hints beat what was learned on the way: Kalah(5,3) took 0.3 million
        nodes with hints alone, 10 million with history and killers besides, 28 million with these first."""
        if hinted:
            return order(state, move)
        if move == work[KILLERS + 2 * ply]:
            return KILLER + 1
        if move == work[KILLERS + 2 * ply + 1]:
            return KILLER
        return int(work[HISTORY + (move & HISTORY_MASK)])

    def fill(state: Any, ply: int, table_move: int, work: Ints, scratch: Ints) -> int:
        """Writes the legal moves with their order to the row of the ply; returns how many."""
        first = ROWS + 2 * width * ply
        count = 0
        cursor = begin(state, scratch, ply)
        while more(cursor):
            move = pick(cursor, scratch, ply)
            cursor = rest_of_moves(cursor)
            if ply == 0 and excluded(work, move):
                continue
            work[first + count] = move
            work[first + width + count] = TABLE_MOVE if move == table_move else promise(state, move, ply, work)
            count += 1
        return count

    def next_best(ply: int, done: int, count: int, work: Ints) -> int:
        """Brings the most promising of the moves not yet done to place `done` of the row, and returns it."""
        first = ROWS + 2 * width * ply
        best = done
        for i in range(done + 1, count):
            if work[first + width + i] > work[first + width + best]:
                best = i
        move = work[first + best]
        score = work[first + width + best]
        while best > done:  # the others keep their order
            work[first + best] = work[first + best - 1]
            work[first + width + best] = work[first + width + best - 1]
            best -= 1
        work[first + done] = move
        work[first + width + done] = score
        return int(move)

    def good(move: int, depth: int, ply: int, work: Ints) -> None:
        """Remembers a move that was good enough to end the search of its position."""
        if work[KILLERS + 2 * ply] != move:
            work[KILLERS + 2 * ply + 1] = work[KILLERS + 2 * ply]
            work[KILLERS + 2 * ply] = move
        at = HISTORY + (move & HISTORY_MASK)
        work[at] += depth * depth
        if work[at] > HISTORY_TOP:
            for i in range(HISTORY_MASK + 1):
                work[HISTORY + i] >>= 1

    def probe(key: int, work: Ints, table: Ints) -> int:
        """Word 1 of the entry of a position, 0 if there is none."""
        bucket = (key & work[BUCKETS]) * BUCKET_WORDS
        for i in range(BUCKET_ENTRIES):
            data = table[bucket + ENTRY_WORDS * i + 1]
            if table[bucket + ENTRY_WORDS * i] ^ data == key and data != 0:
                return int(data)
        return 0

    def store(key: int, value: int, complete: int, kind: int, depth: int, move: int, work: Ints, table: Ints) -> None:
        bucket = (key & work[BUCKETS]) * BUCKET_WORDS
        chosen = bucket
        least = 1 << 30
        for i in range(BUCKET_ENTRIES):
            at = bucket + ENTRY_WORDS * i
            data = table[at + 1]
            if data == 0 or table[at] ^ data == key:
                chosen = at
                break
            use = data >> DEPTH_AT & DEPTH_MASK
            if data >> AGE_AT & AGE_MASK != work[AGE]:
                use -= 512
            if use < least:
                least = use
                chosen = at
        data = (
            (value + OFFSET) << VALUE_AT
            | work[AGE] << AGE_AT
            | min(depth, DEPTH_MASK) << DEPTH_AT
            | complete << COMPLETE_AT
            | kind << KIND_AT
            | move + 1
        )
        table[chosen] = key ^ data
        table[chosen + 1] = data

    def search(state: Any, depth: int, alpha: int, beta: int, ply: int, work: Ints, table: Ints, scratch: Ints) -> int:
        """The value of a state in which the game goes on, `depth` > 0 plies deep; see the top of this file.

        As with alpha-beta: inside the window it is the value, at its edges or outside a bound. If the search was
        stopped the answer means nothing.
        """
        # 1. Stop?
        if work[NODES] >= work[NODE_LIMIT]:
            work[STOP] = 1
        if work[STOP]:
            return 0
        # 2. Is it known?
        bank = banked(state)
        gain = left(state)
        if bank + gain <= alpha:
            return (bank + gain) * 2 + 1
        if bank - gain >= beta:
            return (bank - gain) * 2 + 1
        key = state_hash(rest(state))
        data = probe(key, work, table)
        table_move = -1
        if data != 0:
            table_move = (data & MOVE_MASK) - 1
            complete = data >> COMPLETE_AT & 1
            if ply > 0 and (complete or data >> DEPTH_AT & DEPTH_MASK >= depth):
                value = (data >> VALUE_AT & VALUE_MASK) - OFFSET + bank
                kind = data >> KIND_AT & EXACT
                if kind == EXACT or (kind == LOWER and value >= beta) or (kind == UPPER and value <= alpha):
                    return value * 2 + complete
        # 3. The moves, the most promising first.
        count = fill(state, ply, table_move, work, scratch)
        best = -INFINITY
        best_move = -1
        floor = alpha
        all_complete = 1
        complete = 1
        for done in range(count):
            move = next_best(ply, done, count, work)
            child = play(state, move)
            work[NODES] += 1
            passed = turned(state, child)
            value = outcome(child)
            complete = 1
            if value != GOING_ON:
                value = end(value)
            elif depth == 1 or ply >= MOST_PLIES - 1:
                value = evaluate(child)
                complete = 0
            else:
                # 4. All but the first with a null window, late ones less deep; in full if that was not the answer.
                less = 1
                if work[REDUCE] and depth >= 3 and done >= 3 and passed:
                    less = 2 if done < 8 else 3
                top = beta if done == 0 else alpha + 1
                while True:
                    low, high = (-top, -alpha) if passed else (alpha, top)
                    packed = search(child, max(1, depth - less), low, high, ply + 1, work, table, scratch)
                    if work[STOP]:
                        return 0
                    value = packed >> 1
                    complete = packed & 1
                    seen = -value if passed else value
                    if seen <= alpha or (less == 1 and top == beta) or (seen >= beta and (less == 1 or complete)):
                        break
                    less = 1
                    top = beta
            if passed:
                value = -value
            all_complete &= complete
            # 5. Better than what we have?
            if value > best:
                best = value
                best_move = move
                if ply == 0:
                    work[BEST_MOVE] = move
            if best > alpha:
                alpha = best
                if alpha >= beta:
                    good(move, depth, ply, work)
                    store(key, best - bank, complete, LOWER, depth, move, work, table)
                    return best * 2 + complete
        # 6. All moves are done: the value is exact if it is above the floor, an upper bound if not.
        kind = EXACT if best > floor else UPPER
        store(key, best - bank, all_complete, kind, depth, best_move, work, table)
        return best * 2 + all_complete

    return search
