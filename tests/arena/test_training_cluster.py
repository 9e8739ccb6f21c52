"""Trainings whose games are played on a Ray cluster. Everything here runs on this machine."""

import importlib.util
import json
import os
import signal
import socket
import uuid
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from helpers.commands import outplay_run, refused
from helpers.dealing import PATIENCE, marked, until
from helpers.missing import without_package
from helpers.ray_program import short_folder, started

import outplay
from outplay.arena.cluster import Tasks
from outplay.arena.game_runner import Lost
from outplay.arena.remote_files import file_of
from outplay.arena.training_cluster import Job, TrainingCluster, play_batch, prepare
from outplay.core.errors import BadSpec
from outplay.core.network import NetworkShape, no_network
from outplay.core.registry import address_of
from outplay.engine.networks import rules_digest
from outplay.learn.self_play import BATCH, Games, Limits, SelfPlay, batch_seed, rules_only

needs_ray = pytest.mark.skipif(not importlib.util.find_spec("ray"), reason="Ray is not installed")

GAME = """
from outplay.games.mnk import mnk

def game(size=4):
    return mnk(size, size, size)
"""


@pytest.fixture
def folder() -> Iterator[Path]:
    yield from short_folder()


def job_of(game: outplay.Game, rules: str = "") -> Job:
    spec = address_of(game.spec)
    return Job(spec, file_of(spec), rules or rules_digest(game), NetworkShape(game.input_widths, 16, 1, 1))


TRAINING = """
from pathlib import Path
import numpy as np
import outplay
from outplay.arena.training_cluster import TrainingCluster
from outplay.core.network import NetworkShape, no_network
from outplay.learn import match
from outplay.learn.self_play import Limits, SelfPlay, rules_only

match.CERTAIN = -1e9  # every network is kept, so that networks are compared
folder = Path(sys.argv[1])
game = outplay.game(f"{folder}/row.py:3")
how = {"games": 64, "nodes": 50, "hidden": 16, "seed": 3, "measure": False}

def told(training):
    rows = [] if training.network is None else training.network.rows.tolist()
    return [[[one.games, one.loss, *one.score] for one in training.generations], rows]

cluster = TrainingCluster("local")
here = told(outplay.train(game, out=folder / "here", generations=2, **how))
there = told(outplay.train(game, out=folder / "there", generations=2, cluster=cluster, **how))

shape = NetworkShape(game.input_widths, 16, 1, 1)
two, limits = [no_network(shape)] * 2, Limits(20_000, 1, 100)
player = cluster.self_play(game, shape)
killer = Killer("ray::play_batch")
killer.start()
again = player.play(two, limits, 7, 960)
killer.join(60)
alone = SelfPlay(rules_only(game), shape, 2).play(two, limits, 7, 960)
same = [np.array_equal(again.rows, alone.rows), np.array_equal(again.margins, alone.margins), len(again.margins)]
few = len(player.play(two, limits._replace(nodes=50), 7, 10**6, lambda played: played < 64).margins)
print(json.dumps([here, there, same, len(killer.killed), len(player.sent), few]), flush=True)

seen = set()

def report(now):
    if now.last and not seen:
        seen.add(now.last)
        print("one", flush=True)

try:
    with cluster:
        training = outplay.train(game, out=folder / "long", report=report, cluster=cluster, generations=1000, **how)
        print(json.dumps([training.interrupted, len(training.generations) < 1000]), flush=True)
except KeyboardInterrupt:
    print("too early")
"""


@needs_ray
def test_a_cluster_trains_the_same_network_plays_lost_batches_again_and_stops_cleanly(folder: Path) -> None:
    (folder / "row.py").write_text(GAME)
    mark = uuid.uuid4().hex
    process = started(folder, TRAINING, mark)
    try:
        assert process.stdout
        line = process.stdout.readline()
        told = process.stdout.readline()
        os.killpg(process.pid, signal.SIGINT)
        rest, errors = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    assert line, errors
    here, there, same, killed, sent, few = json.loads(line)
    assert here == there
    assert len(here[0]) == 2
    assert here[1], "no network was kept, so none was compared"
    assert same == [True, True, 960]
    assert killed == 1
    assert sent == 1, "a network was sent twice"
    assert 64 <= few < 1000
    assert (told, errors) == ("one\n", "")
    assert json.loads(rest) == [True, True]
    assert (folder / "long").is_file()
    until(lambda: not marked(mark))


@needs_ray
def test_the_command_says_in_one_line_that_nothing_answers() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{unused.getsockname()[1]}"
        done = outplay_run("train", "tic-tac-toe", "--cluster", address)
    refused(done, f"no Ray cluster answers at {address}: Connection refused; start one with: ray start --head")


def test_without_ray_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    without_package(monkeypatch, "ray")
    with pytest.raises(BadSpec, match=r"-m pip install ray"):
        TrainingCluster("auto")


def test_an_address_is_no_cluster() -> None:
    with pytest.raises(BadSpec, match=r"TrainingCluster\('auto'\) makes one"):
        outplay.train(outplay.game("tic-tac-toe"), cluster="auto")  # type: ignore[arg-type]


def test_another_version_and_other_rules_are_named() -> None:
    game = outplay.game("tic-tac-toe")
    old = prepare(job_of(game), "0.0.0")
    assert old
    assert old.reason.endswith("and 0.0.0 is wanted; install the same version on every machine")
    other = prepare(job_of(game, "0123"), outplay.__version__)
    assert other
    assert f"{socket.gethostname()} has other rules of mnk:3,3,3; install the same version" in other.reason


def test_a_machine_that_cannot_keep_the_games_file_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "row.py").write_text(GAME)
    job = job_of(outplay.game(f"{tmp_path}/row.py:3"))
    (tmp_path / "file").touch()
    monkeypatch.setenv("OUTPLAY_CACHE", str(tmp_path / "file"))
    lost = prepare(job, outplay.__version__)
    assert lost
    assert "a file cannot be written on" in lost.reason


def test_a_game_that_other_machines_cannot_make_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("outplay.arena.training_cluster.connected", lambda address: None)
    game = replace(outplay.game("tic-tac-toe"), name="mine")
    with pytest.raises(BadSpec, match=r"put it into a file and take it from outplay\.game"):
        TrainingCluster("auto").self_play(game, NetworkShape(game.input_widths, 16, 1, 1))


@pytest.mark.kernel
def test_a_batch_is_the_same_wherever_the_games_file_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "row.py").write_text(GAME)
    game = outplay.game(f"{tmp_path}/row.py:3")
    job, limits = job_of(game), Limits(20, 1, 20)
    networks = no_network(job.shape), no_network(job.shape)
    (tmp_path / "row.py").unlink()
    second = play_batch(job, *networks, limits, batch_seed(5, 1), outplay.__version__)
    assert isinstance(second, Games)
    both = SelfPlay(rules_only(game), job.shape, 1).play(networks, limits, 5, 2 * BATCH)
    assert both.margins[BATCH:].tolist() == second.margins.tolist()
    assert both.rows[-len(second.rows) :].tolist() == second.rows.tolist()


class LostRay:
    """A Ray that loses every worker."""

    exceptions = SimpleNamespace(RayError=ConnectionError, RayTaskError=ConnectionResetError)

    def remote(self, **options: object) -> "type[LostTask]":
        return LostTask

    def wait(self, running: list[object], **options: object) -> tuple[list[object], list[object]]:
        return running, []

    def get(self, reference: object) -> None:
        raise ConnectionError("The worker died\nunexpectedly")


class LostTask:
    begun = 0

    def __init__(self, function: object) -> None: ...

    def remote(self, *arguments: object) -> object:
        LostTask.begun += 1
        return object()


def test_a_call_is_given_up_when_its_worker_was_lost_three_times() -> None:
    tasks = Tasks(LostRay(), prepare)
    tasks.begin("batch", 1)
    assert (tasks.look(0), tasks.look(0)) == ([], [])
    assert tasks.look(0) == [("batch", Lost("its worker was lost 3 times, the last time with: The worker died"))]
    assert LostTask.begun == 3
    assert not tasks.running
