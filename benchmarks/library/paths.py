"""Where the repository lies, for the files that benchmarks share with the tests."""

from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
