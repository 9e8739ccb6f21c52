"""Paths in texts that leave this machine: exports, and what the page shows."""

import re

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
