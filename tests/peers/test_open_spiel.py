"""The rules compared with OpenSpiel's, ply by ply over random games, and the work of one and the same search.

At every ply: the same legal moves, the same player to move, the same board, going on or over; at the end the same
winner. Where OpenSpiel's rules differ from ours, the test says so.
"""

import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pyspiel
import pytest
from open_spiel.python.algorithms.minimax import alpha_beta_search

import outplay
from outplay import Grid, Position
from outplay.engine.kernels import Plain

FIRST_STORE, SECOND_STORE, HOUSES = 7, 0, 6
"""OpenSpiel's mancala: 1-6 the first player's houses, 7 his store, 8-13 the second's houses, 0 his store."""

MNK = [(1, 1, 1), (3, 3, 3), (3, 3, 4), (2, 7, 3), (4, 4, 3), (4, 6, 4), (6, 4, 4), (5, 5, 4), (8, 5, 4), (10, 10, 5)]
"""Rows, columns, k."""


def same(move: int, player: int) -> int:
    return move


def house(action: int, player: int) -> int:
    """OpenSpiel's place on the ring as our house from the mover's left."""
    return action - 1 - player * (HOUSES + 1)


def plain_cells(state: Any) -> str:
    return "".join(str(state).split())


def gomoku_cells(state: Any) -> str:
    """The first line says who is to move."""
    return "".join(str(state).split()[1:]).translate(str.maketrans("bw", "xo"))


def othello_cells(state: Any) -> str:
    """Every row stands between its numbers."""
    rows = re.findall(r"^\d ([-xo ]+) \d$", str(state), re.MULTILINE)
    return "".join(rows).replace(" ", "").replace("-", ".")


def our_cells(position: Position) -> str:
    board = position.game.board
    assert isinstance(board, Grid)
    return board.cells(position.state)


def mancala_text(state: Any) -> str:
    """The seeds as our text writes them. At the end OpenSpiel leaves the seeds of the side that has some in its houses
    and counts them for that side; here they are put into its store, where our rules put them.
    """
    ring = [int(seeds) for seeds in state.observation_tensor(0)[: 2 * HOUSES + 2]]
    sides = []
    for houses, store in ((ring[1:FIRST_STORE], ring[FIRST_STORE]), (ring[FIRST_STORE + 1 :], ring[SECOND_STORE])):
        swept = ([0] * HOUSES, store + sum(houses)) if state.is_terminal() else (houses, store)
        sides.append(f"{','.join(map(str, swept[0]))}:{swept[1]}")
    return " ".join(sides)


def kalah_text(position: Position) -> str:
    """Both sides' seeds; who is to move is compared by itself."""
    return " ".join(position.text.split()[:2])


@dataclass(frozen=True)
class Pair:
    """Two programs' names for one game, and how OpenSpiel's moves and boards are read as ours."""

    spec: str
    name: str
    theirs: Callable[[Any], str] = plain_cells
    ours: Callable[[Position], str] = our_cells
    move: Callable[[int, int], int] = same

    def compare(self, position: Position, state: Any) -> None:
        """Holds one position against one state."""
        assert self.ours(position) == self.theirs(state)
        outcome = position.outcome()
        assert (outcome is not None) == state.is_terminal()
        if outcome is None:
            player = state.current_player()
            assert position.to_move == player
            assert position.moves() == tuple(sorted(self.move(a, player) for a in state.legal_actions()))
        else:
            assert position.moves() == ()
            assert state.returns() == {0: [1, -1], 1: [-1, 1], None: [0, 0]}[outcome.winner]

    def play(self, generator: random.Random) -> list[Position]:
        """One random game, every ply of it compared; returns all its positions."""
        position, state = outplay.game(self.spec).start(), pyspiel.load_game(self.name).new_initial_state()
        self.compare(position, state)
        positions = [position]
        while not state.is_terminal():
            action = generator.choice(state.legal_actions())
            position = position.play(self.move(action, state.current_player()))
            state.apply_action(action)
            self.compare(position, state)
            positions.append(position)
        return positions

    def play_all(self, games: int) -> list[list[Position]]:
        """So many random games, the same ones every time."""
        generator = random.Random(f"{self.spec} {games}")
        return [self.play(generator) for _ in range(games)]


KALAH = Pair("kalah:6,4", "mancala", mancala_text, kalah_text, house)


def test_kalah_is_mancala_in_every_pit() -> None:
    """OpenSpiel's capture is our `standard`. It ends the game when either side's houses are empty, as we do, also after
    a sowing that earns another turn; it says who won and not by how much.
    """
    games = KALAH.play_all(2500)
    assert any(before.to_move == last.to_move for *_, before, last in games)


def test_empty_capture_is_not_mancala() -> None:
    """The comparison is fine enough to tell the two capture rules apart."""
    other = Pair("kalah:6,4,empty-capture", "mancala", mancala_text, kalah_text, house)
    with pytest.raises(AssertionError):
        other.play_all(100)


def test_connect_four_agrees() -> None:
    games = Pair("connect-four", "connect_four").play_all(2500)
    assert {winner(game) for game in games} == {0, 1, None}


@pytest.mark.parametrize(("columns", "rows"), [(4, 4), (6, 5), (5, 8), (9, 7)])
def test_connect_four_agrees_on_other_boards(columns: int, rows: int) -> None:
    Pair(f"connect-four:{columns},{rows}", f"connect_four(columns={columns},rows={rows})").play_all(300)


@pytest.mark.parametrize(("rows", "columns", "k"), MNK)
def test_mnk_agrees(rows: int, columns: int, k: int) -> None:
    """OpenSpiel's m is the number of columns and its n that of rows; k or more in a line win there too."""
    Pair(f"mnk:{rows},{columns},{k}", f"mnk(m={columns},n={rows},k={k})").play_all(300)


def test_tic_tac_toe_agrees() -> None:
    games = Pair("tic-tac-toe", "tic_tac_toe").play_all(1000)
    assert {winner(game) for game in games} == {0, 1, None}


@pytest.mark.parametrize(("spec", "name"), [("gomoku", "gomoku"), ("gomoku:9", "gomoku(size=9)")])
def test_gomoku_agrees(spec: str, name: str) -> None:
    """OpenSpiel's gomoku is freestyle: six in a row win too."""
    Pair(spec, name, gomoku_cells).play_all(300)


def test_othello_agrees_with_its_passes() -> None:
    games = Pair("othello", "othello", othello_cells).play_all(300)
    assert any(position.moves() == (64,) for game in games for position in game)


def hex_cells(state: Any) -> str:
    """OpenSpiel writes stones that are joined to an edge as other letters."""
    return plain_cells(state).translate(str.maketrans("yzXpqO", "xxxooo"))


@pytest.mark.parametrize("size", [2, 3, 5, 7, 11])
def test_hex_agrees(size: int) -> None:
    games = Pair(f"hex:{size}", f"hex(board_size={size})", hex_cells).play_all(200 if size < 9 else 30)
    assert {winner(game) for game in games} == {0, 1}


def breakthrough_cells(state: Any) -> str:
    """There Black is at the top and moves first, here White at the bottom: the board is turned over."""
    rows = re.findall(r"^[0-9]([.bw]+)$", str(state), re.MULTILINE)
    return "".join(reversed(rows)).translate(str.maketrans("bw", "WB"))


def breakthrough_move(size: int) -> Callable[[int, int], int]:
    """From an action ((cell * 6 + direction) * 2 + capture), directions 0 to 2 downwards, to our move."""

    def turned(cell: int) -> int:
        return (size - 1 - cell // size) * size + cell % size

    def move(action: int, player: int) -> int:
        cell, direction = divmod(action // 2, 6)
        target = cell + (size if direction < 3 else -size) + direction % 3 - 1
        return turned(cell) * size * size + turned(target)

    return move


@pytest.mark.parametrize("size", [6, 7, 8])
def test_breakthrough_agrees(size: int) -> None:
    name = f"breakthrough(rows={size},columns={size})"
    pair = Pair(f"breakthrough:{size}", name, breakthrough_cells, move=breakthrough_move(size))
    assert {winner(game) for game in pair.play_all(200)} == {0, 1}


def nothing(_: Any) -> str:
    """For boards that are compared by the legal moves alone."""
    return ""


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (2, 2), (2, 3), (3, 3), (4, 5)])
def test_dots_and_boxes_agrees(rows: int, columns: int) -> None:
    """Legal moves are the edges that are not drawn, and the winner is who has closed more boxes."""
    name = f"dots_and_boxes(num_rows={rows},num_cols={columns})"
    Pair(f"dots-and-boxes:{rows},{columns}", name, nothing, nothing).play_all(200)


def oware_seeds(state: Any) -> list[tuple[list[int], int]]:
    """Each player's houses and score, from OpenSpiel's drawing of the board."""
    lines = str(state).splitlines()
    upper, lower = ([int(number) for number in line.split()] for line in lines[2:4])
    second, first = (int(re.findall(r"score = ([0-9]+)", line)[0]) for line in (lines[0], lines[-1]))
    return [(lower, first), (upper[::-1], second)]


def test_oware_agrees_until_a_position_comes_back() -> None:
    """OpenSpiel ends the game when a position is repeated, we after 100 moves without a capture."""
    generator, ended = random.Random(5), 0
    for _ in range(300):
        position, state = outplay.game("oware").start(), pyspiel.load_game("oware").new_initial_state()
        while not state.is_terminal() and position.text.split()[3:] != ["100"]:
            board = position.game.board.describe(position.state)
            assert [(side["houses"], side["store"]) for side in board["sides"]] == oware_seeds(state)
            assert position.to_move == state.current_player()
            assert position.moves() == tuple(action % 6 for action in state.legal_actions())
            action = generator.choice(state.legal_actions())
            position = position.play(action % 6)
            state.apply_action(action)
        outcome = position.outcome()
        if outcome is None or not state.is_terminal():
            continue
        ended += 1
        assert state.returns() == {0: [1, -1], 1: [-1, 1], None: [0, 0]}[outcome.winner]
    assert ended > 200


def winner(game: list[Position]) -> int | None:
    outcome = game[-1].outcome()
    assert outcome
    return outcome.winner


class Counted:
    """An OpenSpiel state that counts the nodes of a search: each is asked once whether it is the end."""

    def __init__(self, state: Any, count: list[int]) -> None:
        self.state, self.count = state, count

    def clone(self) -> "Counted":
        return Counted(self.state.clone(), self.count)

    def is_terminal(self) -> bool:
        self.count[0] += 1
        return bool(self.state.is_terminal())

    def __getattr__(self, name: str) -> Any:
        return getattr(self.state, name)


def their_search(name: str, depth: int, horizon: Callable[[Any], float]) -> tuple[float, int, int]:
    """OpenSpiel's value for the first player, its move and its nodes."""
    game, count = pyspiel.load_game(name), [0]
    state = Counted(game.new_initial_state(), count)
    value, action = alpha_beta_search(game, state=state, value_function=horizon, maximum_depth=depth)
    return value, action, count[0]


def sign(value: int) -> int:
    if value > 0:
        return 1000
    return -1000 if value < 0 else 0


def test_alpha_beta_on_kalah_does_the_work_of_open_spiels() -> None:
    """A finished game is worth 1 there and 1000 here; at this depth that changes nothing."""

    def stores(state: Any) -> float:
        ring = state.observation_tensor(0)
        return float(ring[FIRST_STORE] - ring[SECOND_STORE])

    game = outplay.game("kalah:6,4")
    assert game.heuristics.settled_margin
    found = Plain(game, "alpha-beta", horizon=game.heuristics.settled_margin, end=sign).search(game.start(), 8)
    value, action, nodes = their_search("mancala", 8, stores)
    assert (found.value, found.move, found.nodes) == (value, house(action, 0), nodes)


def test_alpha_beta_on_connect_four_does_the_work_of_open_spiels() -> None:
    game = outplay.game("connect-four")
    found = Plain(game, "alpha-beta").search(game.start(), 8)
    value, action, nodes = their_search("connect_four", 8, lambda state: 0.0)
    assert (found.value, found.move, found.nodes) == (value, action, nodes) == (0, 0, 12_574)
