"""What training adds, from the names of its parameters to the matrices of the engines."""

import tempfile
import unittest
from dataclasses import replace
from pathlib import Path

import numpy as np
from safetensors.numpy import save_file

from winnow_recipe.decoder_weights import DecoderWeights
from winnow_recipe.low_rank import RANK
from winnow_recipe.read_gguf import open_gguf, read_config
from winnow_recipe.tiny import tiny_weights
from winnow_recipe.trained_weights import PARTS, with_updates


class TrainedWeightsTest(unittest.TestCase):
    base: DecoderWeights

    @classmethod
    def setUpClass(cls) -> None:
        weights = tiny_weights(read_config(open_gguf()))
        cls.base = replace(weights, updates={})

    def trained(self) -> dict[str, np.ndarray]:
        random = np.random.default_rng(1)
        state = self.base.to_hugging_face()
        tensors: dict[str, np.ndarray] = {}
        for layer in range(self.base.config.layer_count):
            for parts in PARTS.values():
                for place, part in enumerate(parts):
                    name = f"model.layers.{layer}.{part}"
                    out, into = state[f"{name}.weight"].shape
                    tensors[f"{name}.up"] = random.normal(0, 1, (out, RANK)).astype(np.float16)
                    if place == 0:
                        tensors[f"{name}.down"] = random.normal(0, 1, (RANK, into)).astype(np.float16)
        return tensors

    def test_the_updates_are_products_beside_the_matrices(self) -> None:
        trained = self.trained()
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "updates.safetensors"
            save_file(trained, path)
            weights = with_updates(self.base, path)
        weights.check_shapes()
        before, after = self.base.to_hugging_face(), weights.to_hugging_face()
        for parts in PARTS.values():
            down = trained[f"model.layers.1.{parts[0]}.down"].astype(np.float32)
            for part in parts:
                name = f"model.layers.1.{part}"
                expected = before[f"{name}.weight"] + trained[f"{name}.up"].astype(np.float32) @ down
                np.testing.assert_allclose(after[f"{name}.weight"], expected, atol=1e-3)
        np.testing.assert_array_equal(after["model.embed_tokens.weight"], before["model.embed_tokens.weight"])

    def test_an_update_of_another_shape_is_refused(self) -> None:
        weights = tiny_weights(read_config(open_gguf()))
        name, update = next(iter(weights.updates.items()))
        with self.assertRaisesRegex(ValueError, name):
            replace(weights, updates={name: replace(update, up=update.up[1:])}).check_shapes()


if __name__ == "__main__":
    unittest.main()
