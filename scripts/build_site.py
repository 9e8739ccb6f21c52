"""Builds the documentation site in site/, without the network. `make docs` runs it.

It is built from a copy of the repository: zensical keeps its cache in .cache/, where the tests keep theirs.
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
NOT_COPIED = shutil.ignore_patterns("__pycache__")


def build(root: Path) -> Path:
    """Builds the site in an empty folder and returns where it is; ends the program if there is a warning."""
    for name in ("docs", "scripts", "src"):
        shutil.copytree(ROOT / name, root / name, ignore=NOT_COPIED)
    for page in [*ROOT.glob("*.md"), ROOT / "zensical.toml"]:
        shutil.copy(page, root)
    shutil.copy(ROOT / "src" / "outplay" / "web" / "static" / "icon.svg", root / "docs" / "assets")
    done = subprocess.run([sys.executable, "-m", "zensical", "build", "--strict"], cwd=root, capture_output=True)
    if done.returncode:
        text = (done.stdout + done.stderr).decode().partition("Traceback (most recent call last)")[0]
        sys.exit(f"{text}The documentation site was not built: mend what is said above.")
    return root / "site"


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        built = build(Path(folder).resolve())
        shutil.rmtree(ROOT / "site", ignore_errors=True)
        shutil.copytree(built, ROOT / "site")
    print("The site is in site/: open site/index.html. Its search needs a server: python -m http.server -d site")


if __name__ == "__main__":
    main()
