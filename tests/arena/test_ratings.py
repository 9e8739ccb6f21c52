"""Elo, its intervals and ratings: published numbers, slow twins, and whether the intervals keep what they promise."""

import json
import math
import random
import re

import numpy as np
import pytest
from helpers.made_results import (
    chance_pairs,
    chance_tournament,
    made,
    made_match,
    made_pairs,
    made_singles,
    some_results,
    true_share,
)
from helpers.paths import DOCS
from hypothesis import given
from hypothesis import strategies as st

from outplay import BadSpec
from outplay.arena.elo import NATURAL, compare, elo_of, elo_words, score_of, share_from, share_of
from outplay.arena.games import Result
from outplay.arena.pairs import pairs_of, pentanomial
from outplay.arena.ratings import counted, information, rate

PUBLISHED = [
    # Disservin/fastchess, app/tests/elo_test.cpp, "EloPentanomial 1" to "3"; its counts of 1:1 and of two draws are
    # added up: Elo, error, normalised Elo, and the likelihood of superiority where it is given
    ((34, 54, 63, 64, 75), 55.58, 27.65, 57.94, 1.0),
    ((332, 433, 498, 333, 334), -8.64, 10.33, -9.17, 0.0505),
    ((7895, 8757, 5685, 568, 9999), -21.04, 2.95, -19.01, None),
    # official-stockfish/Stockfish, pull requests 6095, 6255 and 4160: what fishtest reported
    ((168, 7012, 15622, 7035, 163), 0.08, 1.4, 0.15, 0.542),
    ((1, 137, 4659, 203, 0), 2.22, 1.3, 12.00, 1.0),
    ((39, 5335, 18992, 5622, 12), 1.35, 1.2, 3.13, 0.986),
    # official-stockfish/books, pull request 72: what fastchess reported
    ((0, 183, 642, 175, 0), -1.39, 6.44, -3.29, 0.3362),
]

PUBLISHED_SINGLES = [
    # JoAnnP38/Pedantic, pull request 8: what cutechess-cli reported for 332 wins, 352 draws and 316 losses
    ((332, 352, 316), 5.6, 17.3, 0.735),
    # fairy-stockfish/Fairy-Stockfish-NNUE, pull request 11: what fishtest reported
    ((4961, 238, 2801), 96.19, 7.8, 1.0),
    ((1393, 13, 634), 135.78, 16.2, 1.0),
]


@pytest.mark.parametrize(("counts", "elo", "error", "normalised", "superiority"), PUBLISHED)
def test_elo_and_its_error_from_pairs_are_the_published_ones(
    counts: tuple[int, ...], elo: float, error: float, normalised: float, superiority: float | None
) -> None:
    points = [index / 2 for index, count in enumerate(counts) for _ in range(count)]
    share = share_of(points, [2] * len(points))
    low, high = elo_of(share.low), elo_of(share.high)
    assert low is not None
    assert high is not None
    assert elo_of(share.share) == pytest.approx(elo, abs=0.006)
    assert (high - low) / 2 == pytest.approx(error, rel=0.005, abs=0.05)
    if superiority is not None:
        assert share.above_half == pytest.approx(superiority, abs=0.0006)
    if sum(counts) < 2000:
        found = compare(made_pairs(counts), "A", "B")
        assert found.pairs == counts
        assert (found.elo, found.elo_low, found.elo_high) == (elo_of(share.share), low, high)
        assert found.normalised == pytest.approx(normalised, abs=0.006)


@pytest.mark.parametrize(("counts", "elo", "error", "superiority"), PUBLISHED_SINGLES)
def test_elo_and_its_error_from_single_games_are_the_published_ones(
    counts: tuple[int, int, int], elo: float, error: float, superiority: float
) -> None:
    found = compare(made_singles(*counts), "A", "B")
    assert found.elo_low is not None
    assert found.elo_high is not None
    assert found.elo == pytest.approx(elo, abs=0.05)
    assert (found.elo_high - found.elo_low) / 2 == pytest.approx(error, abs=0.06)
    assert found.superiority == pytest.approx(superiority, abs=0.0006)
    assert (found.wins, found.draws, found.losses, sum(found.pairs)) == (*counts, 0)


def test_the_normalised_elo_of_single_games_is_the_published_one() -> None:
    # Disservin/fastchess, app/tests/elo_test.cpp, "EloWDL 1", "2" and "3"
    for (wins, losses, draws), expected in (((76, 89, 123), -20.76), ((136, 96, 111), 49.77), ((34, 356, 0), -508.44)):
        assert compare(made_singles(wins, draws, losses), "A", "B").normalised == pytest.approx(expected, abs=0.006)


@given(st.floats(-3000, 3000))
def test_elo_and_score_are_each_others_inverse(elo: float) -> None:
    back = elo_of(score_of(elo))
    assert back is not None
    assert back == pytest.approx(elo, rel=1e-6, abs=1e-6)
    assert score_of(elo) + score_of(-elo) == pytest.approx(1)


def test_no_games_say_nothing() -> None:
    found = compare([], "A", "B")
    assert (found.score_low, found.score_high, found.superiority) == (0, 1, 0.5)
    assert (found.elo, found.elo_low, found.elo_high) == (None, None, None)
    assert elo_words(found) == "not known yet"


def test_all_wins_give_an_open_interval_that_closes_in_from_below() -> None:
    bounds = []
    for pairs in (1, 2, 5, 10, 100, 1000):
        found = compare(made_match([(1.0, 1.0)] * pairs), "A", "B")
        assert (found.elo, found.elo_high, found.score_high) == (None, None, 1.0)
        assert found.elo_low is not None
        bounds.append(found.elo_low)
        assert elo_words(found) == f"more than {found.elo_low:+.0f}"
        mirrored = compare(made_match([(0.0, 0.0)] * pairs), "A", "B")
        assert mirrored.elo_low is None
        assert mirrored.elo_high == pytest.approx(-found.elo_low)
        assert elo_words(mirrored) == f"less than {-found.elo_low:+.0f}"
    assert bounds == sorted(bounds)
    assert bounds[3] == pytest.approx(elo_of(0.025 ** (1 / 20)), abs=15)  # the exact bound of 20 wins out of 20


def test_all_draws_are_even_with_an_interval_that_shrinks() -> None:
    wide = []
    for pairs in (1, 10, 100):
        found = compare(made_match([(0.5, 0.5)] * pairs), "A", "B")
        assert (found.elo, found.superiority, found.draw_ratio, found.normalised) == (0, 0.5, 1, None)
        assert found.elo_high is not None
        assert found.elo_low == pytest.approx(-found.elo_high)
        wide.append(found.elo_high)
    assert wide[0] > 200 > 60 > wide[1] > 10 > wide[2] > 0


def test_one_game_says_hardly_anything() -> None:
    found = compare([made(1, "A", "B", 1.0)], "A", "B")
    assert found.elo_low is not None
    assert found.elo_low < -200
    assert 0.5 < found.superiority < 0.9


@given(some_results())
def test_a_comparison_is_finite_ordered_and_the_same_from_both_sides(results: list[Result]) -> None:
    one, other = compare(results, "ada", "bob"), compare(results, "bob", "ada")
    json.dumps(one._asdict(), allow_nan=False)
    assert one.score_low <= one.score <= one.score_high
    assert one.games == one.wins + one.draws + one.losses == other.games
    assert one.pairs == other.pairs[::-1]
    assert one.superiority + other.superiority == pytest.approx(1)
    assert one.score_low + other.score_high == pytest.approx(1)
    assert (one.superiority > 0.975) == (one.score_low > 0.5) or one.superiority == pytest.approx(0.975)


@given(some_results(), st.randoms())
def test_games_are_paired_whatever_their_order(results: list[Result], chance: random.Random) -> None:
    mixed = list(results)
    chance.shuffle(mixed)
    pairs = [{game.number for game in pair} for pair in pairs_of(mixed)]
    assert sorted(map(sorted, pairs)) == sorted(map(sorted, ({g.number for g in p} for p in pairs_of(results))))
    assert sorted(number for pair in pairs for number in pair) == [result.number for result in results]
    for pair in pairs_of(mixed):
        if len(pair) == 2:
            assert (pair[0].first, pair[0].second) == (pair[1].second, pair[1].first)
            assert (pair[0].number + 1) // 2 == (pair[1].number + 1) // 2


def test_the_same_game_told_twice_is_no_pair() -> None:
    game = made(1, "A", "B", 1.0)
    assert pairs_of([game, game, made(2, "A", "B", 1.0), made(3, "B", "A", 1.0)]).count((game, game)) == 0
    assert pentanomial(pairs_of([made(1, "A", "B", 1.0), made(2, "B", "A", 0.5)]), "A") == (0, 0, 0, 1, 0)


def test_pairs_with_unfair_openings_are_surer_than_single_games() -> None:
    """Each opening is won by its first player: single games vary as much as can be, pairs not at all."""
    points = [(1.0, 0.0)] * 40 + [(1.0, 1.0)] * 10
    paired = compare(made_match(points), "A", "B")
    single = compare([g._replace(number=2 * i + 1) for i, g in enumerate(made_match(points))], "A", "B")
    assert paired.elo == single.elo
    assert paired.score_high - paired.score_low < 0.7 * (single.score_high - single.score_low)


def test_the_interval_covers_the_truth_in_500_matches_of_many_kinds() -> None:
    chance = np.random.default_rng(2026)
    covered = 0
    for _ in range(500):
        elo, draws, spread = (
            chance.uniform(-400, 400),
            chance.choice([0.0, 0.3, 0.7]),
            chance.choice([0.0, 100.0, 300.0]),
        )
        points = chance_pairs(chance, elo, draws, spread, (int(chance.integers(10, 101)),))
        found = compare(made_match(list(zip(*(p.tolist() for p in points), strict=True))), "A", "B")
        covered += found.score_low <= true_share(elo, spread) <= found.score_high
    assert 0.92 <= covered / 500 <= 0.98


@pytest.mark.parametrize("games", [20, 100, 1000])
@pytest.mark.parametrize("elo", [0, 100, 200, 400])
def test_the_interval_covers_the_truth_for_every_kind_of_match(elo: float, games: int) -> None:
    matches, chance = 2000, np.random.default_rng(games + round(elo))
    for draws in (0.0, 0.4):
        for spread in (0.0, 200.0):
            truth = true_share(elo, spread)
            points = sum(chance_pairs(chance, elo, draws, spread, (matches, games // 2)))
            assert isinstance(points, np.ndarray)
            totals, squares = points.sum(axis=1), points.var(axis=1) * (games // 2)
            covered = 0
            for total, square in zip(totals.tolist(), squares.tolist(), strict=True):
                share = share_from(total, games, square, games // 2)
                covered += share.low <= truth <= share.high
            assert 0.92 <= covered / matches <= 0.98, (draws, spread)


BASEBALL = """Milwaukee Detroit 4 3;Milwaukee Toronto 4 2;Milwaukee New-York 4 3;Milwaukee Boston 6 1
Milwaukee Cleveland 4 2;Milwaukee Baltimore 6 0;Detroit Milwaukee 3 3;Detroit Toronto 4 2;Detroit New-York 4 3
Detroit Boston 6 0;Detroit Cleveland 6 1;Detroit Baltimore 4 3;Toronto Milwaukee 2 5;Toronto Detroit 4 3
Toronto New-York 2 4;Toronto Boston 4 3;Toronto Cleveland 4 2;Toronto Baltimore 6 0;New-York Milwaukee 3 3
New-York Detroit 5 1;New-York Toronto 2 5;New-York Boston 4 3;New-York Cleveland 4 2;New-York Baltimore 6 1
Boston Milwaukee 5 1;Boston Detroit 2 5;Boston Toronto 3 3;Boston New-York 4 2;Boston Cleveland 5 2
Boston Baltimore 6 0;Cleveland Milwaukee 2 5;Cleveland Detroit 3 3;Cleveland Toronto 3 4;Cleveland New-York 4 3
Cleveland Boston 4 2;Cleveland Baltimore 2 4;Baltimore Milwaukee 2 5;Baltimore Detroit 1 5;Baltimore Toronto 1 6
Baltimore New-York 2 4;Baltimore Boston 1 6;Baltimore Cleveland 3 4"""
"""Home and away wins in the American League, Eastern Division, 1987: Agresti, Categorical Data Analysis (2002), page
438."""

BASEBALL_FIT = {
    # hturner/BradleyTerry2, tests/baseball.Rout.save: estimate and standard error, Baltimore at 0
    "Boston": (1.1077, 0.3339),
    "Cleveland": (0.6839, 0.3319),
    "Detroit": (1.4364, 0.3396),
    "Milwaukee": (1.5814, 0.3433),
    "New-York": (1.2476, 0.3359),
    "Toronto": (1.2945, 0.3367),
}


def baseball() -> list[Result]:
    games: list[Result] = []
    for line in BASEBALL.replace("\n", ";").split(";"):
        home, away, won, lost = line.split()
        for points in [1.0] * int(won) + [0.0] * int(lost):
            games.append(made(2 * len(games) + 1, home, away, points))
    return games


def test_ratings_and_their_errors_are_those_published_for_the_baseball_season_of_1987() -> None:
    games = baseball()
    rows = {row.player: row for row in rate(games, anchor="Baltimore").rows}
    assert rows["Baltimore"].elo == 0
    assert rows["Baltimore"].error == pytest.approx(0, abs=1e-4)
    names = list(rows)
    strengths = np.array([rows[name].elo for name in names]) / NATURAL
    model = np.linalg.pinv(information(counted(games, names).games, strengths))
    base = names.index("Baltimore")
    for name, (estimate, error) in BASEBALL_FIT.items():
        assert rows[name].elo / NATURAL == pytest.approx(estimate, abs=0.00006)
        own = names.index(name)
        of_model = math.sqrt(model[own, own] + model[base, base] - 2 * model[own, base])
        assert of_model == pytest.approx(error, abs=0.00006)
        # Without pairs and draws there is nothing for the sandwich to find but chance.
        assert rows[name].error / 1.96 / NATURAL == pytest.approx(error, rel=0.05)


def zermelo(results: list[Result], players: list[str]) -> dict[str, float]:
    """The slow twin: Zermelo's iteration of 1929, a player at a time, with mean 0."""
    strength = dict.fromkeys(players, 1.0)
    for _ in range(3000):
        for player in players:
            own = [r for r in results if player in (r.first, r.second)]
            points = sum(r.points if r.first == player else 1 - r.points for r in own)
            weight = sum(1 / (strength[r.first] + strength[r.second]) for r in own)
            strength[player] = points / weight
    mean = sum(math.log(value) for value in strength.values()) / len(players)
    return {player: NATURAL * (math.log(value) - mean) for player, value in strength.items()}


def test_ratings_are_those_of_the_slow_twin() -> None:
    results = chance_tournament(np.random.default_rng(8), [0, 60, 150, 200], pairs=3)
    slow = zermelo(results, ["0", "1", "2", "3"])
    found = rate(results)
    assert not found.prior
    for row in found.rows:
        assert row.elo == pytest.approx(slow[row.player], abs=0.01)


@given(some_results())
def test_everybody_expects_the_points_that_were_scored(results: list[Result]) -> None:
    found = rate(results)
    elo = {row.player: row.elo for row in found.rows}
    if found.prior:
        return
    for row in found.rows:
        own = [r for r in results if row.player in (r.first, r.second)]
        expected = sum(score_of(elo[row.player] - elo[r.second if r.first == row.player else r.first]) for r in own)
        assert expected == pytest.approx(row.score * row.games, abs=1e-4)


@given(some_results(), st.sampled_from(["", "ada"]))
def test_ratings_of_any_games_are_finite(results: list[Result], anchor: str) -> None:
    found = rate(results, ["ada", "zoe"], anchor)
    json.dumps([row._asdict() for row in found.rows] + [list(found.superiority)], allow_nan=False)
    assert {row.player for row in found.rows} >= {"ada", "zoe"}
    for group in {row.group for row in found.rows}:
        members = [row for row in found.rows if row.group == group]
        assert members == sorted(members, key=lambda row: -row.elo)
        if anchor in [row.player for row in members]:
            assert next(row.elo for row in members if row.player == anchor) == pytest.approx(0, abs=1e-6)
        else:
            assert sum(row.elo for row in members) == pytest.approx(0, abs=1e-5)
    for i, row in enumerate(found.rows):
        for j, other in enumerate(found.rows):
            above, below = found.superiority[i][j], found.superiority[j][i]
            assert (above is None) == (i == j or row.group != other.group)
            if above is not None and below is not None:
                assert above + below == pytest.approx(1)
                assert (above > 0.5) == (row.elo > other.elo) or row.elo == pytest.approx(other.elo)


def test_a_match_of_two_has_the_same_elo_and_nearly_the_same_error_as_a_tournament() -> None:
    results = made_pairs((10, 20, 30, 40, 20))
    found, row = compare(results, "A", "B"), rate(results, anchor="B").rows[0]
    assert found.elo_low is not None
    assert found.elo_high is not None
    assert row.player == "A"
    assert row.elo == pytest.approx(found.elo)
    assert row.error == pytest.approx((found.elo_high - found.elo_low) / 2, rel=0.02)


def test_who_won_everything_has_an_open_bound_above_everybody() -> None:
    results = chance_tournament(np.random.default_rng(4), [0, 50, 100], pairs=5)
    extra = made_match([(1.0, 1.0)] * 5, "hero", "2")
    found = rate(results + [game._replace(number=game.number + 1000) for game in extra])
    assert found.prior
    best = found.rows[0]
    assert (best.player, best.elo_high) == ("hero", None)
    assert best.elo_low is not None
    assert best.elo_low < best.elo
    assert all(share is None or share > 0.5 for share in found.superiority[0])


def test_more_wins_without_a_loss_are_rated_higher() -> None:
    elos = [rate(made_match([(1.0, 1.0)] * pairs)).rows[0].elo for pairs in (1, 2, 10, 50)]
    assert elos == sorted(elos)
    nearly = rate(made_match([(1.0, 1.0)] * 49 + [(1.0, 0.5)])).rows[0]
    assert nearly.elo < elos[-1]


def test_players_without_a_chain_of_games_are_not_compared() -> None:
    apart = made_match([(1.0, 0.5)] * 3, "C", "D")
    found = rate(made_match([(1.0, 0.5)] * 3) + [game._replace(number=game.number + 100) for game in apart], ["idle"])
    assert found.groups == 2
    groups = {row.player: row.group for row in found.rows}
    assert groups["A"] == groups["B"] != groups["C"] == groups["D"] != groups["idle"]
    place = [row.player for row in found.rows]
    assert found.superiority[place.index("A")][place.index("C")] is None


def test_an_anchor_that_does_not_play_is_refused() -> None:
    with pytest.raises(BadSpec, match="no player 'nobody' to set to 0; there are A, B"):
        rate(made_match([(1.0, 0.5)]), anchor="nobody")


def test_error_bars_are_those_of_a_bootstrap_over_pairs() -> None:
    """The slow twin of the sandwich: pairs drawn anew with replacement within each pairing."""
    chance = np.random.default_rng(12)
    results = chance_tournament(chance, [0, 100, 250], pairs=60)
    by_pairing: dict[frozenset[str], list[tuple[Result, ...]]] = {}
    for pair in pairs_of(results):
        by_pairing.setdefault(frozenset((pair[0].first, pair[0].second)), []).append(pair)
    drawn: dict[str, list[float]] = {"0": [], "1": [], "2": []}
    for _ in range(150):
        again: list[Result] = []
        for pairs in by_pairing.values():
            for index in chance.integers(0, len(pairs), len(pairs)):
                again += [game._replace(number=len(again) + k + 1) for k, game in enumerate(pairs[index])]
        for row in rate(again).rows:
            drawn[row.player].append(row.elo)
    for row in rate(results).rows:
        assert row.error / 1.96 == pytest.approx(np.std(drawn[row.player]), rel=0.2)


def test_ratings_cover_the_truth() -> None:
    chance = np.random.default_rng(77)
    covered = []
    for _ in range(60):
        strengths = chance.normal(0, 150, 8)
        strengths -= strengths.mean()
        for row in rate(chance_tournament(chance, strengths.tolist(), pairs=2), [str(i) for i in range(8)]).rows:
            truth = strengths[int(row.player)]
            low = -math.inf if row.elo_low is None else row.elo_low
            high = math.inf if row.elo_high is None else row.elo_high
            covered.append(low <= truth <= high)
    assert 0.92 <= np.mean(covered) <= 0.98


def test_forty_players_with_two_games_each_against_each_are_rated() -> None:
    results = chance_tournament(np.random.default_rng(1), [10 * i for i in range(40)], pairs=1)
    assert len(results) == 1560
    found = rate(results)
    assert (len(found.rows), found.groups, found.prior) == (40, 1, False)
    assert np.corrcoef([row.elo for row in found.rows], [int(row.player) for row in found.rows])[0, 1] > 0.9


def test_the_program_on_the_page_about_statistics_runs(capsys: pytest.CaptureFixture[str]) -> None:
    page = DOCS / "reference" / "statistics.md"
    (block,) = re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    exec(block, {"__name__": "page"})
    assert capsys.readouterr().out.splitlines() == re.findall(r"^# (.+)$", block, re.MULTILINE)
