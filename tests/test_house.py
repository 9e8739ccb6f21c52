"""The house keeps its order: imports point one way, functions stay short, help starts fast."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest
from helpers.paths import DOCS, ROOT, SOURCE

import outplay
from outplay.tools.conformance import check

ROOMS = [
    *("core", "games", "examples", "compiler", "search", "engine", "learn", "solve"),
    *("protocols", "players", "arena", "bridges", "__init__", "tools", "web", "cli", "__main__"),
]
"""The folders of the package, from the lowest: each may import from itself and from those before it."""

LONGEST_FUNCTION = 80
"""Lines of a function without those of the functions inside it."""

LAST_OLD_COMMIT = "3355363"
"""Commits after this one have subjects of at most 72 characters."""


def room(module: str) -> str:
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else "__init__"


def imported(path: Path) -> set[str]:
    """The rooms of this package that a file imports from, anywhere in it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {room(alias.name) for alias in node.names if alias.name.split(".")[0] == "outplay"}
        elif isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "outplay":
            names = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= {room(n) for n in names} if node.module == "outplay" else {room(node.module)}
    return found


def test_imports_point_one_way() -> None:
    public = set(outplay.__all__) | {"__version__"}
    for path in SOURCE.rglob("*.py"):
        relative = path.relative_to(SOURCE)
        own = relative.parts[0].removesuffix(".py")
        assert own in ROOMS, f"{relative} is in no room of ROOMS"
        if own == "examples":
            continue  # written as a user would, from the public names
        for other in imported(path) - public - {"__init__"}:
            above = ROOMS.index(other) > ROOMS.index(own)
            assert not above, f"{relative} imports from {other}, which is built on top of it"


@pytest.mark.parametrize("room", ["core", "games", "examples", "search"])
def test_rules_and_search_know_nothing_of_numba_or_the_screen(room: str) -> None:
    files = list((SOURCE / room).rglob("*.py"))
    assert files
    for path in files:
        text = re.sub(r"(?m)^ *(>>>|\.\.\.) .*", "", path.read_text(encoding="utf-8"))  # examples may print
        assert not re.search(r"\b(numba|rich|typer)\b|\bprint\(", text), path


def functions(tree: ast.AST) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]


def own_lines(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """The lines of a function without those of the functions inside it."""
    inner = {line for node in functions(function)[1:] for line in range(node.lineno, (node.end_lineno or 0) + 1)}
    return (function.end_lineno or 0) - function.lineno + 1 - len(inner)


def test_no_function_is_longer_than_80_lines() -> None:
    long = set()
    for path in [path for name in ("src", "tests", "benchmarks", "scripts") for path in (ROOT / name).rglob("*.py")]:
        for function in functions(ast.parse(path.read_text(encoding="utf-8"))):
            if own_lines(function) > LONGEST_FUNCTION:
                long.add(f"{path.relative_to(ROOT).as_posix()}: {function.name}")
    assert not long, long


def test_the_subject_of_every_commit_has_at_most_72_characters() -> None:
    command = ["git", "-C", str(ROOT), "log", "--format=%h %s", f"{LAST_OLD_COMMIT}..HEAD"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    except FileNotFoundError:
        pytest.skip("git is not installed: the subjects of commits were not checked")
    if done.returncode:
        pytest.skip(f"the history does not reach {LAST_OLD_COMMIT}: the subjects of commits were not checked")
    long = [line for line in done.stdout.splitlines() if len(line.partition(" ")[2]) > 72]
    assert not long, "\n".join(long)


def test_no_benchmark_or_script_hides_a_package_that_the_engine_looks_for() -> None:
    """Python looks for packages in the folder of the program first, and Numba tries some that may be missing."""
    files = [path for name in ("benchmarks", "scripts") for path in (ROOT / name).rglob("*.py")]
    assert not {path.stem for path in files} & sys.stdlib_module_names
    program = (
        "import sys; sys.path[:0] = sys.argv[1:]; import outplay.engine.engine\n"
        "found = {str(getattr(module, '__file__', '')) for module in sys.modules.values()}\n"
        "sys.exit('\\n'.join(file for file in found if file.startswith(tuple(sys.argv[1:]))) or 0)"
    )
    folders = sorted({str(path.parent) for path in files})
    done = subprocess.run([sys.executable, "-c", program, *folders], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr


def test_a_rules_file_stays_small() -> None:
    for path in SOURCE.glob("games/**/*.py"):
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 200, path


@pytest.mark.parametrize(
    "words", [["--help"], ["games"], ["players"], ["show", "gomoku"], ["play", "-h"], ["--version"]]
)
def test_what_needs_no_search_does_not_import_numba(words: list[str]) -> None:
    program = (
        "import sys; sys.argv = ['outplay', *sys.argv[1:]]\n"
        "from outplay.cli import main\n"
        "try: main()\n"
        "finally: assert 'numba' not in sys.modules and 'llvmlite' not in sys.modules\n"
    )
    done = subprocess.run([sys.executable, "-c", program, *words], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stdout


@pytest.mark.kernel
def test_the_game_in_the_readme_holds_together(tmp_path: Path) -> None:
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    (source,) = [block for block in blocks if "Game(" in block]
    path = tmp_path / "take.py"
    path.write_text(source)
    assert [finding for finding in check(outplay.game(str(path))) if finding.mistake] == []


@pytest.mark.kernel
def test_the_game_in_the_guide_to_boards_holds_together(tmp_path: Path) -> None:
    text = (DOCS / "guide" / "boards.md").read_text(encoding="utf-8")
    (source,) = [block for block in re.findall(r"```python\n(.*?)```", text, re.DOTALL) if "Game(" in block]
    path = tmp_path / "walk.py"
    path.write_text(source)
    game = outplay.game(str(path))
    assert game.start().name(37) == "a1-a2"
    assert [finding for finding in check(game) if finding.mistake] == []
