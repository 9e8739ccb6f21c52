"""Standings: points, tie-breaks and figures counted by hand, and tables that fit."""

import json

import pytest
from helpers.made_results import made, made_match, some_results
from hypothesis import given
from hypothesis import strategies as st

from outplay import BadSpec
from outplay.arena.elo import compare
from outplay.arena.games import Result
from outplay.arena.ratings import rate
from outplay.arena.standings import cross_table, figures, scoring_of, standings
from outplay.arena.tables import (
    cross_lines,
    error_lines,
    figure_lines,
    game_lines,
    match_lines,
    rating_notes,
    shortened,
    standings_lines,
    superiority_lines,
    width_of,
)
from outplay.core.results import ERRORS, Ending

ROUND_ROBIN = [
    made(1, "A", "B", 1.0),
    made(2, "B", "A", 0.5),
    made(3, "A", "C", 0.0),
    made(4, "C", "A", 0.0, Ending.CRASH),
    made(5, "B", "C", 1.0, Ending.TIMEOUT, plies=10),
    made(6, "C", "B", 0.5, plies=50),
]
"""A: 1 + 1/2 + 0 + 1 = 2 1/2. B: 0 + 1/2 + 1 + 1/2 = 2. C: 1 + 0 + 0 + 1/2 = 1 1/2."""


def test_standings_are_those_counted_by_hand() -> None:
    a, b, c = standings(ROUND_ROBIN)
    assert [(row.rank, row.player, row.games, row.points) for row in (a, b, c)] == [
        (1, "A", 4, 2.5),
        (2, "B", 4, 2.0),
        (3, "C", 4, 1.5),
    ]
    assert (a.wins, a.draws, a.losses, a.first_wins, a.second_wins) == (2, 1, 1, 1, 1)
    assert (c.wins, c.draws, c.losses, c.first_wins, c.second_wins) == (1, 1, 2, 0, 1)
    assert (a.errors, b.errors, c.errors) == ({}, {}, {"crash": 1, "timeout": 1})
    # A: B's 2 points once and a half, C's 1 1/2 once; Buchholz: twice 2 and twice 1 1/2.
    assert (a.sonneborn_berger, a.buchholz) == (2 + 1 + 1.5, 7.0)
    assert (c.sonneborn_berger, c.buchholz) == (2.5 + 1, 9.0)


def test_the_course_counts_two_and_three_for_a_win_one_for_a_draw_and_two_for_an_error() -> None:
    rows = {row.player: row for row in standings(ROUND_ROBIN, scoring="mnk-course")}
    assert rows["A"].points == 2 + 1 + 0 + 2  # as first, a draw, lost, and C crashed
    assert rows["B"].points == 0 + 1 + 2 + 1
    assert rows["C"].points == 3 + 0 + 0 + 1  # won as the second player
    course = scoring_of("mnk-course")
    for ending in Ending:
        assert course(made(1, "A", "B", 0.0, ending)) == (0, 2 if ending in ERRORS else 3)
        assert course(made(1, "A", "B", 1.0, ending)) == (2, 0)
    with pytest.raises(BadSpec, match="no scoring 'football'; there are plain, mnk-course"):
        standings(ROUND_ROBIN, scoring="football")


def test_ties_are_broken_by_sonneborn_berger_then_by_wins_and_else_shared() -> None:
    # A and C have two points each, A's from C and D with three points, C's from B and D with two. B and D have one.
    games = [
        made(1, "A", "B", 0.0),
        made(3, "A", "C", 1.0),
        made(5, "A", "D", 1.0),
        made(7, "C", "D", 1.0),
        made(9, "B", "D", 0.0),
        made(11, "B", "C", 0.0),
    ]
    assert [(row.rank, row.player) for row in standings(games)] == [(1, "A"), (2, "C"), (3, "B"), (4, "D")]
    even = [made(1, "A", "B", 0.5), made(2, "B", "A", 0.5)]
    assert [(row.rank, row.player) for row in standings([*even, made(3, "C", "C2", 1.0)])] == [
        (1, "C"),
        (2, "A"),
        (2, "B"),
        (4, "C2"),
    ]


def test_swiss_ties_are_broken_by_buchholz_first() -> None:
    # A and B have a point and a half each. A drew with the strong S and won against the weak W, B won a game more
    # against the weak and lost to nobody strong: A's opponents have more points.
    games = [
        made(1, "S", "A", 0.5),
        made(3, "A", "W", 1.0),
        made(5, "B", "W", 1.0),
        made(7, "B", "V", 0.5),
        made(9, "S", "V", 1.0),
    ]
    places = {row.player: row for row in standings(games, swiss=True)}
    assert places["A"].points == places["B"].points == 1.5
    assert places["A"].buchholz == 1.5 + 0 > places["B"].buchholz == 0 + 0.5
    assert places["A"].rank < places["B"].rank


def test_a_bye_is_a_win_without_a_game() -> None:
    rows = {row.player: row for row in standings(ROUND_ROBIN, ["D"], byes={"C": 2, "D": 1})}
    assert (rows["C"].points, rows["C"].games, rows["C"].byes) == (3.5, 4, 2)
    assert (rows["D"].points, rows["D"].rank, rows["D"].elo) == (1.0, 1, None)
    course = {row.player: row for row in standings(ROUND_ROBIN, byes={"C": 1}, scoring="mnk-course")}
    assert course["C"].points == 6


def test_players_with_more_games_are_not_ahead_for_that() -> None:
    hero = [made_match([(0.5, 0.0)] * 3, "hero", name) for name in ("x", "y")]
    games = [game._replace(number=game.number + 100 * i) for i, match in enumerate(hero) for game in match]
    rows = standings(games)
    assert rows[-1].player == "hero"
    assert rows[-1].points == 3.0
    assert all(row.points == 4.5 for row in rows[:-1])


@given(some_results(), st.sampled_from(["plain", "mnk-course"]), st.booleans())
def test_standings_of_any_games_add_up(results: list[Result], scoring: str, swiss: bool) -> None:
    rows = standings(results, ["zoe"], scoring=scoring, swiss=swiss)
    json.dumps([row._asdict() for row in rows], allow_nan=False)
    assert sum(row.games for row in rows) == 2 * len(results)
    assert (
        sum(row.wins for row in rows) == sum(row.losses for row in rows) == sum(r.winner is not None for r in results)
    )
    assert sum(row.points for row in rows) == sum(sum(scoring_of(scoring)(r)) for r in results)
    assert sum(sum(row.errors.values()) for row in rows) == sum(r.ending in ERRORS for r in results)
    assert all(row.wins == row.first_wins + row.second_wins for row in rows)
    assert [row.rank for row in rows] == sorted(row.rank for row in rows)
    assert rows[0].rank == 1


@given(some_results())
def test_a_cross_table_says_the_same_from_both_sides(results: list[Result]) -> None:
    names = [row.player for row in standings(results)]
    cells = cross_table(results, names)
    assert sum(cell.games for cell in cells.values()) == 2 * len(results)
    for (one, other), cell in cells.items():
        mirrored = cells[other, one]
        assert cell.points + mirrored.points == cell.games == mirrored.games
        assert (cell.wins, cell.draws, cell.losses) == (mirrored.losses, mirrored.draws, mirrored.wins)
        assert cell.points == cell.wins + cell.draws / 2


def test_figures_are_those_counted_by_hand() -> None:
    found = figures(ROUND_ROBIN)
    assert found is not None
    assert (found.games, found.first_wins, found.draws, found.second_wins) == (6, 2, 2, 2)
    assert (found.first_share, found.plies_shortest, found.plies_median, found.plies_longest) == (0.5, 10, 30, 50)
    assert found.first_share_low < 0.5 < found.first_share_high
    assert (found.plies_mean, found.seconds_mean, found.seconds_a_move) == (30, 0.5, 3 / 180)
    assert found.endings == {"rules": 4, "crash": 1, "timeout": 1}
    assert figures([]) is None
    json.dumps(found._asdict(), allow_nan=False)


def test_the_first_players_share_has_an_interval_that_knows_of_pairs() -> None:
    """A opens every pair with a win and loses it with the other colour half of the time: a pair's first players have 1
    or 2 points."""
    always_first = figures(made_match([(1.0, 0.0)] * 50))
    assert always_first is not None
    assert (always_first.first_share, always_first.first_share_high) == (1.0, 1.0)
    assert 0.9 < always_first.first_share_low < 1.0


LONG = [
    "engine:time=0.1,threads=1,table=64,goal=win" + "x" * 300,
    "engine:time=0.2",
    "ウサギと亀",
    "e\u0301" * 90,
    "A" * 40,
]


def test_tables_fit_the_width_whatever_the_names_are() -> None:
    names = LONG + [f"player number {i:02}" for i in range(35)]
    games: list[Result] = []
    for i, first in enumerate(names):
        for second in names[:i]:
            games += [made(len(games) + k + 1, *who, 1.0) for k, who in enumerate(((first, second), (second, first)))]
    games[0] = games[0]._replace(ending=Ending.SILENCE)
    rows = standings(games)
    players = [row.player for row in rows]
    for lines in (standings_lines(rows), cross_lines(games, players), superiority_lines(rate(games))):
        assert max(width_of(line) for line in lines) <= 80
    cross = cross_lines(games, players)
    assert len([line for line in cross if not line]) == len(cross) // 42
    assert len(cross_lines(games, players, width=400)) == 41
    assert len(standings_lines(rows)) == 41
    assert error_lines(rows) == [f"{games[0].second}: 1 × silence"]


@given(st.text(), st.integers(1, 30))
def test_a_shortened_text_fits_and_keeps_both_ends(text: str, width: int) -> None:
    short = shortened(text, width)
    assert width_of(short) <= width or short == text
    if short != text:
        head, _, tail = short.partition("…") if "…" not in text else (text[:0], "", text[:0])
        assert text.startswith(head)
        assert text.endswith(tail)


def test_a_table_reads_like_this() -> None:
    rows = standings(ROUND_ROBIN)
    head, best, *_ = (" ".join(line.split()) for line in standings_lines(rows))
    assert head == "# player games points won 1st 2nd drawn lost err SB Elo"
    assert best.startswith("1 A 4 2.5 2 1 1 1 1 4.5 +")
    assert cross_lines(ROUND_ROBIN, ["A", "B", "C"]) == [
        "     1  2  3",
        "1 A    1½  1",
        "2 B  ½    1½",
        "3 C  1  ½",
    ]
    assert figure_lines(figures(ROUND_ROBIN))[2] == "Games ended by rules: 4, crash: 1, timeout: 1"
    assert match_lines(compare(ROUND_ROBIN, "A", "B"))[0] == "A against B: 1.5 of 2 (75.0 %), 1 won, 1 drawn, 0 lost"


def test_who_is_stronger_is_said_of_games_that_were_decided_on_the_board_only() -> None:
    silent = [made(1, "A", "B", 1.0, Ending.SILENCE), made(2, "B", "A", 0.0, Ending.SILENCE)]
    match = compare(silent, "A", "B")
    assert match.errors == (0, 2)
    assert match_lines(match, compare([], "A", "B"))[:3] == [
        "A against B: 2 of 2 (100.0 %), 2 won, 0 drawn, 0 lost",
        "Lost by errors: 0 by A, 2 by B",
        "No game was decided on the board: nothing is known about who is stronger",
    ]
    board = [made(3, "A", "B", 0.0), made(4, "B", "A", 1.0), made(5, "A", "B", 0.0), made(6, "B", "A", 1.0)]
    lines = match_lines(compare(silent + board, "A", "B"), compare(board, "A", "B"))
    assert [line for line in lines if "stronger" in line] == [lines[3]]
    assert lines[2].startswith("Elo -")
    assert lines[2].endswith(" with these games")
    assert lines[3].startswith("Without them 0 of 4: Elo less than")
    assert "stronger" in match_lines(compare(board, "A", "B"))[1]
    assert "--without-errors" in rating_notes(rate(silent), errors=True)[0]


def test_margins_are_summed_and_shown_where_they_say_more_than_the_points() -> None:
    games = [
        made(1, "A", "B", 1.0)._replace(margin=12),
        made(2, "B", "A", 1.0)._replace(margin=5),
        made(3, "A", "B", 0.5),
    ]
    a, b = sorted(standings(games), key=lambda row: row.player)
    assert (a.won_by, a.lost_by, b.won_by, b.lost_by) == (12, 5, 5, 12)
    head, *rows = standings_lines([a, b])
    assert head.split()[-1] == "margin"
    assert [row.split()[-1] for row in rows] == ["+7", "-7"]
    ones = [game._replace(margin=min(1, game.margin)) for game in games]
    assert "margin" not in standings_lines(standings(ones))[0]


@given(st.integers(1, 40), st.integers(1, 40), st.integers(1, 10**6), st.sampled_from(sorted(Ending)))
def test_the_list_of_games_fits_80_columns_and_never_shortens_how_a_game_ended(
    one: int, other: int, number: int, ending: Ending
) -> None:
    names = "a" * one, "b" * other
    games = [made(number, *names, 1.0, ending)._replace(margin=120, round=3), made(number + 1, *names, 0.5, ending)]
    lines = game_lines(games)
    assert max(map(width_of, lines)) <= 80
    assert lines[0].split() == ["#", "round", "first", "second", "result", "by", "moves", "ended", "by"]
    assert lines[1].endswith(f"1-0  120     30  {ending}")
    assert lines[2].endswith(f"½-½          30  {ending}")
    if max(one, other) < 14:
        assert " ".join(names) in " ".join(lines[1].split())
    alike = game_lines([game._replace(margin=1, round=1) for game in games])
    assert alike[0].split() == ["#", "first", "second", "result", "moves", "ended", "by"]


def test_tables_of_nothing_say_so() -> None:
    assert standings_lines([]) == ["No players yet."]
    assert standings_lines(standings([], ["A", "B", "C"]))[1].endswith("?")
    assert figure_lines(None) == match_lines(compare([], "A", "B")) == ["No games yet."]
    assert cross_lines([], []) == []
    assert rating_notes(rate([])) == []


def test_what_has_to_be_said_of_ratings_is_said() -> None:
    apart = [game._replace(number=game.number + 10) for game in made_match([(1.0, 1.0)], "C", "D")]
    first, second = rating_notes(rate(made_match([(1.0, 0.5)]) + apart))
    assert first.startswith("There are 2 groups of players without games between them")
    assert second.startswith("Some players won or lost all games against the others")
    assert "half a drawn game" in second
    lines = standings_lines(standings(made_match([(1.0, 1.0)]) + apart))
    assert [line.split()[-2] for line in lines[1:]] == [">", ">", "<", "<"]


def test_somebody_who_plays_against_itself_breaks_nothing() -> None:
    games = [made(1, "A", "A", 1.0), made(2, "A", "A", 0.5)]
    (row,) = standings(games)
    assert (row.games, row.wins, row.draws, row.losses, row.elo) == (4, 1, 2, 1, None)
    assert cross_table(games, ["A"]) == {}
