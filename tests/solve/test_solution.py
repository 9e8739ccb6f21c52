"""Whole games: every position is found, and its value and length are minimax's."""

import zlib
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from helpers.commands import good, outplay_run, refused

import outplay
from outplay import GOING_ON, BadPosition, BadTable, Solution
from outplay.core.game import Game, Position
from outplay.solve import solution as solving
from outplay.solve.position_count import least_positions
from outplay.solve.solution import PREFIX, Value, keep, kept_solution
from outplay.web.tasks import solved


def oracle(root: Position) -> dict[Position, Value]:
    """Every position that can be reached, from the rules alone."""

    @cache
    def value(position: Position) -> Value:
        outcome = position.outcome()
        if outcome:
            return Value(outcome.margin_for(position.to_move), 0)
        values = []
        for move in position.moves():
            child = position.play(move)
            below = value(child)
            values.append((below.margin if child.to_move == position.to_move else -below.margin, below.plies + 1))
        most = max(margin for margin, _ in values)
        lengths = [plies for margin, plies in values if margin == most]
        return Value(most, max(lengths) if most < 0 else min(lengths))

    found, waiting = dict[Position, Value](), [root]
    while waiting:
        position = waiting.pop()
        if position not in found:
            found[position] = value(position)
            waiting += [position.play(move) for move in position.moves()]
    return found


def assert_is_minimax(game: Game, moves: str = "") -> None:
    root = game.start()
    for word in moves.split():
        root = root.play(game.move(word, root))
    known, solution = oracle(root), Solution(game, root)
    assert len(solution) == len(known)
    assert all(solution[position] == value for position, value in known.items())


class Stone(NamedTuple):
    at: int
    turn: int


@pytest.mark.rules
@pytest.mark.parametrize(
    ("spec", "moves"),
    [("kalah:2,2", ""), ("kalah:2,2,empty-capture", ""), ("mnk:3,3,3", "b2"), ("dots-and-boxes:1,2", ""),
     ("connect-four:4,4", "a b c d a b c d a b"), ("othello:4", "a2 a1 b1")],
)  # fmt: skip
def test_a_solution_made_as_plain_python_is_minimax(spec: str, moves: str) -> None:
    game = outplay.game(spec)
    if spec.startswith("othello"):
        moves = " ".join(first_moves(game, 7))
    assert_is_minimax(game, moves)


def first_moves(game: Game, plies: int) -> list[str]:
    """The names of so many moves from the start, always the first."""
    position, names = game.start(), []
    for _ in range(plies):
        names.append(position.name(position.moves()[0]))
        position = position.play(position.moves()[0])
    return names


@pytest.mark.kernel
def test_a_compiled_solution_is_minimax_and_outlives_the_growth_of_its_table(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    game = outplay.game("mnk:3,3,3")
    monkeypatch.setattr(solving, "FIRST_SLOTS", 64)
    assert_is_minimax(game)
    solution = Solution(game)
    assert len(solution) == 5478
    solution.save(tmp_path / "all.solution")
    read = Solution.load(tmp_path / "all.solution")
    assert len(read) == 5478
    assert read[game.start()] == Value(0, 9)
    assert read.moves(game.start()) == solution.moves(game.start())
    printed = good("solve", "mnk:3,3,3", "--all", "--moves", "b2 b3", "--out", str(tmp_path / "part"))
    assert "win, over after 5 plies" in printed
    assert "Proven: x wins, after 5 plies." in printed
    refused(outplay_run("solve", "mnk:3,3,3", "--all", "--out", str(tmp_path / "part")), "exists already")


@pytest.mark.rules
def test_the_page_shows_the_solution_that_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = outplay.game("kalah:2,2")
    assert keep(Solution(game)) is None
    assert kept_solution(game) is None
    monkeypatch.setenv("OUTPLAY_ENDGAME", str(tmp_path / "new"))
    assert solved(game.start(), 2) is None
    assert keep(Solution(game, game.start().play(0))) is None
    path = keep(Solution(game))
    assert path
    answer = solved(game.start(), 2)
    assert answer
    assert answer["network"] == "from the solution of all 25 positions"
    lines = [(line["move"], line["outcome"]["margin"], line["plies"]) for line in answer["analysis"]["lines"]]
    assert lines == [("2", 2, 5), ("1", 4, 2)]
    assert [len(line["line"]) for line in answer["analysis"]["lines"]] == [5, 2]
    for move in game.start().moves():
        after = game.start().play(move)
        assert (solved(after, 9) is None) == (after.outcome() is not None)
    Path(path).write_bytes(b"damaged")
    assert kept_solution(game) is None


@pytest.mark.rules
def test_states_too_wide_for_a_key_are_known_by_a_hash() -> None:
    game = outplay.game("mnk:3,3,3")
    wide = replace(game, bits=dict.fromkeys(game.widths, 80), spec="wide")
    position = wide.start()
    for move in (0, 1, 4):
        position = position.play(move)
    assert [*Solution(wide, position).moves(position).values()] == [
        *Solution(game, Position(game, position.state)).moves(Position(game, position.state)).values()
    ]


@pytest.mark.rules
def test_a_position_that_cannot_be_reached_or_of_another_game_is_refused() -> None:
    game = outplay.game("kalah:2,2")
    solution = Solution(game, game.start().play(0))
    assert game.start() not in solution
    with pytest.raises(BadPosition, match="cannot be reached"):
        solution[game.start()]
    with pytest.raises(BadPosition, match="the solution of kalah:2,2"):
        solution[outplay.game("kalah:2,3").start()]


@pytest.mark.rules
@pytest.mark.parametrize(
    ("cells", "message"), [(8, "a position can come again"), (1 << 20, "lines of more than 300 plies")]
)
def test_a_game_that_goes_in_a_circle_or_does_not_end_is_refused_at_once(cells: int, message: str) -> None:
    def play(state: Stone, move: int) -> Stone:
        return Stone((state.at + 1) % cells, 1 - state.turn)

    def moves(state: Stone) -> int:
        return 1

    def outcome(state: Stone) -> int:
        return 0 if state.at >= cells else GOING_ON

    game = Game("ring", Stone(0, 0), 20, moves, play, outcome, lambda state: state.turn)
    with pytest.raises(BadTable, match=message):
        Solution(game)


@pytest.mark.rules
def test_a_game_too_large_for_the_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "FIRST_SLOTS", 64)
    monkeypatch.setattr(solving, "memory_mb", lambda: 0)
    with pytest.raises(BadTable, match=r"has at least about .* positions, and half of this machine's memory holds 48;"):
        Solution(outplay.game("mnk:3,3,3"))
    monkeypatch.setattr(solving, "least_positions", lambda game, root, wanted: 1)
    with pytest.raises(BadTable, match="has more than 48 positions"):
        Solution(outplay.game("mnk:3,3,3"))


@pytest.mark.kernel
def test_random_games_tell_how_many_positions_there_are_at_least() -> None:
    for spec in ("mnk:3,3,3", "kalah:2,2"):
        game = outplay.game(spec)
        number = len(oracle(game.start()))
        assert number // 5 < least_positions(game, game.initial, 10**6) <= number
    game = outplay.game("connect-four")
    assert 4 * 10**8 < least_positions(game, game.initial, 10**9) < 4_531_985_219_092


@pytest.mark.rules
def test_an_interruption_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "REPORT_SECONDS", 0.01)

    def interrupt(count: int, least: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Solution(outplay.game("connect-four:4,4"), progress=interrupt)


@pytest.mark.rules
def test_a_file_that_is_damaged_or_of_other_rules_is_refused(tmp_path: Path) -> None:
    game, path = outplay.game("kalah:2,2"), tmp_path / "file"
    solution = Solution(game)
    solution.save(path)
    assert len(Solution.load(path, game)) == len(solution)
    with pytest.raises(BadTable, match="is a solution of other rules"):
        Solution.load(path, outplay.game("kalah:2,2,empty-capture"))
    data = path.read_bytes()
    for place in (8, 12, PREFIX.size + 3, len(data) // 2, len(data) - 1):
        changed = bytearray(data)
        changed[place] ^= 1
        path.write_bytes(changed)
        with pytest.raises(BadTable, match="is damaged"):
            Solution.load(path)
    path.write_bytes(data[:-1])
    with pytest.raises(BadTable, match="is damaged"):
        Solution.load(path)
    text = data[PREFIX.size :].replace(b'"game": "kalah:2,2"', b'"game": "kalah:2,9"', 1)
    path.write_bytes(PREFIX.pack(b"OUTPLAYS", zlib.crc32(text), *PREFIX.unpack_from(data)[2:]) + text)
    with pytest.raises(BadTable, match=r"which cannot be made|other rules"):
        Solution.load(path)
    with pytest.raises(BadTable, match="cannot be read: No such file"):
        Solution.load(tmp_path / "none")
    with pytest.raises(BadTable, match="is no solution"):
        Solution.load(Path(__file__))
    with pytest.raises(BadTable, match="there is no folder"):
        solution.save(tmp_path / "no folder" / "file")
