"""What (M, N, K) tells the engine, against an oracle that plays every move and measures every line."""

import random
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest
from helpers.naive.mnk import DIRECTIONS, Mnk
from hypothesis import example, given, settings
from hypothesis import strategies as st

import outplay
from outplay.compiler.kernel import Kernel
from outplay.core.arrays import Ints
from outplay.core.game import Game, Position
from outplay.core.limits import Limit
from outplay.core.rules import Rules
from outplay.engine.engine import Engine
from outplay.games.mnk.heuristics import ALL_CANDIDATES, HALF, MOST_EVALUATION, SIDE_TO_MOVE, TEMPO
from outplay.games.mnk.lines import CROSSING, LACKS_ONE, LACKS_THREE, LACKS_TWO
from outplay.search.hooks import hooks_of

BOUND = 950


def spec(rows: int, columns: int, k: int, exact: bool = False) -> str:
    return f"mnk:{rows},{columns},{k}" + ",exact" * exact


def cells(mask: int) -> set[int]:
    return {cell for cell in range(mask.bit_length()) if mask >> cell & 1}


def oracle_of(position: Position, rows: int, columns: int, k: int, exact: bool) -> Mnk:
    symbols = position.text.replace("/", "")
    marks = {divmod(i, columns): "xo".index(symbol) for i, symbol in enumerate(symbols) if symbol != "."}
    return Mnk(rows, columns, k, exact, marks)


def some_position(game: Game, seed: int) -> Position:
    """A position in which the game goes on, with few marks or with many; whoever can does not win on the way."""
    choose = random.Random(seed)
    position = game.start()
    order = list(position.moves())
    choose.shuffle(order)
    for move in order[: choose.randrange(len(order) + 1)]:
        child = position.play(move)
        if not child.outcome():
            position = child
    return position


def crowded_position(rows: int, columns: int, k: int, exact: bool, seed: int) -> Position | None:
    """The same, but each player's marks stand where the other's do not disturb them much, if that is no end."""
    choose = random.Random(seed)
    all_cells = list(range(rows * columns))
    pairs = sorted(all_cells, key=lambda cell: cell // columns // 2 + choose.random() * choose.choice([0, 1, 9]))
    half = choose.randrange(len(pairs) // 2 + 1)
    mine, theirs = pairs[:half], pairs[len(pairs) - half :]
    game = outplay.game(spec(rows, columns, k, exact))
    state = type(game.initial)(sum(1 << c for c in mine), sum(1 << c for c in theirs))
    swapped = type(game.initial)(state.theirs, state.mine)
    if game.outcome(state) != outplay.GOING_ON or game.outcome(swapped) != outplay.GOING_ON:
        return None
    return game.positioned(state)


def any_position(rows: int, columns: int, k: int, exact: bool, crowded: bool, seed: int) -> Position:
    position = crowded_position(rows, columns, k, exact, seed) if crowded else None
    return position or some_position(outplay.game(spec(rows, columns, k, exact)), seed)


def doubling(oracle: Mnk, player: int) -> dict[int, set[int]]:
    """The cells by which a player threatens twice, in two directions or at both ends of K - 1 in a row."""
    found = {}
    for cell, threats in oracle.threats(player).items():
        directions = {direction(oracle, cell, other) for other in threats}
        if len(directions) > 1 or cell in oracle.open_rows(player, 1):
            found[cell] = threats
    return found


def direction(oracle: Mnk, cell: int, other: int) -> tuple[int, int]:
    """The way from one cell to another on a line with it, whichever of them comes first."""
    (row, column), (end_row, end_column) = divmod(cell, oracle.columns), divmod(other, oracle.columns)
    down, right = end_row - row, end_column - column
    steps = max(abs(down), abs(right))
    return max((down // steps, right // steps), (-down // steps, -right // steps))


def expected_forced(oracle: Mnk) -> set[int]:
    """One cell that wins at once, else one that keeps the other from that, else one that makes two threats.

    Or else, if the other could make two, what leaves only one of all that it could make, or makes a threat.
    """
    me, other = oracle.to_move, 1 - oracle.to_move
    wins, losses = oracle.completing(me), oracle.completing(other)
    if wins or losses:
        return {min(wins or losses)}
    if doubles := doubling(oracle, me):
        return {min(doubles)}
    meets = [{cell, *threats} for cell, threats in sorted(doubling(oracle, other).items())]
    if not meets:
        return set()
    return (set.intersection(*meets) or meets[0]) | threatening(oracle, me)


def threatening(oracle: Mnk, player: int) -> set[int]:
    return {cell for cell, threats in oracle.threats(player).items() if threats}


def preparing(oracle: Mnk, player: int) -> set[int]:
    return oracle.open_rows(player, 2)


def expected_forcing(oracle: Mnk) -> set[int]:
    me = oracle.to_move
    return oracle.completing(me) or threatening(oracle, me) | preparing(oracle, me)


sizes = st.one_of(
    st.tuples(st.integers(1, 8), st.integers(1, 8), st.integers(1, 6)),
    st.tuples(st.just(1), st.integers(1, 20), st.integers(1, 6)),
    st.tuples(st.integers(1, 20), st.just(1), st.integers(1, 6)),
    st.tuples(st.integers(1, 5), st.integers(1, 5), st.integers(1, 9)),
)


@pytest.mark.rules
@settings(deadline=None, max_examples=400)
@given(size=sizes, exact=st.booleans(), crowded=st.booleans(), seed=st.integers(0, 2**32))
@example(size=(1, 1, 1), exact=True, crowded=False, seed=0)
@example(size=(1, 1, 2), exact=False, crowded=False, seed=0)
@example(size=(5, 2, 2), exact=False, crowded=False, seed=0)
@example(size=(9, 9, 5), exact=True, crowded=True, seed=3)
def test_forced_and_forcing_moves_are_those_of_the_oracle(
    size: tuple[int, int, int], exact: bool, crowded: bool, seed: int
) -> None:
    position = any_position(*size, exact, crowded, seed)
    if position.outcome():
        return
    game, oracle = position.game, oracle_of(position, *size, exact)
    threats = game.heuristics.threats
    assert threats
    assert cells(threats.forced_replies(position.state)) == expected_forced(oracle)
    assert cells(threats.threats(position.state)) == expected_forcing(oracle)
    for move in cells(threats.threats(position.state)):
        child = position.play(move)
        assert child.outcome() or threats.forced_replies(child.state)
    assert game.heuristics.tactical_moves
    if not any(oracle.completing(player) for player in (0, 1)):
        # Where moves have grades, those that only meet a threat are not tactical.
        players = (oracle.to_move,) if game.heuristics.grades else (0, 1)
        both = [kind(oracle, player) for kind in (threatening, preparing) for player in players]
        assert cells(game.heuristics.tactical_moves(position.state)) == set.union(*both)


def open_windows(oracle: Mnk, player: int, down: int, right: int) -> dict[tuple[int, int], int]:
    """The windows of one direction that are open to a player, by their first cell, with how many marks they lack."""
    found = {}
    for row, column in product(range(oracle.rows), range(oracle.columns)):
        window = [(row + i * down, column + i * right) for i in range(oracle.k)]
        inside = all(0 <= r < oracle.rows and 0 <= c < oracle.columns for r, c in window)
        ends = [(row - down, column - right), (row + oracle.k * down, column + oracle.k * right)]
        too_long = oracle.exact and any(oracle.marks.get(end) == player for end in ends)
        if inside and not too_long and all(oracle.marks.get(cell, player) == player for cell in window):
            found[row, column] = sum(cell not in oracle.marks for cell in window)
    return found


def promising_cells(oracle: Mnk, windows: dict[tuple[int, int], int], down: int, right: int) -> set[tuple[int, int]]:
    """The empty cells of one direction where a mark leaves a window that lacks one; or, in the middle of two windows
    that are alike and whose outer ends are empty, two that lack two or three."""
    found = set()
    for (row, column), lacks in windows.items():
        cells = [(row + i * down, column + i * right) for i in range(oracle.k + 1)]
        if lacks == 2:
            found |= set(cells[:-1])
        alike = windows.get(cells[1]) == lacks and cells[0] not in oracle.marks and cells[-1] not in oracle.marks
        if alike and (lacks == 3 or (lacks == 4 and oracle.k > 4)):
            found |= set(cells[1:-1])
    return found - set(oracle.marks)


def expected_weight(oracle: Mnk, player: int) -> int:
    value, seen, crossing = 0, set[tuple[int, int]](), set[tuple[int, int]]()
    for down, right in DIRECTIONS:
        windows = open_windows(oracle, player, down, right)
        worth = {1: LACKS_ONE, 2: LACKS_TWO, 3: LACKS_THREE}
        value += sum(worth.get(lacks, 0) for lacks in windows.values())
        cells = promising_cells(oracle, windows, down, right)
        crossing |= seen & cells
        seen |= cells
    return value + CROSSING * len(crossing)


@pytest.mark.rules
@settings(deadline=None, max_examples=300)
@given(size=sizes, exact=st.booleans(), crowded=st.booleans(), seed=st.integers(0, 2**32))
@example(size=(9, 9, 5), exact=True, crowded=True, seed=3)
@example(size=(12, 12, 9), exact=False, crowded=True, seed=4)
def test_the_estimate_is_that_of_the_oracle(size: tuple[int, int, int], exact: bool, crowded: bool, seed: int) -> None:
    position = any_position(*size, exact, crowded, seed)
    if position.outcome():
        return
    oracle = oracle_of(position, *size, exact)
    mine, theirs = (expected_weight(oracle, player) for player in (oracle.to_move, 1 - oracle.to_move))
    ahead = mine * SIDE_TO_MOVE // 8 - theirs + TEMPO
    assert position.game.heuristics.evaluate
    assert position.game.heuristics.evaluate(position.state) == MOST_EVALUATION * ahead // (abs(ahead) + HALF)


OWN_GRADES, OTHERS_GRADES = (5, 5, 2), (4, 3, 1)
"""What a cell is worth that makes a threat, an open three, or the next best; and one that keeps the other from it."""


def expected_grade(oracle: Mnk, cell: tuple[int, int], windows: dict[tuple[int, int, int], Any]) -> int:
    """The sum over both players and all directions, 15 at most."""
    grade = 0
    for (player, down, right), found in windows.items():
        row, column = cell
        places = [(row - i * down, column - i * right) for i in range(oracle.k)]
        lacks = {found.get(place) for place in places}
        roomy = set()
        for first in places[1:]:  # this window and the next hold the cell between two empty ones
            following = (first[0] + down, first[1] + right)
            last = (first[0] + oracle.k * down, first[1] + oracle.k * right)
            if found.get(first) == found.get(following) and first not in oracle.marks and last not in oracle.marks:
                roomy.add(found.get(first))
        worth = OWN_GRADES if player == oracle.to_move else OTHERS_GRADES
        if 2 in lacks:
            grade += worth[0]
        elif 3 in roomy:
            grade += worth[1]
        elif 3 in lacks or (4 in roomy and oracle.k > 4):
            grade += worth[2]
    return min(15, grade)


@pytest.mark.rules
@settings(deadline=None, max_examples=60)
@given(
    size=st.sampled_from([(7, 9, 5), (9, 6, 4), (5, 11, 6), (1, 52, 5)]),
    exact=st.booleans(),
    crowded=st.booleans(),
    seed=st.integers(0, 2**32),
)
@example(size=(7, 9, 5), exact=True, crowded=True, seed=3)
def test_grades_are_those_of_the_oracle(size: tuple[int, int, int], exact: bool, crowded: bool, seed: int) -> None:
    position = any_position(*size, exact, crowded, seed)
    if position.outcome():
        return
    oracle = oracle_of(position, *size, exact)
    assert position.game.heuristics.grades
    grades = position.game.heuristics.grades(position.state)
    windows = {(player, *way): open_windows(oracle, player, *way) for player in (0, 1) for way in DIRECTIONS}
    for move in position.moves():
        found = sum((mask >> move & 1) << i for i, mask in enumerate(grades))
        assert found == expected_grade(oracle, divmod(move, oracle.columns), windows)


def lacks_at_least(oracle: Mnk, player: int) -> int:
    """How many more marks a player needs for a row, if the other does nothing; more than the board has if it is too
    late for one."""
    fewest = oracle.rows * oracle.columns + 1
    for row, column in product(range(oracle.rows), range(oracle.columns)):
        for down, right in DIRECTIONS:
            window = [(row + i * down, column + i * right) for i in range(oracle.k)]
            inside = all(0 <= r < oracle.rows and 0 <= c < oracle.columns for r, c in window)
            if inside and all(oracle.marks.get(cell, player) == player for cell in window):
                filled = replace(oracle, marks=oracle.marks | dict.fromkeys(window, player))
                if filled.has_row(player):
                    fewest = min(fewest, sum(cell not in oracle.marks for cell in window))
    return fewest


@pytest.mark.rules
@settings(deadline=None, max_examples=400)
@given(
    size=sizes.filter(lambda size: size[0] * size[1] <= ALL_CANDIDATES),
    exact=st.booleans(),
    crowded=st.booleans(),
    seed=st.integers(0, 2**32),
)
@example(size=(3, 3, 3), exact=False, crowded=False, seed=7)
@example(size=(1, 7, 4), exact=True, crowded=False, seed=1)
def test_a_player_can_still_win_while_a_row_is_open_and_there_are_marks_enough_to_fill_it(
    size: tuple[int, int, int], exact: bool, crowded: bool, seed: int
) -> None:
    position = any_position(*size, exact, crowded, seed)
    if position.outcome():
        return
    game, oracle = position.game, oracle_of(position, *size, exact)
    assert callable(game.heuristics.max_gain)
    assert game.heuristics.max_loss
    free = len(oracle.empty())
    for says, player, marks in (
        (game.heuristics.max_gain(position.state), oracle.to_move, (free + 1) // 2),
        (game.heuristics.max_loss(position.state), 1 - oracle.to_move, free // 2),
    ):
        lacks = lacks_at_least(oracle, player)
        if lacks <= marks:
            assert says == 1
        elif marks <= 3 or lacks > free:
            assert says == 0


def hooks_kernel(game: Game) -> Callable[[Rules], Callable[..., int]]:
    """A kernel that writes down all that a game tells the engine of a state, for `moves` moves."""
    told: Any = game.heuristics
    forced, forcing = told.threats.forced_replies, told.threats.threats
    evaluate, order = told.evaluate, told.order
    hooks = hooks_of(game, "margin")
    left, risk = hooks.max_gain, hooks.max_loss

    def factory(rules: Rules) -> Callable[..., int]:
        def run(state: Any, moves: int, out: Ints) -> int:
            must, may = forced(state), forcing(state)
            out[3 * moves] = left(state)
            out[3 * moves + 1] = risk(state)
            for move in range(moves):
                out[3 * move] = must >> move & 1
                out[3 * move + 1] = may >> move & 1
                out[3 * move + 2] = order(state, move)
            return int(evaluate(state))

        return run

    return factory


@pytest.mark.kernel
@pytest.mark.parametrize(
    "size",
    [(3, 3, 3, False), (7, 7, 5, False), (1, 49, 4, True), (1, 62, 4, True), (15, 15, 5, False), (21, 20, 6, True)],
)
def test_compiled_hints_say_the_same_as_interpreted_ones(size: tuple[int, int, int, bool]) -> None:
    game = outplay.game(spec(*size))
    threats = game.heuristics.threats
    assert threats
    assert game.heuristics.evaluate
    assert game.heuristics.order
    count = size[0] * size[1]
    kernel, hooks = Kernel(game, hooks_kernel(game)), hooks_of(game, "margin")
    for seed in range(30):
        position = crowded_position(*size, seed) or some_position(game, seed)
        out = np.zeros(3 * count + 2, np.int64)
        assert kernel(position.state, count, out) == game.heuristics.evaluate(position.state)
        assert list(out[3 * count :]) == [hooks.max_gain(position.state), hooks.max_loss(position.state)]
        assert {m for m in range(count) if out[3 * m]} == cells(threats.forced_replies(position.state))
        assert {m for m in range(count) if out[3 * m + 1]} == cells(threats.threats(position.state))
        assert [int(out[3 * m + 2]) for m in range(count)] == [
            game.heuristics.order(position.state, m) for m in range(count)
        ]


@pytest.mark.rules
@settings(deadline=None, max_examples=200)
@given(size=sizes, exact=st.booleans(), seed=st.integers(0, 2**32))
def test_estimate_and_order_are_the_same_however_one_looks_at_the_board(
    size: tuple[int, int, int], exact: bool, seed: int
) -> None:
    game = outplay.game(spec(*size, exact))
    position = some_position(game, seed)
    assert game.heuristics.evaluate
    assert game.heuristics.order
    estimate = game.heuristics.evaluate(position.state)
    assert abs(estimate) < BOUND
    for symmetry in game.heuristics.symmetries:
        image = symmetry.state(position.state)
        assert game.heuristics.evaluate(image) == estimate
        for move in position.moves():
            assert game.heuristics.order(image, symmetry.move(move)) == game.heuristics.order(position.state, move)


@pytest.mark.rules
def test_the_estimate_grows_with_ones_own_lines_and_falls_with_the_others() -> None:
    game = outplay.game("gomoku")
    evaluate = game.heuristics.evaluate
    assert evaluate

    def estimate(mine: str, theirs: str) -> int:
        """The estimate with these marks in the middle of two rows far apart."""
        marks = [
            sum(1 << row * 15 + 5 + i for i, c in enumerate(t) if c == "x") for row, t in ((3, mine), (11, theirs))
        ]
        return evaluate(type(game.initial)(*marks))

    even = estimate("", "")
    assert even > 0
    assert estimate("xx", "x.x") >= even >= estimate("x...x", "xx")
    own = [estimate(mine, "") for mine in ("x....", "xx...", "xxx..", "xxxx.")]
    others = [estimate("", theirs) for theirs in ("x....", "xx...", "xxx..", "xxxx.")]
    assert own == sorted(set(own))
    assert others == sorted(set(others), reverse=True)
    assert own[-1] > 0 > others[-1]


@pytest.mark.rules
def test_cells_far_from_every_mark_are_not_likely_and_the_middle_of_an_empty_board_comes_first() -> None:
    game = outplay.game("gomoku")
    assert game.heuristics.order
    assert game.heuristics.candidates
    assert game.heuristics.candidates(game.initial) == game.moves(game.initial)
    empty = [game.heuristics.order(game.initial, move) for move in range(225)]
    assert empty.index(max(empty)) == 112
    assert min(empty) >= 0
    one = game.play(game.initial, 112)
    near = {r * 15 + c for r in range(5, 10) for c in range(5, 10)}
    assert cells(game.heuristics.candidates(one)) == near - {112}
    assert outplay.game("mnk:7,7,5").heuristics.candidates is None


@pytest.mark.kernel
@pytest.mark.parametrize("size", [(5, 4, 4, False), (9, 9, 5, True)])
def test_no_win_in_one_and_no_threat_is_missed_one_ply_deep(size: tuple[int, int, int, bool]) -> None:
    game = outplay.game(spec(*size))
    engine = Engine(game, table_mb=1)
    met = 0
    for seed in range(150):
        position = crowded_position(*size, seed) or some_position(game, seed)
        if position.outcome():
            continue
        oracle = oracle_of(position, *size)
        wins, losses = oracle.completing(oracle.to_move), oracle.completing(1 - oracle.to_move)
        analysis = engine.analyse(position, Limit(depth=1))
        if wins:
            assert analysis.move in wins
            assert analysis.exact
        elif len(losses) == 1:
            assert analysis.move in losses
        met += bool(wins or losses)
    assert met > 20
