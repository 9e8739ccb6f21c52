"""What learners are shown is what stands on the board, and all that the rules depend on."""

import random
from collections.abc import Iterator
from typing import Any, NamedTuple, cast

import numpy as np
import pytest
from helpers.every_game import SMALL

import outplay
from outplay.core.boards import Grid, Pits
from outplay.core.errors import RuleError
from outplay.core.game import Game, Position
from outplay.learn.observation import layout_of

pytestmark = pytest.mark.rules

OWN_FIRST = ["gomoku:6", "othello:4", "breakthrough:5", "hex:3", "hex:3,pie", "domineering:4,4", "ataxx:4"]
"""Grids whose first plane is the pieces of the side to move and whose second is those of the other."""


def walk(game: Game, seed: int, games: int = 2) -> Iterator[Position]:
    """The positions of random games, with the last ones."""
    rng = random.Random(seed)
    for _ in range(games):
        position = game.start()
        yield position
        while moves := position.moves():
            position = position.play(rng.choice(moves))
            yield position


@pytest.mark.parametrize("spec", SMALL)
def test_a_position_can_be_read_back_from_what_is_shown_of_it(spec: str) -> None:
    """Where it is not shown who is to move, the position that is read back plays alike."""
    game = outplay.game(spec)
    layout = layout_of(game)
    for position in walk(game, 1):
        shown = layout.observe(position)
        assert (shown.shape, shown.dtype) == (layout.shape, layout.dtype)
        assert shown.min() >= 0
        assert shown.max() <= layout.high
        again = layout.position(shown, game)
        assert again.moves() == position.moves()
        assert (layout.observe(again) == shown).all()
        ends = again.outcome(), position.outcome()
        margins = [end and end.margin_for(p.to_move) for end, p in zip(ends, (again, position), strict=True)]
        assert margins[0] == margins[1]


@pytest.mark.parametrize("spec", OWN_FIRST)
def test_the_first_planes_are_the_pieces_of_both_sides_on_the_board(spec: str) -> None:
    game = outplay.game(spec)
    layout, board = layout_of(game), cast(Grid, game.board)
    for position in walk(game, 2):
        cells = np.array(list(board.cells(position.state))).reshape(board.rows, board.columns)
        planes = layout.observe(position)
        symbols = board.symbols[1:3] if position.to_move == 0 else board.symbols[2:0:-1]
        for plane, symbol in enumerate(symbols):
            assert (planes[..., plane] == (cells == symbol)).all()


def test_planes_of_connect_four_are_rows_from_the_top() -> None:
    """Its bits are columns from the bottom: its planes are the own discs and all discs."""
    game = outplay.game("connect-four")
    layout, board = layout_of(game), cast(Grid, game.board)
    for position in walk(game, 3):
        cells = np.array(list(board.cells(position.state))).reshape(6, 7)
        planes = layout.observe(position)
        assert planes.shape == (6, 7, 2)
        assert (planes[..., 0] == (cells == "xo"[position.to_move])).all()
        assert (planes[..., 1] == (cells != ".")).all()


@pytest.mark.parametrize("spec", ["kalah:2,2", "kalah:6,4", "kalah:12,12,pie", "oware:3,2"])
def test_pits_are_shown_as_their_seeds_with_the_own_ones_first(spec: str) -> None:
    game = outplay.game(spec)
    layout, board = layout_of(game), cast(Pits, game.board)
    for position in walk(game, 4, 1):
        sides = board.seeds(position.state)[:: -1 if position.to_move else 1]
        seeds = [number for houses, store in sides for number in (*houses, store)]
        assert layout.observe(position)[: len(seeds)].tolist() == seeds
        assert layout.high == sum(seeds)


def test_boxes_are_exchanged_with_the_side_to_move() -> None:
    game = outplay.game("dots-and-boxes:2,2")
    layout = layout_of(game)
    position = game.start()
    for move in (0, 2, 6, 7):
        position = position.play(move)
    assert position.to_move == 1, "who closes a box moves again"
    edges = [1, 0, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0]
    assert layout.observe(position).tolist() == [*edges, 1, 0, 0, 0, 0, 0, 0, 0]
    edges[1] = 1
    assert layout.observe(position.play(1)).tolist() == [*edges, 0, 0, 0, 0, 1, 0, 0, 0]


def test_a_game_that_nothing_is_known_of_is_shown_bit_by_bit() -> None:
    game = take_away()
    layout = layout_of(game)
    assert [layout.observe(position).tolist() for position in (game.start(), game.start().play(1))] == [
        *([1, 0, 1, 0], [1, 1, 0, 0]),
    ]


class Left(NamedTuple):
    left: int
    turn: int


def take_away(**other: Any) -> Game:
    """Take one to three of five; who takes the last wins."""

    def moves(state: Left) -> int:
        return (1 << min(3, state.left)) - 1

    def play(state: Left, move: int) -> Left:
        return Left(state.left - move - 1, 1 - state.turn)

    def outcome(state: Left) -> int:
        return -1 if state.left == 0 else outplay.GOING_ON

    def to_move(state: Left) -> int:
        return state.turn

    return Game("take", Left(5, 0), {"left": 4, "turn": 1}, moves, play, outcome, to_move, alternates=True, **other)


@pytest.mark.parametrize("spec", SMALL)
def test_every_move_of_a_game_is_one_of_its_actions(spec: str) -> None:
    game = outplay.game(spec)
    seen = {move for position in walk(game, 5, 4) for move in position.moves()}
    assert max(seen) < game.action_count
    if "pie" not in spec and spec != "oware:3,2":
        assert game.action_count <= max(game.most_moves, 4**4 + 1, 5**4)


def test_moves_of_a_buffer_are_actions_only_if_the_game_says_how_many() -> None:
    game = outplay.game("breakthrough:5")
    assert game.action_count == 25 * 25
    rules = {name: getattr(game, name) for name in ("initial", "bits", "play", "outcome", "to_move", "moves")}
    with pytest.raises(RuleError, match="give Game actions=…"):
        _ = Game("own", **rules, choices=30).action_count
    assert take_away().action_count == 5, "a mask has no more bits"
    with pytest.raises(RuleError, match="actions must be how many numbers moves can have, not -1"):
        take_away(actions=-1)
