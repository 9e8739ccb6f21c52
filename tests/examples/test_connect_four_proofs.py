"""The example that is told more of Connect Four: it is the same game, and all that it claims is true."""

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from helpers.paths import ROOT

import outplay
from outplay import Engine, Position, Solution
from outplay.compiler.kernel import Kernel
from outplay.core.arrays import Ints
from outplay.core.rules import Rules
from outplay.tools.conformance import check

FILE = ROOT / "examples" / "connect_four_proofs.py"


def told(size: str = "7,6") -> outplay.Game:
    return outplay.game(f"{FILE}:{size}")


def bounds(position: Position) -> tuple[int, int]:
    value_bounds = position.game.heuristics.value_bounds
    assert value_bounds
    lower, upper = value_bounds(position.state)
    return lower, upper


def line(game: outplay.Game, moves: str) -> Position:
    position = game.start()
    for move in moves.split():
        position = position.play(game.move(move, position))
    return position


def random_positions(game: outplay.Game, games: int, seed: int) -> set[Position]:
    choose, found = random.Random(seed), set()
    for _ in range(games):
        position = game.start()
        while not position.outcome():
            found.add(position)
            position = position.play(choose.choice(position.moves()))
    return found


def random_ends(game: outplay.Game, games: int, plies: int) -> list[Position]:
    """Positions so many plies before the end of random games, or less if that is before their middle."""
    choose, found = random.Random(str(game)), []
    for _ in range(games):
        path = [game.start()]
        while not path[-1].outcome():
            path.append(path[-1].play(choose.choice(path[-1].moves())))
        found.append(path[max(len(path) // 2, len(path) - 1 - plies)])
    return found


@pytest.mark.kernel
@pytest.mark.parametrize("size", ["4,4", "4,5"])
def test_the_value_of_every_position_is_within_its_bounds(size: str) -> None:
    """An even and an odd number of rows: then the lower cells of the pairs are other ones."""
    game, solution = told(size), Solution(outplay.game(f"connect-four:{size}"))
    exact = 0
    positions = random_positions(game, 1500, 1)
    for position in positions:
        lower, upper = bounds(position)
        assert lower <= solution[solution.game.position(position.text)].margin <= upper, position.text
        exact += lower == upper
    assert exact > len(positions) // 6


@pytest.mark.kernel
@pytest.mark.parametrize("size", ["6,5", "7,6", "8,7", "9,8"])
def test_proofs_have_the_values_of_the_example_and_more_is_proven_with_as_many_nodes(size: str) -> None:
    games = told(size), outplay.game(f"connect-four:{size}")
    engines = [Engine(game, 8, net="none") for game in games]
    proven = [0, 0]
    for position in random_ends(games[0], 12, 9):
        scores = set()
        for number, (game, engine) in enumerate(zip(games, engines, strict=True)):
            *_, last = engine.solve(game.position(position.text), outplay.Limit(nodes=30_000))
            proven[number] += last.exact
            scores |= {last.score} if last.exact else set()
        assert len(scores) <= 1, position.text
    assert proven[0] >= proven[1] > 0


@pytest.mark.kernel
def test_outplay_check_finds_no_fault() -> None:
    for size in ("5,4", "7,6"):
        assert not [finding for finding in check(told(size), games=8) if finding.mistake]


@pytest.mark.rules
@pytest.mark.parametrize(
    ("size", "moves", "expected"),
    [
        ("7,6", "", (-1, 1)),
        ("7,6", "a a b b c c", (1, 1)),  # d1 wins
        ("7,6", "d a d a d b", (1, 1)),  # d4 wins
        ("7,6", "c g d g e", (-1, -1)),  # b1 and f1 cannot both be met
        ("7,6", "c g d b e g", (1, 1)),  # f1 wins
        ("4,4", "a a a a b b b b", (-1, 1)),  # following gives the leader all of row 1
        ("4,4", "a b a b b a b a", (-1, 0)),  # and here a row is the leader's nowhere
        ("4,4", "c a c a d a d c a", (-1, -1)),  # in the end the leader plays below b3, which completes a4 c2 d1
    ],
)
def test_what_is_known_of_some_positions(size: str, moves: str, expected: tuple[int, int]) -> None:
    """Run as plain Python."""
    assert bounds(line(told(size), moves)) == expected


def bounds_kernel(game: outplay.Game) -> Callable[[Rules], Callable[..., int]]:
    """A kernel that writes down the bounds of a state and how its moves are ordered."""
    heuristics: Any = game.heuristics
    value_bounds, order = heuristics.value_bounds, heuristics.order

    def factory(rules: Rules) -> Callable[..., int]:
        def run(state: Any, moves: int, out: Ints) -> int:
            lower, upper = value_bounds(state)
            for move in range(moves):
                out[move] = order(state, move)
            out[moves] = lower
            return int(upper)

        return run

    return factory


@pytest.mark.kernel
@pytest.mark.parametrize("size", ["4,4", "7,6", "8,7", "9,8", "20,20"])
def test_compiled_it_says_the_same(size: str) -> None:
    game = told(size)
    kernel, columns, order = Kernel(game, bounds_kernel(game)), int(size.split(",")[0]), game.heuristics.order
    assert order
    for position in random_positions(game, 20, 5):
        out = np.zeros(columns + 1, np.int64)
        upper = kernel(position.state, columns, out)
        assert (int(out[columns]), upper) == bounds(position)
        for move in position.moves():
            assert out[move] == order(position.state, move)
