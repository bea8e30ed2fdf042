"""The layout q4s: 4-bit codes in groups of 32 along the input, with a float16 scale and a float16 offset a group.

weight = code * scale + offset, code in 0..15. For a matrix [out, in]:
  q_weight  uint32 [out, in / 8]    lowest nibble first along the input
  q_scale   uint32 [out, in / 32]   scale in the low half, offset in the high half
It is the content of GGUF's Q4_1 blocks, so a Q4_1 matrix is taken over without loss. No half is subnormal, since not
every GPU keeps those.
"""

from dataclasses import dataclass

import numpy as np

GROUP = 32
TOP_CODE = 15
# Scales tried, as a share of (max - min) / 15. Each is followed by a least-squares refit of scale and offset.
SHRINK_STEPS = np.linspace(0.70, 1.0, 13, dtype=np.float32)
REFITS = 2
# Groups quantised at a time, to bound memory.
BATCH_GROUPS = 65536


@dataclass(frozen=True)
class QuantisedMatrix:
    q_weight: np.ndarray
    q_scale: np.ndarray

    @property
    def shape(self) -> tuple[int, int]:
        """[out, in] of the matrix that is stored."""
        return self.q_weight.shape[0], self.q_weight.shape[1] * 8

    def dequantise(self) -> np.ndarray:
        """float32 [out, in], exactly the values both engines compute with."""
        shifts = np.arange(8, dtype=np.uint32) * 4
        codes = (self.q_weight[:, :, None] >> shifts) & TOP_CODE
        groups = codes.reshape(*self.q_scale.shape, GROUP).astype(np.float32)
        halves = self.q_scale.view(np.float16).reshape(*self.q_scale.shape, 2).astype(np.float32)
        return (groups * halves[:, :, :1] + halves[:, :, 1:]).reshape(self.shape)


def pack(codes: np.ndarray, scales: np.ndarray, offsets: np.ndarray) -> QuantisedMatrix:
    """codes: uint8 [out, in]; scales, offsets: float16 [out, in / 32]."""
    rows, columns = codes.shape
    shifts = np.arange(8, dtype=np.uint32) * 4
    nibbles = codes.astype(np.uint32).reshape(rows, columns // 8, 8)
    halves = np.stack([scales, offsets], axis=-1)
    tiny = np.finfo(np.float16).tiny
    if np.any((np.abs(halves) < tiny) & (halves != 0)):
        raise ValueError("a scale or an offset is a subnormal float16; round it to zero before packing")
    return QuantisedMatrix(
        q_weight=np.bitwise_or.reduce(nibbles << shifts, axis=2),
        q_scale=np.ascontiguousarray(halves).view(np.uint32).reshape(rows, columns // GROUP),
    )


def storable(values: np.ndarray) -> np.ndarray:
    """Rounded to float16, subnormal ones to zero; returned as float32."""
    half = values.astype(np.float16).astype(np.float32)
    return np.where(np.abs(half) < np.finfo(np.float16).tiny, np.float32(0), half)


def nearest_codes(groups: np.ndarray, scales: np.ndarray, offsets: np.ndarray) -> np.ndarray:
    """Nearest code of each weight, as float32. groups: [n, 32]; scales, offsets: [n]."""
    safe = np.where(scales == 0, np.float32(1), scales)
    return np.clip(np.rint((groups - offsets[:, None]) / safe[:, None]), 0, TOP_CODE)


def best_parameters(groups: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Scale and offset of least squared error among the tried ones. groups: float32 [n, 32]."""
    low, high = groups.min(axis=1), groups.max(axis=1)
    middle, width = (low + high) / 2, (high - low) / TOP_CODE
    mean = groups.mean(axis=1)
    best_scale, best_offset = np.zeros_like(low), storable(mean)
    best_error = np.square(groups - best_offset[:, None]).sum(axis=1)
    for step in SHRINK_STEPS:
        scale = storable(width * step)
        offset = storable(middle - scale * (TOP_CODE / 2))
        for _ in range(REFITS + 1):
            codes = nearest_codes(groups, scale, offset)
            error = np.square(groups - codes * scale[:, None] - offset[:, None]).sum(axis=1)
            better = error < best_error
            best_scale[better], best_offset[better] = scale[better], offset[better]
            best_error[better] = error[better]
            mean_code = codes.mean(axis=1)
            centred = codes - mean_code[:, None]
            energy = np.square(centred).sum(axis=1)
            scale = storable((centred * groups).sum(axis=1) / np.where(energy == 0, np.float32(1), energy))
            offset = storable(mean - scale * mean_code)
    return best_scale, best_offset


def quantise(matrix: np.ndarray) -> QuantisedMatrix:
    """matrix: float32 [out, in], in divisible by 32."""
    rows, columns = matrix.shape
    if columns % GROUP != 0:
        raise ValueError(f"q4s needs an input size divisible by {GROUP}, got {columns}")
    groups = matrix.reshape(-1, GROUP)
    codes = np.empty(groups.shape, np.uint8)
    scales = np.empty(len(groups), np.float16)
    offsets = np.empty(len(groups), np.float16)
    for start in range(0, len(groups), BATCH_GROUPS):
        part = slice(start, start + BATCH_GROUPS)
        scale, offset = best_parameters(groups[part])
        codes[part] = nearest_codes(groups[part], scale, offset)
        scales[part], offsets[part] = scale, offset
    per_row = (rows, columns // GROUP)
    return pack(codes.reshape(rows, columns), scales.reshape(per_row), offsets.reshape(per_row))
