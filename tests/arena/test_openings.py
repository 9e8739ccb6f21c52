"""Openings: the same for the same seed, none twice while there are others, even where that was asked for."""

from pathlib import Path

import pytest

import outplay
from outplay.arena.openings import Openings
from outplay.core.errors import BadSpec, OutplayError
from outplay.core.limits import Limit

KALAH = outplay.game("kalah:6,4")


@pytest.mark.rules
def test_random_openings_are_legal_differ_and_depend_on_the_seed_alone() -> None:
    openings = Openings(KALAH, "random:3", 7)
    made = [openings[i] for i in range(40)]
    assert len(set(made)) == 40
    for opening in made:
        position = KALAH.start()
        for name in opening:
            position = position.play(KALAH.move(name, position))
        assert len(opening) == 3
        assert position.outcome() is None
    again = Openings(KALAH, "random:3", 7)
    assert again[39] == made[39]
    assert [again[i] for i in range(40)] == made
    assert [Openings(KALAH, "random:3", 8)[i] for i in range(5)] != made[:5]


@pytest.mark.rules
def test_openings_that_are_known_are_not_made_again_and_the_others_come_out_the_same() -> None:
    openings = Openings(KALAH, "random:2", 1)
    made = {i: openings[i] for i in range(20)}
    known = {i: made[i] for i in (0, 3, 4, 17)}
    resumed = Openings(KALAH, "random:2", 1, known)
    assert {i: resumed[i] for i in range(20)} == made


@pytest.mark.rules
def test_when_there_are_no_others_an_opening_comes_again() -> None:
    openings = Openings(outplay.game("kalah:2,1"), "random:1", 0)
    assert {openings[i] for i in range(6)} == {("1",), ("2",)}


@pytest.mark.rules
def test_an_opening_never_ends_the_game() -> None:
    game = outplay.game("tic-tac-toe")
    openings = Openings(game, "random:9", 0)
    for i in range(30):
        position = game.start()
        for name in openings[i]:
            position = position.play(game.move(name, position))
        assert position.outcome() is None


@pytest.mark.kernel
def test_balanced_openings_are_nearer_to_even_than_random_ones() -> None:
    engine = outplay.Engine(KALAH)

    def lean(kind: str) -> float:
        openings = Openings(KALAH, kind, 3)
        total = 0.0
        for i in range(20):
            position = KALAH.start()
            for name in openings[i]:
                position = position.play(KALAH.move(name, position))
            total += abs(engine.analyse(position, Limit(nodes=20_000)).score)
        return total / 20

    assert lean("balanced:4") < 0.6 * lean("random:4")


@pytest.mark.rules
def test_a_book_is_read_with_its_remarks_and_begins_anew_at_its_end(tmp_path: Path) -> None:
    book = tmp_path / "book.txt"
    book.write_text("# two openings\n3 6 1\n\n2   # one move\n")
    openings = Openings(KALAH, str(book), 0)
    assert [openings[i] for i in range(4)] == [("3", "6", "1"), ("2",), ("3", "6", "1"), ("2",)]


@pytest.mark.rules
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("3 3 3\n", "line 1"),
        ("2\n\nx\n", "line 3"),
        ("# nothing\n", "no opening"),
        ("", "no opening"),
    ],
)
def test_a_wrong_book_is_refused_with_its_line(tmp_path: Path, text: str, said: str) -> None:
    book = tmp_path / "book.txt"
    book.write_text(text)
    with pytest.raises(OutplayError, match=said):
        Openings(KALAH, str(book), 0)


@pytest.mark.rules
def test_openings_that_do_not_exist_are_refused_with_what_can_be_written() -> None:
    with pytest.raises(BadSpec, match="none, random:4, balanced:4 or a book's file"):
        Openings(KALAH, "balancd", 0)
