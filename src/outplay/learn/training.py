"""Training: weights that predict how the games of self-play ended, then the same weights as integers."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from outplay.core.network import Network, NetworkShape
from outplay.core.vectors import CLIP, HIGH, LOW, OUTPUT_UNIT, SECOND_UNIT
from outplay.learn.examples import Examples, View
from outplay.search.values import UNIT

Floats = NDArray[np.float32]

BATCH = 1024
"""Positions for each step."""
RATE, LAST_RATE = 3e-3, 3e-5
"""The learning rate falls from the first to the second along a cosine."""
MEAN_DECAY, SQUARE_DECAY, EPSILON = 0.9, 0.999, 1e-8
"""Adam's constants."""
MOST_SECOND = 127 / SECOND_UNIT
"""The largest number of the second layer."""
TESTED = 20
"""One position of so many is not trained on, but tells the loss."""


class Weights(NamedTuple):
    """Views of one vector, which holds all numbers that are trained."""

    vector: Floats
    first: Floats
    """Shape (rows, hidden): a row for each input; where both sides have rows of their own, these follow."""
    bias: Floats
    """Shape (sides, hidden)."""
    second: Floats
    """Shape (buckets, hidden)."""
    output: Floats
    """Shape (1,)."""


def weights_in(vector: Floats, view: View, shape: NetworkShape) -> Weights:
    rows = view.inputs * (3 if view.sides == 2 else 1)
    shapes = [(rows, shape.hidden), (view.sides, shape.hidden), (shape.buckets, shape.hidden), (1,)]
    parts, at = [], 0
    for one in shapes:
        size = int(np.prod(one))
        parts.append(vector[at : at + size].reshape(one))
        at += size
    return Weights(vector, *parts)


def size_of(view: View, shape: NetworkShape) -> int:
    rows = view.inputs * (3 if view.sides == 2 else 1)
    return (rows + view.sides + shape.buckets) * shape.hidden + 1


def new_weights(view: View, shape: NetworkShape, rng: np.random.Generator) -> Weights:
    """Random weights, small enough that no unit is saturated."""
    weights = weights_in(np.zeros(size_of(view, shape), np.float32), view, shape)
    weights.first[:] = rng.normal(0, 0.1, weights.first.shape)
    weights.bias[:] = 0.3
    weights.second[:] = rng.normal(0, 0.3, weights.second.shape)
    return weights


class Trainer:
    """Fits weights to examples."""

    def __init__(self, view: View, shape: NetworkShape, rng: np.random.Generator) -> None:
        self.view, self.shape, self.rng = view, shape, rng
        self.own = view.inputs if view.sides == 2 else 0
        images = [np.arange(view.inputs), *(np.argsort(sources) for sources in view.keeping)]
        self.images = np.stack(images).astype(np.int32)

    def fit(
        self,
        weights: Weights,
        examples: Examples,
        targets: Floats,
        epochs: int,
        report: Callable[[float], None] = lambda share: None,
    ) -> float:
        """Trains the weights; returns the mean loss of the positions that were not trained on."""
        count = len(examples.side)
        # Positions of one game resemble each other, so those that are not trained on are whole games, the last ones.
        tested = np.arange(count - count // TESTED, count)
        trained = np.arange(count - count // TESTED)
        batch = min(BATCH, max(1, len(trained)))
        steps, done = epochs * max(1, len(trained) // batch), 0
        mean, square = np.zeros_like(weights.vector), np.zeros_like(weights.vector)
        for _ in range(epochs):
            self.rng.shuffle(trained)
            for start in range(0, len(trained) - batch + 1, batch):
                slope, _ = self._gradient(weights, examples, targets, trained[start : start + batch], mixed=True)
                done += 1
                mean += (1 - MEAN_DECAY) * (slope - mean)
                square += (1 - SQUARE_DECAY) * (slope * slope - square)
                rate = LAST_RATE + (RATE - LAST_RATE) * (1 + np.cos(np.pi * done / steps)) / 2
                size = np.sqrt(square / (1 - SQUARE_DECAY**done)) + EPSILON
                weights.vector[:] -= (rate / (1 - MEAN_DECAY**done)) * mean / size
                np.clip(weights.second, -MOST_SECOND, MOST_SECOND, out=weights.second)
                if done % 16 == 0:
                    report(done / steps)
        return self.loss(weights, examples, targets, tested if len(tested) else trained)

    def loss(self, weights: Weights, examples: Examples, targets: Floats, which: NDArray[Any]) -> float:
        """The mean loss of some of the positions."""
        return self._gradient(weights, examples, targets, which, mixed=False)[1] / max(1, len(which))

    def _gradient(
        self, weights: Weights, examples: Examples, targets: Floats, batch: NDArray[Any], mixed: bool
    ) -> tuple[Floats, float]:
        """The gradient of the mean loss of some positions, and the sum of their losses.

        If `mixed`, each is seen through a random symmetry; otherwise there is no gradient.
        """
        from outplay.learn.descent import add_gradient  # compiles, which takes a moment

        slope = weights_in(np.zeros_like(weights.vector), self.view, self.shape)
        chosen = np.zeros(len(batch), np.int64)
        if mixed:
            chosen = self.rng.integers(0, len(self.images), len(batch))
        first = slope.first if mixed else slope.first[:0]
        loss = add_gradient(
            *weights[1:], *examples[:4], targets, batch, self.images, chosen, self.own, first, *slope[2:]
        )  # fmt: skip
        return slope.vector, float(loss)


def network_of(weights: Weights, view: View, shape: NetworkShape, scale: float, grain: int) -> Network:
    """The weights as integers. `scale` is the margin that the value 1 stands for."""
    inputs = view.inputs
    rows = np.zeros((shape.rows, shape.hidden), np.int16)
    first = weights.first[:inputs]
    if view.turning is None:
        sides = [first + weights.first[inputs * (1 + side) : inputs * (2 + side)] for side in (0, 1)]
    else:
        sides = [first, first[np.argsort(view.turning)]]
    for side, numbers in enumerate(sides):
        shown = np.array(numbers)
        shown[view.hidden_inputs] = 0
        rows[side * inputs : (side + 1) * inputs] = as_integers(shown, CLIP)
        rows[2 * inputs + side] = as_integers(weights.bias[side % len(weights.bias)], CLIP)
    rows[2 * inputs + 2 :] = as_integers(weights.second, SECOND_UNIT)
    bias = round(float(weights.output[0]) * OUTPUT_UNIT)
    return Network(shape, rows, round(scale * UNIT), bias, grain)


def as_integers(numbers: Floats, unit: int) -> NDArray[np.int16]:
    return np.clip(np.round(numbers * unit), LOW, HIGH).astype(np.int16)
