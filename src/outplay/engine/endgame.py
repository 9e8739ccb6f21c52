"""Files of endgame tables: which one serves a game, and what stands where.

A table belongs to rules and a numbering, not to a name: its file holds a digest of them. The folder is `endgame` in the
user's cache folder, or OUTPLAY_ENDGAME; with OUTPLAY_ENDGAME=none no table is looked for and none is made.

    0 … HEADER - 1    two copies of the header; the valid one with the larger number counts, so that a header that
                      was written in part does no harm
    HEADER …          one byte for each position, layer by layer; see `search.endgame`

A copy is MAGIC, its number, the length of a JSON text, the text's CRC-32, and the text, which holds a CRC-32 for each
layer that is finished. `solve.tables` makes the files.
"""

import hashlib
import json
import mmap
import os
import struct
import zlib
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from outplay.compiler.source import digest, gather
from outplay.core.bits import GOING_ON
from outplay.core.errors import BadTable
from outplay.core.game import Game, Position
from outplay.core.heuristics import Numbering
from outplay.core.machine import cache_folder
from outplay.engine.networks import slug
from outplay.search.endgame import LEAST, ZERO, starts

AUTO, NONE = "auto", "none"
VARIABLE = "OUTPLAY_ENDGAME"
ENDING = ".endgame"

MAGIC, FORMAT = b"OUTPLAYT", 1
HEADER, COPY = 1 << 16, 1 << 15
PREFIX = struct.Struct("<8sQII")
"""MAGIC, number of the copy, length and CRC-32 of the text."""

CHECKED_BYTES = 1 << 30
"""Layers are checked when a table is opened, from the lowest on, as far as this many bytes; that takes less than a
second. `outplay endgame GAME --check` checks all."""


class Header(NamedTuple):
    """What a file says about itself."""

    game: str
    """The game it was made for."""
    rules: str
    """The digest of the rules and the numbering."""
    checksums: tuple[int, ...]
    """The CRC-32 of each finished layer, from layer 0 on."""
    number: int = 0
    """How often the header was written."""


class UnusedTable(UserWarning):
    """There is an endgame table for a game, and the engine does not use it."""


class EndgameTable:
    """A table in memory, mapped from its file, with so many layers from layer 0 on."""

    def __init__(self, path: Path, layers: int, data: NDArray[np.uint8], numbering: Numbering) -> None:
        self.path, self.layers, self.data, self.numbering = path, layers, data, numbering
        self.first = starts(numbering.sizes)
        self.address = int(data.ctypes.data) if len(data) else 0

    def __len__(self) -> int:
        """How many positions it holds."""
        return len(self.data)

    def holds(self, state: Any) -> bool:
        """Whether the value of a state in which the game goes on is known."""
        return self.numbering.layer(state) < self.layers

    def margin(self, game: Game, state: Any) -> int:
        """The final margin for the side to move of a state that is finished, or that the table holds."""
        over = game.outcome(state)
        if over != GOING_ON:
            return over
        settled = game.heuristics.settled_margin
        place = self.first[self.numbering.layer(state)] + self.numbering.index(state)
        return (settled(state) if settled else 0) + int(self.data[place]) - ZERO

    def line(self, game: Game, state: Any) -> tuple[int, ...]:
        """Best play from a state that the table holds to the end of the game."""
        moves, position = list[int](), Position(game, state)
        while legal := position.moves():
            best = LEAST
            for move in legal:
                child = position.play(move)
                margin = self.margin(game, child.state)
                margin = margin if child.to_move == position.to_move else -margin
                if margin > best:
                    best, chosen, after = margin, move, child
            moves.append(chosen)
            position = after
        return tuple(moves)


class FoundTable(NamedTuple):
    """What was found for a game: a table, or why there is none although one could be expected."""

    table: EndgameTable | None
    notice: str = ""


def find_table(game: Game, endgame: "str | Path | EndgameTable" = AUTO) -> FoundTable:
    """The table that `endgame` names: "auto" for the one in the folder, "none", a file, or a table itself."""
    if isinstance(endgame, EndgameTable):
        return FoundTable(endgame)
    if endgame == NONE:
        return FoundTable(None)
    if endgame != AUTO:
        return FoundTable(load_table(Path(endgame).expanduser(), game))
    if not looks_for_tables(game) or not (path := table_path(game)).is_file():
        return FoundTable(None)
    try:
        return FoundTable(load_table(path, game))
    except BadTable as error:
        return FoundTable(None, f"{error}; playing without it")


def looks_for_tables(game: Game) -> bool:
    """Whether a game can have tables, and the user has not turned them off."""
    return game.heuristics.numbering is not None and os.environ.get(VARIABLE) != NONE


def table_folder() -> Path:
    """The folder of the tables."""
    value = os.environ.get(VARIABLE)
    return Path(value) if value and value != NONE else cache_folder() / "endgame"


def table_path(game: Game) -> Path:
    """Where the table of a game is kept. Games that share a table share the file."""
    shared = numbering_of(game).shared
    return (
        table_folder() / f"{slug(game) if not shared else shared.replace(' ', '-')}-{table_digest(game)[:12]}{ENDING}"
    )


def numbering_of(game: Game) -> Numbering:
    """How a game numbers its positions; BadTable if it does not."""
    numbering = game.heuristics.numbering
    if numbering is None:
        raise BadTable(f"{game} does not number its positions, so it has no endgame tables; see the guide to them")
    return numbering


@lru_cache(64)
def table_digest(game: Game) -> str:
    """A hash of all that the values and places of a table depend on.

    Where games share tables, their numbering's text stands for the numbers that their functions use.
    """
    numbering, settled = numbering_of(game), game.heuristics.settled_margin
    functions: list[Callable[..., Any] | None] = [game.moves, game.play, game.outcome, game.to_move, settled]
    functions += [numbering.layer, numbering.index, numbering.state]
    gathered = [gather(function) if function else [] for function in functions]
    if numbering.shared:
        text = repr((FORMAT, numbering.shared, [[part.text() for part in parts] for parts in gathered]))
        return hashlib.sha256(text.encode()).hexdigest()[:32]
    parts = [digest(each) for each in gathered]
    return digest([], FORMAT, parts, tuple(game.initial), tuple(game.widths.items()), numbering.sizes, game.choices)


def load_table(path: Path, game: Game, checked_bytes: int = CHECKED_BYTES) -> EndgameTable:
    """The table in a file, checked; BadTable if it cannot be used for a game."""
    first = starts(numbering_of(game).sizes)
    header = read_header(path, game)
    layers = min(len(header.checksums), len(first) - 1)
    size = first[layers]
    if size == 0:
        return EndgameTable(path, layers, np.zeros(0, np.uint8), numbering_of(game))
    try:
        with path.open("rb") as file:
            if os.fstat(file.fileno()).st_size < HEADER + size:
                raise BadTable(f"{path} is shorter than its header says; {advice(path, game)}")
            mapped = mmap.mmap(file.fileno(), HEADER + size, access=mmap.ACCESS_READ)
    except OSError as error:
        raise BadTable(f"{path} cannot be read: {error.strerror or error}") from None
    data = np.frombuffer(mapped, np.uint8, size, HEADER)
    for layer in range(layers):
        if first[layer + 1] <= checked_bytes and not is_sound(data, first, layer, header):
            raise BadTable(f"{path} is damaged in layer {layer}; {advice(path, game)}")
    return EndgameTable(path, layers, data, numbering_of(game))


def is_sound(data: NDArray[np.uint8], first: tuple[int, ...], layer: int, header: Header) -> bool:
    """Whether a layer is what it was when it was finished."""
    return zlib.crc32(data[first[layer] : first[layer + 1]].data) == header.checksums[layer]


def advice(path: Path, game: Game) -> str:
    """How to remove a file; the command without one would remove the usual table, which may be sound."""
    file = "" if path == table_path(game) else f" --file {path}"
    return f"`outplay endgame {game} --delete{file}` removes it"


def read_header(path: Path, game: Game) -> Header:
    """The header of a file; BadTable if there is none, or if it is of other rules."""
    try:
        with path.open("rb") as file:
            copies = [file.read(COPY), file.read(COPY)]
    except OSError as error:
        raise BadTable(f"{path} cannot be read: {error.strerror or error}") from None
    headers = [header for copy in copies if (header := parsed(copy))]
    if not headers:
        raise BadTable(f"{path} is no endgame table, or its header is damaged; {advice(path, game)}")
    header = max(headers, key=lambda header: header.number)
    if header.rules != table_digest(game):
        raise BadTable(f"{path} was made for other rules ({header.game}), and this is {game}")
    return header


def parsed(copy: bytes) -> Header | None:
    """One copy of a header; None if it is not valid."""
    if len(copy) < PREFIX.size:
        return None
    magic, number, length, checksum = PREFIX.unpack_from(copy)
    text = copy[PREFIX.size : PREFIX.size + length]
    if magic != MAGIC or len(text) != length or zlib.crc32(text) != checksum:
        return None
    try:
        told = json.loads(text)
        checksums = tuple(told["checksums"])
        if told["format"] != FORMAT or not all(type(each) is int for each in checksums):
            return None
        return Header(str(told["game"]), str(told["rules"]), checksums, number)
    except (KeyError, TypeError, ValueError):
        return None


def header_copy(header: Header) -> tuple[int, bytes]:
    """Where a header is written, in turn to one of the two places, and its bytes."""
    told = {"format": FORMAT, "game": header.game, "rules": header.rules, "checksums": header.checksums}
    text = json.dumps(told).encode()
    data = PREFIX.pack(MAGIC, header.number, len(text), zlib.crc32(text)) + text
    assert len(data) <= COPY
    return header.number % 2 * COPY, data
