"""The engine's search: a proven value is minimax's, with any table, selective or not."""

import ast
import random
from functools import partial
from typing import Any

import numpy as np
import pytest
from helpers.paths import DATA

import outplay
from outplay.compiler.kernel import Kernel
from outplay.compiler.source import gather
from outplay.core.arrays import Ints
from outplay.core.hashing import state_hash
from outplay.engine.kernels import Plain
from outplay.games.mnk import heuristics as mnk_heuristics
from outplay.games.mnk import mnk
from outplay.search.hooks import Hooks, hooks_of
from outplay.search.pvs import root_search
from outplay.search.quiescence import chain_search
from outplay.search.thread_state import (
    BEST_MOVE,
    BUCKETS,
    EXCLUDED,
    EXCLUDED_MOVES,
    MAX_PLY,
    NODE_LIMIT,
    NODES,
    SELECTIVE,
    STOP,
    SYMMETRIC_ROOT,
    thread_words,
)
from outplay.search.transposition import table_words
from outplay.search.values import INFINITY, NO_RESULT, UNIT, is_proven, plies_of, value_of

pytestmark = pytest.mark.kernel

SMALL = [
    "mnk:3,3,3",
    "mnk:3,4,3",
    "mnk:2,5,2",
    "mnk:1,9,3,exact",
    "kalah:2,2",
    "kalah:3,2",
    "kalah:2,3,pie",
    "squatter:3",
    "connect-four:4,4",
    "othello:4",
]


def hooks_for(game: outplay.Game, which: str = "all") -> Hooks:
    """All that the game offers, or nothing but its rules."""
    hooks = hooks_of(game, "margin")
    if which == "all":
        return hooks
    bare = outplay.Game(game.name, game.initial, game.bits, game.moves, game.play, game.outcome, game.to_move)
    return hooks_of(bare, "margin")


class Searcher:
    def __init__(self, game: outplay.Game, hooks: Hooks, buckets: int = 1 << 12, selective: int = 0) -> None:
        self.kernel = Kernel(game, partial(root_search, hooks=hooks))
        self.table: Ints = np.zeros(table_words(buckets), np.int64)
        self.thread: Ints = np.zeros(thread_words(hooks.max_moves), np.int64)
        self.scratch: Ints = np.zeros((MAX_PLY + 1) * max(1, game.rules.row), np.int64)
        self.thread[[NODE_LIMIT, BUCKETS, SELECTIVE, SYMMETRIC_ROOT]] = 1 << 60, buckets, selective, 1

    def __call__(self, state: Any, depth: int, alpha: int = -INFINITY, beta: int = INFINITY) -> tuple[int, bool]:
        result = self.kernel(state, depth, alpha, beta, self.thread, self.table, self.scratch)
        return value_of(result), bool(is_proven(result))


@pytest.mark.parametrize("spec", SMALL)
@pytest.mark.parametrize("buckets", [0, 1, 1 << 14])
@pytest.mark.parametrize("selective", [0, 1])
@pytest.mark.parametrize("which", ["bare", "all"])
def test_a_proven_value_is_minimaxs(spec: str, buckets: int, selective: int, which: str) -> None:
    game = outplay.game(spec)
    search = Searcher(game, hooks_for(game, which), buckets, selective)
    truth = Plain(game, "minimax" if spec != "connect-four:4,4" else "alpha-beta")
    generator = random.Random(spec)
    for _ in range(6):
        position = game.start()
        for _ in range(generator.randrange(5)):
            if not position.play(position.moves()[0]).outcome():
                position = position.play(
                    generator.choice(
                        [m for m in position.moves() if not position.play(m).outcome()] or position.moves()
                    )
                )
        if position.outcome():
            continue
        expected = truth.search(position, 60).value * UNIT
        assert search(position.state, MAX_PLY - 1) == (expected, True)
        best = position.play(int(search.thread[BEST_MOVE]))
        outcome = best.outcome()
        if outcome:
            value = (
                0 if outcome.winner is None else outcome.margin if outcome.winner == best.to_move else -outcome.margin
            )
        else:
            value = truth.search(best, 60).value
        assert (value if best.to_move == position.to_move else -value) * UNIT == expected
        for alpha in (expected - UNIT, expected - 1, expected, expected + 1):
            value, proven = search(position.state, MAX_PLY - 1, alpha, alpha + 1)
            assert proven
            assert value <= alpha if expected <= alpha else value > alpha
            assert expected <= value if expected <= alpha else expected >= value


@pytest.mark.parametrize("spec", SMALL)
def test_deepening_step_by_step_ends_with_a_proof_of_the_same_value(spec: str) -> None:
    game = outplay.game(spec)
    expected = Plain(game, "alpha-beta").search(game.start(), 60).value * UNIT
    search = Searcher(game, hooks_for(game), selective=1)
    proofs = [answer for answer in (search(game.initial, depth) for depth in range(1, 60)) if answer[1]]
    assert set(proofs) == {(expected, True)}


def graded(rows: int, columns: int, k: int) -> outplay.Game:
    """A small board with what only large ones are told: candidates, grades and threats with a single reply."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(mnk_heuristics, "ALL_CANDIDATES", 0)
        game = mnk(rows, columns, k)
    assert game.heuristics.grades
    assert game.heuristics.threats
    assert game.heuristics.threats.single_reply
    return game


def test_grades_and_quiescence_leave_proofs_right() -> None:
    game = graded(3, 5, 3)
    proof, deepening = (Searcher(game, hooks_for(game), selective=selective) for selective in (0, 1))
    truth, generator, proven = Plain(game, "alpha-beta"), random.Random(2), 0
    for _ in range(10):
        position = game.start()
        for _ in range(generator.randrange(4, 8)):
            child = position.play(generator.choice(position.moves()))
            position = position if child.outcome() else child
        expected = truth.search(position, 60).value * UNIT
        assert proof(position.state, MAX_PLY - 1) == (expected, True)
        for depth in range(1, 8):
            value, is_known = deepening(position.state, depth)
            assert not is_known or value == expected
            proven += is_known
    assert proven > 20


@pytest.mark.parametrize("selective", [0, 1])
def test_a_graded_search_is_the_same_as_plain_python(selective: int) -> None:
    game = graded(3, 5, 3)
    position = game.start().play(7).play(3)
    compiled, plain = (Searcher(game, hooks_for(game), 64, selective) for _ in range(2))
    plain.kernel._call = None
    assert compiled(position.state, 4) == plain(position.state, 4)
    assert compiled.thread[NODES] == plain.thread[NODES]


def test_chains_of_threats_are_wins_and_none_is_found_where_there_is_none() -> None:
    game = outplay.game("gomoku")
    chain = chain_search(game.rules, hooks_for(game))
    thread, table = np.zeros(thread_words(225), np.int64), np.zeros(table_words(0), np.int64)
    found = 0
    for line in (DATA / "fours.txt").read_text().splitlines():
        if line.startswith("#"):
            continue
        plies, text = line.split()[:2]
        thread[NODES] = 0
        result = chain(game.position(text).state, 300, 0, thread, table)
        if result != NO_RESULT:
            assert (value_of(result), is_proven(result)) == (UNIT, 1)
            assert int(plies) > 0
            assert plies_of(result) >= int(plies)
            found += 1
    assert found >= 3


def test_the_same_search_takes_the_same_nodes() -> None:
    game = outplay.game("squatter:4")
    counts = []
    for _ in range(2):
        search = Searcher(game, hooks_for(game), selective=1)
        search(game.initial, 8)
        counts.append(int(search.thread[NODES]))
    assert counts[0] == counts[1] > 1000


def test_a_limit_of_nodes_is_kept_to_the_node_or_nearly() -> None:
    game = outplay.game("gomoku")
    search = Searcher(game, hooks_for(game))
    search.thread[NODE_LIMIT] = 20_000
    search(game.initial, 30)
    assert search.thread[STOP] == 1
    assert 20_000 <= search.thread[NODES] < 20_500


@pytest.mark.parametrize("spec", ["kalah:6,4", "gomoku", "squatter:19", "othello", "mnk:70,70,5"])
def test_hashes_are_the_same_compiled_and_interpreted(spec: str) -> None:
    def factory(rules: Any) -> Any:
        def hashed(state: Any, unused: int) -> int:
            return state_hash(state)

        return hashed

    game = outplay.game(spec)
    kernel, position, generator = Kernel(game, factory), game.start(), random.Random(1)
    for _ in range(30):
        assert kernel(position.state, 0) == state_hash(position.state)
        if not position.outcome():
            position = position.play(generator.choice(position.moves()))


def test_no_two_positions_of_a_small_game_share_a_hash() -> None:
    seen: dict[int, Any] = {}
    waiting = [outplay.game("mnk:3,3,3").start(), outplay.game("mnk:1,70,2").start()]
    while waiting:
        position = waiting.pop()
        if seen.setdefault(state_hash(position.state), position.state) == position.state:
            new = (position.play(m) for m in position.moves())
            waiting += [p for p in new if state_hash(p.state) not in seen][: 9 if position.game.bits == 9 else 2]
    assert len(seen) > 5000
    assert all(state_hash(state) == key for key, state in seen.items())


def test_no_two_positions_a_few_marks_apart_share_a_hash() -> None:
    """Marks that stand half a word, a word or more apart are where a hash that mixes too little would fail."""
    generator, seen = random.Random(1), dict[int, tuple[int, int]]()
    for _ in range(20):
        mine, theirs = generator.getrandbits(225), generator.getrandbits(225)
        for first in range(0, 225, 2):
            for apart in (1, 15, 16, 30, 31, 32, 33, 63, 64, 65, 96, 128, 192):
                pair = (1 << first | 1 << first + apart) & (1 << 225) - 1
                for shift in (0, 32, 64):
                    state = (mine ^ pair, theirs ^ (pair << shift) % (1 << 225))
                    assert seen.setdefault(state_hash(state), state) == state
    assert len(seen) > 50_000


def test_positions_of_a_game_that_once_shared_a_hash_do_not() -> None:
    """Four marks 32 cells apart in pairs: the first hash did not tell these two apart, and a move was not legal."""
    game = outplay.game("gomoku")
    cells = ["." * 15] * 15
    before = game.position("/".join(cells))
    after = before
    for move in ("g7", "a13", "e9", "c11"):
        after = after.play(game.move(move, after))
    assert state_hash(before.state) != state_hash(after.state)


@pytest.mark.parametrize(
    ("spec", "depth"), [("kalah:6,4", 6), ("squatter:7", 3), ("gomoku", 1), ("tic-tac-toe", 9), ("connect-four", 6)]
)
@pytest.mark.parametrize("selective", [0, 1])
def test_the_kernel_is_the_same_as_plain_python(spec: str, depth: int, selective: int) -> None:
    game = outplay.game(spec)
    compiled, plain = (Searcher(game, hooks_for(game), 64, selective) for _ in range(2))
    plain.kernel._call = None
    assert compiled(game.initial, depth) == plain(game.initial, depth)
    assert (compiled.thread == plain.thread).all()
    assert (compiled.table == plain.table).all()


def test_what_a_search_assumes_is_asserted_interpreted_and_costs_nothing_compiled() -> None:
    game = outplay.game("tic-tac-toe")
    search = Searcher(game, hooks_for(game))
    over = game.position("xxx/oo./...").state
    wrong: list[tuple[Any, int, int, int]] = [
        (game.initial, 3, 5, 5),
        (game.initial, 3, 6, 5),
        (game.initial, 3, -INFINITY - 1, 5),
        (game.initial, 0, 4, 5),
        (game.initial, MAX_PLY, 4, 5),
        (over, 3, 4, 5),
    ]
    assert not any(
        isinstance(node, ast.Assert) for part in gather(search.kernel.function) for node in ast.walk(part.tree)
    )
    search(game.initial, 3, 5, 5)
    search.kernel._call = None
    search(game.initial, 3, 4, 5)
    for arguments in wrong:
        with pytest.raises(AssertionError):
            search(*arguments)


def test_the_node_search_is_short_enough_to_be_read() -> None:
    game = outplay.game("gomoku")
    parts = {part.tree.name: part.tree for part in gather(root_search(game.rules, hooks_for(game)))}
    pvs = parts["pvs"]
    assert pvs.end_lineno is not None
    assert pvs.end_lineno - pvs.lineno < 80


@pytest.mark.parametrize("spec", ["mnk:5,5,4", "othello:6", "connect-four:5,4", "kalah:3,3,pie", "squatter:4"])
@pytest.mark.parametrize("selective", [0, 1])
def test_the_kernel_is_the_same_as_plain_python_iteration_after_iteration(spec: str, selective: int) -> None:
    """With excluded moves, a node limit and windows that fail low and high; entries, killers and history included."""
    game = outplay.game(spec)
    compiled, plain = (Searcher(game, hooks_for(game), 64, selective) for _ in range(2))
    plain.kernel._call = None
    excluded = game.start().moves()[1]
    for depth in (1, 2, 3):
        for alpha, beta in ((-INFINITY, INFINITY), (-UNIT, -UNIT + 1), (UNIT, 3 * UNIT)):
            for search in (compiled, plain):
                search.thread[[EXCLUDED, EXCLUDED_MOVES]] = depth == 2, excluded
                search.thread[[NODES, STOP, NODE_LIMIT]] = 0, 0, 1500
            assert compiled(game.initial, depth, alpha, beta) == plain(game.initial, depth, alpha, beta)
            assert (compiled.thread == plain.thread).all()
            assert (compiled.table == plain.table).all()
