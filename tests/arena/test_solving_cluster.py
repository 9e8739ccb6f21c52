"""Solves whose parts are searched on a Ray cluster. Everything here runs on this machine."""

import importlib.util
import json
import socket
import uuid
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from helpers.commands import outplay_run, refused
from helpers.dealing import PATIENCE, marked, until
from helpers.missing import without_package
from helpers.ray_program import short_folder, started

import outplay
from outplay.arena.game_runner import Lost
from outplay.arena.remote_files import sent_game
from outplay.arena.solving_cluster import ClusterMachines, Job, SolvingCluster, answer_question
from outplay.core.errors import ArenaError, BadSpec
from outplay.solve.subproblems import Answer, Question

needs_ray = pytest.mark.skipif(not importlib.util.find_spec("ray"), reason="Ray is not installed")

GAME = """
from outplay.games.kalah import kalah

def game(houses=2, seeds=3):
    return kalah(houses, seeds)
"""


@pytest.fixture
def folder() -> Iterator[Path]:
    yield from short_folder()


def job_of(game: outplay.Game) -> Job:
    return Job(sent_game(game), "margin", 1, "none")


SOLVE = """
from pathlib import Path
import outplay
from outplay.arena.solving_cluster import SolvingCluster

folder = Path(sys.argv[1])
position = outplay.game(f"{folder}/sow.py:3,3").start()

def told(found):
    return [found.outcome.winner, found.outcome.margin, sorted(found.values.items())]

here = told(outplay.solve(position, memory_mb=1, endgame="none", all_moves=True))
killer = Killer("ray::answer_question")
killer.start()
with SolvingCluster("local") as cluster:
    there = told(outplay.solve(position, memory_mb=1, endgame="none", all_moves=True, cluster=cluster))
print(json.dumps([here, there, len(killer.killed)]), flush=True)
"""


@needs_ray
def test_a_cluster_proves_the_same_although_a_worker_is_killed(folder: Path) -> None:
    (folder / "sow.py").write_text(GAME)
    mark = uuid.uuid4().hex
    process = started(folder, SOLVE, mark)
    try:
        answer, errors = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    assert answer, errors
    here, there, killed = json.loads(answer)
    assert here == there
    assert len(here[2]) == 3
    assert killed == 1
    assert errors == ""
    until(lambda: not marked(mark))


@pytest.mark.kernel
def test_a_question_is_answered_the_same_wherever_the_games_file_is(tmp_path: Path) -> None:
    (tmp_path / "sow.py").write_text(GAME)
    game = outplay.game(f"{tmp_path}/sow.py:2,3")
    job = job_of(game)
    (tmp_path / "sow.py").unlink()
    value = outplay.solve(outplay.game("kalah:2,3").start(), memory_mb=1).outcome
    assert value
    margin = value.margin_for(0)
    for least in (margin, margin + 1):
        answer = answer_question(job, Question(tuple(game.initial), least, 60.0), outplay.__version__)
        assert isinstance(answer, Answer)
        assert (answer.yes, answer.bound) == (least == margin, margin)


def test_another_version_other_rules_and_a_failure_are_named() -> None:
    game = outplay.game("kalah:2,2")
    question = Question(tuple(game.initial), 1, 60.0)
    old = answer_question(job_of(game), question, "0.0.0")
    assert isinstance(old, Lost)
    assert old.reason.endswith("and 0.0.0 is wanted; install the same version on every machine")
    job = job_of(game)
    other = answer_question(job._replace(game=job.game._replace(rules="0123")), question, outplay.__version__)
    assert isinstance(other, Lost)
    assert f"{socket.gethostname()} has other rules of kalah:2,2; install the same version" in other.reason


def test_a_part_that_cannot_be_solved_ends_the_solve_with_the_reason() -> None:
    class NoTasks:
        def look(self, timeout: float) -> list[tuple[str, Lost]]:
            return [("question", Lost("its worker was lost 3 times"))]

    machines = ClusterMachines.__new__(ClusterMachines)
    machines.tasks = NoTasks()  # type: ignore[assignment]
    with pytest.raises(ArenaError, match="a part cannot be solved on the cluster: its worker was lost 3 times"):
        machines.answers(0.0)


def test_a_game_that_other_machines_cannot_make_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("outplay.arena.solving_cluster.connected", lambda address: None)
    game = replace(outplay.game("tic-tac-toe"), name="mine")
    with pytest.raises(BadSpec, match=r"put it into a file and take it from outplay\.game"):
        SolvingCluster("auto").machines(game, "margin", 1, "none")


@needs_ray
def test_the_command_says_in_one_line_that_nothing_answers() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{unused.getsockname()[1]}"
        done = outplay_run("solve", "tic-tac-toe", "--cluster", address)
    refused(done, f"no Ray cluster answers at {address}: Connection refused; start one with: ray start --head")


def test_without_ray_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    without_package(monkeypatch, "ray")
    with pytest.raises(BadSpec, match=r"-m pip install ray"):
        SolvingCluster("auto")
