"""Squatter against its rules' page and an oracle that floods after every move."""

import random

import pytest
from helpers.naive.oracle import agree, walk
from helpers.naive.squatter import Squatter
from helpers.replay import Replay, interpreted
from hypothesis import given, settings
from hypothesis import strategies as st

import outplay

# The rules page draws the first board with a white piece too few for White to have begun: one more stands bottom right.
FIRST_BOARD = "+++W++/++WB++/WWW+++/BBBW++/B2wB++/BBBW+W"
SECOND_BOARD = "+WWWW+/W1WBB+/WWWBwB/BBBw2B/B2wBwB/BBBWBW"

seeds = st.integers(0, 2**32)


def captured(text: str) -> tuple[int, int]:
    """The captured cells in a position text: White's, Black's."""
    return text.count("1") + text.count("b"), text.count("2") + text.count("w")


def cells_of(text: str, symbols: str) -> list[str]:
    """Where a board has one of the symbols, as `row,column`."""
    rows = text.split("/")
    return [f"{r},{c}" for r, row in enumerate(rows) for c, symbol in enumerate(row) if symbol in symbols]


def played(size: int, white: list[str], black: list[str]) -> outplay.Position:
    """The position after White's and Black's moves in turn, compared with the oracle on the way."""
    game = outplay.game(f"squatter:{size}")
    position, oracle = game.start(), Squatter(size)
    waiting = {0: list(white), 1: list(black)}
    while waiting[position.to_move]:
        move = game.move(waiting[position.to_move].pop(0), position)
        position, oracle = position.play(move), oracle.play(move)
        agree(position, oracle)
    assert waiting == {0: [], 1: []}
    return position


def with_last(cells: list[str], *last: str) -> list[str]:
    return [cell for cell in cells if cell not in last] + list(last)


@pytest.mark.rules
@pytest.mark.parametrize(
    ("board", "white", "black"), [(FIRST_BOARD, 0, 2), (SECOND_BOARD, 1, 6)], ids=["first", "second"]
)
def test_the_worked_boards_are_read_with_the_counts_of_the_rules_page(board: str, white: int, black: int) -> None:
    position = outplay.game("squatter:6").position(board)
    assert position.text == board
    assert str(position).splitlines()[-1] == f"captured: White {white}, Black {black}"


@pytest.mark.rules
def test_the_worked_boards_arise_in_play() -> None:
    """The empty captured cells are never played, so every piece can be placed with the loops closed last."""
    first = played(6, with_last(cells_of(FIRST_BOARD, "Ww"), "5,5"), with_last(cells_of(FIRST_BOARD, "Bb"), "3,2"))
    assert first.text == FIRST_BOARD
    second = played(
        6, with_last(cells_of(SECOND_BOARD, "Ww"), "5,3"), with_last(cells_of(SECOND_BOARD, "B"), "3,2", "1,3")
    )
    assert second.text == SECOND_BOARD


@pytest.mark.rules
def test_captures_depend_on_the_order_of_moves() -> None:
    white = with_last(cells_of(SECOND_BOARD, "Ww"), "5,3")
    black = cells_of(SECOND_BOARD, "B")
    black_first = played(6, white, with_last(black, "3,2", "1,3"))
    white_first = played(6, white, with_last(black, "1,3", "3,2"))
    assert captured(black_first.text) == (1, 6)
    assert captured(white_first.text) == (2, 0)
    assert cells_of(black_first.text, "Ww") == cells_of(white_first.text, "Ww")
    assert cells_of(black_first.text, "Bb") == cells_of(white_first.text, "Bb")


@pytest.mark.rules
def test_a_recaptured_diamond_changes_hands_and_its_prisoner_lives_again() -> None:
    diamond = ["2,3", "3,2", "3,4", "4,3"]
    away = ["0,0", "0,1", "0,2", "0,3", "0,4", "0,5", "0,6", "6,0", "6,6"]
    ring = ["1,2", "1,3", "1,4", "2,1", "3,1", "4,1", "2,5", "3,5", "4,5", "5,2", "5,3", "5,4"]
    before = played(7, diamond + away, ["3,3", *ring[:-1]])
    assert captured(before.text) == (1, 0)
    assert cells_of(before.text, "b") == ["3,3"]
    after = played(7, diamond + away, ["3,3", *ring])
    assert captured(after.text) == (0, 8)
    assert "3,3" in cells_of(after.text, "B")
    assert cells_of(after.text, "w") == diamond
    assert cells_of(after.text, "2") == ["2,2", "2,4", "4,2", "4,4"]


@pytest.mark.rules
def test_a_ring_around_own_pieces_captures_nothing() -> None:
    ring = ["1,2", "2,1", "2,3", "3,2"]
    position = played(5, ["2,2", *ring], ["0,0", "0,4", "4,0", "4,4"])
    assert captured(position.text) == (0, 0)
    assert "1" not in position.text


@pytest.mark.rules
def test_one_move_may_close_several_loops() -> None:
    white = ["0,1", "1,0", "2,1", "0,3", "1,4", "2,3", "1,2"]
    position = played(5, white, ["4,0", "4,1", "4,2", "4,3", "4,4", "3,0"])
    assert captured(position.text) == (2, 0)
    assert cells_of(position.text, "1") == ["1,1", "1,3"]


@pytest.mark.rules
def test_the_edge_of_the_board_is_no_wall() -> None:
    position = played(3, ["0,1", "1,0", "1,2"], ["2,0", "2,1"])
    assert captured(position.text) == (0, 0)


@pytest.mark.rules
def test_a_captured_cell_cannot_be_played() -> None:
    game = outplay.game("squatter:3")
    position = played(3, ["0,1", "1,0", "1,2", "2,1"], ["0,0", "2,2", "0,2"])
    assert captured(position.text) == (1, 0)
    with pytest.raises(outplay.IllegalMove, match="not legal here"):
        game.move("1,1", position)
    with pytest.raises(outplay.IllegalMove):
        position.play(4)


@pytest.mark.rules
def test_the_margin_is_the_difference_of_captured_cells_and_is_won_by_the_captor() -> None:
    position = played(3, ["0,1", "1,0", "1,2", "2,1"], ["0,0", "2,2", "0,2", "2,0"])
    assert position.outcome() == outplay.Outcome(winner=0, margin=1, reason="no free cell is left")
    assert position.moves() == ()


@pytest.mark.rules
@settings(deadline=None, max_examples=120)
@given(size=st.integers(3, 10), seed=seeds)
def test_random_games_follow_the_oracle_at_every_ply(size: int, seed: int) -> None:
    walk(outplay.game(f"squatter:{size}").start(), Squatter(size), seed)


@pytest.mark.rules
@pytest.mark.parametrize("size", [11, 15, 19])
def test_large_boards_follow_the_oracle_at_every_ply(size: int) -> None:
    walk(outplay.game(f"squatter:{size}").start(), Squatter(size), seed=size)


@pytest.mark.rules
@settings(deadline=None, max_examples=60)
@given(size=st.integers(4, 9), seed=seeds)
def test_games_of_many_captures_follow_the_oracle_at_every_ply(size: int, seed: int) -> None:
    """Players who like to stand on a knight's or bishop's net close far more loops than random ones do."""
    game, choose = outplay.game(f"squatter:{size}"), random.Random(seed)
    position, oracle = game.start(), Squatter(size)
    while oracle.moves():
        colour = oracle.to_move if choose.random() < 0.9 else 1 - oracle.to_move
        liked = [m for m in oracle.moves() if (m // size + m % size) % 2 == colour]
        move = choose.choice(liked or oracle.moves())
        position, oracle = position.play(move), oracle.play(move)
        agree(position, oracle)


@pytest.mark.kernel
@pytest.mark.parametrize("size", [7, 8, 19])
def test_compiled_rules_say_the_same_as_interpreted_ones(size: int) -> None:
    """7 fits into a machine word, 8 is the first that does not, 19 is the largest."""
    game = outplay.game(f"squatter:{size}")
    replay = Replay(game, size * size)
    for seed in range(3):
        choose, position, moves = random.Random(seed), game.start(), []
        while position.moves():
            moves.append(choose.choice(position.moves()))
            position = position.play(moves[-1])
        assert replay(moves) == interpreted(game, moves)


@pytest.mark.rules
@pytest.mark.parametrize("size", ["2", "20", "0", "-7", "seven", "7.5", "7,7"])
def test_sizes_outside_3_to_19_are_refused(size: str) -> None:
    with pytest.raises(outplay.BadSpec):
        outplay.game(f"squatter:{size}")


@pytest.mark.rules
@pytest.mark.parametrize("size", range(3, 20))
def test_every_size_from_3_to_19_can_be_had(size: int) -> None:
    assert len(outplay.game(f"squatter:{size}").start().moves()) == size * size


@pytest.mark.rules
@pytest.mark.parametrize(
    "text",
    [
        "",
        "+++",
        "+++/+++",
        "+++/+++/+++/+++",
        "++++/+++/++",
        "+++/+x+/+++",
        "+++/+-+/+++",
        "+++/+ +/+++",
        "+++/+++/++B",
        "WW+/+++/+++",
    ],
    ids=[
        "empty",
        "one row",
        "two rows",
        "four rows",
        "ragged",
        "unknown symbol",
        "a dash names no captor",
        "blank",
        "black began",
        "white moved twice",
    ],
)
def test_texts_that_are_no_position_are_refused(text: str) -> None:
    with pytest.raises(outplay.BadPosition):
        outplay.game("squatter:3").position(text)


@pytest.mark.rules
@pytest.mark.parametrize(
    "text",
    [
        "+W+++/W+W++/+W+++/+++BB/+++BB",
        "+W+++/WBW++/+W+++/+++BB/++++B",
        "+W+++/W2W++/+W+++/+++BB/+++BB",
        "+++++/++1++/+++++/+++++/+++++",
        "+++++/++b++/+++++/+++++/W++++",
        "+++++/+++++/+++++/++B++/w++++",
    ],
    ids=[
        "free cell in a loop",
        "live prisoner",
        "held by the wrong side",
        "held by no loop",
        "prisoner of nobody",
        "white prisoner of nobody",
    ],
)
def test_positions_that_cannot_arise_are_refused(text: str) -> None:
    with pytest.raises(outplay.BadPosition):
        outplay.game("squatter:5").position(text)
