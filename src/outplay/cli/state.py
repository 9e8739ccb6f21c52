"""squatter-state: who has won a board of Squatter, from its picture alone."""

import sys
import warnings
from collections.abc import Iterable, Sequence
from typing import Annotated, Literal

import typer

from outplay.cli.common import Json, paint, print_json, some_of
from outplay.core.boards import column_name
from outplay.core.errors import BadPosition, OutplayError
from outplay.tools.squatter_state import METHODS, Answer, Board, Ring, analyse, decoded, player, read
from outplay.tools.squatter_state.reading import BLACK, CAPTURED, LONGEST, WHITE
from outplay.tools.squatter_state.rings import levels

Files = Annotated[
    list[str], typer.Argument(metavar="FILE …", help="The board, or several; - reads it from standard input.")
]
Method = Annotated[
    Literal["flood", "rings", "scan"],
    typer.Option("--method", help="flood is always right; rings traces loops; scan looks for the next piece."),
]
Explain = Annotated[bool, typer.Option("--explain", help="Draw the loops, and what each method gives to whom.")]

SHOWN = 12
"""Cells that a warning names."""

ROLES = {
    WHITE: "first",
    BLACK: "second",
    "1": "first-faint",
    "2": "second-faint",
    "x": "last",
    "=": "last",
    "?": "last",
}


def register(app: typer.Typer) -> None:
    app.command(
        "squatter-state",
        epilog="outplay squatter-state board.txt\n\noutplay squatter-state boards/*.txt\n\n"
        "outplay squatter-state board.txt --method rings --explain\n\n"
        "printf '3\\n+ W +\\nW - W\\n+ W +\\n' | outplay squatter-state - --json",
    )(squatter_state)


def squatter_state(files: Files, method: Method = "flood", explain: Explain = False, json: Json = False) -> None:
    """Say who has won a board of Squatter, and how many cells White and Black have captured.

    The first line of the file is the board's size, 3 to 40. Then come its rows: W and B are pieces, + is a free cell,
    - is a captured one, with blanks between. The winner is None while a + remains.

    Of several files each has a line of its own, and one that is no board does not keep the others from it."""
    if len(files) == 1:
        judge(files[0], method, explain, json)
        return
    wrong = 0
    for file in files:
        try:
            judge(file, method, explain, json, max(map(len, files)))
        except (OutplayError, OSError) as error:
            wrong += 1
            reason = f"{error.strerror}: {file}" if isinstance(error, OSError) else str(error)
            print(f"outplay: {reason}", file=sys.stderr, flush=True)
    if wrong:
        raise BadPosition(f"{wrong} of {len(files)} files are no boards")


def judge(file: str, method: str, explain: bool, json: bool, width: int = 0) -> None:
    """Prints the answer for one file; where there are others, with its name in front, as wide as the widest."""
    try:
        answer = analyse(read(decoded(contents(file))), method)
    except OutplayError as error:
        raise error if file == "-" else BadPosition(f"{file}: {error}") from None
    warn(answer, f"{file}: " if width else "")
    white, black = len(answer.white), len(answer.black)
    if json:
        winner = None if answer.winner == "None" else answer.winner
        fields = {"file": file} if width else {}
        print_json(
            **fields,
            method=method,
            winner=winner,
            white=white,
            black=black,
            nobody=len(answer.nobody),
            **(as_json(answer) if explain else {}),
        )
        return
    if width:
        print(f"{file:{width}}  {answer.winner:5}  {white:4}  {black:4}")
    else:
        print(answer.winner, white, black, sep="\n")
    if explain:
        print()
        print(*loops(answer, method), *owners(answer.board, method), sep="\n\n")


def contents(file: str) -> bytes:
    """The file's bytes, or as many as show that it is too long."""
    if file == "-":
        if sys.stdin is None:
            raise BadPosition("standard input is closed; give a file, or a board to read")
        return sys.stdin.buffer.read(LONGEST + 1)
    with open(file, "rb") as opened:
        return opened.read(LONGEST + 1)


def warn(answer: Answer, of: str) -> None:
    for reason in sorted(set(answer.nobody.values())):
        cells = [cell for cell, why in answer.nobody.items() if why == reason]
        where = some_of(names(answer.board, cells), SHOWN)
        warnings.warn(f"{of}- at {where} counts for nobody: {reason}", stacklevel=1)


def names(board: Board, cells: Iterable[int]) -> list[str]:
    return [board.name(cell) for cell in cells]


def as_json(answer: Answer) -> dict[str, object]:
    """The loops, and who has which cells."""
    board = answer.board
    rings = [
        {
            "colour": player(ring.colour),
            "pieces": names(board, ring.pieces),
            "inside": names(board, sorted(ring.inside)),
        }
        for ring in answer.rings
    ]
    cells = {"White": sorted(answer.white), "Black": sorted(answer.black), "nobody": answer.nobody}
    return {"rings": rings, "cells": {owner: names(board, theirs) for owner, theirs in cells.items()}}


def loops(answer: Answer, method: str) -> list[str]:
    """Paragraphs that draw the loops a method found."""
    if not answer.rings:
        return [f"{method} finds no loops." if method != "scan" else "scan looks for no loops."]
    marks = "x is inside"
    if method == "rings":
        marks = "x is inside by both scans of the levels, v only by the one from the top, ^ only from the bottom"
    paragraphs = [f"Loops that {method} finds; {marks}."]
    number = 0
    for ring in answer.rings:
        captured = sum(answer.board.cells[cell] == CAPTURED for cell in ring.inside)
        if captured:
            number += 1
            cells = "1 captured cell" if captured == 1 else f"{captured} captured cells"
            title = f"loop {number}: {player(ring.colour)}, {len(ring.pieces)} pieces around {cells}"
            paragraphs.append(f"{title}\n{loop_drawn(answer.board, ring, method)}")
    if number < len(answer.rings):
        paragraphs.append(f"{len(answer.rings) - number} more with nothing captured inside.")
    return paragraphs


def loop_drawn(board: Board, ring: Ring, method: str) -> str:
    """The part of the board that a loop spans."""
    symbols = ["."] * len(board.cells)
    if method == "rings":
        for symbol, from_top in (("v", True), ("^", False)):
            for cell in levels(board.size, ring.pieces, from_top):
                symbols[cell] = symbol
    for cell in ring.inside:
        symbols[cell] = "x"
    for cell in ring.pieces:
        symbols[cell] = ring.colour
    rows = [cell // board.size for cell in ring.pieces]
    columns = [cell % board.size for cell in ring.pieces]
    return drawn(board.size, symbols, range(min(rows), max(rows) + 1), range(min(columns), max(columns) + 1))


def owners(board: Board, method: str) -> list[str]:
    """Paragraphs that draw what each method counts for whom, the chosen one first."""
    paragraphs = ["Captured cells: 1 counts for White, 2 for Black, = for both, ? for nobody."]
    for name in (method, *(other for other in METHODS if other != method)):
        answer = analyse(board, name)
        symbols = list(board.cells)
        for symbol, cells in (
            ("?", answer.nobody),
            ("1", answer.white),
            ("2", answer.black),
            ("=", answer.white & answer.black),
        ):
            for cell in cells:
                symbols[cell] = symbol
        board_drawn = drawn(board.size, symbols, range(board.size), range(board.size))
        paragraphs.append(f"{name}: White {len(answer.white)}, Black {len(answer.black)}\n{board_drawn}")
    return paragraphs


def drawn(size: int, symbols: Sequence[str], rows: range, columns: range) -> str:
    """A part of a board with the names of its columns and rows."""
    width = len(column_name(columns[-1])) + 1
    margin = len(str(size))
    lines = [paint(" " * margin + "".join(column_name(column).rjust(width) for column in columns), "label")]
    for row in rows:
        cells = [symbols[row * size + column] for column in columns]
        painted = (" " * (width - 1) + paint(cell, ROLES.get(cell, "empty")) for cell in cells)
        lines.append(paint(str(size - row).rjust(margin), "label") + "".join(painted))
    return "\n".join(lines)
