"""What is shipped: the wheel and the sdist are complete, start fast and run where nothing but they are installed."""

import os
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from email.parser import Parser
from pathlib import Path, PurePosixPath

import pytest
from helpers.paths import ROOT, SOURCE

import outplay

HEAVY = (
    "fastapi",
    "llvmlite",
    "matplotlib",
    "mcp",
    "numba",
    "numpy",
    "ray",
    "rich",
    "sqlalchemy",
    "uvicorn",
)
"""Packages that take long to import, and that a command without a search, a table or a page does not need."""


def sources() -> set[str]:
    """The files of the package, as they must stand in a wheel."""
    tracked = subprocess.run(["git", "-C", str(ROOT), "ls-files", "src"], capture_output=True, text=True, timeout=60)
    if tracked.returncode == 0 and tracked.stdout:
        return {name.removeprefix("src/") for name in tracked.stdout.splitlines() if (ROOT / name).is_file()}
    found = (path for path in SOURCE.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {path.relative_to(SOURCE.parent).as_posix() for path in found}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sdist and the wheel that was built from it."""
    pytest.importorskip("hatchling", reason="the wheel was not built: hatchling is not installed")
    folder = tmp_path_factory.mktemp("dist")
    build = "from hatchling import build; import sys; print(build.{}(sys.argv[1]))"
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}

    def run(kind: str, where: Path) -> None:
        command = [sys.executable, "-c", build.format(kind), str(folder)]
        done = subprocess.run(command, cwd=where, capture_output=True, text=True, env=environment, timeout=120)
        assert done.returncode == 0, done.stderr

    run("build_sdist", ROOT)
    (archive,) = folder.glob("*.tar.gz")
    with tarfile.open(archive) as opened:
        opened.extractall(folder / "from", filter="data")
    run("build_wheel", folder / "from" / archive.name.removesuffix(".tar.gz"))
    return folder


def test_the_wheel_has_every_file_of_the_package_and_nothing_else(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    assert wheel.name == f"outplay-{outplay.__version__}-py3-none-any.whl"
    with zipfile.ZipFile(wheel) as opened:
        names = set(opened.namelist())
    about = {name for name in names if ".dist-info/" in name}
    assert names - about == sources()
    assert {PurePosixPath(name).name for name in about} >= {
        "METADATA",
        "RECORD",
        "WHEEL",
        "entry_points.txt",
        "LICENSE",
    }
    kinds = {PurePosixPath(name).suffix for name in names - about}
    assert kinds <= {".css", ".html", ".js", ".mjs", ".network", ".py", ".svg", ".txt", ".typed"}, "pure Python"


def test_the_sdist_has_what_the_wheel_is_built_from_and_no_tests(built: Path) -> None:
    (archive,) = built.glob("*.tar.gz")
    with tarfile.open(archive) as opened:
        names = {name.split("/", 1)[1] for name in opened.getnames() if "/" in name}
    assert {name.removeprefix("src/") for name in names if name.startswith("src/outplay/")} >= sources()
    assert names >= {"pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", "CITATION.cff", "PKG-INFO"}
    assert not {name.split("/")[0] for name in names} & {"tests", "benchmarks", "scripts", "docs", "requirements"}


def test_the_metadata_name_the_version_the_license_and_the_pythons(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as opened:
        about = Parser().parsestr(opened.read(f"outplay-{outplay.__version__}.dist-info/METADATA").decode())
    assert (about["Version"], about["License-Expression"]) == (outplay.__version__, "MIT")
    assert about["Requires-Python"] == ">=3.11"
    pythons = {f"Programming Language :: Python :: 3.{minor}" for minor in (11, 12, 13, 14)}
    assert pythons <= set(about.get_all("Classifier", []))
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    assert set(about.get_all("Provides-Extra", [])) == set(extras)


def test_what_the_wheel_holds_runs_without_the_repository(built: Path, tmp_path: Path) -> None:
    """The wheel is unpacked, and isolated Python finds it and the packages it needs, but not this repository."""
    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as opened:
        opened.extractall(tmp_path / "installed")
    packages = str(Path(pytest.__file__).parent.parent)
    program = (
        "import sys; sys.path[:0] = [sys.argv.pop(1), sys.argv.pop(1)]; import outplay, runpy\n"
        "print(outplay.__file__); sys.argv[0] = 'outplay'; runpy.run_module('outplay', run_name='__main__')"
    )
    own = [sys.executable, "-I", "-S", "-c", program, str(tmp_path / "installed"), packages]
    for words, expected in (
        (["--version"], f"outplay {outplay.__version__}"),
        (["new", "game", "mine"], "mine.py is written"),
        (["show", "mine.py"], "to move"),
    ):
        done = subprocess.run([*own, *words], capture_output=True, text=True, cwd=tmp_path, timeout=120)
        assert done.returncode == 0, done.stderr
        where, _, printed = done.stdout.partition("\n")
        assert Path(where).is_relative_to(tmp_path)
        assert expected in printed


@pytest.mark.parametrize("words", [[], ["--help"], ["--version"], ["games"], ["show", "tic-tac-toe"]])
def test_the_package_and_its_help_load_nothing_heavy(words: list[str]) -> None:
    program = (
        "import sys; import outplay\n"
        f"if sys.argv[1:]:\n    from outplay.cli import main\n    try: main()\n    except SystemExit: pass\n"
        f"print('loaded:', *sorted(sys.modules.keys() & {set(HEAVY)}))"
    )
    done = subprocess.run([sys.executable, "-c", program, *words], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "loaded:"
