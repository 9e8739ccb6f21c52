"""Completion by the shell: commands, options, games and players."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from helpers.commands import outplay_run


def completed(shell: str, line: str, cwd: Path | None = None) -> list[str]:
    """What a shell is told for a line, the last word of which is unfinished."""
    asked = {
        "_OUTPLAY_COMPLETE": f"complete_{shell}",
        "COMP_WORDS": line,
        "COMP_CWORD": str(len(line.split(" ")) - 1),
        "_TYPER_COMPLETE_ARGS": line,
        "_TYPER_COMPLETE_FISH_ACTION": "get-args",
    }
    done = outplay_run(cwd=cwd, **asked)
    assert done.stderr == ""
    return done.stdout.strip().splitlines()


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("outplay ana", ["analyse"]),
        ("outplay analyse conn", ["connect-four"]),
        ("outplay match kalah kalah-r", ["kalah-ranks"]),
        ("outplay play hex --second hum", ["human"]),
        ("outplay analyse nothing-like-it", []),
    ],
)
def test_bash_completes_commands_games_and_players(line: str, expected: list[str]) -> None:
    assert completed("bash", line) == expected


def test_files_of_the_folder_stand_beside_names_that_begin_alike(tmp_path: Path) -> None:
    for name in ("othello_mine.py", "other.txt"):
        (tmp_path / name).touch()
    assert completed("bash", "outplay show oth", tmp_path) == ["othello", "othello_mine.py"]


def test_zsh_and_fish_are_told_what_a_name_means() -> None:
    (line,) = completed("fish", "outplay show tic")
    assert line.startswith("tic-tac-toe\t")
    assert '"tic-tac-toe":' in " ".join(completed("zsh", "outplay show tic"))


def test_the_script_for_bash_works_in_bash(tmp_path: Path) -> None:
    bash = shutil.which("bash")
    if not bash:
        pytest.skip("bash is not installed: its completion was not tried")
    script = outplay_run(_OUTPLAY_COMPLETE="source_bash").stdout
    program = tmp_path / "outplay"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m outplay "$@"\n')
    program.chmod(0o755)
    words = 'COMP_WORDS=(outplay show domi); COMP_CWORD=2; _outplay_completion outplay; echo "${COMPREPLY[@]}"'
    environment = {**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        [bash, "--norc", "-c", f"{script}\n{words}"], capture_output=True, text=True, env=environment, timeout=60
    )
    assert done.stdout == "domineering\n", done.stderr
