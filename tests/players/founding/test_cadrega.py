"""CadregaBot: its judgement is what the windows say, its search is minimax, its tree is kept, and it is never late."""

import random
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from helpers.naive import cadrega as naive
from helpers.naive.cadrega import Board
from hypothesis import given
from hypothesis import strategies as st

import outplay
from outplay.compiler.kernel import Kernel
from outplay.core.arrays import Ints
from outplay.core.errors import BadLimit, BadSpec
from outplay.players import player
from outplay.players.founding import cadrega as founding
from outplay.players.founding.cadrega import Cadrega, nodes_average, optimized_depth
from outplay.players.founding.cadrega_frame import CadregaBot
from outplay.players.founding.cadrega_judgement import COUNTED, WALL, WINS, evaluate, is_winning, simple_evaluate
from outplay.players.founding.cadrega_tree import (
    BASE,
    CELL_BITS,
    CELL_MASK,
    ESTIMATE,
    EVALUATIONS,
    FIRST,
    FULL,
    KEPT,
    NEXT,
    NODES,
    TOP,
    USED,
    branch,
    cell_at,
    cells_of,
    cut,
    kind_of,
    list_words,
    node_words,
    radix_sort,
    root_values,
)
from outplay.players.player import Choice

TRAP = "x../.o./..x"
"""The document's example: o to move; the corners look best and lose."""
OFFICIAL = [
    *("333", "444", "544", "554", "555", "644", "665", "666", "744", "755", "765", "775", "776", "433", "443"),
    *("654", "664", "754", "764", "774", "884", "777", "10-10-5", "50-50-10", "70-70-10"),
]


def spec_of(size: str) -> str:
    return "mnk:" + ",".join(size.split("-") if "-" in size else size)


def array_of(board: Board) -> Ints:
    stride = board.columns + 1
    cells: Ints = np.full((board.rows + 2) * stride + 1, WALL, np.int64)
    for row in range(board.rows):
        for column in range(board.columns):
            cells[(row + 1) * stride + column + 1] = board.marks.get((row, column), 0)
    return cells


def board_of(position: outplay.Position) -> Board:
    """The marks as the side to move sees them: its own are 1."""
    rows, columns, k = (int(n) for n in str(position.game).removeprefix("mnk:").split(","))
    masks = position.state.mine, position.state.theirs
    marks = {divmod(i, columns): p + 1 for p in (0, 1) for i in range(rows * columns) if masks[p] >> i & 1}
    return Board(rows, columns, min(k, max(rows, columns) + 1), marks)


@st.composite
def boards(draw: Callable[[st.SearchStrategy[Any]], Any]) -> Board:
    rows, columns = draw(st.integers(1, 7)), draw(st.integers(1, 7))
    marks = draw(st.lists(st.sampled_from([0, 0, 1, 2]), min_size=rows * columns, max_size=rows * columns))
    placed = {divmod(i, columns): mark for i, mark in enumerate(marks) if mark}
    return Board(rows, columns, draw(st.integers(1, max(rows, columns) + 1)), placed)


def random_position(spec: str, plies: int, seed: int) -> outplay.Position:
    """After some random moves, none of which ended the game."""
    generator = random.Random(seed)
    while True:
        position = outplay.game(spec).start()
        for _ in range(plies):
            if not position.outcome():
                position = position.play(generator.choice(position.moves()))
        if not position.outcome():
            return position


def values_of(choice: Choice) -> dict[int, tuple[float | None, bool]]:
    return {move.move: (move.value, move.at_most) for move in choice.explanation.considered}


@pytest.mark.rules
@given(boards(), st.sampled_from([1, 2]))
def test_a_cell_is_judged_by_the_windows_it_lies_in(board: Board, who: int) -> None:
    cells, stride = array_of(board), board.columns + 1
    for row, column in board.free():
        place = (row + 1) * stride + column + 1
        wins, worth = board.wins((row, column), who), board.worth((row, column), who)
        assert is_winning(cells, place, who, board.k, stride) == wins
        assert simple_evaluate(cells, place, who, board.k, stride) == worth
        judged = evaluate(cells, place, who, board.k, stride)
        assert (judged >= WINS, judged & COUNTED) == (wins, worth)


@pytest.mark.rules
def test_in_the_trap_edges_are_worth_4_and_corners_6() -> None:
    cells = array_of(board_of(outplay.game("mnk:3,3,3").position(TRAP)))
    worth = {
        (row, column): int(sum(simple_evaluate(cells, 4 * row + column + 5, who, 3, 4) for who in (1, 2)))
        for row, column in [(0, 1), (1, 0), (1, 2), (2, 1), (0, 2), (2, 0)]
    }
    assert worth == {(0, 1): 4, (1, 0): 4, (1, 2): 4, (2, 1): 4, (0, 2): 6, (2, 0): 6}


@pytest.mark.rules
@pytest.mark.parametrize("corner", ["a1", "c3"])
def test_in_the_trap_a_corner_loses(corner: str) -> None:
    game = outplay.game("mnk:3,3,3")
    position = game.position(TRAP)
    assert board_of(position).choices(1)[0] in [(0, 2), (2, 0)]
    position = position.play(game.move(corner, position))
    assert board_of(position).minimax(1, 9) > 10**8


@pytest.mark.kernel
def test_in_the_trap_the_search_takes_an_edge() -> None:
    position = outplay.game("mnk:3,3,3").position(TRAP)
    chooser = player("cadrega:nodes=10000", position.game)
    choice = chooser.choose(position)
    assert position.name(choice.move) in ["a2", "b1", "b3", "c2"]
    worst = choice.explanation.considered[-1]
    assert position.name(worst.move) in ["a1", "c3"]
    assert worst.why == "cell 2 + 4, loses within 4 plies"


@pytest.mark.kernel
@pytest.mark.parametrize(
    ("text", "move", "why"),
    [
        ("xx.../ooo../...../...../x....", "d4", "The other would make 4"),
        ("xxx../ooo../...../...../.....", "d5", "makes 4"),
        ("ooo../xx.x./...../...../.....", "c4", "makes 4"),
        ("...../.ooo./...../x...x/..x..", "a4", "The other would make 4"),
        ("xxx../o..../..o../...../....o", "d5", "makes 4"),
    ],
)
def test_a_win_comes_before_a_block_and_a_block_before_a_quiet_move(text: str, move: str, why: str) -> None:
    position = outplay.game("mnk:5,5,4").position(text)
    chooser = player("cadrega:nodes=500", position.game)
    choice = chooser.choose(position)
    assert position.name(choice.move) == move
    assert why in choice.explanation.because


@pytest.mark.rules
@given(st.lists(st.integers(0, 90_000), min_size=1, max_size=80))
def test_radix_sort_is_a_stable_sort_the_largest_first(values: list[int]) -> None:
    lists: Ints = np.zeros(list_words(len(values)), np.int64)
    lists[: len(values)] = [value << CELL_BITS | cell for cell, value in enumerate(values)]
    first = radix_sort(lists, len(values), len(values))
    cells = [int(word) & CELL_MASK for word in lists[first : first + len(values)]]
    assert cells == sorted(range(len(values)), key=lambda cell: -values[cell])


@pytest.mark.rules
@pytest.mark.parametrize(
    ("free", "nodes", "depth"),
    [
        (36, 0, 3),
        (36, 150, 3),  # 6·5·5 = 150 is not exceeded
        (36, 750, 3),  # … ·5 = 750: one ply more, and two back
        (36, 3_750, 3),  # … ·5
        (36, 3_751, 4),  # … ·5 = 18750
        (36, 93_750, 5),  # … ·5
        (36, 93_751, 6),
        (6, 1_000, 6),  # the cells run out: as deep as there are
        (1, 1_000, 3),
        (4_900, 4_000, 3),
        (4_900, 10**9, 3),  # 70·69^3 = 23 million, 70·69^4 = 1.6 billion
        (4_900, 10**10, 4),
    ],
)
def test_the_depth_comes_from_the_nodes_it_expects(free: int, nodes: float, depth: int) -> None:
    assert optimized_depth(3, free, nodes) == depth


@pytest.mark.rules
@given(st.one_of(st.integers(1, 60), st.integers(1, 4900)), st.one_of(st.floats(0, 1e12), st.floats(0, 1e5)))
def test_the_depth_is_the_one_found_by_trying_all(free: int, nodes: float) -> None:
    assert optimized_depth(3, free, nodes) == naive.depth_for(free, nodes)


@pytest.mark.rules
def test_the_last_turn_counts_for_half_of_the_average() -> None:
    assert nodes_average(100, None) == 100
    assert nodes_average(300, 100) == 200


@pytest.mark.kernel
@pytest.mark.parametrize(
    ("spec", "plies"),
    [
        *[("mnk:3,3,3", 0), ("mnk:3,3,3", 2), ("mnk:3,4,3", 3), ("mnk:4,3,3", 4), ("mnk:4,4,4", 7)],
        *[("mnk:3,5,4", 6), ("mnk:1,7,3", 0), ("mnk:2,4,9", 1)],
    ],
)
def test_its_value_is_that_of_minimax_three_plies_deep(spec: str, plies: int) -> None:
    chooser = Cadrega(outplay.game(spec), time=100, depth=3)
    for seed in range(3):
        position = random_position(spec, plies, seed)
        (best, *_) = chooser.choose(position).explanation.considered
        board = board_of(position)
        if best.value is not None:
            assert best.value == board.minimax(1, 3)
        else:
            assert board.choices(1) == [divmod(best.move, board.columns)]


@pytest.mark.kernel
@pytest.mark.parametrize("spec", ["mnk:4,4,3", "mnk:5,4,4", "mnk:6,6,4", "mnk:2,9,3"])
def test_cells_are_tried_in_the_order_of_their_worth_for_both_sides(spec: str) -> None:
    chooser = Cadrega(outplay.game(spec), nodes=1)
    for plies in range(6):
        position = random_position(spec, plies, plies)
        chooser.choose(position)
        top = int(chooser.work[TOP])
        cells = [cell_at(chooser.tree, top, i) for i in range(cells_of(chooser.tree, top))]
        board = board_of(position)
        assert [(c // (board.columns + 1) - 1, c % (board.columns + 1) - 1) for c in cells] == board.choices(1)


@pytest.mark.kernel
def test_the_tree_is_kept_for_the_next_turn_and_changes_no_value() -> None:
    game = outplay.game("mnk:6,6,4")
    keeper = Cadrega(game, time=100, depth=4)
    position = game.start()
    kept = saved = 0
    for _ in range(4):
        choice = keeper.choose(position)
        fresh = Cadrega(game, time=100, depth=4)
        same = fresh.choose(position)
        assert same.move == choice.move
        assert values_of(same) == values_of(choice)
        assert keeper.work[NODES] == fresh.work[NODES]
        kept += int(keeper.work[KEPT])
        saved += int(fresh.work[EVALUATIONS] - keeper.work[EVALUATIONS])
        position = position.play(choice.move)
        position = position.play(fresh.choose(position).move)
    assert kept > 0
    assert 0 < saved <= kept


def grown(tree: Ints, node: int) -> tuple[Any, ...]:
    """A node with all that is known below it."""
    below = []
    child = int(tree[node + FIRST])
    while child:
        below.append(grown(tree, child))
        child = int(tree[child + NEXT])
    cells = [cell_at(tree, node, i) for i in range(cells_of(tree, node))]
    return kind_of(tree, node), int(tree[node + ESTIMATE]), cells, below


def nodes_in(known: tuple[Any, ...]) -> int:
    return 1 + sum(map(nodes_in, known[-1]))


@pytest.mark.kernel
@pytest.mark.parametrize(("own", "reply"), [(0, 0), (0, 1), (0, 3), (1, 0), (2, 0)])
def test_the_cut_tree_is_the_branch_that_was_played_and_nothing_else(own: int, reply: int) -> None:
    game = outplay.game("mnk:4,4,4")
    chooser = Cadrega(game, time=100, depth=5)
    chooser.choose(game.start())
    first = branch(chooser.tree, BASE, cell_at(chooser.tree, BASE, own))
    second = branch(chooser.tree, first, cell_at(chooser.tree, first, reply))
    assert second
    known = grown(chooser.tree, second)
    kept = cut(chooser.tree, second, chooser.work)
    assert grown(chooser.tree, BASE) == known
    assert kept == nodes_in(known) > 1
    assert chooser.work[USED] == BASE + words_of(known)
    assert branch(chooser.tree, BASE, 0) == 0


def words_of(known: tuple[Any, ...]) -> int:
    return node_words(len(known[2])) + sum(map(words_of, known[-1]))


@pytest.mark.kernel
def test_another_game_and_a_move_taken_back_begin_a_new_tree() -> None:
    game = outplay.game("mnk:5,5,4")
    chooser = Cadrega(game, time=100, depth=3)
    start = game.start()
    later = start.play(chooser.choose(start).move)
    later = later.play(game.move("b2", later))
    chooser.choose(later)
    for position in (start, random_position("mnk:5,5,4", 6, 1), later, later):
        fresh = Cadrega(game, time=100, depth=3)
        choice = chooser.choose(position)
        same = fresh.choose(position)
        assert choice.move == same.move
        assert chooser.work[KEPT] == 0
        assert values_of(choice) == values_of(same)


@pytest.mark.kernel
def test_a_full_tree_changes_only_what_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    game = outplay.game("mnk:5,5,4")
    usual = Cadrega(game, time=100, depth=4)
    for words in (325, 400, 1000):
        monkeypatch.setattr(founding, "TREE_WORDS", words)
        small = Cadrega(game, time=100, depth=4)
        position = game.start()
        full = 0
        for _ in range(4):
            choice = usual.choose(position)
            same = small.choose(position)
            assert same.move == choice.move
            full += int(small.work[FULL])
            assert values_of(same) == values_of(choice)
            position = position.play(choice.move)
            position = position.play(position.moves()[-1])
        assert full > 1


class Interpreted(Kernel):
    """A kernel as the Python that it is."""

    def __init__(self, kernel: Kernel) -> None:
        self.game, self.function, self._call = kernel.game, kernel.function, None


@pytest.mark.kernel
@pytest.mark.parametrize("spec", ["mnk:3,3,3", "mnk:6,6,4", "mnk:4,7,3", "mnk:9,9,5"])
def test_compiled_and_interpreted_it_does_the_same(spec: str) -> None:
    game = outplay.game(spec)
    compiled, plain = Cadrega(game, nodes=80), Cadrega(game, nodes=80)
    plain.kernel = Interpreted(plain.kernel)
    position = game.start()
    for _ in range(3):
        if position.outcome():
            break
        choice = compiled.choose(position)
        same = plain.choose(position)
        assert choice.move == same.move
        for place in (NODES, EVALUATIONS, KEPT):
            assert compiled.work[place] == plain.work[place]
        assert values_of(choice) == values_of(same)
        position = position.play(compiled.move)
        if not position.outcome():
            position = position.play(random.Random(2).choice(position.moves()))


@pytest.mark.kernel
@pytest.mark.parametrize("size", OFFICIAL)
def test_it_plays_every_official_size_first_and_second(size: str) -> None:
    game = outplay.game(spec_of(size))
    large = size in OFFICIAL[-2:]
    for turn in (0, 1):
        chooser = Cadrega(game, nodes=5 if large else 150)
        generator = random.Random(turn)
        position = game.start()
        for ply in range(6 if large else 64):
            if position.outcome():
                break
            mine = ply % 2 == turn
            position = position.play(chooser.choose(position).move if mine else generator.choice(position.moves()))
        assert large or position.outcome()


@pytest.mark.kernel
@pytest.mark.parametrize("spec", ["mnk:1,1,1", "mnk:1,1,2", "mnk:1,9,3", "mnk:9,1,3", "mnk:2,2,70", "mnk:3,4,1"])
def test_it_plays_the_smallest_boards_and_any_k(spec: str) -> None:
    position = outplay.game(spec).start()
    choosers = [player("cadrega:time=0.1", position.game) for _ in range(2)]
    while not position.outcome():
        position = position.play(choosers[position.to_move].choose(position).move)


TRIES = 5
"""On a busy machine a thread may wait for a processor longer than the margin; a player that keeps no time is late in
every try."""


def seconds_to_choose(chooser: Cadrega, position: outplay.Position) -> float:
    began = time.perf_counter()
    chooser.choose(position)
    return time.perf_counter() - began


@pytest.mark.kernel
@pytest.mark.parametrize(
    ("spec", "limit"),
    [
        ("mnk:6,6,4", 0.1),
        ("mnk:15,15,5", 0.1),
        ("mnk:70,70,10", 0.1),
        ("mnk:6,6,4", 1.0),
        ("mnk:70,70,10", 1.0),
        ("mnk:15,15,5", 1.6),
    ],
)
def test_the_move_comes_before_the_limit(spec: str, limit: float) -> None:
    chooser = Cadrega(outplay.game(spec), time=limit)
    position = random_position(spec, 2, 1)
    for _ in range(3 if limit < 1 else 2):
        assert any(seconds_to_choose(chooser, position) < limit for _ in range(TRIES))
        position = position.play(chooser.choose(position).move)
        if position.outcome():
            break
        position = position.play(position.moves()[len(position.moves()) // 2])


@pytest.mark.rules
def test_the_move_comes_before_the_limit_interpreted_too() -> None:
    chooser = Cadrega(outplay.game("mnk:6,6,4"), time=1.0)
    position = outplay.game("mnk:6,6,4").start()
    chooser.kernel = Interpreted(chooser.kernel)
    assert chooser.choose(position).move in position.moves()
    assert any(seconds_to_choose(chooser, position) < 1.0 for _ in range(TRIES))


@pytest.mark.kernel
def test_with_no_time_at_all_it_plays_the_cell_that_counts_for_most() -> None:
    position = random_position("mnk:15,15,5", 10, 5)
    chooser = Cadrega(position.game, nodes=1)
    row, column = board_of(position).choices(1)[0]
    choice = chooser.choose(position)
    assert choice.move == 15 * row + column
    assert "Not even one move" in choice.explanation.because
    assert all(move.value is None for move in choice.explanation.considered)


@pytest.mark.kernel
def test_the_warm_up_leaves_an_average_and_no_tree() -> None:
    chooser = Cadrega(outplay.game("mnk:5,5,4"), time=0.2)
    assert chooser.average is not None
    assert chooser.average >= chooser.work[NODES]
    chooser.choose(chooser.game.start())
    assert chooser.work[KEPT] == 0


@pytest.mark.kernel
def test_the_warm_up_is_six_plies_deep_and_as_second_player_from_a_mark_in_the_middle(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    searched = []
    search = Cadrega._search

    def noted(self: Cadrega, position: outplay.Position, allowed: float | None, depth: int | None = None) -> int:
        move = search(self, position, allowed, depth)
        searched.append((position.text, self.reached))
        return move

    monkeypatch.setattr(Cadrega, "_search", noted)
    chooser = Cadrega(outplay.game("mnk:4,3,3"), time=0.5)
    chooser.new_game(chooser.game.start(), 0)
    assert searched == [(".../.../.../...", 6)]
    chooser.new_game(chooser.game.start(), 1)
    assert searched[1:] == [(".../.../.x./...", 6)]
    CadregaBot().initPlayer(3, 3, 3, False, 0.2)
    assert searched[2:] == [(".../.x./...", 6)]
    for options in ({"depth": 2}, {"nodes": 100}):
        Cadrega(chooser.game, **options).new_game(chooser.game.start(), 1)  # type: ignore[arg-type]
    assert len(searched) == 3


@pytest.mark.kernel
def test_bounds_are_said_to_be_bounds() -> None:
    position = outplay.game("mnk:4,4,4").position("x.../.o../..x./...o")
    chooser = Cadrega(position.game, time=100, depth=2)
    considered = chooser.choose(position).explanation.considered
    board = board_of(position)
    for move in considered:
        true = -board.after(divmod(move.move, 4), 1).minimax(2, 1, 1)
        assert move.value is not None
        assert true <= move.value if move.at_most else true == move.value
    first = root_values(16)
    assert sorted(int(v) for v in chooser.lists[first : first + 12]) == sorted(int(m.value or 0) for m in considered)


@pytest.mark.kernel
def test_only_the_move_that_is_known_to_win_is_said_to_win() -> None:
    position = outplay.game("mnk:4,4,3").start()
    chooser = Cadrega(position.game, time=100, depth=8)
    explanation = chooser.choose(position).explanation
    best, *others = explanation.considered
    assert "wins within 5 plies" in best.why
    assert explanation.because == "It wins in 5 plies, whatever the other does."
    assert all(move.at_most and "wins" not in move.why for move in others)


@pytest.mark.kernel
@pytest.mark.parametrize("first", [True, False])
def test_the_frame_of_the_course_is_served(first: bool) -> None:
    bot = CadregaBot()
    bot.initPlayer(3, 4, 3, first, 0.2)
    assert bot.playerName() == "CadregaBot"
    position = outplay.game("mnk:3,4,3").start()
    marked: list[tuple[int, int]] = []
    while not position.outcome():
        free = [divmod(move, 4) for move in position.moves()]
        cell = bot.selectCell(free, marked) if (len(marked) % 2 == 0) == first else free[0]
        position = position.play(position.game.move(f"{cell[0]},{cell[1]}", position))
        marked.append(cell)
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.winner == (0 if first else 1)


@pytest.mark.kernel
def test_getting_ready_takes_no_longer_than_a_move_may() -> None:
    bot = CadregaBot()
    bot.initPlayer(3, 3, 3, True, 0.1)  # compiles, if that was not done before
    began = time.perf_counter()
    bot.initPlayer(70, 70, 10, True, 2)
    assert time.perf_counter() - began < 2


@pytest.mark.rules
@pytest.mark.parametrize(
    ("game", "spec", "kind", "says"),
    [
        ("gomoku:15,exact", "cadrega", BadSpec, "without exact"),
        ("kalah", "cadrega", BadSpec, "plays mnk only"),
        ("mnk:3,3,3", "cadrega:time=0", BadSpec, "0.1 to 1,000,000 seconds, not 0"),
        ("mnk:3,3,3", "cadrega:depth=0", BadSpec, "1 to 500, not 0"),
        ("mnk:3,3,3", "cadrega:depth=501", BadSpec, "1 to 500, not 501"),
        ("mnk:3,3,3", "cadrega:time=2000000", BadSpec, "0.1 to 1,000,000 seconds, not 2,000,000"),
        ("mnk:3,3,3", "cadrega:time=0.05", BadSpec, "0.1 to 1,000,000 seconds, not 0.05"),
        ("mnk:3,3,3", "cadrega:level=2", BadSpec, "write cadrega"),
    ],
)
def test_what_it_cannot_do_is_said_in_one_line(game: str, spec: str, kind: type[Exception], says: str) -> None:
    with pytest.raises(kind, match=says) as raised:
        player(spec, outplay.game(game))
    assert "\n" not in str(raised.value)


@pytest.mark.rules
def test_it_refuses_positions_that_are_not_its_own() -> None:
    chooser = Cadrega(outplay.game("mnk:3,3,3"), nodes=10)
    with pytest.raises(BadLimit, match="made for mnk:3,3,3"):
        chooser.choose(outplay.game("mnk:3,4,3").start())
    with pytest.raises(BadLimit, match="over"):
        chooser.choose(outplay.game("mnk:3,3,3").position("xxx/oo./..."))
