"""Commands whose output goes to a closed stream, a full disk, a pipe that nobody reads, or a terminal of ASCII."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from helpers.commands import outplay_run, refused

from outplay.cli.streams import SPELLED
from outplay.compiler import store
from outplay.core.errors import StoreError
from outplay.core.machine import cache_folder, data_folder, install_command, is_private

OUTPLAY = f"{sys.executable} -m outplay"


def shell(line: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(["bash", "-c", line], capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize("words", ["games", "players", "show gomoku", "--help", "play --help", "games --json"])
def test_ascii_is_enough(words: str) -> None:
    done = outplay_run(*words.split(), PYTHONIOENCODING="ascii")
    assert done.returncode == 0, done.stderr
    assert done.stdout.isascii()
    assert "\\u" not in done.stdout


def test_characters_that_an_encoding_lacks_are_spelled_or_numbered(tmp_path: Path) -> None:
    assert all(text.isascii() for text in SPELLED.values())
    path = tmp_path / "jeu-½-é.py"
    done = outplay_run("games", str(path), PYTHONIOENCODING="ascii")
    refused(done, "jeu-1/2-\\xe9.py")
    path.write_text('"""À ½."""\nfrom outplay.examples.othello import game\n')
    done = outplay_run("games", str(path), "--json", PYTHONIOENCODING="ascii")
    assert json.loads(done.stdout)["about"] == "À ½.", "JSON keeps every character"


def test_a_closed_standard_output_is_nobody_who_reads() -> None:
    for line in ("games >&-", "show kalah >&-", "games >&- 2>&-", "play tic-tac-toe --second random <&- >&-"):
        done = shell(f"{OUTPLAY} {line}")
        assert (done.returncode, done.stderr) == (0, ""), line
    done = shell(f"{OUTPLAY} show nothing >&-")
    assert done.returncode == 2
    assert "there is no game 'nothing'" in done.stderr


def test_a_file_that_is_opened_does_not_take_the_place_of_a_closed_stream(tmp_path: Path) -> None:
    path = tmp_path / "drawing.svg"
    done = shell(f"{OUTPLAY} show tic-tac-toe --svg {path} >&- 2>&-")
    assert done.returncode == 0
    assert path.read_text().rstrip().endswith("</svg>")


def test_closed_standard_input_is_said_where_it_is_needed() -> None:
    for words in ("play tic-tac-toe --first human", "speak text", "speak gomocup"):
        refused(shell(f"{OUTPLAY} {words} <&-"), "standard input is closed")


def test_a_reader_that_goes_away_ends_a_command_quietly() -> None:
    for words in ("show gomoku", "--help", "players --json", "games"):
        done = shell(f"{OUTPLAY} {words} | true; exit ${{PIPESTATUS[0]}}")
        assert (done.returncode, done.stderr) == (0, ""), words


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_disk_is_said_in_a_line() -> None:
    done = shell(f"{OUTPLAY} games > /dev/full")
    assert (done.returncode, done.stderr) == (2, "outplay: No space left on device\n")


def test_without_a_home_folder_code_is_kept_in_a_private_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in ("OUTPLAY_CACHE", "OUTPLAY_DATA", "XDG_CACHE_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    folder = cache_folder()
    assert folder.parent == tmp_path
    assert store.folder() == folder
    assert is_private(folder)
    with pytest.raises(StoreError, match="no home folder to keep games in; give --db FILE, or set OUTPLAY_DATA"):
        data_folder()
    folder.chmod(0o777)
    assert not is_private(folder), "somebody else could put code there that we would run"
    monkeypatch.setenv("OUTPLAY_DATA", str(tmp_path))
    assert data_folder() == tmp_path


def test_a_home_folder_that_cannot_be_written_is_not_used_for_code() -> None:
    environment = {key: value for key, value in os.environ.items() if key != "OUTPLAY_CACHE"}
    words = [sys.executable, "-m", "outplay", "cache", "--json"]
    done = subprocess.run(words, capture_output=True, text=True, env={**environment, "HOME": "/dev/null"}, timeout=60)
    folder = Path(json.loads(done.stdout)["folder"])
    assert done.stderr == ""
    assert folder.is_dir()
    assert "/dev/null" not in str(folder)


def test_a_tilde_without_a_home_folder_is_said_in_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    program = (
        "import pathlib, sys\n"
        "def no(self): raise RuntimeError('Could not determine home directory.')\n"
        "pathlib.Path.expanduser = no\n"
        "from outplay.cli import main\n"
        "sys.argv = ['outplay', 'results', '--db', '~/games.db']\n"
        "main()"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    refused(done, "this user has no home folder, so ~ means nothing here")


@pytest.mark.parametrize(("before", "after"), [("SIG_IGN", "SIG_IGN"), ("SIG_DFL", "default_int_handler")])
def test_a_hang_up_that_is_ignored_stays_ignored(before: str, after: str) -> None:
    program = (
        "import signal, sys\n"
        f"signal.signal(signal.SIGHUP, signal.{before})\n"
        "from outplay.cli import main\n"
        "sys.argv = ['outplay', 'games']\n"
        "try: main()\n"
        f"finally: assert signal.getsignal(signal.SIGHUP) is signal.{after}, signal.getsignal(signal.SIGHUP)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr


def test_what_is_missing_is_installed_for_this_python(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / ".venv" / "bin" / "python"))
    assert install_command("ray") == f"{tmp_path}/.venv/bin/python -m pip install ray"
    monkeypatch.chdir(tmp_path)
    assert install_command("psycopg[binary]") == ".venv/bin/python -m pip install 'psycopg[binary]'"
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert install_command("mcp>=2") == "uv pip install --python .venv/bin/python 'mcp>=2'"
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "uv" / "archive-v0" / "abc"))
    assert install_command("mcp>=2").startswith("uvx --with 'mcp>=2' outplay")
