"""The command squatter-state: winner and captured cells of a Squatter board given as text."""

import os
import sys
import warnings
from collections.abc import Iterable, Sequence
from typing import Annotated, Literal

import typer

from outplay.cli.common import Json, paint, print_json, some_of
from outplay.core.boards import column_name
from outplay.core.errors import BadPosition, OutplayError
from outplay.tools.squatter_state import METHODS, Answer, Board, Ring, analyse, decoded, player, read
from outplay.tools.squatter_state.reading import BLACK, CAPTURED, LONGEST, POSITION, POSITION_SYMBOLS, WHITE
from outplay.tools.squatter_state.rings import levels

Files = Annotated[list[str], typer.Argument(metavar="FILE …", help="Files with a board each; - reads standard input.")]
Method = Annotated[
    Literal["flood", "rings", "scan"],
    typer.Option("--method", help="flood is always right; rings traces loops; scan takes the next piece."),
]
Explain = Annotated[
    bool, typer.Option("--explain", help="Draw the loops, and the owners of captured cells by each method.")
]

SHOWN = 12
"""The number of cells that a warning names."""

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
        epilog=(
            "outplay squatter-state board.txt  # the winner, and the captured cells of White and Black\n\n"
            "outplay squatter-state boards/*.txt  # a line for each of several boards\n\n"
            "outplay squatter-state board.txt --method rings --explain"
            "  # another method, with drawings of the loops it finds\n\n"
            "printf '3\\n+ W +\\nW - W\\n+ W +\\n' | outplay squatter-state - --json  # a board from standard input\n\n"
            "outplay squatter-state BW+/W1W/BWB  # a position's text"
        ),
    )(squatter_state)


def squatter_state(files: Files, method: Method = "flood", explain: Explain = False, json: Json = False) -> None:
    """Find the winner of a Squatter board, and how many cells White and Black have captured.

    The first line of the file is the board's size, 3 to 40. Then the rows, with or without blanks between the cells:
    W and B are pieces, + is a free cell, - is a captured one. The winner is None while there is a +.

    The text of a position, as `outplay show squatter:7` writes it, is read too: from a file, or in place of one.

    Several files give one line each; an invalid file is reported and the others are still read."""
    if len(files) == 1:
        print_answer(files[0], method, explain, json)
        return
    wrong = 0
    for file in files:
        try:
            print_answer(file, method, explain, json, max(map(len, files)))
        except (OutplayError, OSError) as error:
            wrong += 1
            reason = f"{error.strerror}: {file}" if isinstance(error, OSError) else str(error)
            print(f"outplay: {reason}", file=sys.stderr, flush=True)
    if wrong:
        raise BadPosition(f"{wrong} of {len(files)} files are no boards")


def print_answer(file: str, method: str, explain: bool, json: bool, width: int = 0) -> None:
    """Prints the answer for one file. With a width the file's name is in front, padded to that width."""
    try:
        answer = analyse(read(decoded(contents(file))), method)
    except OutplayError as error:
        raise error if file == "-" else BadPosition(f"{file}: {error}") from None
    warn_of_unowned(answer, f"{file}: " if width else "")
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
        print(*loop_paragraphs(answer, method), *owner_paragraphs(answer.board, method), sep="\n\n")


def contents(file: str) -> bytes:
    """The bytes of the file, at most one more than are allowed; or the text of a position itself."""
    if POSITION.fullmatch(file) and not os.path.exists(file):
        return file.encode()
    if file == "-":
        if sys.stdin is None:
            raise BadPosition("standard input is closed; give a file, or a board to read")
        return sys.stdin.buffer.read(LONGEST + 1)
    if "/" in file and "." not in file and not os.path.exists(file):
        raise BadPosition(f"this is no file, and no text of a position, whose cells are {POSITION_SYMBOLS}")
    with open(file, "rb") as opened:
        return opened.read(LONGEST + 1)


def warn_of_unowned(answer: Answer, prefix: str) -> None:
    """Warns of captured cells that count for neither player, with the reason."""
    for reason in sorted(set(answer.nobody.values())):
        cells = [cell for cell, why in answer.nobody.items() if why == reason]
        where = some_of(cell_names(answer.board, cells), SHOWN)
        warnings.warn(f"{prefix}- at {where} counts for nobody: {reason}", stacklevel=1)


def cell_names(board: Board, cells: Iterable[int]) -> list[str]:
    return [board.name(cell) for cell in cells]


def as_json(answer: Answer) -> dict[str, object]:
    """The loops, and the cells of each owner."""
    board = answer.board
    rings = [
        {
            "colour": player(ring.colour),
            "pieces": cell_names(board, ring.pieces),
            "inside": cell_names(board, sorted(ring.inside)),
        }
        for ring in answer.rings
    ]
    cells = {"White": sorted(answer.white), "Black": sorted(answer.black), "nobody": answer.nobody}
    return {"rings": rings, "cells": {owner: cell_names(board, theirs) for owner, theirs in cells.items()}}


def loop_paragraphs(answer: Answer, method: str) -> list[str]:
    """Drawings of the loops that a method finds."""
    if not answer.rings:
        return [f"{method} finds no loops." if method != "scan" else "scan does not look for loops."]
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
            paragraphs.append(f"{title}\n{draw_loop(answer.board, ring, method)}")
    if number < len(answer.rings):
        paragraphs.append(f"{len(answer.rings) - number} more with nothing captured inside.")
    return paragraphs


def draw_loop(board: Board, ring: Ring, method: str) -> str:
    """The smallest rectangle of the board that contains a loop."""
    symbols = ["."] * len(board.cells)
    if method == "rings":
        for symbol, from_top in (("v", True), ("^", False)):
            for cell in levels(board, ring.pieces, from_top):
                symbols[cell] = symbol
    for cell in ring.inside:
        symbols[cell] = "x"
    for cell in ring.pieces:
        symbols[cell] = ring.colour
    rows = [cell // board.size for cell in ring.pieces]
    columns = [cell % board.size for cell in ring.pieces]
    return draw(board.size, symbols, range(min(rows), max(rows) + 1), range(min(columns), max(columns) + 1))


def owner_paragraphs(board: Board, method: str) -> list[str]:
    """Drawings of the owners of captured cells by each method, the chosen method first."""
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
        drawing = draw(board.size, symbols, range(board.size), range(board.size))
        paragraphs.append(f"{name}: White {len(answer.white)}, Black {len(answer.black)}\n{drawing}")
    return paragraphs


def draw(size: int, symbols: Sequence[str], rows: range, columns: range) -> str:
    """A rectangle of a board with the names of its columns and rows."""
    width = len(column_name(columns[-1])) + 1
    margin = len(str(size))
    lines = [paint(" " * margin + "".join(column_name(column).rjust(width) for column in columns), "label")]
    for row in rows:
        cells = [symbols[row * size + column] for column in columns]
        painted = (" " * (width - 1) + paint(cell, ROLES.get(cell, "empty")) for cell in cells)
        lines.append(paint(str(size - row).rjust(margin), "label") + "".join(painted))
    return "\n".join(lines)
