import unittest

import numpy as np

from winnow_recipe.quantise import GROUP, TOP_CODE, pack, quantise


def naive_dequantise(q_weight: np.ndarray, q_scale: np.ndarray) -> np.ndarray:
    """The layout's definition, weight by weight."""
    rows, columns = q_weight.shape[0], q_weight.shape[1] * 8
    result = np.empty((rows, columns), np.float32)
    for row in range(rows):
        for column in range(columns):
            code = (int(q_weight[row, column // 8]) >> (4 * (column % 8))) & 15
            pair = int(q_scale[row, column // GROUP])
            scale, offset = np.array([pair & 0xFFFF, pair >> 16], np.uint16).view(np.float16).astype(np.float32)
            result[row, column] = np.float32(code) * scale + offset
    return result


class QuantiseTest(unittest.TestCase):
    def test_layout_is_as_documented(self) -> None:
        matrix = np.random.default_rng(1).normal(0, 0.1, (5, 96)).astype(np.float32)
        packed = quantise(matrix)
        self.assertEqual(packed.shape, (5, 96))
        np.testing.assert_array_equal(packed.dequantise(), naive_dequantise(packed.q_weight, packed.q_scale))

    def test_is_no_worse_than_stretching_the_range(self) -> None:
        matrix = np.random.default_rng(2).standard_t(3, (64, 128)).astype(np.float32)
        groups = matrix.reshape(-1, GROUP)
        low, width = groups.min(axis=1, keepdims=True), np.ptp(groups, axis=1, keepdims=True) / TOP_CODE
        plain = np.rint((groups - low) / width) * width + low
        error = np.square(quantise(matrix).dequantise() - matrix).sum()
        self.assertLess(error, 0.97 * np.square(plain - groups).sum())

    def test_keeps_what_fits_exactly(self) -> None:
        random = np.random.default_rng(3)
        codes = random.integers(0, 16, (4, 64)).astype(np.uint8)
        codes[:, ::GROUP], codes[:, 1::GROUP] = 0, 15
        scales = random.uniform(0.01, 0.2, (4, 2)).astype(np.float16)
        offsets = random.uniform(-2, -0.1, (4, 2)).astype(np.float16)
        matrix = pack(codes, scales, offsets).dequantise()
        np.testing.assert_allclose(quantise(matrix).dequantise(), matrix, rtol=0, atol=2e-3)

    def test_constant_groups(self) -> None:
        matrix = np.repeat(np.array([[0.0], [0.5], [-3.0]], np.float32), 64, axis=1)
        np.testing.assert_array_equal(quantise(matrix).dequantise(), matrix)

    def test_refuses_subnormal_halves(self) -> None:
        halves = np.full((1, 1), 1e-7, np.float16)
        with self.assertRaisesRegex(ValueError, "subnormal"):
            pack(np.zeros((1, GROUP), np.uint8), halves, halves)

    def test_refuses_other_widths(self) -> None:
        with self.assertRaisesRegex(ValueError, "divisible by 32"):
            quantise(np.zeros((2, 40), np.float32))


if __name__ == "__main__":
    unittest.main()
