"""The sequential test: published log-likelihood ratios, and error rates as promised."""

import math
import random

import numpy as np
import pytest
from helpers.made_results import chance_pairs, made, made_match, made_pairs
from hypothesis import given
from hypothesis import strategies as st

from outplay import BadLimit
from outplay.arena.elo import score_of
from outplay.arena.sprt import Sprt, State, Trial, sprt_of, sprt_words

PUBLISHED = [
    # Disservin/fastchess, app/tests/sprt_test.cpp, "logistic pentanomial 1" and "2", with pairs of 1:1 and of two draws
    # added up, "logistic trinomial 1" and "2"
    (0.5, 2.5, (223, 9863, 21279, 10037, 246), -3.07),
    (0, 2, (871, 26175, 55983, 26678, 821), -4.98),
    (0.5, 2.5, (21184, 40708, 21404), -1.57),
    (0, 2, (57030, 106593, 57433), -2.59),
    # cutechess/cutechess, projects/lib/tests/sprt/tst_sprt.cpp, "test1" and "test2"
    (0, 10, (1351, 2942, 1477), 2.52),
    (0, 10, (555, 298, 555), -0.74),
    # official-stockfish/Stockfish, pull requests 3098, 3209, 3331, 2598, 2951, 2971 and 2950 of 2020 and 2021, when
    # fishtest's bounds {elo0,elo1} were logistic: what fishtest reported
    (-0.25, 1.25, (491, 7345, 29693, 7670, 465), 2.96),
    (0.25, 1.25, (53, 2220, 21459, 2445, 47), 2.97),
    (-0.25, 1.25, (253, 4282, 17604, 4431, 286), 2.94),
    (0.25, 1.25, (58, 3302, 33130, 3518, 84), 2.97),
    (-0.25, 1.25, (115, 2196, 11328, 2317, 136), 2.94),
    (0.25, 1.25, (14, 1030, 14318, 1163, 19), 2.93),
    (-1.5, 0.5, (243, 1665, 3339, 1762, 281), 2.95),
    (-1.5, 0.5, (444, 5546, 17841, 5604, 428), 2.63),
    (-0.5, 1.5, (59, 754, 2467, 865, 75), 2.95),
    (0.25, 1.75, (33, 1185, 8378, 1302, 50), 2.95),
    (-0.5, 1.5, (17, 253, 1042, 337, 39), 2.96),
    (0.25, 1.75, (11, 407, 3238, 513, 11), 2.93),
    (-0.5, 1.5, (133, 1751, 5094, 1849, 165), 2.94),
]


@pytest.mark.parametrize(("elo0", "elo1", "counts", "llr"), PUBLISHED)
def test_the_log_likelihood_ratio_is_the_published_one(
    elo0: float, elo1: float, counts: tuple[int, ...], llr: float
) -> None:
    assert Sprt(elo0, elo1).llr(counts) == pytest.approx(llr, abs=0.006)


def test_the_bounds_are_those_of_wald() -> None:
    # (-2.94, 2.94) in every report of fishtest, and -4.6 and 4.6 in the tests of cutechess
    assert [Sprt(0, 5).lower, Sprt(0, 5).upper] == pytest.approx([-2.944, 2.944], abs=0.001)
    careful = Sprt(0, 10, alpha=0.01, beta=0.01)
    assert [careful.lower, careful.upper] == pytest.approx([-4.6, 4.6], abs=0.01)


def slow_ratio(counts: tuple[int, ...], elo: float) -> float:
    """The slow twin: the largest log-likelihood of counts with a given mean score, by a search over the multiplier of
    the mean on a fine grid, refined."""
    share = score_of(elo)
    away = [index / (len(counts) - 1) - share for index in range(len(counts))]
    total = sum(counts)
    low, high = -1 / max(away), -1 / min(away)
    best = math.inf
    for _ in range(6):
        grid = np.linspace(low, high, 402)[1:-1]
        values = [-sum(c * math.log(1 + x * a) for c, a in zip(counts, away, strict=True)) for x in grid]
        place = int(np.argmin(values))
        best = min(best, values[place])
        low, high = (grid[max(0, place - 1)], grid[min(len(grid) - 1, place + 1)])
    return best + sum(c * math.log(c / total) for c in counts)


@given(st.tuples(*[st.integers(1, 60)] * 5), st.floats(-200, 200), st.floats(1, 200))
def test_the_ratio_is_that_of_the_slow_twin(counts: tuple[int, ...], elo0: float, wide: float) -> None:
    expected = slow_ratio(counts, elo0 + wide) - slow_ratio(counts, elo0)
    assert Sprt(elo0, elo0 + wide).llr(counts) == pytest.approx(expected, abs=1e-3 + 1e-4 * abs(expected))


@given(st.lists(st.integers(0, 400), min_size=5, max_size=5), st.floats(-100, 100), st.floats(0.5, 100))
def test_the_ratio_is_finite_and_turns_its_sign_with_the_sides(counts: list[int], elo0: float, wide: float) -> None:
    ratio = Sprt(elo0, elo0 + wide).llr(counts)
    assert math.isfinite(ratio)
    assert Sprt(-elo0 - wide, -elo0).llr(counts[::-1]) == pytest.approx(-ratio, rel=1e-6, abs=1e-6)


def decisions(sprt: Sprt, elo: float, draws: float, number: int, chance: np.random.Generator) -> list[State]:
    """How trials end in which the player has this Elo, and openings are worth 50 to the first player."""
    low, high = -2000.0, 2000.0
    for _ in range(60):  # the strength at which the mean over both colours is what this Elo says
        middle = (low + high) / 2
        mean = (score_of(middle + 50) + score_of(middle - 50)) / 2
        low, high = (middle, high) if mean < score_of(elo) else (low, middle)
    ends = []
    for _ in range(number):
        counts, state = [0] * 5, sprt.state([0] * 5)
        while not state.decided:
            for first, second in zip(*chance_pairs(chance, low, draws, 0.0, (20,)), strict=True):
                counts[round(2 * (first + second))] += 1
                state = sprt.state(counts)
                if state.decided:
                    break
        ends.append(state)
    return ends


@pytest.mark.parametrize("draws", [0.0, 0.4])
def test_wrong_decisions_are_no_more_frequent_than_promised(draws: float) -> None:
    sprt, number, chance = Sprt(0, 120), 200, np.random.default_rng(20)
    weak = decisions(sprt, 0, draws, number, chance)
    strong = decisions(sprt, 120, draws, number, chance)
    most = 0.05 + 2 * math.sqrt(0.05 * 0.95 / number)  # what chance allows for in so many trials
    assert sum(state.decided == "H1" for state in weak) / number <= most
    assert sum(state.decided == "H0" for state in strong) / number <= most
    clear = decisions(sprt, 250, draws, 50, chance)
    assert all(state.decided == "H1" for state in clear)
    assert np.mean([state.pairs for state in clear]) < np.mean([state.pairs for state in strong])


def test_a_trial_counts_whole_pairs_in_whatever_order_games_end() -> None:
    counts = (3, 5, 9, 8, 4)
    games = made_pairs(counts)
    random.Random(7).shuffle(games)
    trial = Trial(Sprt(-500, 500), "A")
    for game in games:
        state = trial.update(game)
        assert state == trial.state
    assert tuple(trial.counts) == counts
    for game in made_match([(1.0, 1.0)], "C", "D"):  # no games of A's
        trial.update(game._replace(number=game.number + 1000))
    assert tuple(trial.counts) == counts
    assert Trial(Sprt(0, 5), "A").update(made(1, "A", "B", 1.0)).pairs == 0


def test_what_is_decided_stays_decided() -> None:
    trial = Trial(Sprt(0, 100), "A")
    for game in made_match([(1.0, 1.0)] * 30):
        trial.update(game)
    decided = trial.state
    assert decided.decided == "H1"
    assert decided.pairs < 30
    for game in made_match([(0.0, 0.0)] * 60):
        trial.update(game._replace(number=game.number + 1000))
    assert trial.state == decided
    other = Trial(Sprt(0, 100), "B")
    for game in made_match([(1.0, 1.0)] * 30):
        other.update(game)
    assert other.state.decided == "H0"


def test_a_test_is_read_as_people_write_it() -> None:
    test = sprt_of(" -3, 1.5 ")
    assert (test.elo0, test.elo1, test.alpha, test.beta) == (-3, 1.5, 0.05, 0.05)


@pytest.mark.parametrize("text", ["", "5", "0,5,7", "a,b", "5,0", "5,5", "nan,5", "0,inf", "0;5"])
def test_what_is_no_test_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(BadLimit, match=r"is no test; write the two Elo differences, .* as in 0,5") as refusal:
        sprt_of(text)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(("alpha", "beta"), [(0, 0.05), (0.05, 1), (0.6, 0.5), (math.nan, 0.05)])
def test_error_rates_that_cannot_be_are_refused(alpha: float, beta: float) -> None:
    with pytest.raises(BadLimit, match="alpha and beta"):
        Sprt(0, 5, alpha, beta)


def test_where_a_test_stands_is_said_in_a_line() -> None:
    sprt = Sprt(0, 100)
    assert "not decided after 1 pair" in sprt_words(sprt, sprt.state([0, 0, 1, 0, 0]))
    assert "decided for H1, stronger by 100 Elo, after 60 pairs" in sprt_words(sprt, sprt.state([0, 0, 0, 0, 60]))
    assert "decided for H0, stronger by 0 Elo only" in sprt_words(sprt, sprt.state([60, 0, 0, 0, 0]))
