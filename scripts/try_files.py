"""Installs the wheel and the sdist in clean environments and runs what is installed: `make try`.

    python -m scripts.try_files                         # each Python 3.11 to 3.14 that is found
    python -m scripts.try_files /usr/bin/python3.12

uv makes the environments and fetches the packages, so the network is needed. Python versions that are not found are
named, and left out.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
UV = str(Path(sys.executable).parent / "uv")
RUNS = (
    ("outplay", "--version"),
    ("python", "-m", "outplay", "solve", "tic-tac-toe"),
    ("outplay", "new", "game", "mine"),
    ("outplay", "check", "mine.py", "--games", "3"),
    ("outplay", "analyse", "kalah:6,4", "--depth", "6"),
    ("outplay", "match", "tic-tac-toe", "engine:level=2", "random", "--games", "2"),
)


def run(*words: str, folder: Path, environment: dict[str, str] | None = None) -> str:
    """Runs a program; what it said ends this one if it failed."""
    done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, timeout=300)
    if done.returncode or "Traceback" in done.stderr:
        sys.exit(f"{' '.join(words)} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def found(version: str) -> str | None:
    """An interpreter that starts: uv lists some that do not."""
    listed = subprocess.run(
        [UV, "python", "find", "--no-python-downloads", "--no-project", version], capture_output=True, text=True
    )
    return listed.stdout.strip() if listed.returncode == 0 else None


def trial(file: Path, python: str, folder: Path) -> None:
    """Installs a file with nothing else there, and runs it without the variables and the files of this user."""
    place = folder / "environment"
    run(UV, "venv", "--clear", "--python", python, str(place), folder=folder)
    run(UV, "pip", "install", "--python", str(place), str(file), folder=folder)
    programs = place / ("Scripts" if os.name == "nt" else "bin")
    kept = {
        key: value for key, value in os.environ.items() if not key.startswith(("OUTPLAY_", "PYTHON", "VIRTUAL_ENV"))
    }
    own = {"PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"}
    own |= {"OUTPLAY_DATA": str(folder / "data"), "OUTPLAY_CACHE": str(folder / "cache")}
    for words in RUNS:
        run(str(programs / words[0]), *words[1:], folder=folder, environment={**kept, **own})


def main(given: Sequence[str]) -> None:
    with tempfile.TemporaryDirectory(prefix="outplay-try-") as name:
        made = Path(name) / "dist"
        run(sys.executable, "-m", "hatchling", "build", "-d", str(made), folder=ROOT)
        for version in given or VERSIONS:
            python = version if given else found(version)
            if python is None:
                print(f"Python {version} is not here: not tried")
                continue
            for file in sorted(made.iterdir()):
                with tempfile.TemporaryDirectory(prefix="outplay-try-") as folder:
                    trial(file, python, Path(folder))
                print(f"Python {version}: {file.name} is installed and runs", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
