"""The one kind of array that kernels take: int64, one dimension, contiguous."""

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
