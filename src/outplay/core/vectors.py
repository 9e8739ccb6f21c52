"""A network's forward pass, for kernels: compiled code does it with the machine's vector instructions.

A network stands in an array of int64 from index `at` on: first the numbers TOP, GRAIN and BIAS (see `search.network`),
then, packed as int16, rows of `hidden` numbers:

    2 * inputs rows    the first layer: a row for each input with the first player to move, then with the second
    2 rows             the first layer's bias, for each side to move
    buckets rows       the second layer, for each bucket

and after these, for each side to move, the last position that was evaluated and its sums, which compiled code keeps:

    words              the masks as words of 64 bits
    hidden / LANES     the sums, as int16

Inputs are the bits of a tuple of integers. The sum of the rows of all set bits, with the bias, is the hidden layer; a
unit's activation is the square of its value within 0 and CLIP. Positions are divided into buckets by the number of
their set bits, and each bucket has its own second layer.

The next position often has most of its inputs in common with the last one: then compiled code begins with the last sums
and adds and takes away the rows of the others. That gives the same result where no sum can leave the limits of an
int16, whatever inputs are set; the number EXACT says so.
"""

from typing import Any

import numpy as np

from outplay.core.arrays import Ints

CLIP = 255
"""The largest activation of a unit before it is squared; it stands for 1."""
SECOND_UNIT = 64
"""What stands for 1 in the second layer."""
MOST_SECOND = 127
"""The largest number of the second layer: times CLIP it fits an int16."""
OUTPUT_UNIT = CLIP * CLIP * SECOND_UNIT
"""What stands for 1 in the output."""
LOW, HIGH = -(1 << 15), (1 << 15) - 1
"""Sums of the first layer stay within these limits, as those of vector instructions do."""
LANES = 4
"""The int16 numbers in an int64."""

TOP, GRAIN, BIAS, EXACT, ROWS = 0, 1, 2, 3, 4
"""What stands where, counted from `at`. EXACT is 1 if no sum can leave its limits, else 0."""

AT, HIDDEN, BUCKETS, SPAN, OFFSETS = 0, 1, 2, 3, 4
"""What a shape holds: where the network stands, units of the hidden layer, buckets, the number of set bits from which
on all positions are in the last bucket, and, from OFFSETS on, the number of the first input of each mask and the number
of all inputs."""


def network_sum(masks: Any, turn: int, thread: Ints, shape: tuple[int, ...]) -> int:
    """The output of a network, where OUTPUT_UNIT stands for 1."""
    at, hidden, buckets, span = shape[:OFFSETS]
    offsets, inputs = shape[OFFSETS:-1], shape[-1]
    rows = thread[at + ROWS :].view(np.int16)

    def row(number: int) -> Any:
        return rows[number * hidden : (number + 1) * hidden].astype(np.int64)

    sums, count = row(2 * inputs + turn), 0
    for mask, first in zip(masks, offsets, strict=True):
        count += mask.bit_count()
        for place, bit in enumerate(bin(mask)[:1:-1]):
            if bit == "1":
                sums = np.clip(sums + row(turn * inputs + first + place), LOW, HIGH)
    clipped = np.clip(sums, 0, CLIP)
    second = row(2 * inputs + 2 + min(buckets - 1, count * buckets // span))
    return int((clipped * clipped * second).sum())


def store_words(masks: Any, widths: tuple[int, ...], out: Ints, at: int) -> int:
    """Writes a tuple of integers to an array from index `at` on, each as words of 64 bits, lowest first.

    `widths` are the bits of each. Returns the index after the last word.
    """
    for mask, width in zip(masks, widths, strict=True):
        for word in range(-(-width // 64)):
            part = mask >> 64 * word & (1 << 64) - 1
            out[at] = part - (1 << 64) if part >> 63 else part
            at += 1
    return at


def load_words(like: Any, widths: tuple[int, ...], words: Ints, at: int) -> Any:
    """The tuple that `store_words` wrote from index `at` on; `like` is one of the same class."""
    values = []
    for width in widths:
        parts = words[at : at + -(-width // 64)]
        values.append(sum((int(part) & (1 << 64) - 1) << 64 * word for word, part in enumerate(parts)))
        at += len(parts)
    return type(like)(*values)
