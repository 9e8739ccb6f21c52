"""The traced search: its values, its counts, and that what it left out could not change the result."""

import json
import random
import re
from collections.abc import Callable
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from helpers.networks import network_for
from helpers.paths import DOCS
from hypothesis import given
from hypothesis import strategies as st

import outplay
from outplay.core.bits import GOING_ON
from outplay.core.game import Game, Position
from outplay.core.heuristics import Heuristics
from outplay.core.network import Network
from outplay.engine.kernels import Plain
from outplay.engine.networks import UnusedNetwork, own_path
from outplay.search.hooks import hooks_of, margin_value
from outplay.search.values import INFINITY
from outplay.tools.bench import BENCHES
from outplay.tools.trace import (
    CUT,
    EXACT,
    HORIZON,
    LOWER,
    MOST_DEPTH,
    NO_NODE,
    OVER,
    SEARCHED,
    SEARCHES,
    TABLE,
    UNFINISHED,
    UPPER,
    NodeCount,
    Trace,
    chunks_of,
    trace,
)

WAYS = list(product(SEARCHES, (False, True)))
SMALL = ["tic-tac-toe", "kalah:3,2", "kalah:2,2,pie", "squatter:4", "connect-four:4,4", "othello:4", "mnk:3,4,3"]
LARGE = ["kalah:6,4", "gomoku", "connect-four", "othello", "squatter:8", "mnk:9,9,5,exact"]

TAKE = """
from typing import NamedTuple
from outplay import GOING_ON, Game, Heuristics

class State(NamedTuple):
    left: int
    turn: int

def moves(state, out):
    count = min(3, state.left)
    for i in range(count):
        out[i] = i + 1
    return count

def play(state, move):
    return State(state.left - move, state.turn if move == 2 else 1 - state.turn)

def outcome(state):
    return GOING_ON if state.left else -1

def to_move(state):
    return state.turn

def evaluate(state):
    return ESTIMATE

game = Game("take", State(9, 0), 4, moves, play, outcome, to_move, choices=3,
            heuristics=Heuristics(evaluate=evaluate))
"""
"""A user's own game in which a player who takes 2 moves again."""


def own_game(folder: Path, estimate: str = "100 * state.left - 450") -> Game:
    path = folder / "take.py"
    path.write_text(TAKE.replace("ESTIMATE", estimate))
    return outplay.game(str(path))


class Place(NamedTuple):
    ply: int
    room: int
    turn: int


def maze(seed: int, rooms: int = 4, length: int = 7) -> Game:
    """A random game with many transpositions in which a player may move twice: a hard case for a table."""
    generator = random.Random(seed)
    paths = [generator.randrange(rooms) for _ in range(length * rooms * 3)]
    again = [generator.random() < 0.3 for _ in range(length * rooms)]
    worth = [generator.randrange(-5, 6) for _ in range((length + 1) * rooms)]

    def moves(state: Place) -> int:
        return 0b111

    def play(state: Place, move: int) -> Place:
        at = state.ply * rooms + state.room
        return Place(state.ply + 1, paths[3 * at + move], state.turn ^ (not again[at]))

    def outcome(state: Place) -> int:
        return worth[state.ply * rooms + state.room] if state.ply == length else GOING_ON

    def to_move(state: Place) -> int:
        return state.turn

    def evaluate(state: Place) -> int:
        return 1000 * worth[state.ply * rooms + state.room]

    return Game("maze", Place(0, 0, 0), 3, moves, play, outcome, to_move, heuristics=Heuristics(evaluate))


def walked(position: Position, numbers: list[int]) -> Position:
    """The position after some moves, before the end of the game."""
    for number in numbers:
        moves = position.moves()
        after = position.play(moves[number % len(moves)])
        if after.outcome():
            break
        position = after
    return position


def value_by_hand(position: Position, depth: int, player: int, judge: Callable[[Position], int] | None = None) -> int:
    """The minimax value for a player, by the definition; `judge` is the evaluation, usually the game's own."""
    outcome = position.outcome()
    if outcome:
        return margin_value(outcome.margin_for(player))
    if depth == 0:
        value = judge(position) if judge else hooks_of(position.game, "margin").evaluate(position.state)
        return value if position.to_move == player else -value
    values = [value_by_hand(position.play(move), depth - 1, player, judge) for move in position.moves()]
    return max(values) if position.to_move == player else min(values)


def replayed(made: Trace, node: int) -> Position:
    position = made.position
    for name in made.path(node):
        position = position.play(position.game.move(name, position))
    return position


def backed_up(made: Trace, ghost: Callable[[], int]) -> int:
    """The root's value if each move that was not searched had the value that `ghost` returns."""
    values: dict[int, int] = {}
    for node in reversed(range(len(made))):
        children = [values[child] for child in made.children(node)]
        children += [ghost() for _ in range(made.skipped[node])]
        recorded = made.value[node]
        assert recorded is not None
        best = max if made.mover[node] == made.mover[0] else min
        values[node] = best(children) if children else recorded
    return values[0]


@pytest.mark.rules
@pytest.mark.parametrize("spec", SMALL + LARGE)
def test_every_search_finds_the_value_of_minimax_written_by_hand(spec: str) -> None:
    position = outplay.game(spec).start()
    choices = len(position.moves())
    depth = 1 if choices > 100 else 2 if choices > 20 else 3 if choices > 9 else 4
    expected = value_by_hand(position, depth, 0)
    for search, table in WAYS:
        made = trace(position, search, table, depth, net="none")
        assert made.value[0] == expected
        assert made.kind[0] == EXACT
        assert len(made.line()) <= depth
        if spec in SMALL:
            last = position
            for name in made.line():
                last = last.play(last.game.move(name, last))
            assert value_by_hand(last, 0, 0) == expected, "the line leads to the value"


@pytest.mark.rules
@pytest.mark.parametrize(("search", "table"), WAYS)
def test_a_users_own_game_with_extra_turns_is_searched_rightly(tmp_path: Path, search: str, table: bool) -> None:
    position = own_game(tmp_path).start()
    for depth in range(1, 7):
        assert trace(position, search, table, depth).value[0] == value_by_hand(position, depth, 0)


@pytest.mark.rules
@given(st.integers(0, 10**6), st.sampled_from(WAYS), st.integers(1, 7))
def test_where_lines_meet_all_the_time_the_value_and_every_bound_are_still_true(
    seed: int, way: tuple[str, bool], depth: int
) -> None:
    made = trace(maze(seed).start(), *way, depth)
    true: dict[Any, int] = {}

    def value(position: Position, left: int) -> int:
        if (position.state, left) not in true:
            if left == 0 or position.outcome():
                true[position.state, left] = value_by_hand(position, 0, 0)
            else:
                values = [value(position.play(move), left - 1) for move in position.moves()]
                true[position.state, left] = min(values) if position.to_move else max(values)
        return true[position.state, left]

    assert made.value[0] == value(made.position, depth)
    positions = [made.position]
    for node in range(1, len(made)):
        positions.append(positions[made.parent[node]].play(int(made.path(node)[-1])))
    for node, position in enumerate(positions):
        known, found = made.value[node], value(position, depth - made.ply[node])
        assert known is not None
        assert (found == known, found >= known, found <= known)[made.kind[node]]


@pytest.mark.kernel
@pytest.mark.parametrize(
    ("spec", "depth"), [("kalah:6,4", 6), ("connect-four", 6), ("tic-tac-toe", 9), ("othello", 5), ("squatter:8", 2)]
)
def test_it_visits_the_nodes_that_the_compiled_search_visits(spec: str, depth: int) -> None:
    game = outplay.game(spec)
    compiled = Plain(game, "alpha-beta", hooks_of(game, "margin").evaluate, margin_value).search(game.start(), depth)
    made = trace(game.start(), "alpha-beta", False, depth, net="none")
    assert (len(made), made.value[0]) == (compiled.nodes, compiled.value)
    assert made.line()[0] == game.start().name(compiled.move)


def judged_by_hand(network: Network, position: Position) -> int:
    """What a network says of a position, one number after the other, as the reference describes it."""
    shape, turn, unit = network.shape, position.to_move, 255 * 255 * 64
    bits = "".join(f"{mask:0{w}b}"[::-1] for mask, w in zip(position.state, shape.widths, strict=True))
    output = network.bias
    for j in range(shape.hidden):
        total = int(network.rows[2 * shape.inputs + turn, j])
        total += sum(int(network.rows[turn * shape.inputs + i, j]) for i, bit in enumerate(bits) if bit == "1")
        output += min(255, max(0, total)) ** 2 * int(network.rows[2 * shape.inputs + 2, j])
    return network.top * output // (network.grain * (abs(output) + unit)) * network.grain


@pytest.mark.rules
@pytest.mark.parametrize(("search", "table"), WAYS)
def test_the_network_that_the_engine_uses_judges_the_horizon(tmp_path: Path, search: str, table: bool) -> None:
    position = outplay.game("mnk:3,4,3").start()
    network = network_for(position.game, minutes=3, games=1200)
    network.save(tmp_path / "mine.network")
    made = trace(position, search, table, 3, net=str(tmp_path / "mine.network"))
    assert made.value[0] == value_by_hand(position, 3, 0, partial(judged_by_hand, network)) != 0
    assert made.summary()["network"] == "a network trained for 3 minutes on 1,200 games"
    bare = trace(position, search, table, 3, net="none")
    assert (bare.value[0], bare.summary()["network"]) == (value_by_hand(position, 3, 0), "")


@pytest.mark.rules
def test_a_network_is_found_as_the_engine_finds_it_and_one_of_other_rules_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OUTPLAY_DATA", str(tmp_path))
    position = outplay.game("mnk:3,4,3").start()
    assert trace(position, depth=2).summary()["network"] == ""
    network_for(position.game).save(own_path(position.game))
    assert trace(position, depth=2).summary()["network"] == "a network"
    own_path(position.game).rename(own_path(position.game).with_name("mnk-3-4-3-0123456789ab.network"))
    with pytest.warns(UnusedNetwork, match="the rules of mnk:3,4,3 have changed"):
        made = trace(position, depth=2)
    assert (made.summary()["network"], made.value[0]) == ("", value_by_hand(position, 2, 0))
    assert "the rules of mnk:3,4,3 have changed" in made.summary()["notice"]


@pytest.mark.rules
def test_tic_tac_toe_takes_the_known_number_of_nodes() -> None:
    made = trace(outplay.game("tic-tac-toe").start(), "alpha-beta", False, 9)
    assert len(made) == BENCHES["tic-tac-toe"].nodes == 18_297
    assert (made.minimax, made.minimax_exact) == (549_946, True)


places = st.tuples(st.sampled_from(SMALL), st.lists(st.integers(0, 50), max_size=6), st.integers(1, 5))


def depth_for(spec: str, depth: int) -> int:
    return min(depth, 3) if spec in ("squatter:4", "mnk:3,4,3") else depth


@pytest.mark.rules
@given(places, st.sampled_from(WAYS), st.integers(0, 1000))
def test_no_move_that_was_left_out_could_have_changed_the_root(
    place: tuple[str, list[int], int], way: tuple[str, bool], seed: int
) -> None:
    spec, numbers, depth = place
    made = trace(walked(outplay.game(spec).start(), numbers), *way, depth_for(spec, depth))
    generator = random.Random(seed)
    for ghost in (lambda: -INFINITY, lambda: INFINITY, lambda: generator.choice((-INFINITY, INFINITY))):
        assert backed_up(made, ghost) == made.value[0]


@pytest.mark.rules
@given(places, st.sampled_from(WAYS))
def test_what_is_said_of_every_node_is_true(place: tuple[str, list[int], int], way: tuple[str, bool]) -> None:
    spec, numbers, depth = place
    depth = min(depth_for(spec, depth), 4)
    made = trace(walked(outplay.game(spec).start(), numbers), *way, depth)
    sample = range(len(made)) if len(made) < 150 else random.Random(1).sample(range(len(made)), 150)
    for node in sample:
        position, left, value = replayed(made, node), depth - made.ply[node], made.value[node]
        true = value_by_hand(position, left, made.mover[0])
        assert value is not None
        assert made.mover[node] == position.to_move
        if made.kind[node] == EXACT:
            assert true == value
        elif made.kind[node] == LOWER:
            assert true >= value >= made.window[node].beta
        else:
            assert made.kind[node] == UPPER
            assert true <= value <= made.window[node].alpha
        end, children = made.end[node], made.children(node)
        assert (end == OVER) == (position.outcome() is not None)
        assert end != HORIZON or left == 0
        if end in (OVER, HORIZON, TABLE):
            assert not children
        else:
            assert len(children) + made.skipped[node] == len(position.moves())
            assert (end == CUT) == (made.skipped[node] > 0)
            assert made.value[made.best[node]] == value
            if end == CUT:
                assert made.best[node] == children[-1]


@pytest.mark.rules
@given(places, st.sampled_from(WAYS))
def test_windows_nest_and_say_where_they_come_from(place: tuple[str, list[int], int], way: tuple[str, bool]) -> None:
    spec, numbers, depth = place
    made = trace(walked(outplay.game(spec).start(), numbers), *way, depth_for(spec, depth))
    assert made.window[0][:2] == (-INFINITY, INFINITY)
    for node in range(1, len(made)):
        window, above = made.window[node], made.window[made.parent[node]]
        assert above.alpha <= window.alpha < window.beta <= above.beta
        for bound, source in ((window.alpha, window.alpha_from), (window.beta, window.beta_from)):
            if source == NO_NODE:
                assert abs(bound) == INFINITY
                continue
            assert made.value[source] == bound
            above_node = node
            while above_node != made.parent[source]:
                assert above_node != 0, "a bound comes from an earlier move of the same node or of one above it"
                above_node = made.parent[above_node]
            assert source < node
        if way[0] == "minimax":
            assert window == made.window[0]


@pytest.mark.rules
@given(places, st.sampled_from(SEARCHES))
def test_a_table_hit_comes_from_an_earlier_search_of_the_same_position_as_deep(
    place: tuple[str, list[int], int], search: str
) -> None:
    spec, numbers, depth = place
    made = trace(walked(outplay.game(spec).start(), numbers), search, True, depth_for(spec, depth))
    for node in range(len(made)):
        source = made.source[node]
        assert (source == NO_NODE) == (made.end[node] != TABLE)
        if source != NO_NODE:
            assert source + made.size[source] <= node, "it was finished before"
            assert made.ply[source] == made.ply[node]
            assert made.end[source] in (SEARCHED, CUT)
            assert (made.value[source], made.kind[source]) == (made.value[node], made.kind[node])
            assert replayed(made, source) == replayed(made, node)


@pytest.mark.rules
@pytest.mark.parametrize(("search", "table"), WAYS)
def test_the_steps_are_those_of_a_walk_through_the_tree(search: str, table: bool) -> None:
    made = trace(outplay.game("kalah:3,2").start(), search, table, 5)
    steps: list[tuple[str, int]] = []

    def walk(node: int) -> None:
        steps.append(("in", node))
        for child in made.children(node):
            assert made.parent[child] == node
            walk(child)
        steps.append(("out", node))

    walk(0)
    assert len(steps) == 2 * len(made)
    for number, (way, node) in enumerate(steps):
        assert number == (made.entered(node) if way == "in" else made.left(node))


@pytest.mark.rules
def test_a_table_and_pruning_each_save_nodes_where_lines_meet() -> None:
    start = outplay.game("tic-tac-toe").start()
    plain, joined, pruned, both = (len(trace(start, search, table, 5)) for search, table in WAYS)
    assert plain > joined > both
    assert plain > pruned > both


@pytest.mark.rules
@pytest.mark.parametrize("spec", SMALL)
def test_the_nodes_of_minimax_are_counted_without_visiting_them(spec: str) -> None:
    start = outplay.game(spec).start()
    for depth in (1, 2, 4):
        assert NodeCount(lambda: "").nodes(start, depth) == len(trace(start, "minimax", False, depth))


@pytest.mark.rules
def test_a_count_that_would_take_too_long_says_that_it_is_only_a_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("outplay.tools.trace.MOST_COUNTED", 50)
    made = trace(outplay.game("tic-tac-toe").start(), "alpha-beta", False, 6)
    assert not made.minimax_exact
    assert made.minimax is not None
    monkeypatch.undo()
    assert 50 < made.minimax < NodeCount(lambda: "").nodes(made.position, 6)


@pytest.mark.rules
@pytest.mark.parametrize(("search", "table"), WAYS)
def test_a_tree_that_is_too_large_is_left_unfinished_and_says_what_would_fit(search: str, table: bool) -> None:
    start = outplay.game("tic-tac-toe").start()
    made = trace(start, search, table, 7, most_nodes=800)
    assert (len(made), made.stopped, made.value[0], made.end[0]) == (800, "nodes", None, UNFINISHED)
    assert made.fits is not None
    assert not trace(start, search, table, made.fits, most_nodes=800).stopped
    assert trace(start, search, table, made.fits + 1, most_nodes=800).stopped
    assert made.minimax is None
    assert made.summary()["line"] == []
    open_nodes = [node for node in range(len(made)) if made.end[node] == UNFINISHED]
    assert [made.parent[node] for node in open_nodes[1:]] == open_nodes[:-1], "one path, the one it was on"
    for node in open_nodes:
        assert node + made.size[node] == len(made)


@pytest.mark.rules
def test_it_stops_when_it_is_asked_to_or_has_no_time_left(monkeypatch: pytest.MonkeyPatch) -> None:
    start = outplay.game("gomoku").start()
    made = trace(start, "minimax", False, 3, stop=lambda: True)
    assert made.stopped == "asked"
    assert len(made) <= 64
    monkeypatch.setattr("outplay.tools.trace.MOST_SECONDS", -1.0)
    assert trace(start, "minimax", False, 3).stopped == "time"


@pytest.mark.rules
def test_the_chunks_are_the_whole_tree_and_plain_json(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("outplay.tools.trace.CHUNK", 100)
    start = outplay.game("kalah:3,2").start()
    made = trace(start, "alpha-beta", True, 6)
    head, *chunks = [json.loads(json.dumps(c, allow_nan=False)) for c in chunks_of(made)]
    tree: dict[str, Any] = head["tree"]
    assert (tree["nodes"], tree["value"], tree["line"]) == (len(made), made.value[0], made.line())
    assert tree["cut_offs"] == made.end.count(CUT) > 0
    assert tree["skipped"] == sum(made.skipped)
    joined: dict[str, list[Any]] = {}
    for chunk in chunks:
        nodes = chunk["nodes"]
        assert nodes.pop("first") == len(joined.get("parent", []))
        for name, column in nodes.items():
            joined.setdefault(name, []).extend(column)
    for name in ("parent", "move", "mover", "value", "kind", "end", "source", "best", "skipped"):
        assert joined[name] == getattr(made, name)
    assert joined["beta"] == [None if w.beta == INFINITY else w.beta for w in made.window]
    assert joined["alpha"] == [None if w.alpha == -INFINITY else w.alpha for w in made.window]
    assert [tree["names"][move] for move in joined["move"]][1:4] == [made.path(node)[-1] for node in (1, 2, 3)]


@pytest.mark.rules
def test_what_makes_no_sense_is_refused_in_one_line(tmp_path: Path) -> None:
    game = outplay.game("tic-tac-toe")
    for depth in (0, -1, MOST_DEPTH + 1):
        with pytest.raises(outplay.BadLimit, match=f"depth must be 1 to {MOST_DEPTH}"):
            trace(game.start(), "minimax", False, depth)
    with pytest.raises(outplay.BadLimit, match="no search 'mini'"):
        trace(game.start(), "mini", False, 3)
    with pytest.raises(outplay.BadLimit, match="the game is over"):
        trace(game.position("xxx/oo./..."), "minimax", False, 3)
    with pytest.raises(outplay.RuleError, match=r"take.py:\d+: evaluate failed here: ZeroDivisionError"):
        trace(own_game(tmp_path, "1 // 0").start(), "minimax", False, 3)


@pytest.mark.rules
def test_the_program_in_the_documentation_runs(capsys: pytest.CaptureFixture[str]) -> None:
    page = DOCS / "guide" / "how-it-thinks.md"
    blocks = re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    (block,) = (block for block in blocks if "mcts" not in block)
    exec(block, {"__name__": "page"})
    assert capsys.readouterr().out.splitlines() == re.findall(r"^# (.+)$", block, re.MULTILINE)
