"""Wins by fours: the slow solver is right, the stored positions are what they say, and the engine sees them."""

import random
from typing import NamedTuple

import pytest
from helpers.naive.fours import SIZE, Cell, completing, read, shortest
from helpers.paths import DATA

import outplay
from outplay import Engine, Limit, Position


class Entry(NamedTuple):
    plies: int
    text: str
    line: list[Cell]


def entries() -> list[Entry]:
    lines = (DATA / "fours.txt").read_text().splitlines()
    words = [line.split() for line in lines if not line.startswith("#")]
    return [Entry(int(plies), text, [divmod(int(move), SIZE) for move in moves]) for plies, text, *moves in words]


def plies_of(entry: Entry) -> str:
    return f"{entry.plies} plies"


WINS = [entry for entry in entries() if entry.plies]
OTHERS = [entry for entry in entries() if not entry.plies]


def board(*rows: str) -> str:
    """A position with these rows on top, the rest empty."""
    return "/".join(row.ljust(SIZE, ".") for row in rows + ("",) * (SIZE - len(rows)))


def test_there_are_twenty_long_wins_and_ten_positions_without_one() -> None:
    assert len(WINS) == 20
    assert min(entry.plies for entry in WINS) >= 11
    assert len({entry.text for entry in WINS}) == 20
    assert len({entry.text for entry in OTHERS}) == 10


@pytest.mark.parametrize("entry", WINS + OTHERS, ids=plies_of)
def test_each_position_is_what_it_says(entry: Entry) -> None:
    position = outplay.game("gomoku").position(entry.text)
    assert position.text == entry.text
    assert position.outcome() is None
    mine, theirs = read(entry.text)
    assert completing(mine, theirs) == set()
    line = shortest(mine, theirs)
    assert len(line or []) == entry.plies == len(entry.line)


@pytest.mark.parametrize("entry", WINS, ids=plies_of)
def test_the_stored_line_wins_by_the_game_s_own_rules(entry: Entry) -> None:
    position = outplay.game("gomoku").position(entry.text)
    winner = position.to_move
    mine, theirs = read(entry.text)
    for number, (row, column) in enumerate(entry.line):
        position = position.play(row * SIZE + column)
        if number % 2 == 0:
            mine |= {(row, column)}
            if number < entry.plies - 1:
                assert completing(theirs, mine) == set(), "the other side could win instead of answering"
                assert completing(mine, theirs), "this is no four"
        else:
            assert completing(mine, theirs) >= {(row, column)}, "this is no answer to the four"
            theirs |= {(row, column)}
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.winner == winner


@pytest.mark.parametrize("seed", range(10))
def test_cells_that_make_five_are_those_that_end_the_game(seed: int) -> None:
    cells = [row * SIZE + column for row in range(4, 11) for column in range(4, 11)]
    random.Random(seed).shuffle(cells)
    position = outplay.game("gomoku").start()
    for move in cells:
        fives = {m for m in position.moves() if position.play(m).outcome()}
        assert fives == {row * SIZE + column for row, column in completing(*read(position.text))}
        position = position.play(move)
        if position.outcome():
            break


@pytest.mark.parametrize(
    ("rows", "plies"),
    [
        (["xxxx", "oooo"], 1),
        ([".xxx", ".ooo"], 3),  # an open three
        (["xxxo", "oo"], 0),  # no room
        (["oxxx", "oo"], 0),  # a single four and no more
        (["oxxx", "....x", "....x", "....x", "", "o.o.o", "", "o.o"], 3),  # two fours with one move
        (["oxxx", "..oooo", "", "x", "", "x"], 0),  # o makes five in two places
        ([".xxx", "....o", "....o", "....o", "....o", "....x"], 3),  # the block is a four
        ([".xxx", "........o", "........o", "........o", "........o", "........x"], 0),  # the block is none
    ],
)
def test_short_ones_known_by_hand(rows: list[str], plies: int) -> None:
    mine, theirs = read(board(*rows))
    assert len(shortest(mine, theirs) or []) == plies


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(outplay.game("gomoku"), 64, net="none")


def replayed(position: Position, line: tuple[int, ...]) -> Position:
    for move in line:
        position = position.play(move)
    return position


@pytest.mark.kernel
@pytest.mark.parametrize("entry", WINS, ids=plies_of)
def test_the_engine_proves_each_win(engine: Engine, entry: Entry) -> None:
    position = outplay.game("gomoku").position(entry.text)
    found = engine.analyse(position, Limit(time=10))
    assert found.exact
    assert found.outcome is not None
    assert found.outcome.winner == position.to_move
    assert found.line[0] == found.move
    last = replayed(position, found.line).outcome()
    assert last is None or last.winner == position.to_move


@pytest.mark.kernel
@pytest.mark.parametrize("entry", OTHERS, ids=plies_of)
def test_the_engine_claims_no_win_by_fours_where_there_is_none(engine: Engine, entry: Entry) -> None:
    position = outplay.game("gomoku").position(entry.text)
    found = engine.analyse(position, Limit(depth=1))  # one ply deep nothing but fours can prove a win
    assert not (found.exact and found.score > 0)
