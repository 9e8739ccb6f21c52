"""(M, N, K) against its rules' page and an oracle that measures every line."""

import itertools
import random

import pytest
from helpers.naive.mnk import Mnk
from helpers.naive.oracle import agree, walk
from helpers.replay import Replay, interpreted
from hypothesis import example, given, settings
from hypothesis import strategies as st

import outplay
from outplay.engine.kernels import perft

Cell = tuple[int, int]
DIRECTIONS = {"row": (0, 1), "column": (1, 0), "falling": (1, 1), "rising": (1, -1)}


def spec(rows: int, columns: int, k: int, exact: bool = False) -> str:
    return f"mnk:{rows},{columns},{k}" + ",exact" * exact


def board_text(rows: int, columns: int, x: list[Cell], o: list[Cell]) -> str:
    symbols = dict.fromkeys(x, "x") | dict.fromkeys(o, "o")
    return "/".join("".join(symbols.get((row, column), ".") for column in range(columns)) for row in range(rows))


def has_won(rows: int, columns: int, k: int, marks: list[Cell], exact: bool = False) -> bool:
    """Whether the second player, with these marks and the first player's far from one another, has just won."""
    free = [(row, column) for row in range(rows) for column in range(columns) if (row, column) not in marks]
    others = sorted(free, key=lambda cell: (cell[0] + 2 * cell[1]) % 5)[: len(marks)]
    oracle = Mnk(rows, columns, k, exact, dict.fromkeys(others, 0) | dict.fromkeys(marks, 1))
    position = outplay.game(spec(rows, columns, k, exact)).position(board_text(rows, columns, others, marks))
    agree(position, oracle)
    outcome = position.outcome()
    assert outcome is None or outcome == outplay.Outcome(winner=1, margin=1, reason=f"{k} in a row")
    return outcome is not None


@pytest.mark.rules
@settings(deadline=None, max_examples=250)
@given(
    rows=st.integers(1, 9),
    columns=st.integers(1, 9),
    k=st.integers(1, 10),
    exact=st.booleans(),
    seed=st.integers(0, 2**32),
)
@example(rows=1, columns=9, k=3, exact=True, seed=0)
@example(rows=9, columns=1, k=3, exact=True, seed=0)
@example(rows=1, columns=1, k=1, exact=True, seed=0)
@example(rows=1, columns=1, k=2, exact=False, seed=0)
def test_random_games_follow_the_oracle_at_every_ply(rows: int, columns: int, k: int, exact: bool, seed: int) -> None:
    walk(outplay.game(spec(rows, columns, k, exact)).start(), Mnk(rows, columns, k, exact), seed)


@pytest.mark.rules
@settings(deadline=None, max_examples=400)
@given(
    rows=st.integers(1, 8),
    columns=st.integers(1, 8),
    k=st.integers(1, 6),
    exact=st.booleans(),
    density=st.floats(0.2, 0.9),
    seed=st.integers(0, 2**32),
)
def test_lines_are_found_in_crowded_boards_as_the_oracle_finds_them(
    rows: int, columns: int, k: int, exact: bool, density: float, seed: int
) -> None:
    """Boards of one player's marks alone hold far more lines than games do, and longer ones."""
    choose = random.Random(seed)
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    marks = [cell for cell in cells if choose.random() < density]
    game = outplay.game(spec(rows, columns, k, exact))
    state = type(game.initial)(0, sum(1 << (row * columns + column) for row, column in marks))
    result = Mnk(rows, columns, k, exact, dict.fromkeys(marks, 1)).result()
    assert (game.outcome(state) == -1) == (result == (1, 1))


@pytest.mark.rules
@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize(
    ("rows", "columns", "k"), [(1, 12, 4), (12, 1, 4), (1, 3, 5), (2, 9, 3), (9, 2, 2), (70, 1, 2)]
)
def test_narrow_boards_follow_the_oracle(rows: int, columns: int, k: int, exact: bool) -> None:
    for seed in range(8):
        walk(outplay.game(spec(rows, columns, k, exact)).start(), Mnk(rows, columns, k, exact), seed)


@pytest.mark.rules
def test_one_in_a_row_is_won_by_the_first_mark() -> None:
    for exact in (False, True):
        for size in ((1, 1), (3, 3), (1, 5), (70, 70)):
            position = outplay.game(spec(*size, 1, exact)).start()
            end = position.play(position.moves()[-1])
            assert end.outcome() == outplay.Outcome(winner=0, margin=1, reason="1 in a row")


@pytest.mark.rules
@pytest.mark.parametrize("k", [4, 5, 100, 10**25])
def test_k_above_both_sides_is_always_a_draw(k: int) -> None:
    position, _ = walk(outplay.game(f"mnk:2,3,{k}").start(), Mnk(2, 3, k), seed=1)
    assert position.outcome() == outplay.Outcome(winner=None, margin=0, reason="the board is full")


@pytest.mark.kernel
@pytest.mark.parametrize("k", [4, 10**25])
def test_k_above_both_sides_can_be_compiled(k: int) -> None:
    assert perft(outplay.game(f"mnk:2,3,{k}").start(), 6) == 720


@pytest.mark.rules
def test_k_above_one_side_can_still_be_made_along_the_other() -> None:
    assert has_won(3, 9, 5, [(1, column) for column in range(2, 7)])
    assert has_won(9, 3, 5, [(row, 1) for row in range(2, 7)])


def line(row: int, column: int, direction: str, length: int) -> list[Cell]:
    down, right = DIRECTIONS[direction]
    return [(row + i * down, column + i * right) for i in range(length)]


@pytest.mark.rules
@pytest.mark.parametrize("size", [8, 50, 70])
@pytest.mark.parametrize("direction", DIRECTIONS)
def test_a_line_wins_in_every_corner_and_one_mark_less_does_not(size: int, direction: str) -> None:
    k = 5
    down, right = DIRECTIONS[direction]
    tops = {0, size - 1 - down * (k - 1)} if down else {0, size - 1}
    lefts = {0, size - k} if right == 1 else {k - 1, size - 1} if right == -1 else {0, size - 1}
    for top in tops:
        for left in lefts:
            cells = line(top, left, direction, k)
            assert has_won(size, size, k, cells)
            assert has_won(size, size, k, cells, exact=True)
            for missing in range(k):
                assert not has_won(size, size, k, cells[:missing] + cells[missing + 1 :])


@pytest.mark.rules
@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("size", [8, 50, 70])
def test_lines_that_would_run_round_an_edge_do_not_win(size: int, exact: bool) -> None:
    """Cells that follow one another in the bits, but not on the board."""
    k = 5
    for step in (1, size + 1, size - 1):
        for first in range(size * size - (k - 1) * step):
            cells = [divmod(first + i * step, size) for i in range(k)]
            broken = any(abs(a[1] - b[1]) > 1 for a, b in itertools.pairwise(cells))
            near_a_corner = first < 3 * size or first > size * (size - 3) - k * step
            if broken and near_a_corner:
                assert not has_won(size, size, k, cells, exact)


@pytest.mark.rules
@pytest.mark.parametrize("direction", DIRECTIONS)
def test_a_longer_line_wins_unless_exactly_k_are_wanted(direction: str) -> None:
    for length in (6, 7, 10):
        cells = line(2, 12 if direction == "rising" else 2, direction, length)
        assert has_won(15, 15, 5, cells)
        assert not has_won(15, 15, 5, cells, exact=True)


@pytest.mark.rules
def test_one_line_of_exactly_k_wins_though_another_is_longer() -> None:
    longer = line(7, 2, "row", 6)
    exactly = line(5, 4, "column", 5)
    assert has_won(15, 15, 5, list(dict.fromkeys(longer + exactly)), exact=True)


@pytest.mark.rules
@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("size", [8, 50])
def test_a_neighbour_round_the_edge_does_not_lengthen_an_exact_line(size: int, direction: str) -> None:
    """The cells before and after the line in the bits' order lie on the far side of the board."""
    k = 5
    down, right = DIRECTIONS[direction]
    step = down * size + right
    for top in range(size - k + 1 if down else size):
        left = {0: 3, 1: size - k, -1: k - 1}[right]
        for begin in {left, 0 if right == 1 else size - 1 if right == -1 else left}:
            cells = line(top, begin, direction, k)
            before, beyond = top * size + begin - step, top * size + begin + k * step
            around = [divmod(c, size) for c in (before, beyond) if 0 <= c < size * size]
            wrapped = [c for c in around if min(max(abs(c[0] - d[0]), abs(c[1] - d[1])) for d in cells) > 1]
            assert has_won(size, size, k, cells + wrapped, exact=True)


@pytest.mark.kernel
@pytest.mark.parametrize(
    "name",
    [
        "mnk:6,10,6,exact",
        "mnk:2,31,4,exact",
        "mnk:1,62,40,exact",
        "mnk:7,9,4",
        "mnk:8,8,4,exact",
        "mnk:15,15,5",
    ],
)
def test_compiled_rules_say_the_same_as_interpreted_ones(name: str) -> None:
    """Boards of up to 62 cells fit into a machine word; crowded ones have lines of every kind."""
    game = outplay.game(name)
    cells = game.widths["mine"]
    replay = Replay(game, cells)
    for seed in range(300):
        choose = random.Random(seed)
        density = choose.choice([0.2, 0.4, 0.6, 0.8])
        theirs = sum(1 << cell for cell in range(cells) if choose.random() < density)
        state = type(game.initial)(0, theirs)
        assert replay([], state) == interpreted(game, [], state)
    for seed in range(3):
        choose, position, moves = random.Random(seed), game.start(), []
        while position.moves():
            moves.append(choose.choice(position.moves()))
            position = position.play(moves[-1])
        assert replay(moves) == interpreted(game, moves)


@pytest.mark.kernel
def test_a_diagonal_on_a_board_of_one_word_wins_compiled_as_interpreted() -> None:
    """Six steps of the long diagonal are more bits than a word has."""
    game = outplay.game("mnk:6,10,6,exact")
    cells = [*line(0, 0, "falling", 6), (0, 2)]
    state = type(game.initial)(0, sum(1 << (row * 10 + column) for row, column in cells))
    assert game.outcome(state) == -1
    assert Replay(game, 60)([], state)[0].outcome == -1


@pytest.mark.kernel
def test_the_largest_board_runs_compiled() -> None:
    game = outplay.game("mnk:70,70,10")
    replay = Replay(game, 4900)
    for direction, (row, column) in {
        "row": (69, 60),
        "column": (60, 69),
        "falling": (60, 60),
        "rising": (60, 9),
    }.items():
        marks = line(row, column, direction, 10)
        for missing in (None, 0, 9):
            shown = [cell for i, cell in enumerate(marks) if i != missing]
            state = type(game.initial)(0, sum(1 << (r * 70 + c) for r, c in shown))
            assert replay([], state) == interpreted(game, [], state)
            assert (replay([], state)[0].outcome == -1) == (missing is None)


@pytest.mark.rules
def test_both_notations_are_read_and_the_second_is_written() -> None:
    game = outplay.game("mnk:15,15,5")
    start = game.start()
    assert start.name(7 * 15 + 7) == "h8"
    assert [game.move(text, start) for text in ("h8", "H8", " h8 ", "7,7", " 7 , 7 ")] == [112] * 5
    assert start.name(0) == "a15"
    assert game.move("0,0", start) == game.move("a15", start) == 0
    assert game.move("14,14", start) == game.move("o1", start) == 224


@pytest.mark.rules
def test_columns_after_z_are_aa_ab_and_no_letter_is_skipped() -> None:
    game = outplay.game("mnk:2,70,5")
    start = game.start()
    names = [start.name(70 + column) for column in range(70)]
    assert names[:26] == [f"{letter}1" for letter in "abcdefghijklmnopqrstuvwxyz"]
    assert names[25:29] == ["z1", "aa1", "ab1", "ac1"]
    assert names[51:54] == ["az1", "ba1", "bb1"]
    assert names[69] == "br1"
    assert [game.move(name, start) for name in names] == list(range(70, 140))


@pytest.mark.rules
@pytest.mark.parametrize("size", [(1, 1), (3, 3), (2, 70), (70, 70), (15, 19)])
def test_every_move_is_read_back_from_its_name_and_from_row_and_column(size: tuple[int, int]) -> None:
    game = outplay.game(spec(*size, 5))
    start = game.start()
    for move in start.moves() if len(start.moves()) < 300 else random.Random(0).sample(start.moves(), 60):
        assert game.move(start.name(move), start) == move
        assert game.move("{},{}".format(*divmod(move, size[1])), start) == move


@pytest.mark.rules
@pytest.mark.parametrize(
    "text", ["", "i1", "a0", "a9", "8,0", "0,8", "-1,0", "0;0", "a", "1", "1a", "a1 a2", "ａ1", "a٣"]
)
def test_texts_that_name_no_cell_are_refused(text: str) -> None:
    game = outplay.game("mnk:8,8,5")
    with pytest.raises(outplay.IllegalMove):
        game.move(text, game.start())


@pytest.mark.rules
@pytest.mark.parametrize(
    "text",
    [
        "",
        "...",
        ".../.../.../...",
        "..../.../..",
        ".../.z./...",
        "o../.../...",
        "xx./.../...",
    ],
    ids=["empty", "one row", "four rows", "ragged", "unknown symbol", "o began", "x moved twice"],
)
def test_texts_that_are_no_position_are_refused(text: str) -> None:
    with pytest.raises(outplay.BadPosition):
        outplay.game("tic-tac-toe").position(text)


@pytest.mark.rules
@pytest.mark.parametrize(("text", "winner"), [("xxx/oo./...", 0), ("ooo/xx./x..", 1), ("xox/xox/oxo", None)])
def test_a_finished_game_is_a_position_like_any_other(text: str, winner: int | None) -> None:
    outcome = outplay.game("tic-tac-toe").position(text).outcome()
    assert outcome is not None
    assert outcome.winner == winner


@pytest.mark.rules
@pytest.mark.parametrize("text", ["xxx/oo./o..", "ooo/xx./xx.", "xxx/ooo/..."], ids=["x", "o", "both"])
def test_a_position_in_which_the_game_went_on_after_a_win_is_refused(text: str) -> None:
    with pytest.raises(outplay.BadPosition):
        outplay.game("tic-tac-toe").position(text)


@pytest.mark.rules
def test_the_named_sizes_are_what_they_are_called() -> None:
    assert outplay.game("tic-tac-toe").start() == outplay.game("mnk:3,3,3").start()
    assert outplay.game("gomoku").start() == outplay.game("mnk:15,15,5").start()
    assert outplay.game("gomoku:19,exact").start() == outplay.game("mnk:19,19,5,exact").start()


@pytest.mark.rules
@pytest.mark.parametrize(
    "wrong", ["0,3,3", "3,0,3", "3,3,0", "71,3,3", "3,71,3", "3,3,-1", "3,3,3,loose", "x,3,3", "3,3,3.5"]
)
def test_sizes_and_options_it_does_not_have_are_refused(wrong: str) -> None:
    with pytest.raises(outplay.BadSpec):
        outplay.game(f"mnk:{wrong}")
