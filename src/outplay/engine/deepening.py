"""Iterative deepening: a root position is searched one ply deeper each time, until a limit or a proof.

Each iteration leaves good moves in the table and a value, round which the next one opens its aspiration window. Several
best moves are found one after the other, each with the better ones excluded.
"""

import time
from collections.abc import Callable
from typing import Any

from outplay.core.limits import Limit, checked
from outplay.engine.analysis import ProofWindow, RootResult
from outplay.engine.threads import SearchThreads
from outplay.search.thread_state import BEST_MOVE, FIRST_MOVE, MAX_PLY, ROOT_MOVE, SELECTIVE
from outplay.search.values import INFINITY, MANY_PLIES, UNIT, is_proven, pack_result, plies_of, value_of

PROOF_DEPTH = MAX_PLY - 1
"""The depth of a full-width search in which every line is played to its end."""
PROOF_DEPTHS = [1, 2, 3, 4, 5, PROOF_DEPTH]
"""`Engine.solve` deepens a little first, so that the table knows good moves."""
PROOF_STAGES = ((0, 300_000), (250_000, 1_500_000), (1_250_000, 7_500_000), (6_000_000, 40_000_000), (30_000_000, 0))
"""Where an evaluation tells about by how much a game is won, `Engine.solve` deepens and proves by turns, each with so
many nodes, the last proof without a limit: the deeper the search before, the better the first question and the moves
that the table knows."""

ASPIRATION_DEPTH, ASPIRATION_WINDOW = 4, UNIT // 2
"""From this depth on the first window reaches so far from the last value, or as far as two quiet moves change it."""
WIDENING = 8
"""Each further window reaches so many times as far."""

Report = Callable[[int, list[RootResult]], None]
"""Called with a depth and the best moves that were found to that depth, best first."""


def iterations(limit: Limit) -> list[int]:
    """All depths up to the limit's, or as deep as a search goes."""
    return list(range(1, min(checked(limit).depth or PROOF_DEPTH, PROOF_DEPTH - 1) + 1))


def deepen(threads: SearchThreads, root: Any, lines: int, depths: list[int], report: Report) -> None:
    """Searches a root to each of the depths, until the search is halted or the results of all lines are proven.

    An iteration that was halted is reported with the move it found first, if that is all that is asked for: the best
    move of the iteration before is searched first, so what an unfinished iteration prefers is no worse.
    """
    before = [RootResult(-1, 0)] * lines
    for depth in depths:
        found: list[RootResult] = []
        for number in range(lines):
            threads.exclude([line.move for line in found])
            threads.set(FIRST_MOVE, before[number].move)
            search = prove if depth == PROOF_DEPTH else search_aspirated
            line = search(threads, root, depth, value_of(before[number].result))
            if line:
                found.append(line)
            if threads.halted or not line:
                break
            if depth == PROOF_DEPTH and len(found) < lines:  # proofs take long, so each line is told when it is found
                report(depth, proven_so_far(found, before))
        if threads.halted:
            if found and (lines == 1 or depth == 1):
                report(max(1, depth - 1), found)
            return
        before = list(found)
        found.sort(key=lambda line: -value_of(line.result))
        report(depth, found)
        if all(is_proven(line.result) for line in found):
            return


def prove_in_stages(threads: SearchThreads, root: Any, report: Report) -> None:
    """Proves the best move of a root: PROOF_DEPTHS, then PROOF_STAGES until it is proven or the search is halted."""
    depth, best = 0, RootResult(-1, 0)
    for deepening, proving in PROOF_STAGES:
        enough = threads.nodes + deepening
        threads.set(SELECTIVE, 1)
        while depth < PROOF_DEPTHS[-2] or (threads.nodes < enough and depth < PROOF_DEPTH - 1):
            depth += 1
            threads.set(FIRST_MOVE, best.move)
            found = search_aspirated(threads, root, depth, value_of(best.result))
            if found:
                report(max(1, depth - threads.halted), [found])
            if threads.halted or not found or is_proven(found.result):
                return
            best = found
        threads.set(FIRST_MOVE, best.move)
        with threads.giving_up_after(proving):
            proof = prove(threads, root, PROOF_DEPTH, value_of(best.result))
        if proof:
            report(PROOF_DEPTH, [proof])
        if proof or threads.halted:
            return


def proven_so_far(found: list[RootResult], before: list[RootResult]) -> list[RootResult]:
    """The lines that are proven, and of the others what is estimated of them."""
    moves = {line.move for line in found}
    return [*found, *(line for line in before if line.move not in moves)][: len(before)]


def search_aspirated(threads: SearchThreads, root: Any, depth: int, guess: int) -> RootResult | None:
    """The best move to a depth: first in a narrow window round a guess of its value, then in wider ones.

    If the search is halted, the best move so far, not proven; None if there is none.
    """
    threads.set(BEST_MOVE, -1)
    reach = 2 * threads.hooks.futility_margin or ASPIRATION_WINDOW
    alpha, beta = -INFINITY, INFINITY
    if depth >= ASPIRATION_DEPTH:
        alpha, beta = guess - reach, guess + reach
    while True:
        result = threads.search(root, depth, alpha, beta)
        move = threads.best_move
        if threads.halted:
            return best_so_far(threads)
        value = value_of(result)
        if alpha < value < beta:
            return RootResult(move, result)
        if move >= 0:
            threads.set(FIRST_MOVE, move)
        reach *= WIDENING
        alpha = alpha if value > alpha else max(-INFINITY, value - reach)
        beta = beta if value < beta else min(INFINITY, value + reach)


def best_so_far(threads: SearchThreads) -> RootResult | None:
    """The best root move of an iteration that was halted, not proven; None if it has none yet or is a proof's.

    The search's thread may still be running: then the result may be that of the move before.
    """
    move, best = threads.best_move, threads.best_result
    if move < 0 or not threads.selective:
        return None
    return RootResult(move, pack_result(value_of(best), plies_of(best), 0))


def prove(threads: SearchThreads, root: Any, depth: int, guess: int) -> RootResult | None:
    """The value by full-width searches with null windows, each of which tells whether it is at least so much.

    None if the search is halted. If no move is better than the least there can be, the best move is that of the
    iteration before.
    """
    low, high, value = -INFINITY, INFINITY, round(guess / UNIT) * UNIT
    plies, proven = {}, 1
    known = ProofWindow(low, high, value)
    threads.set(SELECTIVE, 0)
    while low < high:
        bound = max(value, low + 1)
        threads.set(ROOT_MOVE, -1)
        threads.window = known = known._replace(tested=bound, began=time.monotonic())
        result = threads.search(root, depth, bound - 1, bound)
        if threads.halted:
            return None
        value = value_of(result)
        proven &= is_proven(result)
        plies[value >= bound] = plies_of(result)
        if value >= bound:
            low = value
        else:
            high = value
        if is_proven(result):
            known = known._replace(low=low) if value >= bound else known._replace(high=high)
    threads.window = None
    return RootResult(threads.best_move, pack_result(value, plies.get(value > 0, MANY_PLIES), proven))
