"""What outplay does on other systems, as far as it can be shown here: with modules and functions hidden."""

import os
import shlex
import subprocess
import sys
import time
from pathlib import Path

import pytest
from helpers import command_server
from helpers.commands import outplay_run
from helpers.paths import TESTS

import outplay
from outplay.core import locks, machine
from outplay.players import child
from outplay.players.child import Child, Limits
from outplay.players.specs import words_of

ELSEWHERE = TESTS / "helpers" / "elsewhere"
"""The folder of a module that hides from a process what Windows does not have."""
ECHO = "import sys\nfor line in sys.stdin: print(line.strip()[::-1], flush=True)"


def elsewhere() -> dict[str, str]:
    return {"PYTHONPATH": os.pathsep.join([str(ELSEWHERE), os.environ.get("PYTHONPATH", "")])}


def outplay_elsewhere(*words: str, cwd: Path | None = None) -> str:
    done = outplay_run(*words, cwd=cwd, **elsewhere())
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout


def test_the_functions_of_other_systems_are_hidden_in_these_tests() -> None:
    program = "import os, sys, signal; print(hasattr(os, 'fork'), hasattr(signal, 'SIGHUP')); import fcntl"
    environment = {**os.environ, **elsewhere()}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment, timeout=60)
    assert done.stdout == "False False\n"
    assert "No module named 'fcntl'" in done.stderr or "import of fcntl halted" in done.stderr


@pytest.mark.parametrize("words", [["games"], ["show", "kalah:2,2"], ["serve", "--help"]])
def test_commands_without_a_search_need_nothing_that_windows_lacks(words: list[str]) -> None:
    assert outplay_elsewhere(*words)


@pytest.mark.kernel
def test_searches_matches_and_workers_need_nothing_that_windows_lacks(tmp_path: Path) -> None:
    assert "Proven: a draw" in outplay_elsewhere("solve", "tic-tac-toe", "--method", "alpha-beta")
    database = str(tmp_path / "games.db")
    words = ("match", "tic-tac-toe", "random", "alpha-beta:depth=1", "--games", "4", "--workers", "2")
    assert "Games ended by rules: 4" in outplay_elsewhere(*words, "--db", database, cwd=tmp_path)


def test_the_tests_themselves_run_commands_where_no_process_can_fork(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "fork")
    monkeypatch.delattr(command_server, "run")
    assert outplay_run("--version").stdout == f"outplay {outplay.__version__}\n"


def test_a_program_plays_without_the_launcher_and_its_limits_are_said_to_be_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(child, "POSIX", False)
    with pytest.warns(UserWarning, match="without limits of memory and processor time"):
        program = Child([sys.executable, "-c", ECHO], Limits(memory=100))
    program.send(["abc"])
    assert program.line(time.monotonic() + 20) == "cba"
    program.end(["x"])
    assert program.process.returncode is not None


def test_a_program_that_does_not_end_by_itself_is_ended_without_the_launcher(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "POSIX", False)
    program = Child([sys.executable, "-c", "import time; time.sleep(60)"])
    program.end()
    assert program.process.returncode == -9


def test_the_path_of_a_program_on_windows_keeps_its_backslashes_and_its_blanks() -> None:
    words = ("C:\\my bots\\anna.exe", "--fast")
    assert words_of(shlex.join(words), "text:COMMAND", posix=False) == words


def test_descendants_are_found_by_ps_where_there_is_no_folder_of_processes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as one:
        before = machine.descendants(os.getpid())
        monkeypatch.setattr(machine, "PROCESSES", tmp_path / "none")
        assert one.pid in machine.descendants(os.getpid())
        assert machine.descendants(os.getpid()) == before
        monkeypatch.setenv("PATH", str(tmp_path))
        assert machine.descendants(os.getpid()) == []
        one.communicate(b"\n", timeout=20)


def test_where_there_are_no_locks_files_are_used_without(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "fcntl", None)
    with locks.locked(tmp_path / "a.lock"):
        assert (tmp_path / "a.lock").exists()


@pytest.mark.parametrize(
    ("system", "folder"), [("darwin", "Library/Application Support/outplay"), ("win32", "AppData/Local/outplay")]
)
def test_files_are_where_the_system_wants_them(
    system: str, folder: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("OUTPLAY_DATA", "LOCALAPPDATA", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(sys, "platform", system)
    assert machine.data_folder() == tmp_path / folder


def test_every_text_file_is_read_and_written_as_utf_8_whatever_the_system_prefers(tmp_path: Path) -> None:
    """Python warns where a file is opened without an encoding."""
    program = "import sys; sys.argv = ['outplay', *sys.argv[1:]]\nfrom outplay.cli import main\nmain()\n"
    own = [sys.executable, "-X", "warn_default_encoding", "-W", "error::EncodingWarning", "-c", program]
    for words in (["new", "game", "mine"], ["show", "mine.py"]):
        done = subprocess.run([*own, *words], capture_output=True, text=True, cwd=tmp_path, timeout=60)
        assert done.returncode == 0, done.stderr
    assert outplay.game(str(tmp_path / "mine.py")).start().moves()
