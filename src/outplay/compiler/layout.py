"""How a state is laid out in memory: an array of 64-bit words, one for a narrow field, several for a wide one."""

from typing import Any

import numpy as np

from outplay.core.arrays import Ints
from outplay.core.game import Game

WORD = 64
SPARE = 2
"""The bits that an integer has beyond what its field declares, for sign and carry."""
NARROW = WORD - SPARE
"""The largest number of bits of a field that is a machine integer."""


def wide_bits(game: Game) -> int:
    """The width in bits of the game's wide integers, a multiple of a word; 0 if all fields are narrow."""
    most = max(game.widths.values())
    return 0 if most <= NARROW else -(-(most + SPARE) // WORD) * WORD


def words(game: Game, state: Any) -> Ints:
    """The state as an array of words."""
    width = wide_bits(game) // 8
    data = b"".join(
        value.to_bytes(width if bits > NARROW else 8, "little")
        for value, bits in zip(state, game.widths.values(), strict=True)
    )
    return np.frombuffer(bytearray(data), np.int64)


def from_words(game: Game, words: Ints) -> Any:
    """The state that an array of words encodes: the inverse of `words`."""
    data, at, values = words.tobytes(), 0, []
    for bits in game.widths.values():
        size = wide_bits(game) // 8 if bits > NARROW else 8
        values.append(int.from_bytes(data[at : at + size], "little", signed=True))
        at += size
    return type(game.initial)(*values)
