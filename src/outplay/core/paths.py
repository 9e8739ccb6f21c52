"""Paths: where a file can be written, and what texts that leave this machine show of them."""

import re
from pathlib import Path

from outplay.core.errors import OutplayError

QUOTED = re.compile(r"""(['"])/[^'"\n]*/([^/'"\n]+)\1""")
PLAIN = re.compile(r"(?<![^\s'\"(=:])/(?:[^\s/'\"]+/)+([^\s/'\"]+)")
WINDOWS = re.compile(r"(?<![^\s'\"(=])[A-Za-z]:\\(?:[^\s\\'\"]+\\)+([^\s\\'\"]+)")


def without_folders(text: str) -> str:
    """The text with only the last part of every absolute path.

    >>> without_folders("'/home/me/program' has died, see /var/log/program.txt")
    "'program' has died, see program.txt"
    >>> without_folders('File "/home/me/my bots/anna.py", line 3'), without_folders("1/2, and/or, https://a.org/b/c")
    ('File "anna.py", line 3', '1/2, and/or, https://a.org/b/c')
    """
    for path, kept in ((QUOTED, r"\1\2\1"), (PLAIN, r"\1"), (WINDOWS, r"\1")):
        text = path.sub(kept, text)
    return text


def check_place(path: Path, error: type[OutplayError]) -> None:
    """Raises the error if there can be no file of this name: it is a folder, or the folder for it is missing."""
    if path.is_dir():
        raise error(f"{path} is a folder; give the name of a file in it")
    if not path.absolute().parent.is_dir():
        raise error(f"there is no folder {path.parent}; make it first, or give another file")
