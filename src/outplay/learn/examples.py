"""The positions that a network is trained on, as it sees them: lists of the inputs that are set."""

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from outplay.core.arrays import Ints
from outplay.core.errors import RuleError
from outplay.core.game import Game
from outplay.core.network import NetworkShape
from outplay.learn.symmetry import Symmetries
from outplay.search.self_play import INPUTS, RESULT, SCORE, SETTLED, TURN, UNFINISHED
from outplay.search.values import UNIT

WORD = 64
CHUNK = 16384
"""Positions that are turned into examples at once: their inputs are a byte each for that."""


class Examples(NamedTuple):
    active: NDArray[np.int32]
    """The set inputs of all positions, one position after the other."""
    starts: Ints
    """Where those of each position begin in `active`, and the end of the last."""
    side: NDArray[np.int32]
    """Whose weights a position uses, 0 or 1; all 0 if both sides use the same."""
    bucket: NDArray[np.int32]
    margin: NDArray[np.float32]
    """What is still gained in the game's end, or in what the search proved; beside what was settled."""
    score: NDArray[np.float32]
    """What the search expected to be gained."""


class View(NamedTuple):
    """How the inputs of a game are shown to a network in training.

    If the game has a symmetry that changes the side to move, every position is shown as one of the first player's, and
    the second player's weights are the first's in another order. If the game has features of its own, they are as the
    side to move sees them. Otherwise both sides have weights of their own, beside those that they share.
    """

    widths: tuple[int, ...]
    keeping: tuple[Ints, ...]
    """Symmetries that leave the side to move."""
    turning: Ints | None
    """The symmetry that changes the side to move; the identity if the inputs are as the side to move sees them."""
    hidden_inputs: Ints
    """Inputs that are not shown, because they only say who is to move."""

    @property
    def inputs(self) -> int:
        return sum(self.widths)

    @property
    def sides(self) -> int:
        """How many sides have weights of their own."""
        return 2 if self.turning is None else 1


def view_of(game: Game, symmetries: Symmetries) -> View:
    """The view of a game with these symmetries."""
    hidden = np.zeros(0, np.int64)
    if symmetries.turn_field is not None:
        first = sum(game.input_widths[: symmetries.turn_field])
        hidden = np.arange(first, first + game.input_widths[symmetries.turn_field])
    return View(game.input_widths, tuple(symmetries.keeping), symmetries.turning, hidden)


def check_inputs(game: Game, states: Iterable[Any]) -> None:
    """RuleError if what a network is shown of a state has more bits than the game says, or fewer than none: compiled
    code would read numbers that are none of the network's."""
    for state in states:
        masks = game.inputs(state)
        if not isinstance(masks, tuple) or len(masks) != len(game.input_widths):
            raise RuleError(
                f"features must return {len(game.input_widths)} masks, as feature_bits says, not {masks!r}; give "
                "feature_bits a tuple with a number for each mask"
            )
        for mask, bits in zip(masks, game.input_widths, strict=True):
            if not isinstance(mask, int) or not 0 <= mask < 1 << bits:
                raise RuleError(f"features must return masks of {bits} bits, as feature_bits says, not {mask!r}")


def examples_of(rows: Ints, view: View, shape: NetworkShape) -> Examples:
    """The rows of self-play as examples; those of unfinished games are left out."""
    rows = rows[rows[:, RESULT] != UNFINISHED]
    parts = [some_examples(rows[start : start + CHUNK], view, shape) for start in range(0, max(1, len(rows)), CHUNK)]
    return joined(parts)


def some_examples(rows: Ints, view: View, shape: NetworkShape) -> Examples:
    bits = input_bits(rows, view.widths)
    bits[:, view.hidden_inputs] = 0
    turn = rows[:, TURN]
    if view.turning is not None:
        second = turn == 1
        bits[second] = bits[second][:, view.turning]
    counts = bits.sum(axis=1, dtype=np.int64)
    settled = rows[:, SETTLED]
    return Examples(
        np.nonzero(bits)[1].astype(np.int32),
        np.concatenate((np.zeros(1, np.int64), np.cumsum(counts))),
        (turn if view.sides == 2 else np.zeros_like(turn)).astype(np.int32),
        np.minimum(shape.buckets - 1, counts * shape.buckets // shape.span).astype(np.int32),
        (rows[:, RESULT] - settled).astype(np.float32),
        (rows[:, SCORE] / UNIT - settled).astype(np.float32),
    )


def input_bits(rows: Ints, widths: tuple[int, ...]) -> NDArray[np.uint8]:
    """The inputs as a matrix of zeros and ones."""
    parts, at = [], INPUTS
    for width in widths:
        words = -(-width // WORD)
        data = np.ascontiguousarray(rows[:, at : at + words]).astype("<i8").view(np.uint8)
        parts.append(np.unpackbits(data, axis=1, bitorder="little")[:, :width])
        at += words
    return np.concatenate(parts, axis=1)


def joined(parts: list[Examples], most_active: int | None = None) -> Examples:
    """Several sets of examples as one; of the first ones so much is left out that it has at most `most_active`."""
    if most_active is not None:
        left = most_active - sum(len(part.active) for part in parts)
        parts = list(parts)
        for number, part in enumerate(parts):
            if left < 0:
                parts[number] = last_of(part, len(part.active) + left)
                left += len(part.active) - len(parts[number].active)
    ends = np.cumsum([0, *(len(part.active) for part in parts)])
    starts = [part.starts[:-1] + end for part, end in zip(parts, ends[:-1], strict=True)]
    active = np.concatenate([part.active for part in parts])
    arrays = [np.concatenate(columns) for columns in zip(*(part[2:] for part in parts), strict=True)]
    return Examples(active, np.concatenate([*starts, ends[-1:]]), *arrays)


def last_of(part: Examples, most_active: int) -> Examples:
    """The last positions that have no more than so many set inputs together."""
    first = int(np.searchsorted(part.starts, len(part.active) - max(0, most_active)))
    first = min(first, len(part.side))
    begin = part.starts[first]
    columns: list[Any] = [column[first:] for column in part[2:]]
    return Examples(part.active[begin:], part.starts[first:] - begin, *columns)
