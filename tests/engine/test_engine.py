"""The engine: proves what is known, keeps its limits, and always has a legal move."""

import csv
import gc
import json
import random
import threading
import time
from dataclasses import replace
from typing import Any

import pytest
from helpers.commands import outplay_run
from helpers.paths import DATA

import outplay
from outplay import Engine, Limit
from outplay.core.machine import processors
from outplay.engine.kernels import Plain
from outplay.search.thread_state import FIRST_MOVE, MOVE_LISTS
from outplay.search.values import INFINITY
from outplay.tools.bench import signature

pytestmark = pytest.mark.kernel


def kalah_values() -> list[tuple[str, int]]:
    """The published values that take a moment each."""
    with (DATA / "kalah.csv").open() as file:
        rows = list(csv.DictReader(file))
    small = [row for row in rows if int(row["m"]) * int(row["n"]) <= 12]
    return [(f"kalah:{r['m']},{r['n']},{r['variant']}", int(r["first_player_margin"])) for r in small]


def after(position: outplay.Position, moves: str) -> outplay.Position:
    for word in moves.split():
        position = position.play(position.game.move(word, position))
    return position


def solved(spec: str, goal: str = "margin") -> outplay.Analysis:
    game = outplay.game(spec)
    *_, last = Engine(game, table_mb=16, goal=goal).solve(game.start())
    return last


@pytest.mark.parametrize(("spec", "margin"), kalah_values())
def test_published_values_of_kalah_are_proven(spec: str, margin: int) -> None:
    last = solved(spec)
    assert last.exact
    assert last.score == margin
    assert last.outcome is not None
    assert last.outcome.margin == abs(margin)
    assert last.outcome.winner == (None if margin == 0 else 0 if margin > 0 else 1)


@pytest.mark.parametrize(
    ("spec", "score"), [("mnk:3,3,3", 0), ("mnk:4,3,3", 1), ("mnk:4,4,3", 1), ("mnk:4,4,4", 0), ("mnk:5,4,4", 0)]
)
def test_known_values_of_mnk_are_proven(spec: str, score: int) -> None:
    last = solved(spec)
    assert (last.score, last.exact) == (score, True)


@pytest.mark.parametrize("spec", ["kalah:3,2", "squatter:3", "othello:4", "connect-four:4,4"])
def test_the_win_alone_is_proven_as_the_sign_of_the_margin(spec: str) -> None:
    value = Plain(outplay.game(spec)).search(outplay.game(spec).start(), 60).value
    last = solved(spec, goal="win")
    assert last.score == (value > 0) - (value < 0)
    assert last.exact


def test_deepening_stops_when_the_value_is_proven() -> None:
    game = outplay.game("tic-tac-toe")
    answers = list(Engine(game, 1).stream(game.start(), Limit(time=30)))
    assert [a.exact for a in answers[:-1]] == [False] * (len(answers) - 1)
    assert answers[-1].exact
    assert answers[-1].outcome == outplay.Outcome(None, 0, "proven")
    assert [a.depth for a in answers] == list(range(1, len(answers) + 1))


def test_a_line_is_a_line_of_legal_moves_that_begins_with_the_move() -> None:
    game = outplay.game("kalah:6,4")
    for analysis in Engine(game, 16, net="none").stream(game.start(), Limit(depth=8)):
        assert analysis.line[0] == analysis.move
        position = game.start()
        for move in analysis.line:
            position = position.play(move)


@pytest.mark.parametrize("spec", ["kalah:6,4", "gomoku", "squatter:7", "connect-four", "othello", "mnk:70,70,10"])
def test_there_is_a_legal_move_even_in_no_time(spec: str) -> None:
    game = outplay.game(spec)
    engine = Engine(game, 4, net="none")
    assert engine.analyse(game.start(), Limit(time=1e-6)).move in game.start().moves()
    assert engine.analyse(game.start(), Limit(nodes=1)).move in game.start().moves()


@pytest.mark.parametrize("nodes", [1, 30, 300, 3000])
def test_there_is_a_legal_move_with_threads_and_few_nodes(nodes: int) -> None:
    game = outplay.game("gomoku")
    engine = Engine(game, 4, threads=2, net="none")
    assert engine.analyse(game.start(), Limit(nodes=nodes)).move in game.start().moves()
    assert engine.analyse(game.start(), Limit(nodes=nodes), lines=3).move in game.start().moves()


@pytest.mark.parametrize(("moves", "nodes_alike"), [("", False), ("a1 b1", True)])
def test_symmetric_positions_are_joined_below_a_symmetric_root(moves: str, nodes_alike: bool) -> None:
    """Joining saves nodes from the start of a game; below a position without symmetry it is not tried."""
    game, limit = outplay.game("mnk:4,4,4"), Limit(depth=7)
    position = after(game.start(), moves)
    bare = replace(game, heuristics=replace(game.heuristics, symmetries=()))
    joined, apart = (Engine(g, 16).analyse(position, limit).nodes for g in (game, bare))
    assert (joined == apart) == nodes_alike
    assert joined <= apart


def test_limits_are_kept() -> None:
    game = outplay.game("gomoku")
    engine = Engine(game, 16, net="none")
    assert engine.analyse(game.start(), Limit(depth=2)).depth == 2
    assert engine.analyse(game.start(), Limit(nodes=3000)).nodes <= 3000
    assert engine.analyse(game.start(), Limit(nodes=10**30, depth=2)).depth == 2
    began = time.perf_counter()
    engine.analyse(game.start(), Limit(time=0.2))
    assert time.perf_counter() - began < 5  # a hang, not a stopwatch: benchmarks measure time


def test_the_same_nodes_give_the_same_answer() -> None:
    game = outplay.game("kalah:6,4")
    answers = [Engine(game, 8, net="none").analyse(game.start(), Limit(nodes=200_000)) for _ in range(2)]
    assert answers[0]._replace(seconds=0) == answers[1]._replace(seconds=0)


def test_a_search_is_stopped_from_another_thread() -> None:
    game = outplay.game("gomoku")
    engine = Engine(game, 16, net="none")
    threading.Timer(0.3, engine.stop).start()
    assert engine.analyse(game.start(), Limit(time=60)).seconds < 30
    assert engine.analyse(game.start(), Limit(depth=1)).depth == 1


def test_what_makes_no_sense_is_refused() -> None:
    game = outplay.game("tic-tac-toe")
    engine = Engine(game, 1)
    for limit in (Limit(time=0), Limit(depth=0), Limit(nodes=-1), Limit(time=-1.0), Limit(time=float("nan"))):
        with pytest.raises(outplay.BadLimit, match="must be more than 0"):
            engine.analyse(game.start(), limit)
    with pytest.raises(outplay.BadLimit, match="the game is over"):
        engine.analyse(game.position("xxx/oo./..."), Limit(depth=1))
    for size in (0, 1 << 30):
        with pytest.raises(outplay.BadLimit, match="the table must have 1 to"):
            Engine(game, size)
    with pytest.raises(outplay.BadLimit, match="no goal 'draw'"):
        Engine(game, goal="draw")
    stream = engine.stream(game.start(), Limit(depth=9))
    next(stream)
    with pytest.raises(outplay.BadLimit, match="searching already"):
        engine.analyse(game.start(), Limit(depth=1))
    stream.close()
    assert engine.analyse(game.start(), Limit(depth=1)).depth == 1


def test_the_best_moves_have_scores_of_their_own() -> None:
    game = outplay.game("kalah:3,2")
    position = game.start()
    analysis = Engine(game, 4).analyse(position, Limit(depth=60), lines=3)
    assert analysis.exact
    assert analysis.lines[0].move == analysis.move
    assert {line.move for line in analysis.lines} == set(position.moves())
    scores = [line.score for line in analysis.lines]
    assert scores == sorted(scores, reverse=True)
    truth = Plain(game, "minimax")
    for line in analysis.lines:
        child = position.play(line.move)
        value = truth.search(child).value
        assert line.score == (value if child.to_move == position.to_move else -value)
        assert line.exact


def test_a_score_is_known_if_it_is_proven_evaluated_or_some_end_was_found() -> None:
    bare = outplay.game("connect-four:4,4")
    engine = Engine(bare, 1)
    start = engine.analyse(bare.start(), Limit(depth=2), lines=4)
    assert (start.score, start.exact, start.known) == (0, False, False)
    assert not any(line.known for line in start.lines)
    assert engine.analyse(bare.start(), Limit(depth=60)).known  # a proven draw
    almost = after(bare.start(), "a a b b c c")
    assert engine.analyse(almost, Limit(depth=2)).known
    evaluated = outplay.game("kalah:2,2")
    assert all(line.known for line in Engine(evaluated, 1).analyse(evaluated.start(), Limit(depth=1), lines=2).lines)


def test_there_are_no_more_lines_than_moves() -> None:
    game = outplay.game("tic-tac-toe")
    position = game.position("xox/oxo/.x.")
    analysis = Engine(game, 1).analyse(position, Limit(depth=3), lines=9)
    assert len(analysis.lines) == 2
    for lines in (0, 65):
        with pytest.raises(outplay.BadLimit, match="the lines must be 1 to 64"):
            Engine(game, 1).analyse(position, Limit(depth=3), lines)


@pytest.mark.parametrize("spec", ["mnk:3,4,3", "kalah:4,3", "squatter:3", "connect-four:4,4", "othello:4"])
def test_threads_never_change_a_proven_value(spec: str) -> None:
    game = outplay.game(spec)
    truth = Engine(game, 4)
    *_, alone = truth.solve(game.start())
    for _ in range(5):
        together = Engine(game, 4, threads=2)
        *_, last = together.solve(game.start())
        assert (last.score, last.exact) == (alone.score, True)
        assert together.analyse(game.start(), Limit(depth=80)).score == alone.score


def test_there_are_never_more_threads_than_processors() -> None:
    assert Engine(outplay.game("tic-tac-toe"), 1, threads=10_000).threads == processors()
    with pytest.raises(outplay.BadLimit, match="threads must be 1 or more, not 0"):
        Engine(outplay.game("tic-tac-toe"), 1, threads=0)


def test_threads_keep_a_limit_of_nodes_together() -> None:
    game = outplay.game("kalah:6,4")
    analysis = Engine(game, 4, threads=2, net="none").analyse(game.start(), Limit(nodes=100_000))
    assert 50_000 < analysis.nodes < 110_000


def test_the_table_takes_no_more_than_its_megabytes() -> None:
    for size in (1, 3, 64):
        table = Engine(outplay.game("tic-tac-toe"), size).search_threads.table
        assert (size << 20) - 64 < table.nbytes <= size << 20


@pytest.mark.kernel
@pytest.mark.parametrize("threads", [1, 2])
def test_a_proof_that_is_given_up_and_begun_again_has_the_same_value(
    threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    if threads > processors():
        pytest.skip("there is one processor")
    stages = ((0, 20), (50, 100), (200, 400), (800, 0))
    monkeypatch.setattr("outplay.engine.deepening.PROOF_STAGES", stages)
    engine = Engine(outplay.game("kalah:3,3,empty-capture"), 1, threads, endgame="none")
    analyses = list(engine.solve(engine.game.start()))
    assert analyses[-1].outcome == outplay.Outcome(0, 2, "proven")
    assert {1, 2, 3, 4, 5, 6} < {analysis.depth for analysis in analyses}  # deepened after the first proof was given up
    *_, last = engine.solve(engine.game.start(), Limit(nodes=30))
    assert last.nodes < 100 + 30 * threads


@pytest.mark.kernel
def test_a_proof_by_turns_is_stopped_from_another_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("outplay.engine.deepening.PROOF_STAGES", ((0, 2_000),) * 2_000)
    engine = Engine(outplay.game("kalah:6,4"), 1, endgame="none")
    threading.Timer(0.5, engine.stop).start()
    began = time.monotonic()
    *_, last = engine.solve(engine.game.start())
    assert not last.exact
    assert time.monotonic() - began < 30


def test_a_stream_tells_how_far_it_is_within_a_depth() -> None:
    game = outplay.game("kalah:6,6")
    reports = [a for a in Engine(game, 64).stream(game.start(), Limit(time=2.0)) if a.seconds > 0.5]
    depths = [a.depth for a in reports]
    assert len(depths) > len(set(depths))  # some depth was reported more than once
    assert [a.nodes for a in reports] == sorted(a.nodes for a in reports)
    assert all(0 <= a.table_used <= 1 and a.rate > 0 for a in reports)


def test_a_clock_lasts_for_the_whole_game() -> None:
    game = outplay.game("kalah:6,4")
    engine, position, clock = Engine(game, 4, net="none"), game.start(), 1.0
    while not position.outcome():
        began = time.perf_counter()
        assert clock > 0
        move = engine.analyse(position, Limit(clock=clock, increment=0.01)).move
        clock += 0.01 - min(time.perf_counter() - began, 0.3 * clock)  # a slow machine is not the engine's fault
        position = position.play(move)


def test_a_proven_win_is_won_in_time() -> None:
    game = outplay.game("mnk:4,4,3")
    for seed in range(10):
        dice, engine, position = random.Random(seed), Engine(game, 4), game.start()
        *_, last = engine.solve(position)
        assert last.plies is not None
        played = 0
        while not position.outcome():
            move = engine.analyse(position, Limit(depth=9)).move
            position = position.play(move if position.to_move == 0 else dice.choice(position.moves()))
            played += 1
        assert position.outcome() == outplay.Outcome(0, 1, "3 in a row")
        assert played <= last.plies


def test_plies_are_counted_to_the_end() -> None:
    game = outplay.game("tic-tac-toe")
    cases = {"xx./oo./...": 1, "x.o/.../...": 5, "x../.o./...": None, "xo./.../...": 5, "xo./.x./...": 4}
    for text, plies in cases.items():
        assert Engine(game, 1).analyse(game.position(text), Limit(depth=9)).plies == plies


def test_a_lost_game_is_proven_lost_and_defended() -> None:
    game = outplay.game("gomoku")
    position = after(game.start(), "h8 a1 i8 a2 j8 a3 k8")
    analysis = Engine(game, 4, net="none").analyse(position, Limit(time=20))
    assert analysis.outcome == outplay.Outcome(0, 1, "proven")
    assert position.name(analysis.move) in ("g8", "l8")


def test_a_position_of_another_game_is_refused() -> None:
    engine = Engine(outplay.game("kalah:4,3"), 1)
    text: Any = "kalah:4,3"
    broken: Any = 2.5
    for other in ("kalah:6,4", "othello"):
        with pytest.raises(outplay.BadLimit, match="this engine plays kalah:4,3"):
            engine.analyse(outplay.game(other).start(), Limit(depth=1))
    with pytest.raises(outplay.BadSpec, match="Engine wants a game"):
        Engine(text)
    with pytest.raises(outplay.BadLimit, match="depth must be a whole number"):
        engine.analyse(outplay.game("kalah:4,3").start(), Limit(depth=broken))


def test_there_is_a_move_in_a_game_that_looks_lost() -> None:
    game = outplay.game("gomoku")
    rows = ["." * 15] * 15
    rows[5:10] = ".....oo........", ".o...x.o.......", ".oxxx..........", "...x...........", "..x.x..o......."
    position, engine = game.position("/".join(rows)), Engine(game, 4, net="none")
    for analysis in (engine.analyse(position, Limit(nodes=100_000)), *engine.solve(position, Limit(time=0.5))):
        assert analysis.move in position.moves()


def test_a_lost_game_is_made_to_last() -> None:
    game = outplay.game("tic-tac-toe")
    position = game.position("xo./.x./...")  # o is lost at once, or by a fork after closing the line of x
    analysis = Engine(game, 1).analyse(position, Limit(depth=9))
    assert analysis.outcome == outplay.Outcome(0, 1, "proven")
    assert analysis.plies == 4
    assert position.name(analysis.move) == "c1"


def test_analyse_and_solve_print_what_was_found() -> None:
    lines = [
        json.loads(line) for line in outplay_run("analyse", "kalah:3,2", "--depth", "4", "--json").stdout.splitlines()
    ]
    assert [line["depth"] for line in lines] == [1, 2, 3, 4]
    assert {"move", "line", "score", "nodes", "seconds", "exact", "outcome"} <= set(lines[0])
    text = outplay_run("solve", "kalah:3,2,empty-capture").stdout
    assert "Proven: the first player wins by 4" in text
    assert outplay_run("analyse", "tic-tac-toe", "--time", "0").returncode == 2
    assert "the game is over" in outplay_run("solve", "tic-tac-toe", "--position", "xxx/oo./...").stderr


def test_the_engine_beats_plain_alpha_beta_at_kalah() -> None:
    done = outplay_run(
        "stats",
        "kalah:6,4",
        "--first",
        "engine:nodes=20000,net=none",
        "--second",
        "alpha-beta:depth=4",
        "-n",
        "10",
        "--json",
    )
    assert json.loads(done.stdout)["first_wins"] >= 8


def test_the_signature_is_the_repositorys() -> None:
    expected = (DATA / "signature.txt").read_text().split()[0]
    assert sum(nodes for _, nodes in signature()) == int(expected)


def test_what_compiling_leaves_is_not_walked_through_in_the_middle_of_a_search() -> None:
    Engine(outplay.game("tic-tac-toe"), 1)
    assert len(gc.get_objects()) < gc.get_freeze_count()


def test_where_no_block_helps_one_is_played_even_after_a_single_ply() -> None:
    game = outplay.game("gomoku")
    position = after(game.start(), "h2 e8 m3 f8 d13 g8 l12 h8")
    found = Engine(game, 1, net="none").analyse(position, Limit(depth=1))
    assert position.name(found.move) in ("d8", "i8")
    assert (found.exact, found.score) == (True, -1)


MUST_BE_MET = after(outplay.game("gomoku").start(), "d13 h7 d12 j7 g5 l5 d11")
"""Three in a row, to be met at d14 or d10 or further on."""


@pytest.mark.parametrize(
    "position", [MUST_BE_MET, outplay.game("kalah:6,4").start(), outplay.game("squatter:5").start()]
)
def test_any_move_can_be_the_first_to_be_tried(position: outplay.Position) -> None:
    engine, likely = Engine(position.game, 1, net="none"), position.game.heuristics.candidates
    moves = [move for move in position.moves() if not likely or likely(position.state) >> move & 1]
    for move in moves[::7] + moves[-1:]:
        threads = engine.search_threads
        threads.prepare(position.state, None)
        threads.set(FIRST_MOVE, move)
        threads.search(position.state, 2, -INFINITY, INFINITY)
        assert threads.states[0][MOVE_LISTS] == move


def test_a_depth_that_was_not_finished_does_not_put_a_worse_move_first() -> None:
    """One move is best to all depths from 4 to 7, so it is with every limit in between."""
    limits = [Limit(depth=depth) for depth in range(4, 8)] + [
        Limit(nodes=nodes) for nodes in range(2_000, 40_000, 2_000)
    ]
    found = [Engine(MUST_BE_MET.game, 64, net="none").analyse(MUST_BE_MET, limit) for limit in limits]
    assert {MUST_BE_MET.name(analysis.move) for analysis in found} == {"d10"}
