"""Standard input, output and error, made safe for the commands: streams that are closed, encodings with few characters,
readers that have gone."""

import codecs
import os
import sys
from typing import IO

from outplay.core.errors import BadSpec

SPELLED = {
    "½": "1/2", "…": "...", "–": "-", "−": "-", "×": "x", "·": "*", "≥": ">=", "≤": "<=", "≈": "~", "±": "+/-",
    "→": "->", "←": "<-", "↑": "^", "↓": "v", "▲": "^", "▼": "v", "’": "'", "“": '"', "”": '"', "█": "#", "━": "-",
    "╸": "-", "╺": "-",
}  # fmt: skip
"""How characters are written where the encoding of the terminal does not have them."""


def spelled(error: UnicodeError) -> tuple[str, int]:
    """Replaces what an encoding does not have: by SPELLED, or by the number of the character."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    missing = error.object[error.start : error.end]
    texts = (SPELLED.get(each) or each.encode("ascii", "backslashreplace").decode("ascii") for each in missing)
    return "".join(texts), error.end


codecs.register_error("outplay", spelled)


def prepare() -> None:
    """Makes output possible whatever it is connected to.

    A closed standard stream would give its number to the next file that is opened, and what is printed would end up
    there: the null device takes the place. `sys.stdin` stays None, so that a command can say that it has no input.
    """
    closed = [name for name in ("stdin", "stdout", "stderr") if getattr(sys, name) is None]
    for name in closed:
        device = os.open(os.devnull, os.O_RDWR)  # the lowest free number, which is that of the stream
        if name != "stdin":
            setattr(sys, name, os.fdopen(device, "w", encoding="utf-8"))
    if sys.stdin is not None and hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")  # no text that is typed or piped is worth more than a question mark
    for stream in (sys.stdout, sys.stderr):
        if getattr(stream, "errors", "") in ("strict", "surrogateescape", "backslashreplace"):
            stream.reconfigure(errors="outplay")  # type: ignore[union-attr]


def input_bytes() -> IO[bytes]:
    """Standard input."""
    if sys.stdin is None:
        raise BadSpec("standard input is closed, and this command reads from it")
    return sys.stdin.buffer


def writes_unicode() -> bool:
    """Whether standard output can write every character."""
    return (getattr(sys.stdout, "encoding", None) or "utf-8").lower().startswith("utf")


def writable(text: str) -> str:
    """The text with only such characters as standard output can write."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    return text.encode(encoding, "outplay").decode(encoding)


def finish() -> bool:
    """Writes what is still to be printed; False if nobody can read it any more. It is then thrown away."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError):
        discard()
        return False
    return True


def discard() -> None:
    """Throws away all further output, so that Python does not fail to write it at its end."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):  # not a file
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
