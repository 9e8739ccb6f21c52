"""A network that evaluates the positions of one game, and the file that holds it.

The file is one line of text, JSON with all that is told about it, then the numbers of the rows (see `vectors`) as
int16, little-endian, then the SHA-256 of everything before it. Nothing in it is ever executed.
"""

import hashlib
import json
import os
import tempfile
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from outplay.core.arrays import Ints
from outplay.core.errors import BadNetwork
from outplay.core.vectors import BIAS, EXACT, GRAIN, HIGH, LANES, MOST_SECOND, ROWS, TOP

FORMAT, VERSION = "outplay network", 1
MOST_BYTES = 256 << 20
"""A larger file is no network."""
MOST_UNITS, MOST_BUCKETS, MOST_TOP = 256, 64, 100_000_000
CHECKSUM_BYTES = 32
WORD = 64
ROW_UNITS = 16
"""The units of the hidden layer are a multiple of this: as many int16 as a vector register holds."""


class NetworkShape(NamedTuple):
    """What compiled code must know of a network; networks of the same shape can replace each other."""

    widths: tuple[int, ...]
    """The bits of each integer that is shown to it."""
    hidden: int
    """Units of the hidden layer, a multiple of 16."""
    buckets: int
    """Second layers, chosen by the number of set bits."""
    span: int
    """The number of set bits from which on all positions are in the last bucket."""

    @property
    def inputs(self) -> int:
        return sum(self.widths)

    @property
    def rows(self) -> int:
        return 2 * self.inputs + 2 + self.buckets

    @property
    def kept(self) -> int:
        """The length of a position and its sums in an array of int64; one is kept for each side to move."""
        return sum(-(-width // WORD) for width in self.widths) + self.hidden // LANES

    @property
    def words(self) -> int:
        """The length of the network in an array of int64, with what compiled code keeps there."""
        return ROWS + self.rows * self.hidden // LANES + 2 * self.kept

    def constants(self, at: int) -> tuple[int, ...]:
        """The shape as kernels take it, for a network that stands in an array from index `at` on."""
        offsets = [sum(self.widths[:i]) for i in range(len(self.widths) + 1)]
        return at, self.hidden, self.buckets, self.span, *offsets


@dataclass(frozen=True, eq=False)
class Network:
    """The numbers of a network."""

    shape: NetworkShape
    rows: NDArray[np.int16]
    """Shape (shape.rows, shape.hidden); see `vectors`."""
    top: int
    """The value that evaluations approach and never reach, in thousandths of the margin."""
    bias: int = 0
    """Added to the output."""
    grain: int = 1
    """Evaluations are multiples of this."""
    about: dict[str, Any] = field(default_factory=dict)
    """The game, the digest of its rules, and how the network was trained."""

    def words(self) -> Ints:
        """The network as an array of int64, as `vectors` says."""
        words = np.zeros(self.shape.words, np.int64)
        words[[TOP, GRAIN, BIAS, EXACT]] = self.top, self.grain, self.bias, self.exact
        shape, rows = self.shape, np.ascontiguousarray(self.rows)
        end = ROWS + shape.rows * shape.hidden // LANES
        words[ROWS:end] = rows.reshape(-1).view(np.int64)
        for side in (0, 1):  # no input is set, so that the sums are the bias
            end += shape.kept
            words[end - shape.hidden // LANES : end] = rows[2 * shape.inputs + side].view(np.int64)
        return words

    @property
    def exact(self) -> bool:
        """Whether no sum of the first layer can leave the limits of an int16, whatever inputs are set."""
        inputs, rows = self.shape.inputs, self.rows.astype(np.int64)
        sides = [np.vstack((rows[side * inputs :][:inputs], rows[2 * inputs + side])) for side in (0, 1)]
        most = max(int(np.maximum(one, 0).sum(axis=0).max()) for one in sides)
        least = min(int(np.minimum(one, 0).sum(axis=0).min()) for one in sides)
        return least >= -HIGH and most <= HIGH

    def save(self, path: Path) -> None:
        """Writes the file, whole or not at all."""
        told = {
            "format": FORMAT,
            "version": VERSION,
            "widths": self.shape.widths,
            "hidden": self.shape.hidden,
            "buckets": self.shape.buckets,
            "span": self.shape.span,
            "top": self.top,
            "bias": self.bias,
            "grain": self.grain,
            "about": self.about,
        }
        data = json.dumps(told).encode() + b"\n" + self.rows.astype("<i2").tobytes()
        write_whole(path, data + hashlib.sha256(data).digest())


def write_whole(path: Path, data: bytes) -> None:
    """Writes a file by way of another one beside it, so that it is never seen half written."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise BadNetwork(f"{path} cannot be written: {error.strerror}; give another file with --out") from None
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.chmod(name, 0o644)
        os.replace(name, path)
    except BaseException as error:
        with suppress(OSError):
            os.unlink(name)
        if isinstance(error, OSError):
            raise BadNetwork(f"{path} cannot be written: {error.strerror}; give another file with --out") from None
        raise


def load_network(path: Path) -> Network:
    """The network in a file; BadNetwork if there is none."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise BadNetwork(f"{path} is no network: it is too large")
        data = path.read_bytes()
    except OSError as error:
        raise BadNetwork(f"{path} cannot be read: {error.strerror}; give the file of a network, or none") from None
    body, checksum = data[:-CHECKSUM_BYTES], data[-CHECKSUM_BYTES:]
    line, _, numbers = body.partition(b"\n")
    try:
        told = json.loads(line)
        if told["format"] != FORMAT:
            raise ValueError
    except (ValueError, TypeError, KeyError, RecursionError):
        raise BadNetwork(f"{path} is no network of outplay; `outplay train GAME` makes one") from None
    if told.get("version") != VERSION:
        version = told.get("version")
        raise BadNetwork(f"{path} has version {version!r} of the format, and {VERSION} is known here; train it again")
    if hashlib.sha256(body).digest() != checksum:
        raise BadNetwork(f"{path} is damaged: its checksum is wrong; train it again, or put a copy of it back")
    return checked_network(path, told, numbers)


def checked_network(path: Path, told: dict[str, Any], numbers: bytes) -> Network:
    """A network from what its file tells; BadNetwork if that does not fit together."""
    try:
        shape = NetworkShape(tuple(told["widths"]), told["hidden"], told["buckets"], told["span"])
        fields = [*shape.widths, shape.hidden, shape.buckets, shape.span, told["top"], told["grain"]]
        good = all(type(number) is int and number > 0 for number in fields) and type(told["bias"]) is int
        good = good and shape.hidden % ROW_UNITS == 0 and shape.hidden <= MOST_UNITS and shape.buckets <= MOST_BUCKETS
        good = good and told["top"] <= MOST_TOP and abs(told["bias"]) < 1 << 40 and isinstance(told["about"], dict)
        if not good or len(numbers) != 2 * shape.rows * shape.hidden:
            raise ValueError
    except (KeyError, TypeError, ValueError):
        raise BadNetwork(f"{path} is no network that can be used: its sizes do not fit; train it again") from None
    rows = np.frombuffer(numbers, "<i2").astype(np.int16).reshape(shape.rows, shape.hidden)
    second = rows[2 * shape.inputs + 2 :]
    if second.min() < -MOST_SECOND or second.max() > MOST_SECOND:  # vector instructions would overflow
        raise BadNetwork(f"{path} is no network that can be used: its second layer is too large; train it again")
    return Network(shape, rows, told["top"], told["bias"], told["grain"], told["about"])


def no_network(shape: NetworkShape) -> Network:
    """A network that evaluates everything as 0."""
    return Network(shape, np.zeros((shape.rows, shape.hidden), np.int16), 1000)
