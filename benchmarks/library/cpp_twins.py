"""The C++ twins: the same plain alpha-beta, built where there is a compiler and run as programs of their own."""

import shutil
import subprocess
from pathlib import Path

from benchmarks.library.measure import Run

SOURCES = Path(__file__).parent / "twins"
FLAGS = ("-O3", "-march=native")


def compiler() -> str | None:
    return shutil.which("g++")


class Twin:
    """One twin, built into a folder."""

    def __init__(self, name: str, depth: int, folder: Path) -> None:
        self.depth = depth
        self.program = folder / name
        source = SOURCES / f"{name}.cpp"
        subprocess.run([str(compiler()), *FLAGS, "-o", str(self.program), str(source)], check=True)

    def run(self) -> Run:
        """The best of three searches in one process, as for the compiled kernel."""
        command = [str(self.program), str(self.depth), "3"]
        nodes, seconds, _ = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
        return Run(int(nodes), float(seconds))
