"""The gradient of a network's loss, in compiled code: the inputs are sparse, and dense matrices would waste time.

The network has one hidden layer: a unit's activation is the square of its value within 0 and 1. Its output u stands for
the value u / (1 + |u|), and the loss is the square of the difference from the target. These are the functions that the
search computes with integers; see `core.vectors` and `search.network`.
"""

from typing import Any

import numpy as np
from numba import njit

compiled: Any = njit(fastmath=True, nogil=True)


@compiled  # type: ignore[untyped-decorator]
def add_gradient(
    first: Any, bias: Any, second: Any, output: Any, active: Any, starts: Any, sides: Any, buckets: Any, targets: Any,
    batch: Any, images: Any, chosen: Any, own: int, first_slope: Any, bias_slope: Any, second_slope: Any,
    output_slope: Any
) -> float:  # fmt: skip
    """Adds the gradient of the mean loss of a batch of positions; returns the sum of their losses.

    first, bias, second, output       the weights: (rows, hidden), (sides, hidden), (buckets, hidden), (1,)
    active, starts                    the inputs of position n that are set: active[starts[n] : starts[n + 1]]
    sides, buckets, targets           of each position
    batch                             the numbers of the positions
    images, chosen                    position batch[k] is seen through the map of inputs images[chosen[k]]
    own                               the number of inputs if each side has rows of its own beside those of both; or 0
    …_slope                           the gradients; of length 0 if only the loss is asked for
    """
    hidden = first.shape[1]
    z, back = np.zeros(hidden, np.float32), np.zeros(hidden, np.float32)
    zero, one, two = np.float32(0), np.float32(1), np.float32(2)
    total = 0.0
    for k in range(len(batch)):
        n = batch[k]
        side, bucket, image = sides[n], buckets[n], images[chosen[k]]
        for j in range(hidden):
            z[j] = bias[side, j]
        for i in range(starts[n], starts[n + 1]):
            row = image[active[i]]
            for j in range(hidden):
                z[j] += first[row, j]
            if own:
                row += own * (1 + side)
                for j in range(hidden):
                    z[j] += first[row, j]
        u = output[0]
        for j in range(hidden):
            a = min(one, max(zero, z[j]))
            u += a * a * second[bucket, j]
        error = u / (one + abs(u)) - targets[n]
        total += error * error
        if len(first_slope) == 0:
            continue
        slope = two * error / ((one + abs(u)) * (one + abs(u)) * np.float32(len(batch)))
        output_slope[0] += slope
        for j in range(hidden):
            a = min(one, max(zero, z[j]))
            second_slope[bucket, j] += slope * a * a
            back[j] = two * a * slope * second[bucket, j] if a < one else zero
            bias_slope[side, j] += back[j]
        for i in range(starts[n], starts[n + 1]):
            row = image[active[i]]
            for j in range(hidden):
                first_slope[row, j] += back[j]
            if own:
                row += own * (1 + side)
                for j in range(hidden):
                    first_slope[row, j] += back[j]
    return total
