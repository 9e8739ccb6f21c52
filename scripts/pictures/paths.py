"""Where the pictures of the documentation are written."""

from pathlib import Path

PICTURES = Path(__file__).parent.parent.parent / "docs" / "pictures"
FOUNDING = PICTURES / "founding"
