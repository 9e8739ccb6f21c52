"""Schedules: everybody meets everybody, colours are fair, numbers never change, and Swiss rounds pair equals."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from outplay.arena.games import Result
from outplay.arena.schedule import Extent, Slot, Swiss, SwissRecord, circle, meetings, slots, swiss_round
from outplay.core.results import Ending

PLAYERS = st.integers(2, 12)


def result(slot: Slot, names: list[str], winner: int | None) -> Result:
    first, second = names[slot.first], names[slot.second]
    return Result(slot.number, slot.round, first, second, winner, 1, Ending.RULES, 9, "", 0.0)


@given(PLAYERS)
def test_in_a_round_robin_everybody_meets_everybody_once_and_plays_once_a_day(players: int) -> None:
    days = list(circle(players))
    met = Counter(pair for day in days for pair in day)
    assert set(met) == {(a, b) for a in range(players) for b in range(a + 1, players)}
    assert set(met.values()) == {1}
    for day in days:
        playing = [player for pair in day for player in pair]
        assert len(playing) == len(set(playing)) == players - players % 2


@given(PLAYERS, st.integers(1, 3), st.sampled_from([1, 2, 4]), st.sampled_from(["round-robin", "gauntlet"]))
def test_games_are_numbered_from_one_and_come_in_pairs_with_the_same_opening(
    players: int, rounds: int, games: int, format: str
) -> None:
    made = list(slots(format, [Extent(players, rounds)], games))
    assert [slot.number for slot in made] == list(range(1, len(made) + 1))
    pairings = players * (players - 1) // 2 if format == "round-robin" else players - 1
    assert len(made) == pairings * rounds * games
    if games > 1:
        for one, two in zip(made[::2], made[1::2], strict=True):
            assert (one.first, one.second, one.opening) == (two.second, two.first, two.opening)
        openings = Counter((slot.first, slot.second, slot.opening) for slot in made)
        assert set(openings.values()) == {1}
    assert {slot.opening for slot in made} == set(range(len(made) // min(2, games)))


@given(PLAYERS, st.integers(1, 2), st.integers(0, 3), st.integers(0, 2), st.sampled_from(["round-robin", "gauntlet"]))
def test_an_extended_tournament_keeps_its_games_and_has_those_of_a_larger_one(
    players: int, rounds: int, more_players: int, more_rounds: int, format: str
) -> None:
    before, after = Extent(players, rounds), Extent(players + more_players, rounds + more_rounds)
    old = list(slots(format, [before], 2))
    new = list(slots(format, [before, after], 2))
    assert new[: len(old)] == old
    met = [(slot.round, *sorted((slot.first, slot.second))) for slot in new[::2]]
    assert len(met) == len(set(met))
    assert set(met) == {tuple(meeting) for meeting in meetings(format, after)}


def test_a_single_game_of_each_meeting_gives_everybody_about_as_many_first_moves() -> None:
    first = Counter(slot.first for slot in slots("round-robin", [Extent(10, 2)], 1))
    assert set(first.values()) == {9}


def test_a_gauntlet_is_the_first_player_against_all_others() -> None:
    made = list(slots("gauntlet", [Extent(4, 1)], 2))
    assert [(slot.first, slot.second) for slot in made] == [(0, 1), (1, 0), (0, 2), (2, 0), (0, 3), (3, 0)]


@settings(deadline=None, max_examples=60)
@given(st.integers(2, 20), st.integers(1, 8), st.randoms(use_true_random=False))
def test_in_a_swiss_tournament_nobody_meets_twice_while_it_can_be_helped(
    players: int, rounds: int, dice: object
) -> None:
    names = [f"p{i}" for i in range(players)]
    rounds = min(rounds, players // 2)
    swiss = Swiss(names, {}, rounds, 2)
    results: list[Result] = []
    for _ in range(rounds):
        new = swiss.slots(results)[len(results) :]
        assert len(new) == players // 2 * 2
        results += [result(slot, names, dice.choice([0, 1, None])) for slot in new]  # type: ignore[attr-defined]
    assert len(swiss.slots(results)) == len(results)
    met = Counter(frozenset((r.first, r.second)) for r in results[::2])
    assert set(met.values()) == {1}
    rests = Counter(dict.fromkeys(names, rounds))
    rests.subtract(name for r in results[::2] for name in (r.first, r.second))
    assert max(rests.values()) <= 1


def test_swiss_rounds_are_the_same_again_whatever_order_the_games_ended_in() -> None:
    names = list("abcdefg")
    swiss = Swiss(names, {}, 3, 2)
    results: list[Result] = []
    for _ in range(3):
        results += [result(slot, names, slot.number % 3 % 2) for slot in swiss.slots(results)[len(results) :]]
    assert swiss.slots(results[::-1]) == swiss.slots(results)


def test_a_round_waits_for_the_one_before_it() -> None:
    names = list("abcd")
    swiss = Swiss(names, {}, 3, 2)
    first = swiss.slots([])
    assert {slot.round for slot in first} == {1}
    assert swiss.slots([result(slot, names, 0) for slot in first[:3]]) == first


def test_winners_meet_winners() -> None:
    records = [SwissRecord(0, 2, frozenset({1}), 0), SwissRecord(1, 0, frozenset({0}), 0)]
    records += [SwissRecord(2, 2, frozenset({3}), 0), SwissRecord(3, 0, frozenset({2}), 0)]
    assert [meeting[1:] for meeting in swiss_round(2, records)] == [(0, 2), (1, 3)]


def test_when_all_have_met_they_meet_again() -> None:
    names = list("abc")
    swiss = Swiss(names, {}, 6, 2)
    results: list[Result] = []
    for _ in range(6):
        results += [result(slot, names, 0) for slot in swiss.slots(results)[len(results) :]]
    assert len(results) == 12


def test_who_comes_later_plays_from_that_round_on() -> None:
    names = list("abcdef")
    swiss = Swiss(names, {"e": 2, "f": 2}, 2, 2)
    first = swiss.slots([])
    assert {slot.first for slot in first} == {0, 1, 2, 3}
    both = swiss.slots([result(slot, names, 0) for slot in first])
    assert both[: len(first)] == first
    assert {4, 5} < {slot.first for slot in both[len(first) :]}
