"""Training: the gradient is that of the loss, and integers predict what the weights predict."""

import numpy as np
import pytest

from outplay.core.network import NetworkShape
from outplay.core.vectors import MOST_SECOND, OUTPUT_UNIT, network_sum
from outplay.learn.examples import Examples, View
from outplay.learn.training import Trainer, Weights, network_of, new_weights, weights_in

INPUTS = 6
SHAPE = NetworkShape((4, 2), 16, 2, 4)


def view(sides: int) -> View:
    turning = None if sides == 2 else np.array([3, 2, 1, 0, 5, 4])
    return View((4, 2), (np.array([1, 0, 2, 3, 4, 5]),), turning, np.zeros(0, np.int64))


def examples(count: int, sides: int) -> tuple[Examples, "np.ndarray[tuple[int], np.dtype[np.float32]]"]:
    rng = np.random.default_rng(3)
    bits = rng.integers(0, 2, (count, INPUTS))
    counts = bits.sum(axis=1)
    starts = np.concatenate((np.zeros(1, np.int64), np.cumsum(counts)))
    side = rng.integers(0, sides, count).astype(np.int32)
    bucket = np.minimum(1, counts * 2 // 4).astype(np.int32)
    floats = np.zeros(count, np.float32)
    targets = np.tanh(bits @ rng.normal(0, 1, INPUTS)).astype(np.float32)
    return Examples(np.nonzero(bits)[1].astype(np.int32), starts, side, bucket, floats, floats), targets


@pytest.mark.parametrize("sides", [1, 2])
def test_the_gradient_is_that_of_numerical_differences(sides: int) -> None:
    seen = view(sides)
    trainer = Trainer(seen._replace(keeping=()), SHAPE, np.random.default_rng(1))
    data, targets = examples(8, sides)
    weights = new_weights(seen, SHAPE, np.random.default_rng(2))
    which = np.arange(8)
    slope, _ = trainer._gradient(weights, data, targets, which, mixed=True)
    checked = np.random.default_rng(4).choice(len(weights.vector), 60, replace=False)
    for place in [*checked, len(weights.vector) - 1]:
        losses = []
        for step in (1e-2, -1e-2):
            vector = weights.vector.copy()
            vector[place] += step
            losses.append(trainer.loss(weights_in(vector, seen, SHAPE), data, targets, which))
        numerical = (losses[0] - losses[1]) / 2e-2
        assert slope[place] == pytest.approx(numerical, abs=2e-3, rel=0.05)


def test_training_lowers_the_loss_and_bounds_the_second_layer() -> None:
    seen = view(1)
    data, targets = examples(2000, 1)
    trainer = Trainer(seen._replace(keeping=()), SHAPE, np.random.default_rng(1))
    weights = new_weights(seen, SHAPE, np.random.default_rng(2))
    before = trainer.loss(weights, data, targets, np.arange(2000))
    shares: list[float] = []
    after = trainer.fit(weights, data, targets, 500, shares.append)
    assert after < before / 4
    assert shares == sorted(shares)
    assert np.abs(weights.second).max() <= MOST_SECOND / 64 + 1e-6


def test_a_few_positions_are_enough_to_train_without_an_error() -> None:
    for count in (0, 1, 2, 19, 20):
        data, targets = examples(count, 1)
        trainer = Trainer(view(1), SHAPE, np.random.default_rng(1))
        loss = trainer.fit(new_weights(view(1), SHAPE, np.random.default_rng(2)), data, targets, 2)
        assert np.isfinite(loss)


def predicted(weights: Weights, seen: View, masks: tuple[int, int], turn: int) -> float:
    """The output of the weights for a position, in the words of the definition."""
    bits = np.array([masks[0] >> i & 1 for i in range(4)] + [masks[1] >> i & 1 for i in range(2)])
    count, side = bits.sum(), 0
    first = weights.first[:INPUTS]
    if seen.turning is None:
        side = turn
        first = first + weights.first[INPUTS * (1 + turn) : INPUTS * (2 + turn)]
    elif turn == 1:
        bits = bits[seen.turning]
    hidden = np.clip(weights.bias[side] + bits @ first, 0, 1) ** 2
    return float(weights.output[0] + hidden @ weights.second[min(1, count * 2 // 4)])


@pytest.mark.rules
@pytest.mark.parametrize("sides", [1, 2])
def test_the_integers_of_a_network_predict_what_the_weights_do(sides: int) -> None:
    seen = view(sides)
    weights = new_weights(seen, SHAPE, np.random.default_rng(2))
    weights.output[0] = 0.25
    network = network_of(weights, seen, SHAPE, 3.0, 10)
    thread = np.concatenate((np.zeros(7, np.int64), network.words()))
    for mine in range(16):
        for theirs in range(4):
            for turn in (0, 1):
                total = network_sum((mine, theirs), turn, thread, SHAPE.constants(7)) + network.bias
                assert total / OUTPUT_UNIT == pytest.approx(predicted(weights, seen, (mine, theirs), turn), abs=0.05)
