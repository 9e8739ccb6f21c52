"""Known values: move counts, 200 whole Squatter games, and solved sizes of Kalah and (M, N, K)."""

import csv
from collections.abc import Iterator

import numpy as np
import pytest
from helpers.naive.oracle import agree
from helpers.naive.squatter import Squatter
from helpers.paths import DATA

import outplay
from outplay.engine.kernels import Plain, perft
from outplay.search.plain import INFINITY, alpha_beta


def rows(name: str) -> list[dict[str, str]]:
    with (DATA / name).open(newline="") as file:
        return list(csv.DictReader(file))


def spec_of(game: str) -> str:
    return "connect-four:7,6" if game == "connect four 7x6" else game


PERFT = [(spec_of(row["game"]), int(row["depth"]), int(row["paths"])) for row in rows("perft.csv")]


def paths(position: outplay.Position, depth: int) -> int:
    """Perft by walking positions."""
    return sum(paths(position.play(move), depth - 1) for move in position.moves()) if depth else 1


@pytest.mark.rules
@pytest.mark.parametrize(("spec", "depth", "count"), [row for row in PERFT if row[2] < 5000])
def test_move_counts_of_the_interpreted_rules_are_the_known_ones(spec: str, depth: int, count: int) -> None:
    assert paths(outplay.game(spec).start(), depth) == count


@pytest.mark.kernel
@pytest.mark.parametrize(("spec", "depth", "count"), PERFT)
def test_move_counts_of_the_compiled_rules_are_the_known_ones(spec: str, depth: int, count: int) -> None:
    assert perft(outplay.game(spec).start(), depth) == count


def squatter_games() -> Iterator[list[int]]:
    for line in (DATA / "squatter-games.txt").read_text().splitlines():
        if not line.startswith("#"):
            yield [int(word) for word in line.split()]


def check_loops(oracle: Squatter) -> None:
    """The live loops of exactly one player enclose each captured cell, those of its captor, and no other cell."""
    held = {colour: {cell for cell, captor in oracle.captors.items() if captor == colour} for colour in "WB"}
    for colour in "WB":
        inside = oracle.enclosed_by(colour)
        assert {cell for cell in inside if oracle.pieces.get(cell) != colour} == held[colour]
        assert not any(oracle.is_live(cell) for cell in inside)


@pytest.mark.rules
@pytest.mark.parametrize("size", range(3, 11))
def test_the_200_known_squatter_games_are_replayed_to_their_known_ends(size: int) -> None:
    games = [line for line in squatter_games() if line[0] == size]
    assert len(games) == {3: 20, 4: 20, 5: 30, 6: 40, 7: 40, 8: 27, 9: 11, 10: 12}[size]
    for _, white, black, changes, *moves in games:
        position, oracle = outplay.game(f"squatter:{size}").start(), Squatter(size)
        changed = 0
        for move in moves:
            before = oracle.captors
            assert move in position.moves()
            position, oracle = position.play(move), oracle.play(move)
            agree(position, oracle)
            check_loops(oracle)
            changed += any(oracle.captors.get(cell) != captor for cell, captor in before.items())
        assert (oracle.count("W"), oracle.count("B"), changed) == (white, black, changes)
        outcome = position.outcome()
        assert outcome is not None
        assert outcome.margin == abs(white - black)
        assert outcome.winner == (None if white == black else 0 if white > black else 1)


@pytest.mark.rules
def test_31_of_the_known_squatter_games_have_territory_that_changed_hands() -> None:
    games = list(squatter_games())
    assert len(games) == 200
    assert sum(changes > 0 for _, _, _, changes, *_ in games) == 31


DEEP = 120
"""Plies that no line of the Kalah sizes below reaches: with 20 fewer the searches visit the same nodes."""

KALAH = {(row["m"], row["n"], row["variant"]): int(row["first_player_margin"]) for row in rows("kalah.csv")}
TINY_KALAH = [key for key in KALAH if key[0] in "12" or (key[0] == "3" and key[1] in "123")]
# Plain alpha-beta takes 6 s for (4,3) standard, and no time that a test has for 6,4 and above: these wait for a table.
SLOW_KALAH = [("4", "3", "standard"), *(key for key in KALAH if key[0] == "6" and key[1] != "1")]
QUICK_KALAH = [key for key in KALAH if key not in TINY_KALAH and key not in SLOW_KALAH]


def interpreted_value(position: outplay.Position, depth: int) -> int:
    """Alpha-beta as plain Python."""
    counts, scratch = np.zeros(3, np.int64), np.zeros(1, np.int64)
    return alpha_beta(position.game.rules)(position.state, depth, -INFINITY, INFINITY, counts, scratch)


@pytest.mark.rules
@pytest.mark.parametrize(("m", "n", "variant"), TINY_KALAH)
def test_tiny_kalah_has_its_known_margin_interpreted(m: str, n: str, variant: str) -> None:
    position = outplay.game(f"kalah:{m},{n},{variant}").start()
    assert interpreted_value(position, DEEP) == KALAH[m, n, variant]


@pytest.mark.kernel
@pytest.mark.parametrize(("m", "n", "variant"), QUICK_KALAH)
def test_small_kalah_has_its_known_margin(m: str, n: str, variant: str) -> None:
    position = outplay.game(f"kalah:{m},{n},{variant}").start()
    plain = Plain(position.game, "alpha-beta")
    found = plain.search(position, DEEP)
    assert found.value == KALAH[m, n, variant]
    assert plain.search(position, DEEP - 20).nodes == found.nodes


MNK = {
    (int(row["rows"]), int(row["columns"]), int(row["k"])): {"draw": 0, "first": 1}[row["value"]]
    for row in rows("mnk.csv")
}
# Plain alpha-beta takes 4 s for 4-4-4 and more than 10 s for the rest: these wait for a table.
QUICK_MNK = [(3, 3, 3), (4, 3, 3), (4, 4, 3)]


@pytest.mark.kernel
@pytest.mark.parametrize("size", QUICK_MNK)
def test_small_mnk_has_its_known_value(size: tuple[int, int, int]) -> None:
    m, n, k = size
    position = outplay.game(f"mnk:{m},{n},{k}").start()
    assert Plain(position.game, "alpha-beta").search(position, m * n).value == MNK[size]


@pytest.mark.kernel
def test_minimax_and_alpha_beta_find_the_same_value_of_tic_tac_toe() -> None:
    position = outplay.game("tic-tac-toe").start()
    values = {method: Plain(position.game, method).search(position, 9).value for method in ("minimax", "depth-limited")}
    assert values == {"minimax": 0, "depth-limited": 0}


@pytest.mark.rules
def test_every_known_kalah_value_is_proven_here_or_named_as_slow() -> None:
    assert len(TINY_KALAH) + len(QUICK_KALAH) + len(SLOW_KALAH) == len(KALAH) == 22
    assert {("6", "4", "standard"), ("6", "6", "empty-capture")} <= set(SLOW_KALAH)
