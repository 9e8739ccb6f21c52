"""Principal variation search with a transposition table: the engine's kernel.

What it answers is told in `values`, what it remembers in `table`, and its working memory is laid out in `work`.
"""

from collections.abc import Callable
from typing import Any

from outplay.core.arrays import Ints
from outplay.core.bits import GOING_ON, lowest_bit
from outplay.core.hashing import state_hash
from outplay.core.rules import Rules
from outplay.search.hooks import Hooks
from outplay.search.thread_state import (
    ATTACK_LIMIT,
    ATTACK_MOVE,
    BEST_MOVE,
    BEST_VALUE,
    DEFER,
    EXCLUDED,
    FIRST,
    HISTORY,
    HISTORY_MASK,
    KILLERS,
    MIRRORED,
    MOST_PLIES,
    NODE_LIMIT,
    NODES,
    PASSED,
    REDUCE,
    ROOT_DEPTH,
    ROWS,
    STOP,
)
from outplay.search.threat_search import attack, no_attack
from outplay.search.transposition import (
    COMPLETE_AT,
    DEPTH_AT,
    DEPTH_MASK,
    EXACT,
    KIND_AT,
    LOWER,
    MOVE_MASK,
    UPPER,
    VALUE_AT,
    clear_busy,
    is_busy,
    probe,
    set_busy,
    store,
)
from outplay.search.values import INFINITY, is_complete, packed, plies_of, value_of

TABLE_MOVE, DEFERRED = 1 << 60, -(1 << 60)
HINT_AT = 24
HISTORY_TOP = 1 << 22
KILLER = HISTORY_TOP << 1
URGENT = 1 << 50
"""What is urgent comes first; then a hint counts for more than a killer, and that for more than history."""

SYMMETRIC_PLIES = 8
"""Symmetric positions are joined down to this ply, if the root is symmetric: else it costs more than it gives."""
DEFER_DEPTH = 3
"""Threads keep out of each other's way where at least so many plies are to be searched."""
PASS_DEPTH, PASS_LESS = 3, 4
"""Where at least so many plies are to be searched, passing is tried first, so many plies less deep."""
CALM_DEPTH = 4
"""Where at most so many plies are to be searched and nothing is forced, an estimate far above the window will do."""
FEW_DEPTH, FEW = 3, 4
"""Where at most so many plies are to be searched, only so many moves that are not urgent are, times the square of the
depth and one."""
UNKNOWN = 1 << 60
"""No answer."""
JOINED_SALT = 0x1B03738712FAD5C9
"""Keeps the entries of joined positions apart from their own."""
ATTACK_NODES, ROOT_ATTACK_NODES = 4, 300
"""What an attack may cost, times the square of the depth: in a proof and at the root."""
REPLIES = 3
"""Forced replies are not counted as plies down to so many plies for two of the root's depth."""
UNSEEN_DEPTH = 4
"""Where at least so many plies are to be searched and the table knows nothing, one less will do for this time."""


def pvs(rules: Rules, hooks: Hooks) -> Callable[..., int]:
    begin, more, pick, rest_of_moves = rules.begin, rules.more, rules.pick, rules.rest
    play, outcome, turned = rules.play, rules.outcome, rules.turned
    evaluate, end, order, hinted = hooks.evaluate, hooks.end, hooks.order, hooks.hinted
    rest, banked, left, risk = hooks.rest, hooks.banked, hooks.left, hooks.risk
    joined, symmetric = hooks.joined, hooks.symmetric
    forced, forces = hooks.forced, hooks.forces
    urgent, urges = hooks.urgent, hooks.urges
    attacks = attack(rules, hooks) if forces else no_attack
    passed, passes, moves = hooks.passed, hooks.passes, hooks.moves
    likely, likes = hooks.likely, hooks.likes
    swing, sudden, width = hooks.swing, hooks.sudden, hooks.width

    def excluded(work: Ints, move: int) -> bool:
        found = False
        for i in range(work[EXCLUDED]):
            found = found or work[EXCLUDED + 1 + i] == move
        return found

    def promise(state: Any, move: int, ply: int, pressing: int, work: Ints) -> int:
        """How early a move is tried: by the game's own hint, among equals by what was good elsewhere."""
        hint = order(state, move) << HINT_AT if hinted else 0
        if urges and pressing >> move & 1:
            hint = max(0, hint) + URGENT
        if move == work[KILLERS + 2 * ply]:
            return hint + KILLER + 1
        if move == work[KILLERS + 2 * ply + 1]:
            return hint + KILLER
        return hint + int(work[HISTORY + (move & HISTORY_MASK)])

    def wins(state: Any, top: int, ply: int, work: Ints, scratch: Ints) -> bool:
        """Whether a move ends the game with the best value there can be; at the root it is left in `work`."""
        cursor = begin(state, scratch, ply)
        while more(cursor):
            move = pick(cursor, scratch, ply)
            cursor = rest_of_moves(cursor)
            child = play(state, move)
            value = outcome(child)
            if value != GOING_ON:
                value = -end(value) if turned(state, child) else end(value)
                if value >= top and not (ply == 0 and excluded(work, move)):
                    if ply == 0:
                        work[BEST_MOVE] = move
                        work[BEST_VALUE] = packed(top, 1, 1)
                    return True
        return False

    def fill(
        state: Any, only: int, pressing: int, ply: int, table_move: int, work: Ints, scratch: Ints
    ) -> tuple[int, int]:
        """Writes the moves to look at with their order to the row of the ply.

        Returns how many there are, and how many were left out because they are not likely to be any good.
        """
        count = 0
        if likes or (ply > 0 and only):
            chosen = only
            left_out = 0
            if ply == 0 or not only:
                chosen = moves(state)
                if work[REDUCE]:
                    left_out = chosen.bit_count()
                    chosen &= likely(state)
                    left_out -= chosen.bit_count()
            while chosen:
                count = add(state, lowest_bit(chosen), only, pressing, ply, table_move, count, work)
                chosen &= chosen - 1
            return count, left_out
        cursor = begin(state, scratch, ply)
        while more(cursor):
            count = add(state, pick(cursor, scratch, ply), only, pressing, ply, table_move, count, work)
            cursor = rest_of_moves(cursor)
        return count, 0

    def add(state: Any, move: int, only: int, pressing: int, ply: int, table_move: int, count: int, work: Ints) -> int:
        """Writes one move to the row, unless it is excluded, and returns how many there are then."""
        if ply == 0 and excluded(work, move):
            return count
        first = ROWS + 2 * width * ply
        hope = TABLE_MOVE if move == table_move else promise(state, move, ply, pressing, work)
        if forces and ply == 0 and only >> move & 1:
            hope = TABLE_MOVE + 1  # a lost game is lost defending
        if ply == 0 and move == work[FIRST]:
            hope = TABLE_MOVE + 2
        work[first + count] = move
        work[first + width + count] = hope
        return count + 1

    def take_up(state: Any, count: int, ply: int, work: Ints) -> int:
        """Puts the moves that were left out behind the others, and returns how many there are then."""
        first = ROWS + 2 * width * ply
        unlikely = moves(state)
        unlikely ^= unlikely & likely(state)
        while unlikely:
            move = lowest_bit(unlikely)
            unlikely &= unlikely - 1
            if not (ply == 0 and excluded(work, move)):
                work[first + count] = move
                work[first + width + count] = -1
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
        work[at] += min(depth * depth, 1 << 10)
        if work[at] > HISTORY_TOP:
            for i in range(HISTORY_MASK + 1):
                work[HISTORY + i] >>= 1

    def known(data: int, depth: int, alpha: int, beta: int, bank: int) -> int:
        """The answer that an entry of the table gives here, or UNKNOWN."""
        complete = data >> COMPLETE_AT & 1
        plies = data >> DEPTH_AT & DEPTH_MASK
        if data == 0 or not (complete or plies >= depth):
            return UNKNOWN
        value = (data >> VALUE_AT) + bank
        kind = data >> KIND_AT & EXACT
        if kind == EXACT or (kind == LOWER and value >= beta) or (kind == UPPER and value <= alpha):
            return packed(value, plies, complete)
        return UNKNOWN

    def keep(
        key: int,
        joined_key: int,
        value: int,
        complete: int,
        kind: int,
        reach: int,
        move: int,
        ply: int,
        work: Ints,
        table: Ints,
    ) -> None:
        """Stores what was found, unless moves of the root were left out."""
        if ply > 0 or work[EXCLUDED] == 0:
            store(key, value, complete, kind, reach, move, work, table)
            if joined_key != key:
                store(joined_key, value, complete, kind, reach, -1, work, table)

    def search(state: Any, depth: int, alpha: int, beta: int, ply: int, work: Ints, table: Ints, scratch: Ints) -> int:
        """A packed answer for a state in which the game goes on, searched `depth` plies deep.

        As with alpha-beta: inside the window it is the value, at its edges or outside a bound. If the search was
        stopped the answer means nothing. The root's best move is left in `work` once one is better than alpha.
        """
        # 1. Stop?
        if work[NODES] >= work[NODE_LIMIT]:
            work[STOP] = 1
        if work[STOP]:
            return 0
        # 2. At the horizon? A single forced move is played out first; others are not counted if they come early.
        if ply == 0:
            work[ROOT_DEPTH] = depth
        only = forced(state)
        if forces and ply > 0:
            single = only != 0 and only & (only - 1) == 0
            if ply >= MOST_PLIES - 1 or (depth == 0 and not single):
                return packed(evaluate(state), 0, 0)
            if single or (only and work[REDUCE] and 2 * ply < REPLIES * work[ROOT_DEPTH]):
                depth += 1
        # 3. Is it known?
        bank = banked(state)
        most = bank + left(state)
        least = bank - risk(state)
        if most <= alpha:
            return packed(most, 0, 1)
        if least >= beta:
            return packed(least, 0, 1)
        if sudden and wins(state, most, ply, work, scratch):
            return packed(most, 1, 1)
        beta = min(beta, most)
        named = rest(state)
        key = state_hash(named)
        joined_key = key
        data = probe(key, work, table)
        if ply > 0:
            answer = known(data, depth, alpha, beta, bank)
            if answer != UNKNOWN:
                return answer
            if symmetric and work[MIRRORED] and ply < SYMMETRIC_PLIES:
                joined_key = joined(named) ^ JOINED_SALT
                answer = known(probe(joined_key, work, table), depth, alpha, beta, bank)
                if answer != UNKNOWN:
                    return answer
        # 4. Is it good enough as it is? Not asked where the search may reach the end of the game: it would be no proof.
        quiet = urges and not only
        calm = passes and ply > 0 and not only and work[REDUCE] != 0 and depth < moves(state).bit_count()
        guess = evaluate(state) if calm and (swing > 0 or depth >= PASS_DEPTH) else 0
        narrow = calm and swing > 0 and beta - alpha == 1
        if narrow and depth <= CALM_DEPTH and guess - swing * depth >= beta:
            return packed(beta, 0, 0)
        # 5. Is there a win by force? It is asked in every position of a proof; elsewhere at the root alone.
        if forces and (ply == 0 or not work[REDUCE]):
            budget = (ATTACK_NODES if ply else ROOT_ATTACK_NODES) * depth * depth
            work[ATTACK_LIMIT] = min(work[NODES] + budget, work[NODE_LIMIT])
            if ply or not work[EXCLUDED]:
                answer = attacks(state, ply, work, table)
                if is_complete(answer) and value_of(answer) >= beta:
                    if ply == 0:
                        work[BEST_MOVE] = work[ATTACK_MOVE]
                        work[BEST_VALUE] = answer
                    return answer
        # 6. Would it even do to pass?
        if calm and depth >= PASS_DEPTH and beta < most and not work[PASSED] and guess >= beta:
            next_depth = max(0 if forces else 1, depth - PASS_LESS)
            work[PASSED] = 1
            answer = search(passed(state), next_depth, -beta, 1 - beta, ply + 1, work, table, scratch)
            work[PASSED] = 0
            if work[STOP]:
                return 0
            if -value_of(answer) >= beta:
                return packed(beta, 0, 0)
        # 7. The moves, the most promising first.
        if forces and work[REDUCE] and ply > 0 and depth >= UNSEEN_DEPTH and data == 0 and not only:
            depth -= 1
        pressing = urgent(state)
        count, left_out = fill(state, only, pressing, ply, (data & MOVE_MASK) - 1, work, scratch)
        best = -INFINITY
        best_move = -1
        best_plies = 0
        longest = 0
        floor = alpha
        all_complete = 1
        done = 0
        enough = FEW * (1 + depth * depth) if narrow and depth <= FEW_DEPTH else width
        sharing = ply < work[DEFER] and depth >= DEFER_DEPTH
        while True:
            if done == count:
                if best > least or not left_out:
                    break
                count = take_up(state, count, ply, work)  # nothing so far was any good
                left_out = 0
                if done == count:
                    break
            move = next_best(ply, done, count, work)
            pressed = 1 if urges and pressing >> move & 1 else 0
            if done >= enough and best > least and not pressed:
                left_out = 1
                break
            score = work[ROWS + 2 * width * ply + width + done]
            if sharing and done > 0 and score > DEFERRED and is_busy(key, move, table):
                work[ROWS + 2 * width * ply + width + done] = DEFERRED
                continue
            if work[NODES] >= work[NODE_LIMIT]:
                work[STOP] = 1
            if work[STOP]:
                return 0
            child = play(state, move)
            work[NODES] += 1
            turns = turned(state, child)
            value = outcome(child)
            complete = 1
            plies = 0
            if value != GOING_ON:
                value = end(value)
            elif (depth == 1 and quiet and not pressed) or (not forces and (depth == 1 or ply >= MOST_PLIES - 1)):
                value = evaluate(child)  # what is not urgent leaves nothing forced
                complete = 0
            else:
                # 8. All but the first with a null window, late ones less deep; in full if that was not the answer.
                less = 1
                if work[REDUCE] and depth >= 3 and done >= 3 and turns:
                    less = 2 if done < 6 else 3 if done < 14 or depth < 5 else 4
                    if pressed:
                        less = 1 if done < 8 else 2
                top = beta if done == 0 else alpha + 1
                if sharing:
                    set_busy(key, move, table)
                while True:
                    low, high = (-top, -alpha) if turns else (alpha, top)
                    next_depth = max(0 if forces else 1, depth - less)
                    answer = search(child, next_depth, low, high, ply + 1, work, table, scratch)
                    if work[STOP]:
                        break
                    value = value_of(answer)
                    complete = is_complete(answer)
                    plies = plies_of(answer)
                    seen = -value if turns else value
                    if seen <= alpha or (less == 1 and top == beta) or (seen >= beta and (less == 1 or complete)):
                        break
                    less = 1
                    top = beta
                if sharing:
                    clear_busy(key, move, table)
                if work[STOP]:
                    return 0
            if turns:
                value = -value
            done += 1
            plies += 1
            all_complete &= complete
            longest = max(longest, plies)
            # 9. Better than what we have? A game that is lost as it can be is to last: other values may be bounds.
            if value > best or (ply == 0 and value == best <= least and value < 0 and complete and plies > best_plies):
                best = value
                best_move = move
                best_plies = plies
                if ply == 0 and best > floor:
                    work[BEST_MOVE] = move
                    work[BEST_VALUE] = packed(value, plies, complete)
            if best > alpha:
                alpha = best
                if alpha >= beta:
                    good(move, depth, ply, work)
                    reach = plies if complete else depth
                    keep(key, joined_key, best - bank, complete, LOWER, reach, move, ply, work, table)
                    return packed(best, plies, complete)
        # 10. All moves are done, or those worth it: the value is exact if it is above the floor, an upper bound if not.
        if left_out:
            all_complete = 0
        kind = EXACT if best > floor else UPPER
        plies = best_plies if best > 0 and kind == EXACT else longest
        reach = plies if all_complete else depth
        if kind == UPPER and data & MOVE_MASK:
            best_move = (data & MOVE_MASK) - 1  # none was better than another; the table's was once
        keep(key, joined_key, best - bank, all_complete, kind, reach, best_move, ply, work, table)
        return packed(best, plies, all_complete)

    return search
