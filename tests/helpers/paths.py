"""The folders of the repository."""

from pathlib import Path

TESTS = Path(__file__).parent.parent
ROOT = TESTS.parent
SOURCE = ROOT / "src" / "outplay"
DATA = TESTS / "data"
DOCS = ROOT / "docs"
