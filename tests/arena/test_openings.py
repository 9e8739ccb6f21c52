"""Openings: the same for the same seed, none twice while there are others, even where that was asked for."""

import math
from collections.abc import Iterable
from pathlib import Path

import pytest

import outplay
from outplay.arena.opening_judge import Judge, Judgement, Verdict
from outplay.arena.openings import BATCHES, Openings
from outplay.core.errors import BadSpec, OutplayError
from outplay.core.game import Position
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
    engine = outplay.Engine(KALAH, net="none")

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


@pytest.mark.kernel
def test_balanced_openings_are_decided_for_no_side_as_far_as_a_longer_search_sees() -> None:
    game = outplay.game("mnk:6,6,4")
    engine = outplay.Engine(game)

    def decided(kind: str) -> int:
        """Of eight openings, those that are won by one side: random ones nearly all are."""
        openings = Openings(game, kind, 4)
        found = [engine.analyse(openings.after(openings[i]), Limit(nodes=150_000)).outcome for i in range(8)]
        return sum(outcome is not None and outcome.winner is not None for outcome in found)

    assert decided("random:4") >= 6
    assert decided("balanced:4") == 0


@pytest.mark.kernel
def test_balanced_openings_depend_on_the_seed_alone_and_go_on_after_a_pause() -> None:
    made = [Openings(KALAH, "balanced:3", 2)[i] for i in range(4)]
    assert len(set(made)) == 4
    openings = Openings(KALAH, "balanced:3", 2, {0: made[0], 2: made[2]})
    assert [openings[i] for i in range(4)] == made


@pytest.mark.kernel
def test_in_a_game_that_is_solved_at_once_balanced_openings_are_drawn() -> None:
    game = outplay.game("tic-tac-toe")
    openings, engine = Openings(game, "balanced:2", 0), outplay.Engine(game)
    made = [openings[i] for i in range(12)]
    for opening in made:
        outcome = engine.analyse(openings.after(opening), Limit(depth=9)).outcome
        assert outcome is not None
        assert outcome.winner is None
    assert len(set(made)) == 12
    assert not openings.poor


@pytest.mark.rules
def test_openings_that_lead_to_the_same_or_a_mirrored_position_come_last() -> None:
    game = outplay.game("tic-tac-toe")
    openings = Openings(game, "random:2", 0)
    made = [openings[i] for i in range(24)]
    positions = [openings.key(openings.after(opening)) for opening in made]
    assert len(set(positions[:12])) == len(set(positions)) == 12
    assert len(set(made)) == 24


class Judged:
    """Says of each position what a table of verdicts says, in turns."""

    def __init__(self, *verdicts: Verdict) -> None:
        self.verdicts, self.asked = list(verdicts), 0
        self.proven: dict[Position, Judgement] = {}

    def best(self, candidates: Iterable[Position]) -> tuple[Judgement, Position]:
        self.asked += 1
        verdict = self.verdicts.pop(0) if len(self.verdicts) > 1 else self.verdicts[0]
        return Judgement(verdict, float(self.asked)), next(iter(candidates))


@pytest.mark.rules
@pytest.mark.parametrize(
    ("verdicts", "asked", "poor"),
    [
        ([Verdict.EVEN], 1, False),
        ([Verdict.DECIDED, Verdict.UNEVEN, Verdict.EVEN], 3, False),
        ([Verdict.DRAWN, Verdict.EVEN], 2, False),
        ([Verdict.DECIDED, Verdict.DRAWN, Verdict.EVEN], 2, False),
        ([Verdict.DECIDED, Verdict.UNEVEN, Verdict.DECIDED, Verdict.DRAWN], 4, False),
        ([Verdict.DECIDED, Verdict.UNEVEN, Verdict.DECIDED], BATCHES, True),
    ],
)
def test_candidates_are_judged_until_one_is_even_and_what_is_not_is_known(
    verdicts: list[Verdict], asked: int, poor: bool
) -> None:
    openings = Openings(KALAH, "balanced:5", 0)
    judge = Judged(*verdicts)
    openings.judge = judge  # type: ignore[assignment]
    assert len(openings[0]) == 5
    assert judge.asked == asked
    assert openings.poor == ({0} if poor else set())


class Searched(Judge):
    """A judge whose searches find the scores of a table: of each position after the short, middle and long search."""

    def __init__(self, scores: dict[Position, tuple[float, float, float]]) -> None:
        self.scores, self.nodes = scores, 0
        self.proven = {}

    def judged(self, position: Position, limit: Limit, near: float = math.inf) -> Judgement:
        assert limit.nodes
        self.nodes += limit.nodes
        lean = abs(self.scores[position][(1_000, 10_000, 200_000).index(limit.nodes)])
        if lean > 90:
            return Judgement(Verdict.DECIDED, 0.0)
        return Judgement(Verdict.EVEN if lean <= near else Verdict.UNEVEN, lean)


@pytest.mark.rules
def test_what_looks_even_to_a_short_search_is_rejected_by_a_longer_one() -> None:
    positions = [KALAH.start().play(move) for move in range(6)]
    leads = [(0.0, 99, 99), (0.1, 0.2, 99), (0.2, 0.3, 0.1), (3, 3, 3), (4, 4, 4), (99, 99, 99)]
    judge = Searched(dict(zip(positions, leads, strict=True)))
    assert judge.best(positions) == (Judgement(Verdict.EVEN, 0.1), positions[2])
    assert judge.nodes == 6 * 1_000 + 5 * 10_000 + 2 * 200_000
    far = Searched(dict(zip(positions, [(1, 2, 5.0)] * 5 + [(99, 99, 99)], strict=True)))
    assert far.best(positions) == (Judgement(Verdict.UNEVEN, 5.0), positions[0])
    assert Searched({positions[0]: (99, 99, 99)}).best(positions[:1]) == (Judgement(Verdict.DECIDED, 0.0), positions[0])
    assert Searched({}).best([]) is None


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
