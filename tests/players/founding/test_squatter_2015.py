"""The Squatter player of 2015, its table and its scores, the random player before it, and how both were driven."""

import io
import random
from functools import cache, partial
from typing import Any

import numpy as np
import pytest
from helpers.naive import squatter_2015 as naive
from helpers.naive.squatter import Squatter
from hypothesis import given, settings
from hypothesis import strategies as st

import outplay
from outplay.compiler.kernel import Kernel
from outplay.core.arrays import Ints
from outplay.core.bits import lowest_bit
from outplay.core.errors import BadSpec
from outplay.core.game import Game, Position
from outplay.core.limits import NO_LIMIT
from outplay.engine.kernels import Plain
from outplay.games.squatter.rules import State
from outplay.players import player
from outplay.players.founding import squatter_2015_estimate
from outplay.players.founding.interface_2015 import NO_MOVE, Interface2015, Move
from outplay.players.founding.squatter_2015 import SCHEDULES, Squatter2015, depth_for
from outplay.players.founding.squatter_2015_estimate import WON, Estimate, estimate
from outplay.players.founding.squatter_2015_search import HITS, fresh_counts, minimax_2015
from outplay.players.founding.squatter_2015_table import (
    DEPTH_AT,
    EXACT,
    KIND_MASK,
    LOWER,
    MOVE_AT,
    UPPER,
    VALUE_AT,
    empty_table,
    hashing,
    probe,
    store,
    whole_hash,
    zobrist_numbers,
)
from outplay.search.plain import INFINITY, NODES, STOP

BUCKETS = 1009
seeds = st.integers(0, 2**32)
sizes = st.integers(3, 9)


@cache
def squatter(size: int) -> Game:
    return outplay.game(f"squatter:{size}")


@cache
def judge(size: int) -> Estimate:
    return estimate(size, squatter(size).moves)


def wandered(size: int, seed: int, free: int = 0) -> tuple[Position, Squatter]:
    """Where a random game stands once no more than so many cells are free, and its oracle."""
    choose = random.Random(seed)
    position, oracle = squatter(size).start(), Squatter(size)
    while len(position.moves()) > free:
        move = choose.choice(position.moves())
        position, oracle = position.play(move), oracle.play(move)
    return position, oracle


def pieces(*rows: str) -> State:
    """A state with only the side to move's pieces on the board."""
    return State(sum(1 << i for i, symbol in enumerate("".join(rows)) if symbol == "x"), 0, 0, 0)


def searched(
    size: int, position: Position, depth: int, table: Ints, alpha: int = -INFINITY, beta: int = INFINITY, stop: int = 0
) -> tuple[int, Ints]:
    """The search as plain Python: the value for the side to move, and its counts."""
    game = squatter(size)
    search = minimax_2015(game.rules, size * size, game.moves, judge(size))
    counts, numbers = fresh_counts(size * size), zobrist_numbers(size * size)
    counts[STOP] = stop
    key = whole_hash(position.state, position.to_move, size * size, numbers)
    side, arrays = position.to_move, (counts, numbers, table)
    value = search(position.state, side, key, depth, alpha, beta, len(table) // 2, side, *arrays)
    return value, counts


def key_of(size: int, position: Position) -> int:
    return whole_hash(position.state, position.to_move, size * size, zobrist_numbers(size * size))


# The scores


@pytest.mark.rules
@given(sizes, seeds, st.integers(0, 81), st.sampled_from([0, 1]))
def test_the_four_scores_are_those_counted_cell_by_cell(size: int, seed: int, free: int, own: int) -> None:
    position, oracle = wandered(size, seed, free)
    scores, state = judge(size), position.state
    counted = {name: getattr(scores, name)(state, own) for name in ("layer", "capture", "clump", "corner")}
    assert counted == naive.parts(oracle, oracle.to_move if own else 1 - oracle.to_move)
    assert scores.evaluate(state, own) == sum(counted.values())


@pytest.mark.rules
def test_a_captured_cell_counts_one_hundred_and_a_lost_one_four_hundred() -> None:
    """White has captured a cell; White is to move, then Black."""
    white = squatter(5).position("+W+++/W1W++/+WB++/+++B+/+B+B+").state
    black = squatter(5).position("+W+++/W1W++/+WB++/+++B+/+B+++").state
    assert (judge(5).capture(white, 1), judge(5).capture(black, 1)) == (100, -400)
    assert (judge(5).capture(white, 0), judge(5).capture(black, 0)) == (400, -100)


@pytest.mark.rules
@pytest.mark.parametrize(
    ("rows", "eights"),
    [
        (("....", "....", "....", "...."), [0]),
        (("....", ".x..", "....", "...."), [8]),
        (("....", "xxx.", "....", "...."), [8, 8, 8]),
        (("x...", "....", "....", "...."), [8]),  # directions that leave the board count as well
        ((".x..", "x.x.", ".x..", "...."), [8, 8, 8, 8]),
        # Upper left: right, down, and the third neighbour in the seventh direction, lower right: 6 - 2.
        # Upper right: down, left, and the eighth, lower left: 7 - 1. Lower left: up, right, upper right: 5 - 3.
        # Lower right: up, left, upper left: 4 - 4.
        (("....", ".xx.", ".xx.", "...."), [4, 6, 2, 0]),
        # Top: below, lower right, lower left: 7 - 1. Left: right, upper right, lower right: 6 - 2. Middle: above,
        # right, below: 2 - 6. Right: left, upper left, lower left: 7 - 1. Bottom: above, upper left and right: 5 - 3.
        ((".x..", "xxx.", ".x..", "...."), [6, 4, -4, 6, 2]),
    ],
)
def test_directions_count_ten_until_a_third_neighbour_is_met(rows: tuple[str, ...], eights: list[int]) -> None:
    assert judge(4).clump(pieces(*rows), 1) == 10 * sum(eights)


@pytest.mark.rules
@pytest.mark.parametrize("size", [3, 6, 7, 8, 19])
def test_the_choosers_corners_cost_9001_once_and_the_opponents_nothing(size: int) -> None:
    ends = (0, size - 1, size * (size - 1), size * size - 1)
    for cell in range(size * size):
        cost = -9001 if cell in ends else 0
        mine, theirs = State(1 << cell, 0, 0, 0), State(0, 1 << cell, 0, 0)
        assert (judge(size).corner(mine, 1), judge(size).corner(theirs, 1)) == (cost, 0)
        assert (judge(size).corner(mine, 0), judge(size).corner(theirs, 0)) == (0, -cost)
    assert judge(size).corner(State(sum(1 << cell for cell in ends), 0, 0, 0), 1) == -9001


@pytest.mark.rules
def test_the_layer_counts_the_smaller_distance_from_the_middle_while_more_than_four_fifths_are_free() -> None:
    def layers(size: int, row: int) -> list[int]:
        return [judge(size).layer(State(1 << size * row + column, 0, 0, 0), 1) for column in range(size)]

    assert layers(7, 3) == [0] * 7
    assert layers(7, 2) == [5, 5, 5, 0, 5, 5, 5]
    assert layers(7, 0) == [15, 10, 5, 0, 5, 10, 15]
    assert layers(6, 5) == [10, 5, 0, 5, 10, 15]  # the middle is the upper left one of four cells
    edge = sum(1 << cell for cell in range(7))
    assert judge(7).layer(State(edge, 3 << 42, 0, 0), 1) == 60 - 25
    assert judge(7).layer(State(3 << 42, edge, 0, 0), 0) == 25 - 60
    assert judge(7).layer(State(edge, 7 << 42, 0, 0), 1) == 0


@pytest.mark.rules
def test_a_finished_game_counts_more_than_any_estimate() -> None:
    worth = judge(7).end
    assert [worth(margin) for margin in (-3, -1, 0, 1, 3)] == [-WON - 300, -WON - 100, 0, WON + 100, WON + 300]
    most = 9001 + 361 * (400 + 2 * 80 + 5 * 9)
    assert worth(1) > most
    assert worth(-1) < -most


# The order of moves


@pytest.mark.rules
@given(sizes, seeds, st.integers(1, 81))
def test_moves_beside_pieces_come_first_and_corners_last(size: int, seed: int, free: int) -> None:
    position, oracle = wandered(size, seed, free)
    left, near = squatter(size).moves(position.state), judge(size).beside(position.state)
    order = []
    while left:
        order.append(lowest_bit(judge(size).foremost(left, near)))
        left ^= 1 << order[-1]
    assert order == naive.ordered(oracle)


# The hash and the table


@pytest.mark.rules
@given(sizes, seeds)
def test_the_hash_kept_along_a_game_is_the_hash_from_nothing(size: int, seed: int) -> None:
    choose, numbers = random.Random(seed), zobrist_numbers(size * size)
    position, key = squatter(size).start(), 0
    hash_after = hashing(size * size)
    while position.moves():
        move = choose.choice(position.moves())
        child = position.play(move)
        key = hash_after(key, position.state, child.state, move, position.to_move, numbers)
        position = child
        assert key == key_of(size, position)


@pytest.mark.rules
def test_the_hash_follows_cells_that_change_hands() -> None:
    """White rings a black piece, and Black then rings the whole: the piece lives again."""
    diamond, ring = [(2, 3), (3, 2), (3, 4), (4, 3)], [(1, 2), (1, 3), (1, 4), (5, 2), (5, 3), (5, 4)]
    ring += [(2, 1), (3, 1), (4, 1), (2, 5), (3, 5), (4, 5)]
    white = diamond + [(0, column) for column in range(7)] + [(6, 0), (6, 6)]
    black = [(3, 3), *ring]
    position, key, numbers = squatter(7).start(), 0, zobrist_numbers(49)
    captures = []
    for row, column in (cell for turn in zip(white, black, strict=True) for cell in turn):
        move, side = row * 7 + column, position.to_move
        child = position.play(move)
        key = hashing(49)(key, position.state, child.state, move, side, numbers)
        position = child
        assert key == key_of(7, position)
        captures.append(str(position).splitlines()[-1])
    assert "captured: White 1, Black 0" in captures
    assert captures[-1] == "captured: White 0, Black 8"


@pytest.mark.rules
def test_boards_that_differ_in_colour_or_captor_hash_differently() -> None:
    texts = ("+W+/+++/+++", "+B+/+++/+++", "+1+/+++/+++", "+2+/+++/+++", "W++/+++/+++", "+b+/+++/+++", "+w+/+++/+++")
    numbers, keys = zobrist_numbers(9), set()
    for text in texts:
        mine, theirs, held, lost = (
            sum(1 << i for i, symbol in enumerate(text.replace("/", "")) if symbol in wanted)
            for wanted in ("Ww", "Bb", "1b", "2w")
        )
        keys.add(whole_hash(State(mine, theirs, held, lost), 0, 9, numbers))
        assert whole_hash(State(theirs, mine, lost, held), 1, 9, numbers) in keys
    assert len(keys) == len(texts)


@pytest.mark.rules
@given(st.integers(0, 2**62 - 1), st.integers(0, 361), st.integers(0, 360), st.integers(-(2**21), 2**21))
def test_the_table_gives_back_what_was_put_in(key: int, depth: int, move: int, value: int) -> None:
    table = empty_table(7)
    store(key, depth, UPPER, move, value, 7, table)
    data = probe(key, depth, 7, table)
    assert (data & KIND_MASK, data >> DEPTH_AT & 1023, data >> MOVE_AT & 1023) == (UPPER, depth, move)
    assert data >> VALUE_AT == value
    assert np.flatnonzero(table).min() // 2 == key % 7


@pytest.mark.rules
def test_the_table_answers_only_for_the_same_position_searched_deep_enough() -> None:
    table = empty_table(BUCKETS)
    store(5, 4, EXACT, 1, 30, BUCKETS, table)
    assert probe(5, 4, BUCKETS, table) == probe(5, 2, BUCKETS, table) != 0
    assert probe(5, 5, BUCKETS, table) == 0
    assert probe(5 + BUCKETS, 4, BUCKETS, table) == 0


@pytest.mark.rules
def test_only_a_deeper_entry_replaces_that_of_another_position() -> None:
    table = empty_table(BUCKETS)
    store(5, 4, EXACT, 1, 30, BUCKETS, table)
    for depth in (3, 4):
        store(5 + BUCKETS, depth, EXACT, 1, 30, BUCKETS, table)
        assert probe(5, 4, BUCKETS, table)
    store(5 + BUCKETS, 5, EXACT, 1, 30, BUCKETS, table)
    assert probe(5 + BUCKETS, 5, BUCKETS, table)
    assert not probe(5, 0, BUCKETS, table)


@pytest.mark.rules
def test_a_position_replaces_its_own_entry_unless_that_is_deeper() -> None:
    table = empty_table(BUCKETS)
    for depth, value, kept in ((4, 30, 30), (3, 31, 30), (4, 32, 32), (6, 33, 33)):
        store(5, depth, EXACT, 1, value, BUCKETS, table)
        assert probe(5, 0, BUCKETS, table) >> VALUE_AT == kept


@pytest.mark.rules
@pytest.mark.parametrize(
    ("kind", "depth", "value", "believed"),
    [
        (EXACT, 3, 7, True),
        (EXACT, 2, 7, False),
        (LOWER, 3, 50, True),
        (LOWER, 3, 49, False),
        (LOWER, 2, 50, False),
        (UPPER, 3, -50, True),
        (UPPER, 3, -49, False),
    ],
)
def test_the_search_believes_an_entry_that_is_deep_enough_and_bounds_the_right_way(
    kind: int, depth: int, value: int, believed: bool
) -> None:
    position, _ = wandered(3, 1, free=6)
    table = empty_table(BUCKETS)
    store(key_of(3, position), depth, kind, 0, value, BUCKETS, table)
    _, counts = searched(3, position, 3, table, alpha=-50, beta=50)
    assert (counts[NODES] == 0) == believed
    if believed:
        assert searched(3, position, 3, table, alpha=-50, beta=50)[0] == value
        assert counts[HITS] == 1


@pytest.mark.rules
@pytest.mark.parametrize(
    ("alpha", "beta", "kind"),
    [(-INFINITY, INFINITY, EXACT), (0, INFINITY, UPPER), (-INFINITY, 0, LOWER), (-1, 1, EXACT)],
)
def test_an_entry_says_on_which_side_of_the_window_the_value_lies(alpha: int, beta: int, kind: int) -> None:
    position, _ = wandered(4, 2, free=9)
    true, _ = searched(4, position, 3, empty_table(BUCKETS))
    table = empty_table(BUCKETS)
    searched(4, position, 3, table, true + alpha, true + beta)
    assert probe(key_of(4, position), 3, BUCKETS, table) & KIND_MASK == kind


@pytest.mark.rules
def test_a_search_that_is_told_to_stop_does_so_at_once() -> None:
    position, _ = wandered(5, 1, free=12)
    _, counts = searched(5, position, 4, empty_table(BUCKETS), stop=1)
    assert counts[NODES] < 20


@pytest.mark.rules
@settings(max_examples=30)
@given(seeds, st.integers(1, 9))
def test_a_stopped_search_leaves_nothing_false_in_the_table(seed: int, free: int) -> None:
    position, _ = wandered(4, seed, free)
    if position.outcome():
        return
    table = empty_table(BUCKETS)
    searched(4, position, 3, table, stop=1)
    assert searched(4, position, 3, table)[0] == searched(4, position, 3, empty_table(BUCKETS))[0]


# The search


@pytest.mark.rules
@settings(max_examples=25)
@given(st.integers(3, 5), seeds, st.integers(1, 8), st.integers(1, 3), st.sampled_from([1, 13, 1009]))
def test_pruning_and_a_table_of_any_size_do_not_change_the_value(
    size: int, seed: int, free: int, depth: int, buckets: int
) -> None:
    position, oracle = wandered(size, seed, free)
    if position.outcome():
        return
    assert searched(size, position, depth, empty_table(buckets))[0] == naive.value(oracle, depth)


@pytest.mark.kernel
@pytest.mark.parametrize("seed", range(4))
def test_the_choice_is_the_first_best_move_of_plain_minimax(seed: int) -> None:
    position, oracle = wandered(4, seed, free=8)
    for depth in (1, 2, 3):
        ours = Squatter2015(squatter(4), depth=depth)
        assert (ours.choose(position).move, ours.considered[0].value) == naive.choice(oracle, depth)


@pytest.mark.kernel
@pytest.mark.parametrize("seed", range(3))
def test_values_and_bounds_of_all_moves_hold_against_minimax_without_pruning(seed: int) -> None:
    position, _ = wandered(7, seed, free=20 + seed)
    scores = judge(7)
    evaluate = scores.evaluate

    def horizon(state: State) -> int:
        return evaluate(state, 0)  # after five plies the opponent of the chooser is to move

    plain = Plain(squatter(7), "depth-limited", horizon=horizon, end=scores.end)
    ours = Squatter2015(squatter(7), depth=5)
    ours.choose(position)
    for move in ours.considered:
        value = -plain.value(position.play(move.move), 4).value
        assert move.value is not None
        assert value <= move.value if move.at_most else value == move.value


@pytest.mark.kernel
@pytest.mark.parametrize(("size", "free", "depth"), [(4, 9, 5), (8, 10, 3)])
def test_the_compiled_search_does_what_the_plain_python_does(size: int, free: int, depth: int) -> None:
    game, cells = squatter(size), size * size
    kernel = Kernel(game, partial(minimax_2015, cells=cells, moves=game.moves, judge=judge(size)))
    for seed in range(3):
        position, _ = wandered(size, seed, free)
        found = []
        for search in (kernel, kernel.function):
            counts, numbers, table = fresh_counts(cells), zobrist_numbers(cells), empty_table(BUCKETS)
            side, key = position.to_move, key_of(size, position)
            arrays: Any = (counts, numbers, table)
            value = search(position.state, side, key, depth, -INFINITY, INFINITY, BUCKETS, side, *arrays)
            found.append((value, counts.tolist(), table.tolist()))
        assert found[0] == found[1]
        assert found[0][1][NODES] > free


@pytest.mark.kernel
def test_from_eleven_free_cells_it_plays_perfectly() -> None:
    engine = outplay.Engine(squatter(7), 16, net="none")
    ours = Squatter2015(squatter(7))
    for seed in range(24):
        position, _ = wandered(7, seed, free=11 - seed % 3)
        if position.outcome():
            continue
        (*_, proof) = engine.solve(position, NO_LIMIT)
        assert proof.exact
        assert proof.outcome
        move = ours.choose(position).move
        assert ours.considered[0].value == judge(7).end(proof.outcome.margin_for(position.to_move))
        (*_, after) = engine.solve(position.play(move), NO_LIMIT) if position.play(move).moves() else (None,)
        outcome = after.outcome if after else position.play(move).outcome()
        assert outcome
        assert (outcome.winner, outcome.margin) == (proof.outcome.winner, proof.outcome.margin)


# The player


@pytest.mark.rules
def test_the_depth_grows_as_the_board_fills() -> None:
    expected = {4: (361, 33), 6: (32, 25), 8: (24, 21), 10: (20, 12)}
    for depth, (most, least) in expected.items():
        assert {depth_for(free) for free in range(least, most + 1)} == {depth}
    for schedule in SCHEDULES:
        assert [depth_for(free, 7, schedule) for free in range(1, 12)] == list(range(1, 12))


@pytest.mark.rules
def test_the_schedule_of_the_program_is_even_and_grows_with_the_share_of_cells_that_are_taken() -> None:
    def depths(size: int) -> list[int]:
        return [depth_for(free, size, "program") for free in range(size * size, 11, -1)]

    assert depths(7) == [2] * 4 + [4] * 15 + [6] * 15 + [8] * 2 + [10] * 2
    assert depths(6) == [4] * 8 + [6] * 16 + [8]
    assert depths(5) == [4] * 6 + [6] * 8
    assert set(depths(19)) == {2, 4, 6, 8, 10}


@pytest.mark.kernel
def test_it_searches_as_deep_as_its_schedule_or_its_option_says() -> None:
    position, _ = wandered(7, 3, free=30)
    ours, shallow = player("squatter-2015", squatter(7)), player("squatter-2015:depth=2", squatter(7))
    for chosen, depth in ((ours, 6), (shallow, 2)):
        assert chosen.choose(position).explanation.figures["depth"] == depth
    position, _ = wandered(7, 3, free=1)
    assert len(position.moves()) == 1
    assert shallow.choose(position).explanation.figures["depth"] == 1


@pytest.mark.kernel
def test_it_closes_a_loop_and_says_why() -> None:
    position = squatter(7).position("+++++++/+++++++/++BWB++/++W+W++/++B++++/+++++++/+++++++")
    ours = player("squatter-2015", squatter(7))
    choice = ours.choose(position)
    assert divmod(choice.move, 7) == (4, 3)
    told = choice.explanation
    assert told.move == choice.move == told.considered[0].move
    assert "capture +100" in told.considered[0].why
    assert told.because == f"No move counts more for White after 4 plies than {told.considered[0].value:+}."
    assert list(told.figures) == ["depth", "free cells", "nodes", "table hits", "seconds"]


@pytest.mark.kernel
def test_a_corner_is_worth_less_to_it_than_any_other_move() -> None:
    ours = Squatter2015(squatter(7), depth=1)
    ours.choose(wandered(7, 5, free=12)[0])
    corners = [move for move in ours.considered if move.move in (0, 6, 42, 48)]
    others = [move for move in ours.considered if move.move not in (0, 6, 42, 48)]
    assert corners
    assert max(move.value or 0 for move in corners) < min(move.value or 0 for move in others) - 8000


@pytest.mark.kernel
def test_its_fear_of_corners_can_cost_it_a_won_game(monkeypatch: pytest.MonkeyPatch) -> None:
    position = squatter(7).position("WBBBBB+/+W+BWBB/BBBWWWW/WBBB++W/BWWW+BW/BWW++BW/+WWW+++")
    engine = outplay.Engine(squatter(7), 16, net="none")

    def margin(place: Position) -> int:
        (*_, proof) = engine.solve(place, NO_LIMIT)
        assert proof.outcome
        return proof.outcome.margin_for(position.to_move)

    choice = Squatter2015(squatter(7)).choose(position).move
    monkeypatch.setattr(squatter_2015_estimate, "CORNER", 0)
    fearless = Squatter2015(squatter(7)).choose(position).move
    assert (position.name(choice), position.name(fearless)) == ("e4", "a6")
    assert (margin(position), margin(position.play(choice)), margin(position.play(fearless))) == (1, 0, 1)


@pytest.mark.kernel
def test_it_considers_every_move_once_and_nothing_beats_its_choice() -> None:
    ours = Squatter2015(squatter(7))
    for free in (49, 30, 12, 5, 1):
        position, _ = wandered(7, 1, free)
        if position.outcome():
            continue
        choice = ours.choose(position)
        assert choice.move == choice.explanation.move
        considered = choice.explanation.considered
        assert sorted(move.move for move in considered) == list(position.moves())
        values = [move.value or 0 for move in considered]
        assert values[0] == max(values)
        assert not considered[0].at_most


@pytest.mark.kernel
@pytest.mark.parametrize("size", [3, 4, 7, 8])
def test_it_plays_legal_games_to_their_end(size: int) -> None:
    sides = player("squatter-2015", squatter(size)), player("first-random", squatter(size), seed=size)
    for first in (0, 1):
        position = squatter(size).start()
        while not position.outcome():
            position = position.play(sides[(position.to_move + first) % 2].choose(position).move)


@pytest.mark.rules
@pytest.mark.parametrize("size", range(3, 20))
def test_its_moves_are_legal_on_every_size(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """As plain Python, one ply deep; what is compiled does the same, as other tests hold."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    ours = player("squatter-2015:depth=1,table=1", squatter(size))
    for free in {size * size, size * size // 2, 3, 1}:
        position, _ = wandered(size, size, free)
        if not position.outcome():
            position.play(ours.choose(position).move)


@pytest.mark.kernel
def test_it_beats_the_random_player() -> None:
    for seed in range(4):
        sides = [player("squatter-2015:depth=3", squatter(6)), player("first-random", squatter(6), seed=seed)]
        position = squatter(6).start()
        while not position.outcome():
            position = position.play(sides[(position.to_move + seed) % 2].choose(position).move)
        outcome = position.outcome()
        assert outcome
        assert outcome.winner == seed % 2


@pytest.mark.rules
@pytest.mark.parametrize("spec", ["squatter-2015:table=0", "squatter-2015:table=50000001", "squatter-2015:depth=0"])
def test_options_out_of_range_are_refused_in_one_line(spec: str) -> None:
    with pytest.raises(BadSpec, match=r"^the [^\n]+, not [0-9,]+$"):
        player(spec, squatter(4))


@pytest.mark.rules
@pytest.mark.parametrize("name", ["squatter-2015", "first-random"])
def test_it_plays_squatter_only(name: str) -> None:
    with pytest.raises(BadSpec, match="plays squatter only"):
        player(name, outplay.game("kalah"))


@pytest.mark.rules
def test_the_first_player_draws_any_free_cell_and_the_same_ones_from_a_seed() -> None:
    position, _ = wandered(4, 2, free=5)
    first, again = player("first-random:seed=1", squatter(4)), player("first-random:seed=1", squatter(4))
    choices = [first.choose(position) for _ in range(200)]
    drawn = [choice.move for choice in choices]
    assert drawn == [again.choose(position).move for _ in range(200)]
    assert set(drawn) == set(position.moves())
    told = choices[-1].explanation
    assert told.move == drawn[-1]
    assert [move.move for move in told.considered] == list(position.moves())


# How it was driven


@pytest.mark.kernel
@pytest.mark.parametrize("size", [4, 6])
def test_two_players_driven_by_a_referee_agree_to_the_end(size: int) -> None:
    white, black = Interface2015("squatter-2015:depth=2"), Interface2015("first-random:seed=3")
    assert (white.init(size, 1), black.init(size, 2)) == (0, 0)
    position = squatter(size).start()
    mover, other = white, black
    while position.moves():
        assert white.getWinner() == black.getWinner() == 0
        move = mover.makeMove()
        assert move.piece == 1 + position.to_move
        position = position.play(move.row * size + move.column)
        assert other.opponentMove(move) == 0
        mover, other = other, mover
    outcome = position.outcome()
    assert outcome
    code = 3 if outcome.winner is None else 1 + outcome.winner
    assert white.getWinner() == black.getWinner() == code
    assert white.makeMove() == black.makeMove() == NO_MOVE
    shown = io.StringIO()
    assert white.printBoard(shown) == 0
    assert shown.getvalue().split("\n") == [
        " ".join(row) for row in position.text.replace("1", "-").replace("2", "-").split("/")
    ] + [""]


@pytest.mark.rules
@pytest.mark.parametrize(
    ("size", "piece"), [(2, 1), (20, 1), (0, 1), (-7, 2), (7, 0), (7, 3), ("7", 1), (7.0, 1), (None, None), (10**30, 1)]
)
def test_a_game_that_cannot_be_is_refused_and_there_is_none(size: object, piece: object) -> None:
    driven = Interface2015("first-random")
    assert driven.init(5, 1) == 0
    assert driven.init(size, piece) == -1
    assert driven.getWinner() == driven.printBoard(io.StringIO()) == driven.opponentMove((1, 0, 0)) == -1
    assert driven.makeMove() == NO_MOVE


@pytest.mark.rules
@pytest.mark.parametrize("name", ["nobody", "first-random:depth=3", ""])
def test_a_player_that_does_not_exist_begins_no_game(name: str) -> None:
    driven = Interface2015(name)
    assert driven.init(5, 1) == driven.getWinner() == -1


@pytest.mark.rules
@pytest.mark.parametrize(
    "move",
    [
        *((2, 0, 0), (1, 5, 0), (1, 0, 5), (1, -1, 0), (1, 0, -5), (0, 1, 1), (3, 1, 1), (1, 2, 2), (-1, 1, 1)),
        *((1, 0), (1, 0, 0, 0), (1, "a", 0), ("W", 0, 0), (1, 0.0, 1), (None, 0, 0), None, "c4", 7, NO_MOVE),
    ],
)
def test_an_illegal_move_of_the_opponent_is_refused_and_changes_nothing(move: object) -> None:
    driven = Interface2015("first-random:seed=2")
    assert driven.init(5, 2) == 0
    assert driven.opponentMove((1, 2, 2)) == 0
    reply = driven.makeMove()
    before = driven.position
    assert driven.opponentMove(move) == -1
    assert driven.opponentMove((1, reply.row, reply.column)) == -1
    assert driven.position is before
    assert driven.opponentMove(Move(1, 0, 0) if (reply.row, reply.column) != (0, 0) else [1, 0, 1]) == 0


@pytest.mark.rules
def test_nobody_moves_out_of_turn() -> None:
    white, black = Interface2015("first-random"), Interface2015("first-random")
    assert (white.init(5, 1), black.init(5, 2)) == (0, 0)
    assert black.makeMove() == NO_MOVE
    assert white.opponentMove((2, 0, 0)) == white.opponentMove((1, 0, 0)) == -1
    assert black.opponentMove(white.makeMove()) == 0
    assert white.makeMove() == NO_MOVE


@pytest.mark.rules
def test_the_board_goes_to_the_standard_output_and_a_closed_stream_is_refused(
    capsys: pytest.CaptureFixture[str],
) -> None:
    driven = Interface2015("first-random")
    driven.init(3, 2)
    driven.opponentMove((1, 0, 1))
    assert driven.printBoard() == 0
    assert capsys.readouterr().out == "+ W +\n+ + +\n+ + +\n"
    closed = io.StringIO()
    closed.close()
    assert driven.printBoard(closed) == -1
