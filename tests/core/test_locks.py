"""A lock on a file: one process at a time, free again when it ends, however it ends."""

import subprocess
import sys
from pathlib import Path

import pytest

from outplay.core.locks import Taken, locked

HOLDER = (
    "import sys; from pathlib import Path; from outplay.core.locks import locked\n"
    "with locked(Path(sys.argv[1])): print('held', flush=True); sys.stdin.read()"
)


def test_the_second_is_refused_and_the_lock_is_free_afterwards(tmp_path: Path) -> None:
    path = tmp_path / "a.lock"
    with locked(path), pytest.raises(Taken), locked(path):
        pass
    assert not path.exists()
    with locked(path):
        assert path.exists()


def test_a_lock_ends_with_its_process(tmp_path: Path) -> None:
    path = tmp_path / "a.lock"
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with holder:
        assert holder.stdout
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(Taken), locked(path):
            pass
        holder.kill()
        holder.wait()
        assert path.exists()  # nobody was left to remove it
        with locked(path):
            pass


def test_a_folder_that_is_not_there_is_an_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError), locked(tmp_path / "none" / "a.lock"):
        pass
