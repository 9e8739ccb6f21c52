"""How soon outplay is there: the import, `--help`, and from nothing installed to a board on which the engine has moved.

    python -m benchmarks.speed.start [import] [help] [install]

The import and `--help` are processes of their own; the best of some counts, by the clock and by the processor. The
marks are for a machine without other work, so the processor's figure is judged. *install* builds the wheel and runs
`uvx --from WHEEL outplay serve` with an empty cache, no home and no compiled code: packages are fetched, the page is
asked for, and the engine chooses its first move of Kalah(6,4). It needs uv (extra [dev]) and the network.
"""

import argparse
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from helpers.web_page import Server

from benchmarks.library.paths import ROOT
from benchmarks.library.report import Mark, measure

IMPORT, HELP, INSTALL = 0.15, 0.25, 60.0
"""The marks, in seconds."""
TRIES = 9
GAME, OPPONENT = "kalah:6,4", "engine:level=5"


def process(*words: str) -> tuple[float, float]:
    """The seconds of a process of Python, by the clock and on a processor; the best of some."""
    by_clock, on_processor = [], []
    for _ in range(TRIES):
        used, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        subprocess.run([sys.executable, *words], check=True, stdout=subprocess.DEVNULL, timeout=60)
        by_clock.append(time.perf_counter() - began)
        now = resource.getrusage(resource.RUSAGE_CHILDREN)
        on_processor.append(now.ru_utime + now.ru_stime - used.ru_utime - used.ru_stime)
    return min(by_clock), min(on_processor)


def mark(section: str, what: str, words: list[str], wanted: float) -> list[Mark]:
    by_clock, on_processor = process(*words)
    figure = f"{by_clock:.2f} s, {on_processor:.2f} s busy"
    return [Mark(section, what, figure, f"{wanted} s", on_processor <= wanted)]


def imported() -> list[Mark]:
    return mark("import", "import outplay, with the start of Python", ["-c", "import outplay"], IMPORT)


def helped() -> list[Mark]:
    return mark("help", "outplay --help", ["-m", "outplay", "--help"], HELP)


def uvx() -> str:
    beside = shutil.which("uvx", path=str(Path(sys.executable).parent))
    return beside or shutil.which("uvx") or sys.exit("uv is not installed; install the extra dev")


def wheel(folder: Path) -> Path:
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True, timeout=120)
    return next(folder.glob("*.whl"))


def installed() -> list[Mark]:
    with tempfile.TemporaryDirectory(prefix="outplay-start-") as name:
        folder = Path(name)
        made, own = wheel(folder), folder / "home"
        own.mkdir()
        ours = ("OUTPLAY_", "UV_", "XDG_", "VIRTUAL_ENV", "PYTHON")
        environment = {key: value for key, value in os.environ.items() if not key.startswith(ours)}
        environment |= {"HOME": str(own), "UV_CACHE_DIR": str(folder / "uv"), "UV_PYTHON_DOWNLOADS": "never"}
        program = [uvx(), "--python", getattr(sys, "_base_executable", sys.executable), "--from", str(made), "outplay"]
        began = time.perf_counter()
        server = Server(program=program, environment=environment, cwd=own)
        try:
            with urllib.request.urlopen(server.address, timeout=60) as page:
                page.read()
                assert page.status == 200
            shown = time.perf_counter() - began
            with server.page() as page:
                legal = page.ask(do="view", game=GAME, moves=[])["view"]["legal"]
                answer = page.ask(do="choose", game=GAME, moves=[legal[0]["move"]], player=OPPONENT)
                assert "move" in answer or "choice" in answer, answer
            moved = time.perf_counter() - began
        finally:
            server.end()
    return [
        Mark("install", "nothing installed to the page", f"{shown:.1f} s", f"{INSTALL:.0f} s", shown <= INSTALL),
        Mark("install", "… to a move of the engine", f"{moved:.1f} s", f"{INSTALL:.0f} s", moved <= INSTALL),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sections", nargs="*", metavar="section", help="what to measure (everything)")
    sections = {"import": imported, "help": helped, "install": installed}
    measure(parser.parse_args().sections, sections, parser.error)


if __name__ == "__main__":
    main()
