"""Reads a Squatter board from text: a line with its size, then its rows, with or without blanks between the cells; or
the text of a position on one line, as `outplay show` writes it."""

import re
from typing import NamedTuple

from outplay.core.boards import column_name
from outplay.core.errors import BadPosition

LEAST, MOST = 3, 40
LONGEST = 100_000
"""The largest number of bytes that is read: far more than the largest board needs."""

WHITE, BLACK, FREE, CAPTURED = SYMBOLS = "WB+-"
POSITION_SYMBOLS = "WB+wb12-"
"""The symbols of a position's text. The last five are captured cells: with a piece of White or Black, or captured by
White or Black without a piece; or captured by whom the analyser has to find."""
POSITION = re.compile(f"[{POSITION_SYMBOLS}]*(/[{POSITION_SYMBOLS}]*)+")


class Board(NamedTuple):
    size: int
    """The number of rows and of columns."""
    cells: str
    """One symbol for each cell, row by row from the top left."""

    def name(self, cell: int) -> str:
        row, column = divmod(cell, self.size)
        return f"{column_name(column)}{self.size - row}"

    def where(self, symbol: str) -> frozenset[int]:
        return frozenset(cell for cell, there in enumerate(self.cells) if there == symbol)


def decoded(data: bytes) -> str:
    """The text of a file; BadPosition if it is not UTF-8 text or too long."""
    if len(data) > LONGEST:
        raise BadPosition(f"the text is far too long for a board of at most {MOST} rows")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadPosition("this is no text; a board is a line with its size and then its rows") from None
    if not all(letter.isprintable() or letter in "\r\n\t" for letter in text):
        raise BadPosition("this is no plain text; a board is a line with its size and then its rows")
    return text


def read(text: str) -> Board:
    """The board that a text describes; BadPosition names the line that is wrong.

    >>> read("3\\n+ W +\\nW - W\\n+ W +")
    Board(size=3, cells='+W+W-W+W+')
    >>> read("3\\n+W+\\nW-W\\n+W+") == read("+W+/W1W/+W+") == _
    True
    """
    if POSITION.fullmatch(text.strip()):
        return read_position(text.strip())
    lines = [line.rstrip("\r").split() for line in text.split("\n")]
    while lines and not lines[-1]:
        lines.pop()
    if not lines:
        raise BadPosition("the board is empty; the first line is its size, as in 6")
    size = size_of(" ".join(lines[0]))
    rows = [[*row[0]] if without_blanks(row) else row for row in lines[1:]]
    for number, row in enumerate(rows[:size], 2):
        wrong = next((token for token in row if token not in (*SYMBOLS,)), None)
        if wrong is not None:
            raise BadPosition(f"line {number}: {shortened(wrong)!r} is no cell; the cells are {' '.join(SYMBOLS)}")
        if len(row) != size:
            raise BadPosition(f"line {number}: a row has {size} cells, not {len(row)}")
    if len(rows) != size:
        raise BadPosition(f"there are {len(rows)} rows where the first line says {size}")
    return Board(size, "".join(cell for row in rows for cell in row))


def without_blanks(row: list[str]) -> bool:
    """Whether a row is one word of more than one cell."""
    return len(row) == 1 and 1 < len(row[0]) <= MOST and set(row[0]) <= set(SYMBOLS)


def read_position(text: str) -> Board:
    """The board of a position's text, in which captured cells may have other symbols; they are taken as captured."""
    rows = text.split("/")
    size = len(rows)
    if not LEAST <= size <= MOST:
        raise BadPosition(f"a board has {LEAST} to {MOST} rows, not {size}")
    for number, row in enumerate(rows, 1):
        if len(row) != size:
            raise BadPosition(f"row {number} of {size} has {len(row)} cells, not {size}")
    return Board(size, "".join(cell if cell in SYMBOLS else CAPTURED for cell in "".join(rows)))


def size_of(text: str) -> int:
    if not re.fullmatch(r"-?[0-9]+", text, re.ASCII):
        raise BadPosition(f"line 1: {shortened(text)!r} is no size; it is one whole number, as in 6")
    if len(text) > 9 or not LEAST <= int(text) <= MOST:
        raise BadPosition(f"line 1: a board has {LEAST} to {MOST} rows, not {shortened(text)}")
    return int(text)


def shortened(text: str) -> str:
    return text if len(text) <= 20 else f"{text[:20]}…"
