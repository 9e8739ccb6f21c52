"""Endgame tables: what they say is minimax's, whatever interrupts their making, and a damaged one is not used."""

import csv
import re
import shutil
import warnings
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from helpers.commands import good, json_lines, outplay_run, refused
from helpers.paths import ROOT

import outplay
from outplay import GOING_ON, BadTable, Engine, Game, Heuristics, Numbering, RuleError
from outplay.core.locks import locked
from outplay.engine import endgame
from outplay.engine.endgame import HEADER, UnusedTable, find_table, load_table, read_header, table_digest, table_path
from outplay.engine.mcts import TreeSearch
from outplay.search.endgame import starts
from outplay.solve import tables
from outplay.solve.tables import build_table, check_table, most_layers, plan_table, prepare_table
from outplay.tools.conformance import numbers_lead_back_to_positions, random_paths

BOTH = ("kalah:2,2", "kalah:2,2,empty-capture")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder without tables."""
    monkeypatch.setenv("OUTPLAY_ENDGAME", str(tmp_path / "endgame"))
    return tmp_path / "endgame"


def rest_of(game: Game) -> Callable[[Any], int]:
    """By how much the margin still changes for the side to move, by minimax from the rules as plain Python."""
    settled = game.heuristics.settled_margin or (lambda state: 0)

    @cache
    def margin(state: Any) -> int:
        over = game.outcome(state)
        if over != GOING_ON:
            return over
        values = []
        for move in outplay.core.game.Position(game, state).moves():
            child = game.play(state, move)
            value = margin(child)
            values.append(value if game.to_move(child) == game.to_move(state) else -value)
        return max(values)

    return lambda state: margin(state) - settled(state)


def assert_is_minimax(game: Game, layers: int) -> None:
    numbering, rest = game.heuristics.numbering, rest_of(game)
    assert numbering
    table, first = build_table(plan_table(game, layers)), starts(numbering.sizes)
    assert table.layers == layers
    assert len(table) == first[layers]
    for layer in range(layers):
        for number in range(numbering.sizes[layer]):
            state = numbering.state(layer, number)
            assert int(table.data[first[layer] + number]) - 128 == rest(state), state


@pytest.mark.rules
@pytest.mark.parametrize("spec", BOTH)
def test_a_table_made_as_plain_python_is_minimax(spec: str) -> None:
    game = outplay.game(spec)
    assert game.heuristics.numbering
    assert_is_minimax(game, len(game.heuristics.numbering.sizes))


@pytest.mark.kernel
def test_a_compiled_table_is_minimax_and_the_same_on_two_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    game = outplay.game("kalah:3,2")
    assert_is_minimax(game, 8)
    one = load_table(table_path(game), game).data.tobytes()
    table_path(game).unlink()
    monkeypatch.setattr(tables, "CHUNK", 64)
    assert build_table(plan_table(game, 8), threads=2).data.tobytes() == one


@pytest.mark.rules
@pytest.mark.parametrize("spec", ["kalah:1,3", "kalah:3,2", "kalah:6,4", "kalah:12,12"])
def test_numbers_and_positions_are_the_inverse_of_each_other(spec: str) -> None:
    numbering = outplay.game(spec).heuristics.numbering
    assert numbering
    for layer in range(min(12, len(numbering.sizes))):
        size = numbering.sizes[layer]
        for number in {*range(min(size, 40)), *range(0, size, max(1, size // 40)), *range(max(0, size - 9), size)}:
            state = numbering.state(layer, number)
            assert (numbering.layer(state), numbering.index(state)) == (layer, number)


@pytest.mark.rules
def test_kalah_numbers_as_many_positions_as_there_are() -> None:
    numbering = outplay.game("kalah:6,4").heuristics.numbering
    assert numbering
    assert starts(numbering.sizes)[16] == 17_275_333
    assert starts(numbering.sizes)[21] == 225_332_381


@pytest.mark.rules
def test_games_with_other_numbers_of_seeds_share_a_table_and_other_rules_do_not() -> None:
    build_table(plan_table(outplay.game("kalah:2,3"), 5))
    assert find_table(outplay.game("kalah:2,2")).table
    assert find_table(outplay.game("kalah:2,12")).table
    others = [outplay.game(spec) for spec in ("kalah:2,3,empty-capture", "kalah:3,3")]
    assert [find_table(game).table for game in others] == [None, None]
    path = table_path(outplay.game("kalah:2,3"))
    for game in others:
        with pytest.raises(BadTable, match="made for other rules"):
            load_table(path, game)
    assert outplay.game("kalah:2,3,pie").heuristics.numbering is None


@pytest.mark.rules
def test_a_table_of_kalah_is_named_after_what_it_serves(folder: Path) -> None:
    names = [table_path(outplay.game(spec)).name for spec in ("kalah:4,3", "kalah:4,5,empty-capture")]
    assert [name.rpartition("-")[0] for name in names] == ["kalah-4-standard", "kalah-4-empty-capture"]


@pytest.mark.kernel
def test_the_tree_search_takes_what_a_table_holds_as_the_end_of_the_game() -> None:
    game = outplay.game("kalah:2,3")
    build_table(plan_table(game, 7))
    with_table, without = (TreeSearch(game, 1, goal="margin", endgame=endgame) for endgame in ("auto", "none"))
    assert with_table.endgame
    assert without.endgame is None
    rest, held, position = rest_of(game), 0, game.start()
    settled = game.heuristics.settled_margin
    assert settled
    while not position.outcome():
        margin = settled(position.state) + rest(position.state)
        found = with_table.analyse(position, outplay.Limit(nodes=5_000))
        plain = without.analyse(position, outplay.Limit(nodes=5_000))
        for outcome in (found.outcome, plain.outcome):
            assert outcome is None or outcome.margin_for(position.to_move) == margin
        if position == game.start():
            assert found.playouts < plain.playouts
        if with_table.endgame.holds(position.state):
            held += 1
            assert found.outcome
            assert found.playouts <= 1
        position = position.play(found.move)
    assert held


@pytest.mark.kernel
def test_the_engine_proves_the_known_values_with_a_table_in_fewer_nodes() -> None:
    game = outplay.game("kalah:4,3")
    with (ROOT / "tests/data/kalah.csv").open(encoding="utf-8") as file:
        known = {(row["m"], row["n"], row["variant"]): row["first_player_margin"] for row in csv.DictReader(file)}
    *_, without = Engine(game, 16, endgame="none").solve(game.start())
    build_table(plan_table(game, 11))
    engine = Engine(game, 16)
    assert engine.endgame is not None
    *_, found = engine.solve(game.start())
    assert without.exact
    assert found.exact
    assert without.score == found.score == int(known["4", "3", "standard"])
    assert found.nodes < without.nodes // 2


@pytest.mark.rules
@pytest.mark.parametrize("goal", ["margin", "win"])
def test_the_search_reads_the_same_as_plain_python(goal: str) -> None:
    game = outplay.game("kalah:2,2")
    assert find_table(game).table is None
    *_, without = Engine(game, 1, goal=goal).solve(game.start())
    build_table(plan_table(game, 7))
    *_, found = Engine(game, 1, goal=goal).solve(game.start())
    assert found.exact
    assert found.score == without.score
    assert found.nodes < without.nodes


@pytest.mark.rules
def test_what_is_computed_outlives_an_interruption() -> None:
    game, calls = outplay.game("kalah:2,2"), [0]

    def interrupt(done: int, total: int) -> None:
        calls[0] += 1
        if done > 150:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build_table(plan_table(game, 9), progress=interrupt)
    finished = len(read_header(table_path(game), game).checksums)
    assert 0 < finished < 9
    assert plan_table(game, 9).finished == starts(game.heuristics.numbering.sizes)[finished]  # type: ignore[union-attr]
    assert_is_minimax(game, 9)


@pytest.mark.rules
def test_a_layer_that_was_computed_in_part_is_gone_on_with_and_not_begun_anew(folder: Path) -> None:
    game = outplay.game("kalah:2,2")
    numbering = game.heuristics.numbering
    assert numbering
    build_table(plan_table(game, 6))
    path = table_path(game)
    with path.open("r+b") as file:  # as if a process had been killed: the next layer's first position holds a value
        file.seek(HEADER + starts(numbering.sizes)[6])
        file.write(bytes([128 + 100]))
    table = build_table(plan_table(game, 7))
    assert int(table.data[starts(numbering.sizes)[6]]) == 128 + 100


@pytest.mark.rules
def test_a_larger_table_begins_where_the_smaller_one_ended() -> None:
    game, seen = outplay.game("kalah:2,2"), list[int]()
    build_table(plan_table(game, 7))
    plan = plan_table(game, 9)
    assert plan.finished == len(load_table(plan.path, game))
    build_table(plan, progress=lambda done, total: seen.append(done))
    assert seen[0] > plan.finished
    assert seen[-1] == plan.positions
    assert plan_table(game, 5).finished == plan_table(game, 5).positions


@pytest.mark.rules
@pytest.mark.parametrize("place", [HEADER, HEADER + 60])
def test_a_damaged_table_is_told_and_not_used(place: int) -> None:
    game = outplay.game("kalah:2,2")
    table = build_table(plan_table(game, 9))
    assert check_table(table.path, game) == 9
    data = bytearray(table.path.read_bytes())
    data[place] ^= 4
    table.path.write_bytes(data)
    with pytest.raises(BadTable, match=r"is damaged in layer \d; `outplay endgame kalah:2,2 --delete`"):
        check_table(table.path, game)
    elsewhere = table.path.with_name("elsewhere")
    elsewhere.write_bytes(data)
    with pytest.raises(BadTable, match=r"--delete --file .*elsewhere` removes it"):  # and not the usual table
        check_table(elsewhere, game)
    found = find_table(game)
    assert found.table is None
    assert "playing without it" in found.notice
    with pytest.warns(UnusedTable, match="damaged"):
        assert Engine(game, 1).endgame is None


@pytest.mark.rules
def test_a_file_that_is_no_table_or_too_short_is_refused(tmp_path: Path) -> None:
    game = outplay.game("kalah:2,2")
    with pytest.raises(BadTable, match="cannot be read: No such file"):
        load_table(tmp_path / "none", game)
    path = tmp_path / "text"
    path.write_text("no table")
    with pytest.raises(BadTable, match="is no endgame table"):
        load_table(path, game)
    table = build_table(plan_table(game, 9))
    shutil.copy(table.path, path)
    with path.open("r+b") as file:
        file.truncate(HEADER + 100)
    with pytest.raises(BadTable, match="shorter than its header says"):
        load_table(path, game)
    with pytest.raises(BadTable, match="does not number its positions"):
        load_table(path, outplay.game("tic-tac-toe"))


@pytest.mark.rules
def test_a_header_that_was_written_in_part_leaves_the_one_before(tmp_path: Path) -> None:
    game = outplay.game("kalah:2,2")
    path = build_table(plan_table(game, 5)).path
    number = read_header(path, game).number
    with path.open("r+b") as file:
        file.seek(number % 2 * endgame.COPY + 40)
        file.write(b"####")
    header = read_header(path, game)
    assert header.number == number - 1
    assert len(header.checksums) == 4
    assert_is_minimax(game, 9)


@pytest.mark.rules
def test_two_builders_of_one_table_do_not_write_at_once() -> None:
    game = outplay.game("kalah:2,2")
    plan = plan_table(game, 9)
    plan.path.parent.mkdir(parents=True)
    with locked(plan.path.with_suffix(".lock")), pytest.raises(BadTable, match="another process is making"):
        build_table(plan)
    assert build_table(plan).layers == 9


@pytest.mark.rules
def test_a_size_that_does_not_fit_is_refused_before_anything_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    game = outplay.game("kalah:6,4")
    with pytest.raises(BadTable, match=r"35 layers .* GB of memory; \d+ layers fit"):
        plan_table(game, 35)
    with pytest.raises(BadTable, match="layers must be 1 to 37, not 50"):
        plan_table(game, 50)
    usage = shutil.disk_usage("/")._replace(free=1 << 29)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage)
    with pytest.raises(BadTable, match=r"256.0 MB can be used on the disk of .*; 21 layers fit"):
        plan_table(game, 23)
    assert not table_path(game).exists()


@pytest.mark.rules
def test_the_line_of_an_analysis_goes_on_to_the_end_of_the_game() -> None:
    game = outplay.game("kalah:2,2")
    build_table(plan_table(game, 7))
    *_, found = Engine(game, 1).solve(game.start())
    position = game.start()
    for move in found.line:
        position = position.play(move)
    outcome = position.outcome()
    assert outcome
    assert outcome.margin_for(game.start().to_move) == found.score
    assert found.plies is None


class Walk(NamedTuple):
    at: int
    turn: int


def walk(wrong: str = "") -> Game:
    """A stone on a row of cells moves one or two cells towards cell 0; `wrong` breaks the numbering or the rules."""
    steps = {"circle": (1, -1), "upwards": (-2, 1)}.get(wrong, (1, 2))

    def moves(state: Walk) -> int:
        return sum(1 << i for i, step in enumerate(steps) if 0 <= state.at - step <= 12)

    def play(state: Walk, move: int) -> Walk:
        return Walk(state.at - steps[move], 1 - state.turn)

    def outcome(state: Walk) -> int:
        return (-200 if wrong == "large" else -1) if state.at == 0 else GOING_ON

    numbering = Numbering(
        sizes=(7, 6),
        layer=lambda state: state.at // 7,
        index=lambda state: state.at % 7 + (wrong == "number"),
        state=lambda layer, number: Walk(7 * layer + number, 0),
    )
    return Game("walk", Walk(12, 0), 8, moves, play, outcome, lambda state: state.turn, alternates=True,
                heuristics=Heuristics(numbering=numbering))  # fmt: skip


@pytest.mark.rules
@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ("circle", "a game in which moves lead in a circle has no endgame tables"),
        ("upwards", "a move leads to a higher layer"),
        ("large", "more than the 127 that a byte holds"),
        ("number", "must give layer and number back"),
    ],
)
def test_rules_that_make_no_table_are_told_and_do_not_hang(
    wrong: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "LONGEST_CHAIN", 300)
    monkeypatch.setattr(tables.Builder.compute, "__defaults__", (300,))
    monkeypatch.setattr(tables, "table_digest", lambda game: wrong)
    monkeypatch.setattr(endgame, "table_digest", lambda game: wrong)
    with pytest.raises(BadTable, match=message):
        build_table(plan_table(walk(wrong), 2))


@pytest.mark.rules
@pytest.mark.parametrize(
    ("wrong", "message"),
    [("", None), ("upwards", "leads to a higher layer"), ("number", "has the number 6, and layer 1 has 6 positions")],
)
def test_outplay_check_finds_a_wrong_numbering(wrong: str, message: str | None) -> None:
    game = walk(wrong)
    paths = random_paths(game, 20, seed=1)
    if message is None:
        numbers_lead_back_to_positions(game, paths)
        numbers_lead_back_to_positions(outplay.game("kalah:3,2"), random_paths(outplay.game("kalah:3,2"), 3, seed=1))
        return
    with pytest.raises(RuleError, match=message):
        numbers_lead_back_to_positions(game, paths)


@pytest.mark.rules
def test_the_command_makes_shows_checks_and_removes_a_table(folder: Path) -> None:
    words = ("endgame", "kalah:2,2")
    (planned,) = json_lines(*words, "--layers", "9", "--dry-run")
    assert (planned["bytes"], planned["made"]) == (406, False)
    assert not folder.exists()
    assert "9 layers of kalah:2,2: 406 positions" in good(*words, "--layers", "9")
    assert "9 layers, all sound." in good(*words, "--check")
    (shown,) = json_lines(*words)
    assert shown["layers"] == 9
    assert "is removed" in good(*words, "--delete")
    refused(outplay_run(*words, "--layers", "10"), "layers must be 1 to 9, not 10")
    refused(outplay_run("endgame", "tic-tac-toe"), "does not number its positions")


no_arguments: Any = lambda: 0  # noqa: E731
one_argument: Any = lambda state: 0  # noqa: E731


@pytest.mark.rules
def test_a_numbering_that_cannot_be_is_told_with_file_and_line() -> None:
    good = walk().heuristics.numbering
    assert good
    for numbering, message in (
        (replace(good, sizes=()), "sizes of a numbering must be a tuple"),
        (replace(good, sizes=(1 << 40, 1)), "leave layers out"),
        (replace(good, layer=no_arguments), r"def layer\(state\)"),
        (replace(good, state=one_argument), r"def state\(layer, number\)"),
        (7, "numbering must be outplay.Numbering"),
    ):
        with pytest.raises(RuleError, match=message):
            replace(walk(), heuristics=Heuristics(numbering=numbering))  # type: ignore[arg-type]


@pytest.mark.rules
def test_the_game_in_the_guide_has_a_table_that_is_minimax(tmp_path: Path) -> None:
    text = (ROOT / "docs/guide/endgame-tables.md").read_text(encoding="utf-8")
    (source,) = [block for block in re.findall(r"```python\n(.*?)```", text, re.DOTALL) if "Game(" in block]
    path = tmp_path / "heaps.py"
    path.write_text(source, encoding="utf-8")
    game = outplay.game(str(path))
    assert_is_minimax(game, 1)
    *_, found = Engine(game, 1).solve(game.start())
    assert found.exact
    assert found.score == 1
    assert found.nodes < 200


@pytest.mark.kernel
def test_a_small_table_is_made_at_first_use_unless_the_user_wants_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = outplay.game("kalah:4,3")
    monkeypatch.setattr(tables, "DEFAULT_POSITIONS", 5000)
    prepare_table(game)
    found = find_table(game).table
    assert found
    assert found.layers == most_layers(game, 5000) > 5
    assert most_layers(outplay.game("kalah:6,4"), 3_000_000) == 13
    monkeypatch.setenv("OUTPLAY_ENDGAME", "none")
    assert find_table(game).table is None
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        prepare_table(outplay.game("tic-tac-toe"))
    assert table_digest(game) != table_digest(outplay.game("kalah:4,3,empty-capture"))
