"""The same games on a Ray cluster, with machines that come and go. Everything here runs on this machine."""

import importlib.util
import json
import os
import signal
import socket
import uuid
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from helpers.dealing import PATIENCE, countdown, marked, scheduled, until
from helpers.missing import without_package
from helpers.ray_program import short_folder, started

import outplay
from outplay.arena import cluster
from outplay.arena.cluster import ClusterWorkers, check_answers
from outplay.arena.game_runner import GameRunner
from outplay.arena.remote_files import with_files, with_local_files
from outplay.arena.workers import Lost
from outplay.core.errors import BadSpec

WITHOUT_RAY = not importlib.util.find_spec("ray")
needs_ray = pytest.mark.skipif(WITHOUT_RAY, reason="Ray is not installed")


@pytest.fixture
def folder() -> Iterator[Path]:
    yield from short_folder()


TWO_NODES = """
import os
os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"
os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
os.environ["RAY_DEDUP_LOGS_SKIP_REGEX"] = "."
from pathlib import Path
from ray.cluster_utils import Cluster
from outplay.arena.cluster import ClusterWorkers
small = {"num_cpus": 1, "object_store_memory": 80 << 20, "include_dashboard": False}
quick = {"health_check_initial_delay_ms": 0, "health_check_period_ms": 500, "health_check_failure_threshold": 4}
cluster = Cluster(True, head_node_args={**small, "_system_config": quick})
second = cluster.add_node(num_cpus=1, object_store_memory=80 << 20)
workers = ClusterWorkers(cluster.address)
sizes = [workers.size]
game = countdown(Path(sys.argv[1]), "time.sleep(0.1)")
waiting, running, done = [scheduled(number, game) for number in range(1, 31)], 0, []
removed, give_up = False, time.monotonic() + 100
while len(done) < 30 and time.monotonic() < give_up:
    while waiting and running < workers.size:
        workers.submit(waiting.pop(0))
        running += 1
    new = workers.finished(0.5)
    done += new
    running -= len(new)
    if len(done) >= 10 and not removed:
        cluster.remove_node(second, allow_graceful=False)
        removed = True
time.sleep(1.1)
sizes.append(workers.size)
workers.close()
cluster.shutdown()
print(json.dumps([sizes, removed, [[f.number, getattr(went, "names", went)] for f, went in done]]))
"""


@needs_ray
def test_a_lost_machines_games_are_played_again_each_exactly_once(folder: Path) -> None:
    mark = uuid.uuid4().hex
    process = started(folder, TWO_NODES, mark)
    try:
        out, errors = process.communicate(timeout=3 * PATIENCE)
    finally:
        process.kill()
    assert process.returncode == 0, errors
    sizes, removed, done = json.loads(out)
    assert removed
    assert sizes == [2, 1]
    assert sorted(number for number, _ in done) == list(range(1, 31))
    assert all(moves == ["0", "0", "0"] for _, moves in done)
    until(lambda: not marked(mark))


LOCAL = """
from pathlib import Path
from outplay.arena.cluster import ClusterWorkers
workers = ClusterWorkers("local")
ready = workers.size >= 1
wrong = countdown(Path(sys.argv[1]), "return state.nothing")
deadly = countdown(Path(sys.argv[1]), "os._exit(3)")
games = [*map(scheduled, range(1, 9)), scheduled(9, wrong), scheduled(10, deadly), scheduled(11, "no-such-game")]
done = all_of(workers, games)
workers.submit(scheduled(12, countdown(Path(sys.argv[1]), "time.sleep(600)")))
print(json.dumps({f.number: getattr(went, "names", None) or went.reason for f, went in done}), flush=True)
try:
    workers.finished(600)
except KeyboardInterrupt:
    workers.close(kill=True)
    workers.close(kill=True)
    print(workers.finished(0))
"""


@needs_ray
def test_a_private_cluster_listens_on_loopback_only_plays_quietly_and_is_gone_after_control_c(folder: Path) -> None:
    mark = uuid.uuid4().hex
    process = started(folder, LOCAL, mark)
    try:
        assert process.stdout
        line = process.stdout.readline()
        listening = addresses(marked(mark))
        os.killpg(process.pid, signal.SIGINT)
        rest, errors = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    assert line, errors
    went = {int(number): value for number, value in json.loads(line).items()}
    runner = GameRunner()
    assert [tuple(went[n]) for n in range(1, 9)] == [runner.play(scheduled(n)).names for n in range(1, 9)]
    assert "play failed here: AttributeError" in went[9]
    assert went[10].startswith("its worker was lost 3 times")
    assert went[11].startswith("there is no game 'no-such-game'")
    assert len(listening) >= 3
    assert set(listening) <= {"127.0.0.1", "::ffff:127.0.0.1", "::1"}
    assert (rest, errors) == ("[]\n", "")
    assert not (folder / ".ray").exists()
    until(lambda: not marked(mark))


def addresses(processes: list[int]) -> list[str]:
    """The addresses at which some processes listen."""
    sockets = set()
    for process in processes:
        for handle in Path(f"/proc/{process}/fd").glob("*"):
            with suppress(OSError):
                sockets.add(os.readlink(handle))
    found = []
    for table, kind in (("tcp", socket.AF_INET), ("tcp6", socket.AF_INET6)):
        for line in Path(f"/proc/net/{table}").read_text().splitlines()[1:]:
            words = line.split()
            if words[3] == "0A" and f"socket:[{words[9]}]" in sockets:
                digits = bytes.fromhex(words[1].partition(":")[0])
                address = b"".join(digits[i : i + 4][::-1] for i in range(0, len(digits), 4))
                found.append(socket.inet_ntop(kind, address))
    return found


@needs_ray
@pytest.mark.parametrize("address", ["nonsense", "", "ray://host:10001", "host", "a b:6379"])
def test_what_is_no_address_is_refused_with_what_to_write(address: str) -> None:
    with pytest.raises(BadSpec, match="is no cluster; write auto, local or HOST:PORT"):
        check_answers(address)


@needs_ray
def test_an_address_where_nothing_answers_is_one_line_and_not_waited_for(folder: Path) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{unused.getsockname()[1]}"
        body = (
            "from outplay.arena.cluster import ClusterWorkers\nfrom outplay.core.errors import BadSpec\n"
            f"try:\n    ClusterWorkers({address!r})\nexcept BadSpec as error:\n    print(error)"
        )
        out, errors = started(folder, body, "").communicate(timeout=PATIENCE)
    assert out == f"no Ray cluster answers at {address}: Connection refused; start one with: ray start --head\n"
    assert errors == ""


def test_without_ray_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    without_package(monkeypatch, "ray")
    with pytest.raises(BadSpec, match=r"-m pip install ray"):
        ClusterWorkers("auto")


def test_another_version_is_named() -> None:
    went = cluster.play(with_files(scheduled(1)), "0.0.0")
    assert isinstance(went, Lost)
    assert went.reason.endswith("and 0.0.0 is wanted; install the same version on every machine")


def test_the_files_of_games_and_bots_are_sent_along(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OUTPLAY_CACHE", str(tmp_path / "there"))
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    game = Path(countdown(Path(), "pass"))
    Path("bot.py").write_text("class Bot: ...")
    sent = with_files(scheduled(1, str(game), "bot.py:Bot", "text:python3 bot.py"))
    content = game.read_text()
    game.unlink()
    Path("bot.py").unlink()
    arrived = with_local_files(sent)
    assert Path(arrived.game).read_text() == content
    assert Path(arrived.game).name == game.name
    assert arrived.first_spec.endswith("bot.py:Bot")
    assert Path(arrived.first_spec.removesuffix(":Bot")).read_text() == "class Bot: ..."
    assert arrived.second_spec == "text:python3 bot.py"
    assert with_local_files(sent) == arrived
    assert len(GameRunner().play(arrived._replace(first_spec="random", second_spec="random")).moves) == 3


def test_a_fixture_without_files_is_sent_as_it_is() -> None:
    plain = scheduled(1, "no_such_file.py:3")
    assert with_local_files(with_files(plain)) == plain
    assert with_files(plain).files == ()


def test_a_machine_that_cannot_keep_the_files_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("OUTPLAY_CACHE", str(tmp_path / "file"))
    went = cluster.play(with_files(scheduled(1, countdown(tmp_path, "pass"))), outplay.__version__)
    assert isinstance(went, Lost)
    assert "a file cannot be written on" in went.reason
