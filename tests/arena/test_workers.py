"""Games in worker processes: the same games, each once, whatever happens to a worker, and nothing left behind."""

import os
import signal
import subprocess
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.dealing import PATIENCE, all_of, countdown, marked, moves_of, scheduled, until

from outplay.arena.game_runner import GameRunner
from outplay.arena.games import PlayedGame
from outplay.arena.player_cache import MOST_KEPT
from outplay.arena.workers import Finished, LocalWorkers, Lost
from outplay.core.errors import BadLimit
from outplay.core.machine import descendants
from outplay.core.results import Ending


@pytest.fixture
def workers() -> Iterator[LocalWorkers]:
    two = LocalWorkers(2)
    yield two
    two.close(kill=True)


def test_two_workers_play_the_same_games_as_one_runner(workers: LocalWorkers) -> None:
    games = [scheduled(number) for number in range(1, 21)]
    runner = GameRunner()
    alone = {f.number: runner.play(f).names for f in games}
    assert moves_of(all_of(workers, games)) == alone
    assert len(set(alone.values())) == 20


def test_a_player_with_a_seed_of_its_own_plays_alike_in_every_game() -> None:
    runner = GameRunner()
    games = [runner.play(scheduled(number, first="random:seed=5", second="random:seed=6")) for number in (1, 2, 3)]
    assert len({game.names for game in games}) == 1


def test_a_runner_keeps_the_players_of_the_last_games_only() -> None:
    runner = GameRunner()
    for number in range(10):
        runner.play(scheduled(number, second=f"random:seed={number}"))
    (cache,) = runner.caches.values()
    assert len(cache.kept) == MOST_KEPT
    assert ("random", 0) in cache.kept


@pytest.mark.kernel
def test_engines_with_node_limits_play_the_same_games_however_they_are_dealt_out(workers: LocalWorkers) -> None:
    engine, others = "engine:nodes=500,table=1", ("random", "alpha-beta:depth=2", "engine:level=2,table=1")
    pairs = [pair for other in others for pair in ((engine, other), (other, engine))]
    games = [scheduled(number, "kalah:4,3", *pair) for number, pair in enumerate(pairs + pairs, 1)]
    runner = GameRunner()
    alone = {f.number: runner.play(f).names for f in games}
    backwards = GameRunner()
    assert {f.number: backwards.play(f).names for f in reversed(games)} == alone
    assert moves_of(all_of(workers, games)) == alone
    assert moves_of(all_of(workers, games)) == alone


def test_what_keeps_a_game_from_being_played_is_said_in_words_and_other_games_go_on(
    workers: LocalWorkers, tmp_path: Path
) -> None:
    wrong = countdown(tmp_path, "return state.nothing")
    games = [
        scheduled(1, "no-such-game"),
        scheduled(2, first="random:depth=3"),
        scheduled(3, wrong),
        scheduled(4),
        scheduled(5)._replace(opening=("99",)),
        scheduled(6)._replace(opening=None),  # type: ignore[arg-type]
        scheduled(7),
    ]
    went = {f.number: result for f, result in all_of(workers, games)}
    reasons = {number: result.reason for number, result in went.items() if isinstance(result, Lost)}
    assert reasons[1].startswith("there is no game 'no-such-game'")
    assert reasons[2].startswith("random has no option 'depth=3'")
    assert f"{wrong}:15: play failed here: AttributeError" in reasons[3]
    assert reasons[5].startswith("'99' is no")
    assert reasons[6] == "the game broke off: TypeError: 'NoneType' object is not iterable"
    assert sorted(reasons) == [1, 2, 3, 5, 6]
    assert not any("\n" in reason for reason in reasons.values())


@pytest.mark.parametrize("blow", [signal.SIGKILL, signal.SIGSEGV, signal.SIGTERM])
def test_the_game_of_a_worker_that_dies_is_played_again(
    workers: LocalWorkers, tmp_path: Path, blow: signal.Signals
) -> None:
    flag = tmp_path / "begun"
    deed = f"first = not os.path.exists({str(flag)!r}); Path({str(flag)!r}).touch(); time.sleep(600 * first)"
    workers.submit(scheduled(1, countdown(tmp_path, deed)))
    until(flag.exists)
    (struck,) = workers.busy
    workers.submit(scheduled(2))
    assert struck.process.pid
    os.kill(struck.process.pid, blow)
    done: list[Finished] = []
    while len(done) < 2:
        done += workers.finished(PATIENCE)
    assert sorted(f.number for f, _ in done) == [1, 2]
    assert moves_of(done)[1] == ("0", "0", "0")
    assert struck not in [*workers.idle, *workers.busy]


def test_a_game_that_kills_its_workers_is_given_up_after_three_and_the_others_are_played(
    workers: LocalWorkers, tmp_path: Path
) -> None:
    count = tmp_path / "count"
    deadly = countdown(tmp_path, f"open({str(count)!r}, 'a').write('x'); os.kill(os.getpid(), 9)")
    went = {f.number: result for f, result in all_of(workers, [scheduled(1, deadly), *map(scheduled, range(2, 8))])}
    assert went[1] == Lost("its worker process died 3 times, the last time of: Killed")
    assert count.read_text() == "xxx"
    assert all(isinstance(went[number], PlayedGame) for number in range(2, 8))


def test_rules_that_end_the_process_are_a_game_given_up(workers: LocalWorkers, tmp_path: Path) -> None:
    ((_, went),) = all_of(workers, [scheduled(1, countdown(tmp_path, "os._exit(3)"))])
    assert went == Lost("its worker process died 3 times, the last time of: exit code 3")


def test_closing_waits_for_running_games_and_keeps_what_they_gave(workers: LocalWorkers, tmp_path: Path) -> None:
    workers.submit(scheduled(1, countdown(tmp_path, "time.sleep(0.1)")))
    workers.submit(scheduled(2))
    processes = [worker.process.pid for worker in workers.busy]
    workers.close()
    workers.close()
    assert sorted(f.number for f, _ in workers.finished(0)) == [1, 2]
    assert workers.finished(0) == []
    assert not set(processes) & set(descendants(os.getpid()))


def test_killing_ends_games_at_once_and_the_programs_they_started(workers: LocalWorkers, tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    program = f"subprocess.Popen(['sleep', '600'], start_new_session=True); Path({str(begun)!r}).touch()"
    workers.submit(scheduled(1, countdown(tmp_path, f"{program}; time.sleep(600)")))
    until(begun.exists)
    pid = workers.busy[0].process.pid
    assert pid
    (sleeper,) = descendants(pid)
    workers.close(kill=True)
    workers.close(kill=True)
    until(lambda: not Path(f"/proc/{sleeper}/exe").exists())
    assert pid not in descendants(os.getpid())
    assert workers.finished(0) == []


SCRIPT = """
import sys
from outplay.arena.player_cache import MOST_KEPT
from outplay.arena.workers import LocalWorkers
from outplay.arena.games import Conditions, ScheduledGame
workers = LocalWorkers(2)
try:
    for number in (1, 2):
        workers.submit(ScheduledGame(number, 1, sys.argv[1], "a", "b", "random", "random", (), 1, Conditions()))
    done = []
    while len(done) < 2:
        done += workers.finished(1.0)
    workers.close()
    print("played", [len(went.moves) for _, went in done])
except KeyboardInterrupt:
    workers.close(kill=True)
    print("interrupted")
"""
"""A program that does not guard its main part, as people write them."""


def started(folder: Path, deed: str, mark: str) -> subprocess.Popen[str]:
    script = folder / "script.py"
    script.write_text(SCRIPT)
    return subprocess.Popen(
        [sys.executable, str(script), countdown(folder, deed)],
        env=os.environ | {"OUTPLAY_TEST_MARK": mark},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def test_a_plain_script_can_use_workers_and_what_rules_print_stays_out_of_its_output(tmp_path: Path) -> None:
    process = started(tmp_path, "print('rubbish', flush=True); os.write(1, b'more\\n')", uuid.uuid4().hex)
    out, errors = process.communicate(timeout=PATIENCE)
    assert out == "played [3, 3]\n"
    assert errors.count("rubbish") == errors.count("more") == 6
    assert process.returncode == 0


def test_control_c_is_heard_by_us_alone_and_leaves_no_process(tmp_path: Path) -> None:
    mark, begun = uuid.uuid4().hex, tmp_path / "begun"
    process = started(tmp_path, f"Path({str(begun)!r}).touch(); time.sleep(600)", mark)
    until(begun.exists)
    os.killpg(process.pid, signal.SIGINT)
    out, errors = process.communicate(timeout=PATIENCE)
    assert (out, errors) == ("interrupted\n", "")
    until(lambda: not marked(mark))


def test_no_worker_hears_control_c_while_it_starts_not_even_the_first() -> None:
    code = (
        "import signal\n"
        "from multiprocessing import resource_tracker\n"
        "from outplay.arena.worker import started_alone\n"
        "with started_alone():\n"
        "    resource_tracker.getfd()  # as a process does that is started\n"
        "    print(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, []))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE)
    assert done.stdout == "True\n", done.stderr


def test_if_we_are_killed_the_workers_and_their_programs_end_too(tmp_path: Path) -> None:
    mark, begun = uuid.uuid4().hex, tmp_path / "begun"
    deed = f"subprocess.Popen(['sleep', '600'], start_new_session=True); Path({str(begun)!r}).touch(); time.sleep(600)"
    process = started(tmp_path, deed, mark)
    until(lambda: begun.exists() and len(marked(mark)) >= 5)
    process.kill()
    process.communicate(timeout=PATIENCE)
    until(lambda: not marked(mark))


def test_memory_stays_flat_over_hundreds_of_games() -> None:
    workers = LocalWorkers(1)
    all_of(workers, [scheduled(number) for number in range(1, 101)])
    pid = workers.idle[0].process.pid
    before = resident_kb(pid)
    done = all_of(workers, [scheduled(number) for number in range(101, 601)])
    assert {went.result.ending for _, went in done if isinstance(went, PlayedGame)} == {Ending.RULES}
    assert workers.idle[0].process.pid == pid
    assert resident_kb(pid) - before < 2048
    workers.close()


def resident_kb(pid: int | None) -> int:
    words = Path(f"/proc/{pid}/status").read_text().split()
    return int(words[words.index("VmRSS:") + 1])


def test_no_workers_are_refused() -> None:
    with pytest.raises(BadLimit, match="1 worker or more, not 0"):
        LocalWorkers(0)
