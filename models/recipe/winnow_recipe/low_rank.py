"""Low-rank updates beside the 4-bit matrices (decision 14): y = x W' + x down' up', with thin matrices in float16.

Two halves share a word, as in q4s. For a matrix [out, in] and rank r:
  down  uint32 [r, in / 2]    first of two inputs in the low half
  up    uint32 [out, r / 2]
"""

from dataclasses import dataclass

import numpy as np

from .quantise import storable

RANK = 16


@dataclass(frozen=True)
class LowRankUpdate:
    """down: [RANK, in], up: [out, RANK]; float32 numbers that float16 holds exactly."""

    down: np.ndarray
    up: np.ndarray

    def product(self) -> np.ndarray:
        """float32 [out, in]: what the update adds to its matrix."""
        return self.up @ self.down

    def packed(self) -> dict[str, np.ndarray]:
        """By suffix of the matrix's name."""
        return {
            name: np.ascontiguousarray(values.astype(np.float16)).view(np.uint32)
            for name, values in (("down", self.down), ("up", self.up))
        }


def low_rank_update(down: np.ndarray, up: np.ndarray) -> LowRankUpdate:
    """Rounds to what ships."""
    return LowRankUpdate(storable(down), storable(up))
