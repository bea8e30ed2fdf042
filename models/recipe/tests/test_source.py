"""What is read from the packages, against the readers that gguf and transformers bring themselves."""

import unittest

import numpy as np
from gguf import dequantize
from tokenizers import Tokenizer
from transformers import AutoTokenizer

from winnow_recipe.read_gguf import FILE_NAME, gguf_path, open_gguf, read_config, read_weights
from winnow_recipe.tokenizer_file import tokenizer_json

# No digits of other scripts: transformers' reader leaves out that digits stand alone, which shows only there.
TEXTS = [
    "Hello world",
    "1234567 89, 3.14 and 2026-11-30",
    "  spaces   and\ttabs\n\n\nnewlines  ",
    "Ünïcödé € 日本語 🎉👩‍👩‍👧",
    "it's we'll DON'T",
    "x=3.14;y[0]+=2 # comment",
    "<|im_start|>user\nhi<|im_end|>\n",
    "a" * 50,
    "\r\nCRLF\r\n",
]


class SourceTest(unittest.TestCase):
    def test_matrices_are_taken_over_without_loss(self) -> None:
        reader = open_gguf()
        state = read_weights(reader).to_hugging_face()
        tensors = {tensor.name: dequantize(tensor.data, tensor.tensor_type) for tensor in reader.tensors}
        head_size = read_config(reader).head_size
        names = {
            "attn_v": "self_attn.v_proj",
            "attn_output": "self_attn.o_proj",
            "ffn_gate": "mlp.gate_proj",
            "ffn_up": "mlp.up_proj",
            "ffn_down": "mlp.down_proj",
        }
        for layer in (0, 13, 29):
            for theirs, ours in names.items():
                expected = tensors[f"blk.{layer}.{theirs}.weight"]
                np.testing.assert_array_equal(state[f"model.layers.{layer}.{ours}.weight"], expected)
            for theirs, ours in (("attn_q", "q_proj"), ("attn_k", "k_proj")):
                interleaved = tensors[f"blk.{layer}.{theirs}.weight"].reshape(-1, head_size, 576)
                # Row 2i of a head goes to place i, row 2i + 1 to place i + 32.
                expected = np.concatenate([interleaved[:, 0::2], interleaved[:, 1::2]], axis=1).reshape(-1, 576)
                np.testing.assert_array_equal(state[f"model.layers.{layer}.self_attn.{ours}.weight"], expected)

    def test_tokenizer_agrees_with_transformers(self) -> None:
        ours = Tokenizer.from_str(tokenizer_json(open_gguf()))
        path = gguf_path()
        theirs = AutoTokenizer.from_pretrained(path.parent, gguf_file=FILE_NAME)
        for text in TEXTS:
            ids = ours.encode(text).ids
            self.assertEqual(ids, theirs.encode(text, add_special_tokens=False), text)
            self.assertEqual(ours.decode(ids, skip_special_tokens=False), text)


if __name__ == "__main__":
    unittest.main()
